//! The files of the page, compiled in. Programs built for debugging read them from the source folder as they start.

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The start page, the only file whose address has no version.
const START: &str = "index.html";
/// The start page has a secret.
const NEVER_KEPT: &str = "no-store";
/// All other addresses have the version, so that a newer program at the same port serves other addresses.
const KEPT: &str = "max-age=31536000, immutable";

/// The files of the page. Each is at `/VERSION/PATH`, where the version goes by the content of all of them: browsers
/// keep them, which makes a page load several times faster. The start page is at `/`.
pub struct Pages {
    version: String,
    files: BTreeMap<String, Bytes>,
}

impl Pages {
    /// All files.
    pub fn load() -> Pages {
        let mut hasher = DefaultHasher::new();
        let mut files = BTreeMap::new();
        for path in Files::iter() {
            let file = Files::get(&path).expect("a file that was listed");
            (&path, file.metadata.sha256_hash()).hash(&mut hasher);
            files.insert(path.into_owned(), Bytes::from(file.data.into_owned()));
        }
        Pages { version: format!("{:016x}", hasher.finish()), files }
    }

    /// The response for the path of an address, with its slash; `None` if there is nothing. In the start page
    /// `{{name}}` stands for the value of that name, as the value of an attribute, and `{{version}}` for the version.
    pub fn response(&self, path: &str, values: &[(&str, &str)]) -> Option<Response> {
        let path = path.strip_prefix('/')?;
        if path.is_empty() {
            let values = [&[("version", self.version.as_str())], values].concat();
            return Some(response(START, NEVER_KEPT, Body::from(filled_in(self.files.get(START)?, &values))));
        }
        let path = path.strip_prefix(&self.version)?.strip_prefix('/').filter(|path| *path != START)?;
        Some(response(path, KEPT, Body::from(self.files.get(path)?.clone())))
    }

    /// The languages of the page: the names of the files in their folder, sorted.
    pub fn languages(&self) -> Vec<&str> {
        self.files.keys().filter_map(|path| path.strip_prefix("language/")?.strip_suffix(".json")).collect()
    }
}

fn response(path: &str, kept: &str, body: Body) -> Response {
    let kind = mime_guess::from_path(path).first_or_octet_stream().essence_str().to_string();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    ([(CONTENT_TYPE, kind.as_str()), (CACHE_CONTROL, kept)], body).into_response()
}

fn filled_in(content: &[u8], values: &[(&str, &str)]) -> String {
    let text = String::from_utf8_lossy(content).into_owned();
    values.iter().fold(text, |text, (name, value)| text.replace(&format!("{{{{{name}}}}}"), &escaped(value)))
}

/// A text as the value of an attribute in quotation marks.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_attributes() {
        let page = filled_in(br#"<meta content="{{engines}}">"#, &[("engines", r#"[{"name":"a<b>&"}]"#)]);
        assert_eq!(page, r#"<meta content="[{&quot;name&quot;:&quot;a&lt;b&gt;&amp;&quot;}]">"#);
    }

    #[test]
    fn only_files_of_the_page_are_served() {
        let pages = Pages::load();
        let version = pages.version.clone();
        let is_served = |path: &str| pages.response(path, &[]).is_some();
        assert!(is_served("/"));
        for path in ["js/main.js", "style.css", "language/en.json"] {
            assert!(is_served(&format!("/{version}/{path}")), "{path}");
            for wrong in [format!("/{path}"), format!("/0000000000000000/{path}"), format!("/{version}{path}")] {
                assert!(!is_served(&wrong), "{wrong}");
            }
        }
        for path in ["", "index.html", "../Cargo.toml", "js", "/etc/passwd", "language/xx.json"] {
            assert!(!is_served(&format!("/{version}/{path}")), "{path}");
        }
        assert_eq!(pages.languages(), ["en", "zh-Hant"]);
    }
}
