//! Lines of the UCI dialect: valid ones with legal moves, and half-valid ones.

use crate::games::{play_random, rules};
use crate::random::Random;
use quartet_arena::check::info::{EngineOption, Kind};
use std::collections::BTreeMap;

/// How long what a line starts may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    /// It ends by itself, and soon.
    Short,
    /// Only `stop` ends it.
    Endless,
    /// It ends by itself, perhaps in a thousand years.
    Unknown,
}

/// What the lines are about.
#[derive(Default)]
pub(super) struct Topic {
    /// The options that the engine has listed.
    pub options: Vec<EngineOption>,
    /// Their values, in the last answers.
    pub values: BTreeMap<String, String>,
    /// The legal moves in the last answers.
    pub moves: Vec<String>,
}

/// Queries without arguments, and one that does not exist.
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
    "adjacency",
    "weather",
];
/// Names that select a game, and one that does not.
const VARIANTS: [&str; 12] = [
    "othello",
    "gomoku",
    "lgame",
    "rhombus",
    "gobang",
    "gomokufreestyle",
    "flipello",
    "L\u{68cb}",
    "\u{659c}\u{65b9}\u{68cb}",
    "\u{9ed1}\u{767d}\u{68cb}",
    "GOMOKU",
    "chess",
];
/// Positions in the notations of the games, right and wrong.
const POSITIONS: [&str; 14] = [
    "fen 8/8/8/3ox3/3xo3/8/8/8 x - 0",
    "fen ---------------------------OX------XO--------------------------- X; D3:+0",
    "fen xo6/8/8/8/8/8/8/8 o moves pass c1",
    "fen xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxx1 o",
    "fen xxxxxxxx/xoooooox/xxooooox/xxxoxoox/xxxxoxox/xxxxxoox/2xxxxxx/2xxxx2 o - 54",
    "fen 8/8/8/3pP3/3Pp3/8/8/8[PPPPppppp] w 0 1 moves P@e3",
    "fen 5/5/1xo2/5/5",
    "fen 15/15/15/15/15/15/15/5xx8/7x7/7x7/15/15/15/15/15 x - 0 moves h8",
    "fen xoxox/xoxox/oxoxo/oxoxo/xoxo1 o - 24 moves e5",
    "fen x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10 moves b2a3 b4c3 a3b2 c3b4 b2a3 b4c3 a3b2",
    "fen x-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 5,5 0",
    "code (1,0,3), (2,3,2), (0,6), 0 moves (3,1,0)+a1a2",
    "code (1,0,3),(2,3,2),(6,0),0",
    "startpos moves f5d6c3",
];

impl Topic {
    /// A line, and how long it may keep the engine busy.
    pub(super) fn line(&self, random: &mut Random) -> (String, Length) {
        let short = |line: String| (line, Length::Short);
        match random.below(34) {
            0..=6 => short(self.position(random)),
            7..=14 => self.go(random),
            15..=18 => short(self.set_option(random)),
            19..=21 => short(self.query(random)),
            22 => short(format!("variant {}", random.pick(&VARIANTS))),
            23 => short("ucinewgame".into()),
            24 => short(format!("proof nodes {}", random.below(300))),
            25 => (random.pick(&["solve", "solve verify", "bench 1", "bench"]).into(), Length::Unknown),
            26 | 27 => short(random.pick(&["isready", "d", "moves", "eval", "book", "help", "uci", "ugi"]).into()),
            28 => short(random.pick(&["debug on", "debug off", "register later", "", " \t ", "hello"]).into()),
            29 => short("wait".into()),
            30 | 31 => short("stop".into()),
            32 => short("ponderhit".into()),
            _ => short("isready".into()),
        }
    }

    fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// A position after random moves, by the rules that are in force.
    fn position(&self, random: &mut Random) -> String {
        if random.one_in(5) {
            return format!("position {}", random.pick(&POSITIONS));
        }
        let variant = self.value("UCI_Variant");
        let options = ["Rule", "BoardSize", "MaxPlies"].map(|name| (name, self.value(name)));
        let options: Vec<_> = options.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        let Ok(mut referee) = rules(variant, &options) else { return "position startpos".into() };
        let most = if random.one_in(4) { 80 } else { 12 };
        play_random(&mut *referee, random.below(most), random);
        if random.one_in(3) {
            return format!("position fen {}", referee.position());
        }
        match referee.moves() {
            [] => "position startpos".into(),
            moves if random.one_in(8) && variant != "lgame" => format!("position startpos moves {}", moves.concat()),
            moves => format!("position startpos moves {}", moves.join(" ")),
        }
    }

    fn go(&self, random: &mut Random) -> (String, Length) {
        let mut words = vec!["go".to_string()];
        words.extend((0..random.between(1, 2)).map(|_| self.limit(random)));
        match random.below(12) {
            0 => words.push("infinite".into()),
            1 => words.push("ponder".into()),
            2 if !self.moves.is_empty() => {
                let moves: Vec<&str> = (0..random.between(1, 3)).map(|_| self.some_move(random)).collect();
                words.push(format!("searchmoves {}", moves.join(" ")));
            }
            3 => return self.perft(random),
            _ => {}
        }
        let line = words.join(" ");
        let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
        let is_bounded = has(&["depth", "nodes", "time"]) && !has(&["infinite", "ponder"]);
        let length = if is_bounded { Length::Short } else { Length::Endless };
        (line, length)
    }

    /// A word of `go` with its argument.
    fn limit(&self, random: &mut Random) -> String {
        match random.below(12) {
            0..=3 => format!("depth {}", random.between(0, 4)),
            4..=6 => format!("nodes {}", random.below(500)),
            7 => format!("movetime {}", random.below(15)),
            8 => {
                let [x, o] = [random.below(60), random.below(60)];
                format!("wtime {x} btime {o} winc {} movestogo {}", random.below(5), random.below(9))
            }
            9 => format!("p1time {} p2inc 1", random.below(60)),
            10 => format!("nodes 400 mate {}", random.below(5)),
            _ => random.pick(&["infinite", "winc 3", "movestogo 4", "nodes 300 wld"]).into(),
        }
    }

    /// A perft that is not too deep for the game, or one that nobody can finish.
    fn perft(&self, random: &mut Random) -> (String, Length) {
        if random.one_in(6) {
            return (format!("go perft {}", random.pick(&["9", "60", "1000"])), Length::Unknown);
        }
        let deepest = match self.value("UCI_Variant") {
            "gomoku" => 1,
            "lgame" => 2,
            _ => 4,
        };
        (format!("go perft {}", random.between(0, deepest)), Length::Short)
    }

    fn some_move(&self, random: &mut Random) -> &str {
        self.moves.get(random.below(self.moves.len())).map_or("a1", String::as_str)
    }

    fn query(&self, random: &mut Random) -> String {
        match random.below(6) {
            0 if !self.options.is_empty() => {
                format!("query option {}", self.options[random.below(self.options.len())].name)
            }
            1 => format!("query changes {}", self.some_move(random)),
            _ => format!("query {}", random.pick(&QUERIES)),
        }
    }

    fn set_option(&self, random: &mut Random) -> String {
        if self.options.is_empty() {
            return "setoption name Clear Hash".into();
        }
        let option = &self.options[random.below(self.options.len())];
        let name = &option.name;
        let value = match &option.kind {
            Kind::Button => return format!("setoption name {name}"),
            Kind::StepResult => random.pick(&["true", "false", "FALSE", "yes"]).to_string(),
            Kind::Combo(values) if !values.is_empty() => values[random.below(values.len())].clone(),
            Kind::Combo(_) => "nothing".into(),
            Kind::Text => text_value(name, random).into(),
            Kind::Spin { min, max } => spin_value(name, *min, *max, random).to_string(),
        };
        format!("setoption name {name} value {value}")
    }
}

/// The value of a text option; `{folder}` is the folder of the session.
fn text_value(name: &str, random: &mut Random) -> &'static str {
    match name {
        "Weights" => random.pick(&["6:2:4", "6:1:4,6:2:4,1:4:4", "100:1:0", "<empty>", "1:2", "x"]),
        "Debug Log File" => random.pick(&["<empty>", "{folder}/debug.log", "{folder}", "{folder}/none/debug.log"]),
        "Book File" => random.pick(&["<empty>", "{folder}/book.txt", "{folder}/none", "{folder}"]),
        _ => random.pick(&["<empty>", "{folder}"]),
    }
}

/// A value that keeps searches small, or one outside the range.
fn spin_value(name: &str, min: i64, max: i64, random: &mut Random) -> i64 {
    if random.one_in(8) {
        return if random.one_in(2) { min - 1 } else { max + 1 };
    }
    let most = match name {
        "Hash" => 4,
        "Threads" => 2,
        "MultiPV" if random.one_in(8) => max,
        "MultiPV" => 4,
        "Move Overhead" => 20,
        _ => max,
    };
    match random.below(4) {
        0 => min,
        1 => most,
        _ => min + random.below((most - min + 1) as usize) as i64,
    }
}
