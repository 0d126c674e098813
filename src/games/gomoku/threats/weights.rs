//! What shapes are worth, as the trainer learns it and a file keeps it.
//!
//! The file: a frame with the number of shapes (16 bits), then for each role ([`role`]) the four numbers of every shape
//! and the values of all pairs of threats, 16 bits each. Must not know: positions, search.

use super::patterns::Pattern;
use super::point_sets::Membership;
use super::shapes::{SHAPES, Shape, ShapeTable, ThreatClass};
use crate::game::Side;
use crate::games::common::weight_file::{Frame, WrongFile};
use crate::games::gomoku::rules::board::Rule;
use std::sync::{Arc, LazyLock};

/// What a shape on an empty point is worth to the colour that could put its stone there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShapeWeight {
    /// Value while it is that colour's turn, in [`UNITS_PER_CENTIPOINT`]s of a centipoint.
    pub to_move: i16,
    /// Value while it is the other colour's turn, in [`UNITS_PER_CENTIPOINT`]s of a centipoint.
    pub not_to_move: i16,
    /// Prior of a move that makes this shape, for move ordering.
    pub attack: i16,
    /// Prior of a move that takes this shape from the opponent.
    pub guard: i16,
}

/// Parts of a centipoint that weights are counted in.
pub const UNITS_PER_CENTIPOINT: i32 = 16;
/// Pairs of the strongest threats of the side to move and of the opponent.
pub const THREAT_PAIRS: usize = ThreatClass::COUNT * ThreatClass::COUNT;
/// The roles whose weights differ: a colour under a rule.
pub const RULE_SIDES: usize = 4;
/// The file of the program's own weights; how it was made is told in the README.
const SHIPPED: &[u8] = include_bytes!("../weights/shapes-9a6ec9cae826.bin");
/// Bytes of a role in a file.
const RULE_SIDE_BYTES: usize = 2 * (4 * SHAPES + THREAT_PAIRS);
const VERSION: u16 = 1;

/// The number of a colour's role under a rule: in freestyle and standard both colours are alike.
pub const fn rule_side(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard, _) => 1,
        (Rule::Renju, Side::X) => 2,
        (Rule::Renju, Side::O) => 3,
    }
}

/// What changes when a shape comes or goes: all in one place, since that happens dozens of times a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeEffect {
    /// The shape's [`ShapeWeight::to_move`], or 0 for a stone alone.
    pub to_move: i16,
    /// The shape's [`ShapeWeight::not_to_move`], or 0 for a stone alone.
    pub not_to_move: i16,
    /// The sets of points that a point with this shape is in.
    pub sets: Membership,
}

/// The weights of one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSideWeights {
    /// By shape.
    pub shapes: Vec<ShapeWeight>,
    /// By shape.
    pub effects: Vec<ShapeEffect>,
    /// The value for this role to be on move, in [`UNITS_PER_CENTIPOINT`]s of a centipoint, by its strongest threat and the opponent's;
    /// see [`threat_pair`].
    pub pairs: Vec<i16>,
}

impl RuleSideWeights {
    fn new(role: usize, shapes: Vec<ShapeWeight>, pairs: Vec<i16>) -> RuleSideWeights {
        let has_fouls = role == self::rule_side(Rule::Renju, Side::X);
        // A stone alone is worth nothing, wherever there is room for it.
        let value = |shape: &Shape, value: i16| if shape.is_connected { value } else { 0 };
        let effect = |(shape, weight): (&Shape, &ShapeWeight)| ShapeEffect {
            to_move: value(shape, weight.to_move),
            not_to_move: value(shape, weight.not_to_move),
            sets: Membership::of(shape.class, shape.may_be_foul && has_fouls),
        };
        let effects = ShapeTable::get().list().iter().zip(&shapes).map(effect).collect();
        RuleSideWeights { shapes, effects, pairs }
    }
}

/// Where a pair of strongest threats stands in [`RuleSideWeights::pairs`].
pub const fn threat_pair(mine: ThreatClass, yours: ThreatClass) -> usize {
    mine as usize * ThreatClass::COUNT + yours as usize
}

/// The weights of all roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeWeights(Vec<Arc<RuleSideWeights>>);

impl ShapeWeights {
    /// The program's own.
    pub fn shipped() -> &'static ShapeWeights {
        // A test reads the file; a broken one must not keep anybody from playing.
        static OWN: LazyLock<ShapeWeights> =
            LazyLock::new(|| ShapeWeights::read(SHIPPED).unwrap_or_else(|_| ShapeWeights::untrained()));
        &OWN
    }

    /// By role the weights of all shapes, and of all pairs of threats.
    pub fn new(roles: [(Vec<ShapeWeight>, Vec<i16>); RULE_SIDES]) -> ShapeWeights {
        let roles = roles.into_iter().enumerate();
        ShapeWeights(roles.map(|(role, (shapes, pairs))| Arc::new(RuleSideWeights::new(role, shapes, pairs))).collect())
    }

    /// The weights of a [`role`].
    pub fn of(&self, role: usize) -> &Arc<RuleSideWeights> {
        &self.0[role]
    }

    /// Weights by rule of thumb, which the first generation of games is played with.
    pub fn untrained() -> ShapeWeights {
        let shapes: Vec<_> = ShapeTable::get().list().iter().map(thumb).collect();
        let pairs = ThreatClass::ALL
            .iter()
            .flat_map(|&mine| ThreatClass::ALL.map(|yours| urgency(mine, yours) * UNITS_PER_CENTIPOINT as i16));
        let pairs: Vec<_> = pairs.collect();
        ShapeWeights::new(std::array::from_fn(|_| (shapes.clone(), pairs.clone())))
    }

    /// The content of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(RULE_SIDES * RULE_SIDE_BYTES);
        for role in &self.0 {
            let shapes =
                role.shapes.iter().flat_map(|weight| [weight.to_move, weight.not_to_move, weight.attack, weight.guard]);
            body.extend(shapes.chain(role.pairs.iter().copied()).flat_map(i16::to_le_bytes));
        }
        frame().write(&body)
    }

    /// Reads the content of a file.
    pub fn read(file: &[u8]) -> Result<ShapeWeights, WrongFile> {
        let frame = frame();
        let body = frame.read(file)?;
        if body.len() != RULE_SIDES * RULE_SIDE_BYTES {
            return Err(frame.fault("it has too few or too many weights"));
        }
        let mut roles = body.chunks_exact(RULE_SIDE_BYTES).map(read_role);
        Ok(ShapeWeights::new(std::array::from_fn(|_| roles.next().unwrap_or_default())))
    }
}

fn frame() -> Frame {
    let header = (SHAPES as u16).to_le_bytes().to_vec();
    Frame { name: "a file of Gomoku weights", magic: b"QGMW", version: VERSION, header }
}

fn read_role(bytes: &[u8]) -> (Vec<ShapeWeight>, Vec<i16>) {
    let numbers: Vec<i16> = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let (shapes, pairs) = numbers.split_at(4 * SHAPES);
    let weight = |numbers: &[i16]| ShapeWeight {
        to_move: numbers[0],
        not_to_move: numbers[1],
        attack: numbers[2],
        guard: numbers[3],
    };
    (shapes.chunks_exact(4).map(weight).collect(), pairs.to_vec())
}

/// How much a pattern promises.
const PROMISE: [i32; Pattern::COUNT] = [0, 0, 1, 2, 3, 8, 11, 24, 26, 60, 60, 100];

fn thumb(shape: &Shape) -> ShapeWeight {
    const ATTACK: [i32; ThreatClass::COUNT] = [0, 2400, 5000, 2200, 9000, 12_000, 16_384];
    const GUARD: [i32; ThreatClass::COUNT] = [0, 1800, 3600, 1500, 6000, 8000, 14_000];
    let promise: i32 = shape.patterns.iter().map(|&pattern| PROMISE[pattern as usize]).sum();
    let value = (promise * UNITS_PER_CENTIPOINT * 36 / 100) as i16;
    let limited = |prior: i32| prior.min(16_384) as i16;
    ShapeWeight {
        to_move: value,
        not_to_move: value,
        attack: limited(ATTACK[shape.class as usize] + 12 * promise),
        guard: limited(GUARD[shape.class as usize] + 9 * promise),
    }
}

/// The value of the turn with these strongest threats, in centipoints.
fn urgency(mine: ThreatClass, yours: ThreatClass) -> i16 {
    const TURN: i16 = 70;
    const CHANCE: [i16; ThreatClass::COUNT] = [0, 6, 70, 6, 300, 1200, 1900];
    const DANGER: [i16; ThreatClass::COUNT] = [0, 3, 25, 3, 110, 95, TURN];
    match yours {
        // Everything else has to wait for the block.
        ThreatClass::Five if mine != ThreatClass::Five => TURN - DANGER[ThreatClass::Five as usize],
        _ => TURN + CHANCE[mine as usize] - DANGER[yours as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::refuses_damage;

    #[test]
    fn what_is_written_can_be_read() {
        let weights = ShapeWeights::untrained();
        assert_eq!(ShapeWeights::read(&weights.write()), Ok(weights));
    }

    #[test]
    fn the_shipped_file_can_be_read() {
        assert!(ShapeWeights::read(SHIPPED).is_ok());
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let told = [(0, "begin with"), (4, "version"), (6, "shapes"), (60, "checksum")];
        refuses_damage(&ShapeWeights::untrained().write(), &told, ShapeWeights::read);
    }
}
