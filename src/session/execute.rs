//! Carrying out commands that need the session to be idle.

use super::command::{Command, Go, Query, Style};
use super::output::Reply;
use super::runloop::{Kind, Session, Timed};
use crate::engine::options::{NOTATION, names};
use crate::engine::{GoParameters, Host, Job};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The deepest perft; more plies than any count can finish.
const DEEPEST_PERFT: u64 = 1_000;

impl Session<'_> {
    /// Carries a command out. A panic inside costs this command only.
    pub(super) fn execute(&mut self, line: Timed) {
        let Timed { arrived, command, .. } = line;
        if catch_unwind(AssertUnwindSafe(|| self.dispatch(arrived, command))).is_err() {
            self.out.error("internal error, the command was given up");
        }
    }

    fn dispatch(&mut self, arrived: Instant, command: Command) {
        match command {
            Command::Speak(protocol) => self.out.style = Style { protocol, ..Style::default() },
            Command::Identify(style) => {
                self.out.style = style;
                let options = self.host.options().declared().to_vec();
                self.out.say(&Reply::Identity { options, style });
            }
            Command::Debug(on) => self.debug = on,
            Command::Variant(name) => self.select(&name),
            Command::NewGame => self.host.new_game(),
            Command::Position { setup, moves } => self.check(|host| host.engine().set_position(&setup, &moves)),
            Command::Reconstruct { position, moves } => {
                self.check(|host| host.engine().reconstruct(&position, &moves));
            }
            Command::Play(mv) => self.check(|host| host.engine().play(&mv)),
            Command::TakeBack(mv) => self.check(|host| host.engine().take_back(&mv)),
            Command::RecentMoves(count) => {
                let moves = self.host.engine().recent_moves(count);
                self.out.say(&Reply::Moves(moves));
            }
            Command::Go(go) => self.go(arrived, &go),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::FitMemory { limit, may_grow } => self.host.fit_memory(limit, may_grow),
            Command::Acknowledge => {
                self.out.say(&Reply::Done);
                self.answered_at = Some(Instant::now());
            }
            Command::Remark(words) => self.out.say(&Reply::Remark(words)),
            Command::Display => {
                let board = self.host.engine().describe();
                self.out.say(&Reply::Board(Box::new(board)));
            }
            Command::Moves => {
                let moves = self.host.engine().describe().moves;
                self.out.say(&Reply::Moves(moves));
            }
            Command::Evaluate => {
                let terms = self.host.explain();
                self.out.say(&Reply::Evaluation(terms));
            }
            Command::Query(query) => match self.answer(&query) {
                Ok(answer) => self.out.say(&Reply::Response(answer)),
                Err(error) => self.out.error(error),
            },
            Command::Solve { verify } => {
                let job = Job::Solve { verify };
                self.begin(Kind::Solve, &Go::default(), |host, stop, emit| host.start(&job, arrived, stop, emit));
            }
            Command::Bench(settings) => {
                self.begin(Kind::Bench, &Go::default(), |host, stop, emit| host.start_bench(settings, stop, emit));
            }
            Command::Help => self.out.say(&Reply::Help),
            Command::Unknown(line) => self.out.say(&Reply::Unknown(line)),
            Command::Invalid(why) => self.out.error(why),
            // These act when they arrive or come up in the queue; see the run loop.
            Command::IsReady
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Wait
            | Command::Request(_) => {}
        }
    }

    /// Does something that may fail.
    fn check(&mut self, action: impl FnOnce(&mut Host) -> Result<(), String>) {
        if let Err(error) = action(&mut self.host) {
            self.out.error(error);
        }
    }

    fn select(&mut self, name: &str) {
        match self.host.select(name) {
            Ok(()) => self.announce(),
            Err(error) => self.out.error(error),
        }
    }

    fn announce(&mut self) {
        let announcement = self.host.announce();
        self.out.say(&Reply::Variant(announcement));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        // The log file is opened before its name is accepted, so that a wrong one changes nothing.
        let checked = self.host.options().check(name, value);
        if let Ok(setting) = &checked
            && setting.name == names::LOG_FILE
            && let Err(error) = self.out.journal.open(&setting.value)
        {
            return self.out.error(error);
        }
        let notation = self.host.options().text(NOTATION);
        match self.host.set_option(name, value) {
            Ok(setting) if setting.name == names::VARIANT => self.announce(),
            // A client that has read the list of variants already is told the new one.
            Ok(setting) if setting.name == NOTATION && notation.as_ref() != Some(&setting.value) => {
                let listing = self.host.options().declaration(names::VARIANT).cloned();
                listing.into_iter().for_each(|listing| self.out.say(&Reply::Option(listing)));
            }
            Ok(setting) if self.debug => {
                self.out.say(&Reply::Text(format!("option {} is {}", setting.name, setting.value)));
            }
            Ok(_) => {}
            Err(error) => self.out.error(error),
        }
    }

    fn go(&mut self, arrived: Instant, go: &Go) {
        if let Some(depth) = go.perft {
            let job = Job::Perft(depth.min(DEEPEST_PERFT) as u32);
            return self.begin(Kind::Perft, go, |host, stop, emit| host.start(&job, arrived, stop, emit));
        }
        let mate_plies = go.mate.map(|mate| {
            let own_moves_only = !self.out.style.mate_in_plies;
            if own_moves_only { mate.saturating_mul(2).saturating_sub(1) } else { mate }
        });
        let parameters = GoParameters { mate_plies, ..go.parameters.clone() };
        if self.debug {
            let shown = [names::THREADS, names::HASH, names::MULTI_PV]
                .map(|name| format!("{name} {}", self.host.options().number(name)));
            self.out.say(&Reply::Text(format!("search with {}", shown.join(" "))));
        }
        let job = Job::Search(parameters);
        self.begin(Kind::Search, go, |host, stop, emit| host.start(&job, arrived, stop, emit));
    }

    fn answer(&mut self, query: &Query) -> Result<String, String> {
        match query {
            Query::Option(name) => return self.host.effective_option(name),
            Query::Changes(mv) => return Ok(or_none(&self.host.engine().changes(mv)?)),
            _ => {}
        }
        let board = self.host.engine().describe();
        let of_both = |[x, o]: [u32; 2]| format!("x {x} o {o}");
        Ok(match query {
            Query::FirstPlayersTurn => (board.side == 'x').to_string(),
            Query::GameOver => (board.result != "none").to_string(),
            Query::Result => board.result.to_string(),
            Query::Position => board.position,
            Query::Moves => board.moves.join(" "),
            Query::Side => board.side.to_string(),
            Query::Ply => board.ply.to_string(),
            Query::Reason => board.reason.to_string(),
            Query::Line => or_none(&board.line),
            Query::Board => board.points,
            Query::Stones => of_both(board.stones),
            Query::Hand => board.in_hand.map_or_else(|| NONE.into(), of_both),
            Query::LastMove => self.host.engine().recent_moves(1).pop().unwrap_or_else(|| NONE.into()),
            Query::Adjacency => or_none(&board.adjacency),
            // Answered above.
            Query::Option(_) | Query::Changes(_) => String::new(),
        })
    }
}

/// The answer where there is nothing.
const NONE: &str = "none";

/// Words, or that there are none.
fn or_none(words: &[String]) -> String {
    if words.is_empty() { NONE.into() } else { words.join(" ") }
}
