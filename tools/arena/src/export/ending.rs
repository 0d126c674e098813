//! How a game ended, as the formats of other programs divide it.

use crate::fault::FaultKind;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// By the rules of the game, draws by rule included.
    Rules,
    /// One side gave up.
    Resigned,
    /// One side had used up its time.
    Time,
    /// One side broke the rules: an illegal move, or what its protocol does not allow.
    Infraction,
    /// One side did not answer any more: it crashed or hung.
    Abandoned,
    /// The match runner judged it before its end.
    Adjudicated,
}

impl Ending {
    /// From a record's [`reason`](crate::record::GameRecord::reason).
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
