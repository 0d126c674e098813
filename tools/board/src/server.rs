//! Connections, requests and shutdown.

mod analysis;
mod connections;
mod headers;
mod records;
mod socket;

use crate::access::Access;
use crate::pages::Pages;
use crate::records::formats_json;
use crate::session::Shared;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

/// The most pages with an open socket.
const SESSIONS: usize = 12;

/// What the handlers of requests share.
struct Server {
    access: Access,
    pages: Pages,
    shared: Arc<Shared>,
    /// The engines as JSON.
    engines: String,
    /// The formats of game records as JSON.
    formats: String,
    /// The languages of the page, divided by spaces.
    languages: String,
    /// A permit for each session.
    sessions: Arc<Semaphore>,
    /// The permit of the conversion of game records that runs.
    conversions: Semaphore,
}

/// Serves the page to this computer until `shutdown` completes. Then all sessions end, and their engines with them.
pub async fn serve(
    listener: TcpListener,
    shared: Arc<Shared>,
    shutdown: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let access = Access::new(listener.local_addr()?.port())?;
    let engines = shared.catalogue.to_json()?;
    let (pages, formats) = (Pages::load(), formats_json()?);
    let (languages, sessions) = (pages.languages().join(" "), Arc::new(Semaphore::new(SESSIONS)));
    let server = Arc::new(Server {
        access,
        pages,
        shared,
        engines,
        formats,
        languages,
        sessions,
        conversions: Semaphore::new(1),
    });
    let records = Router::new()
        .route("/records/open", post(records::open))
        .route("/records/save", post(records::save))
        .route("/analysis", post(analysis::analyse))
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(records::LARGEST))
        .layer(middleware::from_fn_with_state(server.clone(), records::refuse_other_pages));
    let router = Router::new()
        .merge(records)
        .route("/socket", get(socket::open))
        .fallback(get(file).layer(CompressionLayer::new()))
        .layer(middleware::map_response(headers::add))
        .layer(middleware::from_fn_with_state(server.clone(), headers::refuse_other_hosts))
        .with_state(server);
    tokio::select! {
        () = connections::accept(listener, router) => {}
        () = shutdown => {}
    }
    Ok(())
}

/// A file of the page.
async fn file(State(server): State<Arc<Server>>, request: Request) -> Response {
    let Server { access, engines, formats, languages, .. } = &*server;
    let values = [("token", access.token()), ("engines", engines), ("formats", formats), ("languages", languages)];
    let found = server.pages.response(request.uri().path(), &values);
    found.unwrap_or_else(|| (StatusCode::NOT_FOUND, "no such page\n").into_response())
}
