//! Tests of conversions and of faults in records.

use super::*;
use crate::format::{Format, is_written};
use crate::game::Termination;
use crate::random_games::{any_ending, any_steps, build, cases, end};
use crate::tree::{Evaluation, NodeId, Notes, Tree};
use proptest::prelude::*;
use quartet::engine::Setup;
use quartet_rules::GameResult::FirstWins;
use std::collections::BTreeMap;

fn read_all(content: &[u8]) -> Vec<Result<Game, ReadError>> {
    let hints = Hints::default();
    read(content, &hints).collect()
}

/// The main line with what records keep of its notes.
fn represented(tree: &Tree, builder: Game) -> Tree {
    let mut kept = builder.tree;
    let (from, to): (Vec<NodeId>, Vec<NodeId>) = (tree.main_line().collect(), kept.main_line().collect());
    for (from, to) in from.into_iter().zip(to) {
        let Some(notes) = tree.node(from).notes.as_deref() else { continue };
        let evaluation = match notes.evaluation {
            Some(Evaluation::Discs(discs)) => Some(Evaluation::Estimate(100 * i64::from(discs))),
            other => other,
        };
        let microseconds = notes.microseconds.filter(|time| *time > 0);
        let kept_notes = Notes { evaluation, microseconds, depth: notes.depth, ..Notes::default() };
        kept.node_mut(to).notes = Some(kept_notes).filter(|notes| *notes != Notes::default()).map(Box::new);
    }
    kept
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn what_is_written_is_read_back(steps in any_steps(), ending in any_ending(), is_gomoku: bool) {
        let variant = if is_gomoku { "gomoku" } else { "othello" };
        let mut game = build(variant, &BTreeMap::new(), None, &steps);
        end(&mut game, ending);
        (game.tags.first, game.tags.second) = (Some("a".into()), Some("b".into()));
        let written = write(std::slice::from_ref(&game));
        if game.result.is_none() {
            prop_assert_eq!(written.left_out, [(0, "it has no result".to_string())]);
            return Ok(());
        }
        let again = read_all(&written.bytes).remove(0).expect("a game");
        let mut main = crate::GameBuilder::new(variant, &BTreeMap::new(), &Setup::Start).expect("rules");
        for mv in game.tree.main_moves() {
            main.play(mv).expect("legal");
        }
        prop_assert_eq!(&again.tree, &represented(&game.tree, main.finish()));
        prop_assert_eq!((again.result, again.margin), (game.result, game.margin));
        prop_assert!(game.termination.is_none() || again.termination == game.termination);
        prop_assert_eq!((&again.tags.first, &again.tags.second), (&game.tags.first, &game.tags.second));
        prop_assert!(is_written(Format::ArenaRecord, &written.bytes));
        // The second writing is the same as the first.
        prop_assert_eq!(write(&[again]).bytes, written.bytes);
    }

    #[test]
    fn no_bytes_panic(at: usize, byte: u8) {
        let mut content = example().into_bytes();
        let at = at % content.len();
        content[at] = byte;
        read_all(&content).into_iter().for_each(drop);
    }
}

/// A record of three games with a fault in the second one, a second start, and a line that a killed run left.
fn example() -> String {
    let game = |id: u64, mv: &str| {
        let opening = "{\"index\":0,\"setup\":\"startpos\",\"moves\":[\"f5\"]}";
        format!(
            "{{\"id\":{id},\"pair\":{},\"opening\":{opening},\"variant\":\"othello\",\"options\":{{}},\"first\":\"a\",\
             \"second\":\"b\",\"result\":\"p1win\",\"reason\":\"illegal\",\"failure\":{{\"kind\":\"illegal\",\
             \"engine\":\"b\",\"detail\":\"no: move\"}},\"moves\":[{{\"move\":\"{mv}\",\"engine\":\"b\",\"ms\":1.5}}],\
             \"final_position\":\"\",\"started\":\"2026-01-02T03:04:05Z\",\"seconds\":1.0}}\n",
            id / 2
        )
    };
    let settings = "{\"quartet_arena\":1,\"settings\":{\"variant\":\"othello\"}}\n";
    let start = "{\"start\":{\"attempt\":1,\"time\":\"2026-01-02T03:04:05Z\"}}\n";
    [settings, &game(0, "d6"), &game(1, "a1"), start, &game(2, "f4"), "{\"id\":3,\"pa"].concat()
}

#[test]
fn all_other_lines_are_read() {
    let games = read_all(example().as_bytes());
    assert_eq!(games.len(), 3);
    let first = games[0].as_ref().expect("a game");
    assert_eq!((first.result, first.termination), (Some(FirstWins), Some(Termination::Infraction)));
    assert_eq!(first.tags.round.as_deref(), Some("1.1"));
    assert_eq!(first.tags.other["Reason"], "illegal, b: no: move");
    let error = games[1].as_ref().expect_err("an illegal move");
    assert!(error.to_string().starts_with("game 2, line 3, byte "), "{error}");
    assert!(error.message.starts_with("its moves cannot be played: move 2 of the list: "), "{error}");
    assert_eq!(error.partial.as_ref().map(|game| game.tree.len()), Some(1));
    let good: Vec<Game> = games.into_iter().flatten().collect();
    let written = write(&good).bytes;
    let record = records(&written).nth(1).expect("two games").expect("a game");
    assert_eq!((record.id, record.pair, record.opening.moves.len()), (2, 1, 1));
    assert_eq!(record.failure.map(|failure| failure.detail).as_deref(), Some("no: move"));
}

#[test]
fn faults_of_lines_have_their_place() {
    let text = example().replacen("\"id\":2,", "\"id\":0,", 1);
    let errors: Vec<String> = records(text.as_bytes()).filter_map(|line| line.err().map(|e| e.to_string())).collect();
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].ends_with("game 0 for the second time") && errors[0].starts_with("game 3, line 5, "),
        "{errors:?}"
    );
    let wrong = read_all(b"{\"quartet_arena\":9}\n").remove(0).expect_err("another format").to_string();
    assert_eq!(wrong, "game 1, line 1, byte 0: format 9, expected 1");
    assert!(!is_written(Format::ArenaRecord, example().as_bytes()));
}
