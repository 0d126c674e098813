//! What the evaluation looks at: shapes of 4 to 10 squares in all their places, numbered by what stands on them, and a
//! few counts. (Patterns with a table look-up each are Michael Buro's, "Experiments with Multi-ProbCut and a new
//! high-quality evaluation function for Othello", 1997.)
//!
//! Must not know: weights, search, sides. A configuration is a number in base 3, the first square of the shape the
//! lowest digit: 0 empty, 1 a disc of the side to move, 2 one of its opponent.

use super::bits::transform;
use super::endgame::odd_quadrants;
use super::kernels::Level;
use super::notation::square_of;
use super::rules::Position;

/// A shape: its name and its squares in one of its places; the others are the images under the board's symmetries.
pub struct Shape {
    /// What it is called in `eval`.
    pub name: &'static str,
    /// The squares of its first place.
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

/// Places of all shapes together.
pub const PLACES: usize = 58;
/// Places with room for whole vectors.
const LANES: usize = 64;
/// More moves than this count as this many.
const MOST_MOVES: u32 = 31;
/// The counts that are looked up like shapes: own moves, the opponent's moves, and odd regions, with what each can be.
const COUNTS: [(&str, usize); 3] =
    [("moves", MOST_MOVES as usize + 1), ("replies", MOST_MOVES as usize + 1), ("parity", 10)];
/// Features of a position: places and counts.
pub const FEATURES: usize = PLACES + COUNTS.len();
/// Kinds of features: shapes and counts.
pub const KINDS: usize = SHAPES.len() + COUNTS.len();

/// The numbers of a board's features.
pub type Numbers = [u16; FEATURES];

/// What the discs in a row add to the numbers of all places.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Lanes([u16; LANES]);

/// The places of all shapes and how their configurations are numbered.
pub struct Patterns {
    /// By row and by the discs in it: what they add if they are the mover's. The opponent's add twice that.
    rows: Box<[[Lanes; 256]; 8]>,
    /// By feature: its kind.
    kinds: [usize; FEATURES],
    /// By kind: how many configurations there are, and where they begin in a table of all of them.
    sizes: [usize; KINDS],
    starts: [usize; KINDS],
}

impl Default for Patterns {
    fn default() -> Self {
        let places = places();
        let mut rows = Box::new([[Lanes([0; LANES]); 256]; 8]);
        for (row, by_discs) in rows.iter_mut().enumerate() {
            for (discs, Lanes(lanes)) in by_discs.iter_mut().enumerate() {
                let discs = (discs as u64) << (8 * row);
                for (lane, (_, place)) in lanes.iter_mut().zip(&places) {
                    *lane = number(place, discs, 0);
                }
            }
        }
        let mut kinds = [0; FEATURES];
        for (index, kind) in kinds.iter_mut().enumerate() {
            *kind = places.get(index).map_or(SHAPES.len() + index.saturating_sub(PLACES), |(shape, _)| *shape);
        }
        let mut sizes = [0; KINDS];
        let shapes = SHAPES.iter().map(|shape| 3_usize.pow(shape.squares.split(' ').count() as u32));
        for (size, known) in sizes.iter_mut().zip(shapes.chain(COUNTS.map(|(_, size)| size))) {
            *size = known;
        }
        let mut starts = [0; KINDS];
        for kind in 1..KINDS {
            starts[kind] = starts[kind - 1] + sizes[kind - 1];
        }
        Patterns { rows, kinds, sizes, starts }
    }
}

impl Patterns {
    /// The numbers of all features of a position.
    #[inline(always)]
    pub fn numbers<L: Level>(&self, level: L, position: &Position) -> Numbers {
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
        let mut numbers = [0; FEATURES];
        numbers[..PLACES].copy_from_slice(&lanes[..PLACES]);
        numbers[PLACES..].copy_from_slice(&counts(level, own, opponent));
        numbers
    }

    /// The kind of each feature.
    pub fn kinds(&self) -> &[usize; FEATURES] {
        &self.kinds
    }

    /// Where the configurations of each kind begin in a table of all of them.
    pub fn starts(&self) -> &[usize; KINDS] {
        &self.starts
    }

    /// How many configurations all kinds have together.
    pub fn total(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// For each configuration of each kind its class: those that are mirror images of each other share one. And how
    /// many classes there are.
    pub fn classes(&self) -> (Vec<u32>, usize) {
        let mut classes = Vec::with_capacity(self.total());
        let mut count = 0;
        for (kind, &size) in self.sizes.iter().enumerate() {
            let mirrors = SHAPES.get(kind).map_or(Vec::new(), |shape| mirrors(&place_of(shape)));
            let mirrors: Vec<_> = mirrors.iter().map(|order| Mirror::new(order, size)).collect();
            let begin = classes.len();
            for number in 0..size {
                let least = mirrors.iter().map(|mirror| mirror.of(number)).min().unwrap_or(number);
                if least < number {
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

/// The name of a kind of features.
pub fn name(kind: usize) -> &'static str {
    let shape = SHAPES.get(kind).map(|shape| shape.name);
    shape.or_else(|| COUNTS.get(kind - SHAPES.len()).map(|count| count.0)).unwrap_or("?")
}

/// Own moves, the opponent's, and the number of odd quadrants (0..=4) with whether the number of empty squares is odd.
#[inline(always)]
fn counts<L: Level>(level: L, own: u64, opponent: u64) -> [u16; 3] {
    let empty = !(own | opponent);
    let moves = |own, opponent| level.mobility(own, opponent).count_ones().min(MOST_MOVES) as u16;
    let odd = odd_quadrants(empty).count_ones() / 16;
    [moves(own, opponent), moves(opponent, own), (odd + 5 * (empty.count_ones() & 1)) as u16]
}

/// The squares of a shape in its first place, in order.
fn place_of(shape: &Shape) -> Vec<u32> {
    shape.squares.split(' ').filter_map(square_of).collect()
}

/// All places with the index of their shape, the places of a shape together.
fn places() -> Vec<(usize, Vec<u32>)> {
    let mut places: Vec<(usize, Vec<u32>)> = Vec::new();
    for (index, shape) in SHAPES.iter().enumerate() {
        let first = place_of(shape);
        for symmetry in 0..8 {
            let image = image(&first, symmetry);
            if !places.iter().any(|(_, known)| set_of(known) == set_of(&image)) {
                places.push((index, image));
            }
        }
    }
    places
}

/// The configuration of a place.
fn number(place: &[u32], own: u64, opponent: u64) -> u16 {
    let digit = |square: u32| (own >> square & 1) + 2 * (opponent >> square & 1);
    place.iter().rev().fold(0, |number, &square| 3 * number + digit(square) as u16)
}

/// A place under a symmetry of the board.
fn image(place: &[u32], symmetry: u8) -> Vec<u32> {
    place.iter().map(|&square| transform(1 << square, symmetry).trailing_zeros()).collect()
}

fn set_of(place: &[u32]) -> u64 {
    place.iter().fold(0, |set, square| set | 1 << square)
}

/// The ways in which a place is mapped to itself, as the order of its squares that results.
fn mirrors(place: &[u32]) -> Vec<Vec<usize>> {
    let images = (0..8).map(|symmetry| image(place, symmetry)).filter(|image| set_of(image) == set_of(place));
    let order = |image: Vec<u32>| {
        image.iter().filter_map(|square| place.iter().position(|own| own == square)).collect::<Vec<_>>()
    };
    images.map(order).collect()
}

/// A configuration's number when its squares have been put into another order: the sum of what its lower and its upper
/// digits contribute.
struct Mirror {
    lower: Vec<usize>,
    upper: Vec<usize>,
}

impl Mirror {
    /// Numbers below this are the lower digits.
    const SPLIT: usize = 243;

    /// For the order of squares that results.
    fn new(order: &[usize], size: usize) -> Mirror {
        let digit = |number: usize, index: usize| number / 3_usize.pow(index as u32) % 3;
        let image = |number: usize| order.iter().rev().fold(0, |image, &index| 3 * image + digit(number, index));
        Mirror {
            lower: (0..Self::SPLIT).map(image).collect(),
            upper: (0..size.div_ceil(Self::SPLIT)).map(|upper| image(upper * Self::SPLIT)).collect(),
        }
    }

    fn of(&self, number: usize) -> usize {
        self.lower[number % Self::SPLIT] + self.upper[number / Self::SPLIT]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::games::common::processor::Any;
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
    fn there_is_a_lane_for_every_place() {
        assert_eq!(places().len(), PLACES);
        let covered = places().iter().fold(0, |set, (_, place)| set | set_of(place));
        assert_eq!(covered, !0);
    }

    #[test]
    fn numbers_by_rows_are_those_by_squares() {
        let (patterns, places) = (Patterns::default(), places());
        for position in positions() {
            let numbers = patterns.numbers(Any, &position);
            for (feature, (shape, place)) in places.iter().enumerate() {
                assert_eq!(numbers[feature], number(place, position.own(), position.opponent()));
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
            let numbers = patterns.numbers(Any, position);
            let class =
                |feature: usize| classes[patterns.starts()[patterns.kinds()[feature]] + usize::from(numbers[feature])];
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
