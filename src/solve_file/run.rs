//! Running `solve-file` and `verify`.

use super::arguments::FileCommand;
use super::certificate;
use super::problem::{Solution, Totals};
use super::proof_file::{self, ProofFile};
use super::solve::{self, SolveSettings};
use super::{obf, wins};
use crate::byte_order_mark::strip_byte_order_mark;
use crate::engine::options::names;
use crate::engine::{Engines, GoParameters, TextLine};
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

/// The variant whose files are searched for forced wins.
const WIN_VARIANT: &str = "gomoku";
/// Longest win searched for, in plies: the maximum depth of the tree search.
const MAX_WIN_PLIES: u64 = 127;
/// Default node limit of a search for a forced win: about five times what the hardest position of our collection takes,
/// or one to two seconds.
const WIN_NODES: u64 = 1_000_000;

/// How a kind of file is read, and how its table is written.
struct FileFormat<P> {
    heading: fn() -> String,
    read_line: fn(&str) -> Option<Result<P, String>>,
    progress: fn(usize, &TextLine) -> String,
    row: fn(usize, &Solution) -> String,
    total: fn(&Totals) -> String,
}

impl FileCommand {
    /// Runs the command; `print` gets each line of output. Returns whether nothing was wrong.
    pub fn run(&self, engines: &mut Engines, print: &mut dyn FnMut(&str)) -> Result<bool, String> {
        solve::set_options(engines, self.threads.as_deref(), self.hash.as_deref())?;
        if self.verify && Path::new(&self.path).is_dir() {
            let threads = engines.options().number(names::THREADS) as usize;
            return certificate::check(Path::new(&self.path), threads, print);
        }
        if self.verify {
            engines.select(WIN_VARIANT)?;
            return self.replay(engines, print);
        }
        if engines.engine().variant().name == WIN_VARIANT {
            self.find_wins(engines, print)
        } else {
            self.solve(engines, print)
        }
    }

    /// The lines of the file with their numbers. Bytes that are not UTF-8 are replaced.
    fn lines(&self) -> Result<impl Iterator<Item = Result<(usize, String), String>>, String> {
        let path = self.path.clone();
        let unreadable = move |error: std::io::Error| format!("cannot read {path}: {error}");
        let file: Box<dyn Read> = match self.path.as_str() {
            "-" => Box::new(std::io::stdin()),
            path => Box::new(File::open(path).map_err(&unreadable)?),
        };
        // Read the first bytes now, so that an unreadable file (a folder, say) is reported before anything else.
        let mut file = BufReader::new(file);
        file.fill_buf().map_err(&unreadable)?;
        let numbered = (1..).zip(file.split(b'\n'));
        Ok(numbered.map(move |(number, line)| {
            let line = line.map_err(&unreadable)?;
            let line = if number == 1 { strip_byte_order_mark(&line) } else { &line };
            Ok((number, String::from_utf8_lossy(line).trim_end_matches('\r').to_string()))
        }))
    }

    /// The parameters of each search; `default_nodes` is the default node limit, and 0 means no limit.
    fn go_parameters(&self, default_nodes: u64) -> Result<GoParameters, String> {
        let read = |text: &String| text.parse().map_err(|_| format!("--nodes {text}, expected a number"));
        let nodes = self.nodes.as_ref().map_or(Ok(default_nodes), read)?;
        Ok(GoParameters {
            nodes: Some(nodes).filter(|&nodes| nodes > 0),
            outcome_only: self.outcome_only,
            ..GoParameters::default()
        })
    }

    /// Solves the problems of an OBF file.
    fn solve(&self, engines: &mut Engines, print: &mut dyn FnMut(&str)) -> Result<bool, String> {
        if self.proofs.is_some() {
            return Err(format!("--proof in {}, expected it in {WIN_VARIANT} only", engines.engine().variant().name));
        }
        let settings = SolveSettings { parameters: self.go_parameters(0)?, with_proof: false };
        let format = FileFormat {
            heading: obf::heading,
            read_line: obf::read_line,
            progress: obf::progress,
            row: obf::row,
            total: obf::total,
        };
        self.solve_each(&format, print, |problem, progress| solve::solve(engines, &problem, &settings, progress))
    }

    /// Searches for forced wins, and writes their proofs.
    fn find_wins(&self, engines: &mut Engines, print: &mut dyn FnMut(&str)) -> Result<bool, String> {
        let parameters = GoParameters { mate_plies: Some(MAX_WIN_PLIES), ..self.go_parameters(WIN_NODES)? };
        let mut proofs = match &self.proofs {
            Some(path) => Some(ProofFile::open(path, &self.path, |entry| check(engines, entry).is_ok())?),
            None => None,
        };
        let format = FileFormat {
            heading: wins::heading,
            read_line: wins::read_line,
            progress: wins::progress,
            row: wins::row,
            total: wins::total,
        };
        self.solve_each(&format, print, |entry, progress| {
            let settings = SolveSettings { parameters: parameters.clone(), with_proof: proofs.is_some() };
            let solution = solve::solve(engines, &entry.problem, &settings, progress)?;
            if let (Some(proofs), Some(proof)) = (&mut proofs, &solution.proof) {
                proofs.add(&wins::proof_line(&entry.problem, proof))?;
            }
            Ok(solution)
        })
    }

    /// Solves the problems of the file in order and prints the table. Returns whether nothing was wrong.
    fn solve_each<P>(
        &self,
        format: &FileFormat<P>,
        print: &mut dyn FnMut(&str),
        mut solve: impl FnMut(P, &mut dyn FnMut(&TextLine)) -> Result<Solution, String>,
    ) -> Result<bool, String> {
        proof_file::check_stdout(&self.path)?;
        let lines = self.lines()?;
        let shows_progress = std::io::stderr().is_terminal();
        let mut totals = Totals::default();
        let mut units = 0..;
        print(&(format.heading)());
        for line in lines {
            let (number, line) = line?;
            let Some(problem) = (format.read_line)(&line) else { continue };
            if !units.next().is_some_and(|unit| self.shard.contains(unit)) {
                continue;
            }
            let mut progress = |line: &TextLine| {
                if shows_progress {
                    eprint!("\r{}\x1b[K", (format.progress)(number, line));
                }
            };
            let solution = problem.and_then(|problem| solve(problem, &mut progress));
            if shows_progress {
                eprint!("\r\x1b[K");
            }
            totals.add(solution.as_ref().ok());
            match &solution {
                Ok(solution) => print(&(format.row)(number, solution)),
                Err(error) => print(&format!("{number:>5} error: {error}")),
            };
        }
        print(&(format.total)(&totals));
        Ok(totals.wrong + totals.failed == 0)
    }

    /// Replays the proofs of the file. Returns whether all are right.
    fn replay(&self, engines: &mut Engines, print: &mut dyn FnMut(&str)) -> Result<bool, String> {
        proof_file::check_stdout(&self.path)?;
        let (mut right, mut wrong) = (0, 0);
        for line in self.lines()? {
            let (number, line) = line?;
            let Some(entry) = wins::read_line(&line) else { continue };
            match entry.and_then(|entry| check(engines, &entry)) {
                Ok(plies) => {
                    right += 1;
                    print(&format!("{number:>5} win {plies}"));
                }
                Err(what) => {
                    wrong += 1;
                    print(&format!("{number:>5} error: {what}"));
                }
            }
        }
        print(&format!("total {right} verified, {wrong} wrong"));
        Ok(wrong == 0)
    }
}

/// Replays one proof; returns the plies of the win.
fn check(engines: &mut Engines, entry: &wins::Entry) -> Result<u16, String> {
    let proof = entry.proof.as_ref().ok_or("there is no proof")?;
    solve::set_position(engines, &entry.problem)?;
    let plies = engines.engine().check_proof(proof)?;
    match entry.plies {
        Some(claimed) if claimed < plies => Err(format!("the proof takes {plies} plies, not {claimed}")),
        _ => Ok(plies),
    }
}
