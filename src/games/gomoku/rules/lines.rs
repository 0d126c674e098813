//! Lines of the board as bit masks: runs of stones, fives, and the points that make five.

use crate::game::Side;

/// The largest board size: with [`MARGIN`] bits on both sides, a line fills 32 bits.
pub const MAX_SIZE: usize = 22;
/// The number of bits below the first point of a line, which are off the board.
pub const MARGIN: u32 = 5;
/// Steps (row, column) of the four directions: right, down, down right, down left.
pub const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Iterates over the indices of set bits in ascending order.
#[inline]
pub fn ones(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit)
    })
}

/// What counts as five in a row for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FiveRule {
    /// Five or more.
    AtLeast,
    /// Exactly five.
    Exactly,
    /// Exactly five, for the side that is subject to renju's fouls, for which two fours in one line are forbidden.
    ExactWithFouls,
}

impl FiveRule {
    /// Whether a run of this length wins.
    pub const fn is_five(self, length: u32) -> bool {
        match self {
            FiveRule::AtLeast => length >= 5,
            FiveRule::Exactly | FiveRule::ExactWithFouls => length == 5,
        }
    }

    /// The rule of the opponent. In renju, `self` must be the rule of the side that is subject to fouls.
    pub const fn opponent(self) -> FiveRule {
        match self {
            FiveRule::Exactly => FiveRule::Exactly,
            FiveRule::AtLeast | FiveRule::ExactWithFouls => FiveRule::AtLeast,
        }
    }
}

/// A line of the board in any direction, as a bit plane for each colour. Bit `MARGIN + k` is the k-th point. Bits off
/// the board are set in both planes, those of empty points in neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePlanes {
    /// The planes of `x` and `o`.
    planes: [u32; 2],
}

impl LinePlanes {
    /// A line without points.
    pub const WALL: LinePlanes = LinePlanes { planes: [!0, !0] };

    /// Makes the point at `bit` an empty point of the board.
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

    /// The line with these planes of `x` and `o`.
    pub const fn new(planes: [u32; 2]) -> LinePlanes {
        LinePlanes { planes }
    }

    /// The bit planes of `length` points from bit `from`, `length` bits each, that of `x` in the lower bits.
    #[inline]
    pub const fn window(self, from: u32, length: u32) -> u32 {
        let mask = (1 << length) - 1;
        let [x, o] = self.planes;
        let both = (x as u64 | (o as u64) << 32) >> from & (mask | mask << 32);
        (both | both >> (32 - length)) as u32
    }

    /// The empty points that are visible from `bit` for either side; see [`SideLine::visible_from`].
    #[inline]
    pub fn empty_visible_from(self, bit: u32, reach: u32) -> u32 {
        let [x, o] = [Side::X, Side::O].map(|side| self.seen_by(side));
        x.empty & (x.visible_from(bit, reach) | o.visible_from(bit, reach))
    }

    /// The line from the perspective of a side.
    pub fn seen_by(self, side: Side) -> SideLine {
        let [own, other] = [self.planes[side.index()], self.planes[side.other().index()]];
        SideLine { own: own & !other, empty: !(own | other) }
    }
}

/// A line from the perspective of one side. Bits that are neither `own` nor `empty` are obstacles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideLine {
    /// Stones of the side.
    pub own: u32,
    /// Empty points.
    pub empty: u32,
}

impl SideLine {
    /// This line with a friendly stone at `bit`.
    pub const fn with(self, bit: u32) -> SideLine {
        SideLine { own: self.own | 1 << bit, empty: self.empty & !(1 << bit) }
    }

    /// This line with an opponent's stone at `bit`.
    pub const fn with_obstacle(self, bit: u32) -> SideLine {
        SideLine { own: self.own & !(1 << bit), empty: self.empty & !(1 << bit) }
    }

    /// Whether the point at `bit` is empty.
    pub const fn is_empty(self, bit: u32) -> bool {
        self.empty >> bit & 1 != 0
    }

    /// The nearest bits below and above `bit` without a friendly stone: the ends of the run through `bit`, at which a
    /// friendly stone is assumed.
    pub const fn ends(self, bit: u32) -> (u32, u32) {
        let below = (self.own << (32 - bit)).leading_ones();
        let above = (self.own >> (bit + 1)).trailing_ones();
        (bit - 1 - below, bit + 1 + above)
    }

    /// The points at most `reach` steps from `bit` without an obstacle in between: those whose patterns a stone of
    /// either side at `bit` changes.
    pub const fn visible_from(self, bit: u32, reach: u32) -> u32 {
        let open = self.own | self.empty;
        let below = (open << (32 - bit)).leading_ones();
        let above = (open >> (bit + 1)).trailing_ones();
        let below = if below < reach { below } else { reach };
        let above = if above < reach { above } else { reach };
        ((1 << (below + above + 1)) - 1) << (bit - below)
    }

    /// The length of the run through `bit`, at which a friendly stone is assumed.
    pub const fn length(self, bit: u32) -> u32 {
        let (low, high) = self.ends(bit);
        high - low - 1
    }

    /// Whether a friendly stone at the empty point `bit` makes five.
    pub const fn completes(self, bit: u32, rule: FiveRule) -> bool {
        self.is_empty(bit) && rule.is_five(self.length(bit))
    }

    /// The points below and above `bit` that make a five with the friendly stone at `bit`. On each side only the end of
    /// the run can, because a five has no gap.
    pub fn five_points(self, bit: u32, rule: FiveRule) -> [Option<u32>; 2] {
        let (low, high) = self.ends(bit);
        [low, high].map(|end| self.completes(end, rule).then_some(end))
    }

    /// Whether the friendly stone at `bit` is part of an open four: an unbroken four that makes five at both ends.
    pub fn is_open_four(self, bit: u32, rule: FiveRule) -> bool {
        self.length(bit) == 4 && self.five_points(bit, rule).iter().all(Option::is_some)
    }
}
