/** The dialog of a new game: first the games people start most, one tap each, then every choice. */

import { t } from "../language.js";
import { LEVELS, quartetAt } from "../levels.js";
import { defaultSetup, optionsOf } from "../setup.js";
import { dialogOf, openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { checkBox, choiceList, field, numberInput, radioRow } from "./fields.js";
import { sideName } from "./format.js";
import { fullPlayer, plainPlayer, playerFields } from "./playerfields.js";

const VARIANTS = ["othello", "gomoku", "lgame", "rhombus"];
const SIZES = Array.from({ length: 18 }, (_, index) => String(index + 5));
const RULES = ["freestyle", "standard", "renju"];
const OPENINGS = ["none", "swap2"];
const NEW_CLOCK = { base: 300_000, increment: 3_000 };

/** The games offered at the top: the side that the person plays, and those that Quartet plays. */
const PRESETS = [
    { name: "black", side: "x", engines: ["o"] },
    { name: "white", side: "o", engines: ["x"] },
    { name: "people", side: null, engines: [] },
    { name: "engines", side: null, engines: ["x", "o"] },
];

/**
 * Lets the person set up a game.
 * @param {object} current the setup of the present game, which the fields begin with
 * @param {object[]} engines the engines that the server knows
 * @returns {Promise<object|null>} the setup; null: the dialog was closed
 */
export function openNewGame(current, engines) {
    const draft = structuredClone({ ...defaultSetup(), ...current });
    draft.options = { BoardSize: "15", Rule: "freestyle", ...draft.options };
    draft.level = presetLevel(draft.players);
    draft.more = false;
    setVariant(draft, draft.variant);
    const dialog = dialogOf("new-game-dialog", "newgame.title");
    return openDialog(dialog, (finish) => {
        const body = dialog.querySelector(".dialog-body");
        const fill = () => body.replaceChildren(form(draft, engines, fill, finish));
        fill();
    });
}

/** The engine whose level the games at the top have: one of the players with settings of its own, or else the first. */
function modelOf({ x, o }) {
    const engines = [x, o].filter((player) => player.kind === "engine");
    return engines.find((player) => !(player.level in LEVELS)) ?? engines[0] ?? null;
}

function presetLevel(players) {
    return modelOf(players)?.level ?? "club";
}

/** Another game has other personalities; named levels keep their names. */
function setVariant(draft, variant) {
    draft.variant = variant;
    for (const side of ["x", "o"]) {
        const player = fullPlayer(draft.players[side], variant);
        const { personality } = quartetAt("club", variant);
        draft.players[side] = player.level === "document" ? player : { ...player, personality };
    }
}

function form(draft, engines, fill, finish) {
    const done = (players) => finish(setupOf(draft, players, engines));
    const names = VARIANTS.map((name) => [name, t(`game.${name}`)]);
    const games = radioRow(t("newgame.game"), names, draft.variant, (name) => {
        setVariant(draft, name);
        refocused(fill, `input[value="${name}"]`);
    });
    const quick = element("div", { className: "presets" });
    const fillQuick = () => quick.replaceChildren(...presets(draft, done));
    fillQuick();
    const rest = more(draft, engines);
    let level = presetLevel(draft.players);
    // A field changes when a button takes its focus: the buttons are made anew only for another level, or the press
    // that has begun on one would be lost.
    rest.addEventListener("change", () => {
        const chosen = presetLevel(draft.players);
        if (chosen !== level) {
            level = chosen;
            draft.level = chosen;
            fillQuick();
        }
    });
    const made = element("form", { className: "form new-game" }, games,
        ...(draft.variant === "gomoku" ? [gomokuFields(draft)] : []), quick, rest);
    made.addEventListener("submit", (event) => {
        event.preventDefault();
        done(draft.players);
    });
    return made;
}

function refocused(fill, selector) {
    fill();
    document.querySelector(`#new-game-dialog ${selector}`)?.focus();
}

function gomokuFields(draft) {
    const { options } = draft;
    const size = choiceList(SIZES.map((n) => [n, t("newgame.points", { n })]), options.BoardSize,
        (value) => { options.BoardSize = value; });
    const rule = choiceList(RULES.map((name) => [name, t(`rule.${name}`)]), options.Rule,
        (value) => { options.Rule = value; });
    const opening = choiceList(OPENINGS.map((name) => [name, t(`opening.${name}`)]), draft.opening,
        (value) => { draft.opening = value; });
    return element("div", { className: "row" }, field(t("newgame.size"), size), field(t("newgame.rule"), rule),
        field(t("newgame.opening"), opening));
}

function presets(draft, done) {
    const own = modelOf(draft.players);
    const levels = [...Object.keys(LEVELS), ...(own && !(own.level in LEVELS) ? [own.level] : [])];
    const level = choiceList(levels.map((name) => [name, t(`level.${name}`)]), draft.level, (value) => {
        draft.level = value;
        buttons.filter((button) => button.dataset.level).forEach(nameLevel);
    });
    const nameLevel = (button) => { button.dataset.level = t(`level.${draft.level}`); };
    const engine = () => (draft.level in LEVELS ? quartetAt(draft.level, draft.variant) : { ...own });
    const player = (isEngine) => (isEngine ? engine() : { kind: "person" });
    const buttons = PRESETS.map(({ name, side, engines }, index) => {
        const button = element("button", {
            type: "button",
            className: index === 0 ? "primary" : "",
            autofocus: index === 0,
            onclick: () => done({ x: player(engines.includes("x")), o: player(engines.includes("o")) }),
        }, t(`newgame.preset.${name}`, { side: side && sideName(side, draft.variant) }));
        if (engines.length > 0) {
            nameLevel(button);
        }
        return button;
    });
    return [field(t("newgame.presetlevel"), level), element("div", { className: "preset-buttons" }, ...buttons)];
}

function more(draft, engines) {
    const sides = ["x", "o"].map((side) => playerFields(side, draft, engines));
    const clock = element("div", { className: "clock-fields" });
    const fillClock = () => clock.replaceChildren(...clockFields(draft, () => {
        fillClock();
        clock.querySelector("input").focus();
        sides.forEach((fields) => fields.refill());
    }));
    fillClock();
    const start = element("button", { type: "submit", className: "primary" }, t("newgame.start"));
    const made = element("details", { open: draft.more }, element("summary", {}, t("newgame.more")),
        element("div", { className: "form" }, element("div", { className: "seats" }, ...sides), clock,
            element("div", { className: "buttons" }, start)));
    made.addEventListener("toggle", () => { draft.more = made.open; });
    return made;
}

function clockFields(draft, changed) {
    const box = checkBox(t("newgame.clock"), draft.clock !== null, (on) => {
        draft.clock = on ? { ...NEW_CLOCK } : null;
        changed();
    }, t("newgame.clock.note"));
    if (draft.clock === null) {
        return [box];
    }
    const { clock } = draft;
    const base = numberInput({ min: 0.1, max: 600, step: "any" }, clock.base / 60_000,
        (minutes) => { clock.base = Math.round(minutes * 60_000); });
    const increment = numberInput({ min: 0, max: 600, step: "any" }, clock.increment / 1000,
        (seconds) => { clock.increment = Math.round(seconds * 1000); });
    return [box, element("div", { className: "row" }, field(t("newgame.base"), base),
        field(t("newgame.increment"), increment))];
}

function setupOf(draft, players, engines) {
    const { variant, options, opening, clock } = draft;
    return {
        variant,
        options: optionsOf(variant, options),
        opening: variant === "gomoku" ? opening : "none",
        players: { x: plainPlayer(players.x, engines), o: plainPlayer(players.o, engines) },
        clock,
    };
}
