/** The analysis of the whole game: a button, its progress, then what was found out. */

import { t } from "../language.js";
import { element } from "./dom.js";
import { percent, sideName } from "./format.js";

/** Classes of moves that are counted. */
const CLASSES = ["inaccuracy", "mistake", "blunder"];
/** Milliseconds for each position that can be chosen. */
const TIMES = ["500", "100", "2000", "10000"];

/**
 * Makes it in `host`.
 * @param {{analyse: (movetime: number) => void, stop: () => void}} handlers
 */
export function createReport(host, handlers) {
    return new Report(host, handlers);
}

class Report {
    constructor(host, handlers) {
        this.handlers = handlers;
        this.state = { kind: "none" };
        this.time = element("select", {});
        this.button = element("button", { type: "button", onclick: () => this.press() });
        this.bar = element("progress", {});
        this.words = element("p", { className: "report-words", aria: { live: "polite" } });
        this.found = element("div", { className: "report-found" });
        const tools = element("div", { className: "report-tools" }, this.button, this.time, this.bar);
        host.replaceChildren(tools, this.words, this.found);
        this.render();
    }

    press() {
        if (this.state.kind === "running") {
            this.handlers.stop();
        } else {
            this.handlers.analyse(Number(this.time.value));
        }
    }

    /** Nothing is known of the game. */
    clear() {
        this.show({ kind: "none" });
    }

    /** The analysis runs: so many of so many positions, begun at this time of `performance.now()`. */
    progress(done, of, began) {
        this.show({ kind: "running", done, of, began });
    }

    /** It has failed, or was stopped: the reason in words. */
    failed(reason) {
        this.show({ kind: "failed", reason });
    }

    /**
     * It is finished.
     * @param {{summaries: object[], accuracy: (number|null)[], turning: string[], errors: object[]}} result turning: what
     *   decided the game; errors: `{words, go}`, where `go` shows the position
     */
    result(result) {
        this.show({ kind: "done", result });
    }

    show(state) {
        this.state = state;
        this.render();
    }

    /** Writes all texts again, after a change of language. */
    render() {
        const { kind } = this.state;
        const value = this.time.value || TIMES[0];
        const running = kind === "running";
        this.button.textContent = t(running ? "report.stop" : "report.analyse");
        this.time.replaceChildren(...[...TIMES].sort((one, other) => one - other).map((time) =>
            element("option", { value: time }, t("report.time", { seconds: Number(time) / 1000 }))));
        this.time.value = value;
        this.time.setAttribute("aria-label", t("report.limit"));
        this.time.hidden = running;
        this.bar.hidden = !running;
        this.bar.setAttribute("aria-label", t("report.analyse"));
        this.words.textContent = running ? this.progressWords() : kind === "failed" ? this.state.reason : "";
        this.found.replaceChildren(...(kind === "done" ? findings(this.state.result) : []));
    }

    progressWords() {
        const { done, of, began } = this.state;
        Object.assign(this.bar, { max: of, value: done });
        const seconds = Math.ceil(((performance.now() - began) / Math.max(1, done)) * (of - done) / 1000);
        return done === 0 ? t("report.begun") : t("report.progress", { done, of, seconds });
    }
}

function findings({ summaries, accuracy, turning, errors }) {
    const heads = [t("report.accuracy"), ...CLASSES.map((name) => t(`class.${name}`))];
    const head = element("tr", {}, element("td", {}), ...heads.map((text) => element("th", { scope: "col" }, text)));
    const rows = ["x", "o"].map((side, index) => {
        const share = accuracy[index] === null ? "–" : percent(accuracy[index] / 100);
        const counts = CLASSES.map((name) => String(summaries[index].classes[name] ?? 0));
        const cells = [share, ...counts].map((text) => element("td", {}, text));
        return element("tr", {}, element("th", { scope: "row" }, sideName(side)), ...cells);
    });
    const table = element("table", {}, head, ...rows);
    const list = errors.map(({ words, go }) => element("li", {},
        element("button", { type: "button", className: "entry", onclick: go }, words)));
    const turns = turning.map((text) => element("p", {}, text));
    return [table, ...turns, element("ul", { className: "game-list" }, ...list)];
}
