//! What an expert of gomoku tells the search: the hooks, and the evaluation.
//!
//! Must not know: the search's inner workings.

use super::board::{Point, Position};
use super::candidates::Lists;
use super::lines::MAX_SIZE;
use super::patterns::Patterns;
use super::proof::Attack;
use super::proofs::View;
use super::rules::{DEFAULT_SIZE, Gomoku, MIN_SIZE};
use super::scene::Scene;
use super::textbook;
use super::threats::{Class, Threats};
use super::vcf::{ENDLESS, Finding, Limits, Vcf};
use super::vct::Vct;
use super::verify::verify;
use crate::game::{OptionKind, OptionSpec, Side};
use crate::score::{Bound, Score};
use crate::search::control::{Stopped, Watch};
use crate::search::knowledge::{
    At, Coverage, Goal, Iteration, Knowledge, OnePly, Params, RootLine, Scored, StandPat, Verdict,
};
use crate::wdl::Calibration;
use std::sync::Arc;

/// Read-only tables of all workers.
#[derive(Default)]
pub struct Tables {
    patterns: Patterns,
}

/// The expert of gomoku: follows the threats of both colours along the line searched.
pub struct GomokuKnowledge {
    tables: Arc<Tables>,
    threats: Threats,
    vcf: Vcf,
    vct: Vct,
    /// The key of a position that was proven to be won, with the proof.
    proven: Option<(u64, Attack)>,
}

// The values below were fitted by hand to the results of 400 games of a two-ply search against itself on 15x15, so that
// an advantage of 100 wins about three games in four.
/// Value of having the move.
const TEMPO: i32 = 70;
/// Value of the strongest threat to be carried out by the side to move.
const CHANCE: [i32; Class::COUNT] = [0, 6, 70, 6, 300, 1200, 2400];
/// Value of the opponent's strongest threat, which has to wait; a five point costs the side to move the turn.
const DANGER: [i32; Class::COUNT] = [0, 3, 25, 3, 110, 95, TEMPO];
/// Centipoints for a hundred units of pattern weights.
const PATTERN_SCALE: i32 = 36;
/// Bound of the patterns' term, so that all terms stay in the heuristic range.
const PATTERN_LIMIT: i32 = 20_000;
/// Centipoints that make the odds of winning e times as good. Fitted by `quartet-arena calibrate` to 695 games against itself of
/// 10,000 and 100,000 nodes a move on 15x15 from random openings of 6 plies; 9 of them were drawn, too few for a model of that.
const SPREAD: f64 = 75.0;
/// Nodes for a win by continuous fours at the leaves of the tree, beyond them, and above them.
const FOURS_NODES: [u32; 3] = [64, 16, 64];
/// The same when only wins are looked for.
const MATE_FOURS_NODES: u32 = 1000;
/// Of the nodes of a proof search at the root, so many go into the shortest win by fours: one in this number.
const ROOT_FOURS_SHARE: u64 = 8;
/// Least nodes for putting together a proof that was found.
const TREE_NODES: u64 = 10_000;
/// Moves a side makes in a long game.
const LONG_GAME: u32 = 35;

impl GomokuKnowledge {
    fn view<'a>(&'a self, position: &'a Position) -> View<'a> {
        View::new(position, &self.threats, &self.tables.patterns)
    }

    fn lists<'a>(&'a self, position: &'a Position) -> Lists<'a> {
        Lists::new(self.view(position), position, &self.threats)
    }

    /// The terms of the evaluation, which is their sum.
    fn terms(&self, position: &Position) -> [(&'static str, i32); 3] {
        let (me, you) = (position.side(), position.side().other());
        let patterns = (self.threats.total(me) - self.threats.total(you)) * PATTERN_SCALE / 100;
        let threats = match (self.strongest(me), self.strongest(you)) {
            // Everything else has to wait for the block.
            (mine, Class::Five) if mine != Class::Five => -DANGER[Class::Five as usize],
            (mine, yours) => CHANCE[mine as usize] - DANGER[yours as usize],
        };
        [("patterns", patterns.clamp(-PATTERN_LIMIT, PATTERN_LIMIT)), ("threats", threats), ("tempo", TEMPO)]
    }

    /// The strongest class that a stone of `side` can make anywhere.
    fn strongest(&self, side: Side) -> Class {
        let classes = [Class::Five, Class::TwoFives, Class::FourThree, Class::DoubleThree, Class::Four, Class::Three];
        let found = classes.into_iter().find(|&class| !self.threats.points(side, class).is_empty());
        found.unwrap_or_default()
    }
}

/// How far the tree search looks for a win by continuous fours at a node.
fn fours_limits(at: &At) -> Limits {
    match (at.goal, at.depth) {
        (Goal::Mate, depth) => Limits { plies: depth.max(0).unsigned_abs(), nodes: MATE_FOURS_NODES },
        (_, 0) => Limits { plies: ENDLESS, nodes: FOURS_NODES[0] },
        (_, ..0) => Limits { plies: ENDLESS, nodes: FOURS_NODES[1] },
        (_, 1..) => Limits { plies: ENDLESS, nodes: FOURS_NODES[2] },
    }
}

impl Knowledge for GomokuKnowledge {
    type Game = Gomoku;
    type Tables = Tables;

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "BoardSize",
            kind: OptionKind::Spin { default: DEFAULT_SIZE as i64, min: MIN_SIZE as i64, max: MAX_SIZE as i64 },
        },
        OptionSpec {
            name: "Rule",
            kind: OptionKind::Combo { default: "freestyle", values: &["freestyle", "standard", "renju"] },
        },
    ];

    const ONE_PLY: &'static [OnePly<Position, Point>] = &[textbook::PLAYER];

    fn new(tables: Arc<Tables>) -> Self {
        let (vcf, vct) = (Vcf::default(), Vct::default());
        GomokuKnowledge { tables, threats: Threats::default(), vcf, vct, proven: None }
    }

    fn params(&self) -> Params {
        Params {
            aspiration: 30,
            reduction_depth: 3,
            reduction_moves: 4,
            reduction_scale: 24,
            split_depth: 6,
            ..Params::default()
        }
    }

    fn new_game(&mut self) {
        self.vcf.clear();
        self.vct.clear();
        self.proven = None;
    }

    fn reset(&mut self, root: &Position) {
        self.threats.reset(root, &self.tables.patterns);
    }

    fn played(&mut self, after: &Position, mv: Point) {
        self.threats.played(after, mv, &self.tables.patterns);
    }

    fn undone(&mut self) {
        self.threats.undone();
    }

    fn schedule(&self, root: &Position, max_depth: u8) -> Vec<Iteration> {
        let last = usize::from(max_depth).min(root.empties()).max(1) as u8;
        (1..=last).map(|depth| Iteration { depth, goal: Goal::Value, selectivity: 1 }).collect()
    }

    fn moves_to_go(root: &Position) -> u32 {
        let played = root.stones() as u32 / 2;
        LONG_GAME.saturating_sub(played).max(10).min(root.empties() as u32 / 2 + 1)
    }

    fn calibration(_root: &Position) -> Calibration {
        Calibration { spread: SPREAD, draw: 0.0 }
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        Score::cp(self.terms(position).iter().map(|(_, value)| value).sum())
    }

    fn explain(&mut self, position: &Position) -> Vec<(String, i32)> {
        self.terms(position).map(|(name, value)| (name.to_string(), value)).into()
    }

    fn candidates(&mut self, position: &Position, at: &At, moves: &mut Vec<Scored<Point>>) -> Coverage {
        self.lists(position).candidates(at, moves)
    }

    fn forcing(&mut self, position: &Position, at: &At, moves: &mut Vec<Scored<Point>>) -> StandPat {
        self.lists(position).forcing(at, moves)
    }

    fn prove(&mut self, root: &Position, nodes: u64, watch: &mut Watch) -> Result<Option<RootLine<Point>>, Stopped> {
        let mut scene = Scene::new(root, &mut self.threats, &self.tables.patterns);
        let share = u32::try_from(nodes / ROOT_FOURS_SHARE).unwrap_or(u32::MAX);
        let limits = Limits { plies: ENDLESS, nodes: share };
        let found = match self.vcf.shortest(&mut scene, limits, watch)? {
            Finding::Win(plies, _) => {
                let line = self.vcf.line(&mut scene, Limits { plies, ..limits }, watch)?;
                Attack::of_line(&line).map(|attack| (attack, plies))
            }
            _ => match self.vct.seek(&mut scene, &mut self.vcf, nodes, watch)? {
                Finding::Win(..) => self.vct.tree(&mut scene, &mut self.vcf, nodes.max(TREE_NODES), watch)?,
                _ => None,
            },
        };
        let Some((attack, plies)) = found else { return Ok(None) };
        let line = RootLine { score: Score::win_in(plies), pv: attack.longest_line(root) };
        self.proven = Some((root.key(), attack));
        Ok(Some(line))
    }

    fn proof(&mut self, root: &Position) -> Option<String> {
        if self.proven.as_ref().is_none_or(|(key, _)| *key != root.key()) {
            self.reset(root);
            self.prove(root, TREE_NODES, &mut Watch::unlimited()).ok()?;
        }
        let (_, attack) = self.proven.as_ref().filter(|(key, _)| *key == root.key())?;
        let mut text = String::new();
        attack.write(&mut text);
        Some(text)
    }

    fn check_proof(root: &Position, text: &str) -> Result<u16, String> {
        let attack = Attack::read(text).map_err(|error| error.0)?;
        verify(root, &attack)
    }

    fn oracle(&mut self, position: &Position, at: &At, watch: &mut Watch) -> Result<Option<Verdict<Point>>, Stopped> {
        if let Some(verdict) = self.view(position).verdict() {
            return Ok(Some(verdict));
        }
        let limits = fours_limits(at);
        let found = self.vcf.ask(position, &mut self.threats, &self.tables.patterns, limits, watch)?;
        Ok(match found {
            Finding::Win(plies, mv) => {
                Some(Verdict { score: Score::win_in(plies), bound: Bound::Lower, best: Some(mv) })
            }
            _ => None,
        })
    }
}
