//! The certificate in the engine: what it announces in a game is kept, however the position is given.

use super::moves;
use quartet::game::{Game, Notation, Side, Symmetric};
use quartet::games::certificate::Certificate;
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::folder::{read_class, read_manifest};
use quartet::games::gomoku::certificate::lookup::Lookup;
use quartet::games::gomoku::certificate::manifest::Manifest;
use quartet::games::gomoku::rules::game::transform_point;
use quartet::games::gomoku::solvers::proof_tree::depth_of_text;
use quartet::games::gomoku::{Gomoku, Point, Position, Rule};
use quartet::random::SplitMix64;
use quartet::score::Score;
use quartet::search::prover::{Played, Proven, ProvenLine};
use quartet::search::stop::Watch;
use std::path::PathBuf;

/// The number of games that are played.
const GAMES: usize = 40;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tools/prove/freestyle-15")
}

fn manifest() -> Manifest {
    read_manifest(&folder()).expect("a manifest")
}

/// A game from the empty board.
struct Record {
    positions: Vec<Position>,
    moves: Vec<Point>,
}

impl Record {
    fn new(manifest: &Manifest) -> Record {
        let start = Position::new(manifest.rules.size, manifest.rules.rule);
        let mut record = Record { positions: vec![start], moves: Vec::new() };
        record.play(manifest.first);
        record
    }

    fn current(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    fn play(&mut self, mv: Point) {
        let mut position = self.current().clone();
        position.play(mv);
        self.positions.push(position);
        self.moves.push(mv);
    }

    fn line(&self, lookup: &mut Lookup) -> Option<ProvenLine<Point>> {
        let game = Played { positions: &self.positions, moves: &self.moves };
        lookup.line(&game, &mut Watch::unlimited()).expect("not stopped")
    }

    /// The same without the moves, in another orientation.
    fn image_alone(&self, symmetry: u8) -> Record {
        Record { positions: vec![Gomoku::transform(self.current(), symmetry)], moves: Vec::new() }
    }
}

/// A reply: at random, or one that makes the proof long.
fn reply(record: &Record, longest: Option<Point>, random: &mut SplitMix64) -> Point {
    match longest {
        Some(reply) if random.below(2) == 0 => reply,
        _ => {
            let legal = moves(record.current());
            legal[random.below(legal.len())]
        }
    }
}

/// A first reply of a class in any orientation.
fn first_reply(manifest: &Manifest, random: &mut SplitMix64) -> Point {
    let class = &manifest.classes[random.below(manifest.classes.len())];
    transform_point(manifest.rules.size, class.reply, random.below(8) as u8)
}

#[test]
fn announced_wins_are_kept_against_all_replies() {
    let (manifest, mut random) = (manifest(), SplitMix64::new(41));
    let mut lookup = Lookup::new(folder());
    for _ in 0..GAMES {
        let mut record = Record::new(&manifest);
        record.play(first_reply(&manifest, &mut random));
        let mut last = None;
        while Gomoku::terminal(record.current()).is_none() {
            let ProvenLine { score, pv } = record.line(&mut lookup).expect("a proven position");
            let plies = score.distance().expect("a proven score");
            assert_eq!(score.is_win(), record.current().side() == Side::X);
            assert!(last.is_none_or(|last| plies < last), "{plies} after {last:?}");
            assert!(record.moves.len() + usize::from(plies) <= usize::from(manifest.plies));
            last = Some(plies);
            if score.is_win() {
                assert_eq!(pv.len(), usize::from(plies), "the longest line has the plies that are announced");
                record.play(pv[0]);
                if Gomoku::terminal(record.current()).is_none() {
                    let mv = reply(&record, pv.get(1).copied(), &mut random);
                    // The position with o to move is known as well.
                    let lost = record.line(&mut lookup).expect("a proven position").score;
                    assert!(lost.is_loss() && lost >= Score::loss_in(plies - 1));
                    last = Some(plies - 1);
                    record.play(mv);
                }
            }
        }
        assert_eq!(record.current().winner(), Some(Side::X));
    }
}

/// How often the certificate does not have a position of a game in which x follows it, if only the position is given.
#[test]
fn positions_without_a_history_are_found_in_any_orientation() {
    let (manifest, mut random) = (manifest(), SplitMix64::new(15));
    let (mut lookup, mut alone) = (Lookup::new(folder()), Lookup::new(folder()));
    let (mut asked, mut missing) = (0, 0);
    for _ in 0..GAMES / 2 {
        let mut record = Record::new(&manifest);
        record.play(first_reply(&manifest, &mut random));
        let mut longest = None;
        while Gomoku::terminal(record.current()).is_none() {
            let symmetry = random.below(8) as u8;
            let proven = record.line(&mut lookup).expect("a proven position");
            let image = record.image_alone(symmetry);
            asked += 1;
            match image.line(&mut alone) {
                Some(found) => assert_eq!(found.score.is_win(), proven.score.is_win()),
                None => missing += 1,
            }
            let mv = match proven.score.is_win() {
                true => proven.pv[0],
                false => reply(&record, longest, &mut random),
            };
            longest = proven.pv.get(1).copied();
            record.play(mv);
        }
    }
    assert!(asked > 100 && missing == 0, "{missing} of {asked} positions are not found");
}

#[test]
fn answers_to_all_replies_are_told() {
    let (manifest, mut lookup) = (manifest(), Lookup::new(folder()));
    let mut record = Record::new(&manifest);
    record.play(manifest.classes[0].reply);
    let win = record.line(&mut lookup).expect("a proven position");
    record.play(win.pv[0]);
    let game = Played { positions: &record.positions, moves: &record.moves };
    let proven = lookup.proven(&game, &mut Watch::unlimited()).expect("not stopped");
    let Some(Proven::Loss { plies, replies, others }) = proven else { panic!("not lost: {proven:?}") };
    assert_eq!(Score::loss_in(plies), Score::loss_in(win.score.distance().expect("a win") - 1));
    let count = replies.len() + others.map_or(0, |others| others.count);
    assert_eq!(count, moves(record.current()).len());
    for refuted in replies.iter().step_by(10) {
        let mut next = Record { positions: record.positions.clone(), moves: record.moves.clone() };
        next.play(refuted.reply);
        let line = next.line(&mut lookup).expect("a proven position");
        assert_eq!(line.pv[0], refuted.answer);
        assert!(line.score >= Score::win_in(refuted.plies));
    }
}

#[test]
fn other_positions_are_not_in_the_certificate() {
    let (manifest, mut lookup) = (manifest(), Lookup::new(folder()));
    // The moves of a proven game by other rules.
    for rules in [(15, Rule::Standard), (15, Rule::Renju), (16, Rule::Freestyle)] {
        let mut record = Record { positions: vec![Position::new(rules.0, rules.1)], moves: Vec::new() };
        [manifest.first, manifest.classes[0].reply].into_iter().for_each(|mv| record.play(mv));
        assert!(record.line(&mut lookup).is_none(), "{rules:?}");
    }
    // x has left the certificate, or the first stone is elsewhere.
    for text in ["h8o15o1", "h8o15o1a1", "g8o15", "h8"] {
        let mut record = Record::new(&manifest);
        record.moves.clear();
        record.positions.truncate(1);
        for mv in Gomoku::parse_token(record.current(), text).expect("moves") {
            record.play(mv);
        }
        let found = record.line(&mut lookup).map(|line| line.score);
        let is_whole = manifest.open.is_empty() && text == "h8";
        assert_eq!(found.is_some(), is_whole, "{text}: {found:?}");
    }
}

#[test]
fn a_depth_is_read_from_the_text_of_an_attack() {
    let manifest = manifest();
    let class = &manifest.classes[0];
    let proof: ClassProof = read_class(&folder(), &manifest, class).expect("a class");
    for attack in &proof.attacks {
        let mut text = String::new();
        attack.write(&mut text);
        assert_eq!(depth_of_text(&text), attack.depth());
    }
}
