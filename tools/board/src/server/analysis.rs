//! The analysis of a game: its process, whose lines are the body of the response as they come.

use super::Server;
use crate::analysis::{ANALYSE, Order};
use crate::own_program::own_program;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::io;
use std::process::Stdio;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::OwnedSemaphorePermit;

/// The most bytes that are read from the process at once.
const PIECE: usize = 1 << 16;

/// Analyses a game. The process ends with the response: a page that no longer reads ends both.
pub(super) async fn analyse(
    State(server): State<Arc<Server>>,
    Json(order): Json<Order>,
) -> Result<Response, (StatusCode, String)> {
    order.check(&server.shared.caps).map_err(|error| (StatusCode::UNPROCESSABLE_ENTITY, format!("{error:#}")))?;
    let permit = server.shared.processes.clone().try_acquire_owned();
    let permit = permit.map_err(|_| (StatusCode::SERVICE_UNAVAILABLE, "too many engines run already".into()))?;
    let failed = |error: io::Error| (StatusCode::INTERNAL_SERVER_ERROR, format!("no analysis: {error}"));
    let running = Running::start(&order, permit).await.map_err(failed)?;
    let pieces = stream::unfold(running, |mut running| async { Some((running.read().await?, running)) });
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(pieces)).into_response())
}

/// The process of an analysis, which is killed when this is dropped.
struct Running {
    _child: Child,
    output: ChildStdout,
    _permit: OwnedSemaphorePermit,
}

impl Running {
    async fn start(order: &Order, permit: OwnedSemaphorePermit) -> io::Result<Running> {
        let mut command = Command::new(own_program()?);
        command.arg(ANALYSE).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("no pipe");
        let (mut input, output) = (child.stdin.take().ok_or_else(missing)?, child.stdout.take().ok_or_else(missing)?);
        input.write_all(&serde_json::to_vec(order)?).await?;
        drop(input);
        Ok(Running { _child: child, output, _permit: permit })
    }

    /// The next piece of the output; `None` at its end.
    async fn read(&mut self) -> Option<io::Result<Bytes>> {
        let mut piece = Vec::with_capacity(PIECE);
        match self.output.read_buf(&mut piece).await {
            Ok(0) => None,
            Ok(_) => Some(Ok(piece.into())),
            Err(error) => Some(Err(error)),
        }
    }
}
