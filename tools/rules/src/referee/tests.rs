use super::*;

fn open(variant: &str, options: &[(&str, &str)]) -> Box<dyn Referee> {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    referee(variant, &options).expect("a referee")
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

#[test]
fn a_five_wins_for_its_owner() {
    let mut referee = open("五子棋", &[("BoardSize", "9")]);
    referee.begin(&Setup::Start, &words("a1 a2 b1 b2 c1 c2 d1 d2")).expect("legal");
    assert_eq!(referee.ending(), None);
    assert_eq!(referee.play("e1").expect("legal"), "e1");
    let ending = referee.ending().expect("over");
    assert_eq!((ending.result, ending.reason, ending.margin), (GameResult::FirstWins, Reason::Five, None));
    assert_eq!(referee.winning_row(), words("a1 b1 c1 d1 e1"));
    assert!(referee.legal_moves().is_empty());
    assert!(referee.play("h8").is_err());
}

#[test]
fn refused_texts_change_nothing() {
    let mut referee = open("othello", &[]);
    referee.begin(&Setup::Start, &words("f5d6 c3")).expect("legal");
    let before = referee.position();
    for text in ["a1", "", "f5", "pass", "nonsense", "c3d3"] {
        assert!(referee.play(text).is_err(), "{text}");
    }
    assert!(referee.begin(&Setup::Start, &words("f5 f5")).is_err());
    assert_eq!((referee.position(), referee.moves()), (before, &words("f5 d6 c3")[..]));
    assert_eq!(referee.play("D3").expect("an alias"), "d3");
}

#[test]
fn othello_counts_discs_for_the_first_player() {
    let mut referee = open("othello", &[]);
    referee.begin(&Setup::Text("oooooooo/8/8/8/8/8/8/8 x".into()), &[]).expect("a position");
    let ending = referee.ending().expect("over");
    assert_eq!((ending.result, ending.margin), (GameResult::SecondWins, Some(-64)));
    referee.begin(&Setup::Text("xxxxxxxx/8/8/8/8/8/8/8 o".into()), &[]).expect("a position");
    let ending = referee.ending().expect("over");
    assert_eq!((ending.result, ending.margin), (GameResult::FirstWins, Some(64)));
}

#[test]
fn draws_by_rule() {
    let mut referee = open("lgame", &[("MaxPlies", "3")]);
    for _ in 0..3 {
        assert_eq!(referee.ending(), None);
        let first = referee.legal_moves().swap_remove(0);
        referee.play(&first).expect("legal");
    }
    let ending = referee.ending().expect("over");
    assert_eq!((ending.result, ending.reason), (GameResult::Draw, Reason::MaxPlies));
}

#[test]
fn mirrored_positions_share_a_key() {
    let mut referee = open("othello", &[]);
    let mut keys = Vec::new();
    for first in referee.legal_moves() {
        referee.begin(&Setup::Start, &[first]).expect("legal");
        keys.push((referee.key(), referee.symmetric_key()));
    }
    assert!(keys.iter().all(|(_, symmetric)| *symmetric == keys[0].1));
    assert!(keys[1..].iter().all(|(key, _)| *key != keys[0].0));
}

#[test]
fn solved_games_know_all_values() {
    let mut referee = open("rhombus", &[]);
    let moves = referee.exact_moves().expect("solved");
    assert_eq!(moves.len(), 13);
    // The empty board is lost for x.
    assert!(moves.iter().all(|(_, score)| score.is_loss()));
    let mut lgame = open("lgame", &[]).another();
    assert_eq!(lgame.exact_moves().expect("solved")[0].1, Score::DRAW);
    assert!(open("othello", &[]).exact_moves().is_none());
}

#[test]
fn unknown_names_are_errors() {
    assert!(referee("chess", &BTreeMap::new()).is_err());
    let wrong = BTreeMap::from([("BoardSize".to_string(), "99".to_string())]);
    assert!(referee("gomoku", &wrong).is_err());
}

#[test]
fn moves_are_taken_back_to_the_first_position() {
    let mut referee = open("othello", &[]);
    referee.begin(&Setup::Start, &words("f5d6 c3")).expect("legal");
    assert!(referee.take_back());
    assert_eq!((referee.moves(), referee.ply()), (&*words("f5 d6"), 2));
    assert!(referee.take_back() && referee.take_back() && !referee.take_back());
    assert_eq!(referee.ply(), 0);
    assert_eq!(referee.play("f5").expect("legal"), "f5");
}
