/** The bar of a player: name, stones, clock, whose turn it is, the result. */

import { t } from "../language.js";
import { element, setText } from "./dom.js";
import { clockText, sideName } from "./format.js";

const POINTS = { win: "1", draw: "½", loss: "0" };

/**
 * Makes the bar of a side in `host`.
 * @param {"x"|"o"} side
 */
export function createPlayerBar(host, side) {
    const piece = element("span", { className: `piece piece-${side}`, aria: { hidden: "true" } });
    const seat = element("span", { className: "seat" });
    const name = element("span", { className: "name" });
    const turn = element("span", { className: "turn", aria: { hidden: "true" } }, "●");
    const hand = element("span", { className: "hand", aria: { role: "img" } });
    const stones = element("span", { className: "stones", aria: { role: "img" } });
    const result = element("span", { className: "score" });
    const clock = element("span", { className: "clock", aria: { role: "timer" } });
    let shown = { name: "", stones: null, hand: null, clock: null, turn: false, result: null };
    host.replaceChildren(piece, seat, name, turn, hand, stones, result, clock);
    host.setAttribute("role", "group");

    function renderHand() {
        const count = shown.hand ?? 0;
        hand.hidden = !count;
        while (hand.children.length > count) {
            hand.lastElementChild.remove();
        }
        while (hand.children.length < count) {
            hand.append(element("span", { className: `piece piece-${side}` }));
        }
        hand.setAttribute("aria-label", t("player.hand", { n: count }));
    }

    function renderClock() {
        clock.hidden = shown.clock === null || shown.clock === undefined;
        if (!clock.hidden) {
            setText(clock, clockText(shown.clock));
            clock.classList.toggle("low", shown.clock < 20_000);
            clock.setAttribute("aria-label", t("player.clock", { time: clockText(shown.clock) }));
        }
    }

    function render() {
        host.setAttribute("aria-label", sideName(side));
        host.classList.toggle("to-move", Boolean(shown.turn));
        setText(seat, sideName(side));
        setText(name, shown.name);
        turn.hidden = !shown.turn;
        stones.hidden = shown.stones === null || shown.stones === undefined;
        setText(stones, stones.hidden ? "" : String(shown.stones));
        stones.setAttribute("aria-label", stones.hidden ? "" : t("player.stones", { n: shown.stones }));
        result.hidden = !shown.result;
        setText(result, POINTS[shown.result] ?? "");
        result.title = shown.result ? t(`player.${shown.result}`) : "";
        renderHand();
        renderClock();
    }

    render();
    return {
        /**
         * @param {{name: string, stones: ?number, hand: ?number, clock: ?number, turn: boolean,
         *   result: ?("win"|"draw"|"loss")}} player stones: discs on the board; hand: stones not yet placed; clock: ms
         */
        show(player) {
            shown = player;
            render();
        },
        render,
    };
}
