//! VCT, victory by continuous threats: the attacker plays fours and open threes.
//!
//! The search is a depth-first proof-number search (df-pn, Nagai 2002). Proof numbers are weak (Ueda et al. 2008),
//! because the same threats in different orders transpose, and thresholds are widened, so that the search stays in a
//! node for a while before it turns to a sibling.
//!
//! A win is a proof: in every node of the defender, the search has looked at all replies that
//! [`refutations`](super::refutations) leaves; that module explains why all others lose. "No win" only means that none
//! was found among these threats.

mod node;
mod tree;

use super::refutations::{Refutations, refutations};
use super::search_board::{Reply, SearchBoard};
use super::vcf::{Limits, SolverResult, UNLIMITED_PLIES, Vcf};
use crate::game::PackedMove;
use crate::games::gomoku::rules::board::Point;
use crate::games::gomoku::threats::shapes::ThreatClass;
use crate::search::stop::{Stopped, Watch};
use node::{Child, ProofNumbers, Value, attacker_value, defender_value, most_promising, unsolved, widened};

/// Entries of the table by default, a power of two; 6 MiB.
const ENTRIES: usize = 1 << 18;
/// Entries of the cache of threat outcomes.
const OUTCOMES: usize = 1 << 13;
/// Entries of the table in which a position may be stored.
const WAYS: usize = 4;
/// XORed into the key of positions where the defender is to move.
const DEFENDER_KEY: u64 = 0x3C6E_F372_FE94_F82B;
/// Limits of the VCF search for the attacker's win at a node.
const WIN_LIMITS: Limits = Limits { plies: UNLIMITED_PLIES, nodes: 200 };
/// Limits of the VCF search for the win that a move threatens.
const THREAT_LIMITS: Limits = Limits { plies: UNLIMITED_PLIES, nodes: 100 };

/// An entry of the table.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: Value,
    /// Nodes spent on the position so far, for replacement.
    nodes: u32,
}

impl Entry {
    const UNUSED: Entry = Entry { key: 0, value: Value::NEW, nodes: 0 };
}

/// The solver and its table. Keys include size and rule, so entries are valid for all positions.
pub struct Vct {
    /// The number of entries of the table.
    entries: usize,
    /// Allocated by the first search.
    table: Vec<Entry>,
    /// A cache of threat outcomes with the keys of their positions. Computing them takes most of the time of a node,
    /// and nodes are visited repeatedly.
    outcomes: Vec<Option<(u64, ThreatOutcome)>>,
}

impl Default for Vct {
    fn default() -> Vct {
        Vct::new(ENTRIES)
    }
}

impl Vct {
    /// A solver with a table of this many entries of 24 bytes each, rounded up to a power of two.
    pub fn new(entries: usize) -> Vct {
        Vct { entries: entries.next_power_of_two().max(WAYS), table: Vec::new(), outcomes: Vec::new() }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.outcomes.clear();
    }

    /// Searches for a win of the side to move with a budget of `nodes`. Resumes where the last search of the position
    /// ended.
    pub fn search(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        vcf: &mut Vcf,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        let value = self.start(search_board, vcf, nodes, watch).attacker(ProofNumbers::INFINITE)?;
        Ok(match value.numbers {
            ProofNumbers { proof: 0, .. } => SolverResult::Win(value.plies, Point::from_bits(value.mv)),
            ProofNumbers { disproof: 0, .. } => SolverResult::Refuted(UNLIMITED_PLIES),
            _ => SolverResult::Unknown,
        })
    }

    /// A search with a budget of `nodes`. Allocates the tables if there are none.
    fn start<'s, 'a>(
        &'s mut self,
        search_board: &'s mut SearchBoard<'a>,
        vcf: &'s mut Vcf,
        nodes: u64,
        watch: &'s mut Watch,
    ) -> Search<'s, 'a> {
        self.table.resize(self.entries, Entry::UNUSED);
        self.outcomes.resize_with(OUTCOMES, || None);
        let max_nodes = watch.nodes() + nodes;
        Search { vct: self, vcf, search_board, watch, max_nodes }
    }

    /// The entries in which a position may be stored.
    fn bucket(&mut self, key: u64) -> &mut [Entry] {
        let first = key as usize % self.entries / WAYS * WAYS;
        &mut self.table[first..first + WAYS]
    }

    /// The value stored for a position.
    fn probe(&mut self, key: u64) -> Value {
        self.bucket(key).iter().find(|entry| entry.key == key).map_or(Value::NEW, |entry| entry.value)
    }

    /// Stores the value of a position on which `nodes` more nodes were spent. Replaces its old entry, or the entry of
    /// the bucket with the fewest nodes.
    fn store(&mut self, key: u64, value: Value, nodes: u64) {
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        let replaced =
            self.bucket(key).iter_mut().min_by_key(|entry| if entry.key == key { (0, 0) } else { (1, entry.nodes) });
        if let Some(entry) = replaced {
            let before = if entry.key == key { entry.nodes } else { 0 };
            *entry = Entry { key, value, nodes: nodes.saturating_add(before) };
        }
    }
}

/// A running search.
struct Search<'s, 'a> {
    vct: &'s mut Vct,
    vcf: &'s mut Vcf,
    search_board: &'s mut SearchBoard<'a>,
    watch: &'s mut Watch,
    /// The node count of the watch at which the search ends.
    max_nodes: u64,
}

/// What a move of the attacker achieves before any reply is searched.
enum ThreatOutcome {
    /// The attacker wins in this many plies against any reply.
    Won(u16),
    /// The move is no threat, or the defender is faster.
    Failed,
    /// Only these replies may refute the threat; all others lose in this many plies.
    Open(Vec<Point>, u16),
}

impl Search<'_, '_> {
    /// Searches a node with the attacker to move until its numbers reach the thresholds or the budget is spent.
    fn attacker(&mut self, thresholds: ProofNumbers) -> Result<Value, Stopped> {
        let key = self.search_board.position().key();
        let stored = self.vct.probe(key);
        if self.is_spent() || stored.numbers.is_solved() {
            return Ok(stored);
        }
        let first_node = self.watch.nodes();
        self.watch.tick()?;
        if let SolverResult::Win(plies, mv) = self.vcf.search(self.search_board, WIN_LIMITS, self.watch)? {
            let value = Value::proven(plies, mv.to_bits());
            self.vct.store(key, value, self.watch.nodes() - first_node);
            return Ok(value);
        }
        let mut children = self.attacks();
        let value = loop {
            let value = attacker_value(&children);
            let (Some((index, second)), false) = (
                most_promising(&children, |numbers| numbers.proof),
                value.numbers.reaches(thresholds) || self.is_spent(),
            ) else {
                break value;
            };
            let siblings = unsolved(&children, |numbers| numbers.disproof) - 1;
            let child = &mut children[index];
            let thresholds = ProofNumbers {
                proof: thresholds.proof.min(widened(second)),
                disproof: thresholds.disproof.saturating_sub(siblings),
            };
            let ply = self.search_board.play(child.mv);
            let value = self.defender(thresholds);
            self.search_board.undo(child.mv, ply);
            child.value = value?;
        };
        self.vct.store(key, value, self.watch.nodes() - first_node);
        Ok(value)
    }

    /// Searches a node with the defender to move until its numbers reach the thresholds or the budget is spent. Plies
    /// are counted from this node.
    fn defender(&mut self, thresholds: ProofNumbers) -> Result<Value, Stopped> {
        let key = self.search_board.position().key() ^ DEFENDER_KEY;
        let stored = self.vct.probe(key);
        if self.is_spent() || stored.numbers.is_solved() {
            return Ok(stored);
        }
        let first_node = self.watch.nodes();
        self.watch.tick()?;
        let slot = key as usize % OUTCOMES;
        let outcome = match self.vct.outcomes[slot].take_if(|(cached, _)| *cached == key) {
            Some((_, outcome)) => outcome,
            None => self.threat_outcome()?,
        };
        let value = match &outcome {
            ThreatOutcome::Won(plies) => Value::proven(*plies, 0),
            ThreatOutcome::Failed => Value::DISPROVEN,
            ThreatOutcome::Open(replies, other_plies) => self.search_replies(replies, *other_plies, thresholds)?,
        };
        if !value.numbers.is_solved() {
            self.vct.outcomes[slot] = Some((key, outcome));
        }
        self.vct.store(key, value, self.watch.nodes() - first_node);
        Ok(value)
    }

    /// Searches the replies to a threat; all other replies lose in `other_plies` plies.
    fn search_replies(
        &mut self,
        replies: &[Point],
        other_plies: u16,
        thresholds: ProofNumbers,
    ) -> Result<Value, Stopped> {
        let child = |mv: &Point| Child { mv: *mv, value: self.vct.probe(self.search_board.position().key_after(*mv)) };
        let mut children: Vec<Child> = replies.iter().map(child).collect();
        loop {
            let value = defender_value(&children, other_plies);
            let (Some((index, second)), false) = (
                most_promising(&children, |numbers| numbers.disproof),
                value.numbers.reaches(thresholds) || self.is_spent(),
            ) else {
                return Ok(value);
            };
            let siblings = unsolved(&children, |numbers| numbers.proof) - 1;
            let child = &mut children[index];
            let thresholds = ProofNumbers {
                proof: thresholds.proof.saturating_sub(siblings),
                disproof: thresholds.disproof.min(widened(second)),
            };
            let ply = self.search_board.play(child.mv);
            let value = self.attacker(thresholds);
            self.search_board.undo(child.mv, ply);
            child.value = value?;
        }
    }

    /// Whether the budget of nodes is spent.
    fn is_spent(&self) -> bool {
        self.watch.nodes() >= self.max_nodes
    }

    /// The attacker's threats, best first, with their stored values; only the block if the defender has a four.
    fn attacks(&mut self) -> Vec<Child> {
        let (view, threats) = (self.search_board.view(), self.search_board.threats());
        let mut fives = threats.points(view.opponent, ThreatClass::Five).iter();
        let mut moves: Vec<Point> = match (fives.next(), fives.next()) {
            (None, _) => {
                let threes =
                    [ThreatClass::DoubleThree, ThreatClass::OpenThree].into_iter().flat_map(|class| view.moves(class));
                view.fours().chain(threes).collect()
            }
            (Some(block), None) => view.is_legal(block).then_some(block).into_iter().collect(),
            _ => Vec::new(),
        };
        moves.sort_by_key(|&mv| {
            (std::cmp::Reverse((threats.point_shape(mv, view.side).class(), threats.prior(mv, view.side))), mv)
        });
        let position = self.search_board.position();
        let child = |mv: Point| Child { mv, value: self.vct.probe(position.key_after(mv) ^ DEFENDER_KEY) };
        moves.into_iter().map(child).collect()
    }

    /// What the attacker's last move achieves.
    fn threat_outcome(&mut self) -> Result<ThreatOutcome, Stopped> {
        match self.search_board.reply() {
            Reply::NoDefence => return Ok(ThreatOutcome::Won(2)),
            Reply::Block(block) => return Ok(ThreatOutcome::Open(vec![block], 2)),
            Reply::NotForced => {}
        }
        let view = self.search_board.view();
        let has_five = [view.side, view.opponent]
            .iter()
            .any(|&side| !self.search_board.threats().points(side, ThreatClass::Five).is_empty());
        // The attacker made no four, so the defender is faster with an open four.
        if has_five || view.moves(ThreatClass::UnstoppableFour).next().is_some() {
            return Ok(ThreatOutcome::Failed);
        }
        Ok(match refutations(self.search_board, self.vcf, THREAT_LIMITS, self.watch)? {
            Some(Refutations { replies, line }) => ThreatOutcome::Open(replies, line.len() as u16 + 1),
            None => ThreatOutcome::Failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that share a bucket are told apart, and its entry with the fewest nodes is replaced.
    #[test]
    fn a_stored_value_is_that_of_its_own_position() {
        let mut vct = Vct::new(WAYS);
        vct.table.resize(vct.entries, Entry::UNUSED);
        for number in 1..=2 * WAYS as u64 {
            assert!(!vct.probe(number << 32).numbers.is_solved(), "{number}");
            vct.store(number << 32, Value::proven(number as u16, 0), number);
            assert_eq!(vct.probe(number << 32).plies, number as u16);
        }
        for number in 1..=2 * WAYS as u64 {
            assert_eq!(vct.probe(number << 32).numbers.is_solved(), number > WAYS as u64, "{number}");
        }
    }
}
