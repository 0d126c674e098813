//! The limits given by `INFO`, and the search parameters of a turn that follow from them.

use crate::engine::GoParameters;
use std::time::Instant;

/// Time for a turn, in milliseconds, if the manager gives no limits at all.
const DEFAULT_TURN: u64 = 5_000;
/// `timeout_turn 0` asks to play as fast as possible: one ply, within these milliseconds.
const FASTEST_TURN: u64 = 20;
/// `time_left` of a match without a limit; larger values mean the same.
const NO_LIMIT: i64 = i32::MAX as i64;

/// The limits, in milliseconds, as the manager last gave them.
#[derive(Debug, Default)]
pub(super) struct Limits {
    /// Time for each turn; 0 means as fast as possible.
    pub turn: Option<i64>,
    /// Time for all turns of a game; 0 means no limit.
    pub game: Option<i64>,
    /// Time left for the game; sent before each turn if there is a limit.
    pub left: Option<i64>,
    /// Depth in plies; no limit unless positive.
    pub depth: Option<i64>,
    /// Nodes of a turn; no limit unless positive.
    pub nodes: Option<i64>,
    /// When the game started.
    pub started_at: Option<Instant>,
}

impl Limits {
    /// Sets a limit by its key; returns whether there is one of that name.
    pub(super) fn set(&mut self, key: &str, value: i64) -> bool {
        let place = match key {
            "timeout_turn" => &mut self.turn,
            "timeout_match" => &mut self.game,
            "time_left" => &mut self.left,
            "max_depth" => &mut self.depth,
            "max_node" => &mut self.nodes,
            _ => return false,
        };
        *place = Some(value);
        true
    }

    /// Starts a game: the remaining time of the last one no longer applies.
    pub(super) fn begin_game(&mut self) {
        self.left = None;
        self.started_at = Some(Instant::now());
    }

    /// Milliseconds left for the game, if there is a limit. If the manager does not send the time left, all time since
    /// the start of the game counts, even the opponent's.
    fn remaining(&self) -> Option<u64> {
        let left = match (self.left, self.game) {
            (Some(left), _) => left,
            (None, Some(game)) if game > 0 => {
                let used = self.started_at.map_or(0, |started_at| started_at.elapsed().as_millis());
                game.saturating_sub(i64::try_from(used).unwrap_or(i64::MAX))
            }
            (None, _) => return None,
        };
        (left < NO_LIMIT).then(|| u64::try_from(left).unwrap_or(0).max(1))
    }

    /// The search parameters of the next turn.
    pub(super) fn go_parameters(&self) -> GoParameters {
        let given = |value: Option<i64>| value.and_then(|value| u64::try_from(value).ok()).filter(|value| *value > 0);
        let remaining = self.remaining();
        let mut parameters = GoParameters {
            depth: given(self.depth),
            nodes: given(self.nodes),
            movetime: given(self.turn),
            clocks: [remaining; 2],
            ..GoParameters::default()
        };
        let is_free = remaining.is_none() && parameters.depth.is_none() && parameters.nodes.is_none();
        match self.turn {
            Some(turn) if turn <= 0 => (parameters.depth, parameters.movetime) = (Some(1), Some(FASTEST_TURN)),
            None if is_free => parameters.movetime = Some(DEFAULT_TURN),
            _ => {}
        }
        parameters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depth, nodes, time for the move, clock.
    fn order(said: &[(&str, i64)]) -> (Option<u64>, Option<u64>, Option<u64>, Option<u64>) {
        let mut limits = Limits::default();
        for (key, value) in said {
            assert!(limits.set(key, *value), "{key}");
        }
        let parameters = limits.go_parameters();
        assert_eq!(parameters.clocks[0], parameters.clocks[1]);
        (parameters.depth, parameters.nodes, parameters.movetime, parameters.clocks[0])
    }

    #[test]
    fn limits_are_passed_on_to_the_millisecond() {
        assert_eq!(order(&[("timeout_turn", 1234)]), (None, None, Some(1234), None));
        assert_eq!(order(&[("timeout_turn", 1000), ("time_left", 777)]), (None, None, Some(1000), Some(777)));
        assert_eq!(order(&[("timeout_match", 60_000)]), (None, None, None, Some(60_000)));
        assert_eq!(order(&[("timeout_match", 60_000), ("time_left", 5)]), (None, None, None, Some(5)));
        assert_eq!(order(&[("time_left", -20)]), (None, None, None, Some(1)));
        assert_eq!(order(&[("time_left", 10), ("time_left", 9)]), (None, None, None, Some(9)));
    }

    #[test]
    fn missing_limits_limit_nothing() {
        let endless = [("timeout_turn", 100), ("timeout_match", 0), ("time_left", 2_147_483_647)];
        assert_eq!(order(&endless), (None, None, Some(100), None));
        assert_eq!(order(&[("timeout_match", 0)]), (None, None, Some(DEFAULT_TURN), None));
        assert_eq!(order(&[]), (None, None, Some(DEFAULT_TURN), None));
        assert_eq!(order(&[("max_depth", 0), ("max_node", -1)]), (None, None, Some(DEFAULT_TURN), None));
    }

    #[test]
    fn depth_and_nodes_are_limits_of_their_own() {
        let said = [("max_depth", 7), ("max_node", 5000), ("timeout_match", 0), ("time_left", 2_147_483_647)];
        assert_eq!(order(&said), (Some(7), Some(5000), None, None));
    }

    #[test]
    fn a_turn_without_time_is_as_fast_as_possible() {
        assert_eq!(order(&[("timeout_turn", 0), ("max_depth", 9)]), (Some(1), None, Some(FASTEST_TURN), None));
        assert_eq!(order(&[("timeout_turn", -5)]).0, Some(1));
    }

    #[test]
    fn a_game_without_time_left_counts_from_its_start() {
        let mut limits = Limits::default();
        limits.set("timeout_match", 1_000);
        limits.set("time_left", 3);
        limits.begin_game();
        let remaining = limits.go_parameters().clocks[0].expect("a clock");
        assert!((1..=1_000).contains(&remaining), "{remaining}");
        limits.started_at = Instant::now().checked_sub(std::time::Duration::from_secs(9));
        assert_eq!(limits.go_parameters().clocks[0], Some(1));
    }
}
