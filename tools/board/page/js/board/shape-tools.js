import { makeButton } from "./frame.js";

/** Which buttons each phase of a move shows, see `ShapeHand`. */
const SHOWN = { idle: ["turn", "mirror"], lifted: ["turn", "mirror", "put", "back"], placed: ["leave", "back"] };

/** The buttons below the board of the L-Game, and a line that says what to do. */
export class ShapeTools {
    /** @param {Object<string, function>} actions what the buttons do: `turn`, `mirror`, `put`, `leave`, `back` */
    constructor(frame, actions) {
        this.bar = document.createElement("div");
        this.bar.className = "board-tools";
        this.hint = document.createElement("p");
        this.hint.className = "board-hint";
        this.bar.append(this.hint);
        const row = document.createElement("div");
        row.className = "board-buttons";
        this.bar.append(row);
        this.buttons = Object.fromEntries(["turn", "mirror", "put", "leave", "back"].map((name) => {
            const primary = name === "put" || name === "leave" ? "primary" : "";
            return [name, makeButton(row, primary, actions[name])];
        }));
        frame.append(this.bar);
    }

    /**
     * Shows the buttons of a phase.
     * @param {"idle"|"lifted"|"placed"|"waiting"} phase waiting: the person may not move
     * @param {{legal: boolean, hint: string, neutral: boolean, keep: function}} state whether the L may be put down;
     *   what to do next; whether a neutral piece has been moved; what takes the focus when the button that has it
     *   disappears
     */
    show(t, phase, { legal, hint, neutral, keep }) {
        const shown = SHOWN[phase] ?? [];
        for (const [name, button] of Object.entries(this.buttons)) {
            const key = name === "leave" && neutral ? "done" : name;
            button.textContent = t(`board.lgame.${key}`);
            const hidden = !shown.includes(name);
            if ((hidden || (name === "put" && !legal)) && button === document.activeElement) {
                keep();
            }
            button.hidden = hidden;
        }
        this.buttons.put.disabled = !legal;
        this.hint.textContent = hint;
    }

    destroy() {
        this.bar.remove();
    }
}
