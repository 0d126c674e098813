//! The board as a process.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_quartet-board");

/// A running board on a free port; dropping it ends it.
pub(crate) struct Board {
    process: Child,
    address: String,
}

impl Board {
    /// Starts a board with these arguments besides the port.
    pub(crate) fn start(arguments: &[&str]) -> Board {
        let mut command = Command::new(PROGRAM);
        command.args(["--port", "0", "--no-open"]).args(arguments).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the board starts");
        let mut first = String::new();
        let stdout = process.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut first).expect("the board's first line");
        let address = first.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address in {first:?}")).to_string();
        Board { process, address }
    }

    /// The address of the page, such as `http://127.0.0.1:4418/`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
