import { parsePoint, pointsOf } from "./geometry.js";

/** What stands on a point: `x`, `o`, `n` or `.`. */
export function pieceAt(facts, point) {
    const { column, row } = parsePoint(point);
    return facts.rows[row][column];
}

/**
 * What a screen reader says of a point, such as "h8, black, last move".
 * @param {function} t text of a key
 * @param facts facts of the position
 * @param {string} point
 * @param {{legal: Set, movable: Set, targets: Set, forbidden: Set, held: Set, last: Set, values: Map}} state points of
 *   each kind, and the values that belong to points
 */
export function cellLabel(t, facts, point, state) {
    const parts = [point, pieceName(t, facts, point)];
    const add = (condition, key) => condition && parts.push(t(key));
    add(state.last.has(point), "board.last");
    add(facts.winline.includes(point), "board.winning");
    add(state.held.has(point), "board.held");
    add(state.legal.has(point), "board.legal");
    add(state.movable.has(point) && !state.held.has(point), "board.movable");
    add(state.targets.has(point), "board.target");
    add(state.forbidden.has(point), "board.forbidden");
    const value = state.values.get(point);
    if (value) {
        parts.push(valueText(t, value));
    }
    return parts.join(t("board.separator"));
}

function pieceName(t, facts, point) {
    const piece = pieceAt(facts, point);
    if (piece === ".") {
        return t("board.empty");
    }
    const shape = facts.kind === "shape" && piece !== "n";
    return t(shape ? `board.shape.${piece}` : `board.piece.${piece}`);
}

/** A value in words: "value +3.2", "exact: wins in 5 plies"; the best one says so. */
export function valueText(t, value) {
    const { exact, outcome, distance, text } = value;
    const plies = exact && outcome !== "draw" && distance !== null;
    const words = plies ? t("board.exact", { words: t(outcome === "win" ? "value.wins" : "value.loses", { n: distance }) })
        : t(exact ? `board.exact.${outcome}` : "board.value", { text });
    return value.best ? words + t("board.separator") + t("board.best") : words;
}

/**
 * The values that labels of points name: of the move to a point; of steps, those of the held stone, or else the best
 * one of each stone.
 * @param {string|undefined} held the point of the held piece
 */
export function valuesByPoint(values, held) {
    const map = new Map();
    for (const value of values) {
        const [from, to, ...more] = pointsOf(value.move);
        if (from && more.length === 0 && (!to || !held || from === held)) {
            const point = to && held ? to : from;
            const former = map.get(point);
            if (!former || value.rank < former.rank) {
                map.set(point, value);
            }
        }
    }
    return map;
}
