import { CELL, parsePoint } from "./geometry.js";
import { make } from "./svg.js";

/** Keys that move the focus. */
const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"]);

/** The cells over the points: one ARIA grid with one tab stop. */
export class Grid {
    /**
     * @param {SVGElement} layer the topmost layer
     * @param input what is told of keys: `key(event)` → taken or not, `act(point)`, `cancel()` → done or not; `marks()`
     *   has the points where something can be done
     */
    constructor(svg, layer, geometry, input) {
        this.svg = svg;
        this.geometry = geometry;
        this.input = input;
        this.cells = new Map();
        this.labels = new Map();
        svg.setAttribute("role", "grid");
        svg.setAttribute("aria-rowcount", geometry.ranks);
        svg.setAttribute("aria-colcount", geometry.files);
        geometry.lines.forEach((line, y) => this.makeRow(layer, line, y));
        this.setStop(this.startPoint());
        // Not on the drawing itself: Chromium lets Tab stop at an SVG element that listens for focus.
        svg.parentNode.addEventListener("keydown", (event) => this.onKey(event));
        svg.parentNode.addEventListener("focusin", (event) => this.onFocus(event));
    }

    makeRow(layer, line, y) {
        const row = make("g", { role: "row", "aria-rowindex": y + 1 }, layer);
        for (const point of line) {
            const { column } = parsePoint(point);
            const cell = make("g", { role: "gridcell", tabindex: -1, "aria-colindex": column + 1, class: "cell" }, row);
            const at = { x: column * CELL + 4, y: y * CELL + 4, width: CELL - 8, height: CELL - 8, rx: 10 };
            make("rect", { class: "cell-focus", ...at }, cell);
            cell.dataset.point = point;
            this.cells.set(point, cell);
        }
    }

    startPoint() {
        const line = this.geometry.lines[Math.floor((this.geometry.ranks - 1) / 2)];
        return line[Math.floor((line.length - 1) / 2)];
    }

    /** Makes a point the one that Tab leads to. */
    setStop(point) {
        this.cells.get(this.stop)?.setAttribute("tabindex", -1);
        this.cells.get(point).setAttribute("tabindex", 0);
        this.stop = point;
        this.column = parsePoint(point).column;
    }

    /** Moves the focus to a point. */
    focus(point = this.stop) {
        this.cells.get(point).focus();
    }

    /** Whether the focus is on the board. */
    get focused() {
        return this.svg.contains(document.activeElement);
    }

    onFocus({ target }) {
        const point = target.dataset.point;
        if (point && point !== this.stop) {
            this.setStop(point);
        }
    }

    onKey(event) {
        const foreign = event.altKey || event.metaKey || (event.ctrlKey && !["Home", "End"].includes(event.key));
        if (this.focused && !foreign && this.takeKey(event)) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    takeKey(event) {
        const acts = event.key === "Enter" || event.key === " ";
        if ((acts && event.repeat) || this.input.key(event)) {
            return true;
        }
        if (acts) {
            this.input.act(this.stop);
            return true;
        }
        if (event.key === "Escape") {
            return this.input.cancel();
        }
        if (event.key.toLowerCase() === "n" && !event.ctrlKey) {
            return this.focusChoice(event.shiftKey ? -1 : 1);
        }
        return MOVES.has(event.key) && this.moveFocus(event);
    }

    /** Moves the focus to the next point, or the one before, where a move or a part of one is possible. */
    focusChoice(step) {
        const { legal, movable, targets } = this.input.marks();
        const choices = new Set([...legal, ...movable, ...targets]);
        const points = this.geometry.points.filter((point) => point === this.stop || choices.has(point));
        this.focus(points.at((points.indexOf(this.stop) + step) % points.length));
        return true;
    }

    moveFocus({ key, ctrlKey }) {
        const column = this.column;
        const corner = { Home: this.geometry.points[0], End: this.geometry.points.at(-1) }[key];
        const point = ctrlKey && corner ? corner : this.geometry.step(this.stop, key, column);
        this.focus(point);
        if (["ArrowUp", "ArrowDown", "PageUp", "PageDown"].includes(key)) {
            this.column = column;
        }
        return true;
    }

    /** Sets the labels of all cells; only what differs is written. */
    setLabels(labelOf, selected) {
        for (const [point, cell] of this.cells) {
            const label = labelOf(point);
            if (this.labels.get(point) !== label) {
                this.labels.set(point, label);
                cell.setAttribute("aria-label", label);
            }
            const chosen = selected.has(point);
            if (chosen !== cell.hasAttribute("aria-selected")) {
                cell.toggleAttribute("aria-selected", chosen);
                if (chosen) {
                    cell.setAttribute("aria-selected", "true");
                }
            }
        }
    }
}
