//! How perfect players of the solved games fare against players who err: share of wins, draws and losses, and how long it
//! takes.

use anyhow::{Context, Result};
use clap::Args;
use quartet::engine::record::Record;
use quartet::game::Side;
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::games::solved::{Solved, SolvedKnowledge, SolvedTables};
use quartet::random::SplitMix64;
use quartet::score::Score;
use quartet::search::control::Watch;
use quartet::search::knowledge::{Course, Knowledge};
use quartet::solver::Fallible;
use std::sync::Arc;

/// What to play.
#[derive(Args, Clone, PartialEq)]
pub struct Settings {
    /// Games of each player against each opponent on each side.
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Plies that the opponents see; 0 is a random mover.
    #[arg(long, value_delimiter = ',', default_value = "0,2")]
    opponents: Vec<u16>,
    /// Values of option `Opponent Depth` to try.
    #[arg(long, value_delimiter = ',', default_value = "2")]
    depths: Vec<u16>,
    /// Seed of all lots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Wins that come no later than this are counted apart.
const SOON: u32 = 20;
/// Option `MaxPlies`.
const MAX_PLIES: u32 = 400;

/// How the perfect player chooses among moves of equal value.
#[derive(Clone, Copy)]
enum Choice {
    Swindle(u16),
    First,
    Lot,
}

impl Choice {
    fn name(self) -> String {
        match self {
            Choice::Swindle(depth) => format!("swindle {depth}"),
            Choice::First => "first".into(),
            Choice::Lot => "by lot".into(),
        }
    }
}

/// Results of one player against one opponent.
#[derive(Default)]
struct Tally {
    games: u32,
    wins: u32,
    soon: u32,
    losses: u32,
    plies: u64,
}

/// Plays everything and prints a table.
pub fn run(settings: &Settings) -> Result<()> {
    println!(
        "{:<8} {:<10} {:<4} {:<9} {:>7} {:>18} {:>18} {:>7} {:>7} {:>6}",
        "game", "player", "side", "opponent", "games", "wins %", "wins in 20 %", "draws %", "losses%", "plies"
    );
    both_sides::<LGame>("lgame", settings)?;
    both_sides::<Rhombus>("rhombus", settings)
}

fn both_sides<G: Solved<Rules = ()>>(game: &str, settings: &Settings) -> Result<()> {
    let tables = Arc::<SolvedTables<G>>::default();
    let swindles = settings.depths.iter().map(|&depth| Choice::Swindle(depth));
    let choices: Vec<_> = swindles.chain([Choice::First, Choice::Lot]).collect();
    for &depth in &settings.opponents {
        for side in [Side::X, Side::O] {
            for &choice in &choices {
                let mut table = Match { tables: &tables, choice, opponent: Fallible { depth }, side, expert: None };
                let mut lots = SplitMix64::new(settings.seed);
                let mut tally = Tally::default();
                for _ in 0..settings.games {
                    table.play(&mut lots, &mut tally)?;
                }
                tally.print(game, choice, side, depth);
            }
        }
    }
    Ok(())
}

/// A player and an opponent.
struct Match<'a, G: Solved> {
    tables: &'a Arc<SolvedTables<G>>,
    choice: Choice,
    opponent: Fallible,
    /// The player's side.
    side: Side,
    expert: Option<SolvedKnowledge<G>>,
}

impl<G: Solved<Rules = ()>> Match<'_, G> {
    fn play(&mut self, lots: &mut SplitMix64, tally: &mut Tally) -> Result<()> {
        let mut record = Record::<G>::new(G::start(&()));
        let terminal = loop {
            if let Some((terminal, _)) = record.ending(MAX_PLIES) {
                break terminal;
            }
            let mv = if G::side(record.current()) == self.side {
                self.chosen(&record, lots)?
            } else {
                self.reply(record.current(), lots)?
            };
            record.play(mv);
        };
        let end = record.current();
        let score = if G::side(end) == self.side { terminal.score(0) } else { -terminal.score(0) };
        tally.games += 1;
        tally.wins += u32::from(score.is_win());
        tally.soon += u32::from(score.is_win() && G::ply(end) <= SOON);
        tally.losses += u32::from(score.is_loss());
        tally.plies += u64::from(G::ply(end));
        Ok(())
    }

    fn chosen(&mut self, record: &Record<G>, lots: &mut SplitMix64) -> Result<G::Move> {
        if let Choice::Lot = self.choice {
            return self.one_of(record.current(), lots, |score| score);
        }
        let course = Course { positions: record.positions(), max_plies: MAX_PLIES };
        let mut moves = Vec::new();
        G::legal_moves(record.current(), &mut moves);
        let (tables, choice) = (self.tables, self.choice);
        let expert = self.expert.get_or_insert_with(|| {
            let mut expert = SolvedKnowledge::new(Arc::clone(tables));
            expert.configure(&|name| match (name, choice) {
                ("Swindle", choice) => Some(matches!(choice, Choice::Swindle(_)).to_string()),
                ("Opponent Depth", Choice::Swindle(depth)) => Some(depth.to_string()),
                _ => None,
            });
            expert
        });
        let lines = expert.root_lines(course, &moves, 1, &mut Watch::unlimited());
        let best = lines.ok().and_then(|lines| lines.first()?.pv.first().copied());
        best.context("the table gives no move")
    }

    /// The opponent's move.
    fn reply(&self, position: &G::Position, lots: &mut SplitMix64) -> Result<G::Move> {
        self.one_of(position, lots, |score| self.opponent.sees(score))
    }

    /// One by lot of the moves that look best.
    fn one_of(&self, position: &G::Position, lots: &mut SplitMix64, looks: impl Fn(Score) -> Score) -> Result<G::Move> {
        let mut moves = Vec::new();
        G::legal_moves(position, &mut moves);
        let look = |&mv: &G::Move| {
            let mut after = position.clone();
            G::play(&mut after, mv);
            looks((-self.tables.values().score(G::side(&after), G::index(&after))).deeper(1))
        };
        let best = moves.iter().map(look).max().context("no move")?;
        moves.retain(|mv| look(mv) == best);
        Ok(moves[lots.below(moves.len())])
    }
}

impl Tally {
    fn print(&self, game: &str, choice: Choice, side: Side, opponent: u16) {
        let games = f64::from(self.games);
        let share = |count: u32| {
            let (low, high) = wilson(f64::from(count), games);
            format!("{:6.2} {:5.2}-{:6.2}", 100.0 * f64::from(count) / games, 100.0 * low, 100.0 * high)
        };
        let draws = self.games - self.wins - self.losses;
        println!(
            "{game:<8} {:<10} {:<4} {:<9} {:>7} {:>18} {:>18} {:>7.2} {:>7.2} {:>6.1}",
            choice.name(),
            side.letter(),
            format!("{opponent}-ply"),
            self.games,
            share(self.wins),
            share(self.soon),
            100.0 * f64::from(draws) / games,
            100.0 * f64::from(self.losses) / games,
            self.plies as f64 / games
        );
    }
}

/// The 95 % interval of a share (Wilson 1927).
fn wilson(count: f64, of: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let share = count / of;
    let centre = share + Z * Z / (2.0 * of);
    let spread = Z * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of)).sqrt();
    let scale = 1.0 + Z * Z / of;
    ((centre - spread) / scale, (centre + spread) / scale)
}
