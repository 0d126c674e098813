/** The moves of the game in numbered pairs. */

import { t } from "../language.js";
import { element, reveal, roving, setText, tabStop } from "./dom.js";
import { moveText, sideName } from "./format.js";

/**
 * Makes the move list in `host`.
 * @param {{go: (n: number) => void}} handlers `go(n)`: show the position after n moves
 */
export function createMoveList(host, handlers) {
    return new MoveList(host, handlers);
}

class MoveList {
    constructor(host, handlers) {
        this.host = host;
        this.list = element("ol", { className: "move-list", aria: { role: "list" } });
        this.empty = element("p", { className: "none" });
        this.buttons = [];
        this.game = { moves: [], at: 0, marks: [], first: "x" };
        host.replaceChildren(this.empty, this.list);
        roving(this.list, () => this.buttons, 2);
        this.list.addEventListener("click", (event) => {
            const button = event.target.closest("button");
            if (button) {
                handlers.go(Number(button.dataset.n));
            }
        });
    }

    /**
     * Shows the moves of a game.
     * @param {{moves: string[], at: number, marks?: ({symbol: string, label: string}|null)[], first?: "x"|"o"}} game
     *   at: how many moves are played in the position shown; marks: one for each move; first: who moved first
     */
    show(game) {
        if ((game.first ?? "x") !== (this.game.first ?? "x")) {
            this.resize(0, 0);
        }
        const moved = game.at !== this.game.at || game.moves.length !== this.game.moves.length;
        this.game = game;
        this.draw(moved);
    }

    /** Draws all texts again, after a change of language. */
    render() {
        this.draw(false);
    }

    draw(scrolled) {
        const offset = this.game.first === "o" ? 1 : 0;
        this.resize(this.game.moves.length, offset);
        this.buttons.forEach((button, index) => this.label(button, index, offset));
        this.empty.hidden = this.game.moves.length > 0;
        setText(this.empty, t("moves.none"));
        this.point(scrolled);
    }

    /** Adds and removes buttons until there is one for each place; the first pair may begin with White. */
    resize(count, offset) {
        while (this.buttons.length > count) {
            this.buttons.pop().remove();
        }
        while (this.list.children.length > Math.ceil((count + offset) / 2)) {
            this.list.lastElementChild.remove();
        }
        while (this.buttons.length < count) {
            const n = this.buttons.length + 1;
            const button = element("button", { type: "button", className: "move", data: { n } });
            if (n === 1 && offset === 1) {
                this.row(0).append(element("span", { className: "gap", aria: { hidden: "true" } }, "…"));
            }
            this.row(n - 1 + offset).append(button);
            this.buttons.push(button);
        }
    }

    row(index) {
        const wanted = Math.floor(index / 2);
        while (this.list.children.length <= wanted) {
            const number = `${this.list.children.length + 1}.`;
            const shown = element("span", { className: "number", aria: { hidden: "true" } }, number);
            this.list.append(element("li", {}, shown));
        }
        return this.list.children[wanted];
    }

    label(button, index, offset) {
        const move = moveText(this.game.moves[index]);
        const mark = this.game.marks?.[index];
        const side = sideName((index + offset) % 2 === 0 ? "x" : "o");
        const number = Math.floor((index + offset) / 2) + 1;
        const name = t("moves.label", { number, side, move }) + (mark ? `, ${mark.label}` : "");
        setText(button, move + (mark?.symbol ?? ""));
        if (button.getAttribute("aria-label") !== name) {
            button.setAttribute("aria-label", name);
        }
    }

    /** Marks the current move; only if that has changed is the list scrolled, never while somebody reads it. */
    point(scrolled) {
        const current = this.buttons[this.game.at - 1] ?? null;
        for (const button of this.list.querySelectorAll("[aria-current]")) {
            button.removeAttribute("aria-current");
        }
        current?.setAttribute("aria-current", "true");
        if (!this.list.contains(document.activeElement)) {
            tabStop(this.buttons, current ?? this.buttons[0]);
        }
        if (scrolled && current) {
            reveal(this.host, current);
        }
    }
}
