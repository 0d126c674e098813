//! The server: what it serves, whom it serves, and what a hostile page cannot do.

mod client;
mod engines;
mod hostile;
mod records;
mod requests;
