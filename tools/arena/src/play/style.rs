//! The capabilities of the terminal: ● and ○ or letters, colours or none.

use supports_color::Stream;

/// The style in which boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Letters without colour, for files, pipes and simple terminals.
    Plain,
    /// 16 or 256 colours, with discs if the locale supports them, otherwise letters.
    Coloured {
        /// Whether ● and ○ can be shown.
        discs: bool,
        /// Whether there are 256 colours.
        many: bool,
    },
}

impl Style {
    /// The style for standard output, by `NO_COLOR`, `TERM` and similar variables, and the locale.
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

/// Whether the locale uses UTF-8.
fn has_discs() -> bool {
    // The console of Windows is written in Unicode in every locale.
    cfg!(windows)
        || locale(["LC_ALL", "LC_CTYPE", "LANG"]).is_some_and(|name| {
            let name = name.to_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        })
}

/// The value of the first of these variables that is set and not empty.
pub(super) fn locale(names: [&str; 3]) -> Option<String> {
    names.into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty())
}
