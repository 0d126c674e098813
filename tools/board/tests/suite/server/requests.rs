//! Pages, hosts, origins and tokens.

use crate::board::Board;

#[test]
fn the_page_is_served_with_headers_that_restrict_it() {
    let board = Board::start(&[]);
    let page = board.request("/", board.host());
    for expected in [
        "HTTP/1.1 200 OK",
        "content-security-policy: default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "content-type: text/html; charset=utf-8",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
    assert!(!page.contains("{{"), "{page}");
    let (_, rest) = page.split_once("src=\"").expect("a script");
    let address = rest.split('"').next().expect("its end");
    let script = board.request(address, board.host());
    for expected in ["content-type: text/javascript; charset=utf-8", "cache-control: max-age=31536000, immutable"] {
        assert!(script.contains(expected), "{expected}\n{script}");
    }
    for missing in ["/nothing", "/../Cargo.toml", "/js/%2e%2e/index.html", "//etc/passwd"] {
        assert!(board.request(missing, board.host()).starts_with("HTTP/1.1 404"), "{missing}");
    }
}

/// A website whose name leads to this computer is of another host.
#[test]
fn another_host_gets_nothing() {
    let board = Board::start(&[]);
    let port = board.host().rsplit(':').next().expect("a port");
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", ""] {
        let response = board.request("/", host);
        assert!(response.starts_with("HTTP/1.1 4") && !response.contains("token\""), "{host}: {response}");
    }
    assert!(board.request("/", &format!("localhost:{port}")).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_socket_needs_the_origin_and_the_token_of_the_page() {
    let board = Board::start(&[]);
    let (token, own) = (board.token(), format!("http://{}", board.host()));
    assert!(board.socket(&token, Some(&own)).is_ok());
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1"), Some("file://")] {
        assert_eq!(board.socket(&token, origin).err(), Some(403), "{origin:?}");
    }
    let stale = Board::start(&[]).token();
    for wrong in [stale.as_str(), "", "0", &token[1..], &token.to_uppercase()[..31]] {
        assert_eq!(board.socket(wrong, Some(&own)).err(), Some(403), "{wrong}");
    }
}

#[test]
fn the_server_is_not_reached_from_elsewhere() {
    let board = Board::start(&[]);
    assert!(board.host().starts_with("127.0.0.1:"), "{}", board.host());
}
