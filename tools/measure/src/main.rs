//! Latencies of a Quartet process, measured from outside over its pipes, as a GUI meets them.
//!
//! `cargo run --release -p quartet-measure -- --engine target/release/quartet all`

mod engine;

use anyhow::Result;
use clap::{Parser, Subcommand};
use engine::Engine;
use hdrhistogram::Histogram;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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

/// Measurements of Quartet.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The engine's program.
    #[arg(long, default_value = "target/release/quartet")]
    engine: PathBuf,
    /// How often each measurement is made.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Option `Threads` of the engine.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, PartialEq)]
enum What {
    /// `stop` to `bestmove`: at once after `go`, and at moments spread over the first 60 ms.
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

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    println!("{:<36} {:>6} {:>9} {:>9} {:>9} {:>9}  ms", "", "runs", "min", "median", "99 %", "max");
    let all = arguments.what == What::All;
    if all || arguments.what == What::Start {
        start(&arguments)?;
    }
    if all || arguments.what == What::Stop {
        stop(&arguments)?;
    }
    if all || arguments.what == What::Ready {
        ready(&arguments)?;
    }
    if all || arguments.what == What::Movetime {
        movetime(&arguments)?;
    }
    Ok(())
}

/// Microseconds up to ten minutes, to three digits.
struct Times(Histogram<u64>);

impl Times {
    fn new() -> Result<Self> {
        Ok(Times(Histogram::new_with_bounds(1, 600_000_000, 3)?))
    }

    fn add(&mut self, time: Duration) {
        self.0.saturating_record(time.as_micros() as u64);
    }

    fn print(&self, name: &str) {
        let milliseconds = |value: u64| value as f64 / 1000.0;
        let [min, median, high, max] =
            [self.0.min(), self.0.value_at_quantile(0.5), self.0.value_at_quantile(0.99), self.0.max()]
                .map(milliseconds);
        println!("{name:<36} {:>6} {min:>9.3} {median:>9.3} {high:>9.3} {max:>9.3}", self.0.len());
    }

    /// The share of times from `low` to `high` milliseconds.
    fn share(&self, low: u64, high: u64) -> f64 {
        self.0.count_between(low * 1000, high * 1000 + 999) as f64 / self.0.len().max(1) as f64
    }
}

fn launch(arguments: &Arguments, game: &str) -> Result<Engine> {
    let mut engine = Engine::launch(&arguments.engine)?;
    engine.send(&format!("setoption name Threads value {}", arguments.threads))?;
    engine.send(&format!("variant {game}"))?;
    engine.ready()?;
    Ok(engine)
}

fn stop(arguments: &Arguments) -> Result<()> {
    for (game, name, position) in POSITIONS {
        let mut engine = launch(arguments, game)?;
        for (delay, when) in [(0, "at once"), (60_000, "later")] {
            let mut times = Times::new()?;
            for run in 0..u64::from(arguments.runs) {
                engine.send(&format!("position {position}"))?;
                engine.send("ucinewgame")?;
                engine.ready()?;
                engine.send("go infinite")?;
                // Moments spread over the span without a common rhythm with the search.
                let moment = if delay == 0 { 0 } else { run * 7_919 % delay };
                engine.collect_for(Duration::from_micros(moment))?;
                let begun = Instant::now();
                engine.send("stop")?;
                engine.until("bestmove ")?;
                times.add(begun.elapsed());
            }
            times.print(&format!("stop {game} {name} {when}"));
        }
    }
    Ok(())
}

fn ready(arguments: &Arguments) -> Result<()> {
    for game in GAMES {
        let mut engine = launch(arguments, game)?;
        let mut times = Times::new()?;
        if matches!(game, "lgame" | "rhombus") {
            engine.send("setoption name Personality value search")?;
        }
        engine.send("go infinite")?;
        for _ in 0..arguments.runs {
            engine.collect_for(Duration::from_millis(3))?;
            let begun = Instant::now();
            engine.ready()?;
            times.add(begun.elapsed());
        }
        engine.send("stop")?;
        engine.until("bestmove ")?;
        times.print(&format!("isready in a search, {game}"));
    }
    Ok(())
}

fn start(arguments: &Arguments) -> Result<()> {
    let mut handshake = Times::new()?;
    let mut memory = 0;
    for _ in 0..arguments.runs {
        let begun = Instant::now();
        let mut engine = Engine::launch(&arguments.engine)?;
        engine.send("uci")?;
        engine.until("uciok")?;
        handshake.add(begun.elapsed());
        memory = memory.max(engine.peak_kilobytes().unwrap_or(0));
    }
    handshake.print("start to uciok");
    println!("{:<36} {:.1} MB", "peak memory at uciok", memory as f64 / 1024.0);
    for game in ["lgame", "rhombus"] {
        let (mut building, mut answering) = (Times::new()?, Times::new()?);
        for _ in 0..arguments.runs {
            let mut engine = Engine::launch(&arguments.engine)?;
            engine.ready()?;
            let begun = Instant::now();
            engine.send(&format!("variant {game}"))?;
            engine.until("info string variant")?;
            building.add(begun.elapsed());
            let begun = Instant::now();
            engine.send("go")?;
            engine.until("info depth")?;
            answering.add(begun.elapsed());
        }
        building.print(&format!("selection, table built, {game}"));
        answering.print(&format!("first go to answer, {game}"));
    }
    Ok(())
}

fn movetime(arguments: &Arguments) -> Result<()> {
    for (game, name, position) in POSITIONS {
        let mut engine = launch(arguments, game)?;
        engine.send("setoption name Move Overhead value 0")?;
        engine.send(&format!("position {position}"))?;
        let (mut times, mut solved) = (Times::new()?, 0);
        for _ in 0..arguments.runs {
            engine.send("ucinewgame")?;
            engine.ready()?;
            let begun = Instant::now();
            engine.send("go movetime 100")?;
            let lines = engine.until("bestmove ")?;
            let took = begun.elapsed();
            // What is solved ends early, rightly.
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
        println!("{:<36} {:.1} % from 80 to 105 ms, {solved} solved", "", 100.0 * times.share(80, 105));
    }
    Ok(())
}
