/** The card of a lesson: what is asked, hints, and what came of it. */

import { t } from "../language.js";
import { element } from "./dom.js";
import { moveText } from "./format.js";

/**
 * Makes it in `host`.
 * @param {{hint: () => void, next: () => void, end: () => void}} handlers
 */
export function createLessonCard(host, handlers) {
    return new LessonCard(host, handlers);
}

class LessonCard {
    constructor(host, handlers) {
        this.host = host;
        this.title = element("h2", {});
        this.text = element("p", {});
        this.answer = element("p", { className: "answer", aria: { live: "polite" } });
        const button = (key, onclick) => element("button", { type: "button", data: { t: key }, onclick }, t(key));
        this.hintButton = button("lesson.hint", handlers.hint);
        this.nextButton = button("lesson.next", handlers.next);
        this.nextButton.className = "primary";
        const end = button("lesson.end", handlers.end);
        const buttons = element("div", { className: "buttons" }, end, this.hintButton, this.nextButton);
        host.replaceChildren(this.title, this.text, this.answer, buttons);
        this.hide();
    }

    hide() {
        this.host.hidden = true;
    }

    /** Asks for the move of a position: number `index` from 0 of `count`. */
    show({ variant, id, index, count }) {
        this.key = `lesson.${variant}.${id}`;
        this.hinted = false;
        this.host.hidden = false;
        this.title.textContent = `${index + 1}/${count} ${t(`${this.key}.title`)}`;
        this.text.textContent = t(`${this.key}.text`);
        this.answer.textContent = "";
        this.hintButton.hidden = false;
        this.nextButton.hidden = true;
    }

    /** The move was right. */
    right() {
        this.say(t("lesson.right", { why: t(`${this.key}.right`) }));
        this.hintButton.hidden = true;
        this.nextButton.hidden = false;
        this.nextButton.focus();
    }

    /**
     * The move was another one.
     * @param {{reply: string, words: string, wins: boolean}|null} why the reply to it, what it leads to, and whether it
     *   wins as well, if more slowly
     */
    wrong(move, why = null) {
        const texts = { move: moveText(move), reply: why && moveText(why.reply), words: why?.words };
        this.say(t(why?.wins ? "lesson.slower" : why ? "lesson.refuted" : "lesson.wrong", texts));
    }

    /** The first hint is in words, the second one is the move; returns whether it was. */
    hint(solution) {
        const isSecond = this.hinted;
        this.say(isSecond ? t("lesson.solution", { move: moveText(solution) }) : t(`${this.key}.hint`));
        this.hinted = true;
        return isSecond;
    }

    /** All positions are solved. */
    finished() {
        this.title.textContent = t("lesson.finished");
        this.text.textContent = "";
        this.say(t("lesson.more"));
        this.hintButton.hidden = this.nextButton.hidden = true;
    }

    say(text) {
        this.answer.textContent = text;
    }
}
