//! `quartet-mutants`: mutation testing of the engine. It plants small bugs, *mutants*, in a copy of the sources, and
//! runs the tests that reach each of them: a mutant with which all of them pass shows a test that is missing.
//!
//! All mutants are compiled at once, each behind a condition that an environment variable fulfils (mutant schemata:
//! Untch, Offutt and Harrold 1993), since building the tests takes minutes. The same conditions tell which tests reach
//! which mutants.
//!
//! | module | contents | independent of |
//! |---|---|---|
//! | [`cli`] | the command line | |
//! | [`find`] | the mutants of a file | which are chosen, tests |
//! | [`schemata`] | the copy of the sources with all mutants in it | how mutants are found |
//! | [`compile`] | building it, without the mutants that do not compile | what mutants do |
//! | [`tests`] | the tests, their times, and the mutants they reach | sources |
//! | [`outcome`] | the tests with one mutant | sources |
//! | [`report`] | the results as a table | how they were found |

pub mod cli;
pub mod compile;
pub mod find;
pub mod outcome;
pub mod report;
pub mod schemata;
pub mod tests;
