import { makeButton } from "./frame.js";

/** Asks a finger below the board, off its points, whether the chosen move is to be played. */
export class ConfirmBar {
    /** @param {Element} stage what the bar is shown below */
    constructor(stage) {
        this.bar = document.createElement("div");
        this.bar.className = "board-below board-confirm";
        this.text = document.createElement("p");
        this.bar.append(this.text);
        this.button = makeButton(this.bar, "primary", () => this.accept?.());
        this.button.textContent = "✓";
        stage.append(this.bar);
        this.hide();
    }

    hide() {
        this.bar.hidden = true;
        this.accept = null;
    }

    /** Shows the question; `accept` is called when the button is pressed. */
    show(text, label, accept) {
        this.bar.hidden = false;
        this.accept = accept;
        this.text.textContent = text;
        this.button.setAttribute("aria-label", label);
    }
}
