//! The referee for any game of the library.

use super::{Ending, GameResult, Referee};
use quartet::engine::Setup;
use quartet::engine::record::Record;
use quartet::game::{Game, Notation, NotationError, Side, Symmetric, Terminal};
use quartet::games::Variant;
use quartet::games::playable::{MoveOf, Playable, RulesOf, TablesOf};
use quartet::games::solved_table::GameHistory;
use quartet::score::Score;
use quartet::search::prover::ProvenLine;
use quartet::search::stop::Watch;
use quartet::wdl::Calibration;
use std::sync::{Arc, OnceLock};

/// The tables that referees of the same rules share.
type SharedTables<P> = Arc<OnceLock<Arc<TablesOf<P>>>>;

/// The referee for the types of a game, with the position and the moves that led to it.
pub(super) struct Rules<P: Playable> {
    variant: &'static Variant,
    rules: RulesOf<P>,
    max_plies: u32,
    /// Tables of solved games. In other games they are weights of the evaluation, which take long to unpack, so they
    /// are created when they are first needed.
    tables: SharedTables<P>,
    setup: Setup,
    record: Record<P::Game>,
    moves: Vec<String>,
}

impl<P: Playable> Rules<P> {
    /// A referee at the start position that shares these tables.
    pub(super) fn new(variant: &'static Variant, rules: RulesOf<P>, max_plies: u32, tables: SharedTables<P>) -> Self {
        let record = Record::new(P::Game::start(&rules));
        Rules { variant, rules, max_plies, tables, setup: Setup::Start, record, moves: Vec::new() }
    }

    /// The moves of a token, checked to be legal.
    fn read(record: &Record<P::Game>, max_plies: u32, token: &str) -> Result<Vec<MoveOf<P>>, NotationError> {
        match record.ending(max_plies) {
            Some((_, reason)) => Err(NotationError::new(format!("the game is over ({})", reason.word()))),
            None => P::Game::parse_token(record.current(), token),
        }
    }

    /// Plays a token on a record and appends its moves to `moves`.
    fn play_token(
        record: &mut Record<P::Game>,
        max_plies: u32,
        token: &str,
        moves: &mut Vec<String>,
    ) -> Result<(), NotationError> {
        for mv in Self::read(record, max_plies, token)? {
            moves.push(P::Game::write_move(record.current(), mv));
            record.play(mv);
        }
        Ok(())
    }

    /// The result of a terminal position, with the margin of the first player.
    fn result_of(&self, terminal: Terminal) -> (GameResult, Option<i16>) {
        let side = self.side();
        match terminal {
            Terminal::Win => (GameResult::win_of(side), None),
            Terminal::Loss => (GameResult::win_of(side.other()), None),
            Terminal::Draw => (GameResult::Draw, None),
            Terminal::Margin(own) => {
                let margin = if side == Side::X { own } else { -own };
                (GameResult::of_margin(margin), Some(margin))
            }
        }
    }
}

impl<P: Playable> Referee for Rules<P> {
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
        (self.setup, self.record, self.moves) = (setup.clone(), record, moves);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, NotationError> {
        if let Some((_, reason)) = self.record.ending(self.max_plies) {
            return Err(NotationError::new(format!("the game is over ({})", reason.word())));
        }
        let mv = P::Game::parse_move(self.record.current(), text)?;
        let spelled = P::Game::write_move(self.record.current(), mv);
        self.record.play(mv);
        self.moves.push(spelled.clone());
        Ok(spelled)
    }

    fn take_back(&mut self) -> bool {
        self.moves.pop().is_some_and(|last| self.record.take_back(&last).is_ok())
    }

    fn setup(&self) -> &Setup {
        &self.setup
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
        P::Game::legal_moves(position, &mut moves);
        moves.into_iter().map(|mv| P::Game::write_move(position, mv)).collect()
    }

    fn position(&self) -> String {
        P::Game::write_position(self.record.current())
    }

    fn diagram(&self) -> String {
        P::Game::diagram(self.record.current())
    }

    fn side(&self) -> Side {
        P::Game::side(self.record.current())
    }

    fn ply(&self) -> u32 {
        P::Game::ply(self.record.current())
    }

    fn key(&self) -> u64 {
        P::Game::key(self.record.current())
    }

    fn symmetric_key(&self) -> u64 {
        let image = |symmetry| P::Game::key(&P::Game::transform(self.record.current(), symmetry));
        (0..8).map(image).min().unwrap_or_default()
    }

    fn ending(&self) -> Option<Ending> {
        let (terminal, reason) = self.record.ending(self.max_plies)?;
        let (result, margin) = self.result_of(terminal);
        Some(Ending { result, reason, margin })
    }

    fn calibration(&self) -> Calibration {
        P::calibration(self.record.current())
    }

    fn winning_row(&self) -> Vec<String> {
        P::Game::winning_row(self.record.current())
    }

    fn is_solved(&self) -> bool {
        P::SOLVED_TABLE.is_some()
    }

    fn exact_moves(&mut self) -> Option<Vec<(String, Score)>> {
        let open = P::SOLVED_TABLE?;
        if self.record.ending(self.max_plies).is_some() {
            return None;
        }
        let position = self.record.current();
        let mut moves = Vec::new();
        P::Game::legal_moves(position, &mut moves);
        let history = GameHistory { positions: self.record.positions(), max_plies: self.max_plies };
        let table = open(self.tables.get_or_init(Arc::default).clone(), &|_| None);
        let lines = table.root_lines(history, &moves, moves.len(), &mut Watch::unlimited()).ok()?;
        let spelled = |line: ProvenLine<MoveOf<P>>| {
            let mv = line.pv.first()?;
            Some((P::Game::write_move(position, *mv), line.score))
        };
        lines.into_iter().map(spelled).collect()
    }
}
