//! The sequential tests of records.

use crate::collection::Collection;
use crate::record::GameRecord;
use crate::sequential::{Judge, SequentialTest};
use crate::settings::MatchSettings;
use std::collections::BTreeMap;

/// A sequential test of one variant.
#[derive(Clone, Debug)]
pub(super) struct TestOfVariant<'a> {
    pub(super) variant: &'a str,
    pub(super) test: SequentialTest,
    /// The log-likelihood ratio after each number of games that have been judged.
    pub(super) ratios: Vec<(u64, f64)>,
}

/// The sequential tests of records. A test uses the games of all records with the same test between the same engines:
/// the pairs of one match, in their order, then those of the next one.
pub(super) fn tests(records: &Collection) -> Vec<TestOfVariant<'_>> {
    let mut tests: Vec<Test<'_>> = Vec::new();
    let mut matches: BTreeMap<usize, Vec<(usize, &GameRecord)>> = BTreeMap::new();
    for part in &records.parts {
        let (Some(settings), Some(game)) = (&part.settings, part.games.first()) else { continue };
        let known = tests.iter().position(|test| test.variant == game.variant && is_same(test.settings, settings));
        let Some(place) = known.or_else(|| {
            let judge = Judge::new(settings)?;
            tests.push(Test { variant: &game.variant, settings, judge, ratios: Vec::new() });
            Some(tests.len() - 1)
        }) else {
            continue;
        };
        matches.entry(part.of_match).or_default().extend(part.games.iter().map(|game| (place, game)));
    }
    for games in matches.values_mut() {
        // The games of shards alternate.
        games.sort_by_key(|(_, game)| game.id);
        games.iter().for_each(|(place, game)| tests[*place].add(game));
        tests.iter_mut().for_each(|test| test.judge.next_match());
    }
    let finished = |Test { variant, judge, ratios, .. }| TestOfVariant { variant, test: judge.test(), ratios };
    tests.into_iter().map(finished).collect()
}

/// A test while its games are judged.
struct Test<'a> {
    variant: &'a str,
    settings: &'a MatchSettings,
    judge: Judge,
    ratios: Vec<(u64, f64)>,
}

impl Test<'_> {
    fn add(&mut self, game: &GameRecord) {
        let (before, _) = self.judge.progress();
        self.judge.add(game);
        let (pairs, ratio) = self.judge.progress();
        if pairs > before {
            self.ratios.push((2 * pairs, ratio));
        }
    }
}

/// Whether two matches have the same test between the same engines.
fn is_same(one: &MatchSettings, other: &MatchSettings) -> bool {
    let names =
        |settings: &MatchSettings| settings.engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>();
    one.sprt == other.sprt && one.count_repeats == other.count_repeats && names(one) == names(other)
}
