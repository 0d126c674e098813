//! The kind of a forced win in Gomoku: by continuous fours (VCF), or also by open threes (VCT).

use anyhow::{Result, anyhow};
use quartet::game::{Game, Notation};
use quartet::games::gomoku::Gomoku;
use quartet::games::gomoku::rules::board::Position;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of a forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForcedWin {
    /// Victory by continuous fours: each move of the attacker makes a four.
    Vcf,
    /// Victory by continuous threats: some moves of the attacker make other threats.
    Vct,
}

impl ForcedWin {
    /// The abbreviation.
    pub const fn word(self) -> &'static str {
        match self {
            ForcedWin::Vcf => "VCF",
            ForcedWin::Vct => "VCT",
        }
    }
}

/// The kind of the win whose main line this is, from a position text under these options of the rules. Each move of
/// the attacker but the last, which makes five, is looked at. `None` if the line does not reach the end of the game:
/// searches may report a part of it. Fails if the line is not legal.
pub fn kind(position: &str, options: &BTreeMap<String, String>, line: &[String]) -> Result<Option<ForcedWin>> {
    let rules = Gomoku::rules(&|name| options.get(name).cloned());
    let mut position = Gomoku::parse_position(&rules, position).map_err(|error| anyhow!(error.0))?;
    let attacker = position.side();
    let mut kind = ForcedWin::Vcf;
    for text in line {
        let mover = position.side();
        let mv = Gomoku::parse_move(&position, text).map_err(|error| anyhow!(error.0))?;
        Gomoku::play(&mut position, mv);
        if Gomoku::terminal(&position).is_some() {
            return Ok(Some(kind));
        }
        if mover == attacker && !has_four(&position) {
            kind = ForcedWin::Vct;
        }
    }
    Ok(None)
}

/// Whether the player who has just moved would make five with another move.
fn has_four(position: &Position) -> bool {
    let side = position.side().other();
    let rule = position.five_rule(side);
    position.board().empty_points().any(|point| position.board().makes_five(point, side, rule))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(position: &str, line: &str) -> Option<ForcedWin> {
        let line: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        kind(position, &BTreeMap::new(), &line).expect("a legal line")
    }

    #[test]
    fn fours_are_told_from_threes() {
        // Three in a row, open at both ends, then two in a row.
        let three = "15/15/15/15/15/15/15/5xxx7/15/15/15/15/o13o/15/15 x - 5";
        assert_eq!(kind_of(three, "i8 a1 j8"), Some(ForcedWin::Vcf));
        let two = "15/15/15/15/15/15/15/5xx8/15/15/15/15/o13o/15/15 x - 4";
        assert_eq!(kind_of(two, "h8 a1 i8 a2 j8"), Some(ForcedWin::Vct));
        assert_eq!(kind_of(two, "h8 a1 i8"), None);
        assert!(kind("15/15 x", &BTreeMap::new(), &[]).is_err());
        assert!(kind(two, &BTreeMap::new(), &["f8".into()]).is_err());
    }
}
