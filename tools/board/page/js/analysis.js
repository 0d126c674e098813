/** The analysis of the position on the board, without end until it is stopped. */

import { position, selection, selectionKey } from "./position.js";
import { Searcher } from "./search.js";

/** Memory of the analysis, in MiB. */
const HASH = 128;
/** More lines than any position has moves. */
const ALL = 500;

/** Quartet, looking at the position that is shown. */
export class Analysis {
    /**
     * @param {Connection} connection
     * @param {(infos: object[]) => void} onInfo the lines of the search, best first
     * @param {(reason: string) => void} onEnded the engine ended by itself
     */
    constructor(connection, onInfo, onEnded) {
        this.onInfo = onInfo;
        const prepare = () => {
            this.selected = null;
            return [`setoption name Hash value ${HASH}`, "setoption name UCI_ShowWDL value true"];
        };
        this.searcher = new Searcher(connection, "quartet", { ended: onEnded, prepare });
        this.selected = null;
    }

    /**
     * Analyses a position instead of the former one.
     * @param {object} setup
     * @param {string} start
     * @param {string[]} moves
     * @param {number|"all"} lines how many moves get a value
     */
    analyse(setup, start, moves, lines) {
        this.search(setup, start, moves, { lines, go: "infinite" });
    }

    /**
     * Searches a position instead of the former one.
     * @param {{lines: number|"all", go: string}} how go: what follows this word in the line that starts the search
     * @param {() => void} done told when the search ends by itself
     */
    search(setup, start, moves, { lines, go }, done = () => {}) {
        this.searcher.start();
        const key = selectionKey(setup);
        const game = this.selected === key ? [] : selection(setup);
        this.selected = key;
        const count = `setoption name MultiPV value ${lines === "all" ? ALL : lines}`;
        const listener = { info: this.onInfo, done, failed: (error) => console.warn("analysis:", error) };
        this.searcher.search([...game, count, position(start, moves)], `go ${go}`, listener);
    }

    /** Starts the engine, so that the first analysis need not wait for it. */
    start() {
        this.searcher.start();
    }

    /** Stops; the engine stays ready. */
    stop() {
        this.searcher.stop();
    }
}
