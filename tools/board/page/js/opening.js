/** The swap2 opening on the page: persons are asked, engines answer. */

import { t } from "./language.js";
import { askEngine } from "./swap2.js";
import { askSwap2, showMessage } from "./ui/dialog.js";
import { playerName } from "./words.js";

/** The opening of the game that is played. */
export class Opening {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.stones = [];
    }

    get swap2() {
        return this.app.seats.swap2;
    }

    /** A new game begins. */
    begin() {
        this.stones = [];
    }

    /** Has the player whose turn it is place a stone or choose. */
    proceed() {
        const { at } = this.app.game;
        const { who, what } = this.swap2.next(at);
        if (this.stones.length > 0) {
            this.place();
        } else if (this.swap2.players[who].kind === "engine") {
            this.askEngine(who);
        } else if (what === "choose") {
            this.askPerson(who, at);
        }
    }

    async askPerson(who, stones) {
        const turn = this.app.turn;
        const choice = await askSwap2(stones, t(`swap2.${who}`));
        if (choice && turn === this.app.turn) {
            this.choose(who, choice);
        }
    }

    async askEngine(who) {
        const { app } = this;
        const { turn } = app;
        app.thinking = who;
        try {
            const { choice, stones } = await askEngine(app.connection, app.game.setup.options, app.game.shown());
            if (turn === app.turn) {
                this.stones = stones;
                this.choose(who, choice);
            }
        } catch (error) {
            showMessage(t("error.engine.title"), t("error.engine.text", { engine: "Quartet", reason: error.message }));
        }
    }

    choose(who, choice) {
        const { app } = this;
        const players = choice === null ? null : this.swap2.choose(who, choice);
        if (choice !== null) {
            app.view.say(t(`swap2.chose.${choice}`, { player: t(`swap2.${who}`) }));
        }
        if (players) {
            app.seats.settle(players);
            app.game.settle(players);
        }
        if (this.stones.length > 0) {
            this.place();
        } else {
            app.refresh();
        }
    }

    /** Places the next stone of an engine's answer. */
    place() {
        this.app.play(this.stones.shift());
    }

    /** What is to be done, in words; null outside the opening. */
    words() {
        if (!this.swap2 || !this.app.game.isAtEnd()) {
            return null;
        }
        const { who, what } = this.swap2.next(this.app.game.at);
        if (this.app.thinking) {
            return t("swap2.thinking", { player: t(`swap2.${who}`) });
        }
        if (what === "choose") {
            return t("swap2.choose", { player: t(`swap2.${who}`) });
        }
        return t(`swap2.place.${this.app.game.at + 1}`, { player: t(`swap2.${who}`) });
    }

    /** Whether a person may place a stone now. */
    allowsMoves() {
        return !this.swap2 || this.swap2.next(this.app.game.at).what === "place";
    }

    /** The name in the bar of a side before colours are given out; null outside the opening. */
    playerName(side) {
        if (!this.swap2) {
            return null;
        }
        const who = side === "x" ? "first" : "second";
        return t("swap2.seat", { who: t(`swap2.${who}`), player: playerName(this.swap2.players[who]) });
    }
}
