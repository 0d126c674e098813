//! `quartet-arena check`: does an engine speak the protocol?
//!
//! Named steps, each with what it demands and the section of `protocol.md` that demands it, are carried out with fresh
//! processes of any engine that speaks the native protocol. What an engine says is held against the referee's rules. An
//! engine that hangs, dies or floods fails the step, and the check goes on.
//!
//! | module | what it is | what it never knows |
//! |---|---|---|
//! | [`info`] | lines of searches and options, taken apart | processes, games |
//! | [`board`] | positions to ask about | processes |
//! | [`trial`] | one step's talk with an engine | which steps there are |
//! | [`mod@reference`] | what the machine makes of a latency | which steps there are |
//! | [`search`] | searches and what is demanded of each | which steps there are |
//! | [`steps`] | the steps, a file a subject | who asks for them |
//! | [`run`] | carries out the steps asked for | the command line |
//! | [`command`] | the command line and the report | how steps work |

pub mod board;
pub mod command;
pub mod info;
mod progress;
pub mod reference;
pub mod run;
pub mod search;
pub mod steps;
pub mod trial;
