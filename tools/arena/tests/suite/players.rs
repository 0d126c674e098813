//! The exact lines that players send and parse, against a fake engine that follows a script.

use crate::support::{FAKE, Folder, games, quartet, succeed};
use quartet::engine::Setup;
use quartet_arena::fault::{Cancel, FaultKind, Interruption};
use quartet_arena::limits::{Clock, ClockSettings, Limits};
use quartet_arena::player::{self, Player, PlayerMove, RuleSettings, ScoreKind, Turn};
use quartet_arena::process::Launch;
use quartet_arena::settings::{EngineSettings, Protocol};
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A game with a player whose engine follows a script.
pub(crate) struct Stage {
    pub(crate) referee: Box<dyn Referee>,
    pub(crate) player: Box<dyn Player>,
    limits: Limits,
    setup: Setup,
}

impl Stage {
    fn new(protocol: Protocol, variant: &str, options: &[(&str, &str)], limits: Limits, script: &str) -> Stage {
        let options: BTreeMap<String, String> =
            options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let referee = referee(variant, &options).expect("rules");
        let launch = match protocol {
            // The command is a shell script.
            Protocol::Command => {
                Launch { program: "sh".into(), arguments: vec!["-c".into(), script.into()], ..Launch::default() }
            }
            _ => Launch {
                program: FAKE.into(),
                environment: BTreeMap::from([("FAKE_SCRIPT".to_string(), script.to_string())]),
                ..Launch::default()
            },
        };
        let name = "reciter".to_string();
        Stage::of(EngineSettings { name, protocol, launch, limits, ..EngineSettings::default() }, referee, options)
    }

    /// A UCI engine that ponders on Othello and follows a script.
    pub(crate) fn pondering(limits: Limits, script: &str) -> Stage {
        let launch = Launch {
            program: FAKE.into(),
            environment: BTreeMap::from([("FAKE_SCRIPT".to_string(), script.to_string())]),
            ..Launch::default()
        };
        let engine = EngineSettings { launch, limits, ponder: true, ..EngineSettings::default() };
        Stage::of(engine, referee("othello", &BTreeMap::new()).expect("rules"), BTreeMap::new())
    }

    fn of(engine: EngineSettings, referee: Box<dyn Referee>, options: BTreeMap<String, String>) -> Stage {
        let rules = RuleSettings { variant: referee.variant().name, options };
        let player = player::open(&engine, &rules, &Cancel::default()).expect("a player");
        Stage { referee, player, limits: engine.limits, setup: Setup::Start }
    }

    pub(crate) fn begin(&mut self, setup: Setup, moves: &str) -> Result<(), Interruption> {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        self.referee.begin(&setup, &moves).expect("an opening");
        self.setup = setup;
        self.player.new_game(&self.setup, &Cancel::default())
    }

    /// Asks the player for a move.
    pub(crate) fn ask(&mut self) -> Result<PlayerMove, Interruption> {
        let clock = Clock::new(&self.limits);
        let turn = Turn { setup: &self.setup, referee: &*self.referee, clocks: [&clock, &clock] };
        self.player.think(&turn, &Cancel::default())
    }

    /// Lets the player search on the time of its opponent, who is to move.
    pub(crate) fn ponder(&mut self) -> Result<(), Interruption> {
        let clock = Clock::new(&self.limits);
        let turn = Turn { setup: &self.setup, referee: &*self.referee, clocks: [&clock, &clock] };
        self.player.ponder(&turn)
    }

    /// Asks the player for a move and plays it.
    pub(crate) fn think(&mut self) -> PlayerMove {
        let answer = self.ask().expect("an answer");
        self.referee.play(&answer.text).expect("a legal move");
        answer
    }

    pub(crate) fn play(&mut self, mv: &str) {
        self.referee.play(mv).expect("legal");
    }
}

#[test]
fn ugi_with_clocks() {
    let clock = ClockSettings { base: 5000, increment: 100, moves: Some(40) };
    let script = "> ugi\n< id name Some 1.0\n< option name UCI_Variant type combo default lgame\n< ugiok\n\
        > setoption name UCI_Variant value rhombus\n> isready\n< readyok\n> uginewgame\n> isready\n< readyok\n\
        > isready\n< readyok\n> position startpos moves c3\n\
        > go depth 9 p1time 5100 p2time 5100 p1inc 100 p2inc 100 movestogo 40\n\
        < info depth 4 score mate 7 nodes 12 pv a1\n< info depth 9 score cp 3 lowerbound pv a1\n< bestmove a1\n> quit";
    let limits = Limits { clock: Some(clock), depth: Some(9), ..Limits::default() };
    let mut stage = Stage::new(Protocol::Ugi, "rhombus", &[], limits, script);
    assert_eq!(stage.player.identity(), Some("Some 1.0"));
    stage.begin(Setup::Start, "c3").expect("ready");
    let report = stage.think().report;
    let score = report.score.expect("a score");
    // 7 plies are 4 moves of the winner.
    assert_eq!((score.kind, score.value, report.depth, report.nodes), (ScoreKind::Mate, 4, Some(4), Some(12)));
    stage.player.quit();
}

#[test]
fn gtp_for_othello() {
    let script = "> name\n< = Edax\n< \n> list_commands\n< =1 name\n< time_settings\n< \n\
        > boardsize 8\n< =\n< \n> clear_board\n< =\n< \n\
        > play b F5\n< =\n< \n> genmove w\n< chatter\n< = D6\n< \n> play b C3\n< =\n< \n> genmove w\n< = d3\n< \n\
        > boardsize 8\n< =\n< \n> clear_board\n< =\n< \n> genmove b\n< = F5\n< \n> quit";
    // The time for each move is not sent.
    let limits = Limits { movetime: Some(1000), ..Limits::default() };
    let mut stage = Stage::new(Protocol::Gtp, "othello", &[], limits, script);
    assert_eq!(stage.player.identity(), Some("Edax"));
    stage.begin(Setup::Start, "f5").expect("ready");
    assert_eq!(stage.think().text, "d6");
    stage.play("c3");
    assert_eq!(stage.think().text, "d3");
    stage.begin(Setup::Start, "").expect("ready");
    assert_eq!(stage.think().text, "f5");
    assert!(stage.begin(Setup::Text("8/8/8/3ox3/3xo3/8/8/8 x".into()), "").is_err());
}

#[test]
fn gtp_for_gomoku_with_a_clock() {
    let script = "> name\n< = G\n< \n> list_commands\n< = time_settings\n< time_left\n< \n\
        > boardsize 15\n< =\n< \n> clear_board\n< =\n< \n> time_settings 60 0 0\n< =\n< \n\
        > play b H8\n< =\n< \n> play w J9\n< =\n< \n> time_left b 60 0\n< =\n< \n> genmove b\n< = J10\n< \n> quit";
    let limits = Limits { clock: Some(ClockSettings { base: 60_000, increment: 0, moves: None }), ..Limits::default() };
    let mut stage = Stage::new(Protocol::Gtp, "gomoku", &[("BoardSize", "15")], limits, script);
    stage.begin(Setup::Start, "h8 i9").expect("ready");
    assert_eq!(stage.think().text, "i10");
}

#[test]
fn the_first_move_has_its_increment_in_every_protocol() {
    let limits = || Limits { clock: Some(ClockSettings::parse("0+2").expect("a clock")), ..Limits::default() };
    let gtp = "> name\n< = G\n< \n> list_commands\n< = time_settings\n< time_left\n< \n> boardsize 15\n< =\n< \n\
        > clear_board\n< =\n< \n> time_settings 2 0 0\n< =\n< \n> time_left b 2 0\n< =\n< \n> genmove b\n< = H8\n< \n> quit";
    let gomocup = "> ABOUT\n> START 15\n< OK\n> INFO rule 0\n> INFO game_type 1\n> INFO timeout_turn 2000\n\
        > INFO timeout_match 2000\n> INFO time_left 2000\n> BEGIN\n< 7,7\n> END";
    let uci = "> uci\n< uciok\n> isready\n< readyok\n> ucinewgame\n> isready\n< readyok\n> isready\n< readyok\n\
        > position startpos\n> go wtime 2000 btime 2000 winc 2000 binc 2000\n< bestmove h8\n> quit";
    for (protocol, script) in [(Protocol::Gtp, gtp), (Protocol::Gomocup, gomocup), (Protocol::Uci, uci)] {
        let mut stage = Stage::new(protocol, "gomoku", &[("BoardSize", "15")], limits(), script);
        stage.begin(Setup::Start, "").expect("ready");
        assert_eq!(stage.think().text, "h8");
    }
}

/// With every protocol an answer is awaited until the flag falls; without a time limit, until the timeout.
#[cfg(unix)]
#[test]
fn an_engine_that_hangs_loses_when_its_flag_falls() {
    let nboard = "> nboard 2\n> ping 1\n< pong 1\n> set depth 6\n> ping 2\n< pong 2\n~ 1\n> ping 3\n< pong 3\n~ 2";
    for (protocol, variant, script) in [
        (Protocol::Uci, "othello", "> uci\n< uciok\n> isready\n< readyok\n> ucinewgame\n> isready\n< readyok\n~ 4"),
        (Protocol::Gtp, "othello", "~ 1\n< =\n< \n~ 1\n< =\n< \n~ 1\n< =\n< \n~ 1\n< =\n< \n~ 2"),
        (Protocol::Nboard, "othello", nboard),
        (Protocol::Gomocup, "gomoku", "~ 2\n< OK\n~ 9"),
        (Protocol::Command, "othello", "exec sleep 3600"),
    ] {
        let timed = Limits { movetime: Some(20), margin: 30, depth: Some(6), ..Limits::default() };
        let patient = Limits { timeout: 300, depth: Some(6), ..Limits::default() };
        for (limits, kind, detail) in [
            (timed, FaultKind::Time, "when the flag fell, 20.000 ms allowed, margin 30 ms"),
            (patient, FaultKind::Stall, "within 300 ms"),
        ] {
            // The timeout for the start is longer, since the machine may be busy.
            let begins = Limits { depth: Some(6), ..Limits::default() };
            let mut stage = Stage::new(protocol, variant, &[], begins, script);
            stage.begin(Setup::Start, "").expect("ready");
            stage.limits = limits;
            let started = Instant::now();
            let Interruption::Fault(fault) = stage.ask().expect_err("no answer") else { panic!("not cancelled") };
            assert_eq!(fault.kind, kind, "{protocol:?}: {}", fault.detail);
            assert!(fault.detail.ends_with(detail), "{protocol:?}: {}", fault.detail);
            assert!(started.elapsed() < Duration::from_secs(20), "{protocol:?}: {:?}", started.elapsed());
        }
    }
}

#[test]
fn nboard() {
    let board = "---------------------------O*------*O---------------------------";
    let later = format!("{0}---O*------O**-----O----{1}", "-".repeat(24), "-".repeat(16));
    let script = format!(
        "> nboard 2\n> ping 1\n< set myname NTest\n< pong 1\n> set depth 6\n> ping 2\n< pong 2\n\
        > set game (;GM[Othello]PC[NBoard]PB[]PW[]RE[?]TI[0]TY[8]BO[8 {board} *];)\n> ping 3\n< pong 3\n\
        > go\n< status Thinking\n< nodestats 1234 0.1\n< === F5/2.50/0.1\n\
        > set game (;GM[Othello]PC[NBoard]PB[]PW[]RE[?]TI[0]TY[8]BO[8 {later} *];)\n> ping 4\n< pong 4\n\
        > go\n< === c3 -1.00 0.0\n< status Edax is waiting\n> quit"
    );
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let mut stage = Stage::new(Protocol::Nboard, "othello", &[], limits, &script);
    assert_eq!(stage.player.identity(), Some("NTest"));
    stage.begin(Setup::Start, "").expect("ready");
    let answer = stage.think();
    assert_eq!((answer.text.as_str(), answer.report.nodes), ("f5", Some(1234)));
    assert_eq!(answer.report.score.map(|score| score.value), Some(250));
    stage.play("d6");
    let answer = stage.think();
    assert_eq!((answer.text.as_str(), answer.report.score.map(|score| score.value)), ("c3", Some(-100)));
}

#[test]
fn gomocup() {
    let script = "> ABOUT\n> START 15\n< OK\n> INFO rule 1\n> INFO game_type 1\n> INFO timeout_turn 500\n> INFO timeout_match 0\n\
        > BEGIN\n< MESSAGE hello\n< 7,7\n> TURN 8,7\n< 6,8\n> ABOUT\n> START 15\n< DEBUG again\n< OK\n> END";
    let limits = Limits { movetime: Some(500), ..Limits::default() };
    let rules = [("BoardSize", "15"), ("Rule", "standard")];
    let mut stage = Stage::new(Protocol::Gomocup, "gomoku", &rules, limits, script);
    stage.begin(Setup::Start, "").expect("ready");
    assert_eq!(stage.think().text, "h8");
    stage.play("i8");
    assert_eq!(stage.think().text, "g9");
    stage.begin(Setup::Start, "").expect("ready again");
}

/// An engine like Rapfi, which loses the lines that come right after its move.
#[test]
fn gomocup_engines_are_asked_whether_they_read_input() {
    let about = "> ABOUT\n< name=\"Some\", version=\"1\"\n";
    let script = format!(
        "> ABOUT\n< DEBUG hello\n< name=\"Some\", version=\"1\"\n> START 15\n< OK\n\
        {about}> INFO rule 0\n> INFO game_type 1\n> INFO timeout_match 0\n> BEGIN\n< 7,7\n\
        ~ 2\n{about}> TURN 8,7\n< 6,8\n~ 1\n{about}{about}> START 15\n< OK\n> END"
    );
    let mut stage = Stage::new(Protocol::Gomocup, "gomoku", &[("BoardSize", "15")], Limits::default(), &script);
    stage.begin(Setup::Start, "").expect("ready");
    assert_eq!(stage.player.identity(), Some("name=\"Some\", version=\"1\""));
    stage.think();
    stage.play("i8");
    assert_eq!(stage.think().text, "g9");
    stage.begin(Setup::Start, "").expect("ready again");
}

#[test]
fn gomocup_with_a_setup() {
    let script = "> ABOUT\n< UNKNOWN command\n> START 15\n< OK\n> INFO rule 0\n> INFO game_type 1\n> INFO timeout_match 0\n\
        > BOARD\n> 9,9,2\n> 7,7,1\n> 8,8,2\n> DONE\n< 0,14\n> END";
    let mut stage = Stage::new(Protocol::Gomocup, "gomoku", &[], Limits::default(), script);
    let setup = format!("{}9o5/{}15 x", "15/".repeat(9), "15/".repeat(4));
    stage.begin(Setup::Text(setup), "h8 i9").expect("ready");
    assert_eq!(stage.think().text, "a15");
}

/// The engine's own command line is a program that is called for each move.
#[cfg(unix)]
#[test]
fn a_program_is_called_for_each_move() {
    let folder = Folder::new();
    let out = folder.file("games.jsonl");
    let quartet = quartet().display();
    let script = format!("{quartet} --variant rhombus position fen \"$0\" then moves");
    // The first legal move: the shell prints the second word of the answer as the first word of the last line.
    let args = format!("args=-c '{script} | cut -d\" \" -f2'");
    let fake = format!("cmd={FAKE}");
    let program = ["--engine", "name=program", "cmd=sh", "proto=command", &args];
    let words = ["--variant", "rhombus", "--rule", "MaxPlies=14", "--quiet", "--out", out.to_str().expect("text")];
    succeed(&[&program[..], &["--engine", &fake, "depth=1"], &words].concat());
    for game in games(&out) {
        assert_eq!(game.failure, None);
        let own: Vec<&str> = game.moves.iter().filter(|mv| mv.engine == "program").map(|mv| mv.text.as_str()).collect();
        assert!(own.len() >= 5, "{own:?}");
    }
}
