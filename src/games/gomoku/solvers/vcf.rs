//! VCF, victory by continuous fours: every move of the attacker makes a four, so that the defender has one reply at the
//! most. The one such search: the tree search, wider proof searches and `go mate` all ask it.
//!
//! The attacker is the side to move. What is tried at a node is what [`View::fours`] lists, or the block alone where
//! the defender's last block made a four of his. A win is a proof under the rule of the position: the defender had no
//! five point when the four was made, so only a legal stone on the only five point of the attacker goes on; a forbidden
//! one does not, if the defender has another legal move (without any the game is drawn). No other reply is left out,
//! and no four of the attacker is: a refutation is complete for the plies it names. Must not know: evaluation, the
//! search around it.

use super::search_board::{Reply, SearchBoard};
use crate::game::PackedMove;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::lines::FiveRule;
use crate::games::gomoku::threats::incremental::Threats;
use crate::games::gomoku::threats::patterns::Patterns;
use crate::games::gomoku::threats::shapes::Class;
use crate::games::gomoku::threats::static_proofs::View;
use crate::search::stop::{Stopped, Watch};

/// As many plies as there are: no limit.
pub const UNLIMITED_PLIES: u16 = u16::MAX;
/// Entries of a table of 1 MiB; a power of two.
const ENTRIES: usize = 1 << 16;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverResult {
    /// A proven win in so many plies, beginning with this move.
    Win(u16, Point),
    /// There is no win by continuous fours within so many plies, or none at all if [`UNLIMITED_PLIES`].
    Refuted(u16),
    /// The budget was spent.
    Unknown,
}

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Longest win looked for, in plies.
    pub plies: u16,
    /// Nodes: positions with the attacker to move who has fours, but no five.
    pub nodes: u32,
}

/// What is known of a position, the attacker to move, whom the key tells, too.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// The first move of the win.
    mv: u16,
    /// Plies of the proven win; 0: none is known.
    win: u16,
    /// No win within so many plies.
    refuted: u16,
    /// The limits that did not suffice for either, rounded.
    failed: Failed,
}

/// Limits in two bytes: the nodes' logarithm, and half the plies.
#[derive(Clone, Copy, Default)]
struct Failed {
    nodes: u8,
    plies: u8,
}

impl From<Limits> for Failed {
    fn from(limits: Limits) -> Failed {
        let plies = u8::try_from(limits.plies / 2).unwrap_or(u8::MAX);
        Failed { nodes: limits.nodes.checked_ilog2().map_or(0, |log| log as u8 + 1), plies }
    }
}

impl Entry {
    /// What it says of wins within so many plies.
    fn settled(self, plies: u16) -> Option<SolverResult> {
        if self.win > 0 && self.win <= plies {
            Some(SolverResult::Win(self.win, Point::from_bits(self.mv)))
        } else {
            (self.refuted >= plies).then_some(SolverResult::Refuted(self.refuted))
        }
    }

    /// Whether a search with these limits would come to nothing again.
    fn is_hopeless(self, limits: Limits) -> bool {
        let wanted = Failed::from(limits);
        wanted.nodes <= self.failed.nodes && wanted.plies >= self.failed.plies
    }
}

/// A solver with its table, which holds for all positions and rules.
pub struct Vcf {
    table: Box<[Entry]>,
    /// Moves still to be tried, of all nodes on the line searched.
    moves: Vec<Point>,
}

impl Default for Vcf {
    fn default() -> Vcf {
        Vcf { table: vec![Entry::default(); ENTRIES].into(), moves: Vec::new() }
    }
}

impl Vcf {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.fill(Entry::default());
    }

    /// Looks for any win of the side to move within the limits; made for nodes of the tree search, where there mostly
    /// is none.
    pub fn ask(
        &mut self,
        position: &Position,
        threats: &mut Threats,
        patterns: &Patterns,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        if let Some(finding) = at_once(&View::new(position, threats, patterns), limits.plies) {
            return Ok(finding);
        }
        if let Some(finding) = self.remembered(position.key(), limits) {
            return Ok(finding);
        }
        self.seek(&mut SearchBoard::new(position, threats, patterns), limits, watch)
    }

    /// Looks for any win of the side to move within the limits.
    pub fn seek(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        let key = search_board.position().key();
        if let Some(finding) = self.remembered(key, limits) {
            return Ok(finding);
        }
        let begin = self.moves.len();
        let found = Search { vcf: self, search_board, watch, left: limits.nodes }.attack(limits.plies);
        self.moves.truncate(begin);
        match found {
            Ok(finding) => Ok(finding),
            Err(Halt::Stopped) => Err(Stopped),
            Err(Halt::Spent) => {
                self.note(key, |entry| entry.failed = limits.into());
                Ok(SolverResult::Unknown)
            }
        }
    }

    /// Looks for the shortest win of the side to move, each step of the deepening within the limits.
    pub fn shortest(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<SolverResult, Stopped> {
        let mut plies = 1;
        loop {
            match self.seek(search_board, Limits { plies: plies.min(limits.plies), ..limits }, watch)? {
                SolverResult::Refuted(upto) if upto < limits.plies => plies = (upto + 1) | 1,
                finding => return Ok(finding),
            }
        }
    }

    /// The moves of a win within the limits to the five, the defender always blocking if he can. Empty if there is
    /// none.
    pub fn line(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        limits: Limits,
        watch: &mut Watch,
    ) -> Result<Vec<Point>, Stopped> {
        let mut made = Vec::new();
        let found = self.play_out(search_board, limits, watch, &mut made);
        for &(mv, ply) in made.iter().rev() {
            search_board.undo(mv, ply);
        }
        Ok(if found? { made.into_iter().map(|(mv, _)| mv).collect() } else { Vec::new() })
    }

    /// Plays the line out, noting what was made, however it ends.
    fn play_out(
        &mut self,
        search_board: &mut SearchBoard<'_>,
        mut limits: Limits,
        watch: &mut Watch,
        made: &mut Vec<(Point, u32)>,
    ) -> Result<bool, Stopped> {
        while let SolverResult::Win(plies, mv) = self.seek(search_board, limits, watch)? {
            made.push((mv, search_board.play(mv)));
            if plies == 1 {
                return Ok(true);
            }
            // Where nothing blocks any legal move will do.
            let reply = match search_board.reply() {
                Reply::Block(block) => Some(block),
                _ => search_board.view().any_move(),
            };
            let Some(reply) = reply else { break };
            made.push((reply, search_board.play(reply)));
            limits.plies = plies - 2;
        }
        Ok(false)
    }

    /// What the table says of a search.
    fn remembered(&self, key: u64, limits: Limits) -> Option<SolverResult> {
        let entry = self.entry(key);
        entry.settled(limits.plies).or_else(|| entry.is_hopeless(limits).then_some(SolverResult::Unknown))
    }

    /// What is known of a position; nothing, if need be.
    fn entry(&self, key: u64) -> Entry {
        let entry = self.table[key as usize % ENTRIES];
        if entry.key == key { entry } else { Entry::default() }
    }

    /// Changes what is known of a position; another in its place is forgotten.
    fn note(&mut self, key: u64, change: impl FnOnce(&mut Entry)) {
        let mut entry = Entry { key, ..self.entry(key) };
        change(&mut entry);
        self.table[key as usize % ENTRIES] = entry;
    }
}

/// What needs no search.
fn at_once(view: &View<'_>, plies: u16) -> Option<SolverResult> {
    if let Some(five) = view.five() {
        return Some(SolverResult::Win(1, five));
    }
    if plies < 3 {
        return Some(SolverResult::Refuted(2));
    }
    (!view.has_fours()).then_some(SolverResult::Refuted(UNLIMITED_PLIES))
}

/// Why a search ends without a finding.
enum Halt {
    Stopped,
    Spent,
}

/// One search.
struct Search<'s, 'a> {
    vcf: &'s mut Vcf,
    search_board: &'s mut SearchBoard<'a>,
    watch: &'s mut Watch,
    /// Nodes left.
    left: u32,
}

impl Search<'_, '_> {
    /// A node with the attacker to move. Never [`SolverResult::Unknown`].
    fn attack(&mut self, plies: u16) -> Result<SolverResult, Halt> {
        if let Some(finding) = at_once(&self.search_board.view(), plies) {
            return Ok(finding);
        }
        let key = self.search_board.position().key();
        if let Some(finding) = self.vcf.entry(key).settled(plies) {
            return Ok(finding);
        }
        self.watch.tick().map_err(|Stopped| Halt::Stopped)?;
        self.left = self.left.checked_sub(1).ok_or(Halt::Spent)?;
        let begin = self.vcf.moves.len();
        self.list_moves();
        let finding = match self.vcf.moves[begin..].last() {
            Some(&best) if self.makes_two_fives(best) => SolverResult::Win(3, best),
            _ => self.try_from(begin, plies)?,
        };
        self.vcf.moves.truncate(begin);
        self.vcf.note(key, |entry| match finding {
            SolverResult::Win(win, mv) => (entry.win, entry.mv) = (win, mv.to_bits()),
            SolverResult::Refuted(upto) => entry.refuted = entry.refuted.max(upto),
            SolverResult::Unknown => {}
        });
        Ok(finding)
    }

    /// Puts the moves of a node on the stack, the best last.
    fn list_moves(&mut self) {
        let (view, threats) = (self.search_board.view(), self.search_board.threats());
        let mut fives = threats.points(view.you, Class::Five).iter();
        let moves = &mut self.vcf.moves;
        match (fives.next(), fives.next()) {
            (None, _) => {
                let begin = moves.len();
                moves.extend(view.fours());
                moves[begin..].sort_unstable_by_key(|&mv| {
                    (threats.point_shape(mv, view.me).class(), threats.prior(mv, view.me), mv)
                });
            }
            (Some(block), None) => {
                let is_four = threats.point_shape(block, view.me).class() >= Class::Four;
                moves.extend((is_four && view.is_legal(block)).then_some(block));
            }
            // Neither can be left alone.
            _ => {}
        }
    }

    /// Whether a move of the list cannot be met, as it takes two blocks: none of the defender's may be a foul, or he
    /// might have no legal move at all.
    fn makes_two_fives(&self, mv: Point) -> bool {
        let (view, threats) = (self.search_board.view(), self.search_board.threats());
        threats.point_shape(mv, view.me).class() == Class::TwoFives && threats.five_rule(view.you) != FiveRule::Fouls
    }

    /// Tries the moves on the stack from `begin` on.
    fn try_from(&mut self, begin: usize, plies: u16) -> Result<SolverResult, Halt> {
        let mut refuted = UNLIMITED_PLIES;
        while self.vcf.moves.len() > begin {
            let Some(mv) = self.vcf.moves.pop() else { break };
            match self.four(mv, plies)? {
                SolverResult::Refuted(upto) => refuted = refuted.min(upto),
                win => return Ok(win),
            }
        }
        Ok(SolverResult::Refuted(refuted))
    }

    /// What comes of a four, if at least three plies are left.
    fn four(&mut self, mv: Point, plies: u16) -> Result<SolverResult, Halt> {
        let ply = self.search_board.play(mv);
        let found = match self.search_board.reply() {
            Reply::Helpless => Ok(SolverResult::Win(3, mv)),
            Reply::Free => Ok(SolverResult::Refuted(UNLIMITED_PLIES)),
            Reply::Block(block) => self.beyond(block, plies - 2).map(|finding| match finding {
                SolverResult::Win(win, _) => SolverResult::Win(win + 2, mv),
                SolverResult::Refuted(upto) => SolverResult::Refuted(upto.saturating_add(2)),
                SolverResult::Unknown => SolverResult::Unknown,
            }),
        };
        self.search_board.undo(mv, ply);
        found
    }

    /// What comes of the block.
    fn beyond(&mut self, block: Point, plies: u16) -> Result<SolverResult, Halt> {
        let ply = self.search_board.play(block);
        let found = self.attack(plies);
        self.search_board.undo(block, ply);
        found
    }
}
