/** A first lesson: positions in which the person looks for a move. */

import { Game } from "./game.js";
import { optionsOf, studySetup } from "./setup.js";
import { Tree } from "./tree.js";
import { moveText } from "./ui/format.js";

/** The lesson of a game, while it is taken. */
export class Lesson {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.steps = null;
    }

    get card() {
        return this.app.view.lesson;
    }

    /** The position that is to be solved, if a lesson is taken. */
    get step() {
        return this.steps?.[this.index] ?? null;
    }

    /** Begins the lesson of a variant. */
    async begin(variant) {
        const response = await fetch(new URL("../lessons/lessons.json", import.meta.url));
        const all = await response.json();
        const former = this.app.game;
        Object.assign(this, { variant, steps: all[variant], index: 0, former });
        await this.show();
    }

    /** Ends the lesson; another game is shown. */
    end() {
        this.steps = null;
        this.card.hide();
    }

    /** Ends the lesson and goes back to the game before it. */
    async leave() {
        await this.app.another(this.former);
    }

    /** Goes on to the next position. */
    async next() {
        this.index += 1;
        if (this.step) {
            await this.show();
        } else {
            this.card.finished();
            this.steps = null;
        }
    }

    async show() {
        const { moves = [], position, rule } = this.step;
        const { step, steps, index, variant } = this;
        const setup = studySetup(variant, optionsOf(variant, rule ? { Rule: rule } : {}));
        const game = new Game(setup, position ? `fen ${position}` : "startpos", Tree.of(moves));
        game.show(game.line().at(-1));
        await this.app.another(game);
        // Another game ends the lesson: this one is its own.
        Object.assign(this, { steps, index, game, isSolved: false });
        this.card.show({ variant, id: step.id, index, count: steps.length });
    }

    /** Whether a move may be played now: it is the right one, or no lesson is taken. */
    takes(move) {
        if (!this.step || this.app.game !== this.game || this.isSolved) {
            return true;
        }
        if (this.step.solutions.includes(move)) {
            this.isSolved = true;
            this.card.right();
            return true;
        }
        this.card.wrong(moveText(move));
        return false;
    }

    /** Shows how to find the move; asked again, the move itself. */
    hint() {
        this.card.hint(this.step.solutions[0]);
    }
}
