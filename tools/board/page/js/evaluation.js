/** What is shown of a search: values on the board and in the table, best line, bar, graph, words. */

import { forBlack, valueOf, valuesOf } from "./info.js";
import { t } from "./language.js";
import { lineWords, searchWords } from "./words.js";

/** The most moves of a line that are shown on the board. */
const LINE = 8;
/** Milliseconds between two updates while a search goes on. */
const PAUSE = 100;

/** The evaluation of the position that is shown. */
export class Evaluation {
    /** @param {View} view */
    constructor(view) {
        this.view = view;
        this.infos = [];
        this.shows = { values: false, line: false };
        this.pending = null;
    }

    /** Begins with a position; nothing is known of it yet. */
    begin(game, facts) {
        clearTimeout(this.pending);
        Object.assign(this, { game, facts, node: game.node, infos: [], noted: null });
        Object.assign(this, { pending: null, previewed: null, suggested: null, drawn: 0 });
        this.draw();
    }

    /** Says something about the search instead of its depth and speed, until there is another one. */
    note(words) {
        this.noted = words;
        this.draw();
    }

    /** Sets what is shown: `{values, line}`. */
    show(shows) {
        this.shows = shows;
        this.noted = null;
        this.draw();
    }

    /** Takes the lines of a search of the position, best first. */
    take(infos) {
        this.infos = infos;
        const wait = Math.max(0, this.drawn + PAUSE - performance.now());
        this.pending ??= setTimeout(() => this.draw(), wait);
    }

    draw() {
        clearTimeout(this.pending);
        this.pending = null;
        this.drawn = performance.now();
        if (!this.facts) {
            return;
        }
        const { variant, side } = this.facts;
        const shown = this.shows.values ? this.infos : [];
        const values = valuesOf(shown, variant);
        if (shown.length > 0) {
            this.node.value = forBlack(valueOf(shown[0], variant), side, variant, shown[0]);
        }
        this.view.board.setValues(values);
        this.view.values.show(values);
        this.showLine();
        this.view.bar.show(this.node.value);
        this.view.graph.show(this.game.line().map(pointOf), this.node.depth);
        this.view.engineWord(this.words());
    }

    words() {
        const best = this.infos[0];
        if (this.facts.over) {
            return t("engine.over");
        }
        if (!this.shows.values && !this.shows.line) {
            return t("engine.off");
        }
        if (!best && this.noted) {
            return this.noted;
        }
        return best ? `${this.noted ?? searchWords(best)}\n${lineWords(best)}` : t("engine.thinking");
    }

    /** Shows the line of a move instead of the best one; null: the best one again. */
    preview(move) {
        this.previewed = move;
        this.showLine();
    }

    /** Shows a move on the board as long as there is no line. */
    suggest(move) {
        this.suggested = move;
        this.showLine();
    }

    showLine() {
        const wanted = this.infos.find(({ pv }) => pv[0] === this.previewed);
        const suggested = this.suggested ? [this.suggested] : [];
        const line = wanted?.pv ?? (this.shows.line ? this.infos[0]?.pv : null) ?? suggested;
        this.view.board.setLine(line.slice(0, LINE), this.facts.side);
    }
}

/** What the graph shows of a position. */
function pointOf({ value, notes }) {
    return value && { ...value, mark: notes.glyph ?? null };
}
