//! Growing opening books by search.
//!
//! A book is grown by drop-out expansion (Lincke, "Strategies for the automatic construction of opening books", 2000;
//! Edax and Zebra grow theirs in the same way): the position that matters most is searched and added, values are
//! carried back to the start position, and so on. The file of the book is the whole state, so that a book can be grown
//! further at any time.
//!
//! A module imports only from rows below its own.
//!
//! | module | contents |
//! |---|---|
//! | [`cli`] | the subcommand `book` |
//! | [`grow`] | the loop: threads, progress, saving |
//! | [`storage`] | the file |
//! | [`records`] | reading game records |
//! | [`expansion`] | what to search next, and what becomes of the result |
//! | [`seed`] | positions of game records, which come first |
//! | [`priority`] | which move matters most |
//! | [`values`] | values from the ends of the book back to its start |
//! | [`book_graph`] | the book in memory, reading and writing |
//! | [`searcher`] | searches of single positions |

pub mod book_graph;
pub mod cli;
pub mod expansion;
pub mod grow;
pub mod priority;
pub mod records;
pub mod searcher;
pub mod seed;
pub mod storage;
#[cfg(test)]
mod tests;
pub mod values;
