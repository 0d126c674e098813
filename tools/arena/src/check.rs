//! `quartet-arena check`: does an engine speak the protocol?
//!
//! Named steps run with fresh processes of any engine that speaks the native protocol; each has a requirement and the
//! section of `protocol.md` that states it. What an engine says is compared with the referee's rules. An engine that
//! hangs, exits or floods its output fails the step, and the check goes on.
//!
//! | module | what it is | what it never knows |
//! |---|---|---|
//! | [`info`] | lines of searches and options, taken apart | processes, games |
//! | [`board`] | positions for questions | processes |
//! | [`step_result`] | passed, failed or skipped, and why | engines |
//! | [`transcript`] | what was sent and received in a step | engines |
//! | [`context`] | the engine process of a step, what is sent and received | which steps there are |
//! | `expectations` | exchanges whose answers have to take a certain form | which steps there are |
//! | [`mod@reference`] | how late the machine itself makes an answer | which steps there are |
//! | [`search`] | searches and what each has to satisfy | which steps there are |
//! | [`steps`] | the steps, one file for each subject | who runs them |
//! | [`runner`] | runs the selected steps | the command line |
//! | [`command`] | the command line and the report | how steps work |

pub mod board;
pub mod command;
pub mod context;
mod expectations;
pub mod info;
mod progress;
pub mod reference;
pub mod runner;
pub mod search;
pub mod step_result;
pub mod steps;
pub mod transcript;
