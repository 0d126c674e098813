//! NBoard's protocol, version 2, for Othello; `protocol.md` says how we speak it. Source: Chris Welty, "The NBoard
//! Protocol", in the instructions of NTest.
//!
//! The client keeps the game and sends it; the parser keeps what was sent and sets the position anew before each
//! search. `ping` ends a search at once, and nothing about the old position comes after `pong`.

mod game;
mod parse;
mod render;

pub use parse::{COMMANDS, Parser, is_opening};
pub use render::Renderer;
