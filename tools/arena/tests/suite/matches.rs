//! Whole matches: pairing, openings, clocks, tables, and the real engine.

use crate::support::{ARENA, FAKE, Folder, fail, fail_with, games, quartet, succeed};
use quartet_rules::referee;
use std::collections::{BTreeMap, HashMap};

/// The words for a fake engine with a seed.
fn fake(seed: u32) -> [String; 5] {
    [
        "--engine".into(),
        format!("name=fake{seed}"),
        format!("cmd={FAKE}"),
        format!("args=seed={seed}"),
        "depth=1".into(),
    ]
}

/// Plays a match of engines with seeds 0, 1, …; returns its output.
fn play(engines: u32, words: &[&str]) -> String {
    let engines: Vec<String> = (0..engines).flat_map(fake).collect();
    let mut all: Vec<&str> = engines.iter().map(String::as_str).collect();
    all.extend(words);
    succeed(&all)
}

#[test]
fn every_variant_with_the_real_engine() {
    let cmd = format!("cmd={}", quartet().display());
    for (variant, rule, proto) in [
        ("lgame", "MaxPlies=30", "proto=uci"),
        ("rhombus", "MaxPlies=30", "proto=ugi"),
        ("othello", "MaxPlies=400", "proto=ugi"),
        ("gomoku", "BoardSize=9", "proto=uci"),
    ] {
        let folder = Folder::new();
        let out = folder.file("games.jsonl");
        let engines = ["--engine", "name=one", "depth=2", "--engine", "name=other", "depth=1", "option.Seed=7"];
        let mut words = vec!["--variant", variant, "--rule", rule, "--games", "2", "--quiet"];
        words.extend(engines);
        words.extend(["--each", &cmd, proto, "option.Hash=1", "--out", out.to_str().expect("text")]);
        succeed(&words);
        let options = BTreeMap::from([rule.split_once('=').map(|(a, b)| (a.into(), b.into())).expect("a pair")]);
        let mut judge = referee(variant, &options).expect("rules");
        for game in games(&out) {
            assert_eq!(game.failure, None, "{variant}");
            let moves: Vec<String> = game.moves.iter().map(|mv| mv.text.clone()).collect();
            judge.begin(&quartet::engine::Setup::Start, &moves).expect("legal");
            let ending = judge.ending().expect("over");
            assert_eq!((ending.result, ending.reason.word()), (game.result, game.reason.as_str()));
            assert_eq!((ending.margin, judge.position()), (game.margin, game.final_position));
            assert!(game.moves.iter().all(|mv| mv.score.is_some() && mv.depth.is_some() && mv.nodes.is_some()));
        }
    }
}

#[test]
fn pairs_share_openings_and_exchange_colours() {
    let folder = Folder::new();
    let (openings, out) = (folder.file("openings.txt"), folder.file("games.jsonl"));
    std::fs::write(&openings, "f5\nf5 d6\nd3c3\n").expect("a file");
    let files = ["--openings", openings.to_str().expect("text"), "--out", out.to_str().expect("text")];
    let words = ["--variant", "othello", "--games", "8", "--shuffle", "5", "--concurrency", "3", "--quiet"];
    play(3, &[&words[..], &files].concat());
    let games = games(&out);
    assert_eq!(games.len(), 24);
    let mut met: HashMap<(String, String), u32> = HashMap::new();
    for pair in games.chunks(2) {
        let [one, other] = pair else { panic!("an odd number") };
        assert_eq!(one.opening, other.opening);
        assert_eq!((one.pair, &one.first, &one.second), (other.pair, &other.second, &other.first));
    }
    for game in &games {
        *met.entry((game.first.clone(), game.second.clone())).or_default() += 1;
        assert!(!game.opening.moves.is_empty());
    }
    assert_eq!(met.len(), 6);
    assert!(met.values().all(|&times| times == 4));
    let indices: Vec<u64> = games.chunks(6).map(|round| round[0].opening.index).collect();
    assert_eq!(indices, [0, 1, 2, 0]);
}

#[test]
fn the_table_and_its_json() {
    let words = ["--variant", "rhombus", "--games", "2"];
    let table = play(3, &[&words[..], &["--tournament", "gauntlet"]].concat());
    assert!(table.starts_with("rhombus: 4 games"), "{table}");
    let row = table.lines().find(|line| line.starts_with("fake0")).expect("a row");
    assert_eq!(row.split_whitespace().nth(3), Some("4"), "{table}");
    let json: serde_json::Value = serde_json::from_str(&play(2, &[&words[..], &["--json"]].concat())).expect("JSON");
    assert_eq!((&json["cancelled"], &json["games"]), (&false.into(), &2.into()));
    let engine = json["engines"].as_array().expect("a list").iter().find(|engine| engine["name"] == "fake1");
    let engine = engine.expect("its name");
    let games: u64 =
        ["wins", "draws", "losses"].iter().map(|key| engine["tally"][key].as_u64().expect("a number")).sum();
    assert_eq!(games, 2);
    // The engine reports a time of 0, so all time is latency.
    assert_eq!(engine["play"]["longest_latency_ms"].as_f64().map(|ms| ms > 0.0), Some(true), "{engine}");
    let opening = &json["openings"][0];
    assert_eq!(opening["text"], "startpos");
    assert_eq!(json["duel"]["comparison"]["tally"]["wins"], opening["engine"]["wins"]);
}

/// A match prints the same tables as a report of its record.
#[test]
fn a_report_says_the_same() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let words = ["--variant", "othello", "--games", "6", "--random-openings", "3:3:1", "--out"];
    let table = play(2, &[&words[..], &[out.to_str().expect("text")]].concat());
    let report = std::process::Command::new(ARENA).arg("report").arg(&out).output().expect("it starts");
    assert_eq!(String::from_utf8(report.stdout).expect("text"), table);
    assert!(table.contains("Openings: fake0"), "{table}");
}

#[test]
fn clocks_are_sent_and_kept() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let cmd = format!("cmd={}", quartet().display());
    let engines = ["--engine", "name=a", "tc=20/1+0.01", "--engine", "name=b", "st=0.02", "margin=500"];
    let each = ["--each", &cmd, "option.Hash=1", "margin=500", "--out", out.to_str().expect("text")];
    succeed(&[&["--variant", "gomoku", "--rule", "BoardSize=7", "--quiet"], &engines[..], &each].concat());
    for game in games(&out) {
        assert_eq!(game.failure, None);
        let used: f64 = game.moves.iter().filter(|mv| mv.engine == "a").take(20).map(|mv| mv.ms).sum();
        assert!(used < 1700.0, "{used} ms");
    }
}

#[test]
fn settings_can_come_from_a_file() {
    let folder = Folder::new();
    let (first, settings) = (folder.file("first.jsonl"), folder.file("settings.json"));
    let out = ["--out", first.to_str().expect("text")];
    play(2, &[&["--variant", "lgame", "--rule", "MaxPlies=9", "--games", "4", "--quiet"], &out[..]].concat());
    let header = std::fs::read_to_string(&first).expect("a record");
    let header: serde_json::Value = serde_json::from_str(header.lines().next().expect("a header")).expect("JSON");
    std::fs::write(&settings, header["settings"].to_string()).expect("a file");
    let second = folder.file("second.jsonl");
    let files = ["--settings", settings.to_str().expect("text"), "--out", second.to_str().expect("text")];
    succeed(&[&files[..], &["--quiet"]].concat());
    let results = |path| games(path).into_iter().map(|game| (game.id, game.result)).collect::<Vec<_>>();
    assert_eq!(results(&first), results(&second));
}

#[test]
fn engines_that_cannot_play_are_an_error_at_once() {
    let cmd = format!("cmd={FAKE}");
    let two = ["--engine", "name=a", &cmd, "depth=1", "--engine", "name=b", &cmd, "depth=1"];
    let error = |words: &[&str]| fail(&[&two[..], words].concat());
    assert!(error(&["--variant", "chess"]).contains("unknown variant"));
    assert!(error(&["--variant", "lgame", "--games", "3"]).contains("even number"));
    assert!(error(&["--variant", "lgame", "--rule", "Rule=chess"]).contains("expected"));
    assert!(error(&["--variant", "lgame", "--openings", "/nowhere"]).contains("cannot read"));
    let unwritable = fail_with(5, &[&two[..], &["--variant", "lgame", "--out", "/nowhere/games"]].concat());
    assert!(unwritable.contains("cannot write /nowhere/games"), "{unwritable}");
    assert!(
        fail(&["--variant", "lgame", "--engine", &cmd, "--engine", &cmd, "--each", "depth=1"]).contains("the name")
    );
    assert!(fail(&["--variant", "lgame", "--engine", "name=a", &cmd, "--engine", &cmd]).contains("no limit"));
    let nboard = ["--variant", "othello", "--engine", "name=a", &cmd, "proto=nboard", "movetime=9", "--engine", &cmd];
    assert!(fail(&[&nboard[..], &["depth=1"]].concat()).contains("needs depth"));
}
