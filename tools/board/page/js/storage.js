/** What the browser keeps: settings and games; which game of a variant a tab has shown last is known to the tab. */

/** Settings of a browser that has kept none. */
const DEFAULT_SETTINGS = {
    language: null,
    theme: "auto",
    confirm: true,
    dots: true,
    coordinates: true,
    animation: true,
    bar: true,
};

const SETTINGS = "quartet-settings";
const GAMES = "quartet-games";
const LATEST = "quartet-latest";
/** The most games that are kept. */
const MOST = 200;

function read(storage, key) {
    try {
        return JSON.parse(storage.getItem(key));
    } catch {
        return null;
    }
}

/** Writes; false if the browser keeps nothing or has no more room. Then the address still holds the game. */
function write(storage, key, value) {
    try {
        storage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

/** The settings of this browser. */
export function loadSettings() {
    return { ...DEFAULT_SETTINGS, ...read(localStorage, SETTINGS) };
}

/** Keeps the settings. */
export function saveSettings(settings) {
    write(localStorage, SETTINGS, settings);
}

const keyOf = (id) => `quartet-game-${id}`;

/** The kept games, the latest one first: `{id, variant, saved, moves, tags, players}`. */
export function listGames() {
    return read(localStorage, GAMES) ?? [];
}

/** The game with this id, as it was kept; null if there is none. */
export function loadGame(id) {
    return id ? read(localStorage, keyOf(id)) : null;
}

/** The game of a variant that this tab has shown last, as it was kept; null if there is none. */
export function latestGame(variant) {
    return loadGame(read(sessionStorage, LATEST)?.[variant]);
}

/** Keeps a game as it is. Where there is no more room, the oldest ones go. */
export function saveGame(game) {
    const { id, setup, tags } = game;
    const { variant, players } = setup;
    const entry = { id, variant, saved: Date.now(), moves: game.tree.mainEnd().depth, tags, players };
    const games = [entry, ...listGames().filter((each) => each.id !== id)];
    games.splice(MOST).forEach(forget);
    const kept = game.kept();
    while (!write(localStorage, keyOf(id), kept) && games.length > 1) {
        forget(games.pop());
    }
    write(localStorage, GAMES, games);
    write(sessionStorage, LATEST, { ...read(sessionStorage, LATEST), [variant]: id });
}

/** Deletes a kept game. */
export function deleteGame(id) {
    forget({ id });
    write(localStorage, GAMES, listGames().filter((each) => each.id !== id));
}

function forget({ id }) {
    localStorage.removeItem(keyOf(id));
}
