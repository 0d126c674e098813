//! What the terminal can show: ● and ○ or letters, colours or none.

use supports_color::Stream;

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Letters without colour: for files, pipes, and terminals that have nothing else.
    Plain,
    /// Colours: sixteen, or 256; discs where the locale has them, else letters.
    Coloured {
        /// Whether ● and ○ can be shown.
        discs: bool,
        /// Whether there are 256 colours.
        many: bool,
    },
}

impl Style {
    /// What standard output can show, by `NO_COLOR`, `TERM` and its like, and the locale.
    pub fn of_output() -> Style {
        match supports_color::on(Stream::Stdout) {
            Some(level) => Style::Coloured { discs: has_discs(), many: level.has_256 },
            None => Style::Plain,
        }
    }

    /// Whether ● and ○ are shown.
    pub const fn has_discs(self) -> bool {
        matches!(self, Style::Coloured { discs: true, .. })
    }
}

/// Whether the locale's letters are those of Unicode.
fn has_discs() -> bool {
    // The console of Windows is written to in Unicode, whatever the locale.
    cfg!(windows)
        || locale(["LC_ALL", "LC_CTYPE", "LANG"]).is_some_and(|name| {
            let name = name.to_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        })
}

/// The first of these variables that is set, as it counts for locales.
pub(super) fn locale(names: [&str; 3]) -> Option<String> {
    names.into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty())
}
