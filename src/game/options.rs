//! The options that belong to one game: their types, ranges and current values.

/// The type and range of an option that belongs to one game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name as printed; compared without regard to case.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// UCI's option types.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Value at start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value at start.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at start.
        default: &'static str,
        /// All values.
        values: &'static [&'static str],
    },
    /// A text.
    Text {
        /// Value at start.
        default: &'static str,
        /// Whether a text is a value; the error says what was expected.
        check: fn(&str) -> Result<(), &'static str>,
    },
    /// An action without a value.
    Button,
}

/// Reads the current value of an option by its printed name, in canonical spelling (`"true"`, `"16"`, `"renju"`).
pub type OptionReader<'a> = &'a dyn Fn(&str) -> Option<String>;
