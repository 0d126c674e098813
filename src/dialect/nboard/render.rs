//! Formats replies as NBoard lines.

use crate::dialect::lines;
use crate::dialect::words::on_one_line;
use crate::engine::TextLine;
use crate::game::PASS;
use crate::score::{Bound, Score};
use crate::session::{Render, Reply, RequestTag, Style};
use std::fmt::{Result, Write};

/// Renders replies in NBoard's protocol.
#[derive(Default)]
pub struct Renderer {
    /// What is being answered.
    tag: RequestTag,
    /// The lines of the running search, best first.
    lines: Vec<TextLine>,
    /// The score of a finished game for the side to move.
    over: Option<Score>,
}

impl Render for Renderer {
    fn write(&mut self, reply: &Reply, _: Style, to: &mut String) -> Result {
        match reply {
            Reply::Tag(tag) => {
                *self = Renderer { tag: tag.clone(), ..Renderer::default() };
            }
            Reply::Line(line) => {
                if line.rank == 1 {
                    self.hints(to)?;
                }
                lines::store(line, &mut self.lines);
            }
            Reply::GameOver { score, .. } => self.over = Some(*score),
            Reply::BestMove { best, .. } => self.found(best.as_deref(), to)?,
            Reply::Remark(words) => writeln!(to, "{}", on_one_line(words))?,
            Reply::Error(why) => writeln!(to, "status {}", on_one_line(why))?,
            _ => {}
        }
        Ok(())
    }
}

impl Renderer {
    /// Sends the lines of a depth together: the client drops those of smaller depths.
    fn hints(&mut self, to: &mut String) -> Result {
        if self.tag.command != "hint" {
            return Ok(());
        }
        for line in self.lines.drain(..) {
            let (pv, value) = (line.pv.iter().map(|mv| square(mv)).collect::<String>(), discs(line.score));
            writeln!(to, "search {pv} {value} 0 {}", depth(&line))?;
        }
        Ok(())
    }

    fn found(&mut self, best: Option<&str>, to: &mut String) -> Result {
        let stats = self.lines.first().map(|line| line.stats).unwrap_or_default();
        let seconds = stats.elapsed.as_secs_f64();
        let value = self.over.or(self.lines.first().map(|line| line.score));
        match self.tag.command.as_str() {
            "analyze" => writeln!(to, "analysis {} {}", self.tag.argument, value.map_or("0.00".into(), discs)),
            "hint" => {
                self.hints(to)?;
                writeln!(to, "nodestats {} {seconds:.3}\nstatus", stats.nodes)
            }
            _ => {
                writeln!(to, "nodestats {} {seconds:.3}", stats.nodes)?;
                let mv = best.map_or("PA".into(), square);
                writeln!(to, "=== {mv}/{}/{seconds:.3}", value.map_or("0.00".into(), discs))
            }
        }
    }
}

/// A move as the protocol writes it: `F5`, or `PA` for the pass.
fn square(mv: &str) -> String {
    if mv == PASS { "PA".into() } else { mv.to_ascii_uppercase() }
}

/// A score in discs, with two digits.
fn discs(score: Score) -> String {
    format!("{:.2}", f64::from(score.0) / 100.0)
}

/// The depth of a line in plies; to the end of the game, the probability that it is right, with `W` if only the winner
/// is known.
fn depth(line: &TextLine) -> String {
    match (line.is_solved, line.confidence) {
        (true, _) if line.bound != Bound::Exact => "100%W".into(),
        (true, _) => "100%".into(),
        (false, Some(percent)) => format!("{percent}%"),
        (false, None) => line.depth.to_string(),
    }
}
