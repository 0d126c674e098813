//! What an expert of gomoku tells the search: the hooks, and the evaluation.
//!
//! Must not know: the search's inner workings.

use super::candidates::MoveGenerator;
use super::evaluation::accumulator::{Accumulator, RuleNetwork};
use super::evaluation::network::{HEAD_SCALE, Network, stage};
use super::rules::board::{Point, Position, Rule};
use super::rules::game::Gomoku;
use super::selectivity;
use super::solvers::proof_tree::AttackNode;
use super::solvers::vcf::{Limits, SolverResult, UNLIMITED_PLIES, Vcf};
use super::solvers::vct::Vct;
use super::threats::incremental::Threats;
use super::threats::patterns::PatternTables;
use super::threats::shapes::ThreatClass;
use super::threats::static_proofs::ThreatView;
use super::threats::weights::{ShapeWeights, threat_pair};
use crate::score::{Bound, Score};
use crate::search::expert::{Coverage, Expert, Goal, Iteration, Node, OracleResult, ProbCut, ScoredMove, StandPat};
use crate::search::params::{
    History, LateMovePruning, LateMoveReductions, Params, ProbCutParams, ReverseFutility, SingularExtensions,
};
use crate::search::prover::Prover;
use crate::search::stop::{Stopped, Watch};
use std::sync::Arc;

/// Read-only tables of all workers.
pub struct Tables {
    pub(super) patterns: PatternTables,
    weights: ShapeWeights,
    /// By rule: the network that corrects the weights, if one does.
    network: Option<[Arc<RuleNetwork>; Rule::ALL.len()]>,
}

impl Tables {
    /// Tables with these weights, and the network that corrects them.
    pub fn new(weights: ShapeWeights, network: Option<Network>) -> Tables {
        let network = network.map(|network| Rule::ALL.map(|rule| Arc::new(RuleNetwork::new(&network, rule))));
        Tables { patterns: PatternTables::default(), weights, network }
    }
}

impl Default for Tables {
    /// Tables with the program's own weights and network.
    fn default() -> Tables {
        Tables::new(ShapeWeights::shipped().clone(), Some(Network::shipped()))
    }
}

/// The expert of gomoku: follows the threats of both colours along the line searched.
pub struct GomokuExpert {
    pub(super) tables: Arc<Tables>,
    pub(super) threats: Threats,
    /// Of the network, if there is one.
    accumulator: Option<Accumulator>,
    pub(super) vcf: Vcf,
    pub(super) vct: Vct,
    /// The key of a position that was proven to be won, with the proof.
    pub(super) proven: Option<(u64, AttackNode)>,
}

/// Centipoints that make the odds of winning e times as good: weights are learned so that 100 win three games in four,
/// odds of 3.
pub(super) const SPREAD: f64 = 100.0 / 1.098_612_3;
/// The same in tenths.
const SPREAD_TENTHS: i32 = (10.0 * SPREAD) as i32;
/// Bound of the shapes' term, so that the sum stays in the heuristic range.
const LIMIT: i32 = 20_000;
/// Least depth at which the tree search asks for a win by continuous fours: nearer the leaves it costs more than it
/// brings (-168 Elo at equal time when every node asks), quiescence follows the fours there.
const FOURS_DEPTH: i16 = 5;
/// Nodes for it.
const FOURS_NODES: u32 = 64;
/// The same when only wins are looked for.
const MATE_FOURS_NODES: u32 = 1000;
impl GomokuExpert {
    fn view<'a>(&'a self, position: &'a Position) -> ThreatView<'a> {
        ThreatView::new(position, &self.threats, &self.tables.patterns)
    }

    fn lists<'a>(&'a self, position: &'a Position) -> MoveGenerator<'a> {
        MoveGenerator::new(self.view(position), position, &self.threats)
    }

    /// The terms of the evaluation, which is their sum.
    pub(super) fn terms(&mut self, position: &Position) -> [(&'static str, i32); 3] {
        let side = position.side();
        let shapes = self.threats.balance(side).clamp(-LIMIT, LIMIT);
        [("shapes", shapes), ("turn", self.threats.urgency(side)), ("network", self.correction(position))]
    }

    /// What the network adds, in centipoints for the side to move.
    fn correction(&mut self, position: &Position) -> i32 {
        let Some(accumulator) = &mut self.accumulator else { return 0 };
        let side = position.side();
        let pair = threat_pair(self.threats.strongest(side), self.threats.strongest(side.other()));
        let value = accumulator.value(side, pair, stage(position.stones()));
        value.clamp(-LIMIT, LIMIT) * SPREAD_TENTHS / (10 * HEAD_SCALE)
    }
}

/// How far the tree search looks for a win by continuous fours at a node, if it does.
fn fours_limits(node: &Node) -> Option<Limits> {
    let limits = |plies: u16, nodes: u32| Some(Limits { plies, nodes });
    match node.goal {
        Goal::Mate => limits(node.depth.max(0).unsigned_abs(), MATE_FOURS_NODES),
        _ if node.depth >= FOURS_DEPTH => limits(UNLIMITED_PLIES, FOURS_NODES),
        _ => None,
    }
}

impl Expert for GomokuExpert {
    type Game = Gomoku;
    type Tables = Tables;

    fn new(tables: Arc<Tables>) -> Self {
        let (vcf, vct) = (Vcf::default(), Vct::default());
        GomokuExpert { tables, threats: Threats::default(), accumulator: None, vcf, vct, proven: None }
    }

    fn params(&self) -> Params {
        Params {
            aspiration_delta: 30,
            accept_any_win: true,
            late_move_reductions: LateMoveReductions {
                min_depth: 3,
                full_depth_moves: 1,
                scale: 48,
                cut_node: 150,
                not_improving: 75,
            },
            split_min_depth: 6,
            history: History { continuation: true, bonus_scale: 64, max_bonus: 8000, weight_percent: 50 },
            tt_in_quiescence: true,
            one_reply_extension: true,
            probcut: ProbCutParams { fail_low: false, nested: false },
            reverse_futility: ReverseFutility {
                max_depth: 6,
                margin: selectivity::futility(self.accumulator.is_some()).into(),
            },
            late_move_pruning: LateMovePruning {
                max_depth: i16::MAX,
                base: 4,
                per_depth: 300,
                not_improving_percent: 60,
            },
            singular: Some(SingularExtensions {
                min_depth: 7,
                max_entry_deficit: 2,
                margin: 50,
                depth_percent: 46,
                double_margin: 50,
            }),
            ..Params::default()
        }
    }

    fn new_game(&mut self) {
        self.vcf.clear();
        self.vct.clear();
        self.proven = None;
    }

    fn on_root(&mut self, root: &Position) {
        self.threats.reset_weighted(root, &self.tables.patterns, &self.tables.weights);
        let network = self.tables.network.as_ref().map(|network| &network[root.rule() as usize]);
        self.accumulator = network.map(|network| Accumulator::new(network.clone(), root));
    }

    fn on_play(&mut self, after: &Position, mv: Point) {
        self.threats.on_play(after, mv, &self.tables.patterns);
        if let Some(accumulator) = &mut self.accumulator {
            accumulator.on_play(mv, after.side().other());
        }
    }

    fn on_undo(&mut self) {
        self.threats.on_undo();
        if let Some(accumulator) = &mut self.accumulator {
            accumulator.on_undo();
        }
    }

    fn schedule(&self, root: &Position, max_depth: u8) -> Vec<Iteration> {
        let last = usize::from(max_depth).min(root.empties()).max(1) as u8;
        (1..=last).map(|depth| Iteration { depth, goal: Goal::Heuristic, selectivity: 1 }).collect()
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        Score::cp(self.terms(position).iter().map(|(_, value)| value).sum())
    }

    fn candidates(&mut self, position: &Position, node: &Node, moves: &mut Vec<ScoredMove<Point>>) -> Coverage {
        self.lists(position).candidates(node, moves)
    }

    fn quiescence_moves(&mut self, position: &Position, node: &Node, moves: &mut Vec<ScoredMove<Point>>) -> StandPat {
        self.lists(position).quiescence_moves(node, moves)
    }

    fn is_threatened(&self, position: &Position) -> bool {
        let you = position.side().other();
        [ThreatClass::Five, ThreatClass::OpenFour].iter().any(|&class| !self.threats.points(you, class).is_empty())
    }

    fn probcut(&self, position: &Position, node: &Node) -> Option<ProbCut> {
        selectivity::probcut(node, self.accumulator.is_some()).filter(|_| !self.is_threatened(position))
    }

    fn oracle(
        &mut self,
        position: &Position,
        node: &Node,
        watch: &mut Watch,
    ) -> Result<Option<OracleResult<Point>>, Stopped> {
        if let Some(verdict) = self.view(position).proven_value() {
            return Ok(Some(verdict));
        }
        let Some(limits) = fours_limits(node) else { return Ok(None) };
        // One four alone hardly ever goes on to a win.
        let fours =
            [ThreatClass::Four, ThreatClass::FourThree].map(|class| self.threats.points(position.side(), class).len());
        if node.goal != Goal::Mate && fours.iter().sum::<usize>() < 2 {
            return Ok(None);
        }
        let found = self.vcf.search_position(position, &mut self.threats, &self.tables.patterns, limits, watch)?;
        Ok(match found {
            SolverResult::Win(plies, mv) => {
                Some(OracleResult { score: Score::win_in(plies), bound: Bound::Lower, best: Some(mv) })
            }
            _ => None,
        })
    }

    fn prover(&mut self) -> Option<&mut dyn Prover<Gomoku>> {
        Some(self)
    }
}
