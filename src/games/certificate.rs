//! The interface to certificates, wins proven in advance and kept in files: an optional capability of a game.

use super::solved_table::SolveError;
use crate::game::Game;
use crate::search::prover::{Played, Proven, ProvenLine};
use crate::search::stop::{Stopped, Watch};

/// The option that says whether certificates are used.
pub const CERTIFICATE: &str = "Certificate";
/// The option that names the folder of the certificate.
pub const CERTIFICATE_FOLDER: &str = "Certificate Folder";

/// A certificate. Nothing is read before it is asked about a position that it may have.
pub trait Certificate<G: Game>: Send {
    /// The proven score of the current position of a game that is not over, and if the side to move wins, the longest
    /// line of the proof; without moves if it loses. `None` if the certificate does not prove it, or cannot be read.
    fn line(&mut self, game: &Played<'_, G>, watch: &mut Watch) -> Result<Option<ProvenLine<G::Move>>, Stopped>;

    /// What is proven of the current position of a game that is not over.
    fn proven(&mut self, game: &Played<'_, G>, watch: &mut Watch) -> Result<Option<Proven<G::Move>>, Stopped>;

    /// What is proven, line by line, of the game and of the current position. The error says why there is no
    /// certificate.
    fn statement(&mut self, game: &Played<'_, G>, watch: &mut Watch) -> Result<Vec<String>, SolveError>;
}
