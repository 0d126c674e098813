/** The info lines of the protocol, and what they say of moves. */

/** Winning chance lost against the best move, from 0 to 1, at which the colour of a value changes. */
const LOSS_STEPS = [0.01, 0.04, 0.1, 0.2];
/** Words of an info line that are followed by one number. */
const NUMBERS = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"];

/**
 * Reads an info line about a search result.
 * @returns {object|null} its numbers by name, `score: {kind: "cp"|"mate", value}`, `bound`, `wdl: [w, d, l]|null`,
 *   `pv: string[]`; null for any other line
 */
export function readInfo(line) {
    const words = line.split(" ");
    if (words[0] !== "info" || words[1] === "string") {
        return null;
    }
    const info = { multipv: 1, bound: null, wdl: null, pv: [] };
    for (let i = 1; i < words.length; i += 1) {
        const word = words[i];
        if (NUMBERS.includes(word)) {
            info[word] = Number(words[i += 1]);
        } else if (word === "score") {
            info.score = { kind: words[i + 1], value: Number(words[i + 2]) };
            i += 2;
        } else if (word === "lowerbound" || word === "upperbound") {
            info.bound = word;
        } else if (word === "wdl") {
            info.wdl = words.slice(i + 1, i + 4).map(Number);
            i += 3;
        } else if (word === "pv") {
            info.pv = words.slice(i + 1);
            break;
        }
    }
    return info.score && info.pv.length > 0 ? info : null;
}

/** The selectivity in percent that an info line reports about the line before it, or null. */
export function readSelectivity(line) {
    const percent = /^info string selectivity (\d+)%/.exec(line)?.[1];
    return percent ? Number(percent) : null;
}

/**
 * What an info line says, for the side to move. After `ugi` distances are in plies.
 * @param {object} info as readInfo gives it
 * @param {string} variant
 */
export function valueOf(info, variant) {
    const { score, wdl, bound } = info;
    const chance = wdl ? (wdl[0] + wdl[1] / 2) / 1000 : chanceOf(score);
    // The protocol promises that only what is known is certain.
    const known = wdl ? wdl.includes(1000) : score.kind === "mate";
    const outcome = known && !bound ? outcomeOf(chance) : null;
    const distance = score.kind === "mate" ? Math.abs(score.value) : null;
    return { exact: outcome !== null, outcome, bound, distance, chance, text: textOf(score, variant, outcome) };
}

/** The chance of a score of an engine that does not tell it. */
function chanceOf({ kind, value }) {
    if (kind === "mate") {
        return value > 0 ? 1 : 0;
    }
    return 1 / (1 + Math.exp(-value / 250));
}

function outcomeOf(chance) {
    return chance > 0.5 ? "win" : chance < 0.5 ? "loss" : "draw";
}

function textOf({ kind, value }, variant, outcome) {
    if (kind === "mate") {
        return `#${value}`;
    }
    const isMargin = variant === "othello";
    if (outcome && isMargin) {
        return value === 0 ? "0" : signed(value / 100, 0);
    }
    return outcome === "draw" ? "=" : signed(value / 100, Math.abs(value) < 995 ? 1 : 0);
}

/** A number with its sign, and so many decimals. */
function signed(number, decimals) {
    const text = Math.abs(number).toFixed(decimals);
    const isZero = Number(text) === 0;
    return (isZero ? "" : number > 0 ? "+" : "−") + text;
}

/** The value of a position for Black, from -1 to 1, with the words of the engine turned round where White moves. */
export function forBlack(value, side, variant, info) {
    const chance = side === "x" ? value.chance : 1 - value.chance;
    const score = side === "x" ? info.score : { kind: info.score.kind, value: -info.score.value };
    return { value: 2 * chance - 1, exact: value.exact, text: textOf(score, variant, value.outcome) };
}

/**
 * The value of a position for Black, as the analysis of a game reports it.
 * @param {object|string} reported for the side to move: `{estimate: n}` or `{discs: n}`, `{win: plies}`, `{loss: plies}`,
 *   or "draw"
 * @param {[number, boolean]} expected Black's expected score from 0 to 1, and whether it is exact
 */
export function ofReport(reported, side, variant, [chance, exact]) {
    const sign = side === "x" ? 1 : -1;
    const [[kind, amount]] = reported === "draw" ? [["draw", 0]] : Object.entries(reported);
    const score = {
        estimate: { kind: "cp", value: sign * amount },
        discs: { kind: "cp", value: sign * 100 * amount },
        draw: { kind: "cp", value: 0 },
        win: { kind: "mate", value: sign * amount },
        loss: { kind: "mate", value: -sign * amount },
    }[kind];
    return { value: 2 * chance - 1, exact, text: textOf(score, variant, exact ? outcomeOf(chance) : null) };
}

/**
 * The value of a position for Black, as a record notes it about the move that led there.
 * @param {object} noted for the player who made the move: `{estimate: n}`, `{discs: n}`, or `{mate: n}` with the number
 *   of the winner's moves from that one on, negative if the other player wins
 */
export function ofNote(noted, side, variant) {
    const [[kind, amount]] = Object.entries(noted);
    const mate = amount > 0 ? { win: 2 * amount - 2 } : { loss: -2 * amount - 1 };
    const cp = kind === "discs" ? 100 * amount : amount;
    const chance = kind === "estimate" ? chanceOf({ kind: "cp", value: cp }) : (1 + Math.sign(amount)) / 2;
    const forX = side === "x" ? chance : 1 - chance;
    return ofReport(kind === "mate" ? mate : noted, side, variant, [forX, kind !== "estimate"]);
}

/**
 * Values of moves from the lines of a search, best first.
 * @param {object[]} infos one for each move
 * @param {string} variant
 */
export function valuesOf(infos, variant) {
    const best = infos.length > 0 ? valueOf(infos[0], variant) : null;
    return infos.map((info, index) => {
        const value = valueOf(info, variant);
        const isBest = index === 0 || (value.exact && best.exact && value.text === best.text);
        const lossStep = LOSS_STEPS.filter((step) => best.chance - value.chance >= step).length;
        return { ...value, move: info.pv[0], rank: index + 1, lossStep, best: isBest, depth: info.depth ?? null };
    });
}
