//! Records with games that are not those of their match: `report`, `merge` and `match --resume` tell each by its place,
//! and lose nothing else.

use crate::shards::{text, words};
use crate::support::{ARENA, FAKE, Folder, as_str, games, run, succeed};
use quartet_arena::record::GameRecord;
use quartet_rules::GameResult;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A change of a record: what is said of it, which line is named, and the change of the games.
type Change = (&'static str, u64, fn(&mut Vec<GameRecord>));

/// The changes of a game of a record of [`words`], which has the number 6 and is in line 9, after the header and the
/// start.
fn changes() -> Vec<Change> {
    vec![
        ("game 6: its result is ", 9, |games| {
            let won = games[6].result == GameResult::FirstWins;
            games[6].result = if won { GameResult::SecondWins } else { GameResult::FirstWins };
        }),
        ("game 6: 'stranger' plays x and 'fake1' plays o, expected 'fake0' and 'fake1'", 9, |games| {
            games[6].first = "stranger".into();
        }),
        ("game 6: 'fake1' plays x and 'fake0' plays o, expected 'fake0' and 'fake1'", 9, |games| {
            let GameRecord { first, second, .. } = &mut games[6];
            std::mem::swap(first, second);
        }),
        ("game 6: it is one of pair 4, expected pair 3", 9, |games| games[6].pair = 4),
        ("game 6: it has opening 4, expected 3", 9, |games| games[6].opening.index = 4),
        ("game 6: it begins with 'startpos ", 9, |games| {
            // A whole game from the opening of another pair.
            let other = games[8].clone();
            games[6] = GameRecord { id: 6, pair: 3, ..other };
            games[6].opening.index = 3;
        }),
        ("game 6: ply 5, 'z9': ", 9, |games| games[6].moves[2].text = "z9".into()),
        ("game 6: its result is draw (five), expected ", 9, |games| {
            (games[6].result, games[6].reason) = (GameResult::Draw, "five".into());
        }),
        (": the game was over before it (", 9, |games| {
            let last = games[6].moves[0].clone();
            games[6].moves.push(last);
        }),
    ]
}

/// Runs a subcommand.
fn arena(words: &[&str]) -> Output {
    Command::new(ARENA).args(words).output().expect("it starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Writes a record with other games.
fn write(path: &Path, original: &str, games: &[GameRecord]) {
    let head: String = original.split_inclusive('\n').take(2).collect();
    let games = games.iter().map(|game| serde_json::to_string(game).expect("JSON") + "\n");
    fs::write(path, head + &games.collect::<String>()).expect("written");
}

#[test]
fn every_wrong_game_is_told_by_its_place_and_nothing_else_is_lost() {
    let folder = Folder::new();
    let (path, out) = (folder.file("games.jsonl"), folder.file("all.jsonl"));
    let words = words(&["--out", text(&path), "--resume"]);
    succeed(&as_str(&words));
    let (original, right) = (fs::read_to_string(&path).expect("a record"), games(&path));
    write(&path, &original, &right);
    assert_eq!(said(&arena(&["report", text(&path)])), "");
    for (what, line, change) in changes() {
        let mut changed = right.clone();
        change(&mut changed);
        write(&path, &original, &changed);
        let (content, place) = (fs::read(&path).expect("a record"), format!("{}, line {line}: ", path.display()));
        let report = arena(&["report", "--json", text(&path)]);
        let error = said(&report);
        assert!(error.starts_with(&place) && error.contains(what), "{what}: {error}");
        assert_eq!((error.lines().count(), report.status.code()), (2, Some(1)), "{error}");
        let json: Value = serde_json::from_slice(&report.stdout).expect("JSON");
        assert_eq!((&json["sections"][0]["games"], &json["wrong"][0]["game"]), (&59.into(), &6.into()));
        let refused = run(&as_str(&words));
        assert!(said(&refused).starts_with(&place) && said(&refused).contains(what), "{what}: {}", said(&refused));
        assert!(said(&refused).contains(" has 1 wrong games, so no game is played"), "{}", said(&refused));
        let merged = arena(&["merge", text(&path), "--out", text(&out)]);
        assert!(said(&merged).starts_with(&place) && said(&merged).contains(what), "{what}: {}", said(&merged));
        assert_eq!((refused.status.code(), merged.status.code(), out.exists()), (Some(2), Some(2), false));
        assert_eq!(fs::read(&path).expect("a record"), content, "{what}");
        // No temporary file is left.
        assert_eq!(fs::read_dir(path.parent().expect("a folder")).expect("a folder").count(), 1);
    }
}

/// The number of a game that is there twice is told by all three; `merge` keeps the first of them, as it always does.
#[test]
fn a_game_that_is_there_twice_counts_once() {
    let folder = Folder::new();
    let (path, out) = (folder.file("games.jsonl"), folder.file("all.jsonl"));
    let words = words(&["--out", text(&path), "--resume"]);
    succeed(&as_str(&words));
    let (original, right) = (fs::read_to_string(&path).expect("a record"), games(&path));
    let mut doubled = right.clone();
    doubled.push(GameRecord { seconds: 7.0, ..right[6].clone() });
    write(&path, &original, &doubled);
    let (report, place) = (arena(&["report", text(&path)]), format!("{}, line 63: game 6", path.display()));
    assert!(said(&report).starts_with(&format!("{place}: it is there for the second time\n")), "{}", said(&report));
    let table = String::from_utf8_lossy(&report.stdout).into_owned();
    let note = format!("wrong: 1 games of {} contradict the schedule or the rules and do not count\n", path.display());
    assert!(table.starts_with(&note) && table.contains("\nlgame: 60 games"), "{table}");
    assert!(said(&run(&as_str(&words))).starts_with(&place));
    let merged = arena(&["merge", text(&path), "--out", text(&out)]);
    let note = format!("{}, line 63: game 6 is in line 9 as well and counts once\n", path.display());
    assert!(merged.status.success() && said(&merged).contains(&note), "{}", said(&merged));
    assert_eq!(games(&out), right);
}

/// `--redo-wrong` plays wrong games again, and leaves their lines where they are.
#[test]
fn wrong_games_are_played_again_on_demand() {
    let folder = Folder::new();
    let path = folder.file("games.jsonl");
    let words = words(&["--out", text(&path), "--resume"]);
    succeed(&as_str(&words));
    let (original, right) = (fs::read_to_string(&path).expect("a record"), games(&path));
    let mut changed = right.clone();
    changed[6].final_position = "nowhere".into();
    changed[7].reason = "full".into();
    write(&path, &original, &changed);
    let content = fs::read_to_string(&path).expect("a record");
    let again = run(&[&as_str(&words)[..], &["--redo-wrong"]].concat());
    assert!(again.status.success() && said(&again).lines().count() == 2, "{}", said(&again));
    let grown = fs::read_to_string(&path).expect("a record");
    // A start and two games more.
    assert!(grown.starts_with(&content) && grown.lines().count() == content.lines().count() + 3);
    let report = arena(&["report", "--json", text(&path)]);
    let json: Value = serde_json::from_slice(&report.stdout).expect("JSON");
    assert_eq!((&json["sections"][0]["games"], report.status.code()), (&60.into(), Some(1)));
    // Without their lines nothing is wrong any more.
    let lines: Vec<&str> = grown.split_inclusive('\n').collect();
    fs::write(&path, [&lines[..8], &lines[10..]].concat().concat()).expect("written");
    let mut kept = crate::shards::essence(games(&path));
    assert_eq!(arena(&["report", text(&path)]).status.code(), Some(0));
    kept.sort_by_key(|game| game.id);
    assert_eq!(kept, crate::shards::essence(right));
}

/// A watched match does not count a wrong game, and says so.
#[test]
fn a_watched_match_does_not_count_wrong_games() {
    let folder = Folder::new();
    let run = folder.file("run");
    for index in ["0/2", "1/2"] {
        succeed(&as_str(&crate::shards::shard(&run, index, &[])));
    }
    let path = crate::shards::record_of(&run, 0, 2);
    let (original, mut changed) = (fs::read_to_string(&path).expect("a record"), games(&path));
    changed[0].result = match changed[0].result {
        GameResult::FirstWins => GameResult::SecondWins,
        _ => GameResult::FirstWins,
    };
    write(&path, &original, &changed);
    let watched = arena(&["merge", text(&run), "--watch"]);
    let place = format!("{}, line 3: game 0: its result is ", path.display());
    assert!(said(&watched).contains(&place), "{}", said(&watched));
    let table = String::from_utf8_lossy(&watched.stdout).into_owned();
    assert!(table.starts_with("lgame: 59 games"), "{table}");
}

/// Records of every variant, of engines that fail, and of an experiment are right as they were written.
#[test]
fn what_the_arena_writes_is_right() {
    let folder = Folder::new();
    let cmd = format!("cmd={FAKE}");
    for variant in ["lgame", "rhombus", "othello", "gomoku"] {
        for fault in ["none", "illegal", "exit", "no-move"] {
            let path = folder.file(&format!("{variant}-{fault}.jsonl"));
            let fault = format!("args=seed=1 fault={fault} at=9");
            let engines = ["--engine", "name=a", &cmd, "--engine", "name=b", &cmd, &fault, "--each", "depth=1"];
            let rest = ["--variant", variant, "--games", "6", "--random-openings", "2:3:1", "--quiet"];
            succeed(&[&engines[..], &rest, &["--adjudicate-plies", "40", "--out", text(&path)]].concat());
            let report = arena(&["report", text(&path)]);
            assert_eq!((said(&report).as_str(), report.status.code()), ("", Some(0)), "{variant}");
            let resumed = [&engines[..], &rest, &["--adjudicate-plies", "40", "--out", text(&path), "--resume"]];
            assert!(run(&resumed.concat()).status.success());
            let all = folder.file("all.jsonl");
            assert!(arena(&["merge", text(&path), "--out", text(&all)]).status.success());
            fs::remove_file(&all).expect("removed");
        }
    }
    let path = folder.file("experiment.jsonl");
    let experiment = ["experiments", "school", "--games", "2", "--out", text(&path)];
    assert!(arena(&experiment).status.success());
    let report = arena(&["report", text(&path)]);
    assert_eq!((said(&report).as_str(), report.status.code()), ("", Some(0)));
    let (original, mut changed) = (fs::read_to_string(&path).expect("a record"), games(&path));
    changed[1].final_position.push('x');
    write(&path, &original, &changed);
    let resumed = arena(&[&experiment[..], &["--resume"]].concat());
    let place = format!("{}, line 4: game {}: it ends at ", path.display(), changed[1].id);
    assert!(resumed.status.code() == Some(2) && said(&resumed).starts_with(&place), "{}", said(&resumed));
}
