/** One search after another in an engine: what belongs to an earlier one is never taken for the present one. */

import { readInfo, readSelectivity } from "./info.js";
import { errorOf } from "./position.js";

/** An engine that searches. */
export class Searcher {
    /**
     * @param {Connection} connection
     * @param {string} name of the engine
     * @param {{ended: (reason: string, wasSearching: boolean) => void, prepare: () => string[]}} handlers ended: it ended
     *   by itself; the next search starts another one, with the lines of `prepare` first
     */
    constructor(connection, name, handlers) {
        Object.assign(this, { connection, name, handlers, engine: null });
    }

    /** Starts the engine, so that the first search need not wait for it. */
    start() {
        this.engine ??= this.open();
    }

    /**
     * Starts a search and stops the one before.
     * @param {string[]} lines of the protocol that prepare it
     * @param {string} go the line that starts it
     * @param {{info: (infos: object[]) => void, done: (move: string) => void, failed: (error: string) => void}} listener
     *   info: the lines of the search, best first; done: its move; failed: it was refused
     */
    search(lines, go, listener) {
        this.start();
        this.stop();
        this.listener = listener;
        this.infos = [];
        this.running += 1;
        this.engine.send(...lines, go);
    }

    /** Stops the search; nothing is heard of it any more. */
    stop() {
        if (this.engine && this.running > 0) {
            this.engine.send("stop");
        }
        this.listener = null;
    }

    /** Ends the engine. */
    quit() {
        this.listener = null;
        this.engine?.quit();
        this.engine = null;
    }

    open() {
        this.running = 0;
        const engine = this.connection.engine(this.name, {
            line: (line) => this.receive(line),
            refused: (reason) => this.fail(reason),
            ended: (reason) => {
                const { listener } = this;
                this.engine = null;
                this.listener = null;
                this.handlers.ended(reason, listener !== null);
            },
        });
        engine.send("ugi", ...this.handlers.prepare());
        return engine;
    }

    receive(line) {
        const error = errorOf(line);
        if (error !== null && this.running > 0) {
            this.fail(error);
        } else if (line.startsWith("bestmove ")) {
            this.running = Math.max(0, this.running - 1);
            if (this.running === 0) {
                const { listener } = this;
                this.listener = null;
                listener?.done(line.split(" ")[1]);
            }
        } else if (this.running === 1 && this.listener) {
            this.read(line);
        }
    }

    /** A line was refused: whatever follows would answer another question. */
    fail(error) {
        const { listener } = this;
        this.quit();
        listener?.failed(error);
    }

    read(line) {
        const selectivity = readSelectivity(line);
        if (selectivity !== null) {
            this.infos.forEach((info) => { info.selectivity = selectivity; });
            return;
        }
        const info = readInfo(line);
        if (info) {
            if (info.multipv === 1) {
                this.fresh = [];
            }
            this.fresh.push(info);
            // The lines of one depth come together: the former ones are shown until as many are there.
            if (this.fresh.length >= this.infos.length) {
                this.infos = this.fresh;
                this.listener.info(this.infos);
            }
        }
    }
}
