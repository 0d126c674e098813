//! The commands that work on files of problems: `solve-file` and `verify`.
//!
//! Must not know: how the files are written (the dialects do), how problems are solved.

use crate::arguments::{self, Task};
use crate::outputs::{self, Proofs};
use lexopt::{Arg, Parser, ValueExt};
use quartet::dialect::{obf, wins};
use quartet::engine::{GoParameters, Host, TextLine};
use quartet::session::problems::{self, Question, Solution, Totals};
use quartet::session::reader::without_mark;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read};

/// The words that begin these commands.
pub const COMMANDS: [&str; 2] = ["solve-file", "verify"];
/// The variant whose files are about forced wins.
const WINS: &str = "gomoku";
/// Longest win looked for, in plies: the tree search looks no further ahead.
const ANY_PLIES: u64 = 127;
/// Nodes for a position whose forced win is looked for, where nothing else is said: some five times what the hardest of
/// the collection takes, a second or two.
const WIN_NODES: u64 = 1_000_000;

const SOLVE_FILE_USAGE: &str = "\
usage: quartet [VARIANT] solve-file FILE [--wld] [--threads N] [--hash MB] [--nodes N] [--proof OUT]

Solves the positions of an OBF file ('-' is stdin) and checks them against the values in it: a table on stdout, progress on
stderr where that is a terminal. Exit status 0 if none is wrong, else 1. In gomoku it looks for forced wins.

  --wld         only for win, draw or loss
  --threads N   threads that search (1)
  --hash MB     the hash table (16)
  --nodes N     within so many nodes a position, 0 being no limit (none; in gomoku 1,000,000)
  --proof OUT   in gomoku: add the proofs to this file, new or of proofs
";
const VERIFY_USAGE: &str = "\
usage: quartet verify FILE

Replays the proofs that solve-file has written ('-' is stdin) by the rules alone. Exit status 0 if all are right, else 1.
";

/// What shall be done with a file.
#[derive(Default)]
pub struct Files {
    /// `-` for stdin.
    path: String,
    /// Only replay the proofs in it.
    verify: bool,
    outcome_only: bool,
    threads: Option<String>,
    hash: Option<String>,
    nodes: Option<String>,
    /// The file for the proofs, which is added to.
    proofs: Option<String>,
}

/// Reads the words behind the command; the error says what is wrong with them.
pub fn arguments(command: &str, parser: &mut Parser) -> Result<Task, String> {
    let mut task = Files { verify: command == "verify", ..Files::default() };
    let mut path = None;
    while let Some(argument) = parser.next().map_err(arguments::wrong)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => {
                return Ok(Task::Say(if task.verify { VERIFY_USAGE } else { SOLVE_FILE_USAGE }.into()));
            }
            Arg::Value(word) if path.is_none() => path = Some(word.string().map_err(arguments::wrong)?),
            Arg::Long("wld") if !task.verify => task.outcome_only = true,
            Arg::Long("threads") if !task.verify => task.threads = Some(arguments::text(parser, "--threads")?),
            Arg::Long("hash") if !task.verify => task.hash = Some(arguments::text(parser, "--hash")?),
            Arg::Long("nodes") if !task.verify => task.nodes = Some(arguments::text(parser, "--nodes")?),
            Arg::Long("proof") if !task.verify => task.proofs = Some(arguments::text(parser, "--proof")?),
            other => {
                let all = ["--wld", "--threads", "--hash", "--nodes", "--proof", "--help"];
                let known = if task.verify { &all[5..] } else { &all[..] };
                return Err(format!("{} (behind {command})", arguments::unknown(&other, known)));
            }
        }
    }
    task.path = path.ok_or_else(|| format!("{command} needs a file"))?;
    Ok(Task::Files(task))
}

/// How a kind of file is read, and what is told of it.
struct Form<P> {
    heading: fn() -> String,
    read_line: fn(&str) -> Option<Result<P, String>>,
    progress: fn(usize, &TextLine) -> String,
    row: fn(usize, &Solution) -> String,
    total: fn(&Totals) -> String,
}

impl Files {
    /// Does it, telling lines of output; whether nothing was wrong.
    pub fn run(&self, host: &mut Host, tell: &mut dyn FnMut(&str)) -> Result<bool, String> {
        problems::set_up(host, self.threads.as_deref(), self.hash.as_deref())?;
        if self.verify {
            host.select(WINS)?;
            return self.replay(host, tell);
        }
        if host.engine().variant().name == WINS { self.find_wins(host, tell) } else { self.solve(host, tell) }
    }

    /// The lines of the file with their numbers. Bytes that are not UTF-8, in a comment say, are replaced.
    fn lines(&self) -> Result<impl Iterator<Item = Result<(usize, String), String>>, String> {
        let path = self.path.clone();
        let unreadable = move |error: std::io::Error| format!("cannot read {path}: {error}");
        let file: Box<dyn Read> = match self.path.as_str() {
            "-" => Box::new(std::io::stdin()),
            path => Box::new(File::open(path).map_err(&unreadable)?),
        };
        // The first bytes come now, so that what cannot be read (a folder, say) is told before anything else.
        let mut file = BufReader::new(file);
        file.fill_buf().map_err(&unreadable)?;
        let numbered = (1..).zip(file.split(b'\n'));
        Ok(numbered.map(move |(number, line)| {
            let line = line.map_err(&unreadable)?;
            let line = if number == 1 { without_mark(&line) } else { &line };
            Ok((number, String::from_utf8_lossy(line).trim_end_matches('\r').to_string()))
        }))
    }

    /// The search that is asked for, with so many nodes for each position if nothing is said; 0 is no limit.
    fn order(&self, usual_nodes: u64) -> Result<GoParameters, String> {
        let read = |text: &String| text.parse().map_err(|_| format!("--nodes {text}, expected a number"));
        let nodes = self.nodes.as_ref().map_or(Ok(usual_nodes), read)?;
        Ok(GoParameters {
            nodes: Some(nodes).filter(|&nodes| nodes > 0),
            outcome_only: self.outcome_only,
            ..GoParameters::default()
        })
    }

    /// Solves the problems of an OBF file.
    fn solve(&self, host: &mut Host, tell: &mut dyn FnMut(&str)) -> Result<bool, String> {
        if self.proofs.is_some() {
            return Err(format!("--proof in {}, expected it in {WINS} only", host.engine().variant().name));
        }
        let question = Question { parameters: self.order(0)?, proof: false };
        let form = Form {
            heading: obf::heading,
            read_line: obf::read_line,
            progress: obf::progress,
            row: obf::row,
            total: obf::total,
        };
        self.solve_each(&form, tell, |problem, progress| problems::solve(host, &problem, &question, progress))
    }

    /// Looks for forced wins, and writes their proofs.
    fn find_wins(&self, host: &mut Host, tell: &mut dyn FnMut(&str)) -> Result<bool, String> {
        let parameters = GoParameters { mate_plies: Some(ANY_PLIES), ..self.order(WIN_NODES)? };
        let mut proofs = self.proofs.as_ref().map(|path| Proofs::open(path, &self.path)).transpose()?;
        let form = Form {
            heading: wins::heading,
            read_line: wins::read_line,
            progress: wins::progress,
            row: wins::row,
            total: wins::total,
        };
        self.solve_each(&form, tell, |entry, progress| {
            let question = Question { parameters: parameters.clone(), proof: proofs.is_some() };
            let solution = problems::solve(host, &entry.problem, &question, progress)?;
            if let (Some(proofs), Some(proof)) = (&mut proofs, &solution.proof) {
                proofs.add(&wins::proof_line(&entry.problem, proof))?;
            }
            Ok(solution)
        })
    }

    /// Solves what the lines of the file hold, one after the other, into a table; whether nothing was wrong.
    fn solve_each<P>(
        &self,
        form: &Form<P>,
        tell: &mut dyn FnMut(&str),
        mut solve: impl FnMut(P, &mut dyn FnMut(&TextLine)) -> Result<Solution, String>,
    ) -> Result<bool, String> {
        outputs::check_stdout(&self.path)?;
        let lines = self.lines()?;
        let shows_progress = std::io::stderr().is_terminal();
        let mut totals = Totals::default();
        tell(&(form.heading)());
        for line in lines {
            let (number, line) = line?;
            let Some(problem) = (form.read_line)(&line) else { continue };
            let mut progress = |line: &TextLine| {
                if shows_progress {
                    eprint!("\r{}\x1b[K", (form.progress)(number, line));
                }
            };
            let solution = problem.and_then(|problem| solve(problem, &mut progress));
            if shows_progress {
                eprint!("\r\x1b[K");
            }
            totals.add(solution.as_ref().ok());
            match &solution {
                Ok(solution) => tell(&(form.row)(number, solution)),
                Err(error) => tell(&format!("{number:>5} error: {error}")),
            };
        }
        tell(&(form.total)(&totals));
        Ok(totals.wrong + totals.failed == 0)
    }

    /// Replays the proofs of a file.
    fn replay(&self, host: &mut Host, tell: &mut dyn FnMut(&str)) -> Result<bool, String> {
        outputs::check_stdout(&self.path)?;
        let (mut right, mut wrong) = (0, 0);
        for line in self.lines()? {
            let (number, line) = line?;
            let Some(entry) = wins::read_line(&line) else { continue };
            match entry.and_then(|entry| check(host, &entry)) {
                Ok(plies) => {
                    right += 1;
                    tell(&format!("{number:>5} win {plies}"));
                }
                Err(what) => {
                    wrong += 1;
                    tell(&format!("{number:>5} error: {what}"));
                }
            }
        }
        tell(&format!("total {right} verified, {wrong} wrong"));
        Ok(wrong == 0)
    }
}

/// Replays one proof; gives the plies of the win.
fn check(host: &mut Host, entry: &wins::Entry) -> Result<u16, String> {
    let proof = entry.proof.as_ref().ok_or("there is no proof")?;
    problems::set_position(host, &entry.problem)?;
    let plies = host.engine().check_proof(proof)?;
    match entry.plies {
        Some(claimed) if claimed < plies => Err(format!("the proof takes {plies} plies, not {claimed}")),
        _ => Ok(plies),
    }
}
