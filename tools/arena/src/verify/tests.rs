//! Matches between players that move at random: they are right as they were played, and any change is found.

use super::{Verified, verify};
use crate::fault::{Cancel, FaultKind, Interruption};
use crate::game::{self, EngineSlot, GameNumbers, StartTime};
use crate::limits::Limits;
use crate::openings::{Opening, load};
use crate::player::{EngineScore, Player, PlayerMove, Report, RuleSettings, ScoreKind, Turn};
use crate::record::{FaultRecord, GameRecord, Header};
use crate::schedule::{Fixture, Schedule};
use crate::settings::MatchSettings;
use quartet::engine::Setup;
use quartet::random::SplitMix64;
use quartet_rules::{GameResult, Referee, referee};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// A player that moves at random with scores that grow, and sometimes resigns or fails.
struct RandomPlayer {
    random: SplitMix64,
    /// One of so many moves is another thing than a move.
    fails: usize,
    /// The scores are at most this many centipoints.
    scores: usize,
}

impl Player for RandomPlayer {
    fn identity(&self) -> Option<&str> {
        None
    }

    fn new_game(&mut self, _setup: &Setup, _cancel: &Cancel) -> Result<(), Interruption> {
        if self.random.below(self.fails) == 0 {
            Err(Interruption::fault(FaultKind::Disconnect, "gone"))
        } else {
            Ok(())
        }
    }

    fn think(&mut self, turn: &Turn<'_>, _cancel: &Cancel) -> Result<PlayerMove, Interruption> {
        let moves = turn.referee.legal_moves();
        let mut text = moves[self.random.below(moves.len())].clone();
        match self.random.below(4 * self.fails) {
            0 => text = "resign".into(),
            1 => text = "z9".into(),
            2 => return Err(Interruption::fault(FaultKind::Stall, "silent")),
            _ => {}
        }
        let value = self.random.below(2 * self.scores + 1) as i64 - self.scores as i64;
        let score = (self.random.below(8) > 0).then_some(EngineScore { kind: ScoreKind::Cp, value });
        let used = Duration::from_micros(self.random.below(60_000) as u64);
        Ok(PlayerMove { text, report: Report { score, ..Report::default() }, used, ponderhit: false })
    }

    fn quit(self: Box<Self>) {}
}

/// The settings of a match of three engines, with further ones.
fn settings(variant: &str, more: Value) -> MatchSettings {
    let engine = |name: &str| json!({ "name": name, "launch": { "program": name } });
    let mut all = json!({ "variant": variant, "engines": [engine("a"), engine("b"), engine("c\u{7}")], "games": 8 });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(all).unwrap()
}

/// Plays a match.
fn played(settings: MatchSettings, seed: u64, fails: usize, scores: usize) -> (Header, Vec<Opening>, Vec<GameRecord>) {
    let mut referee = referee(&settings.variant, &settings.options).unwrap();
    let openings = load(&settings.openings, &mut *referee, &settings.options).unwrap();
    let header = Header::new(settings, &openings);
    let (mut schedule, mut random, mut games) = (Schedule::new(&header.settings), SplitMix64::new(seed), Vec::new());
    while let Some(stage) = schedule.stage().cloned() {
        for fixture in (stage.first_pair()..stage.end()).flat_map(|pair| stage.pair(pair).unwrap()) {
            let new = |seed| RandomPlayer { random: SplitMix64::new(seed), fails, scores };
            let players = [new(random.below(1 << 40) as u64), new(random.below(1 << 40) as u64)];
            games.push(play(&header, &fixture, &openings, &mut *referee, players));
            schedule.add(fixture.id, games[games.len() - 1].result);
        }
    }
    (header, openings, games)
}

/// Plays a game as a worker of a match does.
fn play(
    header: &Header,
    fixture: &Fixture,
    openings: &[Opening],
    referee: &mut dyn Referee,
    players: [RandomPlayer; 2],
) -> GameRecord {
    let (settings, started) = (&header.settings, StartTime::now());
    let names = [fixture.first, fixture.second].map(|engine| &*settings.engines[engine].name);
    let limits = Limits { movetime: Some(50), margin: 9, ..Limits::default() };
    let [x, o] = players;
    let slot = |name, player: RandomPlayer| EngineSlot { name, player: Ok(Box::new(player)), limits: &limits };
    let mut slots = [slot(names[0], x), slot(names[1], o)];
    let index = settings.openings.index(fixture.opening, openings.len());
    let opening = &openings[index as usize];
    let rules = RuleSettings { variant: referee.variant().name, options: settings.options.clone() };
    let outcome = game::play(referee, opening, &mut slots, &settings.adjudication, &Cancel::default()).unwrap();
    let numbers = GameNumbers { id: fixture.id, pair: fixture.pair, opening: index };
    let record = outcome.record(numbers, opening, &rules, names, referee.position(), started);
    // As it is read from a file.
    serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap()
}

/// Verifies games; their lines are their numbers in the list, from 1.
fn verified(header: &Header, openings: Option<&[Opening]>, games: &[GameRecord]) -> Verified {
    verify(Path::new("games.jsonl"), header, openings, (1..).zip(games.iter().cloned()).collect()).unwrap()
}

/// Every variant, tournament and adjudication, in any order of the games.
#[test]
fn a_match_is_right_as_it_was_played() {
    let random = |plies| json!({ "generator": { "random": { "plies": plies, "count": 3, "seed": 1 } }, "shuffle": 2 });
    let adjudications = [
        json!({}),
        json!({ "win": { "moves": 2, "score": 10 }, "plies": 12, "solved": "wins" }),
        json!({ "draw": { "from": 4, "moves": 1, "score": 20 }, "solved": "all" }),
    ];
    let mut reasons = HashSet::new();
    for (seed, variant) in (0..).zip(["lgame", "rhombus", "othello", "gomoku"]) {
        for (place, adjudication) in adjudications.iter().enumerate() {
            let mut more = json!({ "openings": random(2), "adjudication": adjudication });
            match place {
                0 if variant == "gomoku" => more["options"] = json!({ "BoardSize": "7", "Rule": "renju" }),
                0 => more["tournament"] = "swiss".into(),
                1 => more["tournament"] = "knockout".into(),
                _ => more["openings"] = json!({}),
            }
            let (header, openings, mut games) = played(settings(variant, more), seed, 60, 40);
            reasons.extend(games.iter().map(|game| game.reason.clone()));
            let mut random = SplitMix64::new(seed);
            for last in (1..games.len()).rev() {
                games.swap(last, random.below(last + 1));
            }
            for openings in [None, Some(&openings[..])] {
                let Verified { right, wrong } = verified(&header, openings, &games);
                assert_eq!((right.len(), wrong), (games.len(), Vec::new()), "{variant}");
                assert!(right.is_sorted_by_key(|game| game.id));
            }
        }
    }
    let all = ["adjudicated-win", "adjudicated-draw", "adjudicated-plies", "adjudicated-solved", "resign", "time"];
    for reason in all.iter().chain(&["illegal", "stall", "disconnect", "discs", "five", "immobile"]) {
        assert!(reasons.contains(*reason), "no {reason} among {reasons:?}");
    }
}

/// A match of Othello to the end of each game, where the openings are played in three pairs each.
fn whole_games() -> (Header, Vec<Opening>, Vec<GameRecord>) {
    let openings = json!({ "generator": { "random": { "plies": 4, "count": 4, "seed": 1 } } });
    played(settings("othello", json!({ "openings": openings })), 5, 1_000_000, 40)
}

/// Asserts that these games, by their places in the list, are found to be wrong for this reason, and that all others
/// are kept as they are.
#[track_caller]
fn finds(header: &Header, openings: Option<&[Opening]>, games: &[GameRecord], wrong: &[usize], what: &str) {
    let found = verified(header, openings, games);
    let lines: Vec<u64> = found.wrong.iter().map(|wrong| wrong.line).collect();
    assert_eq!(lines, wrong.iter().map(|place| *place as u64 + 1).collect::<Vec<_>>(), "{:?}", found.wrong);
    for (wrong, place) in found.wrong.iter().zip(wrong) {
        assert!(wrong.what.contains(what), "{wrong}");
        assert_eq!((wrong.game, &*wrong.file), (games[*place].id, "games.jsonl"));
        assert!(!wrong.what.contains(['\u{7}', '\n']), "{wrong}");
    }
    let mut kept: Vec<GameRecord> =
        games.iter().enumerate().filter(|(place, _)| !wrong.contains(place)).map(|(_, game)| game.clone()).collect();
    kept.sort_by_key(|game| game.id);
    assert_eq!(found.right, kept);
}

/// What is said of a changed game, and its change.
type Change = (&'static str, fn(&mut GameRecord));

/// What can be changed in a game of [`whole_games`] by itself.
fn changes() -> Vec<Change> {
    vec![
        ("its result is ", |game| {
            game.result = match game.result {
                GameResult::FirstWins => GameResult::SecondWins,
                _ => GameResult::FirstWins,
            }
        }),
        ("(resign), expected ", |game| game.reason = "resign".into()),
        ("(adjudicated-win), expected ", |game| game.reason = "adjudicated-win".into()),
        ("its margin is ", |game| game.margin = game.margin.map(|margin| margin + 1)),
        ("its margin is none, expected ", |game| game.margin = None),
        ("it ends at 'x', expected '", |game| game.final_position = "x".into()),
        ("'z' plays x and ", |game| game.first = "z".into()),
        (" plays o, expected 'a' and 'b'", |game| std::mem::swap(&mut game.first, &mut game.second)),
        ("it is one of pair 9, expected pair 3", |game| game.pair = 9),
        ("it has opening 3, expected 1", |game| game.opening.index = 3),
        ("it is a game of gomoku, expected othello", |game| game.variant = "gomoku".into()),
        ("its rules are {\"Rule\": \"x\"}, expected {}", |game| drop(game.options.insert("Rule".into(), "x".into()))),
        ("ply 7, 'a1': ", |game| game.moves[2].text = "a1".into()),
        ("ply 7, 'pass': ", |game| game.moves[2].text = "pass".into()),
        (": expected it as '", |game| game.moves[2].text = game.moves[2].text.to_uppercase()),
        ("the game was over before it (discs)", |game| game.moves.push(game.moves[0].clone())),
        ("but after its moves it is not over", |game| {
            game.moves.truncate(2);
            let mut judge = referee("othello", &game.options).unwrap();
            let moves: Vec<String> = game.moves.iter().map(|made| made.text.clone()).collect();
            judge.begin(&Setup::Start, &[game.opening.moves.clone(), moves].concat()).unwrap();
            game.final_position = judge.position();
        }),
        ("it is a move of 'z', expected one of 'a'", |game| game.moves[0].engine = "z".into()),
        ("its opening cannot be played", |game| game.opening.moves[3] = "a1".into()),
        ("it begins with 'fen', expected a position", |game| game.opening.setup = "fen".into()),
        ("'a' fails in it (time), but its end is 'discs'", |game| {
            game.failure = Some(FaultRecord { kind: FaultKind::Time, engine: "a".into(), detail: String::new() });
        }),
        ("the match has 24 games, numbered from 0", |game| (game.id, game.pair) = (24, 12)),
    ]
}

#[test]
fn every_change_of_a_game_is_found_and_all_others_are_kept() {
    let (header, openings, games) = whole_games();
    let place = games.iter().position(|game| game.pair == 3 && game.first == "a").unwrap();
    for (what, change) in changes() {
        for openings in [None, Some(&openings[..])] {
            let mut changed = games.clone();
            change(&mut changed[place]);
            finds(&header, openings, &changed, &[place], what);
        }
    }
    let mut doubled = games.clone();
    doubled.insert(9, games[place].clone());
    finds(&header, None, &doubled, &[9], "it is there for the second time");
    let mut shard = header;
    (shard.shard, shard.shards) = (Some(1), Some(3));
    let own: Vec<GameRecord> = games.iter().filter(|game| game.pair % 3 == 1 || game.id == 6).cloned().collect();
    let stranger = own.iter().position(|game| game.id == 6).unwrap();
    finds(&shard, None, &own, &[stranger], "it is not one of shard 1/3");
}

/// A right game is kept although a wrong one of its number comes before it.
#[test]
fn a_right_game_is_kept_after_a_wrong_one_of_its_number() {
    let (header, _, mut games) = whole_games();
    let mut wrong = games[5].clone();
    wrong.result = if wrong.result == GameResult::Draw { GameResult::FirstWins } else { GameResult::Draw };
    games.insert(2, wrong);
    finds(&header, None, &games, &[2], "its result is draw");
}

/// A loss has to be that of the engine whose turn it was.
#[test]
fn losses_have_to_follow_from_the_record() {
    let (header, openings, games) = played(settings("othello", json!({})), 3, 20, 40);
    let other = |name: &str, game: &GameRecord| if game.first == name { &game.second } else { &game.first }.clone();
    let first_with = |reason: &str| games.iter().position(|game| game.reason == reason && !game.moves.is_empty());
    let [resigned, illegal] = ["resign", "illegal"].map(|reason| first_with(reason).expect(reason));
    let changed = |place: usize, change: &dyn Fn(&mut GameRecord)| {
        let mut games = games.clone();
        change(&mut games[place]);
        games
    };
    for place in [resigned, illegal] {
        let flipped = changed(place, &|game| {
            let won = game.result == GameResult::FirstWins;
            game.result = if won { GameResult::SecondWins } else { GameResult::FirstWins };
        });
        finds(&header, Some(&openings), &flipped, &[place], "its result is ");
        let drawn = changed(place, &|game| game.result = GameResult::Draw);
        finds(&header, None, &drawn, &[place], "its result is draw (");
    }
    let blamed = changed(illegal, &|game| {
        let failure = game.failure.as_mut().unwrap();
        failure.engine = other(&failure.engine, &games[illegal]);
    });
    finds(&header, None, &blamed, &[illegal], " fails in it (illegal), expected '");
    let nobody = changed(illegal, &|game| game.failure = None);
    finds(&header, None, &nobody, &[illegal], "but it does not say which engine failed so");
    let invented = changed(resigned, &|game| game.reason = "adjudicated-win".into());
    finds(&header, None, &invented, &[resigned], "its end is 'adjudicated-win', but after its moves it is not over");
}

/// Adjudication follows from the scores of the record.
#[test]
fn adjudication_has_to_follow_from_the_scores() {
    let adjudication = json!({ "win": { "moves": 1, "score": 30 } });
    let (header, _, games) = played(settings("othello", json!({ "adjudication": adjudication })), 4, 1_000_000, 100);
    let place = games.iter().position(|game| game.reason == "adjudicated-win").expect("one");
    let mut changed = games.clone();
    let last = changed[place].moves.last_mut().unwrap();
    last.score = None;
    finds(&header, None, &changed, &[place], "its end is 'adjudicated-win', but after its moves it is not over");
    let mut changed = games.clone();
    let first = |value| Some(EngineScore { kind: ScoreKind::Cp, value });
    (changed[place].moves[0].score, changed[place].moves[1].score) = (first(90), first(-90));
    let what = "the game was over before it (adjudicated-win)";
    // Unless it ended there anyway.
    assert!(games[place].moves.len() > 2, "{} moves", games[place].moves.len());
    finds(&header, None, &changed, &[place], what);
}

/// The openings of the games with one number, of which some are changed into another way to the same position.
fn with_openings(games: &[GameRecord], changed: &[usize]) -> Vec<GameRecord> {
    let mut games = games.to_vec();
    for place in changed {
        games[*place].opening.moves.swap(0, 2);
    }
    games
}

#[test]
fn the_wrong_opening_is_the_one_that_does_not_fit() {
    let generator =
        |count| json!({ "openings": { "generator": { "random": { "plies": 4, "count": count, "seed": 1 } } } });
    // Stones can be exchanged in gomoku, so that a game with another opening is right in itself.
    let (header, openings, games) = played(settings("gomoku", generator(2)), 1, 1_000_000, 40);
    let number =
        |index| games.iter().enumerate().filter(move |(_, game)| game.opening.index == index).map(|(place, _)| place);
    let all: Vec<usize> = number(1).collect();
    for wrong in [&all[..1], &all[1..2], &all[..4], &all[..7]] {
        let changed = with_openings(&games, wrong);
        finds(&header, Some(&openings), &changed, wrong, "expected opening 1, 'startpos ");
        // By the fingerprint, even if most games are changed.
        finds(&header, None, &changed, wrong, "expected opening 1, 'startpos ");
    }
    // Without one it is what fewer games have, and if as many have it, none of them is known to be right.
    let mut older = header.clone();
    older.openings.sha256 = None;
    finds(&older, None, &with_openings(&games, &all[..3]), &all[..3], "but both have opening 1");
    finds(&older, None, &with_openings(&games, &all[..all.len() / 2]), &all, "but both have opening 1");
    // An opening that does not occur leaves the fingerprint out.
    let others: Vec<GameRecord> = games.iter().filter(|game| game.opening.index == 1).cloned().collect();
    finds(&header, None, &with_openings(&others, &[2]), &[2], "but both have opening 1");
    // Without any openings every game begins at the start position.
    let (header, _, mut changed) = played(settings("gomoku", json!({})), 1, 1_000_000, 40);
    for made in changed[4].moves.drain(..2).collect::<Vec<_>>() {
        changed[4].opening.moves.push(made.text);
    }
    finds(&header, None, &changed, &[4], "expected opening 0, 'startpos'");
}

/// A wrong result does not make the later rounds wrong, whose pairings were those of the result that was played.
#[test]
fn later_rounds_are_those_of_the_results_that_were_played() {
    for tournament in ["swiss", "knockout"] {
        let more = json!({ "tournament": tournament, "games": 2, "rounds": (tournament == "swiss").then_some(3) });
        let (header, _, games) = played(settings("othello", more), 6, 1_000_000, 40);
        let mut flipped = games.clone();
        let won = flipped[0].result == GameResult::FirstWins;
        flipped[0].result = if won { GameResult::SecondWins } else { GameResult::FirstWins };
        finds(&header, None, &flipped, &[0], "its result is ");
        let mut exchanged = games.clone();
        let last = games.len() - 1;
        let game = &mut exchanged[last];
        std::mem::swap(&mut game.first, &mut game.second);
        finds(&header, None, &exchanged, &[last], " plays o, expected '");
        // Where a round is not complete, the next ones are not known.
        let mut gap = games[1..].to_vec();
        finds(&header, None, &gap, &[], "");
        let last = gap.len() - 1;
        gap[last].first = "z".into();
        finds(&header, None, &gap, &[last], "'z' plays in it, who is none of the engines of the match");
        let mut more = games.clone();
        more.push(GameRecord { id: games.len() as u64, pair: games.len() as u64 / 2, ..games[0].clone() });
        finds(&header, None, &more, &[games.len()], "the match has ");
    }
}

/// Numbers of a header that nobody has written.
#[test]
fn any_header_is_read() {
    let (mut header, _, games) = whole_games();
    header.settings.openings.start = Some(usize::MAX);
    header.openings.count = usize::MAX;
    assert_eq!(verified(&header, None, &games).right, []);
    header.settings.engines.clear();
    assert_eq!(verified(&header, None, &games).wrong.len(), games.len());
    header.settings.variant = "chess".into();
    let error = verify(Path::new("games.jsonl"), &header, None, Vec::new()).unwrap_err();
    assert!(format!("{error:#}").starts_with("record games.jsonl: unknown variant 'chess'"), "{error:#}");
}
