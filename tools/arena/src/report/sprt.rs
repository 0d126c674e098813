//! The sequential test of a match and its status.

use crate::record::Collection;
use crate::settings::MatchSettings;
use crate::standings::{Nondeterminism, Standings};
use crate::stats::{Sprt, SprtState, SprtStatus};
use serde::Serialize;

/// A sequential test from the point of view of its first engine.
#[derive(Clone, Debug, Serialize)]
pub struct SequentialTest {
    /// The first engine.
    pub engine: String,
    /// The other engine.
    pub opponent: String,
    /// The test.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// The status of the test.
    #[serde(flatten)]
    pub status: SprtStatus,
    /// [`SprtStatus::share`].
    pub share: f64,
    /// Complete pairs of games.
    pub pairs: u64,
    /// The number of pairs that repeat an earlier one move for move.
    pub repeats: u64,
    /// Whether repeated pairs count.
    pub repeats_counted: bool,
    /// Whether the settings require that repeated pairs count.
    pub count_repeats: bool,
    /// Evidence that one of the engines is nondeterministic, in which case repeats count as well.
    #[serde(rename = "chance")]
    pub nondeterminism: Option<Nondeterminism>,
    /// The log-likelihood ratio if repeated pairs count once.
    pub llr_once: f64,
    /// The log-likelihood ratio if all pairs count.
    pub llr_all: f64,
}

impl SequentialTest {
    /// The sequential test of a match's settings for the games counted so far. The first two engines must be those of
    /// the settings.
    pub fn of(settings: &MatchSettings, standings: &Standings) -> Option<Self> {
        let (sprt, [one, other]) = (settings.sprt?, &settings.engines[..]) else { return None };
        let evidence = standings.evidence(0, 1);
        let repeats_counted = settings.count_repeats || evidence.nondeterminism.is_some();
        let (once, all) = (sprt.judge(&evidence.once), sprt.judge(&evidence.all));
        let status = if repeats_counted { all } else { once };
        Some(SequentialTest {
            engine: one.name.clone(),
            opponent: other.name.clone(),
            sprt,
            status,
            share: status.share(),
            pairs: evidence.all.pairs().pairs(),
            repeats: evidence.repeats,
            repeats_counted,
            count_repeats: settings.count_repeats,
            nondeterminism: evidence.nondeterminism,
            llr_once: once.llr,
            llr_all: all.llr,
        })
    }

    /// Whether the test is decided.
    pub fn is_decided(&self) -> bool {
        self.status.state != SprtState::Continue
    }

    /// The test and its status in one line:
    /// `LLR: 1.47 (49.9%) (-2.94, 2.94) [0.00, 10.00], SPRT normalised, alpha 0.05, beta 0.05: undecided`.
    pub fn line(&self) -> String {
        let SequentialTest { sprt, status, .. } = self;
        format!("{status} {sprt}: {}", status.state)
    }

    /// A line on how repeated pairs were counted, with the ratio for the other way; `None` if there are none.
    pub fn repeats_line(&self) -> Option<String> {
        let SequentialTest { pairs, repeats, status, .. } = self;
        let otherwise = |llr| format!("LLR: {llr:.2} ({:.1}%)", 100.0 * SprtStatus { llr, ..*status }.share());
        let counts = match (&self.nondeterminism, self.count_repeats) {
            (None, false) => format!("once; if each counted (--count-repeats): {}", otherwise(self.llr_all)),
            (_, true) => format!("each (--count-repeats); if once: {}", otherwise(self.llr_once)),
            (Some(Nondeterminism { engine, games: [one, other] }), false) => {
                let why = format!("since {engine} is not deterministic (games {one} and {other} differ)");
                format!("each, {why}; if once: {}", otherwise(self.llr_once))
            }
        };
        let repeated = format!("{repeats} of {pairs} pairs repeat an earlier one move for move");
        (*repeats > 0).then(|| format!("SPRT: {repeated} and count {counts}"))
    }
}

/// The sequential tests of records, each with its variant. A test uses the games of all records with the same test
/// between the same engines.
pub(super) fn tests(records: &Collection) -> Vec<(&str, SequentialTest)> {
    let mut tests: Vec<(&str, &MatchSettings, Standings)> = Vec::new();
    for part in &records.parts {
        let Some(settings) = &part.settings else { continue };
        let Some(game) = part.games.first().filter(|_| settings.sprt.is_some()) else { continue };
        let known = tests.iter().position(|(variant, known, _)| *variant == game.variant && is_same(known, settings));
        let place = known.unwrap_or_else(|| {
            let names = settings.engines.iter().map(|engine| engine.name.as_str());
            tests.push((&game.variant, settings, Standings::new(names)));
            tests.len() - 1
        });
        part.games.iter().for_each(|game| tests[place].2.add_of_match(part.of_match, game));
    }
    let named =
        |(variant, settings, standings): (_, _, Standings)| Some((variant, SequentialTest::of(settings, &standings)?));
    tests.into_iter().filter_map(named).collect()
}

/// Whether two matches have the same test between the same engines.
fn is_same(one: &MatchSettings, other: &MatchSettings) -> bool {
    let names =
        |settings: &MatchSettings| settings.engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>();
    one.sprt == other.sprt && one.count_repeats == other.count_repeats && names(one) == names(other)
}
