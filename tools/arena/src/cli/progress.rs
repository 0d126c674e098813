//! The progress of a match in lines: one for each game, and one with the ratings from time to time.

use crate::record::{GameRecord, Header};
use crate::sequential::SequentialTest;
use crate::standings::Standings;
use crate::stats::{CONFIDENCE, Estimate, compare, ratings};
use quartet_rules::GameResult;

/// The line for a finished game, the `done`-th of `of`.
pub(super) fn game(game: &GameRecord, done: u64, of: u64) -> String {
    let result = match game.result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    };
    let why = match (&game.failure, game.margin) {
        (Some(failure), _) => format!("{}: {}: {}", failure.engine, failure.kind.word(), failure.detail),
        (None, Some(margin)) => format!("{} {margin:+}", game.reason),
        (None, None) => game.reason.clone(),
    };
    let (plies, seconds) = (game.opening.moves.len() + game.moves.len(), game.seconds);
    let GameRecord { id, first, second, .. } = game;
    printable(&format!("{done} of {of}: game {id}, {first} - {second} {result} ({why}), {plies} plies, {seconds:.1} s"))
}

/// The line for the ratings and the sequential test so far.
pub(crate) fn ratings_so_far(standings: &Standings, test: Option<&SequentialTest>) -> String {
    let overview = standings.overview();
    let (games, different) = (overview.first_player.games(), overview.different());
    let figures = match standings.engines() {
        [one, other] => {
            let compared = compare(&standings.sample(0, 1), CONFIDENCE);
            let tally = compared.tally;
            let (share, elo) = (percent(tally.score()), compared.elo.map_or("-".into(), |elo| with_error(&elo)));
            format!(
                "{} against {} +{} ={} -{}, {share}, Elo {elo}, LOS {}",
                one.name,
                other.name,
                tally.wins,
                tally.draws,
                tally.losses,
                percent(Some(compared.los)),
            )
        }
        engines => {
            let played = |place: &usize| engines[*place].all().games() > 0;
            let places: Vec<usize> = (0..engines.len()).filter(played).collect();
            let rated = ratings(places.len(), &standings.encounters(&places), None, CONFIDENCE);
            let mut rows: Vec<(usize, Estimate)> =
                places.into_iter().zip(rated.players.iter().map(|player| player.elo)).collect();
            rows.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
            let row = |(place, elo): (usize, Estimate)| {
                let tally = engines[place].all();
                let (name, share) = (&engines[place].name, percent(tally.score()));
                format!("{name} {} ({share} of {})", with_error(&elo), tally.games())
            };
            format!("Elo {}", rows.into_iter().map(row).collect::<Vec<_>>().join(", "))
        }
    };
    let test = test.map(|test| format!("; {}", test.line())).unwrap_or_default();
    printable(&format!("after {games} games, {different} different: {figures}{test}"))
}

/// The warning before a match in which openings are repeated; `None` if each pair has its own. `different` is the
/// number of different positions that the openings lead to.
pub(super) fn few_openings(Header { settings, openings, .. }: &Header, different: usize) -> Option<String> {
    let pairs = settings.games / 2;
    let listed = match openings.count {
        1 => "1 opening".into(),
        count if different < count => format!("{count} openings, {different} different,"),
        count => format!("{count} openings"),
    };
    ((different as u64) < pairs).then(|| {
        format!(
            "warning: {listed} for {pairs} pairs between two engines: deterministic engines will repeat games; use \
             --openings, --all-openings or --random-openings for more openings"
        )
    })
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{:.1} %", 100.0 * share))
}

/// "+12.3 ± 4.5".
fn with_error(estimate: &Estimate) -> String {
    format!("{:+.1} ± {:.1}", estimate.value, estimate.error())
}

/// A line with control characters escaped, since a terminal would execute those that an engine prints.
pub(super) fn printable(line: &str) -> String {
    let shown = |letter: char| match letter {
        '\t' => letter.to_string(),
        _ if letter.is_control() => letter.escape_default().to_string(),
        _ => letter.to_string(),
    };
    line.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;
    use crate::record::{FaultRecord, MoveRecord, OpeningRecord, example};

    fn standings(names: &[&str], games: &[(u64, [&str; 2], GameResult)]) -> Standings {
        let mut standings = Standings::new(names.iter().copied());
        games.iter().for_each(|&(id, names, result)| standings.add(&example(id, names, result)));
        standings
    }

    #[test]
    fn a_line_for_each_game() {
        let plain =
            GameRecord { margin: Some(-16), seconds: 1.26, ..example(7, ["new", "old"], GameResult::SecondWins) };
        assert_eq!(game(&plain, 3, 100), "3 of 100: game 7, new - old 0-1 (discs -16), 0 plies, 1.3 s");
        let mv: MoveRecord = serde_json::from_str(r#"{"move":"e5","engine":"x","ms":1.0}"#).expect("a move");
        let failure = FaultRecord { kind: FaultKind::Illegal, engine: "old".into(), detail: "'\x1b[2J'".into() };
        let opening = OpeningRecord { index: 0, setup: "startpos".into(), moves: vec!["f5".into(), "d6".into()] };
        let failed = GameRecord {
            failure: Some(failure),
            moves: vec![mv],
            opening,
            ..example(8, ["old", "new"], GameResult::FirstWins)
        };
        assert_eq!(
            game(&failed, 4, 100),
            "4 of 100: game 8, old - new 1-0 (old: illegal: '\\u{1b}[2J'), 3 plies, 0.0 s"
        );
        let drawn = GameRecord { reason: "full".into(), ..example(9, ["old", "new"], GameResult::Draw) };
        assert!(game(&drawn, 5, 100).contains("old - new 1/2-1/2 (full)"));
    }

    #[test]
    fn two_engines_are_compared_and_more_are_rated() {
        use GameResult::{Draw, FirstWins, SecondWins};
        let two = standings(
            &["a", "b"],
            &[
                (0, ["a", "b"], FirstWins),
                (1, ["b", "a"], Draw),
                (2, ["a", "b"], SecondWins),
                (3, ["b", "a"], SecondWins),
            ],
        );
        // Pairs of 1½ and 1 points: a mean of 0.625 a game, of variance 1/128.
        let line = ratings_so_far(&two, None);
        assert!(line.starts_with("after 4 games, 4 different: a against b +2 =1 -1, 62.5 %, Elo +88.7 ± "), "{line}");
        assert!(line.contains(", LOS "), "{line}");
        let three = standings(
            &["a", "b", "c", "idle"],
            &[(0, ["a", "b"], Draw), (1, ["b", "a"], SecondWins), (2, ["c", "a"], Draw), (3, ["a", "c"], SecondWins)],
        );
        let line = ratings_so_far(&three, None);
        let order: Vec<usize> = ["c +", "a ", "b -"].iter().map(|name| line.find(name).expect("a rating")).collect();
        assert!(
            order.is_sorted() && line.starts_with("after 4 games, 4 different: Elo c +") && !line.contains("idle"),
            "{line}"
        );
        assert!(line.contains("(50.0 % of 4)") && line.ends_with("(25.0 % of 2)"), "{line}");
    }
}
