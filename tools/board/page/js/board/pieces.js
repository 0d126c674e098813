import { pointName, pointsOf } from "./geometry.js";
import { layDown, makeShape, poseOf } from "./shape.js";
import { group, make, motionAllowed } from "./svg.js";

/** Milliseconds that a disc takes to turn over, and a piece to arrive. */
const FLIP = 240;
const ARRIVE = 140;

/** Radius of a disc or stone. */
export const RADIUS = { othello: 41, gomoku: 46, rhombus: 35, lgame: 33 };

let views = 0;

/** The pieces on the board: discs, stones and neutral pieces one by one, the Ls as one piece each. */
export class Pieces {
    constructor(svg, layer, geometry, variant) {
        this.layer = layer;
        this.geometry = geometry;
        this.variant = variant;
        this.standing = new Map();
        this.leaving = [];
        this.shapes = new Map();
        views += 1;
        this.paint = Object.fromEntries(["x", "o", "n"].map((piece) => [piece, makeGradient(svg, piece, views)]));
    }

    /**
     * Draws the pieces of `facts`.
     * @param {{point: string, piece: string}[]|null} changes what the last move changed: shown as movement
     */
    show(facts, changes) {
        this.leaving.forEach((element) => element.remove());
        this.leaving = [];
        const moved = changes && motionAllowed() ? changes : [];
        const from = moved.length > 0 ? leftPoint(facts) : null;
        facts.rows.forEach((row, y) => {
            for (let x = 0; x < row.length; x += 1) {
                const point = pointName(x, y);
                const piece = this.isShape(row[x]) || row[x] === "-" ? "." : row[x];
                this.put(point, piece, moved.some((change) => change.point === point), from);
            }
        });
        if (this.variant === "lgame") {
            this.showShapes(facts.rows);
        }
    }

    isShape(piece) {
        return this.variant === "lgame" && piece !== "n" && piece !== ".";
    }

    put(point, piece, moved, from) {
        const before = this.standing.get(point);
        if ((before?.piece ?? ".") === piece) {
            return;
        }
        this.standing.delete(point);
        const flips = moved && before && piece !== ".";
        if (!flips) {
            before?.element.remove();
        }
        if (piece === ".") {
            return;
        }
        const element = this.makeDisc(point, piece);
        this.standing.set(point, { piece, element });
        if (flips) {
            this.leaving.push(before.element);
            turnOver(before.element, element);
        } else if (moved && from) {
            this.slide(element, from, point);
        } else if (moved) {
            element.firstChild.animate(
                [{ transform: "scale(0.6)", opacity: 0.3 }, { transform: "none", opacity: 1 }],
                { duration: ARRIVE, easing: "ease-out" },
            );
        }
    }

    slide(element, from, to) {
        const [a, b] = [this.geometry.center(from), this.geometry.center(to)];
        element.firstChild.animate(
            [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }],
            { duration: ARRIVE + 60, easing: "ease-in-out" },
        );
    }

    /** Makes a disc at a point; the place is on the outer group, the inner one may be moved by an animation. */
    makeDisc(point, piece, parent = this.layer) {
        const { x, y } = this.geometry.center(point);
        const radius = RADIUS[this.variant];
        const place = make("g", { class: `disc disc-${piece}`, transform: `translate(${x} ${y})` }, parent);
        const disc = group(place, "disc-body");
        make("circle", { class: "disc-shadow", cx: radius * 0.04, cy: radius * 0.09, r: radius }, disc);
        make("circle", { class: "disc-face", r: radius, fill: `url(#${this.paint[piece]})` }, disc);
        if (piece === "n") {
            make("circle", { class: "disc-mark", r: radius * 0.36 }, disc);
        }
        return place;
    }

    showShapes(rows) {
        for (const side of ["x", "o"]) {
            const points = pointsWith(rows, side);
            const former = this.shapes.get(side);
            const pose = poseOf(points, former?.pose);
            const element = former?.element ?? makeShape(this.layer, side);
            element.parentNode.classList.toggle("calm", !former || !motionAllowed());
            layDown(element, pose);
            this.shapes.set(side, { element, pose });
        }
    }

    /** The element of what stands on a point, or undefined. */
    at(point) {
        return this.standing.get(point)?.element;
    }
}

/** The point that a stone or a neutral piece has left, if the last move moved one. */
function leftPoint({ kind, last }) {
    const points = pointsOf(last ?? "");
    return { 2: kind === "step" ? points[0] : null, 6: points[4] }[points.length] ?? null;
}

function pointsWith(rows, piece) {
    const inRow = (row, y) => [...row].flatMap((each, x) => (each === piece ? [pointName(x, y)] : []));
    return rows.flatMap(inRow);
}

/** The old face turns away, then the new one comes round: drawn as two halves of one turn. */
function turnOver(before, after) {
    const half = { duration: FLIP / 2, fill: "backwards" };
    const away = before.firstChild.animate(
        [{ transform: "none" }, { transform: "scaleX(0.04)" }],
        { ...half, easing: "ease-in" },
    );
    away.onfinish = () => before.remove();
    away.oncancel = away.onfinish;
    after.firstChild.animate(
        [{ transform: "scaleX(0)" }, { transform: "none" }],
        { ...half, delay: FLIP / 2, easing: "ease-out" },
    );
}

function makeGradient(svg, piece, view) {
    const id = `board-${view}-${piece}`;
    const gradient = make("radialGradient", { id, cx: 0.36, cy: 0.3, r: 0.78 }, svg.querySelector("defs"));
    make("stop", { offset: 0, class: `paint-${piece}-light` }, gradient);
    make("stop", { offset: 1, class: `paint-${piece}-dark` }, gradient);
    return id;
}
