//! Steps about positions and moves: the accepted notations, and that invalid ones change nothing.

use super::Scope::{Each, In};
use super::{Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::step_result::{StepResult, cut, require};

pub(super) const STEPS: &[Step] = &[
    step("position-start", Each, "position", "position startpos is the start position", |t| {
        t.random_position(5)?;
        let board = Board::start(t.variant);
        t.set_up(&board)?;
        stands(t, &board.referee.position())
    }),
    step("position-moves", Each, "position", "position with moves leads where the referee's rules lead", |t| {
        for plies in [1, 2, 5, 12, 25, 40] {
            let board = t.random_position(plies)?;
            stands(t, &board.referee.position())?;
        }
        Ok(())
    }),
    step("position-text", Each, "Position text", "every position text that is printed can be set up", |t| {
        for plies in [0, 3, 10, 20] {
            let board = Board::ongoing(t.variant, plies, &mut t.rng);
            t.expect_silence(&format!("position fen {}", board.referee.position()))?;
            stands(t, &board.referee.position())?;
        }
        Ok(())
    }),
    step("position-text-moves", Each, "position", "moves after a position text", |t| {
        let text = Board::ongoing(t.variant, 6, &mut t.rng).referee.position();
        let Ok(mut board) = Board::set_up(t.variant, &text, &[]) else { return Ok(()) };
        board.play_any(&mut t.rng);
        t.set_up(&board)?;
        stands(t, &board.referee.position())
    }),
    step("position-text-short", Each, "Position text", "later fields of a position text may be left out", |t| {
        let start = Board::start(t.variant);
        t.expect_silence(&format!("position fen {}", start.rows()))?;
        stands(t, &start.referee.position())?;
        t.expect_silence(&format!("position fen {} x", start.rows()))?;
        stands(t, &start.referee.position())
    }),
    step("position-blanks", Each, "Lines", "any blanks between the words of position", |t| {
        let board = Board::ongoing(t.variant, 3, &mut t.rng);
        t.expect_silence(&format!("  {}  ", board.line().replace(' ', " \t ")))?;
        stands(t, &board.referee.position())
    }),
    step("position-no-moves", Each, "position", "an empty list of moves plays none", |t| {
        t.random_position(3)?;
        t.expect_silence("position startpos moves")?;
        stands(t, &Board::start(t.variant).referee.position())
    }),
    step("position-malformed", Each, "position", "position without its words is refused", |t| {
        t.random_position(4)?;
        ["position", "position fen", "position code", "position moves", "position nowhere", "position startpos 5"]
            .iter()
            .try_for_each(|line| t.expect_error(line))
    }),
    step("position-bad-text", Each, "position", "a position text with anything wrong is refused", |t| {
        let board = t.random_position(4)?;
        let text = board.referee.position();
        let rows = board.rows();
        let fields: Vec<_> = text.split(' ').collect();
        let (side, extra) = (fields.get(1).unwrap_or(&"x"), fields.get(2).unwrap_or(&"-"));
        let wrong = [
            format!("{rows}/{rows} {side}"),
            format!("z{rows} {side}"),
            format!("{rows} z"),
            format!("{rows} {side} {extra} -1"),
            format!("{rows} {side} {extra} many"),
            format!("{rows} {side} nonsense 0"),
            format!("{rows} {side} {extra} 0 more"),
            rows.rsplit_once('/').map(|(head, _)| head.to_string()).unwrap_or_default(),
            "99999999999999999999".into(),
        ];
        wrong.iter().try_for_each(|text| t.expect_error(&format!("position fen {text}")))
    }),
    step("move-illegal", Each, "position", "an illegal move in the list is refused, wherever it is", |t| {
        let board = t.random_position(4)?;
        let line = board.line();
        let wrong = ["z9", "a99", "0", "(9,9,9)", "a1a1a1a1", "moves"];
        wrong.iter().try_for_each(|mv| t.expect_error(&format!("{line} {mv}")))?;
        // In all four games a move cannot be repeated by the opponent.
        let mv = board.referee.legal_moves().swap_remove(0);
        t.expect_error(&format!("{line} {mv} {mv}"))
    }),
    step("move-not-here", Each, "position", "moves that are legal elsewhere only are refused", |t| {
        let board = t.random_position(8)?;
        let (line, legal) = (board.line(), board.referee.legal_moves());
        let start = Board::start(t.variant).referee.legal_moves();
        let elsewhere = start.iter().filter(|mv| !legal.contains(mv)).take(12);
        elsewhere.cloned().collect::<Vec<_>>().iter().try_for_each(|mv| t.expect_error(&format!("{line} {mv}")))
    }),
    step("position-all-or-nothing", Each, "position", "good moves before a wrong one are not played", |t| {
        let board = t.random_position(2)?;
        let line = Board::ongoing(t.variant, 9, &mut t.rng).line();
        t.expect_error(&format!("{line} nonsense"))?;
        stands(t, &board.referee.position())
    }),
    step("move-after-end", Each, "position", "a move after the end of the game is refused", |t| {
        t.random_position(3)?;
        let over = Board::over(t.variant, &mut t.rng);
        let line = over.line();
        let moves = Board::start(t.variant).referee.legal_moves();
        t.expect_error(&format!("{line} {}", moves[0]))?;
        t.expect_error(&format!("{line} pass"))
    }),
    step("lgame-foot", In(&["lgame"]), "lgame", "an L by its foot and direction", |t| {
        leads(t, "startpos moves (3,1,0)+a1a2", "startpos moves b1c1d1d2+a1a2")
    }),
    step("lgame-code", In(&["lgame"]), "lgame", "the paper's notation of a position", |t| {
        leads(t, "code (1,0,3), (2,3,2), (0,6), 0 moves (3,1,0)", "startpos moves b1c1d1d2")?;
        let wrong = ["(1,0,3),(2,3,2),(6,0),0", "(1,0,3),(1,0,3),(0,6),0", "(1,0,3),(2,3,2),(0,6),2", "(1,0,3)"];
        wrong.iter().try_for_each(|code| t.expect_error(&format!("position code {code}")))
    }),
    step("lgame-wrong", In(&["lgame"]), "lgame", "wrong pieces and wrong spellings are refused", |t| {
        let wrong =
            ["fen nxx1/1ox1/1ox1/1ooo", "fen nxx1/1ox1/1ox1/1oo1", "fen xx2/x1ox/2on/noo1", "startpos moves c1b1d1d2"];
        wrong.iter().try_for_each(|place| t.expect_error(&format!("position {place}")))
    }),
    step("rhombus-hands", In(&["rhombus"]), "rhombus", "the stones in hand may be given, but must be right", |t| {
        leads(t, "fen o-1-1/-1-1-/1-x-1/-1-1-/1-1-1 x - 2", "fen o-1-1/-1-1-/1-x-1/-1-1-/1-1-1 x 4,4 2")?;
        let wrong = [
            "1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 4,5 0",
            "x-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x",
            "xxxxx/-1-1-/1-1-1/-1-1-/1-1-1 x",
        ];
        wrong.iter().try_for_each(|text| t.expect_error(&format!("position fen {text}")))
    }),
    step("othello-transcript", In(&["othello"]), "othello", "one word may hold several moves, in any case", |t| {
        leads(t, "startpos moves F5d6C3 d3 c4", "startpos moves f5 d6 c3 d3 c4")
    }),
    step("othello-pass", In(&["othello"]), "othello", "every alias of the pass, and only where one has to pass", |t| {
        for pass in ["--", "pa", "ps", "0000", "@@@@", "PASS"] {
            leads(t, &format!("fen xo6/8/8/8/8/8/8/8 o moves {pass}"), "fen xo6/8/8/8/8/8/8/8 o moves pass")?;
        }
        t.expect_error("position startpos moves pass")?;
        t.expect_error("position fen xo6/8/8/8/8/8/8/8 o moves c1")
    }),
    step("othello-obf", In(&["othello"]), "othello", "the OBF form of a position", |t| {
        let obf = "---------------------------OX------XO--------------------------- X; D3:+0";
        leads(t, &format!("fen {obf}"), "startpos")
    }),
    step("gomoku-case", In(&["gomoku"]), "gomoku", "moves in any case", |t| {
        leads(t, "startpos moves H8 a16 P1", "startpos moves h8 a16 p1")
    }),
    step("gomoku-wrong", In(&["gomoku"]), "gomoku", "points off the board, taken points, two fives are refused", |t| {
        let wrong =
            ["startpos moves q17", "startpos moves h8 h8", "fen 4/4/4/4", "fen xxxxx/ooooo/5/5/5", "fen 15/15/15"];
        wrong.iter().try_for_each(|place| t.expect_error(&format!("position {place}")))
    }),
    step("gomoku-size", In(&["gomoku"]), "gomoku", "BoardSize sets the start position, a text its own size", |t| {
        for (size, rows) in [(7, "7/7/7/7/7/7/7"), (5, "5/5/5/5/5")] {
            t.set("BoardSize", size)?;
            stands(t, &format!("{rows} x - 0"))?;
        }
        leads(t, "fen 6/6/6/6/6/6", "fen 6/6/6/6/6/6 x - 0")
    }),
    step("gomoku-renju", In(&["gomoku"]), "gomoku", "Rule renju: a double three of x is illegal", |t| {
        t.set("BoardSize", 15)?;
        t.set("Rule", "renju")?;
        let text = "15/15/15/15/15/15/15/5xx8/7x7/7x7/15/15/15/15/15";
        t.expect_silence(&format!("position fen {text} o - 0 moves h8"))?;
        t.expect_error(&format!("position fen {text} x - 0 moves h8"))
    }),
];

/// Requires that the engine has this position.
fn stands(t: &mut TestContext<'_>, text: &str) -> StepResult {
    let said = t.response("query position")?;
    require!(said == format!("response {text}"), "'{}', expected '{text}'", cut(&said));
    Ok(())
}

/// Requires that both lines lead to the same position.
fn leads(t: &mut TestContext<'_>, way: &str, same: &str) -> StepResult {
    t.expect_silence(&format!("position {same}"))?;
    let expected = t.response("query position")?;
    t.expect_silence("position startpos")?;
    t.expect_silence(&format!("position {way}"))?;
    let said = t.response("query position")?;
    require!(said == expected, "'{way}' leads to '{}', expected '{}'", cut(&said), cut(&expected));
    Ok(())
}
