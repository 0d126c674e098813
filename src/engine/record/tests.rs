use super::*;
use crate::games::rhombus::Rhombus;

const MOVING: &str = "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10";

fn record(moves: &[&str]) -> Result<Record<Rhombus>, String> {
    let moves: Vec<_> = moves.iter().map(|mv| (*mv).to_string()).collect();
    Record::read(&Default::default(), 0, &Setup::Text(MOVING.into()), &moves).map_err(|error| error.0)
}

#[test]
fn only_the_last_move_can_be_taken_back() {
    let mut record = record(&["b2a3", "b4c3"]).expect("legal");
    assert_eq!(record.recent(1), ["b4c3"]);
    assert_eq!(record.recent(9), ["b2a3", "b4c3"]);
    for wrong in ["b2a3", "c3b4", "zz", ""] {
        assert!(record.take_back(wrong).is_err(), "{wrong}");
    }
    assert!(record.take_back("b4c3").is_ok() && record.take_back("b2a3").is_ok());
    assert!(record.take_back("b2a3").is_err());
    assert_eq!(Rhombus::write_position(record.current()), MOVING);
}

#[test]
fn positions_taken_back_do_not_count_as_repeated() {
    let cycle = ["b2a3", "b4c3", "a3b2", "c3b4"];
    let mut record = record(&[cycle, cycle].concat()).expect("legal");
    assert!(record.ending(0).is_some());
    assert!(record.append(0, "b2a3").is_err());
    assert!(record.take_back("c3b4").is_ok() && record.ending(0).is_none());
    assert!(record.append(0, "c3b4").is_ok() && record.ending(0).is_some());
}

#[test]
fn moves_count_as_played_if_they_lead_to_the_position() {
    let rebuilt = |moves: &[&str]| {
        let moves: Vec<_> = moves.iter().map(|mv| (*mv).to_string()).collect();
        let text = "o-1-1/-1-1-/1-x-1/-1-1-/1-1-1 x 4,4 2";
        let record = Record::<Rhombus>::reconstruct(&Default::default(), 0, text, &moves).expect("a position");
        assert_eq!(Rhombus::write_position(record.current()), text);
        record.recent(9).join(" ")
    };
    assert_eq!(rebuilt(&["c3", "a1"]), "c3 a1");
    for other in [&["a1", "c3"][..], &["c3"], &["c3", "c3"], &[]] {
        assert_eq!(rebuilt(other), "", "{other:?}");
    }
}

#[test]
fn a_token_that_fails_leaves_the_game_as_it_was() {
    let mut record = record(&["b2a3"]).expect("legal");
    assert!(record.append(0, "b2a3").is_err());
    assert_eq!(record.recent(9), ["b2a3"]);
}
