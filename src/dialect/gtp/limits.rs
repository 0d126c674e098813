//! Reading the commands that set time controls.

use super::clock::TimeControl;
use crate::dialect::words::shown;
use std::time::Duration;

/// Greatest number of seconds that counts; more is no limit that a game could reach.
const MAX_SECONDS: f64 = 1e8;

/// `time_settings main byo_yomi stones`: Canadian byo-yomi. A period without stones means that there is no limit.
pub(super) fn time_settings(words: &[&str]) -> Result<TimeControl, String> {
    let [main, period, stones] = words else { return Err("expected main time, byo-yomi time and stones".into()) };
    let (main, period, stones) = (seconds(main)?, seconds(period)?, count(stones)?);
    if stones == 0 && !period.is_zero() {
        return Ok(TimeControl::None);
    }
    Ok(canadian(main, period, stones))
}

/// `kgs-time_settings none | absolute main | canadian main period stones | byoyomi main period periods`.
pub(super) fn kgs_time_settings(words: &[&str]) -> Result<TimeControl, String> {
    let (system, rest) = words.split_first().ok_or("expected a time system")?;
    match (system.to_ascii_lowercase().as_str(), rest) {
        ("none", _) => Ok(TimeControl::None),
        ("absolute", [main]) => Ok(canadian(seconds(main)?, Duration::ZERO, 0)),
        ("canadian", [main, period, stones]) => Ok(canadian(seconds(main)?, seconds(period)?, count(stones)?)),
        ("byoyomi", [main, period, periods]) => {
            let (main, period, periods) = (seconds(main)?, seconds(period)?, count(periods)?);
            if periods == 0 || period.is_zero() {
                return Ok(canadian(main, Duration::ZERO, 0));
            }
            Ok(TimeControl::Japanese { main, period, periods })
        }
        _ => Err(format!("time system '{}', expected none, absolute, canadian or byoyomi", shown(system))),
    }
}

/// Canadian byo-yomi; no time at all is no limit.
fn canadian(main: Duration, period: Duration, stones: u32) -> TimeControl {
    if main.is_zero() && period.is_zero() {
        return TimeControl::None;
    }
    TimeControl::Canadian { main, period, stones }
}

/// A number of seconds, whole or not.
pub(super) fn seconds(word: &str) -> Result<Duration, String> {
    let number = word.parse::<f64>().ok().filter(|number| *number >= 0.0);
    let number = number.ok_or_else(|| format!("'{}', expected a number of seconds", shown(word)))?;
    Ok(Duration::from_secs_f64(number.min(MAX_SECONDS)))
}

/// A number of stones or periods.
pub(super) fn count(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("'{}', expected a number", shown(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_settings_are_canadian() {
        let (minute, half) = (Duration::from_secs(60), Duration::from_secs(30));
        assert_eq!(
            time_settings(&["60", "30", "5"]),
            Ok(TimeControl::Canadian { main: minute, period: half, stones: 5 })
        );
        for unlimited in [["0", "1", "0"], ["0", "0", "0"], ["10", "1", "0"]] {
            assert_eq!(time_settings(&unlimited), Ok(TimeControl::None));
        }
        for wrong in [&["1", "2"][..], &["-1", "0", "0"], &["x", "0", "0"], &["NaN", "0", "0"], &["1", "1", "-1"]] {
            assert!(time_settings(wrong).is_err(), "{wrong:?}");
        }
        assert!(time_settings(&["inf", "0", "0"]).is_ok());
    }

    #[test]
    fn kgs_has_four_systems() {
        let second = Duration::from_secs(1);
        assert_eq!(kgs_time_settings(&["none"]), Ok(TimeControl::None));
        assert_eq!(
            kgs_time_settings(&["byoyomi", "1", "1", "3"]),
            Ok(TimeControl::Japanese { main: second, period: second, periods: 3 })
        );
        assert_eq!(kgs_time_settings(&["absolute", "1"]), Ok(canadian(second, Duration::ZERO, 0)));
        assert_eq!(kgs_time_settings(&["canadian", "1", "1", "2"]), Ok(canadian(second, second, 2)));
        assert!(kgs_time_settings(&["hourglass", "1"]).is_err());
        assert!(kgs_time_settings(&[]).is_err());
    }
}
