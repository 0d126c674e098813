//! Files of our own making, read, and what is written, read back.

use super::*;
use crate::builder::GameBuilder;
use crate::format::{Written, write};
use crate::random_games::{Step, any_steps, build, cases, end};
use crate::{Format, read as read_format};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use quartet::engine::Setup;
use std::collections::BTreeMap;

/// The moves f5 d6 c3 d3.
const OPENING: [u8; 4] = [56, 64, 33, 34];

fn record(numbers: [u16; 3], scores: [u8; 2], moves: &[u8]) -> Vec<u8> {
    let mut record: Vec<u8> =
        numbers.into_iter().flat_map(u16::to_le_bytes).chain(scores).chain(moves.to_vec()).collect();
    record.resize(GAME, 0);
    record
}

fn file(records: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 1, 31];
    bytes.extend((records.len() as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(2025_u16.to_le_bytes());
    bytes.extend([8, 0, 24, 0]);
    bytes.extend(records.concat());
    bytes
}

fn read_all(content: &[u8], names: &Names) -> Vec<Result<Game, ReadError>> {
    let hints = Hints { names: names.clone(), ..Hints::default() };
    read_format(Format::Wthor, content, &hints).collect()
}

/// The names in the companions of what was written.
fn names(written: &Written) -> Names {
    Names::read(written.companion("jou"), written.companion("trn")).expect("files of names")
}

#[test]
fn names_scores_and_year_are_read() {
    let list = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    let names = Names { players: list(&["???", "Tamenori", "Logistello"]), tournaments: list(&["???", "Meijin"]) };
    let games = read_all(&file(&[record([1, 2, 9], [40, 38], &OPENING), record([0; 3], [32; 2], &[])]), &names);
    let game = games[0].as_ref().expect("a game");
    assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["f5", "d6", "c3", "d3"]);
    let Tags { first, second, event, date, other, .. } = &game.tags;
    let texts = [first, second, event, date].map(|text| text.as_deref());
    assert_eq!(texts, [Some("Logistello"), None, Some("Meijin"), Some("2025")]);
    let expected = [(WHITE, "9"), (THEORETICAL_SCORE, "38"), (THEORETICAL_DEPTH, "24")];
    assert_eq!(*other, expected.iter().map(|(tag, text)| (tag.to_string(), text.to_string())).collect());
    assert_eq!((game.margin, game.result, game.termination), (Some(16), Some(GameResult::FirstWins), None));
    let empty = games[1].as_ref().expect("a game without moves");
    assert_eq!((empty.margin, empty.result, empty.tree.len()), (Some(0), Some(GameResult::Draw), 0));
}

#[test]
fn a_score_is_kept_if_the_moves_lead_to_another() {
    // White loses all discs: e6 f4 e3 f6 g5 d6 e7 f5 c5.
    let moves = [65, 46, 35, 66, 57, 64, 75, 56, 53].as_slice();
    let read = |score: u8| read_all(&file(&[record([0; 3], [score; 2], moves)]), &Names::default()).remove(0);
    for score in [64, 10] {
        let game = read(score).expect("a game");
        assert_eq!(game.margin, Some(2 * i16::from(score) - 64));
        assert_eq!(game.termination, (score == 64).then_some(Termination::Rules), "{score}");
    }
    let error = read(65).expect_err("an impossible score");
    assert_eq!(error.to_string(), "game 1, byte 22: Black's score is 65, expected 0 to 64");
    assert_eq!(error.partial.map(|game| game.tree.len()), Some(9));
}

#[test]
fn games_are_padded_with_zeros_or_as_edax_does() {
    let mut padded = OPENING.to_vec();
    padded.resize(MAX_MOVES, EDAX_PADDING);
    let records =
        [record([0; 3], [32; 2], &padded), record([0; 3], [32; 2], &OPENING), record([0; 3], [225; 2], &padded)];
    let games = read_all(&file(&records), &Names::default());
    let [Ok(edax), Ok(zeros), Ok(unfinished)] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(edax, zeros);
    assert_eq!((unfinished.result, unfinished.margin, &unfinished.tree), (None, None, &edax.tree));
}

#[test]
fn an_illegal_move_costs_its_game_only() {
    let bad = |moves: &[u8]| file(&[record([0; 3], [32; 2], moves), record([0; 3], [32; 2], &OPENING)]);
    for (moves, byte, message, kept) in [
        ([56, 11, 33].as_slice(), 25, "move 2 (11) is not legal: ", 1),
        (&[56, 99], 25, "move 2 (99) is not legal: expected 10 · row + column", 1),
        (&[56, 0, 33], 25, "move 2 is missing, and others follow", 1),
        (&[200], 24, "move 1 (200) is not legal", 0),
    ] {
        let games = read_all(&bad(moves), &Names::default());
        let error = games[0].as_ref().expect_err("an illegal move");
        assert_eq!((error.game, error.byte, error.line), (1, byte, None));
        assert!(error.message.starts_with(message) && !error.message.ends_with(": "), "{error}");
        let partial = error.partial.as_ref().expect("the game up to there");
        assert_eq!((partial.tree.len(), partial.tags.date.as_deref()), (kept, Some("2025")));
        assert_eq!(games[1].as_ref().map(|game| game.tree.len()), Ok(4));
    }
}

#[test]
fn faults_of_a_file_are_said_in_a_line() {
    let good = file(&vec![record([0; 3], [32; 2], &OPENING); 3]);
    let with = |index: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[index] = byte;
        bytes
    };
    let cases: [(&str, usize, Vec<u8>); 10] = [
        ("game 1, byte 0: not a WTHOR file of games: it has 0 bytes, expected a header of 16", 0, vec![]),
        ("game 1, byte 0: not a WTHOR file of games: it has 15 bytes", 0, good[..15].to_vec()),
        (
            "byte 10: not a WTHOR file of games: its games are of the year 8308",
            0,
            b"a text that is no file of games".to_vec(),
        ),
        ("byte 12: not a WTHOR file of games: its board has 10 squares", 0, with(12, 10)),
        ("byte 13: not a WTHOR file of games: its records are of kind 1 (1: solitaires)", 0, with(13, 1)),
        ("of the year 233, expected 1880 to 2100", 0, with(11, 0)),
        ("game 4, byte 220: the file ends 0 bytes into this game, expected the 4 games", 3, with(4, 4)),
        ("game 3, byte 152: 68 bytes follow the 2 games", 2, with(4, 2)),
        ("expected the 4278190083 games", 3, with(7, 255)),
        ("game 3, byte 152: the file ends 67 bytes into this game", 2, good[..219].to_vec()),
    ];
    for (what, games, bytes) in cases {
        let mut read = read_all(&bytes, &Names::default());
        let error = read.pop().expect("an error").expect_err(what).to_string();
        assert!(error.contains(what), "{what}: {error}");
        assert_eq!(read.iter().flatten().count(), games, "{what}");
    }
    for old in [with(12, 0), with(10, 0)[..].to_vec()] {
        let is_old = old[12] == 0;
        assert_eq!(read_all(&old, &Names::default()).iter().all(Result::is_ok), is_old);
    }
    assert!(
        Format::detect("a".as_ref(), &good) == Some(Format::Wthor)
            && Format::detect("a".as_ref(), &with(4, 4)).is_none()
    );
}

#[test]
fn games_that_the_format_cannot_represent_are_left_out() {
    let build = |variant: &str, setup| GameBuilder::new(variant, &BTreeMap::new(), &setup).expect("a game").finish();
    let mut games = vec![
        build("gomoku", Setup::Start),
        build("othello", Setup::Text("8/8/8/3ox3/3xo3/8/8/8 o".into())),
        build("othello", Setup::Start),
        build("othello", Setup::Start),
        build("othello", Setup::Start),
    ];
    games.iter_mut().take(4).for_each(|game| game.margin = Some(2));
    games[2].termination = Some(Termination::Time);
    games[3].margin = Some(3);
    let written = write(Format::Wthor, &games);
    let left_out: Vec<(usize, &str)> = written.left_out.iter().map(|(index, why)| (*index, why.as_str())).collect();
    let expected = [
        (0, "it is a game of gomoku"),
        (1, "it does not begin with the start position"),
        (2, "it ended on time, and WTHOR has no end but a count of discs"),
        (3, "its margin 3 is none of a full board"),
        (4, "it ended without a count of discs, and WTHOR has no end but a count of discs"),
    ];
    assert_eq!(left_out, expected);
}

/// The random moves of a game in the format's terms: without variations and notes, with tags and a score.
fn any_game() -> impl Strategy<Value = (Vec<Step>, [Option<String>; 3], u8, Option<u8>)> {
    let name = option::of("[A-Za-zé]{1,8}( [0-9]{1,4})?");
    (any_steps(), [name.clone(), name.clone(), name], 0_u8..=64, option::of(0_u8..=64))
}

fn game((steps, [first, second, event], score, theoretical): (Vec<Step>, [Option<String>; 3], u8, Option<u8>)) -> Game {
    let variations = build("othello", &BTreeMap::new(), None, &steps);
    let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &Setup::Start).expect("a game");
    let moves: Vec<&str> = variations.tree.main_moves().collect();
    // A pass after which nothing is played is not recorded.
    let end_of_moves = moves.iter().rposition(|&mv| mv != "pass").map_or(0, |last| last + 1);
    for mv in &moves[..end_of_moves] {
        builder.play(mv).expect("legal");
    }
    let mut game = builder.finish();
    end(&mut game, None);
    game.margin = game.margin.or(Some(2 * i16::from(score) - 64));
    game.result = game.margin.map(GameResult::of_margin);
    game.tags = Tags { first, second, event, date: Some("2024".into()), ..Tags::default() };
    let score = ((game.margin.unwrap_or(0) + 64) / 2) as u8;
    game.tags.other.insert(THEORETICAL_DEPTH.into(), "22".into());
    game.tags.other.insert(THEORETICAL_SCORE.into(), theoretical.unwrap_or(score).to_string());
    for (tag, name) in [(BLACK, &game.tags.first), (WHITE, &game.tags.second), (TOURNAMENT, &game.tags.event)] {
        if name.is_none() && score.is_multiple_of(3) {
            game.tags.other.insert(tag.into(), (score + 1).to_string());
        }
    }
    game
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn what_is_written_is_read_back(games in vec(any_game().prop_map(game), 0..6)) {
        let written = write(Format::Wthor, &games);
        prop_assert!(written.left_out.is_empty());
        let read = read_all(&written.bytes, &names(&written)).into_iter();
        let read: Vec<Game> = read.map(|game| game.expect("a game")).collect();
        prop_assert_eq!(&read, &games);
    }

    #[test]
    fn moves_are_replayed_as_the_builder_plays_them(
        game in any_game().prop_map(game),
        code in prop_oneof![3 => any::<u8>(), 1 => select(vec![0, EDAX_PADDING])],
        at in 0_usize..60,
    ) {
        let mut codes: Vec<u8> = game.tree.main_moves().filter_map(replay::encode).collect();
        codes.resize(MAX_MOVES, 0);
        codes[at] = code;
        let mut builder = GameBuilder::new("othello", &BTreeMap::new(), &Setup::Start).expect("a game");
        let is_padding = |code: u8| code == 0 || code == EDAX_PADDING;
        let played = codes.iter().position(|&code| is_padding(code)).unwrap_or(MAX_MOVES);
        let name = |code: u8| format!("{}{}", char::from(b'a' + (code % 10).wrapping_sub(1) % 26), code / 10);
        let is_square = |code: u8| (1..=8).contains(&(code % 10)) && (1..=8).contains(&(code / 10));
        let wrong = codes[..played].iter().position(|&code| !is_square(code) || builder.play(&name(code)).is_err());
        let wrong = wrong.or_else(|| codes[played..].iter().any(|&code| !is_padding(code)).then_some(played));
        match replay::replay(&codes) {
            Ok(replayed) => {
                prop_assert_eq!(wrong, None);
                prop_assert_eq!(replayed.margin, builder.referee().ending().and_then(|ending| ending.margin));
                prop_assert_eq!(replayed.game, builder.finish());
            }
            Err(fault) => {
                prop_assert_eq!(wrong, Some(fault.index));
                prop_assert_eq!(fault.partial, builder.finish());
            }
        }
    }

    #[test]
    fn no_bytes_panic(
        games in vec(any_game().prop_map(game), 0..3),
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 0..5),
        rest in vec(any::<u8>(), 0..70),
    ) {
        let mut bytes = [write(Format::Wthor, &games).bytes, rest].concat();
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        for error in read_all(&bytes, &Names::default()).into_iter().filter_map(Result::err) {
            prop_assert!(error.byte <= bytes.len() && !error.to_string().contains('\n'));
        }
        let _ = Names::read(Some(&bytes), Some(&bytes));
    }
}
