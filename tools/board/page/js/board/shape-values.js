import { CELL, pointsOf } from "./geometry.js";
import { cellsOf, placementText } from "./shape.js";

/**
 * Where values of L moves stand. A lifted L carries the best value of its placement. Once it is put down, targets of
 * the held neutral piece have theirs; while none is held, each neutral piece has its best one and the L that of leaving
 * both.
 * @param {object[]} values
 * @param input the `ShapeInput`
 * @returns {{x: number, y: number, value: object}[]}
 */
export function shapeValuePlaces(values, input, geometry) {
    if (input.phase === "idle" || values.length === 0) {
        return [];
    }
    const placement = placementText(input.pose);
    const own = values.filter(({ move }) => move.split("+")[0] === placement);
    const [column, row] = cellsOf(input.pose)[1];
    const middle = { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
    if (input.phase === "lifted") {
        return own.length ? [{ ...middle, value: best(own) }] : [];
    }
    const [held] = input.neutrals.held();
    const bests = new Map();
    for (const value of own) {
        const [from, to] = pointsOf(value.move).slice(4);
        const point = held ? from === held && to : from ?? "left";
        if (point && !(bests.get(point)?.rank < value.rank)) {
            bests.set(point, value);
        }
    }
    return [...bests].map(([point, value]) => ({ ...(point === "left" ? middle : geometry.center(point)), value }));
}

function best(values) {
    return values.reduce((first, value) => (value.rank < first.rank ? value : first));
}
