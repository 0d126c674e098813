//! The arena: engine against engine in the four games of Quartet.
//!
//! It knows engines only through their protocols and takes the rules from the `quartet` library, so it is an independent
//! judge of what an engine says.
//!
//! # Layers
//!
//! | module | what it is | what it never knows |
//! |---|---|---|
//! | [`referee`] | the rules of one game, whichever, behind one face | engines, time |
//! | [`fault`] | what can go wrong with an engine | how engines are talked to |
//! | [`process`] | a running program and its lines | any protocol |
//! | [`check`] | does an engine speak the protocol? | matches |

pub mod check;
pub mod fault;
pub mod process;
pub mod referee;
