//! What lies around an empty point in one direction, as a number: more than its patterns say, and less than all stones.
//!
//! Four points to either side of a stone can belong to a five with it, and on each side nothing counts beyond the first
//! point that is in the way. So a side is one of 57 half rows for both colours, and a configuration is a pair of them.
//!
//! Must not know: positions, what configurations are worth.

use crate::games::gomoku::rules::lines::Row;
use crate::games::gomoku::threats::patterns::halves;

/// The number of a configuration: the half row below the point times `SIDES`, and the one above it.
pub type Configuration = u16;

/// Points to either side that are looked at.
pub const REACH: u32 = 4;
/// Numbers of half rows that show stones of `o` are this and more.
const OTHER: u16 = 2 << REACH;
/// Numbers of half rows are below this.
const SIDES: u16 = 2 * OTHER;
/// Numbers of configurations are below this.
pub const CONFIGURATIONS: usize = SIDES as usize * SIDES as usize;

static ABOVE: [u8; 1 << (2 * REACH)] = halves(REACH, false);
static BELOW: [u8; 1 << (2 * REACH)] = halves(REACH, true);

/// What lies around the empty point at `bit`.
#[inline]
pub fn around(row: Row, bit: u32) -> Configuration {
    let half = |from: u32| row.window(from, REACH) as usize;
    u16::from(BELOW[half(bit - REACH)]) * SIDES + u16::from(ABOVE[half(bit + 1)])
}

/// Whether it shows no stone.
pub const fn is_bare(configuration: Configuration) -> bool {
    is_bare_half(configuration / SIDES) && is_bare_half(configuration % SIDES)
}

/// The same seen from the other end of the row.
pub const fn mirrored(configuration: Configuration) -> Configuration {
    configuration % SIDES * SIDES + configuration / SIDES
}

/// The same with all stones of the other colour.
pub const fn recoloured(configuration: Configuration) -> Configuration {
    recoloured_half(configuration / SIDES) * SIDES + recoloured_half(configuration % SIDES)
}

/// The one of the two ways to see it that stands for both.
pub const fn canonical(configuration: Configuration) -> Configuration {
    let other = mirrored(configuration);
    if other < configuration { other } else { configuration }
}

const fn is_bare_half(half: u16) -> bool {
    half.count_ones() == 1 && half < OTHER
}

const fn recoloured_half(half: u16) -> u16 {
    if is_bare_half(half) { half } else { half ^ OTHER }
}
