//! Proofs walked: whatever the defender replies, the attacker's answer comes from the proof, and the win that was
//! announced comes within the plies that were announced.

use super::{RULES, midgame, moves, position};
use quartet::game::{Game, Notation};
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::solvers::verify::{verify, verify_loss};
use quartet::games::gomoku::{Gomoku, GomokuExpert, Point, Position, Rule, Tables};
use quartet::random::SplitMix64;
use quartet::search::expert::Expert;
use quartet::search::prover::{OtherAnswer, OtherReplies, Played, Proven};
use quartet::search::stop::{StopToken, Watch};
use std::sync::{Arc, LazyLock};

/// Tables without a network, which proofs do not need.
static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| {
    use quartet::games::gomoku::threats::weights::ShapeWeights;
    Arc::new(Tables::new(ShapeWeights::shipped().clone(), None, None))
});

/// Nodes of each search.
const NODES: u64 = 4_000;

/// A game with its prover.
struct Walk {
    expert: GomokuExpert,
    positions: Vec<Position>,
    moves: Vec<Point>,
}

impl Walk {
    fn new(position: &Position) -> Walk {
        Walk { expert: GomokuExpert::new(TABLES.clone()), positions: vec![position.clone()], moves: Vec::new() }
    }

    fn current(&self) -> &Position {
        self.positions.last().expect("never empty")
    }

    fn play(&mut self, mv: Point) {
        let mut next = self.current().clone();
        assert!(Gomoku::is_legal(&next, mv), "{mv:?}\n{}", Gomoku::diagram(&next));
        next.play(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    fn take_back(&mut self) {
        self.positions.pop();
        self.moves.pop();
    }

    /// What is proven of the current position, with a search of this many nodes if nothing is known.
    fn proof(&mut self, nodes: u64) -> Option<Proven<Point>> {
        let game = Played { positions: &self.positions, moves: &self.moves };
        let prover = self.expert.prover().expect("gomoku has one");
        prover.proof(&game, nodes, &mut Watch::unlimited()).expect("not stopped")
    }

    /// What is known of the current position; it must be a win of exactly this many plies. Returns the move.
    fn known_win(&mut self, expected: u16) -> Point {
        match self.proof(0) {
            Some(Proven::Win { plies, mv: Some(mv), tree: Some(tree) }) => {
                assert_eq!(plies, expected, "{}", self.shown());
                let attack = AttackNode::read(&tree).expect("a proof");
                let replayed = verify(self.current(), &attack).unwrap_or_else(|why| panic!("{why} {}", self.shown()));
                assert!(replayed <= plies && attack.mv == mv, "{}", self.shown());
                mv
            }
            other => panic!("{other:?} instead of a win in {expected} {}", self.shown()),
        }
    }

    fn shown(&self) -> String {
        format!("after {:?} {:?}\n{}", self.moves, self.current().rule(), Gomoku::diagram(self.current()))
    }

    /// Walks a proven win of `plies`: plays the attack, and then a sample of the replies of each kind. `budget` is the
    /// number of positions that may still be visited.
    fn walk_win(&mut self, plies: u16, random: &mut SplitMix64, budget: &mut usize) {
        let mv = self.known_win(plies);
        self.play(mv);
        if plies == 1 {
            assert!(self.current().winner().is_some(), "{}", self.shown());
        } else {
            self.walk_loss(plies - 1, random, budget);
        }
        self.take_back();
    }

    fn walk_loss(&mut self, expected: u16, random: &mut SplitMix64, budget: &mut usize) {
        let Some(Proven::Loss { plies, replies, others }) = self.proof(0) else { panic!("no loss {}", self.shown()) };
        assert_eq!(plies, expected, "{}", self.shown());
        let mut legal = moves(self.current());
        legal.retain(|mv| replies.iter().all(|refuted| refuted.reply != *mv));
        assert_eq!(legal.len(), others.as_ref().map_or(0, |others| others.count), "{}", self.shown());
        let longest = replies.iter().map(|refuted| refuted.plies).max();
        let other_plies = others.as_ref().map(|OtherReplies { answer, .. }| match answer {
            OtherAnswer::Move(_, plies) => *plies,
            OtherAnswer::AtOnce(_) => 1,
        });
        assert_eq!(longest.max(other_plies), Some(plies - 1), "{}", self.shown());
        assert!(replies.is_sorted_by(|one, other| one.plies >= other.plies));
        for refuted in replies {
            self.visit(refuted.reply, Some(refuted.answer), refuted.plies, random, budget);
        }
        match others.map(|others| others.answer) {
            Some(OtherAnswer::Move(answer, plies)) => {
                for _ in 0..2 {
                    let reply = legal[random.below(legal.len())];
                    self.visit(reply, Some(answer), plies, random, budget);
                }
            }
            Some(OtherAnswer::AtOnce(fives)) => self.fives_remain(&legal, &fives, random, budget),
            None => {}
        }
    }

    /// After every reply one of the fives is left.
    fn fives_remain(&mut self, legal: &[Point], fives: &[Point], random: &mut SplitMix64, budget: &mut usize) {
        for &reply in legal {
            self.play(reply);
            let wins = |five: &Point| {
                let mut after = self.current().clone();
                Gomoku::is_legal(&after, *five) && {
                    after.play(*five);
                    after.winner().is_some()
                }
            };
            assert!(fives.iter().any(wins), "{}", self.shown());
            self.take_back();
        }
        let near = fives.iter().find(|five| legal.contains(five)).copied();
        self.visit(near.unwrap_or(legal[random.below(legal.len())]), None, 1, random, budget);
    }

    /// Plays a reply and walks on, if the budget allows.
    fn visit(&mut self, reply: Point, answer: Option<Point>, plies: u16, random: &mut SplitMix64, budget: &mut usize) {
        if *budget == 0 {
            return;
        }
        *budget -= 1;
        self.play(reply);
        let mv = self.known_win(plies);
        assert!(answer.is_none_or(|answer| answer == mv), "{}", self.shown());
        self.walk_win(plies, random, budget);
        self.take_back();
    }
}

/// Calls `visit` with positions of games with a proven win of more than three plies, and the plies of the proof.
fn with_won_positions(seed: u64, wanted: usize, mut visit: impl FnMut(&mut Walk, u16)) {
    let mut random = SplitMix64::new(seed);
    let mut found = 0;
    for round in 0.. {
        if found == wanted {
            break;
        }
        let (rule, size, plies) = (RULES[round % 3], 9 + random.below(8), 8 + random.below(30));
        let position = midgame(&mut random, size, rule, plies);
        if Gomoku::terminal(&position).is_some() {
            continue;
        }
        let mut walk = Walk::new(&position);
        if let Some(Proven::Win { plies, .. }) = walk.proof(NODES)
            && plies > 3
        {
            visit(&mut walk, plies);
            found += 1;
        }
    }
}

#[test]
fn every_defence_loses_within_the_plies_announced() {
    let mut random = SplitMix64::new(91);
    let mut visited = 0;
    with_won_positions(71, 30, |walk, plies| {
        let mut budget = 150;
        walk.walk_win(plies, &mut random, &mut budget);
        visited += 150 - budget;
        // Everything has been taken back: the proof still holds.
        walk.known_win(plies);
    });
    assert!(visited > 700, "{visited}");
}

/// A position that begins after the attack has no history, and its replies are searched.
#[test]
fn a_lost_position_needs_no_history() {
    let mut random = SplitMix64::new(92);
    let mut lost = 0;
    with_won_positions(72, 20, |walk, plies| {
        let mv = walk.known_win(plies);
        walk.play(mv);
        let mut fresh = Walk::new(walk.current());
        assert_eq!(fresh.proof(0), None, "{}", fresh.shown());
        if let Some(Proven::Loss { plies, .. }) = fresh.proof(NODES) {
            lost += 1;
            fresh.walk_loss(plies, &mut random, &mut 20);
        }
    });
    assert!(lost > 15, "{lost}");
}

/// After another attack the position is searched anew; back in the proof, it is as before.
#[test]
fn another_attack_is_another_proof() {
    let mut random = SplitMix64::new(93);
    let mut deviations = 0;
    with_won_positions(73, 12, |walk, plies| {
        let mv = walk.known_win(plies);
        let mut others = moves(walk.current());
        others.retain(|other| *other != mv);
        for _ in 0..5 {
            walk.play(others.swap_remove(random.below(others.len())));
            assert_eq!(walk.proof(0), None, "{}", walk.shown());
            match walk.proof(NODES) {
                Some(Proven::Win { plies, .. }) => walk.walk_win(plies, &mut random, &mut 5),
                Some(Proven::Loss { plies, .. }) => walk.walk_loss(plies, &mut random, &mut 5),
                Some(Proven::Draw) => panic!("a draw {}", walk.shown()),
                None => {}
            }
            walk.take_back();
            deviations += 1;
        }
        walk.walk_win(plies, &mut random, &mut 10);
    });
    assert_eq!(deviations, 60);
}

/// A search leaves its proof where `proof` finds it, and a new game forgets it.
#[test]
fn proofs_of_searches_are_kept_until_the_next_game() {
    with_won_positions(74, 5, |walk, plies| {
        let mut fresh = Walk::new(walk.current());
        let root = fresh.current().clone();
        fresh.expert.on_root(&root);
        let prover = fresh.expert.prover().expect("gomoku has one");
        let found = prover.prove(&root, 2 * NODES, &mut Watch::unlimited()).expect("not stopped").expect("a win");
        assert!(found.score.is_win());
        fresh.known_win(found.score.distance().expect("a win"));
        fresh.expert.new_game();
        assert_eq!(fresh.proof(0), None, "a win in {plies}");
    });
}

/// A search that is stopped finds nothing, and does no harm to later ones.
#[test]
fn a_stopped_search_proves_nothing() {
    with_won_positions(75, 5, |walk, _| {
        let mut fresh = Walk::new(walk.current());
        let stop = StopToken::default();
        stop.stop();
        let game = Played { positions: &fresh.positions, moves: &fresh.moves };
        let prover = fresh.expert.prover().expect("gomoku has one");
        assert!(prover.proof(&game, NODES, &mut Watch::new(stop, Arc::default(), None)).is_err());
        assert!(matches!(fresh.proof(NODES), Some(Proven::Win { .. })), "{}", fresh.shown());
    });
}

/// The block of a four may be forbidden: then no reply is listed.
#[test]
fn a_forbidden_block_is_no_reply() {
    // The only block of o's four would make six for x.
    let position = position(Rule::Renju, "9/4x4/4x4/4x4/oooo5/4x4/4x4/9/9 x - 0");
    let mut walk = Walk::new(&position);
    let Some(Proven::Loss { plies: 2, replies, others }) = walk.proof(NODES) else { panic!("{}", walk.shown()) };
    assert!(replies.is_empty());
    let others = others.expect("other replies");
    assert_eq!(others.count, moves(&position).len());
    assert_eq!(others.answer, OtherAnswer::AtOnce(vec![Point::new(4, 4)]));
}

/// A proof that the defender loses is judged like the attack that leads to it.
#[test]
fn proofs_of_losses_are_judged_like_those_of_wins() {
    let mut random = SplitMix64::new(94);
    let (mut right, mut wrong) = (0, 0);
    with_won_positions(76, 5, |walk, _| {
        let Some(Proven::Win { tree: Some(tree), .. }) = walk.proof(0) else { panic!("no win {}", walk.shown()) };
        let AttackNode { mv, defence } = AttackNode::read(&tree).expect("a proof");
        let mut attacks = vec![mv];
        let legal = moves(walk.current());
        attacks.extend((0..20).map(|_| legal[random.below(legal.len())]));
        for mv in attacks {
            let by_win = verify(walk.current(), &AttackNode { mv, defence: defence.clone() });
            walk.play(mv);
            let by_loss = verify_loss(walk.current(), &defence, &mut Watch::unlimited());
            assert_eq!(by_win.clone().ok(), by_loss.clone().ok().map(|plies| plies + 1), "{by_win:?} {}", walk.shown());
            match by_loss {
                Ok(_) => right += 1,
                Err(_) => wrong += 1,
            }
            walk.take_back();
        }
    });
    assert!(right >= 5 && wrong > 50, "{right} {wrong}");
}
