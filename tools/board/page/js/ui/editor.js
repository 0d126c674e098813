/** The position editor: a board to put pieces on, and the position as text. The engine says what is wrong with it. */

import { t } from "../language.js";
import { dialogOf, openDialog } from "./dialog.js";
import { element, roving, tabStop } from "./dom.js";
import { field, radioRow } from "./fields.js";
import { sideName } from "./format.js";

/** The pieces of each game, by their letters in position texts. */
const PIECES = { othello: ["x", "o"], gomoku: ["x", "o"], lgame: ["x", "o", "n"], rhombus: ["x", "o"] };
/** Milliseconds without a change after which the engine is asked. */
const PAUSE = 150;

/**
 * Lets the person set up a position.
 * @param {object} facts of the present position, which it begins with
 * @param {(text: string) => Promise<object>} look the facts of a position text; fails with the engine's word
 * @returns {Promise<string|null>} the position text; null: the dialog was closed
 */
export function openEditor(facts, look) {
    const dialog = dialogOf("editor-dialog", "editor.title");
    return openDialog(dialog, (finish) => {
        const editor = new Editor(facts, look, finish);
        dialog.querySelector(".dialog-body").replaceChildren(editor.form);
    });
}

class Editor {
    constructor(facts, look, finish) {
        const { variant, rows, side, position } = facts;
        Object.assign(this, { variant, rows: rows.map((row) => [...row]), side, look, asked: 0 });
        this.piece = PIECES[variant][0];
        this.board = element("div", { className: "editor-board", aria: { role: "group", label: t("editor.board") } });
        this.text = element("input", { type: "text", spellcheck: false, value: position, oninput: () => this.read() });
        this.fault = element("p", { className: "fault", aria: { live: "polite" } });
        this.start = element("button", { type: "submit", className: "primary" }, t("editor.start"));
        this.form = element("form", { className: "form editor" }, this.palette(), this.board, this.sides(),
            field(t("editor.text"), this.text), this.fault, element("div", { className: "buttons" },
                element("button", { type: "button", onclick: () => this.clear() }, t("editor.clear")), this.start));
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            finish(this.text.value.trim());
        });
        roving(this.board, () => this.points(), variant === "rhombus" ? 1 : this.rows[0].length);
        this.draw();
    }

    /** The choice of the piece that a click puts on the board. */
    palette() {
        const names = PIECES[this.variant].map((piece) => [piece, pieceName(piece, this.variant)]);
        return radioRow(t("editor.piece"), [...names, [".", t("editor.empty")]], this.piece,
            (piece) => { this.piece = piece; });
    }

    sides() {
        const names = ["x", "o"].map((side) => [side, sideName(side, this.variant)]);
        this.sideRow = radioRow(t("editor.side"), names, this.side, (side) => {
            this.side = side;
            this.write();
        });
        return this.sideRow;
    }

    /** The board, as buttons. */
    draw() {
        const width = this.rows[0].length;
        this.board.style.setProperty("--files", width + 1);
        const files = Array.from({ length: width }, (_, x) => coordinate(fileName(x)));
        const ranks = this.rows.map((row, y) => [coordinate(y + 1), ...row.map((piece, x) => this.point(piece, x, y))]);
        this.board.replaceChildren(coordinate(""), ...files, ...ranks.flat());
        tabStop(this.points(), this.points()[0]);
    }

    /** The buttons of the points in order. */
    points() {
        return [...this.board.querySelectorAll("button")];
    }

    point(piece, x, y) {
        if (piece === "-") {
            return element("span", {});
        }
        const name = `${fileName(x)}${y + 1}`;
        const onclick = () => this.put(x, y);
        const button = element("button", { type: "button", data: { piece, point: name }, onclick });
        button.setAttribute("aria-label", `${name}, ${pieceName(piece, this.variant)}`);
        return button;
    }

    /** Puts the chosen piece on a point, or takes it away if it is there. */
    put(x, y) {
        this.rows[y][x] = this.rows[y][x] === this.piece ? "." : this.piece;
        const button = this.point(this.rows[y][x], x, y);
        this.board.children[(y + 1) * (this.rows[0].length + 1) + x + 1].replaceWith(button);
        tabStop(this.points(), button);
        button.focus();
        this.write();
    }

    clear() {
        this.rows = this.rows.map((row) => row.map((piece) => (piece === "-" ? "-" : ".")));
        this.draw();
        this.write();
    }

    /** Writes the position as text, and has it checked. */
    write() {
        const rows = this.rows.map((row) => row.join("").replace(/\.+/g, (run) => String(run.length)));
        this.text.value = `${rows.join("/")} ${this.side}`;
        this.check();
    }

    /** Reads the text: it is shown once the engine accepts it. */
    read() {
        this.check((facts) => {
            this.rows = facts.rows.map((row) => [...row]);
            this.side = facts.side;
            this.sideRow.querySelector(`input[value="${facts.side}"]`).checked = true;
            this.draw();
        });
    }

    check(accepted = () => {}) {
        this.asked += 1;
        const { asked } = this;
        this.start.disabled = true;
        setTimeout(async () => {
            if (asked === this.asked) {
                const answer = await this.look(this.text.value.trim()).catch((error) => error);
                this.answered(asked, answer, accepted);
            }
        }, PAUSE);
    }

    answered(asked, answer, accepted) {
        if (asked !== this.asked) {
            return;
        }
        const isFault = answer instanceof Error;
        this.fault.textContent = isFault ? answer.message : answer.over ? t("editor.over") : "";
        this.start.disabled = isFault || answer.over;
        if (!isFault) {
            accepted(answer);
        }
    }
}

function fileName(x) {
    return String.fromCharCode("a".charCodeAt(0) + x);
}

function coordinate(text) {
    return element("span", { className: "coordinate", aria: { hidden: "true" } }, String(text));
}

function pieceName(piece, variant) {
    if (piece === ".") {
        return t("editor.empty");
    }
    return piece === "n" ? t("editor.neutral") : sideName(piece, variant);
}
