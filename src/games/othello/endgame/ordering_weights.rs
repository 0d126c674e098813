//! The trained estimate of a move's effort, by which the deep stage orders moves: what stands on the edges and in the
//! corners, and a few counts.
//!
//! The file: a frame ([`crate::games::common::weight_file`]) whose header is the number of counts and of patterns (16
//! bits each), then a weight of 8 bits for each count and for each configuration of each shape.

use super::ordering::{potential_mobility, weighted_replies};
use crate::games::common::weight_file::{Frame, WeightFileError};
use crate::games::othello::bitboard::{CORNERS, FILE_A};
use std::sync::LazyLock;

/// The file of the shipped weights.
static SHIPPED: &[u8] = include_bytes!("../weights/ordering-43d558292f23.bin");
/// The effort of one reply of the opponent; replies in corners count twice.
pub const EFFORT_OF_REPLY: i32 = 16;
/// The number of counts: see [`counts`].
pub const COUNTS: usize = 3;
/// The number of patterns on the board: four edges of eight squares, and two blocks of two by four in each corner.
pub const PATTERNS: usize = 12;
/// The configurations of eight squares.
const CONFIGURATIONS: usize = 6561;
/// The weights of all configurations: those of edges, then those of blocks.
pub const PATTERN_WEIGHTS: usize = 2 * CONFIGURATIONS;
/// Version of the file format.
const VERSION: u16 = 1;

/// The weights.
pub struct OrderingWeights {
    /// By count.
    pub counts: [i8; COUNTS],
    /// By index of a configuration, as in [`patterns`].
    pub patterns: [i8; PATTERN_WEIGHTS],
}

impl OrderingWeights {
    /// The shipped weights. Their file is embedded in the program, and a test checks that it can be read.
    pub fn shipped() -> &'static OrderingWeights {
        static WEIGHTS: LazyLock<OrderingWeights> = LazyLock::new(|| {
            OrderingWeights::read(SHIPPED).unwrap_or_else(|error| {
                log::error!("{error}");
                OrderingWeights { counts: [0; COUNTS], patterns: [0; PATTERN_WEIGHTS] }
            })
        });
        &WEIGHTS
    }

    /// Reads the content of a file.
    pub fn read(file: &[u8]) -> Result<OrderingWeights, WeightFileError> {
        let body = frame().read(file)?;
        let wrong_size = || frame().error("it is of another size");
        let (counts, patterns) = body.split_first_chunk::<COUNTS>().ok_or_else(wrong_size)?;
        let patterns: &[u8; PATTERN_WEIGHTS] = patterns.try_into().map_err(|_| wrong_size())?;
        Ok(OrderingWeights { counts: counts.map(|byte| byte as i8), patterns: patterns.map(|byte| byte as i8) })
    }

    /// The content of a file.
    pub fn write(&self) -> Vec<u8> {
        let body: Vec<u8> = self.counts.iter().chain(&self.patterns).map(|weight| *weight as u8).collect();
        frame().write(&body)
    }

    /// The estimated effort of refuting a position by a move to the square `bit`, in sixteenths of a reply; moves of
    /// least effort come first. `own` and `opponent` are the discs after the move, from the perspective of the player
    /// who replies with one of `replies`; `odd` are the odd quadrants before it.
    #[inline(always)]
    pub fn effort(&self, own: u64, opponent: u64, replies: u64, bit: u64, odd: u64) -> i32 {
        let mut effort = EFFORT_OF_REPLY * weighted_replies(replies);
        for (weight, count) in self.counts.iter().zip(counts(own, opponent, bit, odd)) {
            effort += i32::from(*weight) * count;
        }
        for index in patterns(own, opponent) {
            effort += i32::from(self.patterns[index]);
        }
        effort
    }
}

fn frame() -> Frame {
    let header = [COUNTS as u16, PATTERN_WEIGHTS as u16].into_iter().flat_map(u16::to_le_bytes).collect();
    Frame { name: "weights of Othello's move ordering", magic: b"QOMO", version: VERSION, header }
}

/// The counts of the effort of a move: the potential mobility of the player who replies, whether the move is to a
/// corner, and whether it is to a quadrant with an even number of empty squares. The arguments are those of
/// [`OrderingWeights::effort`].
#[inline(always)]
pub fn counts(own: u64, opponent: u64, bit: u64, odd: u64) -> [i32; COUNTS] {
    [potential_mobility(own, opponent), i32::from(CORNERS & bit != 0), i32::from(odd & bit == 0)]
}

/// The configurations of all patterns, as indices of their weights. A square counts 0 if it is empty, 1 for `own` and 2
/// for `opponent`, times a power of three. On an edge they rise in one direction or the other, so that both need the
/// same weights; in a block they rise away from the corner, first along the edge.
#[inline(always)]
pub fn patterns(own: u64, opponent: u64) -> [usize; PATTERNS] {
    let (own, opponent) = (borders(own), borders(opponent));
    let mut indices = [0; PATTERNS];
    for side in 0..4 {
        let index = |ternary: &[u16; 256], part: fn([usize; 2]) -> usize| {
            usize::from(ternary[part(own[side])]) + 2 * usize::from(ternary[part(opponent[side])])
        };
        indices[3 * side] = index(&RISING, |[edge, _]| edge);
        indices[3 * side + 1] = CONFIGURATIONS + index(&RISING, |[edge, next]| edge & 0xf | (next & 0xf) << 4);
        indices[3 * side + 2] = CONFIGURATIONS + index(&MIRRORED, |[edge, next]| edge >> 4 | next & 0xf0);
    }
    indices
}

/// The squares of a set on each edge and on the line next to it, eight bits each.
#[inline(always)]
fn borders(set: u64) -> [[usize; 2]; 4] {
    let row = |row: u32| (set >> (8 * row) & 0xff) as usize;
    // The multiplication collects the bits of a file in the highest byte.
    let file = |file: u32| ((set >> file & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    [[row(0), row(1)], [row(7), row(6)], [file(0), file(1)], [file(7), file(6)]]
}

/// Bits as ternary digits, the lowest bit as the lowest digit.
static RISING: [u16; 256] = ternary(0);
/// The same with the order of the digits reversed in each half.
static MIRRORED: [u16; 256] = ternary(3);

/// The ternary number of each byte, with its bits in an order that is given by the bits of their indices that change.
const fn ternary(mirror: u32) -> [u16; 256] {
    let mut numbers = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut digit, mut power) = (0, 1);
        while digit < 8 {
            if bits >> (digit ^ mirror) & 1 == 1 {
                numbers[bits] += power;
            }
            power *= 3;
            digit += 1;
        }
        bits += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::common::weight_file::assert_rejects_corruption;
    use crate::games::othello::bitboard::transform;
    use crate::games::othello::endgame::odd_quadrants;
    use crate::games::othello::patterns::configuration;
    use crate::random::SplitMix64;

    /// Own discs, the opponent's discs and the square of a move, at random.
    fn random_board(random: &mut SplitMix64) -> (u64, u64, u64) {
        let mut set = || (0..4).fold(0, |set, part| set | (random.below(1 << 16) as u64) << (16 * part));
        let (filled, own) = (set() | set() | set(), set());
        (filled & own, filled & !own, 1 << random.below(64))
    }

    #[test]
    fn patterns_are_those_of_a_naive_implementation() {
        let mut random = SplitMix64::new(5);
        for _ in 0..200 {
            let (own, opponent, _) = random_board(&mut random);
            // Each block is that of the image which has it at the upper left.
            let block = |symmetry: u8| {
                let [own, opponent] = [own, opponent].map(|set| transform(set, symmetry));
                CONFIGURATIONS + usize::from(configuration(&[0, 1, 2, 3, 8, 9, 10, 11], own, opponent))
            };
            let edges = [
                [0, 1, 2, 3, 4, 5, 6, 7],
                [56, 57, 58, 59, 60, 61, 62, 63],
                [0, 8, 16, 24, 32, 40, 48, 56],
                [7, 15, 23, 31, 39, 47, 55, 63],
            ];
            let edge = |squares: [u32; 8]| usize::from(configuration(&squares, own, opponent));
            let found = patterns(own, opponent);
            let (edges_found, mut blocks_found): (Vec<_>, Vec<_>) =
                found.into_iter().partition(|index| *index < CONFIGURATIONS);
            assert_eq!(edges_found, edges.map(edge));
            let mut blocks: Vec<usize> = (0..8).map(block).collect();
            blocks.sort_unstable();
            blocks_found.sort_unstable();
            assert_eq!(blocks_found, blocks);
        }
    }

    #[test]
    fn the_effort_of_a_move_is_the_same_in_all_orientations() {
        let (weights, mut random) = (OrderingWeights::shipped(), SplitMix64::new(6));
        for _ in 0..200 {
            let (own, opponent, bit) = random_board(&mut random);
            let effort = |symmetry: u8| {
                let [own, opponent, bit] = [own, opponent, bit].map(|set| transform(set, symmetry));
                let empty = !(own | opponent);
                weights.effort(own, opponent, empty, bit, odd_quadrants(empty))
            };
            assert!((1..8).all(|symmetry| effort(symmetry) == effort(0)), "{own:x} {opponent:x} {bit:x}");
        }
    }

    #[test]
    fn the_shipped_file_is_read_and_a_damaged_one_refused() {
        let weights = OrderingWeights::read(SHIPPED).expect("a valid file");
        assert_eq!(weights.write(), SHIPPED);
        assert!(weights.patterns.iter().any(|weight| *weight != 0));
        assert_rejects_corruption(SHIPPED, &[(0, "QOMO"), (4, "version"), (6, "other shapes")], OrderingWeights::read);
    }
}
