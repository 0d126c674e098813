//! The games, and the registry of variants: the only place that lists all of them.
//!
//! Code that is generic over games implements [`Visitor`] and is compiled once for each game.
//!
//! Independent of: the engine, threads, the protocol.

pub mod certificate;
pub mod common;
pub mod gomoku;
pub mod lgame;
pub mod one_ply;
pub mod othello;
pub mod playable;
pub mod rhombus;
pub mod solved_table;

use playable::Playable;

/// A game that the user can select.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name in the protocol.
    pub name: &'static str,
    /// Other names that select the variant.
    pub aliases: &'static [&'static str],
    /// The name that the variant has in the value list of option `UCI_Variant`: `name`, unless other programs use that
    /// name for another game.
    pub listed: &'static str,
    /// Positions of the command `bench`, as position texts.
    pub bench: &'static [&'static str],
    /// Default depth of the command `bench`.
    pub bench_depth: u8,
}

/// A variant with fixed option values, under the name that other programs use for it. The options keep the values set
/// by the user, which take effect again when another variant is selected.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name that selects the preset.
    pub name: &'static str,
    /// The name of the variant.
    pub variant: &'static str,
    /// Names of options and the values that override those set by the user while the preset is selected.
    pub options: &'static [(&'static str, &'static str)],
    /// The name and value of an option that must be set for the name to select the preset; `None` if it always does.
    pub condition: Option<(&'static str, &'static str)>,
}

/// The option that selects the notation of moves.
pub const NOTATION: &str = "Notation";
/// The value of option [`NOTATION`] for Cute Chess: moves are written as drops, and variants have the names that Cute
/// Chess uses.
pub const DROPS: &str = "drops";

/// All presets: variants of Cute Chess and Fairy-Stockfish.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "gomokufreestyle",
        variant: "gomoku",
        options: &[("BoardSize", "15"), ("Rule", "freestyle")],
        condition: None,
    },
    Preset {
        name: "gomoku",
        variant: "gomoku",
        options: &[("BoardSize", "15"), ("Rule", "standard")],
        condition: Some((NOTATION, DROPS)),
    },
    Preset { name: "flipello", variant: "othello", options: &[], condition: None },
];

/// The preset with this name, ignoring case, whose condition holds; `holds` tells whether an option has a value.
pub fn find_preset(name: &str, holds: impl Fn((&str, &str)) -> bool) -> Option<&'static Preset> {
    let matches = |preset: &&Preset| preset.name.eq_ignore_ascii_case(name) && preset.condition.is_none_or(&holds);
    PRESETS.iter().find(matches)
}

/// An operation that is generic over the game. [`visit`] calls it with the types of a variant.
pub trait Visitor {
    /// The result of the operation.
    type Out;
    /// Performs the operation with the types of a game.
    fn visit<P: Playable>(self, variant: &'static Variant) -> Self::Out;
}

macro_rules! registry {
    ($($name:ident = $game:ty, $row:expr;)*) => {
        /// All variants, in alphabetical order.
        pub static VARIANTS: &[Variant] = &[$($row),*];

        /// Calls the visitor with the types of a variant of [`VARIANTS`]; `None` for any other variant.
        pub fn visit<V: Visitor>(variant: &'static Variant, visitor: V) -> Option<V::Out> {
            match variant.name {
                $(stringify!($name) => Some(visitor.visit::<$game>(variant)),)*
                _ => None,
            }
        }
    };
}

registry! {
    gomoku = gomoku::Gomoku, Variant {
        name: "gomoku",
        aliases: &["gobang", "五子棋"],
        // In Cute Chess, `gomoku` is another game, see `PRESETS`.
        listed: "gobang",
        bench: &[
            "16/16/16/16/16/16/16/7x8/8o7/16/16/16/16/16/16/16 x - 2",
            "16/16/16/16/16/16/6o9/7xx7/6xoo7/8o7/16/16/16/16/16/16 x - 6",
            "15/15/15/15/5o9/6xx7/5xoox6/6oxo6/6x1o6/15/15/15/15/15/15 x - 10",
        ],
        bench_depth: 8,
    };
    lgame = lgame::LGame, Variant {
        name: "lgame",
        aliases: &["L棋"],
        listed: "lgame",
        bench: &["nxx1/1ox1/1ox1/1oon x - 0"],
        bench_depth: 4,
    };
    othello = othello::Othello, Variant {
        name: "othello",
        aliases: &["黑白棋"],
        listed: "othello",
        bench: &[
            "8/8/8/3ox3/3xo3/8/8/8 x - 0",
            "8/8/2x1o3/2xxox2/2xxxo2/2oxo3/8/8 o - 10",
            "xxxxxxx1/xxoxox2/ooooxo2/o1xxxo2/2xxxo2/2xxooo1/2xooo2/2xxxxx1 x - 38",
        ],
        bench_depth: 11,
    };
    rhombus = rhombus::Rhombus, Variant {
        name: "rhombus",
        aliases: &["斜方棋"],
        listed: "rhombus",
        bench: &["1-1-1/-1-1-/1-1-1/-1-1-/1-1-1 x 5,5 0", "x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10"],
        bench_depth: 9,
    };
}

/// The variant with this name or alias, ignoring case.
pub fn find(name: &str) -> Option<&'static Variant> {
    let wanted = name.to_lowercase();
    let is_named = |variant: &&Variant| {
        variant.name == wanted || variant.aliases.iter().any(|alias| alias.to_lowercase() == wanted)
    };
    VARIANTS.iter().find(is_named)
}
