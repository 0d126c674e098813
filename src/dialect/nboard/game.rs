//! The game that the client sends, in the Generic Game Format (GGF) of Igor Durdanovic's GGS.

use crate::dialect::points::position_rows;
use crate::dialect::properties::property;
use crate::engine::Setup;
use crate::game::{PASS, Side};

/// Squares of the board.
const SQUARES: usize = 64;

/// The start position.
const START: &str = "8/8/8/3ox3/3xo3/8/8/8 x";

/// A game: first position, moves, and the time that it allows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Game {
    /// The first position.
    pub setup: Setup,
    /// The moves, passes among them.
    pub moves: Vec<String>,
    /// The side to move in the first position.
    first: Side,
    /// The time of each side for the whole game, in seconds; `None` for no limit.
    time: [Option<f64>; 2],
    /// The time that each side has used, in seconds.
    used: [f64; 2],
}

impl Default for Game {
    /// The start of a game without a clock.
    fn default() -> Self {
        Game { setup: Setup::Start, moves: Vec::new(), first: Side::X, time: [None; 2], used: [0.0; 2] }
    }
}

impl Game {
    /// Reads a game; `None` if it has no board of Othello or a move cannot be read.
    pub(super) fn read(text: &str) -> Option<Game> {
        let mut game: Option<Game> = None;
        let mut time = [None; 2];
        let mut rest = text.trim().strip_prefix("(;")?;
        while !rest.trim_start().starts_with(';') {
            let (after, (name, values)) = property(rest.trim_start()).ok()?;
            let value = values.first()?;
            match name {
                "TI" => time = [seconds(value); 2],
                "TB" => time[0] = seconds(value),
                "TW" => time[1] = seconds(value),
                "BO" => game = Some(board(value)?),
                "B" => game.as_mut()?.play_for(Side::X, value)?,
                "W" => game.as_mut()?.play_for(Side::O, value)?,
                _ => {}
            }
            rest = after;
        }
        game.map(|game| Game { time, ..game })
    }

    /// Whether this is the start of a game.
    pub(super) fn is_new(&self) -> bool {
        self.moves.is_empty() && matches!(&self.setup, Setup::Text(text) if text == START)
    }

    /// Adds a move of the side to move: `F5/evaluation/seconds`, of which only the move must be there.
    pub(super) fn play(&mut self, text: &str) -> Option<()> {
        let side = if self.moves.len().is_multiple_of(2) { self.first } else { self.first.other() };
        self.play_for(side, text)
    }

    fn play_for(&mut self, side: Side, text: &str) -> Option<()> {
        let mut parts = text.split('/').map(str::trim);
        let mv = parts.next()?.to_ascii_lowercase();
        let is_square = matches!(mv.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
        let mv = if mv.starts_with("pa") { PASS.into() } else { Some(mv).filter(|_| is_square)? };
        let seconds = parts.nth(1).and_then(|seconds| seconds.parse::<f64>().ok()).unwrap_or(0.0);
        if let Some(used) = self.used.get_mut(side.index()) {
            *used += seconds.max(0.0);
        }
        self.moves.push(mv);
        Some(())
    }

    /// What each side has left on its clock, in milliseconds.
    pub(super) fn clocks(&self) -> [Option<u64>; 2] {
        let ([x_time, o_time], [x_used, o_used]) = (self.time, self.used);
        let left = |time: Option<f64>, used: f64| time.map(|time| (1000.0 * (time - used)).max(1.0) as u64);
        [left(x_time, x_used), left(o_time, o_used)]
    }
}

/// The first position: size, squares from a1 row by row (`*` Black, `O` White, `-` empty), and the side to move.
fn board(text: &str) -> Option<Game> {
    let squares: Vec<char> = text.trim().strip_prefix('8')?.chars().filter(|c| !c.is_whitespace()).collect();
    let stone = |square: &char| match square {
        '*' => Some(Some('x')),
        'O' | 'o' | '0' => Some(Some('o')),
        '-' | '.' => Some(None),
        _ => None,
    };
    let (squares, to_move) = squares.split_at_checked(SQUARES)?;
    let stones: Vec<Option<char>> = squares.iter().map(stone).collect::<Option<_>>()?;
    let first = match to_move {
        ['*'] => Side::X,
        ['O' | 'o' | '0'] => Side::O,
        _ => return None,
    };
    let rows = position_rows(8, |column, row| stones.get(8 * row + column).copied().flatten());
    Some(Game { setup: Setup::Text(format!("{rows} {}", first.letter())), first, ..Game::default() })
}

/// A time for the game: `seconds`, `minutes:seconds` or `hours:minutes:seconds`, before a slash; 0 is no limit.
fn seconds(text: &str) -> Option<f64> {
    let clock = text.split('/').next()?;
    let parts = clock.split(':').map(|part| part.trim().parse::<f64>().ok().filter(|part| part.is_finite()));
    let total = parts.into_iter().try_fold(0.0, |total, part| Some(60.0 * total + part?))?;
    (total > 0.0).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

    #[test]
    fn a_game_is_read_with_its_clock() {
        let text = format!("(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]{BOARD}B[F5]W[F6/-1.20/3.4]B[pa];)");
        let game = Game::read(&text).expect("a game");
        assert_eq!(game.setup, Setup::Text(START.into()));
        assert!(!game.is_new() && Game::read(&format!("(;{BOARD};)")).is_some_and(|game| game.is_new()));
        assert_eq!(game.moves, ["f5", "f6", "pass"]);
        assert_eq!(game.clocks(), [Some(900_000), Some(896_600)]);
    }

    #[test]
    fn moves_are_added_for_the_side_to_move() {
        let mut game = Game::read(&format!("(;TI[1:00:00/0/0]{BOARD};)")).expect("a game");
        for mv in ["F5//10", "d6/0.5/20", "PA"] {
            assert_eq!(game.play(mv), Some(()));
        }
        assert_eq!(game.clocks(), [Some(3_590_000), Some(3_580_000)]);
        for wrong in ["", "i9", "f", "xyz/1/2"] {
            assert_eq!(game.play(wrong), None, "{wrong}");
        }
        assert_eq!(game.moves, ["f5", "d6", "pass"]);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let long = format!("(;{BOARD}B[F5]");
        for wrong in ["", "(;", "(;GM[Othello];)", "(;BO[8 *];)", "(;BO[10 -];)", "(;B[F5];)", long.as_str()] {
            assert_eq!(Game::read(wrong), None, "{wrong}");
        }
        let unlimited = Game::read(&format!("(;TI[0]{BOARD};)")).expect("a game");
        assert_eq!(unlimited.clocks(), [None, None]);
    }
}
