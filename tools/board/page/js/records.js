/** Game records of other programs: the server reads and writes them; here they are games of the page. */

import { Game } from "./game.js";
import { ofNote } from "./info.js";
import { studySetup } from "./setup.js";
import { Tree } from "./tree.js";
import { engineName } from "./ui/format.js";
import { otherSide } from "./words.js";

/** The formats that the server knows: `{name, extension, companions, variants}`. */
export const formats = JSON.parse(document.querySelector('meta[name="formats"]').content);

/**
 * Reads the games of files: one with games, and for WTHOR those with the names of players and tournaments.
 * @param {File[]} files
 * @param {{variant: string, options: object}} setup holds where a format does not say what game it is
 * @returns {Promise<{format: string, games: object[], faults: object[], more_faults: number}>} `games`: records, from
 *   which `gameOf` makes games; fails with the server's word
 */
export async function openFiles(files, { variant, options }) {
    const form = new FormData();
    files.forEach((file) => form.append("file", file, file.name));
    form.append("variant", variant);
    form.append("options", JSON.stringify(options));
    return (await post("/records/open", form)).json();
}

/**
 * The files of games in a format.
 * @param {object[]} records
 * @param {{name: string, extension: string, companions: string[]}} format
 * @returns {Promise<{extension: string, content: Blob}[]>} the file of games first; fails with the server's word
 */
export async function saveGames(records, { name, extension, companions }) {
    const written = [extension, ...companions].map(async (each, index) => {
        const order = { games: records, format: name, ...(index > 0 ? { extension: each } : {}) };
        const body = new Blob([JSON.stringify(order)], { type: "application/json" });
        return { extension: each, content: await (await post("/records/save", body)).blob() };
    });
    return Promise.all(written);
}

/** The server's response to a request of the page; fails with the server's word. */
export async function post(path, body, signal = null) {
    const token = document.querySelector('meta[name="token"]').content;
    const response = await fetch(path, { method: "POST", body, headers: { "X-Token": token }, signal });
    if (!response.ok) {
        throw new Error((await response.text()).trim());
    }
    return response;
}

/** The game of a record. */
export function gameOf({ variant, options, start, tags, result, termination, notes = {}, moves }) {
    const game = new Game(studySetup(variant, options), start ? `fen ${start}` : "startpos", Tree.fromRecord(moves));
    game.tags = tags;
    game.tree.root.notes = notes;
    const first = start?.split(" ")[1] ?? "x";
    for (const node of game.tree.nodes().filter((each) => each.notes.evaluation)) {
        const side = node.depth % 2 === 1 ? first : otherSide(first);
        node.value = ofNote(node.notes.evaluation, side, variant);
    }
    game.stated = { ...(result && { result }), ...(termination && { termination }) };
    if (result && REASONS[termination]) {
        game.tree.mainEnd().ended = { result, reason: REASONS[termination] };
    }
    return game;
}

/** Words of the page for the ways in which games end, by those of records. */
const REASONS = {
    resignation: "resigned",
    time: "time",
    infraction: "infraction",
    abandoned: "abandoned",
    adjudication: "adjudication",
};

/** The record of a game. */
export function recordOf(game) {
    const { setup, start, tree, tags, stated } = game;
    const { ended } = tree.mainEnd();
    const termination = ended && Object.keys(REASONS).find((word) => REASONS[word] === ended.reason);
    return {
        variant: setup.variant,
        options: setup.options,
        ...(start === "startpos" ? {} : { start: start.replace(/^fen /, "") }),
        tags: { ...playersOf(setup), ...tags },
        ...(ended ? { result: ended.result, termination } : stated),
        ...(Object.keys(tree.root.notes).length > 0 ? { notes: tree.root.notes } : {}),
        moves: tree.toRecord(),
    };
}

/** The names of engines that play. */
function playersOf({ players }) {
    const nameOf = ({ kind, engine }) => (kind === "engine" ? engineName(engine) : null);
    const named = Object.entries({ first: nameOf(players.x), second: nameOf(players.o) });
    return Object.fromEntries(named.filter(([, name]) => name));
}
