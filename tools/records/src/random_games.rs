//! Random games for property tests: any moves, variations, notes and endings.

use crate::builder::GameBuilder;
use crate::game::{Game, Termination};
use crate::tree::{Evaluation, Glyph, Notes};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use quartet::engine::Setup;
use quartet::game::PASS;
use quartet_rules::{GameResult, referee};
use std::collections::BTreeMap;

/// The number of cases of a property; nothing is written into the source tree.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 500, ..ProptestConfig::default() }
}

/// A step in building a game.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The number of moves to go back first.
    back: usize,
    /// The legal move to play, modulo their number.
    choice: usize,
    /// The notes of the move.
    notes: Option<Notes>,
}

/// Up to forty moves, some of them in variations, with any notes.
pub(crate) fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let back = prop_oneof![4 => Just(0_usize), 1 => 0_usize..9];
    let step = (back, any::<usize>(), option::weighted(0.3, any_notes()));
    vec(step.prop_map(|(back, choice, notes)| Step { back, choice, notes }), 0..40)
}

/// Notes with at least one field, as every format of trees can represent them.
pub(crate) fn any_notes() -> impl Strategy<Value = Notes> {
    let comment = option::of("[a-z\\\\\\]\\[:;(){}\"\n 棋é]{1,12}");
    let label = option::weighted(0.3, "[a-zA-Z0-9:\\\\\\]棋]{1,4}");
    let evaluation = option::of(prop_oneof![
        any::<i32>().prop_map(|value| Evaluation::Estimate(value.into())),
        any::<i16>().prop_map(|moves| Evaluation::Mate(moves.into())),
        (-64_i16..=64).prop_map(Evaluation::Discs),
    ]);
    let glyph = option::of(select(Glyph::ALL.as_slice()));
    let time = option::of(0_u64..1 << 40);
    (comment, label, glyph, time, evaluation, option::of(any::<u32>())).prop_map(
        |(comment, label, glyph, microseconds, evaluation, depth)| Notes {
            comment,
            label,
            glyph,
            microseconds,
            evaluation,
            depth,
        },
    )
}

/// The game of these steps. The root takes the notes of the first step. The root and passes have no labels, which need
/// a point.
pub(crate) fn build(variant: &str, options: &BTreeMap<String, String>, setup: Option<&str>, steps: &[Step]) -> Game {
    let setup = setup.map_or(Setup::Start, |text| Setup::Text(text.into()));
    let mut builder = GameBuilder::new(variant, options, &setup).expect("valid rules");
    if let Some(notes) = steps.first().and_then(|step| step.notes.clone()) {
        set_notes(&mut builder, Notes { label: None, ..notes });
    }
    for step in steps {
        for _ in 0..step.back {
            builder.take_back();
        }
        let legal = builder.referee().legal_moves();
        let Some(mv) = legal.get(step.choice % legal.len().max(1)) else { continue };
        builder.play(mv).expect("legal");
        if let Some(notes) = step.notes.clone() {
            let label = notes.label.filter(|_| mv != PASS);
            set_notes(&mut builder, Notes { label, ..notes });
        }
    }
    builder.finish()
}

fn set_notes(builder: &mut GameBuilder, notes: Notes) {
    if notes != Notes::default() {
        *builder.notes_mut() = notes;
    }
}

/// How a game that its rules have not ended ends.
pub(crate) fn any_ending() -> impl Strategy<Value = Option<(GameResult, Option<Termination>)>> {
    let winner = select(vec![GameResult::FirstWins, GameResult::SecondWins]);
    let how =
        select(vec![None, Some(Termination::Time), Some(Termination::Resignation), Some(Termination::Infraction)]);
    option::of(prop_oneof![3 => (winner, how), 1 => Just((GameResult::Draw, None))])
}

/// Sets result and margin: by the rules if they have ended the main line, else as given.
pub(crate) fn end(game: &mut Game, ending: Option<(GameResult, Option<Termination>)>) {
    let mut rules = referee(game.variant.name, &game.options).expect("valid rules");
    let moves: Vec<String> = game.tree.main_moves().map(str::to_string).collect();
    rules.begin(&game.initial_setup(), &moves).expect("legal moves");
    match (rules.ending(), ending) {
        (Some(ending), _) => {
            (game.result, game.margin) = (Some(ending.result), ending.margin);
            game.termination = Some(Termination::Rules);
        }
        (None, Some((result, termination))) => (game.result, game.termination) = (Some(result), termination),
        (None, None) => {}
    }
}
