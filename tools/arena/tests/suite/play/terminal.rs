//! Games at a pseudoterminal: colours, line editing, signals.

use super::contains_all;
use crate::support::{ARENA, FAKE, Folder};
use crossbeam_channel::{Receiver, unbounded};
use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The program at a pseudoterminal.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// The output that has not been matched yet, as bytes, since the terminal echoes invalid text as well.
    seen: Vec<u8>,
}

impl Terminal {
    fn open(words: &[&str], folder: &Folder) -> Terminal {
        let pty = openpty(None, None).expect("a terminal");
        let side = || Stdio::from(pty.slave.try_clone().expect("another handle"));
        let mut command = Command::new(ARENA);
        command.arg("play").args(words).current_dir(folder.file(".")).stdin(side()).stdout(side()).stderr(side());
        command.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8").env_remove("NO_COLOR");
        let child = command.spawn().expect("the program starts");
        let mut reader = File::from(pty.master.try_clone().expect("another handle"));
        let (sender, screen) = unbounded();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                let _ = sender.send(chunk[..count].to_vec());
            }
        });
        Terminal { child, keyboard: File::from(pty.master), screen, seen: Vec::new() }
    }

    fn key(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).expect("typed");
    }

    /// Waits until a text is shown, after the text of the previous wait.
    fn wait(&mut self, wanted: &str) {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(at) = self.seen.windows(wanted.len()).position(|shown| shown == wanted.as_bytes()) {
                self.seen.drain(..at + wanted.len());
                return;
            }
            match self.screen.recv_deadline(deadline) {
                Ok(more) => self.seen.extend(more),
                Err(_) => panic!("no '{wanted}' in\n{}", String::from_utf8_lossy(&self.seen)),
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(self.child.id() as i32), signal).expect("it runs");
    }

    fn end(mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }
}

const TWO: [&str; 5] = ["othello", "--o", "person", "--language", "en"];

#[test]
fn discs_colours_and_line_editing() {
    let folder = Folder::new();
    let mut terminal = Terminal::open(&TWO, &folder);
    terminal.wait("\x1b[48;5;28m");
    terminal.wait("● Black to move> ");
    // Backspace deletes a wrong letter; the arrow recalls an earlier line.
    terminal.key(b"g\x7ff5\r");
    terminal.wait("discs: ● Black 4, ○ White 1");
    terminal.wait("○ White to move> ");
    terminal.key(b"undo\r");
    terminal.wait("ply 1");
    terminal.wait("● Black to move> ");
    terminal.key(b"\x1b[A\x1b[A\r");
    terminal.wait("discs: ● Black 4, ○ White 1");
    terminal.wait("○ White to move> ");
    terminal.key(b"\xe9\r");
    terminal.wait("not valid UTF-8");
    terminal.wait("○ White to move> ");
    terminal.key(b"sav\t my.json\r");
    terminal.wait("saved to my.json");
    terminal.key(b"quit\r");
    assert_eq!(terminal.end().code(), Some(0));
}

#[test]
fn leaving_an_unsaved_game_needs_confirmation() {
    for (keys, warning) in [(&b"quit\r"[..], "'quit' again"), (b"\x04", "Ctrl-D again"), (b"\x03", "Ctrl-C again")] {
        let folder = Folder::new();
        let mut terminal = Terminal::open(&TWO, &folder);
        terminal.wait("to move> ");
        terminal.key(b"f5\r");
        terminal.wait("White to move> ");
        terminal.key(keys);
        terminal.wait("this game is not saved");
        terminal.wait(warning);
        terminal.wait("White to move> ");
        terminal.key(b"score\r");
        terminal.wait("games: ");
        terminal.wait("White to move> ");
        terminal.key(keys);
        terminal.wait(warning);
        terminal.wait("White to move> ");
        terminal.key(keys);
        assert_eq!(terminal.end().code(), Some(0));
    }
}

#[test]
fn a_signal_ends_the_program_and_saves_the_game() {
    let folder = Folder::new();
    let mut terminal = Terminal::open(&TWO, &folder);
    terminal.wait("to move> ");
    terminal.key(b"f5\r");
    terminal.wait("White to move> ");
    terminal.signal(Signal::SIGTERM);
    terminal.wait("the game was saved to ./othello-unsaved.json");
    assert_eq!(terminal.end().code(), Some(3));
    let kept = std::fs::read_to_string(folder.file("othello-unsaved.json")).expect("kept");
    contains_all(&kept, &["\"f5\""]);
}

#[test]
fn an_engine_that_thinks_can_be_interrupted() {
    let folder = Folder::new();
    let engine = format!("cmd={FAKE}");
    let words = ["othello", "--language", "en", "--o", &engine, "name=slow", "depth=1", "args=fault=stall"];
    let mut terminal = Terminal::open(&words, &folder);
    terminal.wait("to move> ");
    terminal.key(b"f5\r");
    terminal.wait("(slow) is thinking");
    terminal.signal(Signal::SIGINT);
    terminal.wait("(slow) was interrupted");
    terminal.wait("White to move (go, undo, a move for it, quit)> ");
    terminal.key(b"d6\r");
    terminal.wait("Black to move> ");
    terminal.key(b"c3\r");
    terminal.wait("(slow) is thinking");
    terminal.signal(Signal::SIGHUP);
    terminal.wait("the game was saved to ");
    assert_eq!(terminal.end().code(), Some(3));
}
