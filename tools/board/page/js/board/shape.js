import { CELL, parsePoint, pointName } from "./geometry.js";
import { make } from "./svg.js";

/** The L as it lies unturned: a bar of three and its foot, from the bar's middle cell, which it turns about. */
const CELLS = [[0, -1], [0, 0], [0, 1], [1, 1]];

/**
 * How an L lies: the bar's middle cell in columns and rows, quarter turns clockwise (any whole number: it says how far
 * the piece has been turned, so that it turns on the short way), and whether it is mirrored.
 * @typedef {{column: number, row: number, turns: number, mirrored: boolean}} Pose
 */

function turned([x, y], { turns, mirrored }) {
    let [column, row] = [mirrored ? -x : x, y];
    for (let n = ((turns % 4) + 4) % 4; n > 0; n -= 1) {
        [column, row] = [-row, column];
    }
    return [column, row];
}

/** The four cells of a pose as [column, row]; the order is that of the unturned piece. */
export function cellsOf(pose) {
    return CELLS.map((cell) => {
        const [column, row] = turned(cell, pose);
        return [pose.column + column, pose.row + row];
    });
}

/** The text of a placement, its cells in the order a1 b1 … a2 …; not a legal one if the pose leaves the board. */
export function placementText(pose) {
    return cellsOf(pose)
        .sort((a, b) => a[1] - b[1] || a[0] - b[0])
        .map(([column, row]) => pointName(column, row))
        .join("");
}

/** The pose that covers four points, turned as little as possible from `near`; null if they are no L. */
export function poseOf(points, near = null) {
    const wanted = [...points].sort().join();
    for (const middle of points.map(parsePoint)) {
        for (let n = 0; n < 8; n += 1) {
            const pose = { ...middle, turns: n % 4, mirrored: n >= 4 };
            if (cellsOf(pose).map((cell) => pointName(...cell)).sort().join() === wanted) {
                return near ? { ...pose, turns: nearestTurn(pose.turns, near.turns) } : pose;
            }
        }
    }
    return null;
}

function nearestTurn(turns, from) {
    const difference = (((turns - from) % 4) + 4) % 4;
    return from + (difference === 3 ? -1 : difference);
}

/** The pose after quarter turns, clockwise if positive, about its cell number `grip`. */
export function turn(pose, grip, quarters) {
    return keepGrip(pose, { ...pose, turns: pose.turns + quarters }, grip);
}

/** The pose turned over about the line of its bar, its cell number `grip` kept in place. */
export function mirror(pose, grip) {
    return keepGrip(pose, { ...pose, mirrored: !pose.mirrored }, grip);
}

function keepGrip(before, after, grip) {
    const [column, row] = cellsOf(before)[grip];
    const [newColumn, newRow] = cellsOf(after)[grip];
    return { ...after, column: after.column + column - newColumn, row: after.row + row - newRow };
}

/** The pose moved so that it lies on the board. */
export function insideBoard(pose, files, ranks) {
    const cells = cellsOf(pose);
    const shift = (values, size) => Math.max(0, -Math.min(...values)) - Math.max(0, Math.max(...values) - size + 1);
    return {
        ...pose,
        column: pose.column + shift(cells.map((cell) => cell[0]), files),
        row: pose.row + shift(cells.map((cell) => cell[1]), ranks),
    };
}

/** Outline of the unturned L round the middle of its bar, `inset` units inside its cells, corners rounded. */
export function outline(inset, radius) {
    const [near, far] = [CELL / 2 - inset, 1.5 * CELL - inset];
    const inner = CELL / 2 + inset;
    const corners = [[-near, -far], [near, -far], [near, inner], [far, inner], [far, far], [-near, far]];
    const parts = corners.map((corner, n) => {
        const before = towards(corner, corners.at(n - 1), radius);
        const after = towards(corner, corners[(n + 1) % corners.length], radius);
        return `${n === 0 ? "M" : "L"}${before}Q${corner} ${after}`;
    });
    return `${parts.join("")}Z`;
}

function towards([x, y], [toX, toY], distance) {
    const length = Math.hypot(toX - x, toY - y);
    return [x + ((toX - x) / length) * distance, y + ((toY - y) / length) * distance];
}

/** Lays an element drawn round the middle of its bar down as `pose` says; a CSS transition may move it there. */
export function layDown(element, pose, offset = { x: 0, y: 0 }) {
    const x = (pose.column + 0.5) * CELL + offset.x;
    const y = (pose.row + 0.5) * CELL + offset.y;
    const side = pose.mirrored ? -1 : 1;
    element.style.transform = `translate(${x}px, ${y}px) rotate(${pose.turns * 90}deg) scaleX(${side})`;
}

/** Makes the L of a side: body, bevel and the side's mark (a cross or a ring) on three of its cells. */
export function makeShape(parent, side) {
    const shadow = make("g", { class: "shape-shadow" }, parent);
    const piece = make("g", { class: `shape shape-${side}` }, shadow);
    make("path", { class: "shape-body", d: outline(7, 24) }, piece);
    make("path", { class: "shape-bevel", d: outline(13, 19) }, piece);
    for (const [x, y] of CELLS) {
        const place = { transform: `translate(${x * CELL} ${y * CELL})` };
        if (side === "x") {
            make("path", { class: "shape-mark", d: "M-13 -13L13 13M13 -13L-13 13", ...place }, piece);
        } else {
            make("circle", { class: "shape-mark", r: 15, ...place }, piece);
        }
    }
    return piece;
}
