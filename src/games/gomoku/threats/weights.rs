//! The weights of shapes, which the trainer learns, and their file format.
//!
//! The file: a frame ([`crate::games::common::weight_file`]) whose header is the number of shapes (16 bits), then for
//! each [`rule_side`] the four weights of every shape and the values of all pairs of threats, 16 bits each.

use super::patterns::Pattern;
use super::point_sets::Membership;
use super::shapes::{SHAPES, Shape, ShapeTable, ThreatClass};
use crate::game::Side;
use crate::games::common::weight_file::{Frame, WeightFileError};
use crate::games::gomoku::rules::board::Rule;
use std::sync::{Arc, LazyLock};

/// The weights of a shape on an empty point for the colour whose stone would make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShapeWeight {
    /// The value if that colour is to move, in units of 1 / [`UNITS_PER_CENTIPOINT`] centipoint.
    pub to_move: i16,
    /// The value if the other colour is to move, in units of 1 / [`UNITS_PER_CENTIPOINT`] centipoint.
    pub not_to_move: i16,
    /// The prior of a move that makes the shape.
    pub attack: i16,
    /// The prior of a move that prevents the shape for the opponent.
    pub defence: i16,
}

/// The weight that is worth one centipoint.
pub const UNITS_PER_CENTIPOINT: i32 = 16;
/// The number of pairs of threat classes.
pub const THREAT_PAIRS: usize = ThreatClass::COUNT * ThreatClass::COUNT;
/// The number of combinations of rule and side with weights of their own.
pub const RULE_SIDES: usize = 4;
/// The file of the shipped weights. The README tells how it was made.
const SHIPPED: &[u8] = include_bytes!("../weights/shapes-9a6ec9cae826.bin");
/// Bytes of the weights of a rule and side in a file.
const RULE_SIDE_BYTES: usize = 2 * (4 * SHAPES + THREAT_PAIRS);
/// Version of the file format.
const VERSION: u16 = 1;

/// The index of the weights of a side under a rule. In freestyle and standard, both sides share their weights.
pub const fn rule_side(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard, _) => 1,
        (Rule::Renju, Side::X) => 2,
        (Rule::Renju, Side::O) => 3,
    }
}

/// The value of a shape if its colour is to move and if it is not, in units of 1 / [`UNITS_PER_CENTIPOINT`] centipoint,
/// or sums and differences of such values. Both are in one word, because they change dozens of times per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ValuePair(i64);

impl ValuePair {
    /// The pair of these values, which must not overflow 32 bits in sums.
    pub const fn new(to_move: i32, not_to_move: i32) -> ValuePair {
        ValuePair(((not_to_move as i64) << 32) + to_move as i64)
    }

    /// This sum with the value of one shape replaced by that of another.
    #[inline]
    #[must_use]
    pub const fn replaced(self, old: ValuePair, new: ValuePair) -> ValuePair {
        ValuePair(self.0.wrapping_add(new.0).wrapping_sub(old.0))
    }

    /// The value if the colour is to move.
    #[inline]
    pub const fn to_move(self) -> i32 {
        self.0 as i32
    }

    /// The value if the colour is not to move.
    #[inline]
    pub const fn not_to_move(self) -> i32 {
        ((self.0 - self.to_move() as i64) >> 32) as i32
    }
}

/// What changes when a shape appears or disappears, by shape. A stone that would not combine with another has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeEffects {
    /// The values.
    pub values: Box<[ValuePair; SHAPES]>,
    /// The point sets that a point with the shape belongs to.
    pub sets: Box<[Membership; SHAPES]>,
}

impl ShapeEffects {
    fn new(weights: &[ShapeWeight], has_fouls: bool) -> ShapeEffects {
        let (mut values, mut sets) = ([ValuePair::default(); SHAPES], [Membership::NONE; SHAPES]);
        for (index, (shape, weight)) in ShapeTable::get().list().iter().zip(weights).enumerate() {
            if shape.is_connected {
                values[index] = ValuePair::new(weight.to_move.into(), weight.not_to_move.into());
            }
            sets[index] = Membership::of(shape.class, shape.may_be_foul && has_fouls);
        }
        ShapeEffects { values: Box::new(values), sets: Box::new(sets) }
    }
}

/// The weights of one rule and side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSideWeights {
    /// Weights by shape.
    pub shapes: Vec<ShapeWeight>,
    /// Effects by shape.
    pub effects: ShapeEffects,
    /// The value of having the move, in units of 1 / [`UNITS_PER_CENTIPOINT`] centipoint, by [`threat_pair`] of the
    /// strongest threats.
    pub pairs: Vec<i16>,
}

impl RuleSideWeights {
    fn new(rule_side_index: usize, shapes: Vec<ShapeWeight>, pairs: Vec<i16>) -> RuleSideWeights {
        let has_fouls = rule_side_index == rule_side(Rule::Renju, Side::X);
        let effects = ShapeEffects::new(&shapes, has_fouls);
        RuleSideWeights { shapes, effects, pairs }
    }
}

/// The index of a pair of strongest threats, of the side to move and of its opponent.
pub const fn threat_pair(own: ThreatClass, opponent: ThreatClass) -> usize {
    own as usize * ThreatClass::COUNT + opponent as usize
}

/// The weights of all rules and sides, by [`rule_side`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeWeights(Vec<Arc<RuleSideWeights>>);

impl ShapeWeights {
    /// The shipped weights.
    pub fn shipped() -> &'static ShapeWeights {
        // A test checks that the file can be read. A broken file must not prevent the program from playing.
        static WEIGHTS: LazyLock<ShapeWeights> =
            LazyLock::new(|| ShapeWeights::read(SHIPPED).unwrap_or_else(|_| ShapeWeights::untrained()));
        &WEIGHTS
    }

    /// Weights of all shapes and pairs of threats, by [`rule_side`].
    pub fn new(weights: [(Vec<ShapeWeight>, Vec<i16>); RULE_SIDES]) -> ShapeWeights {
        let weights = weights.into_iter().enumerate();
        ShapeWeights(
            weights.map(|(index, (shapes, pairs))| Arc::new(RuleSideWeights::new(index, shapes, pairs))).collect(),
        )
    }

    /// The weights of a [`rule_side`].
    pub fn of(&self, rule_side: usize) -> &Arc<RuleSideWeights> {
        &self.0[rule_side]
    }

    /// Handcrafted weights, with which the first generation of games is played.
    pub fn untrained() -> ShapeWeights {
        let shapes: Vec<_> = ShapeTable::get().list().iter().map(untrained_weight).collect();
        let pairs = ThreatClass::ALL.iter().flat_map(|&own| {
            ThreatClass::ALL.map(|opponent| untrained_tempo(own, opponent) * UNITS_PER_CENTIPOINT as i16)
        });
        let pairs: Vec<_> = pairs.collect();
        ShapeWeights::new(std::array::from_fn(|_| (shapes.clone(), pairs.clone())))
    }

    /// Serialises the weights into the content of their file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(RULE_SIDES * RULE_SIDE_BYTES);
        for weights in &self.0 {
            let shapes = weights
                .shapes
                .iter()
                .flat_map(|weight| [weight.to_move, weight.not_to_move, weight.attack, weight.defence]);
            body.extend(shapes.chain(weights.pairs.iter().copied()).flat_map(i16::to_le_bytes));
        }
        frame().write(&body)
    }

    /// Parses the content of a file.
    pub fn read(file: &[u8]) -> Result<ShapeWeights, WeightFileError> {
        let frame = frame();
        let body = frame.read(file)?;
        if body.len() != RULE_SIDES * RULE_SIDE_BYTES {
            return Err(frame.error("it has too few or too many weights"));
        }
        let mut weights = body.chunks_exact(RULE_SIDE_BYTES).map(read_rule_side);
        Ok(ShapeWeights::new(std::array::from_fn(|_| weights.next().unwrap_or_default())))
    }
}

/// The frame of a file of weights.
fn frame() -> Frame {
    let header = (SHAPES as u16).to_le_bytes().to_vec();
    Frame { name: "a file of Gomoku weights", magic: b"QGMW", version: VERSION, header }
}

/// Parses the weights of a rule and side.
fn read_rule_side(bytes: &[u8]) -> (Vec<ShapeWeight>, Vec<i16>) {
    let numbers: Vec<i16> = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    let (shapes, pairs) = numbers.split_at(4 * SHAPES);
    let weight = |numbers: &[i16]| ShapeWeight {
        to_move: numbers[0],
        not_to_move: numbers[1],
        attack: numbers[2],
        defence: numbers[3],
    };
    (shapes.chunks_exact(4).map(weight).collect(), pairs.to_vec())
}

/// Handcrafted values of patterns.
const PATTERN_VALUES: [i32; Pattern::COUNT] = [0, 0, 1, 2, 3, 8, 11, 24, 26, 60, 60, 100];

/// The handcrafted weights of a shape.
fn untrained_weight(shape: &Shape) -> ShapeWeight {
    const ATTACK: [i32; ThreatClass::COUNT] = [0, 2400, 5000, 2200, 9000, 12_000, 16_384];
    const DEFENCE: [i32; ThreatClass::COUNT] = [0, 1800, 3600, 1500, 6000, 8000, 14_000];
    let pattern_value: i32 = shape.patterns.iter().map(|&pattern| PATTERN_VALUES[pattern as usize]).sum();
    let value = (pattern_value * UNITS_PER_CENTIPOINT * 36 / 100) as i16;
    let limited = |prior: i32| prior.min(16_384) as i16;
    ShapeWeight {
        to_move: value,
        not_to_move: value,
        attack: limited(ATTACK[shape.class as usize] + 12 * pattern_value),
        defence: limited(DEFENCE[shape.class as usize] + 9 * pattern_value),
    }
}

/// The handcrafted value of being to move with these strongest threats, in centipoints.
fn untrained_tempo(side: ThreatClass, opponent: ThreatClass) -> i16 {
    const TEMPO: i16 = 70;
    const SIDE_THREAT: [i16; ThreatClass::COUNT] = [0, 6, 70, 6, 300, 1200, 1900];
    const OPPONENT_THREAT: [i16; ThreatClass::COUNT] = [0, 3, 25, 3, 110, 95, TEMPO];
    match opponent {
        // The side must block first, so its threats count for nothing.
        ThreatClass::Five if side != ThreatClass::Five => TEMPO - OPPONENT_THREAT[ThreatClass::Five as usize],
        _ => TEMPO + SIDE_THREAT[side as usize] - OPPONENT_THREAT[opponent as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::assert_rejects_corruption;

    #[test]
    fn written_weights_can_be_read() {
        let weights = ShapeWeights::untrained();
        assert_eq!(ShapeWeights::read(&weights.write()), Ok(weights));
    }

    #[test]
    fn the_shipped_file_can_be_read() {
        assert!(ShapeWeights::read(SHIPPED).is_ok());
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let expected = [(0, "begin with"), (4, "version"), (6, "shapes"), (60, "checksum")];
        assert_rejects_corruption(&ShapeWeights::untrained().write(), &expected, ShapeWeights::read);
    }
}
