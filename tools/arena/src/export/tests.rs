//! Tests of exports of example games, and of their files.

use super::*;
use crate::fault::FaultKind;
use crate::record::GameRecord;
use crate::record::{FaultRecord, MoveRecord, OpeningRecord, example};
use quartet_rules::GameResult::{self, Draw, FirstWins, SecondWins};

/// A game whose first two moves are the opening.
fn game(variant: &str, list: &str, result: GameResult) -> GameRecord {
    let all: Vec<String> = list.split_whitespace().map(str::to_string).collect();
    let made = |text: &String| MoveRecord {
        text: text.clone(),
        engine: "a".into(),
        score: None,
        depth: Some(3),
        seldepth: None,
        nodes: Some(7),
        nps: None,
        ms: 12.6,
        engine_ms: None,
        ponderhit: false,
    };
    GameRecord {
        opening: OpeningRecord { index: 2, setup: "startpos".into(), moves: all[..2].to_vec() },
        variant: variant.into(),
        moves: all[2..].iter().map(made).collect(),
        final_position: "x2/3/3 o - 5".into(),
        margin: (variant == "othello").then_some(-10),
        started: "2026-01-02T03:04:05Z".into(),
        ..example(4, ["a", "b [old]"], result)
    }
}

/// A game that ended in this way.
fn ended(mut game: GameRecord, reason: &str) -> GameRecord {
    game.reason = reason.into();
    if reason != "discs" {
        game.margin = None;
    }
    game
}

/// The games in a format, and those that are left out.
fn export(format: Format, games: &[GameRecord]) -> (Vec<u8>, LeftOut) {
    let (files, left_out) = convert(format, &Source::of_record(&record_of(games)));
    (files.into_iter().flat_map(|file| file.written.bytes).collect(), left_out)
}

/// The games in a text format, none of which may be left out.
fn text(format: Format, games: &[GameRecord]) -> String {
    let (bytes, left_out) = export(format, games);
    assert!(left_out.is_empty(), "{left_out:?}");
    String::from_utf8(bytes).expect("text")
}

const REASONS: [&str; 9] =
    ["five", "resign", "time", "illegal", "protocol", "stall", "disconnect", "adjudicated-win", "adjudicated-plies"];

#[test]
fn pgn_of_any_game() {
    let text = text(Format::Pgn, &[game("lgame", "b1c1d1d2 c3a4b4c4+d4b3 b2c2d2d3", FirstWins)]);
    assert!(text.starts_with("[Event \"match\"]\n[Site \"?\"]\n[Date \"2026.01.02\"]\n[Round \"3.5\"]\n"), "{text}");
    assert!(text.contains("[Result \"1-0\"]\n[Variant \"lgame\"]\n[Termination \"normal\"]\n\n"), "{text}");
    assert!(text.ends_with("1. b1c1d1d2 c3a4b4c4+d4b3\n2. b2c2d2d3 {3 0.013s}\n{discs}\n1-0\n\n"), "{text}");
}

#[test]
fn pgn_where_the_second_player_begins() {
    let mut game = game("othello", "f6 d3 c3", SecondWins);
    game.opening.setup = "fen 8/8/8/3ox3/3xxx2/8/8/8 o - 1".into();
    game.opening.moves = vec!["f6".into()];
    game.moves[0].text = "f5".into();
    let moves = |game: &GameRecord| {
        let text = text(Format::Pgn, std::slice::from_ref(game));
        let (tags, moves) = text.split_once("\n\n").expect("tags");
        assert!(tags.contains("[SetUp \"1\"]\n[FEN \"8/8/8/3ox3/3xxx2/8/8/8 o - 1\"]\n"), "{tags}");
        moves.split("\n{").next().expect("moves").to_string()
    };
    game.moves[0].text = "e6".into();
    assert_eq!(moves(&game), "1... f6\n2. e6 {3 0.013s}");
    game.moves.clear();
    assert_eq!(moves(&game), "1... f6");
    game.opening.moves.clear();
    assert!(moves(&game).starts_with("{discs}"));
}

#[test]
fn pgn_has_the_termination_of_the_standard() {
    let words = ["normal", "normal", "time forfeit", "rules infraction", "rules infraction", "abandoned", "abandoned"];
    for (reason, word) in REASONS.into_iter().zip(words.into_iter().chain(["adjudication"; 2])) {
        let mut game = ended(game("gomoku", "h8 i9 a1", FirstWins), reason);
        let detail = "'}': no {point}".into();
        game.failure =
            (word == "rules infraction").then(|| FaultRecord { kind: FaultKind::Illegal, engine: "b".into(), detail });
        let text = text(Format::Pgn, &[game]);
        assert!(text.contains(&format!("[Termination \"{word}\"]")), "{text}");
        let detail = if word == "rules infraction" { ", b: ')': no (point)" } else { "" };
        assert!(text.ends_with(&format!("\n{{{reason}{detail}}}\n1-0\n\n")), "{text}");
    }
}

#[test]
fn othello_in_both_formats() {
    let games = [game("othello", "f5 d6 c3 d3", SecondWins)];
    assert_eq!(text(Format::Transcript, &games), "f5d6c3d3 -10\n");
    let (bytes, _) = export(Format::Wthor, &games);
    assert_eq!(bytes.len(), 16 + 68);
    // The number of games and the year; Black's discs, then moves as 10 · row + column.
    assert_eq!((&bytes[..8], &bytes[10..12]), (&[20, 26, 1, 2, 1, 0, 0, 0][..], &2026_u16.to_le_bytes()[..]));
    assert_eq!(bytes[16 + 6..16 + 8], [27, 27]);
    assert_eq!(bytes[16 + 8..16 + 14], [56, 64, 33, 34, 0, 0]);
    let passed = [game("othello", "e6 f6 c4 e7 e8 d8 g7 f8 pass h6", SecondWins)];
    assert_eq!(text(Format::Transcript, &passed), "e6f6c4e7e8d8g7f8h6 -10\n");
    let (bytes, _) = export(Format::Wthor, &passed);
    assert_eq!(bytes[16 + 8..16 + 18], [65, 66, 43, 75, 85, 84, 77, 86, 68, 0]);
}

#[test]
fn wthor_has_only_games_whose_discs_were_counted() {
    let whole = game("othello", "f5 d6 c3 d3", FirstWins);
    let mut games = vec![whole.clone()];
    games.extend(REASONS[1..].iter().map(|reason| ended(whole.clone(), reason)));
    games.push(ended(game("othello", "f5 d6 c3 d3", Draw), "adjudicated-draw"));
    (0..).zip(&mut games).for_each(|(id, game)| game.id = id);
    let (bytes, left_out) = export(Format::Wthor, &games);
    assert_eq!((bytes.len(), bytes[4], bytes[16 + 6]), (16 + 68, 1, 27));
    assert_eq!(left_out.values().map(Vec::len).sum::<usize>(), games.len() - 1);
    assert!(left_out.keys().all(|why| why.contains("count of discs")), "{left_out:?}");
    // A transcript can represent them.
    assert_eq!(text(Format::Transcript, &games[1..]), "f5d6c3d3 -\n".repeat(games.len() - 1));
    let (bytes, _) = export(Format::Wthor, &games[1..]);
    assert_eq!((bytes.len(), &bytes[4..8]), (16, &[0; 4][..]), "a file without games");
}

#[test]
fn the_start_position_as_a_text_is_the_start_position() {
    let plain = game("othello", "f5 d6 c3 d3", SecondWins);
    let obf = "fen ---------------------------OX------XO--------------------------- X";
    let texts =
        ["fen 8/8/8/3ox3/3xo3/8/8/8 x - 0", "fen 8/8/8/3ox3/3xo3/8/8/8", "fen 8/8/8/3ox3/3xo3/8/8/8 x - 9", obf];
    for setup in texts {
        let mut game = plain.clone();
        game.opening.setup = setup.into();
        for format in [Format::Transcript, Format::Wthor, Format::Pgn] {
            assert_eq!(export(format, std::slice::from_ref(&game)), export(format, std::slice::from_ref(&plain)));
        }
    }
    let mut game = game("gomoku", "h8 i9 a1", Draw);
    let plain = game.clone();
    game.opening.setup = "fen ".to_string() + &"16/".repeat(15) + "16";
    for format in [Format::Sgf, Format::Psq] {
        assert_eq!(export(format, std::slice::from_ref(&game)), export(format, std::slice::from_ref(&plain)));
    }
}

#[test]
fn a_game_that_cannot_be_exported_does_not_affect_others() {
    let good = game("othello", "f5 d6 c3 d3", SecondWins);
    let mut games = vec![good; 6];
    (0..).zip(&mut games).for_each(|(id, game)| game.id = id);
    games[0].opening.setup = "fen 8/8/8/3ox3/3xxx2/8/8/8 o - 1".into();
    games[0].opening.moves = vec!["f6".into(), "e6".into()];
    games[0].moves.clear();
    games[1].moves[0].text = "a!".into();
    games[2].variant = "gomoku".into();
    games[3].opening.setup = "somewhere".into();
    games[4].options.insert("Rule".into(), "none".into());
    let (bytes, left_out) = export(Format::Wthor, &games);
    assert_eq!((bytes.len(), &bytes[16 + 8..16 + 12]), (16 + 68, &[56, 64, 33, 34][..]));
    let whys = ["start position", "moves cannot be played", "", "begins with 'somewhere'", ""];
    for (id, why) in (0..).zip(whys) {
        assert!(left_out.iter().any(|(reason, ids)| ids == &[id] && reason.contains(why)), "{id}: {left_out:?}");
    }
    // PGN and transcripts can represent the first of them.
    for format in [Format::Pgn, Format::Transcript] {
        let (_, left_out) = export(format, &games);
        assert!(!left_out.values().flatten().any(|&id| id == 0), "{format}: {left_out:?}");
    }
}

#[test]
fn gomoku_in_both_formats() {
    let mut game = ended(game("gomoku", "h8 i9 a1", Draw), "full");
    let sgf = |game: &GameRecord| text(Format::Sgf, std::slice::from_ref(game));
    assert_eq!(
        sgf(&game),
        "(;FF[4]GM[4]CA[UTF-8]AP[quartet:0.1.0]SZ[16]RU[freestyle]PB[a]PW[b \\[old\\]]EV[match]RO[3.5]\
         DT[2026-01-02]QH[03\\:04\\:05]RE[Draw];B[hh];W[ii];B[aa]QD[3]QT[0.012600])\n"
    );
    let psq = text(Format::Psq, std::slice::from_ref(&game));
    assert_eq!(psq, "Piskvorky 16x16, 0:0, 0\n8,8,0\n9,9,0\n1,1,13\na\nb [old]\n0\n");
    game.opening.setup = "fen 7x8/".to_string() + &"16/".repeat(14) + "16 o - 1";
    assert!(sgf(&game).contains("AB[ha]PL[W]MN[1]RE[Draw];W[hh];B[ii];W[aa]QD[3]"));
    let (_, left_out) = export(Format::Psq, std::slice::from_ref(&game));
    assert!(left_out.keys().eq(["it does not begin with the empty board"]), "{left_out:?}");
}

#[test]
fn sgf_and_psq_have_the_ending_of_a_game() {
    let results = ["B+", "B+R", "B+T", "B+F", "B+F", "B+F", "B+F", "B+", "B+"];
    let codes = ["0", "-1", "15", "-2", "-2", "-2", "-2", "-1", "-1"];
    for ((reason, result), code) in REASONS.into_iter().zip(results).zip(codes) {
        let game = ended(game("gomoku", "h8 i9 a1", FirstWins), reason);
        let sgf = text(Format::Sgf, std::slice::from_ref(&game));
        assert!(sgf.contains(&format!("RE[{result}]")), "{reason}: {sgf}");
        let sgf = text(Format::Sgf, &[GameRecord { result: SecondWins, ..game.clone() }]);
        assert!(sgf.contains(&format!("RE[{}]", result.replace('B', "W"))), "{reason}: {sgf}");
        let psq = text(Format::Psq, &[game]);
        assert!(psq.ends_with(&format!("\n{code}\n")), "{reason}: {psq}");
    }
}

/// A record of games, which is not that of a match.
fn record_of(games: &[GameRecord]) -> Vec<u8> {
    let games = games.iter().map(|game| serde_json::to_string(game).expect("JSON") + "\n");
    ("{\"quartet_arena\":1}\n".to_string() + &games.collect::<String>()).into_bytes()
}

fn write_record(path: &Path, games: &[GameRecord]) {
    std::fs::write(path, record_of(games)).expect("written");
}

fn arguments(record: &Path, format: Format, out: &Path, force: bool) -> ExportArgs {
    ExportArgs { games: record.into(), input: FormatArguments::default(), format, out: Some(out.into()), force }
}

/// Each format with a game for it, and similar files of other programs.
fn kinds() -> [(Format, GameRecord, Vec<&'static [u8]>); 5] {
    let othello = game("othello", "f5 d6 c3 d3", SecondWins);
    let gomoku = game("gomoku", "h8 i9 a1", Draw);
    let chess: &[u8] =
        b"[Event \"match\"]\n[Site \"?\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    let mut wthor = vec![20, 26, 1, 2, 1, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 0, 0];
    wthor.extend([1; 68]);
    let wthor: &'static [u8] = wthor.leak();
    let sgf: &[u8] = b"(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[me]PW[you];B[hh])\n";
    let psq: &[u8] = b"Piskvorky 20x20, 11:11, 0\n8,8,0\na\nb\n0\n";
    [
        (Format::Pgn, game("lgame", "b1c1d1d2 c3a4b4c4+d4b3 b2c2d2d3", FirstWins), vec![chess]),
        (Format::Transcript, othello.clone(), vec![b"f5d6c3\n", b"f5d6 +2 my best game\n"]),
        (Format::Wthor, othello, vec![wthor]),
        (Format::Sgf, gomoku.clone(), vec![sgf]),
        (Format::Psq, gomoku, vec![psq]),
    ]
}

#[test]
fn an_export_overwrites_only_an_earlier_export() {
    for (format, game, foreign) in kinds() {
        let folder = tempfile::tempdir().expect("a folder");
        let (record, out) = (folder.path().join("record.jsonl"), folder.path().join("out"));
        write_record(&record, &[game]);
        let written = if format == Format::Psq { folder.path().join("out-4.psq") } else { out.clone() };
        let content = || std::fs::read(&written).expect("a file");
        run(&arguments(&record, format, &out, false)).expect("a new file");
        let first = content();
        run(&arguments(&record, format, &out, false)).expect("an earlier export");
        let with_notes = [&first[..], b"\nmy notes\n"].concat();
        let foreign = foreign.into_iter().chain([&b"my notes\n"[..], &with_notes, b"\xef\xbb\xbf"]);
        for foreign in foreign {
            std::fs::write(&written, foreign).expect("a file");
            let error = run(&arguments(&record, format, &out, false)).expect_err("of others").to_string();
            assert!(error.contains("exists") && error.contains("--force"), "{format:?}: {error}");
            assert_eq!(content(), foreign, "{format:?}");
        }
        run(&arguments(&record, format, &out, true)).expect("forced");
        assert_eq!(content(), first);
    }
}

#[test]
fn no_file_is_written_if_one_of_them_must_not_be_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, out) = (folder.path().join("record.jsonl"), folder.path().join("out"));
    let first = game("gomoku", "h8 i9 a1", Draw);
    write_record(&record, &[GameRecord { id: 1, ..first.clone() }, first]);
    std::fs::write(folder.path().join("out-4.psq"), "my notes").expect("a file");
    assert!(run(&arguments(&record, Format::Psq, &out, false)).is_err());
    assert!(!folder.path().join("out-1.psq").exists());
}

#[cfg(unix)]
#[test]
fn an_export_does_not_overwrite_its_record() {
    for (format, game, _) in kinds() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join(if format == Format::Psq { "record-4.psq" } else { "record" });
        write_record(&record, &[game]);
        let before = std::fs::read(&record).expect("a record");
        let (hard, soft) = (folder.path().join("hard-4.psq"), folder.path().join("soft-4.psq"));
        std::fs::hard_link(&record, &hard).expect("a link");
        std::os::unix::fs::symlink(&record, &soft).expect("a link");
        let stem = |path: &Path| PathBuf::from(path.to_str().expect("text").replace("-4.psq", ""));
        for out in [&record, &hard, &soft] {
            let out = if format == Format::Psq { stem(out) } else { out.clone() };
            let error = run(&arguments(&record, format, &out, true)).expect_err("the record").to_string();
            assert!(error.contains("is being read"), "{error}");
        }
        assert_eq!(std::fs::read(&record).expect("a record"), before);
    }
}

#[test]
fn a_record_of_another_game_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, out) = (folder.path().join("record"), folder.path().join("out"));
    write_record(&record, &[game("gomoku", "h8 i9 a1", Draw)]);
    let error = run(&arguments(&record, Format::Wthor, &out, false)).expect_err("gomoku").to_string();
    assert!(error.contains("holds games of gomoku, expected othello") && !out.exists(), "{error}");
}

#[test]
fn names_from_a_record_stay_on_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, out) = (folder.path().join("record"), folder.path().join("out"));
    let wild = "x\n-1\u{1b}[31m\u{85}\"";
    for (format, game, _) in kinds() {
        let mut game = GameRecord { first: wild.into(), second: "b\r\n".into(), ..game };
        game.moves.iter_mut().for_each(|mv| mv.engine = wild.into());
        let failure = FaultRecord { kind: FaultKind::Stall, engine: wild.into(), detail: "a\nb\u{2028}".into() };
        game.failure = Some(failure);
        let _ = std::fs::remove_file(&record);
        write_record(&record, &[game]);
        run(&arguments(&record, format, &out, true)).expect("written");
        let written = if format == Format::Psq { folder.path().join("out-4.psq") } else { out.clone() };
        if let Ok(text) = String::from_utf8(std::fs::read(written).expect("a file")) {
            assert!(text.lines().all(|line| one_line(line) == line), "{text}");
            let names = text.matches("x -1 ").count();
            assert_eq!(names > 0, matches!(format, Format::Pgn | Format::Sgf | Format::Psq), "{text}");
        }
    }
}

#[test]
fn names_stand_beside_wthor_and_are_read_from_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (record, games, players) = (path("record"), path("games.wtb"), path("games.jou"));
    write_record(&record, &[game("othello", "f5 d6 c3 d3", SecondWins)]);
    let export = |force| run(&arguments(&record, Format::Wthor, &games, force));
    std::fs::write(&players, "my players").expect("a file");
    assert!(format!("{:#}", export(false).expect_err("of others")).contains("games.jou exists"));
    assert!(!games.exists());
    export(true).expect("forced");
    export(false).expect("an earlier export");
    run(&arguments(&games, Format::Pgn, &path("games.pgn"), false)).expect("games with names");
    let text = std::fs::read_to_string(path("games.pgn")).expect("text");
    assert!(text.contains("[White \"a\"]\n[Black \"b [old]\"]"), "{text}");
    // The numbers of an archive without its names.
    std::fs::remove_file(&players).expect("removed");
    assert!(export(false).is_err());
    // The names are being read.
    export(true).expect("forced");
    let error = run(&arguments(&games, Format::Pgn, &players, true)).expect_err("the players").to_string();
    assert!(error.contains("is being read"), "{error}");
}

#[test]
fn games_of_any_format_are_exported_and_bad_ones_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let (list, out) = (folder.path().join("games.txt"), folder.path().join("out"));
    std::fs::write(&list, "f5d6c3 -2\nf5a1\nd3c3 +4\n").expect("a file");
    for format in [Format::Sgf, Format::Pgn, Format::Wthor, Format::Ggf, Format::ArenaRecord] {
        run(&arguments(&list, format, &out, true)).expect("written");
        let written = GameFile::open(&out, Some(format), &Default::default()).expect("games");
        let moves = |game: Result<Game, _>| game.expect("a game").tree.main_moves().collect::<String>();
        assert_eq!(written.games().map(moves).collect::<Vec<_>>(), ["f5d6c3", "d3c3"], "{format}");
    }
    std::fs::write(&list, "f5a1\n").expect("a file");
    let error = format!("{:#}", run(&arguments(&list, Format::Pgn, &out, true)).expect_err("no game"));
    assert!(error.contains("games.txt: game 1, line 1, byte "), "{error}");
}

#[test]
fn exports_of_other_versions_are_recognized() {
    let folder = tempfile::tempdir().expect("a folder");
    let (record, out) = (folder.path().join("record"), folder.path().join("out.sgf"));
    write_record(&record, &[game("gomoku", "h8 i9 a1", Draw)]);
    let export = || run(&arguments(&record, Format::Sgf, &out, false));
    export().expect("a new file");
    let text = std::fs::read_to_string(&out).expect("text");
    let replaced = |from: &str, to: &str| std::fs::write(&out, text.replace(from, to)).expect("written");
    replaced("AP[quartet:", "AP[quartet:9.9.");
    export().expect("of another version");
    replaced("AP[quartet:", "AP[sabaki:");
    assert!(export().is_err());
}

#[test]
fn names_that_wthor_cannot_hold_are_reported() {
    let mut games = vec![game("othello", "f5 d6 c3 d3", SecondWins); 2];
    games[0].id = 1;
    (games[0].first, games[1].second) = ("A name of more than twenty letters".into(), "高梨".into());
    let lines = games.iter().map(|game| serde_json::to_string(game).expect("JSON"));
    let content = ["{\"quartet_arena\":1}".to_string()].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    let source = Source::of_record(content.as_bytes());
    let changed = |format| changed_names(format, &source.games, &write(format, &source.games));
    let names: Vec<(String, String)> = changed(Format::Wthor).into_iter().collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert_eq!(names[0], ("A name of more than twenty letters".into(), "A name of more than".into()));
    assert!(changed(Format::Pgn).is_empty());
}
