//! The leaf solver: finishes positions with few empty squares exactly, alone and without a table.
//!
//! All search below is with null windows in discs; an open window is answered by halving it. The more squares are
//! empty, the more care is taken about the order of moves: those that leave few replies first ("fastest first"), then
//! those into regions with an odd number of empty squares ("parity"), and the last two squares are counted out in
//! place (the stages of Richard Delorme's and Gunnar Andersson's solvers).
//!
//! Must not know: the core, tables, the evaluation. The processor is looked at once, in [`Processor::detect`]; below
//! that every level is the same source, compiled once for any processor and once for newer ones.

use super::bits::{CORNERS, flips, mobility, spread, squares};
use super::rules::Position;
use super::stability::stable;
use crate::score::{Score, Window};
use crate::search::control::{Stopped, Watch};

/// From this many empty squares on, moves are sorted by the replies they leave,
const SORTED_FROM: u32 = 7;
/// up to this many, for which the list has room.
const SORTED_TO: u32 = 16;
/// From this many empty squares on, stable discs are counted where they may refute.
const STABILITY_FROM: u32 = 5;

/// Which instructions the solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// Those of every processor that the program is built for.
    Any,
    /// Those of x86-64-v3, such as bit counts.
    #[cfg(target_arch = "x86_64")]
    V3(Checked),
}

/// Witness that the processor has been asked; only [`Processor::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked(());

impl Processor {
    /// The best that this machine has.
    pub fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx2")
        {
            return Processor::V3(Checked(()));
        }
        Processor::Any
    }
}

/// The exact value of a position from the side to move, fail-soft in the given window.
pub fn solve(processor: Processor, position: &Position, window: Window, watch: &mut Watch) -> Result<Score, Stopped> {
    // A margin of d discs scores 100·d: it exceeds alpha when d > floor(alpha / 100) and reaches beta when
    // d >= ceil(beta / 100).
    let alpha = i32::from(window.alpha.0).div_euclid(100);
    let beta = -(-i32::from(window.beta.0)).div_euclid(100);
    let (mut least, mut most) = (-64, 64);
    while least < most && least < beta && most > alpha {
        let middle = ((least + most) / 2).clamp(alpha.max(least), (beta - 1).min(most - 1));
        let value = match processor {
            Processor::Any => Any::node(position.own(), position.opponent(), middle, watch)?,
            #[cfg(target_arch = "x86_64")]
            Processor::V3(Checked(())) => V3::node(position.own(), position.opponent(), middle, watch)?,
        };
        if value > middle {
            least = value;
        } else {
            most = value;
        }
    }
    Ok(Score::cp(100 * if least >= beta { least } else { most }))
}

/// A copy of the solver for some processors.
trait Level {
    /// Whether the value of a position exceeds `alpha` discs, and by how much at least, or what it is at most.
    fn node(own: u64, opponent: u64, alpha: i32, watch: &mut Watch) -> Result<i32, Stopped>;
}

/// The copy for all processors.
struct Any;

impl Level for Any {
    fn node(own: u64, opponent: u64, alpha: i32, watch: &mut Watch) -> Result<i32, Stopped> {
        node::<Any>(own, opponent, alpha, watch)
    }
}

/// The copy for processors with the instructions of x86-64-v3.
#[cfg(target_arch = "x86_64")]
struct V3;

#[cfg(target_arch = "x86_64")]
impl Level for V3 {
    #[inline(always)]
    fn node(own: u64, opponent: u64, alpha: i32, watch: &mut Watch) -> Result<i32, Stopped> {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
        fn with_features(own: u64, opponent: u64, alpha: i32, watch: &mut Watch) -> Result<i32, Stopped> {
            node::<V3>(own, opponent, alpha, watch)
        }
        // SAFETY: this level is entered only by `solve` with a `Checked`, which proves that the processor has them.
        unsafe { with_features(own, opponent, alpha, watch) }
    }
}

/// A node with any number of empty squares.
#[inline(always)]
fn node<L: Level>(own: u64, opponent: u64, alpha: i32, watch: &mut Watch) -> Result<i32, Stopped> {
    let empty = !(own | opponent);
    let empties = empty.count_ones();
    if empties <= 2 {
        return Ok(few(own, opponent, alpha, empty));
    }
    watch.tick()?;
    if empties >= STABILITY_FROM {
        // Counted only where it would help even if all the opponent's discs were stable.
        let bound = |discs: u64| 64 - 2 * discs.count_ones() as i32;
        if bound(opponent) <= alpha {
            let most = bound(stable(opponent, own | opponent));
            if most <= alpha {
                return Ok(most);
            }
        }
    }
    let moves = mobility(own, opponent);
    if moves == 0 {
        if mobility(opponent, own) == 0 {
            return Ok(margin(own, opponent));
        }
        return Ok(-L::node(opponent, own, -alpha - 1, watch)?);
    }
    match empties {
        SORTED_FROM..=SORTED_TO => sorted::<L>(own, opponent, alpha, moves, watch),
        _ => by_parity::<L>(own, opponent, alpha, moves, watch),
    }
}

/// Tries the moves in the order of the replies they leave.
#[inline(always)]
fn sorted<L: Level>(own: u64, opponent: u64, alpha: i32, moves: u64, watch: &mut Watch) -> Result<i32, Stopped> {
    let odd = odd_quadrants(!(own | opponent));
    let mut list = [(0, 0, 0); SORTED_TO as usize];
    let mut count = 0;
    for (square, slot) in squares(moves).zip(&mut list) {
        let bit = 1 << square;
        let flipped = flips(own, opponent, square);
        let (own, opponent) = (opponent ^ flipped, own ^ flipped ^ bit);
        *slot = (effort(own, opponent, bit, odd), own, opponent);
        count += 1;
    }
    let list = &mut list[..count];
    let mut best = -64;
    for first in 0..count {
        for other in first + 1..count {
            if list[other].0 < list[first].0 {
                list.swap(first, other);
            }
        }
        let (_, own, opponent) = list[first];
        let value = -L::node(own, opponent, -alpha - 1, watch)?;
        if value > best {
            best = value;
            if best > alpha {
                break;
            }
        }
    }
    Ok(best)
}

/// How much work a move is likely to leave, 0 to about 150: `own` and `opponent` as they are after it for the player
/// who answers, `bit` the square moved to, `odd` the odd quadrants before it.
#[inline(always)]
pub fn effort(own: u64, opponent: u64, bit: u64, odd: u64) -> u32 {
    let replies = mobility(own, opponent);
    // A reply in a corner counts twice; odd regions and own corners decide between near equals.
    let parity = 2 * u32::from(odd & bit == 0);
    let corner = 3 * u32::from(CORNERS & bit == 0);
    4 * (replies.count_ones() + (replies & CORNERS).count_ones()) + parity + corner
}

/// Tries the moves into odd quadrants first.
#[inline(always)]
fn by_parity<L: Level>(own: u64, opponent: u64, alpha: i32, moves: u64, watch: &mut Watch) -> Result<i32, Stopped> {
    let odd = odd_quadrants(!(own | opponent));
    let mut best = -64;
    for group in [moves & odd, moves & !odd] {
        for square in squares(group) {
            let flipped = flips(own, opponent, square);
            let value = -L::node(opponent ^ flipped, own ^ flipped ^ (1 << square), -alpha - 1, watch)?;
            if value > best {
                best = value;
                if best > alpha {
                    return Ok(best);
                }
            }
        }
    }
    Ok(best)
}

/// The quadrants of 4x4 squares with an odd number of squares of the set.
#[inline(always)]
pub fn odd_quadrants(set: u64) -> u64 {
    let mut parity = set ^ (set >> 1);
    parity ^= parity >> 2;
    parity ^= parity >> 8;
    parity ^= parity >> 16;
    // Now the lowest square of each quadrant has its parity; the factor fills the quadrant with it.
    (parity & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// At most two empty squares.
#[inline(always)]
fn few(own: u64, opponent: u64, alpha: i32, empty: u64) -> i32 {
    match empty.count_ones() {
        0 => margin(own, opponent),
        1 => last(own, empty.trailing_zeros()),
        _ => last_two(own, opponent, alpha, empty),
    }
}

/// Two empty squares: whoever can moves, then the last square is counted out.
#[inline(always)]
fn last_two(own: u64, opponent: u64, alpha: i32, empty: u64) -> i32 {
    match try_two(own, opponent, alpha, empty) {
        Some(value) => value,
        None => try_two(opponent, own, -alpha - 1, empty).map_or_else(|| margin(own, opponent), |value| -value),
    }
}

/// The value of moving to one of two empty squares, `None` where there is no move.
#[inline(always)]
fn try_two(own: u64, opponent: u64, alpha: i32, empty: u64) -> Option<i32> {
    let mut best = None;
    for square in squares(empty & spread(opponent)) {
        let flipped = flips(own, opponent, square);
        if flipped != 0 {
            let value = -last(opponent ^ flipped, (empty ^ (1 << square)).trailing_zeros());
            best = best.max(Some(value));
            if value > alpha {
                break;
            }
        }
    }
    best
}

/// The value with one empty square for the player of `own`, who moves there, or else the opponent, or else nobody.
#[inline(always)]
fn last(own: u64, square: u32) -> i32 {
    let opponent = !(own | (1 << square));
    // The difference is odd, for 63 discs are on the board.
    let difference = 2 * own.count_ones() as i32 - 63;
    let flipped = flips(own, opponent, square).count_ones() as i32;
    if flipped != 0 {
        return difference + 2 * flipped + 1;
    }
    let flipped = flips(opponent, own, square).count_ones() as i32;
    if flipped != 0 { difference - 2 * flipped - 1 } else { difference + difference.signum() }
}

/// Final disc difference, empties to the winner.
#[inline(always)]
fn margin(own: u64, opponent: u64) -> i32 {
    let difference = own.count_ones() as i32 - opponent.count_ones() as i32;
    difference + difference.signum() * (!(own | opponent)).count_ones() as i32
}
