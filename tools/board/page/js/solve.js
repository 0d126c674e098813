/** Solving the position that is shown: Othello to the end of the game, Gomoku to a forced win. */

import { valueOf } from "./info.js";
import { t } from "./language.js";
import { valueWords } from "./ui/format.js";

/** The searches that solve: more plies than any game of Othello has, a win in as many plies as the protocol takes. */
const SEARCHES = { othello: "depth 60", gomoku: "mate 127" };

/** The solution of the position that is shown. */
export class Solver {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.isRunning = false;
        this.isDone = false;
    }

    /** Whether positions of the game can be solved by a search; in the solved games every value is exact already. */
    isOffered() {
        return this.app.game.setup.variant in SEARCHES && !this.app.facts.over;
    }

    /** Starts, or stops what runs. */
    toggle() {
        if (this.isRunning) {
            this.app.analyse();
        } else {
            this.start();
        }
        this.app.controls.show();
    }

    start() {
        const { analysis, evaluation, game } = this.app;
        this.isRunning = true;
        evaluation.show({ values: true, line: true });
        analysis.search(game.setup, game.start, game.shown(), { lines: 1, go: SEARCHES[game.setup.variant] },
            () => this.finish());
    }

    /** Another search has begun, or another position is shown: the result is no longer shown either. */
    end() {
        if (this.isRunning || this.isDone) {
            Object.assign(this, { isRunning: false, isDone: false });
            this.app.evaluation.show(this.app.controls.shows());
        }
    }

    /** The search has ended by itself: its line stays on the board, and can be played. */
    finish() {
        const { evaluation, game, view } = this.app;
        const [best] = evaluation.infos;
        const value = best ? valueOf(best, game.setup.variant) : null;
        const words = value?.exact ? t("solve.done", { words: valueWords(value) }) : t("solve.none");
        Object.assign(this, { isRunning: false, isDone: true });
        evaluation.note(words);
        view.say(words);
        this.app.controls.show();
    }
}
