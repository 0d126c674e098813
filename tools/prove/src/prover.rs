//! The search for a proof.

use crate::answers::{Answers, Win, take_answered};
use crate::attacks::{Attack, KnownAttacks, Solver};
use crate::nodes::{Node, Nodes, replies};
use crate::proof_log::ProofLog;
use crate::quiet_moves::{Advice, Guide, Killers, candidates, is_threatened};
use crate::settings::{Settings, Statistics};
use anyhow::Result;
use quartet::games::gomoku::certificate::symmetry::canonical_key;
use quartet::games::gomoku::rules::notation::write_point;
use quartet::games::gomoku::solvers::search_board::{Reply, SearchBoard};
use quartet::games::gomoku::threats::incremental::Threats;
use quartet::games::gomoku::threats::patterns::PatternTables;
use quartet::games::gomoku::{Point, Position};
use std::collections::HashMap;
use std::time::Instant;

/// How often a position is searched with the same number of quiet moves: the first time with smaller budgets.
pub(crate) const EFFORTS: usize = 2;
/// With up to this many quiet moves, a win is looked for with one, then with two; with more, with all at once.
const CHEAP_LEVELS: usize = 2;
/// The greatest number of nodes of the engine's search that proposes a move.
const MAX_GUIDE_NODES: u64 = 12_800_000;
/// With up to this many stones, moves are tried whether or not the engine's search believes in a win.
const EARLY_STONES: usize = 4;
/// The number of moves tried that the engine's search believes to win.
const MAX_BELIEVED: usize = 4;
/// The greatest number of moves on a line with which x defends itself against a threat; they do not count as quiet.
const MAX_DEFENCES: usize = 4;

/// The prover, on a position from which it plays moves and takes them back.
pub struct Prover<'a> {
    pub(crate) board: SearchBoard<'a>,
    solver: Solver,
    attacks: KnownAttacks,
    killers: Killers,
    pub(crate) refuters: HashMap<u64, Vec<Point>>,
    guide: Guide,
    nodes: Nodes,
    /// The level at which a position was not won.
    failed: HashMap<u64, usize>,
    /// The effort of the current level.
    pub(crate) effort: usize,
    /// The number of forced defences on the current line.
    defences: usize,
    log: ProofLog,
    pub(crate) settings: Settings,
    statistics: Statistics,
    started: Instant,
    pub(crate) depth: u32,
}

impl<'a> Prover<'a> {
    /// A prover for a position, which knows what the log holds.
    pub fn new(
        position: &Position,
        threats: &'a mut Threats,
        patterns: &'a PatternTables,
        log: ProofLog,
        known: Vec<Node>,
        settings: Settings,
    ) -> Prover<'a> {
        threats.reset(position, patterns);
        let mut prover = Prover {
            board: SearchBoard::new(position, threats, patterns),
            solver: Solver::default(),
            attacks: KnownAttacks::default(),
            killers: Killers::default(),
            refuters: HashMap::new(),
            guide: Guide::default(),
            nodes: Nodes::new(),
            failed: HashMap::new(),
            effort: EFFORTS - 1,
            defences: 0,
            log,
            settings,
            statistics: Statistics::default(),
            started: Instant::now(),
            depth: 0,
        };
        known.into_iter().for_each(|node| prover.learn(node));
        prover
    }

    /// What has been done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { nodes: self.solver.watch.nodes(), ..self.statistics }
    }

    /// The number of positions that are proven with a quiet move.
    pub fn proven(&self) -> usize {
        self.nodes.len()
    }

    /// Whether x, which is to move, is found to win with at most `quiet` quiet moves on each line. Wins with fewer are
    /// not looked for first, because they are unlikely in the first position of a proof.
    pub fn prove(&mut self, quiet: usize) -> Result<bool> {
        if self.known_win().is_some() {
            return Ok(true);
        }
        for effort in 0..EFFORTS {
            self.effort = effort;
            if let Some(found) = self.winner_at(quiet)? {
                self.add_node(found)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes a node into memory.
    fn learn(&mut self, node: Node) {
        self.guess(&node);
        self.nodes.insert(canonical_key(&node.position), node);
    }

    /// Lets the move and the attacks of a node be tried, whether or not it is proven.
    pub fn guess(&mut self, node: &Node) {
        self.killers.add(&node.position, node.mv);
        let mut position = node.position.clone();
        position.play(node.mv);
        for (attack, answered) in &node.attacks {
            if let Some(&reply) = answered.first() {
                let ply = position.play(reply);
                self.attacks.add(&position, attack.clone());
                position.take_back(reply, ply);
            }
        }
    }

    pub(crate) fn after<T>(&mut self, point: Point, act: impl FnOnce(&mut Self) -> T) -> T {
        let ply = self.board.play(point);
        let result = act(self);
        self.board.undo(point, ply);
        result
    }

    pub(crate) fn after_pass<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.board.pass();
        let result = act(self);
        self.board.pass();
        result
    }

    /// A known win of the side to move.
    pub(crate) fn known_win(&mut self) -> Option<Win> {
        match self.attacks.find(self.board.position()) {
            Some(attack) => Some(Win::Attack(attack)),
            None => self.nodes.contains_key(&canonical_key(self.board.position())).then_some(Win::Node),
        }
    }

    /// An attack of the side to move, known or found with this budget.
    pub(crate) fn attack(&mut self, nodes: u64) -> Attack {
        match self.attacks.find(self.board.position()) {
            Some(attack) => Attack::Wins(attack),
            None => self.search_attack(nodes),
        }
    }

    pub(crate) fn search_attack(&mut self, nodes: u64) -> Attack {
        self.statistics.searches += 1;
        let found = self.solver.search(&mut self.board, nodes);
        if let Attack::Wins(attack) = &found {
            self.attacks.add(self.board.position(), attack.clone());
        }
        found
    }

    /// A win of the side to move with at most `quiet` quiet moves on each line, the attacks included that need none.
    /// The attack is searched with this budget.
    pub(crate) fn win(&mut self, quiet: usize, budget: u64) -> Result<Option<Win>> {
        if let Some(win) = self.known_win() {
            return Ok(Some(win));
        }
        match self.search_attack(budget) {
            Attack::Wins(attack) => Ok(Some(Win::Attack(attack))),
            _ => self.quiet_win(quiet),
        }
    }

    /// A win by quiet moves, of which there are at most `quiet` on each line, or by the defence against a threat.
    pub(crate) fn quiet_win(&mut self, quiet: usize) -> Result<Option<Win>> {
        let (key, max_effort) = (canonical_key(self.board.position()), self.effort);
        let failed = self.failed.get(&key).copied().unwrap_or_default();
        let first = usize::from(!is_threatened(&self.board));
        if quiet > 1 && !self.is_promising(quiet - 1) {
            return Ok(None);
        }
        let cheap = first..=quiet.min(CHEAP_LEVELS);
        let levels = cheap
            .chain((quiet > CHEAP_LEVELS).then_some(quiet))
            .flat_map(|quiet| (0..=max_effort).map(move |effort| (quiet, effort)));
        for (quiet, effort) in levels {
            let level = 1 + quiet * EFFORTS + effort;
            if level <= failed {
                continue;
            }
            self.effort = effort;
            let found = self.winner_at(quiet);
            self.effort = max_effort;
            if let Some(found) = found? {
                return self.add_node(found).map(Some);
            }
            self.failed.insert(key, level);
        }
        Ok(None)
    }

    /// A move that wins with at most `quiet` quiet moves on each line and the current effort.
    fn winner_at(&mut self, quiet: usize) -> Result<Option<(Point, Answers)>> {
        let is_defence = is_threatened(&self.board);
        if is_defence && self.defences == MAX_DEFENCES {
            return Ok(None);
        }
        let Some(left) = quiet.checked_sub(usize::from(!is_defence)) else { return Ok(None) };
        self.defences += usize::from(is_defence);
        let found = self.winner_with(left);
        self.defences -= usize::from(is_defence);
        found
    }

    /// Whether to try quiet moves of which at most `left` may follow: with the first effort, only if the engine's
    /// search believes in a win.
    fn is_promising(&mut self, left: usize) -> bool {
        self.effort > 0 || self.is_early() || self.advice(left).is_none_or(|advice| advice.is_win)
    }

    /// Whether there are so few stones that the engine's search need not believe in a win.
    fn is_early(&self) -> bool {
        self.board.position().stones() <= EARLY_STONES
    }

    fn advice(&mut self, left: usize) -> Option<Advice> {
        self.advice_without(left, &[])
    }

    fn advice_without(&mut self, left: usize, excluded: &[Point]) -> Option<Advice> {
        let nodes = (self.settings.guide_nodes << (2 * left)).min(MAX_GUIDE_NODES.max(self.settings.guide_nodes));
        self.guide.advice(self.board.position(), nodes, excluded)
    }

    /// A move that wins with at most `left` quiet moves after it on each line.
    fn winner_with(&mut self, left: usize) -> Result<Option<(Point, Answers)>> {
        let first_moves = if self.depth == 0 { self.settings.first_moves.clone() } else { Vec::new() };
        if let Some(found) = self.first_winner(&first_moves, left)? {
            return Ok(Some(found));
        }
        if self.effort == 0 && left >= CHEAP_LEVELS {
            return self.believed_winner(first_moves, left);
        }
        let killers = self.killers.of(&self.board);
        if let Some(found) = self.first_winner(&killers, left)? {
            return Ok(Some(found));
        }
        let mut others = self.proposals(left);
        others.retain(|mv| !killers.contains(mv));
        self.first_winner(&others, left)
    }

    /// The first move besides those tried that the engine's search believes to win, and that does. Moves that won
    /// against other replies are not preferred: the cheap levels have tried them.
    fn believed_winner(&mut self, mut tried: Vec<Point>, left: usize) -> Result<Option<(Point, Answers)>> {
        for _ in 0..MAX_BELIEVED {
            let advice = self.advice_without(left, &tried);
            let advice = advice.filter(|advice| advice.is_win || self.is_early());
            let Some(advice) = advice else { break };
            tried.push(advice.mv);
            if let Some(found) = self.first_winner(&[advice.mv], left)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The first of these moves that wins, with the answers to all replies.
    fn first_winner(&mut self, moves: &[Point], left: usize) -> Result<Option<(Point, Answers)>> {
        for &mv in moves {
            self.statistics.quiet_moves += 1;
            self.depth += 1;
            if left > 0 {
                self.after(mv, Self::expect_reply);
            }
            let answers = self.after(mv, |prover| prover.answers(left));
            self.say(|| format!("q{left} {} {}", write_point(mv), answers.as_ref().is_ok_and(Option::is_some)));
            self.depth -= 1;
            if let Some(answers) = answers? {
                return Ok(Some((mv, answers)));
            }
            self.statistics.failed += 1;
        }
        Ok(None)
    }

    fn add_node(&mut self, (mv, answers): (Point, Answers)) -> Result<Win> {
        let Answers { attacks, children } = answers;
        let node = Node { position: self.board.position().clone(), mv, attacks, children };
        self.log.add(&node)?;
        self.killers.add(&node.position, node.mv);
        self.nodes.insert(canonical_key(&node.position), node);
        Ok(Win::Node)
    }

    /// Lets the reply that the engine's search expects be tried first.
    fn expect_reply(&mut self) {
        if let Some(advice) = self.guide.advice(self.board.position(), self.settings.guide_nodes, &[]) {
            self.add_refuter(advice.mv);
        }
    }

    /// Moves to try, most promising first, if at most `left` quiet moves may follow on each line.
    fn proposals(&mut self, left: usize) -> Vec<Point> {
        let moves = candidates(&self.board);
        let width = self.settings.widths.get(left).copied().unwrap_or(1);
        let mut moves = match self.advice(left) {
            _ if moves.len() <= 1 => moves,
            Some(advice) if left > 0 && self.effort == 0 => vec![advice.mv],
            advice if left == 0 => {
                let mut moves = self.by_threat(moves);
                let is_best = |mv: &Point| advice.is_some_and(|advice| advice.mv == *mv);
                moves.sort_by_key(|mv| !is_best(mv));
                moves
            }
            None => moves,
            Some(advice) => {
                let nodes = self.settings.guide_nodes << (2 * left);
                let mut moves = self.guide.moves(self.board.position(), width, nodes / 4);
                moves.retain(|&mv| mv != advice.mv);
                moves.insert(0, advice.mv);
                moves
            }
        };
        moves.truncate(width);
        moves
    }

    /// The moves that threaten to win, those first whose threat fails against the fewest replies.
    fn by_threat(&mut self, mut moves: Vec<Point>) -> Vec<Point> {
        let mut found: Vec<(usize, Point)> = Vec::new();
        for budget in self.settings.threat_budgets.clone() {
            for mv in std::mem::take(&mut moves) {
                match self.after(mv, |prover| prover.unanswered_by_threat(budget)) {
                    Some(Some(unanswered)) => found.push((unanswered, mv)),
                    Some(None) => {}
                    None => moves.push(mv),
                }
            }
        }
        found.sort_by_key(|(unanswered, _)| *unanswered);
        found.into_iter().map(|(_, mv)| mv).collect()
    }

    /// The number of replies against which the attack after a pass fails; `Some(None)` if there is no attack, `None` if
    /// the budget does not suffice.
    fn unanswered_by_threat(&mut self, budget: u64) -> Option<Option<usize>> {
        if self.board.reply() != Reply::NotForced || self.board.view().five().is_some() {
            return Some(Some(usize::MAX));
        }
        match self.after_pass(|prover| prover.attack(budget)) {
            Attack::Wins(attack) => {
                let mut open = replies(self.board.position());
                take_answered(self.board.position(), &attack, &mut open);
                Some(Some(open.len()))
            }
            Attack::None => Some(None),
            Attack::Unknown => None,
        }
    }

    pub(crate) fn say(&self, text: impl FnOnce() -> String) {
        if self.depth <= self.settings.verbose {
            let (seconds, indent) = (self.started.elapsed().as_secs(), self.depth as usize * 2);
            println!("{seconds:>6} s {:>6} nodes {:indent$}{}", self.nodes.len(), "", text());
        }
    }
}
