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

/** The options that a variant has. */
export function optionsOf(variant, { BoardSize = "15", Rule = "freestyle" }) {
    return variant === "gomoku" ? { BoardSize, Rule } : {};
}
