/** An engine as a player of the game. */

import { position, selection } from "./position.js";
import { Searcher } from "./search.js";

/** Memory of an engine that plays, in MiB. */
const HASH = 64;

/** An engine that plays one side. */
export class EnginePlayer {
    /**
     * @param {Connection} connection
     * @param {object} player as in a setup: engine, skill, limit, personality, weights
     * @param {object} setup the setup of the game
     * @param {boolean} native whether the engine is Quartet
     * @param {(reason: string, wasThinking: boolean) => void} onEnded the engine ended by itself
     */
    constructor(connection, player, setup, native, onEnded) {
        Object.assign(this, { player, setup, native });
        const prepare = () => [...selection(this.setup), ...this.options()];
        this.searcher = new Searcher(connection, player.engine, { ended: onEnded, prepare });
        this.searcher.start();
    }

    /**
     * Looks for a move.
     * @param {string} start
     * @param {string[]} moves
     * @param {object|null} clock `{x, o, increment}` in milliseconds
     * @param {object} listener as that of Searcher.search
     */
    think(start, moves, clock, listener) {
        const begins = moves.length === 0 ? ["ucinewgame"] : [];
        this.searcher.search([...begins, position(start, moves)], this.go(clock), listener);
    }

    options() {
        if (!this.native) {
            return [];
        }
        const { skill, personality, weights } = this.player;
        const set = {
            "Hash": HASH, "UCI_ShowWDL": true, "Skill Level": skill, "Personality": personality,
            ...(personality === "weighted" ? { Weights: weights } : {}),
        };
        return Object.entries(set).map(([name, value]) => `setoption name ${name} value ${value}`);
    }

    go(clock) {
        if (clock) {
            const { x, o, increment } = clock;
            const [p1, p2] = [x, o].map((left) => Math.max(1, Math.round(left)));
            return `go p1time ${p1} p2time ${p2} p1inc ${increment} p2inc ${increment}`;
        }
        const [[kind, amount]] = Object.entries(this.player.limit);
        return `go ${kind} ${amount}`;
    }

    /** Stops thinking. */
    stop() {
        this.searcher.stop();
    }

    /** Ends the engine. */
    quit() {
        this.searcher.quit();
    }
}
