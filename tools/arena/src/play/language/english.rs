//! The texts in English.

use super::{Count, Event, Leave, Problem, Prompt, Reply, Texts};
use crate::play::commands::Command;
use crate::play::hints::DisplayScore;
use crate::play::illegal_move::IllegalMove;
use quartet::game::{Reason, Side};
use quartet_rules::GameResult;

/// Texts in English, with the sides as letters or discs.
pub(super) struct English {
    /// Whether ● and ○ are shown.
    pub discs: bool,
}

impl Texts for English {
    fn side(&self, side: Side) -> &'static str {
        match (self.discs, side) {
            (false, Side::X) => "x",
            (false, Side::O) => "o",
            (true, Side::X) => "● Black",
            (true, Side::O) => "○ White",
        }
    }

    fn prompt(&self, prompt: Prompt) -> String {
        match prompt {
            Prompt::Turn(side) => format!("{} to move> ", self.side(side)),
            Prompt::Interrupted(side) => format!("{} to move (go, undo, a move for it, quit)> ", self.side(side)),
            Prompt::After => "new, undo, record, save FILE, quit> ".into(),
        }
    }

    fn event(&self, event: Event<'_>) -> String {
        match event {
            Event::Begins(variant, players) => self.begins(variant, players),
            Event::Thinks(side, name) => format!("{} ({name}) is thinking; Ctrl-C interrupts", self.side(side)),
            Event::Moved(side, name, mv, worth) => {
                let worth = worth.map(|worth| format!(" [{}]", self.worth(worth))).unwrap_or_default();
                format!("{} ({name}) plays {mv}{worth}", self.side(side))
            }
            Event::Passed(side) => format!("{} has no move and passes", self.side(side)),
            Event::Interrupted(side, name) => {
                format!("{} ({name}) was interrupted; 'go' restarts its search", self.side(side))
            }
            Event::EngineFailed(side, why) => format!("the engine of {} failed ({why}); move for it", self.side(side)),
            Event::Over(result, reason) => self.over(result, reason),
            Event::Margin(0) => "both sides have the same number of discs".into(),
            Event::Margin(margin) => {
                let side = if margin > 0 { Side::X } else { Side::O };
                format!(
                    "{} is ahead by {} discs, with empty squares counted for the winner",
                    self.side(side),
                    margin.abs()
                )
            }
            Event::Resigned(side) => format!("{} resigns", self.side(side)),
            Event::Score([x, o, draws]) => {
                format!("games: {} {x}, {} {o}, drawn {draws}", self.side(Side::X), self.side(Side::O))
            }
            Event::Loaded(path) => format!("resumed from {}", path.display()),
            Event::Saved(path) => format!("saved to {}", path.display()),
            Event::Rescued(path) => {
                let path = path.display();
                format!("the game was saved to {path}; resume it with 'quartet-arena play --load {path}'")
            }
            Event::Left(moves) => format!("left without being saved: {moves}"),
            Event::Level(level) => format!("level {level} from the next move on"),
            Event::Swapped(side) => format!("sides swapped: the engine plays {}", self.side(side)),
        }
    }

    fn answer(&self, answer: Reply<'_>) -> String {
        match answer {
            Reply::Standing(mv, ply, count) => format!("move {mv} (ply {ply}){}", self.count(count)),
            Reply::Moves(moves) => format!("legal: {moves}"),
            Reply::EveryPoint(count, "") => format!("legal: every empty point ({count} of them)"),
            Reply::EveryPoint(count, but) => {
                format!("legal: every empty point ({count} of them) except those that renju forbids: {but}")
            }
            Reply::Shapes(count, shapes) => {
                let how = "each alone, or with a neutral piece to a free cell, such as +a1a2";
                format!("legal: {count} moves, to these places for the L, {how}:\n{shapes}")
            }
            Reply::Hint(mv, worth) => format!("hint: {mv}, {}", self.worth(worth)),
            Reply::Values => "moves and their values for the side to move, best first:".into(),
            Reply::ValuesBestLast => "moves and their values for the side to move, best last:".into(),
            Reply::More(count) => format!("  and {count} more: 'values all' shows them"),
            Reply::NoMoves => "no move yet".into(),
            Reply::Position(text) => format!("position {text}"),
            Reply::Level(Some(level)) => format!("the engine plays at level {level} of 20; 'level 5' changes it"),
            Reply::Level(None) => self.problem(&Problem::NoLevel),
            Reply::Help(variant) => help(variant),
            Reply::Rules(variant, rule) => rules(variant, rule),
        }
    }

    fn problem(&self, problem: &Problem<'_>) -> String {
        match problem {
            Problem::Refused(text, why, side) => format!("illegal move {text}: {}", self.illegal_move(why, *side)),
            Problem::NotUnderstood(text, nearest, variant) => {
                let nearest = nearest.map(|word| format!("; did you mean '{word}'?")).unwrap_or_default();
                format!("'{text}' is not understood{nearest}\ntype {}, or 'help' for all commands", move_form(variant))
            }
            Problem::NotText => "that is not understood: it is not valid UTF-8".into(),
            Problem::TooLong(most) => format!("that is not understood: a line has at most {most} bytes"),
            Problem::NothingToUndo => "there is nothing to take back".into(),
            Problem::NothingToRedo => "there is nothing to redo".into(),
            Problem::Over => "the game is over: 'new' begins another, 'undo' goes back into it".into(),
            Problem::NoEngine => "no engine plays here; '--o engine' on the command line adds one".into(),
            Problem::NoLevel => "no engine plays here whose level can be set".into(),
            Problem::WrongLevel(text) => format!("no level '{text}', expected 0 (a beginner) to 20 (full strength)"),
            Problem::WrongCount(text) => format!("'{text}' is not a number of moves, expected 1 or more, or 'all'"),
            Problem::NoFile(command) => {
                let word = if *command == Command::Load { "load" } else { "save" };
                format!("expected a file name, such as '{word} game.json'")
            }
            Problem::NoPosition(why) => format!("no position: {why}"),
            Problem::File(error) => format!("error: {error}"),
            Problem::Other(why) => format!("error: {why}"),
            Problem::Unsaved(by) => {
                let again = match by {
                    Leave::Quit => "'quit' again leaves",
                    Leave::EndOfInput => "Ctrl-D again leaves",
                    Leave::Interrupt => "Ctrl-C again leaves",
                    Leave::Another => "repeat the command to discard it",
                };
                format!("this game is not saved: 'save FILE' keeps it, {again}")
            }
            Problem::Again => "Ctrl-C again, Ctrl-D or 'quit' leaves".into(),
        }
    }

    fn worth(&self, worth: DisplayScore) -> String {
        let moves = |count: u64| if count == 1 { "1 move".into() } else { format!("{count} moves") };
        let plies = |plies: Option<u16>| match plies {
            Some(1) => " (1 ply)".into(),
            Some(plies) => format!(" ({plies} plies)"),
            None => String::new(),
        };
        match worth {
            DisplayScore::Draw => "a draw".into(),
            DisplayScore::Discs(points) => format!("{points:+.2} discs"),
            DisplayScore::Points(points) => format!("{points:+.2}"),
            DisplayScore::Wins(count, after) => format!("wins in {}{}", moves(count), plies(after)),
            DisplayScore::Loses(count, after) => format!("loses in {}{}", moves(count), plies(after)),
        }
    }
}

impl English {
    fn begins(&self, variant: &str, players: [Option<&str>; 2]) -> String {
        let name = match variant {
            "othello" => "Othello",
            "gomoku" => "Gomoku",
            "lgame" => "The L-Game",
            _ if self.discs => "Rhombus (斜方棋)",
            _ => "Rhombus",
        };
        let person = if players == [None, None] { "a person" } else { "you" };
        let player = |side: Side| {
            let who = players[side.index()].unwrap_or(person);
            format!("{}: {who}", self.side(side))
        };
        let form = move_form(variant);
        format!("{name}. {}; {}.\nType {form}; 'help' lists all commands.", player(Side::X), player(Side::O))
    }

    fn over(&self, result: GameResult, reason: Reason) -> String {
        let reason = match reason {
            Reason::Five => "a row of five",
            Reason::Immobile => "no move left",
            Reason::Repetition => "third occurrence of the position",
            Reason::MaxPlies => "the limit of plies",
            Reason::Full => "no point left",
            Reason::Discs => "discs",
        };
        match result {
            GameResult::FirstWins => format!("{} wins ({reason})", self.side(Side::X)),
            GameResult::SecondWins => format!("{} wins ({reason})", self.side(Side::O)),
            GameResult::Draw => format!("a draw ({reason})"),
        }
    }

    fn count(&self, count: &Count) -> String {
        let [x, o] = [Side::X, Side::O].map(|side| self.side(side));
        match count {
            Count::Discs([first, second]) => format!(", discs: {x} {first}, {o} {second}"),
            Count::InHand([0, 0]) => ", all stones are on the board".into(),
            Count::InHand([first, second]) => format!(", stones in hand: {x} {first}, {o} {second}"),
            Count::Neutral(points) => format!(", neutral pieces: {}", points.join(" and ")),
            Count::Nothing => String::new(),
        }
    }

    fn illegal_move(&self, why: &IllegalMove, side: Side) -> String {
        let side = self.side(side);
        match why {
            IllegalMove::Over => "the game is over".into(),
            IllegalMove::NoPass => format!("{side} has moves and cannot pass; 'moves' lists them"),
            IllegalMove::NeverPass => "there is no passing in this game".into(),
            IllegalMove::NoPoint(point, last) => format!("the board has no point {point}, expected a1 to {last}"),
            IllegalMove::Taken(point) => format!("{point} is taken"),
            IllegalMove::FlipsNothing(point) => format!("a disc on {point} flips nothing; 'moves' lists what does"),
            IllegalMove::Forbidden(point, foul) => {
                let foul = foul.map(|foul| format!(" ({})", foul.name())).unwrap_or_default();
                format!("{point} is forbidden to {side} by renju's rules{foul}")
            }
            IllegalMove::InHand => format!("{side} has stones in hand, expected a point such as c3"),
            IllegalMove::AllPlaced => "all stones are placed, expected from where to where, such as c1b2".into(),
            IllegalMove::NotYours(point) => format!("{side} has no stone on {point}"),
            IllegalMove::NotJoined(from, to) => format!("no line joins {from} and {to}"),
            IllegalMove::NoL => "expected the four cells of an L, such as b1c1d1d2; 'moves' lists the places".into(),
            IllegalMove::SamePlace => format!("the L of {side} is already there, expected a new place"),
            IllegalMove::NoNeutral(point) => format!("no neutral piece is on {point}"),
            IllegalMove::OtherCount => "expected one move".into(),
        }
    }
}

/// The notation of a move.
fn move_form(variant: &str) -> &'static str {
    match variant {
        "othello" => "a move such as f5",
        "gomoku" => "a move such as h8",
        "lgame" => {
            "a move: the four cells of your L, such as b1c1d1d2,\n  or with a neutral piece from a1 to a2: b1c1d1d2+a1a2"
        }
        _ => "a move such as c3 (once all stones are placed: c1b2)",
    }
}

fn help(variant: &str) -> String {
    let textbook = if variant == "gomoku" { " (or the textbook's hexadecimal row and column: 77, #a7)" } else { "" };
    format!(
        "\
  {}{textbook}
  moves              all legal moves
  hint               a good move
  values [N or all]  what the best moves are worth
  undo, redo         take moves back, play them again
  record             the moves so far
  board, score       the board again, the games won so far
  rules              the rules of this game in short
  position [TEXT]    the position as text; starts a game from TEXT
  go                 lets the engine play the side to move
  level [0 to 20]    how well the engine plays
  resign, new        resigns the game, starts another
  save FILE          writes the game to a file (save! FILE overwrites any file)
  load FILE          resumes the game in a file
  quit               leaves (also Ctrl-D)",
        move_form(variant),
    )
}

fn rules(variant: &str, rule: &str) -> String {
    match (variant, rule) {
        ("othello", _) => {
            "Put a disc so that discs of the other colour lie in a straight line between it and\n\
             another of yours: they all become yours. A player who cannot do so passes. When neither can,\n\
             the game is over, and the player with more discs wins."
        }
        ("gomoku", "renju") => {
            "Put a stone on an empty point. Five in a row win. The first player must not make six\n\
             in a row, nor two threes or two fours at once."
        }
        ("gomoku", "standard") => {
            "Put a stone on an empty point. Exactly five in a row, in any direction, win; six do not."
        }
        ("gomoku", _) => "Put a stone on an empty point. Five or more in a row, in any direction, win.",
        ("lgame", _) => {
            "Take up your L and lay it elsewhere, turned or mirrored as you like, on free cells and\n\
             those it lay on, not all of them the same. Then you may take one of the two neutral\n\
             pieces to any free cell. A player who cannot move the L has lost. A position that comes up\n\
             for the third time is a draw."
        }
        _ => {
            "Put your five stones on the points, one a move in turn. Then move one of yours along a\n\
             line to an adjacent empty point. A player who cannot move has lost. A position that comes up\n\
             for the third time is a draw."
        }
    }
    .into()
}
