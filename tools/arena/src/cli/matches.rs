//! `match`: engines against each other.

use super::asked;
use super::sprt::parse_sprt;
use super::{logfile, progress};
use crate::fault::Cancel;
use crate::interrupt::{Interrupted, Watch, next, tell};
use crate::openings::{Opening, different, fingerprint, load};
use crate::record::{FORMAT, GameRecord, Header, RecordFile};
use crate::referee::{Referee, referee};
use crate::report::{self, Section, SequentialTest};
use crate::run::{Flow, Plan, rehearse, run as play};
use crate::schedule::Schedule;
use crate::settings::{EngineSettings, MatchSettings, SolvedEnd, Tournament};
use crate::standings::{EngineStanding, Standings};
use crate::stats::Sprt;
use anyhow::{Result, bail};
use clap::{ArgMatches, Args};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quartet_files::is_same_file;
use serde::Serialize;
use std::collections::HashSet;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

/// What `match --help` says behind the options.
const LIMITS_AND_STATUS: &str = "\
Limits, words of --engine and of --each; an engine's own prevail over those for all of the same kind:
  tc=[MOVES/]SECONDS[+INCREMENT]  A clock for the game, or for so many moves at a time; SECONDS may be MINUTES:SECONDS.
                                  The increment comes before every move, the first one too, as FIDE, cutechess and
                                  fastchess have it: with tc=0+1 the first move has one second, with tc=10+0.1 it
                                  has 10.1. tc=inf: no clock, whatever --each says.
  movetime=MS, st=SECONDS         A time for each move. Not together with tc, wherever the two come from.
  nodes=N, depth=PLIES            Told to the engine, not enforced; they combine with all others.
  margin=MS                       How late an answer may come before the flag falls: the game is lost on time then,
                                  whether the engine answers or hangs, and the match goes on. 0 unless given.
  patience=MS                     How long is waited where no time is set: until an engine has started, for its
                                  readyok, for a move without a limit of time. One that is silent longer has stalled
                                  and loses the game. 60000 unless given.

Exit status: 0 played to the end, or decided by --sprt; 2 an error; 3 interrupted (INT, TERM, HUP).";

/// The command line of `match`.
#[derive(Args, Debug)]
#[command(after_help = LIMITS_AND_STATUS)]
pub struct MatchArguments {
    /// Settings from a file: TOML with the names of these options (`games = 100`), those for engines in tables `[each]` and
    /// `[[engine]]`; or a record, or the JSON of its header. May be given again. What comes later prevails, the command line
    /// over all. One --engine changes the engine of its name or joins the others; several are all that play, each
    /// beginning with what a file says of its name.
    #[arg(long, value_name = "FILE")]
    pub(super) settings: Vec<PathBuf>,
    /// The game: lgame, rhombus, othello or gomoku.
    #[arg(long, value_name = "NAME", required_unless_present = "settings")]
    pub(super) variant: Option<String>,
    /// An option of the rules: Rule, BoardSize or MaxPlies, with a value.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) rule: Vec<String>,
    /// An engine, in words key=value: name, cmd, args, dir, env.NAME, proto (uci, ugi, gtp, nboard, gomocup, command),
    /// option.NAME, stderr, and its limits: tc, st, movetime, nodes, depth, margin, patience, which are told of below.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required_unless_present = "settings")]
    engine: Vec<String>,
    /// Words for every engine; its own prevail.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) each: Vec<String>,
    /// Games between every two engines that meet; an even number [default: 2].
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u64>,
    /// Who meets whom [default: round-robin].
    #[arg(long, value_enum)]
    pub(super) tournament: Option<Tournament>,
    /// Openings, one a line: position texts, moves, or both.
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// All different openings of so many plies, mirror images counting as the same.
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["openings", "random_openings"])]
    pub(super) all_openings: Option<usize>,
    /// Random openings, all different.
    #[arg(long, value_name = "PLIES:COUNT:SEED", conflicts_with = "openings")]
    pub(super) random_openings: Option<String>,
    /// Only random openings in which the engine in this program, searching DEPTH plies, sees neither side ahead by more than
    /// WINDOW centipoints; in lgame and rhombus only drawn ones.
    #[arg(long, value_name = "WINDOW:DEPTH", conflicts_with_all = ["openings", "all_openings"])]
    pub(super) balanced: Option<String>,
    /// Shuffle the openings by this seed.
    #[arg(long, value_name = "SEED")]
    pub(super) shuffle: Option<u64>,
    /// End a game as won when both engines say so for MOVES moves, by at least SCORE centipoints.
    #[arg(long, value_name = "MOVES:SCORE")]
    pub(super) adjudicate_win: Option<String>,
    /// End a game as drawn when, from ply FROM on, both engines stay within SCORE for MOVES moves.
    #[arg(long, value_name = "FROM:MOVES:SCORE")]
    pub(super) adjudicate_draw: Option<String>,
    /// End a game as drawn after so many plies.
    #[arg(long, value_name = "PLIES")]
    pub(super) adjudicate_plies: Option<u32>,
    /// In lgame and rhombus, end a game whose value is known.
    #[arg(long, value_enum, value_name = "VALUES")]
    pub(super) adjudicate_solved: Option<SolvedEnd>,
    /// End the match of two engines as soon as this sequential test is decided; ALPHA and BETA are 0.05 and MODEL is
    /// `normalised` (Elo) unless they are given, else `logistic`.
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA][:MODEL]", value_parser = parse_sprt, allow_hyphen_values = true)]
    pub(super) sprt: Option<Sprt>,
    /// Count a pair in the sequential test that repeats an earlier one move for move: for players who draw lots. Without it such
    /// a pair counts once, as long as no engine is seen to move differently in games from the same opening.
    #[arg(long)]
    pub(super) count_repeats: bool,
    /// How many games are played at once.
    #[arg(long, default_value = "1")]
    concurrency: NonZeroUsize,
    /// The record: one line of JSON for each game.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Go on with the record, if there is one; the other options have to be those that it was begun with. Only --games may be
    /// more, and --concurrency, --rating-interval, --log, --quiet and --json may differ.
    #[arg(long)]
    pub(super) resume: bool,
    /// Every so many games a line on stderr with how the engines stand; 0 for never. Unless it is given, it is 10 where stderr is
    /// no terminal; at a terminal the bar tells enough.
    #[arg(long, value_name = "GAMES")]
    rating_interval: Option<u64>,
    /// A file for every line between the runner and its engines, each with its time (UTC) and the engine's name and number:
    /// `>` to it, `<` from it. A log that is there already is gone on with; any other file is left as it is, which is an error.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Show nothing but warnings and errors.
    #[arg(long)]
    quiet: bool,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Plays the match. What ends it before its time is an error, behind the tables of the games played so far: an interrupt
/// ([`Interrupted`]) as well.
pub fn run(found: &ArgMatches) -> Result<ExitCode> {
    let (arguments, settings) = asked::read(found)?;
    let arguments = &arguments;
    settings.check()?;
    if arguments.sprt.is_some() && settings.engines.len() != 2 {
        bail!("a sequential test of {} engines, expected 2", settings.engines.len());
    }
    let cancel = Cancel::default();
    let watch = Watch::new(&cancel, format!("interrupted before the first game\n{}", next(arguments.out.as_deref())))?;
    let mut referee = referee(&settings.variant, &settings.options)?;
    let openings = load(&settings.openings, &mut *referee, &settings.options)?;
    if let Some(path) = &arguments.log {
        if arguments.out.as_ref() == Some(path) {
            bail!("--log and --out are the same file, expected two");
        }
        logfile::open(path)?;
    }
    let header = Header { quartet_arena: FORMAT, openings: fingerprint(&openings), settings, experiment: None };
    let (mut record, earlier) = open_record(arguments, &header)?;
    if let Err(error) = keep_apart(arguments, &header.settings) {
        let _ = record.filter(|_| earlier.is_empty()).map(RecordFile::discard);
        return Err(error);
    }
    watch.begin();
    let mut show = Show::new(arguments, &header.settings);
    earlier.iter().for_each(|game| show.standings.add(game));
    if show.is_decided() || earlier.len() as u64 == Schedule::new(&header.settings).games() {
        show.end(false)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(warning) = progress::few_openings(&header, different(&openings, &mut *referee)?) {
        tell(&warning);
    }
    if let Err(error) = rehearse(&header.settings, &*referee, &cancel) {
        // A record without games would only be in the way of the next try; if it stays, the engine is still what to tell of.
        let _ = record.filter(|_| earlier.is_empty()).map(RecordFile::discard);
        return Err(error);
    }
    let outcome = conduct(arguments, &header.settings, &openings, &*referee, &earlier, &cancel, |game| {
        if let Some(record) = &mut record {
            record.append(game)?;
        }
        show.game(game);
        Ok(if show.is_decided() { Flow::Stop } else { Flow::Continue })
    });
    let (done, of) = (show.played(), show.scheduled);
    let interrupted = cancel.is_cancelled() && !show.is_decided() && done < of;
    show.end(interrupted)?;
    outcome?;
    if interrupted {
        return Err(Interrupted { done, of, unit: "games", next: next(arguments.out.as_deref()) }.into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays what is left to be played.
fn conduct(
    arguments: &MatchArguments,
    settings: &MatchSettings,
    openings: &[Opening],
    referee: &dyn Referee,
    earlier: &[GameRecord],
    cancel: &Cancel,
    mut finished: impl FnMut(&GameRecord) -> Result<Flow>,
) -> Result<()> {
    let schedule = Schedule::new(settings);
    let played: HashSet<u64> = earlier.iter().map(|game| game.id).collect();
    let plan = Plan { settings, schedule: &schedule, openings, played: &played };
    play(&plan, referee, arguments.concurrency.get(), cancel, |game| finished(&game))
}

/// Opens the record, if there is to be one, and gives the games already in it.
fn open_record(arguments: &MatchArguments, header: &Header) -> Result<(Option<RecordFile>, Vec<GameRecord>)> {
    match &arguments.out {
        None => Ok((None, Vec::new())),
        Some(path) if arguments.resume => {
            let (record, earlier) = RecordFile::resume(path, header)?;
            let games = Schedule::new(&header.settings).games();
            if let Some(game) = earlier.iter().find(|game| game.id >= games) {
                bail!("{} has game {}, of {games} games", path.display(), game.id);
            }
            Ok((Some(record), earlier))
        }
        Some(path) => Ok((Some(RecordFile::create(path, header)?), Vec::new())),
    }
}

/// An error if what an engine says on stderr would go into the record.
fn keep_apart(arguments: &MatchArguments, settings: &MatchSettings) -> Result<()> {
    let Some(record) = &arguments.out else { return Ok(()) };
    let is_record =
        |engine: &&EngineSettings| engine.launch.stderr.as_ref().is_some_and(|file| is_same_file(file, record));
    match settings.engines.iter().find(is_record) {
        Some(engine) => bail!("the stderr of engine '{}' would go into the record {}", engine.name, record.display()),
        None => Ok(()),
    }
}

/// What is shown while the match goes on and at its end.
struct Show {
    bar: ProgressBar,
    settings: MatchSettings,
    scheduled: u64,
    /// Whether each game has a line: where there is no terminal for the bar.
    lines: bool,
    /// Every so many games there is a line with how the engines stand; 0 for never.
    interval: u64,
    standings: Standings,
    quiet: bool,
    json: bool,
}

impl Show {
    fn new(arguments: &MatchArguments, settings: &MatchSettings) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if arguments.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let games = Schedule::new(settings).games();
        let bar = ProgressBar::with_draw_target(Some(games), target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} gone, {eta} to go\n{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let standings = Standings::new(settings.engines.iter().map(|engine| engine.name.as_str()));
        let (quiet, json) = (arguments.quiet, arguments.json);
        let lines = !terminal && !quiet;
        let interval = arguments.rating_interval.unwrap_or(if terminal { 0 } else { 10 });
        let interval = if quiet { 0 } else { interval };
        Show { bar, settings: settings.clone(), scheduled: games, lines, interval, standings, quiet, json }
    }

    /// A game has ended.
    fn game(&mut self, game: &GameRecord) {
        self.standings.add(game);
        if self.lines || game.failure.is_some() {
            self.tell(&progress::game(game, self.played(), self.scheduled));
        }
        if self.interval > 0 && self.played().is_multiple_of(self.interval) {
            self.tell(&progress::ratings_so_far(&self.standings, self.test().as_ref()));
        }
        let points = |engine: &EngineStanding| format!("{} {}", engine.name, engine.all().points());
        let scores: Vec<String> = self.standings.engines().iter().take(4).map(points).collect();
        let (games, different) = (self.played(), self.standings.overview().different());
        let test = self.test().map(|test| format!("\n{}", test.line())).unwrap_or_default();
        self.bar.set_message(format!("{games} games, {different} different: {}{test}", scores.join(", ")));
        self.bar.set_position(games);
    }

    /// Says a line above the bar.
    fn tell(&self, line: &str) {
        self.bar.suspend(|| tell(line));
    }

    /// How many games have been played.
    fn played(&self) -> u64 {
        self.standings.overview().first_player.games()
    }

    /// How the sequential test stands, if there is one.
    fn test(&self) -> Option<SequentialTest> {
        SequentialTest::of(&self.settings, &self.standings)
    }

    /// Whether the sequential test is over.
    fn is_decided(&self) -> bool {
        self.test().is_some_and(|test| test.is_decided())
    }

    /// The match has ended.
    fn end(&self, cancelled: bool) -> Result<()> {
        self.bar.finish_and_clear();
        let section = Section::of(&self.settings.variant, &self.standings, self.test().into_iter().collect());
        if self.json {
            let results = Results { cancelled, scheduled: self.scheduled, section };
            say(&format!("{}\n", serde_json::to_string_pretty(&results)?));
        } else if !self.quiet {
            say(&report::section(&section));
        }
        Ok(())
    }
}

/// The result of a match as JSON.
#[derive(Serialize)]
struct Results {
    /// Whether it was cut short.
    cancelled: bool,
    /// How many games there are to be.
    scheduled: u64,
    /// What a report of its record says as well.
    #[serde(flatten)]
    section: Section,
}

/// Prints a text; a closed stdout is no error.
fn say(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}
