/** The start of the page. */

import { App } from "./app.js";
import { Connection } from "./connection.js";
import { loadLanguage, preferredLanguage, t } from "./language.js";
import { loadSettings } from "./storage.js";
import { showMessage } from "./ui/dialog.js";
import { DEFAULT_SETTINGS } from "./ui/settings.js";

async function start() {
    const settings = { ...DEFAULT_SETTINGS, ...loadSettings() };
    const connection = new Connection(serverGone);
    const opened = connection.open().then(() => true, () => false);
    await loadLanguage(settings.language ?? preferredLanguage());
    const engines = JSON.parse(document.querySelector('meta[name="engines"]').content);
    if (await opened) {
        await new App(connection, engines, settings).start();
        performance.mark("interactive");
    }
}

/** The server has ended, has been started again, or serves too many pages. */
async function serverGone() {
    const choices = [{ value: true, label: t("error.server.reload"), primary: true }];
    if (await showMessage(t("error.server.title"), t("error.server.text"), choices)) {
        location.reload();
    }
}

start();
