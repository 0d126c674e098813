/** The analysis of a whole game by the server: progress, then the game with symbols, values and best lines. */

import { gameOf, post, recordOf } from "./records.js";

/** Othello: positions with at most this many empty squares are solved. */
const EXACT = 20;
/** Memory in MiB and threads of the analysis. */
const HASH = 128;
const THREADS = 1;

/**
 * Analyses the main line of a game.
 * @param {Game} game
 * @param {number} movetime milliseconds for each position
 * @param {(told: object) => void} onProgress `done` of `of` positions, and of the last of them `ply`, `side`, and `value`
 *   and `expected` as `ofReport` takes them
 * @param {AbortSignal} signal ends it
 * @returns {Promise<{game: Game, report: object, expected: [number, boolean][], accuracy: [number|null, number|null]}>}
 *   fails with the server's word, or with an AbortError
 */
export async function analyseGame(game, movetime, onProgress, signal) {
    const order = { game: recordOf(game), movetime, exact: EXACT, threads: THREADS, hash: HASH };
    const response = await post("/analysis", new Blob([JSON.stringify(order)], { type: "application/json" }), signal);
    for await (const told of lines(response.body)) {
        if (told.error) {
            throw new Error(told.error);
        }
        if (told.report) {
            return { ...told, game: gameOf(told.game) };
        }
        onProgress(told);
    }
    throw new Error("the analysis has ended by itself");
}

/** The objects of a stream with one on each line. */
async function* lines(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        const whole = text.split("\n");
        text = whole.pop();
        yield* whole.map((line) => JSON.parse(line));
    }
}
