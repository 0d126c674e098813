//! The transcript of a step: what was sent and received, and when.

use std::collections::VecDeque;
use std::time::Duration;

/// The number of lines of a transcript that are kept at its beginning and at its end.
const KEPT: (usize, usize) = (20, 60);
/// The longest text of a line that is kept, in characters.
pub(super) const LONGEST_TEXT: usize = 200;

/// The lines sent and received in a step, with their times; the middle of a long one is left out.
#[derive(Default)]
pub struct Transcript {
    beginning: Vec<String>,
    left_out: usize,
    end: VecDeque<String>,
}

impl Transcript {
    /// Adds a line that was sent (`>>`) or received (`<<`), or an event (`--`).
    pub(super) fn add(&mut self, since: Duration, mark: &str, text: &str) {
        let mut shown: String = text.chars().take(LONGEST_TEXT).flat_map(visible).collect();
        if text.chars().nth(LONGEST_TEXT).is_some() {
            shown.push_str(&format!("… ({} bytes)", text.len()));
        }
        let line = format!("{:>9.1} ms {mark} {shown}", since.as_secs_f64() * 1000.0);
        if self.beginning.len() < KEPT.0 {
            return self.beginning.push(line);
        }
        if self.end.len() == KEPT.1 {
            self.end.pop_front();
            self.left_out += 1;
        }
        self.end.push_back(line);
    }

    /// The lines that were kept, with a note where others were left out.
    pub fn lines(&self) -> Vec<String> {
        let gap = (self.left_out > 0).then(|| format!("             … {} lines left out", self.left_out));
        self.beginning.iter().cloned().chain(gap).chain(self.end.iter().cloned()).collect()
    }
}

/// A character as it can be shown on one line: a control character is escaped.
pub(super) fn visible(c: char) -> Vec<char> {
    if c.is_control() { c.escape_default().collect() } else { vec![c] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_keeps_its_beginning_and_end() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            transcript.add(Duration::ZERO, ">>", &number.to_string());
        }
        let lines = transcript.lines();
        assert_eq!(lines.len(), KEPT.0 + 1 + KEPT.1);
        assert!(lines[0].ends_with(">> 0") && lines[20].contains("20 lines left out") && lines[80].ends_with(">> 99"));
    }

    #[test]
    fn long_lines_are_cut_and_control_characters_are_escaped() {
        let mut transcript = Transcript::default();
        transcript.add(Duration::ZERO, "<<", &"x".repeat(5000));
        transcript.add(Duration::ZERO, "<<", "a\tb");
        let lines = transcript.lines();
        assert!(lines[0].len() < 300 && lines[0].contains("(5000 bytes)"));
        assert!(lines[1].ends_with("a\\tb"));
    }
}
