import { CELL } from "./geometry.js";
import { cellsOf, layDown, outline } from "./shape.js";
import { CROSS, TICK, make } from "./svg.js";

/** Shows where a held L would land and whether it may, and where it was lifted from. */
export class ShapeGhost {
    /**
     * @param layer where the outline is drawn, below the held piece
     * @param signLayer where the tick or cross is drawn, above it
     */
    constructor(layer, signLayer) {
        this.layer = layer;
        this.signLayer = signLayer;
        this.parts = [];
    }

    clear() {
        this.parts.forEach((part) => part.remove());
        this.parts = [];
    }

    /**
     * @param {Pose} home where the piece was lifted from
     * @param {Pose|null} pose where it would land; null: only `home` is shown
     * @param {boolean} legal whether it may land there
     * @param {number[][]} clashes cells, as [column, row], that others stand on
     */
    show(home, pose, legal, clashes) {
        this.clear();
        const ghost = make("g", { class: `ghost-shape ${legal ? "legal" : "illegal"}` }, this.layer);
        this.parts.push(ghost);
        layDown(make("path", { class: "ghost-home", d: outline(14, 20) }, ghost), home);
        if (pose === null) {
            return;
        }
        layDown(make("path", { class: "ghost-outline", d: outline(4, 26) }, ghost), pose);
        this.sign(pose, legal, clashes);
    }

    /** A tick or a cross on the foot of the L, and hatching on what it clashes with. */
    sign(pose, legal, clashes) {
        const sign = make("g", { class: `ghost-shape ${legal ? "legal" : "illegal"}` }, this.signLayer);
        this.parts.push(sign);
        for (const [column, row] of clashes) {
            const transform = `translate(${column * CELL} ${row * CELL})`;
            make("path", { class: "ghost-hatch", d: "M12 40L40 12M12 88L88 12M60 88L88 60", transform }, sign);
        }
        const [column, row] = cellsOf(pose)[3];
        const transform = `translate(${(column + 0.5) * CELL} ${(row + 0.5) * CELL})`;
        make("circle", { class: "ghost-plate", r: 21, transform }, sign);
        make("path", { class: "ghost-sign", d: legal ? TICK : CROSS, transform }, sign);
    }
}
