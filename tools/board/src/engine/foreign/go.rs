//! The limits of `go` as those of the arena.

use quartet_arena::limits::{ClockSettings, Limits};

/// How late a move may be before the engine counts as hanging, in milliseconds. The page keeps the clocks of the game.
const MARGIN: u64 = 60_000;

/// The limits of both sides for the words after `go`; where they set none, those of the command line hold.
pub(super) fn limits_of(words: &str, own: &Limits) -> Result<[Limits; 2], String> {
    let mut words = words.split_whitespace();
    let (mut times, mut increments) = ([None; 2], [0; 2]);
    let mut limits = Limits { margin: own.margin.max(MARGIN), ..own.clone() };
    while let Some(word) = words.next() {
        let number = words.next().and_then(|number| number.parse::<u64>().ok());
        let number = number.ok_or_else(|| format!("no number after '{word}': this engine needs a limit"))?;
        match word {
            "movetime" => (limits.movetime, limits.clock) = (Some(number.max(1)), None),
            "depth" => limits.depth = Some(number.try_into().unwrap_or(u32::MAX)),
            "nodes" => limits.nodes = Some(number),
            "wtime" | "p1time" => times[0] = Some(number),
            "btime" | "p2time" => times[1] = Some(number),
            "winc" | "p1inc" => increments[0] = number,
            "binc" | "p2inc" => increments[1] = number,
            _ => return Err(format!("'{word}' is not a limit of this engine")),
        }
    }
    let is_timed = times.iter().any(Option::is_some);
    if !is_timed && limits == (Limits { margin: limits.margin, ..Limits::default() }) {
        return Err("no limit, expected movetime, depth, nodes or clocks".into());
    }
    Ok([0, 1].map(|side| match times[side].or(times[1 - side]).filter(|_| is_timed) {
        Some(time) => with_clock(&limits, time, increments[side]),
        None => limits.clone(),
    }))
}

/// The limits with a clock that has this time left. An arena's clock begins with its base and one increment.
fn with_clock(limits: &Limits, time: u64, increment: u64) -> Limits {
    let increment = increment.min(time);
    let base = (time - increment).max(1);
    Limits { movetime: None, clock: Some(ClockSettings { base, increment, moves: None }), ..limits.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quartet_arena::limits::Clock;

    #[test]
    fn clocks_have_the_time_that_is_left() {
        let [x, o] = limits_of("wtime 60000 btime 500 winc 2000 binc 2000", &Limits::default()).expect("limits");
        assert_eq!(Clock::new(&x).remaining().map(|time| time.as_millis()), Some(60_000));
        assert_eq!(Clock::new(&o).remaining().map(|time| time.as_millis()), Some(501));
    }

    #[test]
    fn a_search_without_an_end_is_refused() {
        for wrong in ["", "infinite", "depth", "depth x", "mate 3"] {
            assert!(limits_of(wrong, &Limits::default()).is_err(), "{wrong}");
        }
        let own = Limits { depth: Some(8), ..Limits::default() };
        assert_eq!(limits_of("", &own).expect("limits")[0].depth, Some(8));
        assert_eq!(limits_of("movetime 100", &own).expect("limits")[1].movetime, Some(100));
    }
}
