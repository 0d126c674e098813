//! Steps about the selection of the game.

use super::Scope::{Each, Once};
use super::{Step, step};
use crate::check::board::Board;
use crate::check::context::TestContext;
use crate::check::step_result::{StepResult, cut, require};

pub(super) const STEPS: &[Step] = &[
    step(
        "variant-answer",
        Each,
        "variant",
        "variant: one line with the lattice, the kind of moves and the start position",
        |t| {
            let variant = t.variant;
            announced(t, &format!("variant {variant}"))
        },
    ),
    step("variant-option", Each, "variant", "UCI_Variant: the same effect, the same answer", |t| {
        t.option("UCI_Variant")?;
        let variant = t.variant;
        announced(t, &format!("setoption name UCI_Variant value {variant}"))?;
        announced(t, &format!("setoption name uci_variant value {}", variant.to_uppercase()))
    }),
    step("variant-alias", Each, "Variants", "the other names of the game select it", |t| {
        for alias in aliases(t) {
            announced(t, &format!("variant {alias}"))?;
        }
        Ok(())
    }),
    step("variant-case", Each, "variant", "the name of the game in any case", |t| {
        let variant = t.variant;
        announced(t, &format!("variant {}", variant.to_uppercase()))
    }),
    step("variant-start", Each, "variant", "variant sets the start position of the game", |t| {
        t.random_position(5)?;
        let variant = t.variant;
        t.response(&format!("variant {variant}"))?;
        let (said, expected) = (t.response("query position")?, Board::start(variant).referee.position());
        require!(said == format!("response {expected}"), "'{said}', expected the start position {expected}");
        Ok(())
    }),
    step("variant-unknown", Each, "variant", "an unknown game, or none, is refused", |t| {
        t.random_position(5)?;
        ["variant", "variant chess", "setoption name UCI_Variant value chess"]
            .iter()
            .try_for_each(|line| t.expect_error(line))
    }),
    step("variant-default", Once, "variant", "the program starts with othello, at its start position", |t| {
        t.launch()?;
        let said = t.response("query position")?;
        let expected = Board::start("othello").referee.position();
        require!(said == format!("response {expected}"), "'{said}' at the start");
        Ok(())
    }),
    step("variant-change", Each, "variant", "from game to game and back", |t| {
        let variant = t.variant;
        for other in quartet::games::VARIANTS {
            let said = t.responses(&format!("variant {}", other.name))?;
            // An error for a game that the engine does not have is an answer, too.
            require!(said.len() == 1, "'variant {}' is answered by {} lines", other.name, said.len());
            announced(t, &format!("variant {variant}"))?;
            let said = t.response("query position")?;
            let expected = Board::start(variant).referee.position();
            require!(said == format!("response {expected}"), "'{said}' after a change of game");
        }
        Ok(())
    }),
    step("variant-keeps-options", Each, "Options", "a change of game changes no option", |t| {
        t.option("MultiPV")?;
        let variant = t.variant;
        t.set("MultiPV", 2)?;
        t.responses(&format!("variant othello\nvariant gomoku\nvariant {variant}"))?;
        let lines = t.search("go depth 1")?.result()?.last_group().len();
        require!(lines == 2, "{lines} lines after a change of game, expected 2");
        Ok(())
    }),
    step("variant-queued", Each, "While a job runs", "a change of game during a search is executed after it", |t| {
        let variant = t.variant;
        t.start_endless("go infinite")?;
        t.send(&format!("variant {variant}"))?;
        t.expect_no_bestmove()?;
        t.send("stop")?;
        let lines = t.read_until_prefix("info string variant ")?;
        require!(lines.iter().any(|line| line.starts_with("bestmove ")), "no bestmove before the answer");
        t.expect_silence("")
    }),
];

fn aliases(t: &TestContext<'_>) -> Vec<String> {
    let row = quartet::games::find(t.variant);
    row.map(|row| row.aliases.iter().map(|alias| alias.to_string()).collect()).unwrap_or_default()
}

/// The kind of move input.
fn kind_of_moves(variant: &str) -> &'static str {
    match variant {
        "lgame" => "shape",
        "rhombus" => "step",
        _ => "place",
    }
}

/// Width, height and number of points of a board, from its rows.
pub(super) fn lattice(rows: &str) -> (usize, usize, usize) {
    let (mut places, mut points) = (0, 0);
    for row in rows.split('/') {
        let mut run = 0;
        places = 0;
        for c in row.chars().chain(['.']) {
            if let Some(digit) = c.to_digit(10) {
                run = 10 * run + digit as usize;
                continue;
            }
            let cell = usize::from(c != '.');
            (places, points) = (places + run + cell, points + run + usize::from(c != '-' && c != '.'));
            run = 0;
        }
    }
    (places, rows.split('/').count(), points)
}

fn announced(t: &mut TestContext<'_>, line: &str) -> StepResult {
    let said = t.response(line)?;
    let start = Board::start(t.variant);
    let (files, ranks, cells) = lattice(&start.rows());
    let expected = format!(
        "info string variant {} files {files} ranks {ranks} cells {cells} moves {} startpos {}",
        t.variant,
        kind_of_moves(t.variant),
        start.referee.position()
    );
    require!(said == expected, "'{}', expected '{expected}'", cut(&said));
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_lattice_is_measured() {
        assert_eq!(super::lattice("1-1-1/-1-1-/1-1-1/-1-1-/1-1-1"), (5, 5, 13));
        assert_eq!(super::lattice("16/16/12xo2"), (16, 3, 48));
        assert_eq!(super::lattice("nxx1/1ox1/1ox1/1oon"), (4, 4, 16));
    }
}
