//! Dialects: the only place that knows wire syntax. Each parses lines into the session's commands and renders its
//! replies.
//!
//! Independent of: the engine's inner workings, the games, stdin and stdout.

pub mod cassio;
pub mod gomocup;
pub mod gtp;
mod info;
mod lines;
pub mod nboard;
mod points;
mod properties;
mod protocol;
mod settings;
pub mod uci;
mod words;

pub use crate::session::Protocol;
pub use protocol::{Receiver, Sender, help_on, parser_and_renderer};
pub use settings::{GameName, Settings};
