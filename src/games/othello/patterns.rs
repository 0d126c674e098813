//! Feature extraction: patterns of 4 to 10 squares in all their symmetric instances, and three counts.
//!
//! The content of a pattern instance is its configuration, a number in base 3: the first square of the shape is the
//! least significant digit; 0 is an empty square, 1 a disc of the side to move, 2 a disc of its opponent. (Patterns
//! with table look-ups: Michael Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
//! Othello", 1997.)

use super::bitboard::transform;
use super::endgame::odd_quadrants;
use super::kernels::Level;
use super::notation::square_of;
use super::rules::Position;
use crate::games::common::weight_file::checksum;
use crate::random::mix;

/// A pattern shape. Its other instances are the images of the first under the symmetries of the board.
pub struct Shape {
    /// The name shown by the command `eval`.
    pub name: &'static str,
    /// The squares of the first instance.
    pub squares: &'static str,
}

/// All shapes.
pub const SHAPES: [Shape; 14] = [
    Shape { name: "edge with x", squares: "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2" },
    Shape { name: "corner 3x3", squares: "a1 b1 c1 a2 b2 c2 a3 b3 c3" },
    Shape { name: "corner 2x5", squares: "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2" },
    Shape { name: "triangle", squares: "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4" },
    Shape { name: "edge block", squares: "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2" },
    Shape { name: "kite", squares: "a1 b1 a2 b2 c2 d2 b3 c3 b4 d4" },
    Shape { name: "row 2", squares: "a2 b2 c2 d2 e2 f2 g2 h2" },
    Shape { name: "row 3", squares: "a3 b3 c3 d3 e3 f3 g3 h3" },
    Shape { name: "row 4", squares: "a4 b4 c4 d4 e4 f4 g4 h4" },
    Shape { name: "centre", squares: "c3 d3 e3 f3 c4 d4 e4 f4" },
    Shape { name: "diagonal 8", squares: "a1 b2 c3 d4 e5 f6 g7 h8" },
    Shape { name: "diagonal 7", squares: "a2 b3 c4 d5 e6 f7 g8" },
    Shape { name: "diagonal 6", squares: "a3 b4 c5 d6 e7 f8" },
    Shape { name: "diagonal 5", squares: "a4 b5 c6 d7 e8" },
];

/// Instances of all shapes together.
pub const INSTANCES: usize = 58;
/// [`INSTANCES`] rounded up to whole vectors.
const LANES: usize = 64;
/// Move counts are capped at this number.
const MAX_MOVES: u32 = 31;
/// Counts that are looked up like patterns, each with its number of values: own moves, the opponent's moves, and parity
/// of the quadrants.
const COUNTS: [(&str, usize); 3] =
    [("moves", MAX_MOVES as usize + 1), ("replies", MAX_MOVES as usize + 1), ("parity", 10)];
/// Features of a position: pattern instances, then counts.
pub const FEATURES: usize = INSTANCES + COUNTS.len();
/// Kinds of features: shapes, then counts.
pub const KINDS: usize = SHAPES.len() + COUNTS.len();

/// For each feature the index of its value among those of its kind: the configuration of a pattern instance, or a
/// count.
pub type FeatureIndices = [u16; FEATURES];

/// What the discs of one row add to the indices of all instances.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Lanes([u16; LANES]);

/// For each feature, the index of the first value of its kind in a table over the values of all kinds.
#[derive(Clone, Copy)]
pub struct FeatureOffsets([u32; FEATURES]);

impl FeatureOffsets {
    /// The index of a feature's value in a table over the values of all kinds.
    #[inline(always)]
    pub fn table_index(&self, indices: &FeatureIndices, feature: usize) -> usize {
        self.0[feature] as usize + usize::from(indices[feature])
    }
}

/// Extracts features with a table look-up per row and player.
pub struct Patterns {
    /// By row and set of discs in it: what discs of the side to move add to the indices. The opponent's add twice that.
    rows: Box<[[Lanes; 256]; 8]>,
    /// By feature: its kind.
    kinds: [usize; FEATURES],
    /// By kind: how many values it has.
    sizes: [usize; KINDS],
    offsets: FeatureOffsets,
}

impl Default for Patterns {
    fn default() -> Self {
        let instances = instances();
        let mut rows = Box::new([[Lanes([0; LANES]); 256]; 8]);
        for (row, by_discs) in rows.iter_mut().enumerate() {
            for (discs, Lanes(lanes)) in by_discs.iter_mut().enumerate() {
                let discs = (discs as u64) << (8 * row);
                for (lane, (_, instance)) in lanes.iter_mut().zip(&instances) {
                    *lane = configuration(instance, discs, 0);
                }
            }
        }
        let mut kinds = [0; FEATURES];
        for (index, kind) in kinds.iter_mut().enumerate() {
            *kind = instances.get(index).map_or(SHAPES.len() + index.saturating_sub(INSTANCES), |(shape, _)| *shape);
        }
        let mut sizes = [0; KINDS];
        let shapes = SHAPES.iter().map(|shape| 3_usize.pow(shape.squares.split(' ').count() as u32));
        for (size, known) in sizes.iter_mut().zip(shapes.chain(COUNTS.map(|(_, size)| size))) {
            *size = known;
        }
        let offsets = FeatureOffsets(kinds.map(|kind| sizes[..kind].iter().sum::<usize>() as u32));
        Patterns { rows, kinds, sizes, offsets }
    }
}

impl Patterns {
    /// The features of a position.
    #[inline(always)]
    pub fn indices<L: Level>(&self, level: L, position: &Position) -> FeatureIndices {
        let (own, opponent) = (position.own(), position.opponent());
        let mut lanes = [0; LANES];
        let mut doubled = [0; LANES];
        for (row, by_discs) in self.rows.iter().enumerate() {
            let own = &by_discs[(own >> (8 * row)) as usize & 0xff].0;
            let opponent = &by_discs[(opponent >> (8 * row)) as usize & 0xff].0;
            for lane in 0..LANES {
                lanes[lane] += own[lane];
                doubled[lane] += opponent[lane];
            }
        }
        for lane in 0..LANES {
            lanes[lane] += 2 * doubled[lane];
        }
        let mut indices = [0; FEATURES];
        indices[..INSTANCES].copy_from_slice(&lanes[..INSTANCES]);
        indices[INSTANCES..].copy_from_slice(&counts(level, own, opponent));
        indices
    }

    /// The kind of each feature.
    pub fn kinds(&self) -> &[usize; FEATURES] {
        &self.kinds
    }

    /// The offset of each feature in a table over the values of all kinds.
    pub fn offsets(&self) -> &FeatureOffsets {
        &self.offsets
    }

    /// The number of values of all kinds together.
    pub fn total(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// The class of every value of every kind, and the number of classes. Configurations that are mirror images of each
    /// other share a class, and with it their weights.
    pub fn classes(&self) -> (Vec<u32>, usize) {
        let mut classes = Vec::with_capacity(self.total());
        let mut count = 0;
        for (kind, &size) in self.sizes.iter().enumerate() {
            let mirrors = SHAPES.get(kind).map_or(Vec::new(), |shape| mirrors(&first_instance(shape)));
            let mirrors: Vec<_> = mirrors.iter().map(|order| Mirror::new(order, size)).collect();
            let begin = classes.len();
            for index in 0..size {
                let least = mirrors.iter().map(|mirror| mirror.of(index)).min().unwrap_or(index);
                if least < index {
                    classes.push(classes[begin + least]);
                } else {
                    classes.push(count);
                    count += 1;
                }
            }
        }
        (classes, count as usize)
    }
}

/// A hash of all shapes, by which files of weights tell whether they fit this program.
pub(super) fn fingerprint() -> u64 {
    SHAPES.iter().fold(KINDS as u64, |sum, shape| mix(sum ^ checksum(shape.squares.as_bytes())))
}

/// The name of a kind of features.
pub fn kind_name(kind: usize) -> &'static str {
    let shape = SHAPES.get(kind).map(|shape| shape.name);
    shape.or_else(|| COUNTS.get(kind - SHAPES.len()).map(|count| count.0)).unwrap_or("?")
}

/// The number of own moves, that of the opponent's moves, and the parity feature: the number of odd quadrants (0..=4),
/// plus 5 if the total number of empty squares is odd.
#[inline(always)]
fn counts<L: Level>(level: L, own: u64, opponent: u64) -> [u16; 3] {
    let empty = !(own | opponent);
    let moves = |own, opponent| level.legal_moves(own, opponent).count_ones().min(MAX_MOVES) as u16;
    let odd = odd_quadrants(empty).count_ones() / 16;
    [moves(own, opponent), moves(opponent, own), (odd + 5 * (empty.count_ones() & 1)) as u16]
}

/// The squares of the first instance of a shape, in order.
fn first_instance(shape: &Shape) -> Vec<u32> {
    shape.squares.split(' ').filter_map(square_of).collect()
}

/// All instances, each with the index of its shape; instances of the same shape are adjacent.
fn instances() -> Vec<(usize, Vec<u32>)> {
    let mut instances: Vec<(usize, Vec<u32>)> = Vec::new();
    for (index, shape) in SHAPES.iter().enumerate() {
        let first = first_instance(shape);
        for symmetry in 0..8 {
            let image = image(&first, symmetry);
            if !instances.iter().any(|(_, known)| set_of(known) == set_of(&image)) {
                instances.push((index, image));
            }
        }
    }
    instances
}

/// The configuration of a pattern instance.
pub(super) fn configuration(instance: &[u32], own: u64, opponent: u64) -> u16 {
    let digit = |square: u32| (own >> square & 1) + 2 * (opponent >> square & 1);
    instance.iter().rev().fold(0, |index, &square| 3 * index + digit(square) as u16)
}

/// The image of a pattern instance under a symmetry of the board.
fn image(instance: &[u32], symmetry: u8) -> Vec<u32> {
    instance.iter().map(|&square| transform(1 << square, symmetry).trailing_zeros()).collect()
}

fn set_of(instance: &[u32]) -> u64 {
    instance.iter().fold(0, |set, square| set | 1 << square)
}

/// The symmetries that map a pattern instance to itself, as permutations of its squares.
fn mirrors(instance: &[u32]) -> Vec<Vec<usize>> {
    let images = (0..8).map(|symmetry| image(instance, symmetry)).filter(|image| set_of(image) == set_of(instance));
    let order = |image: Vec<u32>| {
        image.iter().filter_map(|square| instance.iter().position(|own| own == square)).collect::<Vec<_>>()
    };
    images.map(order).collect()
}

/// Permutes the squares of a configuration: the result is the sum of the contributions of the lower and upper digits.
struct Mirror {
    lower: Vec<usize>,
    upper: Vec<usize>,
}

impl Mirror {
    /// Configurations are split into their five lower digits and the upper ones.
    const SPLIT: usize = 243;

    /// The permutation `order` of configurations below `size`.
    fn new(order: &[usize], size: usize) -> Mirror {
        let digit = |index: usize, place: usize| index / 3_usize.pow(place as u32) % 3;
        let image = |index: usize| order.iter().rev().fold(0, |image, &place| 3 * image + digit(index, place));
        Mirror {
            lower: (0..Self::SPLIT).map(image).collect(),
            upper: (0..size.div_ceil(Self::SPLIT)).map(|upper| image(upper * Self::SPLIT)).collect(),
        }
    }

    fn of(&self, index: usize) -> usize {
        self.lower[index % Self::SPLIT] + self.upper[index / Self::SPLIT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::games::common::processor::Baseline;
    use crate::random::SplitMix64;

    /// Positions with random discs; the feature extraction does not depend on whether they can arise.
    fn positions() -> impl Iterator<Item = Position> {
        let mut random = SplitMix64::new(7);
        (0..200).map(move |_| {
            let filled = random.next() | random.next();
            Position::new(filled & random.next(), filled, Side::X, 0)
        })
    }

    #[test]
    fn the_instances_are_counted_and_cover_the_board() {
        assert_eq!(instances().len(), INSTANCES);
        let covered = instances().iter().fold(0, |set, (_, instance)| set | set_of(instance));
        assert_eq!(covered, !0);
    }

    #[test]
    fn indices_by_rows_are_those_by_squares() {
        let (patterns, instances) = (Patterns::default(), instances());
        for position in positions() {
            let indices = patterns.indices(Baseline, &position);
            for (feature, (shape, instance)) in instances.iter().enumerate() {
                assert_eq!(indices[feature], configuration(instance, position.own(), position.opponent()));
                assert_eq!(patterns.kinds()[feature], *shape);
            }
        }
    }

    #[test]
    fn images_of_a_position_have_the_same_classes() {
        let patterns = Patterns::default();
        let (classes, count) = patterns.classes();
        assert!(classes.iter().all(|&class| (class as usize) < count));
        let of = |position: &Position| {
            let indices = patterns.indices(Baseline, position);
            let class = |feature: usize| classes[patterns.offsets().table_index(&indices, feature)];
            let mut sorted: Vec<_> = (0..FEATURES).map(class).collect();
            sorted.sort_unstable();
            sorted
        };
        for position in positions() {
            for symmetry in 1..8 {
                let image = Position::new(
                    transform(position.own(), symmetry),
                    transform(position.opponent(), symmetry),
                    Side::X,
                    0,
                );
                assert_eq!(of(&image), of(&position));
            }
        }
    }
}
