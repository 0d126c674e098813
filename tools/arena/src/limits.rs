//! The limits of an engine's searches, and the match runner's own clock.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The longest time that can be set, in milliseconds: a billion seconds. Beyond it, adding to a point in time could
/// overflow.
const LONGEST: u64 = 1_000_000_000_000;
/// How long to wait for an answer after the flag has fallen. It changes no result, but shows how late a late answer is.
const GRACE: Duration = Duration::from_millis(100);

/// The limits of an engine. They can be combined, except that there is either a clock for the game or a time for each
/// move. Without a time limit an engine may think until its `timeout`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// A clock for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSettings>,
    /// Nodes for each move; sent to the engine, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies to search; sent to the engine, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds that an answer may come late before the flag falls: the game is lost on time.
    #[serde(default)]
    pub margin: u64,
    /// The timeout in milliseconds where there is no time limit: for an engine to start, to get ready for a game, to
    /// move without a time limit, and to read its input.
    #[serde(rename = "patience", default = "Limits::default_timeout")]
    pub timeout: u64,
}

impl Limits {
    fn default_timeout() -> u64 {
        60_000
    }

    /// Fails if no game can be played with these limits.
    pub fn check(&self) -> Result<()> {
        if self.clock.is_some() && self.movetime.is_some() {
            bail!(
                "both a clock for the game (tc) and a time for each move (movetime or st), expected one of them; \
                 tc=inf takes back a clock that all engines are given"
            );
        }
        if self.movetime == Some(0) {
            bail!("no time for its moves (movetime or st is 0), expected at least a millisecond");
        }
        let clock = self.clock.map(|clock| [("tc", clock.base), ("tc", clock.increment)]);
        let times = [("movetime", self.movetime.unwrap_or(0)), ("margin", self.margin), ("patience", self.timeout)];
        match clock.into_iter().flatten().chain(times).find(|&(_, time)| time > LONGEST) {
            Some((key, time)) => bail!("{key} of {time} ms, expected {LONGEST} ms at the most"),
            None => self.clock.map_or(Ok(()), |clock| clock.check()),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { movetime: None, clock: None, nodes: None, depth: None, margin: 0, timeout: Limits::default_timeout() }
    }
}

/// A clock for a game, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// The time at the start, added again after every `moves` moves.
    pub base: u64,
    /// The time added before each move, including the first.
    #[serde(default)]
    pub increment: u64,
    /// Moves after which `base` is added again; without it `base` is for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

impl ClockSettings {
    /// Reads `[moves/]seconds[+seconds]`; minutes may be written `minutes:seconds`.
    pub fn parse(text: &str) -> Result<Self> {
        let wrong = || format!("time control '{text}', expected [moves/]seconds[+increment]");
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves.parse::<u32>().with_context(wrong)?), times),
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes = minutes.parse::<u64>().with_context(wrong)?;
                minutes.saturating_mul(60_000).saturating_add(milliseconds(seconds).with_context(wrong)?)
            }
            None => milliseconds(base).with_context(wrong)?,
        };
        let increment = milliseconds(increment).with_context(wrong)?;
        let clock = ClockSettings { base, increment, moves };
        clock.check().with_context(wrong)?;
        Ok(clock)
    }

    /// Fails if the clock never has any time.
    fn check(&self) -> Result<()> {
        if self.base == 0 && self.increment == 0 {
            bail!("a clock (tc) without time, expected seconds or an increment above 0");
        }
        if self.moves == Some(0) {
            bail!("a clock (tc) for 0 moves, expected at least 1");
        }
        Ok(())
    }
}

/// Parses seconds, with an optional fraction, as milliseconds.
pub fn milliseconds(text: &str) -> Result<u64> {
    let seconds: f64 = text.parse().with_context(|| format!("'{text}', expected seconds"))?;
    if !(0.0..=1e9).contains(&seconds) {
        bail!("'{text}', expected seconds from 0 to 1000000000");
    }
    Ok((seconds * 1000.0).round() as u64)
}

/// The clock of one engine in one game, kept by the match runner.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    remaining: Duration,
    moves_left: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(limits: &Limits) -> Self {
        let clock = limits.clock;
        Clock {
            limits: limits.clone(),
            // Includes the increment of the first move, as in FIDE's rules.
            remaining: Duration::from_millis(clock.map_or(0, |clock| clock.base + clock.increment)),
            moves_left: clock.and_then(|clock| clock.moves),
        }
    }

    /// The limits of the engine.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The remaining time for the game; `None` without a clock.
    pub fn remaining(&self) -> Option<Duration> {
        self.limits.clock.map(|_| self.remaining)
    }

    /// The increment for each move; that of the next move is on the clock already.
    pub fn increment(&self) -> Duration {
        Duration::from_millis(self.limits.clock.map_or(0, |clock| clock.increment))
    }

    /// The moves until time is added; `None` if it never is.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The time allowed for the next move without the margin; `None` without a limit.
    pub fn allowed(&self) -> Option<Duration> {
        self.limits.movetime.map(Duration::from_millis).or_else(|| self.remaining())
    }

    /// How long to wait for an answer: slightly longer than until the flag falls, or the timeout without a time limit.
    pub fn timeout(&self) -> Duration {
        match self.allowed() {
            Some(allowed) => allowed + Duration::from_millis(self.limits.margin) + GRACE,
            None => Duration::from_millis(self.limits.timeout),
        }
    }

    /// Subtracts the time of a move; the error is the time by which it exceeded what was allowed, margin included.
    pub fn charge(&mut self, used: Duration) -> Result<(), Duration> {
        if let Some(allowed) = self.allowed() {
            let late = used.saturating_sub(allowed + Duration::from_millis(self.limits.margin));
            if !late.is_zero() {
                return Err(late);
            }
        }
        let Some(clock) = self.limits.clock else { return Ok(()) };
        self.remaining = self.remaining.saturating_sub(used) + Duration::from_millis(clock.increment);
        if let Some(moves) = &mut self.moves_left {
            *moves -= 1;
            if *moves == 0 {
                self.remaining += Duration::from_millis(clock.base);
                self.moves_left = clock.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(value: u64) -> Duration {
        Duration::from_millis(value)
    }

    #[test]
    fn time_controls() {
        let read = |text| ClockSettings::parse(text).expect("a time control");
        assert_eq!(read("10+0.1"), ClockSettings { base: 10_000, increment: 100, moves: None });
        assert_eq!(read("40/60"), ClockSettings { base: 60_000, increment: 0, moves: Some(40) });
        assert_eq!(read("1:30.5+2"), ClockSettings { base: 90_500, increment: 2_000, moves: None });
        assert_eq!(read("0+1"), ClockSettings { base: 0, increment: 1_000, moves: None });
        for wrong in ["", "x", "0", "0+0", "0/10", "10+", "-1", "10+0.1+1", "NaN", "1e99"] {
            assert!(ClockSettings::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_clock_counts_down_and_gets_increments() {
        let clock = ClockSettings { base: 1000, increment: 10, moves: Some(2) };
        let mut clock = Clock::new(&Limits { clock: Some(clock), margin: 5, ..Limits::default() });
        assert_eq!(clock.charge(ms(300)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_left()), (Some(ms(720)), Some(1)));
        // Inside the margin: only the increment is left.
        assert_eq!(clock.charge(ms(724)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_left()), (Some(ms(1010)), Some(2)));
        assert_eq!(clock.charge(ms(1020)), Err(ms(5)));
    }

    #[test]
    fn the_increment_comes_before_the_first_move_too() {
        let clock = ClockSettings::parse("0+1").expect("a time control");
        let mut clock = Clock::new(&Limits { clock: Some(clock), ..Limits::default() });
        for _ in 0..3 {
            assert_eq!((clock.remaining(), clock.allowed()), (Some(ms(1000)), Some(ms(1000))));
            assert_eq!(clock.charge(ms(1000)), Ok(()));
        }
        assert_eq!(clock.charge(ms(1001)), Err(ms(1)));
        let clock = ClockSettings { base: 0, increment: 10, moves: Some(1) };
        assert_eq!(Clock::new(&Limits { clock: Some(clock), ..Limits::default() }).allowed(), Some(ms(10)));
    }

    #[test]
    fn a_time_for_each_move_is_the_same_for_all() {
        let mut clock = Clock::new(&Limits { movetime: Some(400), ..Limits::default() });
        assert_eq!(clock.charge(ms(401)), Err(ms(1)));
        assert_eq!(clock.charge(ms(399)), Ok(()));
        assert_eq!(clock.charge(ms(400)), Ok(()));
        assert_eq!(Clock::new(&Limits::default()).allowed(), None);
    }

    #[test]
    fn an_answer_is_awaited_until_the_flag_falls_or_the_timeout_ends() {
        let limits = Limits { margin: 30, timeout: 7000, ..Limits::default() };
        assert_eq!(Clock::new(&limits).timeout(), ms(7000));
        let timed = Limits { movetime: Some(400), ..limits };
        assert_eq!(Clock::new(&timed).timeout(), ms(430) + GRACE);
        let clock = ClockSettings { base: 500, increment: 60, moves: None };
        assert_eq!(Clock::new(&Limits { clock: Some(clock), ..limits }).timeout(), ms(590) + GRACE);
    }

    #[test]
    fn limits_that_contradict_each_other_or_allow_nothing() {
        let clock = |base, moves| Some(ClockSettings { base, increment: 0, moves });
        let wrong = [
            (Limits { clock: clock(1000, None), movetime: Some(100), ..Limits::default() }, "expected one of them"),
            (Limits { movetime: Some(0), ..Limits::default() }, "no time for its moves"),
            (Limits { clock: clock(0, None), ..Limits::default() }, "without time"),
            (Limits { clock: clock(1, Some(0)), ..Limits::default() }, "for 0 moves"),
            (Limits { clock: clock(u64::MAX, None), ..Limits::default() }, "at the most"),
            (Limits { timeout: u64::MAX, ..Limits::default() }, "patience of"),
            (Limits { margin: LONGEST + 1, ..Limits::default() }, "margin of"),
        ];
        for (limits, why) in wrong {
            let error = limits.check().expect_err("wrong limits").to_string();
            assert!(error.contains(why), "{error}");
        }
        let fine = Limits { clock: clock(1, Some(1)), depth: Some(3), nodes: Some(9), ..Limits::default() };
        assert!(fine.check().is_ok() && Limits::default().check().is_ok());
    }
}
