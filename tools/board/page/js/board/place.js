import { pieceAt, valuesByPoint } from "./labels.js";

/** Input of games in which a move is one point: Othello, Gomoku, the placing phase of rhombus. */
export class PlaceInput {
    /** @param board the view: facts, layers and what it offers to inputs (`refresh`, `play`, `say`, …) */
    constructor(board) {
        this.board = board;
        this.pressed = null;
        this.pending = null;
        this.ghost = null;
        this.carried = null;
    }

    /** The facts, the right to move or the texts have changed. */
    update() {
        this.legal = new Set(this.board.facts.legal);
        if (this.pending !== null && !(this.board.active && this.isChoice(this.pending))) {
            this.drop();
        }
        if (!this.board.active && !this.board.sent) {
            this.setGhost(null);
        }
    }

    /** Points to be marked, see `Marks.show`, and those that the labels name. */
    marks() {
        const { facts, active } = this.board;
        return {
            legal: active ? facts.legal.filter((move) => move !== "pass") : [],
            targets: [],
            movable: [],
            forbidden: this.forbidden(),
            trail: [],
            held: this.pending === null ? [] : [this.pending],
        };
    }

    /** Renju: Black's empty points that are not legal. */
    forbidden() {
        const { facts, geometry } = this.board;
        if (facts.variant !== "gomoku" || facts.over || facts.side !== "x" || facts.legal.length === 0) {
            return [];
        }
        return geometry.points.filter((point) => pieceAt(facts, point) === "." && !this.legal.has(point));
    }

    key(event) {
        if (event.key.toLowerCase() !== "p" || this.board.facts.variant !== "othello") {
            return false;
        }
        if (!this.board.active) {
            this.board.refuseTurn();
        } else if (this.legal.has("pass")) {
            this.board.play("pass");
        } else {
            this.board.refuse(null, "board.say.nopass");
        }
        return true;
    }

    act(point) {
        this.choose(point, false);
    }

    cancel() {
        const had = this.pending !== null;
        this.drop();
        return had;
    }

    grabs() {
        return false;
    }

    down(place) {
        this.pressed = place.point;
    }

    move(place) {
        const free = !place.touch && this.pending === null && this.board.active && this.isChoice(place.point);
        if (!place.touch && this.pending === null) {
            this.setGhost(free ? place.point : null);
        }
    }

    up(place) {
        const pressed = this.pressed;
        this.pressed = null;
        if (pressed !== null && pressed === place.point) {
            this.choose(pressed, place.touch);
        }
    }

    leave() {
        this.pressed = null;
        if (this.pending === null) {
            this.setGhost(null);
        }
    }

    get holding() {
        return false;
    }

    isChoice(point) {
        return this.legal.has(point);
    }

    /** The person has chosen a point: it is played, asked about (touch), or refused. */
    choose(point, touch) {
        const { board } = this;
        if (!board.active) {
            board.refuseTurn();
        } else if (!this.isChoice(point)) {
            this.refuse(point);
        } else if (touch && board.confirm && this.pending !== point) {
            this.ask(point);
        } else {
            this.setGhost(point, true);
            this.pending = null;
            board.play(this.moveTo(point));
        }
    }

    moveTo(point) {
        return point;
    }

    refuse(point) {
        const { board } = this;
        if (this.legal.has("pass")) {
            board.refuse(point, "board.say.mustpass");
        } else if (this.forbidden().includes(point)) {
            board.refuse(point, "board.say.forbidden");
        } else {
            board.refuse(point, pieceAt(board.facts, point) === "." ? "board.say.illegal" : "board.say.occupied");
        }
    }

    /** Shows where the piece would stand and asks for a second tap. */
    ask(point) {
        this.pending = point;
        this.setGhost(point, true);
        const { t, confirmBar } = this.board;
        const text = t("board.say.confirm", { point: this.moveTo(point) });
        confirmBar.show(text, t("board.confirm", { point: this.moveTo(point) }), () => this.choose(point, true));
        this.board.say(text);
        this.board.refresh();
    }

    drop() {
        this.board.confirmBar.hide();
        this.setGhost(null);
        if (this.pending !== null) {
            this.pending = null;
            this.board.refresh();
        }
    }

    /** The piece to come, faint under the mouse, nearly solid once chosen; null takes it away. */
    setGhost(point, chosen = false) {
        const key = point === null ? null : `${point} ${chosen}`;
        if (key === this.ghostKey) {
            return;
        }
        this.ghostKey = key;
        this.ghost?.remove();
        this.ghost = null;
        if (point !== null) {
            this.ghost = this.board.makeGhost(point, chosen);
        }
    }

    /** The point that the focus begins on; null: where it was. */
    startPoint() {
        return null;
    }

    /** The rows as they look now. */
    rows() {
        return this.board.facts.rows;
    }

    /** Where values stand, see `ValueLayer.show`. */
    valuePlaces(values) {
        return values.flatMap((value) => {
            const anchor = this.board.geometry.anchor(value.move);
            return anchor ? [{ ...anchor, value }] : [];
        });
    }

    /** The values that the labels of points name, by point. */
    labelValues(values) {
        return valuesByPoint(values, this.marks().held[0]);
    }

    destroy() {
        this.drop();
    }

    /** Takes away what stands for a move that was sent, before the new position is drawn. */
    clear() {
        this.pending = null;
        this.carried = null;
        this.setGhost(null);
    }
}
