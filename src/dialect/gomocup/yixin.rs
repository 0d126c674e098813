//! Words of Yixin-Board that ask for things this engine has not got: its database, blocked points, its own way to swap.
//! They are understood so far that nothing of them is taken for anything else.
//!
//! Source: the client's own code (dhbloo/Yixin-Board, main.c).

/// A recognised command that is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unsupported {
    /// Whether lines up to `DONE` follow.
    pub has_list: bool,
    /// Whether the user is informed. Database commands come after every stone, so they are ignored silently.
    pub is_reported: bool,
}

/// Prefixes of database commands with a list.
const DATABASE_LISTS: [&str; 3] = ["YXQUERYDATABASE", "YXEDITLABELDATABASE", "YXDELETEDATABASE"];
/// Database commands without a list.
const DATABASE_WORDS: [&str; 2] = ["YXSAVEDATABASE", "YXSHOWHASHUSAGE"];
/// Other commands with a list.
const LISTS: [&str; 9] = [
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKPATH",
    "YXBLOCKPATHUNDO",
    "YXSOOSORVSTEP2",
    "YXSOOSORVSTEP3",
    "YXSOOSORVSTEP4",
    "YXSOOSORVSTEP5",
    "YXSOOSORVSTEP6",
];
/// Other commands without a list.
const WORDS: [&str; 6] =
    ["YXBLOCKRESET", "YXBLOCKPATHRESET", "YXSWAP2STEP1", "YXSWAP2STEP2", "YXSWAP2STEP3", "YXSOOSORVSTEP1"];

/// Looks up a command, in any case, among the unsupported ones.
pub(super) fn unsupported(word: &str) -> Option<Unsupported> {
    let word = word.to_ascii_uppercase();
    let found = |has_list, is_reported| Some(Unsupported { has_list, is_reported });
    match word.as_str() {
        _ if DATABASE_LISTS.iter().any(|head| word.starts_with(head)) => found(true, false),
        word if DATABASE_WORDS.contains(&word) => found(false, false),
        word if LISTS.contains(&word) => found(true, true),
        word if WORDS.contains(&word) => found(false, true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_commands_are_recognised() {
        let has_list = |word| unsupported(word).map(|unsupported| unsupported.has_list);
        for word in ["yxquerydatabaseallt", "YXQUERYDATABASEONE", "yxdeletedatabaseall", "yxblock", "yxsoosorvstep6"] {
            assert_eq!(has_list(word), Some(true), "{word}");
        }
        for word in ["yxblockreset", "YXSWAP2STEP1", "yxsoosorvstep1", "yxsavedatabase", "yxshowhashusage"] {
            assert_eq!(has_list(word), Some(false), "{word}");
        }
        for word in ["yxboard", "yxshowforbid", "yxsoosorvstep7", "START", ""] {
            assert_eq!(unsupported(word), None, "{word}");
        }
    }
}
