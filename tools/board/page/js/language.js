/** The texts of the page, read from language/<code>.json. */

const FALLBACK = "en";
let code = FALLBACK;
let texts = {};
let fallback = {};
let plural = new Intl.PluralRules(FALLBACK);

/** The codes of the languages that the server has, such as "zh-Hant". */
export const languages = listed();

function listed() {
    const meta = document.querySelector('meta[name="languages"]');
    return (meta?.content ?? "").split(/[\s,]+/).filter((name) => /^[A-Za-z][A-Za-z0-9-]*$/.test(name));
}

/** The texts of a language by their keys; fails if they cannot be read. */
export async function readLanguage(name) {
    const response = await fetch(new URL(`../language/${name}.json`, import.meta.url));
    if (!response.ok) {
        throw new Error(`language ${name}: ${response.status}`);
    }
    return response.json();
}

/** Loads a language and names it on <html>; an unknown one, or one that cannot be read, is replaced by English. */
export async function loadLanguage(wanted) {
    const name = languages.includes(wanted) ? wanted : FALLBACK;
    const another = name === FALLBACK ? null : readLanguage(name).catch(() => null);
    const [english, other] = await Promise.all([readLanguage(FALLBACK), another]);
    fallback = english;
    texts = other ?? english;
    code = other ? name : FALLBACK;
    plural = new Intl.PluralRules(code);
    document.documentElement.lang = code;
}

/** The code of the language in use. */
export function language() {
    return code;
}

/** The language of the list that fits the browser best, "en" if none does. */
export function preferredLanguage() {
    const wanted = navigator.languages.map((name) => name.toLowerCase());
    for (const name of wanted) {
        const exact = languages.find((known) => known.toLowerCase() === name);
        const near = languages.find((known) => known.split("-")[0].toLowerCase() === name.split("-")[0]);
        if (exact || near) {
            return exact ?? near;
        }
    }
    return FALLBACK;
}

/**
 * The text of a key. `{name}` stands for `args.name`. A text that depends on a number is an object of plural
 * categories ("one", "other") and goes by `args.n`. A missing key falls back to English, then to the key itself.
 */
export function t(key, args = {}) {
    const found = texts[key] ?? fallback[key];
    if (found === undefined) {
        return key;
    }
    const text = typeof found === "object" ? (found[plural.select(Math.abs(args.n ?? 0))] ?? found.other) : found;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole));
}

/** Whether there is a text for the key. */
export function hasText(key) {
    return key in texts || key in fallback;
}

/** The structured text of a key, such as the sections of a game's rules; an empty list if it is missing. */
export function sections(key) {
    return texts[key] ?? fallback[key] ?? [];
}

/** Puts the texts into `root`: data-t is the content, data-t-label the aria-label, data-t-title the title. */
export function applyTexts(root) {
    for (const element of root.querySelectorAll("[data-t]")) {
        element.textContent = t(element.dataset.t);
    }
    for (const element of root.querySelectorAll("[data-t-label]")) {
        element.setAttribute("aria-label", t(element.dataset.tLabel));
    }
    for (const element of root.querySelectorAll("[data-t-title]")) {
        element.title = t(element.dataset.tTitle);
    }
}
