//! `quartet-arena check`: checks whether an engine conforms to the protocol.
//!
//! Named steps run in new processes of any engine that speaks Quartet's protocol. Each has a requirement and the
//! section of `protocol.md` that states it. The engine's answers are compared with the referee's rules. An engine that
//! hangs, exits or floods its output fails the step, and the check continues.
//!
//! | module | contents | independent of |
//! |---|---|---|
//! | [`info`] | parsers of `info` and `option` lines | processes, games |
//! | [`board`] | positions for the steps | processes |
//! | [`step_result`] | passed, failed or skipped, and why | engines |
//! | [`transcript`] | what was sent and received in a step | engines |
//! | [`context`] | the engine process of a step, what is sent and received | the steps |
//! | `expectations` | exchanges whose answers must have a certain form | the steps |
//! | [`mod@reference`] | the latency of the machine itself | the steps |
//! | [`search`] | searches and the requirements of each | the steps |
//! | [`steps`] | the steps, one file for each subject | the runner |
//! | [`runner`] | runs the selected steps | the command line |
//! | [`command`] | the command line and the report | the contents of steps |

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
