//! Executes the commands that need the session to be idle.

use super::command::{Command, Go, Query, Style};
use super::output::{Info, Reply};
use super::running_job::JobKind;
use super::state::Session;
use crate::engine::options::{NOTATION, names};
use crate::engine::{Engine, GoParameters, Job, Setup, bench};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The deepest perft; no deeper one could ever finish.
const DEEPEST_PERFT: u64 = 1_000;

impl Session<'_> {
    /// Executes a command that arrived at `arrived`. A panic aborts only this command.
    pub(super) fn execute(&mut self, arrived: Instant, command: Command) {
        self.guard(|session| session.dispatch(arrived, command));
    }

    /// Runs a part of a command; a panic is reported and ends only this part.
    pub(super) fn guard(&mut self, part: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| part(self))).is_err() {
            self.out.error("internal error, the command was given up");
        }
    }

    fn dispatch(&mut self, arrived: Instant, command: Command) {
        match command {
            Command::SetProtocol(protocol) => self.out.style = Style { protocol, ..Style::default() },
            Command::Identify(style) => {
                self.out.style = style;
                let options = self.engines.options().declared().to_vec();
                self.out.send(&Reply::Identity { options, style });
            }
            Command::Debug(on) => self.debug = on,
            Command::Variant(name) => self.select(&name),
            Command::NewGame => self.engines.new_game(),
            Command::Position { setup, moves } => self.change_game(|engine| engine.set_position(&setup, &moves)),
            Command::Reconstruct { position, moves } => {
                self.change_game(|engine| engine.reconstruct(&position, &moves));
            }
            Command::Play(mv) => self.change_game(|engine| engine.play(&mv)),
            Command::TakeBack(mv) => self.change_game(|engine| engine.take_back(&mv)),
            Command::PlayTurns(turns) => self.change_game(|engine| engine.play_turns(&turns)),
            Command::PassUntil(side) => self.change_game(|engine| engine.pass_until(side)),
            Command::TakeBackLast(count) => self.change_game(|engine| engine.take_back_last(count)),
            Command::Tag(tag) => self.out.send(&Reply::Tag(tag)),
            Command::RecentMoves(count) => self.out.send(&Reply::Moves(self.engines.engine().recent_moves(count))),
            Command::Go(go) => self.go(arrived, &go),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::KeepGame(command) => self.keep_game(arrived, *command),
            Command::FitMemory { limit, threads, may_grow } => self.engines.fit_memory(limit, threads, may_grow),
            Command::Acknowledge => {
                self.out.send(&Reply::Acknowledged);
                self.answered_at = Some(Instant::now());
            }
            Command::Remark(words) => self.out.send(&Reply::Remark(words)),
            Command::Display => self.out.send(&Reply::Board(Box::new(self.engines.engine().describe()))),
            Command::Moves => {
                self.announce_pass();
                self.out.send(&Reply::Moves(self.engines.engine().describe().moves));
            }
            Command::Evaluate => self.out.send(&Reply::Evaluation(self.engines.explain())),
            Command::Book => {
                self.announce_pass();
                match self.engines.book_lines() {
                    Ok(lines) => self.out.send(&Reply::Book(lines)),
                    Err(error) => self.out.error(error),
                }
            }
            Command::Query(query) => match self.answer(&query) {
                Ok(answer) => self.out.send(&Reply::Response(answer)),
                Err(error) => self.out.error(error),
            },
            Command::Proof { nodes } => self.proof(arrived, nodes),
            Command::Solve { verify } => self.solve(arrived, verify),
            Command::Bench(settings) => self.bench(settings),
            Command::Help => self.out.send(&Reply::Help),
            Command::Unknown(line) => self.out.send(&Reply::Unknown(line)),
            Command::Invalid(why) => self.out.error(why),
            // The last command of a request.
            Command::Quit => self.quitting = true,
            // The run loop acts on these itself.
            Command::IsReady
            | Command::Stop
            | Command::Cancel
            | Command::Progress
            | Command::PonderHit
            | Command::Wait
            | Command::Request(_) => {}
        }
    }

    /// Changes the game, and reports the error if that fails.
    fn change_game(&mut self, action: impl FnOnce(&mut dyn Engine) -> Result<(), String>) {
        if let Err(error) = action(self.engines.engine()) {
            self.out.error(error);
        }
    }

    fn solve(&mut self, arrived: Instant, verify: bool) {
        let job = Job::Solve { verify };
        self.start_job(JobKind::Solve, &Go::default(), |engines, stop, emit| engines.start(&job, arrived, stop, emit));
    }

    fn proof(&mut self, arrived: Instant, nodes: Option<u64>) {
        let job = Job::Proof { nodes };
        self.start_job(JobKind::Proof, &Go::default(), |engines, stop, emit| engines.start(&job, arrived, stop, emit));
    }

    fn bench(&mut self, settings: bench::Settings) {
        self.start_job(JobKind::Bench, &Go::default(), |engines, stop, emit| engines.start_bench(settings, stop, emit));
    }

    /// Carries out a command that may empty the board, and then plays the moves of the game again.
    fn keep_game(&mut self, arrived: Instant, command: Command) {
        let moves = self.engines.engine().recent_moves(usize::MAX);
        self.dispatch(arrived, command);
        if self.engines.engine().recent_moves(usize::MAX).len() != moves.len() {
            self.change_game(|engine| engine.set_position(&Setup::Start, &moves));
        }
    }

    fn select(&mut self, name: &str) {
        match self.engines.select(name) {
            Ok(()) => self.announce(),
            Err(error) => self.out.error(error),
        }
    }

    fn announce(&mut self) {
        let announcement = self.engines.announce();
        self.out.send(&Reply::Variant(announcement));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        // The log file is opened before its name is accepted, so that a wrong one changes nothing.
        let checked = self.engines.options().check(name, value);
        if let Ok(setting) = &checked
            && setting.name == names::LOG_FILE
            && let Err(error) = self.out.debug_log.open(&setting.value)
        {
            return self.out.error(error);
        }
        let notation = self.engines.options().text(NOTATION);
        let set = self.engines.set_option(name, value);
        self.out.debug_log.guard_files(self.engines.options());
        match set {
            Ok(setting) if setting.name == names::VARIANT => self.announce(),
            // The client may have read the list of variants already: send the new one.
            Ok(setting) if setting.name == NOTATION && notation.as_ref() != Some(&setting.value) => {
                let listing = self.engines.options().declaration(names::VARIANT).cloned();
                listing.into_iter().for_each(|listing| self.out.send(&Reply::Option(listing)));
            }
            Ok(setting) if self.debug => {
                self.out.send(&Reply::Info(Info::OptionSet { name: setting.name, value: setting.value }));
            }
            Ok(_) => {}
            Err(error) => self.out.error(error),
        }
    }

    fn go(&mut self, arrived: Instant, go: &Go) {
        self.announce_pass();
        if let Some(depth) = go.perft {
            let job = Job::Perft(depth.min(DEEPEST_PERFT) as u32);
            return self.start_job(JobKind::Perft, go, |engines, stop, emit| engines.start(&job, arrived, stop, emit));
        }
        let mate_plies = go.mate.map(|mate| {
            let own_moves_only = !self.out.style.mate_in_plies;
            if own_moves_only { mate.saturating_mul(2).saturating_sub(1) } else { mate }
        });
        let in_game = go.parameters.in_game && !go.holds_bestmove();
        let parameters = GoParameters { mate_plies, in_game, ..go.parameters.clone() };
        if self.debug {
            let options = self.engines.options();
            let [threads, hash, lines] =
                [names::THREADS, names::HASH, names::MULTI_PV].map(|name| options.number(name));
            self.out.send(&Reply::Info(Info::SearchStarts { threads, hash, lines }));
        }
        let job = Job::Search(parameters);
        self.start_job(JobKind::Search, go, |engines, stop, emit| engines.start(&job, arrived, stop, emit));
    }

    /// Gives the position, if the side to move can only pass, to a dialect that needs it to write the pass.
    fn announce_pass(&mut self) {
        if self.engines.engine().must_pass() {
            let board = self.engines.engine().describe();
            self.out.send(&Reply::OnlyPass(Box::new(board)));
        }
    }

    fn answer(&mut self, query: &Query) -> Result<String, String> {
        match query {
            Query::Option(name) => return self.engines.effective_option(name),
            Query::Changes(mv) => return Ok(or_none(&self.engines.engine().changes(mv)?)),
            _ => {}
        }
        let board = self.engines.engine().describe();
        let for_both_sides = |[x, o]: [u32; 2]| format!("x {x} o {o}");
        Ok(match query {
            Query::FirstPlayersTurn => (board.side == 'x').to_string(),
            Query::GameOver => (board.result != "none").to_string(),
            Query::Result => board.result.to_string(),
            Query::Position => board.position,
            Query::Moves => board.moves.join(" "),
            Query::Side => board.side.to_string(),
            Query::Ply => board.ply.to_string(),
            Query::Reason => board.reason.to_string(),
            Query::Line => or_none(&board.winning_row),
            Query::Board => board.points,
            Query::Stones => for_both_sides(board.stones),
            Query::Hand => board.in_hand.map_or_else(|| NONE.into(), for_both_sides),
            Query::LastMove => self.engines.engine().recent_moves(1).pop().unwrap_or_else(|| NONE.into()),
            Query::Adjacency => or_none(&board.adjacency),
            // Answered above.
            Query::Option(_) | Query::Changes(_) => String::new(),
        })
    }
}

/// The answer if there is nothing to name.
const NONE: &str = "none";

/// The words, or `none`.
fn or_none(words: &[String]) -> String {
    if words.is_empty() { NONE.into() } else { words.join(" ") }
}
