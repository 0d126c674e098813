/** The graph of the evaluation over the game: the dark area is Black's share, as in the bar. */

import { t } from "../language.js";
import { drawn, element, setText } from "./dom.js";
import { leadWords } from "./format.js";

/** Room for marks at the borders, in pixels. */
const MARGIN = 7;

/**
 * Makes the graph in `host`.
 * @param {{go: (n: number) => void}} handlers `go(n)`: show the position after n moves
 */
export function createGraph(host, handlers) {
    return new Graph(host, handlers);
}

class Graph {
    constructor(host, handlers) {
        this.host = host;
        this.handlers = handlers;
        this.svg = drawn("svg", { "aria-hidden": "true" });
        this.readout = element("div", { className: "graph-text", aria: { hidden: "true" } });
        this.slider = element("div", { className: "graph-area", tabIndex: 0, aria: { role: "slider" } }, this.svg);
        this.points = [];
        this.at = 0;
        this.pointed = null;
        host.replaceChildren(this.slider, this.readout);
        listen(this.slider, this);
        new ResizeObserver(() => this.render()).observe(this.slider);
    }

    /**
     * @param {({value: number, exact: boolean, text: string, mark: string|null}|null)[]} points one for each position
     *   from the start; value from -1 to 1, 1: Black wins; mark: a symbol for the move that led to it
     * @param {number} at how many moves are played in the position shown
     */
    show(points, at) {
        this.points = points;
        this.at = at;
        this.render();
    }

    /** Draws everything, also after a change of language. */
    render() {
        const { width, height } = this.slider.getBoundingClientRect();
        if (width > 0) {
            this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
            const step = (width - 2 * MARGIN) / this.last();
            const scale = {
                x: (n) => MARGIN + n * step,
                y: (value) => MARGIN + ((1 - value) / 2) * (height - 2 * MARGIN),
                step,
                width,
                height,
            };
            this.svg.replaceChildren(...shapes(this.points, this.at, this.pointed, scale));
        }
        this.describe();
    }

    describe() {
        const none = !this.points.some(Boolean);
        this.host.classList.toggle("none", none);
        this.slider.setAttribute("aria-label", t("graph.label"));
        this.slider.setAttribute("aria-valuemin", "0");
        this.slider.setAttribute("aria-valuemax", String(Math.max(0, this.points.length - 1)));
        this.slider.setAttribute("aria-valuenow", String(this.at));
        this.slider.setAttribute("aria-valuetext", this.words(this.at));
        setText(this.readout, none ? t("graph.none") : this.words(this.pointed ?? this.at));
    }

    words(n) {
        const point = this.points[n];
        return t(point ? "graph.value" : "graph.unknown", { n, words: point ? leadWords(point).words : "" });
    }

    /** The last position, at least 1, so that there is a scale. */
    last() {
        return Math.max(1, this.points.length - 1);
    }

    /** The position below the pointer. */
    nearest(event) {
        const box = this.slider.getBoundingClientRect();
        const share = (event.clientX - box.left - MARGIN) / (box.width - 2 * MARGIN);
        return Math.max(0, Math.min(this.points.length - 1, Math.round(share * this.last())));
    }

    go(n) {
        if (this.points.length > 1) {
            this.handlers.go(Math.max(0, Math.min(this.points.length - 1, n)));
        }
    }

    /** Shows the value of a position while the pointer is on it; null: no longer. */
    point(n) {
        if (n !== this.pointed) {
            this.pointed = n;
            this.render();
        }
    }
}

function listen(slider, graph) {
    slider.addEventListener("click", (event) => graph.go(graph.nearest(event)));
    slider.addEventListener("pointermove", (event) => graph.point(graph.nearest(event)));
    slider.addEventListener("pointerleave", () => graph.point(null));
    slider.addEventListener("keydown", (event) => {
        const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
        const goal = { Home: 0, End: graph.last() }[event.key] ?? graph.at + (steps[event.key] ?? NaN);
        if (!Number.isNaN(goal) && !event.ctrlKey && !event.altKey && !event.metaKey) {
            graph.go(goal);
            event.preventDefault();
            event.stopPropagation();
        }
    });
}

/** The points without gaps between them. */
function runs(points) {
    const found = [];
    points.forEach((point, n) => {
        if (point && !points[n - 1]) {
            found.push([]);
        }
        if (point) {
            found.at(-1).push({ ...point, n });
        }
    });
    return found;
}

function shapes(points, at, pointed, { x, y, step, width, height }) {
    const made = [];
    for (const run of runs(points)) {
        const path = run.map(({ n, value }) => `${x(n)} ${y(value)}`).join("L");
        const [from, to] = [x(run[0].n), x(run.at(-1).n)];
        made.push(drawn("rect", { class: "graph-white", x: from, y: 0, width: to - from, height }));
        made.push(drawn("path", { class: "graph-black", d: `M${from} ${height}L${path}L${to} ${height}Z` }));
        made.push(drawn("path", { class: "graph-line", d: `M${path}` }));
    }
    made.push(drawn("path", { class: "graph-middle", d: `M0 ${y(0)}H${width}` }));
    for (const n of pointed === null ? [at] : [at, pointed]) {
        made.push(drawn("path", { class: n === at ? "graph-at" : "graph-pointed", d: `M${x(n)} 0V${height}` }));
    }
    points.forEach((point, n) => {
        if (["?", "??", "?!"].includes(point?.mark)) {
            const above = y(point.value) > height / 2;
            const place = { x: x(n), y: y(point.value) + (above ? -6 : 14) };
            made.push(drawn("text", { class: "graph-mark", ...place }, point.mark));
        }
        if (point?.exact && (step >= 4 || n === at || !points[n - 1]?.exact)) {
            const place = `M${x(n)} ${y(point.value)}`;
            made.push(drawn("path", { class: "graph-exact", d: `${place}m0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z` }));
        } else if (point && (step >= 9 || n === at)) {
            made.push(drawn("circle", { class: "graph-estimate", cx: x(n), cy: y(point.value), r: 2.5 }));
        }
    });
    return made;
}
