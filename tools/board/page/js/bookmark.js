/** Where the game is kept: in the address, and in the browser. */

import { Game } from "./game.js";
import { t } from "./language.js";
import { fragmentOf, fromFragment } from "./link.js";
import { defaultSetup, studySetup } from "./setup.js";
import { loadGame, saveGame } from "./storage.js";
import { showMessage } from "./ui/dialog.js";

/** Chromium ignores more than 200 changes of the address in half a minute: so many may come at once, and then one each
 * time so many milliseconds have passed. */
const AT_ONCE = 40;
const PAUSE = 200;

/** The address of the game that is shown, and its copy in the browser. */
export class Bookmark {
    /** @param {App} app */
    constructor(app) {
        Object.assign(this, { app, pending: null });
        /** When the next change would come if all had come at the pace of one each pause. */
        this.next = 0;
    }

    /** Opens the game of the address, and from now on whichever the browser's buttons lead to. */
    async start() {
        addEventListener("popstate", () => this.open());
        addEventListener("pagehide", () => this.app.game && saveGame(this.app.game));
        await this.open();
    }

    /** Opens the game of the address: one that this browser has kept, or one that the address holds, or a new one. */
    async open() {
        const { app } = this;
        const kept = loadGame(history.state?.game);
        const linked = fromFragment(location.hash);
        if (kept) {
            await app.begin(Game.restored(kept));
        } else if (linked?.fault) {
            await app.begin(app.game ?? new Game(defaultSetup()));
            explain(linked.fault);
        } else if (linked) {
            await this.openLink(linked);
        } else if (!app.game) {
            await app.begin(new Game(defaultSetup()));
        }
    }

    /** Opens the game that a link holds, for two people, as far as it is one; a wrong first position changes nothing. */
    async openLink({ variant, options, start, tree, at }) {
        const { app } = this;
        const game = new Game(studySetup(variant, options), start, tree);
        const path = [tree.root, ...[tree.root, ...tree.nodes()][at].path()];
        const stays = app.game ?? new Game(defaultSetup(variant));
        try {
            const fault = await app.referee.prune(game);
            const cut = path.findIndex((node, index) => index > 0 && !path[index - 1].children.includes(node));
            game.show(path.at(cut < 0 ? -1 : cut - 1));
            await app.begin(game);
            if (fault) {
                explain(fault, "error.link.part");
            }
        } catch (error) {
            await app.begin(stays);
            explain(error.message);
        }
    }

    /** Another game comes: the browser's way back leads to the present one. */
    leave(game) {
        clearTimeout(this.pending);
        saveGame(this.app.game);
        history.pushState({ game: game.id }, "", fragmentOf(game));
    }

    /** Keeps the game as it is, at once or soon. */
    keep() {
        clearTimeout(this.pending);
        const now = performance.now();
        if (this.next - now > AT_ONCE * PAUSE) {
            this.pending = setTimeout(() => this.keep(), PAUSE);
            return;
        }
        this.next = Math.max(this.next, now) + PAUSE;
        const { game } = this.app;
        saveGame(game);
        history.replaceState({ game: game.id }, "", fragmentOf(game));
    }
}

/** Says that a link holds no game, or one with faults, and why. */
function explain(reason, key = "error.link.text") {
    showMessage(t("error.link.title"), t(key, { reason }));
}
