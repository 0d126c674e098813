//! What a line asks for, by its first words, as `protocol.md` specifies them. Whether it is carried out or refused, the
//! engine says.

/// A kind of line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Empty lines and `register`.
    Nothing,
    /// `stop` and `ponderhit`.
    Stop,
    IsReady,
    Wait,
    Quit,
    /// `position`, `ucinewgame`, `debug`: no answer, unless it is refused.
    Silent,
    SetOption,
    Variant,
    Query,
    Moves,
    /// A handshake, and its last line.
    Handshake(&'static str),
    Board,
    Evaluate,
    Book,
    Help,
    Go,
    /// `go` with the word `perft`.
    Perft,
    Proof,
    Solve,
    Bench,
    /// No command: always refused.
    Unknown,
}

impl Command {
    /// What a line, with or without its end, asks for.
    pub(super) fn of(line: &[u8]) -> Command {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\r', '\n']);
        let words: Vec<&str> = text.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let Some(first) = words.first() else { return Command::Nothing };
        if let Some(own) = Command::own(first) {
            return own;
        }
        let found = words.iter().position(|word| Command::standard(word).is_some());
        match found.and_then(|at| Some((at, Command::standard(words.get(at)?)?))) {
            Some((at, Command::Go)) if words[at..].contains(&"perft") => Command::Perft,
            Some((_, command)) => command,
            None => Command::Unknown,
        }
    }

    /// Commands that unknown words may precede.
    fn standard(word: &str) -> Option<Command> {
        Some(match word {
            "uci" => Command::Handshake("uciok"),
            "ugi" => Command::Handshake("ugiok"),
            "debug" | "ucinewgame" | "uginewgame" | "position" => Command::Silent,
            "isready" => Command::IsReady,
            "go" => Command::Go,
            "stop" | "ponderhit" => Command::Stop,
            "quit" => Command::Quit,
            "setoption" => Command::SetOption,
            _ => return None,
        })
    }

    /// Commands that count only as the first word.
    fn own(word: &str) -> Option<Command> {
        Some(match word {
            "register" => Command::Nothing,
            "d" => Command::Board,
            "moves" => Command::Moves,
            "eval" => Command::Evaluate,
            "book" => Command::Book,
            "proof" => Command::Proof,
            "query" => Command::Query,
            "solve" => Command::Solve,
            "bench" => Command::Bench,
            "help" => Command::Help,
            "wait" => Command::Wait,
            "variant" => Command::Variant,
            _ => return None,
        })
    }

    /// Whether it acts when it arrives, not in its turn.
    pub(super) fn is_immediate(self) -> bool {
        matches!(self, Command::Nothing | Command::Stop | Command::IsReady | Command::Wait | Command::Quit)
    }

    /// Whether it starts a job.
    pub(super) fn is_job(self) -> bool {
        matches!(self, Command::Go | Command::Perft | Command::Proof | Command::Solve | Command::Bench)
    }

    /// Whether it may change what the engine says about its state.
    pub(super) fn changes(self) -> bool {
        matches!(self, Command::Silent | Command::SetOption | Command::Variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_known_word_decides() {
        for (line, command) in [
            ("go depth 3", Command::Go),
            ("joho\tgo perft 3\r\n", Command::Perft),
            ("joho moves", Command::Unknown),
            ("moves go", Command::Moves),
            ("register isready", Command::Nothing),
            (" \t \n", Command::Nothing),
            ("Go", Command::Unknown),
            ("a b ugi", Command::Handshake("ugiok")),
        ] {
            assert_eq!(Command::of(line.as_bytes()), command, "{line}");
        }
        assert_eq!(Command::of(b"\xff isready"), Command::IsReady);
    }
}
