/** The game on the page: whose turn it is, who thinks, what is shown. */

import { Analysis } from "./analysis.js";
import { loadInput } from "./board/inputs.js";
import { Bookmark } from "./bookmark.js";
import { Controls } from "./controls.js";
import { Evaluation } from "./evaluation.js";
import { Game } from "./game.js";
import { handlersOf } from "./handlers.js";
import { t } from "./language.js";
import { Lesson } from "./lesson.js";
import { Opening } from "./opening.js";
import { Presenter } from "./presenter.js";
import { ProofWalk } from "./proofwalk.js";
import { EngineEnded } from "./referee.js";
import { Seats } from "./seats.js";
import { defaultSetup } from "./setup.js";
import { Solver } from "./solve.js";
import { latestGame } from "./storage.js";
import { Study } from "./study.js";
import { closeSwap2, showMessage, toast } from "./ui/dialog.js";
import { engineName } from "./ui/format.js";
import { View } from "./view.js";
import { WholeGame } from "./wholegame.js";
import { otherSide, playerName, resultWords, turnWords } from "./words.js";

/** Least time between two moves of engines in milliseconds, so that people can follow; none without animation. */
const PACE = 350;

/** The application. */
export class App {
    /**
     * @param {Connection} connection
     * @param {Referee} referee
     * @param {object[]} catalogue the engines that the server knows
     * @param {object} settings
     */
    constructor(connection, referee, catalogue, settings) {
        Object.assign(this, { connection, referee, catalogue, settings, turn: 0, paused: false, thinking: null });
        /** Until the first game is shown, controls wait. */
        this.ready = new Promise((resolve) => { this.isReady = resolve; });
        this.bookmark = new Bookmark(this);
        this.controls = new Controls(this);
        this.lesson = new Lesson(this);
        this.solver = new Solver(this);
        this.walk = new ProofWalk(this);
        this.study = new Study(this);
        this.wholeGame = new WholeGame(this);
        this.view = new View(handlersOf(this));
        this.evaluation = new Evaluation(this.view);
        referee.onEnded = (reason) => this.engineEnded(reason, true, { engine: "quartet" });
        this.analysis = new Analysis(connection, (infos) => this.evaluation.take(infos), () => this.refresh());
        this.opening = new Opening(this);
        this.presenter = new Presenter(this);
    }

    /** Shows the game of the address, or of this tab, or a new one. */
    async start() {
        this.controls.apply();
        setInterval(() => this.tick(), 100);
        await this.bookmark.start();
        this.isReady();
        this.analysis.start();
    }

    /** Goes on with the game of a variant in this tab, or begins one. */
    async switchTo(variant) {
        if (variant !== this.game.setup.variant) {
            const kept = latestGame(variant);
            await this.another(kept ? Game.restored(kept) : new Game(defaultSetup(variant)));
        }
    }

    /** Plays a new game with this setup. */
    async newGame(setup) {
        await this.another(new Game(setup));
        this.view.board.focus();
    }

    /** Shows another game; the browser's way back leads to the present one. */
    async another(game) {
        this.bookmark.leave(game);
        await this.begin(game);
        const turn = this.facts.over ? resultWords(this.facts) : turnWords(this.facts, {});
        const key = game.line().length > 1 ? "say.game" : "say.newgame";
        this.view.say(t(key, { game: t(`game.${game.setup.variant}`), turn }));
    }

    /** Shows a game and begins it. */
    async begin(game) {
        this.stopThinking();
        closeSwap2();
        this.game = game;
        this.paused = false;
        this.wholeGame.begin();
        this.lesson.end();
        this.walk.end();
        this.seat();
        await this.refresh();
    }

    /** Seats the players of the game. */
    seat() {
        this.seats?.quit();
        this.seats = new Seats(this.connection, this.catalogue, this.game, (...why) => this.engineEnded(...why));
        this.opening.begin();
    }

    /** Shows the position of the game and has whoever is to move do so. */
    async refresh(spoken = false) {
        const turn = this.turn += 1;
        this.stopThinking();
        const { game } = this;
        try {
            const { facts, changes } = await this.referee.look(game.setup, game.start, game.shown());
            await loadInput(facts.kind);
            if (turn === this.turn) {
                this.look(game, facts, spoken ? changes : null);
            }
        } catch (error) {
            // That an engine has ended is said elsewhere.
            if (!(error instanceof EngineEnded)) {
                showMessage(t("error.position.title"), error.message);
            }
        }
    }

    /** Shows a position that the referee has looked at; `changes` are those of a move made now. */
    look(game, facts, changes) {
        const { ended } = game.node;
        this.facts = { ...facts, ...(ended ? { ...ended, over: true, legal: [] } : {}) };
        this.view.showPosition(this.facts, this.settings.animation ? changes : null);
        this.controls.board();
        this.bookmark.keep();
        this.evaluation.begin(game, this.facts);
        if (changes) {
            this.presenter.speak(this.facts, changes);
        }
        this.proceed();
        this.walk.follow(changes !== null);
    }

    /** Says visibly why a move was not taken. */
    refuse(text) {
        this.view.say(text);
        toast(text);
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
        this.runClock();
        this.presenter.show();
    }

    /** Starts the clock of the side to move after the first move, and stops both when the game is over. */
    runClock() {
        const { clock } = this.game;
        if (clock && this.game.isAtEnd()) {
            if (this.facts.over || this.paused || this.game.at === 0) {
                clock.stop();
            } else {
                clock.start(this.facts.side);
            }
        }
    }

    mover() {
        return this.seats.mover(this.facts.side, this.game.at);
    }

    /** Whether a person may move: in an earlier position, and while engines wait, for either side. */
    isPersonsTurn() {
        return !this.facts.over && (!this.game.isAtEnd() || this.paused || this.mover().kind === "person");
    }

    /** Has the engine of the side to move think. */
    think() {
        const { game, facts } = this;
        this.thinking = facts.side;
        const began = performance.now();
        this.seats.engine(facts.side).think(game.start, game.shown(), this.game.clock?.times() ?? null, {
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
        const wasThinking = this.thinking !== null;
        this.thinking = null;
        // Otherwise a clock runs on while somebody looks at earlier positions.
        if (wasThinking) {
            this.game?.clock?.stop();
        }
        this.analysis.stop();
        this.solver.end();
        this.seats?.stop();
    }

    /** Analyses the position that is shown, if that is wanted. */
    analyse() {
        this.solver.end();
        const { values, line } = this.controls.state;
        if ((values || line) && !this.facts.over) {
            const count = values ? this.controls.lines() : 1;
            this.analysis.analyse(this.game.setup, this.game.start, this.game.shown(), count);
        } else {
            this.analysis.stop();
        }
    }

    /** Plays a move in the position that is shown, perhaps as a variation. */
    async play(move) {
        if (!this.lesson.takes(move)) {
            await this.refresh();
            return;
        }
        const { opening } = this.game.setup;
        if (this.game.play(move, this.facts.side)) {
            toast(t("say.variation"));
        }
        if (this.game.setup.opening !== opening) {
            this.seat();
        }
        await this.refresh(true);
    }

    /** Shows the position after `n` moves of the current line. */
    async go(n) {
        await this.goTo(this.game.line()[n]);
    }

    /** Shows a position of the tree; none does nothing. */
    async goTo(node) {
        if (node && node !== this.game.node) {
            this.game.show(node);
            this.paused ||= !this.seats.hasPerson();
            closeSwap2();
            await this.refresh();
            this.view.say(t("say.position", { n: node.depth }));
        }
    }

    /** The tree has changed, but not the position that is shown. */
    changed() {
        this.bookmark.keep();
        this.presenter.show();
        this.evaluation.draw();
    }

    /** Ends the game by resignation or time. */
    async end(loser, reason) {
        this.game.clock?.stop();
        this.game.show(this.game.line().at(-1));
        this.game.node.ended = { result: loser === "x" ? "p2win" : "p1win", reason };
        await this.refresh();
        this.view.say(resultWords(this.facts));
    }

    /** Lets engines wait, or play on from the last position. */
    async pause(paused = true) {
        this.paused = paused;
        if (!paused) {
            this.game.show(this.game.line().at(-1));
        }
        await this.refresh();
    }

    /** Has the engine whose turn it is make one move. */
    step() {
        this.paused = true;
        const waits = !this.facts.over && !this.thinking && this.game.isAtEnd();
        if (waits && this.mover().kind === "engine" && !this.seats.swap2) {
            this.analysis.stop();
            this.think();
            this.presenter.show();
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
        if (this.facts) {
            this.presenter.show();
        }
        const text = t("error.engine.text", { engine: engineName(player.engine), reason });
        const restart = { value: true, label: t("error.engine.restart"), primary: true };
        if (await showMessage(t("error.engine.title"), text, [restart])) {
            await this.pause(false);
        }
    }

    /** Clocks count, and flags fall. */
    tick() {
        const side = this.game?.clock?.running;
        if (side) {
            this.presenter.players();
            if (this.game.clock.of(side) <= 0) {
                this.end(side, "time");
            }
        }
    }
}
