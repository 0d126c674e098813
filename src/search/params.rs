//! The tunable parameters of the search in one game.

/// The tunable parameters of the search in one game. Evaluations, margins and windows are in that game's score units.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Half the width of the first aspiration window, in score units.
    pub aspiration_delta: i16,
    /// An aspiration window that would be widened by more than this, in score units, is widened fully on that side.
    pub aspiration_max_delta: i32,
    /// Accept any win at the root instead of the shortest; unproven wins count until refuted. Otherwise the root
    /// searches for the shortest win within the depth, which can take many times as long.
    pub accept_any_win: bool,
    /// By how many score units the score must drop between two iterations for the soft time limit to be extended.
    pub score_drop: i32,
    /// Late move reductions.
    pub late_move_reductions: LateMoveReductions,
    /// History heuristic.
    pub history: History,
    /// Ordering bonus of the two killer moves of a ply, on the scale of history scores.
    pub killer_bonus: [i32; 2],
    /// Whether quiescence probes the transposition table and stores in it.
    pub tt_in_quiescence: bool,
    /// Extends nodes with exactly one candidate move by a ply.
    pub one_reply_extension: bool,
    /// Where ProbCut is tried.
    pub probcut: ProbCutParams,
    /// Reverse futility pruning.
    pub reverse_futility: ReverseFutility,
    /// Late move pruning.
    pub late_move_pruning: LateMovePruning,
    /// Singular extensions; `None` for none.
    pub singular: Option<SingularExtensions>,
    /// Minimum depth of a node for enhanced transposition cutoffs; `i16::MAX` for none.
    pub etc_min_depth: i16,
    /// Minimum depth of a split point; `i16::MAX` for no split points, so that every thread searches the whole tree.
    pub split_min_depth: i16,
    /// Minimum depth of a split point in exact searches; `i16::MAX` for no split points.
    pub exact_split_min_depth: i16,
    /// Minimum selectivity (see [`super::expert::Node::selectivity`]) of the reduced search of ProbCut.
    pub probcut_selectivity: u8,
}

impl Params {
    /// Whether any technique depends on whether the static evaluation is improving.
    pub(super) fn uses_improving(&self) -> bool {
        self.late_move_pruning.not_improving_percent != 100 || self.late_move_reductions.not_improving != 0
    }
}

impl Default for Params {
    fn default() -> Self {
        Params {
            aspiration_delta: 50,
            aspiration_max_delta: 333,
            accept_any_win: false,
            score_drop: 60,
            late_move_reductions: LateMoveReductions {
                min_depth: 3,
                full_depth_moves: 3,
                scale: 24,
                cut_node: 0,
                not_improving: 0,
            },
            history: History { continuation: false, bonus_scale: 8, max_bonus: 1600, weight_percent: 100 },
            killer_bonus: [6_000, 4_000],
            tt_in_quiescence: false,
            one_reply_extension: false,
            probcut: ProbCutParams { fail_low: true, nested: true },
            reverse_futility: ReverseFutility::NONE,
            late_move_pruning: LateMovePruning::NONE,
            singular: None,
            etc_min_depth: i16::MAX,
            split_min_depth: i16::MAX,
            exact_split_min_depth: i16::MAX,
            probcut_selectivity: 1,
        }
    }
}

/// Reverse futility pruning: a node whose static evaluation exceeds beta by a margin is not searched.
#[derive(Clone, Copy, Debug)]
pub struct ReverseFutility {
    /// Maximum depth of the node; 0 for none.
    pub max_depth: i16,
    /// Margin in score units for each ply of depth.
    pub margin: i32,
}

impl ReverseFutility {
    /// No node is pruned.
    pub const NONE: ReverseFutility = ReverseFutility { max_depth: 0, margin: 0 };
}

/// Late move pruning (move count pruning): moves late in the order are skipped.
#[derive(Clone, Copy, Debug)]
pub struct LateMovePruning {
    /// Maximum depth of the node; 0 for none.
    pub max_depth: i16,
    /// Number of moves searched at depth 0.
    pub base: i32,
    /// Hundredths of a move searched in addition for each ply of depth.
    pub per_depth: i32,
    /// Percentage of that number searched where the static evaluation is not improving.
    pub not_improving_percent: i32,
}

impl LateMovePruning {
    /// No move is skipped.
    pub const NONE: LateMovePruning =
        LateMovePruning { max_depth: 0, base: 0, per_depth: 0, not_improving_percent: 100 };
}

/// Late move reductions: moves late in the order are searched to a smaller depth first.
#[derive(Clone, Copy, Debug)]
pub struct LateMoveReductions {
    /// Minimum depth of the node; `i16::MAX` for no reductions.
    pub min_depth: i16,
    /// Number of moves that are searched to full depth.
    pub full_depth_moves: usize,
    /// Coefficient of log₂(depth) · log₂(move index), in hundredths of a ply.
    pub scale: i32,
    /// Additional reduction at cut nodes, in hundredths of a ply.
    pub cut_node: i32,
    /// Additional reduction outside the principal variation where the static evaluation is not improving, in hundredths
    /// of a ply.
    pub not_improving: i32,
}

impl LateMoveReductions {
    /// Every move is searched to full depth.
    pub const NONE: LateMoveReductions =
        LateMoveReductions { min_depth: i16::MAX, full_depth_moves: 0, scale: 0, cut_node: 0, not_improving: 0 };
}

/// Singular extensions: the TT move is searched deeper if every other move fails low against a lowered bound.
#[derive(Clone, Copy, Debug)]
pub struct SingularExtensions {
    /// Minimum depth of the node.
    pub min_depth: i16,
    /// Maximum number of plies by which the table entry may be shallower than the node.
    pub max_tt_depth_gap: i16,
    /// Distance of singular beta below the entry's lower bound, in hundredths of a score unit for each ply of depth.
    pub margin: i32,
    /// Depth of the singular search as a percentage of the node's depth.
    pub depth_percent: i32,
    /// Distance below singular beta, in score units, that earns a double extension outside the principal variation.
    pub double_margin: i32,
}

/// Where ProbCut is tried, if the expert proposes a reduced search.
#[derive(Clone, Copy, Debug)]
pub struct ProbCutParams {
    /// Whether it is tried against alpha as well as against beta.
    pub fail_low: bool,
    /// Whether it is tried inside the reduced search of another ProbCut.
    pub nested: bool,
}

/// The history heuristic (Schaeffer 1983): a score within ±16,384 for each move, updated at each cutoff.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// Whether continuation history (a score for each pair of a move and the reply to it) is kept as well.
    pub continuation: bool,
    /// Bonus for each square of the depth.
    pub bonus_scale: i32,
    /// Maximum bonus.
    pub max_bonus: i32,
    /// Percentage of a history score that counts in move ordering.
    pub weight_percent: i32,
}
