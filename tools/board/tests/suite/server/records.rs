//! Opening and saving game records.

use crate::board::Board;
use serde_json::{Value, json};

const BOUNDARY: &str = "a-boundary";

/// The body of a form with one file.
fn form(name: &str, content: &str) -> String {
    format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n\
         --{BOUNDARY}--\r\n"
    )
}

/// The status and the body of the response to a request of the own page.
fn post(board: &Board, path: &str, kind: &str, body: &str) -> (u16, String) {
    let own = format!("http://{}", board.host());
    post_from(board, path, kind, body, &own, &board.token())
}

fn post_from(board: &Board, path: &str, kind: &str, body: &str, origin: &str, token: &str) -> (u16, String) {
    let headers =
        format!("Origin: {origin}\r\nX-Token: {token}\r\nContent-Type: {kind}\r\nContent-Length: {}", body.len());
    let request =
        format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n\r\n{body}", board.host());
    let response = board.exchange(&request);
    let (head, body) = response.split_once("\r\n\r\n").expect("headers");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    (status, body.to_string())
}

fn open(board: &Board, name: &str, content: &str) -> (u16, String) {
    post(board, "/records/open", &format!("multipart/form-data; boundary={BOUNDARY}"), &form(name, content))
}

fn save(board: &Board, order: &Value) -> (u16, String) {
    post(board, "/records/save", "application/json", &order.to_string())
}

#[test]
fn games_are_opened_and_saved() {
    let board = Board::start(&[]);
    let (status, body) = open(&board, "game.txt", "f5d6c3\n");
    assert_eq!(status, 200, "{body}");
    let opened: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((&opened["format"], &opened["games"][0]["moves"]), (&json!("transcript"), &json!(["f5", "d6", "c3"])));
    let (status, body) = save(&board, &json!({ "games": opened["games"], "format": "sgf" }));
    assert_eq!(status, 200, "{body}");
    assert!(body.starts_with("(;") && body.contains("B[f5];W[d6];B[c3]"), "{body}");
}

#[test]
fn what_cannot_be_read_or_written_is_said() {
    let board = Board::start(&[]);
    let game = json!({ "variant": "othello", "moves": ["a1"] });
    for ((status, body), expected) in [
        (open(&board, "game.xyz", "?"), (422, "no known format")),
        (save(&board, &json!({ "games": [game], "format": "sgf" })), (422, "a1")),
        (save(&board, &json!({ "games": [{ "variant": "lgame" }], "format": "ggf" })), (422, "")),
        (save(&board, &json!({ "games": [{ "path": "/etc/passwd" }], "format": "sgf" })), (422, "unknown field")),
        (post(&board, "/records/save", "application/json", "{"), (400, "")),
        (post(&board, "/records/save", "text/plain", "{}"), (415, "")),
        (post(&board, "/records/open", "text/plain", "f5"), (400, "")),
    ] {
        assert!(status == expected.0 && body.contains(expected.1), "{expected:?}: {status} {body}");
    }
}

#[test]
fn only_the_own_page_has_records_converted() {
    let board = Board::start(&[]);
    let (own, token) = (format!("http://{}", board.host()), board.token());
    let order = json!({ "games": [], "format": "pgn" }).to_string();
    let ask =
        |origin: &str, token: &str| post_from(&board, "/records/save", "application/json", &order, origin, token).0;
    assert_eq!(ask(&own, &token), 200);
    assert_eq!((ask("http://evil.example", &token), ask("null", &token), ask(&own, "")), (403, 403, 403));
    assert!(board.request("/records/save", board.host()).starts_with("HTTP/1.1 403"));
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let board = Board::start(&[]);
    let content = "f5d6\n".repeat(4 << 20);
    let own = format!("http://{}", board.host());
    let body = form("games.txt", &content);
    let headers = format!(
        "Origin: {own}\r\nX-Token: {}\r\nContent-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {}",
        board.token(),
        body.len()
    );
    // The server answers before it has read everything.
    let request = format!("POST /records/open HTTP/1.1\r\nHost: {}\r\n{headers}\r\n\r\n{}", board.host(), &body[..100]);
    let response = board.exchange(&request);
    assert!(response.starts_with("HTTP/1.1 413"), "{}", response.lines().next().unwrap_or_default());
    assert!(board.request("/", board.host()).starts_with("HTTP/1.1 200"));
}
