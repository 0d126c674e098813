import { makeButton } from "./frame.js";

/** Distance of the button's middle from the point, in pixels: a finger's width. */
const AWAY = 46;

/** A tick beside a chosen point, which plays the move; for fingers, that cannot aim as well as a mouse. */
export class ConfirmButton {
    constructor(stage, svg, geometry) {
        this.stage = stage;
        this.svg = svg;
        this.geometry = geometry;
        this.button = makeButton(stage, "board-confirm primary", () => this.accept?.());
        this.button.textContent = "✓";
        this.hide();
    }

    hide() {
        this.button.hidden = true;
        this.accept = null;
    }

    /** Shows the button near a point; `accept` is called when it is pressed. */
    show(point, accept, label) {
        this.button.hidden = false;
        this.accept = accept;
        this.button.setAttribute("aria-label", label);
        const { x, y } = this.geometry.center(point);
        const at = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
        const box = this.stage.getBoundingClientRect();
        const [left, top] = [at.x - box.left, at.y - box.top];
        const clamped = Math.min(Math.max(left, 26), box.width - 26);
        this.button.style.left = `${(clamped / box.width) * 100}%`;
        this.button.style.top = `${((top > 90 ? top - AWAY : top + AWAY) / box.height) * 100}%`;
    }
}
