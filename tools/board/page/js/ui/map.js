/** The dialog with the map of a solved game: how many positions are won and lost, in how many plies, and which. */

import { t } from "../language.js";
import { positionPicture } from "./diagram.js";
import { dialogOf, openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { moveText, sideName } from "./format.js";

/** The longest wins and losses that are listed. */
const LONGEST = 12;

/**
 * Shows the map.
 * @param {string} variant
 * @param {string[][]} facts the words of the lines that `solve` prints, without `info string`
 * @returns {Promise<{position: string}|{move: string}|null>} a position, or a first move, that is to be shown
 */
export function openMap(variant, facts) {
    const dialog = dialogOf("map-dialog", "map.title");
    const of = (kind) => facts.filter(([word]) => word === kind);
    return openDialog(dialog, (finish) => {
        const parts = [
            part("map.values", histogram(of("value"))),
            variant === "rhombus" ? part("map.stones", stonesTable(of("solved"))) : part("map.counts", counts(of("solved"))),
            part("map.first", firstMoves(of("firstmove"), (move) => finish({ move }))),
            part("map.longest", longest(variant, of("longest"), (position) => finish({ position }))),
        ];
        dialog.querySelector(".dialog-body").replaceChildren(element("p", {}, t(`map.about.${variant}`)), ...parts);
    });
}

function part(title, content) {
    return element("section", { className: "map-part" }, element("h3", {}, t(title)), content);
}

/** A value such as `win 7`, `loss 0` or `draw` in words. */
function valueWords([outcome, plies]) {
    const key = { win: "value.wins", loss: "value.loses", draw: "value.draw" }[outcome];
    return t(key, { n: Number(plies) });
}

/** How many positions have each value, as bars with numbers. */
function histogram(lines) {
    const row = ([, ...words]) => ({ words: words.slice(0, -2), outcome: words[0], count: Number(words.at(-1)) });
    const rows = lines.map(row);
    const most = Math.max(...rows.map(({ count }) => count));
    const table = element("table", { className: "histogram" });
    table.append(...rows.map(({ words, outcome, count }) => {
        const bar = element("span", { className: `share ${outcome}` });
        bar.style.setProperty("--share", count / most);
        return element("tr", {}, element("th", { scope: "row" }, valueWords(words)), element("td", {}, number(count)),
            element("td", { className: "bar-cell", aria: { hidden: "true" } }, bar));
    }));
    return table;
}

/** 斜方棋: positions by the number of stones, beside the figures of the paper. */
function stonesTable(lines) {
    const columns = ["stones", "positions", "win", "loss", "draw", "paper"];
    const heads = columns.map((name) => element("th", { scope: "col" }, t(`map.${name}`)));
    const rows = lines.map((words) => {
        const of = (name) => words[words.indexOf(name) + 1];
        const paper = words.slice(words.indexOf("paper") + 1).map((count) => number(Number(count))).join(" / ");
        const cells = ["positions", "win", "loss", "draw"].map((name) => element("td", {}, number(Number(of(name)))));
        return element("tr", {}, element("th", { scope: "row" }, of("stones")), ...cells, element("td", {}, paper));
    });
    const table = element("table", {}, element("tr", {}, ...heads), ...rows);
    return element("div", {}, element("div", { className: "wide" }, table), element("p", { className: "note" }, t("map.paper.note")));
}

/** The L-Game: all figures of its table. */
function counts([[, , ...words]]) {
    const rows = [];
    for (let i = 0; i < words.length; i += 2) {
        rows.push(element("tr", {}, element("th", { scope: "row" }, t(`map.${words[i]}`)),
            element("td", {}, number(Number(words[i + 1])))));
    }
    return element("table", {}, ...rows);
}

/** The first moves, those of the same value together. */
function firstMoves(lines, chosen) {
    const groups = Map.groupBy(lines, ([, , ...value]) => value.join(" "));
    const button = ([, move]) => {
        const onclick = () => chosen(move);
        return element("button", { type: "button", className: "inline", onclick }, moveText(move));
    };
    const group = ([value, moves]) => element("p", {}, `${valueWords(value.split(" "))}: `, ...moves.map(button));
    return element("div", {}, ...[...groups].map(group));
}

/** The positions with the longest wins and losses. */
function longest(variant, lines, chosen) {
    const shown = lines.slice(0, LONGEST);
    return element("ul", { className: "positions" }, ...shown.map((words) => {
        const at = words.indexOf("position");
        const end = words.includes("code") ? words.indexOf("code") : words.length;
        const position = words.slice(at + 1, end).join(" ");
        const side = sideName(position.split(" ")[1], variant);
        const text = t("map.position", { side, value: valueWords(words.slice(1, at)) });
        const entry = element("button", { type: "button", title: position, onclick: () => chosen(position) },
            positionPicture(variant, position), element("span", {}, text));
        return element("li", {}, entry);
    }));
}

function number(count) {
    return count.toLocaleString(document.documentElement.lang);
}
