/** The evaluation bar: how much of it is dark is Black's share. */

import { t } from "../language.js";
import { element, setText } from "./dom.js";
import { leadWords, percent, sideName } from "./format.js";

/** Makes the bar in `host`. */
export function createBar(host) {
    const share = element("div", { className: "share" });
    const middle = element("div", { className: "middle" });
    const text = element("div", { className: "bar-text", aria: { hidden: "true" } });
    let shown = null;
    host.replaceChildren(share, middle, text);
    host.setAttribute("role", "meter");
    host.setAttribute("aria-valuemin", "0");
    host.setAttribute("aria-valuemax", "100");

    function render() {
        const value = Math.max(-1, Math.min(1, shown?.value ?? 0));
        const black = Math.round((value + 1) * 50);
        host.style.setProperty("--share", `${black}%`);
        host.classList.toggle("exact", Boolean(shown?.exact));
        host.classList.toggle("unknown", shown === null);
        const lead = shown && leadWords(shown);
        host.classList.toggle("ahead", lead?.side !== "o");
        setText(text, lead?.short ?? "");
        const words = lead ? wordsOf(lead, shown.exact, value) : t("bar.unknown");
        host.setAttribute("aria-label", t("bar.label"));
        host.setAttribute("aria-valuenow", String(black));
        host.setAttribute("aria-valuetext", words);
        host.title = words;
    }

    /** What is estimated says how likely the side that is ahead wins. */
    function wordsOf({ side, words }, exact, value) {
        const chance = percent((1 + (side === "x" ? value : -value)) / 2);
        return exact ? words : t("bar.estimate", { words, side: sideName(side), chance });
    }

    render();
    return {
        /** @param {{value: number, text: string, exact: boolean}|null} evaluation value from -1 to 1, 1: Black wins */
        show(evaluation) {
            shown = evaluation;
            render();
        },
        render,
    };
}
