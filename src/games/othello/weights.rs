//! Weights of single configurations, with which the trainer begins (networks came of their evaluation), and the file
//! that keeps them.
//!
//! Must not know: positions, search. A weight is in 1/32 disc for the side to move. There is a set of weights for every
//! fourth number of empty squares, its "knot"; between two knots the evaluation goes evenly from one to the other, so
//! that no move leaps from one stage into the next.
//!
//! The file: `QOTW`, then as little-endian numbers the format's version (16 bits), the number of knots (16 bits), the
//! number of classes (32 bits), a fingerprint of the shapes (64 bits) and a checksum of all that follows (64 bits);
//! then the weights knot by knot as varints of 7 bits a byte, the lowest first, zigzag coded; after a 0 another varint
//! says how many more follow it.

use super::patterns::{FEATURES, KINDS, SHAPES};
use crate::games::common::weight_file::{Frame, WrongFile, checksum};
use crate::random::mix;

/// How many sets of weights there are,
pub const KNOTS: usize = 15;
/// for 4, 8, … 60 empty squares.
pub const KNOT: u32 = 4;
/// Weights to a disc.
pub const DISC: i32 = 32;
/// No weight is larger than this, so that the sum of all features fits into 16 bits.
pub const LARGEST: i16 = (i16::MAX as usize / FEATURES) as i16;

/// Counts what has changed in the format.
const VERSION: u16 = 1;

/// Weights by knot and class of configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<Vec<i16>>);

impl Weights {
    /// Weights by knot and class; what is too large is cut, what is missing is 0.
    pub fn new(mut knots: Vec<Vec<i16>>, classes: usize) -> Weights {
        knots.resize(KNOTS, Vec::new());
        for knot in &mut knots {
            knot.resize(classes, 0);
            knot.iter_mut().for_each(|weight| *weight = (*weight).clamp(-LARGEST, LARGEST));
        }
        Weights(knots)
    }

    /// By knot, from the fewest empty squares on, and class.
    pub fn knots(&self) -> &[Vec<i16>] {
        &self.0
    }

    /// The content of a file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for knot in &self.0 {
            pack(knot, &mut body);
        }
        frame(self.0.first().map_or(0, Vec::len)).write(&body)
    }

    /// Reads the content of a file.
    pub fn read(file: &[u8], classes: usize) -> Result<Weights, WrongFile> {
        let frame = frame(classes);
        let mut rest = frame.read(file)?;
        let knots = (0..KNOTS).map(|_| unpack(&mut rest, classes)).collect::<Option<Vec<_>>>();
        match knots {
            Some(knots) if rest.is_empty() => Ok(Weights(knots)),
            _ => Err(frame.fault("it has too few or too many weights, or too large ones")),
        }
    }
}

fn frame(classes: usize) -> Frame {
    let mut purpose = (KNOTS as u16).to_le_bytes().to_vec();
    purpose.extend((classes as u32).to_le_bytes());
    purpose.extend(fingerprint().to_le_bytes());
    Frame { name: "a file of Othello weights", letters: b"QOTW", version: VERSION, purpose }
}

/// What the shapes are, in a number.
pub(super) fn fingerprint() -> u64 {
    SHAPES.iter().fold(KINDS as u64, |sum, shape| mix(sum ^ checksum(shape.squares.as_bytes())))
}

fn pack(weights: &[i16], bytes: &mut Vec<u8>) {
    let mut index = 0;
    while let Some(&weight) = weights.get(index) {
        index += 1;
        push_varint(u32::from((weight << 1 ^ weight >> 15) as u16), bytes);
        if weight == 0 {
            let more = weights[index..].iter().take_while(|&&weight| weight == 0).count();
            push_varint(more as u32, bytes);
            index += more;
        }
    }
}

fn unpack(bytes: &mut &[u8], count: usize) -> Option<Vec<i16>> {
    let mut weights = Vec::with_capacity(count);
    while weights.len() < count {
        let coded = u16::try_from(take_varint(bytes)?).ok()?;
        let weight = (coded >> 1) as i16 ^ -((coded & 1) as i16);
        if weight.abs() > LARGEST {
            return None;
        }
        weights.push(weight);
        if weight == 0 {
            let more = take_varint(bytes)? as usize;
            if more > count - weights.len() {
                return None;
            }
            weights.resize(weights.len() + more, 0);
        }
    }
    Some(weights)
}

fn push_varint(mut value: u32, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn take_varint(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0;
    for shift in (0..28).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Between which knots a number of empty squares lies: the lower one, and how many squares it is above that,
/// 0..=[`KNOT`].
#[inline(always)]
pub fn between(empties: u32) -> (usize, i32) {
    let above = empties.clamp(KNOT, KNOT * KNOTS as u32) - KNOT;
    let lower = (above / KNOT).min(KNOTS as u32 - 2);
    (lower as usize, (above - KNOT * lower) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::refuses_damage;
    use crate::random::SplitMix64;

    const CLASSES: usize = 5000;

    fn weights() -> Weights {
        let mut random = SplitMix64::new(3);
        let weight = |random: &mut SplitMix64| match random.below(4) {
            0 => random.below(2 * LARGEST as usize + 1) as i16 - LARGEST,
            1 => random.below(9) as i16 - 4,
            _ => 0,
        };
        Weights::new((0..KNOTS).map(|_| (0..CLASSES).map(|_| weight(&mut random)).collect()).collect(), CLASSES)
    }

    #[test]
    fn what_is_written_can_be_read() {
        let weights = weights();
        assert_eq!(Weights::read(&weights.write(), CLASSES), Ok(weights));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = weights().write();
        let told = [(0, "begin with"), (4, "version"), (9, "shapes"), (14, "shapes"), (60, "checksum")];
        refuses_damage(&file, &told, |file| Weights::read(file, CLASSES));
    }

    #[test]
    fn every_number_of_empty_squares_lies_between_two_knots() {
        for empties in 0..=64 {
            let (lower, part) = between(empties);
            assert!(lower + 1 < KNOTS && (0..=KNOT as i32).contains(&part));
            let clamped = empties.clamp(KNOT, KNOT * KNOTS as u32);
            assert_eq!(KNOT * (lower as u32 + 1) + part as u32, clamped);
        }
    }
}
