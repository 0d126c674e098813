/** What the page says about a game, in words. */

import { language, t } from "./language.js";
import { engineName, moveText, sideName } from "./ui/format.js";

/** The other side. */
export function otherSide(side) {
    return side === "x" ? "o" : "x";
}

/** The side that has won, or null. */
export function winner(facts) {
    return { p1win: "x", p2win: "o" }[facts.result] ?? null;
}

/** The discs of both sides at the end of a game of Othello; empty squares go to the winner. */
function finalDiscs({ stones, rows }, won) {
    const empty = rows.join("").split(".").length - 1;
    return { x: stones.x + (won === "x" ? empty : 0), o: stones.o + (won === "o" ? empty : 0) };
}

/** The result of a game that is over. */
export function resultWords(facts) {
    const { variant, reason } = facts;
    const won = winner(facts);
    const side = won && sideName(won, variant);
    if (reason === "discs") {
        return t(won ? "result.discs" : "result.discs.draw", { side, ...finalDiscs(facts, won) });
    }
    const other = won && sideName(otherSide(won), variant);
    return t(won ? "result.win" : "result.draw", { side, reason: t(`reason.${reason}`, { other }) });
}

/** Whose turn it is. */
export function turnWords(facts, { thinking, paused }) {
    const side = sideName(facts.side, facts.variant);
    if (thinking) {
        return t("status.thinking", { side });
    }
    if (paused) {
        return t("status.paused", { side });
    }
    if (facts.legal[0] === "pass") {
        return t("status.pass", { side });
    }
    if (facts.kind === "step") {
        return t(facts.hand?.[facts.side] > 0 ? "status.place" : "status.step", { side });
    }
    return t("status.turn", { side });
}

/** The move that led to a position, with what it flipped. */
export function moveWords(facts, changes) {
    const side = sideName(otherSide(facts.side), facts.variant);
    if (facts.last === "pass") {
        return t("say.pass", { side });
    }
    const flips = facts.variant === "othello" && changes ? changes.length - 1 : 0;
    const words = [t("say.move", { side, move: moveText(facts.last) }), ...(flips > 0 ? [t("say.flips", { n: flips })] : [])];
    return words.join(t("board.separator"));
}

/** The name of a player in its bar. */
export function playerName(player) {
    if (player.kind === "person") {
        return t("player.person");
    }
    if (!player.level) {
        return engineName(player.engine);
    }
    const level = player.level === "document" ? t(`personality.${player.personality}`) : t(`level.${player.level}`);
    return t("player.engine", { engine: engineName(player.engine), level });
}

/** Depth, nodes and speed of a search and its best line. */
export function searchWords(info) {
    if (info.tbhits > 0 && info.tbhits === info.nodes) {
        return t("engine.table");
    }
    const parts = [];
    if (info.depth !== undefined) {
        parts.push(t("engine.depth", { depth: info.depth }));
    }
    if (info.selectivity) {
        parts.push(t("engine.selective", { percent: info.selectivity }));
    }
    if (info.nodes !== undefined) {
        parts.push(t("engine.nodes", { nodes: short(info.nodes) }));
    }
    if (info.nps) {
        parts.push(speedWords(info.nps));
    }
    return parts.join(" · ");
}

/** The best line of a search. */
export function lineWords(info) {
    return t("engine.line", { moves: info.pv.slice(0, 12).map(moveText).join(" ") });
}

function short(number) {
    return new Intl.NumberFormat(language(), { notation: "compact", maximumFractionDigits: 1 }).format(number);
}

function speedWords(nps) {
    if (nps >= 1e6) {
        return t("engine.speed.mn", { n: (nps / 1e6).toFixed(1) });
    }
    return nps >= 1e3 ? t("engine.speed.kn", { n: Math.round(nps / 1e3) }) : t("engine.speed.n", { n: nps });
}
