/** The analysis of the whole game on the page: it runs beside play, and ends in a game with notes. */

import { analyseGame } from "./gameanalysis.js";
import { ofReport } from "./info.js";
import { t } from "./language.js";
import { moveText } from "./ui/format.js";

/** The analysis of the game that is shown. */
export class WholeGame {
    /** @param {App} app */
    constructor(app) {
        this.app = app;
        this.running = null;
    }

    get report() {
        return this.app.view.report;
    }

    /** Another game is shown: what was found out about the former one no longer counts. */
    begin() {
        this.stop();
        this.report.clear();
    }

    /** Stops the analysis. */
    stop() {
        this.running?.abort();
        this.running = null;
    }

    /** Analyses the main line. */
    async analyse(movetime) {
        this.stop();
        const running = this.running = new AbortController();
        const began = performance.now();
        const { game } = this.app;
        this.report.progress(0, 1, began);
        const positions = mainLine(game.tree);
        const onProgress = (told) => {
            if (running === this.running) {
                this.report.progress(told.done, told.of, began);
                positions[told.ply].value = ofReport(told.value, told.side, game.setup.variant, told.expected);
                this.app.evaluation.draw();
            }
        };
        try {
            const finished = await analyseGame(game, movetime, onProgress, running.signal);
            if (running === this.running) {
                this.running = null;
                await this.take(game, finished);
            }
        } catch (error) {
            if (this.app.game === game) {
                const key = running.signal.aborted ? "report.stopped" : "report.failed";
                this.report.failed(t(key, { reason: error.message }));
            }
            this.running = running === this.running ? null : this.running;
        }
    }

    /** Puts what was found out into the game; moves that have been played meanwhile stay. */
    async take(game, { game: analysed, report, expected, accuracy }) {
        const { variant } = game.setup;
        mainLine(analysed.tree).forEach((node, index) => {
            const { side, before } = report.moves[index] ?? { side: "x", before: report.last_value };
            node.value = ofReport(before, side, variant, expected[index]);
        });
        // The server writes English; here the report says it in the language of the page.
        analysed.tree.nodes().forEach((node) => { delete node.notes.comment; });
        delete analysed.tree.root.notes.comment;
        game.tree.merge(analysed.tree);
        const errors = errorsOf(report, game.tree, (node) => this.app.goTo(node));
        this.report.result({ summaries: report.summaries, accuracy, turning: turningWords(report), errors });
        await this.app.refresh();
    }
}

/** The positions of the main line, as nodes. */
function mainLine(tree) {
    return [tree.root, ...tree.mainEnd().path()];
}

/** The mistakes, each with words and a way to its position. */
function errorsOf({ moves }, tree, goTo) {
    const errors = [];
    let node = tree.root;
    moves.forEach(({ move, class: kind, points, best }, index) => {
        const before = node;
        node = node.children.find((child) => child.move === move);
        if (["inaccuracy", "mistake", "blunder"].includes(kind)) {
            const [lost, better] = [points.toFixed(0), moveText(best[0])];
            const words = t("report.error", { move: numbered(moves, index) + (node.notes.glyph ?? ""), lost, better });
            errors.push({ words, go: () => goTo(before) });
        }
    });
    return errors;
}

/** A move with its number, as in the list of moves. */
function numbered(moves, index) {
    const number = Math.floor((index + (moves[0].side === "o" ? 1 : 0)) / 2) + 1;
    return `${number}${moves[index].side === "x" ? "." : "…"} ${moveText(moves[index].move)}`;
}

/** What decided the game, in words. */
function turningWords({ moves, losing_move: losing, missed_wins: missed }) {
    const at = (index) => numbered(moves, index);
    const wins = missed.map(({ index, plies }) => {
        const key = plies ? "report.missedin" : "report.missed";
        return t(key, { move: at(index), n: plies });
    });
    const turned = losing && t(losing.is_proven ? "report.losing" : "report.turned", { move: at(losing.index) });
    return [...(turned ? [turned] : []), ...wins];
}
