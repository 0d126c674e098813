import { parsePoint, pointsOf } from "./geometry.js";
import { RADIUS } from "./pieces.js";
import { layDown, outline, poseOf } from "./shape.js";
import { make } from "./svg.js";

/** Marks of a position: where one may move, what is forbidden, the last move, the winning row. */
export class Marks {
    /**
     * @param under layer below the pieces
     * @param over layer above them
     */
    constructor(under, over, geometry) {
        this.under = under;
        this.over = over;
        this.geometry = geometry;
    }

    /**
     * Draws the marks anew.
     * @param facts facts of the position
     * @param {{legal: string[], movable: string[], targets: string[], forbidden: string[], trail: string[]}} points
     *   with a dot (legal ones, targets of the held piece), a rim (movable stones), a cross (forbidden), and those that
     *   the last L came from
     */
    show(facts, { legal, movable, targets, forbidden, trail }) {
        this.under.replaceChildren();
        this.over.replaceChildren();
        for (const point of legal) {
            this.dot(point, "mark-legal", facts.variant === "gomoku" ? 12 : 15);
        }
        for (const point of movable) {
            this.circle(this.under, point, "mark-movable", RADIUS[facts.variant] + 5);
        }
        for (const point of targets) {
            this.dot(point, "mark-target", 19);
        }
        for (const point of forbidden) {
            this.cross(point);
        }
        this.lastMove(facts, trail);
        for (const point of facts.winline) {
            this.circle(this.over, point, "mark-winning", RADIUS[facts.variant] - 5);
        }
    }

    circle(layer, point, className, r) {
        const { x, y } = this.geometry.center(point);
        return make("circle", { class: className, cx: x, cy: y, r }, layer);
    }

    dot(point, className, radius) {
        this.circle(this.under, point, className, radius);
    }

    cross(point) {
        const { x, y } = this.geometry.center(point);
        const d = `M${x - 20} ${y - 20}l40 40m0 -40l-40 40`;
        make("path", { class: "mark-forbidden", d }, this.under);
    }

    /** A refusal: a cross that fades away. */
    flash(layer, point) {
        const { x, y } = this.geometry.center(point);
        const mark = make("path", { class: "mark-refused", d: `M${x - 24} ${y - 24}l48 48m0 -48l-48 48` }, layer);
        mark.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], 600).onfinish = () => mark.remove();
    }

    lastMove({ variant, kind, last, rows, side }, trail) {
        const points = pointsOf(last ?? "");
        if (points.length === 0) {
            return;
        }
        if (kind === "shape") {
            this.lastShape(points, trail, { x: "o", o: "x" }[side]);
            return;
        }
        const to = points.at(-1);
        const { row, column } = parsePoint(to);
        this.circle(this.over, to, `mark-last on-${rows[row][column]}`, RADIUS[variant] * 0.24);
        if (points.length === 2) {
            const [a, b] = points.map((point) => this.geometry.center(point));
            make("line", { class: "mark-trail", x1: a.x, y1: a.y, x2: b.x, y2: b.y }, this.under);
            this.circle(this.under, points[0], "mark-left", RADIUS[variant] * 0.7);
        }
    }

    lastShape(points, trail, mover) {
        const pose = trail.length === 4 ? poseOf(trail) : null;
        if (pose) {
            layDown(make("path", { class: `mark-shape-trail of-${mover}`, d: outline(12, 22) }, this.under), pose);
        }
        const placed = poseOf(points.slice(0, 4));
        layDown(make("path", { class: `mark-shape-last of-${mover}`, d: outline(4, 26) }, this.over), placed);
        if (points.length === 6) {
            this.circle(this.under, points[4], `mark-left of-${mover}`, RADIUS.lgame * 0.8);
            this.circle(this.over, points[5], `mark-neutral-last of-${mover}`, RADIUS.lgame + 4);
        }
    }
}
