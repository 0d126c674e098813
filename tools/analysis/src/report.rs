//! The result of an analysis: every move of a game with its value, and what follows from all of them.

use crate::classes::MoveClass;
use crate::fours::ForcedWin;
use crate::value::Value;
use quartet::game::Side;
use quartet_rules::GameResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An analysed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The name of the file.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: usize,
    /// The variant.
    pub variant: String,
    /// Options of the rules.
    pub options: BTreeMap<String, String>,
    /// The names of the players of x and o, where they are known.
    pub players: [Option<String>; 2],
    /// The event, where it is known.
    pub event: Option<String>,
    /// The date, where it is known.
    pub date: Option<String>,
    /// The result in the file.
    pub result: Option<GameResult>,
    /// The position text of the first position.
    pub start: String,
    /// The moves of the main line in order.
    pub moves: Vec<MoveReport>,
    /// The value of the last position for x.
    pub last_value: Value,
    /// The expected score of x in the last position, from 0 to 1.
    pub last_expected: f64,
    /// The statistics of x and o.
    pub summaries: [Summary; 2],
    /// The proven wins that were given away, by index of the move.
    pub missed_wins: Vec<MissedWin>,
    /// The last move that turned the game; see [`LosingMove`].
    pub losing_move: Option<LosingMove>,
}

/// An analysed move. All values are those of the player who made it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReport {
    /// The player, `x` or `o`.
    pub side: char,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value of the position before the move: that of the best move.
    pub before: Value,
    /// The value of the move.
    pub after: Value,
    /// The expected scores before and after the move, from 0 to 1.
    pub expected: [f64; 2],
    /// Centidiscs or centipoints lost, 100 for each disc; `None` if an exact value is compared with an estimate, or if
    /// wins, draws and losses are compared, which have no such difference.
    pub loss: Option<u16>,
    /// Points of expected score lost, from 0 to 100, rounded to hundredths. An estimate and an exact margin are
    /// compared as estimates: else the move that enters the solved part of a game would be blamed for all that the
    /// estimate before it did not see.
    pub points: f64,
    /// The class.
    pub class: MoveClass,
    /// The rank among the legal moves; `None` if the moves were not ranked.
    pub rank: Option<Rank>,
    /// The number of legal moves.
    pub legal: usize,
    /// The depth of the search in plies.
    pub depth: u16,
    /// The best line, beginning with the best move.
    pub best: Vec<String>,
}

/// The rank of a move among the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rank {
    /// One more than the number of better moves.
    pub place: usize,
    /// Whether all moves were compared by exact values. Otherwise they were compared by a shallower search.
    pub exact: bool,
}

/// A proven win that was given away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MissedWin {
    /// The index of the move that gave it away.
    pub index: usize,
    /// The plies of the win; `None` in Othello.
    pub plies: Option<u16>,
    /// The kind of the win in Gomoku.
    pub kind: Option<ForcedWin>,
}

/// The last move of the loser that turned the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LosingMove {
    /// The index of the move.
    pub index: usize,
    /// Whether it is an error after which the game is proven to be lost, while it was not known to be lost before.
    /// Otherwise the expected score fell from at least one half to less by the estimates.
    pub is_proven: bool,
}

/// The statistics of one player in one game or in several.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Moves that the player chose: neither forced nor given by the opening.
    pub moves: u64,
    /// The number of moves of each class.
    pub classes: BTreeMap<MoveClass, u64>,
    /// The sum of the accuracies of these moves, in per cent.
    pub accuracy_sum: f64,
    /// The sum of the points of expected score lost.
    pub points_sum: f64,
    /// The sum of the losses that can be counted in centidiscs or centipoints.
    pub loss_sum: u64,
    /// The number of these losses.
    pub losses: u64,
}

impl Summary {
    /// Adds a move.
    pub fn add(&mut self, made: &MoveReport) {
        *self.classes.entry(made.class).or_default() += 1;
        if !made.class.is_chosen() {
            return;
        }
        self.moves += 1;
        self.accuracy_sum += crate::classes::accuracy(made.points);
        self.points_sum += made.points;
        if let Some(loss) = made.loss {
            self.loss_sum += u64::from(loss);
            self.losses += 1;
        }
    }

    /// Adds the moves of another summary.
    pub fn merge(&mut self, other: &Summary) {
        for (class, count) in &other.classes {
            *self.classes.entry(*class).or_default() += count;
        }
        self.moves += other.moves;
        self.accuracy_sum += other.accuracy_sum;
        self.points_sum += other.points_sum;
        self.loss_sum += other.loss_sum;
        self.losses += other.losses;
    }

    /// The mean accuracy of the moves in per cent; `None` without moves.
    pub fn accuracy(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.accuracy_sum / self.moves as f64)
    }

    /// The mean loss of a move in points of expected score; `None` without moves.
    pub fn mean_points(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.points_sum / self.moves as f64)
    }

    /// The mean loss of a move in centidiscs or centipoints; `None` if no loss could be counted.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.losses > 0).then(|| self.loss_sum as f64 / self.losses as f64)
    }

    /// The number of moves of a class.
    pub fn count(&self, class: MoveClass) -> u64 {
        self.classes.get(&class).copied().unwrap_or(0)
    }
}

impl GameReport {
    /// What the players of the game call a side: Black and White, where there are such colours, else its letter.
    fn side_name(&self, side: Side) -> &'static str {
        match (self.variant.as_str(), side) {
            ("othello" | "gomoku", Side::X) => "Black",
            ("othello" | "gomoku", Side::O) => "White",
            (_, Side::X) => "x",
            (_, Side::O) => "o",
        }
    }

    /// The name of a player, or that of the side.
    pub fn player(&self, side: Side) -> String {
        self.players[side.index()].clone().unwrap_or_else(|| self.side_name(side).into())
    }

    /// The expected score of x before each move and after the last one, from 0 to 1, and whether it is exact.
    pub fn expected_of_x(&self) -> Vec<(f64, bool)> {
        let view = |made: &MoveReport, expected: f64| if made.side == 'x' { expected } else { 1.0 - expected };
        let before = self.moves.iter().map(|made| (view(made, made.expected[0]), made.before.is_exact()));
        before.chain([(self.last_expected, self.last_value.is_exact())]).collect()
    }
}

/// A game of Othello of four moves for tests, in which x makes a mistake and o misses a win.
#[cfg(test)]
pub fn example(players: [&str; 2]) -> GameReport {
    let made = |side, mv: &str, values: [Value; 2], expected: [f64; 2], class| MoveReport {
        side,
        mv: mv.into(),
        before: values[0],
        after: values[1],
        expected,
        loss: values[0].loss(values[1]),
        points: 100.0 * (expected[0] - expected[1]),
        class,
        rank: Some(Rank { place: 2, exact: false }),
        legal: 4,
        depth: 16,
        best: vec!["f5".into(), "f6".into()],
    };
    let estimate = Value::Estimate;
    let moves = vec![
        made('x', "f5", [estimate(0), estimate(0)], [0.5, 0.5], MoveClass::Best),
        made('o', "d6", [estimate(0), estimate(-40)], [0.5, 0.48], MoveClass::Good),
        made('x', "c3", [estimate(40), estimate(-600)], [0.52, 0.4], MoveClass::Mistake),
        made('o', "d3", [Value::Discs(6), Value::Discs(-2)], [1.0, 0.0], MoveClass::Blunder),
    ];
    let mut summaries = [Summary::default(), Summary::default()];
    moves.iter().enumerate().for_each(|(index, made)| summaries[index % 2].add(made));
    GameReport {
        file: "games.txt".into(),
        game: 1,
        variant: "othello".into(),
        options: BTreeMap::new(),
        players: players.map(|name| Some(name.to_string())),
        event: None,
        date: None,
        result: Some(GameResult::FirstWins),
        start: "8/8/8/3ox3/3xo3/8/8/8 x - 0".into(),
        moves,
        last_value: Value::Discs(2),
        last_expected: 1.0,
        summaries,
        missed_wins: vec![MissedWin { index: 3, plies: None, kind: None }],
        losing_move: Some(LosingMove { index: 3, is_proven: true }),
    }
}
