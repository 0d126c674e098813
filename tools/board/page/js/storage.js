/** What the browser keeps: settings for all pages, games for this tab. */

const SETTINGS = "quartet-settings";
const GAMES = "quartet-games";

function read(storage, key) {
    try {
        return JSON.parse(storage.getItem(key)) ?? {};
    } catch {
        return {};
    }
}

function write(storage, key, value) {
    try {
        storage.setItem(key, JSON.stringify(value));
    } catch {
        // Without storage the page works as well; the address still holds the game.
    }
}

/** The settings that a person has changed. */
export function loadSettings() {
    return read(localStorage, SETTINGS);
}

/** Keeps the settings. */
export function saveSettings(settings) {
    write(localStorage, SETTINGS, settings);
}

/** The games of this tab by variant: `{setup, start, moves}`. */
export function loadGames() {
    return read(sessionStorage, GAMES);
}

/** Keeps the game of a variant for this tab. */
export function saveGame({ setup, start, moves }) {
    write(sessionStorage, GAMES, { ...loadGames(), [setup.variant]: { setup, start, moves } });
}
