//! Tournaments whose pairings depend on results: Swiss and knockout.

use crate::resume::essence;
use crate::support::{ARENA, FAKE, Folder, as_str, fail, games, length, match_command, succeed, wait_for_length};
use quartet::random::SplitMix64;
use quartet_arena::record::GameRecord;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

/// The command of a tournament of this number of engines.
fn tournament(engines: u32, words: &[&str], out: &Path) -> Vec<String> {
    let engine =
        |seed| ["--engine".into(), format!("name=fake{seed}"), format!("cmd={FAKE}"), format!("args=seed={seed}")];
    let mut all: Vec<String> = (0..engines).flat_map(engine).collect();
    let rest = ["--each", "depth=1", "--variant", "lgame", "--rule", "MaxPlies=30", "--random-openings", "2:50:1"];
    all.extend(rest.iter().chain(words).map(|word| word.to_string()));
    all.extend(["--concurrency".into(), "2".into(), "--resume".into(), "--out".into(), out.display().to_string()]);
    all
}

/// The two engines of each game, the lower one first.
fn meetings<'a>(games: &'a [GameRecord]) -> HashSet<[&'a str; 2]> {
    let sorted = |[one, other]: [&'a str; 2]| [one.min(other), one.max(other)];
    games.iter().map(|game| sorted([&game.first, &game.second])).collect()
}

#[test]
fn a_swiss_tournament_of_five() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let words = tournament(5, &["--tournament", "swiss", "--rounds", "3", "--games", "2"], &out);
    let table = succeed(&as_str(&words));
    let games = games(&out);
    assert_eq!(games.len(), 3 * 2 * 2);
    for round in games.chunks(4) {
        assert_eq!(round.iter().flat_map(|game| [&game.first, &game.second]).collect::<HashSet<_>>().len(), 4);
    }
    assert_eq!(meetings(&games).len(), 6, "no rematch");
    assert!(table.contains("Swiss tournament, 3 rounds\nengine"), "{table}");
    // In each round two encounters are worth a point each, and the bye another one.
    let rows = table.lines().skip_while(|line| !line.starts_with("Swiss")).skip(2).take(5);
    let points: f64 = rows.map(|row| row.split_whitespace().nth(2).expect("points").parse::<f64>().expect("one")).sum();
    assert_eq!(points, 9.0, "{table}");
    let report = Command::new(ARENA).arg("report").arg(&out).output().expect("it starts");
    assert_eq!(String::from_utf8(report.stdout).expect("text"), table);
    // More rounds go on after these.
    succeed(&as_str(&tournament(5, &["--tournament", "swiss", "--rounds", "4", "--games", "2"], &out)));
    let more = self::games(&out);
    assert_eq!((essence(more[..12].to_vec()), more.len()), (essence(games), 16));
}

#[test]
fn a_knockout_of_five() {
    let folder = Folder::new();
    let (out, page) = (folder.file("games.jsonl"), folder.file("report.html"));
    let words = tournament(5, &["--tournament", "knockout", "--tiebreaks", "2", "--json"], &out);
    let json: serde_json::Value = serde_json::from_str(&succeed(&as_str(&words))).expect("JSON");
    let table = &json["tournaments"][0]["knockout"];
    let encounters = table["encounters"].as_array().expect("a list");
    assert_eq!(encounters.iter().filter(|one| one["opponent"].is_null()).count(), 3);
    let games = games(&out);
    assert_eq!((encounters.len(), meetings(&games).len()), (3 + 4, 4));
    assert_eq!(json["scheduled"], games.len());
    // The winner has lost no encounter.
    let winner = table["winner"].as_str().expect("a winner");
    let mut points: HashMap<&str, [f64; 2]> = HashMap::new();
    for one in encounters {
        let [own, other] = ["points", "opponent_points"].map(|key| one[key].as_f64().expect("a number"));
        if one["engine"] == winner {
            points.entry(one["opponent"].as_str().unwrap_or("bye")).or_insert([own, other]);
        } else if one["opponent"] == winner {
            points.entry(one["engine"].as_str().expect("a name")).or_insert([other, own]);
        }
    }
    assert!(points.len() >= 2 && points.values().all(|[own, other]| own >= other), "{json}");
    let report = Command::new(ARENA).arg("report").arg(&out).arg("--html").arg(&page).output().expect("it starts");
    let text = String::from_utf8(report.stdout).expect("text");
    assert!(text.contains(&format!("Knockout, won by {winner}\nround")), "{text}");
    assert!(std::fs::read_to_string(&page).expect("a page").contains(&format!("Knockout, won by {winner}")));
}

#[test]
fn killed_in_any_round_it_goes_on_with_the_same_pairings() {
    for words in [
        &["--tournament", "swiss", "--rounds", "4", "--games", "4", "--quiet"][..],
        &["--tournament", "knockout", "--games", "4", "--quiet"],
    ] {
        let folder = Folder::new();
        let (whole, cut, broken) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"), folder.file("broken.jsonl"));
        succeed(&as_str(&tournament(6, words, &whole)));
        let (expected, text) = (essence(games(&whole)), std::fs::read_to_string(&whole).expect("a record"));
        // In the middle of the second round, with the beginning of a line.
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let kept = lines[..2 + 12 + 3].concat() + &lines[2 + 12 + 3][..40];
        std::fs::write(&cut, kept).expect("a file");
        succeed(&as_str(&tournament(6, words, &cut)));
        assert_eq!(essence(games(&cut)), expected);
        let mut random = SplitMix64::new(4);
        for _ in 0..5 {
            let goal = length(&broken) + 1 + random.below(text.len() / 8) as u64;
            let mut child = match_command(&as_str(&tournament(6, words, &broken))).spawn().expect("it starts");
            wait_for_length(&mut child, &broken, goal);
            child.kill().expect("killed");
            child.wait().expect("gone");
        }
        succeed(&as_str(&tournament(6, words, &broken)));
        assert_eq!(essence(games(&broken)), expected);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let error = |words: &[&str]| fail(&as_str(&tournament(4, words, &out)));
    for tournament in ["swiss", "knockout"] {
        let name = if tournament == "swiss" { "Swiss tournament" } else { tournament };
        let sprt = error(&["--tournament", tournament, "--sprt", "0:5"]);
        assert!(sprt.contains(&format!("--sprt in a {name}: pairings depend on results")), "{sprt}");
        let words = tournament_without_resume(&["--tournament", tournament, "--shard", "0/2"], &folder);
        let shard = fail(&as_str(&words));
        assert!(shard.contains(&format!("--shard in a {name}: pairings depend on results")), "{shard}");
    }
    assert!(error(&["--tournament", "swiss", "--rounds", "4"]).contains("4 rounds of 4 engines, expected 1 to 3"));
    assert!(error(&["--rounds", "2"]).contains("--rounds without --tournament swiss"));
    assert!(error(&["--tiebreaks", "2"]).contains("--tiebreaks without --tournament knockout"));
    assert!(!out.exists());
}

/// The command of a tournament that is played in shards.
fn tournament_without_resume(words: &[&str], folder: &Folder) -> Vec<String> {
    let mut all = tournament(4, words, &folder.file("run"));
    all.retain(|word| word != "--resume");
    all
}

#[test]
fn a_record_with_a_gap_before_the_last_round_is_refused() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let words = tournament(4, &["--tournament", "knockout", "--tiebreaks", "0", "--quiet"], &out);
    succeed(&as_str(&words));
    let text = std::fs::read_to_string(&out).expect("a record");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    std::fs::write(&out, lines[..2].concat() + &lines[3..].concat()).expect("a file");
    assert!(fail(&as_str(&words)).contains("not all games of the rounds before it"));
    let grown = tournament(4, &["--tournament", "knockout", "--tiebreaks", "0", "--games", "4"], &out);
    assert!(fail(&as_str(&grown)).contains("--games was 2, is 4 (--concurrency, "));
    let merge = Command::new(ARENA).arg("merge").arg(&out).arg("--out").arg(folder.file("all.jsonl")).output();
    let error = String::from_utf8(merge.expect("it starts").stderr).expect("text");
    assert!(error.contains("is the record of a knockout, which has no parts"), "{error}");
}
