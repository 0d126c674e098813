//! Counting the discs that the last move of the game flips, by gathering each line through the square into a byte
//! (BMI2).
//!
//! Must not know: who asks, whether the processor has the instructions.

use std::arch::x86_64::_pext_u64;

/// The lines through a square that must be gathered, and the square's place on each; the row is one already.
struct Lines {
    column: u64,
    falling: u64,
    rising: u64,
    on_falling: u8,
    on_rising: u8,
}

/// By square.
static LINES: [Lines; 64] = {
    let mut lines = [const { Lines { column: 0, falling: 0, rising: 0, on_falling: 0, on_rising: 0 } }; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let mut other = 0;
        let mut line = Lines { column: 0x0101_0101_0101_0101 << x, falling: 0, rising: 0, on_falling: 0, on_rising: 0 };
        while other < 64 {
            let (u, v) = (other % 8, other / 8);
            if u + y == v + x {
                line.falling |= 1 << other;
                line.on_falling += (other < square) as u8;
            }
            if u + v == x + y {
                line.rising |= 1 << other;
                line.on_rising += (other < square) as u8;
            }
            other += 1;
        }
        lines[square] = line;
        square += 1;
    }
    lines
};

/// By place on a line and the player's discs on it: the discs flipped. All other squares are the opponent's, also those beyond
/// the end of a short line, where they change nothing, as no disc of the player stands behind them.
static FLIPPED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, own) = (index / 256, index % 256);
        let mut above = place + 1;
        while above < 8 && own >> above & 1 == 0 {
            above += 1;
        }
        let mut below = 0;
        while below < place && own >> (place - below - 1) & 1 == 0 {
            below += 1;
        }
        let up = if above < 8 { above - place - 1 } else { 0 };
        let down = if below < place { below } else { 0 };
        table[place][own] = (up + down) as u8;
        index += 1;
    }
    table
};

/// See [`super::Level::last_flips`].
#[inline]
#[target_feature(enable = "bmi2")]
pub fn flips(own: u64, square: u32) -> u32 {
    let square = square as usize & 63;
    let (x, y) = (square & 7, square >> 3);
    let Lines { column, falling, rising, on_falling, on_rising } = LINES[square];
    let along = |place: usize, discs: u64| u32::from(FLIPPED[place & 7][discs as usize & 255]);
    along(x, own >> (8 * y))
        + along(y, _pext_u64(own, column))
        + along(usize::from(on_falling), _pext_u64(own, falling))
        + along(usize::from(on_rising), _pext_u64(own, rising))
}
