use super::*;
use quartet::random::SplitMix64;
use std::collections::{BTreeMap, HashMap};

/// The games of the current stage, the two of each pair in a row.
fn games(schedule: &Schedule) -> Vec<Fixture> {
    let stage = schedule.stage().expect("a stage");
    (stage.first_pair()..stage.end()).flat_map(|pair| stage.pair(pair).expect("in the stage")).collect()
}

/// Plays the whole match with these results; returns its games, stage by stage.
fn played(schedule: &mut Schedule, mut result: impl FnMut(&Fixture) -> GameResult) -> Vec<Vec<Fixture>> {
    let mut stages = Vec::new();
    while schedule.stage().is_some() {
        let own = games(schedule);
        own.iter().for_each(|game| schedule.add(game.id, result(game)));
        stages.push(own);
    }
    stages
}

/// A random result that depends on the game alone.
fn chance(seed: u64) -> impl FnMut(&Fixture) -> GameResult {
    move |game| {
        let results = [GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw];
        results[SplitMix64::new(seed ^ (game.id << 20)).below(3)]
    }
}

/// The engine with the lower index wins.
fn favourite(game: &Fixture) -> GameResult {
    if game.first < game.second { GameResult::FirstWins } else { GameResult::SecondWins }
}

fn fixed(encounters: Vec<[usize; 2]>, pairs: u64) -> Schedule {
    Schedule::of(Format::Fixed(encounters), pairs)
}

fn swiss(engines: usize, rounds: u64, pairs: u64) -> Schedule {
    Schedule::of(Format::Swiss(Swiss { engines, rounds }), pairs)
}

fn knockout(engines: usize, tiebreaks: u64, pairs: u64) -> Schedule {
    Schedule::of(Format::Knockout(Knockout { engines, tiebreaks }), pairs)
}

/// The encounters of a stage, each once, the lower index first.
fn encounters(games: &[Fixture]) -> Vec<[usize; 2]> {
    let mut all: Vec<_> = games.iter().map(|game| [game.first.min(game.second), game.first.max(game.second)]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn every_engine_meets_every_other_equally_often_with_each_colour() {
    let mut schedule = fixed(fixed::round_robin(4), 3);
    assert_eq!((schedule.games(), schedule.game(36)), (36, None));
    let mut met = HashMap::new();
    for (id, game) in (0..).zip(games(&schedule)) {
        assert_eq!((game.id, game.pair, schedule.game(id)), (id, id / 2, Some(game)));
        *met.entry((game.first, game.second)).or_insert(0) += 1;
    }
    assert_eq!(met.len(), 12);
    assert!(met.values().all(|&times| times == 3));
    assert_eq!(played(&mut schedule, chance(1)).len(), 1);
}

#[test]
fn a_gauntlet_is_run_by_its_seeds() {
    assert_eq!(fixed::gauntlet(1, 4), [[0, 1], [0, 2], [0, 3]]);
    assert_eq!(fixed::gauntlet(2, 5), [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]);
}

#[test]
fn the_games_of_a_pair_share_the_opening() {
    let openings = |schedule| games(&schedule).chunks(2).map(|pair| pair[0].opening).collect::<Vec<_>>();
    assert_eq!(openings(fixed(fixed::round_robin(3), 2)), [0, 0, 0, 1, 1, 1]);
    let mut tournament = swiss(4, 2, 2);
    let stages = played(&mut tournament, chance(3));
    let openings: Vec<_> = stages.concat().chunks(2).map(|pair| [pair[0].opening, pair[1].opening]).collect();
    assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3].map(|opening| [opening, opening]));
    let ids: Vec<u64> = stages.concat().iter().map(|game| game.id).collect();
    assert_eq!(ids, (0..16).collect::<Vec<_>>());
}

/// The largest number of pairings among these engines that are not in `met`, by trying all.
fn most_new(free: &[usize], met: &[[usize; 2]]) -> usize {
    let [one, rest @ ..] = free else { return 0 };
    let with = |place: usize| {
        let others: Vec<usize> = rest.iter().copied().filter(|&other| other != rest[place]).collect();
        usize::from(!met.contains(&[*one, rest[place]])) + most_new(&others, met)
    };
    (0..rest.len()).map(with).max().unwrap_or(0)
}

#[test]
fn no_rematch_and_no_second_bye_in_a_swiss_tournament_while_it_can_be_avoided() {
    let mut rematches = 0;
    for engines in 2..=8 {
        for seed in 0..40 {
            let most = (engines - 1) | 1;
            let mut schedule = swiss(engines, most as u64, 1);
            assert_eq!(schedule.games(), (most * (engines / 2) * 2) as u64);
            let mut met: Vec<[usize; 2]> = Vec::new();
            for stage in played(&mut schedule, chance(seed)) {
                let mut round = encounters(&stage);
                let mut busy: Vec<usize> = round.concat();
                // An engine with a bye meets the number after the last one.
                if engines % 2 == 1 {
                    let idle = (0..engines).find(|engine| !busy.contains(engine)).expect("an odd number");
                    round.push([idle, engines]);
                    busy.extend([idle, engines]);
                }
                busy.sort_unstable();
                assert!(busy.iter().copied().eq(0..engines + engines % 2), "everyone plays: {busy:?}");
                let new = round.iter().filter(|two| !met.contains(two)).count();
                assert_eq!(new, most_new(&busy, &met), "{engines} engines, seed {seed}: {round:?} after {met:?}");
                rematches += round.len() - new;
                met.extend(round);
            }
        }
    }
    assert!(rematches > 0, "no case in which it cannot be avoided");
}

#[test]
fn a_swiss_round_pairs_the_halves_of_score_groups() {
    let mut schedule = swiss(8, 3, 1);
    let stages: Vec<_> = played(&mut schedule, favourite).iter().map(|games| encounters(games)).collect();
    assert_eq!(stages[0], [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(stages[1], [[0, 2], [1, 3], [4, 6], [5, 7]]);
    // Scores 2 2 1 1 1 1 0 0.
    assert_eq!(stages[2], [[0, 1], [2, 4], [3, 5], [6, 7]]);
    let table = schedule.swiss().expect("a table");
    assert_eq!((table.complete, table.rounds), (3, 3));
    let rows: Vec<_> = table.rows.iter().map(|row| (row.engine, row.half_points, row.buchholz)).collect();
    assert_eq!(rows[..2], [(0, 6, 10), (1, 4, 12)]);
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_bye_is_a_full_point_for_the_last_engine() {
    let mut schedule = swiss(3, 3, 2);
    let stages: Vec<_> = played(&mut schedule, favourite).iter().map(|games| encounters(games)).collect();
    // 2 has the bye, then 1, who then has as many points as 0, then 0.
    assert_eq!(stages.concat(), [[0, 1], [0, 2], [1, 2]]);
    let rows = schedule.swiss().expect("a table").rows;
    let rows: Vec<_> =
        rows.iter().map(|row| (row.engine, row.half_points, row.buchholz, row.game_half_points)).collect();
    assert_eq!(rows, [(0, 6, 6 + 4 + 2, 16), (1, 4, 6 + 4 + 2, 8), (2, 2, 6 + 4 + 2, 0)]);
}

#[test]
fn a_knockout_has_an_encounter_for_each_engine_that_is_out() {
    for engines in 2..=9 {
        for seed in 0..20 {
            let mut schedule = knockout(engines, 2, 2);
            let least = schedule.games();
            assert_eq!(least, 4 * (engines as u64 - 1));
            let stages = played(&mut schedule, chance(seed));
            assert!(schedule.games() == stages.concat().len() as u64 && schedule.games() >= least);
            let table = schedule.knockout().expect("a table");
            let all = table.rounds.concat();
            assert_eq!(all.len(), engines - 1);
            assert_eq!(table.rounds.len(), engines.next_power_of_two().ilog2() as usize);
            let mut out: Vec<usize> = Vec::new();
            for encounter in &all {
                assert!(encounter.engines.iter().all(|engine| !out.contains(engine)), "{table:?}");
                out.extend(encounter.engines.iter().filter(|&&engine| engine != encounter.winner));
            }
            let winner = table.winner.expect("a winner");
            assert!(!out.contains(&winner) && out.len() == engines - 1);
            // The points of all games, counted anew.
            let (mut points, mut result) = (BTreeMap::new(), chance(seed));
            for game in stages.concat() {
                let own = match result(&game) {
                    GameResult::FirstWins => [2, 0],
                    GameResult::SecondWins => [0, 2],
                    GameResult::Draw => [1, 1],
                };
                let key = [game.first.min(game.second), game.first.max(game.second)];
                let of: &mut [u64; 2] = points.entry(key).or_default();
                of[0] += own[usize::from(game.first != key[0])];
                of[1] += own[usize::from(game.first == key[0])];
            }
            assert!(all.iter().all(|encounter| points[&encounter.engines] == encounter.half_points));
            let goes_on = |encounter: &KnockoutEncounter| {
                let [one, other] = encounter.half_points;
                let higher = encounter.engines[usize::from(other > one)];
                encounter.winner == higher && (one != other || encounter.tiebreaks == 2)
            };
            assert!(all.iter().all(goes_on), "{all:?}");
        }
    }
}

#[test]
fn the_favourites_meet_in_the_last_round_of_a_knockout() {
    let mut schedule = knockout(8, 4, 1);
    let stages: Vec<_> = played(&mut schedule, favourite).iter().map(|games| encounters(games)).collect();
    assert_eq!(stages, [vec![[0, 7], [1, 6], [2, 5], [3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    let mut schedule = knockout(5, 4, 1);
    let stages: Vec<_> = played(&mut schedule, favourite).iter().map(|games| encounters(games)).collect();
    assert_eq!(stages, [vec![[3, 4]], vec![[0, 3], [1, 2]], vec![[0, 1]]]);
    assert_eq!(schedule.knockout().expect("a table").byes, [0, 1, 2]);
}

#[test]
fn a_tied_encounter_goes_on_up_to_its_limit() {
    for (tiebreaks, expected) in [(0, 2), (3, 8)] {
        let mut schedule = knockout(2, tiebreaks, 1);
        let games = played(&mut schedule, |_| GameResult::Draw).concat();
        assert_eq!((games.len(), games.last().map(|game| game.opening)), (expected, Some(expected as u64 / 2 - 1)));
        assert_eq!(schedule.knockout().expect("a table").winner, Some(0));
    }
}

#[test]
fn the_order_in_which_games_end_changes_nothing() {
    let mut random = SplitMix64::new(9);
    for make in [|| swiss(7, 4, 2), || knockout(7, 2, 2)] {
        let expected = played(&mut make(), chance(5));
        let mut schedule = make();
        for stage in &expected {
            let mut shuffled = stage.clone();
            for last in (1..shuffled.len()).rev() {
                shuffled.swap(last, random.below(last + 1));
            }
            assert_eq!(&games(&schedule), stage);
            for game in &shuffled {
                schedule.add(game.id, chance(5)(game));
                // A second time it does not count.
                schedule.add(game.id, GameResult::FirstWins);
            }
        }
        assert_eq!(schedule.stage(), None);
    }
}

#[test]
fn settings_of_any_size_have_a_schedule() {
    for tournament in [Tournament::RoundRobin, Tournament::Gauntlet, Tournament::Swiss, Tournament::Knockout] {
        for games in [0, u64::MAX] {
            let settings = MatchSettings { tournament, games, rounds: Some(u64::MAX), ..MatchSettings::default() };
            assert_eq!((Schedule::new(&settings).games(), Schedule::new(&settings).stage()), (0, None));
        }
    }
}
