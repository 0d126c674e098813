//! Othello's rules: published counts, symmetries, keys, passes, ends of games.

use super::{position, random_game};
use quartet::game::{Game, Notation, PackedMove, Symmetric, Terminal, perft};
use quartet::games::othello::{Move, Othello};
use quartet::random::SplitMix64;
use std::collections::HashMap;
use std::convert::Infallible;

#[test]
fn perft_gives_the_published_numbers() {
    let lines = include_str!("../../perft/othello.txt");
    let mut positions = 0;
    for line in lines.lines() {
        let (text, counts) = line.split_once('|').expect(line);
        let mut position = position(text.trim());
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let Ok(leaves) = perft::<Othello, Infallible>(&mut position, depth, &mut || Ok(()));
            assert_eq!(leaves.to_string(), count, "{text} depth {depth}");
        }
        positions += 1;
    }
    assert!(positions >= 3);
}

#[test]
fn symmetries_carry_positions_and_moves_over() {
    let mut random = SplitMix64::new(3);
    for position in random_game(&mut random).into_iter().chain(random_game(&mut random)) {
        let mut images = Vec::new();
        for symmetry in 0..8 {
            let image = Othello::transform(&position, symmetry);
            let (mut moves, mut expected) = (Vec::new(), Vec::new());
            Othello::legal_moves(&image, &mut moves);
            Othello::legal_moves(&position, &mut expected);
            for mv in expected.iter_mut() {
                let (mut after, mut image_after) = (position.clone(), image.clone());
                Othello::play(&mut after, *mv);
                *mv = Othello::transform_move(&position, *mv, symmetry);
                Othello::play(&mut image_after, *mv);
                assert_eq!(Othello::transform(&after, symmetry), image_after);
            }
            expected.sort_by_key(|mv| mv.to_bits());
            assert_eq!(moves, expected);
            assert_eq!(Othello::terminal(&image), Othello::terminal(&position));
            images.push(image);
        }
        assert_eq!(images[0], position);
    }
    let lone = position("1x6/8/8/8/8/8/8/8");
    let mut images: Vec<_> = (0..8).map(|s| Othello::write_position(&Othello::transform(&lone, s))).collect();
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 8);
}

#[test]
fn keys_distinguish_positions_and_ignore_the_ply() {
    let mut random = SplitMix64::new(4);
    let mut seen = HashMap::new();
    for _ in 0..200 {
        for position in random_game(&mut random) {
            let text = Othello::write_position(&position);
            let (board, _ply) = text.rsplit_once(' ').expect("four fields");
            let known = seen.entry(Othello::key(&position)).or_insert_with(|| board.to_string());
            assert_eq!(known, board);
        }
    }
    let rows = "8/8/8/3ox3/3xo3/8/8/8";
    assert_eq!(Othello::key(&position(rows)), Othello::key(&position(&format!("{rows} x - 77"))));
    assert_ne!(Othello::key(&position(rows)), Othello::key(&position(&format!("{rows} o"))));
}

#[test]
fn moves_pack_into_bits() {
    for bits in 0..=64 {
        assert_eq!(Move::from_bits(bits).to_bits(), bits);
        assert_eq!(Othello::move_index(Move::from_bits(bits)), usize::from(bits));
    }
    for bits in [65, 300, u16::MAX] {
        assert!(Othello::move_index(Move::from_bits(bits)) < Othello::MOVE_INDICES);
    }
}

#[test]
fn a_pass_is_the_only_move_or_none() {
    let blocked = position("xo6/8/8/8/8/8/8/8 o - 5");
    let mut moves = Vec::new();
    Othello::legal_moves(&blocked, &mut moves);
    assert_eq!(moves, [Move::PASS]);
    assert_eq!(Othello::count_moves(&blocked), 1);
    assert_eq!(Othello::terminal(&blocked), None);
    assert!(!Othello::is_legal(&Othello::start(&()), Move::PASS));
}

#[test]
fn finished_games_are_counted_with_the_empties_to_the_winner() {
    for (text, margin) in [
        ("8/8/8/8/8/8/8/8 x", 0),
        ("8/8/8/3xx3/8/8/8/8 x", 64),
        ("8/8/8/3xx3/8/8/8/8 o", -64),
        ("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo/oooooooo/oooooooo o", 0),
        ("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xooooooo/oooooooo/oooooooo/oooooooo o", -2),
        ("x6o/8/8/8/8/8/8/8 x", 0),
    ] {
        let ended = position(text);
        assert_eq!(Othello::terminal(&ended), Some(Terminal::Margin(margin)), "{text}");
        assert_eq!(Othello::count_moves(&ended), 0);
    }
}
