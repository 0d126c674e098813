import { pointsOf } from "./geometry.js";
import { pieceAt } from "./labels.js";
import { PlaceInput } from "./place.js";
import { DRAG } from "./pointer.js";

/** Input of games whose moves go from a point to another one; while stones are placed it is that of `PlaceInput`. */
export class StepInput extends PlaceInput {
    constructor(board) {
        super(board);
        this.held = null;
        this.dragFrom = null;
    }

    update() {
        this.steps = new Map();
        for (const move of this.board.facts.legal) {
            const [from, to] = pointsOf(move);
            if (to) {
                this.steps.set(from, [...(this.steps.get(from) ?? []), to]);
            }
        }
        if (this.held !== null && (!this.board.active || !this.steps.has(this.held))) {
            this.release();
        }
        super.update();
    }

    get targets() {
        return this.steps.get(this.held) ?? [];
    }

    marks() {
        const marks = super.marks();
        if (this.steps.size === 0) {
            return marks;
        }
        const held = this.held === null ? marks.held : [this.held, ...marks.held];
        const movable = this.board.active ? [...this.steps.keys()] : [];
        return { ...marks, legal: [], movable, targets: this.targets, held };
    }

    isChoice(point) {
        return this.steps.size === 0 ? super.isChoice(point) : this.targets.includes(point);
    }

    moveTo(point) {
        return this.held === null ? point : this.held + point;
    }

    grabs(point) {
        return this.board.active && this.steps.has(point);
    }

    act(point) {
        if (this.grabs(point)) {
            this.take(this.held === point ? null : point);
        } else {
            super.act(point);
        }
    }

    cancel() {
        if (super.cancel()) {
            return true;
        }
        const had = this.held !== null;
        this.take(null);
        return had;
    }

    down(place) {
        if (this.grabs(place.point)) {
            this.wasHeld = this.held === place.point;
            this.drop();
            this.take(place.point);
            this.dragFrom = place;
            this.dragged = false;
        } else {
            super.down(place);
        }
    }

    move(place) {
        if (this.dragFrom === null) {
            super.move(place);
            return;
        }
        const [dx, dy] = [place.x - this.dragFrom.x, place.y - this.dragFrom.y];
        this.dragged ||= Math.hypot(dx, dy) > DRAG;
        if (this.dragged) {
            this.carry(dx, dy);
            this.setGhost(this.isChoice(place.point) ? place.point : null);
        }
    }

    up(place) {
        if (this.dragFrom === null) {
            super.up(place);
            return;
        }
        this.dragFrom = null;
        this.carry(0, 0);
        if (this.dragged && place.point !== this.held) {
            this.carried = this.held;
            this.choose(place.point, place.touch);
        } else if (this.wasHeld && !this.dragged) {
            this.take(null);
        }
    }

    leave() {
        if (this.dragFrom !== null) {
            this.dragFrom = null;
            this.carry(0, 0);
        }
        super.leave();
    }

    carry(dx, dy) {
        const body = this.board.pieces.at(this.held)?.firstChild;
        if (body) {
            body.style.transform = dx || dy ? `translate(${dx}px, ${dy}px)` : "";
        }
    }

    take(point) {
        this.release();
        this.carried = null;
        this.held = point;
        if (point !== null) {
            this.board.pieces.at(point)?.classList.add("held");
            this.board.say(this.board.t("board.say.taken", { point, targets: this.targets.join(" ") }));
        }
        this.board.refresh();
    }

    release() {
        this.board.pieces.at(this.held)?.classList.remove("held");
        this.held = null;
        this.dragFrom = null;
    }

    refuse(point) {
        const { board } = this;
        if (this.steps.size === 0) {
            super.refuse(point);
            return;
        }
        if (point === null) {
            return;
        }
        const piece = pieceAt(board.facts, point);
        if (piece === board.facts.side) {
            board.refuse(point, "board.say.stuck");
        } else if (this.held === null) {
            board.refuse(point, "board.say.choosestone");
        } else {
            board.refuse(point, piece === "." ? "board.say.notjoined" : "board.say.occupied");
        }
    }

    clear() {
        this.release();
        super.clear();
    }
}
