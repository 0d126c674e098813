import { parsePoint, pointName, pointsOf } from "./geometry.js";
import { NeutralHand } from "./neutral-hand.js";
import { pieceAt, valueText } from "./labels.js";
import { ShapeDrag } from "./shape-drag.js";
import { ShapeGhost } from "./shape-ghost.js";
import { cellsOf, insideBoard, layDown, mirror, placementText, poseOf, turn } from "./shape.js";
import { ShapeTools } from "./shape-tools.js";
import { shapeValuePlaces } from "./shape-values.js";

/** Where a lifted L that nobody drags hovers, from where it would land. */
const HOVER = { x: -5, y: -9 };

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Input of the L-Game, as on a table. A move has three phases: `idle`, the L lies where it lay; `lifted`, it is held,
 * carried, turned and mirrored; `placed`, it is put down and a neutral piece may be moved.
 */
export class ShapeInput {
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

    /** The facts, the right to move or the texts have changed. */
    update() {
        this.placements = new Set(this.board.facts.legal.map((move) => move.split("+")[0]));
        if (!this.board.active && !this.board.sent && this.phase !== "idle") {
            this.putBack();
        }
        this.showTools();
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

    marks() {
        const held = this.phase === "lifted" ? this.cells() : this.neutrals.held();
        const [movable, targets] = [this.neutrals.movable(), this.neutrals.targets()];
        return { legal: [], movable, targets, forbidden: [], held, trail: this.trail() };
    }

    cells() {
        return cellsOf(this.pose).map((cell) => pointName(...cell));
    }

    /** The points that the L moved last has come from, if the position before is known. */
    trail() {
        const { former, facts } = this.board;
        const mover = { x: "o", o: "x" }[facts.side];
        return former ? this.board.geometry.points.filter((point) => pieceAt(former, point) === mover) : [];
    }

    /** The rows as they look now: the L put down, a neutral piece moved. */
    rows() {
        const { facts } = this.board;
        if (this.phase !== "placed") {
            return facts.rows;
        }
        const rows = facts.rows.map((row) => [...row].map((piece) => (piece === facts.side ? "." : piece)));
        for (const [column, row] of cellsOf(this.pose)) {
            rows[row][column] = facts.side;
        }
        this.neutrals.applyTo(rows);
        return rows;
    }

    valuePlaces(values) {
        const points = pointsOf(this.board.line.moves[0] ?? "").slice(0, 4);
        return shapeValuePlaces(values, this, this.board.geometry, points.length === 4 ? poseOf(points) : null);
    }

    /** The values that the labels of points name, by point. */
    labelValues(values) {
        const { geometry } = this.board;
        return new Map(this.valuePlaces(values).map(({ x, y, value }) => [geometry.pointAt(x, y), value]));
    }

    key(event) {
        const letter = event.key.toLowerCase();
        if (letter === "r") {
            return this.turn(event.shiftKey);
        }
        if (letter === "f") {
            return this.mirror();
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
            board.refuse(null, board.facts.over ? "board.say.over" : "board.say.wait");
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

    cancel() {
        if (this.phase === "idle") {
            return false;
        }
        if (!this.neutrals.drop()) {
            this.putBack();
            this.board.say(this.board.t("board.lgame.say.back"));
        }
        return true;
    }

    grabs(point) {
        if (!this.board.active || point === null) {
            return false;
        }
        return this.cellAt(point) >= 0 || (this.phase === "placed" && this.neutrals.canTake(point));
    }

    /** Which cell of the own L lies on a point; −1 if none does. */
    cellAt(point) {
        const pose = this.phase === "idle" ? this.own.pose : this.pose;
        return cellsOf(pose).findIndex((cell) => pointName(...cell) === point);
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

    /** Carries the lifted L to a tapped point. */
    bringTo(point) {
        const [column, row] = cellsOf(this.pose)[this.grip];
        const at = parsePoint(point);
        this.moveTo({ ...this.pose, column: this.pose.column + at.column - column, row: this.pose.row + at.row - row });
    }

    moveTo(pose) {
        this.pose = insideBoard(pose, this.board.geometry.files, this.board.geometry.ranks);
        this.hover();
        this.sayPose();
    }

    sayPose() {
        const key = this.legal ? "board.lgame.say.legal" : "board.lgame.say.illegal";
        const { t, values } = this.board;
        const words = [t(key, { points: pointsOf(placementText(this.pose)).join(" ") })];
        this.board.say([...words, ...this.valuePlaces(values).map(({ value }) => valueText(t, value))].join(" "));
    }

    /** Turns the L by a quarter, clockwise or backwards; false if the person holds none and may not lift it. */
    turn(backwards) {
        return this.change((pose) => turn(pose, this.grip, backwards ? -1 : 1));
    }

    /** Mirrors the L; false as for `turn`. */
    mirror() {
        return this.change((pose) => mirror(pose, this.grip));
    }

    change(changed) {
        if (!this.board.active) {
            return false;
        }
        if (this.phase !== "lifted") {
            this.lift(null);
        }
        if (!this.drag.change(changed)) {
            this.moveTo(changed(this.pose));
        }
        return true;
    }

    /** Puts the lifted L down where it is held, if it may lie there. */
    putDown() {
        const { board } = this;
        if (this.atHome()) {
            this.cancel();
        } else if (!this.legal) {
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
        this.tools.show(this.board.t, this.board.active ? this.phase : "waiting", {
            legal: this.legal,
            neutral: this.neutrals.text() !== "",
            keep: () => this.board.focus(),
        });
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
