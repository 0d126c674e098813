/** The tools for the move that is shown: its comment, its symbol, and its place in the tree. */

import { t } from "../language.js";
import { element } from "./dom.js";
import { GLYPHS, glyphName } from "./format.js";

/**
 * Makes the tools in `host`.
 * @param {{note: (notes: object) => void, promote: () => void, makeMain: () => void, delete: () => void}} handlers
 */
export function createStudyBar(host, handlers) {
    return new StudyBar(host, handlers);
}

class StudyBar {
    constructor(host, handlers) {
        this.state = { comment: "", glyph: "", isMove: false, isVariation: false };
        this.glyph = element("select", { onchange: () => handlers.note({ glyph: this.glyph.value }) });
        this.comment = element("textarea", {
            rows: 2,
            maxLength: 4000,
            // Input, not change: the comment is kept even if the page is closed while it is written.
            oninput: () => handlers.note({ comment: this.comment.value }),
        });
        this.promote = button(handlers.promote);
        this.makeMain = button(handlers.makeMain);
        this.remove = button(handlers.delete);
        host.replaceChildren(this.comment,
            element("div", { className: "study-tools" }, this.glyph, this.promote, this.makeMain, this.remove));
        this.render();
    }

    /**
     * @param {{comment: string, glyph: string, isMove: boolean, isVariation: boolean}} state isMove: not the start of
     *   the game
     */
    show(state) {
        this.state = state;
        const { comment, glyph, isMove, isVariation } = state;
        if (this.comment.value !== comment) {
            this.comment.value = comment;
        }
        this.glyph.value = glyph;
        this.glyph.disabled = this.remove.disabled = !isMove;
        this.promote.disabled = this.makeMain.disabled = !isVariation;
        this.comment.placeholder = t(isMove ? "study.comment" : "study.comment.game");
        this.comment.setAttribute("aria-label", this.comment.placeholder);
    }

    /** Writes all texts again, after a change of language. */
    render() {
        const names = GLYPHS.map((glyph) => element("option", { value: glyph }, `${glyph} ${glyphName(glyph)}`));
        this.glyph.replaceChildren(element("option", { value: "" }, t("study.noglyph")), ...names);
        this.glyph.setAttribute("aria-label", t("study.glyph"));
        this.promote.textContent = t("study.promote");
        this.makeMain.textContent = t("study.makemain");
        this.remove.textContent = t("study.delete");
        this.show(this.state);
    }
}

function button(onclick) {
    return element("button", { type: "button", onclick });
}
