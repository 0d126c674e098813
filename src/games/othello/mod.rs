//! Othello: 8x8, a side without a move passes, the game ends when neither can move, the score is the disc difference
//! with the empties to the winner.
//!
//! Rooms: [`bits`] (routines on bitboards), [`rules`] (position, move, the game itself), [`notation`] (texts),
//! [`eval`] (static evaluation) with [`patterns`] (what it looks at), [`network`] (what that counts, alone and together), [`weights`]
//! (with which the trainer begins), [`lookup`] and [`neurons`] (their sums on every processor), [`selectivity`] (ProbCut's numbers),
//! [`stability`] (discs that stay), [`endgame`] (the leaf solver), [`perft`] (counting two plies at once), [`kernels`] (the
//! routines of [`bits`] for newer machines), [`report`] (the school report's
//! players), [`expert`] (all of it as the search core wants it).
//!
//! # What was tried, what won, what lost
//!
//! | what | measured |
//! |---|---|
//! | patterns for 11 weighted features | FFO 40–44 exactly: 102.6 M nodes for 173.1 M (generation 1) |
//! | weights from 9.6 M positions for 2.0 M | +65 Elo (24 to 107) at 40 ms a move, 200 games; FFO 40–44 78.1 M nodes (with the next row) |
//! | previews from depth 18 on for 16 | FFO 40–44 96.4 M nodes for 102.6 M, 34 positions of 20 empty squares 144 M for 149 M |
//! | no previews (moves of exact nodes in the order of shallow searches), by now that the network orders them | FFO 50–53 exactly 2,302 M nodes for 4,409 M, with previews from depth 22 on 2,484 M; #41–49 and 8 positions of 25 empty squares 851 M for 1,086 M, 0.85 of the time: dropped |
//! | the weights of one stage alone in the order of the leaf solver, from 10, 11, 12 or 13 empty squares on | 17, 15, 13 and 9 % fewer nodes, but 34, 17, 14 and 8 % more time: a smaller table might pay |
//! | windows beyond 64 discs are settled at once | FFO 59, where all discs are won, 1.2 M nodes; unsolved after 600 M without |
//! | other weights of the leaf solver's order, and squares, own discs and corners in it | -0.5 to +5 % nodes: left as it is |
//! | two or three passes (73, 95; 87, 95; 63, 87, 98 %) before the exact one from 22 empty squares on, with the network | 0.96 to 1.04 of the nodes, 1.01 to 1.10 of the time: left |
//! | half of the training positions from tournament games, half from self-play, for self-play from random openings only | mean error of depth 10 searches with 30 empty squares 3.2 discs for 6.5 |
//! | from 26 empty squares on, passes of 98 and 99 % between that of 87 % and the exact one; nodes of 20 and more ordered by the evaluation a ply deeper | FFO 54, 57 and 58 exactly 4,063 M nodes for 4,622 M, 0.95 of the time; the passes alone 4,310 M, 11 positions of 25 to 27 empty squares 0.93 of the nodes and as much time; from 18, from 22 empty squares on, two plies deeper from 23 on 4,026, 4,189, 3,985 M, but 1.01, 0.96, 0.97 of the time |
//! | in exact nodes only moves from the table that an exact search found good are tried first; what guesses and nodes that failed low left there is worse than the network's order | FFO 40–49 373 M nodes for 449 M, 16 positions of 25 empty squares 1,098 M for 1,282 M, 60 of 20 126 M for 150 M, FFO 57 and 58 496 and 477 M for 825 and 757 M; FFO 40–59 9.35 G for 14.7 G; those that failed low in exact searches taken, too, 378, 1,126, 126, 495 and 469 M |
//! | those passes from 22 empty squares on for 26, after that | FFO 40–49 342 M nodes for 373 M, 16 positions of 25 empty squares 1,046 M for 1,098 M; from 20 on, or 73 % first, or 95 % in between: within 2 % of that; 98 or 99 % alone between 87 % and the exact one 1 to 5 % more |
//! | moves two plies deeper from 22 or 24 empty squares on, one ply deeper from 18 or 23 on for 20, then | FFO 57 0.95, 0.97, 0.99, 1.01 of the nodes, 58 1.15, 1.06, 0.96, 1.16: left; none deeper 1.22 and 1.43 |
//! | the entries of a node's successors asked for at once, and looked at after the moves are valued | FFO 57 and 58 0.95 of the time |
//! | the rows of the next move's value asked for while one is summed | no difference beyond noise: dropped |
//! | then no history and killers in exact nodes, or an eighth of them; the effort's part weighed 40, 90 or 128 for 64 | FFO 40–49 0.97, 0.96; 1.14, 1.07, 1.18 of the nodes, FFO 57 1.05, 1.03; 1.23, 1.08, 1.27: left |
//! | 13 or 15 empty squares for 14 in the leaf solver, then | 0.90 and 1.08 of the nodes of 25 empty squares, but 1.10 and 0.96 of the time; FFO 40–49 1.17 and 1.11 of the time: left |
//! | the effort's part in that order weighed 32, 96 or 128 for 64; windows of 110 or 450 centidiscs around the score to expect for 250 | 1.95 of the nodes of FFO 58; 1.01 and 1.03 of those of the 11; 1.02 and 1.00 of those of the three: left |
//! | table lookups of successors from 16 or 17 empty squares on for 15; none | FFO 40–49 1.7, 2.0 and 13 % more nodes, 1.02, 1.01 and 1.11 of the time: left |
//! | late move reductions beside ProbCut | best move found less often at equal nodes: dropped |
//! | moves in the order of a static evaluation a ply deeper in heuristic nodes | nodes within 3 %, more time: dropped |
//! | several passes of rising confidence before the exact one | 9 to 54 % more nodes than one pass of 73 %: dropped |
//! | no selective pass before the exact one | 7 to 11 % more nodes |
//! | 14 empty squares for 13 in the leaf solver, with the network | FFO 40–49 0.94 of the time, 20 empty squares no difference |
//! | 15 for 14, after that | FFO 40–49 1.12 of the time, 20 empty squares 1.10; FFO 50–53 0.98, #57 and #58 0.98: left |
//! | the table's move tried before the others are listed and valued, in the core, too | 20 empty squares, FFO 51, 52 and 58 0.99 of the time, Gomoku 1.01: dropped |
//! | the leaf solver tries the move it remembers before it lists the others | 20 empty squares, 276 positions, twice: 21.2 and 21.6 s for 21.7 and 22.9 s, with as many nodes |
//! | values of the leaf solver in the transposition table | 34 positions of 20 empty squares 117.4 M nodes for 132.5 M, 0.91 of the time |
//! | a first pass of 87 % from 22 empty squares on for 73 % | FFO 40–49 650.6 M nodes for 768.0 M, 14 positions of 25 empty squares 1 % more |
//! | the leaf solver counts stable discs only with five discs to spare, notes the first child while it lists, prefetches only what it will look up | FFO 51, 52 and 40 positions of 20 empty squares 0.925 of the time (3 to 7 discs: no difference), 0.1 % more nodes |
//! | 4, 16, 64 times the leaf solver's table; positions of 10 or 11 empty squares in a table of their own | 3, 5, 7 % fewer nodes, 1, 13, 37 % more time; 2 % fewer nodes, 3 to 8 % more time: dropped |
//! | edges' stable discs exactly, from a table | 0.2 % fewer nodes: dropped |
//! | up to five empty squares counted out in place for four | 4 to 7 % more nodes, 0.97 to 1.01 of the time; with stable discs as many nodes and time: left |
//! | static evaluation in the order of the leaf solver | 3 % fewer nodes, 1 % more time: dropped |
//! | errors on lopsided positions counting less in the fit | mean error of depth 13 searches 2.63 discs for 2.24: dropped |
//! | a network that corrects the weights (rows of 32 numbers, 8 neurons, 11.8 M positions, 5 epochs of 1 to 2 minutes) | held-out error 6.16 to 5.29 discs with 17 to 20 empty squares, 4.71 to 4.03 with 29 to 32; 57.5 % (+53 Elo, 22 to 84) of 400 games at 60 ms a move with 15 % fewer nodes a second; mean error of depth 15 searches with 30 empty squares 1.87 discs for 2.22, of depth 12 with 25 1.89 for 2.35; but FFO 40–49 exactly in 24.0 s for 22.0, though with 617 M nodes for 658 |
//! | rows of 8, 16 or 64 numbers for 32 (16 neurons, 4.7 M positions, 1 epoch) | held-out error with 18 to 21 empty squares 5.16, 5.11, 4.89 discs for 4.98: 64 do not fit into a file |
//! | 16 neurons for 8 | no difference |
//! | rows for shapes of at most 9 squares only | held-out error with 16 to 19 empty squares 5.32 discs for 5.05: dropped; without edge block and kite alone 5.06 |
//! | the network alone, without weights | held-out error with 18 to 21 empty squares 5.01 discs for 4.92 (twice the epochs): dropped |
//! | the evaluation's part in the order of moves in exact nodes weighed 8, 24 or 32 for 16, with the network | FFO 40–44 1 to 2 % more nodes: left as it is |
//! | labels of 3 plies for 6, on the same positions (3.7 M, of 17 to 32 empty squares) | static error on hard positions less bias as large: 6.1 discs for 6.1 with 20 empty squares, 4.85 for 4.81 with 25; they take a twentieth of the time. Even depths keep what the evaluation gives to the side to move for being it, odd ones turn it round |
//! | 37.4 M positions with labels of 3 plies for 11.8 M of 4 and 6, every other game going on from a tournament's position | +56 Elo (24 to 90) in 400 games of 20,000 nodes a move; mean error of depth 15 searches with 30 empty squares 1.53 discs for 1.87 |
//! | 23.5 M more, labelled by the network that came of that, which turns round what is given to the side to move | +28 Elo (-4 to 60) in 400 such games: taken |
//! | ProbCut fitted again, its last level 0.9 deviations for 1.1 | fit +6 (-23 to 35), level +27 (-3 to 57) in 400 such games each: taken; FFO 40–49 528.8 M nodes for 613.6 M, with the network |
//! | 15.0 M positions of games played by searches of 5 plies and ended exactly, labelled by λ-returns (λ = 0.8), learned on top of network 3 | +42 Elo (-2 to 88) in 200 such games; static error on hard positions of 20, 25, 30 empty squares 6.14, 4.65, 4.66 discs for 6.38, 4.99, 4.98; 3 epochs more from nothing of all positions before that -17 (-57 to 21) in 240: dropped |
//! | 9.3 M such positions by network 4 and those 15.0 M again, learned on top of it (network 5) | +26 Elo (3 to 49) in 800 games of 20,000 nodes, +19 (-12 to 50) in 400 others; depth 15 with 30 empty squares best move found in 72.3 % for 72.0; FFO 40–49 exactly 460 M nodes for 491 M |
//! | the new positions alone | +16 (-27 to 59) in 200 such games, 0 (-34 to 34) in 300: dropped |
//! | λ of 0, 0.5, 0.8, 0.9 and 1 with searches of 3 plies (error of the label itself, 30 empty squares) | 3.81, 3.63, 3.75, 4.73, 9.88 discs; 0.8 with 5 plies 3.09, with 7 2.85 |
//! | rows of 64 numbers and no weights beside for 32 and weights, as large a table (3 epochs of 52 M positions) | held-out error 4.62 discs for 4.80 with 17 to 20 empty squares, 4.00 for 4.17 with 29 to 32 |
//! | then the games that networks 3 and 4 had played, 3 epochs (network 6) | +39 Elo (10 to 69) in 400 games of 20,000 nodes against network 5 with 5 % fewer nodes a second; static error on hard positions of 20, 25, 30 empty squares 5.78, 4.47, 4.43 discs for 6.16, 4.66, 4.64; depth 15 with 30 empty squares best move found in 73.7 % for 72.3, mean error 1.64 discs for 1.69 |
//! | 11.5 M positions of games by network 6, with the 24.3 M before, 4 epochs on top of it (network 7) | +13 Elo (-6 to 32) in 1,000 games of 20,000 nodes against network 6; depth 15 with 30 empty squares best move found in 77.5 % for 73.7, mean error 1.62 discs for 1.64: taken |
//! | 8.0 M more of games by network 7, with all of those, 3 epochs on top of it | 0 Elo (-33 to 33) in 300 such games against it, +8 (-22 to 38) in 400 against network 6; best move found in 75.4 %, FFO 40–49 487 M nodes for 463 M: not taken |
//! | rows rounded to 1/128 for 1/256, so that the file fits | held-out error 5.27 discs for 5.21 with 17 to 20 empty squares: dropped; more coarsely the rarer a configuration is: 5.22, and the file takes 3.8 MB for 5.6 |
//! | ProbCut from 2 plies on for 4, the static evaluation for a search of no plies | +134 Elo (83 to 190) in 120 games at 40 ms a move, +67 (6 to 132) in 100 of 20,000 nodes; depth 15 with 30 empty squares 17.0 M nodes for 35.8 M with the best move found as often |
//! | from 3 on, or from 1 on, for 2 | from 3 -51 Elo (-100 to -4) in 200 games of 20,000 nodes; from 1 +17 (-32 to 67) in 120 at 40 ms, but +13 (-24 to 50) for 2 in 240 after the next row: 2 stays |
//! | ProbCut fitted to searches of no plies, too | -10 Elo (-45 to 25) in 240 games at 40 ms: no difference, taken as measured |
//! | 1.1, 0.8 and 0.75 deviations for 0.9, a third of the depth for half, a static check before the search (all from 2 plies on or 1) | -32 to +9 Elo, none beyond its error: dropped |
//! | 1.3, 1.5 and 2.0 deviations for 1.1 | 1.4, 1.9 and 3.7 times the nodes of depth 15, best move found as often: two plies more for twice the nodes find 5 % more |
//! | ProbCut fitted again to network 6 | deviations 2.6 % smaller with 30 empty squares: left as it is |
//! | chances by the scores of network 6 (600 games of 20,000 nodes) | log loss of held-out scores 0.241 for 0.363 |
//! | the report's `staged` against Zebra, which looks one ply ahead, too (1,000 games from XOT openings, no end solved) | 24.1 ± 2.6 %; the report found 42 of 100 |
//!
//! Nothing here may know the engine, the session or any wire syntax.
//!
//! Square order everywhere: bit 0 is a1, bit 1 is b1, … bit 63 is h8; row 1 is the top row.

pub mod bits;
pub mod endgame;
pub mod eval;
pub mod expert;
pub mod kernels;
pub mod lookup;
pub mod network;
pub mod neurons;
pub mod notation;
pub mod patterns;
pub mod perft;
pub mod report;
pub mod rules;
pub mod selectivity;
pub mod stability;
pub mod weights;

pub use expert::OthelloExpert;
pub use rules::{Move, Othello, Position};
