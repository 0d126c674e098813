/** The dialog with the rules of the games. */

import { sections, t } from "../language.js";
import { figure } from "./diagram.js";
import { dialogOf, openDialog } from "./dialog.js";
import { element } from "./dom.js";

const VARIANTS = ["othello", "gomoku", "lgame", "rhombus"];

/**
 * Shows the rules of a game; the other games' rules are a button away.
 * @param {string} variant the game whose rules are shown first
 * @param {{Rule?: string}} options in gomoku the rule of the present game is marked
 * @returns {Promise<{lesson: string}|null>} the variant whose first lesson is to be taken; null: the dialog was closed
 */
export function openRules(variant, options = {}) {
    const dialog = dialogOf("rules-dialog", "rules.title");
    return openDialog(dialog, (finish) => {
        let shown = variant;
        const article = element("article", { tabIndex: 0, aria: { role: "region", label: t("rules.title") } });
        const buttons = VARIANTS.map((name) => element("button", { type: "button", onclick: () => show(name) },
            t(`game.${name}`)));
        const begin = () => finish({ lesson: shown });
        const lesson = element("button", { type: "button", className: "lesson-start", onclick: begin }, t("lesson.begin"));
        const show = (name) => {
            shown = name;
            buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(VARIANTS[index] === name)));
            const parts = sections(`rules.${name}`).map((section) => sectionOf(section, name, options));
            article.replaceChildren(lesson, ...parts);
            article.scrollTop = 0;
            article.setAttribute("aria-label", `${t("rules.title")}: ${t(`game.${name}`)}`);
        };
        show(variant);
        buttons[VARIANTS.indexOf(variant)].autofocus = true;
        dialog.querySelector(".dialog-body").replaceChildren(
            element("div", { className: "rules-games", aria: { role: "group", label: t("games.label") } }, ...buttons),
            article);
    });
}

function sectionOf({ title, body, diagram, rule }, variant, options) {
    const current = variant === "gomoku" && rule !== undefined && rule === options.Rule;
    const mark = current ? [" ", element("span", { className: "tag" }, t("rules.current"))] : [];
    const text = body.map((part) => (Array.isArray(part)
        ? element("ul", {}, ...part.map((item) => element("li", {}, item)))
        : element("p", {}, part)));
    const picture = diagram ? [figure(diagram)] : [];
    return element("section", {}, element("h3", {}, title, ...mark), ...picture, ...text);
}
