//! The command line of `match`.

use super::sprt::parse_sprt;
use crate::settings::{SolvedEnd, Tournament};
use crate::stats::Sprt;
use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// The text of `match --help` after the options.
const LIMITS_AND_STATUS: &str = "\
Limits, words of --engine and --each; an engine's own take precedence over those for all engines:
  tc=[MOVES/]SECONDS[+INCREMENT]  A clock for the game, or for a number of moves at a time; SECONDS may be MINUTES:SECONDS.
                                  The increment comes before every move, the first one too, as FIDE, cutechess and
                                  fastchess have it: with tc=0+1 the first move has one second, with tc=10+0.1 it
                                  has 10.1. tc=inf: no clock, even if --each sets one.
  movetime=MS, st=SECONDS         A time for each move. Not together with tc, wherever the two are given.
  nodes=N, depth=PLIES            Sent to the engine, not enforced; they combine with all others.
  margin=MS                       How late an answer may come before the flag falls: the game is lost on time then,
                                  whether the engine answers or hangs, and the match continues. Default: 0.
  timeout=MS, patience=MS         The longest wait where no time is set: for an engine to start, for its readyok, for
                                  a move without a limit of time. An engine that is silent for longer has stalled
                                  and loses the game. Default: 60000.

Signals: INT, TERM and HUP end the match at once, without the games in progress; USR1 ends it after the pairs in
progress.

Exit status: 0 the match is complete, or decided by --sprt, or stopped by the file STOP in the folder of its shards;
  2 wrong usage, or a record of another match or with wrong games; 3 interrupted: go on with the command that is
  printed, for a shard the same command; 4 an engine cannot be started; 5 the record cannot be written. Failures of
  engines are results of games and do not change the status.";

/// The command line of `match`.
#[derive(Args, Debug)]
#[command(after_help = LIMITS_AND_STATUS)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct MatchArguments {
    /// Settings from a file: TOML with the names of these options (`games = 100`), those for engines in tables
    /// `[each]` and `[[engine]]`; or a record, or the JSON of its header. May be repeated. What comes later takes
    /// precedence, the command line over all. A single --engine changes the engine of its name or joins the others;
    /// several replace those of the files, each starting from what a file says of its name.
    #[arg(long, value_name = "FILE")]
    pub(super) settings: Vec<PathBuf>,
    /// The game: lgame, rhombus, othello or gomoku.
    #[arg(long, value_name = "NAME", required_unless_present = "settings")]
    pub(super) variant: Option<String>,
    /// An option of the rules: Rule, BoardSize or MaxPlies, with a value.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) rule: Vec<String>,
    /// An engine, in words key=value: name, cmd, args, dir, env.NAME, proto (uci, ugi, gtp, nboard, gomocup, command),
    /// option.NAME, stderr, ponder=true (UCI and UGI: search on the opponent's time), and its limits: tc, st, movetime,
    /// nodes, depth, margin, patience, which are explained below.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required_unless_present = "settings")]
    pub(super) engine: Vec<String>,
    /// Words for every engine; its own take precedence.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) each: Vec<String>,
    /// Games of an encounter, in a round robin and a gauntlet all games between two engines; an even number
    /// [default: 2].
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u64>,
    /// Who meets whom [default: round-robin]. Swiss: in each round engines with about the same score that have not met
    /// before; an encounter won is a point, a bye as well. Knockout: the loser of an encounter is out; the first engine
    /// is seeded highest. In both, a round begins when the one before it has ended, so they have no --shard and no
    /// --sprt.
    #[arg(long, value_enum)]
    pub(super) tournament: Option<Tournament>,
    /// In a gauntlet, the first N engines meet each of the others [default: 1].
    #[arg(long, value_name = "N")]
    pub(super) seeds: Option<usize>,
    /// The rounds of a Swiss tournament [default: log2 of the number of engines, rounded up].
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<u64>,
    /// In a knockout, a tied encounter goes on by at most N further pairs; then the higher seed goes on [default: 4].
    #[arg(long, value_name = "N")]
    pub(super) tiebreaks: Option<u64>,
    /// Openings, one a line: position texts, moves, or both. Or games of any format that `export` reads.
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Only the first plies of each opening of the file, and each opening once.
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["all_openings", "random_openings"])]
    pub(super) opening_plies: Option<usize>,
    /// All different openings of this number of plies; symmetric ones count as the same.
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["openings", "random_openings"])]
    pub(super) all_openings: Option<usize>,
    /// Random openings, all different.
    #[arg(long, value_name = "PLIES:COUNT:SEED", conflicts_with = "openings")]
    pub(super) random_openings: Option<String>,
    /// Only random openings that the built-in engine, searching DEPTH plies, scores within WINDOW centipoints of a
    /// draw; in lgame and rhombus only drawn ones.
    #[arg(long, value_name = "WINDOW:DEPTH", conflicts_with_all = ["openings", "all_openings"])]
    pub(super) balanced: Option<String>,
    /// Shuffle the openings by this seed.
    #[arg(long, value_name = "SEED")]
    pub(super) shuffle: Option<u64>,
    /// Begin with opening N, counted from 1 after shuffling, and come to those before it at the end. So a match can go
    /// on where another one stopped.
    #[arg(long, value_name = "N")]
    pub(super) opening_start: Option<usize>,
    /// End a game as won when both engines say so for MOVES moves, by at least SCORE centipoints.
    #[arg(long, value_name = "MOVES:SCORE")]
    pub(super) adjudicate_win: Option<String>,
    /// End a game as drawn when, from ply FROM on, both engines stay within SCORE for MOVES moves.
    #[arg(long, value_name = "FROM:MOVES:SCORE")]
    pub(super) adjudicate_draw: Option<String>,
    /// End a game as drawn after this number of plies.
    #[arg(long, value_name = "PLIES")]
    pub(super) adjudicate_plies: Option<u32>,
    /// In lgame and rhombus, end a game whose value is known.
    #[arg(long, value_enum, value_name = "VALUES")]
    pub(super) adjudicate_solved: Option<SolvedEnd>,
    /// End the match of two engines as soon as this sequential test is decided; ALPHA and BETA are 0.05 and MODEL is
    /// `normalised` (Elo) by default; the other model is `logistic`.
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA][:MODEL]", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// Count a pair in the sequential test even if it repeats an earlier one move for move, for engines that play at
    /// random. Without it such a pair counts once, as long as no engine is seen to play differently from the same
    /// opening.
    #[arg(long)]
    pub(super) count_repeats: bool,
    /// Games to play at a time.
    #[arg(long, default_value = "1")]
    pub(super) concurrency: NonZeroUsize,
    /// Give each game that is played at a time CPUs of its own, on which both engines run: as many as the engine with
    /// the most Threads has, or, if an engine ponders, the two with the most. Only CPUs that this process may use are
    /// given; it is an error if there are too few. Linux only.
    #[arg(long)]
    pub(super) affinity: bool,
    /// The record: one line of JSON for each game. With --shard a folder, which is made if it is missing.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Play only the pairs whose number is K modulo N, and record them in the folder that --out names, in a file for
    /// this shard. The same command again plays the games that are missing. The test of --sprt is judged by
    /// `merge --watch`, whose file STOP in the folder ends all shards after their pairs in progress. `auto`: the task
    /// of a Slurm array, a HyperQueue array, or an indexed Kubernetes job that this is, by its environment variables.
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<String>,
    /// The number of shards, where the scheduler does not tell it, or where only some of its tasks are run again. The
    /// tasks are then numbered from 0.
    #[arg(long, value_name = "N", requires = "shard")]
    pub(super) shards: Option<NonZeroU64>,
    /// Resume the record, if there is one; the other options have to be those that it was started with. Only --games,
    /// or --rounds of a Swiss tournament, may be greater, and --concurrency, --affinity, --rating-interval, --log,
    /// --quiet and --json may differ.
    #[arg(long)]
    pub(super) resume: bool,
    /// Play games again that the record has, but that contradict the schedule or the rules. Without this option such a
    /// record is not resumed. Their lines stay in the record, and reports leave them out.
    #[arg(long)]
    pub(super) redo_wrong: bool,
    /// Games between two lines on stderr with the ratings so far; 0 for none. The default is 0 at a terminal, where
    /// there is a bar, else 10.
    #[arg(long, value_name = "GAMES")]
    pub(super) rating_interval: Option<u64>,
    /// A file for every line between the runner and its engines, each with its time (UTC) and the engine's name and
    /// number: `>` to it, `<` from it. An existing log is appended to; any other existing file is an error.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Show nothing but warnings and errors.
    #[arg(long)]
    pub(super) quiet: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(super) json: bool,
}
