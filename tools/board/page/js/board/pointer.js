/** How far a piece must be carried, in units of the drawing, before it counts as dragged. */
export const DRAG = 14;

/** How far a wheel or touchpad is rolled for a quarter turn, in pixels, and the least time between two, in ms. */
const NOTCH = 50;
const PAUSE = 120;

/**
 * Turns pointer events on the drawing into calls of an input with places: `{point, x, y, touch}`, where `point` is the
 * nearest point or null, `x` and `y` are in units of the drawing, and `touch` tells a finger from a mouse or pen.
 * The input has `down`, `move`, `up` (with a place), `leave`, and `grabs(point)`: whether a finger put there takes a
 * piece instead of scrolling the page. While it is `holding` an L, the wheel calls `turn(backwards)` and the right
 * button `mirror()`.
 */
export class Pointer {
    constructor(svg, geometry, input) {
        this.svg = svg;
        this.geometry = geometry;
        this.input = input;
        this.pressed = null;
        this.touch = false;
        this.wheel = { sum: 0, last: 0 };
        const on = (type, action, options) => svg.addEventListener(type, action.bind(this), options);
        on("pointerdown", this.onDown);
        on("pointermove", this.onMove);
        on("pointerup", this.onUp);
        on("pointercancel", this.onCancel);
        on("pointerleave", this.onLeave);
        on("contextmenu", this.onMenu);
        on("wheel", this.onWheel, { passive: false });
        on("touchstart", this.onTouch, { passive: false });
    }

    place(event) {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
        return { point: this.geometry.pointAt(at.x, at.y), x: at.x, y: at.y, touch: event.pointerType === "touch" };
    }

    onDown(event) {
        if (event.button !== 0 || this.pressed !== null) {
            return;
        }
        this.pressed = event.pointerId;
        this.touch = event.pointerType === "touch";
        const place = this.place(event);
        if (this.input.grabs(place.point)) {
            this.svg.setPointerCapture(event.pointerId);
        }
        this.input.down(place);
    }

    onMove(event) {
        if (this.pressed === null || this.pressed === event.pointerId) {
            this.input.move(this.place(event));
        }
    }

    onUp(event) {
        if (this.pressed === event.pointerId && event.button === 0) {
            this.pressed = null;
            this.input.up(this.place(event));
        }
    }

    onCancel(event) {
        if (this.pressed === event.pointerId) {
            this.pressed = null;
            this.input.leave();
        }
    }

    onLeave(event) {
        if (this.pressed === event.pointerId && !this.svg.hasPointerCapture(event.pointerId)) {
            this.pressed = null;
        }
        if (this.pressed === null) {
            this.input.leave();
        }
    }

    onMenu(event) {
        if (this.input.holding) {
            event.preventDefault();
            // A finger that rests asks for a menu too; it does not mean to mirror.
            if (!this.touch) {
                this.input.mirror();
            }
        }
    }

    onWheel(event) {
        if (!this.input.holding) {
            return;
        }
        event.preventDefault();
        const { wheel } = this;
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 33 : event.deltaY;
        wheel.sum = Math.sign(wheel.sum) === -Math.sign(pixels) ? pixels : wheel.sum + pixels;
        if (Math.abs(wheel.sum) >= NOTCH && event.timeStamp - wheel.last >= PAUSE) {
            this.input.turn(wheel.sum < 0);
            this.wheel = { sum: 0, last: event.timeStamp };
        }
    }

    onTouch(event) {
        const [touch] = event.changedTouches;
        if (event.touches.length === 1 && this.input.grabs(this.place(touch).point)) {
            event.preventDefault();
        }
    }
}
