//! The referee: the rules of one game, whichever, behind one face; what is legal, who has won, what a position is worth
//! where that is known exactly.
//!
//! All rules are those of the `quartet` library, draws by rule included. Must not know: engines, protocols, time.

use anyhow::{Result, anyhow};
use quartet::engine::Setup;
use quartet::engine::options::{Options, names};
use quartet::engine::record::Record;
use quartet::game::{Game, Notation, NotationError, Reason, Side, Symmetric, Terminal};
use quartet::games::{self, Variant, Visitor};
use quartet::score::Score;
use quartet::search::control::Watch;
use quartet::search::expert::{Expert, GameHistory, Mv, RulesOf};
use quartet::wdl::Calibration;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player, x, has won.
    #[serde(rename = "p1win")]
    FirstWins,
    /// The second player, o, has won.
    #[serde(rename = "p2win")]
    SecondWins,
    /// Nobody has won.
    #[serde(rename = "draw")]
    Draw,
}

impl GameResult {
    /// A win of this side.
    pub fn win_of(side: Side) -> Self {
        match side {
            Side::X => GameResult::FirstWins,
            Side::O => GameResult::SecondWins,
        }
    }
}

/// The end of a game by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who has won.
    pub result: GameResult,
    /// By which rule.
    pub reason: Reason,
    /// In games scored by a margin: that of the first player, in the game's unit (Othello: discs, empties to the winner).
    pub margin: Option<i16>,
}

/// The rules of one variant under given options, and one game under way.
///
/// A text that is refused changes nothing.
pub trait Referee: Send {
    /// Which game it is.
    fn variant(&self) -> &'static Variant;
    /// Another referee of the same rules, at the start position; exact tables are shared.
    fn another(&self) -> Box<dyn Referee>;
    /// Begins a game: a setup, and tokens of a move list played from it.
    fn begin(&mut self, setup: &Setup, moves: &[String]) -> Result<(), NotationError>;
    /// Plays a move, in any spelling; gives the canonical one. The error says why it is illegal.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;
    /// The moves of the game under way in canonical spelling, those of its beginning included.
    fn moves(&self) -> &[String];
    /// All legal moves in the game's own order; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// The position text.
    fn position(&self) -> String;
    /// The board as a picture of several lines.
    fn diagram(&self) -> String;
    /// The side to move.
    fn side(&self) -> Side;
    /// The ply that the position counts.
    fn ply(&self) -> u32;
    /// The key of points and side to move.
    fn key(&self) -> u64;
    /// A key that all mirror images and rotations of the position have in common.
    fn symmetric_key(&self) -> u64;
    /// The end by the rules, if the game is over.
    fn ending(&self) -> Option<Ending>;
    /// How scores of the position turn into chances, as this build has it.
    fn calibration(&self) -> Calibration;
    /// The points of the winning row; empty where there is none.
    fn winning_line(&self) -> Vec<String>;
    /// In solved games, while the game goes on: every legal move with its exact value for the side to move under the draws
    /// by rule, best first. `None` in other games.
    fn exact_moves(&mut self) -> Option<Vec<(String, Score)>>;
}

/// A referee of the variant of this name (or alias); the options (`Rule`, `BoardSize`, `MaxPlies`) are those of the engine's
/// protocol, with the same defaults.
pub fn referee(variant: &str, options: &BTreeMap<String, String>) -> Result<Box<dyn Referee>> {
    let known = || games::VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(" ");
    let row =
        games::find(variant).ok_or_else(|| anyhow!("unknown variant '{variant}', expected one of {}", known()))?;
    let mut values = Options::default();
    for (name, value) in options {
        let setting = values.check(name, Some(value)).map_err(|why| anyhow!(why))?;
        values.set(&setting, row);
    }
    games::visit(row, Open { options: &values }).ok_or_else(|| anyhow!("variant '{variant}' has no rules"))
}

/// Opens a referee for a game's types.
struct Open<'a> {
    options: &'a Options,
}

impl Visitor for Open<'_> {
    type Out = Box<dyn Referee>;

    fn visit<E: Expert>(self, variant: &'static Variant) -> Box<dyn Referee> {
        let rules = E::Game::rules(&|name| self.options.text(name));
        let max_plies = self.options.number(names::MAX_PLIES) as u32;
        Box::new(Rules::<E>::new(variant, rules, max_plies, Arc::default()))
    }
}

/// The referee for the types of one game.
struct Rules<E: Expert> {
    variant: &'static Variant,
    rules: RulesOf<E>,
    max_plies: u32,
    tables: Arc<E::Tables>,
    record: Record<E::Game>,
    moves: Vec<String>,
}

impl<E: Expert> Rules<E> {
    fn new(variant: &'static Variant, rules: RulesOf<E>, max_plies: u32, tables: Arc<E::Tables>) -> Self {
        let record = Record::new(E::Game::start(&rules));
        Rules { variant, rules, max_plies, tables, record, moves: Vec::new() }
    }

    /// The moves of a token, legal here.
    fn read(record: &Record<E::Game>, max_plies: u32, token: &str) -> Result<Vec<Mv<E>>, NotationError> {
        match record.ending(max_plies) {
            Some((_, reason)) => Err(NotationError::new(format!("the game is over ({})", reason.word()))),
            None => E::Game::parse_token(record.current(), token),
        }
    }

    /// Plays a token on a record and notes the moves.
    fn play_token(
        record: &mut Record<E::Game>,
        max_plies: u32,
        token: &str,
        moves: &mut Vec<String>,
    ) -> Result<(), NotationError> {
        for mv in Self::read(record, max_plies, token)? {
            moves.push(E::Game::write_move(record.current(), mv));
            record.play(mv);
        }
        Ok(())
    }

    /// The margin and result of a terminal as the first player sees them.
    fn judge(&self, terminal: Terminal) -> (GameResult, Option<i16>) {
        let side = self.side();
        let of_margin = |margin: i16| match margin.signum() {
            1 => GameResult::FirstWins,
            0 => GameResult::Draw,
            _ => GameResult::SecondWins,
        };
        match terminal {
            Terminal::Win => (GameResult::win_of(side), None),
            Terminal::Loss => (GameResult::win_of(side.other()), None),
            Terminal::Draw => (GameResult::Draw, None),
            Terminal::Margin(own) => {
                let margin = if side == Side::X { own } else { -own };
                (of_margin(margin), Some(margin))
            }
        }
    }
}

impl<E: Expert> Referee for Rules<E> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn another(&self) -> Box<dyn Referee> {
        Box::new(Self::new(self.variant, self.rules.clone(), self.max_plies, self.tables.clone()))
    }

    fn begin(&mut self, setup: &Setup, tokens: &[String]) -> Result<(), NotationError> {
        let mut record = Record::read(&self.rules, self.max_plies, setup, &[])?;
        let mut moves = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let here = |error| NotationError::new(format!("move {} of the list: {error}", index + 1));
            Self::play_token(&mut record, self.max_plies, token, &mut moves).map_err(here)?;
        }
        (self.record, self.moves) = (record, moves);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        if let Some((_, reason)) = self.record.ending(self.max_plies) {
            return Err(NotationError::new(format!("the game is over ({})", reason.word())));
        }
        let mv = E::Game::parse_move(self.record.current(), text)?;
        let spelled = E::Game::write_move(self.record.current(), mv);
        self.record.play(mv);
        self.moves.push(spelled.clone());
        Ok(spelled)
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.record.ending(self.max_plies).is_some() {
            return Vec::new();
        }
        let position = self.record.current();
        let mut moves = Vec::new();
        E::Game::legal_moves(position, &mut moves);
        moves.into_iter().map(|mv| E::Game::write_move(position, mv)).collect()
    }

    fn position(&self) -> String {
        E::Game::write_position(self.record.current())
    }

    fn diagram(&self) -> String {
        E::Game::diagram(self.record.current())
    }

    fn side(&self) -> Side {
        E::Game::side(self.record.current())
    }

    fn ply(&self) -> u32 {
        E::Game::ply(self.record.current())
    }

    fn key(&self) -> u64 {
        E::Game::key(self.record.current())
    }

    fn symmetric_key(&self) -> u64 {
        let image = |symmetry| E::Game::key(&E::Game::transform(self.record.current(), symmetry));
        (0..8).map(image).min().unwrap_or_default()
    }

    fn ending(&self) -> Option<Ending> {
        let (terminal, reason) = self.record.ending(self.max_plies)?;
        let (result, margin) = self.judge(terminal);
        Some(Ending { result, reason, margin })
    }

    fn calibration(&self) -> Calibration {
        E::calibration(self.record.current())
    }

    fn winning_line(&self) -> Vec<String> {
        E::Game::winning_line(self.record.current())
    }

    fn exact_moves(&mut self) -> Option<Vec<(String, Score)>> {
        if !E::HAS_TABLE || self.record.ending(self.max_plies).is_some() {
            return None;
        }
        let position = self.record.current();
        let mut moves = Vec::new();
        E::Game::legal_moves(position, &mut moves);
        let history = GameHistory { positions: self.record.positions(), max_plies: self.max_plies };
        let mut expert = E::new(self.tables.clone());
        let lines = expert.root_lines(history, &moves, moves.len(), &mut Watch::unlimited()).ok()?;
        let spelled = |line: quartet::search::expert::ProvenLine<Mv<E>>| {
            let mv = line.pv.first()?;
            Some((E::Game::write_move(position, *mv), line.score))
        };
        lines.into_iter().map(spelled).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(variant: &str, options: &[(&str, &str)]) -> Box<dyn Referee> {
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        referee(variant, &options).expect("a referee")
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn a_five_wins_for_its_owner() {
        let mut referee = open("五子棋", &[("BoardSize", "9")]);
        referee.begin(&Setup::Start, &words("a1 a2 b1 b2 c1 c2 d1 d2")).expect("legal");
        assert_eq!(referee.ending(), None);
        assert_eq!(referee.play("e1").expect("legal"), "e1");
        let ending = referee.ending().expect("over");
        assert_eq!((ending.result, ending.reason, ending.margin), (GameResult::FirstWins, Reason::Five, None));
        assert_eq!(referee.winning_line(), words("a1 b1 c1 d1 e1"));
        assert!(referee.legal_moves().is_empty());
        assert!(referee.play("h8").is_err());
    }

    #[test]
    fn refused_texts_change_nothing() {
        let mut referee = open("othello", &[]);
        referee.begin(&Setup::Start, &words("f5d6 c3")).expect("legal");
        let before = referee.position();
        for text in ["a1", "", "f5", "pass", "nonsense", "c3d3"] {
            assert!(referee.play(text).is_err(), "{text}");
        }
        assert!(referee.begin(&Setup::Start, &words("f5 f5")).is_err());
        assert_eq!((referee.position(), referee.moves()), (before, &words("f5 d6 c3")[..]));
        assert_eq!(referee.play("D3").expect("an alias"), "d3");
    }

    #[test]
    fn othello_counts_discs_for_the_first_player() {
        let mut referee = open("othello", &[]);
        referee.begin(&Setup::Text("oooooooo/8/8/8/8/8/8/8 x".into()), &[]).expect("a position");
        let ending = referee.ending().expect("over");
        assert_eq!((ending.result, ending.margin), (GameResult::SecondWins, Some(-64)));
        referee.begin(&Setup::Text("xxxxxxxx/8/8/8/8/8/8/8 o".into()), &[]).expect("a position");
        let ending = referee.ending().expect("over");
        assert_eq!((ending.result, ending.margin), (GameResult::FirstWins, Some(64)));
    }

    #[test]
    fn draws_by_rule() {
        let mut referee = open("lgame", &[("MaxPlies", "3")]);
        for _ in 0..3 {
            assert_eq!(referee.ending(), None);
            let first = referee.legal_moves().swap_remove(0);
            referee.play(&first).expect("legal");
        }
        let ending = referee.ending().expect("over");
        assert_eq!((ending.result, ending.reason), (GameResult::Draw, Reason::MaxPlies));
    }

    #[test]
    fn mirrored_positions_share_a_key() {
        let mut referee = open("othello", &[]);
        let mut keys = Vec::new();
        for first in referee.legal_moves() {
            referee.begin(&Setup::Start, &[first]).expect("legal");
            keys.push((referee.key(), referee.symmetric_key()));
        }
        assert!(keys.iter().all(|(_, symmetric)| *symmetric == keys[0].1));
        assert!(keys[1..].iter().all(|(key, _)| *key != keys[0].0));
    }

    #[test]
    fn solved_games_know_all_values() {
        let mut referee = open("rhombus", &[]);
        let moves = referee.exact_moves().expect("solved");
        assert_eq!(moves.len(), 13);
        // The empty board is lost for x.
        assert!(moves.iter().all(|(_, score)| score.is_loss()));
        let mut lgame = open("lgame", &[]).another();
        assert_eq!(lgame.exact_moves().expect("solved")[0].1, Score::DRAW);
        assert!(open("othello", &[]).exact_moves().is_none());
    }

    #[test]
    fn unknown_names_are_errors() {
        assert!(referee("chess", &BTreeMap::new()).is_err());
        let wrong = BTreeMap::from([("BoardSize".to_string(), "99".to_string())]);
        assert!(referee("gomoku", &wrong).is_err());
    }
}
