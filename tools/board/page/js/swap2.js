/** The swap2 opening of Gomoku: who places the first stones, and who chooses a colour. */

/** Numbers of the rules in the Gomocup protocol, whose swap2 dialogue Quartet speaks. */
const RULES = { freestyle: 0, standard: 1, renju: 4 };
/** Milliseconds for each answer of an engine. */
const TIME = 2000;
export const FIRST_CHOICE = 3;
const SECOND_CHOICE = 5;

/** The opening of one game. */
export class Swap2 {
    /** @param {Game} game whose players x and o are the first and the second one; colours come later */
    constructor(game) {
        const { x, o } = game.setup.players;
        this.players = { first: x, second: o };
        this.game = game;
    }

    /**
     * What is to be done with so many stones on the board.
     * @returns {{who: "first"|"second", what: "place"|"choose"}}
     */
    next(stones) {
        if (stones < FIRST_CHOICE) {
            return { who: "first", what: "place" };
        }
        if (stones < SECOND_CHOICE) {
            return { who: "second", what: this.game.hasMore ? "place" : "choose" };
        }
        return { who: "first", what: "choose" };
    }

    /**
     * Carries out a choice.
     * @param {"first"|"second"} who
     * @param {"black"|"white"|"more"} choice
     * @returns {{x: object, o: object}|null} the players by colour; null: two more stones come first
     */
    choose(who, choice) {
        if (choice === "more") {
            this.game.hasMore = true;
            return null;
        }
        const { first, second } = this.players;
        const [own, other] = who === "first" ? [first, second] : [second, first];
        return choice === "black" ? { x: own, o: other } : { x: other, o: own };
    }
}

/**
 * Asks Quartet what to do in the opening.
 * @param {Connection} connection
 * @param {object} options of the game's setup
 * @param {string[]} stones points in the order of placing, black first
 * @returns {Promise<{choice: "black"|"white"|"more"|null, stones: string[]}>} choice: null with an empty board;
 *   stones: those to be placed
 */
export function askEngine(connection, options, stones) {
    return new Promise((resolve, reject) => {
        const engine = connection.engine("quartet", {
            line(line) {
                const answer = answerOf(line, stones.length);
                if (answer) {
                    engine.quit();
                    resolve(answer);
                }
            },
            refused: (reason) => reject(new Error(reason)),
            ended: (reason) => reject(new Error(reason)),
        });
        engine.send(`INFO rule ${RULES[options.Rule]}`, `INFO timeout_turn ${TIME}`, `START ${options.BoardSize}`,
            "SWAP2BOARD", ...stones.map(coordinates), "DONE");
    });
}

function answerOf(line, count) {
    if (line === "SWAP") {
        return { choice: "black", stones: [] };
    }
    if (!/^\d+,\d+( \d+,\d+)*$/.test(line)) {
        return null;
    }
    const placed = line.split(" ").map(pointOf);
    if (count === 0) {
        return { choice: null, stones: placed };
    }
    // One point is White's move, so the engine keeps White.
    return { choice: placed.length > 1 ? "more" : "white", stones: placed };
}

/** `h8` as `7,7`. */
function coordinates(point) {
    return `${point.charCodeAt(0) - "a".charCodeAt(0)},${Number(point.slice(1)) - 1}`;
}

/** `7,7` as `h8`. */
function pointOf(text) {
    const [column, row] = text.split(",").map(Number);
    return String.fromCharCode("a".charCodeAt(0) + column) + (row + 1);
}
