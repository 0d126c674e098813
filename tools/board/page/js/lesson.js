/** A first lesson: positions in which the person looks for a move. */

import { Game } from "./game.js";
import { forBlack, valueOf } from "./info.js";
import { position, selection } from "./position.js";
import { Searcher } from "./search.js";
import { optionsOf, studySetup } from "./setup.js";
import { Tree } from "./tree.js";
import { leadWords, moveText } from "./ui/format.js";
import { otherSide } from "./words.js";

/** The depth in plies to which the answer to a wrong move is searched: a moment in every game. */
const DEPTH = 10;

/** The lesson of a game, while it is taken. */
export class Lesson {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.steps = null;
        const prepare = () => ["setoption name Hash value 16", "setoption name UCI_ShowWDL value true"];
        this.searcher = new Searcher(app.connection, "quartet", { ended: () => {}, prepare });
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
        this.searcher.quit();
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
            this.searcher.quit();
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
        this.card.wrong(move);
        this.refute(move);
        return false;
    }

    /** Says how a wrong move is answered, and what it leads to. */
    refute(move) {
        const { step, game } = this;
        const { side, variant } = this.app.facts;
        let best = null;
        const done = () => {
            if (best && this.step === step && !this.isSolved) {
                const value = valueOf(best, variant);
                const { words } = leadWords(forBlack(value, otherSide(side), variant, best));
                this.card.wrong(move, { reply: best.pv[0], words, wins: value.outcome === "loss" });
            }
        };
        const lines = [...selection(game.setup), position(game.start, [...game.shown(), move])];
        this.searcher.search(lines, `go depth ${DEPTH}`, { info: ([first]) => { best = first; }, done, failed: () => {} });
    }

    /** Shows how to find the move; asked again, the move itself, also on the board. */
    hint() {
        const [solution] = this.step.solutions;
        if (this.card.hint(solution)) {
            this.app.evaluation.suggest(solution);
        }
    }
}
