//! The Go Text Protocol, by stand-ins that send what GoGui, Quarry, gogui-twogtp and Sabaki send.

use super::client::{Client, TIMEOUT};
use quartet::game::{Game, Notation, Side};
use quartet::games::othello::{Othello, Position};
use std::time::Duration;

/// The program by this protocol.
struct Gtp(Client);

impl Gtp {
    fn start(arguments: &[&str]) -> Gtp {
        Gtp(Client::start(&[&["--protocol", "gtp"], arguments].concat()))
    }

    /// The answer that comes next: all its lines but the empty one that ends it.
    fn answer(&mut self) -> String {
        let mut lines = vec![self.0.line()];
        assert!(lines[0].starts_with(['=', '?']), "{lines:?}");
        loop {
            match self.0.line() {
                line if line.is_empty() => return lines.join("\n"),
                line => lines.push(line),
            }
        }
    }

    /// Sends a command; its answer.
    fn ask(&mut self, command: &str) -> String {
        self.0.send(command);
        self.answer()
    }

    /// Sends a command that must succeed; the text of its answer.
    fn order(&mut self, command: &str) -> String {
        let answer = self.ask(command);
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        text.trim_start().to_string()
    }
}

/// The colour of the side to move.
fn colour(position: &Position) -> &'static str {
    match Othello::side(position) {
        Side::X => "black",
        Side::O => "white",
    }
}

/// Plays the pass if it is the only move.
fn pass_if_necessary(position: &mut Position) {
    let mut moves = Vec::new();
    Othello::legal_moves(position, &mut moves);
    if let [only] = moves.as_slice()
        && Othello::is_pass(*only)
        && Othello::terminal(position).is_none()
    {
        Othello::play(position, *only);
    }
}

#[test]
fn quarry_knows_no_pass() {
    let mut engines = [Gtp::start(&["--level", "2"]), Gtp::start(&["--level", "1"])];
    for engine in &mut engines {
        for command in ["protocol_version", "name", "version", "list_commands"] {
            engine.order(command);
        }
        assert_eq!(engine.order("list_games"), "Othello\nGomoku");
        for command in ["set_game Othello", "boardsize 8", "clear_board", "time_settings 60 0 0"] {
            engine.order(command);
        }
    }
    let mut position = Othello::start(&());
    let mut passes = 0;
    loop {
        let before = Othello::ply(&position);
        pass_if_necessary(&mut position);
        passes += Othello::ply(&position) - before;
        if Othello::terminal(&position).is_some() {
            break;
        }
        let index = Othello::side(&position).index();
        let [black, white] = &mut engines;
        let (mover, other) = if index == 0 { (black, white) } else { (white, black) };
        mover.order(&format!("time_left {} 55 0", colour(&position)));
        let vertex = mover.order(&format!("genmove {}", colour(&position)));
        other.order(&format!("play {} {vertex}", colour(&position)));
        let mv = Othello::parse_move(&position, &vertex).expect("a legal move");
        Othello::play(&mut position, mv);
    }
    let margin = Othello::terminal(&position).map(|terminal| terminal.score(0).0 / 100).expect("over");
    let margin = if Othello::side(&position) == Side::X { margin } else { -margin };
    let expected = match margin {
        0 => "0".to_string(),
        1.. => format!("B+{margin}"),
        _ => format!("W+{}", -margin),
    };
    for engine in &mut engines {
        assert_eq!(engine.order("final_score"), expected, "{passes} passes");
        assert_eq!(engine.order("genmove b"), "PASS");
        assert_eq!(engine.order("play w pass"), "");
    }
}

#[test]
fn an_inserted_pass_is_taken_back_with_the_move_before_it() {
    let mut gtp = Gtp::start(&[]);
    gtp.order("clear_board");
    gtp.order("gogui-setup b A1 w B1");
    gtp.order("gogui-setup_player w");
    assert_eq!(gtp.order("gogui-rules_legal_moves"), "PASS");
    gtp.order("play b C1");
    gtp.order("undo");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "white");
    assert!(gtp.ask("undo").starts_with("? cannot undo"));
    // A pass that was sent is a move.
    gtp.order("play w pass");
    gtp.order("play b C1");
    gtp.order("undo");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "black");
    gtp.order("undo");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "white");
    // The generated move inserts one, too.
    assert_eq!(gtp.order("genmove b"), "C1");
    gtp.order("undo");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "white");
}

#[test]
fn gogui_replays_the_whole_game_after_every_move() {
    let mut gtp = Gtp::start(&[]);
    let game = ["b F5", "w D6", "b C3", "w D3", "b C4", "w F4", "b F6", "w F3"];
    for played in 1..=game.len() {
        for _ in 0..20 {
            gtp.order("clear_board");
            for mv in &game[..played] {
                gtp.order(&format!("play {mv}"));
                gtp.order("gogui-rules_side_to_move");
            }
            assert_eq!(gtp.order("gogui-rules_board").lines().count(), 8);
            assert!(!gtp.order("gogui-rules_legal_moves").is_empty());
        }
    }
}

#[test]
fn every_listed_command_gives_one_answer() {
    let mut gtp = Gtp::start(&["--level", "1"]);
    let listed = gtp.order("list_commands");
    for (number, command) in listed.lines().enumerate() {
        assert_eq!(gtp.order(&format!("known_command {command}")), "true");
        // An analysis goes on until the next line.
        if !["quit", "lz-analyze"].contains(&command) {
            let answer = gtp.ask(&format!("{number} {command}"));
            let is_good = answer.starts_with(&format!("={number}")) || answer.starts_with(&format!("?{number} "));
            assert!(is_good, "{command}: {answer}");
            assert!(!answer.contains("unknown command"), "{command}: {answer}");
        }
    }
    assert_eq!(gtp.order("known_command chess"), "false");
    // Control characters are discarded.
    assert_eq!(gtp.order("\u{5}na\u{7f}me\0"), "Quartet");
}

#[test]
fn wrong_lines_give_one_error_each_and_change_nothing() {
    let mut gtp = Gtp::start(&[]);
    gtp.order("play b F5");
    let board = gtp.order("showboard");
    for wrong in [
        "12",
        "play",
        "play b",
        "play b F5 F6",
        "play green D6",
        "play w I3",
        "play w Z99",
        "play w F5",
        "play b D6",
        "genmove",
        "genmove green",
        "genmove b",
        "gg-undo 5",
        "gg-undo x",
        "boardsize",
        "boardsize 9",
        "boardsize -1",
        "set_game Chess",
        "komi",
        "komi much",
        "time_settings 1",
        "time_settings a b c",
        "time_left b",
        "kgs-time_settings",
        "kgs-time_settings hourglass 3",
        "loadsgf",
        "loadsgf /nonexistent/file.sgf",
        "loadsgf /dev/stdin",
        "gogui-setup b",
        "gogui-setup b Z9",
        "gogui-play_sequence w D6 b A1",
        "gogui-setup_player",
        "quartet-param Nothing 3",
        "quartet-param Threads none",
        "lz-analyze b",
        "final_score",
        "Name",
        "uci_is_none",
    ] {
        let answer = gtp.ask(&format!("7 {wrong}"));
        assert!(answer.starts_with("?7 ") || wrong == "12" && answer.starts_with("?"), "{wrong}: {answer}");
        assert_eq!(gtp.order("showboard"), board, "{wrong}");
    }
}

#[test]
fn an_interrupt_ends_the_search_with_its_best_move() {
    let mut gtp = Gtp::start(&["--variant", "gomoku"]);
    gtp.order("time_settings 36000 0 0");
    gtp.order("play b H8");
    gtp.0.send("5 genmove w");
    gtp.0.assert_silent(Duration::from_millis(200), "during a search");
    gtp.0.send("# interrupt");
    let answer = gtp.answer();
    assert!(answer.starts_with("=5 ") && answer.len() >= 5, "{answer}");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "black");
}

#[test]
fn an_analysis_ends_with_the_next_line() {
    let mut gtp = Gtp::start(&["--variant", "gomoku"]);
    gtp.order("boardsize 15");
    gtp.order("play b H8");
    gtp.0.send("3 lz-analyze w 5");
    assert_eq!(gtp.0.line(), "=3");
    let line = gtp.0.line();
    assert!(line.starts_with("info move ") && line.contains(" pv "), "{line}");
    let winrate: u32 =
        line.split(" winrate ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("a rate");
    assert!((1000..9000).contains(&winrate), "{line}");
    gtp.0.send("4 protocol_version");
    gtp.0.until("=4 2");
    assert_eq!(gtp.0.line(), "");
    // An empty line ends it, too.
    gtp.0.send("5 lz-analyze 5");
    gtp.0.until("info move ");
    gtp.0.send("");
    while !gtp.0.line().is_empty() {}
    assert_eq!(gtp.order("protocol_version"), "2");
}

#[test]
fn hints_and_variations_are_drawn_by_gogui() {
    let mut gtp = Gtp::start(&["--variant", "gomoku"]);
    gtp.order("play b H8");
    for (command, head) in [("quartet-hints w", "LABEL "), ("quartet-pv w", "VAR w ")] {
        let answer = gtp.order(command);
        let lines: Vec<_> = answer.lines().collect();
        let is_drawn = lines.len() == 2 && lines[0].starts_with(head) && lines[1].starts_with("TEXT depth ");
        assert!(is_drawn, "{command}: {answer}");
        // Hints label several points.
        let labels = lines[0].split(' ').count() / 2;
        assert!(command.starts_with("quartet-pv") || labels > 1, "{answer}");
    }
}

#[test]
fn a_change_of_the_rules_keeps_the_game() {
    let mut gtp = Gtp::start(&["--variant", "gomoku"]);
    gtp.order("gogui-play_sequence b H8 w J9 b J8");
    let board = gtp.order("gogui-rules_board");
    for rule in ["renju", "standard", "freestyle"] {
        gtp.order(&format!("quartet-param Rule {rule}"));
        assert_eq!(gtp.order("gogui-rules_board"), board, "{rule}");
    }
    gtp.order("undo");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "black");
    assert!(gtp.order("gogui-analyze_commands").contains("forbidden"));
    gtp.order("set_game Othello");
    assert!(!gtp.order("gogui-analyze_commands").contains("forbidden"));
    assert_eq!(gtp.order("quartet-forbidden"), "");
}

#[test]
fn a_finished_game_of_gomoku_is_resigned_by_its_loser() {
    let mut gtp = Gtp::start(&["--variant", "gomoku", "--level", "3"]);
    gtp.order("boardsize 9");
    gtp.order("gogui-play_sequence b A1 w A9 b B1 w B9 b C1 w C9 b D1 w D9");
    // Black completes five in a row.
    assert_eq!(gtp.order("genmove b"), "E1");
    assert_eq!(gtp.order("genmove w"), "resign");
    assert_eq!(gtp.order("genmove b"), "PASS");
    assert_eq!(gtp.order("final_score"), "B+R");
    assert!(gtp.ask("play w E9").starts_with("? illegal move"));
    assert_eq!(gtp.order("gogui-rules_legal_moves"), "");
    gtp.order("gg-undo 2");
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "white");
}

#[test]
fn pipelined_commands_are_all_answered_before_the_program_quits() {
    let mut gtp = Gtp::start(&["--level", "4"]);
    gtp.0.send_raw(b"1 genmove b\n2 genmove w\n3 genmove b\n4 quit\n");
    for number in 1..=4 {
        assert!(gtp.answer().starts_with(&format!("={number}")));
    }
    assert_eq!(gtp.0.next_within(TIMEOUT), None);
}

#[test]
fn records_are_loaded() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("game.sgf");
    std::fs::write(&path, "(;GM[4]SZ[15];B[hh];W[ih](;B[hi])(;B[aa]))").expect("a file");
    let mut gtp = Gtp::start(&["--variant", "gomoku"]);
    let path = path.to_str().expect("text");
    gtp.order(&format!("loadsgf {path}"));
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "white");
    assert!(gtp.ask("play w H7").starts_with('?'), "the point is taken");
    gtp.order(&format!("loadsgf {path} 2"));
    assert_eq!(gtp.order("gogui-rules_side_to_move"), "white");
    gtp.order("play w J8");
}
