//! The sequential tests of records.

use crate::record::Collection;
use crate::sequential::{Judge, SequentialTest};
use crate::settings::MatchSettings;

/// The sequential tests of records, each with its variant. A test uses the games of all records with the same test
/// between the same engines: the pairs of one match, in their order, then those of the next one.
pub(super) fn tests(records: &Collection) -> Vec<(&str, SequentialTest)> {
    let mut tests: Vec<Test<'_>> = Vec::new();
    let mut matches: Vec<usize> = records.parts.iter().map(|part| part.of_match).collect();
    matches.sort_unstable();
    matches.dedup();
    for of_match in matches {
        for part in records.parts.iter().filter(|part| part.of_match == of_match) {
            let (Some(settings), Some(game)) = (&part.settings, part.games.first()) else { continue };
            let known = tests.iter().position(|test| test.variant == game.variant && is_same(test.settings, settings));
            let Some(place) = known.or_else(|| {
                let judge = Judge::new(settings)?;
                tests.push(Test { variant: &game.variant, settings, judge });
                Some(tests.len() - 1)
            }) else {
                continue;
            };
            part.games.iter().for_each(|game| tests[place].judge.add(game));
        }
        tests.iter_mut().for_each(|test| test.judge.next_match());
    }
    tests.into_iter().map(|test| (test.variant, test.judge.test())).collect()
}

/// A test of one variant.
struct Test<'a> {
    variant: &'a str,
    settings: &'a MatchSettings,
    judge: Judge,
}

/// Whether two matches have the same test between the same engines.
fn is_same(one: &MatchSettings, other: &MatchSettings) -> bool {
    let names =
        |settings: &MatchSettings| settings.engines.iter().map(|engine| engine.name.clone()).collect::<Vec<_>>();
    one.sprt == other.sprt && one.count_repeats == other.count_repeats && names(one) == names(other)
}
