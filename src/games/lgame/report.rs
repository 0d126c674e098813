//! Statistics of the L-Game's table, in particular those of the solving paper.
//!
//! `bothsides` counts positions with either side to move, as the paper does.

use super::placements::PLACEMENTS;
use super::rules::LGame;
use crate::games::common::solved::report::{Outcomes, is_canonical, value};
use crate::retrograde::{Indexed, Values};
use crate::score::Score;
use crate::search::stop::{Stopped, Watch};
use std::collections::BTreeMap;

/// Writes one line of the report.
type Write<'a> = &'a mut dyn FnMut(String);

/// The number of positions for each value of a count.
#[derive(Default)]
struct Histogram(BTreeMap<usize, usize>);

impl Histogram {
    fn add(&mut self, key: usize) {
        *self.0.entry(key).or_default() += 1;
    }

    /// Writes one line for each value, counting positions with either side to move.
    fn write(&self, what: &str, write: Write<'_>) {
        for (key, positions) in &self.0 {
            write(format!("{what} {key} bothsides {}", 2 * positions));
        }
    }

    fn sum(&self) -> usize {
        self.0.iter().map(|(key, positions)| key * positions).sum()
    }
}

/// Writes all statistics.
pub(super) fn report(values: &Values, write: Write<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    outcomes(values, write, watch)?;
    write(format!("placements {} positions {} bothsides {}", PLACEMENTS.len(), LGame::SIZE, 2 * LGame::SIZE));
    moves(write, watch)?;
    losing_moves(values, write, watch)?;
    predecessors(values, write, watch)
}

/// Writes wins, losses and draws of all positions, and up to symmetry.
fn outcomes(values: &Values, write: Write<'_>, watch: &mut Watch) -> Result<(), Stopped> {
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
    write(format!(
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

/// Writes the distribution of the number of legal moves.
fn moves(write: Write<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    let mut counts = Histogram::default();
    for index in 0..LGame::SIZE {
        watch.tick()?;
        counts.add(usize::from(LGame::move_count(index)));
    }
    counts.write("moves", write);
    let total = counts.sum();
    let most = counts.0.keys().max().copied().unwrap_or_default();
    write(format!("moves total {} average {} hundredths maximum {most}", 2 * total, 100 * total / LGame::SIZE));
    Ok(())
}

/// Writes the distribution of the number of moves that let the opponent win at once.
fn losing_moves(values: &Values, write: Write<'_>, watch: &mut Watch) -> Result<(), Stopped> {
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
    counts.write("losingmoves", write);
    Ok(())
}

/// Writes the distribution of the number of predecessors of lost positions. No two moves of a position lead to the same
/// position, so counting moves counts predecessors.
fn predecessors(values: &Values, write: Write<'_>, watch: &mut Watch) -> Result<(), Stopped> {
    let mut counts = Histogram::default();
    for index in 0..LGame::SIZE {
        watch.tick()?;
        if value(values, index).is_loss() {
            let mut before = 0;
            LGame::predecessors(index, |_| before += 1);
            counts.add(before);
        }
    }
    counts.write("predecessors", write);
    write(format!("predecessors total {}", 2 * counts.sum()));
    Ok(())
}
