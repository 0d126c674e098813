/** The dialog of settings. */

import { language, languages, readLanguage, t } from "../language.js";
import { dialogOf, openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { checkBox, choiceList, field, radioRow } from "./fields.js";

const SWITCHES = ["confirm", "dots", "coordinates", "animation", "bar"];

/** The name of a language in itself, as its file says, read once. */
const names = new Map();

async function nameOf(code) {
    if (!names.has(code)) {
        names.set(code, await readLanguage(code).then((texts) => texts["language.name"] ?? code).catch(() => code));
    }
    return names.get(code);
}

function switchOf(name, draft) {
    const changed = (on) => { draft[name] = on; };
    return checkBox(t(`settings.${name}`), draft[name], changed, t(`settings.${name}.note`));
}

/**
 * Shows the settings and lets the person change them.
 * @param {object} settings as loadSettings gives them; language null means the one in use
 * @returns {Promise<object|null>} the new settings, null if nothing is to change
 */
export async function openSettings(settings) {
    const draft = { ...settings };
    draft.language ??= language();
    const known = languages.length > 0 ? languages : [language()];
    const listed = await Promise.all(known.map(async (code) => [code, await nameOf(code)]));
    const themes = ["auto", "light", "dark"].map((theme) => [theme, t(`settings.theme.${theme}`)]);
    const dialog = dialogOf("settings-dialog", "settings.title");
    return openDialog(dialog, (finish) => {
        const list = choiceList(listed, draft.language, (code) => { draft.language = code; });
        list.autofocus = true;
        const form = element("form", { className: "form" }, field(t("settings.language"), list),
            radioRow(t("settings.theme"), themes, draft.theme, (theme) => { draft.theme = theme; }),
            ...SWITCHES.map((name) => switchOf(name, draft)),
            element("div", { className: "buttons" },
                element("button", { type: "button", onclick: () => finish(null) }, t("dialog.cancel")),
                element("button", { type: "submit", className: "primary" }, t("dialog.save"))));
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            finish(draft);
        });
        dialog.querySelector(".dialog-body").replaceChildren(form);
    });
}
