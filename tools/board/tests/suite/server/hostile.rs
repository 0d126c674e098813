//! Pages that do what the own page never does.

use super::client::DEADLINE;
use crate::board::Board;
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::{Bytes, Message};

/// Memory in MiB that the server never needs, whatever its pages do.
#[cfg(target_os = "linux")]
const MUCH: u64 = 200;

#[test]
fn no_line_reaches_a_file() {
    let board = Board::start(&[]);
    let mut page = board.page();
    let path = std::env::temp_dir().join(format!("quartet-board-{}", board.id()));
    let shown = path.display();
    for line in [
        format!("setoption name Debug Log File value {shown}"),
        format!("setoption name Hash value 16 name Debug Log File value {shown}"),
        format!("x setoption name Debug Log File value {shown}"),
        format!("isready\nsetoption name Debug Log File value {shown}"),
        format!("isready\rsetoption name Debug Log File value {shown}"),
        format!("setoption name Book File value {shown}"),
        format!("START 15\nINFO folder {shown}"),
        "bench".into(),
        "go perft 20".into(),
        "setoption name Hash value 1048576".into(),
        "setoption name Threads value 512".into(),
    ] {
        page.send("quartet:1", &line);
        page.wait_for("refused", "");
    }
    assert!(page.is_served("quartet:1"));
    assert!(!path.exists());
}

#[test]
fn what_is_no_message_is_refused_and_changes_nothing() {
    let board = Board::start(&[]);
    let mut page = board.page();
    for text in [
        "",
        "isready",
        "null",
        "[]",
        "{}",
        r#"{"engine":"quartet:1"}"#,
        r#"{"engine":1,"line":"isready"}"#,
        r#"{"engine":"quartet:1","line":"isready","path":"/etc/passwd"}"#,
        r#"{"engine":"quartet:1","line":"isready""#,
        "\u{0}\u{1}\u{2}",
        &"[".repeat(50_000),
    ] {
        page.send_text(text.to_string());
        page.wait_for("refused", "not a message");
    }
    assert!(page.is_served("quartet:1"));
}

#[test]
fn binary_and_huge_messages_end_their_own_session_only() {
    let board = Board::start(&[]);
    let mut other = board.page();
    assert!(other.is_served("quartet:1"));
    let huge = "x".repeat(1 << 17);
    for message in [Message::Binary(Bytes::from_static(&[0, 255, 10])), Message::text(huge)] {
        let mut page = board.page();
        assert!(page.is_served("quartet:1"));
        // The server may close while it is written.
        let _ = page.socket.send(message);
        while page.receive().is_some() {}
    }
    // A frame that is none.
    let mut page = board.page();
    page.socket.get_mut().write_all(&[0xff; 64]).expect("bytes");
    while page.receive().is_some() {}
    assert!(other.is_served("quartet:1"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_flood_is_answered_or_refused_in_bounded_memory() {
    let board = Board::start(&[]);
    let mut other = board.page();
    let mut page = board.page();
    let mut reader = board.page();
    assert!(page.is_served("quartet:1") && reader.is_served("quartet:1"));
    const LINES: usize = 20_000;
    let mut answers = 0;
    for number in 0..LINES {
        page.send("quartet:1", "query board");
        // Read now and then, as a browser does.
        if number % 100 == 99 {
            for _ in 0..100 {
                answers += usize::from(page.receive().is_some());
            }
        }
    }
    assert_eq!(answers, LINES);
    assert!(other.is_served("quartet:1"));
    assert!(board.memory() < MUCH, "{} MiB", board.memory());
}

/// Such a page blocks its own engines, and nobody else.
#[cfg(target_os = "linux")]
#[test]
fn a_page_that_never_reads_holds_up_only_itself() {
    let board = Board::start(&[]);
    let mut other = board.page();
    let mut page = board.page();
    page.socket.get_ref().set_write_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    let line = r#"{"engine":"quartet:1","line":"d"}"#;
    let mut sent = 0;
    while page.socket.send(Message::text(line)).is_ok() {
        sent += 1;
        assert!(sent < 10_000_000, "the server takes everything");
    }
    assert!(other.is_served("quartet:1"));
    assert!(board.memory() < MUCH, "{} MiB", board.memory());
    drop(page);
    board.wait_for_engines(1);
}

#[test]
fn of_a_hundred_connections_a_few_get_a_session() {
    let board = Board::start(&[]);
    let (token, origin) = (board.token(), format!("http://{}", board.host()));
    // Some that never say anything.
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(board.host()).expect("a connection")).collect();
    let opened: Vec<_> = (0..100).map(|_| board.socket(&token, Some(&origin))).collect();
    let (mut served, refused): (Vec<_>, Vec<_>) = opened.into_iter().partition(Result::is_ok);
    assert_eq!(served.len(), 12);
    assert!(refused.iter().all(|refusal| matches!(refusal, Err(503))));
    assert!(board.request("/", board.host()).starts_with("HTTP/1.1 200"));
    let first = served.first_mut().and_then(|page| page.as_mut().ok()).expect("a page");
    assert!(first.is_served("quartet:1"));
    served.pop();
    let deadline = std::time::Instant::now() + DEADLINE;
    while board.socket(&token, Some(&origin)).is_err() {
        assert!(std::time::Instant::now() < deadline, "no session became free");
    }
    drop(silent);
}

/// Requests that are none, and hosts in wrong places, do not end the server.
#[test]
fn malformed_requests_end_only_their_connection() {
    let board = Board::start(&[]);
    for bytes in
        [&b"\x00\xff\x00"[..], b"GET", b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"]
    {
        let mut stream = TcpStream::connect(board.host()).expect("a connection");
        stream.write_all(bytes).expect("bytes");
    }
    let long = format!("/{}", "x".repeat(100_000));
    assert!(!board.request(&long, board.host()).starts_with("HTTP/1.1 200"));
    assert!(board.page().is_served("quartet:1"));
}
