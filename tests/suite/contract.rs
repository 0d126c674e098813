//! The contract of every game in the registry (see `quartet::game::Game`), checked in random games.

use quartet::game::{Game, Notation, PackedMove, Symmetric, Terminal};
use quartet::games::playable::{MoveOf, Playable, PositionOf, RulesOf, TablesOf};
use quartet::games::{self, VARIANTS, Variant, Visitor};
use quartet::random::SplitMix64;
use quartet::score::Window;
use quartet::search::expert::{Coverage, Expert, Goal, Node, ScoredMove};
use quartet::search::stop::Watch;
use quartet::wdl::Calibration;
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum length of a random game in plies, since the cyclic games need not end.
const LONGEST: usize = 160;

/// Runs `check` on every position of `count` random games and returns the number of positions.
fn over_random_games<G: Notation>(
    count: u64,
    rules: &G::Rules,
    mut check: impl FnMut(&mut G::Position, &[G::Move], &mut SplitMix64),
) -> usize {
    let mut visited = 0;
    for seed in 1..=count {
        let mut random = SplitMix64::new(seed);
        let mut position = G::start(rules);
        for _ in 0..LONGEST {
            let mut moves = Vec::new();
            G::legal_moves(&position, &mut moves);
            check(&mut position, &moves, &mut random);
            visited += 1;
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            G::play(&mut position, mv);
        }
    }
    visited
}

/// The rules of a game for every combination of its combo options.
fn rule_sets<P: Playable>() -> Vec<RulesOf<P>> {
    let mut sets = vec![RulesOf::<P>::default()];
    for rule in ["standard", "renju"] {
        let rules = P::Game::rules(&|name| match name {
            "Rule" => Some(rule.into()),
            "BoardSize" => Some("9".into()),
            _ => None,
        });
        if !sets.contains(&rules) {
            sets.push(rules);
        }
    }
    sets
}

struct Rules;

impl Visitor for Rules {
    type Out = ();

    fn visit<P: Playable>(self, variant: &'static Variant) {
        for rules in rule_sets::<P>() {
            let mut keys: HashMap<u64, String> = HashMap::new();
            let visited = over_random_games::<P::Game>(12, &rules, |position, moves, random| {
                check_ending::<P::Game>(position, moves);
                check_counts::<P::Game>(position, moves);
                check_moves::<P::Game>(position, moves);
                check_legality::<P::Game>(position, moves, random);
                check_texts::<P::Game>(&rules, position, moves);
                check_symmetries::<P::Game>(position, moves);
                // Positions with different points or sides to move have different keys; the ply does not matter.
                let text = P::Game::write_position(position);
                let points: Vec<_> = text.split(' ').take(3).map(str::to_string).collect();
                let known = keys.entry(P::Game::key(position)).or_insert_with(|| points.join(" "));
                assert_eq!(*known, points.join(" "), "two positions share a key");
            });
            assert!(visited > 100, "{}: only {visited} positions", variant.name);
        }
    }
}

/// Checks that the leaves counted two plies ahead are those of playing two plies.
fn check_counts<G: Notation>(position: &mut G::Position, moves: &[G::Move]) {
    let Some(counted) = G::count_two_plies(position) else { return };
    let mut played = if moves.is_empty() { G::PERFT_EARLY_END_LEAVES } else { 0 };
    for &mv in moves {
        let undo = G::play(position, mv);
        played += match G::count_moves(position) as u64 {
            0 => G::PERFT_EARLY_END_LEAVES,
            replies => replies,
        };
        G::undo(position, mv, undo);
    }
    assert_eq!(counted, played, "{}", G::write_position(position));
}

/// Checks that a position is terminal exactly if it has no legal move.
fn check_ending<G: Notation>(position: &G::Position, moves: &[G::Move]) {
    assert_eq!(G::terminal(position).is_some(), moves.is_empty(), "{}", G::write_position(position));
    assert_eq!(G::count_moves(position), moves.len());
    if let Some(terminal) = G::terminal(position) {
        let _ = G::reason(position).word();
        assert_eq!(G::winning_row(position).is_empty(), !matches!(G::reason(position).word(), "five"));
        assert!(G::HAS_MATES != matches!(terminal, Terminal::Margin(_)));
    }
}

/// Checks that undo restores everything and that the incremental key equals the recomputed one.
fn check_moves<G: Notation>(position: &mut G::Position, moves: &[G::Move]) {
    let before = position.clone();
    for &mv in moves {
        assert!(G::move_index(mv) < G::MOVE_INDICES);
        assert_ne!(mv.to_bits(), u16::MAX);
        assert_eq!(G::from_bits_of(mv), mv);
        let undo = G::play(position, mv);
        assert_eq!(G::side(position), G::side(&before).other());
        assert_eq!(G::ply(position), G::ply(&before) + 1);
        G::undo(position, mv, undo);
        assert_eq!(*position, before, "undo of {mv:?}");
        assert_eq!(G::key(position), G::key(&before));
    }
}

trait FromBitsOf: Game {
    fn from_bits_of(mv: Self::Move) -> Self::Move {
        Self::Move::from_bits(mv.to_bits())
    }
}

impl<G: Game> FromBitsOf for G {}

/// Checks that `is_legal` holds for the legal moves only, with any bits as a move.
fn check_legality<G: Notation>(position: &G::Position, moves: &[G::Move], random: &mut SplitMix64) {
    for &mv in moves {
        assert!(G::is_legal(position, mv), "{mv:?} in {}", G::write_position(position));
    }
    for _ in 0..300 {
        let mv = G::Move::from_bits(random.next() as u16);
        if G::is_legal(position, mv) {
            assert!(moves.contains(&mv), "{mv:?} in {}", G::write_position(position));
        }
    }
}

/// Checks that texts of positions and moves round-trip.
fn check_texts<G: Notation>(rules: &G::Rules, position: &G::Position, moves: &[G::Move]) {
    let text = G::write_position(position);
    let read = G::parse_position(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read, *position, "{text}");
    assert_eq!(G::key(&read), G::key(position), "{text}");
    if let Some(code) = G::write_code(position) {
        let read = G::parse_code(&code).unwrap_or_else(|error| panic!("{code}: {error}"));
        assert_eq!(G::key(&read), G::key(position), "{code}");
    }
    for &mv in moves {
        let spelled = G::write_move(position, mv);
        assert_eq!(G::parse_move(position, &spelled), Ok(mv), "{spelled} in {text}");
        assert_eq!(G::parse_token(position, &spelled), Ok(vec![mv]), "{spelled} in {text}");
        assert!(!spelled.contains(' '));
    }
    assert!(!G::diagram(position).ends_with('\n'));
}

/// Checks that the symmetries of the board map legal moves to legal moves and commute with playing them.
fn check_symmetries<G: Notation + Symmetric>(position: &G::Position, moves: &[G::Move]) {
    assert_eq!(G::transform(position, 0), *position);
    for symmetry in 0..8 {
        let image = G::transform(position, symmetry);
        assert_eq!(G::count_moves(&image), moves.len());
        for &mv in moves {
            let mirrored = G::transform_move(position, mv, symmetry);
            assert!(G::is_legal(&image, mirrored), "symmetry {symmetry} of {mv:?} in {}", G::write_position(position));
        }
        if let Some(&mv) = moves.first() {
            let (mut here, mut there) = (position.clone(), image.clone());
            G::play(&mut here, mv);
            G::play(&mut there, G::transform_move(position, mv, symmetry));
            assert_eq!(G::transform(&here, symmetry), there);
        }
    }
}

#[test]
fn rules_satisfy_their_contract_in_every_game() {
    for variant in VARIANTS {
        games::visit(variant, Rules).expect("a registered variant");
    }
}

struct Experts;

impl Visitor for Experts {
    type Out = ();

    fn visit<P: Playable>(self, _: &'static Variant) {
        for rules in rule_sets::<P>() {
            let tables = Arc::<TablesOf<P>>::default();
            for seed in 1..=4 {
                check_expert::<P>(&tables, &rules, seed);
            }
        }
    }
}

fn at(goal: Goal) -> Node {
    Node { depth: 3, ply: 0, window: Window::FULL, goal, selectivity: 1, cut_node: false }
}

/// The evaluation of a position and its candidates with their priors.
fn evaluation_and_candidates<P: Playable>(expert: &mut P::Expert, position: &PositionOf<P>) -> (i16, Vec<(u16, i32)>) {
    let value = expert.evaluate(position);
    assert!(!value.is_proven());
    let terms: i32 = P::explain(expert, position).iter().map(|(_, term)| term).sum();
    assert_eq!(terms, i32::from(value.0), "terms add up");
    let mut moves: Vec<ScoredMove<MoveOf<P>>> = Vec::new();
    expert.candidates(position, &at(Goal::Heuristic), &mut moves);
    let mut listed: Vec<_> = moves.iter().map(|scored| (scored.mv.to_bits(), scored.score)).collect();
    listed.sort_unstable();
    (value.0, listed)
}

/// Checks that an expert that is updated move by move, with undo, agrees with one that is set up at the position.
fn check_expert<P: Playable>(tables: &Arc<TablesOf<P>>, rules: &RulesOf<P>, seed: u64) {
    let mut random = SplitMix64::new(seed);
    let mut position = P::Game::start(rules);
    let mut following = P::Expert::new(tables.clone());
    following.on_root(&position);
    for _ in 0..LONGEST {
        let mut moves = Vec::new();
        P::Game::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mut fresh = P::Expert::new(tables.clone());
        fresh.on_root(&position);
        let expected = evaluation_and_candidates::<P>(&mut fresh, &position);
        assert_eq!(
            evaluation_and_candidates::<P>(&mut following, &position),
            expected,
            "{}",
            P::Game::write_position(&position)
        );
        check_candidates::<P>(&mut fresh, &position, &moves);
        check_symmetric_values::<P>(tables, &position, expected.0);
        let Calibration { spread, draw } = P::calibration(&position);
        assert!(spread > 0.0 && draw >= 0.0, "{spread} {draw}");
        let mv = moves[random.below(moves.len())];
        let detour = moves[random.below(moves.len())];
        let undo = P::Game::play(&mut position, detour);
        following.on_play(&position, detour);
        if P::Game::terminal(&position).is_none() {
            evaluation_and_candidates::<P>(&mut following, &position);
        }
        following.on_undo();
        P::Game::undo(&mut position, detour, undo);
        P::Game::play(&mut position, mv);
        following.on_play(&position, mv);
    }
}

/// Checks that candidates are legal and listed once, that all legal moves are listed for exact searches, and that a
/// selection leaves some of the candidates, and all where their list is complete.
fn check_candidates<P: Playable>(expert: &mut P::Expert, position: &PositionOf<P>, legal: &[MoveOf<P>]) {
    for goal in [Goal::Heuristic, Goal::Solve, Goal::Mate] {
        let mut moves = Vec::new();
        let coverage = expert.candidates(position, &at(goal), &mut moves);
        assert!(!moves.is_empty());
        let mut selected = moves.clone();
        expert.select_candidates(position, &Node { ply: 1, ..at(goal) }, &mut selected);
        let is_candidate = |mv: MoveOf<P>| moves.iter().any(|scored| scored.mv == mv);
        assert!(!selected.is_empty() && selected.iter().all(|scored| is_candidate(scored.mv)));
        assert!(coverage == Coverage::Partial || selected.len() == moves.len());
        for (index, scored) in moves.iter().enumerate() {
            assert!(legal.contains(&scored.mv), "{:?} in {}", scored.mv, P::Game::write_position(position));
            assert!(moves[..index].iter().all(|other| other.mv != scored.mv), "listed twice");
        }
        if goal == Goal::Solve && coverage == Coverage::Complete {
            assert!(moves.len() == legal.len() || P::Game::HAS_MATES);
        }
    }
    let mut watch = Watch::unlimited();
    if let Ok(Some(verdict)) = expert.oracle(position, &at(Goal::Heuristic), &mut watch) {
        assert!(verdict.best.is_none_or(|mv| legal.contains(&mv)));
    }
}

fn check_symmetric_values<P: Playable>(tables: &Arc<TablesOf<P>>, position: &PositionOf<P>, value: i16) {
    for symmetry in 1..8 {
        let image = P::Game::transform(position, symmetry);
        let mut expert = P::Expert::new(tables.clone());
        expert.on_root(&image);
        assert_eq!(expert.evaluate(&image).0, value, "symmetry {symmetry} of {}", P::Game::write_position(position));
    }
}

#[test]
fn experts_satisfy_their_contract_in_every_game() {
    for variant in VARIANTS {
        games::visit(variant, Experts).expect("a registered variant");
    }
}
