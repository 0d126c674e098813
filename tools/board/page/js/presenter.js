/** Whose turn it is, who plays, how it ended: everything that is shown but the board and the evaluation. */

import { language, t } from "./language.js";
import { moveWords, otherSide, playerName, resultWords, turnWords, winner } from "./words.js";

/** Shows the state of the game on the page. */
export class Presenter {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
    }

    /** Shows all of it. */
    show() {
        const { facts, game, opening, paused, settings, thinking, view } = this.app;
        const turn = opening.words() ?? turnWords(facts, { thinking: thinking !== null, paused });
        const browsing = t("status.browsing", { n: game.at, total: game.moves.length });
        view.status(facts.over ? resultWords(facts) : game.isAtEnd() ? turn : `${browsing}. ${turn}`, facts.over);
        const active = this.app.isPersonsTurn() && opening.allowsMoves();
        view.board.setInput({ active, confirm: settings.confirm });
        const first = game.at % 2 === 0 ? facts.side : otherSide(facts.side);
        view.moves.show({ tree: game.tree, node: game.node, first });
        this.app.controls.show();
        this.app.study.show();
        this.opening();
        this.players();
    }

    /** Shows the name of the opening, which is loaded with the first game that may have one. */
    async opening() {
        const { game, view } = this.app;
        const { node } = game;
        const { loadOpenings, openingName } = await import("./openings.js");
        const openings = await loadOpenings(game).catch(() => null);
        if (node === this.app.game.node) {
            view.opening((openings && openingName(openings, game.shown(), language())) ?? "");
        }
    }

    /** Shows the players with their clocks. */
    players() {
        const { facts, game, opening, seats, view } = this.app;
        const won = winner(facts);
        for (const side of ["x", "o"]) {
            const result = won ? (won === side ? "win" : "loss") : "draw";
            view.players[side].show({
                name: opening.playerName(side) ?? playerName(seats.players[side]),
                stones: facts.variant === "othello" ? facts.stones[side] : null,
                hand: facts.hand?.[side] ?? null,
                clock: game.clock?.of(side) ?? null,
                turn: !facts.over && facts.side === side,
                result: facts.over ? result : null,
            });
        }
    }

    /** Says the last move and what it led to. */
    speak(facts, changes) {
        const words = facts.last ? [moveWords(facts, changes)] : [];
        this.app.view.say([...words, ...(facts.over ? [resultWords(facts)] : [])].join(". "));
    }
}
