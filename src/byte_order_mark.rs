//! The byte order mark that some editors and shells write at the start of a UTF-8 file.

/// U+FEFF in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The input without its byte order mark, if it has one. Only for the very start of an input: elsewhere the mark is an
/// ordinary character.
pub fn strip_byte_order_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start)
}
