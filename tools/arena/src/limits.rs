//! What an engine may use for its moves, and the match runner's own clock.
//!
//! Must not know: protocols, engines.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What an engine may use; limits combine. Without any it may think as long as its patience lasts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// A clock for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSettings>,
    /// Nodes for each move; told to the engine, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies to search; told to the engine, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Milliseconds that an answer may come late.
    #[serde(default)]
    pub margin: u64,
    /// Milliseconds, beyond the time for the move if that is limited, after which an engine that has not answered is given up;
    /// the same for its other answers and for reading what it is sent.
    #[serde(default = "Limits::default_patience")]
    pub patience: u64,
}

impl Limits {
    fn default_patience() -> u64 {
        60_000
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            movetime: None,
            clock: None,
            nodes: None,
            depth: None,
            margin: 0,
            patience: Limits::default_patience(),
        }
    }
}

/// A clock for a game, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// Time at the start, and again after every `moves` moves.
    pub base: u64,
    /// Time added after each move.
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
                minutes.parse::<u64>().with_context(wrong)? * 60_000 + milliseconds(seconds).with_context(wrong)?
            }
            None => milliseconds(base).with_context(wrong)?,
        };
        let increment = milliseconds(increment).with_context(wrong)?;
        if moves == Some(0) || base + increment == 0 {
            bail!(wrong());
        }
        Ok(ClockSettings { base, increment, moves })
    }
}

/// Reads seconds, with a fraction if need be, as milliseconds.
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
            remaining: Duration::from_millis(clock.map_or(0, |clock| clock.base)),
            moves_left: clock.and_then(|clock| clock.moves),
        }
    }

    /// The limits it keeps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What is left for the game; `None` without a clock.
    pub fn remaining(&self) -> Option<Duration> {
        self.limits.clock.map(|_| self.remaining)
    }

    /// What is added after each move.
    pub fn increment(&self) -> Duration {
        Duration::from_millis(self.limits.clock.map_or(0, |clock| clock.increment))
    }

    /// The moves until time is added; `None` if it never is.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The longest that the next move may take, margin not counted; `None` without a limit.
    pub fn allowed(&self) -> Option<Duration> {
        let movetime = self.limits.movetime.map(Duration::from_millis);
        [movetime, self.remaining()].into_iter().flatten().min()
    }

    /// How long an answer is waited for before the engine is given up.
    pub fn patience(&self) -> Duration {
        self.allowed().unwrap_or_default() + Duration::from_millis(self.limits.margin + self.limits.patience)
    }

    /// Charges a move; the error says by how much it came too late, margin included in what was allowed.
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
        for wrong in ["", "x", "0", "0/10", "10+", "-1", "10+0.1+1", "NaN", "1e99"] {
            assert!(ClockSettings::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_clock_runs_and_is_wound_up() {
        let clock = ClockSettings { base: 1000, increment: 10, moves: Some(2) };
        let mut clock = Clock::new(&Limits { clock: Some(clock), margin: 5, ..Limits::default() });
        assert_eq!(clock.charge(ms(300)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_left()), (Some(ms(710)), Some(1)));
        // Inside the margin: nothing is left but what is added.
        assert_eq!(clock.charge(ms(714)), Ok(()));
        assert_eq!((clock.remaining(), clock.moves_left()), (Some(ms(1010)), Some(2)));
        assert_eq!(clock.charge(ms(1020)), Err(ms(5)));
    }

    #[test]
    fn the_shortest_limit_counts() {
        let clock = ClockSettings { base: 1000, increment: 0, moves: None };
        let mut clock = Clock::new(&Limits { clock: Some(clock), movetime: Some(400), ..Limits::default() });
        assert_eq!(clock.allowed(), Some(ms(400)));
        assert_eq!(clock.charge(ms(401)), Err(ms(1)));
        assert_eq!(clock.charge(ms(399)), Ok(()));
        assert_eq!(clock.charge(ms(399)), Ok(()));
        assert_eq!(clock.allowed(), Some(ms(202)));
        assert_eq!(Clock::new(&Limits::default()).allowed(), None);
    }
}
