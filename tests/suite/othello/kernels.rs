//! The routines of every processor level that this machine supports against the portable ones.

use super::random_game;
use quartet::games::common::processor::Processor;
use quartet::games::othello::bitboard;
use quartet::games::othello::kernels::Level;
use quartet::random::SplitMix64;

/// All routines on one board.
fn compare<L: Level>(level: L, own: u64, opponent: u64) {
    assert_eq!(level.legal_moves(own, opponent), bitboard::legal_moves(own, opponent), "{own:x} {opponent:x}");
    for square in bitboard::squares(!(own | opponent)) {
        let flipped = bitboard::flips(own, opponent, square);
        assert_eq!(level.flips(own, opponent, square), flipped, "{own:x} {opponent:x} {square}");
    }
    // The board with all squares but one filled.
    let square = (own ^ opponent).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
    let own = own & !(1 << square);
    let opponent = !(own | 1 << square);
    let flipped = [(own, opponent), (opponent, own)].map(|(a, b)| bitboard::flips(a, b, square as u32).count_ones());
    assert_eq!(level.count_last_flips(own, square as u32), flipped, "{own:x} {square}");
}

fn compare_on_every_level(own: u64, opponent: u64) {
    for processor in Processor::levels() {
        match processor {
            Processor::Baseline(level) => compare(level, own, opponent),
            #[cfg(target_arch = "x86_64")]
            Processor::V3(level) => compare(level, own, opponent),
            #[cfg(target_arch = "x86_64")]
            Processor::V4(level) => compare(level, own, opponent),
        }
    }
}

#[test]
fn every_level_agrees_in_games() {
    let mut random = SplitMix64::new(11);
    for _ in 0..300 {
        for position in random_game(&mut random) {
            compare_on_every_level(position.own(), position.opponent());
        }
    }
}

#[test]
fn every_level_agrees_on_random_boards() {
    let mut random = SplitMix64::new(12);
    for round in 0..100_000 {
        let (own, filled) = match round % 4 {
            0 => (random.next(), random.next() | random.next()),
            1 => (random.next() & random.next(), !0 ^ 1 << random.below(64)),
            2 => (random.next() & random.next() & random.next(), random.next() | random.next() | random.next()),
            _ => (random.next() | random.next(), random.next()),
        };
        compare_on_every_level(own & filled, !own & filled);
    }
}
