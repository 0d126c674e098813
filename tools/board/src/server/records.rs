//! Opening and saving game records.

use super::Server;
use crate::records::{GameRecord, Opened, Upload, read, write};
use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{Multipart, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes of a request.
pub(super) const LARGEST: usize = 16 << 20;
/// The header with the token of the page.
const TOKEN: &str = "x-token";

/// A request with an answer in words.
type Refusal = (StatusCode, String);

/// Games to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    games: Vec<GameRecord>,
    /// The name of the format.
    format: String,
    /// The extension of the file beside it that is wanted, if it is not the file of games itself.
    #[serde(default)]
    extension: Option<String>,
}

/// Refuses requests that do not come from the own page.
pub(super) async fn refuse_other_pages(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let token = headers.get(TOKEN).and_then(|token| token.to_str().ok()).unwrap_or_default();
    if server.access.is_own_origin(headers) && server.access.is_token(token) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "wrong origin or token\n").into_response()
    }
}

/// Reads the games of files: the fields `file`, and optionally `variant` and, as JSON, `options`.
pub(super) async fn open(State(server): State<Arc<Server>>, form: Multipart) -> Result<Json<Opened>, Refusal> {
    let form = Form::read(form).await?;
    convert(&server, move || read(&form.files, form.variant.as_deref(), form.options)).await.map(Json)
}

/// Writes games in a format.
pub(super) async fn save(State(server): State<Arc<Server>>, Json(order): Json<Order>) -> Result<Response, Refusal> {
    let written = convert(&server, move || write(&order.games, &order.format, order.extension.as_deref())).await?;
    Ok(([(CONTENT_TYPE, "application/octet-stream"), (CACHE_CONTROL, "no-store")], written).into_response())
}

/// Runs a conversion on a thread of its own, as soon as no other one runs.
async fn convert<T: Send + 'static>(
    server: &Server,
    conversion: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> Result<T, Refusal> {
    let failed = |why: String| (StatusCode::INTERNAL_SERVER_ERROR, why);
    let _permit = server.conversions.acquire().await.map_err(|error| failed(error.to_string()))?;
    let converted = tokio::task::spawn_blocking(conversion).await.map_err(|error| failed(error.to_string()))?;
    converted.map_err(|error| (StatusCode::UNPROCESSABLE_ENTITY, format!("{error:#}")))
}

/// What the page sends to have files read.
#[derive(Default)]
struct Form {
    files: Vec<Upload>,
    variant: Option<String>,
    options: BTreeMap<String, String>,
}

impl Form {
    async fn read(mut fields: Multipart) -> Result<Form, Refusal> {
        let mut form = Form::default();
        while let Some(field) = fields.next_field().await.map_err(broken)? {
            form.add(field).await?;
        }
        Ok(form)
    }

    async fn add(&mut self, field: Field<'_>) -> Result<(), Refusal> {
        match field.name().unwrap_or_default() {
            "file" => {
                let name = field.file_name().unwrap_or_default().to_string();
                self.files.push(Upload { name, content: field.bytes().await.map_err(broken)?.into() });
            }
            "variant" => self.variant = Some(field.text().await.map_err(broken)?),
            "options" => {
                let options = serde_json::from_str(&field.text().await.map_err(broken)?);
                self.options = options.map_err(|error| (StatusCode::BAD_REQUEST, format!("options: {error}")))?;
            }
            _ => return Err((StatusCode::BAD_REQUEST, "unknown field, expected file, variant or options".into())),
        }
        Ok(())
    }
}

fn broken(error: MultipartError) -> Refusal {
    (error.status(), error.body_text())
}
