//! The tables of a page.

use super::super::tables::{number, percent};
use super::super::{Engine, Opening, Section, TournamentTable};
use crate::standings::FailureNote;
use crate::stats::Tally;
use maud::{Markup, html};

/// The number of best openings, and of worst ones, if there are more than twice as many.
const OPENINGS: usize = 20;
/// The number of failures that are listed.
const FAILURES: usize = 50;
/// What stands for a figure that there is not.
const NONE: &str = "–";

/// A table that can be scrolled to the side where it is wider than the page.
pub(super) fn scrolled(table: Markup) -> Markup {
    html! { div.scroll tabindex="0" { (table) } }
}

/// A table with a caption and the names of its columns, the first of which names the rows.
fn table(caption: &str, head: &[&str], rows: &[Vec<String>]) -> Markup {
    scrolled(html! {
        table {
            caption { (caption) }
            thead { tr { @for (place, name) in head.iter().enumerate() {
                th.name[place == 0] scope="col" { (name) }
            } } }
            tbody { @for row in rows { tr {
                @for (place, cell) in row.iter().enumerate() {
                    @if place == 0 { th.name scope="row" { (cell) } } @else { td { (cell) } }
                }
            } } }
        }
    })
}

/// The number of wins, draws and losses.
fn counts(tally: &Tally) -> [String; 3] {
    [tally.wins, tally.draws, tally.losses].map(|count| count.to_string())
}

/// The engines, strongest first.
pub(super) fn standings(section: &Section) -> Markup {
    let has_discs = section.engines.iter().any(|engine| engine.margin.is_some());
    let mut head =
        vec!["engine", "rating", "±", "games", "+", "=", "−", "score, %", "first, %", "second, %", "failures"];
    head.extend(has_discs.then_some("discs"));
    let row = |engine: &Engine| {
        let Engine { tally, rating, .. } = engine;
        let mut row = vec![engine.name.clone(), format!("{:+.1}", rating.value), format!("{:.1}", rating.error())];
        row.push(tally.games().to_string());
        row.extend(counts(tally));
        row.extend([tally, &engine.as_first, &engine.as_second].map(percent));
        row.push(engine.failures.values().sum::<u64>().to_string());
        row.extend(has_discs.then(|| engine.margin.map_or(NONE.into(), |margin| format!("{:+.2}", margin.mean))));
        row
    };
    let rows: Vec<_> = section.engines.iter().map(row).collect();
    html! {
        (table("Standings", &head, &rows))
        @if section.regularised {
            p.note {
                "Ratings are regularised with one virtual draw per engine, because the results alone do not bound them."
            }
        }
    }
}

/// A Swiss tournament or a knockout.
pub(super) fn tournament(tournament: &TournamentTable) -> Markup {
    table(&tournament.caption(), tournament.head(), &tournament.rows())
}

/// The points of each engine against each other one.
pub(super) fn crosstable(section: &Section) -> Markup {
    let numbers: Vec<_> = (1..=section.engines.len()).map(|number| number.to_string()).collect();
    let mut head = vec!["engine"];
    head.extend(numbers.iter().map(String::as_str));
    let cell = |tally: &Tally| match tally.games() {
        0 => NONE.into(),
        games => format!("{} / {games}", tally.points()),
    };
    let row = |((number, engine), tallies): ((&String, &Engine), &Vec<Tally>)| {
        std::iter::once(format!("{number}. {}", engine.name)).chain(tallies.iter().map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = numbers.iter().zip(&section.engines).zip(&section.crosstable).map(row).collect();
    table("Crosstable: points and games against each other engine", &head, &rows)
}

/// Depth, speed and times.
pub(super) fn play(section: &Section) -> Markup {
    let head =
        ["engine", "moves", "depth", "nodes/s", "ms a move", "longest, ms", "latency, ms", "longest latency, ms"];
    let row = |Engine { name, play, .. }: &Engine| {
        let [ms, longest] = [number(play.ms, 2), number(play.longest_ms, 1)];
        let [latency, longest_latency] = [number(play.latency_ms, 2), number(play.longest_latency_ms, 1)];
        let (depth, nps) = (number(play.depth, 1), number(play.nps, 0));
        vec![name.clone(), play.moves.to_string(), depth, nps, ms, longest, latency, longest_latency]
    };
    table("Searches and times", &head, &section.engines.iter().map(row).collect::<Vec<_>>())
}

/// How the games ended.
pub(super) fn endings(section: &Section) -> Markup {
    let share = |count: u64| format!("{:.1}", 100.0 * count as f64 / section.games.max(1) as f64);
    let row = |(reason, count): (&String, &u64)| vec![reason.clone(), count.to_string(), share(*count)];
    html! {
        (table("How games ended", &["ending", "games", "%"], &section.reasons.iter().map(row).collect::<Vec<_>>()))
        p.note { "Mean length: " (number(section.mean_length, 1)) " plies." }
    }
}

/// Results by opening, the best ones first.
pub(super) fn openings(section: &Section) -> Markup {
    let who = section.head_to_head.as_ref().map_or("the first player", |head_to_head| &head_to_head.engine);
    let tally = |opening: &Opening| opening.engine.unwrap_or(opening.first_player);
    let score = |opening: &Opening| tally(opening).score().unwrap_or(0.5);
    let mut order: Vec<&Opening> = section.openings.iter().collect();
    order.sort_by(|one, other| score(other).total_cmp(&score(one)));
    let (count, mut caption) = (order.len(), format!("Results of {who} by opening"));
    if count > 2 * OPENINGS {
        order.drain(OPENINGS..count - OPENINGS);
        caption += &format!(", the best and the worst {OPENINGS} of {count}");
    }
    let head = ["opening", "+", "=", "−", "score, %", "first player, %"];
    html! {
        details open[count <= OPENINGS] {
            summary { "Openings" }
            (scrolled(html! {
                table {
                    caption { (caption) }
                    thead { tr { @for name in head { th scope="col" { (name) } } th.text scope="col" { "position" } } }
                    tbody { @for opening in order { tr {
                        th scope="row" { (opening.index) }
                        @for count in counts(&tally(opening)) { td { (count) } }
                        td { (percent(&tally(opening))) } td { (percent(&opening.first_player)) }
                        td.text { (opening.text) }
                    } } }
                }
            }))
        }
    }
}

/// The failures of engines: how often each kind occurred, and what happened in the first games.
pub(super) fn failures(section: &Section) -> Markup {
    let kinds = section.engines.iter().flat_map(|engine| {
        engine.failures.iter().map(|(kind, count)| vec![engine.name.clone(), kind.to_string(), count.to_string()])
    });
    let more = section.failures.len().saturating_sub(FAILURES);
    html! {
        (table("Failures", &["engine", "failure", "games"], &kinds.collect::<Vec<_>>()))
        details {
            summary { "What happened" }
            ul { @for FailureNote { game, engine, kind, detail } in section.failures.iter().take(FAILURES) {
                li { "game " (game) ": " (engine) ", " (kind) ": " (detail) }
            } }
            @if more > 0 { p { "and " (more) " more" } }
        }
    }
}
