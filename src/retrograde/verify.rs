//! Verification of a table of values: every value against those one ply later, and a sample against plain search.
//!
//! Both checks use only the rules, playing moves forwards; they are independent of retrograde analysis.
//!
//! Knows nothing of any particular game, of retrograde analysis, or of how results are reported.

use super::Indexed;
use crate::game::{Game, Notation};
use crate::random::SplitMix64;
use crate::score::{Score, Window};
use std::collections::BTreeMap;
use std::fmt;

/// A position for which a table is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Its position text.
    pub position: String,
    /// Its value in the table.
    pub table: Score,
    /// Its value found by the check.
    pub found: Score,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { position, table, found } = self;
        write!(to, "{position} is a {} in the table, expected a {}", value_text(*table), value_text(*found))
    }
}

/// An exact value in words: `win 5`, `loss 4`, `draw`; the number is the distance to the end of the game in plies.
pub fn value_text(score: Score) -> String {
    match score.distance() {
        Some(distance) if score.is_win() => format!("win {distance}"),
        Some(distance) => format!("loss {distance}"),
        None => "draw".into(),
    }
}

/// Fails if the table value differs from the value found.
fn compare<G: Notation>(position: &G::Position, table: Score, found: Score) -> Result<(), Contradiction> {
    if table == found {
        return Ok(());
    }
    Err(Contradiction { position: G::write_position(position), table, found })
}

/// What [`check_consistency`] has checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Consistency {
    /// Number of positions: all of them.
    pub positions: usize,
    /// Number of legal moves in them.
    pub moves: usize,
}

/// Checks every position's value against the best that its moves lead to; a position without moves is lost in 0.
/// `value` gives the table's value by index, `tick` is called for every position and may end the check by an error.
///
/// A table that passes is right, in outcomes and distances:
/// * What it calls won in d plies has a move to what it calls lost in d - 1; all moves of what it calls lost in d lead
///   to what it calls won in at most d - 1; what it calls lost in 0 is over. So, by induction over d, such a position
///   is indeed won or lost, in at most d plies.
/// * What it calls a draw has a move to another draw and none to a loss. So both sides can
///   avoid losing for ever, and it is a draw.
/// * Suppose some position is decided sooner than the table says; take one with the smallest true distance. The
///   successors that decide it have smaller true distances, so the table has these right; then by the check the table
///   also has the distance of the position itself right, a contradiction.
pub fn check_consistency<G: Indexed, E: From<Contradiction>>(
    value: impl Fn(usize) -> Score,
    tick: &mut impl FnMut() -> Result<(), E>,
) -> Result<Consistency, E> {
    let mut checked = Consistency::default();
    let mut moves = Vec::new();
    for index in 0..G::SIZE {
        tick()?;
        let mut position = G::position(index);
        assert_eq!(G::index(&position), index, "the numbering is not one to one");
        moves.clear();
        G::legal_moves(&position, &mut moves);
        let mut best = Score::loss_in(0);
        for &mv in &moves {
            let undo = G::play(&mut position, mv);
            best = best.max((-value(G::index(&position))).add_plies(1));
            G::undo(&mut position, mv, undo);
        }
        compare::<G>(&position, value(index), best)?;
        checked.positions += 1;
        checked.moves += moves.len();
    }
    Ok(checked)
}

/// What [`check_by_search`] has checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Number of positions in the sample.
    pub positions: usize,
    /// Number of positions decided within the depth; the others came out as draws.
    pub decided: usize,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// Searches a sample of positions `depth` plies deep, using only the rules: the result is the table's value where its
/// distance is within the depth, else a draw. The sample, always the same, has up to `each` positions of every value
/// within every stage of the game, where stages are positions of equal [`Indexed::reachable_bound`]. `tick` is as in
/// [`check_consistency`].
pub fn check_by_search<G: Indexed, E: From<Contradiction>>(
    value: impl Fn(usize) -> Score,
    depth: u16,
    each: usize,
    tick: &mut impl FnMut() -> Result<(), E>,
) -> Result<Searched, E> {
    let mut searched = Searched::default();
    for index in sample::<G, E>(&value, each, tick)? {
        let mut position = G::position(index);
        let mut search = Search::<G, _> { depth, moves: Vec::new(), nodes: 0, tick };
        let found = search.value(&mut position, 0, Window::FULL)?;
        searched.nodes += search.nodes;
        let table = value(index);
        let within = table.distance().is_some_and(|distance| distance <= depth);
        if within || found != Score::DRAW {
            compare::<G>(&position, table, found)?;
        }
        searched.positions += 1;
        searched.decided += usize::from(within);
    }
    Ok(searched)
}

/// Up to `each` positions of every value in every stage of the game.
fn sample<G: Indexed, E>(
    value: impl Fn(usize) -> Score,
    each: usize,
    tick: &mut impl FnMut() -> Result<(), E>,
) -> Result<Vec<usize>, E> {
    const SEED: u64 = 13;
    let mut strata: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for index in 0..G::SIZE {
        tick()?;
        strata.entry((G::reachable_bound(index), value(index))).or_default().push(index);
    }
    let mut random = SplitMix64::new(SEED);
    let mut drawn = Vec::new();
    for mut stratum in strata.into_values() {
        for _ in 0..each.min(stratum.len()) {
            drawn.push(stratum.swap_remove(random.below(stratum.len())));
        }
    }
    Ok(drawn)
}

/// Plain negamax with alpha-beta pruning.
struct Search<'a, G: Game, T> {
    depth: u16,
    /// The moves of all nodes from the root to the current one.
    moves: Vec<G::Move>,
    nodes: u64,
    tick: &'a mut T,
}

impl<G: Notation, T> Search<'_, G, T> {
    /// The value of a position `ply` plies from the root, distances counted from there; a draw where the depth ends.
    fn value<E>(&mut self, position: &mut G::Position, ply: u16, window: Window) -> Result<Score, E>
    where
        T: FnMut() -> Result<(), E>,
    {
        (self.tick)()?;
        self.nodes += 1;
        if let Some(terminal) = G::terminal(position) {
            return Ok(terminal.score(ply));
        }
        if ply == self.depth {
            return Ok(Score::DRAW);
        }
        let first = self.moves.len();
        G::legal_moves(position, &mut self.moves);
        let mut best = Score::loss_in(ply);
        // Nothing is better than a win by this move.
        let enough = window.beta.min(Score::win_in(ply + 1));
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            let undo = G::play(position, mv);
            let rest = Window::new(window.alpha.max(best), window.beta);
            best = best.max(-self.value(position, ply + 1, rest.flipped())?);
            G::undo(position, mv, undo);
            if best >= enough {
                break;
            }
        }
        self.moves.truncate(first);
        Ok(best)
    }
}
