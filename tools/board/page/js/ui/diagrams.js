/** The positions drawn in the rules. Rows are from the top; x, o and n are pieces, '.' is empty, '-' is no point. */

export const RHOMBUS_LINES = [
    "a1c1", "c1e1", "e1e3", "e3e5", "e5c5", "c5a5", "a5a3", "a3a1", "c1b2", "b2a3", "a3b4", "b4c5",
    "c5d4", "d4e3", "e3d2", "d2c1", "b2c3", "d2c3", "b4c3", "d4c3",
];

/** kind: squares or lines between points; dots, rings, crosses: marked points; row: points of a winning row;
    shape: x and o are pieces of several squares; ground: colour of the board. */
export const DIAGRAMS = {
    "othello-start": {
        kind: "squares",
        ground: "green",
        rows: ["........", "........", "........", "...ox...", "...xo...", "........", "........", "........"],
        dots: ["d3", "c4", "f5", "e6"],
    },
    "othello-flip": {
        kind: "squares",
        ground: "green",
        rows: ["........", "........", "........", "...ox...", "...xxx..", "........", "........", "........"],
        rings: ["e5"],
    },
    "gomoku-five": {
        kind: "lattice",
        ground: "wood",
        rows: [".........", ".........", "......x..", "...o.x...", "...ox....", "..ox.....", "..xo.....", ".........",
            "........."],
        row: ["c7", "d6", "e5", "f4", "g3"],
    },
    "gomoku-renju": {
        kind: "lattice",
        ground: "wood",
        rows: [".........", ".........", ".........", ".........", "..xx.....", "....x....", "....x....", ".........",
            "........."],
        crosses: ["e5"],
    },
    "lgame-start": { kind: "squares", shape: true, rows: ["nxx.", ".ox.", ".ox.", ".oon"] },
    "lgame-move": { kind: "squares", shape: true, rows: [".xxx", "no.x", ".o..", ".oon"] },
    "rhombus-board": {
        kind: "graph",
        rows: [".-.-.", "-.-.-", ".-.-.", "-.-.-", ".-.-."],
        lines: RHOMBUS_LINES,
    },
    "rhombus-step": {
        kind: "graph",
        rows: ["x-x-x", "-x-x-", ".-.-.", "-o-o-", "o-o-o"],
        lines: RHOMBUS_LINES,
        dots: ["a3", "c3"],
    },
};
