//! `solve verify`: correct tables pass, and a table with one wrong value does not.

use quartet::game::{Game, Notation, Side};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::random::SplitMix64;
use quartet::retrograde::verify::{Contradiction, check_by_search, check_consistency, value_text};
use quartet::retrograde::{Indexed, Values, retrograde};
use quartet::score::Score;

fn no_stop() -> Result<(), Contradiction> {
    Ok(())
}

/// The result of the verification if the value with index `wrong` is `claim`.
fn refutation<G: Indexed>(values: &Values, wrong: usize, claim: Score) -> Option<Contradiction> {
    let claimed = |index| if index == wrong { claim } else { values.score(Side::X, index) };
    check_consistency::<G, _>(claimed, &mut no_stop).err()
}

/// Wrong values that could be stored instead of the right one.
fn wrong_values(right: Score) -> Vec<Score> {
    let others =
        [Score::DRAW, Score::loss_in(0), Score::win_in(1), Score::loss_in(4), Score::win_in(9), Score::win_in(253)];
    let shifted = right.distance().into_iter().flat_map(|distance| {
        let same = |distance| if right.is_win() { Score::win_in(distance) } else { Score::loss_in(distance) };
        let turned = if right.is_win() { Score::loss_in(distance + 1) } else { Score::win_in(distance + 1) };
        [same(distance + 2), same(distance.saturating_sub(2)), turned]
    });
    others.into_iter().chain(shifted).filter(|&wrong| wrong != right).collect()
}

fn check_wrong_values<G: Indexed>(samples: usize) {
    let values = retrograde::<G>();
    let mut random = SplitMix64::new(8);
    let last = <G as Indexed>::SIZE - 1;
    let drawn = (0..samples).map(|_| random.below(last));
    for index in [0, last].into_iter().chain(drawn) {
        let right = values.score(Side::X, index);
        for wrong in wrong_values(right) {
            let found = refutation::<G>(&values, index, wrong);
            let found = found.unwrap_or_else(|| panic!("{right:?} as {wrong:?} at {index} passes"));
            // The contradiction is at the wrong value itself or at a predecessor.
            if found.position == G::write_position(&G::position(index)) {
                assert_eq!((found.table, found.found), (wrong, right));
            }
        }
    }
    assert_eq!(refutation::<G>(&values, last, values.score(Side::X, last)), None);
}

#[test]
fn one_wrong_value_is_found_in_lgame() {
    check_wrong_values::<LGame>(20);
}

#[test]
fn one_wrong_value_is_found_in_rhombus() {
    check_wrong_values::<Rhombus>(8);
}

/// Values that are consistent with each other but wrong: those of a set, shifted by the same amount.
#[test]
fn many_wrong_values_are_found() {
    let values = retrograde::<LGame>();
    let longer = |index| match values.score(Side::X, index) {
        score if score.is_win() => score.add_plies(2),
        score => score,
    };
    assert!(check_consistency::<LGame, _>(longer, &mut no_stop).is_err());
    let undecided = |_| Score::DRAW;
    assert!(check_consistency::<LGame, _>(undecided, &mut no_stop).is_err());
}

#[test]
fn every_value_is_verified() {
    let values = retrograde::<LGame>();
    let value = |index| values.score(Side::X, index);
    let mut ticks = 0;
    let mut count = || {
        ticks += 1;
        no_stop()
    };
    let all = check_consistency::<LGame, _>(value, &mut count).unwrap();
    assert_eq!((all.positions, all.moves, ticks), (18_368, 1_632_800, 18_368));
    let some = check_by_search::<LGame, _>(value, 3, 2, &mut no_stop).unwrap();
    // There are eleven values; those within three plies are the losses in 0 and 2 and the wins in 1 and 3.
    assert_eq!((some.positions, some.decided), (22, 8));
}

/// A search that reaches a wrong value contradicts the table.
#[test]
fn the_search_contradicts_a_wrong_table() {
    let values = retrograde::<Rhombus>();
    let value = |index| values.score(Side::X, index);
    assert!(check_by_search::<Rhombus, _>(value, 6, 2, &mut no_stop).is_ok());
    let wrong: [fn(Score) -> Score; 3] = [
        |score| if score == Score::win_in(3) { Score::win_in(5) } else { score },
        |score| if score == Score::loss_in(4) { Score::DRAW } else { score },
        |score| if score == Score::DRAW { Score::win_in(5) } else { score },
    ];
    for wrong in wrong {
        let found = check_by_search::<Rhombus, _>(|index| wrong(value(index)), 6, 2, &mut no_stop).unwrap_err();
        assert_eq!(found.table, wrong(found.found), "{found}");
    }
}

#[test]
fn a_check_ends_when_told_to() {
    let mut left = 100;
    let mut tick = || {
        left -= 1;
        if left == 0 {
            let position = "stopped".into();
            return Err(Contradiction { position, table: Score::DRAW, found: Score::DRAW });
        }
        Ok(())
    };
    assert_eq!(check_by_search::<Rhombus, _>(|_| Score::DRAW, 30, 1, &mut tick).unwrap_err().position, "stopped");
}

#[test]
fn a_contradiction_says_where_and_what() {
    let position = Rhombus::write_position(&Rhombus::start(&()));
    let contradiction = Contradiction { position: position.clone(), table: Score::DRAW, found: Score::loss_in(16) };
    assert_eq!(contradiction.to_string(), format!("{position} is a draw in the table, expected a loss 16"));
    assert_eq!([Score::win_in(5), Score::loss_in(0)].map(value_text), ["win 5", "loss 0"]);
}
