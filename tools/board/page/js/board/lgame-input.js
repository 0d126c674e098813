import { pointName } from "./geometry.js";
import { pieceAt } from "./labels.js";
import { cellsOf } from "./shape.js";
import { ShapeHand } from "./shape-hand.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Input of the L-Game, as on a table: pointer and keys move what `ShapeHand` holds. */
export class ShapeInput extends ShapeHand {
    /** The facts, the right to move or the texts have changed. */
    update() {
        this.placements = new Set(this.board.facts.legal.map((move) => move.split("+")[0]));
        if (!this.board.active && !this.board.sent && this.phase !== "idle") {
            this.putBack();
        }
        this.showTools();
    }

    marks() {
        const held = this.phase === "lifted" ? this.cells() : this.neutrals.held();
        const [movable, targets] = [this.neutrals.movable(), this.neutrals.targets()];
        return { legal: [], movable, targets, forbidden: [], held, trail: this.trail() };
    }

    /** The points that the L moved last has come from, if the position before is known. */
    trail() {
        const { former, facts } = this.board;
        const mover = { x: "o", o: "x" }[facts.side];
        return former ? this.board.geometry.points.filter((point) => pieceAt(former, point) === mover) : [];
    }

    /** The point that the focus begins on: the own L, which Enter lifts. */
    startPoint() {
        return pointName(...cellsOf(this.own.pose)[1]);
    }

    /** The rows as they look now: the L where it is held or lies, a neutral piece moved. */
    rows() {
        const { facts } = this.board;
        if (this.phase === "idle") {
            return facts.rows;
        }
        const rows = facts.rows.map((row) => [...row].map((piece) => (piece === facts.side ? "." : piece)));
        for (const [column, row] of cellsOf(this.pose)) {
            rows[row][column] = facts.side;
        }
        this.neutrals.applyTo(rows);
        return rows;
    }

    /** The values that the labels of points name, by point. */
    labelValues(values) {
        const { geometry } = this.board;
        return new Map(this.valuePlaces(values).map(({ x, y, value }) => [geometry.pointAt(x, y), value]));
    }

    key(event) {
        const letter = event.key.toLowerCase();
        if (letter === "r") {
            this.turn(event.shiftKey);
            return true;
        }
        if (letter === "f") {
            this.mirror();
            return true;
        }
        if (this.phase !== "lifted") {
            return this.phase === "placed" && this.neutrals.key(event);
        }
        const arrow = ARROWS[event.key];
        if (arrow) {
            this.moveTo({ ...this.pose, column: this.pose.column + arrow[0], row: this.pose.row + arrow[1] });
        } else if (event.key === "Enter" || event.key === " ") {
            this.putDown();
        } else {
            return false;
        }
        return true;
    }

    act(point) {
        const { board } = this;
        if (!board.active) {
            board.refuseTurn();
        } else if (this.phase === "idle") {
            this.lift(point);
            board.say(board.t("board.lgame.say.lifted"));
        } else if (this.neutrals.act(point)) {
            return;
        } else if (this.cells().includes(point)) {
            this.finish();
        } else {
            board.refuse(point, "board.lgame.say.choose");
        }
    }

    grabs(point) {
        if (!this.board.active || point === null) {
            return false;
        }
        return this.cellAt(point) >= 0 || (this.phase === "placed" && this.neutrals.canTake(point));
    }

    down(place) {
        this.drag.down(place);
    }

    move(place) {
        this.drag.move(place);
    }

    up(place) {
        this.drag.up(place);
    }

    leave() {
        this.drag.leave();
    }

    clear() {
        if (this.carried) {
            // The piece lies where the new position has it: it must not be turned on its way there.
            this.board.pieces.shapes.get(this.carried.side).pose = this.carried.pose;
        }
        this.carried = null;
        this.reset();
    }

    destroy() {
        this.tools.destroy();
    }
}
