//! Quartet's four games on a board in the browser.
//!
//! A server for one person at one computer: it serves the page, and connects the page with engines. Through the socket
//! go the lines of Quartet's protocol (`protocol.md`), each with the name of its engine. The page knows no rules; it
//! asks the engine.
//!
//! # Layers
//!
//! A module imports only from rows below its own.
//!
//! | module | contents | independent of |
//! |---|---|---|
//! | [`cli`] | the command line | how pages are served |
//! | [`server`] | connections, requests, shutdown | what a message says |
//! | [`mod@analysis`] | the analysis of a whole game, in a process of its own | HTTP |
//! | [`records`] | game records as JSON, read from files and written to them | HTTP |
//! | [`session`] | one page: its messages and its engines | HTTP |
//! | [`engine`] | a running engine: Quartet itself, or another one through the arena's players | pages |
//! | [`catalogue`] | the engines that can be started, and how many at once | protocols |
//! | [`allowed`] | the lines that a page may send to an engine | engines |
//! | [`own_program`](mod@own_program) | this program, to be started once more | engines |
//! | [`access`] | which requests come from the own page: hosts, origins, the token | sessions |
//! | [`pages`] | the files of the page, compiled in | the server |
//!
//! # Invariants
//!
//! * Nothing is served to another computer, and no other website can open a socket.
//! * A page never names a program or a file: engines come from the command line alone, and no line with a path passes
//!   [`allowed::check`].
//! * Every queue, message, session and number of processes has a bound. An engine ends with its page.

pub mod access;
pub mod allowed;
pub mod analysis;
pub mod catalogue;
pub mod cli;
pub mod engine;
pub mod own_program;
pub mod pages;
pub mod records;
pub mod server;
pub mod session;
