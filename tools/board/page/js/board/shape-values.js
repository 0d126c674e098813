import { CELL, pointsOf } from "./geometry.js";
import { cellsOf, placementText } from "./shape.js";

/**
 * Where values of L moves stand. While nothing is lifted, the outline of the line's first move has one; a lifted L
 * carries the best value of its placement. Once it is put down, targets of the held neutral piece have theirs; while
 * none is held, each neutral piece has its best one and the L that of leaving both.
 * @param {object[]} values
 * @param input the `ShapeHand`
 * @param {Pose|null} lineStart how the L lies after the first move of the line that is shown
 * @returns {{x: number, y: number, value: object}[]}
 */
export function shapeValuePlaces(values, input, geometry, lineStart) {
    const pose = input.phase === "idle" ? lineStart : input.pose;
    if (pose === null || values.length === 0) {
        return [];
    }
    const placement = placementText(pose);
    const own = values.filter(({ move }) => move.split("+")[0] === placement);
    const [column, row] = cellsOf(pose)[1];
    const middle = { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
    if (input.phase !== "placed") {
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
