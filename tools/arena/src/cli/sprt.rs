//! The argument for the sequential test of a match.

use crate::stats::{Model, Sprt};
use anyhow::{Context, Result, bail};

/// Reads `ELO0:ELO1[:ALPHA:BETA][:MODEL]`; α and β are 0.05 and the model is `normalised` unless they are given.
pub(super) fn parse_sprt(text: &str) -> Result<Sprt> {
    let wrong = || format!("'{text}', expected ELO0:ELO1[:ALPHA:BETA][:logistic|normalised]");
    let mut words: Vec<&str> = text.split(':').collect();
    let model = match words.last() {
        Some(&"logistic") => Model::Logistic,
        _ => Model::Normalised,
    };
    words.retain(|word| !matches!(*word, "logistic" | "normalised" | "normalized"));
    let numbers: Vec<f64> = words.iter().map(|word| word.parse()).collect::<Result<_, _>>().with_context(wrong)?;
    let (elo0, elo1, alpha, beta) = match numbers[..] {
        [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
        _ => bail!(wrong()),
    };
    Sprt::new(elo0, elo1, alpha, beta, model).map_err(|why| anyhow::anyhow!("{why}")).with_context(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_in_words() {
        assert_eq!(parse_sprt("0:5").expect("fine"), Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalised).expect("fine"));
        assert_eq!(parse_sprt("0:5:normalized").expect("fine"), parse_sprt("0:5:normalised").expect("fine"));
        let logistic = Sprt::new(-3.0, 1.0, 0.1, 0.2, Model::Logistic).expect("fine");
        assert_eq!(parse_sprt("-3:1:0.1:0.2:logistic").expect("fine"), logistic);
        for wrong in ["", "0", "5:0", "0:5:0.1", "0:5:0.6:0.6", "0:x", "0:5:what"] {
            assert!(parse_sprt(wrong).is_err(), "{wrong}");
        }
    }
}
