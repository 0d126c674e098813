/** The game on the page: whose turn it is, who thinks, what is shown. */

import { Analysis } from "./analysis.js";
import { Clock } from "./clock.js";
import { Controls } from "./controls.js";
import { Evaluation } from "./evaluation.js";
import { Game } from "./game.js";
import { t } from "./language.js";
import { fromFragment, toFragment } from "./link.js";
import { Opening } from "./opening.js";
import { Referee } from "./referee.js";
import { Seats } from "./seats.js";
import { loadGames, saveGame } from "./storage.js";
import { closeSwap2, showMessage } from "./ui/dialog.js";
import { engineName } from "./ui/format.js";
import { defaultSetup } from "./ui/newgame.js";
import { View } from "./view.js";
import { moveWords, otherSide, playerName, resultWords, turnWords, winner } from "./words.js";

/** Least time between two moves of engines in milliseconds, so that people can follow; none without animation. */
const PACE = 350;

/** The application. */
export class App {
    /**
     * @param {Connection} connection
     * @param {object[]} catalogue the engines that the server knows
     * @param {object} settings
     */
    constructor(connection, catalogue, settings) {
        Object.assign(this, { connection, catalogue, settings, turn: 0, paused: false, thinking: null });
        this.controls = new Controls(this);
        this.view = new View({
            move: (move) => this.play(move),
            say: (text) => this.view.say(text),
            go: (n) => this.go(n),
            choose: (move) => this.isPersonsTurn() && this.play(move),
            preview: (move) => this.evaluation.preview(move),
            variant: (variant) => this.switchTo(variant),
            controls: this.controls.handlers(),
        });
        this.evaluation = new Evaluation(this.view);
        this.referee = new Referee(connection, (reason) => this.engineEnded(reason, true, { engine: "quartet" }));
        this.analysis = new Analysis(connection, (infos) => this.evaluation.take(infos), () => this.refresh());
        this.opening = new Opening(this);
    }

    /** Shows the game of the address, or of this tab, or a new one. */
    async start() {
        this.controls.apply();
        addEventListener("popstate", () => this.open());
        setInterval(() => this.tick(), 100);
        await this.open();
    }

    /** Opens the game of the address. */
    async open() {
        const linked = fromFragment(location.hash);
        const kept = loadGames()[linked?.variant ?? "othello"];
        if (!linked) {
            await this.begin(kept ? new Game(kept.setup, kept.start, kept.moves) : new Game(defaultSetup()));
            return;
        }
        const isKept = kept && toFragment(kept) === toFragment({ ...linked, setup: linked });
        const people = { x: { kind: "person" }, o: { kind: "person" } };
        const setup = isKept ? kept.setup : { ...defaultSetup(linked.variant), options: linked.options, players: people };
        try {
            await this.referee.look(setup, linked.start, linked.moves);
            await this.begin(new Game(setup, linked.start, linked.moves));
        } catch (error) {
            await this.begin(new Game(defaultSetup(linked.variant)));
            showMessage(t("error.link.title"), t("error.link.text", { reason: error.message }));
        }
    }

    /** Goes on with the game of a variant in this tab, or begins one. */
    async switchTo(variant) {
        if (variant !== this.game.setup.variant) {
            const kept = loadGames()[variant];
            const game = kept ? new Game(kept.setup, kept.start, kept.moves) : new Game(defaultSetup(variant));
            history.pushState(null, "", toFragment(game));
            await this.begin(game);
        }
    }

    /** Plays a new game with this setup; the address of the former one stays in the history. */
    async newGame(setup) {
        history.pushState(null, "", toFragment(new Game(setup)));
        await this.begin(new Game(setup));
        this.view.say(t("say.newgame", { game: t(`game.${setup.variant}`), side: turnWords(this.facts, {}) }));
        this.view.board.focus();
    }

    async begin(game) {
        this.stopThinking();
        closeSwap2();
        this.seats?.quit();
        const { setup } = game;
        this.game = game;
        this.paused = false;
        this.clock = setup.clock ? new Clock(setup.clock) : null;
        this.seats = new Seats(this.connection, this.catalogue, setup, (...why) => this.engineEnded(...why));
        this.opening.begin();
        await this.refresh();
    }

    /** Shows the position of the game and has whoever is to move do so. */
    async refresh(spoken = false) {
        const turn = this.turn += 1;
        this.stopThinking();
        const { game } = this;
        const { facts, changes } = await this.referee.look(game.setup, game.start, game.shown());
        if (turn !== this.turn) {
            return;
        }
        const ended = game.ended && game.isAtEnd() ? { ...game.ended, over: true, legal: [] } : {};
        this.facts = { ...facts, ...ended };
        this.view.showPosition(this.facts, this.settings.animation && spoken ? changes : null);
        this.controls.board();
        history.replaceState(null, "", toFragment(game));
        saveGame(game);
        this.evaluation.begin(game, this.facts);
        if (spoken) {
            this.speak(changes);
        }
        this.proceed();
    }

    /** Says the move and what it led to. */
    speak(changes) {
        const words = this.facts.last ? [moveWords(this.facts, changes)] : [];
        if (this.facts.over) {
            words.push(resultWords(this.facts));
        }
        this.view.say(words.join(". "));
    }

    /** Has the player whose turn it is move. */
    proceed() {
        const mover = this.mover();
        const waits = this.facts.over || !this.game.isAtEnd();
        if (!waits && this.seats.swap2) {
            this.opening.proceed();
        } else if (!waits && mover.kind === "engine" && !this.paused) {
            this.think();
        } else {
            this.analyse();
        }
        if (this.clock && this.game.isAtEnd() && !this.facts.over && !this.paused && this.game.moves.length > 0) {
            this.clock.start(this.facts.side);
        }
        this.show();
    }

    mover() {
        return this.seats.mover(this.facts.side, this.game.at);
    }

    isPersonsTurn() {
        return !this.facts.over && this.mover().kind === "person";
    }

    /** Has the engine of the side to move think. */
    think() {
        const { game, facts } = this;
        this.thinking = facts.side;
        const began = performance.now();
        this.seats.engine(facts.side).think(game.start, game.shown(), this.clock?.times() ?? null, {
            info: (infos) => this.evaluation.take(infos),
            done: (move) => {
                const turn = this.turn;
                const pace = this.seats.hasPerson() || this.isStill() ? 0 : PACE;
                setTimeout(() => turn === this.turn && this.engineMove(move), began + pace - performance.now());
            },
            failed: (reason) => this.engineEnded(reason, true, this.mover()),
        });
    }

    /** Whether nothing on the page moves by itself. */
    isStill() {
        return !this.settings.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;
    }

    engineMove(move) {
        if (this.facts.legal.includes(move)) {
            this.play(move);
        } else {
            this.pause();
            const player = playerName(this.mover());
            showMessage(t("error.move.title"), t("error.move.text", { player, move }));
        }
    }

    /** Stops engines and analysis; a move that is under way no longer counts. */
    stopThinking() {
        this.thinking = null;
        this.clock?.stop();
        this.analysis.stop();
        this.seats?.stop();
    }

    /** Analyses the position that is shown, if that is wanted. */
    analyse() {
        const { values, line } = this.controls.state;
        if ((values || line) && !this.facts.over) {
            const count = values ? this.controls.lines() : 1;
            this.analysis.analyse(this.game.setup, this.game.start, this.game.shown(), count);
        } else {
            this.analysis.stop();
        }
    }

    /** Plays a move in the position that is shown. */
    async play(move) {
        const { game, clock, facts } = this;
        if (clock) {
            if (!game.isAtEnd()) {
                clock.takeBack(game.at);
            }
            clock.moved(facts.side, game.at);
        }
        game.play(move);
        await this.refresh(true);
    }

    /** Shows the position after `n` moves. */
    async go(n) {
        if (n >= 0 && n <= this.game.moves.length && n !== this.game.at) {
            this.game.at = n;
            this.paused ||= !this.seats.hasPerson();
            closeSwap2();
            await this.refresh();
            this.view.say(t("say.position", { n }));
        }
    }

    /** Ends the game by resignation or time. */
    async end(loser, reason) {
        this.game.ended = { result: loser === "x" ? "p2win" : "p1win", reason };
        await this.refresh();
        this.view.say(resultWords(this.facts));
    }

    /** Lets engines wait, or play on from the last position. */
    async pause(paused = true) {
        this.paused = paused;
        if (!paused) {
            this.game.at = this.game.moves.length;
        }
        await this.refresh();
    }

    /** Has the engine whose turn it is make one move. */
    step() {
        this.paused = true;
        if (!this.facts.over && !this.thinking && this.mover().kind === "engine" && !this.seats.swap2) {
            this.game.continueHere();
            this.analysis.stop();
            this.think();
            this.show();
        }
    }

    /** The side that a person would resign for: the one to move, or the only one a person plays. */
    resigning() {
        const { side } = this.facts;
        return this.seats.players[side].kind === "person" ? side : otherSide(side);
    }

    /** An engine has ended by itself, or refused a line. */
    async engineEnded(reason, wasThinking, player) {
        if (!wasThinking) {
            return;
        }
        this.stopThinking();
        this.paused = true;
        this.show();
        const text = t("error.engine.text", { engine: engineName(player.engine), reason });
        const restart = { value: true, label: t("error.engine.restart"), primary: true };
        if (await showMessage(t("error.engine.title"), text, [restart])) {
            await this.pause(false);
        }
    }

    /** Clocks count, and flags fall. */
    tick() {
        const side = this.clock?.running;
        if (side) {
            this.showPlayers();
            if (this.clock.of(side) <= 0) {
                this.clock.stop();
                this.end(side, "time");
            }
        }
    }

    /** Shows everything but the board and the evaluation. */
    show() {
        const { facts, game, view } = this;
        const words = { thinking: this.thinking !== null, paused: this.paused };
        view.status(facts.over ? resultWords(facts) : this.opening.words() ?? turnWords(facts, words));
        view.board.setInput({ active: this.isPersonsTurn() && this.opening.allowsMoves(), confirm: this.settings.confirm });
        const first = game.at % 2 === 0 ? facts.side : otherSide(facts.side);
        view.moves.show({ moves: game.moves, at: game.at, first });
        this.controls.show();
        this.showPlayers();
    }

    showPlayers() {
        const { facts } = this;
        const won = winner(facts);
        for (const side of ["x", "o"]) {
            const result = won ? (won === side ? "win" : "loss") : "draw";
            this.view.players[side].show({
                name: this.opening.playerName(side) ?? playerName(this.seats.players[side]),
                stones: facts.variant === "othello" ? facts.stones[side] : null,
                hand: facts.hand?.[side] ?? null,
                clock: this.clock?.of(side) ?? null,
                turn: !facts.over && facts.side === side,
                result: facts.over ? result : null,
            });
        }
    }
}
