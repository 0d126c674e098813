//! Statistics of the rhombus table by number of stones, compared with those of the solving paper.

use super::index::{FULL, layer};
use crate::games::common::solved::report::{Outcomes, value};
use crate::retrograde::Values;
use crate::search::stop::{Stopped, Watch};

/// The paper's wins, losses and draws by number of stones. For the empty board it prints 13 losses, although there is
/// only one such position.
const PAPER: [[usize; 3]; FULL + 1] = [
    [0, 13, 0],
    [13, 0, 0],
    [0, 156, 0],
    [858, 0, 0],
    [0, 4290, 0],
    [12_870, 0, 0],
    [1704, 32_616, 0],
    [59_334, 694, 32],
    [10_922, 79_038, 130],
    [86_620, 3138, 332],
    [38_608, 32_436, 1028],
];

/// Writes the outcomes by number of stones, then notes on where and why the paper's differ.
pub(super) fn report(values: &Values, write: &mut dyn FnMut(String), watch: &mut Watch) -> Result<(), Stopped> {
    let mut notes = Vec::new();
    for stones in (0..=FULL).rev() {
        let mut outcomes = Outcomes::default();
        for index in layer(stones) {
            watch.tick()?;
            outcomes.add(value(values, index));
        }
        let Outcomes { win, loss, draw, longest } = outcomes;
        let positions = outcomes.positions();
        let paper = PAPER[stones];
        let [paper_win, paper_loss, paper_draw] = paper;
        write(format!(
            "solved rhombus stones {stones} positions {positions} win {win} loss {loss} draw {draw} \
             maxdistance {longest} paper {paper_win} {paper_loss} {paper_draw}"
        ));
        if paper != [win, loss, draw] {
            notes.push(format!("note stones {stones}: {}", difference(&outcomes, paper)));
        }
    }
    if !notes.is_empty() {
        notes.push("note every value here is the best that its moves lead to, as 'solve verify' proves".into());
    }
    notes.into_iter().for_each(write);
    Ok(())
}

/// Describes a difference from the paper, and its cause.
fn difference(ours: &Outcomes, [win, loss, draw]: [usize; 3]) -> String {
    let Outcomes { loss: our_loss, draw: our_draw, .. } = *ours;
    if win + loss + draw != ours.positions() {
        return format!(
            "the paper prints {} positions, one for each first move; the empty board is {}",
            win + loss + draw,
            ours.positions()
        );
    }
    if win == ours.win && loss > our_loss {
        return format!(
            "the paper has the same {} positions not won, but counts {} drawn ones as lost",
            our_loss + our_draw,
            loss - our_loss
        );
    }
    let less = |here: usize, there: usize| here as i64 - there as i64;
    format!(
        "ours less the paper's win {} loss {} draw {}, as the values with one stone more differ",
        less(ours.win, win),
        less(our_loss, loss),
        less(our_draw, draw)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_their_cause() {
        let ours = Outcomes { win: 10, loss: 20, draw: 5, longest: 9 };
        for (paper, cause) in [
            ([10, 20, 6], "the paper prints 36 positions, one for each first move; the empty board is 35"),
            ([10, 23, 2], "the paper has the same 25 positions not won, but counts 3 drawn ones as lost"),
            ([9, 21, 5], "ours less the paper's win 1 loss -1 draw 0, as the values with one stone more differ"),
            ([10, 19, 6], "ours less the paper's win 0 loss 1 draw -1, as the values with one stone more differ"),
        ] {
            assert_eq!(difference(&ours, paper), cause);
        }
    }
}
