//! What a line of Gomocup's protocol asks for, and what may answer it. Lists of stones span several lines.

/// What answers a line, other than `ERROR`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// Nothing.
    Nothing,
    /// Nothing but `ERROR`.
    Error,
    /// `UNKNOWN`.
    Unknown,
    Ok,
    /// A point: a move of the engine.
    Move,
    /// The point that was given.
    Echo,
    /// One to three points, or `SWAP`.
    Stones,
    Forbidden,
    About,
}

/// A line that has an answer, or ends a list that has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    /// The index of the line in the exchange.
    pub index: usize,
    /// The command in capitals.
    pub name: String,
    /// What follows it in its line.
    pub argument: String,
    /// The point after it, or the points of its list; `None` for what is no point.
    pub points: Vec<Option<Point>>,
    /// What may answer it.
    pub answer: Answer,
    /// Whether it must not be refused.
    pub must_succeed: bool,
}

/// Column and row.
pub(super) type Point = (i64, i64);

/// A point as `x,y`; blanks around the numbers do no harm.
pub(super) fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    let y = y.split(',').next()?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Follows the lists in what is sent.
#[derive(Default)]
pub(super) struct Reader {
    /// The command and points of the list that is being sent.
    list: Option<(String, Vec<Option<Point>>)>,
    /// Whether lines up to `DONE` are skipped.
    skips: bool,
    /// Whether a board has been set up.
    pub has_board: bool,
}

/// Commands with the answers they get, and whether they need a board.
const COMMANDS: [(&str, Answer, bool); 22] = [
    ("START", Answer::Ok, false),
    ("RECTSTART", Answer::Error, false),
    ("RESTART", Answer::Ok, true),
    ("BEGIN", Answer::Move, true),
    ("TURN", Answer::Move, true),
    ("BOARD", Answer::Move, true),
    ("TAKEBACK", Answer::Ok, true),
    ("PLAY", Answer::Echo, true),
    ("SWAP2BOARD", Answer::Stones, true),
    ("INFO", Answer::Nothing, false),
    ("ABOUT", Answer::About, false),
    ("YXSTOP", Answer::Nothing, false),
    ("YXBOARD", Answer::Nothing, true),
    ("YXNBEST", Answer::Move, true),
    ("YXSHOWFORBID", Answer::Forbidden, true),
    ("YXSHOWINFO", Answer::Nothing, false),
    ("YXHASHCLEAR", Answer::Nothing, false),
    // Their answers are messages, as far as they have any; a move follows where the sides are kept.
    ("YXSWAP2STEP1", Answer::Nothing, true),
    ("YXSWAP2STEP2", Answer::Nothing, true),
    ("YXSWAP2STEP3", Answer::Nothing, true),
    ("YXBALANCEONE", Answer::Stones, true),
    ("YXBALANCETWO", Answer::Stones, true),
];

/// The words of lists.
const LISTS: [&str; 3] = ["BOARD", "YXBOARD", "SWAP2BOARD"];

impl Reader {
    /// Whether the next line may be part of a list.
    pub(super) fn is_in_list(&self) -> bool {
        self.list.is_some() || self.skips
    }

    /// What a line asks for; a line that ends a list by another command asks for two things.
    pub(super) fn read(&mut self, index: usize, line: &[u8]) -> Vec<Asked> {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\r', '\n']).trim_matches([' ', '\t']);
        let (name, arguments) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let name = name.to_ascii_uppercase();
        if name.is_empty() {
            return Vec::new();
        }
        let known = COMMANDS.iter().find(|row| row.0 == name);
        let is_command = known.is_some() || name == "END";
        if std::mem::take(&mut self.skips) && !is_command {
            self.skips = name != "DONE";
            return Vec::new();
        }
        let mut asked = Vec::new();
        let request = |name: &str, points, answer| Asked {
            index,
            name: name.into(),
            argument: arguments.trim().into(),
            points,
            answer,
            must_succeed: false,
        };
        if let Some((list, mut points)) = self.list.take() {
            let answer = COMMANDS.iter().find(|row| row.0 == list).map_or(Answer::Nothing, |row| row.1);
            if name == "DONE" {
                return vec![request(&list, points, answer)];
            }
            if !is_command {
                points.push(point(text));
                self.list = Some((list, points));
                return Vec::new();
            }
            asked.push(request(&list, Vec::new(), Answer::Error));
        }
        match known {
            Some((_, _, true)) if !self.has_board => asked.push(request(&name, Vec::new(), Answer::Error)),
            Some(_) if LISTS.contains(&name.as_str()) => self.list = Some((name, Vec::new())),
            Some((_, answer, _)) => asked.push(request(&name, vec![point(arguments)], *answer)),
            None => asked.push(request(&name, Vec::new(), Answer::Unknown)),
        }
        self.has_board |= asked.last().is_some_and(|asked| asked.size().is_some());
        asked
    }
}

impl Asked {
    /// The size of the board that it sets up, if it is a `START` that is accepted.
    pub(super) fn size(&self) -> Option<i64> {
        let size = self.argument.parse().ok().filter(|size| (5..=22).contains(size));
        size.filter(|_| self.name == "START")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_one_answer_at_their_end() {
        let mut reader = Reader::default();
        let mut names = |lines: &[&str]| {
            let asked = lines.iter().flat_map(|line| reader.read(0, format!("{line}\r\n").as_bytes()));
            asked.map(|asked| (asked.name, asked.answer)).collect::<Vec<_>>()
        };
        assert_eq!(names(&["BOARD", "DONE"]), [("BOARD".into(), Answer::Error), ("DONE".into(), Answer::Unknown)]);
        assert_eq!(names(&["start 15"]), [("START".into(), Answer::Ok)]);
        assert_eq!(names(&["BOARD", "1,2,1", "x", "done"]), [("BOARD".into(), Answer::Move)]);
        assert_eq!(
            names(&["YXBOARD", "1,2,1", "ABOUT"]),
            [("YXBOARD".into(), Answer::Error), ("ABOUT".into(), Answer::About)]
        );
        assert_eq!(names(&["", " \t", "7,7"]), [("7,7".into(), Answer::Unknown)]);
    }

    #[test]
    fn points_are_read_with_blanks_and_fields() {
        assert_eq!(point(" 7 , 8 ,1"), Some((7, 8)));
        assert_eq!([point("7"), point("x,8"), point("")], [None; 3]);
    }
}
