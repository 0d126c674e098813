//! Mutations of lines, and the lines that are never sent.

use crate::random::Random;

/// Numbers at the limits of machine types, malformed ones, and ones beyond.
const NUMBERS: [&str; 18] = [
    "0",
    "-0",
    "-1",
    "+7",
    "1e9",
    "0x10",
    "2.5",
    "127",
    "128",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
];
/// Words of all protocols, and words of none.
const WORDS: [&str; 44] = [
    "go",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "mate",
    "wld",
    "position",
    "startpos",
    "fen",
    "moves",
    "setoption",
    "name",
    "value",
    "isready",
    "stop",
    "query",
    "variant",
    "gomoku",
    "othello",
    "x",
    "o",
    "-",
    "START",
    "TURN",
    "BOARD",
    "DONE",
    "INFO",
    "7,7",
    "rule",
    "genmove",
    "play",
    "b",
    "white",
    "F5",
    "undo",
    "set",
    "game",
    "ping",
    "hint",
    "ENGINE-PROTOCOL",
    "\u{4e94}\u{5b50}\u{68cb}",
];
/// Bytes that are not UTF-8, or that text rarely contains.
const BYTES: [&[u8]; 7] = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\0", b"\x1b[2J", b"\xe2\x80\xa8", b"\xef\xbb\xbf"];
/// The length of most long words, and the length of the longest.
const LONG: (usize, usize) = (5_000, 1 << 20);

/// A line, given without its end, with one to three mutations. It may have become several lines.
pub fn mutated(line: &[u8], random: &mut Random) -> Vec<u8> {
    let mut line = line.to_vec();
    for _ in 0..random.between(1, 3) {
        line = if random.one_in(3) { with_other_bytes(line, random) } else { with_other_words(&line, random) };
    }
    line
}

fn with_other_bytes(mut line: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let place = random.below(line.len() + 1);
    match random.below(5) {
        0 if place < line.len() => line[place] ^= 1 << random.below(8),
        1 => line.truncate(place),
        2 => drop(line.splice(place..place, BYTES[random.below(BYTES.len())].iter().copied())),
        3 => line.insert(place, b" \t\r\n,#/;:"[random.below(9)]),
        _ if random.one_in(2) => line.make_ascii_uppercase(),
        _ => line.make_ascii_lowercase(),
    }
    line
}

fn with_other_words(line: &[u8], random: &mut Random) -> Vec<u8> {
    let mut words: Vec<Vec<u8>> = line.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
    let (place, other) = (random.below(words.len()), random.below(words.len()));
    let numbers: Vec<usize> = (0..words.len()).filter(|&index| is_number(&words[index])).collect();
    match random.below(8) {
        0 => drop(words.remove(place)),
        1 => words.insert(place, words[place].clone()),
        2 => words.swap(place, other),
        3 => words[place] = random.pick(&WORDS).into(),
        4 => words.insert(place, random.pick(&WORDS).into()),
        5 | 6 if !numbers.is_empty() => words[numbers[random.below(numbers.len())]] = random.pick(&NUMBERS).into(),
        7 if random.one_in(4) => words.insert(place, long_word(random)),
        _ => words.push(random.pick(&NUMBERS).into()),
    }
    words.join(if random.one_in(12) { &b"\t  "[..] } else { b" " })
}

fn is_number(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit) && word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-')
}

fn long_word(random: &mut Random) -> Vec<u8> {
    let length = if random.one_in(50) { LONG.1 } else { random.between(100, LONG.0) };
    vec![b"x1 /-"[random.below(5)]; length]
}

/// Whether a line may be sent: it names no file, and asks for no more memory and threads than a fuzzer should. Lines of
/// the grammars may name files in the folder of the session.
pub fn is_harmless(line: &[u8]) -> bool {
    const FILES: [&str; 6] = ["file", "folder", "log", "loadsgf", ".txt", ".sgf"];
    const SIZES: [&str; 5] = ["hash", "threads", "thread_num", "memory", "bench"];
    const MOST: u64 = 64;
    let text = String::from_utf8_lossy(line).to_lowercase();
    let names = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let digits = text.split(|c: char| !c.is_ascii_digit());
    let is_large = digits.filter(|digits| !digits.is_empty()).any(|digits| digits.parse().is_ok_and(|n: u64| n > MOST));
    // Whatever does not fit 64 bits is out of range for every option.
    !(names(&FILES) || names(&SIZES) && is_large)
}

/// The lines of a text with their ends, split where an engine splits them. The last line gets an end if it has none.
pub fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for part in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        match lines.last_mut() {
            Some(line) if part == b"\n" && line.ends_with(b"\r") => line.push(b'\n'),
            _ => lines.push(part.to_vec()),
        }
    }
    if let Some(line) = lines.last_mut().filter(|line| !line.ends_with(b"\n") && !line.ends_with(b"\r")) {
        line.push(b'\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_the_protocol_says() {
        let split = |text: &str| {
            let lines = lines(text.as_bytes());
            lines.into_iter().map(|line| String::from_utf8(line).expect("text")).collect::<Vec<_>>()
        };
        assert_eq!(split("a\nb\r\nc\rd"), ["a\n", "b\r\n", "c\r", "d\n"]);
        assert_eq!(split("\n\r\n\r\r\n"), ["\n", "\r\n", "\r", "\r\n"]);
        assert_eq!(split(""), Vec::<String>::new());
    }

    #[test]
    fn no_mutation_of_a_size_becomes_a_large_one() {
        let mut random = Random::new(1);
        let sent: Vec<Vec<u8>> = (0..20_000)
            .map(|_| mutated(b"setoption name Hash value 2", &mut random))
            .filter(|line| is_harmless(line))
            .collect();
        assert!(sent.len() > 1_000);
        for line in sent.iter().map(|line| String::from_utf8_lossy(line).into_owned()) {
            let value = line.rsplit(' ').next().and_then(|word| word.trim().parse::<u64>().ok());
            assert!(!line.starts_with("setoption name Hash value") || value.is_none_or(|value| value <= 64), "{line}");
        }
        assert!(!is_harmless(b"setoption name Debug Log File value x") && !is_harmless(b"loadsgf y"));
        assert!(is_harmless(b"go nodes 100000") && !is_harmless(b"bench 1 1 4096"));
    }
}
