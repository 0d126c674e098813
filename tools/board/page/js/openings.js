/**
 * Names of openings: what the first moves of a game are called.
 *
 * A file of openings/ has `lines`, moves with their names by language, `source`, where these facts come from, and
 * `transpositions`, moves that lead to the very position of others, `as`. With these every named position of Othello
 * is recognized that at most nine moves lead to.
 */

import { parsePoint, pointName, pointsOf } from "./board/geometry.js";

/** The symmetries of a square: whether column and row are exchanged, then which of the two are counted from the end. */
const SQUARE = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({ swap: n % 2 === 1, columns: n % 4 > 1, rows: n > 3 }));

/** The games that have names: the file, the side of the board, and the symmetries of the start position. */
const GAMES = {
    othello: { file: "othello", side: 8, symmetries: SQUARE.filter(({ columns, rows }) => columns === rows) },
    gomoku: { file: "renju", side: 15, symmetries: SQUARE },
};

/** The openings of games, as promises. */
const kept = new Map();

/**
 * The openings of a game, for `openingName`; fails if their file cannot be read.
 * @param {{setup: {variant: string, options: object}, start: string}} game
 * @returns {Promise<object|null>} null if there are none for this variant, this size of the board or this start
 */
export async function loadOpenings({ setup, start }) {
    const game = GAMES[setup.variant];
    if (!game || start !== "startpos" || Number(setup.options.BoardSize ?? game.side) !== game.side) {
        return null;
    }
    if (!kept.has(game)) {
        const reading = read(game);
        kept.set(game, reading);
        reading.catch(() => kept.delete(game));
    }
    return kept.get(game);
}

async function read({ file, side, symmetries }) {
    const response = await fetch(new URL(`../openings/${file}.json`, import.meta.url));
    if (!response.ok) {
        throw new Error(`openings of ${file}: ${response.status}`);
    }
    const { lines, transpositions = [] } = await response.json();
    return {
        side,
        symmetries,
        names: new Map(lines.map((line) => [line.moves, line.names])),
        longest: Math.max(...lines.map((line) => pointsOf(line.moves).length)),
        transpositions: transpositions.map(({ moves, as }) => ({ moves: pointsOf(moves), as: pointsOf(as) })),
    };
}

/**
 * The name of the longest named opening that a game begins with, however the board is turned or mirrored and also in
 * another order of moves.
 * @param {object} openings what `loadOpenings` gave, not null
 * @param {string[]} moves the moves of the game from its start
 * @param {string} language a code such as "zh-Hant"; English stands in for a name that it does not have
 * @returns {string|null} null if no opening of this game has a name
 */
export function openingName(openings, moves, language) {
    const games = equivalents(openings, moves.slice(0, openings.longest));
    for (let n = openings.longest; n > 0; n -= 1) {
        for (const game of games) {
            const names = game.length >= n && openings.names.get(game.slice(0, n).join(""));
            if (names) {
                return names[language] ?? names.en;
            }
        }
    }
    return null;
}

/** Games that lead to the same position, but for symmetry: all images of these moves, and transpositions of those. */
function equivalents({ side, symmetries, transpositions }, moves) {
    const images = symmetries.map((symmetry) => moves.map((move) => image(move, symmetry, side)));
    return transpositions.reduce((games, transposition) => {
        const begun = games.filter((game) => transposition.moves.every((move, n) => move === game[n]));
        return [...games, ...begun.map((game) => [...transposition.as, ...game.slice(transposition.as.length)])];
    }, images);
}

/** The move that a symmetry makes of a move; a pass stays what it is. */
function image(move, { swap, columns, rows }, side) {
    if (pointsOf(move).length !== 1) {
        return move;
    }
    const { column, row } = parsePoint(move);
    const [x, y] = swap ? [row, column] : [column, row];
    return pointName(columns ? side - 1 - x : x, rows ? side - 1 - y : y);
}
