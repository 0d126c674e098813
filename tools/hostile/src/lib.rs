//! Random lines for stress tests: the protocol's own words in any order, which an engine has to survive.
//!
//! The source of randomness is the caller's.

/// Words of the protocol and its games, with numbers and text that is neither. None of them writes files.
const WORDS: [&str; 58] = [
    "go",
    "depth",
    "infinite",
    "wld",
    "nodes",
    "searchmoves",
    "mate",
    "perft",
    "movetime",
    "wtime",
    "btime",
    "ponder",
    "ponderhit",
    "stop",
    "position",
    "startpos",
    "moves",
    "f5",
    "h8",
    "c3",
    "fen",
    "8/8/8/3ox3/3xo3/8/8/8",
    "x",
    "-",
    "setoption",
    "name",
    "value",
    "Hash",
    "MultiPV",
    "Rule",
    "renju",
    "BoardSize",
    "Personality",
    "random",
    "variant",
    "lgame",
    "gomoku",
    "rhombus",
    "othello",
    "\u{4e94}\u{5b50}\u{68cb}",
    "d",
    "eval",
    "query",
    "result",
    "isready",
    "uci",
    "ugi",
    "ucinewgame",
    "debug",
    "on",
    "off",
    "help",
    "-1",
    "0",
    "1",
    "3",
    "7",
    "300",
];

/// A line of one to `max_words` random words, some of them from `extra_words`, with no line break. `random_below(n)`
/// returns a random number less than `n`.
pub fn random_line(extra_words: &[&str], max_words: usize, mut random_below: impl FnMut(usize) -> usize) -> String {
    let length = 1 + random_below(max_words);
    let words: Vec<&str> = (0..length)
        .map(|_| {
            let index = random_below(WORDS.len() + extra_words.len());
            WORDS.get(index).copied().unwrap_or_else(|| extra_words[index - WORDS.len()])
        })
        .collect();
    words.join(if random_below(8) == 0 { "\t " } else { " " })
}
