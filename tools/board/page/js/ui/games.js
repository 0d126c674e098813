/** The dialog of games: kept ones, those of a file, and saving the present one. */

import { t } from "../language.js";
import { formats, gameOf, openFiles, recordOf, saveGames } from "../records.js";
import { deleteGame, listGames } from "../storage.js";
import { dialogOf, openDialog, toast } from "./dialog.js";
import { element } from "./dom.js";
import { choiceList, field } from "./fields.js";
import { createGameList } from "./gamelist.js";

/** How many moves tell games without names apart. */
const SHOWN = 8;

/**
 * Lets the person open or save a game.
 * @param {Game} game the present game
 * @param {File[]|null} files files that are to be opened at once
 * @returns {Promise<{id: string}|{game: Game}|{editor: true}|null>} a kept game, or one of a file; `editor`: a position
 *   is to be set up; null: the dialog was closed
 */
export function openGames(game, files = null) {
    const dialog = dialogOf("games-dialog", "games.title");
    return openDialog(dialog, (finish) => {
        const opener = openPart(game.setup, finish);
        dialog.querySelector(".dialog-body").replaceChildren(opener.part, keptPart(game, finish), savePart(game));
        if (files) {
            opener.open(files);
        }
    });
}

/** Opening files, chosen or dropped, and pasted texts. */
function openPart(setup, finish) {
    const result = element("div", { className: "opened", aria: { live: "polite" } });
    const open = async (files) => {
        result.replaceChildren(element("p", {}, t("games.reading")));
        try {
            show(await openFiles(files, setup));
        } catch (error) {
            result.replaceChildren(element("p", { className: "fault" }, t("games.unread", { reason: error.message })));
        }
    };
    const show = (opened) => {
        const more = opened.more_faults > 0 ? [t("games.morefaults", { n: opened.more_faults })] : [];
        const faults = [...opened.faults.map(faultWords), ...more];
        const [only, ...others] = opened.games;
        if (only && others.length === 0 && faults.length === 0) {
            finish({ game: gameOf(only) });
            return;
        }
        const list = () => createGameList(opened.games.map(entryOf), t("games.count", { n: opened.games.length }),
            (index) => finish({ game: gameOf(opened.games[index]) }));
        result.replaceChildren(...faults.map((fault) => element("p", { className: "fault" }, fault)),
            ...(only ? [list()] : []));
    };
    const chooser = element("input", { type: "file", multiple: true, onchange: () => open([...chooser.files]) });
    const pasted = element("textarea", { rows: 3, placeholder: t("games.paste.example"), spellcheck: false });
    const openText = () => pasted.value.trim() && open([textFile(pasted.value)]);
    const take = element("button", { type: "button", onclick: openText }, t("games.open"));
    const editor = element("button", { type: "button", onclick: () => finish({ editor: true }) }, t("games.editor"));
    const part = section("games.open", field(t("games.file"), chooser, t("games.file.note")),
        field(t("games.paste"), pasted), element("div", { className: "buttons" }, editor, take), result);
    return { part, open };
}

/** Why a game of a file cannot be read to its end. The reason itself is in the words of the library. */
function faultWords({ game, line, byte, moves, message: reason }) {
    const fault = t(line ? "games.fault.line" : "games.fault.byte", { game, line, byte, reason });
    return moves > 0 ? `${fault} ${t("games.fault.moves", { n: moves })}` : fault;
}

/** A text as a file; its format shows in its content. */
function textFile(text) {
    return new File([text], "pasted.txt", { type: "text/plain" });
}

/** A game of a file in the list. */
function entryOf({ variant, tags, result, moves }) {
    const { first, second, event, round, date } = tags;
    const players = first || second ? `${first ?? "?"} – ${second ?? "?"}` : t(`game.${variant}`);
    const beginning = first || second ? null : moves.slice(0, SHOWN).map((each) => each.move ?? each).join(" ");
    const length = t("games.moves", { n: moves.length });
    const details = [event, round, date, result && t(`games.result.${result}`), length, beginning];
    return { title: players, details: details.filter(Boolean).join(" · ") };
}

/** The games that the browser has kept. */
function keptPart(present, finish) {
    const kept = listGames().filter(({ id, moves }) => moves > 0 && id !== present.id);
    const list = createGameList(kept.map(keptEntry), t("games.kept"),
        (index) => finish({ id: kept[index].id }), (index) => deleteGame(kept[index].id));
    return section("games.kept", kept.length > 0 ? list : element("p", { className: "none" }, t("games.kept.none")));
}

function keptEntry({ variant, saved, moves, tags, players }) {
    const nameOf = ({ kind, engine }) => (kind === "engine" ? engine : t("player.person"));
    const names = [tags.first ?? nameOf(players.x), tags.second ?? nameOf(players.o)].join(" – ");
    const when = new Date(saved).toLocaleString(document.documentElement.lang);
    const details = [names, t("games.moves", { n: moves }), when];
    return { title: t(`game.${variant}`), details: details.join(" · ") };
}

/** Saving the present game. */
function savePart(game) {
    const fitting = formats.filter(({ variants }) => variants.includes(game.setup.variant));
    let format = fitting.find(({ name }) => name === "pgn") ?? fitting[0];
    const choose = (name) => { format = fitting.find((each) => each.name === name); };
    const list = choiceList(fitting.map(({ name }) => [name, t(`format.${name}`)]), format.name, choose);
    const fault = element("p", { className: "fault", aria: { live: "polite" } });
    const attempt = (job) => async () => {
        fault.textContent = "";
        try {
            await job(await saveGames([recordOf(game)], format));
        } catch (error) {
            fault.textContent = t("games.unsaved", { reason: error.message });
        }
    };
    const save = attempt((files) => files.forEach((file) => download(file, game)));
    const copy = attempt(async ([file]) => {
        await navigator.clipboard.writeText(await file.content.text());
        toast(t("games.copied"));
    });
    return section("games.save", field(t("games.format"), list), element("div", { className: "buttons" },
        element("button", { type: "button", onclick: copy }, t("games.copy")),
        element("button", { type: "button", className: "primary", onclick: save }, t("games.save"))), fault);
}

/** Has the browser save a file. */
function download({ extension, content }, { setup }) {
    const link = element("a", { href: URL.createObjectURL(content), download: `${setup.variant}.${extension}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function section(title, ...content) {
    return element("section", { className: "form" }, element("h3", {}, t(title)), ...content);
}
