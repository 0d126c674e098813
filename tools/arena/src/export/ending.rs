//! The kinds of game endings that the formats of other programs distinguish.

use crate::fault::FaultKind;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// The rules of the game, including draws by rule.
    Rules,
    /// A side resigned.
    Resigned,
    /// A side lost on time.
    Time,
    /// A side made an illegal move or violated its protocol.
    Infraction,
    /// A side crashed or hung.
    Abandoned,
    /// The match runner adjudicated the game.
    Adjudicated,
}

impl Ending {
    /// The ending for a record's [`reason`](crate::record::GameRecord::reason).
    pub(super) fn of(reason: &str) -> Ending {
        let is = |kind: FaultKind| reason == kind.word();
        match reason {
            "resign" => Ending::Resigned,
            _ if reason.starts_with("adjudicated-") => Ending::Adjudicated,
            _ if is(FaultKind::Time) => Ending::Time,
            _ if is(FaultKind::Illegal) || is(FaultKind::Protocol) => Ending::Infraction,
            _ if is(FaultKind::Stall) || is(FaultKind::Disconnect) => Ending::Abandoned,
            _ => Ending::Rules,
        }
    }
}
