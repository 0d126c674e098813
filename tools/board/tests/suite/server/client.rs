//! A page as a program: requests and a socket.

use crate::board::Board;
#[cfg(target_os = "linux")]
use crate::process::{children_of, memory_of};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::client::{IntoClientRequest, client};
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

/// How long to wait for what must come.
pub(super) const DEADLINE: Duration = Duration::from_secs(20);

impl Board {
    /// The host and port, as in `Host`.
    pub(super) fn host(&self) -> &str {
        self.address().trim_start_matches("http://").trim_end_matches('/')
    }

    /// The response to a request for a path with this host, headers included.
    pub(super) fn request(&self, path: &str, host: &str) -> String {
        self.exchange(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    /// The response to a request, which may come before the whole request has been read.
    pub(super) fn exchange(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("a connection");
        stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        let _ = stream.write_all(request.as_bytes());
        let mut response = Vec::new();
        stream.read_to_end(&mut response).expect("a response");
        String::from_utf8_lossy(&response).into_owned()
    }

    /// The token of the page.
    pub(super) fn token(&self) -> String {
        let page = self.request("/", self.host());
        let (_, rest) = page.split_once(r#"name="token" content=""#).expect("a token in the page");
        rest.split('"').next().expect("its end").to_string()
    }

    /// A socket as the page opens it.
    pub(super) fn page(&self) -> Page {
        let origin = format!("http://{}", self.host());
        self.socket(&self.token(), Some(&origin)).expect("a socket")
    }

    /// A socket with this token and origin; the error is the status of the refusal.
    pub(super) fn socket(&self, token: &str, origin: Option<&str>) -> Result<Page, u16> {
        let stream = TcpStream::connect(self.host()).expect("a connection");
        stream.set_read_timeout(Some(DEADLINE)).expect("a timeout");
        let address = format!("ws://{}/socket?token={token}", self.host());
        let mut request = address.into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_str(origin).expect("an origin"));
        }
        match client(request, stream) {
            Ok((socket, _)) => Ok(Page { socket }),
            Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => Err(response.status().as_u16()),
            Err(error) => panic!("no answer to the request for a socket: {error}"),
        }
    }

    /// The number of engines that run.
    #[cfg(target_os = "linux")]
    pub(super) fn engines(&self) -> usize {
        children_of(self.id()).len()
    }

    /// Waits until so many engines run.
    #[cfg(target_os = "linux")]
    pub(super) fn wait_for_engines(&self, count: usize) {
        let deadline = Instant::now() + DEADLINE;
        while self.engines() != count {
            assert!(Instant::now() < deadline, "{} engines, expected {count}", self.engines());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The memory of the server in MiB.
    #[cfg(target_os = "linux")]
    pub(super) fn memory(&self) -> u64 {
        memory_of(self.id())
    }
}

/// An open socket.
pub(super) struct Page {
    pub(super) socket: WebSocket<TcpStream>,
}

impl Page {
    /// Sends a line to an engine.
    pub(super) fn send(&mut self, engine: &str, line: &str) {
        self.send_text(json!({ "engine": engine, "line": line }).to_string());
    }

    /// Sends a message as it is.
    pub(super) fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).expect("a socket that takes messages");
    }

    /// The next message; `None` if the socket is closed.
    pub(super) fn receive(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::Protocol(_)) => return None,
                Err(Error::Io(error)) => {
                    let is_timeout = matches!(error.kind(), std::io::ErrorKind::WouldBlock);
                    assert!(!is_timeout, "no message in {DEADLINE:?}");
                    return None;
                }
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// The first message from now on in which this field begins with this text; its whole text.
    pub(super) fn wait_for(&mut self, field: &str, start: &str) -> String {
        loop {
            let message = self.receive().unwrap_or_else(|| panic!("the socket is closed, expected {field} {start}"));
            match message.get(field).and_then(Value::as_str) {
                Some(text) if text.starts_with(start) => return text.to_string(),
                _ if message.get("ended").is_some_and(|reason| reason != "") => panic!("{message}"),
                _ => {}
            }
        }
    }

    /// Whether the engine answers.
    pub(super) fn is_served(&mut self, engine: &str) -> bool {
        self.send(engine, "isready");
        self.wait_for("line", "readyok") == "readyok"
    }
}
