/** Dialogs that ask for something: opening, closing, answering. */

import { applyTexts, t } from "../language.js";
import { element } from "./dom.js";

/** What waits for the answer of an open dialog. */
const waiting = new Map();

function answer(dialog, value) {
    const resolve = waiting.get(dialog);
    waiting.delete(dialog);
    if (dialog.open) {
        dialog.close();
    }
    resolve?.(value);
}

/**
 * The dialog with this id, with a title and a button to close it; it is made when it is first asked for.
 * @param {string} title key of its title
 */
export function dialogOf(id, title) {
    const made = document.getElementById(id);
    if (made) {
        return made;
    }
    const dialog = document.getElementById("dialog").content.firstElementChild.cloneNode(true);
    const heading = dialog.querySelector("h2");
    heading.id = `${id}-title`;
    heading.dataset.t = title;
    dialog.id = id;
    dialog.setAttribute("aria-labelledby", heading.id);
    applyTexts(dialog);
    document.body.append(dialog);
    return dialog;
}

/**
 * Opens a dialog, which gets `finish(value)` to close it with an answer; Escape, the closing button and a click beside
 * it answer null. One that is already open is answered with null first. The focus returns to where it was.
 * @param {HTMLDialogElement} dialog
 * @param {(finish: (value: any) => void) => void} fill puts the content into it
 * @param {boolean} modal whether the rest of the page can be used meanwhile
 * @returns {Promise<any>} the answer
 */
export function openDialog(dialog, fill, modal = true) {
    answer(dialog, null);
    if (!dialog.dataset.ready) {
        dialog.dataset.ready = "true";
        dialog.querySelector(".close")?.addEventListener("click", () => answer(dialog, null));
        dialog.addEventListener("cancel", () => answer(dialog, null));
        dialog.addEventListener("click", (event) => modal && event.target === dialog && answer(dialog, null));
    }
    return new Promise((resolve) => {
        waiting.set(dialog, resolve);
        fill((value) => answer(dialog, value));
        if (modal) {
            dialog.showModal();
        } else {
            dialog.show();
        }
    });
}

/** Closes a dialog as if nobody had answered. */
export function closeDialog(dialog) {
    answer(dialog, null);
}

/**
 * Asks for one of several choices.
 * @param {HTMLDialogElement} dialog #message or #swap2-dialog
 * @param {{title: string, text: string, choices: {value: any, label: string, primary?: boolean,
 *   danger?: boolean}[]}} question the primary choice gets the focus; a danger is marked
 * @param {boolean} modal whether the rest of the page can be used meanwhile
 */
function ask(dialog, question, modal) {
    return openDialog(dialog, (finish) => {
        dialog.querySelector("h2").textContent = question.title;
        dialog.querySelector(".text").textContent = question.text;
        dialog.querySelector(".choices").replaceChildren(...question.choices.map(({ value, label, primary, danger }) =>
            element("button", {
                type: "button",
                className: primary ? "primary" : danger ? "danger" : "",
                autofocus: Boolean(primary),
                onclick: () => finish(value),
            }, label)));
    }, modal);
}

/**
 * Shows a message with buttons, such as "restart" after an engine ended or a question before resigning.
 * @returns {Promise<any>} the value of the button, null after Escape
 */
export function showMessage(title, text, choices = [{ value: true, label: t("dialog.ok"), primary: true }]) {
    return ask(document.getElementById("message"), { title, text, choices }, true);
}

/**
 * Asks for the choice of swap2 beside the board, which stays visible and usable.
 * @param {number} stones 3: the second player chooses; 5: the first player does
 * @param {string} player who chooses, in words
 * @returns {Promise<"black"|"white"|"more"|null>} the colour to play, or "more": place two more stones;
 *   null if closeSwap2 was called
 */
export function askSwap2(stones, player) {
    const choice = (value, primary) => ({ value, label: t(`swap2.${value}`), primary });
    const choices = [choice("white", true), choice("black"), ...(stones === 3 ? [choice("more")] : [])];
    const question = { title: t("swap2.choose", { player }), text: t(`swap2.choose.${stones}`), choices };
    return ask(document.getElementById("swap2-dialog"), question, false);
}

/** Takes the question of swap2 away, for instance when another game begins. */
export function closeSwap2() {
    closeDialog(document.getElementById("swap2-dialog"));
}

let fading = 0;

/** Shows a short note for a few seconds; screen readers read it. */
export function toast(text) {
    const note = document.getElementById("toast");
    note.textContent = text;
    clearTimeout(fading);
    fading = setTimeout(() => note.replaceChildren(), 3000);
}
