/** The setup of a game: variant, options, opening, players, clock. */

import { quartetAt } from "./levels.js";

/** The setup of a first visit: Black against Quartet. */
export function defaultSetup(variant = "othello") {
    return {
        variant,
        options: optionsOf(variant, {}),
        opening: "none",
        players: { x: { kind: "person" }, o: quartetAt("club", variant) },
        clock: null,
    };
}

/** The setup of a game that two people play, or that somebody studies. */
export function studySetup(variant, options) {
    const person = { kind: "person" };
    return { ...defaultSetup(variant), options: optionsOf(variant, options), players: { x: person, o: person } };
}

/** The options that a variant has. */
export function optionsOf(variant, { BoardSize = "15", Rule = "freestyle" }) {
    return variant === "gomoku" ? { BoardSize, Rule } : {};
}
