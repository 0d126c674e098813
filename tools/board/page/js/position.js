/** Lines of the protocol that select a game and a position. */

/** Options of the rules, besides those that a setup names, with their values at start. */
const DEFAULTS = { BoardSize: "15", Rule: "freestyle" };

/** The lines that select the game of a setup with its rules. */
export function selection({ variant, options }) {
    const rules = variant === "gomoku" ? { ...DEFAULTS, ...options } : {};
    const set = Object.entries(rules).map(([name, value]) => `setoption name ${name} value ${value}`);
    return [`variant ${variant}`, ...set];
}

/** A key that differs between setups that `selection` selects by different lines. */
export function selectionKey({ variant, options }) {
    return JSON.stringify([variant, options]);
}

/** The line that sets a position: `start` is `startpos` or `fen <text>`. */
export function position(start, moves) {
    return moves.length > 0 ? `position ${start} moves ${moves.join(" ")}` : `position ${start}`;
}

/** The text of an error line, or null. */
export function errorOf(line) {
    return line.startsWith("info string error: ") ? line.slice("info string error: ".length) : null;
}
