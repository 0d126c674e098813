//! Playing the swap2 opening of Gomoku: which searches answer each of its stages.

use super::command::{Command, Go, Purpose};
use crate::engine::{GoParameters, Setup};

/// Depth in plies of the search for a balancing stone, which has to compare all points.
const BALANCING_DEPTH: u64 = 6;
/// With three stones on the board neither side counts as better, and two more stones are placed, if the score is at
/// most this many centipoints from 0. The better side of such a position wins up to 53 games of 100.
const BALANCED_MARGIN: u16 = 10;

/// What the opponent has left to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Stage {
    /// Place the first three stones.
    PlaceThree,
    /// Three stones are on the board: take a side, or place two more.
    AfterThree,
    /// Five stones are on the board: take a side.
    AfterFive,
}

/// The commands that answer a stage of the opening, whose stones are on the board, within the limits of a turn.
pub fn swap2_commands(stage: Swap2Stage, turn: &GoParameters) -> Vec<Command> {
    match stage {
        // Two good moves, and the third where it balances the position.
        Swap2Stage::PlaceThree => {
            let start = Command::Position { setup: Setup::Start, moves: Vec::new() };
            vec![start, good_stone(turn), good_stone(turn), balancing_stone(turn), Command::RecentMoves(3)]
        }
        // By its own evaluation, adding two stones never helps a player, since the opponent chooses after them. In a
        // balanced position they cost nothing, and avoid the opponent's opening preparation.
        Swap2Stage::AfterThree => {
            let choice = go(Purpose::PlayOrSwapUnlessBalanced(BALANCED_MARGIN), half(turn));
            vec![choice, good_stone(turn), balancing_stone(turn), Command::RecentMoves(2)]
        }
        Swap2Stage::AfterFive => vec![go(Purpose::PlayOrSwap, turn.clone())],
    }
}

/// The commands that place stones which balance the position: one, or two of which the first is a good move.
pub fn balancing_commands(stones: usize, turn: &GoParameters) -> Vec<Command> {
    let mut commands = vec![good_stone(turn); stones.saturating_sub(1)];
    commands.extend([balancing_stone(turn), Command::RecentMoves(stones)]);
    commands
}

fn go(purpose: Purpose, parameters: GoParameters) -> Command {
    Command::Go(Box::new(Go { parameters, purpose, ..Go::default() }))
}

/// Half the limits of a turn: the stones that may follow take time, too.
fn half(turn: &GoParameters) -> GoParameters {
    let half = |limit: Option<u64>| limit.map(|limit| limit.div_ceil(2));
    let (nodes, movetime, clocks) = (half(turn.nodes), half(turn.movetime), turn.clocks.map(half));
    GoParameters { nodes, movetime, clocks, ..turn.clone() }
}

/// Places a stone after a search of one ply.
fn good_stone(turn: &GoParameters) -> Command {
    go(Purpose::PlaySilently, GoParameters { depth: Some(1), ..turn.clone() })
}

/// Places a stone that balances the position.
fn balancing_stone(turn: &GoParameters) -> Command {
    let depth = Some(turn.depth.unwrap_or(BALANCING_DEPTH).min(BALANCING_DEPTH));
    go(Purpose::PlaySilently, GoParameters { depth, balanced: true, ..turn.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stage_has_its_searches() {
        let turn = GoParameters { movetime: Some(5000), ..GoParameters::default() };
        let three = swap2_commands(Swap2Stage::AfterThree, &turn);
        assert_eq!(three.first(), Some(&go(Purpose::PlayOrSwapUnlessBalanced(BALANCED_MARGIN), half(&turn))));
        assert_eq!(half(&turn).movetime, Some(2500));
        assert_eq!(three.last(), Some(&Command::RecentMoves(2)));
        let five = swap2_commands(Swap2Stage::AfterFive, &turn);
        assert_eq!(five.last(), Some(&go(Purpose::PlayOrSwap, turn.clone())));
        assert_eq!(swap2_commands(Swap2Stage::PlaceThree, &turn).last(), Some(&Command::RecentMoves(3)));
    }
}
