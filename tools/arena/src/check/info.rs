//! Parsers of `info` and `option` lines, exactly as `protocol.md` specifies them.

/// The value of an `info` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// An estimate, or an exact value that is neither a win nor a loss.
    Cp(i64),
    /// A proven win, or loss if negative or 0.
    Mate(i64),
}

impl Value {
    /// A number that orders values: greater is better.
    pub fn rank(self) -> i64 {
        const PROVEN: i64 = 1 << 40;
        match self {
            Value::Cp(value) => value,
            Value::Mate(distance) if distance > 0 => PROVEN - distance,
            Value::Mate(distance) => -PROVEN - distance,
        }
    }

    /// Whether it is a proven win or loss.
    pub fn is_mate(self) -> bool {
        matches!(self, Value::Mate(_))
    }
}

/// A search result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth of the iteration.
    pub depth: i64,
    /// The greatest ply reached.
    pub seldepth: i64,
    /// Rank of the line.
    pub multipv: usize,
    /// The value.
    pub value: Value,
    /// Whether the value is only a bound.
    pub bound: bool,
    /// Win, draw and loss probabilities in permille, if the line has them.
    pub wdl: Option<[i64; 3]>,
    /// Positions visited.
    pub nodes: i64,
    /// Permille of the hash table in use.
    pub hashfull: i64,
    /// Probes of the tables of solved games.
    pub tbhits: i64,
    /// Milliseconds since the search began.
    pub time: i64,
    /// The principal variation.
    pub pv: Vec<String>,
}

/// A reader of words, one after the other.
struct Words<'a> {
    words: std::iter::Peekable<std::str::Split<'a, char>>,
}

impl<'a> Words<'a> {
    fn expect(&mut self, word: &str) -> Result<(), String> {
        match self.words.next() {
            Some(found) if found == word => Ok(()),
            found => Err(format!("'{}' where '{word}' should be", found.unwrap_or("the end"))),
        }
    }

    fn number(&mut self) -> Result<i64, String> {
        let found = self.words.next().unwrap_or("the end");
        found.parse().map_err(|_| format!("'{found}' where a whole number should be"))
    }

    /// A number after its word, from 0.
    fn amount(&mut self, word: &str) -> Result<i64, String> {
        self.expect(word)?;
        let number = self.number()?;
        if number < 0 { Err(format!("'{word} {number}' below 0")) } else { Ok(number) }
    }

    fn value(&mut self) -> Result<Value, String> {
        self.expect("score")?;
        match self.words.next() {
            Some("cp") => Ok(Value::Cp(self.number()?)),
            Some("mate") => Ok(Value::Mate(self.number()?)),
            found => Err(format!("'{}' where 'cp' or 'mate' should be", found.unwrap_or("the end"))),
        }
    }

    /// The optional `wdl W D L`, in permille with the sum 1000.
    fn wdl(&mut self) -> Result<Option<[i64; 3]>, String> {
        if self.words.next_if_eq(&"wdl").is_none() {
            return Ok(None);
        }
        let permilles = [self.number()?, self.number()?, self.number()?];
        let is_whole = permilles.iter().all(|permille| *permille >= 0) && permilles.iter().sum::<i64>() == 1000;
        if is_whole { Ok(Some(permilles)) } else { Err(format!("wdl {permilles:?} does not make up 1000")) }
    }
}

impl Info {
    /// Parses a line; the error says what is wrong with its form.
    pub fn parse(line: &str) -> Result<Info, String> {
        let mut words = Words { words: line.split(' ').peekable() };
        words.expect("info")?;
        let (depth, seldepth, multipv) = (words.amount("depth")?, words.amount("seldepth")?, words.amount("multipv")?);
        let value = words.value()?;
        let bound = words.words.next_if(|word| matches!(*word, "lowerbound" | "upperbound")).is_some();
        let wdl = words.wdl()?;
        let nodes = words.amount("nodes")?;
        words.amount("nps")?;
        let (hashfull, tbhits, time) = (words.amount("hashfull")?, words.amount("tbhits")?, words.amount("time")?);
        words.expect("pv")?;
        let pv: Vec<_> = words.words.map(str::to_string).collect();
        let multipv = usize::try_from(multipv).map_err(|_| format!("multipv {multipv}"))?;
        let checks = [
            (pv.is_empty() || pv.iter().any(String::is_empty), "an empty word in the pv"),
            (multipv == 0, "multipv 0"),
            (hashfull > 1000, "hashfull above 1000"),
            (bound && value.is_mate(), "a mate score that is a bound"),
        ];
        match checks.iter().find(|(wrong, _)| *wrong) {
            Some((_, what)) => Err((*what).into()),
            None => Ok(Info { depth, seldepth, multipv, value, bound, wdl, nodes, hashfull, tbhits, time, pv }),
        }
    }
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    StepResult,
    /// A whole number.
    Spin {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo(Vec<String>),
    /// An action.
    Button,
    /// Any text.
    Text,
}

/// An option as an `option` line declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// The default as text; empty for a button.
    pub default: String,
}

impl EngineOption {
    /// Parses a line; the error says what is wrong with its form.
    pub fn parse(line: &str) -> Result<EngineOption, String> {
        let rest = line.strip_prefix("option name ").ok_or("it does not begin with 'option name '")?;
        let (name, rest) = rest.split_once(" type ").ok_or("no type")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let default = || rest.strip_prefix("default ").ok_or_else(|| "no default".to_string());
        let whole = |text: &str| text.parse::<i64>().map_err(|_| format!("'{text}' is no whole number"));
        let (kind, default) = match kind {
            "button" if rest.is_empty() => (Kind::Button, String::new()),
            "string" => (Kind::Text, default()?.to_string()),
            "check" => (Kind::StepResult, default()?.to_string()),
            "spin" => {
                let words: Vec<_> = default()?.split(' ').collect();
                let [default, "min", min, "max", max] = words[..] else {
                    return Err("a spin needs 'default <n> min <n> max <n>'".into());
                };
                whole(default)?;
                (Kind::Spin { min: whole(min)?, max: whole(max)? }, default.to_string())
            }
            "combo" => {
                let mut parts = default()?.split(" var ").map(str::to_string);
                let default = parts.next().unwrap_or_default();
                (Kind::Combo(parts.collect()), default)
            }
            _ => return Err(format!("'{kind} {rest}' is no type of UCI")),
        };
        let words: Vec<_> = name.split(' ').collect();
        if words.iter().any(|word| word.is_empty() || *word == "value") {
            return Err(format!("'{name}' cannot be named in 'setoption'"));
        }
        Ok(EngineOption { name: name.to_string(), kind, default })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "info depth 3 seldepth 5 multipv 1 score cp -20 nodes 90 nps 9000 hashfull 0 tbhits 0 time 10 pv f5 d6";

    #[test]
    fn a_line_of_the_exact_form_is_parsed() {
        let info = Info::parse(LINE).expect("well-formed");
        assert_eq!((info.depth, info.value, info.pv.len()), (3, Value::Cp(-20), 2));
        assert!(Info::parse(&LINE.replace("cp -20", "cp -20 upperbound")).expect("well-formed").bound);
        let reported = Info::parse(&LINE.replace("nodes", "wdl 400 200 400 nodes")).expect("well-formed");
        assert_eq!((info.wdl, reported.wdl), (None, Some([400, 200, 400])));
    }

    #[test]
    fn every_deviation_from_the_form_is_an_error() {
        let wrong = [
            ("nodes 90", "nodes 90.5"),
            ("depth 3", " depth 3"),
            (" multipv 1", ""),
            ("cp -20", "cp"),
            ("cp -20", "mate 3 lowerbound"),
            (" pv f5 d6", ""),
            ("f5 d6", "f5  d6"),
            ("f5 d6", "f5 d6 "),
            ("hashfull 0", "hashfull 1001"),
            ("nodes", "wdl 1 2 3 nodes"),
            ("time 10", "time -1"),
        ];
        for (from, to) in wrong {
            assert!(Info::parse(&LINE.replace(from, to)).is_err(), "{from} -> {to}");
        }
    }

    #[test]
    fn values_are_ordered_as_a_player_would() {
        let values = [Value::Mate(1), Value::Mate(4), Value::Cp(9), Value::Cp(-9), Value::Mate(-7), Value::Mate(-2)];
        assert!(values.is_sorted_by(|a, b| a.rank() > b.rank()));
        assert!(Value::Mate(0).rank() < Value::Mate(-1).rank());
    }

    #[test]
    fn options_are_parsed() {
        let option = EngineOption::parse("option name Move Overhead type spin default 10 min 0 max 5000").expect("ok");
        assert_eq!((option.name.as_str(), option.kind), ("Move Overhead", Kind::Spin { min: 0, max: 5000 }));
        let option = EngineOption::parse("option name A type combo default x y var x y var z").expect("ok");
        assert_eq!((option.default.as_str(), option.kind), ("x y", Kind::Combo(vec!["x y".into(), "z".into()])));
        for wrong in ["type check", "type spin default 1 min 0", "type slider", "type button x"] {
            assert!(EngineOption::parse(&format!("option name A {wrong}")).is_err(), "{wrong}");
        }
    }
}
