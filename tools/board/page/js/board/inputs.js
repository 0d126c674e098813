/** How moves are entered, by the kind of move; what only some games need is loaded with the first of them. */

import { PlaceInput } from "./place.js";

/** The class for each kind of move that has been loaded. */
export const INPUTS = { place: PlaceInput };

/** Loads the class for a kind of move. */
export async function loadInput(kind) {
    if (kind === "step") {
        INPUTS.step ??= (await import("./step.js")).StepInput;
    } else if (kind === "shape") {
        INPUTS.shape ??= (await import("./lgame-input.js")).ShapeInput;
    }
}
