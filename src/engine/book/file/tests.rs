use super::*;
use crate::engine::book::{BookMove, BookValue};
use crate::random::SplitMix64;
use crate::score::Score;
use std::collections::BTreeMap;

fn random_value(random: &mut SplitMix64) -> BookValue {
    match random.below(4) {
        0 => BookValue::exact(Score::win_in(1 + random.below(999) as u16)),
        1 => BookValue::exact(Score::loss_in(1 + random.below(999) as u16)),
        2 => BookValue::exact(Score(100 * (random.below(129) as i16 - 64))),
        _ => BookValue::estimate(Score(random.below(20_001) as i16 - 10_000), 1 + random.below(60) as u16),
    }
}

/// An entry with a position text that need not exist, since the format does not depend on the game.
fn random_entry(random: &mut SplitMix64) -> Entry {
    let cells: String = (0..4).map(|_| ["x", "o", "/", "2"][random.below(4)]).collect();
    let mut entry = Entry {
        position: format!("{cells}/{} {} -", random.below(1000), ["x", "o"][random.below(2)]),
        is_solved: false,
        moves: (0..=random.below(5))
            .map(|index| BookMove { mv: format!("a{}", index + 1), value: random_value(random) })
            .collect(),
        comment: ["", "said", "more # than; that"][random.below(3)].into(),
    };
    entry.sort();
    entry.is_solved = random.below(2) == 0 && entry.value().is_some_and(BookValue::is_exact);
    entry
}

#[test]
fn what_is_written_is_read_back_equal() {
    let mut random = SplitMix64::new(3);
    for size in [0, 1, 2, 40, 300] {
        let header = Header::read("quartet book 1 gomoku BoardSize=15 Rule=renju").expect("a header");
        let comments = vec!["# one".to_string(), "#two".to_string()];
        let entries: BTreeMap<String, Entry> =
            (0..size).map(|_| random_entry(&mut random)).map(|entry| (entry.position.clone(), entry)).collect();
        let text = write_book(&header, &comments, entries.values());
        let book = Book::read(text.clone()).expect("a book");
        assert_eq!(book.header(), &header);
        assert_eq!(book.comments(), comments);
        assert!(book.entries().eq(entries.values().cloned()));
        assert_eq!((book.len(), book.is_empty()), (entries.len(), entries.is_empty()));
        // A naive twin of the index: every position, and no other, is found.
        for (position, entry) in &entries {
            assert_eq!(book.find(position).as_ref(), Some(entry));
            assert_eq!(book.find(&format!("{position}x")), None);
        }
        assert_eq!(write_book(book.header(), book.comments(), &book.entries().collect::<Vec<_>>()), text);
    }
}

#[test]
fn order_line_ends_blanks_and_a_byte_order_mark_do_no_harm() {
    let text = "\u{feff}quartet book 1 othello\r\n# a\r\n\r\n 2/2 x -; a1:=0\r\n# b\r\n1/1 x -; a1:=0 # c\r\n";
    let book = Book::read(text.into()).expect("a book");
    let positions: Vec<_> = book.entries().map(|entry| entry.position).collect();
    assert_eq!(positions, ["1/1 x -", "2/2 x -"]);
    assert_eq!(book.comments(), ["# a", "# b"]);
    assert_eq!(book.find("1/1 x -").expect("there").comment, "c");
}

#[test]
fn errors_name_the_line() {
    for (text, line, what) in [
        ("", 1, "expected 'quartet book 1"),
        ("quartet book 1 othello\n# fine\nnonsense\n", 3, "position 'nonsense'"),
        ("quartet book 1 othello\n1/1 x -; a1:=0\n\n1/1 x -; a1:2@3\n", 4, "the position of line 2 again"),
        ("quartet book 1 othello\n1/1 x -; a1:\n", 2, "value ''"),
    ] {
        let (number, why) = Book::read(text.into()).expect_err(text);
        assert!(number == line && why.contains(what), "{number}: {why}");
    }
}

#[test]
fn files_that_cannot_be_books_are_refused_with_their_name() {
    let path = std::env::temp_dir().join(format!("quartet-book-{}", std::process::id()));
    let name = path.display().to_string();
    let error = |content: &[u8]| {
        std::fs::write(&path, content).expect("a file");
        Book::load(&name).expect_err("no book")
    };
    assert_eq!(error(b"quartet book 1 othello\n\n\xff\n"), format!("line 3 of book '{name}': it is not UTF-8"));
    assert!(error(b"\x7fELF").starts_with(&format!("line 1 of book '{name}': expected ")));
    std::fs::remove_file(&path).expect("the file goes");
    assert!(Book::load(&name).is_err_and(|error| error.starts_with(&format!("cannot read book '{name}': "))));
    let folder = std::env::temp_dir().display().to_string();
    assert!(Book::load(&folder).is_err_and(|error| error.contains("is no regular file")));
}

/// Cuts and changed bytes of a good book either give a book or an error about one of its lines.
#[test]
fn no_text_panics() {
    let good = "quartet book 1 gomoku BoardSize=15 Rule=renju\n# c\n15/15 x -; solved; h8:W9; i9:-3@12 # é\n";
    let mut random = SplitMix64::new(5);
    for _ in 0..4000 {
        let mut letters: Vec<char> = good.chars().collect();
        for _ in 0..=random.below(3) {
            let index = random.below(letters.len());
            match random.below(3) {
                0 => letters.truncate(index.max(1)),
                1 => letters[index] = ['\n', ';', '#', ':', '@', ' ', 'é', '\0', '9', '-'][random.below(10)],
                _ => {
                    letters
                        .insert(index, ['\n', ';', '#', ':', '@', ' ', '五', '\u{feff}', '=', '0'][random.below(10)]);
                }
            }
        }
        let text: String = letters.into_iter().collect();
        if let Err((line, _)) = Book::read(text.clone()) {
            assert!((1..=text.lines().count().max(1)).contains(&line), "{line}: {text}");
        }
    }
}
