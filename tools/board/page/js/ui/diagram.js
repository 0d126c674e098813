/** Small pictures of positions. */

import { t } from "../language.js";
import { DIAGRAMS, RHOMBUS_LINES } from "./diagrams.js";
import { drawn, element } from "./dom.js";

const CELL = 20;
const LABELS = 14;

/** The boards of the solved games. */
const SOLVED = { lgame: { kind: "squares", shape: true }, rhombus: { kind: "graph", lines: RHOMBUS_LINES } };

/** A figure of the diagram of this name with its caption. */
export function figure(name) {
    return element("figure", {}, picture(DIAGRAMS[name]), element("figcaption", {}, t(`diagram.${name}`)));
}

/** A picture of a position of a solved game, by its position text. */
export function positionPicture(variant, text) {
    const [board] = text.split(" ");
    const rows = board.replace(/\d+/g, (count) => ".".repeat(Number(count))).split("/");
    return picture({ ...SOLVED[variant], rows });
}

function picture({ kind, rows, dots = [], rings = [], crosses = [], row = [], lines = [], shape, ground }) {
    const size = rows.length * CELL + LABELS;
    const viewBox = `0 0 ${size + 1} ${size + 1}`;
    const svg = drawn("svg", { viewBox, class: `diagram ${ground ?? ""}`, "aria-hidden": "true" });
    svg.style.maxWidth = `${60 + 0.8 * size}px`;
    svg.append(...coordinates(rows), ...board(kind, rows, lines));
    rows.forEach((text, y) => [...text].forEach((piece, x) => svg.append(...pieceAt(piece, x, y, shape))));
    if (row.length > 0) {
        svg.append(drawn("path", { class: "diagram-row", d: `M${at(row[0])}L${at(row.at(-1))}` }));
    }
    svg.append(...dots.map((point) => circle(point, "diagram-dot", 3)));
    svg.append(...rings.map((point) => circle(point, "diagram-ring", 5)));
    svg.append(...crosses.map((point) => drawn("path", { class: "diagram-cross", d: `M${at(point)}${CROSS}` })));
    return svg;
}

const CROSS = "m-5 -5l10 10m0 -10l-10 10";

function centre(index) {
    return LABELS + (index + 0.5) * CELL;
}

/** The middle of a point such as "c3", as coordinates of a path. */
function at(point) {
    return `${centre(point.charCodeAt(0) - 97)} ${centre(Number(point.slice(1)) - 1)}`;
}

function circle(point, className, r) {
    const [cx, cy] = at(point).split(" ");
    return drawn("circle", { class: className, cx, cy, r });
}

function coordinates(rows) {
    return rows.flatMap((_, index) => [
        drawn("text", { x: centre(index), y: LABELS - 4 }, String.fromCharCode(97 + index)),
        drawn("text", { x: LABELS / 2, y: centre(index) + 3 }, String(index + 1)),
    ]);
}

function board(kind, rows, lines) {
    const [first, last] = [centre(0), centre(rows.length - 1)];
    const plate = drawn("rect", { x: LABELS, y: LABELS, width: rows.length * CELL, height: rows.length * CELL });
    if (kind === "squares") {
        const edges = rows.slice(1).map((_, index) => LABELS + (index + 1) * CELL);
        const end = LABELS + rows.length * CELL;
        return [plate, ...edges.map((edge) =>
            drawn("path", { class: "diagram-line", d: `M${LABELS} ${edge}H${end}M${edge} ${LABELS}V${end}` }))];
    }
    const paths = kind === "graph"
        ? lines.map((line) => `M${at(line.slice(0, 2))}L${at(line.slice(2))}`)
        : rows.map((_, index) => `M${first} ${centre(index)}H${last}M${centre(index)} ${first}V${last}`);
    const points = kind === "graph" ? graphPoints(rows) : [];
    return [plate, ...paths.map((d) => drawn("path", { class: "diagram-line", d })), ...points];
}

function graphPoints(rows) {
    return rows.flatMap((text, y) => [...text].flatMap((piece, x) =>
        (piece === "-" ? [] : [drawn("circle", { class: "diagram-point", cx: centre(x), cy: centre(y), r: 2.5 })])));
}

/** The squares of the Ls (`shape`) touch one another; everything else is round. */
function pieceAt(piece, x, y, shape) {
    if (piece === "." || piece === "-") {
        return [];
    }
    if (shape && piece !== "n") {
        const [left, top] = [centre(x) - CELL / 2, centre(y) - CELL / 2];
        const mark = piece === "x" ? "m-3 -3l6 6m0 -6l-6 6" : "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0";
        return [
            drawn("rect", { class: `diagram-l${piece}`, x: left, y: top, width: CELL, height: CELL }),
            drawn("path", { class: `diagram-mark-${piece}`, d: `M${centre(x)} ${centre(y)}${mark}` }),
        ];
    }
    return [drawn("circle", { class: `diagram-${piece}`, cx: centre(x), cy: centre(y), r: CELL * 0.42 })];
}
