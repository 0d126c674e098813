//! The files of the page, compiled in. Programs built for debugging read them from the source folder.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// The start page.
const START: &str = "index.html";
/// Where the start page has its links to modules.
const MODULES: &str = "<!-- modules -->\n";

/// The response for a path below the root, without its slash; `None` if there is no such file. In the start page
/// `{{name}}` stands for the value of that name, as the value of an attribute.
pub fn page(path: &str, values: &[(&str, &str)]) -> Option<Response> {
    let path = if path.is_empty() { START } else { path };
    let content = Files::get(path)?.data;
    let body = if path == START { Body::from(filled_in(&content, values)) } else { Body::from(content.into_owned()) };
    let kind = mime_guess::from_path(path).first_or_octet_stream().essence_str().to_string();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    // A newer program at the same port has other files, and the start page has a secret.
    Some(([(CONTENT_TYPE, kind.as_str()), (CACHE_CONTROL, "no-store")], body).into_response())
}

/// The languages of the page: the names of the files in their folder, sorted.
pub fn languages() -> Vec<String> {
    let name = |path: &str| Some(path.strip_prefix("language/")?.strip_suffix(".json")?.to_string());
    let mut names: Vec<String> = Files::iter().filter_map(|path| name(&path)).collect();
    names.sort();
    names
}

/// Links that load all modules at once: each names the next ones only when it has arrived.
fn preloads() -> String {
    let modules = Files::iter().filter(|path| path.ends_with(".js"));
    modules.map(|path| format!("<link rel=\"modulepreload\" href=\"/{path}\">\n")).collect()
}

fn filled_in(content: &[u8], values: &[(&str, &str)]) -> String {
    let text = String::from_utf8_lossy(content).into_owned();
    let text = text.replace(MODULES, &preloads());
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
        for path in ["", "index.html", "js/main.js", "style.css", "language/en.json"] {
            assert!(page(path, &[]).is_some(), "{path}");
        }
        for path in ["../Cargo.toml", "js", "/etc/passwd", "index.htm", "language/xx.json"] {
            assert!(page(path, &[]).is_none(), "{path}");
        }
        assert!(languages().contains(&"en".to_string()) && languages().contains(&"zh-Hant".to_string()));
    }
}
