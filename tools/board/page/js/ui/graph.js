/** The graph of the evaluation over the game: the dark area is Black's share, as in the bar. */

import { t } from "../language.js";
import { drawn, element, setText } from "./dom.js";
import { sideName } from "./format.js";

/** Room for marks at the borders, in pixels. */
const MARGIN = 7;

/**
 * Makes the graph in `host`.
 * @param {{go: (n: number) => void}} handlers `go(n)`: show the position after n moves
 */
export function createGraph(host, handlers) {
    const svg = drawn("svg", { "aria-hidden": "true" });
    const readout = element("div", { className: "graph-text", aria: { hidden: "true" } });
    const slider = element("div", { className: "graph-area", tabIndex: 0, aria: { role: "slider" } }, svg);
    let points = [];
    let at = 0;
    let pointed = null;
    host.replaceChildren(slider, readout);

    const last = () => Math.max(1, points.length - 1);
    const nearest = (event) => {
        const box = slider.getBoundingClientRect();
        const share = (event.clientX - box.left - MARGIN) / (box.width - 2 * MARGIN);
        return Math.max(0, Math.min(points.length - 1, Math.round(share * last())));
    };

    function words(n) {
        const point = points[n];
        const key = !point ? "graph.unknown" : point.exact ? "graph.exact" : "graph.estimate";
        return t(key, { n, text: point?.text, side: sideName("x") });
    }

    function describe() {
        host.classList.toggle("none", points.length < 2);
        slider.setAttribute("aria-label", t("graph.label"));
        slider.setAttribute("aria-valuemin", "0");
        slider.setAttribute("aria-valuemax", String(Math.max(0, points.length - 1)));
        slider.setAttribute("aria-valuenow", String(at));
        slider.setAttribute("aria-valuetext", words(at));
        setText(readout, points.length < 2 ? t("graph.none") : words(pointed ?? at));
    }

    function draw() {
        const { width, height } = slider.getBoundingClientRect();
        if (width > 0) {
            svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
            const scale = {
                x: (n) => MARGIN + (n / last()) * (width - 2 * MARGIN),
                y: (value) => MARGIN + ((1 - value) / 2) * (height - 2 * MARGIN),
                step: (width - 2 * MARGIN) / last(),
                width,
                height,
            };
            svg.replaceChildren(...shapes(points, at, pointed, scale));
        }
        describe();
    }

    listen(slider, {
        go: (n) => points.length > 1 && handlers.go(Math.max(0, Math.min(points.length - 1, n))),
        current: () => at,
        end: () => points.length - 1,
        nearest,
        point(n) {
            if (n !== pointed) {
                pointed = n;
                draw();
            }
        },
    });
    new ResizeObserver(draw).observe(slider);
    return {
        /**
         * @param {({n: number, value: number, exact: boolean, text: string}|null)[]} shown one for each position from
         *   the start; value from -1 to 1, 1: Black wins
         * @param {number} current how many moves are played in the position shown
         */
        show(shown, current) {
            points = shown;
            at = current;
            draw();
        },
        render: draw,
    };
}

function listen(slider, graph) {
    slider.addEventListener("click", (event) => graph.go(graph.nearest(event)));
    slider.addEventListener("pointermove", (event) => graph.point(graph.nearest(event)));
    slider.addEventListener("pointerleave", () => graph.point(null));
    slider.addEventListener("keydown", (event) => {
        const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
        const goal = { Home: 0, End: graph.end() }[event.key] ?? graph.current() + (steps[event.key] ?? NaN);
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
        if (point?.exact && (step >= 4 || n === at || !points[n - 1]?.exact)) {
            const place = `M${x(n)} ${y(point.value)}`;
            made.push(drawn("path", { class: "graph-exact", d: `${place}m0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z` }));
        } else if (point && (step >= 9 || n === at)) {
            made.push(drawn("circle", { class: "graph-estimate", cx: x(n), cy: y(point.value), r: 2.5 }));
        }
    });
    return made;
}
