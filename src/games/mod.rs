//! The registry of variants: the one place that lists all games.
//!
//! Code that must work for every game implements [`Visitor`] and is compiled once for each. Must not know: the engine,
//! threads, the wire.

pub mod common;
pub mod gomoku;
pub mod lgame;
pub mod one_ply;
pub mod othello;
pub mod playable;
pub mod rhombus;
pub mod solved_table;

use playable::Playable;

/// A game that can be selected.
#[derive(Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in the protocol.
    pub name: &'static str,
    /// Other names that select it.
    pub aliases: &'static [&'static str],
    /// Which of its names the option that selects a variant lists: `name`, unless other programs know another game by
    /// that.
    pub listed: &'static str,
    /// Positions for `bench`, as position texts.
    pub bench: &'static [&'static str],
    /// Depth of `bench`, unless one is given.
    pub bench_depth: u8,
}

/// A variant under the name by which other programs know it with certain options. It is a view: the options themselves
/// stay as they are set, and count again when another variant is selected.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The name of the variant.
    pub variant: &'static str,
    /// Names of options and the values that they have while it is selected, whatever they are set to.
    pub options: &'static [(&'static str, &'static str)],
    /// The option, and its value, under which the name means this; `None`: always.
    pub under: Option<(&'static str, &'static str)>,
}

/// The option by which a client says how it writes moves, and its value for Cute Chess's way.
pub const NOTATION: &str = "Notation";
/// Moves are drops, and variants have the names that Cute Chess knows them by.
pub const DROPS: &str = "drops";

/// All presets: Cute Chess's games.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "gomokufreestyle",
        variant: "gomoku",
        options: &[("BoardSize", "15"), ("Rule", "freestyle")],
        under: None,
    },
    Preset {
        name: "gomoku",
        variant: "gomoku",
        options: &[("BoardSize", "15"), ("Rule", "standard")],
        under: Some((NOTATION, DROPS)),
    },
];

/// The preset of this name, in any case, if that means it: `holds` says whether an option has a value.
pub fn find_preset(name: &str, holds: impl Fn((&str, &str)) -> bool) -> Option<&'static Preset> {
    let is_meant = |preset: &&Preset| preset.name.eq_ignore_ascii_case(name) && preset.under.is_none_or(&holds);
    PRESETS.iter().find(is_meant)
}

/// Something to be done with a game's types.
pub trait Visitor {
    /// What comes out.
    type Out;
    /// Does it for one game.
    fn visit<P: Playable>(self, variant: &'static Variant) -> Self::Out;
}

macro_rules! registry {
    ($($name:ident = $game:ty, $row:expr;)*) => {
        /// All variants, in alphabetical order.
        pub static VARIANTS: &[Variant] = &[$($row),*];

        /// Calls the visitor with the types of a variant out of [`VARIANTS`]; `None` for any other.
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
        // Cute Chess's `gomoku` is another game, see `PRESETS`.
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

/// The variant of this name or alias, in any case.
pub fn find(name: &str) -> Option<&'static Variant> {
    let wanted = name.to_lowercase();
    let is_named = |variant: &&Variant| {
        variant.name == wanted || variant.aliases.iter().any(|alias| alias.to_lowercase() == wanted)
    };
    VARIANTS.iter().find(is_named)
}
