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

pub mod adjudication;
pub mod cli;
pub mod experiments;
pub mod fault;
pub mod game;
pub mod limits;
pub mod openings;
pub mod play;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod standings;
pub mod table;
