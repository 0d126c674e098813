/** Side of a lattice cell in units of the drawing. */
export const CELL = 100;

/** Column and row, both from 0, of a point's name such as `h8`. */
export function parsePoint(name) {
    return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

/** Name of the point in a column and row, both from 0. */
export function pointName(column, row) {
    return columnName(column) + (row + 1);
}

/** Letter of a column from 0; `i` is not left out. */
export function columnName(column) {
    return String.fromCharCode(97 + column);
}

/** The points that a move's text names, in order; none for a pass. */
export function pointsOf(move) {
    return move.match(/[a-v]\d{1,2}/g) ?? [];
}

/** Where the points of a board lie in the drawing. */
export class Geometry {
    /** @param facts facts of a position: `files`, `ranks`, `rows` and `variant` are read */
    constructor(facts) {
        this.files = facts.files;
        this.ranks = facts.ranks;
        this.fontSize = Math.max(facts.variant === "lgame" ? 18 : 26, this.files * 3.4);
        this.margin = { near: this.fontSize * 1.35, far: facts.variant === "lgame" ? 8 : 14 };
        this.reach = facts.variant === "rhombus" ? 0.5 : 0.75;
        this.lines = facts.rows.map((row, y) => [...row].flatMap((c, x) => (c === "-" ? [] : [pointName(x, y)])));
        this.points = this.lines.flat();
        this.known = new Set(this.points);
    }

    /** The `viewBox` of the drawing: the cells, and the coordinates above and on the left. */
    get viewBox() {
        const { near, far } = this.margin;
        return [-near, -near, this.files * CELL + near + far, this.ranks * CELL + near + far];
    }

    /** Centre of a point. */
    center(point) {
        const { column, row } = parsePoint(point);
        return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
    }

    /** Where the value of a move is written: on its point, or in the middle of its step; null if it has no place. */
    anchor(move) {
        const points = pointsOf(move);
        if (points.length === 0 || points.length > 2) {
            return null;
        }
        const [from, to] = [this.center(points[0]), this.center(points.at(-1))];
        return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    }

    /** The point nearest to a place of the drawing, or null if none is near. */
    pointAt(x, y) {
        const column = Math.floor(x / CELL);
        const row = Math.floor(y / CELL);
        const inside = column >= 0 && row >= 0 && column < this.files && row < this.ranks;
        if (inside && this.known.has(pointName(column, row))) {
            return pointName(column, row);
        }
        let best = null;
        let shortest = this.reach * CELL;
        for (const point of this.points) {
            const center = this.center(point);
            const distance = Math.hypot(center.x - x, center.y - y);
            if (distance < shortest) {
                [best, shortest] = [point, distance];
            }
        }
        return best;
    }

    /**
     * The point that a key of the grid leads to. Up and down look for the point of the next row nearest to `column`.
     * @param {string} point where the focus is
     * @param {string} key `KeyboardEvent.key`
     * @param {number} column the column that the person came down or up in
     * @returns {string|null} null if the key does not move the focus
     */
    step(point, key, column) {
        const y = this.lines.findIndex((line) => line.includes(point));
        const line = this.lines[y];
        const x = line.indexOf(point);
        switch (key) {
            case "ArrowLeft": return line[Math.max(0, x - 1)];
            case "ArrowRight": return line[Math.min(line.length - 1, x + 1)];
            case "ArrowUp": return this.nearestInLine(Math.max(0, y - 1), column);
            case "ArrowDown": return this.nearestInLine(Math.min(this.lines.length - 1, y + 1), column);
            case "Home": return line[0];
            case "End": return line.at(-1);
            case "PageUp": return this.nearestInLine(0, column);
            case "PageDown": return this.nearestInLine(this.lines.length - 1, column);
            default: return null;
        }
    }

    nearestInLine(y, column) {
        const away = (point) => Math.abs(parsePoint(point).column - column);
        return this.lines[y].reduce((best, point) => (away(point) < away(best) ? point : best));
    }
}
