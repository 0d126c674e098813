//! The weights of the linear pattern model ([`super::linear_model`]) and their file format.
//!
//! A weight is in units of 1/32 disc, from the perspective of the side to move. There is a set of weights for each
//! interpolation knot: 4, 8, … 60 empty squares. Interpolating between the knots avoids jumps of the evaluation from
//! one game stage to the next.
//!
//! The file: `QOTW`, then as little-endian numbers the format's version (16 bits), the number of knots (16 bits), the
//! number of classes (32 bits), a fingerprint of the shapes (64 bits) and a checksum of all that follows (64 bits);
//! then the weights knot by knot as zigzag-coded varints, 7 bits a byte, least significant first. A weight of 0 is
//! followed by a varint that counts further zeros.

use super::patterns::{FEATURES, fingerprint};
use crate::games::common::weight_file::{Frame, WeightFileError};

/// The number of interpolation knots.
pub const KNOTS: usize = 15;
/// Empty squares between neighbouring knots; also the number of empty squares at the first knot.
pub const KNOT_SPACING: u32 = 4;
/// The weight that is worth one disc.
pub const UNITS_PER_DISC: i32 = 32;
/// The largest absolute value of a weight, chosen such that the sum over all features fits into 16 bits.
pub const MAX_WEIGHT: i16 = (i16::MAX as usize / FEATURES) as i16;

/// Version of the file format.
const VERSION: u16 = 1;

/// Weights by knot and class of configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearWeights(Vec<Vec<i16>>);

impl LinearWeights {
    /// Weights by knot and class, clamped to ±[`MAX_WEIGHT`]. Missing weights are 0.
    pub fn new(mut knots: Vec<Vec<i16>>, classes: usize) -> LinearWeights {
        knots.resize(KNOTS, Vec::new());
        for knot in &mut knots {
            knot.resize(classes, 0);
            knot.iter_mut().for_each(|weight| *weight = (*weight).clamp(-MAX_WEIGHT, MAX_WEIGHT));
        }
        LinearWeights(knots)
    }

    /// Weights by knot, in order of increasing empty squares, and class.
    pub fn knots(&self) -> &[Vec<i16>] {
        &self.0
    }

    /// Serialises the weights into the content of their file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for knot in &self.0 {
            pack(knot, &mut body);
        }
        frame(self.0.first().map_or(0, Vec::len)).write(&body)
    }

    /// Parses the content of a file of weights for `classes` classes.
    pub fn read(file: &[u8], classes: usize) -> Result<LinearWeights, WeightFileError> {
        let frame = frame(classes);
        let mut rest = frame.read(file)?;
        let knots = (0..KNOTS).map(|_| unpack(&mut rest, classes)).collect::<Option<Vec<_>>>();
        match knots {
            Some(knots) if rest.is_empty() => Ok(LinearWeights(knots)),
            _ => Err(frame.error("it has too few or too many weights, or too large ones")),
        }
    }
}

/// The frame of a file of weights for `classes` classes.
fn frame(classes: usize) -> Frame {
    let mut header = (KNOTS as u16).to_le_bytes().to_vec();
    header.extend((classes as u32).to_le_bytes());
    header.extend(fingerprint().to_le_bytes());
    Frame { name: "a file of Othello weights", magic: b"QOTW", version: VERSION, header }
}

/// Appends the coded weights of one knot.
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

/// Takes the weights of one knot off the front of `bytes`; `None` if they are malformed.
fn unpack(bytes: &mut &[u8], count: usize) -> Option<Vec<i16>> {
    let mut weights = Vec::with_capacity(count);
    while weights.len() < count {
        let coded = u16::try_from(take_varint(bytes)?).ok()?;
        let weight = (coded >> 1) as i16 ^ -((coded & 1) as i16);
        if weight.abs() > MAX_WEIGHT {
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

/// The interpolation point of a number of empty squares: the index of the knot below, and the distance above that knot
/// in squares, 0..=[`KNOT_SPACING`]. Numbers outside the knots are clamped.
#[inline(always)]
pub fn interpolation(empties: u32) -> (usize, i32) {
    let above = empties.clamp(KNOT_SPACING, KNOT_SPACING * KNOTS as u32) - KNOT_SPACING;
    let lower = (above / KNOT_SPACING).min(KNOTS as u32 - 2);
    (lower as usize, (above - KNOT_SPACING * lower) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::assert_rejects_corruption;
    use crate::random::SplitMix64;

    const CLASSES: usize = 5000;

    fn weights() -> LinearWeights {
        let mut random = SplitMix64::new(3);
        let weight = |random: &mut SplitMix64| match random.below(4) {
            0 => random.below(2 * MAX_WEIGHT as usize + 1) as i16 - MAX_WEIGHT,
            1 => random.below(9) as i16 - 4,
            _ => 0,
        };
        LinearWeights::new((0..KNOTS).map(|_| (0..CLASSES).map(|_| weight(&mut random)).collect()).collect(), CLASSES)
    }

    #[test]
    fn written_weights_can_be_read() {
        let weights = weights();
        assert_eq!(LinearWeights::read(&weights.write(), CLASSES), Ok(weights));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = weights().write();
        let expected = [(0, "begin with"), (4, "version"), (9, "shapes"), (14, "shapes"), (60, "checksum")];
        assert_rejects_corruption(&file, &expected, |file| LinearWeights::read(file, CLASSES));
    }

    #[test]
    fn every_number_of_empty_squares_is_between_two_knots() {
        for empties in 0..=64 {
            let (lower, part) = interpolation(empties);
            assert!(lower + 1 < KNOTS && (0..=KNOT_SPACING as i32).contains(&part));
            let clamped = empties.clamp(KNOT_SPACING, KNOT_SPACING * KNOTS as u32);
            assert_eq!(KNOT_SPACING * (lower as u32 + 1) + part as u32, clamped);
        }
    }
}
