//! `quartet-arena measure`: latencies of a Quartet process, measured over its pipes as a GUI sees them.
//!
//! `cargo run --release -p quartet-arena -- measure --engine target/release/quartet all`

mod engine;
mod times;

use anyhow::Result;
use clap::{Args, Subcommand};
use engine::Engine;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use times::Times;

const GAMES: [&str; 4] = ["lgame", "rhombus", "othello", "gomoku"];
/// Positions to stop a search in: the start, a middle game, one deep in exact endgame code, one full of threats.
const POSITIONS: [(&str, &str, &str); 8] = [
    ("lgame", "start", "startpos"),
    ("rhombus", "start", "startpos"),
    ("othello", "start", "startpos"),
    ("othello", "endgame", "fen xxxxxxx1/xxoxox2/ooooxo2/o1xxxo2/2xxxo2/2xxooo1/2xooo2/2xxxxx1 x - 38"),
    ("gomoku", "start", "startpos"),
    ("gomoku", "opening", "startpos moves h8 i9 i8 g8 h9 h7"),
    ("gomoku", "threats", "startpos moves h8 i9 j9 i8 g7 g8 i10 j7 f6"),
    ("gomoku", "middle", "fen 16/16/16/16/16/7o8/5oxx8/5xox8/6xoo7/6x1xo6/7o8/16/16/16/16/16 x - 15"),
];

/// The arguments of `measure`.
#[derive(Args, Clone, Debug)]
pub struct MeasureArgs {
    /// The engine's program.
    #[arg(long, default_value = "target/release/quartet")]
    engine: PathBuf,
    /// The number of repetitions of each measurement.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Option `Threads` of the engine.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    #[command(subcommand)]
    measurement: Measurement,
}

#[derive(Subcommand, Clone, PartialEq, Debug)]
enum Measurement {
    /// `stop` to `bestmove`: at once after `go`, and after delays spread over the first 60 ms.
    Stop,
    /// `isready` to `readyok` during a search.
    Ready,
    /// Process start to `uciok`, building the solved tables, first answer from them; peak memory.
    Start,
    /// `go movetime 100` with `Move Overhead 0` to `bestmove`.
    Movetime,
    /// All of these.
    All,
}

/// Makes the chosen measurements and prints a table.
pub fn run(arguments: &MeasureArgs) -> Result<()> {
    println!("{:<36} {:>6} {:>9} {:>9} {:>9} {:>9}  ms", "", "runs", "min", "median", "99 %", "max");
    let all = arguments.measurement == Measurement::All;
    if all || arguments.measurement == Measurement::Start {
        start(arguments)?;
    }
    if all || arguments.measurement == Measurement::Stop {
        stop(arguments)?;
    }
    if all || arguments.measurement == Measurement::Ready {
        ready(arguments)?;
    }
    if all || arguments.measurement == Measurement::Movetime {
        movetime(arguments)?;
    }
    Ok(())
}

/// Starts the engine with the options of the command line and selects a game.
fn launch(arguments: &MeasureArgs, game: &str) -> Result<Engine> {
    let mut engine = Engine::launch(&arguments.engine)?;
    engine.send(&format!("setoption name Threads value {}", arguments.threads))?;
    engine.send(&format!("variant {game}"))?;
    engine.ready()?;
    Ok(engine)
}

/// Measures `stop` to `bestmove`.
fn stop(arguments: &MeasureArgs) -> Result<()> {
    for (game, name, position) in POSITIONS {
        let mut engine = launch(arguments, game)?;
        for (delay, when) in [(0, "at once"), (60_000, "later")] {
            let mut times = Times::new()?;
            for run in 0..u64::from(arguments.runs) {
                engine.send(&format!("position {position}"))?;
                engine.send("ucinewgame")?;
                engine.ready()?;
                engine.send("go infinite")?;
                // Delays spread over the span, out of step with the search.
                let pause = if delay == 0 { 0 } else { run * 7_919 % delay };
                engine.read_for(Duration::from_micros(pause))?;
                let started = Instant::now();
                engine.send("stop")?;
                engine.read_until("bestmove ")?;
                times.add(started.elapsed());
            }
            times.print(&format!("stop {game} {name} {when}"));
        }
    }
    Ok(())
}

/// Measures `isready` to `readyok` during a search.
fn ready(arguments: &MeasureArgs) -> Result<()> {
    for game in GAMES {
        let mut engine = launch(arguments, game)?;
        let mut times = Times::new()?;
        if matches!(game, "lgame" | "rhombus") {
            engine.send("setoption name Personality value search")?;
        }
        engine.send("go infinite")?;
        for _ in 0..arguments.runs {
            engine.read_for(Duration::from_millis(3))?;
            let started = Instant::now();
            engine.ready()?;
            times.add(started.elapsed());
        }
        engine.send("stop")?;
        engine.read_until("bestmove ")?;
        times.print(&format!("isready in a search, {game}"));
    }
    Ok(())
}

/// Measures the start of the process, the solved tables, and their first answers.
fn start(arguments: &MeasureArgs) -> Result<()> {
    let mut handshake = Times::new()?;
    let mut memory = 0;
    for _ in 0..arguments.runs {
        let started = Instant::now();
        let mut engine = Engine::launch(&arguments.engine)?;
        engine.send("uci")?;
        engine.read_until("uciok")?;
        handshake.add(started.elapsed());
        memory = memory.max(engine.peak_kilobytes().unwrap_or(0));
    }
    handshake.print("start to uciok");
    println!("{:<36} {:.1} MB", "peak memory at uciok", memory as f64 / 1024.0);
    for game in ["lgame", "rhombus"] {
        let (mut building, mut answering) = (Times::new()?, Times::new()?);
        for _ in 0..arguments.runs {
            let mut engine = Engine::launch(&arguments.engine)?;
            engine.ready()?;
            let started = Instant::now();
            engine.send(&format!("variant {game}"))?;
            engine.read_until("info string variant")?;
            building.add(started.elapsed());
            let started = Instant::now();
            engine.send("go")?;
            engine.read_until("info depth")?;
            answering.add(started.elapsed());
        }
        building.print(&format!("selection, table built, {game}"));
        answering.print(&format!("first go to answer, {game}"));
    }
    Ok(())
}

/// Measures `go movetime 100`.
fn movetime(arguments: &MeasureArgs) -> Result<()> {
    for (game, name, position) in POSITIONS {
        let mut engine = launch(arguments, game)?;
        engine.send("setoption name Move Overhead value 0")?;
        engine.send(&format!("position {position}"))?;
        let (mut times, mut solved) = (Times::new()?, 0);
        for _ in 0..arguments.runs {
            engine.send("ucinewgame")?;
            engine.ready()?;
            let started = Instant::now();
            engine.send("go movetime 100")?;
            let lines = engine.read_until("bestmove ")?;
            let took = started.elapsed();
            // A solved position may end early.
            let table = lines.iter().any(|line| !line.contains(" tbhits 0 "));
            if took < Duration::from_millis(80) && (table || lines.iter().any(|line| line.contains(" score mate "))) {
                solved += 1;
            } else {
                times.add(took);
            }
        }
        if solved == arguments.runs {
            println!("movetime 100 {game} {name}: solved in all {solved} runs");
            continue;
        }
        times.print(&format!("movetime 100 {game} {name}"));
        println!("{:<36} {:.1} % from 80 to 105 ms, {solved} solved", "", 100.0 * times.fraction(80, 105));
    }
    Ok(())
}
