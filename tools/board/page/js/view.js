/** The page as a whole: everything that shows a game, and the controls. */

import { createBoard } from "./board/board.js";
import { applyTexts, t } from "./language.js";
import { createBar } from "./ui/bar.js";
import { element, setText } from "./ui/dom.js";
import { createGraph } from "./ui/graph.js";
import { createLessonCard } from "./ui/lessoncard.js";
import { createMoveList } from "./ui/movelist.js";
import { createPlayerBar } from "./ui/playerbar.js";
import { createProofCard } from "./ui/proofcard.js";
import { createReport } from "./ui/report.js";
import { createStudyBar } from "./ui/studybar.js";
import { createTabs } from "./ui/tabs.js";
import { createValueTable } from "./ui/valuetable.js";

/** The most texts that are kept in the live region. */
const SAID = 8;

const byId = (id) => document.getElementById(id);

/** The visible page. */
export class View {
    /**
     * @param {object} handlers `move(text)`, `go(n)`, `choose(move)`, `preview(move|null)`, and one for each control by
     *   its id
     */
    constructor(handlers) {
        this.handlers = handlers;
        this.bar = createBar(byId("bar"));
        this.graph = createGraph(byId("graph"), handlers);
        this.moves = createMoveList(byId("moves"), handlers);
        this.lesson = createLessonCard(byId("lesson"), handlers.lesson);
        this.proof = createProofCard(byId("proof"), handlers.proof);
        this.report = createReport(byId("panel-report"), handlers.report);
        this.study = createStudyBar(byId("panel-study"), handlers.study);
        this.values = createValueTable(byId("values"), handlers);
        this.players = { x: createPlayerBar(byId("player-x"), "x"), o: createPlayerBar(byId("player-o"), "o") };
        this.board = null;
        createTabs(document.querySelector("[role=tablist]"));
        for (const [id, handler] of Object.entries(handlers.controls)) {
            byId(id).addEventListener(id === "hint-lines" ? "change" : "click", handler);
        }
        for (const button of document.querySelectorAll("[data-variant]")) {
            button.addEventListener("click", () => handlers.variant(button.dataset.variant));
        }
    }

    /** Draws a position; `changes` are shown as movement. */
    showPosition(facts, changes) {
        const shape = `${facts.variant} ${facts.files} ${facts.ranks}`;
        if (this.shape !== shape) {
            this.board?.destroy();
            document.body.dataset.variant = facts.variant;
            this.board = createBoard(byId("board"), facts, t, this.handlers);
            this.shape = shape;
            for (const button of document.querySelectorAll("button[data-variant]")) {
                button.removeAttribute("aria-current");
            }
            document.querySelector(`button[data-variant="${facts.variant}"]`).setAttribute("aria-current", "true");
        } else {
            this.board.show(facts, changes);
        }
    }

    /** Shows the visible words about whose turn it is, or about the result of a game that is over. */
    status(text, over) {
        setText(byId("status"), text);
        byId("status").classList.toggle("over", over);
    }

    /** Shows the name of the opening; empty where there is none. */
    opening(name) {
        setText(byId("opening"), name);
    }

    /** Says a text to screen readers: each is added, since one that replaces another would silence it. */
    say(text) {
        const live = byId("live");
        live.append(element("p", {}, text));
        while (live.childElementCount > SAID) {
            live.firstElementChild.remove();
        }
    }

    /** Shows what the engine says of its search. */
    engineWord(text) {
        setText(byId("engine-word"), text);
    }

    /** Sets which controls can be used: `{undo: true, …}`. */
    enable(states) {
        for (const [id, enabled] of Object.entries(states)) {
            byId(id).disabled = !enabled;
        }
    }

    /** Sets which controls are there: `{pause: true, …}`. */
    reveal(states) {
        for (const [id, shown] of Object.entries(states)) {
            byId(id).hidden = !shown;
        }
    }

    /** Sets the texts of controls by their keys: `{pause: "control.resume"}`. */
    label(keys) {
        for (const [id, key] of Object.entries(keys)) {
            const text = byId(id).querySelector("[data-t]");
            text.dataset.t = key;
            setText(text, t(key));
        }
    }

    /** Sets which switches are on: `{analyse: true, …}`. */
    press(states) {
        for (const [id, on] of Object.entries(states)) {
            byId(id).setAttribute("aria-pressed", String(on));
        }
    }

    /** Writes all texts again, after a change of language. */
    render() {
        applyTexts(document);
        this.shape = null;
        const { bar, graph, moves, report, study, values, players } = this;
        [bar, graph, moves, report, study, values, players.x, players.o].forEach((part) => part.render());
    }
}
