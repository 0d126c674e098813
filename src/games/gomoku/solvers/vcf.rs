//! VCF, victory by continuous fours: every move of the attacker makes a four, so that the defender has at most one
//! reply. The tree search, VCT and `go mate` all use this search.
//!
//! The attacker is the side to move. The moves of a node are those of [`ThreatView::fours`], or only the block if the
//! defender's last block made a four and the block makes a four itself.
//!
//! A win is a proof under the rules of the position. The defender had no five point when the four was made, so the only
//! defence is a legal stone on the only five point of the attacker. If that stone is forbidden there is none, provided
//! that the defender has another legal move; without any legal move the game is drawn. All fours of the attacker are
//! tried, so a refutation is complete up to the plies that it names.

use super::search_board::{Reply, SearchBoard};
use crate::game::PackedMove;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::lines::FiveRule;
use crate::games::gomoku::threats::incremental::Threats;
use crate::games::gomoku::threats::patterns::PatternTables;
use crate::games::gomoku::threats::shapes::ThreatClass;
use crate::games::gomoku::threats::static_proofs::ThreatView;
use crate::search::stop::{Stopped, Watch};

/// Stands for no limit on the plies.
pub const UNLIMITED_PLIES: u16 = u16::MAX;
/// Entries of the table, a power of two; 1 MiB.
const ENTRIES: usize = 1 << 16;

/// The result of a VCF or VCT search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverResult {
    /// A proven win in this many plies, and its first move.
    Win(u16, Point),
    /// There is no win by the moves of the search within this many plies, or none at all if [`UNLIMITED_PLIES`].
    Refuted(u16),
    /// The budget of nodes was spent.
    Unknown,
}

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest win searched for, in plies.
    pub plies: u16,
    /// The budget of nodes, which are positions where the attacker is to move and has fours, but no five.
    pub nodes: u32,
}

/// An entry of the table, for a position with the attacker to move. The key includes the side.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The first move of the proven win, as packed bits.
    mv: u16,
    /// Plies of the proven win; 0 if there is none.
    win: u16,
    /// There is no win within this many plies.
    refuted: u16,
    /// The limits of the last search that spent its budget.
    failed: PackedLimits,
}

/// Limits packed into two bytes: the bit length of the nodes, and half the plies.
#[derive(Clone, Copy, Default)]
struct PackedLimits {
    nodes: u8,
    plies: u8,
}

impl From<Limits> for PackedLimits {
    fn from(limits: Limits) -> PackedLimits {
        let plies = u8::try_from(limits.plies / 2).unwrap_or(u8::MAX);
        PackedLimits { nodes: limits.nodes.checked_ilog2().map_or(0, |log| log as u8 + 1), plies }
    }
}

impl Entry {
    /// The result for wins within `plies`, if the entry decides it.
    fn result(self, plies: u16) -> Option<SolverResult> {
        if self.win > 0 && self.win <= plies {
            Some(SolverResult::Win(self.win, Point::from_bits(self.mv)))
        } else {
            (self.refuted >= plies).then_some(SolverResult::Refuted(self.refuted))
        }
    }

    /// Whether a search with these limits would spend its budget again.
    fn would_fail(self, limits: Limits) -> bool {
        let wanted = PackedLimits::from(limits);
        wanted.nodes <= self.failed.nodes && wanted.plies >= self.failed.plies
    }
}

/// The solver and its table. Keys include size and rule, so entries are valid for all positions.
pub struct Vcf {
    table: Box<[Entry]>,
    /// A stack of the untried moves of all nodes on the current line.
    moves: Vec<Point>,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf { table: vec![Entry::default(); ENTRIES].into(), moves: Vec::new() }
    }
}

impl Vcf {
    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.fill(Entry::default());
    }

    /// Searches for a win of the side to move at a node of the tree search. Most nodes have none, so positions that
    /// need no search are not copied.
    pub fn search_position(
        &mut self,
        position: &Position,
        threats: &mut Threats,
        patterns: &PatternTables,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        if let Some(result) = static_result(&ThreatView::new(position, threats, patterns), limits.plies) {
            return Ok(result);
        }
        if let Some(result) = self.stored_result(position.key(), limits) {
            return Ok(result);
        }
        self.search(&mut SearchBoard::new(position, threats, patterns), limits, watch)
    }

    /// Searches for a win of the side to move within the limits, not necessarily the shortest.
    pub fn search(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        let key = search_board.position().key();
        if let Some(result) = self.stored_result(key, limits) {
            return Ok(result);
        }
        let start = self.moves.len();
        let result = Search { vcf: self, search_board, watch, nodes_left: limits.nodes }.attack(limits.plies);
        self.moves.truncate(start);
        match result {
            Ok(result) => Ok(result),
            Err(Abort::Stopped) => Err(Stopped),
            Err(Abort::BudgetSpent) => {
                self.update(key, |entry| entry.failed = limits.into());
                Ok(SolverResult::Unknown)
            }
        }
    }

    /// Searches the shortest win of the side to move by iterative deepening. The limits hold for each iteration.
    pub fn shortest(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        let mut plies = 1;
        loop {
            match self.search(search_board, Limits { plies: plies.min(limits.plies), ..limits }, watch)? {
                SolverResult::Refuted(upto) if upto < limits.plies => plies = (upto + 1) | 1,
                result => return Ok(result),
            }
        }
    }

    /// The moves of a win within the limits up to the five; the defender blocks whenever possible. Empty if there is no
    /// win.
    pub fn line(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<Vec<Point>, Stopped> {
        let mut played = Vec::new();
        let found = self.play_line(search_board, limits, watch, &mut played);
        for &(mv, ply) in played.iter().rev() {
            search_board.undo(mv, ply);
        }
        Ok(if found? { played.into_iter().map(|(mv, _)| mv).collect() } else { Vec::new() })
    }

    /// Plays the line of a win and returns whether it reaches the five. `played` lists the moves played, also after an
    /// error.
    fn play_line(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        mut limits: Limits,
        watch: &mut Watch,
        played: &mut Vec<(Point, u32)>,
    ) -> Result<bool, Stopped> {
        while let SolverResult::Win(plies, mv) = self.search(search_board, limits, watch)? {
            played.push((mv, search_board.play(mv)));
            if plies == 1 {
                return Ok(true);
            }
            // Without a block, any legal move is as good as another.
            let reply = match search_board.reply() {
                Reply::Block(block) => Some(block),
                _ => search_board.view().any_move(),
            };
            let Some(reply) = reply else { break };
            played.push((reply, search_board.play(reply)));
            limits.plies = plies - 2;
        }
        Ok(false)
    }

    /// The result that the table gives for a search.
    fn stored_result(&self, key: u64, limits: Limits) -> Option<SolverResult> {
        let entry = self.entry(key);
        entry.result(limits.plies).or_else(|| entry.would_fail(limits).then_some(SolverResult::Unknown))
    }

    /// The entry of a position, or a default one.
    fn entry(&self, key: u64) -> Entry {
        let entry = self.table[key as usize % ENTRIES];
        if entry.key == key { entry } else { Entry::default() }
    }

    /// Updates the entry of a position. Replaces that of another position in its slot.
    fn update(&mut self, key: u64, change: impl FnOnce(&mut Entry)) {
        let mut entry = Entry { key, ..self.entry(key) };
        change(&mut entry);
        self.table[key as usize % ENTRIES] = entry;
    }
}

/// The result if it needs no search.
fn static_result(view: &ThreatView<'_>, plies: u16) -> Option<SolverResult> {
    if let Some(five) = view.five() {
        return Some(SolverResult::Win(1, five));
    }
    if plies < 3 {
        return Some(SolverResult::Refuted(2));
    }
    (!view.has_fours(view.side)).then_some(SolverResult::Refuted(UNLIMITED_PLIES))
}

/// Why a search ends without a result.
enum Abort {
    Stopped,
    BudgetSpent,
}

/// A running search.
struct Search<'s, 'a> {
    vcf: &'s mut Vcf,
    search_board: &'s mut SearchBoard<'a>,
    watch: &'s mut Watch,
    /// The remaining budget of nodes.
    nodes_left: u32,
}

impl Search<'_, '_> {
    /// Searches a node with the attacker to move. Never returns [`SolverResult::Unknown`].
    fn attack(&mut self, plies: u16) -> Result<SolverResult, Abort> {
        if let Some(result) = static_result(&self.search_board.view(), plies) {
            return Ok(result);
        }
        let key = self.search_board.position().key();
        if let Some(result) = self.vcf.entry(key).result(plies) {
            return Ok(result);
        }
        self.watch.tick().map_err(|Stopped| Abort::Stopped)?;
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Abort::BudgetSpent)?;
        let start = self.vcf.moves.len();
        self.push_moves();
        let result = match self.vcf.moves[start..].last() {
            Some(&best) if self.is_unstoppable(best) => SolverResult::Win(3, best),
            _ => self.try_moves(start, plies)?,
        };
        self.vcf.moves.truncate(start);
        self.vcf.update(key, |entry| match result {
            SolverResult::Win(win, mv) => (entry.win, entry.mv) = (win, mv.to_bits()),
            SolverResult::Refuted(upto) => entry.refuted = entry.refuted.max(upto),
            SolverResult::Unknown => {}
        });
        Ok(result)
    }

    /// Pushes the moves of a node on the stack, the best last.
    fn push_moves(&mut self) {
        let (view, threats) = (self.search_board.view(), self.search_board.threats());
        let mut fives = threats.points(view.opponent, ThreatClass::Five).iter();
        let moves = &mut self.vcf.moves;
        match (fives.next(), fives.next()) {
            (None, _) => {
                let start = moves.len();
                moves.extend(view.fours());
                moves[start..].sort_unstable_by_key(|&mv| {
                    (threats.point_shape(mv, view.side).class(), threats.prior(mv, view.side), mv)
                });
            }
            (Some(block), None) => {
                let is_four = threats.point_shape(block, view.side).class() >= ThreatClass::Four;
                moves.extend((is_four && view.is_legal(block)).then_some(block));
            }
            // The defender has two five points, of which only one could be blocked.
            _ => {}
        }
    }

    /// Whether a move wins because it makes two five points. False if the defender is subject to fouls, because there
    /// might be no legal move, which draws.
    fn is_unstoppable(&self, mv: Point) -> bool {
        let (view, threats) = (self.search_board.view(), self.search_board.threats());
        threats.point_shape(mv, view.side).class() == ThreatClass::UnstoppableFour
            && threats.five_rule(view.opponent) != FiveRule::ExactWithFouls
    }

    /// Searches the moves on the stack from index `start`.
    fn try_moves(&mut self, start: usize, plies: u16) -> Result<SolverResult, Abort> {
        let mut refuted = UNLIMITED_PLIES;
        while self.vcf.moves.len() > start {
            let Some(mv) = self.vcf.moves.pop() else { break };
            match self.four(mv, plies)? {
                SolverResult::Refuted(upto) => refuted = refuted.min(upto),
                win => return Ok(win),
            }
        }
        Ok(SolverResult::Refuted(refuted))
    }

    /// Searches a four. `plies` must be at least 3.
    fn four(&mut self, mv: Point, plies: u16) -> Result<SolverResult, Abort> {
        let ply = self.search_board.play(mv);
        let result = match self.search_board.reply() {
            Reply::NoDefence => Ok(SolverResult::Win(3, mv)),
            Reply::NotForced => Ok(SolverResult::Refuted(UNLIMITED_PLIES)),
            Reply::Block(block) => self.block(block, plies - 2).map(|result| match result {
                SolverResult::Win(win, _) => SolverResult::Win(win + 2, mv),
                SolverResult::Refuted(upto) => SolverResult::Refuted(upto.saturating_add(2)),
                SolverResult::Unknown => SolverResult::Unknown,
            }),
        };
        self.search_board.undo(mv, ply);
        result
    }

    /// Searches the position after a block.
    fn block(&mut self, block: Point, plies: u16) -> Result<SolverResult, Abort> {
        let ply = self.search_board.play(block);
        let result = self.attack(plies);
        self.search_board.undo(block, ply);
        result
    }
}
