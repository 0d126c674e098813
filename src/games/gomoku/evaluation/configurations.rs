//! The input features of the network: the configuration of stones around an empty point in one direction. It tells more
//! than the patterns of the row, and less than all stones.
//!
//! A five through a point extends at most four points to either side, and on each side only up to the first obstacle.
//! So each side is one of 57 half lines for both colours, and a configuration is a pair of these.

use crate::games::common::weight_file::checksum;
use crate::games::gomoku::rules::lines::LinePlanes;
use crate::games::gomoku::threats::patterns::half_line_codes;

/// The index of a configuration: the code of the half line below the point times `COLOURED_HALF_LINE_CODES`, plus that
/// of the half line above.
pub type Configuration = u16;

/// The number of points to either side that belong to a configuration.
pub const REACH: u32 = 4;
/// Codes of half lines whose first stone is of `o` start at this number.
const FIRST_O_CODE: u16 = 2 << REACH;
/// The number of codes of half lines.
const COLOURED_HALF_LINE_CODES: u16 = 2 * FIRST_O_CODE;
/// The number of indices of configurations.
pub const CONFIGURATIONS: usize = COLOURED_HALF_LINE_CODES as usize * COLOURED_HALF_LINE_CODES as usize;

/// The code of a half line above the point, by the bit planes of both colours.
static ABOVE: [u8; 1 << (2 * REACH)] = half_line_codes(REACH, false);
/// The code of a half line below the point, by the bit planes of both colours.
static BELOW: [u8; 1 << (2 * REACH)] = half_line_codes(REACH, true);

/// The configuration around the empty point at `bit`.
#[inline]
pub fn around(planes: LinePlanes, bit: u32) -> Configuration {
    let half = |from: u32| planes.window(from, REACH) as usize;
    u16::from(BELOW[half(bit - REACH)]) * COLOURED_HALF_LINE_CODES + u16::from(ABOVE[half(bit + 1)])
}

/// Whether a configuration contains no stone.
pub const fn has_no_stone(configuration: Configuration) -> bool {
    half_has_no_stone(configuration / COLOURED_HALF_LINE_CODES)
        && half_has_no_stone(configuration % COLOURED_HALF_LINE_CODES)
}

/// The mirror image of a configuration.
pub const fn mirrored(configuration: Configuration) -> Configuration {
    configuration % COLOURED_HALF_LINE_CODES * COLOURED_HALF_LINE_CODES + configuration / COLOURED_HALF_LINE_CODES
}

/// A configuration with the colours of all stones swapped.
pub const fn with_swapped_colours(configuration: Configuration) -> Configuration {
    half_with_swapped_colours(configuration / COLOURED_HALF_LINE_CODES) * COLOURED_HALF_LINE_CODES
        + half_with_swapped_colours(configuration % COLOURED_HALF_LINE_CODES)
}

/// The representative of a configuration and its mirror image.
pub const fn canonical(configuration: Configuration) -> Configuration {
    let image = mirrored(configuration);
    if image < configuration { image } else { configuration }
}

/// A checksum of what the indices of configurations mean, for the headers of files.
pub fn fingerprint() -> u64 {
    let meanings: Vec<u8> = (0..CONFIGURATIONS as u16)
        .flat_map(|configuration| [canonical(configuration), with_swapped_colours(configuration)])
        .flat_map(u16::to_le_bytes)
        .collect();
    checksum(&meanings)
}

const fn half_has_no_stone(half: u16) -> bool {
    half.count_ones() == 1 && half < FIRST_O_CODE
}

const fn half_with_swapped_colours(half: u16) -> u16 {
    if half_has_no_stone(half) { half } else { half ^ FIRST_O_CODE }
}
