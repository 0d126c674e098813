/** A tree of moves as text: `f5,d6(f6,e6){a comment},c3!`. A bracket holds what could be played instead of the move
 * before it. */

import { Tree } from "./tree.js";

/** The text of a tree. In comments percent signs and braces are escaped as in addresses. */
export function toText(tree) {
    return commentText(tree.root) + continuation(tree.root);
}

function continuation(from) {
    const parts = [];
    for (let node = from; node.children.length > 0; [node] = node.children) {
        const [main, ...others] = node.children;
        parts.push(moveText(main) + others.map((other) => `(${variation(other)})`).join(""));
    }
    return parts.join(",");
}

function variation(node) {
    return [moveText(node), continuation(node)].filter(Boolean).join(",");
}

function moveText(node) {
    return node.move + (node.notes.glyph ?? "") + commentText(node);
}

function commentText({ notes }) {
    return notes.comment ? `{${notes.comment.replace(/[%{}]/g, encodeURIComponent)}}` : "";
}

/**
 * The tree of a text. Where a move is a point, words such as `f5d6c3` are several moves.
 * @param {boolean} isPlaced whether moves are points
 */
export function fromText(text, isPlaced) {
    const tree = new Tree();
    const left = [];
    let node = tree.root;
    for (const part of text.match(/\{[^}]*\}|[()]|[^\s,(){}]+/g) ?? []) {
        if (part === "(") {
            left.push(node);
            node = node.parent ?? node;
        } else if (part === ")") {
            node = left.pop() ?? node;
        } else if (part.startsWith("{")) {
            tree.note(node, { comment: decoded(part.slice(1, -1)) });
        } else {
            node = add(tree, node, part, isPlaced);
        }
    }
    return tree;
}

function add(tree, node, part, isPlaced) {
    const [, word, glyph] = /^(.*?)([!?]{0,2})$/.exec(part);
    const lower = word.toLowerCase();
    const moves = isPlaced ? lower.match(/pass|[a-z]\d+/g) ?? [lower] : [lower];
    const last = moves.reduce((parent, move) => tree.add(parent, move), node);
    if (glyph) {
        tree.note(last, { glyph });
    }
    return last;
}

/** A text without percent signs for characters; as it is if it is no such text. */
export function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
