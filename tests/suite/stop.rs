//! A `stop` ends the jobs that were requested before it and none that was requested after it, even if the job that it
//! was sent for has ended already.

use super::client::{Client, count, errors, number_after};
use quartet::dialect::uci::{Parser, Renderer};
use quartet::engine::{Engines, engines};
use quartet::session::{Command, Input, JobId, Parse, Session, StopHandle, TimedCommand};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

/// A writer that sends what is written through a channel.
struct Sink(crossbeam_channel::Sender<Vec<u8>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map(|()| bytes.len()).map_err(io::Error::other)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The commands of a line as inputs of the session. `stopped` is the job that the reader of the input has ended because
/// of this line.
fn commands(line: &str, stopped: Option<JobId>) -> Vec<Input> {
    let mut commands: Vec<Command> = Vec::new();
    Parser::default().parse(line.as_bytes(), &mut commands);
    let timed = |command| Input::Command(TimedCommand { arrived: Instant::now(), command, stopped, charge: None });
    commands.into_iter().map(timed).collect()
}

/// The reader of the input has ended the first search because of a `stop` that follows the second search. When the
/// session executes that `stop`, the second search is running, and must run to its end.
#[test]
fn a_stop_that_ended_one_search_does_not_end_the_next() {
    for _ in 0..10 {
        let (events, inputs) = crossbeam_channel::unbounded();
        let (written, output) = crossbeam_channel::unbounded();
        let feed = events.clone();
        let feeding = std::thread::spawn(move || {
            let send =
                |line, stopped| commands(line, stopped).into_iter().for_each(|input| feed.send(input).expect("heard"));
            send("go depth 1", None);
            let mut text = String::new();
            while !text.contains("bestmove") {
                text += &String::from_utf8(output.recv().expect("an answer")).expect("text");
            }
            send("go depth 7", None);
            send("query side", None);
            send("stop", Some(JobId(1)));
            feed.send(Input::End).expect("heard");
            output.iter().for_each(|bytes| text += &String::from_utf8(bytes).expect("text"));
            text
        });
        let engines = Engines::new(engines::create_engine).expect("memory");
        let (mut sink, mut renderer) = (Sink(written), Renderer::default());
        let session = Session::new(engines, &mut sink, &mut renderer, events, Arc::<StopHandle>::default());
        session.run(&inputs);
        drop(sink);
        let text = feeding.join().expect("the feeder ends");
        let lines: Vec<_> = text.lines().map(str::to_string).collect();
        let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
        assert_eq!((number_after(last, "depth"), count(&lines, "bestmove ")), (7, 2), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("response x"));
    }
}

/// A search that follows a `stop` reaches its depth, whether the job before was stopped or had ended by itself.
#[test]
fn a_search_after_a_stop_reaches_its_depth() {
    let mut client = Client::start(&[]);
    let following = "go depth 6\nwait\nisready";
    for (job, end) in [
        ("go infinite", "bestmove "),
        ("go depth 1", "bestmove "),
        ("go ponder depth 1", "bestmove "),
        ("go nodes 1", "bestmove "),
        ("go perft 30", "info string perft stopped"),
        ("bench 60", "info string bench stopped"),
    ] {
        // All lines at once, and then the `stop` after the job has reported its end.
        client.send(&format!("ucinewgame\n{job}\nstop\n{following}"));
        check(&client.until("readyok"), job);
        client.send(&format!("ucinewgame\n{job}\nstop"));
        client.until(end);
        client.send(&format!("stop\n{following}"));
        check(&client.until("readyok"), job);
        client.send(&format!("ucinewgame\n{job}\nstop\nstop\nquery side\nstop\n{following}"));
        check(&client.until("readyok"), job);
    }
}

/// Checks that the last search went to depth 6.
fn check(lines: &[String], job: &str) {
    assert!(errors(lines).is_empty(), "{job}: {lines:?}");
    let last = lines.iter().rfind(|line| line.starts_with("info depth")).expect("an info line");
    assert_eq!(number_after(last, "depth"), 6, "{job}: {lines:?}");
    assert!(lines[lines.len() - 2].starts_with("bestmove "), "{job}: {lines:?}");
}
