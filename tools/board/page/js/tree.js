/** The moves of a game as a tree: a main line, and variations that leave it. */

/** A position of a game, with the move that led to it. */
export class Node {
    /**
     * @param {string|null} move null at the root
     * @param {Node|null} parent
     */
    constructor(move, parent) {
        Object.assign(this, { move, parent, children: [], next: null });
        this.depth = parent ? parent.depth + 1 : 0;
        /** What was noted about the move, as in game records: `{comment, glyph, label, …}`. */
        this.notes = {};
        /** The evaluation of the position for Black: `{value, exact, text}`. */
        this.value = null;
        /** The end by resignation or time: `{result, reason}`. */
        this.ended = null;
    }

    /** The moves from the root to this position, as nodes. */
    path() {
        const nodes = [];
        for (let node = this; node.parent; node = node.parent) {
            nodes.push(node);
        }
        return nodes.reverse();
    }

    /** Whether the move is off the main line. */
    isVariation() {
        for (let node = this; node.parent; node = node.parent) {
            if (node.parent.children[0] !== node) {
                return true;
            }
        }
        return false;
    }
}

/** The tree. The first child of a node continues its line, the others begin variations. */
export class Tree {
    constructor() {
        this.root = new Node(null, null);
        /** Grows with every change of moves, their order or notes. */
        this.version = 0;
        /** The number of moves. */
        this.size = 0;
    }

    /** A tree with these moves as its main line. */
    static of(moves) {
        const tree = new Tree();
        moves.reduce((node, move) => tree.add(node, move), tree.root);
        return tree;
    }

    /** The child with this move, which is added if there is none. */
    add(parent, move) {
        const known = parent.children.find((child) => child.move === move);
        if (known) {
            return known;
        }
        const node = new Node(move, parent);
        parent.children.push(node);
        parent.next ??= node;
        this.version += 1;
        this.size += 1;
        return node;
    }

    /** Takes a move and all that follows it out of the tree; returns the position before it. */
    remove(node) {
        const { parent } = node;
        parent.children = parent.children.filter((child) => child !== node);
        parent.next = parent.next === node ? parent.children[0] ?? null : parent.next;
        this.version += 1;
        this.size = this.nodes().length;
        return parent;
    }

    /** Exchanges the variation that holds a move with the one before it, or with the line that it leaves. */
    promote(node) {
        const branch = node.path().findLast((each) => each.parent.children[0] !== each);
        if (branch) {
            const { children } = branch.parent;
            const index = children.indexOf(branch);
            children.splice(index - 1, 2, branch, children[index - 1]);
            this.version += 1;
        }
    }

    /** Makes the line that leads to a move the main line. */
    makeMain(node) {
        for (const each of node.path()) {
            each.parent.children = [each, ...each.parent.children.filter((child) => child !== each)];
        }
        this.version += 1;
    }

    /** Notes something about a move: `{comment: "…"}`; an empty text removes the note. */
    note(node, notes) {
        const all = Object.entries({ ...node.notes, ...notes });
        node.notes = Object.fromEntries(all.filter(([, value]) => value !== "" && value !== null));
        this.version += 1;
    }

    /** The end of the main line. */
    mainEnd() {
        let node = this.root;
        while (node.children.length > 0) {
            [node] = node.children;
        }
        return node;
    }

    /** Takes over the notes and values of another tree, and moves that this one lacks, as variations. */
    merge(other) {
        const open = [[this.root, other.root]];
        while (open.length > 0) {
            const [own, others] = open.pop();
            own.notes = { ...own.notes, ...others.notes };
            own.value = others.value ?? own.value;
            others.children.forEach((child) => open.push([this.add(own, child.move), child]));
        }
        this.version += 1;
    }

    /** All nodes but the root: each line before the variations that leave it, the last ones first. */
    nodes() {
        const found = [];
        const open = [...this.root.children].reverse();
        while (open.length > 0) {
            const node = open.pop();
            found.push(node);
            open.push(...[...node.children].reverse());
        }
        return found;
    }

    /** The moves in the order of `nodes`, as in game records: a text, or `{move, after, notes}`. */
    toRecord() {
        const nodes = this.nodes();
        const numbers = new Map(nodes.map((node, index) => [node, index + 1]));
        return nodes.map((node, index) => {
            const after = numbers.get(node.parent) ?? 0;
            const hasNotes = Object.keys(node.notes).length > 0;
            if (after === index && !hasNotes) {
                return node.move;
            }
            return {
                move: node.move,
                ...(after === index ? {} : { after }),
                ...(hasNotes ? { notes: node.notes } : {}),
            };
        });
    }

    /** The tree of such a list. */
    static fromRecord(moves) {
        const tree = new Tree();
        const nodes = [tree.root];
        for (const each of moves) {
            const { move, after = nodes.length - 1, notes = {} } = typeof each === "string" ? { move: each } : each;
            const node = tree.add(nodes[after], move);
            node.notes = notes;
            nodes.push(node);
        }
        return tree;
    }
}
