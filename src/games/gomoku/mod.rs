//! Gomoku and renju on boards of 5x5 to 22x22 points.
//!
//! Rules: `lines` (rows as bit strings) ◄ `board` (points, position) ◄ `renju` (forbidden points) ◄ `notation` ◄ `rules`.
//! Beliefs: `patterns` (what a stone makes of a row) ◄ `shapes` (of its four rows) ◄ `sets` (of points, by that) ◄
//! `weights` (what that is worth) ◄ `threats` (of both colours on all points, move by move) ◄ `proofs` (static) ◄ `scene` (a board to search on) ◄ `vcf` (wins
//! by fours) ◄ `defence` (what refutes a threat) ◄ `vct` (wins by fours and threes); `proofs` ◄ `candidates`; `selectivity` (ProbCut's numbers); all ◄ `expert`.
//! A network corrects the weights: `configurations` (what lies around a point in one direction) ◄ `network` (what that is
//! worth, and all together) ◄ `accumulator` (its sums along a line of play) ◄ `expert`.
//! The rules know nothing of the beliefs. Apart: `textbook`, a player without a search; `proof`, the tree and text of a forced
//! win, and `verify`, which replays it by the rules alone.
//!
//! What was tried, in Elo with 95 % intervals: games against itself on 15x15 from balanced openings, unless told otherwise
//! 100 to 200 of 8,000 to 10,000 nodes a move.
//!
//! | what | gained |
//! |---|---|
//! | learned weights of shapes for value and order, against rules of thumb (60 games) | +352 \[249, 548\] |
//! | the same learned from half as many games again, of better players | -12 \[-96, 72\]: kept, more positions |
//! | reverse futility, 9 centipoints a ply, against none, 60 and 18 (three steps, the first two by the old weights) | +50, +73, +64 |
//! | 5 centipoints a ply | -31 \[-76, 12\] |
//! | only replies to a threat cost no depth | +65 \[27, 104\] |
//! | the table remembers nodes at the horizon | +44 \[9, 80\] |
//! | order of moves by the move replied to | +12 \[-25, 50\] |
//! | reductions of 40 for 24 hundredths | +44 \[-3, 92\]; 60 and 70 are worse |
//! | 12 quiet moves for 24 | +9 \[-35, 53\]: not taken |
//! | VCF at every node, 64 nodes (at equal time, 40 ms) | -168 \[-265, -92\]; from depth 3 on +35 \[-45, 118\] |
//! | razoring into quiescence | 0 \[-30, 9\]: not taken |
//! | quiescence without fours of a prior below 1,000 behind the first (6,000 nodes, as all below) | +54 \[18, 92\] |
//! | without those below 3,000, the first one included | +78 \[33, 125\] |
//! | without those below 6,000 | -12 \[-51, 26\] |
//! | late moves counted at all depths, fewer where the evaluation does not improve (400 games) | +29 \[-3, 60\] |
//! | futility at all depths, 10 centipoints a ply | -16 \[-63, 31\]: not taken |
//! | reductions a ply greater at nodes expected to be cut | -10 \[-48, 27\]: not taken |
//! | singular extensions from depth 6 on, with multi-cut | 0 \[-39, 39\]: not taken then, for searches reached depth 8 |
//! | reductions of 48 hundredths from the second move on, 1 to 2 plies more at cut nodes and where the evaluation does not improve, half as many late moves, fail-high and stale-line reductions, one less after alpha is raised (30,000 nodes, as all below; three versions of it, 200 games each) | +26 \[-17, 70\], +38 \[-7, 85\], -12 \[-51, 26\]: two plies deeper, not proven, not taken |
//! | of these only reductions and late moves | -17 \[-63, 27\]: not taken |
//! | reverse futility, 16 centipoints a ply for 9 | +14 \[-29, 57\]: not taken |
//! | ProbCut with half the depth from depth 4 on, above the window only, one standard deviation (40,000 nodes) | +58 \[15, 102\], of 100 ms (60 games) +83 \[5, 170\]; two forerunners +33 \[-13, 81\], and of 10,000 nodes +56 \[9, 105\] |
//! | below the window, too (10,000, 40,000 nodes, against none) | +37 \[-7, 82\], +17 \[-26, 61\]: not taken |
//! | ProbCut inside ProbCut, too (10,000 nodes, against none) | +3 \[-41, 48\]; against it, without +17 \[-20, 55\]: not taken |
//! | ProbCut from depth 6 on; with a third of the depth on both sides; 0.7; 1.4 deviations on both sides (10,000 nodes, against none) | +24, +17, +47, +21: not told apart |
//! | VCF only where table, futility and ProbCut do not cut (10,000 nodes) | +9 \[-32, 49\]: not taken |
//! | reductions by twice as much prior (on ProbCut, 10,000 nodes) | +5 \[-36, 47\]: not taken |
//! | the reductions of 48 hundredths with all that goes with them, on ProbCut (40,000 nodes; a version of 200, another of twice 200 games) | +42 \[-2, 87\], +9 \[-33, 51\], +10 \[-35, 56\]: two plies deeper, not proven, not taken |
//! | a milder set of the same (50 hundredths, a ply more at cut nodes, 75 hundredths where the evaluation does not improve; 40,000 nodes) | +24 \[-18, 68\]: not proven, not taken |
//! | a network that corrects the weights (1,653 rows of 16 numbers, 16 neurons, 48 KB; a draft of it from 0.9 M positions, 4 epochs of half a minute; 10,000 nodes) | +244 \[195, 302\] |
//! | the network of 1.9 M positions, a sixth of them of games by the draft (5 epochs), and margins twice as large, against none (100 ms, 60 games) | +232 \[146, 353\], 1.08 M nodes/s for 1.53; squared error of the chance to win on held-out positions 0.0210 for 0.0325, before 10 stones 0.0109 for 0.0216, beyond 60 0.0185 for 0.0194 |
//! | the same network, learned from freestyle, in standard and in renju (50 ms, 100 games each; of 8,000 nodes) | +246 \[169, 352\], +156 \[83, 243\]; +295 \[222, 398\], +164 \[94, 249\] |
//! | futility and ProbCut margins twice as large (the network, 20,000 nodes, 90 games) | +35 \[-36, 109\]; with the draft at 100 ms, games lost by time among them, +56 and +53 each alone: taken |
//! | six tenths of what the network says (100 ms, games lost by time among the 100) | -21 \[-88, 44\]: not taken |
//! | rows of 32 numbers for 16 (0.55 and 0.57 M positions) | held-out error 0.0205 for 0.0204: no difference |
//! | network 2: numbers of their own for each rule, in renju for each colour; freestyle learned from 2.6 M positions, 0.6 M of them of games by network 1; standard and renju on top of it from 0.7 M each of such games (10,000 nodes, against network 1) | freestyle +14 \[-25, 53\], standard +89 \[30, 153\], renju +50 \[-5, 107\] in 200, 120, 120 games; held-out error 0.0214, 0.0241, 0.0274 |
//! | with the network, the reductions of 48 hundredths with all that goes with them (40,000 nodes) | -30 \[-73, 13\]: not taken |
//! | singular extensions from depth 7 on, half a centipoint a ply, with multi-cut (100,000 nodes, 93 games) | +84 \[33, 139\] |
//! | a ply less where the table knows no move (from depth 5 on; 40,000 nodes) | -17 \[-63, 28\]: not taken |
//! | razoring into quiescence up to depth 4 (60 centipoints and 30 a ply) and the table's bounds as a better static value (40,000 nodes, 160 games) | 0 \[-49, 49\]: not taken |
//! | tables prefetched when a move is made, and kept in large pages | 1.27 M nodes/s for 1.09 |
//! | a number for each configuration around a point in the order of moves, learned from 100,000 best moves of 3,000 nodes (the best move comes first in 28 % of quiet positions for 23, among the first three in 57 % for 50; 20,000 nodes, 200 games, its time not counted) | +16 \[-25, 57\]: not taken |
//! | reductions a ply, or two, smaller in nodes of the principal variation (100,000 nodes, 110 and 100 games) | -13 \[-61, 35\], +10 \[-44, 65\]: not taken, though two plies avoid four of five mistakes that lost games to Rapfi |
//! | moves after one that has raised alpha a ply shallower (one ply deeper in all; 100,000 nodes, 138 games) | -5 \[-55, 45\]: not taken |
//! | that, and reductions two plies smaller in the principal variation, against Rapfi (200,000 nodes each) | 40 % of 99 games for 42 % of 66: not taken |
//! | a tenth of the nodes for a VCT of the opponent after the best move | found in none of these five: they are lost to quiet moves |
//! | late moves left out, too, where the evaluation lies 20 or 40 centipoints a ply below the window; half as many late moves; reductions of 30, 55 and 70 hundredths; aspiration windows of 10, 60 and 120 (250,000 nodes against the values of 4 M, 160 positions) | within 0.2 plies of depth, but 0.4 and 0.7 for the two greater reductions; errors within their noise: not taken. A quarter to a third of the nodes are searched again after a reduction, a quarter to nearly a half in new principal variations |
//! | time to solution: nodes until the search believes in the win of 499 positions, 13 to 25 plies before the end of games against itself and Rapfi, 400,000 nodes at most; a factor with its 95 % interval (Rapfi needs 0.58 \[0.50, 0.66\] of what the search needed before all this) | |
//! | the table remembers all of quiescence in which the attacker is to move, not its entrance alone | 0.88 \[0.83, 0.93\]; in games against itself (100,000 nodes, 168 games) -12 \[-59, 33\] |
//! | on top of it, an aspiration window that fails high keeps its alpha, one that fails low halves its beta, and it opens fully on one side only: before, results fell out on one side and then by a point on the other, until the full window was searched | 0.85 \[0.80, 0.90\]; both together (100,000 nodes, 262 games) +40 \[7, 74\] |
//! | a win at the root need not be the shortest | 0.53 \[0.49, 0.58\] of the nodes until it is announced, all three together |
//! | razoring into quiescence (9 centipoints and 6 a ply, up to depth 2); reverse futility by Rapfi's margins; a ply less where the principal variation's entry is old | 1.09, 1.02, 1.00: not taken |
//! | reductions a ply or two greater at cut nodes, a ply where the evaluation does not improve, from the second move on, of moves of nodes far above the window; half as many late moves; no ProbCut; no history at all | 0.99 to 1.01, 1.03 the last: it is a broad optimum |
//! | together: those reductions but for nodes far above the window, half as many late moves, moves after a raised alpha a ply shallower (alone 0.94 \[0.89, 1.00\]), quiescence of fours of 5,000 where there are two (100,000 nodes, 157 games) | 0.87 \[0.80, 0.95\]; -18 \[-67, 30\]: not taken |
//! | without ProbCut, alone; and with all of these but the 5,000, and fail-high reductions, Rapfi's futility and the old entries' ply (150,000 nodes, 138 and 150 games) | +18 \[-31, 67\], -16 \[-58, 26\]: not taken |
//! | quiescence only where two fours or more are there; fours of a prior of 4,000, 5,000; more or fewer of them; not from 150 or 300 centipoints below the window | 0.97; 0.99, 0.94; 1.04, 1.01; 0.98, 0.99: not taken |
//! | VCF with 16, 32, 256 nodes; from depth 1, 4, 6, never | 0.97, 1.01, 1.05; 1.15, 0.99, 1.05, 1.03: not taken |
//! | under the threat of a four and a three, or of any VCF found in 32 or 64 nodes, only moves that touch it | 0.98 to 1.01: not taken |
//! | with the new windows: a ply or up to three less after each fail high; moves after a raised alpha a ply shallower; reductions of 48 hundredths, or from the second move on and a ply greater at cut nodes, or where the evaluation does not improve; half as many late moves; futility of 30 for 18; quiescence of fours of 5,000 where there are two; one extension more in every second or third forced reply; singular extensions from depth 5, of 25, 100; no killers | 1.01, 1.12; 1.03; 1.01, 1.00, 1.01; 1.02; 0.99; 1.00; 0.99, 1.00; 1.02, 1.00, 1.00; 1.05: not taken |
//! | two, three, four or six answers to a threat cost no depth either; with three, quiescence of fours of 5,000 where there are two | 0.99, 0.96, 0.94, 0.95; 0.92 \[0.86, 0.98\]; in games (100,000 nodes, 128 games) +11 \[-41, 64\]: not proven, not taken |
//! | a second ply of extension where all other moves stay 50 centipoints further below the bar of the singular extension, outside the principal variation (100,000 nodes, 200 games) | +35 \[-9, 80\]; of 30 (433 games) +23 \[-5, 51\], of 10 (240 games) -15 \[-52, 23\]; with 30 45.4 % for 44.6 % of 120 games against Rapfi of 200,000 nodes each: 50 taken |
//! | a ply deeper, after a reduction, for moves 20 centipoints above alpha; a ply shallower for moves within 2 (100,000 nodes, 200 and 106 games) | +14 \[-28, 57\], -3 \[-54, 48\]: not taken |
//! | a network of 32 neurons and rows of 32 numbers that shares rows between neighbours, learned from 4.65 M positions, and its numbers for points in the order of moves (100,000 nodes, 86 and 96 games; then against Rapfi at 0.5 s) | +91 \[22, 167\], without the order +58 \[-7, 128\]; 32 % of 54 games for 40 % with the same openings: not taken, its data are lost |
//! | time to solution again, on 71 positions of lost games in which Rapfi had believed in its win within a second, Quartet not; a win, or one ply later the loss; at most 1 M nodes, and twice that where it was not seen | |
//! | windows that open at once, but only as far as no win is told from another (`aspiration`) | wins 0.40, losses 0.32 of the nodes; of 74 games against Rapfi 43.2 % for 44.6 % |
//! | on top of it: no move is tried however late it comes, in the principal variation neither; quiescence of fours near the last stone alone | wins 0.98 \[0.81, 1.18\], losses 0.74 \[0.64, 0.85\]; all together (100,000 nodes, 120 games) 0 \[-57, 57\] |
//! | on top of it, history that learns eight times as fast and counts half | wins 0.74 \[0.62, 0.89\], losses 0.67 \[0.56, 0.80\] of the windows alone; all together (100,000 nodes, 136 games) +15 \[-33, 64\] |
//! | there, history four times as fast, with 25, 50 or 100 hundredths, or 200 without replies | wins 0.82, 0.88, 0.92, 1.17, losses 0.70, 0.68, 0.84, 1.01 |
//! | reductions of 30, 55, from the second move on, by twice the prior; half as many late moves; 16 quiet moves; singular extensions from depth 6 on; fours of 5,000 in quiescence; VCF from depth 2, 5, with 256 nodes; no ProbCut; futility of 30 | wins 0.96 to 1.25, losses 0.89 to 1.16, most within their noise of 0.15: not taken |
//! | VCF from depth 5 on for 3, with all of these (119 positions, 48 of them of games lost since; wins and losses together) | 0.85 \[0.79, 0.92\]; from 8 on 0.88, never 0.88 |
//! | all of these against none (100 ms, 170 games); against Rapfi (0.5 s, 49 games, the same openings as before) | +81 \[35, 130\]; 38.8 % for 43.9 %: what is gained against itself is not seen there |
//! | there, razoring into quiescence (20 centipoints and 10 a ply up to depth 2; 100 and 30 up to 3); no ProbCut; ProbCut below the window, inside itself, with smaller margins | 1.16 \[1.06, 1.27\], 1.18; 1.24 \[1.12, 1.37\]; 1.31, 1.06, 1.10: not taken |
//! | root moves reduced like others; where the principal variation's entry is old 28 hundredths of the difference less; reductions of 50, from the second move on, by half as much prior; a third fewer late moves; history sixteen times as fast | 1.02; 1.01; 1.08, 1.01, 1.01; 1.05; 1.09: not taken |
//! | reductions of 48 hundredths from the second move on, 150 hundredths more where a cut is expected, 75 where the evaluation does not improve, together (the 119 positions, both questions; 150 ms, 80 games) | 0.86 \[0.79, 0.94\], a ply deeper at equal nodes; +53 \[-14, 123\] |
//! | of these 100 or 180 for cuts, 100 for no improvement, from the third move on; 56 for 48; each alone; fewer and more late moves; by half as much prior again | 0.86 to 0.91; 0.94; 0.91 to 0.94; 0.93 to 1.05; 0.92: not told apart |
//! | there, a ply deeper after a reduction for moves 20 centipoints above alpha, a ply shallower for those within 3; extensions of the hash move by 25, 40, 50 hundredths in the principal variation and 8, 0, 16 elsewhere | 0.94 for 0.88, 0.90; 0.91, 1.09, 1.18 for 0.86: not taken |
//! | there, futility by a ply less, by a ply less where the evaluation improves, by both; of 28 centipoints a ply less one or two plies up to depth 20; a ply less where a cut is expected and the evaluation lies 5 and 7 a ply, or 30 and 10 a ply, above the window | 0.92, 0.94, 0.91 for 0.86; 1.05; 0.94, 0.94: not taken |
//! | the same nodes for both against Rapfi (20,000 and 100,000 nodes, 200 and 150 games, before these reductions) | 62.0 %, 52.3 %; of half a second it is 41 %: what is lost is lost to deeper search |
//! | with these reductions against Rapfi (0.5 s, the same openings) | 48.0 % of 200 games, -14 \[-55, 27\]; before them 41.1 % of 169; on 16x16 43.8 % of 200, -44 \[-86, -2\] |
//! | network 3: network 2 learns on from new games by itself, played with the search of today: 1.3 M positions of freestyle, 1.9 M of standard, 0.6 M of renju (20,000 nodes, against network 2) | freestyle +14 \[-22, 50\], standard +25 \[-5, 54\] of a version 0.0001 apart in error, renju +30 \[-7, 67\] in 300, 355, 300 games; held-out error 0.0246 for 0.0266, 0.0274 for 0.0284, 0.0330 for 0.0339 |
//! | the same against Rapfi (20,000 nodes each, 200 games, the same openings; network 2 in brackets) | freestyle +81 (+80), standard +113 (+115), renju +98 (+56) |
//! | rates of learning of 0.001 and 0.002 for 0.0005 | held-out cross entropy freestyle 0.4881 and 0.4894 for 0.4879, standard 0.4919 and 0.4931 for 0.4918; renju 0.4967 with the first for 0.4956: not taken |
//! | network 2 of standard, widened to 32 neurons and rows of 32 numbers that begin by lot and count nothing yet, on the same positions | held-out cross entropy 0.4931 after one epoch, 0.4938 after six, for 0.4918: before 20 stones it is better (0.4890 for 0.4908), later it learns by heart; 1.9 M positions are too few: not taken |
//! | network 3 against Rapfi at 0.5 s, all on 15x15 | standard 47.0 % of 67 games, -21 \[-86, 43\]; renju 48.1 % of 80, -13 \[-74, 47\] |
//! | network 4: freestyle learns on from 3.1 M positions more, of games by network 3 (4.7 M in all; 20,000 nodes, 300 games against network 3; 200 against Rapfi of the same nodes, network 3 in brackets) | +29 \[-2, 60\]; +139 \[90, 194\] (+81); held-out error 0.0259 for 0.0267 |
//! | network 4 against Rapfi at 0.5 s, freestyle 15 | 48.5 % of 68 games, -10 \[-87, 65\]; network 2 48.0 % of 200: the gain at few nodes is not seen there |
//! | standard and renju likewise on from freestyle's network 4, by their own 1.9 M and 1.3 M positions (20,000 nodes, 262 and 300 games; against Rapfi) | standard -27 \[-64, 10\], +141 (+113); renju +14 \[-21, 49\], +70 (+98); held-out error 0.0272 for 0.0274, 0.0324 for 0.0333; renju on from its own network 3 0.0328: not taken |
//! | network 3 of freestyle, widened to 32 neurons and rows of 32 numbers, on the 4.7 M positions (6 epochs, rate 0.0015; 20,000 nodes against network 4, 300 games, its time not counted) | +10 \[-27, 48\]; held-out error 0.0253, to 20 stones better, beyond 40 worse: not taken |
//! | a second head of 16 neurons, the same for nine windows of half the board's width (sums over 2x2 of 4x4 cells), added up: standard from nothing, 1.9 M positions, 5 epochs | held-out cross entropy 0.4919 for 0.4948; windows of 5x5 cells of two or three, 6x6 of three, single cells, of 4x4 cells of three: 0.4922, 0.4922, 0.4913, 0.4932, 0.4938; 32 neurons 0.4919 |
//! | the same on top of network 3 (not in the engine yet) | standard 0.4909 for 0.4918; freestyle, 4.7 M positions, 0.4925 for network 4's 0.4936, better at all numbers of stones |
//! | what ten times the nodes are worth, 200,000 against 20,000 (60 games each) | against itself +338 \[244, 501\]; Rapfi against itself +290 \[200, 432\]. Yet against each other, network 4: +139 with 20,000, 0 \[-38, 38\] with 100,000 (296 games), -49 \[-165, 58\] with 300,000 (36 games): more depth is not worth less, what it misses is what Rapfi finds |
//! | how games are lost to Rapfi at 0.5 s (31): the value of the last move but one, and what comes next | in 22 a chance of 20 to 89 in a hundred, then less than 8, mostly a proven loss, 14 to 34 plies before the end; a VCT shows it in 5 (300,000 nodes). Alone at the root, the losing move is seen to lose in 12 with as many nodes as in the game. Six of 68 games end drawn on a full board after values of up to 80 to 93 in a hundred |
//! | without ProbCut | against Rapfi (100,000 nodes) 55.7 % of 450 games for 49.8 % of 296, at 0.5 s 50.5 % of 100 for 48.5 % of 68; against itself -28 \[-62, 6\] (20,000 nodes, 300 games), -33 \[-71, 4\] (100,000, 200): not taken |
//! | ProbCut that saves four plies at the most | against Rapfi (100,000 nodes) 54.7 % of 150 games; against itself (100,000, 160) -26 \[-60, 8\]: not taken |
//! | on top of no ProbCut: reductions of 40, 100 and 50 for 48, 150 and 75 hundredths; more late moves, \[8, 500\]; futility up to depth 3 for 6 (against Rapfi, 100,000 nodes, 150 games each) | 51.7 %, 47.7 %, 50.3 %: not taken |
//! | on top of no ProbCut, what searches found the static values to be wrong by, learned for the side, its last move and the last but one, and added (correction history; Stockfish) | +15 \[-19, 49\] (20,000 nodes, 300 games); against Rapfi (100,000 nodes) 48.3 % of 150 games: not taken |
//! | the order of moves by a number for each configuration and one for each square of the network's sums at a point, learned from 1.5 M best moves (first 29.7 % for 23.8, among the first three 57 for 49; 20,000 nodes, 223 games, its time not counted) | +6 \[-36, 48\]: not taken |
//! | network 4 learns on from 8,600 games of 5,000 nodes a move | held-out cross entropy there 0.5307 for 0.5322: games of more nodes do not say anything very different |
//! | nodes that fail low leave the table's move as it was (Stockfish; 20,000 and 100,000 nodes, 300 and 200 games; 150 of the 450 games without ProbCut have it, 54.0 %) | +6 \[-26, 37\], -23 \[-61, 16\]: not taken |
//! | the turn's part of the network alone, without rows | held-out error 0.0294 for 0.0297 by the weights: it is the rows |

pub mod accumulator;
pub mod board;
mod candidates;
pub mod configurations;
mod defence;
mod expert;
pub mod lines;
pub mod network;
mod notation;
pub mod patterns;
pub mod proof;
pub mod proofs;
pub mod renju;
mod rules;
pub mod scene;
mod selectivity;
pub mod sets;
pub mod shapes;
mod textbook;
pub mod threats;
pub mod vcf;
pub mod vct;
pub mod verify;
pub mod weights;

pub use board::{Point, Position, Rule};
pub use expert::{GomokuExpert, Tables};
pub use rules::{Gomoku, Rules};
