//! The replies that may refute a threat.
//!
//! The attacker has moved without making a four. If the attacker would win by VCF after a pass of the defender, the
//! move was a threat, and that win is a line of fours and forced blocks. A reply refutes the threat only if this very
//! line does not win after it. [`refutations`] returns all replies for which this holds; every other legal reply loses
//! to the line.
//!
//! Why no other reply needs to be considered: add a stone `d` of the defender to the board and follow the line. As long
//! as `d` is on none of its points, the attacker can make the same fours with the same five points, because these
//! depend only on the attacker's stones and empty points. What may go wrong:
//!
//! * The defender gets a five point. Then a five-point window without a stone of the attacker contains `d` and three
//!   more stones of the defender, which are on the board already or are blocks of the line. If none of them is a block,
//!   `d` makes a four now; otherwise `d` shares the window with a block. Both kinds of points are candidates.
//! * In renju, a move of the attacker becomes a foul. A stone of `o` can turn a point into a foul only where `x` has
//!   threes or better in two directions already, because it removes shapes and adds none. If the line has such a move,
//!   all replies are candidates.
//! * In renju, a forbidden block becomes legal after `d`. If the line depends on a foul of the defender, or the
//!   defender may run out of legal moves, all replies are candidates.
//!
//! Candidates are tested: the line is played on the board, and the reply is dropped if the line still wins. [`Replay`]
//! finds and tests them, on the bare board.

use super::replay::Replay;
use super::search_board::{Reply, SearchBoard};
use super::vcf::{Limits, SolverResult, Vcf};
use crate::games::gomoku::rules::board::{Point, Rule};
use crate::games::gomoku::threats::shapes::ThreatClass;
use crate::search::stop::{Stopped, Watch};

/// The replies to a threat that may refute it, and the answer to all others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refutations {
    /// The legal replies after which the line does not win, each once.
    pub replies: Vec<Point>,
    /// The attacker's win after all other replies: fours, blocks, five.
    pub line: Vec<Point>,
}

/// The possible refutations of the threat against the side to move; `None` if no threatened VCF win is found within the
/// limits. Neither side may have a five point.
pub fn refutations(
    search_board: &mut SearchBoard<'_>,
    vcf: &mut Vcf,
    limits: Limits,
    watch: &mut Watch,
) -> Result<Option<Refutations>, Stopped> {
    search_board.pass();
    let line = vcf_line(search_board, vcf, limits, watch);
    search_board.pass();
    let line = line?;
    let replies = refutations_of_line(search_board, &line, watch)?;
    Ok(replies.map(|replies| Refutations { replies, line }))
}

/// The legal replies of the side to move after which a line of its opponent does not win, each once; `None` if the line
/// does not win after a pass. The line consists of fours, blocks and a five, as in [`Refutations::line`]. Neither side
/// may have a five point.
pub fn refutations_of_line(
    search_board: &mut SearchBoard<'_>,
    line: &[Point],
    watch: &mut Watch,
) -> Result<Option<Vec<Point>>, Stopped> {
    let mut replay = Replay::new(search_board.position());
    let Some(candidates) = replay.candidates(line) else { return Ok(None) };
    let depends_on_fouls = search_board.position().rule() == Rule::Renju && depends_on_fouls(search_board, line);
    let mut candidates =
        if depends_on_fouls { search_board.position().board().empty_points().collect() } else { candidates };
    candidates.sort_unstable();
    candidates.dedup();
    let mut replies = Vec::with_capacity(candidates.len());
    for reply in candidates {
        if depends_on_fouls {
            watch.tick()?;
        }
        if search_board.view().is_legal(reply) && !replay.line_wins_after(reply, line) {
            replies.push(reply);
        }
    }
    Ok(Some(replies))
}

/// The line of the shortest VCF win of the side to move; empty if there is none.
fn vcf_line(
    search_board: &mut SearchBoard<'_>,
    vcf: &mut Vcf,
    limits: Limits,
    watch: &mut Watch,
) -> Result<Vec<Point>, Stopped> {
    match vcf.shortest(search_board, limits, watch)? {
        SolverResult::Win(plies, _) => vcf.line(search_board, Limits { plies, ..limits }, watch),
        _ => Ok(Vec::new()),
    }
}

/// Whether a line, played after a pass, may depend on a point being a foul or not.
fn depends_on_fouls(search_board: &mut SearchBoard<'_>, line: &[Point]) -> bool {
    search_board.pass();
    let depends = line_depends_on_fouls(search_board, line);
    search_board.pass();
    depends
}

/// Whether the rest of a line of the side to move may depend on a point being a foul or not.
fn line_depends_on_fouls(search_board: &mut SearchBoard<'_>, line: &[Point]) -> bool {
    let [four, block, rest @ ..] = line else { return false };
    let view = search_board.view();
    if search_board.threats().possible_fouls(view.side).contains(*four) {
        return true;
    }
    search_board.after(*four, |search_board| {
        let view = search_board.view();
        let is_block = matches!(search_board.reply(), Reply::Block(_));
        let fives = search_board.threats().points(view.opponent, ThreatClass::Five).len();
        !view.certainly_has_move(view.side)
            || !is_block && fives < 2
            || is_block && search_board.after(*block, |search_board| line_depends_on_fouls(search_board, rest))
    })
}
