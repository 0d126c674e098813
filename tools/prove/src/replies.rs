//! The search after a move of x: an answer to every reply.

use crate::answers::{Answers, Win};
use crate::attacks::Attack;
use crate::nodes::{attacker_key, replies};
use crate::prover::{EFFORTS, Prover};
use crate::quiet_moves::{add_first, is_threatened};
use anyhow::Result;
use quartet::game::Side;
use quartet::games::gomoku::Point;
use quartet::games::gomoku::rules::notation::write_point;
use quartet::games::gomoku::solvers::search_board::Reply;

/// The number of refuting replies that are kept for the same stones of x.
const MAX_REFUTERS: usize = 12;
/// The number of those that are answered before all other replies.
const FIRST_REFUTERS: usize = 3;

impl Prover<'_> {
    /// The answers to all replies of the side to move, with at most `quiet` quiet moves on each line.
    pub(crate) fn answers(&mut self, quiet: usize) -> Result<Option<Answers>> {
        let mut answers = Answers::default();
        match self.board.reply() {
            Reply::NoDefence => return Ok(Some(answers)),
            Reply::Block(block) => {
                let budget = self.settings.budgets.last().copied().unwrap_or_default();
                let win = self.after(block, |prover| prover.win(quiet, budget))?;
                return Ok(win.map(|win| {
                    answers.add(block, win);
                    answers
                }));
            }
            Reply::NotForced if self.board.view().five().is_some() => return Ok(None),
            Reply::NotForced => {}
        }
        let mut open = replies(self.board.position());
        let budget = self.settings.threat_budgets.last().copied().unwrap_or_default();
        match self.after_pass(|prover| prover.attack(budget)).winner() {
            Some(attack) => answers.answer_all(self.board.position(), attack, &mut open),
            None if quiet == 0 => return Ok(None),
            None => {}
        }
        self.sort_hardest_first(&mut open);
        if quiet > 0 && !self.answer_refuters(&mut open, quiet, &mut answers)? {
            return Ok(None);
        }
        let Some(hard) = self.answer_by_attacks(open, quiet > 0, &mut answers) else { return Ok(None) };
        let is_answered = self.answer_by_quiet_moves(hard, quiet, &mut answers)?;
        Ok(is_answered.then_some(answers))
    }

    /// Answers the replies that are the first to have refuted other moves, before more work is done on the others.
    /// Returns whether they are answered.
    fn answer_refuters(&mut self, open: &mut Vec<Point>, quiet: usize, answers: &mut Answers) -> Result<bool> {
        let key = attacker_key(self.board.position());
        let known: Vec<Point> = self.refuters.get(&key).into_iter().flatten().take(FIRST_REFUTERS).copied().collect();
        for reply in known {
            let Some(index) = open.iter().position(|&point| point == reply) else { continue };
            open.remove(index);
            let budget = self.settings.budgets.iter().rev().nth(EFFORTS - self.effort - 1).copied();
            self.depth += 1;
            let win = self.after(reply, |prover| prover.win(quiet, budget.unwrap_or_default()))?;
            self.say(|| format!("{} first, {}", write_point(reply), win.is_some()));
            self.depth -= 1;
            match win {
                Some(Win::Attack(attack)) => {
                    answers.attacks.push((attack.clone(), vec![reply]));
                    answers.answer_more(self.board.position(), &attack, open);
                }
                Some(win) => answers.add(reply, win),
                None => {
                    self.add_refuter(reply);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Sorts replies: first those that refuted other moves with the same stones of x, then by shape.
    fn sort_hardest_first(&self, open: &mut [Point]) {
        let refuters = self.refuters.get(&attacker_key(self.board.position()));
        let threats = self.board.threats();
        open.sort_by_cached_key(|&reply| {
            let rank = refuters.and_then(|known| known.iter().position(|&refuter| refuter == reply));
            let shape = threats.prior(reply, Side::O) + threats.prior(reply, Side::X);
            (rank.unwrap_or(usize::MAX), std::cmp::Reverse(shape))
        });
    }

    pub(crate) fn add_refuter(&mut self, reply: Point) {
        let key = attacker_key(self.board.position());
        add_first(self.refuters.entry(key).or_default(), reply, MAX_REFUTERS);
    }

    /// Answers replies by attacks. Returns those that are left; `None` if one is left and none may be.
    fn answer_by_attacks(&mut self, mut open: Vec<Point>, may_fail: bool, answers: &mut Answers) -> Option<Vec<Point>> {
        let mut hard = Vec::new();
        open.retain(|&reply| {
            let win = self.after(reply, Self::known_win);
            let is_known = win.is_some();
            win.into_iter().for_each(|win| answers.add(reply, win));
            !is_known
        });
        let mut budgets = self.settings.budgets.clone();
        budgets.truncate(budgets.len() + 1 + self.effort - EFFORTS);
        for (index, &budget) in budgets.iter().enumerate() {
            let is_last = index + 1 == budgets.len();
            let mut left = Vec::new();
            while !open.is_empty() {
                let reply = open.remove(0);
                match self.after(reply, |prover| prover.search_attack(budget)) {
                    Attack::Wins(attack) => {
                        answers.attacks.push((attack.clone(), vec![reply]));
                        answers.answer_more(self.board.position(), &attack, &mut open);
                        answers.answer_more(self.board.position(), &attack, &mut left);
                    }
                    Attack::Unknown if !is_last => left.push(reply),
                    _ if may_fail || self.after(reply, |prover| is_threatened(&prover.board)) => hard.push(reply),
                    other => {
                        self.say(|| {
                            format!("refuted by {} {} at {budget}", write_point(reply), matches!(other, Attack::None))
                        });
                        self.add_refuter(reply);
                        return None;
                    }
                }
            }
            open = left;
        }
        Some(hard)
    }

    /// Answers replies by quiet moves. Returns whether all are answered.
    fn answer_by_quiet_moves(&mut self, mut hard: Vec<Point>, quiet: usize, answers: &mut Answers) -> Result<bool> {
        self.sort_hardest_first(&mut hard);
        let count = hard.len();
        for (index, reply) in hard.into_iter().enumerate() {
            self.depth += 1;
            self.say(|| format!("{} {index}/{count}", write_point(reply)));
            let win = self.after(reply, |prover| match prover.known_win() {
                Some(win) => Ok(Some(win)),
                None => prover.quiet_win(quiet),
            });
            self.depth -= 1;
            let Some(win) = win? else {
                self.add_refuter(reply);
                return Ok(false);
            };
            answers.add(reply, win);
        }
        Ok(true)
    }
}
