import { ConfirmBar } from "./confirm.js";
import { makeButton, makeFrame } from "./frame.js";
import { Geometry, pointsOf } from "./geometry.js";
import { Grid } from "./grid.js";
import { INPUTS } from "./inputs.js";
import { cellLabel } from "./labels.js";
import { LineLayer } from "./lines.js";
import { Marks } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { ValueLayer } from "./values.js";

/** Size of the text of values, in units of the drawing. */
const VALUE_SIZE = { othello: 33, gomoku: 46, rhombus: 26, lgame: 30 };

/** Least time in milliseconds between two rewritings of the labels because of values. */
const LABEL_PAUSE = 1000;

/**
 * Makes the board of a game; `loadInput` has loaded what its kind of move needs.
 * @param {Element} host an empty element
 * @param facts facts of the first position
 * @param {function(string, object=): string} t text of a key
 * @param {{move: function(string), say: function(string), refuse: function(string)}} handlers `move`: the person has
 *   built a legal move; `say`: a text for the live region; `refuse`: says and shows why a move is not taken
 * @returns {Board}
 */
export function createBoard(host, facts, t, handlers) {
    return new Board(host, facts, t, handlers);
}

/** The view of a game's board: it draws positions and lets a person build one of the legal moves. */
class Board {
    constructor(host, facts, t, handlers) {
        Object.assign(this, { facts, t, handlers, active: false, mayMove: false, confirm: false, hints: true });
        this.values = [];
        this.valued = new Set();
        this.geometry = new Geometry(facts);
        Object.assign(this, makeFrame(host, this.geometry, facts));
        this.pieces = new Pieces(this.svg, this.layers.pieces, this.geometry, facts.variant);
        this.marks = new Marks(this.layers.under, this.layers.over, this.geometry);
        this.lines = new LineLayer(this.layers.line, this.layers.tags, this.geometry, facts.variant);
        this.valueLayer = new ValueLayer(this.layers.values, VALUE_SIZE[facts.variant]);
        this.confirmBar = new ConfirmBar(this.stage);
        this.passButton = makeButton(this.stage, "board-below board-pass primary", () => this.play("pass"));
        this.input = new INPUTS[facts.kind](this);
        this.grid = new Grid(this.svg, this.layers.cells, this.geometry, this.input);
        new Pointer(this.svg, this.geometry, this.input);
        this.show(facts, null);
    }

    /**
     * Draws a position.
     * @param facts facts of the position, same variant and size as before
     * @param {{point: string, piece: string}[]|null} changes what the last move changed, shown as movement; null: none
     */
    show(facts, changes) {
        this.former = changes ? this.facts : null;
        this.facts = facts;
        this.sent = false;
        this.values = [];
        this.line = { moves: [], side: facts.side };
        this.confirmBar.hide();
        const carried = this.input.carried;
        this.input.clear();
        this.pieces.show(facts, carried ? null : changes);
        this.update();
        this.drawValues();
        if (!this.grid.focused) {
            this.grid.setStop(this.input.startPoint() ?? this.grid.stop);
        }
    }

    /**
     * Sets whether the person may move now.
     * @param {{active: boolean, confirm: boolean}} input `confirm`: a tap of a finger is confirmed by a second one
     */
    setInput({ active, confirm }) {
        this.mayMove = active;
        this.confirm = confirm;
        this.sent &&= !active;
        this.update();
    }

    /** Shows the values of moves in place of the former ones; cheap, changes neither focus nor input. */
    setValues(values) {
        this.values = values;
        this.drawValues();
    }

    /** Shows the best line; `side` makes its first move. */
    setLine(moves, side) {
        this.line = { moves, side };
        this.drawValues();
    }

    /** Shows or hides the dots on legal points. */
    setHints(shown) {
        this.hints = shown;
        this.drawMarks();
    }

    /** Moves the focus to the board. */
    focus() {
        this.grid.focus();
    }

    /** Takes the board away. */
    destroy() {
        this.input.destroy();
        clearTimeout(this.labelTimer);
        this.frame.remove();
    }

    update() {
        this.active = this.mayMove && !this.sent && !this.facts.over;
        this.svg.setAttribute("aria-label", this.t(`board.grid.${this.facts.variant}`));
        this.frame.classList.toggle("active", this.active);
        this.passButton.hidden = !(this.active && this.facts.legal[0] === "pass");
        this.passButton.textContent = this.t("board.pass");
        this.input.update();
        this.refresh();
    }

    /** Draws marks and labels anew; inputs call it when what they hold has changed. */
    refresh() {
        this.points = this.input.marks();
        this.drawMarks();
        this.drawValues();
        this.writeLabels();
    }

    drawMarks() {
        const free = (point) => !this.valued.has(point);
        const dotted = this.hints && this.facts.variant !== "gomoku";
        this.marks.show(this.facts, {
            ...this.points,
            legal: dotted ? this.points.legal.filter(free) : [],
            movable: dotted ? this.points.movable : [],
        });
    }

    drawValues() {
        const places = this.input.valuePlaces(this.values);
        this.valueLayer.show(places);
        const valued = new Set(places.map(({ x, y }) => this.geometry.pointAt(x, y)));
        if (valued.size !== this.valued.size || [...valued].some((point) => !this.valued.has(point))) {
            this.valued = valued;
            this.drawMarks();
        }
        this.drawLine();
        this.labelTimer ??= setTimeout(() => this.writeLabels(), LABEL_PAUSE);
    }

    drawLine() {
        const key = JSON.stringify([this.line, [...this.valued]]);
        if (key !== this.lineKey) {
            this.lineKey = key;
            this.lines.show(this.line.moves, this.line.side, this.valued);
        }
    }

    writeLabels() {
        clearTimeout(this.labelTimer);
        this.labelTimer = null;
        const points = pointsOf(this.facts.last ?? "");
        const state = {
            legal: new Set(this.points.legal),
            movable: new Set(this.points.movable),
            targets: new Set(this.points.targets),
            forbidden: new Set(this.points.forbidden),
            held: new Set(this.points.held),
            last: new Set(this.facts.kind === "shape" ? points.slice(0, 4) : points.slice(-1)),
            values: this.input.labelValues(this.values),
        };
        const facts = { ...this.facts, rows: this.input.rows() };
        this.grid.setLabels((point) => cellLabel(this.t, facts, point, state), state.held);
    }

    /** Hands the person's move on; nothing more is taken until a position or the right to move comes. */
    play(move) {
        this.sent = true;
        this.active = false;
        this.frame.classList.remove("active");
        this.passButton.hidden = true;
        this.confirmBar.hide();
        this.refresh();
        this.handlers.move(move);
    }

    /** Says a text for the live region. */
    say(text) {
        this.handlers.say(text);
    }

    /** Says and shows why a point was not taken and marks it for a moment. */
    refuse(point, key) {
        this.handlers.refuse(this.t(key, { point: point ?? "" }));
        if (point !== null) {
            this.marks.flash(this.layers.held, point);
        }
    }

    /** Says and shows why nothing may be moved now. */
    refuseTurn() {
        this.refuse(null, this.facts.over ? "board.say.over" : "board.say.wait");
    }

    /** Draws the piece that the person would place, faint, or nearly solid once it is chosen. */
    makeGhost(point, chosen) {
        const ghost = this.pieces.makeDisc(point, this.facts.side, this.layers.held);
        ghost.classList.add("disc-ghost");
        ghost.classList.toggle("chosen", chosen);
        return ghost;
    }
}
