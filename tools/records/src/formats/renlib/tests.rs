//! Whole libraries: what is written is read back equal, and files as RenLib and Rapfi write them.

use super::{DEFINITION, read, write};
use crate::error::ReadError;
use crate::format::Hints;
use crate::game::Game;
use crate::random_games::{any_steps, build, cases};
use crate::tree::{NodeId, Notes};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeMap;

const HEADER: &[u8; 20] = b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";

fn library(nodes: &[u8]) -> Vec<u8> {
    [HEADER.as_slice(), nodes].concat()
}

fn read_one(content: &[u8]) -> Result<Game, ReadError> {
    read(content, &Hints::default()).next().expect("a game or an error")
}

fn notes(game: &Game, id: NodeId) -> Notes {
    game.tree.node(id).notes.as_deref().cloned().unwrap_or_default()
}

#[test]
fn a_tree_with_texts_is_read() {
    // The root with a comment, h8 with a comment of two parts; i7 with a label and, after it, j6; i8 as its sibling.
    let nodes = b"\0\x08lib\0\x78\x08A \x08B\r\nC\0\x69\x81\0\x01x\0\x5a\x40\x79\x40";
    let game = read_one(&library(nodes)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.options, BTreeMap::from([("BoardSize".into(), "15".into()), ("Rule".into(), "renju".into())]));
    let main: Vec<NodeId> = game.tree.main_line().collect();
    assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["h8", "i7", "j6"]);
    assert_eq!(notes(&game, NodeId::ROOT).comment.as_deref(), Some("lib"));
    assert_eq!(notes(&game, main[0]).comment.as_deref(), Some("A \nB\nC"));
    assert_eq!(notes(&game, main[1]).label.as_deref(), Some("x"));
    let second: Vec<&str> = game.tree.children(main[0]).map(|id| game.tree.node(id).mv.as_str()).collect();
    assert_eq!(second, ["i7", "i8"]);
}

#[test]
fn other_versions_and_programs_are_read() {
    let moves = |content: &[u8]| {
        let game = read_one(content).unwrap_or_else(|error| panic!("{error}"));
        game.tree.main_moves().map(str::to_string).collect::<Vec<_>>()
    };
    // Without a header, and without a root, as before version 3.4 and as Rapfi writes.
    assert_eq!(moves(b"\x78\0\x69\x40"), ["h8", "i7"]);
    assert_eq!(moves(&library(b"\x78\0\x69\x40")), ["h8", "i7"]);
    assert_eq!(moves(&library(b"\0\x40")), [""; 0]);
    // A text at a point without a move, before the moves.
    assert_eq!(moves(&library(b"\0\0\x11\xc3\0\x01a\0\x78\x40")), ["h8"]);
    // The same move twice is one variation.
    let game = read_one(&library(b"\0\0\x78\0\x69\x80\x5a\x40\x69\0\x5b\x40")).expect("a game");
    assert_eq!(game.tree.len(), 4);
    let chinese = encoding_rs::GBK.encode("黑棋必胜的下法").0;
    let text = [b"\0\x48".as_slice(), &chinese, &[0; 2]].concat();
    let game = read_one(&library(&text)).expect("a game");
    assert_eq!(notes(&game, NodeId::ROOT).comment.as_deref(), Some("黑棋必胜的下法"));
}

#[test]
fn illegal_moves_are_left_out_with_what_follows_them() {
    // After h8: h8 again with a move after it, a pass, a point off the board, and i8.
    let nodes = b"\0\0\x78\0\x78\x80\x69\x40\0\xc0\xff\xc0\x79\0\x11\x40";
    let error = read_one(&library(nodes)).expect_err("an illegal move");
    assert_eq!(error.to_string(), "game 1, byte 24: 'h8' is not legal: the point is not empty; further faults: 2");
    assert_eq!(error.partial.expect("the rest").tree.main_moves().collect::<Vec<_>>(), ["h8", "i8", "a2"]);
    for (content, message) in [
        (library(b"\0\0\x78\0"), "game 1, byte 24: the file ends before the last move of a variation"),
        (library(b"\0\0\x78\x48a"), "game 1, byte 22: the file ends within a node"),
        (library(b"\0\0\x78\x40\0\0"), "game 1, byte 24: bytes after the end of the tree"),
        (b"\xffRenLib\xff\x03\x05".to_vec(), "game 1, byte 0: version 3.5 of RenLib's format"),
        (b"\xffRenLib\xff\x03\x04\xff".to_vec(), "game 1, byte 0: the header is not complete"),
        (b"text".to_vec(), "game 1, byte 0: no library of RenLib"),
    ] {
        let error = read_one(&content).expect_err(message);
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn deep_libraries_need_no_stack() {
    for flags in [0, 0x80] {
        let content = library(&[0x78, flags].repeat(300_000));
        let error = read_one(&content).expect_err("the same point again");
        assert_eq!(error.partial.expect("the first move").tree.len(), 1);
    }
}

/// The points of the last ten rows, white and black in turn, which fill them without five of a colour in a row.
fn filling_line() -> Vec<u8> {
    let points = || (5..15_u8).flat_map(|row| (0..15_u8).map(move |column| (column, row)));
    let is_black = |(column, row): &(u8, u8)| (column + 2 * row) % 4 < 2;
    let byte = |(column, row): (u8, u8)| row << 4 | (column + 1);
    let white = points().filter(|point| !is_black(point)).map(byte);
    let black = points().filter(is_black).map(byte);
    white.zip(black).flat_map(<[u8; 2]>::from).collect()
}

/// Twenty first moves with twenty replies each, twenty third moves after each of these, and then a line of 150 moves.
#[test]
#[ignore = "slow: a library of a million moves; prints how long it takes to read"]
fn a_million_moves_are_read() {
    let point = |index: u8| (index / 15) << 4 | (index % 15 + 1);
    let line = filling_line();
    let mut nodes = vec![0, 0];
    let mut count = 0;
    let mut add = |nodes: &mut Vec<u8>, point, flags| {
        nodes.extend([point, flags]);
        count += 1;
    };
    let sibling = |number| if number < 19 { 0x80 } else { 0 };
    for first in 0..20 {
        add(&mut nodes, point(first), sibling(first));
        for second in 0..20 {
            add(&mut nodes, point(20 + second), sibling(second));
            for third in 0..20 {
                add(&mut nodes, point(40 + third), sibling(third));
                for (index, &point) in line.iter().enumerate() {
                    add(&mut nodes, point, if index + 1 == line.len() { 0x40 } else { 0 });
                }
            }
        }
    }
    let content = library(&nodes);
    let hints = Hints { options: BTreeMap::from([("Rule".into(), "standard".into())]), ..Hints::default() };
    let started = std::time::Instant::now();
    let game = read(&content, &hints).next().expect("a game").unwrap_or_else(|error| panic!("{error}"));
    println!("{count} moves in {} bytes: {:?}", content.len(), started.elapsed());
    assert_eq!(game.tree.len(), count);
}

#[test]
fn games_that_a_library_cannot_hold_are_left_out() {
    let game = |variant: &str, size: &str, setup: Option<&str>| {
        build(variant, &BTreeMap::from([("BoardSize".to_string(), size.to_string())]), setup, &[])
    };
    let mut control = game("gomoku", "15", None);
    control.tree.node_mut(NodeId::ROOT).notes_mut().comment = Some("a\u{8}b".into());
    let setup = ["15"; 15].join("/") + " o";
    let games = [
        game("othello", "15", None),
        game("gomoku", "16", None),
        game("gomoku", "15", Some(&setup)),
        control,
        game("gomoku", "15", None),
        game("gomoku", "15", None),
    ];
    let written = write(&games);
    assert_eq!(written.left_out.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
    assert!((DEFINITION.recognizes)(&written.bytes) && !(DEFINITION.recognizes)(b"x"));
}

/// A game of renju with only what a library holds.
fn any_game() -> impl Strategy<Value = Game> {
    let options = BTreeMap::from([("BoardSize".to_string(), "15".to_string()), ("Rule".into(), "renju".into())]);
    any_steps().prop_map(move |steps| {
        let mut game = build("gomoku", &options, None, &steps);
        let mut ids = vec![NodeId::ROOT];
        while let Some(id) = ids.pop() {
            ids.extend(game.tree.children(id));
            let node = game.tree.node_mut(id);
            let notes =
                node.notes.take().map(|notes| Notes { comment: notes.comment, label: notes.label, ..Notes::default() });
            node.notes = notes.filter(|notes| *notes != Notes::default()).map(Box::new);
        }
        game
    })
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_written_is_read_back(game in any_game()) {
        let written = write(std::slice::from_ref(&game));
        prop_assert_eq!(&written.left_out, &[]);
        prop_assert_eq!(read_one(&written.bytes), Ok(game));
    }

    #[test]
    fn mutated_and_truncated_files_are_read_without_panic(
        game in any_game(),
        mutations in vec((any::<Index>(), any::<u8>()), 0..9),
        size in any::<Index>(),
    ) {
        let mut bytes = write(&[game]).bytes;
        for (index, byte) in mutations {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        for size in [bytes.len(), 1 + size.index(bytes.len())] {
            if let Err(error) = read_one(&bytes[..size]) {
                prop_assert!(error.byte <= size && error.line.is_none() && !error.to_string().contains('\n'));
            }
        }
    }
}
