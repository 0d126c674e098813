//! Analyses of games whose truth is known: solved games by their tables, endings of Othello by plain negamax.

use quartet::engine::Setup;
use quartet::random::mix;
use quartet::score::Score;
use quartet::search::stop::StopToken;
use quartet_analysis::classes::MoveClass;
use quartet_analysis::game_analysis::GameAnalyst;
use quartet_analysis::report::{GameReport, MoveReport};
use quartet_analysis::settings::{Limit, Settings};
use quartet_analysis::value::Value;
use quartet_records::{Game, GameBuilder};
use quartet_rules::Referee;
use std::collections::BTreeMap;

fn analyse(game: &Game) -> GameReport {
    let settings = Settings { limit: Limit::Depth(4), exact_empties: 60, threads: 1, hash: 1 };
    let mut analyst = GameAnalyst::new(game, &settings, StopToken::default()).expect("an analyst");
    analyst.analyse("game", 1, game, &mut |_| {}).expect("analysed").expect("not stopped")
}

/// A move chosen by a number.
fn choice(moves: &[String], number: u64) -> String {
    moves[(mix(number) % moves.len() as u64) as usize].clone()
}

/// The place of a move: one more than the number of moves with a greater value.
fn place(values: &[(String, Score)], mv: &str) -> usize {
    let own = values.iter().find(|(other, _)| other == mv).expect("a legal move").1;
    1 + values.iter().filter(|(_, other)| *other > own).count()
}

/// Compares a report on a move with the true values of all moves.
fn check(made: &MoveReport, values: &[(String, Score)]) {
    let best = values.iter().map(|(_, score)| *score).max().expect("a legal move");
    let own = values.iter().find(|(mv, _)| *mv == made.mv).expect("a legal move").1;
    assert!(made.before.is_exact() && made.after.is_exact(), "{made:?}");
    assert_eq!((made.before.score(), made.after.score()), (best, own), "{made:?}");
    let rank = made.rank.expect("a rank");
    assert_eq!((rank.place, rank.exact, made.legal), (place(values, &made.mv), true, values.len()), "{made:?}");
    let result = |score: Score| score.cmp(&Score::DRAW);
    let changes_result = result(own) != result(best);
    assert_eq!(made.class == MoveClass::Blunder, changes_result, "{made:?}");
    assert_eq!(made.points > 0.0, changes_result, "{made:?}");
}

#[test]
fn moves_of_solved_games_have_their_true_values() {
    for (variant, seed) in [("lgame", 1), ("lgame", 2), ("rhombus", 1), ("rhombus", 2)] {
        let mut builder = GameBuilder::new(variant, &BTreeMap::new(), &Setup::Start).expect("a game");
        let mut truth = Vec::new();
        for ply in 0..12 {
            let mut rules = builder.referee().another();
            rules.begin(&Setup::Start, builder.referee().moves()).expect("the same game");
            let Some(values) = rules.exact_moves() else { break };
            let moves: Vec<String> = values.iter().map(|(mv, _)| mv.clone()).collect();
            builder.play(&choice(&moves, 100 * seed + ply)).expect("legal");
            truth.push(values);
        }
        let report = analyse(&builder.finish());
        assert!(report.moves.len() == truth.len() && truth.len() > 3, "{variant}");
        report.moves.iter().zip(&truth).for_each(|(made, values)| check(made, values));
    }
}

/// The margin of the side to move by plain negamax.
fn negamax(rules: &mut dyn Referee) -> i16 {
    if let Some(ending) = rules.ending() {
        let margin = ending.margin.expect("a margin");
        return if rules.side() == quartet::game::Side::X { margin } else { -margin };
    }
    let value = |mv: &String, rules: &mut dyn Referee| {
        rules.play(mv).expect("legal");
        let value = -negamax(rules);
        rules.take_back();
        value
    };
    rules.legal_moves().iter().map(|mv| value(mv, rules)).max().expect("a legal move or a pass")
}

fn negamax_moves(rules: &mut dyn Referee) -> Vec<(String, Score)> {
    let mut values = Vec::new();
    for mv in rules.legal_moves() {
        rules.play(&mv).expect("legal");
        values.push((mv, Score(-100 * negamax(rules))));
        rules.take_back();
    }
    values
}

#[test]
fn moves_of_othello_endings_have_their_true_values() {
    let mut losing_moves = 0;
    for seed in 0..6 {
        let mut rules = quartet_rules::referee("othello", &BTreeMap::new()).expect("rules");
        let empty = |rules: &dyn Referee| 60u32.saturating_sub(rules.ply());
        while rules.ending().is_none() && empty(&*rules) > 6 {
            let mv = choice(&rules.legal_moves(), 1_000 * seed + u64::from(rules.ply()));
            rules.play(&mv).expect("legal");
        }
        if rules.ending().is_some() {
            continue;
        }
        let setup = Setup::Text(rules.position());
        let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &setup).expect("a game");
        let mut truth = Vec::new();
        while rules.ending().is_none() {
            truth.push(negamax_moves(&mut *rules));
            let mv = choice(&rules.legal_moves(), 7_000 * seed + u64::from(rules.ply()));
            rules.play(&mv).expect("legal");
            builder.play(&mv).expect("legal");
        }
        let report = analyse(&builder.finish());
        assert!(report.moves.len() == truth.len() && !truth.is_empty());
        report.moves.iter().zip(&truth).for_each(|(made, values)| check(made, values));
        let last = report.moves.last().map(|made| made.after);
        assert!(matches!(last, Some(Value::Discs(_))));
        let blunders = report.moves.iter().filter(|made| made.class == MoveClass::Blunder).count();
        losing_moves += usize::from(report.losing_move.is_some_and(|losing| losing.is_proven));
        assert!(report.losing_move.is_none() || blunders > 0, "{report:?}");
    }
    assert!(losing_moves > 0, "no game was turned");
}
