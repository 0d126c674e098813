import { pointsOf } from "./geometry.js";
import { RADIUS } from "./pieces.js";
import { layDown, outline, poseOf } from "./shape.js";
import { make } from "./svg.js";

/** Where a small number stands that leaves the middle of a cell to a value, above it, and its radius. */
const TAGS = {
    othello: { x: -38, y: -37, radius: 15 },
    gomoku: { x: -36, y: -50, radius: 19 },
    rhombus: { x: -30, y: -36, radius: 17 },
    lgame: { x: -34, y: -36, radius: 17 },
};

/** Draws the best line: numbered ghosts for placed pieces, arrows for steps, the outline of an L. */
export class LineLayer {
    /**
     * @param layer where ghosts and arrows are drawn, below values
     * @param tagLayer where small numbers are drawn, above them
     */
    constructor(layer, tagLayer, geometry, variant) {
        this.layer = layer;
        this.tagLayer = tagLayer;
        this.tag = TAGS[variant];
        this.geometry = geometry;
        this.radius = RADIUS[variant];
    }

    /**
     * @param {string[]} moves the line, the first move first
     * @param {"x"|"o"} side who makes the first move
     * @param {Set<string>} valued points that carry a value: their ghost leaves the middle free
     */
    show(moves, side, valued) {
        this.layer.replaceChildren();
        this.tagLayer.replaceChildren();
        const seen = new Set();
        moves.forEach((move, n) => {
            const points = pointsOf(move);
            const mover = n % 2 === 0 ? side : { x: "o", o: "x" }[side];
            if (points.length > 2) {
                this.shape(points, mover, n);
            } else if (points.length === 2) {
                this.arrow(points, mover, n + 1);
            } else if (points.length === 1 && !seen.has(points[0])) {
                seen.add(points[0]);
                this.ghost(points[0], mover, n + 1, valued.has(points[0]));
            }
        });
    }

    ghost(point, side, number, valued) {
        const { x, y } = this.geometry.center(point);
        if (valued) {
            this.drawTag(side, x + this.tag.x, y + this.tag.y, number);
            return;
        }
        const place = make("g", { class: `ghost ghost-${side}`, transform: `translate(${x} ${y})` }, this.layer);
        make("circle", { class: "ghost-disc", r: this.radius - 3 }, place);
        make("text", { class: "ghost-number", y: 14, "font-size": 40 }, place).textContent = number;
    }

    /** A small numbered disc, where the number must leave room for something else. */
    drawTag(side, x, y, number) {
        const { radius } = this.tag;
        const place = make("g", { class: `ghost ghost-${side}` }, this.tagLayer);
        make("circle", { class: "ghost-tag", cx: x, cy: y, r: radius }, place);
        const at = { x, y: y + radius * 0.53, "font-size": radius * 1.5 };
        make("text", { class: "ghost-number", ...at }, place).textContent = number;
    }

    arrow(points, side, number) {
        const [from, to] = points.map((point) => this.geometry.center(point));
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
        const at = (along, across) => `${from.x + dx * along - dy * across} ${from.y + dy * along + dx * across}`;
        const tip = length - 14;
        const neck = tip - 34;
        const corners = [[16, -8], [neck, -8], [neck, -23], [tip, 0], [neck, 23], [neck, 8], [16, 8]];
        const d = `M${corners.map((corner) => at(...corner)).join("L")}Z`;
        const place = make("g", { class: `ghost ghost-${side}` }, this.layer);
        place.style.opacity = Math.max(0.45, 1 - (number - 1) * 0.12);
        make("path", { class: "ghost-arrow", d }, place);
        this.drawTag(side, from.x + dx * 14, from.y + dy * 14, number);
    }

    /** Only the first move of a line of Ls can be drawn: later ones stand where others stand now. */
    shape(points, side, n) {
        if (n > 0) {
            return;
        }
        const place = make("g", { class: `ghost ghost-${side}` }, this.layer);
        layDown(make("path", { class: "ghost-shape-line", d: outline(10, 22) }, place), poseOf(points.slice(0, 4)));
        if (points.length === 6) {
            const [from, to] = points.slice(4).map((point) => this.geometry.center(point));
            make("line", { class: "ghost-neutral-line", x1: from.x, y1: from.y, x2: to.x, y2: to.y }, place);
            make("circle", { class: "ghost-neutral", cx: to.x, cy: to.y, r: this.radius }, place);
        }
    }
}
