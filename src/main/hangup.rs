//! The end of a program that nobody listens to.
//!
//! A closed stdout shows only when something is written, and a long job may write nothing for hours.

/// Ends the process as soon as nobody can read its stdout any more, whatever it does just then. Where the system cannot
/// tell (anything but Unix), the next line written does it.
#[cfg(unix)]
pub fn end_with_the_reader() {
    let spawned = std::thread::Builder::new().name("hangup".into()).spawn(|| {
        if is_hung_up() {
            std::process::exit(0);
        }
    });
    if let Err(error) = spawned {
        log::warn!("a closed stdout will show at the next line only: {error}");
    }
}

/// Waits until stdout has no reader; false if that cannot be told.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let stdout = std::io::stdout();
    // Nothing is asked for: errors and hang-ups are told all the same.
    let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Ok(_) => return polled.iter().any(|polled| polled.revents().intersects(PollFlags::ERR | PollFlags::HUP)),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => {
                log::warn!("a closed stdout will show at the next line only: {error}");
                return false;
            }
        }
    }
}

/// Nothing: the next line written will show it.
#[cfg(not(unix))]
pub fn end_with_the_reader() {}
