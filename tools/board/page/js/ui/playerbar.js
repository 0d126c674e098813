/** The bar of a player: name, stones, clock, whose turn it is, the result. */

import { t } from "../language.js";
import { element, setText } from "./dom.js";
import { clockText, sideName } from "./format.js";

/** Below this the clock is marked, in milliseconds. */
const LOW = 20_000;

/**
 * Makes the bar of a side in `host`.
 * @param {"x"|"o"} side
 */
export function createPlayerBar(host, side) {
    return new PlayerBar(host, side);
}

class PlayerBar {
    constructor(host, side) {
        this.host = host;
        this.side = side;
        const part = (className, role) => element("span", { className, aria: role ? { role } : {} });
        this.seat = part("seat");
        this.name = part("name");
        this.turn = element("span", { className: "turn", aria: { hidden: "true" } }, "●");
        this.hand = part("hand", "img");
        this.stones = part("stones", "img");
        this.score = part("score");
        this.clock = part("clock", "timer");
        this.player = { name: "", stones: null, hand: null, clock: null, turn: false, result: null };
        const parts = [this.seat, this.score, this.name, this.turn, this.hand, this.stones, this.clock];
        host.replaceChildren(this.piece(), ...parts);
        host.setAttribute("role", "group");
        this.render();
    }

    /**
     * @param {{name: string, stones: ?number, hand: ?number, clock: ?number, turn: boolean,
     *   result: ?("win"|"draw"|"loss")}} player stones: discs on the board; hand: stones not yet placed; clock: ms
     */
    show(player) {
        this.player = player;
        this.render();
    }

    /** Draws everything, also after a change of language. */
    render() {
        const { name, turn, result } = this.player;
        this.host.setAttribute("aria-label", sideName(this.side));
        this.host.classList.toggle("to-move", Boolean(turn));
        setText(this.seat, sideName(this.side));
        setText(this.name, name);
        this.turn.hidden = !turn;
        this.score.hidden = !result;
        this.score.classList.toggle("won", result === "win");
        setText(this.score, result ? t(`player.${result}`) : "");
        this.renderStones();
        this.renderClock();
    }

    renderStones() {
        const { stones } = this.player;
        const hand = this.player.hand ?? 0;
        this.stones.hidden = stones === null || stones === undefined;
        setText(this.stones, this.stones.hidden ? "" : String(stones));
        this.stones.setAttribute("aria-label", this.stones.hidden ? "" : t("player.stones", { n: stones }));
        this.hand.hidden = hand === 0;
        if (this.hand.children.length !== hand) {
            this.hand.replaceChildren(...Array.from({ length: hand }, () => this.piece()));
        }
        this.hand.setAttribute("aria-label", t("player.hand", { n: hand }));
    }

    renderClock() {
        const { clock } = this.player;
        this.clock.hidden = clock === null || clock === undefined;
        if (!this.clock.hidden) {
            setText(this.clock, clockText(clock));
            this.clock.classList.toggle("low", clock < LOW);
            this.clock.setAttribute("aria-label", t("player.clock", { time: clockText(clock) }));
        }
    }

    piece() {
        return element("span", { className: `piece piece-${this.side}`, aria: { hidden: "true" } });
    }
}
