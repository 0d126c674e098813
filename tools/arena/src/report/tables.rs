//! Reports as plain-text tables.

use super::{Engine, HeadToHead, Margin, Opening, Report, Section, TournamentTable};
use crate::sequential::SequentialTest;
use crate::standings::FailureNote;
use crate::stats::{Estimate, Tally};
use comfy_table::{CellAlignment, Table, presets};

/// The number of best openings, of worst openings, and of failures that are printed; JSON has all.
const LISTED: usize = 5;
/// The text of a cell without a value.
const NOTHING: &str = "-";

/// The printed text of a report.
pub fn tables(report: &Report) -> String {
    let notes: String = report.notes.iter().map(|note| format!("{note}\n")).collect();
    if report.sections.is_empty() {
        return notes + "no games\n";
    }
    notes + &report.sections.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// The tables of one variant.
pub fn section(section: &Section) -> String {
    let Section { variant, games, different, first_player, .. } = section;
    if *games == 0 {
        return format!("{variant}: no games\n");
    }
    let first = full_tally(first_player);
    let mut parts = vec![format!("{variant}: {games} games, {different} different; the first player: {first}\n")];
    if let Some(head_to_head) = &section.head_to_head {
        parts.push(self::head_to_head(head_to_head));
    }
    parts.extend(evidence(section));
    parts.extend(section.tournaments.iter().map(tournament));
    parts.push(standings(section));
    if section.engines.len() > 2 {
        parts.push(crosstable(section));
    }
    parts.push(play(&section.engines));
    if section.openings.len() > 1 {
        parts.push(openings(section));
    }
    parts.push(endings(section));
    if !section.failures.is_empty() {
        parts.push(failures(section));
    }
    parts.join("\n")
}

fn head_to_head(head_to_head: &HeadToHead) -> String {
    let comparison = &head_to_head.comparison;
    let mut table = table(&["", &format!("{} against {}", head_to_head.engine, head_to_head.opponent)]);
    let mut row = |name: &str, text: String| {
        table.add_row([name, &text]);
    };
    row("games", full_tally(&comparison.tally));
    row("Elo", comparison.elo.map_or(NOTHING.into(), |elo| signed_estimate(&elo)));
    row("nElo", comparison.normalised_elo.map_or(NOTHING.into(), |elo| signed_estimate(&elo)));
    row("LOS", format!("{:.2} %", 100.0 * comparison.los));
    row("Ptnml(0-2)", format!("{:?}", comparison.pentanomial.0));
    if let Some(margin) = &head_to_head.margin {
        row("discs", full_margin(margin));
    }
    left(table)
}

/// The sequential tests and notes on repeated games; empty if there are neither.
fn evidence(section: &Section) -> Option<String> {
    let tests: Vec<_> = section.sprt.iter().chain(&section.other_sprts).collect();
    let mut lines = Vec::new();
    for test in &tests {
        let SequentialTest { engine, opponent, .. } = test;
        let whose = if tests.len() > 1 { format!("{engine} against {opponent}: ") } else { String::new() };
        lines.push(whose + &test.line());
        lines.extend(test.later_line());
        lines.extend(test.repeats_line());
    }
    if section.different < section.games {
        let repeated = section.games - section.different;
        lines.push(format!(
            "All other figures count every game, with the {repeated} that repeat earlier ones move for move."
        ));
    }
    (!lines.is_empty()).then(|| lines.join("\n") + "\n")
}

fn standings(section: &Section) -> String {
    let discs = section.engines.iter().any(|engine| engine.margin.is_some());
    let mut head = vec!["engine", "rating", "±", "games", "+", "=", "-", "score %", "first", "second", "failures"];
    head.extend(discs.then_some("discs"));
    let mut table = table(&head);
    for engine in &section.engines {
        let Engine { tally, rating, .. } = engine;
        let mut row = vec![
            engine.name.clone(),
            format!("{:+.1}", rating.value),
            format!("{:.1}", rating.error()),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            percent(tally),
            percent(&engine.as_first),
            percent(&engine.as_second),
            engine.failures.values().sum::<u64>().to_string(),
        ];
        row.extend(discs.then(|| engine.margin.map_or(NOTHING.into(), |margin| format!("{:+.2}", margin.mean))));
        table.add_row(row);
    }
    let mut text = right(table);
    if section.regularised {
        text.push_str(
            "Ratings are regularised with one virtual draw per engine, because the results alone do not bound them.\n",
        );
    }
    text
}

fn tournament(tournament: &TournamentTable) -> String {
    let mut table = table(tournament.head());
    table.add_rows(tournament.rows());
    format!("{}\n{}", tournament.caption(), right_but(table, tournament.text_columns()))
}

fn crosstable(section: &Section) -> String {
    let numbers: Vec<_> = (1..=section.engines.len()).map(|number| number.to_string()).collect();
    let mut head = vec!["", "engine"];
    head.extend(numbers.iter().map(String::as_str));
    let mut table = table(&head);
    for ((number, engine), tallies) in numbers.iter().zip(&section.engines).zip(&section.crosstable) {
        let cell = |tally: &Tally| match tally.games() {
            0 => NOTHING.into(),
            games => format!("{} / {games}", tally.points()),
        };
        let mut row = vec![number.clone(), engine.name.clone()];
        row.extend(tallies.iter().map(cell));
        table.add_row(row);
    }
    right_but(table, &[1])
}

fn play(engines: &[Engine]) -> String {
    let mut table = table(&["engine", "moves", "depth", "nodes/s", "ms/move", "most ms", "latency", "most"]);
    for Engine { name, play, .. } in engines {
        table.add_row([
            name.clone(),
            play.moves.to_string(),
            number(play.depth, 1),
            number(play.nps, 0),
            number(play.ms, 2),
            number(play.longest_ms, 1),
            number(play.latency_ms, 2),
            number(play.longest_latency_ms, 1),
        ]);
    }
    right(table)
}

fn openings(section: &Section) -> String {
    let (mut order, title, of): (Vec<_>, _, fn(&Opening) -> Tally) = match &section.head_to_head {
        Some(head_to_head) => {
            (section.openings.iter().collect(), head_to_head.engine.as_str(), |o| o.engine.unwrap_or_default())
        }
        None => (section.openings.iter().collect(), "the first player", |o| o.first_player),
    };
    let score = |opening: &Opening| of(opening).score().unwrap_or(0.5);
    order.sort_by(|one, other| score(other).total_cmp(&score(one)));
    let mut table = table(&["opening", "+", "=", "-", "score %", "first %", "position"]);
    let mut add = |opening: &Opening| {
        let tally = of(opening);
        table.add_row([
            opening.index.to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            percent(&tally),
            percent(&opening.first_player),
            opening.text.clone(),
        ]);
    };
    let count = order.len();
    let listed = if count <= 2 * LISTED {
        order.into_iter().for_each(&mut add);
        String::new()
    } else {
        order[..LISTED].iter().chain(&order[count - LISTED..]).for_each(|opening| add(opening));
        format!(", the best and the worst {LISTED} of {count}")
    };
    if let Some(column) = table.column_mut(6) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    format!("Openings{listed}: {title}\n{}", right_but(table, &[6]))
}

fn endings(section: &Section) -> String {
    let length = number(section.mean_length, 1);
    let reasons: Vec<_> = section.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    let ends = if reasons.is_empty() { String::new() } else { format!("; ends: {}", reasons.join(", ")) };
    format!("Mean length {length} plies{ends}\n")
}

fn failures(section: &Section) -> String {
    let mut table = table(&["engine", "failure", "games"]);
    for engine in &section.engines {
        for (kind, count) in &engine.failures {
            table.add_row([engine.name.as_str(), kind, &count.to_string()]);
        }
    }
    let mut text = left(table);
    for FailureNote { game, engine, kind, detail } in section.failures.iter().take(LISTED) {
        text.push_str(&format!("  game {game}: {engine}, {kind}: {detail}\n"));
    }
    match section.failures.len().saturating_sub(LISTED) {
        0 => text,
        more => format!("{text}  and {more} more\n"),
    }
}

/// "+6 =2 -2, 70.0 %".
pub(super) fn full_tally(tally: &Tally) -> String {
    format!("+{} ={} -{}, {} %", tally.wins, tally.draws, tally.losses, percent(tally))
}

pub(super) fn percent(tally: &Tally) -> String {
    number(tally.score().map(|score| 100.0 * score), 1)
}

/// "+12.34 ± 5.67 [+6.67, +18.01]"; infinite ends as "+inf" and "-inf".
pub(super) fn signed_estimate(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    let error = if estimate.error().is_finite() { format!(" ± {:.2}", estimate.error()) } else { String::new() };
    format!("{value:+.2}{error} [{low:+.2}, {high:+.2}]")
}

pub(super) fn full_margin(margin: &Margin) -> String {
    let interval = margin.low.zip(margin.high).map(|(low, high)| format!(" [{low:+.2}, {high:+.2}]"));
    format!("{:+.2}{} in {} games", margin.mean, interval.unwrap_or_default(), margin.games)
}

pub(super) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or(NOTHING.into(), |value| format!("{value:.digits$}"))
}

/// A table with this header and no lines.
pub fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(head);
    table
}

fn left(table: Table) -> String {
    trimmed(table)
}

/// Aligns numbers to the right, and names in the first column to the left.
pub fn right(table: Table) -> String {
    right_but(table, &[])
}

fn right_but(mut table: Table, left: &[usize]) -> String {
    for (number, column) in table.column_iter_mut().enumerate() {
        let aligned = number == 0 || left.contains(&number);
        column.set_cell_alignment(if aligned { CellAlignment::Left } else { CellAlignment::Right });
    }
    trimmed(table)
}

fn trimmed(mut table: Table) -> String {
    if let Some(column) = table.column_mut(0) {
        column.set_padding((0, 1));
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
