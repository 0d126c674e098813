import { pointsOf } from "./geometry.js";
import { pieceAt } from "./labels.js";
import { DRAG } from "./pointer.js";
import { placementText } from "./shape.js";

/** Moving a neutral piece after the L has been put down: one is taken and put on a free point, or both are left. */
export class NeutralHand {
    /** @param input the `ShapeHand` whose `phase` and `pose` say where the L lies */
    constructor(board, input) {
        this.board = board;
        this.input = input;
        this.taken = null;
        this.to = null;
        this.drag = null;
    }

    /** The free moves of neutral pieces: from a point to its targets. */
    moves() {
        const moves = new Map();
        if (this.input.phase === "placed") {
            const prefix = `${placementText(this.input.pose)}+`;
            for (const move of this.board.facts.legal.filter((text) => text.startsWith(prefix))) {
                const [from, to] = pointsOf(move.slice(prefix.length));
                moves.set(from, [...(moves.get(from) ?? []), to]);
            }
        }
        return moves;
    }

    /** Where the neutral pieces of the position stand. */
    points() {
        return this.board.geometry.points.filter((point) => pieceAt(this.board.facts, point) === "n");
    }

    /** Where they stand now, one of them perhaps moved. */
    standing() {
        return this.points().map((point) => (point === this.taken && this.to ? this.to : point));
    }

    held() {
        return this.taken !== null && this.to === null ? [this.taken] : [];
    }

    movable() {
        return this.taken === null ? [...this.moves().keys()] : [];
    }

    targets() {
        return this.held().length ? this.moves().get(this.taken) ?? [] : [];
    }

    /** The part of the move's text that tells of the neutral piece. */
    text() {
        return this.to === null ? "" : `+${this.taken}${this.to}`;
    }

    /** Writes a moved piece into rows of characters. */
    applyTo(rows) {
        if (this.to !== null) {
            for (const [point, piece] of [[this.taken, "."], [this.to, "n"]]) {
                rows[Number(point.slice(1)) - 1][point.charCodeAt(0) - 97] = piece;
            }
        }
    }

    canTake(point) {
        return this.to !== null ? point === this.to : this.moves().has(point);
    }

    take(point) {
        const from = this.to !== null && point === this.to ? this.taken : point;
        this.forget();
        this.taken = from;
        this.disc()?.classList.add("held");
        this.input.changed();
        this.board.say(this.board.t("board.say.taken", { point: from, targets: this.targets().join(" ") }));
    }

    disc() {
        return this.board.pieces.at(this.taken);
    }

    key(event) {
        if (event.key.toLowerCase() !== "n") {
            return false;
        }
        const points = this.standing();
        this.board.grid.focus(points[(points.indexOf(this.board.grid.stop) + 1) % points.length]);
        return true;
    }

    /** The person acts on a point; false if that is nothing to do with neutral pieces. */
    act(point) {
        if (this.held().length === 0) {
            const may = this.canTake(point);
            if (may) {
                this.take(point);
            }
            return may;
        }
        if (point === this.taken) {
            this.drop();
        } else if (this.canTake(point)) {
            this.take(point);
        } else if (this.targets().includes(point)) {
            this.put(point, false);
        } else {
            this.board.refuse(point, "board.say.occupied");
        }
        return true;
    }

    /** Puts the held piece down; the move is then complete, unless a finger has to confirm it. */
    put(point, touch) {
        const [from, to] = [this.taken, point].map((each) => this.board.geometry.center(each));
        this.place(to.x - from.x, to.y - from.y);
        this.disc()?.classList.remove("held");
        this.to = point;
        this.drag = null;
        this.input.changed();
        if (touch && this.board.confirm) {
            this.board.say(this.board.t("board.lgame.say.confirm", { point }));
        } else {
            this.input.finish();
        }
    }

    place(dx, dy) {
        const body = this.disc()?.firstChild;
        if (body) {
            body.style.transform = dx || dy ? `translate(${dx}px, ${dy}px)` : "";
        }
    }

    /** Puts a held or moved piece back; false if there is none. */
    drop() {
        if (this.taken === null) {
            return false;
        }
        this.forget();
        this.input.changed();
        return true;
    }

    /** Forgets what was held or moved. */
    forget() {
        this.place(0, 0);
        this.disc()?.classList.remove("held");
        Object.assign(this, { taken: null, to: null, drag: null });
    }

    down(place) {
        const again = this.held()[0] === place.point;
        const settled = this.to !== null;
        this.take(place.point);
        const { x, y } = this.board.geometry.center(this.taken);
        this.drag = { x: place.x, y: place.y, from: { x, y }, again, settled, moved: false };
        if (settled) {
            this.place(place.x - x, place.y - y);
        }
    }

    move(place) {
        if (this.drag !== null) {
            const [dx, dy] = [place.x - this.drag.x, place.y - this.drag.y];
            this.drag.moved ||= Math.hypot(dx, dy) > DRAG;
            if (this.drag.moved) {
                this.place(place.x - this.drag.from.x, place.y - this.drag.from.y);
            }
        }
    }

    /** The pointer is let go; false if that is nothing to do with neutral pieces. */
    up(place) {
        if (this.drag === null) {
            const puts = this.targets().includes(place.point);
            if (puts) {
                this.put(place.point, place.touch);
            }
            return puts;
        }
        const { again, settled, moved } = this.drag;
        this.drag = null;
        if ((moved || settled) && this.targets().includes(place.point)) {
            // A tap on a piece that was put down confirms it.
            this.put(place.point, place.touch && moved);
        } else {
            this.place(0, 0);
            if (moved && place.point !== this.taken) {
                this.board.refuse(place.point, "board.say.occupied");
            } else if (again && !moved) {
                this.drop();
            }
        }
        return true;
    }

    leave() {
        if (this.drag !== null) {
            this.drag = null;
            this.place(0, 0);
        }
    }
}
