/** The game that is played: its moves, where it is looked at, and how it ended. */

import { Clock } from "./clock.js";
import { FIRST_CHOICE } from "./swap2.js";

/** A game. */
export class Game {
    /**
     * @param {object} setup as the dialog of a new game gives it
     * @param {string} start `startpos` or `fen <text>`
     * @param {string[]} moves
     * @param {number} at how many moves are played in the position that is shown
     */
    constructor(setup, start = "startpos", moves = [], at = moves.length) {
        Object.assign(this, { setup, start, moves, at, id: newId() });
        /** The end by resignation or time: `{result, reason}`. */
        this.ended = null;
        /** Evaluations of the positions by the number of moves: `{n, value, exact, text}` for Black. */
        this.evaluations = [];
        /** Whether the second player of swap2 places two more stones. */
        this.hasMore = false;
        /** The choice of colours that ended swap2: after how many stones, and the setup before it. */
        this.chosen = null;
        this.clock = setup.clock ? new Clock(setup.clock) : null;
    }

    /** A game from what `kept` gave. */
    static restored(kept) {
        const { clock, ...rest } = kept;
        const game = Object.assign(new Game(kept.setup), rest);
        if (clock) {
            Object.assign(game.clock, clock);
        }
        return game;
    }

    /** All of it as plain data. */
    kept() {
        return { ...this, clock: this.clock?.kept() ?? null };
    }

    /** The moves that lead to the position that is shown. */
    shown() {
        return this.moves.slice(0, this.at);
    }

    /** Whether the position that is shown is the last one. */
    isAtEnd() {
        return this.at === this.moves.length;
    }

    /**
     * Plays a move in the position that is shown.
     * @param {"x"|"o"} side whose move it is
     * @returns {Game} this game; another one if this one went on differently, which stays as it was
     */
    play(move, side) {
        const goesOn = !this.isAtEnd() && this.moves[this.at] !== move;
        const game = goesOn ? this.variation() : this;
        if (game.isAtEnd()) {
            game.clock?.moved(side, game.at);
            game.moves.push(move);
        }
        game.at += 1;
        return game;
    }

    /** Ends swap2: from here on the players have these colours. */
    settle(players) {
        this.chosen = { at: this.at, setup: this.setup };
        this.setup = { ...this.setup, players, opening: "none" };
    }

    /** A game of its own that begins as this one up to the position that is shown; swap2 goes on from within it. */
    variation() {
        const game = Game.restored(structuredClone(this.kept()));
        Object.assign(game, { id: newId(), moves: this.shown(), ended: null });
        game.hasMore &&= this.at >= FIRST_CHOICE;
        if (game.chosen && this.at < game.chosen.at) {
            Object.assign(game, { setup: game.chosen.setup, chosen: null });
        }
        game.evaluations.length = Math.min(game.evaluations.length, this.at + 1);
        game.clock?.takeBack(this.at);
        return game;
    }
}

function newId() {
    return crypto.randomUUID();
}
