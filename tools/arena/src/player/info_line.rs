//! The `info` lines of Quartet's protocol.

use super::{EngineScore, Report, ScoreKind};

/// Whether an `info` line is about the best line, with an exact score.
pub(super) fn is_main_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace().skip(1).peekable();
    let mut scored = false;
    while let Some(word) = words.next() {
        match word {
            "string" | "lowerbound" | "upperbound" => return false,
            "multipv" if words.peek().is_some_and(|&rank| rank != "1") => return false,
            "score" => scored = true,
            "pv" => break,
            _ => {}
        }
    }
    scored
}

/// Parses an `info` line; malformed values are left out.
pub(super) fn read_info(line: &str, mate_in_plies: bool) -> Report {
    let mut report = Report::default();
    let mut words = line.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => report.depth = number(words.next()),
            "seldepth" => report.seldepth = number(words.next()),
            "nodes" => report.nodes = number(words.next()),
            "nps" => report.nps = number(words.next()),
            "time" => report.milliseconds = number(words.next()),
            "score" => report.score = read_score(words.next(), words.next(), mate_in_plies),
            "pv" => break,
            _ => {}
        }
    }
    report
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// The distance to the end of the game in moves of the winner, for one in plies: positive if the side to move wins.
pub(super) fn moves_of_plies(plies: i64) -> i64 {
    // The winner makes the last move, so a win has an odd number of plies and a loss an even one.
    plies / 2 + i64::from(plies > 0 && plies % 2 == 1)
}

/// Parses a score; a distance in plies is converted into moves of the winner.
fn read_score(kind: Option<&str>, value: Option<&str>, mate_in_plies: bool) -> Option<EngineScore> {
    let value: i64 = number(value)?;
    match kind? {
        "cp" => Some(EngineScore { kind: ScoreKind::Cp, value }),
        "mate" if mate_in_plies => Some(EngineScore { kind: ScoreKind::Mate, value: moves_of_plies(value) }),
        "mate" => Some(EngineScore { kind: ScoreKind::Mate, value }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines() {
        let line =
            "info depth 7 seldepth 9 multipv 1 score cp -12 nodes 400 nps 5000 hashfull 0 tbhits 0 time 80 pv f5 d6";
        assert!(is_main_line(line));
        let report = read_info(line, false);
        assert_eq!((report.depth, report.seldepth, report.nodes), (Some(7), Some(9), Some(400)));
        assert_eq!((report.nps, report.milliseconds), (Some(5000), Some(80)));
        assert_eq!(report.score, Some(EngineScore { kind: ScoreKind::Cp, value: -12 }));
        for other in [
            "info string depth 3 score cp 1",
            "info depth 3 multipv 2 score cp 5 pv f5",
            "info depth 3 score cp 5 lowerbound pv f5",
            "info depth 3 currmove f5",
            "info",
        ] {
            assert!(!is_main_line(other), "{other}");
        }
        assert_eq!(read_info("info score cp x depth", false), Report::default());
    }

    #[test]
    fn mates_count_moves() {
        let value = |text, plies| read_score(Some("mate"), Some(text), plies).map(|score| score.value);
        assert_eq!([value("5", false), value("-4", false)], [Some(5), Some(-4)]);
        assert_eq!(
            [value("9", true), value("1", true), value("-8", true), value("0", true)].map(Option::unwrap),
            [5, 1, -4, 0]
        );
    }
}
