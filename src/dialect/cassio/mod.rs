//! Cassio's protocol for Othello engines; `protocol.md` says how we speak it. Source: Stéphane Nicolet, "Engine
//! protocol" (cassio.free.fr/engine-protocol.htm).

mod parse;
mod render;

pub use parse::{COMMANDS, Parser, is_opening};
pub use render::Renderer;
