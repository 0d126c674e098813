//! VCT, victory by continuous threats: the attacker makes fours and open threes. A depth-first proof-number search
//! (df-pn, Nagai 2002) with weak proof numbers (Ueda et al. 2008), as different orders of the same threats meet again
//! and again, and with thresholds that leave a node some room before it is left for a sibling.
//!
//! A win is a proof: at every node of the defender the search has looked at all replies that `defence::answers` leaves,
//! and that module says why all others lose. "No win" only says that none was found among these threats.
//! Must not know: evaluation, the search around it.

use super::defence::{self, Answers};
use super::proof_tree::{Attack, Next};
use super::search_board::{Reply, SearchBoard};
use super::vcf::{Limits, SolverResult, UNLIMITED_PLIES, Vcf};
use crate::game::PackedMove;
use crate::games::gomoku::rules::board::Point;
use crate::games::gomoku::threats::shapes::Class;
use crate::search::stop::{Stopped, Watch};

/// Entries of a table of 6 MiB; a power of two.
const ENTRIES: usize = 1 << 18;
/// Threats remembered.
const THREATS: usize = 1 << 13;
/// Entries that a position may be in.
const WAYS: usize = 4;
/// What the key of a position is mixed with where the defender is to move.
const DEFENDER: u64 = 0x3C6E_F372_FE94_F82B;
/// Limits of the searches by fours: for the attacker's win, and for the threat that a move makes.
const WIN: Limits = Limits { plies: UNLIMITED_PLIES, nodes: 200 };
const THREAT: Limits = Limits { plies: UNLIMITED_PLIES, nodes: 100 };
/// The same for building a tree, when all has been found already but may have been forgotten.
const TREE: Limits = Limits { plies: UNLIMITED_PLIES, nodes: 10_000 };
/// A proof or disproof number that stands for "never".
const NEVER: u32 = u32::MAX / 2;

/// Proof and disproof number: moves that have at least to be settled before the attacker's win is proven, or given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const NEW: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: NEVER };
    const LOST: ProofNumbers = ProofNumbers { proof: NEVER, disproof: 0 };
    const ALL: ProofNumbers = ProofNumbers { proof: NEVER, disproof: NEVER };

    fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether one of them has reached its threshold.
    fn reaches(self, thresholds: ProofNumbers) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Value {
    numbers: ProofNumbers,
    /// Plies of the win, if it is proven.
    plies: u16,
    /// The attacker's first move, if he is to move.
    mv: u16,
}

impl Value {
    const NEW: Value = Value { numbers: ProofNumbers::NEW, plies: 0, mv: 0 };
    const LOST: Value = Value { numbers: ProofNumbers::LOST, plies: 0, mv: 0 };

    fn won(plies: u16, mv: u16) -> Value {
        Value { numbers: ProofNumbers::WON, plies, mv }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: Value,
    /// Nodes that it took, at the least.
    work: u32,
}

impl Entry {
    const NONE: Entry = Entry { key: 0, value: Value::NEW, work: 0 };
}

/// A move below a node.
#[derive(Clone, Copy)]
struct Child {
    mv: Point,
    value: Value,
}

/// A solver with its table, which holds for all positions and rules.
#[derive(Default)]
pub struct Vct {
    /// Empty before the first search.
    table: Vec<Entry>,
    /// What threats leave the defender, by keys: finding it out takes longer than all else in a node, and nodes are
    /// come back to.
    threats: Vec<Option<(u64, ThreatOutcome)>>,
}

impl Vct {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threats.clear();
    }

    /// Looks for a win of the side to move within so many nodes; goes on where the last search of the position ended.
    pub fn seek(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        vcf: &mut Vcf,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        let value = self.search(search_board, vcf, nodes, watch).attacker(ProofNumbers::ALL)?;
        Ok(match value.numbers {
            ProofNumbers { proof: 0, .. } => SolverResult::Win(value.plies, Point::from_bits(value.mv)),
            ProofNumbers { disproof: 0, .. } => SolverResult::Refuted(UNLIMITED_PLIES),
            _ => SolverResult::Unknown,
        })
    }

    /// The tree of a win that has been found, with its plies, if it can be put together with so many more nodes.
    pub fn tree(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        vcf: &mut Vcf,
        nodes: u64,
        watch: &mut Watch,
    ) -> Result<Option<(Attack, u16)>, Stopped> {
        self.search(search_board, vcf, nodes, watch).tree()
    }

    /// A search with so many nodes; the first one makes the tables.
    fn search<'s, 'a>(
        &'s mut self,
        search_board: &'s mut SearchBoard<'a>,
        vcf: &'s mut Vcf,
        nodes: u64,
        watch: &'s mut Watch,
    ) -> Search<'s, 'a> {
        self.table.resize(ENTRIES, Entry::NONE);
        self.threats.resize_with(THREATS, || None);
        let end = watch.nodes() + nodes;
        Search { vct: self, vcf, search_board, watch, end }
    }

    fn bucket(&mut self, key: u64) -> &mut [Entry] {
        let first = key as usize % ENTRIES / WAYS * WAYS;
        &mut self.table[first..first + WAYS]
    }

    fn probe(&mut self, key: u64) -> Value {
        self.bucket(key).iter().find(|entry| entry.key == key).map_or(Value::NEW, |entry| entry.value)
    }

    fn store(&mut self, key: u64, value: Value, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let old =
            self.bucket(key).iter_mut().min_by_key(|entry| if entry.key == key { (0, 0) } else { (1, entry.work) });
        if let Some(old) = old {
            let before = if old.key == key { old.work } else { 0 };
            *old = Entry { key, value, work: work.saturating_add(before) };
        }
    }
}

/// One search.
struct Search<'s, 'a> {
    vct: &'s mut Vct,
    vcf: &'s mut Vcf,
    search_board: &'s mut SearchBoard<'a>,
    watch: &'s mut Watch,
    /// The nodes of the watch at which it ends.
    end: u64,
}

/// What follows a move of the attacker before anything is searched.
enum ThreatOutcome {
    /// He wins in so many plies whatever the defender does.
    Won(u16),
    /// It was no threat, or the defender is faster.
    Failed,
    /// The defender has these replies; all others lose in so many plies.
    Open(Vec<Point>, u16),
}

impl Search<'_, '_> {
    /// A node with the attacker to move, searched until its numbers reach the thresholds or the nodes are spent.
    fn attacker(&mut self, thresholds: ProofNumbers) -> Result<Value, Stopped> {
        let key = self.search_board.position().key();
        let known = self.vct.probe(key);
        if self.is_spent() || known.numbers.is_solved() {
            return Ok(known);
        }
        let begin = self.watch.nodes();
        self.watch.tick()?;
        if let SolverResult::Win(plies, mv) = self.vcf.seek(self.search_board, WIN, self.watch)? {
            let value = Value::won(plies, mv.to_bits());
            self.vct.store(key, value, self.watch.nodes() - begin);
            return Ok(value);
        }
        let mut children = self.attacks();
        let value = loop {
            let value = best_attack(&children);
            let (Some((index, second)), false) =
                (lead(&children, |numbers| numbers.proof), value.numbers.reaches(thresholds) || self.is_spent())
            else {
                break value;
            };
            let others = open(&children, |numbers| numbers.disproof) - 1;
            let child = &mut children[index];
            let limits = ProofNumbers {
                proof: thresholds.proof.min(roomy(second)),
                disproof: thresholds.disproof.saturating_sub(others),
            };
            let ply = self.search_board.play(child.mv);
            let found = self.defender(limits);
            self.search_board.undo(child.mv, ply);
            child.value = found?;
        };
        self.vct.store(key, value, self.watch.nodes() - begin);
        Ok(value)
    }

    /// The same with the defender to move; plies are counted from here.
    fn defender(&mut self, thresholds: ProofNumbers) -> Result<Value, Stopped> {
        let key = self.search_board.position().key() ^ DEFENDER;
        let known = self.vct.probe(key);
        if self.is_spent() || known.numbers.is_solved() {
            return Ok(known);
        }
        let begin = self.watch.nodes();
        self.watch.tick()?;
        let slot = key as usize % THREATS;
        let outcome = match self.vct.threats[slot].take_if(|(known, _)| *known == key) {
            Some((_, outcome)) => outcome,
            None => self.threat_outcome()?,
        };
        let value = match &outcome {
            ThreatOutcome::Won(plies) => Value::won(*plies, 0),
            ThreatOutcome::Failed => Value::LOST,
            ThreatOutcome::Open(replies, others) => self.replies(replies, *others, thresholds)?,
        };
        if !value.numbers.is_solved() {
            self.vct.threats[slot] = Some((key, outcome));
        }
        self.vct.store(key, value, self.watch.nodes() - begin);
        Ok(value)
    }

    /// Searches the replies to a threat.
    fn replies(&mut self, replies: &[Point], others: u16, thresholds: ProofNumbers) -> Result<Value, Stopped> {
        let known = |mv: &Point| Child { mv: *mv, value: self.vct.probe(self.search_board.position().key_after(*mv)) };
        let mut children: Vec<Child> = replies.iter().map(known).collect();
        loop {
            let value = best_defence(&children, others);
            let (Some((index, second)), false) =
                (lead(&children, |numbers| numbers.disproof), value.numbers.reaches(thresholds) || self.is_spent())
            else {
                return Ok(value);
            };
            let others = open(&children, |numbers| numbers.proof) - 1;
            let child = &mut children[index];
            let limits = ProofNumbers {
                proof: thresholds.proof.saturating_sub(others),
                disproof: thresholds.disproof.min(roomy(second)),
            };
            let ply = self.search_board.play(child.mv);
            let found = self.attacker(limits);
            self.search_board.undo(child.mv, ply);
            child.value = found?;
        }
    }

    fn is_spent(&self) -> bool {
        self.watch.nodes() >= self.end
    }

    /// The attacker's moves with what is known of them.
    fn attacks(&mut self) -> Vec<Child> {
        let (view, threats) = (self.search_board.view(), self.search_board.threats());
        let mut fives = threats.points(view.you, Class::Five).iter();
        let mut moves: Vec<Point> = match (fives.next(), fives.next()) {
            (None, _) => {
                let threes = [Class::DoubleThree, Class::Three].into_iter().flat_map(|class| view.moves(class));
                view.fours().chain(threes).collect()
            }
            (Some(block), None) => view.is_legal(block).then_some(block).into_iter().collect(),
            _ => Vec::new(),
        };
        moves.sort_by_key(|&mv| {
            (std::cmp::Reverse((threats.point_shape(mv, view.me).class(), threats.prior(mv, view.me))), mv)
        });
        let position = self.search_board.position();
        let known = |mv: Point| Child { mv, value: self.vct.probe(position.key_after(mv) ^ DEFENDER) };
        moves.into_iter().map(known).collect()
    }

    /// Looks at what the attacker has just played.
    fn threat_outcome(&mut self) -> Result<ThreatOutcome, Stopped> {
        match self.search_board.reply() {
            Reply::Helpless => return Ok(ThreatOutcome::Won(2)),
            Reply::Block(block) => return Ok(ThreatOutcome::Open(vec![block], 2)),
            Reply::Free => {}
        }
        let view = self.search_board.view();
        let is_over =
            [view.me, view.you].iter().any(|&side| !self.search_board.threats().points(side, Class::Five).is_empty());
        // Without a four the attacker is too slow for the defender's.
        if is_over || view.moves(Class::TwoFives).next().is_some() {
            return Ok(ThreatOutcome::Failed);
        }
        Ok(match defence::answers(self.search_board, self.vcf, THREAT, self.watch)? {
            Some(Answers { replies, line }) => ThreatOutcome::Open(replies, line.len() as u16 + 1),
            None => ThreatOutcome::Failed,
        })
    }

    /// The tree of the win that the attacker has here, and its plies.
    fn tree(&mut self) -> Result<Option<(Attack, u16)>, Stopped> {
        // A threat may be met with another line now than when it was found, and leave replies that were not searched
        // then, as the old line answered them: so the search by fours is given more room before threes are tried.
        let known = self.vct.probe(self.search_board.position().key());
        let limits = if known.numbers.proof == 0 { WIN } else { TREE };
        if let SolverResult::Win(plies, _) = self.vcf.seek(self.search_board, limits, self.watch)? {
            let line = self.vcf.line(self.search_board, Limits { plies, ..TREE }, self.watch)?;
            return Ok(Attack::of_line(&line).map(|attack| (attack, line.len() as u16)));
        }
        let value = self.attacker(ProofNumbers::ALL)?;
        if value.numbers.proof > 0 {
            return Ok(None);
        }
        self.watch.tick()?;
        let mv = Point::from_bits(value.mv);
        let ply = self.search_board.play(mv);
        let next = self.next();
        self.search_board.undo(mv, ply);
        Ok(next?.map(|(next, plies)| (Attack { mv, next }, plies + 1)))
    }

    /// How the attacker goes on after the defender's replies, and in how many plies.
    fn next(&mut self) -> Result<Option<(Next, u16)>, Stopped> {
        let (replies, line) = match self.search_board.reply() {
            Reply::Helpless => (Vec::new(), Vec::new()),
            Reply::Block(block) => (vec![block], Vec::new()),
            Reply::Free => {
                let found = match defence::answers(self.search_board, self.vcf, THREAT, self.watch)? {
                    None => defence::answers(self.search_board, self.vcf, TREE, self.watch)?,
                    found => found,
                };
                let Some(Answers { replies, line }) = found else { return Ok(None) };
                (replies, line)
            }
        };
        let mut longest = u16::max(2, line.len() as u16 + 1);
        let mut next = Next { replies: Vec::new(), other: Attack::of_line(&line).map(Box::new) };
        for reply in replies {
            let ply = self.search_board.play(reply);
            let tree = self.tree();
            self.search_board.undo(reply, ply);
            let Some((tree, plies)) = tree? else { return Ok(None) };
            longest = longest.max(plies + 1);
            next.replies.push((reply, tree));
        }
        Ok(Some((next, longest)))
    }
}

/// The child with the least number, and the least number of the others.
fn lead(children: &[Child], number: impl Fn(ProofNumbers) -> u32) -> Option<(usize, u32)> {
    let mut best: Option<(usize, u32)> = None;
    let mut second = NEVER;
    for (index, child) in children.iter().enumerate() {
        let number = number(child.value.numbers);
        match best {
            Some((_, least)) if number >= least => second = second.min(number),
            _ => {
                second = best.map_or(second, |(_, least)| least.min(second));
                best = Some((index, number));
            }
        }
    }
    best.map(|(index, _)| (index, second))
}

/// A threshold somewhat above the next best number.
fn roomy(number: u32) -> u32 {
    (number + number / 4 + 1).min(NEVER)
}

/// How many children are not settled by this number.
fn open(children: &[Child], number: impl Fn(ProofNumbers) -> u32) -> u32 {
    children.iter().filter(|child| number(child.value.numbers) > 0).count() as u32
}

/// The greatest of the numbers, and one for each other that is not settled.
fn weak_sum(children: &[Child], number: impl Fn(ProofNumbers) -> u32) -> u32 {
    let greatest = children.iter().map(|child| number(child.value.numbers)).max().unwrap_or(0);
    if greatest == 0 || greatest >= NEVER { greatest } else { greatest + open(children, number) - 1 }
}

/// A node's value by the attacker's moves.
fn best_attack(children: &[Child]) -> Value {
    let won = children.iter().filter(|child| child.value.numbers.proof == 0);
    if let Some(child) = won.min_by_key(|child| child.value.plies) {
        return Value::won(child.value.plies + 1, child.mv.to_bits());
    }
    let proof = children.iter().map(|child| child.value.numbers.proof).min().unwrap_or(NEVER);
    let disproof = weak_sum(children, |numbers| numbers.disproof);
    Value { numbers: ProofNumbers { proof, disproof }, plies: 0, mv: 0 }
}

/// A node's value by the defender's replies, all others losing in so many plies.
fn best_defence(children: &[Child], others: u16) -> Value {
    if children.iter().all(|child| child.value.numbers.proof == 0) {
        let longest = children.iter().map(|child| child.value.plies + 1).max().unwrap_or(0);
        return Value::won(longest.max(others), 0);
    }
    let disproof = children.iter().map(|child| child.value.numbers.disproof).min().unwrap_or(NEVER);
    let proof = weak_sum(children, |numbers| numbers.proof);
    Value { numbers: ProofNumbers { proof, disproof }, plies: 0, mv: 0 }
}
