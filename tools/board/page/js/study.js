/** Studying a game: variations, comments and symbols of its moves. */

import { t } from "./language.js";
import { showMessage } from "./ui/dialog.js";
import { moveText } from "./ui/format.js";

/** What can be done to the move that is shown. */
export class Study {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
    }

    get tree() {
        return this.app.game.tree;
    }

    get node() {
        return this.app.game.node;
    }

    /** Notes something about the move that is shown, at the start about the game. */
    note(notes) {
        this.tree.note(this.node, notes);
        this.app.changed();
    }

    /** Brings the variation that is shown nearer to the main line. */
    promote() {
        this.tree.promote(this.node);
        this.app.changed();
    }

    /** Makes the line that is shown the main line. */
    makeMain() {
        this.tree.makeMain(this.node);
        this.app.changed();
    }

    /** Deletes the move that is shown and all that follows it, once that is confirmed. */
    async delete() {
        const { node } = this;
        const n = countFrom(node);
        const choices = [
            { value: false, label: t("study.delete.no"), primary: true },
            { value: true, label: t("study.delete.yes"), danger: true },
        ];
        const text = t("study.delete.text", { n, move: moveText(node.move) });
        if (await showMessage(t("study.delete.title"), text, choices)) {
            await this.app.goTo(this.tree.remove(node));
        }
    }

    /** Shows the tools for the move that is shown. */
    show() {
        const { node } = this;
        const isVariation = node.isVariation();
        this.app.view.study.show({
            comment: node.notes.comment ?? "",
            glyph: node.notes.glyph ?? "",
            isMove: node.parent !== null,
            isVariation,
        });
    }
}

/** The number of moves from this one on. */
function countFrom(node) {
    let count = 0;
    const open = [node];
    while (open.length > 0) {
        count += 1;
        open.push(...open.pop().children);
    }
    return count;
}
