//! The policy network, which tells how likely each move is to be the best one ([`super::move_probabilities`]).
//!
//! A move has a hidden layer of [`NEURONS`] neurons, the sum of these rows: one for each configuration around its point
//! ([`super::configurations`]) as the side to move sees it, one for its offset from each of the last [`LAST_MOVES`]
//! moves, and one for the pair of strongest threats. The output neuron sees them directly and through a ReLU
//! activation, and adds the weighted prior of the move's shapes. The outputs of all moves are the logits of a softmax,
//! to base 2.
//!
//! All arithmetic is on integers, so that every processor computes the same value.
//!
//! The file: a frame ([`crate::games::common::weight_file`]) whose header is [`NEURONS`] and [`LAST_MOVES`] (8 bits
//! each) and a fingerprint of the configurations (64 bits); then, deflated (RFC 1951), all numbers, 16 bits each.

use super::configurations::{CONFIGURATIONS, Configuration, canonical, fingerprint, with_swapped_colours};
use crate::game::Side;
use crate::games::common::weight_file::{Frame, WeightFileError, bytes_of, numbers_of};
use crate::games::gomoku::rules::board::Point;
use crate::games::gomoku::rules::lines::{DIRECTIONS, MAX_SIZE};
use crate::games::gomoku::threats::weights::THREAT_PAIRS;

/// Neurons of the hidden layer of a move.
pub const NEURONS: usize = 32;
/// The number of last moves that a move is compared with, the latest first.
pub const LAST_MOVES: usize = 3;
/// The number of classes of offsets between two points; see [`offset_class`].
pub const OFFSETS: usize = triangle(FAR) + 1;
/// The distance from which on offsets are not distinguished.
const FAR: usize = 8;
/// The integer that stands for 1.0 in rows and hidden neurons.
pub const ROW_SCALE: i32 = 1024;
/// The integer that stands for 1.0 in the weights of the output neuron.
pub const OUTPUT_SCALE: i32 = 1024;
/// The largest absolute value in a row, so that the sum of a move's rows does not overflow.
pub const ROW_LIMIT: i16 = i16::MAX / (DIRECTIONS.len() + LAST_MOVES + 1) as i16;
/// The prior of shapes that is multiplied by 1 in the output neuron.
pub const PRIOR_UNIT: i32 = 4096;

/// The file of the shipped network. The README tells how it was made.
const SHIPPED: &[u8] = include_bytes!("../weights/policy-4a37cab0a4b8.bin");
/// Version of the file format.
const VERSION: u16 = 1;

/// A number for each neuron, in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [i16; NEURONS]);

impl Row {
    const ZERO: Row = Row([0; NEURONS]);

    /// Adds the numbers of another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Row) {
        for (number, other) in self.0.iter_mut().zip(&other.0) {
            *number = number.wrapping_add(*other);
        }
    }
}

/// A policy network, the same for all rules: one trained on freestyle alone predicts the moves of standard and renju as
/// well as those of freestyle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyNetwork {
    /// Rows by configuration, in which `x` is the side to move. Only those of canonical configurations are used.
    pub configurations: Vec<Row>,
    /// Rows by last move and [`offset_class`].
    pub offsets: [[Row; OFFSETS]; LAST_MOVES],
    /// Rows by [`crate::games::gomoku::threats::weights::threat_pair`].
    pub pairs: [Row; THREAT_PAIRS],
    /// Output weights of the neurons after the ReLU activation.
    pub output_weights: Row,
    /// Output weights of the neurons before it.
    pub skip_weights: Row,
    /// Output weight of the prior of shapes.
    pub prior_weight: i16,
}

impl Default for PolicyNetwork {
    /// A policy that takes all moves to be equally likely.
    fn default() -> Self {
        PolicyNetwork {
            configurations: vec![Row::ZERO; CONFIGURATIONS],
            offsets: [[Row::ZERO; OFFSETS]; LAST_MOVES],
            pairs: [Row::ZERO; THREAT_PAIRS],
            output_weights: Row::ZERO,
            skip_weights: Row::ZERO,
            prior_weight: 0,
        }
    }
}

impl PolicyNetwork {
    /// All numbers in file order.
    fn numbers(&self) -> impl Iterator<Item = &i16> {
        let rows = self.configurations.iter().chain(self.offsets.as_flattened()).chain(&self.pairs);
        rows.chain([&self.output_weights, &self.skip_weights]).flat_map(|row| &row.0).chain([&self.prior_weight])
    }

    /// Mutable references to all numbers in file order.
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let rows = self.configurations.iter_mut().chain(self.offsets.as_flattened_mut()).chain(&mut self.pairs);
        let rows = rows.chain([&mut self.output_weights, &mut self.skip_weights]);
        rows.flat_map(|row| &mut row.0).chain([&mut self.prior_weight])
    }

    /// The shipped network.
    pub fn shipped() -> PolicyNetwork {
        // A test checks that the file can be read. A broken file must not prevent the program from playing.
        PolicyNetwork::read(SHIPPED).unwrap_or_default()
    }

    /// Random numbers in the range of trained ones.
    #[cfg(test)]
    pub fn random(seed: u64) -> PolicyNetwork {
        let mut random = crate::random::SplitMix64::new(seed);
        let mut network = PolicyNetwork::default();
        for number in network.numbers_mut() {
            *number = random.below(2 * ROW_LIMIT as usize + 1) as i16 - ROW_LIMIT;
        }
        network
    }

    /// Serialises the network into the content of its file.
    pub fn write(&self) -> Vec<u8> {
        frame().write_deflated(&bytes_of(self.numbers()))
    }

    /// Parses the content of a file.
    pub fn read(file: &[u8]) -> Result<PolicyNetwork, WeightFileError> {
        let mut network = PolicyNetwork::default();
        let size = 2 * network.numbers().count();
        let plain = frame().read_deflated(file, size)?;
        network.numbers_mut().zip(numbers_of(&plain)).for_each(|(place, number)| *place = number);
        Ok(network)
    }
}

/// The frame of a file.
fn frame() -> Frame {
    let mut header = vec![NEURONS as u8, LAST_MOVES as u8];
    header.extend(fingerprint().to_le_bytes());
    Frame { name: "a Gomoku policy network", magic: b"QGMP", version: VERSION, header }
}

/// The number of classes of offsets with a larger coordinate below `distance`.
const fn triangle(distance: usize) -> usize {
    distance * (distance + 1) / 2
}

/// The class of the offset between two points, up to rotation and reflection; all from eight rows or columns on are
/// one.
pub const fn offset_class(point: Point, other: Point) -> usize {
    OFFSET_CLASSES[point.row().abs_diff(other.row())][point.col().abs_diff(other.col())] as usize
}

/// Classes by numbers of rows and columns.
const OFFSET_CLASSES: [[u8; MAX_SIZE]; MAX_SIZE] = {
    let mut classes = [[triangle(FAR) as u8; MAX_SIZE]; MAX_SIZE];
    let mut larger = 0;
    while larger < FAR {
        let mut smaller = 0;
        while smaller <= larger {
            let class = (triangle(larger) + smaller) as u8;
            (classes[larger][smaller], classes[smaller][larger]) = (class, class);
            smaller += 1;
        }
        larger += 1;
    }
    classes
};

/// The configuration whose row stands for this one in positions with `side` to move.
pub const fn row_of(configuration: Configuration, side: Side) -> Configuration {
    canonical(match side {
        Side::X => configuration,
        Side::O => with_swapped_colours(configuration),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::assert_rejects_corruption;

    #[test]
    fn a_written_network_can_be_read() {
        let network = PolicyNetwork::random(9);
        assert_eq!(PolicyNetwork::read(&network.write()), Ok(network));
    }

    #[test]
    fn the_shipped_file_can_be_read() {
        assert!(PolicyNetwork::read(SHIPPED).is_ok_and(|network| network != PolicyNetwork::default()));
    }

    #[test]
    fn a_corrupt_file_is_rejected() {
        let expected = [(0, "begin with"), (4, "version"), (6, "size"), (9, "shapes"), (60, "checksum")];
        assert_rejects_corruption(&PolicyNetwork::random(9).write(), &expected, PolicyNetwork::read);
    }

    #[test]
    fn offsets_are_classes_up_to_symmetry() {
        let origin = Point::new(10, 10);
        let class = |row: usize, col: usize| offset_class(origin, Point::new(row, col));
        let mut classes: Vec<usize> =
            (0..=8).flat_map(|row| (0..=row).map(move |col| class(10 + row, 10 + col))).collect();
        assert_eq!(classes.iter().max(), Some(&(OFFSETS - 1)));
        classes.dedup();
        assert_eq!(classes.len(), OFFSETS);
        for (row, col) in [(13, 5), (7, 5), (13, 15), (15, 7), (5, 13)] {
            assert_eq!(class(row, col), class(15, 13));
        }
        assert_ne!(class(15, 13), class(15, 14));
        assert_eq!(class(18, 10), class(2, 3));
    }
}
