//! Annotated games: symbols, values and comments for the moves, and variations with the best lines.

use crate::classes::MoveClass;
use crate::report::{GameReport, MoveReport};
use crate::table::{LOSING_MOVE, MISSED_WIN, turning_points};
use crate::value::Value;
use anyhow::{Result, anyhow};
use quartet_records::{Evaluation, Game, GameBuilder, Glyph};

/// The longest variation, in moves.
const VARIATION: usize = 12;

/// The end of the comment on an error, before the best move.
const LOST: &str = " % of expected score lost; best was ";

/// The game with the notes of its report. What it had before is kept, except the comments of an earlier analysis.
pub fn annotated(game: &Game, report: &GameReport) -> Result<Game> {
    let mut builder = GameBuilder::of_game(game.clone())?;
    remove_earlier(&mut builder);
    let turning_points = turning_points(report).join("\n");
    if !turning_points.is_empty() {
        builder.notes_mut().add_comment(&turning_points);
    }
    for made in &report.moves {
        if made.class.is_error() {
            add_variation(&mut builder, made)?;
        }
        builder.play(&made.mv).map_err(|error| anyhow!(error.0))?;
        remove_earlier(&mut builder);
        let notes = builder.notes_mut();
        notes.evaluation = Some(evaluation(made.after));
        notes.depth = (!made.after.is_exact()).then_some(u32::from(made.depth));
        notes.glyph = Glyph::ALL.into_iter().find(|glyph| glyph.symbol() == made.class.symbol()).or(notes.glyph);
        if made.class.is_error() {
            let (points, best) = (made.points, made.best.first().map_or("", String::as_str));
            let text = format!("{}: {points:.1}{LOST}{best}", made.class.word());
            builder.notes_mut().add_comment(&text);
        }
    }
    Ok(builder.finish())
}

/// Removes the comments of an earlier analysis from the current move.
fn remove_earlier(builder: &mut GameBuilder) {
    let is_earlier = |line: &str| {
        let is_error = MoveClass::CHOSEN.iter().any(|class| line.starts_with(class.word())) && line.contains(LOST);
        is_error || [LOSING_MOVE, MISSED_WIN].iter().any(|word| line.starts_with(word))
    };
    let has_earlier = |text: &String| text.lines().any(is_earlier);
    let node = builder.node();
    let notes = builder.game_mut().tree.node(node).notes.as_deref();
    if notes.and_then(|notes| notes.comment.as_ref()).is_some_and(has_earlier) {
        let notes = builder.notes_mut();
        let kept: Vec<&str> =
            notes.comment.iter().flat_map(|text| text.lines()).filter(|line| !is_earlier(line)).collect();
        notes.comment = (!kept.is_empty()).then(|| kept.join("\n"));
    }
}

/// Adds the best line as a variation, and returns to the node before it.
fn add_variation(builder: &mut GameBuilder, made: &MoveReport) -> Result<()> {
    let start = builder.node();
    // The main line stays the first one.
    if builder.play(&made.mv).is_ok() {
        builder.take_back();
    }
    for (index, mv) in made.best.iter().take(VARIATION).enumerate() {
        builder.play(mv).map_err(|error| anyhow!(error.0))?;
        if index == 0 {
            builder.notes_mut().evaluation = Some(evaluation(made.before));
        }
    }
    builder.return_to(start);
    Ok(())
}

/// A value as game records have it: proven wins and losses by moves of the winner.
fn evaluation(value: Value) -> Evaluation {
    match value {
        Value::Estimate(score) => Evaluation::Estimate(i64::from(score)),
        Value::Discs(discs) => Evaluation::Discs(discs),
        Value::Win(plies) => Evaluation::Mate(i64::from(plies.div_ceil(2).max(1))),
        Value::Loss(plies) => Evaluation::Mate(-i64::from(plies.div_ceil(2).max(1))),
        Value::Draw => Evaluation::Estimate(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;
    use quartet::engine::Setup;
    use quartet_records::NodeId;
    use std::collections::BTreeMap;

    #[test]
    fn errors_get_symbols_and_variations() {
        let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &Setup::Start).expect("a game");
        for mv in ["f5", "d6", "c3", "d3"] {
            builder.play(mv).expect("legal");
        }
        builder.notes_mut().comment = Some("of the player".into());
        let game = builder.finish();
        let mut report = example(["a", "b"]);
        report.moves[2].best = vec!["c5".into(), "f4".into()];
        report.moves[3].best = vec!["f4".into()];
        let annotated = annotated(&game, &report).expect("annotated");
        let tree = &annotated.tree;
        assert!(tree.main_moves().eq(game.tree.main_moves()));
        assert_eq!(tree.len(), 4 + 2 + 1);
        let line: Vec<NodeId> = tree.main_line().collect();
        let notes = |index: usize| tree.node(line[index]).notes.as_deref().expect("notes");
        assert_eq!((notes(2).glyph, notes(3).glyph), (Some(Glyph::Mistake), Some(Glyph::Blunder)));
        assert_eq!(notes(3).evaluation, Some(Evaluation::Discs(-2)));
        assert!(notes(3).comment.as_ref().is_some_and(|text| text.starts_with("of the player\nblunder: ")));
        let variation = tree.children(line[1]).nth(1).expect("a variation");
        assert_eq!(tree.node(variation).mv, "c5");
        assert_eq!(super::annotated(&annotated, &report).expect("annotated again"), annotated);
    }
}
