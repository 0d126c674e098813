//! A position of the endgame solver: two bitboards.

/// The discs of the player to move and of the opponent.
#[derive(Clone, Copy, Default)]
pub(super) struct Board {
    pub own: u64,
    pub opponent: u64,
}

impl Board {
    /// The empty squares.
    #[inline(always)]
    pub(super) fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The board after a pass.
    #[inline(always)]
    pub(super) fn passed(self) -> Board {
        Board { own: self.opponent, opponent: self.own }
    }

    /// The board after a move to the square `bit` that flips `flipped`.
    #[inline(always)]
    pub(super) fn after(self, bit: u64, flipped: u64) -> Board {
        Board { own: self.opponent ^ flipped, opponent: self.own ^ flipped ^ bit }
    }

    /// The final disc difference if the game ended here; empty squares count for the winner.
    #[inline(always)]
    pub(super) fn margin(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        difference + difference.signum() * self.empty().count_ones() as i32
    }
}
