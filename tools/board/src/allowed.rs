//! The lines that a page may send to an engine. Whatever is not listed here does not reach a process.

use quartet::engine::options::{CERTIFICATE, Options, names};

/// The most digits of a number, such as the milliseconds of a search.
const DIGITS: usize = 10;
/// The most plies of option `MaxPlies`: the moves of a longer game do not fit into a message.
const MAX_PLIES: u64 = 2000;
/// The most nodes of a search for a proof, about ten seconds.
const PROOF_NODES: u64 = 2_000_000;

/// Commands of Quartet's protocol that are passed on with whatever follows: they set nothing and read no file.
const FREE: [&str; 12] =
    ["uci", "ugi", "isready", "ucinewgame", "variant", "position", "stop", "ponderhit", "moves", "solve", "d", "quit"];
/// What may follow `query`.
const QUERIES: [&str; 15] = [
    "p1turn",
    "gameover",
    "result",
    "reason",
    "position",
    "moves",
    "side",
    "ply",
    "line",
    "board",
    "stones",
    "hand",
    "lastmove",
    "changes",
    "adjacency",
];
/// Words of `go` that are followed by a number.
const LIMITS: [&str; 13] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "mate",
];
/// Words of `go` that stand alone.
const FLAGS: [&str; 3] = ["infinite", "ponder", "wld"];
/// Options, besides `Hash` and `Threads`. None of them has a path as its value.
const OPTIONS: [&str; 16] = [
    names::CLEAR_HASH,
    names::MULTI_PV,
    names::PONDER,
    names::MOVE_OVERHEAD,
    names::VARIANT,
    names::MAX_PLIES,
    names::SEED,
    names::VARIETY,
    names::SKILL_LEVEL,
    names::SHOW_WDL,
    names::PERSONALITY,
    "Weights",
    "BoardSize",
    "Rule",
    "Swindle",
    CERTIFICATE,
];

/// The most that one engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Memory for the hash table, in MiB.
    pub hash: u64,
    /// Search threads.
    pub threads: u64,
}

/// The line as it may be sent to an engine, with single spaces between its words; the error says why it may not.
pub fn check(line: &str, caps: &Caps) -> Result<String, String> {
    if let Some(character) = line.chars().find(|character| character.is_control()) {
        return Err(format!("control character {:?} in a line", character));
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [] => Err("empty line".into()),
        ["setoption", ..] => check_option(&words, caps),
        ["go", ref limits @ ..] => check_limits(limits),
        ["proof"] => Ok(()),
        ["proof", "nodes", nodes] if nodes.parse().is_ok_and(|nodes: u64| nodes <= PROOF_NODES) => Ok(()),
        ["proof", ..] => Err(format!("expected proof or proof nodes N, with N at most {PROOF_NODES}")),
        ["query", what, ..] if !QUERIES.contains(&what) => Err(format!("query '{what}' is not available here")),
        ["query", ..] => Ok(()),
        [command, ..] if FREE.contains(&command) || is_swap2(&words) => Ok(()),
        [command, ..] => Err(format!("command '{command}' is not available here")),
    }?;
    Ok(words.join(" "))
}

/// `setoption name <name> [value <value>]`.
fn check_option(words: &[&str], caps: &Caps) -> Result<(), String> {
    let ["setoption", "name", rest @ ..] = words else { return Err("expected setoption name NAME".into()) };
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let (name, value) = (rest[..end].join(" "), rest.get(end + 1..).map(|value| value.join(" ")));
    let cap = [(names::HASH, caps.hash), (names::THREADS, caps.threads), (names::MAX_PLIES, MAX_PLIES)];
    let cap = cap.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
    if cap.is_none() && !OPTIONS.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
        return Err(format!("option '{name}' is not available here"));
    }
    Options::default().check(&name, value.as_deref())?;
    match cap {
        Some((_, most)) if value.is_none_or(|value| value.parse::<u64>().is_ok_and(|number| number > most)) => {
            Err(format!("option '{name}' is at most {most} here"))
        }
        _ => Ok(()),
    }
}

/// The words after `go`.
fn check_limits(words: &[&str]) -> Result<(), String> {
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            // Moves follow, up to the end: the engine refuses what is no legal move.
            "searchmoves" => return Ok(()),
            _ if FLAGS.contains(&word) => {}
            _ if LIMITS.contains(&word) => {
                let number = words.next().copied().unwrap_or_default();
                if !is_number(number) {
                    return Err(format!("'{word} {number}', expected a whole number of at most {DIGITS} digits"));
                }
            }
            _ => return Err(format!("'{word}' after go is not available here")),
        }
    }
    Ok(())
}

/// Whether a line belongs to the swap2 dialogue of the Gomocup protocol, which Quartet also speaks.
fn is_swap2(words: &[&str]) -> bool {
    match words {
        ["START" | "RESTART", size] => is_number(size),
        ["INFO", "rule" | "timeout_turn", value] => is_number(value),
        ["SWAP2BOARD" | "DONE" | "END"] => true,
        [point] => point.split_once(',').is_some_and(|(column, row)| is_number(column) && is_number(row)),
        _ => false,
    }
}

/// Whether a text is a whole number without a sign, of at most [`DIGITS`] digits.
fn is_number(text: &str) -> bool {
    (1..=DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPS: Caps = Caps { hash: 256, threads: 2 };

    #[test]
    fn lines_of_play_and_analysis_are_sent() {
        for line in [
            "uci",
            "variant othello",
            "position startpos moves f5 d6",
            "position fen 8/8/8/3ox3/3xo3/8/8/8 x - 0",
            "go infinite",
            "go movetime 1000 depth 12",
            "go wtime 60000 btime 60000 winc 1000 binc 1000",
            "go depth 4 searchmoves f5 d6",
            "query changes f5",
            "proof",
            "proof nodes 2000000",
            "setoption name Hash value 256",
            "setoption name skill level value 3",
            "setoption name Personality value textbook",
            "setoption name Weights value 6:1:4,6:2:4,1:4:4",
            "setoption name Clear Hash",
            "START 15",
            "INFO rule 4",
            "SWAP2BOARD",
            "7,7",
            "DONE",
            "quit",
        ] {
            assert_eq!(check(line, &CAPS).as_deref(), Ok(line));
        }
        assert_eq!(check("  go   depth  3 ", &CAPS).as_deref(), Ok("go depth 3"));
    }

    #[test]
    fn nothing_that_names_a_file_is_sent() {
        for line in [
            "setoption name Debug Log File value /tmp/x",
            "setoption name debug log FILE value /tmp/x",
            "setoption  name  Debug  Log  File  value x",
            "setoption name Book File value /etc/passwd",
            "setoption name Certificate Folder value /etc",
            "setoption name OwnBook value true",
            "setoption name Hash value 16 name Debug Log File value x",
            "x setoption name Debug Log File value x",
            "book",
            "solve-file /etc/passwd",
            "loadsgf /etc/passwd",
            "INFO folder /tmp",
            "query option Debug Log File",
        ] {
            assert!(check(line, &CAPS).is_err(), "{line}");
        }
    }

    #[test]
    fn nothing_beyond_the_caps_is_sent() {
        for line in [
            "setoption name Hash value 257",
            "setoption name hash value 00000000000000000001024",
            "setoption name Hash",
            "setoption name Threads value 3",
            "setoption name MaxPlies value 2001",
            "setoption name MultiPV value 501",
            "go perft 12",
            "go depth 99999999999",
            "go movetime -1",
            "go depth",
            "proof nodes 2000001",
            "proof nodes",
            "proof nodes -1",
            "proof nodes 5 x",
            "proof depth 5",
            "bench",
            "debug on",
        ] {
            assert!(check(line, &CAPS).is_err(), "{line}");
        }
    }

    #[test]
    fn a_message_is_one_line() {
        for line in ["", " ", "isready\nbench", "isready\rbench", "isready\0", "go\tdepth 3", "isready\u{85}bench"] {
            assert!(check(line, &CAPS).is_err(), "{line:?}");
        }
    }
}
