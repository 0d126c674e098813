//! The figures of a page that are not those of a list: two engines compared, and the sequential tests.

use super::super::tables::{full_margin, full_tally, signed_estimate};
use super::super::{HeadToHead, Section};
use super::tables::scrolled;
use crate::sequential::SequentialTest;
use crate::stats::SprtStatus;
use maud::{Markup, html};

/// The games of all engines, and the comparison if there are two.
pub(super) fn overview(section: &Section) -> Markup {
    let repeated = section.games - section.different;
    html! {
        p.note {
            (section.games) " games, " (section.different) " different. The first player: "
            (full_tally(&section.first_player)) "."
            @if repeated > 0 {
                " All figures but those of the sequential test count every game, with the " (repeated)
                " that repeat earlier ones move for move."
            }
        }
        @if let Some(two) = &section.head_to_head { (comparison(two)) }
    }
}

/// Names of figures with their values.
fn named(caption: &str, rows: &[(&str, String)]) -> Markup {
    scrolled(html! {
        table {
            caption { (caption) }
            tbody { @for (name, value) in rows { tr { th.name scope="row" { (name) } td.text { (value) } } } }
        }
    })
}

fn comparison(HeadToHead { engine, opponent, comparison, margin }: &HeadToHead) -> Markup {
    let mut rows = vec![("games", full_tally(&comparison.tally))];
    rows.extend(comparison.elo.map(|elo| ("Elo", signed_estimate(&elo))));
    rows.extend(comparison.normalised_elo.map(|elo| ("nElo", signed_estimate(&elo))));
    rows.push(("LOS", format!("{:.2} %", 100.0 * comparison.los)));
    rows.push(("Ptnml(0-2)", format!("{:?}", comparison.pentanomial.0)));
    rows.extend(margin.as_ref().map(|margin| ("discs", full_margin(margin))));
    named(&format!("{engine} against {opponent}"), &rows)
}

/// The sequential tests.
pub(super) fn tests(section: &Section) -> Markup {
    html! { @for test in section.sprt.iter().chain(&section.other_sprts) { (self::test(test)) } }
}

fn test(test: &SequentialTest) -> Markup {
    let SequentialTest { engine, opponent, sprt, status, .. } = test;
    let SprtStatus { llr, lower, upper, state } = status;
    let rows = [
        ("test", sprt.to_string()),
        ("LLR", format!("{llr:.2} ({:.1} % of the bound)", 100.0 * test.share)),
        ("bounds", format!("{lower:.2}, {upper:.2}")),
        ("pairs judged", test.pairs.to_string()),
        ("state", state.to_string()),
    ];
    html! {
        (named(&format!("Sequential test: {engine} against {opponent}"), &rows))
        @for line in [test.later_line(), test.repeats_line()].into_iter().flatten() { p.note { (line) } }
    }
}
