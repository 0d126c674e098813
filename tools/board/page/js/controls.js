/** The buttons and switches of the page. */

import { Game } from "./game.js";
import { isSolved } from "./levels.js";
import { applyTexts, loadLanguage, t } from "./language.js";
import { studySetup } from "./setup.js";
import { loadGame, saveSettings } from "./storage.js";
import { Tree } from "./tree.js";
import { showMessage, toast } from "./ui/dialog.js";
import { sideName } from "./ui/format.js";
import { otherSide } from "./words.js";

/** How many moves get a value if nobody has chosen: all where that costs little. */
const LINES = { othello: "all", gomoku: "5", lgame: "all", rhombus: "all" };
/** Keys that go through the game, away from fields and the board. */
const KEYS = { ArrowLeft: "undo", ArrowRight: "redo", Home: "first", End: "last" };

function hasFiles({ dataTransfer }) {
    return dataTransfer.types.includes("Files");
}

/** The controls of a page. */
export class Controls {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        const { values = false, line = false, lines = {} } = app.settings;
        this.state = { values, line, lines };
    }

    /** What the controls do, by their ids, once the first game is shown. */
    waiting() {
        const handlers = Object.entries(this.handlers());
        const waiting = (handler) => (event) => this.app.ready.then(() => handler(event));
        return Object.fromEntries(handlers.map(([id, handler]) => [id, waiting(handler)]));
    }

    /** What the controls do, by their ids. */
    handlers() {
        const { app } = this;
        return {
            "first": () => app.go(0),
            "undo": () => app.go(this.previous()),
            "redo": () => app.go(this.next()),
            "last": () => app.goTo(app.game.line().at(-1)),
            "pause": () => app.pause(!app.paused),
            "step": () => app.step(),
            "resign": () => this.resign(),
            "rematch": () => this.rematch(),
            "copy-link": () => this.copyLink(),
            "analyse": () => this.toggle("values"),
            "show-line": () => this.toggle("line"),
            "solve": () => app.solver.toggle(),
            "walk": () => app.walk.toggle(),
            "hint-lines": (event) => this.setLines(event.target.value),
            "new-game": () => this.newGame(),
            "map": () => this.map(),
            "games": () => this.games(),
            "rules": () => this.rules(),
            "settings": () => this.settings(),
        };
    }

    /** Applies the settings to the page and listens to keys. */
    apply() {
        this.look();
        applyTexts(document);
        document.addEventListener("keydown", (event) => this.key(event));
        document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
        document.addEventListener("drop", (event) => this.drop(event));
    }

    /** Opens files that are dropped on the page. */
    drop(event) {
        const files = [...event.dataTransfer.files];
        if (files.length > 0) {
            event.preventDefault();
            this.games(files);
        }
    }

    key(event) {
        const isElsewhere = event.target.closest("input, select, textarea, dialog, [role=grid], [role=slider], .moves");
        const id = KEYS[event.key];
        if (id && !isElsewhere && !event.ctrlKey && !event.altKey && !event.metaKey) {
            event.preventDefault();
            this.handlers()[id]();
        }
    }

    /** The last position before the one shown in which a person was to move; without persons the one before. */
    previous() {
        const { game, facts } = this.app;
        return this.nearest(game.at, -1, facts.side);
    }

    /** Likewise the next one. */
    next() {
        const { game, facts } = this.app;
        return this.nearest(game.at, 1, facts.side);
    }

    /** Sides alternate, passes included, in every game. */
    nearest(at, step, side) {
        const { game, seats } = this.app;
        const isPersons = (n) => seats.players[(n - at) % 2 === 0 ? side : otherSide(side)].kind === "person";
        const end = game.moves.length;
        let n = at + step;
        while (seats.hasPerson() && n > 0 && n < end && !isPersons(n)) {
            n += step;
        }
        return Math.max(0, Math.min(end, n));
    }

    /** How many moves get a value. */
    lines() {
        const chosen = this.state.lines[this.app.game.setup.variant] ?? LINES[this.app.game.setup.variant];
        return chosen === "all" ? "all" : Number(chosen);
    }

    setLines(value) {
        this.state.lines = { ...this.state.lines, [this.app.game.setup.variant]: value };
        this.changed();
    }

    toggle(name) {
        this.state[name] = !this.state[name];
        this.changed();
    }

    /** Switches have changed: they are kept, and the analysis follows. */
    changed() {
        const { app } = this;
        Object.assign(app.settings, this.state);
        saveSettings(app.settings);
        this.board();
        app.evaluation.show(this.shows());
        if (!app.thinking) {
            app.analyse();
        }
        this.show();
    }

    shows() {
        return { values: this.state.values, line: this.state.line };
    }

    /** Applies settings to the board, which may be a new one. */
    board() {
        const { app } = this;
        app.view.board.setHints(app.settings.dots);
        app.evaluation.shows = this.shows();
    }

    /** Shows which controls there are and which can be used. */
    show() {
        const { app } = this;
        const { game, facts, lesson, seats, view } = app;
        const alone = !seats.hasPerson();
        view.enable({
            "first": game.at > 0,
            "undo": game.at > 0,
            "redo": !game.isAtEnd(),
            "last": !game.isAtEnd(),
            "resign": !facts.over && game.isAtEnd() && !seats.swap2,
            "step": !facts.over && !app.thinking && game.isAtEnd(),
            "pause": !facts.over,
        });
        view.reveal({
            "pause": alone || app.paused,
            "step": alone,
            "resign": !alone && !facts.over && !lesson.step,
            "rematch": facts.over && !lesson.step,
        });
        view.label({ "pause": app.paused ? "control.resume" : "control.pause" });
        view.reveal({ "solve": app.solver.isOffered(), "map": isSolved(game.setup.variant) });
        view.label({ "solve": `control.solve.${game.setup.variant === "gomoku" ? "gomoku" : "othello"}` });
        const { values, line } = this.state;
        view.press({ "solve": app.solver.isRunning, "walk": app.walk.isOn, "analyse": values, "show-line": line });
        document.getElementById("hint-lines").value = String(this.lines());
    }

    async newGame() {
        const { app } = this;
        const { openNewGame } = await import("./ui/newgame.js");
        const setup = await openNewGame(app.game.setup, app.catalogue);
        if (setup) {
            await app.newGame(setup);
        }
    }

    /** The same game again, with sides exchanged. */
    async rematch() {
        const { setup, start } = this.app.game;
        const { x, o } = setup.players;
        await this.app.another(new Game({ ...setup, players: { x: o, o: x } }, start));
    }

    async resign() {
        const { app } = this;
        const loser = app.resigning();
        const { variant } = app.game.setup;
        const [side, other] = [loser, otherSide(loser)].map((name) => sideName(name, variant));
        const choices = [
            { value: false, label: t("resign.no"), primary: true }, { value: true, label: t("resign.yes"), danger: true },
        ];
        if (await showMessage(t("resign.title"), t("resign.text", { side, other }), choices)) {
            await app.end(loser, "resigned");
        }
    }

    async copyLink() {
        try {
            await navigator.clipboard.writeText(location.href);
            toast(t("link.copied"));
        } catch {
            toast(t("link.failed"));
        }
    }

    /** Opens a kept game, one of a file or of a text, or saves the present one. */
    async games(files = null) {
        const { app } = this;
        const { openGames } = await import("./ui/games.js");
        const chosen = await openGames(app.game, files);
        if (chosen?.editor) {
            await this.editor();
        } else if (chosen) {
            await app.another(chosen.game ?? Game.restored(loadGame(chosen.id)));
        }
    }

    /** Sets up a position, from which a game of its own begins. */
    async editor() {
        const { app } = this;
        const { setup } = app.game;
        const { openEditor } = await import("./ui/editor.js");
        const look = async (text) => (await app.referee.look(setup, `fen ${text}`, [])).facts;
        const text = await openEditor(app.facts, look);
        if (text) {
            await app.another(new Game(studySetup(setup.variant, setup.options), `fen ${text}`));
        }
    }

    /** Shows the map of a solved game; from there a position or a first move can be shown. */
    async map() {
        const { app } = this;
        const { setup } = app.game;
        const [{ openMap }, { solvedFacts }] = await Promise.all([import("./ui/map.js"), import("./map.js")]);
        const facts = await solvedFacts(app.connection, setup.variant).catch((error) => toast(error.message));
        const chosen = facts && await openMap(setup.variant, facts);
        if (chosen) {
            const start = chosen.position ? `fen ${chosen.position}` : "startpos";
            const moves = chosen.move ? [chosen.move] : [];
            const game = new Game(studySetup(setup.variant, setup.options), start, Tree.of(moves));
            game.show(game.line().at(-1));
            this.state.values = true;
            await app.another(game);
        }
    }

    async rules() {
        const { openRules } = await import("./ui/rules.js");
        const { variant, options } = this.app.game.setup;
        const chosen = await openRules(variant, options);
        if (chosen) {
            await this.app.lesson.begin(chosen.lesson);
        }
    }

    async settings() {
        const { app } = this;
        const { openSettings } = await import("./ui/settings.js");
        const changed = await openSettings(app.settings);
        if (changed) {
            Object.assign(app.settings, changed);
            saveSettings(app.settings);
            await loadLanguage(app.settings.language);
            this.look();
            app.view.render();
            await app.refresh();
        }
    }

    /** Applies what the style sheet knows of: theme, coordinates, animation, bar. */
    look() {
        const { settings } = this.app;
        const { dataset } = document.documentElement;
        dataset.theme = settings.theme;
        for (const name of ["coordinates", "animation", "bar"]) {
            dataset[name] = settings[name] ? "on" : "off";
        }
    }
}
