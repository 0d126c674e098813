/** The game that is played or studied: its moves, where it is looked at, and how it ended. */

import { Clock } from "./clock.js";
import { FIRST_CHOICE } from "./swap2.js";
import { Tree } from "./tree.js";

/** A game. One of its lines leads through the position that is shown: the current line. */
export class Game {
    /**
     * @param {object} setup as the dialog of a new game gives it
     * @param {string} start `startpos` or `fen <text>`
     * @param {Tree} tree
     */
    constructor(setup, start = "startpos", tree = new Tree()) {
        Object.assign(this, { setup, start, tree, node: tree.root, id: crypto.randomUUID() });
        /** What is known about the game: players, event and so on, as in game records. */
        this.tags = {};
        /** The result that a record states: `{result, termination}`. */
        this.stated = {};
        /** Whether the second player of swap2 places two more stones. */
        this.hasMore = false;
        /** The choice of colours that ended swap2: after how many stones, and the setup before it. */
        this.chosen = null;
        this.clock = setup.clock ? new Clock(setup.clock) : null;
    }

    /** A game from what `kept` gave. */
    static restored({ id, setup, start, tags, stated, hasMore, chosen, clock, moves, notes, more, at }) {
        const game = new Game(setup, start, Tree.fromRecord(moves));
        Object.assign(game, { id, tags, stated, hasMore, chosen });
        if (clock) {
            Object.assign(game.clock, clock);
        }
        const nodes = [game.tree.root, ...game.tree.nodes()];
        game.tree.root.notes = notes;
        more.forEach(([number, facts]) => Object.assign(nodes[number], facts));
        game.show(nodes[at]);
        return game;
    }

    /** All of it as plain data. */
    kept() {
        const { id, setup, start, tags, stated, hasMore, chosen, tree } = this;
        const nodes = [tree.root, ...tree.nodes()];
        const more = nodes.flatMap(({ value, ended }, number) => (value || ended ? [[number, { value, ended }]] : []));
        return {
            id, setup, start, tags, stated, hasMore, chosen, more,
            clock: this.clock?.kept() ?? null,
            moves: tree.toRecord(),
            notes: tree.root.notes,
            at: nodes.indexOf(this.node),
        };
    }

    /** The positions of the current line, as nodes: the first one, and that after each move. */
    line() {
        const nodes = [this.tree.root, ...this.node.path()];
        for (let node = this.node.next; node; node = node.next) {
            nodes.push(node);
        }
        return nodes;
    }

    /** The moves of the current line. */
    get moves() {
        return this.line().slice(1).map(({ move }) => move);
    }

    /** How many moves lead to the position that is shown. */
    get at() {
        return this.node.depth;
    }

    /** The moves that lead to the position that is shown. */
    shown() {
        return this.node.path().map(({ move }) => move);
    }

    /** Whether the current line ends with the position that is shown. */
    isAtEnd() {
        return this.node.next === null;
    }

    /** Shows a position; the current line now leads through it. */
    show(node) {
        node.path().forEach((each) => { each.parent.next = each; });
        this.node = node;
    }

    /**
     * Plays a move in the position that is shown: along a line that is there, or as a new one.
     * @param {"x"|"o"} side whose move it is
     * @returns {boolean} whether it begins a variation
     */
    play(move, side) {
        const { node } = this;
        const isKnown = node.children.some((child) => child.move === move);
        const leaves = !isKnown && node.children.length > 0;
        if (leaves) {
            this.clock?.takeBack(this.at);
            this.reopenSwap2();
        }
        if (!isKnown) {
            this.clock?.moved(side, this.at);
        }
        this.show(this.tree.add(node, move));
        return leaves;
    }

    /** Ends swap2: from here on the players have these colours. */
    settle(players) {
        this.chosen = { at: this.at, setup: this.setup };
        this.setup = { ...this.setup, players, opening: "none" };
    }

    /** A stone of swap2 is placed elsewhere: what came after it is to be chosen anew. */
    reopenSwap2() {
        this.hasMore &&= this.at >= FIRST_CHOICE;
        if (this.chosen && this.at < this.chosen.at) {
            Object.assign(this, { setup: this.chosen.setup, chosen: null });
        }
    }
}
