/** Proofs of positions, asked of an engine of their own, which keeps them. */

import { readInfo, valueOf } from "./info.js";
import { errorOf, position, selection, selectionKey } from "./position.js";

/** Nodes that a proof of Gomoku may take. */
const NODES = 2_000_000;
/** Othello: the most empty squares with which a position is solved. */
const EMPTY = 24;
/** More lines than a position of Othello has moves. */
const ALL = 64;
/** Memory of the engine, in MiB. */
const HASH = 64;

/** An engine that proves. */
export class ProofEngine {
    /** @param {Connection} connection */
    constructor(connection) {
        Object.assign(this, { connection, engine: null, selected: null, answer: null, stale: 0 });
    }

    /**
     * What is proven of the position that a game shows.
     * @param {Game} game
     * @param {{variant: string, rows: string[], side: string}} facts
     * @returns {Promise<object>} `outcome`: "win", "loss", "draw" or "none" for the side to move; `plies` to the end;
     *   `move` that wins; where the side to move loses, `replies`: `{move, answer, plies}` each, and `others`: `{count,
     *   answer, plies}` or `{count, fives}`; in Othello `margin` in discs, also of the replies. Fails with the engine's
     *   word; a question that is asked meanwhile replaces this one, which then never answers.
     */
    async prove(game, facts) {
        const { variant } = facts;
        if (variant === "othello") {
            return this.solve(game, facts);
        }
        return this.ask(game, [`proof nodes ${variant === "gomoku" ? NODES : 0}`], proofOf);
    }

    /** Ends the engine. */
    quit() {
        this.engine?.quit();
        Object.assign(this, { engine: null, selected: null, answer: null, stale: 0 });
    }

    /** Othello: the exact values of all moves. */
    async solve(game, { rows }) {
        if (rows.join("").split(".").length - 1 > EMPTY) {
            return { outcome: "none" };
        }
        return this.ask(game, [`setoption name MultiPV value ${ALL}`, "go depth 60"], marginsOf);
    }

    /** Asks about a position: `read` makes an answer of the lines, once the last of them has come. */
    ask(game, lines, read) {
        this.start();
        const { setup } = game;
        const key = selectionKey(setup);
        const first = this.selected === key ? ["stop"] : selection(setup);
        this.selected = key;
        this.lines = [];
        this.stale += this.answer?.read === marginsOf ? 1 : 0;
        return new Promise((resolve, reject) => {
            this.answer = { read, resolve, reject };
            this.engine.send(...first, position(game.start, game.shown()), ...lines);
        });
    }

    start() {
        if (this.engine) {
            return;
        }
        const fail = (reason) => {
            Object.assign(this, { engine: null, selected: null, stale: 0 });
            this.answer?.reject(new Error(reason));
        };
        const line = (text) => this.receive(text);
        this.engine = this.connection.engine("quartet", { line, refused: fail, ended: fail });
        this.engine.send("ugi", `setoption name Hash value ${HASH}`, "setoption name UCI_ShowWDL value true");
    }

    receive(line) {
        const { answer } = this;
        if (line.startsWith("bestmove ") && this.stale > 0) {
            // The move of a search that was stopped for this question.
            this.stale -= 1;
            this.lines = [];
            return;
        }
        const error = errorOf(line);
        this.lines.push(line);
        const found = error === null ? answer?.read(this.lines) : null;
        if (answer && (error !== null || found)) {
            this.answer = null;
            this.lines = [];
            if (error === null) {
                answer.resolve(found);
            } else {
                answer.reject(new Error(error));
            }
        }
    }
}

/** The proof that lines tell; null before the last of them. */
function proofOf(lines) {
    const last = /^proof (win|loss|draw|none)(?: (\d+))?(?: move (\S+))?$/.exec(lines.at(-1));
    if (!last) {
        return null;
    }
    const [, outcome, plies, move] = last;
    const replies = lines.map((line) => /^proof reply (\S+) answer (\S+) plies (\d+)$/.exec(line)).filter(Boolean);
    return {
        outcome,
        plies: Number(plies ?? 0),
        move: move ?? null,
        replies: replies.map(([, reply, answer, left]) => ({ move: reply, answer, plies: Number(left) })),
        others: lines.map(othersOf).find(Boolean) ?? null,
    };
}

function othersOf(line) {
    const answered = /^proof others (\d+) answer (\S+) plies (\d+)$/.exec(line);
    const five = /^proof others (\d+) five (.+)$/.exec(line);
    if (answered) {
        return { count: Number(answered[1]), answer: answered[2], plies: Number(answered[3]) };
    }
    return five ? { count: Number(five[1]), fives: five[2].split(" ") } : null;
}

/** The exact values of the moves of Othello, as a proof; null before the search has ended. */
function marginsOf(lines) {
    if (!lines.at(-1).startsWith("bestmove ")) {
        return null;
    }
    const latest = new Map();
    lines.map(readInfo).filter(Boolean).forEach((info) => latest.set(info.multipv, info));
    const moves = [...latest.values()].map((info) => ({ info, ...valueOf(info, "othello") }));
    if (moves.length === 0 || moves.some(({ exact }) => !exact)) {
        return { outcome: "none" };
    }
    const [best] = moves;
    const replies = moves.map(({ info }) => ({ move: info.pv[0], margin: info.score.value / 100 }));
    const [{ move, margin }] = replies;
    return { outcome: best.outcome, plies: best.info.pv.length, move, margin, replies, others: null };
}
