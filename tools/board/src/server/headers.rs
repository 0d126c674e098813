//! What holds for every request and response.

use super::Server;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// The page loads nothing from elsewhere, has no inline script or style, and is shown in no frame.
const POLICY: &str = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Adds the headers that restrict what a browser does with a response.
pub(super) async fn add(mut response: Response) -> Response {
    let same_origin = HeaderValue::from_static("same-origin");
    let headers = [
        (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (HeaderName::from_static("cross-origin-opener-policy"), same_origin.clone()),
        (HeaderName::from_static("cross-origin-resource-policy"), same_origin),
    ];
    response.headers_mut().extend(headers);
    response
}

/// Refuses requests to another host than this server: a website whose name leads to this computer gets nothing.
pub(super) async fn refuse_other_hosts(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    if server.access.is_own_host(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "wrong host\n").into_response()
    }
}
