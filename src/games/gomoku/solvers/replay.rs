//! Replays lines of fours and proof trees on the bare board. Without threats to update, this is several times as fast
//! as on a [`SearchBoard`](super::search_board::SearchBoard), and has the same result.

use super::proof_tree::AttackNode;
use crate::game::Side;
use crate::games::gomoku::rules::board::{Board, Point, Position, Rule};
use crate::games::gomoku::rules::fives::{five_points, line_starts};
use crate::games::gomoku::rules::game::is_allowed;
use crate::games::gomoku::rules::lines::{DIRECTIONS, ones};

/// The stones of the defender and the blocks of a line in a window of five points, from which a five may come with one
/// more stone and the next block.
const WINDOW_STONES: u32 = 3;

/// The plies of a line from the four that cannot be blocked to the five.
const LAST_PLIES: usize = 3;

/// A board on which lines and proof trees are replayed.
pub struct Replay {
    position: Position,
    /// The moves played, each with the ply before it.
    played: Vec<(Point, u32)>,
}

/// The points where a side makes five.
#[derive(Clone, Copy)]
enum FivePoints {
    None,
    One(Point),
    Several,
}

impl FivePoints {
    fn of(points: impl IntoIterator<Item = Point>) -> FivePoints {
        points.into_iter().fold(FivePoints::None, |found, point| match found {
            FivePoints::None => FivePoints::One(point),
            FivePoints::One(known) if known == point => found,
            _ => FivePoints::Several,
        })
    }
}

impl Replay {
    /// A board with this position.
    pub fn new(position: &Position) -> Replay {
        Replay { position: position.clone(), played: Vec::new() }
    }

    /// Whether a proof of another position is found to be a proof of this position too. Its answers to "all other
    /// replies" must be lines of fours, as in the proofs that VCT finds. Always false in renju, where a stone of the
    /// defender may change which moves are forbidden.
    pub fn wins(&mut self, proof: &AttackNode) -> bool {
        if self.position.winner().is_some() || self.position.rule() == Rule::Renju {
            return false;
        }
        let [own, other] =
            [self.position.side(), self.position.side().other()].map(|side| five_points(&self.position, side));
        own.contains(&proof.mv) || own.is_empty() && self.attack_wins(proof, FivePoints::of(other))
    }

    /// Whether a line of fours, blocks and a five wins for the opponent of the side to move after this legal reply:
    /// every four forces the block of the line. Neither side may have a five point before the reply.
    pub fn line_wins_after(&mut self, reply: Point, line: &[Point]) -> bool {
        let before = self.played.len();
        let fives = self.play(reply);
        let end = self.play_line(line, fives);
        self.undo_to(before);
        end.is_some()
    }

    /// The empty points on which a reply of the side to move may refute a line of fours, blocks and a five of its
    /// opponent; `None` if the line does not win after a pass. Neither side may have a five point, or be subject to
    /// fouls. The points may be repeated.
    pub fn candidates(&mut self, line: &[Point]) -> Option<Vec<Point>> {
        let (before, defender) = (self.played.len(), self.position.side());
        self.pass();
        let end = self.play_line(line, FivePoints::None);
        let last_four = end.map(|end| line[end]);
        let fives: Vec<Point> = last_four.iter().flat_map(|&four| self.fives_through(four, defender.other())).collect();
        self.undo_to(before);
        self.pass();
        let line = &line[..=end?];
        let blocks: Vec<Point> = line.iter().skip(1).step_by(2).copied().collect();
        let mut points = [line, &fives].concat();
        push_window_points(self.position.board(), defender, &blocks, &mut points);
        Some(points)
    }

    /// Whether an attack wins for the side to move, which has no five point. `fives` are the five points of its
    /// opponent.
    fn attack_wins(&mut self, attack: &AttackNode, fives: FivePoints) -> bool {
        let before = self.played.len();
        let Some(own_fives) = self.play_attack(attack.mv, fives) else { return false };
        let wins = match own_fives {
            FivePoints::None => self.threat_wins(attack),
            FivePoints::One(block) if is_allowed(&self.position, block) => {
                self.others_lose_at_once(attack, Some(block))
                    && attack.defence.answer(block).is_some_and(|next| self.answer_wins(block, next))
            }
            _ => self.can_move() && self.others_lose_at_once(attack, None),
        };
        self.undo_to(before);
        wins
    }

    /// Whether, after a four, all replies but one are left out of the proof or answered by a five. A proof that goes on
    /// where it could end might be wrong there.
    fn others_lose_at_once(&self, attack: &AttackNode, block: Option<Point>) -> bool {
        let (board, side) = (self.position.board(), self.position.side().other());
        let makes_five =
            |point: Point| board.stone(point).is_none() && board.makes_five(point, side, self.position.five_rule(side));
        attack.defence.other.is_none()
            && attack.defence.replies.iter().all(|(reply, next)| {
                Some(*reply) == block || board.stone(*reply).is_some() || next.mv != *reply && makes_five(next.mv)
            })
    }

    /// Whether an attack that makes no four wins, once it has been played.
    fn threat_wins(&mut self, attack: &AttackNode) -> bool {
        let Some(line) = attack.defence.other.as_deref().and_then(AttackNode::line) else { return false };
        let Some(candidates) = self.candidates(&line) else { return false };
        let replies = &attack.defence.replies;
        candidates
            .into_iter()
            .all(|reply| replies.iter().any(|(listed, _)| *listed == reply) || self.line_wins_after(reply, &line))
            && replies
                .iter()
                .all(|(reply, next)| self.position.board().stone(*reply).is_some() || self.answer_wins(*reply, next))
    }

    /// Whether an attack wins after a legal reply.
    fn answer_wins(&mut self, reply: Point, attack: &AttackNode) -> bool {
        let before = self.played.len();
        let fives = self.play(reply);
        let wins = self.position.winner().is_none() && self.attack_wins(attack, fives);
        self.undo_to(before);
        wins
    }

    /// Plays a line of the side to move, whose opponent has these five points, up to the four that cannot be blocked.
    /// Returns the index of this four, or `None` if the line does not win. The moves played stay on the board.
    fn play_line(&mut self, line: &[Point], mut fives: FivePoints) -> Option<usize> {
        for (index, pair) in line.chunks(2).enumerate() {
            let &[four, block] = pair else { return None };
            match self.play_attack(four, fives)? {
                FivePoints::None => return None,
                FivePoints::One(forced) if is_allowed(&self.position, forced) => {
                    if forced != block {
                        return None;
                    }
                }
                // A line that goes on here might be wrong as a proof.
                _ => return (2 * index + LAST_PLIES >= line.len() && self.can_move()).then_some(2 * index),
            }
            fives = self.play(block);
        }
        None
    }

    /// Plays a move of the attacker, whose opponent has these five points, and returns the attacker's five points. If
    /// the move is not legal, or leaves the opponent a five point, plays nothing and returns `None`.
    fn play_attack(&mut self, mv: Point, fives: FivePoints) -> Option<FivePoints> {
        let leaves_five = match fives {
            FivePoints::None => false,
            FivePoints::One(five) => five != mv,
            FivePoints::Several => true,
        };
        let is_legal = self.position.board().stone(mv).is_none() && is_allowed(&self.position, mv);
        (is_legal && !leaves_five).then(|| self.play(mv))
    }

    /// Plays a move of the side to move. Returns the points where the side makes five with the new stone.
    fn play(&mut self, point: Point) -> FivePoints {
        let side = self.position.side();
        let ply = self.position.play(point);
        self.played.push((point, ply));
        FivePoints::of(self.fives_through(point, side))
    }

    /// The points where a side makes five with its stone on this point; they may appear repeatedly.
    fn fives_through(&self, point: Point, side: Side) -> impl Iterator<Item = Point> {
        let (board, rule) = (self.position.board(), self.position.five_rule(side));
        (0..DIRECTIONS.len()).flat_map(move |d| {
            let (line, bit) = board.side_line(point, d, side);
            let ends = line.five_points(bit, rule).into_iter().flatten();
            ends.map(move |end| point.step(d, end as i32 - bit as i32))
        })
    }

    /// Whether the side to move has a legal move. Without one, the game is drawn.
    fn can_move(&self) -> bool {
        self.position.board().empty_points().any(|point| is_allowed(&self.position, point))
    }

    /// Passes the turn, which the rules do not allow. Passing again undoes it.
    fn pass(&mut self) {
        self.position.set_turn(self.position.side().other(), self.position.ply());
    }

    /// Takes moves back until only `count` are played.
    fn undo_to(&mut self, count: usize) {
        for (point, ply) in self.played.drain(count..).rev() {
            self.position.take_back(point, ply);
        }
    }
}

/// Appends the empty points of all windows of five points in which the defender has three stones or more, counting the
/// blocks that a line forces, and the attacker none. With a stone on one of them, the defender makes a four, now or by
/// one of the blocks.
fn push_window_points(board: &Board, defender: Side, blocks: &[Point], points: &mut Vec<Point>) {
    for d in 0..DIRECTIONS.len() {
        for first in line_starts(board.size(), d) {
            let (line, start) = board.side_line(first, d, defender);
            let (row, _) = first.place(d);
            let in_row = blocks.iter().map(|block| block.place(d)).filter(|place| place.0 == row);
            let own = in_row.fold(line.own, |own, (_, bit)| own | 1 << bit);
            if own.count_ones() < WINDOW_STONES {
                continue;
            }
            let available = line.empty | own;
            let windows = available & available >> 1 & available >> 2 & available >> 3 & available >> 4;
            let windows = ones(windows).map(|low| 0b1_1111 << low);
            let near = windows.filter(|window| (window & own).count_ones() >= WINDOW_STONES).fold(0, |a, b| a | b);
            points.extend(ones(near & !own).map(|bit| first.step(d, bit as i32 - start as i32)));
        }
    }
}
