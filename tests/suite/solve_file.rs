//! `quartet solve-file` over pipes: the table, the checks against the file, and error messages.

use super::client::{number_after, script};
use quartet::games::gomoku::certificate::manifest::{Class, Content, Manifest};
use quartet::games::gomoku::{Point, Rule, Rules};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with a file on stdin.
fn run(arguments: &[&str], file: &str) -> Output {
    run_on_bytes(arguments, file.as_bytes())
}

/// Runs the program with these bytes on stdin.
fn run_on_bytes(arguments: &[&str], file: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quartet"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // If the program rejects its arguments, it does not read stdin.
    let _ = stdin.write_all(file);
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_string).collect()
}

/// The first two problems of the FFO test (after Jean-Christophe Weill's collection) with their values.
const FIRST: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;";
const SECOND: &str = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X;";

#[test]
fn correct_values_are_confirmed() {
    let file = format!("% a comment\n\n{FIRST} G8:+18; H1:+12; --:-127;\n{SECOND} A4:+10; B2:+0; % end\n");
    let output = run(&["solve-file", "-", "--threads", "2", "--hash", "8"], &file);
    let table = lines(&output.stdout);
    assert!(output.status.success(), "{table:?}");
    assert_eq!(table.len(), 4, "{table:?}");
    for (row, number, score, best) in [(&table[1], "3", "+18", "g8"), (&table[2], "4", "+10", "a4")] {
        let words: Vec<_> = row.split_whitespace().collect();
        assert_eq!((words[0], words[2], words[6]), (number, score, best), "{row}");
        assert!(row.ends_with("  right"), "{row}");
        assert!(words[4].parse::<u64>().is_ok_and(|nodes| nodes > 0), "{row}");
    }
    assert!(table[3].starts_with("total 2 solved, 0 wrong, 0 failed, "), "{}", table[3]);
    assert!(output.stderr.is_empty(), "progress where there is no terminal");
}

#[test]
fn shards_have_every_position_once() {
    let file = format!("% a comment\n{FIRST} G8:+18;\n\nno position;\n{SECOND} A4:+10;\n{FIRST} H1:+18;\n");
    let rows = |shard: &str| {
        let output = run(&["solve-file", "-", "--wld", "--shard", shard], &file);
        let numbers = lines(&output.stdout).into_iter().skip(1);
        let number = |row: String| row.split_whitespace().next().map(str::to_string);
        numbers.filter_map(number).filter(|word| word != "total").collect::<Vec<_>>()
    };
    assert_eq!(
        (rows("0/3"), rows("1/3"), rows("2/3")),
        (vec!["2".into(), "6".into()], vec!["4".into()], vec!["5".into()])
    );
    for (words, expected) in [
        (&["--shard", "3/3"][..], "expected K/N"),
        (&["--shards", "3"], "--shards without --shard"),
        (&["--shard", "0/3", "--shards", "x"], "expected a number"),
        (&["--shard", "auto"], "outside an array"),
    ] {
        let output = run(&[&["solve-file", "-"], words].concat(), "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(expected), "{words:?}: {error}");
    }
}

/// The endgames that the README uses as an example.
#[test]
fn the_shipped_endgames_have_the_values_of_their_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/endgames.obf");
    let output = run(&["solve-file", path], "");
    let table = lines(&output.stdout);
    let total = table.last().expect("a total");
    assert!(output.status.success() && total.starts_with("total 10 solved, 0 wrong, 0 failed, "), "{table:#?}");
}

#[test]
fn outcomes_are_confirmed_with_any_margin() {
    let file = format!("{FIRST} G8:+2; H1:+12;\n{SECOND} A4:-10; B2:-20;\n");
    let output = run(&["solve-file", "-", "--wld"], &file);
    let table = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{table:?}");
    assert!(table[1].contains(">=+2 ") && table[1].ends_with("  right"), "{}", table[1]);
    assert!(table[2].contains(">=+2 ") && table[2].ends_with("WRONG, the file says -10"), "{}", table[2]);
}

#[test]
fn wrong_values_and_faults_are_reported_without_ending_the_run() {
    let file = format!(
        "{FIRST} G8:+20;\n{FIRST} G8:+16; H1:+18;\nnonsense\n{FIRST} G8:many;\n{FIRST}\n{0} X;\n{0} X; A1:+2;\n\
         {FIRST} G8:+18; C1:+2;\n{FIRST} G8:+08;\n",
        "X".repeat(64)
    );
    let output = run(&["solve-file", "-"], &file);
    let table = lines(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{table:?}");
    let ends = [
        "WRONG, the file says +20",
        "WRONG, the file gives the move +16",
        "",
        "error: 'G8:many', expected <move>:<discs>, discs from -64 to 64",
        "no value in the file",
        "the game is over",
        "error: a value of 'A1', but the game is over",
        "error: a value of the illegal move 'C1', expected b1 h1 a2 g2 a3 a4 h7 g8",
        "error: 'G8:+08', expected <move>:<discs>, discs from -64 to 64",
    ];
    for (row, end) in table[1..].iter().zip(ends) {
        assert!(row.ends_with(end), "{row}");
    }
    assert!(table[3].contains("error: "), "{}", table[3]);
    assert!(table[10].starts_with("total 4 solved, 2 wrong, 5 failed, "), "{}", table[10]);
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (&["solve-file"][..], "needs a file"),
        (&["solve-file", "-", "--threads"], "--threads needs a value"),
        (&["solve-file", "-", "--threads", "none"], "Threads"),
        (&["solve-file", "-", "--depth", "3"], "unknown option '--depth'"),
        (&["solve-file", "-", "--proof", "x"], "expected it in gomoku only"),
        (&["solve-file", "a file that is not there.obf"], "cannot read a file that is not there.obf"),
        (&["--variant", "chess", "solve-file", "-"], "unknown variant 'chess'"),
    ] {
        let output = run(arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {errors}");
        assert!(errors.contains(message), "{arguments:?} {errors}");
        assert!(output.stdout.is_empty(), "{arguments:?}: a table of nothing");
    }
}

/// Proofs are problems themselves, so a file to which its own proofs are appended would never end. No other file is
/// written to, either.
#[test]
fn proofs_are_not_written_into_other_files() {
    let folder = std::env::temp_dir().join(format!("quartet-own-proofs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [problems, link, notes] = ["problems.txt", "link.txt", "notes.txt"].map(|name| folder.join(name));
    std::fs::write(&problems, "size 15 h8a1h9a2h10a3; win 3\n").expect("a file");
    std::fs::hard_link(&problems, &link).expect("a link");
    std::fs::write(&notes, "my notes\n").expect("a file");
    let solve = |output: &std::path::Path| {
        let [input, output] = [&problems, output].map(|path| path.to_str().expect("a path"));
        run(&["gomoku", "solve-file", input, "--proof", output], "")
    };
    for output in [&problems, &link, &notes] {
        let before = std::fs::read(output).expect("the file");
        let ended = solve(output);
        assert_eq!((ended.status.code(), ended.stdout.len()), (Some(2), 0), "{}", output.display());
        assert_eq!(std::fs::read(output).expect("the file"), before);
    }
    let proofs = folder.join("proofs.txt");
    let count = || std::fs::read_to_string(&proofs).expect("proofs").lines().count();
    for proofs_written in 1..3 {
        assert!(solve(&proofs).status.success());
        assert_eq!(count(), proofs_written);
    }
    let append = |text: &str| std::fs::write(&proofs, std::fs::read_to_string(&proofs).expect("proofs") + text);
    let torn = ["ru", "rule freestyle 15/15", "rule freestyle size 15 h8a1h9a2h10a3; win 3; h7(", "rule renju; win 5"];
    for (torn, proofs_written) in torn.into_iter().zip(3..) {
        append(torn).expect("appended");
        assert!(solve(&proofs).status.success(), "{torn}");
        assert_eq!(count(), proofs_written, "{torn}");
    }
    // Only the end of the last line is missing.
    let text = std::fs::read_to_string(&proofs).expect("proofs");
    std::fs::write(&proofs, text.trim_end()).expect("written");
    assert!(solve(&proofs).status.success());
    assert_eq!(count(), 7);
    let verified = run(&["verify", proofs.to_str().expect("a path")], "");
    assert_eq!(lines(&verified.stdout).last().map(String::as_str), Some("total 7 verified, 0 wrong"));
    append("my notes").expect("appended");
    assert_eq!(solve(&proofs).status.code(), Some(2), "notes are not cut off");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn byte_order_marks_and_invalid_text_are_handled() {
    let mut file = b"\xef\xbb\xbf% a comm\xe9nt\r\n".to_vec();
    file.extend_from_slice(format!("{FIRST} G8:+18; H1:+12; % \r\n").as_bytes());
    let output = run_on_bytes(&["solve-file", "-"], &file);
    let table = lines(&output.stdout);
    assert!(output.status.success() && table[2].starts_with("total 1 solved, 0 wrong, 0 failed"), "{table:?}");
    let output = run(&["gomoku", "solve-file", "-"], "\u{feff}size 15 h8a1h9a2h10a3; win 3\n");
    assert!(output.status.success(), "{:?}", lines(&output.stdout));
}

/// A VCF win, a win that needs a three, a position without a win, and a list of moves.
const WINS: &str = "\
# comment
rule freestyle size 15 h8 h9 g7 i9 f6 j9 e5 k9 ; win 1   # five
rule standard size 15 f10j9h8i10j6i9i8j8g9i7k9; win
rule renju 15/15/15/15/15/6o8/6xxo6/6xoox5/15/15/15/15/15/15/15 x - 8; none
";

/// A position without a win that takes long to refute, and one without a win that does not.
#[test]
fn a_win_is_refuted_unknown_or_missed() {
    let (long, full) = ("size 15 h8", "size 5 xoxox/xoxox/oxoxo/oxoxo/xox2 x - 23");
    let file = format!("{long}\n{long}; none\n{long}; win\n{full}\n{full}; none\n{full}; win\n");
    let output = run(&["--variant", "gomoku", "solve-file", "-", "--nodes", "1000"], &file);
    let table = lines(&output.stdout);
    let reported = |row: &String| [1, 4].map(|index| row.split_whitespace().nth(index).unwrap_or_default().to_string());
    let reported: Vec<_> = table[1..7].iter().map(reported).collect();
    let expected = [
        ["unknown", "-"],
        ["unknown", "-"],
        ["unknown", "missed"],
        ["none", "-"],
        ["none", "right"],
        ["none", "WRONG"],
    ];
    assert_eq!(reported, expected.map(|row| row.map(str::to_string)), "{table:?}");
    assert!(table[7].starts_with("total 6 searched, 0 won, 2 wrong, 0 failed, "), "{}", table[7]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn wins_are_found_and_their_proofs_replay() {
    let folder = std::env::temp_dir().join(format!("quartet-proofs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let proofs = folder.join("proofs.txt");
    let path = proofs.to_str().expect("a path");
    let arguments = ["--variant", "gomoku", "solve-file", "-", "--nodes", "50000", "--proof", path];
    let output = run(&arguments, WINS);
    let table = lines(&output.stdout);
    assert!(output.status.success(), "{table:?}");
    assert_eq!(table.len(), 5, "{table:?}");
    let results: Vec<Vec<&str>> = table.iter().map(|row| row.split_whitespace().take(3).collect()).collect();
    assert_eq!(
        (&results[1][..3], results[2][1], results[3][1]),
        (&["2", "win", "1"][..], "win", "unknown"),
        "{table:?}"
    );
    assert!(table[4].starts_with("total 3 searched, 2 won, 0 wrong, 0 failed, "), "{table:?}");
    let written = std::fs::read_to_string(&proofs).expect("proofs");
    let verified = run(&["verify", "-"], &written);
    let reported = lines(&verified.stdout);
    assert!(verified.status.success(), "{reported:?}");
    assert_eq!(reported.last().map(String::as_str), Some("total 2 verified, 0 wrong"), "{reported:?}");
    // The proof is complete and of the right length.
    let second = written.lines().nth(1).expect("two proofs");
    let cut = second.rsplit_once(',').expect("a list").0.to_string() + ")";
    let shorter = second.split("; ").enumerate().map(|(index, field)| if index == 1 { "win 3" } else { field });
    let shorter = shorter.collect::<Vec<_>>().join("; ");
    for wrong in [cut, shorter, "h8; win; h9(".into(), "h8; win; h8h9".into(), "h8; win".into()] {
        let output = run(&["verify", "-"], &wrong);
        let reported = lines(&output.stdout);
        assert!(output.status.code() == Some(1) && reported[0].contains(" error: "), "{wrong} {reported:?}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

/// FFO #59: 34 empty squares, and the side to move wins all discs. If the search did not stop at the maximum of 64
/// discs, searches of 20 plies would look for more in 100 million nodes.
#[test]
fn a_wipe_out_is_solved_in_few_nodes() {
    let board = "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X";
    let lines = script(&format!("variant othello\nposition fen {board}\ngo depth 60 nodes 10000000\nwait\n"));
    let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("a line");
    assert_eq!((number_after(last, "depth"), number_after(last, "cp")), (34, 6400), "{last}");
}

#[test]
fn a_certificate_is_checked_class_by_class() {
    let folder = std::env::temp_dir().join(format!("quartet-certificate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.to_str().expect("a path");
    let mut manifest = Manifest::unproven(Rules { size: 15, rule: Rule::Freestyle });
    let verify = |manifest: &str| {
        std::fs::write(folder.join("MANIFEST"), manifest).expect("a file");
        let ended = run(&["verify", path, "--threads", "2"], "");
        (ended.status.code(), lines(&ended.stdout), lines(&ended.stderr))
    };
    let (status, printed, _) = verify(&manifest.write());
    assert_eq!(
        (status, printed.last().map(String::as_str)),
        (Some(1), Some("total 0 classes verified, 0 wrong, 35 open"))
    );

    // The last node is not the position of the class; then it is, but its proof is wrong.
    let corner = Point::new(14, 14);
    let wrong = "@a0 k8\n@n0 h8a1i8c1 j8(g8f8@a0,*@a0)\n";
    let files = [
        (wrong, "error: o15.txt: the last node is not the position of the class"),
        ("@a0 k8\n@n0 h8o15 j8(*@a0)\n", "error: o15.txt: node @n0: reply a1: after k8 b1: the proof has no answer"),
        ("@n0 h8o15 j8()\n", "error: o15.txt: 1 nodes, 0 attacks, 15 bytes, unlike the manifest"),
        ("@n0 h8o15 j8\n", "error: o15.txt: line 1: 'j8', expected MOVE(ANSWERS)"),
    ];
    for (text, error) in files {
        let content = Content { nodes: 1, attacks: 1, plies: 35, bytes: text.len() };
        manifest.add(Class { reply: corner, content, sha256: String::new() + "ab" });
        std::fs::write(folder.join("o15.txt"), text).expect("a file");
        let (status, printed, _) = verify(&manifest.write());
        assert_eq!(status, Some(1));
        assert!(printed[1].contains(error), "{}", printed[1]);
        assert_eq!(printed.last().map(String::as_str), Some("total 0 classes verified, 1 wrong, 34 open"));
    }
    std::fs::remove_file(folder.join("o15.txt")).expect("the file goes");
    assert!(verify(&manifest.write()).1[1].contains("error: cannot read"));
    let (status, _, errors) = verify(&manifest.write().replace("open i9\n", ""));
    assert_eq!((status, errors.len()), (Some(2), 1));
    assert!(errors[0].contains("MANIFEST: reply g7 is in no class"), "{}", errors[0]);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
