import { CELL, columnName } from "./geometry.js";
import { make } from "./svg.js";

/** Draws what never changes: the board, its lines or squares and the coordinates. */
export function drawSurface(layer, geometry, facts) {
    const [x, y, width, height] = geometry.viewBox;
    make("rect", { class: "board-frame", x, y, width, height, rx: width * 0.012 }, layer);
    const draw = { othello: drawSquares, lgame: drawSquares, gomoku: drawLattice, rhombus: drawLines }[facts.variant];
    draw(layer, geometry, facts);
    drawCoordinates(layer, geometry);
}

function drawSquares(layer, { files, ranks }, { variant }) {
    make("rect", { class: "board-field", x: 0, y: 0, width: files * CELL, height: ranks * CELL }, layer);
    const lines = [];
    for (let x = 0; x <= files; x += 1) {
        lines.push(`M${x * CELL} 0V${ranks * CELL}`);
    }
    for (let y = 0; y <= ranks; y += 1) {
        lines.push(`M0 ${y * CELL}H${files * CELL}`);
    }
    make("path", { class: "board-line", d: lines.join("") }, layer);
    if (variant === "othello") {
        for (const [x, y] of [[2, 2], [6, 2], [2, 6], [6, 6]]) {
            make("circle", { class: "board-star", cx: x * CELL, cy: y * CELL, r: 6 }, layer);
        }
    }
}

function drawLattice(layer, { files, ranks }) {
    const half = CELL / 2;
    const [right, bottom] = [files * CELL - half, ranks * CELL - half];
    const lines = [];
    for (let x = 0; x < files; x += 1) {
        lines.push(`M${x * CELL + half} ${half}V${bottom}`);
    }
    for (let y = 0; y < ranks; y += 1) {
        lines.push(`M${half} ${y * CELL + half}H${right}`);
    }
    make("path", { class: "board-line", d: lines.join("") }, layer);
    make("rect", { class: "board-edge", x: half, y: half, width: right - half, height: bottom - half }, layer);
    for (const [x, y] of starPoints(files, ranks)) {
        make("circle", { class: "board-star", cx: x * CELL + half, cy: y * CELL + half, r: 11 }, layer);
    }
}

/** Star points: the fourth lines, and the centre where there is one. */
function starPoints(files, ranks) {
    if (Math.min(files, ranks) < 9) {
        return [];
    }
    const corners = [[3, 3], [files - 4, 3], [3, ranks - 4], [files - 4, ranks - 4]];
    return files % 2 && ranks % 2 ? [...corners, [(files - 1) / 2, (ranks - 1) / 2]] : corners;
}

function drawLines(layer, geometry, { adjacency }) {
    for (const [from, to] of adjacency) {
        const [a, b] = [geometry.center(from), geometry.center(to)];
        make("line", { class: "board-line", x1: a.x, y1: a.y, x2: b.x, y2: b.y }, layer);
    }
    for (const point of geometry.points) {
        const { x, y } = geometry.center(point);
        make("circle", { class: "board-point", cx: x, cy: y, r: 13 }, layer);
    }
}

function drawCoordinates(layer, geometry) {
    const { files, ranks, fontSize, margin } = geometry;
    const attributes = { class: "board-coordinate", "font-size": fontSize };
    const write = (x, y, text) => {
        make("text", { ...attributes, x, y: y + fontSize * 0.35 }, layer).textContent = text;
    };
    for (let x = 0; x < files; x += 1) {
        write((x + 0.5) * CELL, -margin.near / 2, columnName(x));
    }
    for (let y = 0; y < ranks; y += 1) {
        write(-margin.near / 2, (y + 0.5) * CELL, y + 1);
    }
}
