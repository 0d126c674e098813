//! The socket of a page.

use super::Server;
use crate::engine::Report;
use crate::session::Session;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The longest message, in bytes: the moves of a game of some thousand plies.
const LONGEST: usize = 1 << 16;
/// Reports that wait for the page to read; engines wait when there are more.
const UNREAD: usize = 256;
/// How long a page may leave its messages unread before its session ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// The query of a request for a socket.
#[derive(Deserialize)]
pub(super) struct Credentials {
    #[serde(default)]
    token: String,
}

/// Opens a socket for the own page.
pub(super) async fn open(
    State(server): State<Arc<Server>>,
    Query(credentials): Query<Credentials>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !server.access.is_own_origin(&headers) {
        return (StatusCode::FORBIDDEN, "wrong origin\n").into_response();
    }
    if !server.access.is_token(&credentials.token) {
        return (StatusCode::FORBIDDEN, "wrong token: the page belongs to another run of this server\n")
            .into_response();
    }
    let Ok(permit) = server.sessions.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many pages\n").into_response();
    };
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    upgrade.on_upgrade(async move |socket| {
        run(socket, &server).await;
        drop(permit);
    })
}

/// Serves a socket until either side of it ends.
async fn run(socket: WebSocket, server: &Server) {
    let (sink, stream) = socket.split();
    let (sender, reports) = mpsc::channel(UNREAD);
    let session = Session::new(server.shared.clone(), sender);
    tokio::select! {
        () = read(stream, session) => {}
        () = write(sink, reports) => {}
    }
}

/// Carries out the messages of the page until it closes the socket or sends what is no text.
async fn read(mut stream: SplitStream<WebSocket>, mut session: Session) {
    while let Some(Ok(message)) = stream.next().await {
        let is_open = match message {
            Message::Text(text) => session.receive(&text).await,
            Message::Ping(_) | Message::Pong(_) => true,
            Message::Binary(_) | Message::Close(_) => false,
        };
        if !is_open {
            return;
        }
    }
}

/// Sends what the engines report, until the page no longer reads.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut reports: mpsc::Receiver<Report>) {
    let mut waiting = Vec::new();
    while reports.recv_many(&mut waiting, UNREAD).await > 0 {
        let sent = tokio::time::timeout(PATIENCE, send_all(&mut sink, waiting.drain(..))).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}

/// Sends a message for each report, with as few writes as possible: browsers take long for each.
async fn send_all(
    sink: &mut SplitSink<WebSocket, Message>,
    reports: impl Iterator<Item = Report>,
) -> Result<(), axum::Error> {
    for report in reports {
        let text = serde_json::to_string(&report).map_err(axum::Error::new)?;
        sink.feed(Message::text(text)).await?;
    }
    sink.flush().await
}
