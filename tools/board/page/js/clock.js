/** The clocks of a game. */

/** Clocks of both sides, in milliseconds. One runs at a time. */
export class Clock {
    /** @param {{base: number, increment: number}} limits */
    constructor({ base, increment }) {
        this.increment = increment;
        this.left = { x: base, o: base };
        /** What both sides had before each move, for taking back. */
        this.before = [];
        this.running = null;
    }

    /** The time of a side at this moment, never below 0. */
    of(side) {
        const passed = this.running === side ? performance.now() - this.since : 0;
        return Math.max(0, this.left[side] - passed);
    }

    /** Starts the clock of a side; the other one stands still. */
    start(side) {
        this.stop();
        this.running = side;
        this.since = performance.now();
    }

    /** Stops both clocks. */
    stop() {
        if (this.running) {
            this.left[this.running] = this.of(this.running);
            this.running = null;
        }
    }

    /** Notes that a side has made move number `n`, from 0. */
    moved(side, n) {
        this.stop();
        this.before.length = Math.min(this.before.length, n);
        this.before[n] = { ...this.left };
        this.left[side] += this.increment;
    }

    /** Gives back the time that both sides had before move number `n`. */
    takeBack(n) {
        this.stop();
        if (this.before[n]) {
            this.left = { ...this.before[n] };
        }
    }

    /** The times as plain data, as they are at this moment. */
    kept() {
        return { left: { x: this.of("x"), o: this.of("o") }, before: this.before };
    }

    /** The times as the protocol wants them. */
    times() {
        return { x: this.of("x"), o: this.of("o"), increment: this.increment };
    }
}
