//! What the solving paper of the L-Game counts, and some more: figures of the table that only this game has.
//!
//! `bothsides` counts positions with either side to move, as the paper does.
//! Must not know: search core, how lines are printed.

use super::placements::PLACEMENTS;
use super::rules::LGame;
use crate::games::common::solved::report::{Outcomes, is_canonical, value};
use crate::retrograde::{Indexed, Values};
use crate::score::Score;
use crate::search::stop::{Stopped, Watch};
use std::collections::BTreeMap;

type Tell<'a> = &'a mut dyn FnMut(String);

/// How many positions have how many of something.
#[derive(Default)]
struct Histogram(BTreeMap<usize, usize>);

impl Histogram {
    fn add(&mut self, key: usize) {
        *self.0.entry(key).or_default() += 1;
    }

    /// Tells it, counting positions with either side to move.
    fn tell(&self, what: &str, tell: Tell<'_>) {
        for (key, positions) in &self.0 {
            tell(format!("{what} {key} bothsides {}", 2 * positions));
        }
    }

    fn sum(&self) -> usize {
        self.0.iter().map(|(key, positions)| key * positions).sum()
    }
}

/// Tells everything.
pub(super) fn report(values: &Values, tell: Tell<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    outcomes(values, tell, watch)?;
    tell(format!("placements {} positions {} bothsides {}", PLACEMENTS.len(), LGame::SIZE, 2 * LGame::SIZE));
    moves(tell, watch)?;
    losing_moves(values, tell, watch)?;
    predecessors(values, tell, watch)
}

/// Wins, losses and draws, of all positions and up to symmetry.
fn outcomes(values: &Values, tell: Tell<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    let (mut all, mut canonical) = (Outcomes::default(), Outcomes::default());
    let (mut immobile, mut at_once) = (0, 0);
    for index in 0..LGame::SIZE {
        watch.tick()?;
        let score = value(values, index);
        all.add(score);
        immobile += usize::from(score == Score::loss_in(0));
        at_once += usize::from(score == Score::win_in(1));
        if is_canonical::<LGame>(index) {
            canonical.add(score);
        }
    }
    let Outcomes { win, loss, draw, .. } = all;
    tell(format!(
        "solved lgame positions {} win {win} loss {loss} draw {draw} immobile {immobile} winatonce {at_once} \
         canonical {} canonicalwin {} canonicalloss {} canonicaldraw {}",
        all.positions(),
        canonical.positions(),
        canonical.win,
        canonical.loss,
        canonical.draw
    ));
    Ok(())
}

/// How many legal moves positions have.
fn moves(tell: Tell<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    let mut counts = Histogram::default();
    for index in 0..LGame::SIZE {
        watch.tick()?;
        counts.add(usize::from(LGame::move_count(index)));
    }
    counts.tell("moves", tell);
    let total = counts.sum();
    let most = counts.0.keys().max().copied().unwrap_or_default();
    tell(format!("moves total {} average {} hundredths maximum {most}", 2 * total, 100 * total / LGame::SIZE));
    Ok(())
}

/// How many of a position's moves let the opponent win at once.
fn losing_moves(values: &Values, tell: Tell<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    let mut losing = vec![0; LGame::SIZE];
    for index in 0..LGame::SIZE {
        watch.tick()?;
        if value(values, index) == Score::win_in(1) {
            LGame::predecessors(index, |before| losing[before] += 1);
        }
    }
    let mut counts = Histogram::default();
    for (index, moves) in losing.into_iter().enumerate() {
        watch.tick()?;
        if LGame::move_count(index) > 0 {
            counts.add(moves);
        }
    }
    counts.tell("losingmoves", tell);
    Ok(())
}

/// From how many positions a lost one can be reached. No two moves of a position lead to the same one, so moves may be
/// counted for positions.
fn predecessors(values: &Values, tell: Tell<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    let mut counts = Histogram::default();
    for index in 0..LGame::SIZE {
        watch.tick()?;
        if value(values, index).is_loss() {
            let mut before = 0;
            LGame::predecessors(index, |_| before += 1);
            counts.add(before);
        }
    }
    counts.tell("predecessors", tell);
    tell(format!("predecessors total {}", 2 * counts.sum()));
    Ok(())
}
