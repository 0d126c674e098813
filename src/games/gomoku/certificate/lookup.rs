//! What a certificate says of the position that a game has reached.
//!
//! A position is found as a node or an image of one, however it was reached; as a position inside an attack that
//! answers in a node, by the moves of the game or by any order of moves that the proof allows; or because an attack of
//! a node with the same stones of x wins in it. What is found inside an attack is replayed by the rules before it is
//! announced.

use super::class_proof::Answer;
use super::folder::read_manifest;
use super::loaded_class::{LoadedClass, NodeImage};
use super::manifest::Manifest;
use super::reconstruction::{attacks_of_same_stones, reconstruct};
use crate::game::{Game, Side};
use crate::games::certificate::Certificate;
use crate::games::gomoku::rules::board::{Point, Position};
use crate::games::gomoku::rules::fives::five_points;
use crate::games::gomoku::rules::game::Gomoku;
use crate::games::gomoku::rules::notation::write_point;
use crate::games::gomoku::solvers::known_proofs::Proof;
use crate::games::gomoku::solvers::replay::Replay;
use crate::games::gomoku::solvers::verify::ProofError;
use crate::games::solved_table::SolveError;
use crate::score::Score;
use crate::search::prover::{OtherAnswer, OtherReplies, Played, Proven, ProvenLine, RefutedReply};
use crate::search::stop::{Stopped, Watch};
use std::path::PathBuf;

/// The number of classes that are searched for a position, and kept in memory, of about 4 MiB each.
const MAX_CLASSES: usize = 8;
/// The number of attacks of other positions that are replayed in a position.
const MAX_REPLAYED: usize = 400;

/// A certificate in a folder, of which the classes that are needed are in memory.
pub struct Lookup {
    folder: PathBuf,
    manifest: Option<Result<Manifest, String>>,
    /// The classes used last, the latest first.
    loaded: Vec<LoadedClass>,
}

/// Where a position is in a class.
enum Place {
    /// It is the image of a node.
    Node(NodeImage),
    /// It is the position after the move of the image of a node.
    AfterNode(NodeImage),
    /// These moves lead to it from a position in which the attack wins.
    Attack(Proof, Vec<Point>),
    /// The side to move makes five.
    Five(Point),
}

impl Lookup {
    /// The certificate in a folder, which is not read yet.
    pub fn new(folder: PathBuf) -> Lookup {
        Lookup { folder, manifest: None, loaded: Vec::new() }
    }

    fn manifest(&mut self) -> Result<&Manifest, String> {
        let folder = &self.folder;
        let read = self.manifest.get_or_insert_with(|| read_manifest(folder));
        read.as_ref().map_err(String::clone)
    }

    /// The class of a reply to the first move; `None` if it is not proven, or cannot be read, which is logged once.
    fn load(&mut self, reply: Point) -> Option<&LoadedClass> {
        let class = self.manifest().ok()?.class_of(reply)?.clone();
        if let Some(index) = self.loaded.iter().position(|loaded| loaded.reply == class.reply) {
            self.loaded[..=index].rotate_right(1);
            return self.loaded.first();
        }
        let Some(Ok(manifest)) = &self.manifest else { return None };
        match LoadedClass::load(&self.folder, manifest, &class) {
            Ok(loaded) => {
                self.loaded.truncate(MAX_CLASSES - 1);
                self.loaded.insert(0, loaded);
                self.loaded.first()
            }
            Err(error) => {
                log::error!("the certificate is not used: {error}");
                self.manifest = Some(Err(error));
                None
            }
        }
    }

    /// The replies to the first move whose classes may have the current position: the stones of o in the order in which
    /// they were played, so that each move adds one class at most, or else in that of the board. None if the position
    /// cannot be in the certificate.
    fn replies(&mut self, game: &Played<'_, Gomoku>) -> Vec<Point> {
        let (Some(position), Ok(manifest)) = (game.positions.last(), self.manifest()) else { return Vec::new() };
        let board = position.board();
        if !manifest.has_rules_of(position) || board.stone(manifest.first) != Some(Side::X) {
            return Vec::new();
        }
        let begins = game.moves.first() == Some(&manifest.first);
        let is_whole = begins && game.positions.first().is_some_and(|start| start.stones() == 0);
        let played = game.moves.iter().copied().skip(1).step_by(2).filter(|_| is_whole);
        let stones = board.points().filter(|&point| board.stone(point) == Some(Side::O));
        let mut replies: Vec<Point> = played.chain(stones).collect();
        let mut classes = Vec::new();
        replies.retain(|&reply| {
            let class = manifest.class_of(reply).map(|class| class.reply);
            let is_new = class.is_some() && !classes.contains(&class);
            classes.push(class);
            is_new
        });
        replies.truncate(MAX_CLASSES);
        replies
    }

    /// The place of the current position, and its class.
    fn find(&mut self, game: &Played<'_, Gomoku>) -> Option<(&LoadedClass, Place)> {
        let replies = self.replies(game);
        for find in [by_moves, by_stones] {
            for &reply in &replies {
                if let Some(place) = self.load(reply).and_then(|class| find(class, game)) {
                    return Some((self.load(reply)?, place));
                }
            }
        }
        None
    }

    /// The manifest, if the position is the empty board or the one after the first move, and all replies are proven.
    fn opening(&mut self, position: &Position) -> Option<&Manifest> {
        let manifest = self.manifest().ok()?;
        let is_first = position.board().stone(manifest.first) == Some(Side::X);
        let is_opening = position.stones() == 0 || position.stones() == 1 && is_first;
        (manifest.has_rules_of(position) && manifest.open.is_empty() && is_opening).then_some(manifest)
    }

    /// The score of the empty board, or of the one after the first move, and the longest line.
    fn opening_line(&mut self, position: &Position) -> Option<ProvenLine<Point>> {
        let manifest = self.opening(position)?;
        let (first, plies) = (manifest.first, manifest.plies);
        if position.side() == Side::O {
            return Some(ProvenLine { score: Score::loss_in(plies - 1), pv: Vec::new() });
        }
        let longest = manifest.classes.iter().max_by_key(|class| class.content.plies)?.reply;
        let after = manifest.position(longest);
        let mut pv = vec![first, longest];
        if let Some(class) = self.load(longest) {
            pv.extend(class.find(&after).iter().flat_map(|&node| class.longest_line(&after, node)));
        }
        Some(ProvenLine { score: Score::win_in(plies), pv })
    }

    /// What is proven of the empty board, or of the one after the first move.
    fn opening_proven(&mut self, position: &Position) -> Option<Proven<Point>> {
        let manifest = self.opening(position)?.clone();
        if position.side() == Side::X {
            return Some(Proven::Win { plies: manifest.plies, mv: Some(manifest.first), tree: None });
        }
        let mut replies = Vec::new();
        for class in &manifest.classes {
            let loaded = self.load(class.reply)?;
            for reply in manifest.images(class.reply) {
                let after = manifest.position(reply);
                let answer = loaded.find(&after).and_then(|node| loaded.mv(node))?;
                replies.push(RefutedReply { reply, answer, plies: class.content.plies });
            }
        }
        replies.sort_by_key(|refuted| std::cmp::Reverse(refuted.plies));
        Some(Proven::Loss { plies: manifest.plies - 1, replies, others: None })
    }
}

/// The current position by the moves of the game since the last node that it has come through.
fn by_moves(class: &LoadedClass, game: &Played<'_, Gomoku>) -> Option<Place> {
    let nodes = game.positions.iter().enumerate().rev();
    let is_x = |(_, position): &(usize, &Position)| position.side() == Side::X;
    let (first, node) = nodes.filter(is_x).find_map(|(index, position)| Some((index, class.find(position)?)))?;
    after_moves(class, node, game.moves.get(first..)?, game.positions.last()?)
}

/// The current position by its stones alone.
fn by_stones(class: &LoadedClass, game: &Played<'_, Gomoku>) -> Option<Place> {
    let position = game.positions.last()?;
    if let Some((node, moves)) = reconstruct(class, position) {
        return after_moves(class, node, &moves, position);
    }
    if position.side() != Side::X {
        return None;
    }
    let mut replay = Replay::new(position);
    let attacks = attacks_of_same_stones(class, position);
    let wins = attacks.into_iter().take(MAX_REPLAYED).find(|attack| replay.wins(attack))?;
    Some(Place::Attack(Proof::Win(wins), Vec::new()))
}

/// The position that moves lead to from the image of a node; `None` if x leaves the proof.
fn after_moves(class: &LoadedClass, node: NodeImage, moves: &[Point], position: &Position) -> Option<Place> {
    match moves {
        [] => Some(Place::Node(node)),
        [mv, ..] if class.mv(node) != Some(*mv) => None,
        [_] => Some(Place::AfterNode(node)),
        [_, reply, rest @ ..] => match class.answer(node, *reply) {
            Some(Answer::Attack(index)) => {
                let proof = Proof::Win(class.attack(node, index)?);
                proof.follow(rest)?;
                Some(Place::Attack(proof, rest.to_vec()))
            }
            Some(Answer::Node(..)) => None,
            None if rest.is_empty() => Some(Place::Five(*five_points(position, position.side()).first()?)),
            None => None,
        },
    }
}

impl Place {
    /// The proven score and the longest line.
    fn line(
        &self,
        class: &LoadedClass,
        position: &Position,
        watch: &mut Watch,
    ) -> Result<ProvenLine<Point>, ProofError> {
        Ok(match self {
            Place::Node(node) => {
                let score = Score::win_in(class.plies(*node));
                ProvenLine { score, pv: class.longest_line(position, *node) }
            }
            Place::AfterNode(node) => ProvenLine { score: Score::loss_in(class.plies(*node) - 1), pv: Vec::new() },
            Place::Attack(proof, moves) => {
                let node = proof.follow(moves).ok_or("a proof that does not have the position")?;
                let plies = node.verify(position, watch)?;
                let is_win = position.side() == Side::X;
                let score = if is_win { Score::win_in(plies) } else { Score::loss_in(plies) };
                ProvenLine { score, pv: node.longest_line(position) }
            }
            Place::Five(five) => ProvenLine { score: Score::win_in(1), pv: vec![*five] },
        })
    }

    /// What is proven, with the answer to every move if the side to move loses.
    fn proven(
        &self,
        class: &LoadedClass,
        position: &Position,
        watch: &mut Watch,
    ) -> Result<Option<Proven<Point>>, ProofError> {
        Ok(match self {
            Place::Node(node) => Some(Proven::Win { plies: class.plies(*node), mv: class.mv(*node), tree: None }),
            Place::AfterNode(node) => refuted_replies(class, *node, position),
            Place::Attack(proof, moves) => {
                let node = proof.follow(moves).ok_or("a proof that does not have the position")?;
                node.verify(position, watch)?;
                node.report(position)
            }
            Place::Five(five) => Some(Proven::Win { plies: 1, mv: Some(*five), tree: Some(write_point(*five)) }),
        })
    }
}

/// The answers to all moves after the move of the image of a node.
fn refuted_replies(class: &LoadedClass, node: NodeImage, position: &Position) -> Option<Proven<Point>> {
    let found = class.node(node)?;
    let mut legal = Vec::new();
    Gomoku::legal_moves(position, &mut legal);
    let mut after = position.clone();
    let mut first_move = |reply: Point, answer: Answer| match answer {
        Answer::Attack(index) => Some(class.image(node, class.proof.attacks.get(index)?.mv)),
        Answer::Node(..) => {
            let ply = after.play(reply);
            let next = class.find(&after).and_then(|next| class.mv(next));
            after.take_back(reply, ply);
            next
        }
    };
    let mut replies = Vec::new();
    for (points, answer) in &found.answers {
        for &point in points {
            let (reply, plies) = (class.image(node, point), class.plies_of(*answer));
            replies.push(RefutedReply { reply, answer: first_move(reply, *answer)?, plies });
        }
    }
    replies.sort_by_key(|refuted| std::cmp::Reverse(refuted.plies));
    legal.retain(|mv| replies.iter().all(|refuted| refuted.reply != *mv));
    let others = match (legal.first(), found.other) {
        (None, _) => None,
        (Some(&reply), Some(answer)) => Some(OtherAnswer::Move(first_move(reply, answer)?, class.plies_of(answer))),
        (Some(_), None) => Some(OtherAnswer::AtOnce(five_points(position, Side::X))),
    };
    let others = others.map(|answer| OtherReplies { count: legal.len(), answer });
    Some(Proven::Loss { plies: class.plies(node) - 1, replies, others })
}

/// Nothing, and a line in the log, for a proof that is wrong.
fn unless_wrong<T>(checked: Result<T, ProofError>) -> Result<Option<T>, Stopped> {
    match checked {
        Ok(found) => Ok(Some(found)),
        Err(ProofError::Stopped) => Err(Stopped),
        Err(ProofError::Wrong(why)) => {
            log::error!("a certificate is wrong: {why}");
            Ok(None)
        }
    }
}

impl Certificate<Gomoku> for Lookup {
    fn line(&mut self, game: &Played<'_, Gomoku>, watch: &mut Watch) -> Result<Option<ProvenLine<Point>>, Stopped> {
        let Some(position) = game.positions.last() else { return Ok(None) };
        if let Some(line) = self.opening_line(position) {
            return Ok(Some(line));
        }
        match self.find(game) {
            Some((class, place)) => unless_wrong(place.line(class, position, watch)),
            None => Ok(None),
        }
    }

    fn proven(&mut self, game: &Played<'_, Gomoku>, watch: &mut Watch) -> Result<Option<Proven<Point>>, Stopped> {
        let Some(position) = game.positions.last() else { return Ok(None) };
        if let Some(proven) = self.opening_proven(position) {
            return Ok(Some(proven));
        }
        match self.find(game) {
            Some((class, place)) => Ok(unless_wrong(place.proven(class, position, watch))?.flatten()),
            None => Ok(None),
        }
    }

    fn statement(&mut self, game: &Played<'_, Gomoku>, watch: &mut Watch) -> Result<Vec<String>, SolveError> {
        let mut lines = self.manifest().map_err(SolveError::Wrong)?.statement();
        let proven = self.line(game, watch)?;
        lines.extend(proven.map(|ProvenLine { score, .. }| {
            let (plies, word) = (score.distance().unwrap_or_default(), if score.is_win() { "win" } else { "loss" });
            format!("position {word} {plies}")
        }));
        Ok(lines)
    }
}
