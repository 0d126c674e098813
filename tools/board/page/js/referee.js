/** The rules, asked of an engine: the page itself knows none. */

import { errorOf, position, selection, selectionKey } from "./position.js";

/** How many positions are sent together: the server keeps a bounded number of lines for an engine. */
const AT_ONCE = 20;
/** What is asked about every position. */
const QUESTIONS = ["board", "side", "ply", "result", "reason", "line", "stones", "hand", "lastmove", "position"];

/** The engine has ended before it answered. */
export class EngineEnded extends Error {}

/** An engine that only answers questions about positions. */
export class Referee {
    /** @param {Connection} connection */
    constructor(connection) {
        Object.assign(this, { connection, engine: null });
        /** Told the reason when the engine has ended by itself; the next question starts another one. */
        this.onEnded = () => {};
        /** The last look: they come one after another, since each first selects its game. */
        this.last = Promise.resolve();
    }

    /** Starts the engine, which the first question would do otherwise. */
    start() {
        this.waiting = [];
        this.lines = [];
        this.selected = null;
        const end = (reason) => this.end(reason);
        const handlers = { line: (line) => this.receive(line), refused: end, ended: end };
        this.engine = this.connection.engine("quartet", handlers);
        // It never searches, so that it needs no memory for it.
        this.engine.send("setoption name Hash value 1");
    }

    end(reason) {
        this.engine?.quit();
        this.engine = null;
        this.waiting.forEach(({ reject }) => reject(new EngineEnded(reason)));
        this.onEnded(reason);
    }

    receive(line) {
        if (line === "readyok") {
            this.waiting.shift()?.resolve(this.lines);
            this.lines = [];
        } else {
            this.lines.push(line);
        }
    }

    /** Sends lines; resolves with the lines that answer them. */
    ask(lines) {
        if (!this.engine) {
            this.start();
        }
        this.engine.send(...lines, "isready");
        return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
    }

    /** Selects a game; resolves with what stays the same in it: `variant`, `kind`, `adjacency`. */
    async select(setup) {
        const key = selectionKey(setup);
        if (!this.engine || this.selected?.key !== key) {
            const lines = await this.ask([...selection(setup), "query adjacency"]);
            const kind = /^info string variant \S+ .* moves (\w+) startpos /.exec(lines[0])?.[1];
            if (!kind) {
                throw new Error(lines.map(errorOf).find(Boolean) ?? "no answer");
            }
            const lineWords = wordsOf(lines.at(-1));
            this.selected = { key, variant: setup.variant, kind, adjacency: lineWords.map((pair) => pair.split("-")) };
        }
        return this.selected;
    }

    /**
     * Looks at a position; fails with the engine's own word if there is no such position.
     * @param {{variant: string, options: object}} setup
     * @param {string} start `startpos` or `fen <text>`
     * @param {string[]} moves
     * @returns {Promise<{facts: object, changes: {point: string, piece: string}[]|null}>} the facts of the position, and
     *   what the last move changed on the board
     */
    look(setup, start, moves) {
        return this.inTurn(() => this.lookNow(setup, start, moves));
    }

    /**
     * Takes moves that are against the rules, and all that follows them, out of the tree of a game; fails with the
     * engine's own word if its first position is wrong.
     * @returns {Promise<string|null>} the engine's word for the first of these moves; null if there are none
     */
    prune(game) {
        return this.inTurn(() => this.pruneNow(game));
    }

    /** Does something when all that came before it is done. */
    inTurn(job) {
        const done = this.last.then(job);
        this.last = done.catch(() => {});
        return done;
    }

    async pruneNow(game) {
        await this.select(game.setup);
        const { tree } = game;
        const ends = [tree.root, ...tree.nodes()].filter(({ children }) => children.length === 0);
        const faults = await this.faultsOf(game, ends);
        return faults.some(Boolean) ? this.pruneLevels(game) : null;
    }

    /** Takes illegal moves out, those after fewer moves first: what follows them need not be looked at. */
    async pruneLevels(game) {
        const { tree } = game;
        let first = null;
        for (let level = [tree.root]; level.length > 0;) {
            const faults = await this.faultsOf(game, level);
            if (level[0] === tree.root && faults[0]) {
                throw new Error(faults[0]);
            }
            first ??= faults.find(Boolean) ?? null;
            level.filter((_, index) => faults[index]).forEach((node) => tree.remove(node));
            level = level.filter((_, index) => !faults[index]).flatMap(({ children }) => children);
        }
        return first;
    }

    /** The engine's word for each of these positions of a game that is against the rules; null for the others. */
    async faultsOf({ start }, nodes) {
        const faults = [];
        for (let from = 0; from < nodes.length; from += AT_ONCE) {
            const some = nodes.slice(from, from + AT_ONCE);
            const lines = await this.ask(some.flatMap((node) =>
                [position(start, node.path().map(({ move }) => move)), "query ply"]));
            let fault = null;
            for (const line of lines) {
                fault = errorOf(line) ?? fault;
                if (errorOf(line) === null) {
                    faults.push(fault);
                    fault = null;
                }
            }
        }
        return faults;
    }

    async lookNow(setup, start, moves) {
        const { variant, kind, adjacency } = await this.select(setup);
        const last = moves.at(-1);
        const before = last ? [position(start, moves.slice(0, -1)), `query changes ${last}`] : [];
        const lines = await this.ask([
            ...before, position(start, moves), ...QUESTIONS.map((question) => `query ${question}`), "moves",
        ]);
        const error = lines.map(errorOf).find(Boolean);
        if (error) {
            throw new Error(error);
        }
        const answers = lines.slice(last ? 1 : 0);
        const facts = factsOf({ variant, kind, adjacency }, answers);
        return { facts, changes: last ? wordsOf(lines[0]).map(changeOf) : null };
    }
}

function factsOf(game, answers) {
    const [board, side, ply, result, reason, line, stones, hand, last, text] = answers.map(answerOf);
    const rows = board.split("/");
    return {
        ...game,
        files: rows[0].length,
        ranks: rows.length,
        rows,
        side,
        ply: Number(ply),
        legal: wordsOf(answers[QUESTIONS.length]),
        over: result !== "none",
        result,
        reason,
        winline: line === "none" ? [] : line.split(" "),
        stones: countsOf(stones),
        hand: countsOf(hand),
        last: last === "none" ? null : last,
        position: text,
    };
}

/** What follows the first word of a line. */
function answerOf(line) {
    return line.slice(line.indexOf(" ") + 1);
}

/** The words of an answer; `none` stands for none. */
function wordsOf(line) {
    const [, ...words] = line.split(" ");
    return words[0] === "none" ? [] : words;
}

/** `x 2 o 3` as an object, `none` as null. */
function countsOf(text) {
    const [, x, , o] = text.split(" ");
    return text === "none" ? null : { x: Number(x), o: Number(o) };
}

function changeOf(word) {
    const [point, piece] = word.split(":");
    return { point, piece };
}
