/** The moves of the game in numbered pairs. */

import { t } from "../language.js";
import { element, reveal, roving, setText, tabStop } from "./dom.js";
import { moveText, sideName } from "./format.js";

/**
 * Makes the move list in `host`.
 * @param {{go: (n: number) => void}} handlers `go(n)`: show the position after n moves
 */
export function createMoveList(host, handlers) {
    const list = element("ol", { className: "move-list", aria: { role: "list" } });
    const empty = element("p", { className: "none" });
    const buttons = [];
    let shown = { moves: [], at: 0, marks: [], first: "x" };
    host.replaceChildren(empty, list);
    roving(list, () => buttons, 2);
    list.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (button) {
            handlers.go(Number(button.dataset.n));
        }
    });

    function rowOf(index) {
        const row = Math.floor(index / 2);
        while (list.children.length <= row) {
            const number = `${list.children.length + 1}.`;
            list.append(element("li", {}, element("span", { className: "number", aria: { hidden: "true" } }, number)));
        }
        return list.children[row];
    }

    /** Adds and removes buttons until there is one for each place; the first pair may begin with White. */
    function resize(count, offset) {
        while (buttons.length > count) {
            buttons.pop().remove();
        }
        while (list.children.length > Math.ceil((count + offset) / 2)) {
            list.lastElementChild.remove();
        }
        while (buttons.length < count) {
            const n = buttons.length + 1;
            const button = element("button", { type: "button", className: "move", data: { n } });
            if (n === 1 && offset === 1) {
                rowOf(0).append(element("span", { className: "gap", aria: { hidden: "true" } }, "…"));
            }
            rowOf(n - 1 + offset).append(button);
            buttons.push(button);
        }
    }

    function label(button, index, offset) {
        const move = moveText(shown.moves[index]);
        const mark = shown.marks?.[index];
        const side = sideName((index + offset) % 2 === 0 ? "x" : "o");
        const number = Math.floor((index + offset) / 2) + 1;
        const name = t("moves.label", { number, side, move }) + (mark ? `, ${mark.label}` : "");
        setText(button, move + (mark?.symbol ?? ""));
        if (button.getAttribute("aria-label") !== name) {
            button.setAttribute("aria-label", name);
        }
    }

    /** Marks the current move; only then is the list scrolled, never while somebody reads it. */
    function point(at, scrolled) {
        const current = buttons[at - 1] ?? null;
        for (const button of list.querySelectorAll("[aria-current]")) {
            button.removeAttribute("aria-current");
        }
        current?.setAttribute("aria-current", "true");
        if (!list.contains(document.activeElement)) {
            tabStop(buttons, current ?? buttons[0]);
        }
        if (scrolled && current) {
            reveal(host, current);
        }
    }

    function render(scrolled) {
        const offset = shown.first === "o" ? 1 : 0;
        resize(shown.moves.length, offset);
        buttons.forEach((button, index) => label(button, index, offset));
        empty.hidden = shown.moves.length > 0;
        setText(empty, t("moves.none"));
        point(shown.at, scrolled);
    }

    return {
        /**
         * Shows the moves of a game.
         * @param {{moves: string[], at: number, marks?: ({symbol: string, label: string}|null)[],
         *   first?: "x"|"o"}} game at: how many moves are played in the position shown; marks: one for each move;
         *   first: who moved first
         */
        show(game) {
            if ((game.first ?? "x") !== (shown.first ?? "x")) {
                resize(0, 0);
            }
            const moved = game.at !== shown.at || game.moves.length !== shown.moves.length;
            shown = game;
            render(moved);
        },
        /** Draws all texts again, after a change of language. */
        render() {
            render(false);
        },
    };
}
