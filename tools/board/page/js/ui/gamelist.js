/** A list of games of which one can be chosen, with a field that filters it. */

import { t } from "../language.js";
import { element, roving, tabStop } from "./dom.js";

/** Lists of this length or more have a filter. */
const LONG = 12;

/**
 * Makes a list.
 * @param {{title: string, details: string}[]} entries
 * @param {string} label the name of the list
 * @param {(index: number) => void} chosen
 * @param {((index: number) => void)|null} deleted offered where it is given
 */
export function createGameList(entries, label, chosen, deleted = null) {
    const list = element("ul", { className: "game-list", aria: { label } });
    const buttons = entries.map((entry, index) => button(entry, () => chosen(index)));
    const rows = buttons.map((each, index) => element("li", {}, each, ...(deleted ? [remover(index)] : [])));
    // The first press asks, the second one deletes.
    function remover(index) {
        const name = `${t("games.delete")}: ${entries[index].title}, ${entries[index].details}`;
        const made = element("button", { type: "button", className: "remove", aria: { label: name } }, "✗");
        made.title = t("games.delete");
        made.addEventListener("blur", () => { made.textContent = "✗"; });
        made.addEventListener("click", () => {
            if (made.textContent === "✗") {
                made.textContent = t("games.really");
                return;
            }
            deleted(index);
            rows[index].remove();
            buttons.find((each) => each.isConnected)?.focus();
        });
        return made;
    }
    list.append(...rows);
    const shown = () => buttons.filter((each) => each.isConnected && !each.parentNode.hidden);
    roving(list, shown);
    tabStop(buttons, buttons[0]);
    if (entries.length < LONG) {
        return element("div", {}, element("p", {}, label), list);
    }
    const texts = entries.map(({ title, details }) => `${title} ${details}`.toLowerCase());
    const placeholder = t("games.filter");
    const filter = element("input", { type: "search", placeholder, aria: { label: placeholder } });
    filter.addEventListener("input", () => {
        const words = filter.value.toLowerCase().split(/\s+/);
        rows.forEach((row, index) => { row.hidden = !words.every((word) => texts[index].includes(word)); });
        tabStop(buttons, shown()[0]);
    });
    return element("div", {}, element("p", {}, label), filter, list);
}

function button({ title, details }, onclick) {
    return element("button", { type: "button", className: "entry", onclick }, element("strong", {}, title),
        element("span", {}, details));
}
