//! The header of a WTHOR file.

/// The size of a header, in bytes.
pub(super) const SIZE: usize = 16;

/// The header of a file of games or names. Numbers are little-endian.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Header {
    /// The date of the file: year, month, day; zeros if it is unknown.
    pub(super) date: (u16, u8, u8),
    /// The number of games.
    pub(super) games: u32,
    /// The number of names.
    pub(super) names: u16,
    /// The year in which the games were played; 0 if it is unknown.
    pub(super) year: u16,
    /// The squares on a side of the board: 8 or 10, where old files have 0 for 8.
    pub(super) board_size: u8,
    /// 0 for games, 1 for solitaires.
    pub(super) kind: u8,
    /// The number of empty squares from which the theoretical scores were calculated; 0 if it is unknown.
    pub(super) depth: u8,
}

impl Header {
    /// The header in these bytes.
    pub(super) fn read(bytes: &[u8; SIZE]) -> Self {
        let [century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, board_size, kind, depth, _] = *bytes;
        Header {
            date: (100 * u16::from(century) + u16::from(year), month, day),
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            board_size,
            kind,
            depth,
        }
    }

    /// The bytes of the header. A year of its date after 25599 is written as 0.
    pub(super) fn bytes(&self) -> [u8; SIZE] {
        let (year, month, day) = self.date;
        let century = u8::try_from(year / 100);
        let year = if century.is_ok() { (year % 100) as u8 } else { 0 };
        let [g0, g1, g2, g3] = self.games.to_le_bytes();
        let ([n0, n1], [y0, y1]) = (self.names.to_le_bytes(), self.year.to_le_bytes());
        let century = century.unwrap_or_default();
        [century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, self.board_size, self.kind, self.depth, 0]
    }
}
