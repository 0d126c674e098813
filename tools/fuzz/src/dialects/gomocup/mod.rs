//! Gomocup's protocol. Between the lines of an exchange the engine is asked `ABOUT` itself, so that every answer can be
//! told from the next one. At the start of an exchange the last stone is taken back and played again, which shows that
//! nothing since has changed the board.

mod command;

use super::{BrokenAt, Closing, Dialect, Exchange, Sent, Start, mixed_lines};
use crate::broken::{Broken, Invariant};
use crate::random::Random;
use command::{Answer, Asked, Point, Reader, point};
use quartet::session::Protocol;

/// A conversation in Gomocup's protocol.
pub(super) struct Gomocup {
    reader: Reader,
    asked: Vec<Asked>,
    lines: usize,
    closing: Closing,
    serial: u32,
    /// Points along each side of the board, after `START`.
    size: i64,
    /// All stones in the order played; `None` if what is on the board is not known.
    stones: Option<Vec<Point>>,
    /// How many of the last stones were played one by one, so that they can be taken back.
    played: usize,
}

impl Gomocup {
    pub(super) fn new() -> Self {
        Gomocup {
            reader: Reader::default(),
            asked: Vec::new(),
            lines: 0,
            closing: Closing::Finish,
            serial: 0,
            size: 0,
            stones: None,
            played: 0,
        }
    }

    /// A line or list of the grammar.
    fn line(&self, random: &mut Random) -> String {
        match random.below(20) {
            0 => format!("START {}", random.pick(&["15", "20", "5", "22", "9", "4", "x"])),
            1 => "RESTART".into(),
            2 => "BEGIN".into(),
            3..=8 => format!("TURN {}", self.point(random)),
            9 => format!("PLAY {}", self.point(random)),
            10 => self.takeback(random),
            11 | 12 => self.board(random),
            13 if random.one_in(3) => self.swap2(random),
            14 => format!("YXNBEST {}", random.below(4)),
            15..=17 => format!("INFO {}", self.info(random)),
            18 => random.pick(&["YXSTOP", "ABOUT", "YXSHOWFORBID", "YXSHOWINFO", "YXHASHCLEAR", "DONE"]).into(),
            _ => random.pick(&["RECTSTART 15,20", "SUGGEST", "YXSTOP", "", "hello 1,2", "7,7", "7,7,1"]).into(),
        }
    }

    fn info(&self, random: &mut Random) -> String {
        let limit = random.between(1, 300);
        match random.below(8) {
            0 => format!("rule {}", random.pick(&["0", "1", "2", "4", "5", "8", "-1"])),
            1 => format!("show_detail {}", random.below(4)),
            2 => format!("max_depth {}", random.between(1, 3)),
            3 => format!("timeout_turn {}", random.below(20)),
            4 => random.pick(&["thread_num 2", "thread_num 1", "game_type 1", "evaluate 3,3", "folder ."]).into(),
            5 => random.pick(&["time_left 2147483647", "time_left 100", "timeout_match 0", "rule", "x y"]).into(),
            _ => format!("max_node {limit}"),
        }
    }

    fn point(&self, random: &mut Random) -> String {
        let size = self.size.max(5) as usize + usize::from(random.one_in(8));
        format!("{},{}", random.below(size), random.below(size))
    }

    /// Takes back the last stone, or rarely any.
    fn takeback(&self, random: &mut Random) -> String {
        match self.stones.as_ref().and_then(|stones| stones.last()) {
            Some((x, y)) if !random.one_in(4) => format!("TAKEBACK {x},{y}"),
            _ => format!("TAKEBACK {}", self.point(random)),
        }
    }

    fn board(&self, random: &mut Random) -> String {
        let field = |random: &mut Random| if random.one_in(12) { random.pick(&["3", "0", "x"]) } else { "" };
        let count = random.below(12);
        let stones: Vec<String> = (0..count)
            .map(|index| match field(random) {
                "" => format!("{},{}\n", self.point(random), 1 + (index + count) % 2),
                field => format!("{},{field}\n", self.point(random)),
            })
            .collect();
        format!("{}\n{}DONE", random.pick(&["BOARD", "BOARD", "YXBOARD", "board"]), stones.concat())
    }

    fn swap2(&self, random: &mut Random) -> String {
        if random.one_in(2) {
            return random
                .pick(&["YXSWAP2STEP1", "YXSWAP2STEP2", "YXSWAP2STEP3", "YXBALANCEONE", "YXBALANCETWO"])
                .into();
        }
        let count = [0, 3, 5, 2][random.below(4)];
        let stones: Vec<String> = (0..count).map(|_| format!("{}\n", self.point(random))).collect();
        format!("SWAP2BOARD\n{}DONE", stones.concat())
    }
}

impl Dialect for Gomocup {
    fn start(&self) -> Start {
        Start { protocol: Protocol::Gomocup, variant: "gomoku", depth: None, nodes: None }
    }

    fn exchange(&mut self, last: bool, random: &mut Random) -> Exchange {
        if self.size == 0 {
            let opening = ["INFO max_memory 60000000\n", "INFO max_node 200\n", "START 15\n"];
            let lines = opening.map(|line| line.as_bytes().to_vec()).to_vec();
            return Exchange { lines, closing: Closing::Stop(0) };
        }
        let mut lines = mixed_lines(|random| self.line(random), !last, random);
        let closing = Closing::any(last, 15, random);
        if closing == Closing::EndOfInput {
            // Whatever was set before, the last searches must end by themselves.
            lines.insert(0, b"INFO max_node 200\n".to_vec());
        }
        Exchange { lines, closing }
    }

    fn send(&mut self, exchange: &Exchange) -> Sent {
        (self.closing, self.lines) = (exchange.closing, exchange.lines.len());
        self.asked.clear();
        let mut sent = Vec::new();
        if let Some((x, y)) = self.stones.as_ref().and_then(|stones| stones.last()).filter(|_| self.played > 0) {
            let lines = [format!("TAKEBACK {x},{y}\n"), format!("PLAY {x},{y}\n")];
            lines.iter().for_each(|line| self.ask(0, line, &mut sent));
            self.asked.iter_mut().for_each(|asked| asked.must_succeed = true);
        }
        for (index, line) in exchange.lines.iter().enumerate() {
            let is_stop = String::from_utf8_lossy(line).trim_start().to_ascii_uppercase().starts_with("YXSTOP");
            if !self.reader.is_in_list() && !is_stop {
                self.ask(index, "ABOUT\n", &mut sent);
            }
            self.asked.extend(self.reader.read(index, line));
            sent.extend_from_slice(line);
        }
        let mut closing = Vec::new();
        match exchange.closing {
            Closing::EndOfInput => {}
            Closing::Quit => closing.extend_from_slice(b"END\n"),
            Closing::Finish | Closing::Stop(_) => {
                if matches!(exchange.closing, Closing::Stop(_)) {
                    self.ask(self.lines, "YXSTOP\n", &mut closing);
                }
                self.serial += 1;
                let serial = format!("NEXT{}\n", self.serial);
                ["ABOUT\n", &serial].into_iter().for_each(|line| self.ask(self.lines, line, &mut closing));
            }
        }
        Sent { lines: sent, closing }
    }

    fn stop(&self) -> Option<&'static str> {
        Some("YXSTOP\n")
    }

    fn is_last(&mut self, line: &str) -> bool {
        !self.closing.is_end() && line.strip_prefix("UNKNOWN NEXT") == Some(&self.serial.to_string())
    }

    fn check(&mut self, said: &[String]) -> Result<(), BrokenAt> {
        let asked = std::mem::take(&mut self.asked);
        for line in said {
            check_form(line).map_err(|why| (self.lines, Broken::new(Invariant::Form, format!("'{line}': {why}"))))?;
        }
        let is_remark = |line: &&String| ["MESSAGE ", "DEBUG ", "INFO "].iter().any(|head| line.starts_with(head));
        let mut lines = said.iter().filter(|line| !is_remark(line)).map(String::as_str).peekable();
        for request in &asked {
            if self.closing == Closing::Quit && lines.peek().is_none() {
                return Ok(());
            }
            self.check_answer(request, &mut lines).map_err(|broken| (request.index, broken))?;
        }
        match lines.next() {
            Some(line) => {
                Err((self.lines, Broken::new(Invariant::Answers, format!("'{line}', expected nothing more"))))
            }
            None => Ok(()),
        }
    }
}

/// Checks the form of a line, whatever it answers.
fn check_form(line: &str) -> Result<(), &'static str> {
    if line.bytes().any(|byte| !(b' '..=b'~').contains(&byte)) {
        return Err("a character that is not printable ASCII");
    }
    let is_points = line.split(' ').all(|word| point(word).is_some());
    let heads = ["OK", "SWAP", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "INFO ", "FORBID ", "name="];
    if is_points || heads.iter().any(|head| line.starts_with(head)) { Ok(()) } else { Err("no line of the protocol") }
}

impl Gomocup {
    /// Appends a line of the checks.
    fn ask(&mut self, index: usize, line: &str, to: &mut Vec<u8>) {
        self.asked.extend(self.reader.read(index, line.as_bytes()));
        to.extend_from_slice(line.as_bytes());
    }

    /// Checks the answer to a request, and follows the board.
    fn check_answer<'a>(
        &mut self,
        request: &Asked,
        lines: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<(), Broken> {
        let name = &request.name;
        let wrong = |line: &str, wanted: &str| {
            Broken::new(Invariant::Answers, format!("'{line}' as the answer to {name}, expected {wanted}"))
        };
        if lines.peek().is_some_and(|line| line.starts_with("ERROR ")) {
            let error = lines.next().unwrap_or_default();
            return match request.answer {
                _ if request.must_succeed => {
                    let why = format!("'{error}' as the answer to {name} {}", request.argument);
                    Err(Broken::new(Invariant::Unchanged, format!("{why}: the last stone is another one")))
                }
                Answer::About | Answer::Unknown => Err(wrong("ERROR", "another answer")),
                _ => {
                    self.refused(request);
                    Ok(())
                }
            };
        }
        if request.answer == Answer::Nothing {
            self.accepted(request);
            return Ok(());
        }
        let line = lines.next().ok_or_else(|| wrong("the end of output", "an answer"))?;
        let count = line.split(' ').filter(|word| point(word).is_some()).count();
        let is_right = match request.answer {
            Answer::Ok => line == "OK",
            Answer::Unknown => line.starts_with("UNKNOWN "),
            Answer::Move => count == 1,
            Answer::Echo => {
                count == 1 && (request.points.first().copied().flatten().is_none_or(|at| point(line) == Some(at)))
            }
            Answer::Stones => line == "SWAP" || (1..=3).contains(&count),
            Answer::Forbidden => line.starts_with("FORBID "),
            Answer::About => line.starts_with("name="),
            Answer::Error | Answer::Nothing => false,
        };
        if !is_right {
            return Err(wrong(line, &format!("{:?}", request.answer)));
        }
        self.accepted(request);
        if request.answer == Answer::Move { self.moved(line) } else { Ok(()) }
    }

    /// Follows the board when a request was refused. A request that searches may have changed it before it failed.
    fn refused(&mut self, request: &Asked) {
        if request.answer == Answer::Move || request.answer == Answer::Stones {
            (self.stones, self.played) = (None, 0);
        }
    }

    /// Follows the board when a request was carried out.
    fn accepted(&mut self, request: &Asked) {
        let given = || request.points.iter().copied().collect::<Option<Vec<Point>>>();
        match request.name.as_str() {
            "START" | "RESTART" | "BEGIN" => (self.stones, self.played) = (Some(Vec::new()), 0),
            "BOARD" | "YXBOARD" => (self.stones, self.played) = (given(), 0),
            "TURN" | "PLAY" => {
                self.played += 1;
                self.stones = self.stones.take().zip(given()).map(|(stones, given)| [stones, given].concat());
            }
            "TAKEBACK" => {
                self.played = self.played.saturating_sub(1);
                if let Some(stones) = &mut self.stones {
                    stones.pop();
                }
            }
            // A change of the rule clears the board.
            "INFO" if !request.argument.to_lowercase().starts_with("rule") => {}
            "INFO" | "SWAP2BOARD" => (self.stones, self.played) = (None, 0),
            name if name.starts_with("YXSWAP") || name.starts_with("YXBALANCE") => {
                (self.stones, self.played) = (None, 0);
            }
            _ => {}
        }
        self.size = request.size().unwrap_or(self.size);
    }

    /// Checks a move of the engine, and puts its stone on the board.
    fn moved(&mut self, line: &str) -> Result<(), Broken> {
        let Some((at, stones)) = point(line).zip(self.stones.as_mut()) else { return Ok(()) };
        let illegal = |why: &str| Err(Broken::new(Invariant::Rules, format!("move '{line}': {why}")));
        if stones.contains(&at) {
            return illegal("there is a stone on this point");
        }
        stones.push(at);
        self.played += 1;
        if at.0.min(at.1) < 0 || at.0.max(at.1) >= self.size { illegal("not on the board") } else { Ok(()) }
    }
}
