//! Formats replies as Cassio lines.

use crate::dialect::words::on_one_line;
use crate::engine::TextLine;
use crate::game::PASS;
use crate::score::{Bound, Score};
use crate::session::{Render, Reply, Style};
use std::fmt::{Result, Write};

/// The greatest margin in discs.
const MAX_DISCS: f64 = 64.0;

/// Renders replies in Cassio's protocol.
#[derive(Default)]
pub struct Renderer {
    /// The position that is searched, as the client wrote it.
    position: String,
    /// The score of a finished game for the side to move.
    over: Option<Score>,
}

impl Render for Renderer {
    fn write(&mut self, reply: &Reply, _: Style, to: &mut String) -> Result {
        match reply {
            Reply::Tag(tag) => (self.position, self.over) = (tag.argument.clone(), None),
            Reply::Line(line) => self.line(line, to)?,
            Reply::GameOver { score, .. } => self.over = Some(*score),
            Reply::BestMove { .. } => {
                if let Some(score) = self.over {
                    let value = self.value(score, score);
                    writeln!(to, "{}, move --, depth 0, @100%, {value}, --, node 0, time 0.000", self.position)?;
                }
                writeln!(to, "ready.")?;
            }
            Reply::Progress(Some((time, nodes))) => writeln!(to, "node {nodes}, time {:.3}", time.as_secs_f64())?,
            Reply::Progress(None) => writeln!(to, "ready.")?,
            Reply::Remark(words) => writeln!(to, "{}", on_one_line(words))?,
            Reply::Error(why) => writeln!(to, "ERROR: {}", on_one_line(why))?,
            _ => {}
        }
        Ok(())
    }
}

impl Renderer {
    fn line(&self, line: &TextLine, to: &mut String) -> Result {
        let best = line.pv.first().map_or("--", |mv| square(mv));
        let percent = if line.is_solved { 100 } else { line.confidence.unwrap_or(73) };
        let (lowest, highest) = (Score::cp(-6400), Score::cp(6400));
        let value = match line.bound {
            Bound::Exact => self.value(line.score, line.score),
            Bound::Lower => self.value(line.score, highest),
            Bound::Upper => self.value(lowest, line.score),
        };
        let pv: String = line.pv.iter().map(|mv| square(mv)).collect();
        let (nodes, seconds) = (line.stats.nodes, line.stats.elapsed.as_secs_f64());
        writeln!(
            to,
            "{}, move {}, depth {}, @{percent}%, {value}, {pv}, node {nodes}, time {seconds:.3}",
            self.position,
            best.to_ascii_uppercase(),
            line.depth
        )
    }

    /// Bounds of the value for the side to move, in discs.
    fn value(&self, lower: Score, upper: Score) -> String {
        let side = if self.position.ends_with('O') { 'W' } else { 'B' };
        let discs = |score: Score| (f64::from(score.0) / 100.0).clamp(-MAX_DISCS, MAX_DISCS);
        format!("{side}{:+.2} <= v <= {side}{:+.2}", discs(lower), discs(upper))
    }
}

/// A move as the protocol writes it: `f5`, or `pa` for the pass.
fn square(mv: &str) -> &str {
    if mv == PASS { "pa" } else { mv }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_bounds_in_discs_of_the_side_to_move() {
        let value = |side: &str, lower, upper| {
            Renderer { position: format!("...{side}"), over: None }.value(Score::cp(lower), Score::cp(upper))
        };
        assert_eq!(value("X", -250, 6400), "B-2.50 <= v <= B+64.00");
        assert_eq!(value("O", 1200, 1200), "W+12.00 <= v <= W+12.00");
        // Wins in a number of plies are beyond every margin.
        let won = Renderer::default().value(Score::loss_in(3), Score::win_in(3));
        assert_eq!(won, "B-64.00 <= v <= B+64.00");
    }
}
