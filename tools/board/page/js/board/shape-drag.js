import { CELL } from "./geometry.js";
import { DRAG } from "./pointer.js";
import { insideBoard, layDown } from "./shape.js";

/** Dragging the own L by the pointer, and the pointer's way to a neutral piece. */
export class ShapeDrag {
    /** @param input the `ShapeHand` whose L is dragged */
    constructor(board, input) {
        this.board = board;
        this.input = input;
        this.stop();
    }

    /** Whether the L is being dragged. */
    get isMoving() {
        return this.base !== null && this.moved;
    }

    stop() {
        this.base = null;
        this.offset = { x: 0, y: 0 };
        this.moved = false;
    }

    down(place) {
        const { input } = this;
        this.pressed = place.point;
        if (!input.grabs(place.point)) {
            return;
        }
        if (input.phase === "placed" && input.neutrals.canTake(place.point)) {
            input.neutrals.down(place);
            return;
        }
        this.wasLifted = input.phase === "lifted";
        input.lift(place.point);
        if (!this.wasLifted) {
            this.board.say(this.board.t("board.lgame.say.lifted"));
        }
        this.stop();
        this.from = place;
        this.base = input.pose;
    }

    move(place) {
        if (this.base === null) {
            this.input.neutrals.move(place);
            return;
        }
        this.offset = { x: place.x - this.from.x, y: place.y - this.from.y };
        this.moved ||= Math.hypot(this.offset.x, this.offset.y) > DRAG;
        if (this.moved) {
            this.carry();
        }
    }

    /** Draws the L under the pointer, and its ghost where it would land. */
    carry() {
        const { input, base, offset } = this;
        const { files, ranks } = this.board.geometry;
        const [column, row] = [base.column + Math.round(offset.x / CELL), base.row + Math.round(offset.y / CELL)];
        const piece = input.own.element;
        piece.parentNode.classList.add("dragging");
        layDown(piece, base, offset);
        input.show(insideBoard({ ...base, column, row }, files, ranks));
    }

    up(place) {
        const { input } = this;
        if (this.base === null) {
            if (!input.neutrals.up(place) && input.phase === "lifted" && place.point && place.point === this.pressed) {
                input.bringTo(place.point);
            }
            return;
        }
        const { moved, wasLifted } = this;
        this.letGo();
        if ((moved || wasLifted) && input.atHome()) {
            input.cancel();
        } else if (moved ? input.legal : wasLifted) {
            input.putDown();
        }
    }

    /** The pointer is lost: the L stays lifted where it would land. */
    leave() {
        if (this.base !== null) {
            this.letGo();
        }
        this.input.neutrals.leave();
    }

    letGo() {
        this.stop();
        this.input.own.element.parentNode.classList.remove("dragging");
        this.input.hover();
    }

    /** Turns or mirrors the L while it is dragged; false if it is not. */
    change(changed) {
        if (this.base === null) {
            return false;
        }
        this.base = changed(this.base);
        this.moved = true;
        this.carry();
        return true;
    }
}
