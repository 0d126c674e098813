//! A game of a Piskvork file.

use super::lines::{HEAD, Head, code, head, mv};
use crate::builder::GameBuilder;
use crate::encoding::{Places, decode};
use crate::error::ReadError;
use crate::format::{Hints, Written};
use crate::game::{Game, Termination};
use quartet::engine::Setup;
use quartet::game::Side;
use quartet_rules::points::{point, point_name, stones};
use quartet_rules::{Ending, GameResult, Referee};
use std::borrow::Cow;
use std::fmt::Write;

/// The size of the board of `.rec` files.
const REC_SIZE: usize = 20;
/// Piskvork ends a game as a draw when so many points are left.
const DRAW_AT: usize = 25;
/// The number for a game that ended by the rules.
const REGULAR: i64 = 0;
/// The number for a loss on time.
const TIMEOUT: i64 = 15;
/// The number for another failure of a program.
const FAILURE: i64 = -2;
/// The number where it is not known how a game ended.
const UNKNOWN: i64 = -1;
/// The tag with the players' levels.
const LEVELS: &str = "Levels";

/// The two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// `.psq`.
    Psq,
    /// `.rec`.
    Rec,
}

impl Layout {
    /// The number of the first column and row.
    fn origin(self) -> i64 {
        match self {
            Layout::Psq => 1,
            Layout::Rec => 0,
        }
    }
}

/// Reads the games of a file.
pub(super) fn read<'a>(
    content: &'a [u8],
    hints: &'a Hints,
    layout: Layout,
) -> impl Iterator<Item = Result<Game, ReadError>> + 'a {
    let decoded = decode(content, None);
    let places = decoded.places();
    Reader { text: decoded.text, at: 0, places, hints, layout, number: 0 }
}

/// Reads one game after another.
struct Reader<'a> {
    text: Cow<'a, str>,
    /// The offset of the next game in the text.
    at: usize,
    places: Places<'a>,
    hints: &'a Hints,
    layout: Layout,
    /// The number of games so far.
    number: usize,
}

/// A line and its offset in the text.
type Line<'a> = (usize, &'a str);

/// What is wrong, the offset in the text, and the game up to there.
type Fault = (usize, String, Option<Box<Game>>);

impl Iterator for Reader<'_> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.trim().is_empty())?;
        // In a `.rec` file an empty line is a player without a name.
        let skipped = if self.layout == Layout::Psq { rest.len() - rest.trim_start().len() } else { 0 };
        let (begin, rest) = (self.at + skipped, rest.get(skipped..)?);
        let mut offset = begin;
        let all = rest.split_inclusive('\n').map(|line| {
            offset += line.len();
            (offset - line.len(), line.trim_end_matches(['\n', '\r']))
        });
        // The next game begins with the next first line; a `.rec` file has one game.
        let layout = self.layout;
        let is_same =
            |(index, (_, line)): &(usize, Line<'_>)| *index == 0 || layout == Layout::Rec || head(line).is_none();
        let lines: Vec<Line<'_>> = all.enumerate().take_while(is_same).map(|(_, line)| line).collect();
        self.at = lines.last().map_or(self.text.len(), |(at, line)| at + line.len());
        self.number += 1;
        let result = read_game(&lines, self.hints, layout);
        Some(result.map_err(|(at, message, partial)| {
            let (line, byte) = self.places.find(&self.text, at);
            ReadError { game: self.number, line: Some(line), byte, message, partial }
        }))
    }
}

/// Reads the lines of one game.
fn read_game(lines: &[Line<'_>], hints: &Hints, layout: Layout) -> Result<Game, Fault> {
    let (&(begin, first), after_first) = lines.split_first().ok_or((0, "no game".into(), None))?;
    let fault = |message| (begin, message, None);
    let (first_line, rest, names) = match layout {
        Layout::Psq => {
            let wrong = || format!("expected '{HEAD}20x20, 0:0, 0' or the like");
            (head(first).ok_or_else(|| fault(wrong()))?, after_first, None)
        }
        Layout::Rec => {
            let rest = lines.get(2..).ok_or_else(|| fault("expected the names of two players".into()))?;
            let second = lines.get(1).map_or("", |(_, line)| line);
            (Head { size: (REC_SIZE, REC_SIZE), levels: (0, 0), first: 0 }, rest, Some([first, second]))
        }
    };
    let moves = rest.iter().take_while(|(_, line)| mv(line).is_some()).count();
    let (moves, rest) = rest.split_at_checked(moves).unwrap_or((rest, &[]));
    let mut builder = open(first_line.size, hints).map_err(fault)?;
    let played = moves.iter().try_for_each(|&(at, line)| {
        let is_last = moves.last().is_some_and(|last| last.0 == at);
        play(&mut builder, line, layout.origin(), is_last)
            .map_err(|message| (at, format!("move '{}': {message}", line.trim())))
    });
    let tail = Tail::read(rest);
    let names = names.or(tail.names);
    let ending = builder.referee().ending();
    let side = builder.referee().side();
    let stones = builder.referee().moves().len();
    let mut game = builder.finish();
    set_players(&mut game, names, first_line.first);
    set_levels(&mut game, first_line);
    match played {
        Ok(()) if tail.is_complete => {
            let is_near_full = stones + DRAW_AT >= first_line.size.0 * first_line.size.1;
            set_result(&mut game, ending, tail.code, side, is_near_full);
            Ok(game)
        }
        Ok(()) => {
            let at = rest.first().map_or(begin, |(at, _)| *at);
            let message = "expected a move, or two players and a number after the last one".to_string();
            Err((at, message, Some(Box::new(game))))
        }
        Err((at, message)) => Err((at, message, Some(Box::new(game)))),
    }
}

/// What follows the moves.
struct Tail<'a> {
    names: Option<[&'a str; 2]>,
    code: Option<i64>,
    /// Whether there is nothing else.
    is_complete: bool,
}

impl<'a> Tail<'a> {
    fn read(lines: &[Line<'a>]) -> Self {
        let used = lines.iter().rposition(|(_, line)| !line.trim().is_empty()).map_or(0, |last| last + 1);
        let lines: Vec<&str> = lines.iter().take(used).map(|(_, line)| *line).collect();
        let tail = |names, code| Tail { names, code, is_complete: true };
        let is_name = |line: &str| mv(line).is_none();
        match *lines.as_slice() {
            [] => tail(None, None),
            [last] if code(last).is_some() => tail(None, code(last)),
            [first, second] if is_name(first) && is_name(second) => tail(Some([first, second]), None),
            // Some managers add lines of their own.
            [first, second, last, ..] if is_name(second) && code(last).is_some() => {
                tail(Some([first, second]), code(last))
            }
            _ => Tail { names: None, code: None, is_complete: false },
        }
    }
}

fn open((columns, rows): (usize, usize), hints: &Hints) -> Result<GameBuilder, String> {
    if columns != rows {
        return Err(format!("the board is {columns}x{rows}, expected a square one"));
    }
    let mut options = hints.options.clone();
    options.insert("BoardSize".into(), columns.to_string());
    GameBuilder::new("gomoku", &options, &Setup::Start).map_err(|error| format!("{error:#}"))
}

/// Plays a move. If it is the last one and renju forbids it, Black has lost.
fn play(builder: &mut GameBuilder, line: &str, origin: i64, is_last: bool) -> Result<(), String> {
    let (column, row, milliseconds) = mv(line).ok_or("expected column, row and time")?;
    let index = |number: i64| usize::try_from(number.saturating_sub(origin)).ok();
    let name = index(column).zip(index(row)).and_then(|(column, row)| point_name(column, row));
    let name = name.ok_or_else(|| format!("no point of the board, which begins with {origin},{origin}"))?;
    if let Err(error) = builder.play(&name) {
        if is_last && is_forbidden(builder.referee(), &name) {
            let game = builder.game_mut();
            (game.result, game.termination) = (Some(GameResult::SecondWins), Some(Termination::Infraction));
        }
        return Err(error.to_string());
    }
    // Moves of the opening have no time.
    if milliseconds > 0 {
        builder.notes_mut().microseconds = Some(milliseconds.saturating_mul(1000));
    }
    Ok(())
}

/// Whether a point of the board, which is no legal move, is empty in a game that is not over.
fn is_forbidden(rules: &dyn Referee, name: &str) -> bool {
    let position = rules.position();
    let size = position.split('/').count();
    let is_empty = |(column, row)| !stones(&position).iter().any(|stone| (stone.0, stone.1) == (column, row));
    let is_on_board = |&(column, row): &(usize, usize)| column < size && row < size;
    rules.ending().is_none() && point(name).filter(is_on_board).is_some_and(is_empty)
}

/// Sets the players, the one with this index as the one who moved first.
fn set_players(game: &mut Game, names: Option<[&str; 2]>, first: u8) {
    let Some(names) = names else { return };
    let [one, two] = names.map(|name| Some(name.trim().to_string()).filter(|name| !name.is_empty()));
    (game.tags.first, game.tags.second) = if first == 0 { (one, two) } else { (two, one) };
}

/// Keeps the levels of the players, unless both are persons.
fn set_levels(game: &mut Game, Head { levels: (one, two), first, .. }: Head) {
    let (one, two) = if first == 0 { (one, two) } else { (two, one) };
    if (one, two) != (0, 0) {
        game.tags.other.insert(LEVELS.into(), format!("{one}:{two}"));
    }
}

/// Sets the result: by the rules, else by the number after the moves.
fn set_result(game: &mut Game, ending: Option<Ending>, code: Option<i64>, to_move: Side, is_near_full: bool) {
    let (result, termination) = match (ending, code) {
        (Some(ending), _) => (ending.result, Termination::Rules),
        (None, Some(REGULAR)) if is_near_full => (GameResult::Draw, Termination::Adjudication),
        (None, None | Some(REGULAR | UNKNOWN)) => return,
        (None, Some(TIMEOUT)) => (GameResult::win_of(to_move.other()), Termination::Time),
        (None, Some(_)) => (GameResult::win_of(to_move.other()), Termination::Infraction),
    };
    (game.result, game.termination) = (Some(result), Some(termination));
}

/// Writes games, one after another.
pub(super) fn write(games: &[Game], layout: Layout) -> Written {
    let mut written = Written::default();
    for (index, game) in games.iter().enumerate() {
        let is_taken = layout == Layout::Rec && !written.bytes.is_empty();
        let text = if is_taken { Err("a file holds one game".into()) } else { write_game(game, layout) };
        match text {
            Ok(text) => written.bytes.extend_from_slice(text.as_bytes()),
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written
}

fn write_game(game: &Game, layout: Layout) -> Result<String, String> {
    if game.variant.name != "gomoku" {
        return Err(format!("of another variant, {}", game.variant.name));
    }
    if game.setup.is_some() {
        return Err("it does not begin with the empty board".into());
    }
    let mut rules = quartet_rules::referee(game.variant.name, &game.options).map_err(|error| format!("{error:#}"))?;
    let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
    rules.begin(&Setup::Start, &moves).map_err(|error| error.to_string())?;
    let size = rules.position().split('/').count();
    let names = [&game.tags.first, &game.tags.second].map(|name| name.as_deref().unwrap_or_default());
    if names.iter().any(|name| mv(name).is_some() || head(name).is_some()) {
        return Err("the name of a player would be read as another line".into());
    }
    let names = format!("{}\n{}\n", names[0], names[1]);
    let mut text = match layout {
        Layout::Rec if size != REC_SIZE => return Err(format!("the board is {size}x{size}, expected 20x20")),
        Layout::Rec => names.clone(),
        Layout::Psq => {
            let levels = game.tags.other.get(LEVELS).map_or("0:0", String::as_str);
            let line = format!("{HEAD}{size}x{size}, {levels}, 0\n");
            head(&line).ok_or("the tag Levels is no pair of levels")?;
            line
        }
    };
    write_moves(&mut text, game, layout.origin())?;
    if layout == Layout::Psq && names != "\n\n" {
        text.push_str(&names);
    }
    let _ = writeln!(text, "{}", code_of(game, &*rules));
    Ok(text)
}

fn write_moves(text: &mut String, game: &Game, origin: i64) -> Result<(), String> {
    for id in game.tree.main_line() {
        let node = game.tree.node(id);
        let (column, row) = point(&node.mv).ok_or_else(|| format!("move '{}' is no point", node.mv))?;
        let time = node.notes.as_ref().and_then(|notes| notes.microseconds).unwrap_or_default();
        let milliseconds = time.saturating_add(500) / 1000;
        let _ = writeln!(text, "{},{},{milliseconds}", column as i64 + origin, row as i64 + origin);
    }
    Ok(())
}

/// The number for how a game ended.
fn code_of(game: &Game, rules: &dyn Referee) -> i64 {
    let to_move_lost = game.result == Some(GameResult::win_of(rules.side().other()));
    match game.termination {
        _ if rules.ending().is_some() => REGULAR,
        Some(Termination::Time) if to_move_lost => TIMEOUT,
        Some(Termination::Infraction | Termination::Abandoned) if to_move_lost => FAILURE,
        Some(Termination::Rules) => REGULAR,
        _ => UNKNOWN,
    }
}
