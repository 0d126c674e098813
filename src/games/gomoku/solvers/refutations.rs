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
//! Candidates are tested: the line is played on the board, and the reply is dropped if the line still wins.

use super::search_board::{Reply, SearchBoard};
use super::vcf::{Limits, SolverResult, Vcf};
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::lines::{DIRECTIONS, ones};
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
    let mut trace = Trace::default();
    let wins = line
        .as_ref()
        .is_ok_and(|line| follow(search_board, line, &mut |search_board, step| trace.record(search_board, step)));
    search_board.pass();
    let line = line?;
    if !wins {
        return Ok(None);
    }
    let mut candidates = trace.candidates(search_board);
    candidates.sort_unstable();
    candidates.dedup();
    let mut replies = Vec::with_capacity(candidates.len());
    for reply in candidates {
        if trace.depends_on_fouls {
            // All empty points are candidates then.
            watch.tick()?;
        }
        if search_board.view().is_legal(reply)
            && !search_board.after(reply, |search_board| follow(search_board, &line, &mut |_, _| ()))
        {
            replies.push(reply);
        }
    }
    Ok(Some(Refutations { replies, line }))
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

/// A step on a line.
enum Step {
    /// The attacker is about to make a four on this point.
    Four(Point),
    /// The defender is about to block on this point.
    Block(Point),
    /// The defender cannot block the last four.
    End,
}

/// Whether a line wins for the side to move: every four forces the block of the line. Reports each step.
fn follow(search_board: &mut SearchBoard<'_>, line: &[Point], report: &mut dyn FnMut(&SearchBoard<'_>, Step)) -> bool {
    if search_board.view().five().is_some() {
        return true;
    }
    let [four, block, rest @ ..] = line else { return false };
    if search_board.position().board().stone(*four).is_some() || !search_board.view().is_legal(*four) {
        return false;
    }
    report(search_board, Step::Four(*four));
    search_board.after(*four, |search_board| match search_board.reply() {
        Reply::NoDefence => {
            report(search_board, Step::End);
            true
        }
        Reply::Block(forced) if forced == *block => {
            report(search_board, Step::Block(forced));
            search_board.after(forced, |search_board| follow(search_board, rest, report))
        }
        _ => false,
    })
}

/// The facts about a line, played after a pass, on which its refutations depend.
#[derive(Default)]
struct Trace {
    /// The fours, blocks and five points.
    points: Vec<Point>,
    blocks: Vec<Point>,
    /// Whether the line may depend on a point being a foul or not.
    depends_on_fouls: bool,
}

impl Trace {
    /// Records a step.
    fn record(&mut self, search_board: &SearchBoard<'_>, step: Step) {
        let (view, threats) = (search_board.view(), search_board.threats());
        match step {
            Step::Four(point) => {
                self.points.push(point);
                self.depends_on_fouls |= threats.possible_fouls(view.side).contains(point);
            }
            Step::Block(point) => {
                self.points.push(point);
                self.blocks.push(point);
                self.depends_on_fouls |= !view.certainly_has_move(view.side);
            }
            Step::End => {
                let fives = threats.points(view.opponent, ThreatClass::Five);
                self.points.extend(fives.iter());
                self.depends_on_fouls |= fives.len() < 2 || !view.certainly_has_move(view.side);
            }
        }
    }

    /// The empty points on which a reply may refute the line. They may be illegal and appear repeatedly.
    fn candidates(&self, search_board: &SearchBoard<'_>) -> Vec<Point> {
        let (position, view) = (search_board.position(), search_board.view());
        if self.depends_on_fouls {
            return position.board().empty_points().collect();
        }
        let mut points = self.points.clone();
        points.extend(view.fours());
        for &block in &self.blocks {
            for d in 0..DIRECTIONS.len() {
                self.push_shared_windows(position, view.side, block, d, &mut points);
            }
        }
        points
    }

    /// Appends the empty points that share a five-point window in direction `d` with this block and two more stones or
    /// blocks of the defender.
    fn push_shared_windows(&self, position: &Position, me: Side, block: Point, d: usize, points: &mut Vec<Point>) {
        let (line, bit) = position.board().side_line(block, d, me);
        let (row, _) = block.place(d);
        let in_row = self.blocks.iter().map(|point| point.place(d)).filter(|place| place.0 == row);
        let own = in_row.fold(line.own, |own, (_, bit)| own | 1 << bit);
        let available = line.empty | own;
        for low in bit - 4..=bit {
            let window = 0b1_1111 << low;
            if window & !available == 0 && (window & own).count_ones() >= 3 {
                points.extend(ones(window & !own).map(|other| block.step(d, other as i32 - bit as i32)));
            }
        }
    }
}
