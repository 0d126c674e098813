//! The UCI dialect: UCI's words, UGI's, and our own, as `protocol.md` specifies them.

mod arguments;
mod drops;
mod parse;
mod proof;
mod render;

pub use parse::{COMMANDS, Parser};
pub use render::{Renderer, help_on};
