/** Who plays: persons and engines at both sides of a game, and the opening that decides it. */

import { EnginePlayer } from "./player.js";
import { Swap2 } from "./swap2.js";

/** The players of one game. */
export class Seats {
    /**
     * @param {Connection} connection
     * @param {object[]} catalogue the engines that the server knows
     * @param {Game} game
     * @param {(reason: string, wasThinking: boolean, player: object) => void} onEnded an engine ended by itself
     */
    constructor(connection, catalogue, game, onEnded) {
        const { setup } = game;
        Object.assign(this, { connection, catalogue, setup, onEnded });
        this.players = setup.players;
        this.swap2 = setup.opening === "swap2" ? new Swap2(game) : null;
        this.engines = {};
        this.start();
    }

    /** Starts the engines of both sides, so that their first moves need not wait for them. */
    start() {
        for (const side of ["x", "o"]) {
            if (!this.swap2 && this.players[side].kind === "engine") {
                this.engine(side);
            }
        }
    }

    /** The player whose turn it is: of a side, or in the opening the one who places or chooses. */
    mover(side, stones) {
        return this.swap2 ? this.swap2.players[this.swap2.next(stones).who] : this.players[side];
    }

    /** Gives the colours out as the opening has decided. */
    settle(players) {
        this.players = players;
        this.swap2 = null;
        this.start();
    }

    /** Whether a person plays at all. */
    hasPerson() {
        return Object.values(this.players).some((player) => player.kind === "person");
    }

    /** The engine of a side. */
    engine(side) {
        const player = this.players[side];
        const native = this.catalogue.find(({ name }) => name === player.engine)?.native ?? false;
        this.engines[side] ??= new EnginePlayer(this.connection, player, this.setup, native,
            (reason, wasThinking) => this.onEnded(reason, wasThinking, player));
        return this.engines[side];
    }

    /** Stops every engine that thinks. */
    stop() {
        Object.values(this.engines).forEach((engine) => engine.stop());
    }

    /** Ends the engines. */
    quit() {
        Object.values(this.engines).forEach((engine) => engine.quit());
        this.engines = {};
    }
}
