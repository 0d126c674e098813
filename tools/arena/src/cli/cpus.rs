//! The CPUs of the games that are played at a time.

use crate::affinity;
use crate::settings::{EngineSettings, MatchSettings};
use anyhow::{Result, bail};
use std::num::NonZeroUsize;

/// The number of CPUs that a game keeps busy: the threads of the engine with the most, or, if an engine ponders, of the
/// two with the most.
fn cpus_of_a_game(settings: &MatchSettings) -> usize {
    let mut threads: Vec<usize> = settings.engines.iter().map(threads).collect();
    threads.sort_unstable_by(|one, other| other.cmp(one));
    let at_a_time = if settings.engines.iter().any(|engine| engine.ponder) { 2 } else { 1 };
    threads.into_iter().take(at_a_time).fold(0, usize::saturating_add)
}

/// The option `Threads` of an engine; 1 by default.
fn threads(engine: &EngineSettings) -> usize {
    let set = engine.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
    set.and_then(|(_, value)| value.parse().ok()).unwrap_or(1).max(1)
}

/// The CPUs of each of the games that are played at a time. Fails if there are not enough.
pub(super) fn of_games(settings: &MatchSettings, concurrency: NonZeroUsize) -> Result<Vec<Vec<usize>>> {
    share(&affinity::allowed()?, cpus_of_a_game(settings), concurrency.get())
}

/// This number of sets of CPUs without a common one.
fn share(allowed: &[usize], each: usize, games: usize) -> Result<Vec<Vec<usize>>> {
    if each.saturating_mul(games) > allowed.len() {
        bail!("--affinity: {}", too_many(each, games, allowed.len()));
    }
    Ok(allowed.chunks(each).take(games).map(<[usize]>::to_vec).collect())
}

/// The warning before a match whose games use more CPUs than there are; `None` if there are enough.
pub(super) fn too_few(settings: &MatchSettings, concurrency: NonZeroUsize, there: usize) -> Option<String> {
    let (each, games) = (cpus_of_a_game(settings), concurrency.get());
    let warning = || format!("warning: {}: engines wait for each other", too_many(each, games, there));
    (each.saturating_mul(games) > there).then(warning)
}

/// Says that games use more CPUs than there are.
fn too_many(each: usize, games: usize, there: usize) -> String {
    let count = |count: usize| if count == 1 { "1 CPU".into() } else { format!("{count} CPUs") };
    let needed = count(each.saturating_mul(games));
    format!(
        "--concurrency {games} needs {needed}, {} for each game, but this process has {}",
        count(each),
        count(there)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(engines: &[(&str, bool)]) -> MatchSettings {
        let engine = |&(threads, ponder): &(&str, bool)| EngineSettings {
            options: vec![("threads".into(), threads.into())],
            ponder,
            ..EngineSettings::default()
        };
        MatchSettings { engines: engines.iter().map(engine).collect(), ..MatchSettings::default() }
    }

    #[test]
    fn engines_that_ponder_need_cpus_at_the_same_time() {
        assert_eq!(cpus_of_a_game(&settings(&[("2", false), ("4", false)])), 4);
        assert_eq!(cpus_of_a_game(&settings(&[("2", true), ("4", false), ("1", false)])), 6);
        assert_eq!(cpus_of_a_game(&settings(&[("auto", false), ("0", false)])), 1);
        let huge = usize::MAX.to_string();
        assert_eq!(cpus_of_a_game(&settings(&[(&huge, true), (&huge, true)])), usize::MAX);
    }

    #[test]
    fn no_two_games_share_a_cpu() {
        let allowed = [4, 6, 5, 7, 9];
        assert_eq!(share(&allowed, 2, 2).unwrap(), [vec![4, 6], vec![5, 7]]);
        assert_eq!(share(&allowed, 1, 5).unwrap().concat(), allowed);
        let error = share(&allowed, 2, 3).unwrap_err().to_string();
        assert_eq!(
            error,
            "--affinity: --concurrency 3 needs 6 CPUs, 2 CPUs for each game, but this process has 5 CPUs"
        );
    }

    #[test]
    fn a_warning_where_engines_wait_for_each_other() {
        let two = NonZeroUsize::new(2).expect("not 0");
        assert_eq!(too_few(&settings(&[("2", false), ("1", false)]), two, 4), None);
        assert!(
            too_few(&settings(&[("2", false), ("1", true)]), two, 4)
                .is_some_and(|line| line.contains("3 CPUs for each game"))
        );
    }
}
