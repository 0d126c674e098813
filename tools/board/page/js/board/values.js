import { CROSS, TICK, make } from "./svg.js";

const SYMBOLS = { win: TICK, draw: "M-10 -5H10M-10 6H10", loss: CROSS };

/** How round the corners of a badge are, as a share of its height. */
const ROUNDING = { win: 0.5, draw: 0.25, loss: 0.1 };

/**
 * Values of moves on the board. An exact value is a badge with a symbol and a number, an estimate plain text; the best
 * exact one has a thick rim, the best estimate is bold and underlined. Colour only adds to that: a win, a draw and a
 * loss have badges of different shapes.
 */
export class ValueLayer {
    /** @param {number} fontSize in units of the drawing */
    constructor(layer, fontSize) {
        this.layer = layer;
        this.fontSize = fontSize;
        this.shown = new Map();
    }

    /**
     * Draws values, each with the place `x`, `y` where it stands; what has not changed is left as it is.
     * @param {{x: number, y: number, value: object}[]} places
     */
    show(places) {
        const wanted = new Map(places.map((place) => [`${place.x} ${place.y}`, place]));
        for (const [key, { element }] of this.shown) {
            if (!wanted.has(key)) {
                element.remove();
                this.shown.delete(key);
            }
        }
        for (const [key, { x, y, value }] of wanted) {
            const { exact, outcome, bound, text, best, lossStep } = value;
            const look = [exact, outcome, bound, text, best, lossStep].join();
            const former = this.shown.get(key);
            if (former?.look !== look) {
                former?.element.remove();
                const element = make("g", { transform: `translate(${x} ${y})` }, this.layer);
                this.draw(element, value);
                this.shown.set(key, { element, look });
            }
        }
    }

    draw(element, value) {
        const { exact } = value;
        const kind = exact ? `value-exact ${value.outcome}` : `value-estimate loss-${value.lossStep}`;
        element.setAttribute("class", `value ${kind}${value.best ? " best" : ""}`);
        if (exact) {
            this.drawBadge(element, value);
        } else {
            this.drawText(element, value);
        }
    }

    drawBadge(element, value) {
        const text = numberOf(value);
        const size = this.sizeFor(widthOf(text) + 1.65);
        const scale = size / 34;
        const symbolWidth = 26 * scale;
        const textWidth = widthOf(text) * size;
        const gap = text ? 9 * scale : 0;
        const width = symbolWidth + gap + textWidth + 20 * scale;
        const height = size * 1.42;
        const rx = height * ROUNDING[value.outcome];
        make("rect", { class: "value-badge", x: -width / 2, y: -height / 2, width, height, rx }, element);
        const left = -width / 2 + 10 * scale;
        const transform = `translate(${left + symbolWidth / 2} 0) scale(${scale})`;
        make("path", { class: "value-symbol", d: SYMBOLS[value.outcome], transform }, element);
        write(element, left + symbolWidth + gap + textWidth / 2, text, size);
    }

    drawText(element, value) {
        const text = boundSign(value.bound) + value.text;
        const size = this.sizeFor(widthOf(text));
        write(element, 0, text, size);
        if (value.best) {
            const half = widthOf(text) * size * 0.48;
            make("path", { class: "value-underline", d: `M${-half} ${size * 0.52}H${half}` }, element);
        }
    }

    /** A font size at which something of so many ems fits into a cell. */
    sizeFor(ems) {
        return Math.min(this.fontSize, 95 / ems);
    }
}

/** What stands beside the symbol: the plies to the end, or else the margin with its sign; nothing for a draw. */
function numberOf({ distance, outcome, text }) {
    return outcome === "draw" ? "" : String(distance ?? text);
}

/** The width of a short text, in ems, in a font with wide figures. */
function widthOf(text) {
    return [...text].reduce((sum, each) => sum + (/\d/.test(each) ? 0.62 : each === "." ? 0.32 : 0.82), 0);
}

function boundSign(bound) {
    return { lowerbound: "≥", upperbound: "≤" }[bound] ?? "";
}

function write(element, x, text, size) {
    if (text) {
        make("text", { class: "value-text", x, y: size * 0.36, "font-size": size }, element).textContent = text;
    }
}
