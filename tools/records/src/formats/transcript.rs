//! Transcripts: a game in each line.
//!
//! A line has an optional position text, then moves, in Othello and Gomoku possibly without spaces between them, and in
//! Othello optionally Black's margin in discs (`+12`), or `-` if the discs were not counted. Passes may be left out.
//! Empty lines and those that begin with `#` or `%` are skipped.

use crate::builder::GameBuilder;
use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::game::Game;
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet::engine::Setup;
use quartet_rules::GameResult;

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "transcript",
    description: "a line of moves for each game, and in Othello Black's margin",
    extensions: &["txt"],
    recognizes,
    read,
    write,
};

/// Whether the first word of the first game consists of points, such as `f5d6` or `h8`.
fn recognizes(content: &[u8]) -> bool {
    let lines = strip_byte_order_mark(content).split(|&byte| byte == b'\n');
    let first = lines.map(<[u8]>::trim_ascii).find(|line| is_game(line)).unwrap_or_default();
    let word = first.split(|byte| byte.is_ascii_whitespace()).next().and_then(|word| std::str::from_utf8(word).ok());
    let is_point = |point: &str| {
        let number = point.get(1..).and_then(|digits| digits.parse::<u8>().ok());
        point.starts_with(|letter: char| letter.is_ascii_alphabetic()) && number.is_some_and(|number| number > 0)
    };
    word.is_some_and(|word| points(word).all(is_point))
}

/// Whether a line holds a game: neither empty nor a comment.
fn is_game(line: &[u8]) -> bool {
    !line.trim_ascii().is_empty() && !line.trim_ascii().starts_with(b"#")
}

/// Reads transcripts of Othello, or of the variant of the hints.
pub fn read<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    let mark = content.len() - strip_byte_order_mark(content).len();
    let mut offset = mark;
    let lines = content[mark..].split_inclusive(|&byte| byte == b'\n').enumerate().map(move |(index, line)| {
        let start = offset;
        offset += line.len();
        (index + 1, start, line)
    });
    let games = lines.filter(move |&(_, _, line)| is_game(line)).enumerate();
    Box::new(games.map(move |(index, (line, byte, text))| {
        read_line(text, hints).map_err(|(message, partial)| ReadError {
            game: index + 1,
            line: Some(line),
            byte,
            message,
            partial,
        })
    }))
}

fn read_line(line: &[u8], hints: &Hints) -> Result<Game, (String, Option<Box<Game>>)> {
    let text = std::str::from_utf8(line).map_err(|error| (format!("it is not UTF-8: {error}"), None))?;
    let variant = hints.variant.map_or("othello", |variant| variant.name);
    let opened = GameBuilder::new(variant, &hints.options, &Setup::Start);
    let mut builder = opened.map_err(|error| (format!("{error:#}"), None))?;
    for word in text.split_whitespace() {
        if let Some(margin) = margin(word) {
            let game = builder.game_mut();
            game.margin = margin;
            game.result = margin.map(result_of_margin);
            continue;
        }
        for mv in points(word) {
            if let Err(error) = builder.play(mv) {
                return Err((error.to_string(), Some(Box::new(builder.finish()))));
            }
        }
    }
    Ok(builder.finish())
}

/// The margin that a word stands for; the inner `None` is `-`, a margin that is not known.
fn margin(word: &str) -> Option<Option<i16>> {
    match word {
        "-" => Some(None),
        _ => word.starts_with(['+', '-']).then(|| word.parse().ok()).flatten().map(Some),
    }
}

fn result_of_margin(margin: i16) -> GameResult {
    match margin.signum() {
        1 => GameResult::FirstWins,
        0 => GameResult::Draw,
        _ => GameResult::SecondWins,
    }
}

/// The points of a word such as `f5d6`, each a letter and a number.
fn points(word: &str) -> impl Iterator<Item = &str> {
    let starts = |index: usize| {
        index > 0 && word.as_bytes()[index].is_ascii_alphabetic() && word.as_bytes()[index - 1].is_ascii_digit()
    };
    let mut cuts: Vec<usize> = word.char_indices().map(|(index, _)| index).filter(|&index| starts(index)).collect();
    cuts.push(word.len());
    let mut from = 0;
    cuts.into_iter().map(move |to| &word[std::mem::replace(&mut from, to)..to])
}

/// Writes a line for each game of Othello: its moves without passes, and Black's margin.
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        if game.setup.is_some() {
            written.left_out.push((index, "it does not begin with the start position".into()));
            continue;
        }
        let moves: String = game.tree.main_moves().filter(|&mv| mv != "pass").collect();
        let margin = game.margin.map_or("-".into(), |margin| format!("{margin:+}"));
        written.bytes.extend(format!("{moves} {margin}\n").into_bytes());
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_errors_have_a_place() {
        let hints = Hints::default();
        let text = b"\xef\xbb\xbff5d6c3 -4\n\n# note\nf5 f5 d6\nF5D6 -\r\n";
        let read = |text: &[u8]| read(text, &hints).collect::<Vec<_>>();
        let games = read(text);
        let good: Vec<Game> = games.iter().flatten().cloned().collect();
        assert_eq!((good.len(), good[0].margin, good[0].result), (2, Some(-4), Some(GameResult::SecondWins)));
        let error = games[1].as_ref().expect_err("an illegal move");
        assert!(error.to_string().starts_with("game 2, line 4, byte 21: "), "{error}");
        assert_eq!(error.partial.as_ref().map(|game| game.tree.len()), Some(1));
        let again: Vec<Game> = read(&write(&good).bytes).into_iter().flatten().collect();
        assert_eq!(again, good);
    }
}
