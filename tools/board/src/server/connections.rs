//! Connections: how many there may be, and how long a request may take to arrive.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The most connections at the same time; others wait.
const CONNECTIONS: usize = 256;
/// How long a connection may take to send the headers of a request, and how long it may be idle between two.
const HEADERS: Duration = Duration::from_secs(10);
/// How long to wait after a failure to accept a connection, for example because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections and serves them; never returns. Dropping the future ends all of them.
pub(super) async fn accept(listener: TcpListener, router: Router) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let Ok(permit) = permits.clone().acquire_owned().await else { return };
        while connections.try_join_next().is_some() {}
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        connections.spawn(async move {
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(HEADERS);
            // A connection that breaks off concerns nobody else.
            let _ = server.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
            drop(permit);
        });
    }
}
