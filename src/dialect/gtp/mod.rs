//! The Go Text Protocol, version 2, as programs for Othello and Gomoku speak it, with GoGui's and Sabaki's extensions;
//! `protocol.md` says how we speak it. Sources: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2",
//! 2002; the manual of GoGui.
//!
//! Every command is one request of the session, which ends with one answer. The parser puts a
//! [`RequestTag`](crate::session::RequestTag) before it, so that the renderer knows how the answer is written.

mod analysis;
mod board;
mod clock;
mod commands;
mod limits;
mod parameters;
mod parse;
mod render;
mod setup;
mod sgf;
mod vertex;

pub use commands::{COMMANDS, is_opening};
pub use parse::Parser;
pub use render::Renderer;

use crate::dialect::settings::Settings;
use clock::GameClocks;
use parking_lot::Mutex;
use std::sync::Arc;

/// Parser and renderer of the dialect, which share the clocks.
pub fn parser_and_renderer(settings: Settings) -> (Parser, Renderer) {
    let clocks = SharedClocks::default();
    (Parser::new(settings, clocks.clone()), Renderer::new(clocks))
}

/// The clocks of the game, which the parser sets and starts, and the renderer stops.
type SharedClocks = Arc<Mutex<GameClocks>>;
