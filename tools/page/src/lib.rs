//! Pages of Quartet's tools: each is one HTML file that needs no other file, and no script.
//!
//! The style suits light and dark displays, and narrow ones. Knows nothing of the content.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style that all pages share.
const STYLE: &str = include_str!("style.css");

/// A page.
pub struct Page<'a> {
    /// The name of the program that writes it, by which it is recognized later.
    pub program: &'a str,
    /// The title in the browser, which may come from a file.
    pub title: &'a str,
    /// Rules of CSS for this kind of page, after those of all pages.
    pub style: &'a str,
    /// The content of the body.
    pub body: Markup,
}

impl Page<'_> {
    /// The text of the file.
    pub fn into_text(self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    (PreEscaped(generator(self.program)))
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) (PreEscaped(self.style)) }
                }
                body { (self.body) }
            }
        };
        page.into_string()
    }
}

/// The element in the head of a page that names the program.
fn generator(program: &str) -> String {
    format!("<meta name=\"generator\" content=\"{program}\">")
}

/// Whether the content of a file is a page that this program has written.
pub fn is_own(program: &str, content: &[u8]) -> bool {
    /// The name of the program is within this many bytes of the start.
    const HEAD: usize = 400;
    let (head, generator) = (&content[..content.len().min(HEAD)], generator(program));
    head.windows(generator.len()).any(|window| window == generator.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_recognized_by_its_program_and_its_title_is_escaped() {
        let page = Page { program: "one", title: "</title><script>", style: "p { }", body: html! { p { "text" } } };
        let text = page.into_text();
        assert!(is_own("one", text.as_bytes()) && !is_own("other", text.as_bytes()));
        assert!(text.contains("&lt;script&gt;") && !text.contains("<script"), "{text}");
        assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("<p>text</p></body></html>"), "{text}");
        assert!(!is_own("one", b"<!DOCTYPE html>"));
    }
}
