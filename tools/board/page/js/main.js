/** The start of the page. What takes long, the socket and the first engine, starts while the other modules load. */

import { Connection } from "./connection.js";
import { loadLanguage, preferredLanguage, t } from "./language.js";
import { Referee } from "./referee.js";
import { loadSettings } from "./storage.js";
import { showMessage } from "./ui/dialog.js";

const loadingApp = import("./app.js");
const settings = loadSettings();
const loadingTexts = loadLanguage(settings.language ?? preferredLanguage());

async function start() {
    const connection = new Connection(serverGone);
    const referee = new Referee(connection);
    const opened = connection.open().then(() => referee.start()).then(() => true, () => false);
    const [{ App }] = await Promise.all([loadingApp, loadingTexts]);
    const engines = JSON.parse(document.querySelector('meta[name="engines"]').content);
    if (await opened) {
        await new App(connection, referee, engines, settings).start();
        performance.mark("interactive");
    }
}

/** The server has ended, has been started again, or serves too many pages. */
async function serverGone() {
    await loadingTexts;
    const choices = [{ value: true, label: t("error.server.reload"), primary: true }];
    if (await showMessage(t("error.server.title"), t("error.server.text"), choices)) {
        location.reload();
    }
}

start();
