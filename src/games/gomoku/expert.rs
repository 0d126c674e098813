//! Gomoku's expert: the search's interface to the game, and the evaluation.

use super::candidates::{MoveGenerator, keep_best};
use super::evaluation::accumulator::{Accumulator, RuleNetwork};
use super::evaluation::move_probabilities::{Policy, PolicyInput};
use super::evaluation::network::{HEAD_SCALE, Network, stage};
use super::evaluation::policy::{PolicyNetwork, ROW_SCALE};
use super::rules::board::{Point, Position, Rule};
use super::rules::game::Gomoku;
use super::selectivity;
use super::solvers::known_proofs::KnownProofs;
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

/// Read-only tables that all workers share.
pub struct Tables {
    pub(super) patterns: PatternTables,
    weights: ShapeWeights,
    /// The network that corrects the shape weights, by rule; `None` for an evaluation without network.
    network: Option<[Arc<RuleNetwork>; Rule::ALL.len()]>,
    /// The policy network; `None` for the priors of shapes.
    policy: Option<Policy>,
}

impl Tables {
    /// Tables with these shape weights and, optionally, a network that corrects them, and a policy network for searches
    /// with it.
    pub fn new(weights: ShapeWeights, network: Option<Network>, policy: Option<PolicyNetwork>) -> Tables {
        let network = network.map(|network| Rule::ALL.map(|rule| Arc::new(RuleNetwork::new(&network, rule))));
        Tables { patterns: PatternTables::default(), weights, network, policy: policy.as_ref().map(Policy::new) }
    }
}

impl Default for Tables {
    /// Tables with the shipped weights and networks.
    fn default() -> Tables {
        Tables::new(ShapeWeights::shipped().clone(), Some(Network::shipped()), Some(PolicyNetwork::shipped()))
    }
}

/// Gomoku's expert. Its threats and accumulator follow the position of the search.
pub struct GomokuExpert {
    pub(super) tables: Arc<Tables>,
    pub(super) threats: Threats,
    /// The accumulator of the network, if there is one.
    accumulator: Option<Accumulator>,
    pub(super) vcf: Vcf,
    pub(super) vct: Vct,
    /// The proofs found in this game.
    pub(super) proofs: KnownProofs,
}

/// The score in centipoints that multiplies the odds of winning by e. Weights are trained such that 100 centipoints win
/// three games in four, which are odds of 3.
pub(super) const CP_PER_LOGIT: f64 = 100.0 / 1.098_612_3;
/// [`CP_PER_LOGIT`] in tenths of a centipoint.
const TENTH_CP_PER_LOGIT: i32 = (10.0 * CP_PER_LOGIT) as i32;
/// The largest absolute value of a term of the evaluation, so that the sum stays in the range of heuristic scores.
const TERM_LIMIT: i32 = 20_000;
/// The number of moves searched, of those generated, where neither side can make an unstoppable four or a five.
const SEARCHED_MOVES: usize = 24;
/// The ordering score of a move that is certain to be the best.
const CERTAIN_MOVE_SCORE: i32 = 8000;
/// The ordering score that a move loses if it is half as likely.
const SCORE_PER_HALF: i32 = 1733;
/// The minimum depth of VCF searches in the tree search. Nearer to the leaves they cost more than they gain (-168 Elo
/// at equal time with VCF at every node); quiescence searches fours there.
const VCF_MIN_DEPTH: i16 = 5;
/// The node budget of a VCF search in the tree search.
const VCF_NODES: u32 = 64;
/// The node budget of a VCF search in a mate search.
const MATE_VCF_NODES: u32 = 1000;

impl GomokuExpert {
    fn view<'a>(&'a self, position: &'a Position) -> ThreatView<'a> {
        ThreatView::new(position, &self.threats, &self.tables.patterns)
    }

    fn move_generator<'a>(&'a self, position: &'a Position) -> MoveGenerator<'a> {
        MoveGenerator::new(self.view(position), position, &self.threats)
    }

    /// The names and values of the terms of the evaluation, for the side to move.
    pub(super) fn terms(&mut self, position: &Position) -> [(&'static str, i32); 3] {
        let side = position.side();
        let shapes = self.threats.balance(side).clamp(-TERM_LIMIT, TERM_LIMIT);
        [("shapes", shapes), ("turn", self.threats.tempo(side)), ("network", self.network_value(position))]
    }

    /// The value of the network, in centipoints for the side to move.
    fn network_value(&mut self, position: &Position) -> i32 {
        let side = position.side();
        let pair = self.threats.strongest_pair(side);
        let Some(accumulator) = &mut self.accumulator else { return 0 };
        let value = accumulator.evaluate(side, pair, stage(position.stones()));
        value.clamp(-TERM_LIMIT, TERM_LIMIT) * TENTH_CP_PER_LOGIT / (10 * HEAD_SCALE)
    }
}

/// The limits of the VCF search at a node of the tree search; `None` for no VCF search.
fn vcf_limits(node: &Node) -> Option<Limits> {
    let limits = |plies: u16, nodes: u32| Some(Limits { plies, nodes });
    match node.goal {
        Goal::Mate => limits(node.depth.max(0).unsigned_abs(), MATE_VCF_NODES),
        _ if node.depth >= VCF_MIN_DEPTH => limits(UNLIMITED_PLIES, VCF_NODES),
        _ => None,
    }
}

impl Expert for GomokuExpert {
    type Game = Gomoku;
    type Tables = Tables;

    fn new(tables: Arc<Tables>) -> Self {
        let (vcf, vct, proofs) = (Vcf::default(), Vct::default(), KnownProofs::default());
        GomokuExpert { tables, threats: Threats::default(), accumulator: None, vcf, vct, proofs }
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
                margin: selectivity::futility_margin(self.accumulator.is_some()).into(),
            },
            late_move_pruning: LateMovePruning {
                max_depth: i16::MAX,
                base: 4,
                per_depth: 300,
                not_improving_percent: 60,
            },
            singular: Some(SingularExtensions {
                min_depth: 7,
                max_tt_depth_gap: 2,
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
        self.proofs.clear();
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
        self.move_generator(position).candidates(node, moves)
    }

    /// Replaces priors of shapes by those of the policy network and keeps the best moves, unless a side can make an
    /// unstoppable four or a five: the network has not learned from such positions. All candidates remain at the root,
    /// where a move that is missed is lost.
    fn select_candidates(&mut self, position: &Position, node: &Node, moves: &mut Vec<ScoredMove<Point>>) {
        let side = position.side();
        let [own, opponent] = [side, side.other()].map(|side| self.threats.strongest(side));
        if node.goal != Goal::Heuristic || own.max(opponent) >= ThreatClass::UnstoppableFour {
            return;
        }
        if let (Some(policy), Some(accumulator)) = (&self.tables.policy, &mut self.accumulator) {
            let last = std::array::from_fn(|index| self.threats.move_before(index + 1));
            let pair = threat_pair(own, opponent);
            let input = PolicyInput { side, pair, last, configurations: accumulator.configurations() };
            policy.score(&input, moves);
            for ScoredMove { score, .. } in &mut *moves {
                *score = CERTAIN_MOVE_SCORE + *score * SCORE_PER_HALF / ROW_SCALE;
            }
        }
        if node.ply > 0 {
            keep_best(moves, SEARCHED_MOVES);
        }
    }

    fn quiescence_moves(&mut self, position: &Position, node: &Node, moves: &mut Vec<ScoredMove<Point>>) -> StandPat {
        self.move_generator(position).quiescence_moves(node, moves)
    }

    fn is_threatened(&self, position: &Position) -> bool {
        let opponent = position.side().other();
        [ThreatClass::Five, ThreatClass::UnstoppableFour]
            .iter()
            .any(|&class| !self.threats.points(opponent, class).is_empty())
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
        if let Some(proven) = self.view(position).proven_value() {
            return Ok(Some(proven));
        }
        let Some(limits) = vcf_limits(node) else { return Ok(None) };
        // A single four rarely leads to a win.
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
