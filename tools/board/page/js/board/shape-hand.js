import { parsePoint, pointName, pointsOf } from "./geometry.js";
import { valueText } from "./labels.js";
import { NeutralHand } from "./neutral-hand.js";
import { ShapeDrag } from "./shape-drag.js";
import { ShapeGhost } from "./shape-ghost.js";
import { cellsOf, insideBoard, layDown, mirror, placementText, poseOf, turn } from "./shape.js";
import { ShapeTools } from "./shape-tools.js";
import { shapeValuePlaces } from "./shape-values.js";

/** Where a lifted L that nobody drags hovers, from where it would land. */
const HOVER = { x: -5, y: -9 };

/**
 * The hand that moves the L of the side to move. A move has three phases: `idle`, the L lies where it lay; `lifted`, it
 * is held, carried, turned and mirrored; `placed`, it is put down and a neutral piece may be moved.
 */
export class ShapeHand {
    /** @param board the view, as for `PlaceInput` */
    constructor(board) {
        this.board = board;
        this.phase = "idle";
        this.carried = null;
        this.drag = new ShapeDrag(board, this);
        this.ghost = new ShapeGhost(board.layers.ghost, board.layers.values);
        this.neutrals = new NeutralHand(board, this);
        this.tools = new ShapeTools(board.frame, {
            turn: () => this.turn(false),
            mirror: () => this.mirror(),
            put: () => this.putDown(),
            leave: () => this.finish(),
            back: () => this.cancel(),
        });
    }

    /** The side's own piece: its element and how it lies in the position. */
    get own() {
        return this.board.pieces.shapes.get(this.board.facts.side);
    }

    get legal() {
        return this.phase !== "idle" && this.placements.has(placementText(this.pose));
    }

    /** Whether an L is held, which the wheel turns and the right button mirrors. */
    get holding() {
        return this.phase === "lifted";
    }

    cells() {
        return cellsOf(this.pose).map((cell) => pointName(...cell));
    }

    /** Which cell of the own L lies on a point; −1 if none does. */
    cellAt(point) {
        const pose = this.phase === "idle" ? this.own.pose : this.pose;
        return cellsOf(pose).findIndex((cell) => pointName(...cell) === point);
    }

    atHome() {
        return placementText(this.pose) === placementText(this.own.pose);
    }

    /** Takes the L up by the cell on a point, or by the middle of its bar. */
    lift(point) {
        this.neutrals.forget();
        this.pose = this.phase === "idle" ? this.own.pose : this.pose;
        const cell = cellsOf(this.pose).findIndex((each) => pointName(...each) === point);
        this.grip = cell < 0 ? 1 : cell;
        this.phase = "lifted";
        const piece = this.own.element.parentNode;
        piece.classList.add("lifted");
        piece.classList.remove("calm");
        this.board.layers.held.append(piece);
        this.hover();
    }

    /** Shows the L hovering where it would land. */
    hover() {
        layDown(this.own.element, this.pose, HOVER);
        this.changed();
    }

    /** Takes a pose over; what draws the piece itself is the caller's business. */
    show(pose) {
        if (placementText(pose) !== placementText(this.pose)) {
            this.pose = pose;
            this.changed();
        }
    }

    /** Carries the lifted L, turned as it is, to a tapped point: best to where it covers it and may lie. */
    bringTo(point) {
        const { files, ranks } = this.board.geometry;
        const { pose } = this;
        const at = parsePoint(point);
        const poses = cellsOf(pose).map(([x, y]) =>
            insideBoard({ ...pose, column: pose.column + at.column - x, row: pose.row + at.row - y }, files, ranks));
        const cost = (each) => {
            const text = placementText(each);
            const faults = (pointsOf(text).includes(point) ? 0 : 2) + (this.placements.has(text) ? 0 : 1);
            return faults * (files + ranks) + Math.hypot(each.column - pose.column, each.row - pose.row);
        };
        this.moveTo(poses.reduce((best, each) => (cost(each) < cost(best) ? each : best)));
    }

    moveTo(pose) {
        this.pose = insideBoard(pose, this.board.geometry.files, this.board.geometry.ranks);
        this.hover();
        this.sayPose();
    }

    sayPose() {
        const { t, values } = this.board;
        const points = pointsOf(placementText(this.pose)).join(" ");
        const words = this.legal ? t("board.lgame.say.legal", { points })
            : t("board.lgame.say.illegal", { points, reason: this.obstacle() });
        this.board.say([words, ...this.valuePlaces(values).map(({ value }) => valueText(t, value))].join(" "));
    }

    /** Why the L may not lie where it is held, in words. */
    obstacle() {
        const { t, facts } = this.board;
        if (this.atHome()) {
            return t("board.lgame.obstacle.same");
        }
        const pieces = new Set(this.clashes().map(([column, row]) => facts.rows[row][column]));
        const others = [...pieces].filter((piece) => piece !== "n").length > 0;
        return t(`board.lgame.obstacle.${others ? (pieces.has("n") ? "both" : "other") : "neutral"}`);
    }

    /** Turns the L by a quarter, clockwise or backwards; it is lifted for that. */
    turn(backwards) {
        this.change((pose) => turn(pose, this.grip, backwards ? -1 : 1));
    }

    /** Mirrors the L, likewise. */
    mirror() {
        this.change((pose) => mirror(pose, this.grip));
    }

    change(changed) {
        if (!this.board.active) {
            this.board.refuseTurn();
            return;
        }
        if (this.phase !== "lifted") {
            this.lift(null);
        }
        if (!this.drag.change(changed)) {
            this.moveTo(changed(this.pose));
        }
    }

    /** Puts the lifted L down where it is held, if it may lie there. */
    putDown() {
        const { board } = this;
        if (!this.legal) {
            this.sayPose();
        } else {
            this.phase = "placed";
            layDown(this.own.element, this.pose);
            this.own.element.parentNode.classList.remove("lifted");
            this.changed();
            if (board.grid.focused) {
                board.grid.focus(this.cells()[this.grip]);
            }
            board.say(board.t("board.lgame.say.placed", { neutrals: this.neutrals.points().join(" ") }));
        }
    }

    /** One step back: a neutral piece, or the L, returns to where it was; false if there is nothing to undo. */
    cancel() {
        if (this.phase === "idle" || !this.board.active) {
            return false;
        }
        if (!this.neutrals.drop()) {
            this.putBack();
            this.board.say(this.board.t("board.lgame.say.back"));
        }
        return true;
    }

    putBack() {
        this.reset();
        layDown(this.own.element, this.own.pose);
        this.changed();
    }

    reset() {
        this.phase = "idle";
        this.board.frame.classList.remove("lifting");
        this.drag.stop();
        this.neutrals.forget();
        this.ghost.clear();
        for (const { element } of this.board.pieces.shapes.values()) {
            element.parentNode.classList.remove("lifted", "dragging");
            this.board.layers.pieces.append(element.parentNode);
        }
    }

    /** The move is complete: the L as it lies, and the neutral piece if one was moved. */
    finish() {
        this.carried = { side: this.board.facts.side, pose: this.pose };
        this.board.play(placementText(this.pose) + this.neutrals.text());
    }

    changed() {
        this.board.frame.classList.toggle("lifting", this.phase === "lifted");
        if (this.phase === "idle") {
            this.ghost.clear();
        } else if (this.phase === "placed") {
            this.ghost.show(this.own.pose, null, true, []);
        } else {
            this.ghost.show(this.own.pose, this.atHome() ? null : this.pose, this.legal, this.clashes());
        }
        this.showTools();
        this.board.refresh();
    }

    clashes() {
        const { facts } = this.board;
        return cellsOf(this.pose).filter(([column, row]) => ![".", facts.side].includes(facts.rows[row][column]));
    }

    showTools() {
        const { t, active } = this.board;
        this.tools.show(t, active ? this.phase : "waiting", {
            legal: this.legal,
            hint: active ? this.hint() : "",
            neutral: this.neutrals.text() !== "",
            keep: () => this.board.focus(),
        });
    }

    /** What to do next, in words. */
    hint() {
        const { t } = this.board;
        if (this.phase === "lifted" && !this.legal && !this.atHome()) {
            return t("board.lgame.hint.illegal", { reason: this.obstacle() });
        }
        const fits = this.legal && (this.drag.isMoving ? "drop" : "legal");
        const done = { lifted: fits, placed: this.neutrals.text() && "done" }[this.phase];
        return t(`board.lgame.hint.${done || this.phase}`);
    }

    valuePlaces(values) {
        const points = pointsOf(this.board.line.moves[0] ?? "").slice(0, 4);
        return shapeValuePlaces(values, this, this.board.geometry, points.length === 4 ? poseOf(points) : null);
    }
}
