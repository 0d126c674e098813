//! Gomocup's protocol, which managers of Gomoku tournaments speak, with the words that Yixin added; `protocol.md` says
//! how we speak it. Source: Petricek and Lastovicka, "Gomoku AI protocol" (plastovicka.github.io/protocl2en.htm).
//!
//! The parser knows what was said (board size, limits, a position that is being listed), never how the game stands:
//! that the session keeps. So lines that come in one go mean what they say.

mod limits;
mod parse;
mod points;
mod render;
mod setup;
mod yixin;

pub use parse::{COMMANDS, Parser, is_command, is_opening};
pub use render::Renderer;
