//! Rules and notation of the solved games.

use super::{after, any, legal};
use quartet::game::{Game, Notation, PackedMove, Side};
use quartet::games::lgame::LGame;
use quartet::games::rhombus::Rhombus;
use quartet::random::SplitMix64;
use quartet::retrograde::Indexed;
use std::collections::HashSet;

/// Checks the contract of the `Game` trait for positions and moves of a game.
fn check_contract<G: Indexed<Rules = ()>>() {
    let mut random = SplitMix64::new(1);
    for _ in 0..200 {
        let mut position = any::<G>(&mut random);
        assert_eq!(G::parse_position(&(), &G::write_position(&position)).as_ref(), Ok(&position));
        let moves = legal::<G>(&position);
        assert_eq!(moves.len(), G::count_moves(&position));
        assert_eq!(moves.is_empty(), G::terminal(&position).is_some());
        let found: Vec<_> = (0..=u16::MAX).map(G::Move::from_bits).filter(|&mv| G::is_legal(&position, mv)).collect();
        assert_eq!(found.iter().collect::<HashSet<_>>(), moves.iter().collect());
        assert_eq!(found.len(), moves.len());
        for mv in moves {
            assert!(G::move_index(mv) < G::MOVE_INDICES);
            assert_eq!(G::Move::from_bits(mv.to_bits()), mv);
            assert_eq!(G::parse_move(&position, &G::write_move(&position, mv)), Ok(mv));
            let before = position.clone();
            let undo = G::play(&mut position, mv);
            assert_ne!(G::key(&before), G::key(&position));
            assert_eq!(G::side(&before).other(), G::side(&position));
            assert_eq!(G::ply(&before) + 1, G::ply(&position));
            G::undo(&mut position, mv, undo);
            assert_eq!(before, position);
        }
        check_symmetry::<G>(&position);
    }
}

fn check_symmetry<G: Indexed>(position: &G::Position) {
    assert_eq!(&G::transform(position, 0), position);
    for symmetry in 0..8 {
        let image = G::transform(position, symmetry);
        assert_eq!(legal::<G>(position).len(), legal::<G>(&image).len());
        for mv in legal::<G>(position) {
            let mv_image = G::transform_move(position, mv, symmetry);
            assert!(G::is_legal(&image, mv_image));
            assert_eq!(after::<G>(&image, mv_image), G::transform(&after::<G>(position, mv), symmetry));
        }
    }
}

#[test]
fn contract() {
    check_contract::<LGame>();
    check_contract::<Rhombus>();
}

#[test]
fn start_positions() {
    let start = LGame::start(&());
    assert_eq!(LGame::write_position(&start), "nxx1/1ox1/1ox1/1oon x - 0");
    assert_eq!(LGame::parse_position(&(), "  nxx1/1ox1/1ox1/1oon\t"), Ok(start));
    assert_eq!(LGame::write_code(&start).as_deref(), Some("(1,0,3),(2,3,2),(0,6),0"));
    assert_eq!(LGame::diagram(&start), "    a b c d\n 1  n x x .\n 2  . o x .\n 3  . o x .\n 4  . o o n");
    let empty = Rhombus::start(&());
    assert_eq!(Rhombus::write_position(&empty), "1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 5,5 0");
    assert_eq!(Rhombus::parse_position(&(), "1-1-1/-1-1-/1-1-1/-1-1-/1-1-1"), Ok(empty));
    let placed = Rhombus::parse_position(&(), "1-1-1/-1-1-/1-x-1/-1-1-/1-1-1 o - 7").unwrap();
    assert_eq!(Rhombus::write_position(&placed), "1-1-1/-1-1-/1-x-1/-1-1-/1-1-1 o 4,5 7");
    assert_eq!(Rhombus::diagram(&placed).lines().count(), 10);
    assert_eq!(Rhombus::diagram(&placed).matches('x').count(), 1);
    assert_eq!(Rhombus::diagram(&placed).matches('.').count(), 12);
    let late = Rhombus::parse_position(&(), "1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x - 99999999999999999999").unwrap();
    assert_eq!(Rhombus::ply(&late), u32::MAX);
}

/// The code counts the free cells before each neutral piece, and every number fits.
#[test]
fn lgame_code() {
    for index in 0..<LGame as Indexed>::SIZE {
        let mut position = LGame::position(index);
        let code = LGame::write_code(&position).unwrap();
        assert_eq!(LGame::parse_code(&code), Ok(position));
        if let Some(&mv) = legal::<LGame>(&position).first() {
            LGame::play(&mut position, mv);
            let code = LGame::write_code(&position).unwrap();
            assert!(code.ends_with(",1"));
            let read = LGame::parse_code(&code).unwrap();
            assert_eq!((LGame::key(&read), LGame::side(&read), LGame::ply(&read)), (LGame::key(&position), Side::O, 0));
        }
    }
    let spaced = LGame::parse_code(" ( 1,0 ,3), (2,3,2),\t(0,6) , 0 ");
    assert_eq!(spaced, Ok(LGame::start(&())));
    for bad in [
        "",
        "(",
        "(1,0,3)",
        "(1,0,3),(2,3,2),(0,6)",
        "(1,0,3),(2,3,2),(0,6),2",
        "(1,0,3),(2,3,2),(6,0),0",
        "(1,0,3),(2,3,2),(0,7),0",
        "(1,0,3),(1,0,3),(0,6),0",
        "(1,0,0),(2,3,2),(0,6),0",
        "(4,0,3),(2,3,2),(0,6),0",
        "(1,0,3),(2,3,2),(0,6),0x",
        "(1,0,3),(2,3,2),(-1,6),0",
        "(1 0,3),(2,3,2),(0,6),0",
        "（1,0,3）",
        "(99999999999999999999999,0,3),(2,3,2),(0,6),0",
    ] {
        check_refusal(bad, LGame::parse_code(bad).map(|_| ()));
    }
}

#[test]
fn lgame_moves() {
    let start = LGame::start(&());
    let read = |text| LGame::parse_move(&start, text);
    assert_eq!(read("(3,1,0)"), read("b1c1d1d2"));
    assert_eq!(read("(3,1,0)+a1a2"), read("b1c1d1d2+a1a2"));
    assert_eq!(legal::<LGame>(&start).len(), 65);
    // The neutral piece may move to a cell that the L has just left.
    let mv = read("b1c1d1d2+a1c3").unwrap();
    assert_eq!(LGame::write_position(&after::<LGame>(&start, mv)), "1xxx/1o1x/1on1/1oon o - 1");
    for bad in [
        "",
        "b1",
        "b1c1c2c3",
        "b1c1d1d2+",
        "b1c1d1d2+a1",
        "b1c1d1d2+a1a1",
        "b1c1d1d2+a2a3",
        "b1c1d1d2+a1b1",
        "b1c1d1d2+a1d4",
        "a1b1c1c2",
        "c1b1d1d2",
        "b1c1d1e1",
        "B1C1D1D2",
        "(3,1,0",
        "(3,1,0))",
        "(0,0,0)",
        "(9,9,9)",
        "b1c1d1d2 ",
        "字字",
        "b1c1d1d2+字",
        "b1c1d1d2+a1a2+a2a1",
    ] {
        check_refusal(bad, read(bad).map(|_| ()));
    }
}

#[test]
fn lgame_refusals_name_the_fault() {
    let start = LGame::start(&());
    for (text, error) in [
        ("b1c1c2c3", "the L of x already lies there, expected a new place"),
        ("a1b1a2a3", "a1 is taken, expected four free cells"),
        ("b1c1d1d2+a2a3", "no neutral piece on a2, expected a1 or d4"),
        ("b1c1d1d2+a1b1", "b1 is taken, expected a free cell for the neutral piece"),
    ] {
        let found = LGame::parse_move(&start, text).unwrap_err().to_string();
        assert!(found.ends_with(error), "{found}");
    }
    let found = LGame::parse_code("(1 0,3),(2,3,2),(0,6),0").unwrap_err().to_string();
    assert!(found.starts_with("bad code at character 4: "), "{found}");
}

#[test]
fn rhombus_moves() {
    let start = Rhombus::start(&());
    for bad in ["", "a2", "c3c3", "b1", "c1b2", "f1", "a6", "C3", "c3 ", "c", "字", "c3b2d2"] {
        check_refusal(bad, Rhombus::parse_move(&start, bad).map(|_| ()));
    }
    let full = Rhombus::parse_position(&(), "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10").unwrap();
    let moves: Vec<_> = legal::<Rhombus>(&full).into_iter().map(|mv| Rhombus::write_move(&full, mv)).collect();
    assert_eq!(moves, ["a1a3", "e1e3", "b2a3", "b2c3", "d2c3", "d2e3"]);
    for bad in ["c3", "a1b2", "a1c1", "a5a3", "a3a1", "c1c3"] {
        check_refusal(bad, Rhombus::parse_move(&full, bad).map(|_| ()));
    }
}

/// Checks that the error is a short line that says what was expected.
fn check_refusal(text: &str, result: Result<(), quartet::game::NotationError>) {
    let message = result.expect_err(&format!("accepted {:.60}", text)).0;
    assert!(message.contains("expected"), "{message}");
    assert!(!message.contains(['\n', '\r']) && message.len() < 250, "{message}");
}

#[test]
fn bad_positions() {
    for bad in [
        "",
        " ",
        "nxx1",
        "nxx1/1ox1/1ox1/1oon/4",
        "nxx1/1ox1/1ox1",
        "nxx2/1ox1/1ox1/1oon",
        "nxx/1ox1/1ox1/1oon",
        "nxx1/1ox1/1ox1/1oon y - 0",
        "nxx1/1ox1/1ox1/1oon x - -1",
        "nxx1/1ox1/1ox1/1oon x - 0 0",
        "nxx1/1ox1/1ox1/1oon x 5,5 0",
        "nxx1/1ox1/1ox1/1oo1",
        "nxxn/1ox1/1ox1/1oon",
        "nxx1/2x1/2x1/3n",
        "nxx1/xox1/1o2/1oon",
        "nxx1/1oxx/1ox1/1oon",
        "nxx1/1xx1/1oo1/1oon",
        "nxx-/1ox1/1ox1/1oon",
        "nxx0/1ox1/1ox1/1oon",
        "nxxy/1ox1/1ox1/1oon",
        "nxx字/1ox1/1ox1/1oon",
        "99999999999999999999999999/4/4/4",
        "nxx1/1ox1/1ox1/1oon x - 1e3",
        "nxx1//1ox1/1oon",
        "x\u{7}\n",
        "nxx1/1ox1/1ox1/1oon x - ٣",
    ] {
        check_refusal(bad, LGame::parse_position(&(), bad).map(|_| ()));
    }
    for bad in [
        "1-1-1/-1-1-/1-1-1/-1-1-",
        "5/5/5/5/5",
        "1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 o",
        "1-1-1/-1-1-/1-x-1/-1-1-/1-1-1 x",
        "1-1-1/-1-1-/1-o-1/-1-1-/1-1-1 o",
        "1-1-1/-1-1-/1-x-1/-1-1-/1-1-1 o 5,5",
        "1-1-1/-1-1-/1-n-1/-1-1-/1-1-1",
        "x-x-x/-x-x-/x-1-1/-o-o-/o-o-o x 0,0 10",
        "x-x-x/-x-x-/1-1-1/-o-o-/o-o-1 x 0,1 9",
        "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 5,5 10",
        "xx--1/-1-1-/1-1-1/-1-1-/1-1-1",
        "2-1/-1-1-/1-1-1/-1-1-/1-1-1",
        "1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 5;5",
        "1-1-1/x1-1-/1-1-1/-1-1-/1-1-1",
    ] {
        check_refusal(bad, Rhombus::parse_position(&(), bad).map(|_| ()));
    }
    for huge in ["x".repeat(1 << 20), "/".repeat(1 << 20), "1".repeat(1 << 20), "字".repeat(1 << 19)] {
        check_refusal(&huge, LGame::parse_position(&(), &huge).map(|_| ()));
        check_refusal(&huge, Rhombus::parse_position(&(), &huge).map(|_| ()));
        check_refusal(&huge, LGame::parse_code(&huge).map(|_| ()));
        check_refusal(&huge, LGame::parse_move(&LGame::start(&()), &huge).map(|_| ()));
        check_refusal(&huge, Rhombus::parse_move(&Rhombus::start(&()), &huge).map(|_| ()));
    }
}

/// Texts with a few random changes are parsed or rejected; parsed ones are written in canonical form.
#[test]
fn mangled_texts() {
    fn mangle(random: &mut SplitMix64, text: &str) -> String {
        let mut symbols: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(3) {
            let symbol = ['x', 'o', 'n', '-', '1', '3', '/', ' ', '(', '字', '+', ','][random.below(12)];
            let Some(last) = symbols.len().checked_sub(1) else { break };
            let at = random.below(last + 1);
            match random.below(3) {
                0 => symbols[at] = symbol,
                1 => symbols.insert(at, symbol),
                _ => _ = symbols.remove(at),
            }
        }
        symbols.into_iter().collect()
    }
    fn check<G: Indexed<Rules = ()>>(random: &mut SplitMix64) {
        for _ in 0..20_000 {
            let position = any::<G>(random);
            let text = mangle(random, &G::write_position(&position));
            if let Ok(read) = G::parse_position(&(), &text) {
                assert_eq!(G::parse_position(&(), &G::write_position(&read)), Ok(read), "{text}");
            }
            if let Some(code) = G::write_code(&position) {
                let code = mangle(random, &code);
                if let Ok(read) = G::parse_code(&code) {
                    assert_eq!(G::parse_code(&G::write_code(&read).unwrap()), Ok(read), "{code}");
                }
            }
            if let Some(&mv) = legal::<G>(&position).first() {
                let text = mangle(random, &G::write_move(&position, mv));
                if let Ok(read) = G::parse_move(&position, &text) {
                    assert!(G::is_legal(&position, read), "{text}");
                }
            }
        }
    }
    check::<LGame>(&mut SplitMix64::new(2));
    check::<Rhombus>(&mut SplitMix64::new(3));
}
