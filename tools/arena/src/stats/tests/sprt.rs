use super::{near, pairs, singles};
use crate::stats::{BadSprt, Model, Sample, Sprt, SprtState, score_of_elo};

fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

#[test]
fn bounds_are_wald_s() {
    let status = Sprt::new(0.0, 5.0, 0.05, 0.1, Model::Logistic).unwrap().judge(&Sample::default());
    near(status.lower, -2.251_292, 1e-6);
    near(status.upper, 2.890_372, 1e-6);
    near(status.llr, 0.0, 0.0);
    assert_eq!(status.state, SprtState::Continue);
}

/// Final states of Stockfish tests as published by fishtest, in normalised Elo: bounds, pairs, LLR to two digits.
/// official-stockfish/Stockfish pull requests 6019, 4194, 6285, 5712.
#[test]
fn agrees_with_fishtest() {
    let published = [
        (0.0, 2.0, [320, 12_431, 27_275, 12_858, 316], 2.95),
        (0.5, 2.5, [197, 45_541, 117_722, 46_579, 228], 2.96),
        (0.0, 2.0, [371, 10_263, 24_989, 10_642, 379], 2.95),
        (0.5, 2.5, [47, 8_181, 25_234, 8_575, 47], 2.94),
        (-1.75, 0.25, [289, 26_459, 62_934, 26_379, 331], 2.94),
        (-1.75, 0.25, [118, 38_575, 109_888, 38_432, 122], 2.95),
        (0.0, 2.0, [831, 31_795, 68_460, 32_448, 834], 2.93),
        (0.5, 2.5, [307, 54_901, 140_959, 56_230, 281], 2.95),
    ];
    for (elo0, elo1, counts, llr) in published {
        near(sprt(elo0, elo1, Model::Normalised).judge(&pairs(counts)).llr, llr, 0.0101);
    }
}

/// Figures printed by fastchess: a logistic test, a normalised one, and two extreme ones.
/// lynx-chess/Lynx 1899, princesslana/princhess 343, Disservin/fastchess 882.
#[test]
fn agrees_with_fastchess() {
    let printed = [
        (-5.0, 0.0, Model::Logistic, [235, 1384, 2521, 1341, 239], 1.69),
        (-5.0, 0.0, Model::Normalised, [1, 22, 52, 21, 4], 0.15),
        (-1000.0, -500.0, Model::Normalised, [77, 1, 0, 0, 0], -2.95),
        (-1000.0, -500.0, Model::Normalised, [72, 10, 0, 0, 0], -2.97),
    ];
    for (elo0, elo1, model, counts, llr) in printed {
        near(sprt(elo0, elo1, model).judge(&pairs(counts)).llr, llr, 0.0051);
    }
}

#[test]
fn without_draws_it_is_the_classical_test() {
    // With wins and losses only, the distribution is binomial and the ratio is Wald's original one.
    let (wins, losses) = (130, 100);
    let (p0, p1) = (score_of_elo(0.0), score_of_elo(30.0));
    let expected = wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln();
    near(sprt(0.0, 30.0, Model::Logistic).judge(&singles(wins, 0, losses)).llr, expected, 0.01);
}

#[test]
fn states() {
    let test = sprt(0.0, 10.0, Model::Logistic);
    assert_eq!(test.judge(&pairs([20, 100, 200, 180, 60])).state, SprtState::AcceptH1);
    assert_eq!(test.judge(&pairs([60, 180, 200, 100, 20])).state, SprtState::AcceptH0);
    assert_eq!(test.judge(&pairs([0, 0, 0, 0, 1])).state, SprtState::Continue);
}

#[test]
fn finite_for_any_counts_and_bounds() {
    let bounds = [(-1000.0, 1000.0), (-1000.0, -500.0), (500.0, 1000.0), (0.0, 5.0)];
    for (elo0, elo1) in bounds {
        for model in [Model::Logistic, Model::Normalised] {
            let test = sprt(elo0, elo1, model);
            for code in 0..3_usize.pow(5) {
                let counts = std::array::from_fn(|i| [0, 1, 70][code / 3_usize.pow(i as u32) % 3]);
                let llr = test.judge(&pairs(counts)).llr;
                assert!(llr.is_finite(), "{test}: {counts:?}");
            }
        }
    }
}

#[test]
fn invalid_tests_are_refused() {
    let refusal = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Logistic).err();
    assert_eq!(refusal(5.0, 5.0, 0.05, 0.05), Some(BadSprt::Elo));
    assert_eq!(refusal(0.0, f64::NAN, 0.05, 0.05), Some(BadSprt::Elo));
    assert_eq!(refusal(0.0, f64::INFINITY, 0.05, 0.05), Some(BadSprt::Elo));
    assert_eq!(refusal(0.0, 5.0, 0.0, 0.05), Some(BadSprt::Errors));
    assert_eq!(refusal(0.0, 5.0, 0.5, 0.5), Some(BadSprt::Errors));
}

/// Lines of fastchess: its layout, and its share of the bound on either side of 0.
#[test]
fn the_status_is_written_as_in_fastchess() {
    let status = |counts| sprt(-1000.0, -500.0, Model::Normalised).judge(&pairs(counts));
    assert_eq!(status([77, 1, 0, 0, 0]).to_string(), "LLR: -2.95 (-100.3%) (-2.94, 2.94)");
    let test = sprt(-5.0, 0.0, Model::Logistic);
    let status = test.judge(&pairs([235, 1384, 2521, 1341, 239]));
    assert_eq!(
        format!("{status} {test}"),
        "LLR: 1.69 (57.2%) (-2.94, 2.94) [-5.00, 0.00], SPRT logistic, alpha 0.05, beta 0.05"
    );
    near(Sprt::new(0.0, 5.0, 0.05, 0.1, Model::Logistic).unwrap().judge(&Sample::default()).share(), 0.0, 0.0);
}

#[test]
fn an_invalid_test_cannot_be_parsed() {
    let good = sprt(0.0, 5.0, Model::Normalised);
    let text = serde_json::to_string(&good).unwrap();
    assert_eq!(text, r#"{"elo0":0.0,"elo1":5.0,"alpha":0.05,"beta":0.05,"model":"normalised"}"#);
    assert_eq!(serde_json::from_str::<Sprt>(&text).unwrap(), good);
    let error = serde_json::from_str::<Sprt>(&text.replace("5.0", "-5.0")).unwrap_err().to_string();
    assert!(error.contains("elo0 has to be below elo1"), "{error}");
}
