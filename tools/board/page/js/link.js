/** A game as the fragment of the address: `#variant=othello&moves=f5,d6`. It holds no secret and leaves the computer
 * only if a person sends it. */

import { decoded, fromText, toText } from "./notation.js";
import { Tree } from "./tree.js";

const VARIANTS = ["othello", "gomoku", "lgame", "rhombus"];
const RULES = ["freestyle", "standard", "renju"];
/** The longest text of moves: mail programs and chats break longer addresses. */
const LONGEST = 6000;

/** The fragment of a game: the whole tree with its comments while that is not too long, else the current line. */
export function fragmentOf(game) {
    const { tree, node } = game;
    const { variant, options } = game.setup;
    const parts = { variant };
    if (variant === "gomoku") {
        parts.size = options.BoardSize;
        parts.rule = options.Rule;
    }
    if (game.start !== "startpos") {
        parts.position = game.start.replace(/^fen /, "").replaceAll(" ", "_");
    }
    const whole = textOf(tree);
    const isWhole = whole.length <= LONGEST;
    const shown = isWhole ? tree : Tree.of(game.moves);
    const at = isWhole ? [tree.root, ...tree.nodes()].indexOf(node) : node.depth;
    const moves = isWhole ? whole : toText(shown);
    return joined(parts, moves, at, shown.mainEnd().depth);
}

/** The texts of trees, each with the version of the tree that it is of: a large one takes long. */
const texts = new WeakMap();

function textOf(tree) {
    if (texts.get(tree)?.version !== tree.version) {
        texts.set(tree, { version: tree.version, text: toText(tree) });
    }
    return texts.get(tree).text;
}

/** `at` stands in it only if the position shown is not the end of the main line. */
function joined(parts, moves, at, end) {
    if (moves) {
        parts.moves = moves;
    }
    if (at !== end) {
        parts.at = at;
    }
    return "#" + Object.entries(parts).map(([name, value]) => `${name}=${encoded(value)}`).join("&");
}

/** Only what a fragment cannot hold is escaped, so that people can read it. */
function encoded(value) {
    return encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2B", "+").replaceAll("%2F", "/");
}

/**
 * The game of a fragment: `{variant, options, start, tree, at}`, or `{fault}`, the part that names no game, size or rule;
 * null if it holds none. `at`: the number of the node that
 * is shown, as `nodes` of the tree lists them, 0 for the root.
 */
export function fromFragment(fragment) {
    const parts = Object.fromEntries(fragment.replace(/^#/, "").split("&").map((part) => {
        const [name, ...value] = part.split("=");
        return [name, decoded(value.join("="))];
    }));
    if (parts.variant === undefined) {
        return null;
    }
    const { variant, size = "15", rule = "freestyle" } = parts;
    const isSize = /^\d+$/.test(size) && Number(size) >= 5 && Number(size) <= 22;
    const faults = { variant: !VARIANTS.includes(variant), size: !isSize, rule: !RULES.includes(rule) };
    const fault = Object.keys(faults).find((name) => faults[name]);
    if (fault) {
        return { fault: `${fault}=${parts[fault]}` };
    }
    const options = variant === "gomoku" ? { BoardSize: size, Rule: rule } : {};
    const start = parts.position ? `fen ${parts.position.replaceAll("_", " ")}` : "startpos";
    const tree = fromText(parts.moves ?? "", variant === "othello" || variant === "gomoku");
    const end = tree.mainEnd().depth;
    const at = /^\d+$/.test(parts.at ?? "") ? Math.min(Number(parts.at), tree.size) : end;
    return { variant, options, start, tree, at };
}
