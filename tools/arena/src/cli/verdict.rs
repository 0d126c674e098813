//! What a match between two engines says about their strength, live and at its end.
//!
//! Must not know: how games are played, files.

use crate::standings::Standings;
use crate::stats::{CONFIDENCE, Comparison, Estimate, Model, Sprt, State, Verdict, compare};
use anyhow::{Context, Result, bail};
use std::fmt::Write;

/// Reads `ELO0:ELO1[:ALPHA:BETA][:MODEL]`; α and β are 0.05 and the model is `normalised` unless they are given.
pub fn parse_sprt(text: &str) -> Result<Sprt> {
    let wrong = || format!("'{text}', expected ELO0:ELO1[:ALPHA:BETA][:logistic|normalised]");
    let mut words: Vec<&str> = text.split(':').collect();
    let model = match words.last() {
        Some(&"logistic") => Model::Logistic,
        _ => Model::Normalised,
    };
    words.retain(|word| !matches!(*word, "logistic" | "normalised"));
    let numbers: Vec<f64> = words.iter().map(|word| word.parse()).collect::<Result<_, _>>().with_context(wrong)?;
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => bail!(wrong()),
    };
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|why| anyhow::anyhow!("{why}")).with_context(wrong)
}

/// The comparison of the first two engines.
pub fn comparison(standings: &Standings) -> Comparison {
    compare(&standings.sample(0, 1), CONFIDENCE)
}

/// It in words, with the state of the test.
pub fn render(comparison: &Comparison, verdict: Option<&Verdict>) -> String {
    let mut text = String::new();
    let estimate = |estimate: &Option<Estimate>| match estimate {
        Some(Estimate { value, low, high }) => format!("{value:+.1} [{low:+.1}, {high:+.1}]"),
        None => "-".into(),
    };
    let (elo, normalised) = (estimate(&comparison.elo), estimate(&comparison.normalised_elo));
    let _ = writeln!(text, "Elo {elo}, normalised {normalised}, LOS {:.1} %", 100.0 * comparison.los);
    let counts = comparison.pentanomial.0.map(|count| count.to_string()).join(" ");
    let _ = writeln!(text, "pairs with 0, 0.5, 1, 1.5, 2 points: {counts}");
    if let Some(Verdict { llr, lower, upper, state }) = verdict {
        let state = match state {
            State::Continue => "undecided",
            State::AcceptH0 => "H0 accepted",
            State::AcceptH1 => "H1 accepted",
        };
        let _ = writeln!(text, "SPRT: LLR {llr:+.2} ({lower:.2}, {upper:.2}), {state}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_in_words() {
        assert_eq!(parse_sprt("0:5").expect("fine"), Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalised).expect("fine"));
        let logistic = Sprt::new(-3.0, 1.0, 0.1, 0.2, Model::Logistic).expect("fine");
        assert_eq!(parse_sprt("-3:1:0.1:0.2:logistic").expect("fine"), logistic);
        for wrong in ["", "0", "5:0", "0:5:0.1", "0:5:0.6:0.6", "0:x", "0:5:what"] {
            assert!(parse_sprt(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn nothing_is_said_of_no_games() {
        let text = render(&comparison(&Standings::new(["a", "b"])), None);
        assert!(text.starts_with("Elo -, normalised -, LOS 50.0 %\n"), "{text}");
    }
}
