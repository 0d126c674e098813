/** The levels of Quartet and the players of the source documents. */

/** Skill Level of each named level. */
export const LEVELS = { beginner: 0, easy: 4, casual: 8, club: 12, strong: 16, full: 20 };

/** Games whose every position is in a table; there the table plays at every level. */
const SOLVED = ["lgame", "rhombus"];

/** Personalities of the source documents for a game. */
export function documentPlayers(variant) {
    const own = { othello: ["practice", "staged", "weighted"], gomoku: ["textbook"] };
    return [...(own[variant] ?? ["table"]), "random"];
}

/** Whether the exact value of every position is known, so that limits of time and depth mean nothing. */
export function isSolved(variant) {
    return SOLVED.includes(variant);
}

/** The personality that plays at the named levels. */
export function personality(variant) {
    return isSolved(variant) ? "table" : "search";
}

/** Quartet as a player at a named level, with a second for each move. */
export function quartetAt(level, variant) {
    return {
        kind: "engine",
        engine: "quartet",
        level,
        skill: LEVELS[level] ?? LEVELS.full,
        limit: { movetime: 1000 },
        personality: personality(variant),
        weights: "6:2:4",
    };
}

/** Whether the text is a list of weights P:F:M as option `Weights` takes it. */
export function areWeights(text) {
    const groups = text.split(",");
    return [1, 3, 6].includes(groups.length) && groups.every((group) => /^\d{1,6}:\d{1,6}:\d{1,6}$/.test(group.trim()));
}
