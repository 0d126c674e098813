//! Rows of the board as bit strings, and what stones in one row mean: runs, fives, the points that make five.
//!
//! Must not know: whole positions, whose turn it is, fouls, opinions on how good a row is.

use crate::game::Side;

/// Largest board: with [`MARGIN`] on both sides a row fills 32 bits exactly.
pub const MAX_SIZE: usize = 22;
/// Bits below the first point of a row; they are off the board.
pub const MARGIN: u32 = 5;
/// Steps (row, column) of the four directions: along a row, down a column, down right, down left.
pub const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The numbers of the bits that are set, lowest first.
#[inline]
pub fn ones(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit)
    })
}

/// What counts as five in a row for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FiveRule {
    /// Five or more.
    AtLeast,
    /// Five, no more.
    Exactly,
    /// Five, no more, and the colour is subject to renju's fouls: two fours in one row are worth nothing to it.
    Fouls,
}

impl FiveRule {
    /// Whether a run of this length wins.
    pub const fn is_five(self, length: u32) -> bool {
        match self {
            FiveRule::AtLeast => length >= 5,
            FiveRule::Exactly | FiveRule::Fouls => length == 5,
        }
    }

    /// What counts for the opponent; asked of the colour that has fouls, if one has.
    pub const fn opponent(self) -> FiveRule {
        match self {
            FiveRule::Exactly => FiveRule::Exactly,
            FiveRule::AtLeast | FiveRule::Fouls => FiveRule::AtLeast,
        }
    }
}

/// One row of the board in any direction: a bit plane for each colour. Bit `MARGIN + k` is the k-th point; what lies
/// off the board is set in both planes, an empty point in neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The planes of `x` and `o`.
    planes: [u32; 2],
}

impl Row {
    /// A row without any point.
    pub const WALL: Row = Row { planes: [!0, !0] };

    /// Opens the point at `bit`, or empties it.
    pub fn clear(&mut self, bit: u32) {
        for plane in &mut self.planes {
            *plane &= !(1 << bit);
        }
    }

    /// Puts a stone on the empty point at `bit`.
    pub fn put(&mut self, bit: u32, side: Side) {
        self.planes[side.index()] |= 1 << bit;
    }

    /// The stone at `bit`.
    pub fn stone(self, bit: u32) -> Option<Side> {
        match self.planes.map(|plane| plane >> bit & 1) {
            [1, 0] => Some(Side::X),
            [0, 1] => Some(Side::O),
            _ => None,
        }
    }

    /// The row with these planes of `x` and `o`.
    pub const fn of_planes(planes: [u32; 2]) -> Row {
        Row { planes }
    }

    /// The planes of the `length` points from the bit `from` on, that of `x` in the lower `length` bits.
    #[inline]
    pub const fn window(self, from: u32, length: u32) -> u32 {
        let mask = (1 << length) - 1;
        let [x, o] = self.planes;
        let both = (x as u64 | (o as u64) << 32) >> from & (mask | mask << 32);
        (both | both >> (32 - length)) as u32
    }

    /// The empty points that either colour sees from `bit`; see [`Line::seen_from`].
    #[inline]
    pub fn empty_seen_from(self, bit: u32, reach: u32) -> u32 {
        let [x, o] = [Side::X, Side::O].map(|side| self.seen_by(side));
        x.empty & (x.seen_from(bit, reach) | o.seen_from(bit, reach))
    }

    /// The row as one colour sees it.
    pub fn seen_by(self, side: Side) -> Line {
        let [own, other] = [self.planes[side.index()], self.planes[side.other().index()]];
        Line { own: own & !other, empty: !(own | other) }
    }
}

/// A row as one colour sees it; what is neither `own` nor `empty` is in its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Stones of the colour.
    pub own: u32,
    /// Empty points.
    pub empty: u32,
}

impl Line {
    /// The line with a further own stone at `bit`.
    pub const fn with(self, bit: u32) -> Line {
        Line { own: self.own | 1 << bit, empty: self.empty & !(1 << bit) }
    }

    /// The line with a stone of the other colour at `bit`.
    pub const fn without(self, bit: u32) -> Line {
        Line { own: self.own & !(1 << bit), empty: self.empty & !(1 << bit) }
    }

    /// Whether the point at `bit` is empty.
    pub const fn is_empty(self, bit: u32) -> bool {
        self.empty >> bit & 1 != 0
    }

    /// The nearest bits below and above `bit` that are not own: the ends of the run through a stone at `bit`, which
    /// counts as own.
    pub const fn ends(self, bit: u32) -> (u32, u32) {
        let below = (self.own << (32 - bit)).leading_ones();
        let above = (self.own >> (bit + 1)).trailing_ones();
        (bit - 1 - below, bit + 1 + above)
    }

    /// The points up to `reach` steps from `bit` with nothing in the way between: what a stone at `bit` of either
    /// colour changes for this one.
    pub const fn seen_from(self, bit: u32, reach: u32) -> u32 {
        let open = self.own | self.empty;
        let below = (open << (32 - bit)).leading_ones();
        let above = (open >> (bit + 1)).trailing_ones();
        let below = if below < reach { below } else { reach };
        let above = if above < reach { above } else { reach };
        ((1 << (below + above + 1)) - 1) << (bit - below)
    }

    /// Length of the run through a stone at `bit`, which counts as own.
    pub const fn length(self, bit: u32) -> u32 {
        let (low, high) = self.ends(bit);
        high - low - 1
    }

    /// Whether an own stone at the empty point `bit` makes five.
    pub const fn completes(self, bit: u32, rule: FiveRule) -> bool {
        self.is_empty(bit) && rule.is_five(self.length(bit))
    }

    /// The points below and above `bit` that make five together with the own stone at `bit`. There is at most one on
    /// each side, the end of the run: a five that reached beyond would leave a gap at it.
    pub fn five_points(self, bit: u32, rule: FiveRule) -> [Option<u32>; 2] {
        let (low, high) = self.ends(bit);
        [low, high].map(|end| self.completes(end, rule).then_some(end))
    }

    /// Whether the own stone at `bit` belongs to a straight four: an unbroken four that makes five at both ends.
    pub fn straight_four(self, bit: u32, rule: FiveRule) -> bool {
        self.length(bit) == 4 && self.five_points(bit, rule).iter().all(Option::is_some)
    }
}
