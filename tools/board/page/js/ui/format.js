/** Moves and values in words and short forms. */

import { t } from "../language.js";

/** Symbols of exact results, as on the board. */
export const SYMBOLS = { win: "✓", draw: "=", loss: "✗" };

/** The symbols of chess notation that say how good a move is. */
export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];

/** The name of such a symbol. */
export function glyphName(glyph) {
    return t(`glyph.${GLYPHS.indexOf(glyph)}`);
}

/** A move as people read it. */
export function moveText(move) {
    return move === "pass" ? t("move.pass") : move;
}

/** A value of a move in words, such as "wins in 9 plies" or "+3.2". */
export function valueWords(value) {
    if (!value.exact) {
        const bound = { lowerbound: "≥ ", upperbound: "≤ " }[value.bound] ?? "";
        return bound + value.text;
    }
    if (value.distance !== null && value.outcome !== "draw") {
        return t(value.outcome === "win" ? "value.wins" : "value.loses", { n: value.distance });
    }
    const margin = /[1-9]/.test(value.text);
    return margin ? t("value.exact", { text: value.text }) : t(`value.${value.outcome}`);
}

/**
 * An evaluation in words, from the view of the side that is ahead.
 * @param {{text: string, exact: boolean}} evaluation `text` from Black's view
 * @returns {{side: "x"|"o", short: string, words: string}} `short`: what fits into the evaluation bar
 */
export function leadWords({ text, exact }) {
    const side = /^#?[-−]/.test(text) ? "o" : "x";
    const [, plies] = /^#-?(\d+)$/.exec(text) ?? [];
    if (plies) {
        return { side, short: `#${plies}`, words: t("lead.wins", { side: sideName(side), n: Number(plies) }) };
    }
    if (!/[1-9]/.test(text)) {
        return { side, short: "=", words: t(exact ? "value.draw" : "lead.even") };
    }
    const short = text.replace(/^[−+]/, "+");
    return { side, short, words: t(exact ? "lead.exact" : "lead.estimate", { side: sideName(side), text: short }) };
}

/** A share of 1 as a percentage without decimals. */
export function percent(share) {
    return `${Math.round(share * 100)}%`;
}

/** Remaining time, at least 0: "4:05", under ten seconds with tenths, "7.3". */
export function clockText(ms) {
    const left = Math.max(0, ms);
    if (left < 10_000) {
        return (Math.floor(left / 100) / 10).toFixed(1);
    }
    const seconds = Math.floor(left / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The name of an engine as people read it. */
export function engineName(name) {
    return name === "quartet" ? "Quartet" : name;
}

/** The name of a side: by colour, in the L-Game that of its L. */
export function sideName(side, variant = document.body.dataset.variant) {
    return t(variant === "lgame" ? `side.lgame.${side}` : `side.${side}`);
}
