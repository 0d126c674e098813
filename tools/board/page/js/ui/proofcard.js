/** The card of a proof: who wins, in how many plies, how each reply is answered, and why the others do not matter. */

import { t } from "../language.js";
import { element } from "./dom.js";
import { moveText, sideName } from "./format.js";

/** The most replies that are listed. */
const MOST = 40;

/**
 * Makes it in `host`.
 * @param {{end: () => void}} handlers
 */
export function createProofCard(host, handlers) {
    return new ProofCard(host, handlers);
}

class ProofCard {
    constructor(host, handlers) {
        this.host = host;
        this.title = element("h2", {});
        this.words = element("div", { className: "proof-words", aria: { live: "polite" } });
        this.end = element("button", { type: "button", data: { t: "proof.end" }, onclick: handlers.end });
        this.play = element("button", { type: "button", data: { t: "proof.play" } });
        host.replaceChildren(this.title, this.words, element("div", { className: "buttons" }, this.play, this.end));
        this.hide();
    }

    hide() {
        this.host.hidden = true;
    }

    /** A proof is looked for. */
    searching() {
        this.host.hidden = false;
        this.end.textContent = t("proof.end");
        this.play.textContent = t("proof.play");
        this.title.textContent = t("proof.searching");
    }

    /**
     * Shows what is proven.
     * @param {object} proof as ProofEngine gives it
     * @param {object} facts of the position
     * @param {() => void} play plays the winning move
     */
    show(proof, facts, play) {
        const { outcome } = proof;
        const canPlay = outcome === "win" && proof.move !== null && !facts.over;
        this.title.textContent = titleOf(proof, facts);
        this.words.replaceChildren(...wordsOf(proof, facts).map((words) => element("p", {}, words)));
        this.play.hidden = !canPlay;
        this.play.onclick = play;
    }
}

function titleOf(proof, { side, over }) {
    if (over) {
        return t("proof.over");
    }
    const { outcome, plies: n, margin } = proof;
    if (outcome === "none" || outcome === "draw") {
        return t(`proof.${outcome}`);
    }
    const winner = sideName(outcome === "win" ? side : side === "x" ? "o" : "x");
    const isMargin = margin !== undefined;
    return t(isMargin ? "proof.margin" : "proof.wins", { side: winner, n: isMargin ? Math.abs(margin) : n });
}

function wordsOf(proof, facts) {
    const { outcome, move, replies = [], others, reason } = proof;
    if (facts.over || outcome === "none") {
        const none = facts.variant === "othello" ? "proof.nonetext.othello" : "proof.nonetext.other";
        return [reason ?? t(facts.over ? "proof.overtext" : none)];
    }
    if (outcome === "draw") {
        return [];
    }
    if (outcome === "win") {
        return [t("proof.attack", { move: moveText(move) })];
    }
    const listed = replies.slice(0, MOST).map(replyWords).join(t("board.separator"));
    return [t("proof.defend"), ...(listed ? [listed] : []), ...(others ? [othersWords(others)] : [])];
}

function replyWords({ move, answer, plies, margin }) {
    if (margin !== undefined) {
        return `${moveText(move)} ${margin > 0 ? "+" : ""}${margin}`;
    }
    return `${moveText(move)} → ${moveText(answer)} (${plies})`;
}

function othersWords({ count, answer, plies, fives }) {
    return fives ? t("proof.fives", { n: count, points: fives.join(" ") })
        : t("proof.others", { n: count, answer: moveText(answer), plies });
}
