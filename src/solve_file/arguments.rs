//! The options of `solve-file` and `verify`.

use crate::option_parsing::{describe, option_value, unknown_option};
use crate::shard::Shard;
use lexopt::{Arg, Parser, ValueExt};

/// The names of the commands.
pub const COMMANDS: [&str; 2] = ["solve-file", "verify"];

const SOLVE_FILE_USAGE: &str = "\
usage: quartet [VARIANT] solve-file FILE [--wld] [--threads N] [--hash MB] [--nodes N] [--proof OUT]
                                         [--shard K/N [--shards N]]

Solves the positions of an OBF file ('-' is stdin) and checks them against the values in it: a table on stdout, progress on
stderr where that is a terminal. Exit status 0 if none is wrong, else 1. In gomoku it looks for forced wins.

  --wld         only for win, draw or loss
  --threads N   search threads (1)
  --hash MB     size of the hash table (16)
  --nodes N     at most N nodes a position, 0 for no limit (0; in gomoku 1,000,000)
  --proof OUT   in gomoku: append the proofs to this file, which must be new or hold only proofs
  --shard K/N   only the positions whose number, counted from 0, is K modulo N; auto: K is this task of a Slurm or
                HyperQueue array or of an indexed Kubernetes job
  --shards N    the number of shards, where the scheduler does not tell it
";
const VERIFY_USAGE: &str = "\
usage: quartet verify FILE|FOLDER [--threads N]

Replays the proofs that solve-file has written ('-' is stdin), or a certificate in a folder, by the rules alone. Exit
status 0 if all are right, else 1.

  --threads N   threads for a certificate (1)
";

/// What to do with a file.
#[derive(Default)]
pub struct FileCommand {
    /// The path of the file; `-` for stdin.
    pub(super) path: String,
    /// Replay the proofs of the file instead of solving its positions.
    pub(super) verify: bool,
    /// Solve for win, draw or loss only.
    pub(super) outcome_only: bool,
    /// Value of option `Threads`.
    pub(super) threads: Option<String>,
    /// Value of option `Hash`.
    pub(super) hash: Option<String>,
    /// Node limit of each position, as given.
    pub(super) nodes: Option<String>,
    /// The path of the file that proofs are added to.
    pub(super) proofs: Option<String>,
    /// The part of the positions that is solved.
    pub(super) shard: Shard,
}

/// The result of parsing the arguments.
pub enum Parsed {
    /// Print this help text.
    Help(&'static str),
    /// Run this command.
    Command(FileCommand),
}

/// Parses the arguments after `command`, which is one of [`COMMANDS`]; the error is a message.
pub fn parse(command: &str, parser: &mut Parser) -> Result<Parsed, String> {
    let mut parsed = FileCommand { verify: command == "verify", ..FileCommand::default() };
    let mut path = None;
    let (mut shard, mut shards) = (None, None);
    while let Some(argument) = parser.next().map_err(describe)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => {
                return Ok(Parsed::Help(if parsed.verify { VERIFY_USAGE } else { SOLVE_FILE_USAGE }));
            }
            Arg::Value(word) if path.is_none() => path = Some(word.string().map_err(describe)?),
            Arg::Long("wld") if !parsed.verify => parsed.outcome_only = true,
            Arg::Long("threads") => parsed.threads = Some(option_value(parser, "--threads")?),
            Arg::Long("hash") if !parsed.verify => parsed.hash = Some(option_value(parser, "--hash")?),
            Arg::Long("nodes") if !parsed.verify => parsed.nodes = Some(option_value(parser, "--nodes")?),
            Arg::Long("proof") if !parsed.verify => parsed.proofs = Some(option_value(parser, "--proof")?),
            Arg::Long("shard") if !parsed.verify => shard = Some(option_value(parser, "--shard")?),
            Arg::Long("shards") if !parsed.verify => shards = Some(option_value(parser, "--shards")?),
            other => {
                let known: &[&str] = match parsed.verify {
                    true => &["--threads", "--help"],
                    false => &["--wld", "--threads", "--hash", "--nodes", "--proof", "--shard", "--shards", "--help"],
                };
                return Err(format!("{} (after {command})", unknown_option(&other, known)));
            }
        }
    }
    parsed.shard = shard_of(shard.as_deref(), shards.as_deref())?;
    parsed.path = path.ok_or_else(|| format!("{command} needs a file"))?;
    Ok(Parsed::Command(parsed))
}

/// The shard of these options; without them it is the whole file.
fn shard_of(shard: Option<&str>, shards: Option<&str>) -> Result<Shard, String> {
    let number = |text: &str| text.parse().map_err(|_| format!("--shards {text}, expected a number"));
    let shards = shards.map(number).transpose()?;
    match shard {
        Some(shard) => Shard::parse(shard, shards, |name| std::env::var(name).ok()),
        None if shards.is_some() => Err("--shards without --shard".into()),
        None => Ok(Shard::default()),
    }
}
