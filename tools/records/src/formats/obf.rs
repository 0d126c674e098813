//! OBF, the position files of Othello programs such as Edax: a position in each line, with exact values of its moves.
//!
//! A line is `<64 squares> <side>; <move>:<discs>; …`, squares from a1 row by row, `X` Black, `O` White, `-` empty;
//! discs in the view of the side to move. `%` begins a comment; empty lines and comment lines are skipped, as is `--:`,
//! which stands for moves without values. The format is that of Edax's `obftest`; its lines are read by the engine's
//! [`obf`], so that both read the same.
//!
//! Tried with: the FFO positions as Edax and Novello have them, and the exact positions of neural-reversi.
//!
//! A line is a game without a main line beyond the first move: the moves are variations of the first position in the
//! order of the file, each with its exact value ([`Evaluation::Discs`]). A comment behind the position is that of the
//! game.

use crate::builder::GameBuilder;
use crate::encoding::decode;
use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use crate::tree::{Evaluation, Node, NodeId};
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet::score::Score;
use quartet::solve_file::obf;
use quartet::solve_file::problem::{Known, Problem};
use quartet_rules::points::rows;
use quartet_rules::referee;
use std::collections::BTreeMap;

/// The number of squares.
const SQUARES: usize = 64;

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "obf",
    description: "a position of Othello in each line, with exact values of its moves",
    extensions: &["obf"],
    recognizes,
    read,
    write,
};

/// Whether the first line that is not a comment is a board, and what follows it are values.
pub(super) fn recognizes(content: &[u8]) -> bool {
    let lines = strip_byte_order_mark(content).split(|&byte| byte == b'\n');
    let mut lines = lines.map(|line| line.split(|&byte| byte == b'%').next().unwrap_or_default().trim_ascii());
    let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let mut fields = line.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
    let is_square = |byte: &u8| b"-.XxOo*".contains(byte);
    let board = fields.next().and_then(|position| position.split_at_checked(SQUARES));
    let is_board = board.is_some_and(|(board, side)| board.iter().all(is_square) && side.len() <= 2);
    is_board && fields.all(|field| field.is_empty() || field.contains(&b':'))
}

/// Reads the positions of a file.
pub fn read<'a>(content: &'a [u8], _hints: &'a Hints) -> Games<'a> {
    let decoded = decode(content, None);
    let mut places = decoded.places();
    let text = decoded.text;
    let (mut at, mut number) = (0, 0);
    Box::new(std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
            let begin = at;
            let line = rest.split_inclusive('\n').next().unwrap_or_default();
            at += line.len();
            let Some(read) = read_line(line.trim_end()) else { continue };
            number += 1;
            return Some(read.map_err(|(column, message, partial)| {
                let (line, byte) = places.find(&text, begin + column);
                ReadError { game: number, line: Some(line), byte, message, partial }
            }));
        }
    }))
}

/// What is wrong in a line: the offset, the message, and the game up to there.
type Failure = (usize, String, Option<Box<Game>>);

/// The game of a line, if it has a position.
fn read_line(line: &str) -> Option<Result<Game, Failure>> {
    Some(match obf::read_line(line)? {
        Ok(problem) => game(line, problem),
        Err(message) => {
            let column = faulty_field(line);
            let before = line.get(..column).and_then(obf::read_line).and_then(Result::ok);
            let partial = before.and_then(|problem| game(line, problem).ok());
            Err((column, message, partial.map(Box::new)))
        }
    })
}

/// The offset of the first field of a line that is no value.
fn faulty_field(line: &str) -> usize {
    let mut column = 0;
    for (index, field) in line.split_inclusive(';').enumerate() {
        if index > 0 && matches!(obf::read_line(&format!("-;{field}")), Some(Err(_))) {
            return column + field.len() - field.trim_start().len();
        }
        column += field.len();
    }
    column
}

fn game(line: &str, problem: Problem) -> Result<Game, Failure> {
    let indent = line.len() - line.trim_start().len();
    let opened = GameBuilder::new("othello", &BTreeMap::new(), &problem.setup);
    let mut builder = opened.map_err(|error| (indent, format!("{error:#}"), None))?;
    if let Some(comment) = line.split_once('%').map(|(_, comment)| comment.trim()).filter(|text| !text.is_empty()) {
        builder.notes_mut().comment = Some(comment.into());
    }
    let Known::Values(values) = problem.known else { return Ok(builder.finish()) };
    let side = builder.referee().side();
    let mut column = line.find(';').unwrap_or(line.len());
    for (mv, Score(centidiscs)) in values {
        column += line.get(column..).and_then(|rest| rest.find(&mv)).unwrap_or(0);
        if let Err(error) = builder.play_for(side, &mv) {
            return Err((column, error.to_string(), Some(Box::new(builder.finish()))));
        }
        builder.notes_mut().evaluation = Some(Evaluation::Discs(centidiscs / 100));
        builder.return_to(NodeId::ROOT);
        column += mv.len();
    }
    Ok(builder.finish())
}

/// Writes a line for each game of Othello that has no moves after the first one.
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        match line(game) {
            Ok(line) => written.bytes.extend_from_slice(line.as_bytes()),
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}

/// The first position of a game of Othello: 64 squares and the side to move. The error says why there is none.
pub(super) fn first_position(game: &Game) -> Result<String, String> {
    let mut rules = referee(game.variant.name, &game.options).map_err(|error| format!("{error:#}"))?;
    rules.begin(&game.initial_setup(), &[]).map_err(|error| error.to_string())?;
    let square = |letter: char| if letter == '.' { '-' } else { letter.to_ascii_uppercase() };
    let mut text: String = rows(&rules.position()).into_iter().flatten().map(square).collect();
    text.extend([' ', rules.side().letter().to_ascii_uppercase()]);
    Ok(text)
}

/// The line of a game; the error says why there is none.
fn line(game: &Game) -> Result<String, String> {
    if game.variant.name != "othello" {
        return Err(format!("it is a game of {}, expected othello", game.variant.name));
    }
    let mut line = first_position(game)? + ";";
    for id in game.tree.children(NodeId::ROOT) {
        if game.tree.children(id).next().is_some() {
            return Err("it has moves after the first one, and OBF has positions only".into());
        }
        line.push_str(&value(game.tree.node(id))?);
    }
    let root = game.tree.node(NodeId::ROOT).notes.as_deref();
    if let Some(comment) = root.and_then(|notes| notes.comment.as_deref()) {
        if comment.contains(['\n', '\r']) {
            return Err("its comment has several lines, which OBF cannot represent".into());
        }
        line.push_str(" % ");
        line.push_str(comment);
    }
    line.push('\n');
    Ok(line)
}

/// The field of a move.
fn value(node: &Node) -> Result<String, String> {
    match node.notes.as_deref().and_then(|notes| notes.evaluation) {
        Some(Evaluation::Discs(discs)) => Ok(format!(" {}:{discs:+};", node.mv.to_ascii_uppercase())),
        _ => Err(format!("the move {} has no exact value, which OBF needs", node.mv)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::random_games::{Step, any_steps, build, cases};
    use proptest::prelude::*;
    use quartet::engine::Setup;
    use std::path::Path;

    const START: &str = "---------------------------OX------XO--------------------------- X;";

    fn games(text: &str) -> Vec<Result<Game, ReadError>> {
        read(text.as_bytes(), &Hints::default()).collect()
    }

    #[test]
    fn values_are_those_of_variations() {
        let text = format!("% comment\n\n{START} F5:+0; d3:-2 ; --:-127; % all\r\n");
        let read = games(&text);
        let [Ok(game)] = read.as_slice() else { panic!("{read:?}") };
        let tree = &game.tree;
        let values: Vec<_> = tree
            .children(NodeId::ROOT)
            .map(|id| (tree.node(id).mv.as_str(), tree.node(id).notes.as_ref().and_then(|notes| notes.evaluation)))
            .collect();
        assert_eq!(values, [("f5", Some(Evaluation::Discs(0))), ("d3", Some(Evaluation::Discs(-2)))]);
        assert_eq!(tree.node(NodeId::ROOT).notes.as_ref().and_then(|notes| notes.comment.as_deref()), Some("all"));
        assert_eq!(game.setup, None);
        let written = write(std::slice::from_ref(game));
        assert_eq!(String::from_utf8_lossy(&written.bytes), format!("{START} F5:+0; D3:-2; % all\n"));
    }

    #[test]
    fn a_pass_has_a_value() {
        let text = format!("------XO{} X; pa:-64;\n", "-".repeat(56));
        let read = games(&text);
        let [Ok(game)] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["pass"]);
    }

    #[test]
    fn faults_have_a_place_and_lose_no_other_position() {
        let at = START.len();
        for (rest, column, message, moves) in [
            ("; F5:+0; A1:+2;", at + 8, "illegal move a1", Some(1)),
            ("; F5:+0; d3=2;", at + 8, "'d3=2', expected <move>:<discs>", Some(1)),
            ("; F5:+65;", at + 1, "'F5:+65', expected", Some(0)),
            (" O;", 0, "'O'", None),
        ] {
            let position = START.trim_end_matches(';');
            let line = format!("{position}{rest}");
            let read = games(&format!("{START}\n{line}\n{START}\n"));
            let [Ok(first), Err(error), Ok(last)] = read.as_slice() else { panic!("{line}: {read:?}") };
            assert_eq!(first, last);
            assert_eq!((error.game, error.line, error.byte), (2, Some(2), at + 1 + column), "{line}: {error}");
            assert!(error.message.contains(message), "{error}");
            assert_eq!(error.partial.as_ref().map(|game| game.tree.len()), moves, "{line}");
        }
    }

    #[test]
    fn positions_are_told_from_transcripts() {
        let detect = |text: &str| Format::detect(Path::new("file"), text.as_bytes());
        assert_eq!(detect(&format!("% header\n{START}")), Some(Format::Obf));
        assert_eq!(detect(&format!("{START} f5:+2")), Some(Format::Obf));
        assert_ne!(detect(&format!("{START}f5d6c3")), Some(Format::Obf));
    }

    #[test]
    fn games_and_estimates_are_left_out() {
        for (mv, notes, why) in [
            (["f5", "d6"], Some(Evaluation::Discs(0)), "moves after the first one"),
            (["f5", "f5"], Some(Evaluation::Estimate(20)), "no exact value"),
            (["f5", "f5"], None, "no exact value"),
        ] {
            let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &Setup::Start).expect("a game");
            builder.play(mv[0]).expect("legal");
            if notes.is_some() {
                builder.notes_mut().evaluation = notes;
            }
            if mv[1] != mv[0] {
                builder.play(mv[1]).expect("legal");
            }
            let written = write(&[builder.finish()]);
            assert!(written.bytes.is_empty() && written.left_out[0].1.contains(why), "{written:?}");
        }
    }

    /// The position after these steps, with values of all its moves.
    fn position(steps: &[Step], values: &[i16]) -> Game {
        let game = build("othello", &BTreeMap::new(), None, steps);
        let mut rules = referee("othello", &BTreeMap::new()).expect("rules");
        let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
        rules.begin(&Setup::Start, &moves).expect("legal");
        // OBF has no number of plies.
        let text = rules.position();
        let setup = text.rsplit_once(' ').map_or(text.as_str(), |(position, _)| position);
        let mut builder =
            GameBuilder::new("othello", &BTreeMap::new(), &Setup::Text(setup.into())).expect("a position");
        for (mv, value) in rules.legal_moves().iter().zip(values) {
            builder.play(mv).expect("legal");
            builder.notes_mut().evaluation = Some(Evaluation::Discs(*value));
            builder.return_to(NodeId::ROOT);
        }
        builder.finish()
    }

    proptest! {
        #![proptest_config(cases(64))]

        #[test]
        fn positions_are_read_back_equal(
            steps in any_steps(),
            values in proptest::collection::vec(-64_i16..=64, 0..20),
        ) {
            let game = position(&steps, &values);
            let written = write(std::slice::from_ref(&game));
            prop_assert_eq!(&written.left_out, &[]);
            prop_assert_eq!(read(&written.bytes, &Hints::default()).collect::<Vec<_>>(), vec![Ok(game)]);
        }

        #[test]
        fn changed_bytes_are_read_without_panic(
            changes in proptest::collection::vec((0_usize..300, any::<u8>()), 1..9),
        ) {
            let mut bytes = format!("{START} F5:+0; D3:-2; --:-127; % note\n").repeat(3).into_bytes();
            for (at, byte) in changes {
                if let Some(place) = bytes.get_mut(at) {
                    *place = byte;
                }
            }
            for error in read(&bytes, &Hints::default()).filter_map(Result::err) {
                prop_assert!(error.byte <= bytes.len() && !error.message.contains('\n'), "{}", error);
            }
        }
    }
}
