/** The game that is played: its moves, where it is looked at, and how it ended. */

/** A game. */
export class Game {
    /**
     * @param {object} setup as the dialog of a new game gives it
     * @param {string} start `startpos` or `fen <text>`
     * @param {string[]} moves
     */
    constructor(setup, start = "startpos", moves = []) {
        Object.assign(this, { setup, start, moves });
        /** How many moves are played in the position that is shown. */
        this.at = moves.length;
        /** The end by resignation or time: `{result, reason}`. */
        this.ended = null;
        /** Evaluations of the positions by the number of moves: `{value, exact, text}` for Black. */
        this.evaluations = [];
    }

    /** The moves that lead to the position that is shown. */
    shown() {
        return this.moves.slice(0, this.at);
    }

    /** Whether the position that is shown is the last one. */
    isAtEnd() {
        return this.at === this.moves.length;
    }

    /** Plays a move in the position that is shown; what followed is dropped. */
    play(move) {
        if (this.moves[this.at] !== move) {
            this.moves = [...this.shown(), move];
            this.evaluations.length = Math.min(this.evaluations.length, this.at + 1);
            this.ended = null;
        }
        this.at += 1;
    }

    /** Drops what follows the position that is shown, and with it the end of the game. */
    continueHere() {
        this.moves = this.shown();
        this.evaluations.length = Math.min(this.evaluations.length, this.at + 1);
        this.ended = null;
    }
}
