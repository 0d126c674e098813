//! The `MESSAGE` lines in which Gomocup engines report their searches. No document defines them. Quartet, and Rapfi if
//! it is so configured, write `depth 12-20 ev 35 n 123456 tm 123 pv …`; Rapfi's default is
//! `Depth 12-20 | Eval 35 | Node 123K`.

use super::info_line::moves_of_plies;
use super::{EngineScore, Report, ScoreKind};

/// Parses a line; `None` if it reports no exact score of the best line, or a depth in another form. Other values that
/// are not understood are left out.
pub(super) fn read_message(line: &str) -> Option<Report> {
    let mut words = line.strip_prefix("MESSAGE ")?.split_ascii_whitespace().filter(|word| *word != "|");
    let mut report = Report::default();
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "depth" => {
                let (depth, selective) = words.next()?.split_once('-')?;
                (report.depth, report.seldepth) = (depth.parse().ok(), selective.parse().ok());
            }
            "multipv" => words.next().filter(|rank| *rank == "1").map(drop)?,
            "ev" | "eval" => report.score = Some(read_score(words.next()?)?),
            "n" | "node" => report.nodes = words.next().and_then(read_count),
            "nps" => report.nps = words.next().and_then(read_count),
            "tm" => report.milliseconds = words.next().and_then(read_count),
            "pv" => break,
            _ => {}
        }
    }
    report.score.map(|_| report)
}

/// Parses a value, or a distance to the end of the game in plies such as `+M5`. A sign after it marks a bound, which is
/// not read.
fn read_score(text: &str) -> Option<EngineScore> {
    match text.split_once('M') {
        None => text.parse().ok().map(|value| EngineScore { kind: ScoreKind::Cp, value }),
        Some((sign, plies)) => {
            let plies: i64 = plies.parse().ok()?;
            let plies = match sign {
                "+" => plies,
                "-" => -plies,
                _ => return None,
            };
            Some(EngineScore { kind: ScoreKind::Mate, value: moves_of_plies(plies) })
        }
    }
}

/// Parses a number, which may be in thousands (`K`), millions (`M`) or thousands of millions (`G`).
fn read_count(text: &str) -> Option<u64> {
    let (number, unit) = match text.split_at_checked(text.len().checked_sub(1)?)? {
        (number, "K") => (number, 1_000),
        (number, "M") => (number, 1_000_000),
        (number, "G") => (number, 1_000_000_000),
        _ => (text, 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(line: &str) -> Option<(ScoreKind, i64)> {
        read_message(line)?.score.map(|score| (score.kind, score.value))
    }

    #[test]
    fn lines_of_quartet_and_rapfi() {
        let report = read_message("MESSAGE depth 9-17 ev -24 n 81234 nps 900000 tm 90 pv 7,7 8,8").expect("a report");
        assert_eq!((report.depth, report.seldepth, report.nodes), (Some(9), Some(17), Some(81_234)));
        assert_eq!((report.nps, report.milliseconds), (Some(900_000), Some(90)));
        assert_eq!(report.score, Some(EngineScore { kind: ScoreKind::Cp, value: -24 }));
        let line = "MESSAGE Speed 1234K | Depth 14-23 | Eval 35 | Node 199K | Time 161ms";
        let report = read_message(line).expect("a report");
        assert_eq!((report.depth, report.seldepth, report.nodes), (Some(14), Some(23), Some(199_000)));
        assert_eq!(score(line), Some((ScoreKind::Cp, 35)));
        assert_eq!(score("MESSAGE Depth 3-9 | Eval 12 | Time 5ms | H8 I9"), Some((ScoreKind::Cp, 12)));
        assert_eq!(score("MESSAGE depth 3-9 multipv 1 ev 12 n 5 pv 7,7"), Some((ScoreKind::Cp, 12)));
    }

    #[test]
    fn distances_in_plies_become_moves() {
        for (plies, moves) in [("+M5", 3), ("+M1", 1), ("-M4", -2)] {
            assert_eq!(score(&format!("MESSAGE depth 3-5 ev {plies} n 7")), Some((ScoreKind::Mate, moves)), "{plies}");
        }
    }

    #[test]
    fn other_lines_report_nothing() {
        for line in [
            "MESSAGE depth 3-9 multipv 2 ev 12 n 5 pv 7,7",
            "MESSAGE depth 3-9 ev 12+ n 5 pv 7,7",
            "MESSAGE depth 3-9 ev VAL_NONE",
            "MESSAGE depth 3-9 ev M5",
            "MESSAGE depth 3-9 ev",
            "MESSAGE REALTIME BEST 7,7",
            "MESSAGE",
            "DEBUG depth 3-9 ev 12",
            "7,7",
        ] {
            assert_eq!(read_message(line), None, "{line}");
        }
        let count = |text| read_count(text);
        assert_eq!(
            [count("12"), count("3K"), count("K"), count(""), count("é")],
            [Some(12), Some(3000), None, None, None]
        );
    }
}
