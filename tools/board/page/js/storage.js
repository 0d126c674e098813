/** What the browser keeps: settings for all pages, games for this tab. */

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
/** The most games that a tab keeps. */
const MOST = 50;

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

/** The settings of this browser. */
export function loadSettings() {
    return { ...DEFAULT_SETTINGS, ...read(localStorage, SETTINGS) };
}

/** Keeps the settings. */
export function saveSettings(settings) {
    write(localStorage, SETTINGS, settings);
}

/** The games of this tab, the latest one last. */
function games() {
    return read(sessionStorage, GAMES).games ?? [];
}

/** The game with this id, as it was kept; undefined if there is none. */
export function loadGame(id) {
    return games().find((game) => game.id === id);
}

/** The latest game of a variant, as it was kept; undefined if there is none. */
export function latestGame(variant) {
    return games().findLast((game) => game.setup.variant === variant);
}

/** Keeps a game as it is. */
export function saveGame(game) {
    const others = games().filter(({ id }) => id !== game.id);
    write(sessionStorage, GAMES, { games: [...others, game.kept()].slice(-MOST) });
}
