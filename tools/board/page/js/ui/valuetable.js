/** The table of the values of moves, best first. */

import { t } from "../language.js";
import { element, roving, setText, tabStop } from "./dom.js";
import { SYMBOLS, moveText, percent, valueWords } from "./format.js";

/** The columns of the table. */
const COLUMNS = ["move", "value", "chance", "depth"];

/** Rows are made as they are scrolled to, so many at a time: values change ten times a second. */
const ROWS = 40;

/**
 * Makes the table in `host`.
 * @param {{choose: (move: string) => void, preview: (move: string|null) => void}} handlers choose: a click on a move;
 *   preview: the pointer or the focus is on a move (null: no longer)
 */
export function createValueTable(host, handlers) {
    const heads = COLUMNS.map((name) => element("th", { scope: "col", className: `column-${name}` }));
    const body = element("tbody");
    const empty = element("p", { className: "none" });
    const caption = element("caption", { className: "unseen" });
    const table = element("table", {}, caption, element("thead", {}, element("tr", {}, ...heads)), body);
    const rows = [];
    let shown = [];
    let limit = ROWS;
    host.replaceChildren(empty, table);
    const buttons = () => rows.map((row) => row.move);
    roving(body, buttons);
    listen(body, handlers);
    host.addEventListener("scroll", () => {
        const rest = host.scrollHeight - host.clientHeight - host.scrollTop;
        if (rest < host.clientHeight && limit < shown.length) {
            limit += ROWS;
            render();
        }
    });

    function render() {
        heads.forEach((head, index) => setText(head, t(`values.${COLUMNS[index]}`)));
        heads[COLUMNS.indexOf("value")].title = t("values.ply");
        setText(caption, t("values.caption"));
        setText(empty, t("values.none"));
        empty.hidden = shown.length > 0;
        table.hidden = shown.length === 0;
        const count = Math.min(limit, shown.length);
        while (rows.length < count) {
            rows.push(makeRow(body));
        }
        while (rows.length > count) {
            rows.pop().line.remove();
        }
        rows.forEach((row, index) => fill(row, shown[index]));
        if (shown.length > 0 && !body.contains(document.activeElement)) {
            tabStop(buttons(), rows[0].move);
        }
    }

    render();
    return {
        /** @param {object[]} values values of moves as the board shows them, in the order of their rank */
        show(values) {
            limit = values.length === 0 ? ROWS : limit;
            const rows = grouped(values);
            shown = host.matches(":hover, :focus-within") ? inFormerOrder(rows, shown) : rows;
            render();
        },
        render,
    };
}

/** L moves that differ only in the neutral piece and are worth the same, as the best of them with their number. */
function grouped(values) {
    const groups = new Map();
    for (const value of values) {
        const key = `${value.move.split("+")[0]} ${value.exact} ${value.text}`;
        const group = groups.get(key) ?? { ...value, count: 0 };
        group.count += 1;
        groups.set(key, group);
    }
    return [...groups.values()];
}

/** While somebody points at the table its rows stay where they are, so that a click never hits another move. */
function inFormerOrder(values, former) {
    const place = new Map(former.map((value, index) => [value.move, index]));
    const known = values.length === former.length && values.every((value) => place.has(value.move));
    return known ? [...values].sort((a, b) => place.get(a.move) - place.get(b.move)) : values;
}

function listen(body, handlers) {
    const moveAt = (target) => target.closest?.("tr")?.dataset.move ?? null;
    let previewed = null;
    const preview = (move) => {
        if (move !== previewed) {
            previewed = move;
            handlers.preview(move);
        }
    };
    body.addEventListener("click", (event) => {
        const move = moveAt(event.target);
        if (move) {
            handlers.choose(move);
        }
    });
    body.addEventListener("pointerover", (event) => preview(moveAt(event.target)));
    body.addEventListener("pointerleave", () => preview(null));
    body.addEventListener("focusin", (event) => preview(moveAt(event.target)));
    body.addEventListener("focusout", () => preview(null));
}

function makeRow(body) {
    const move = element("button", { type: "button", className: "move" });
    const count = element("span", { className: "count" });
    const symbol = element("span", { className: "symbol", aria: { hidden: "true" } });
    const words = element("span");
    const value = element("span", { className: "worth" }, symbol, words);
    const chance = element("span", { className: "chance" });
    const depth = element("td", { className: "column-depth" });
    const line = element("tr", {}, element("th", { scope: "row" }, move), element("td", {}, value, count),
        element("td", { className: "column-chance" }, chance), depth);
    body.append(line);
    return { line, move, count, symbol, words, value, chance, depth };
}

function fill(row, value) {
    const { exact } = value;
    row.line.dataset.move = value.move;
    row.line.classList.toggle("best", Boolean(value.best));
    row.value.className = `worth ${exact ? `exact ${value.outcome}` : `estimate loss-${value.lossStep}`}`;
    setText(row.move, moveText(value.move));
    setText(row.count, value.count > 1 ? t("values.count", { n: value.count }) : "");
    row.count.title = value.count > 1 ? t("values.count.title", { n: value.count }) : "";
    setText(row.symbol, exact ? SYMBOLS[value.outcome] : "");
    setText(row.words, valueWords(value));
    // What is known needs no chance, and takes its room.
    setText(row.chance, exact ? "" : percent(value.chance));
    row.chance.style.setProperty("--share", exact ? "0%" : percent(value.chance));
    setText(row.depth, exact ? t("values.exact") : String(value.depth ?? ""));
}
