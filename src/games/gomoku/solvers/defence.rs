//! Which replies to a threat can refute it.
//!
//! The attacker has moved and made no four. If he would now win by continuous fours were the defender to pass, his
//! move was a threat, and that win is a line of fours and forced blocks. A reply refutes the threat only if the very
//! same line does not win after it. [`answers`] gives all replies for which that is so; every other legal reply loses
//! to the line. Why no other reply needs to be looked at: put a stone `d` of the defender on the board and follow the
//! line. As long as `d` is none of its points, the attacker can make the same fours, with the same five points, as
//! these depend on his own stones and on empty points only. What may go wrong:
//!
//! * the defender gets a five point. Then `d` and three more of his stones, in the line's blocks or on the board
//!   before, lie within five points in a row without a stone of the attacker. Without a block among them `d` is a four
//!   now; otherwise it shares such a five with a block. Both are looked for.
//! * in renju, a move of the attacker becomes a foul. A stone of `o` can make a foul of a point only where `x` has
//!   threes or more in two directions already, as it takes away rows and adds none. If the line has such a move, all
//!   replies are tried.
//! * in renju, a block that was forbidden is allowed after `d`. If the line needs a foul of the defender, or he may run
//!   out of legal moves, all replies are tried.
//!
//! "Tried" means played: the line is followed on the board, and the reply is dropped if it wins all the same.
//! Must not know: how the attacker goes on after a reply that is left.

use super::search_board::{Reply, SearchBoard};
use super::vcf::{Limits, SolverResult, Vcf};
use crate::game::Side;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::lines::DIRECTIONS;
use crate::games::gomoku::threats::shapes::Class;
use crate::search::stop::{Stopped, Watch};

/// What a threat leaves the defender.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// The legal replies after which the line does not win, each once.
    pub replies: Vec<Point>,
    /// How the attacker wins after all others: fours, blocks, five.
    pub line: Vec<Point>,
}

/// The answers of the side to move, if it is threatened with a win by fours that can be found within the limits; nobody
/// has a five point.
pub fn answers(
    search_board: &mut SearchBoard<'_>,
    vcf: &mut Vcf,
    limits: Limits,
    watch: &mut Watch,
) -> Result<Option<Answers>, Stopped> {
    search_board.pass();
    let line = threatened(search_board, vcf, limits, watch);
    let mut trace = Trace::default();
    let holds = line
        .as_ref()
        .is_ok_and(|line| follow(search_board, line, &mut |search_board, step| trace.note(search_board, step)));
    search_board.pass();
    let line = line?;
    if !holds {
        return Ok(None);
    }
    let mut replies = trace.suspected(search_board);
    replies.sort_unstable();
    replies.dedup();
    let mut left = Vec::with_capacity(replies.len());
    for reply in replies {
        if trace.depends_on_fouls {
            // There are many of them then.
            watch.tick()?;
        }
        if search_board.view().is_legal(reply)
            && !search_board.after(reply, |search_board| follow(search_board, &line, &mut |_, _| ()))
        {
            left.push(reply);
        }
    }
    Ok(Some(Answers { replies: left, line }))
}

/// The line of the win by fours that the side to move has; empty if there is none.
fn threatened(
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

/// A moment of following a line.
enum Step {
    /// The attacker is about to make this four.
    Four(Point),
    /// The defender is about to block here.
    Block(Point),
    /// The defender cannot block.
    End,
}

/// Whether the line wins for the side to move, every four being answered as the line has it. Tells the steps.
fn follow(search_board: &mut SearchBoard<'_>, line: &[Point], tell: &mut dyn FnMut(&SearchBoard<'_>, Step)) -> bool {
    if search_board.view().five().is_some() {
        return true;
    }
    let [four, block, rest @ ..] = line else { return false };
    if search_board.position().board().stone(*four).is_some() || !search_board.view().is_legal(*four) {
        return false;
    }
    tell(search_board, Step::Four(*four));
    search_board.after(*four, |search_board| match search_board.reply() {
        Reply::Helpless => {
            tell(search_board, Step::End);
            true
        }
        Reply::Block(forced) if forced == *block => {
            tell(search_board, Step::Block(forced));
            search_board.after(forced, |search_board| follow(search_board, rest, tell))
        }
        _ => false,
    })
}

/// What was seen of a line when it was followed after a pass.
#[derive(Default)]
struct Trace {
    /// Its fours, blocks and five points.
    points: Vec<Point>,
    blocks: Vec<Point>,
    /// It depends on fouls.
    depends_on_fouls: bool,
}

impl Trace {
    fn note(&mut self, search_board: &SearchBoard<'_>, step: Step) {
        let (view, threats) = (search_board.view(), search_board.threats());
        match step {
            Step::Four(point) => {
                self.points.push(point);
                self.depends_on_fouls |= threats.suspects(view.me).contains(point);
            }
            Step::Block(point) => {
                self.points.push(point);
                self.blocks.push(point);
                self.depends_on_fouls |= !view.has_room(view.me);
            }
            Step::End => {
                let fives = threats.points(view.you, Class::Five);
                self.points.extend(fives.iter());
                self.depends_on_fouls |= fives.len() < 2 || !view.has_room(view.me);
            }
        }
    }

    /// The empty points where a reply may disturb the line, legal or not, perhaps more than once.
    fn suspected(&self, search_board: &SearchBoard<'_>) -> Vec<Point> {
        let (position, view) = (search_board.position(), search_board.view());
        if self.depends_on_fouls {
            return position.board().empty_points().collect();
        }
        let mut points = self.points.clone();
        points.extend(view.fours());
        for &block in &self.blocks {
            for d in 0..DIRECTIONS.len() {
                self.share_five(position, view.me, block, d, &mut points);
            }
        }
        points
    }

    /// Appends the points that lie with this block and two more stones or blocks of the defender within five points in
    /// direction `d`.
    fn share_five(&self, position: &Position, me: Side, block: Point, d: usize, points: &mut Vec<Point>) {
        let (line, bit) = position.board().line(block, d, me);
        let (row, _) = block.place(d);
        let in_row = self.blocks.iter().map(|point| point.place(d)).filter(|place| place.0 == row);
        let own = in_row.fold(line.own, |own, (_, bit)| own | 1 << bit);
        let open = line.empty | own;
        for low in bit - 4..=bit {
            let window = 0b1_1111 << low;
            let mut free = window & !own;
            if window & !open == 0 && (window & own).count_ones() >= 3 {
                while free != 0 {
                    let place = free.trailing_zeros();
                    free &= free - 1;
                    points.push(block.step(d, place as i32 - bit as i32));
                }
            }
        }
    }
}
