//! Transcripts: a game in each line, as Edax, Egaroucid and players write them.
//!
//! A line has an optional first position, then moves in upper or lower case, in Othello and Gomoku possibly without
//! spaces between them, and in Othello optionally how it ended: Black's margin in discs (`+12`), the discs of both
//! (`38-26`), or `-` if they were not counted. Without that, a game that the rules have ended has their result. Passes
//! may be left out. The first position is a position text or the 64
//! squares of an Othello board with the side to move, before a `;` as Edax writes it, or before the moves as Egaroucid
//! does. `%` begins a comment, as in the positions that ScrZebra solves, and `#` a line that is one; comments and empty
//! lines are skipped.
//!
//! A game of Othello may be broken into several lines. Adjacent lines are one game if they are legal together and not
//! each on its own.
//!
//! Tried with: all games of a year of WTHOR as Edax 4.6 converts them, the openings that Egaroucid has for XOT, and
//! openings of Rapfi and c-gomoku-cli.

#[cfg(test)]
mod tests;

use crate::builder::GameBuilder;
use crate::error::ReadError;
use crate::format::{Definition, Games, Hints, Written};
use crate::formats::obf;
use crate::game::Game;
use quartet::byte_order_mark::strip_byte_order_mark;
use quartet::engine::Setup;
use quartet::game::PASS;
use quartet_rules::GameResult;
use std::borrow::Cow;

/// The number of squares of an Othello board.
const SQUARES: i16 = 64;

/// This format.
pub(crate) const DEFINITION: Definition = Definition {
    name: "transcript",
    description: "a line of moves for each game, and in Othello Black's margin",
    extensions: &["txt"],
    recognizes,
    read,
    write,
};

/// Whether the first word of the first game consists of points, such as `f5d6` or `h8`, or is an Othello board without
/// values of moves, which OBF has.
fn recognizes(content: &[u8]) -> bool {
    let lines = strip_byte_order_mark(content).split(|&byte| byte == b'\n');
    let first = lines.map(<[u8]>::trim_ascii).find(|line| is_game(line)).unwrap_or_default();
    let word = first.split(|byte| byte.is_ascii_whitespace()).next().and_then(|word| std::str::from_utf8(word).ok());
    let is_point = |point: &str| {
        let number = point.get(1..).and_then(|digits| digits.parse::<u8>().ok());
        point.starts_with(|letter: char| letter.is_ascii_alphabetic()) && number.is_some_and(|number| number > 0)
    };
    let has_values = || first.split(|&byte| byte == b'%').next().is_some_and(|line| line.contains(&b':'));
    word.is_some_and(|word| {
        if is_board(word) { !(has_values() && obf::recognizes(content)) } else { points(word).all(is_point) }
    })
}

/// Whether a line holds a game: neither empty nor a comment.
fn is_game(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"%")
}

/// Reads transcripts of Othello, or of the variant of the hints.
pub fn read<'a>(content: &'a [u8], hints: &'a Hints) -> Games<'a> {
    let mark = content.len() - strip_byte_order_mark(content).len();
    let (mut at, mut line, mut number, mut block_end) = (mark, 1, 0, mark);
    Box::new(std::iter::from_fn(move || {
        loop {
            let text = line_at(content, at);
            let (begin, begin_line) = (at, line);
            let skip = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
            (at, line) = (at + text.len(), line + skip(text));
            if !is_game(text) {
                if text.is_empty() {
                    return None;
                }
                continue;
            }
            let mut game = text;
            if begin >= block_end {
                let block = block_at(content, begin);
                block_end = begin + block.len();
                if is_one_game(block, hints) {
                    (at, line, game) = (block_end, begin_line + skip(block), block);
                }
            }
            number += 1;
            return Some(read_game(game, hints).map_err(|(offset, message, partial)| {
                let line = begin_line + skip(&game[..offset]);
                ReadError { game: number, line: Some(line), byte: begin + offset, message, partial }
            }));
        }
    }))
}

/// The line at this offset with its end; empty at the end of the content.
fn line_at(content: &[u8], at: usize) -> &[u8] {
    content[at..].split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// The adjacent lines of games at this offset.
fn block_at(content: &[u8], at: usize) -> &[u8] {
    let lines = content[at..].split_inclusive(|&byte| byte == b'\n').take_while(|line| is_game(line));
    &content[at..at + lines.map(<[u8]>::len).sum::<usize>()]
}

/// Whether a block of lines is one game of Othello: legal together, and not each line on its own.
fn is_one_game(block: &[u8], hints: &Hints) -> bool {
    let mut lines = block.split_inclusive(|&byte| byte == b'\n');
    let is_othello = hints.variant.is_none_or(|variant| variant.name == "othello");
    let is_legal = |text: &[u8]| read_game(text, hints).is_ok();
    // Most lists of games are told apart within the first two lines.
    is_othello && lines.clone().nth(1).is_some() && is_legal(block) && !lines.all(is_legal)
}

/// What is wrong in a game: the offset in its text, the message, and the game up to there.
type Failure = (usize, String, Option<Box<Game>>);

fn read_game(text: &[u8], hints: &Hints) -> Result<Game, Failure> {
    let text =
        std::str::from_utf8(text).map_err(|error| (error.valid_up_to(), format!("it is not UTF-8: {error}"), None))?;
    let text = &*without_comments(text);
    let (setup, moves) = split_position(text);
    let variant = hints.variant.map_or("othello", |variant| variant.name);
    let opened = GameBuilder::new(variant, &hints.options, &setup);
    let indent = text.len() - text.trim_start().len();
    let mut builder = opened.map_err(|error| (indent, format!("{error:#}"), None))?;
    let mut is_ended = false;
    for (offset, word) in words(text, moves) {
        let fault = match margin(word) {
            _ if is_ended => Err((offset, format!("'{}' behind the margin", word.escape_debug()))),
            Some(margin) => {
                let game = builder.game_mut();
                game.margin = margin;
                game.result = margin.map(GameResult::of_margin);
                is_ended = true;
                Ok(())
            }
            None => play(&mut builder, offset, word),
        };
        if let Err((offset, message)) = fault {
            return Err((offset, message, Some(Box::new(builder.finish()))));
        }
    }
    let ending = builder.referee().ending();
    let game = builder.game_mut();
    if !is_ended || game.margin.is_some() {
        game.settle(ending);
    }
    Ok(builder.finish())
}

/// The text with spaces in the place of comments.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return text.into();
    }
    let blank = |line: &str| match line.split_once('%') {
        Some((before, comment)) => format!("{before}{}\n", " ".repeat(comment.len())),
        None => line.to_string(),
    };
    text.split_inclusive('\n').map(blank).collect()
}

/// Plays the moves of a word at this offset; the error has the offset of the faulty one.
fn play(builder: &mut GameBuilder, offset: usize, word: &str) -> Result<(), (usize, String)> {
    let places = matches!(builder.referee().variant().name, "othello" | "gomoku");
    // In other games a move may name several points.
    let moves: Vec<&str> = if places { points(word).collect() } else { vec![word] };
    let mut at = offset;
    for mv in moves {
        builder.play(mv).map_err(|error| (at, error.to_string()))?;
        at += mv.len();
    }
    Ok(())
}

/// The first position, and the offset of the moves after it.
fn split_position(text: &str) -> (Setup, usize) {
    if let Some((position, _)) = text.split_once(';') {
        return (Setup::Text(position.trim().into()), position.len() + 1);
    }
    let mut words = words(text, 0).peekable();
    let Some((begin, board)) = words.next().filter(|(_, word)| is_board(word) || word.contains('/')) else {
        return (Setup::Start, 0);
    };
    let mut end = begin + board.len();
    let is_side = |word: &str| matches!(word, "x" | "X" | "o" | "O" | "*");
    if let Some((at, side)) = words.next_if(|(_, word)| is_side(word)) {
        end = at + side.len();
    }
    // A position text may go on with `-` and the number of plies.
    let dash = words.next_if(|(_, word)| *word == "-");
    let plies = dash.and_then(|_| words.next_if(|(_, word)| word.bytes().all(|byte| byte.is_ascii_digit())));
    if let Some((at, plies)) = plies {
        end = at + plies.len();
    }
    (Setup::Text(text[begin..end].into()), end)
}

/// Whether a word is an Othello board of 64 squares.
fn is_board(word: &str) -> bool {
    word.len() == SQUARES as usize && word.bytes().all(|byte| b"-.XxOo*".contains(&byte))
}

/// The words of a text from this offset with their offsets.
fn words(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    let offset = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.get(from..).unwrap_or_default().split_whitespace().map(move |word| (offset(word), word))
}

/// The margin that a word stands for; the inner `None` is `-`, a margin that is not known.
fn margin(word: &str) -> Option<Option<i16>> {
    match word {
        "-" => Some(None),
        _ if word.starts_with(['+', '-']) => {
            word.parse().ok().filter(|margin| (-SQUARES..=SQUARES).contains(margin)).map(Some)
        }
        _ => discs_margin(word).map(Some),
    }
}

/// The margin of `38-26`, the discs of Black and White; empty squares count for the winner.
fn discs_margin(word: &str) -> Option<i16> {
    let discs = |text: &str| text.parse::<i16>().ok().filter(|discs| (0..=SQUARES).contains(discs));
    let (black, white) = word.split_once('-')?;
    let (black, white) = (discs(black)?, discs(white)?);
    let empty = SQUARES - black - white;
    let difference = black - white;
    (empty >= 0).then(|| difference + difference.signum() * empty)
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

/// Writes a line for each game of Othello: its first position, if that is not the start position, its moves without
/// passes, and Black's margin.
pub fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        match line(game) {
            Ok(line) => written.bytes.extend(line.into_bytes()),
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}

/// The line of a game; the error says why there is none.
fn line(game: &Game) -> Result<String, String> {
    if game.variant.name != "othello" {
        return Err(format!("it is a game of {}, expected othello", game.variant.name));
    }
    let position = match game.setup {
        Some(_) => obf::first_position(game)? + ";",
        None => String::new(),
    };
    let moves: String = game.tree.main_moves().filter(|&mv| mv != PASS).collect();
    let margin = game.margin.map_or("-".into(), |margin| format!("{margin:+}"));
    Ok(format!("{position}{moves} {margin}\n"))
}
