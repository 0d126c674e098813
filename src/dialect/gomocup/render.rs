//! Formats replies as Gomocup lines.

use super::points::written;
use super::yixin::{self, Detail, SHOW_DETAIL};
use crate::dialect::info::info_text;
use crate::dialect::lines;
use crate::dialect::points::point_name;
use crate::dialect::words::{on_one_line, per_second};
use crate::engine::{Description, TextLine};
use crate::score::{Bound, Score};
use crate::session::{Render, Reply, Style};
use std::fmt::{Result, Write};
use std::time::Duration;

/// Shortest interval between lines of a search, except for the last ones.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);

/// Renders replies in the Gomocup protocol.
#[derive(Default)]
pub struct Renderer {
    /// The latest lines of the search that have not been sent, best line first.
    pending: Vec<TextLine>,
    /// The reports that Yixin-Board has asked for; without any, lines are messages for the user.
    detail: Detail,
    /// The command that is being answered, if its answer has a form of its own.
    command: String,
    /// Elapsed time of the search when its lines were last sent.
    last_sent: Duration,
}

impl Render for Renderer {
    fn write(&mut self, reply: &Reply, _: Style, to: &mut String) -> Result {
        match reply {
            Reply::Identity { .. } => {
                let version = env!("CARGO_PKG_VERSION");
                writeln!(to, "name=\"Quartet\", version=\"{version}\", author=\"the Quartet developers\"")
            }
            Reply::Line(line) => self.line(line, to),
            Reply::Tag(tag) if tag.command == SHOW_DETAIL => {
                self.detail = Detail::of_value(tag.argument.parse().unwrap_or(0));
                Ok(())
            }
            Reply::Tag(tag) => {
                self.command.clone_from(&tag.command);
                Ok(())
            }
            Reply::BestMove { best, .. } => {
                self.flush(to)?;
                if self.detail.realtime {
                    writeln!(to, "MESSAGE REALTIME REFRESH")?;
                }
                if let Some(choice) = yixin::swap2_choice(&std::mem::take(&mut self.command), false) {
                    return writeln!(to, "{choice}");
                }
                match best.as_deref().and_then(written) {
                    Some(point) => writeln!(to, "{point}"),
                    None => writeln!(to, "ERROR the game is over, there is no move"),
                }
            }
            Reply::Swap => {
                self.flush(to)?;
                let choice = yixin::swap2_choice(&std::mem::take(&mut self.command), true);
                writeln!(to, "{}", choice.as_deref().unwrap_or("SWAP"))
            }
            Reply::Moves(moves) => {
                self.flush(to)?;
                let placed = yixin::swap2_stones(&std::mem::take(&mut self.command), moves, to);
                placed.unwrap_or_else(|| writeln!(to, "{}", points(moves)))
            }
            Reply::Board(board) => writeln!(to, "FORBID {}.", forbidden(board)),
            Reply::Acknowledged => writeln!(to, "OK"),
            Reply::Remark(words) => writeln!(to, "MESSAGE {}", on_one_line(words)),
            Reply::Info(info) => writeln!(to, "DEBUG {}", on_one_line(&info_text(info))),
            Reply::Error(what) => writeln!(to, "ERROR {}", translated(&on_one_line(what))),
            Reply::Unknown(line) => writeln!(to, "UNKNOWN {}", on_one_line(line)),
            // No command leads to these, or the protocol has no reply for them.
            Reply::Ready
            | Reply::Option(_)
            | Reply::Variant(_)
            | Reply::GameOver { .. }
            | Reply::PerftMove(..)
            | Reply::Progress(_)
            | Reply::OnlyPass(_)
            | Reply::PerftTotal(_)
            | Reply::BenchPosition { .. }
            | Reply::BenchTotal { .. }
            | Reply::Evaluation(_)
            | Reply::Response(_)
            | Reply::Book(_)
            | Reply::Proof(_)
            | Reply::Help => Ok(()),
        }
    }
}

impl Renderer {
    /// Stores a line, after sending the lines stored before if it is time.
    fn line(&mut self, line: &TextLine, to: &mut String) -> Result {
        let elapsed = line.stats.elapsed;
        let is_time = elapsed >= self.last_sent + REPORT_INTERVAL || self.detail != Detail::default();
        if line.rank == 1 && is_time {
            self.flush(to)?;
            self.last_sent = elapsed;
        }
        lines::store(line, &mut self.pending);
        Ok(())
    }

    /// Sends the lines stored before: the next one belongs to another search or depth.
    fn flush(&mut self, to: &mut String) -> Result {
        self.last_sent = Duration::ZERO;
        let lines = std::mem::take(&mut self.pending);
        if self.detail != Detail::default() {
            return yixin::report(&lines, self.detail, to);
        }
        lines.iter().try_for_each(|line| write_message(line, to))
    }
}

/// A score, or the plies to the win or loss as `+M5` and `-M4`.
pub(super) fn evaluation(score: Score) -> String {
    match score.distance() {
        Some(plies) => format!("{}M{plies}", if score.is_loss() { '-' } else { '+' }),
        None => score.0.to_string(),
    }
}

/// The message of a line of the search.
fn write_message(line: &TextLine, to: &mut String) -> Result {
    let TextLine { rank, depth, seldepth, score, bound, pv, stats, .. } = line;
    write!(to, "MESSAGE depth {depth}-{seldepth}")?;
    if *rank > 1 {
        write!(to, " multipv {rank}")?;
    }
    write!(to, " ev {}", evaluation(*score))?;
    to.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => "+",
        Bound::Upper => "-",
    });
    let nps = per_second(stats.nodes, stats.elapsed);
    writeln!(to, " n {} nps {nps} tm {} pv {}", stats.nodes, stats.elapsed.as_millis(), points(pv))
}

/// A message with the points quoted in it converted to `x,y`.
fn translated(message: &str) -> String {
    let part = |(index, part): (usize, &str)| written(part).filter(|_| index % 2 == 1).unwrap_or_else(|| part.into());
    message.split('\'').enumerate().map(part).collect::<Vec<_>>().join("'")
}

/// Points, separated by spaces.
pub(super) fn points(moves: &[String]) -> String {
    let points: Vec<_> = moves.iter().filter_map(|mv| written(mv)).collect();
    points.join(" ")
}

/// The empty points that are not legal moves, two digits each for column and row.
fn forbidden(board: &Description) -> String {
    let mut text = String::new();
    if board.result != "none" {
        return text;
    }
    for (row, points) in board.points.split('/').enumerate() {
        for (column, _) in points.chars().enumerate().filter(|(_, point)| *point == '.') {
            let is_legal = point_name(column, row).is_some_and(|name| board.moves.contains(&name));
            if !is_legal {
                // Writing to a string does not fail.
                let _ = write!(text, "{column:02}{row:02}");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::session::Info;

    fn line(rank: usize, depth: u16, milliseconds: u64) -> Reply {
        let pv = vec!["h8".into(), "i9".into()];
        let (score, bound, stats) = (Score::cp(35), Bound::Exact, Default::default());
        let mut line = TextLine {
            rank,
            depth,
            seldepth: depth + 2,
            score,
            bound,
            is_solved: false,
            confidence: None,
            wdl: None,
            pv,
            stats,
        };
        line.stats.nodes = 1000;
        line.stats.elapsed = Duration::from_millis(milliseconds);
        Reply::Line(line)
    }

    fn said(renderer: &mut Renderer, reply: &Reply) -> String {
        let mut text = String::new();
        renderer.render(reply, Style::default(), &mut text);
        text
    }

    #[test]
    fn lines_are_sent_at_intervals_and_the_last_before_the_move() {
        let mut renderer = Renderer::default();
        assert_eq!(said(&mut renderer, &line(1, 1, 1)), "");
        assert_eq!(said(&mut renderer, &line(1, 2, 100)), "");
        assert_eq!(said(&mut renderer, &line(2, 2, 100)), "");
        let sent = said(&mut renderer, &line(1, 3, 300));
        assert_eq!(sent.lines().count(), 2, "{sent}");
        assert!(
            sent.starts_with(
                "MESSAGE depth 2-4 ev 35 n 1000 nps 10000 tm 100 pv 7,7 8,8\nMESSAGE depth 2-4 multipv 2 "
            )
        );
        assert_eq!(said(&mut renderer, &line(1, 4, 500)), "");
        let best = Reply::BestMove { best: Some("a15".into()), ponder: None };
        let sent = said(&mut renderer, &best);
        assert!(sent.starts_with("MESSAGE depth 4-6 ") && sent.ends_with("\n0,14\n"), "{sent}");
        assert_eq!(said(&mut renderer, &best), "0,14\n");
    }

    #[test]
    fn messages_stay_on_one_line() {
        let mut renderer = Renderer::default();
        let words = "one\ntwo".to_string();
        assert_eq!(said(&mut renderer, &Reply::Error(words.clone())), "ERROR one two\n");
        assert_eq!(said(&mut renderer, &Reply::Unknown(words.clone())), "UNKNOWN one two\n");
        assert_eq!(said(&mut renderer, &Reply::Remark(words.clone())), "MESSAGE one two\n");
        assert_eq!(said(&mut renderer, &Reply::Info(Info::SolveLine(words))), "DEBUG one two\n");
        let error = Reply::Error("h8 'h8' is not 'legal', 'a1'".into());
        assert_eq!(said(&mut renderer, &error), "ERROR h8 '7,7' is not 'legal', '0,0'\n");
    }
}
