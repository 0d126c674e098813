//! Ending the program when the reader of its output is gone.
//!
//! A closed stdout is noticed only when something is written, and a long job may write nothing for hours.

/// How long the program may go on without a reader. One that has printed its last line ends by itself before, with its
/// own status: a reader that has found what it looked for, `grep -q` for one, closes the pipe at that moment.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_secs(1);

/// Ends the process with this status when its stdout has had no reader for `GRACE`, whatever it is doing. Systems other
/// than Unix cannot tell; there the next line written ends it.
#[cfg(unix)]
pub(super) fn exit_when_stdout_closes(status: i32) {
    let spawned = std::thread::Builder::new().name("hangup".into()).spawn(move || {
        if is_hung_up() {
            std::thread::sleep(GRACE);
            std::process::exit(status);
        }
    });
    if let Err(error) = spawned {
        log::warn!("a closed stdout will only be noticed at the next line: {error}");
    }
}

/// Waits until stdout has no reader; false if that cannot be determined.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdout = std::io::stdout();
    // No events are requested: errors and hang-ups are always reported.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Ok(_) => return polled.iter().any(|polled| polled.revents().intersects(PollFlags::ERR | PollFlags::HUP)),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => {
                log::warn!("a closed stdout will only be noticed at the next line: {error}");
                return false;
            }
        }
    }
}

/// Does nothing: a closed stdout is noticed at the next line written.
#[cfg(not(unix))]
pub(super) fn exit_when_stdout_closes(_status: i32) {}
