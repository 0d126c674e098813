/** The moves of the game: the main line in numbered pairs, variations and comments between them. */

import { t } from "../language.js";
import { element, reveal, roving, setText, tabStop } from "./dom.js";
import { glyphName, moveText, sideName } from "./format.js";

/**
 * Makes the move list in `host`.
 * @param {{goTo: (node: Node) => void}} handlers `goTo(node)`: show this position
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
        this.nodes = new WeakMap();
        this.game = null;
        this.drawn = null;
        host.replaceChildren(this.empty, this.list);
        roving(this.list, () => this.buttons, 2);
        this.list.addEventListener("click", (event) => {
            const button = event.target.closest("button");
            if (button) {
                handlers.goTo(this.nodes.get(button));
            }
        });
    }

    /**
     * Shows the moves of a game.
     * @param {{tree: Tree, node: Node, first: "x"|"o"}} game node: the position shown; first: who moved first
     */
    show(game) {
        this.game = game;
        const { tree, first } = game;
        const moved = this.node !== game.node;
        this.node = game.node;
        if (this.drawn?.tree !== tree || this.drawn.version !== tree.version || this.drawn.first !== first) {
            this.draw();
        }
        this.point(moved);
    }

    /** Draws all texts again, after a change of language. */
    render() {
        if (this.game) {
            this.draw();
            this.point(false);
        } else {
            setText(this.empty, t("moves.none"));
        }
    }

    draw() {
        const { tree, first } = this.game;
        const focused = this.nodes.get(document.activeElement);
        this.drawn = { tree, version: tree.version, first };
        this.buttons = [];
        this.byNode = new Map();
        this.list.replaceChildren(...this.mainLine(tree.root));
        this.empty.hidden = tree.root.children.length > 0;
        setText(this.empty, t("moves.none"));
        this.byNode.get(focused)?.focus();
    }

    /** The rows of the main line; after a move with a comment or with variations the row ends, and they follow. */
    mainLine(root) {
        const rows = root.notes.comment ? [comments(root)] : [];
        let row = null;
        for (let node = root; node.children.length > 0; [node] = node.children) {
            const [main, ...others] = node.children;
            const isFirst = this.side(main) === "x";
            if (!row || isFirst) {
                row = element("li", { className: "pair" }, numberOf(`${this.number(main)}.`));
                row.append(...(isFirst ? [] : [gap()]));
                rows.push(row);
            }
            row.append(this.button(main));
            if (main.notes.comment || others.length > 0) {
                const paragraph = (other) => element("p", { className: "variation" }, ...this.variation(other));
                const variations = others.map(paragraph);
                rows.push(element("li", { className: "aside" }, ...comment(main), ...variations));
                row = null;
            }
        }
        return rows;
    }

    /** A variation and those within it, as running text. */
    variation(from) {
        const parts = [];
        let isNumbered = false;
        for (let node = from; node; [node] = node.children) {
            const isFirst = this.side(node) === "x";
            if (isFirst || !isNumbered) {
                parts.push(numberOf(`${this.number(node)}${isFirst ? "." : "…"}`));
            }
            parts.push(this.button(node), ...comment(node));
            isNumbered = !node.notes.comment;
            if (node !== from) {
                for (const other of node.parent.children.slice(1)) {
                    parts.push(element("span", { className: "variation" }, "(", ...this.variation(other), ")"));
                    isNumbered = false;
                }
            }
        }
        return parts.flatMap((part) => [part, " "]).slice(0, -1);
    }

    button(node) {
        const [side, number] = [sideName(this.side(node)), this.number(node)];
        const { glyph, label } = node.notes;
        const name = [t("moves.label", { number, side, move: moveText(node.move) })];
        name.push(...(glyph ? [glyphName(glyph)] : []), ...(label ? [label] : []));
        name.push(...(node.isVariation() ? [t("moves.variation")] : []));
        const button = element("button", {
            type: "button", className: "move", tabIndex: -1, data: { n: node.depth }, aria: { label: name.join(", ") },
        }, moveText(node.move) + (glyph ?? ""), ...(label ? [element("span", { className: "label" }, label)] : []));
        this.nodes.set(button, node);
        this.byNode.set(node, button);
        this.buttons.push(button);
        return button;
    }

    /** The side that made a move. */
    side(node) {
        return (node.depth % 2 === 1) === (this.game.first === "x") ? "x" : "o";
    }

    number(node) {
        return Math.floor((node.depth - 1 + (this.game.first === "o" ? 1 : 0)) / 2) + 1;
    }

    /** Marks the current move; only if that has changed is the list scrolled, never while somebody reads it. */
    point(scrolled) {
        const current = this.byNode.get(this.game.node) ?? null;
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

function numberOf(text) {
    return element("span", { className: "number", aria: { hidden: "true" } }, text);
}

function gap() {
    return element("span", { className: "gap", aria: { hidden: "true" } }, "…");
}

function comment(node) {
    return node.notes.comment ? [element("span", { className: "comment" }, node.notes.comment)] : [];
}

function comments(node) {
    return element("li", { className: "aside" }, ...comment(node));
}
