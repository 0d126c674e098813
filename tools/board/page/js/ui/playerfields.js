/** The fields of one player in the dialog of a new game. */

import { t } from "../language.js";
import { element } from "./dom.js";
import { choiceList, field, numberInput } from "./fields.js";
import { engineName, sideName } from "./format.js";
import { LEVELS, areWeights, documentPlayers, isSolved, personality, quartetAt } from "../levels.js";

const LIMITS = {
    movetime: { range: { min: 0.05, max: 3600, step: "any" }, fallback: 1000, unit: 1000 },
    depth: { range: { min: 1, max: 99, step: 1 }, fallback: 10, unit: 1 },
    nodes: { range: { min: 1, max: 1e12, step: 1 }, fallback: 100_000, unit: 1 },
};

/** A player with all that the fields need, made of a player that may be a person. */
export function fullPlayer(player, variant) {
    return { ...quartetAt("club", variant), ...player };
}

/**
 * Makes the fields.
 * @param {"x"|"o"} side
 * @param {object} draft the setup that is being made; `draft.players[side]` is changed
 * @param {object[]} engines engines that the server knows
 * @returns {HTMLFieldSetElement}
 */
export function playerFields(side, draft, engines) {
    const host = element("div", { className: "form" });
    const legend = element("legend", {}, sideName(side, draft.variant));
    const fields = element("fieldset", { className: "seat-fields" }, legend, host);
    const player = draft.players[side];
    const able = engines.filter((engine) => engine.variants.includes(draft.variant));
    if (player.kind === "engine" && !able.some((engine) => engine.name === player.engine)) {
        Object.assign(player, quartetAt("club", draft.variant));
    }
    const fill = () => host.replaceChildren(...rows(player, draft, able, fill));
    fill();
    fields.refill = fill;
    return fields;
}

function rows(player, draft, able, fill) {
    const native = able.find((engine) => engine.name === player.engine)?.native ?? true;
    const made = [whoField(player, able, fill)];
    if (player.kind === "person") {
        return made;
    }
    if (native) {
        made.push(levelField(player, draft.variant, fill));
    }
    if (native && player.level === "custom") {
        const skill = numberInput({ min: 0, max: 20, step: 1 }, player.skill, (value) => { player.skill = value; });
        made.push(field(t("newgame.skill"), skill));
    }
    if (native && player.level === "document") {
        made.push(...documentFields(player, draft.variant, fill));
    }
    const limited = !native || (player.level === "custom" && !isSolved(draft.variant));
    if (limited && !draft.clock) {
        made.push(limitField(player, fill));
    }
    return made;
}

function whoField(player, able, fill) {
    const options = [["person", t("player.person")], ...able.map(({ name }) => [`engine ${name}`, engineName(name)])];
    const chosen = player.kind === "person" ? "person" : `engine ${player.engine}`;
    return field(t("newgame.player"), choiceList(options, chosen, (value) => {
        player.kind = value === "person" ? "person" : "engine";
        player.engine = value === "person" ? "quartet" : value.slice("engine ".length);
        refilled(fill, ".field select");
    }));
}

function levelField(player, variant, fill) {
    const names = [...Object.keys(LEVELS), "custom", "document"];
    const options = names.map((level) => [level, t(`level.${level}`)]);
    return field(t("newgame.level"), choiceList(options, player.level, (level) => {
        player.level = level;
        if (level === "document") {
            player.personality = documentPlayers(variant)[0];
        } else {
            player.personality = personality(variant);
            player.skill = LEVELS[level] ?? player.skill;
        }
        refilled(fill, ".field:nth-child(2) select");
    }), t(`level.${player.level}.note`));
}

function documentFields(player, variant, fill) {
    const players = documentPlayers(variant);
    if (!players.includes(player.personality)) {
        player.personality = players[0];
    }
    const options = players.map((name) => [name, t(`personality.${name}`)]);
    const list = choiceList(options, player.personality, (name) => {
        player.personality = name;
        refilled(fill, ".field:nth-child(3) select");
    });
    const made = [field(t("newgame.personality"), list, t(`personality.${player.personality}.note`))];
    if (player.personality === "weighted") {
        made.push(weightsField(player));
    }
    return made;
}

function weightsField(player) {
    const input = element("input", { type: "text", value: player.weights, spellcheck: false });
    input.addEventListener("input", () => {
        input.setCustomValidity(areWeights(input.value) ? "" : t("newgame.weights.wrong"));
        if (areWeights(input.value)) {
            player.weights = input.value.replace(/\s/g, "");
        }
    });
    return field(t("newgame.weights"), input, t("newgame.weights.note"));
}

function limitField(player, fill) {
    const [kind, amount] = Object.entries(player.limit)[0];
    const { range, unit } = LIMITS[kind];
    const changed = (value) => { player.limit = { [kind]: Math.round(value * unit) }; };
    const input = numberInput(range, amount / unit, changed);
    input.setAttribute("aria-label", t(`limit.${kind}`));
    const kinds = choiceList(Object.keys(LIMITS).map((name) => [name, t(`limit.${name}`)]), kind, (name) => {
        player.limit = { [name]: LIMITS[name].fallback };
        refilled(fill, ".limit select");
    });
    const made = field(t("newgame.limit"), kinds);
    made.classList.add("limit");
    made.append(input);
    return made;
}

/** Fills the fields anew and puts the focus back on the list that was used. */
function refilled(fill, selector) {
    const fields = document.activeElement?.closest("fieldset");
    fill();
    fields?.querySelector(selector)?.focus();
}

/** What of a player matters: nothing of a person, only the limit of an engine that has no levels. */
export function plainPlayer(player, engines) {
    if (player.kind === "person") {
        return { kind: "person" };
    }
    const { engine, level, skill, limit, weights } = player;
    const native = engines.find((known) => known.name === engine)?.native ?? true;
    const own = native ? { level, skill, personality: player.personality } : { level: "custom" };
    const weighted = native && player.personality === "weighted" ? { weights } : {};
    return { kind: "engine", engine, ...own, limit, ...weighted };
}
