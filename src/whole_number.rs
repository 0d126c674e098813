//! Whole numbers in texts that notations define exactly: `u32::from_str` would also take `+5` and `007`.

use std::str::FromStr;

/// Parses digits without a sign or leading zeros; `None` for anything else, and beyond the range of the type.
pub(crate) fn whole_number<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text == "0" || text.starts_with(|first: char| matches!(first, '1'..='9'));
    text.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn only_one_form_of_a_number_is_read() {
        assert_eq!([whole_number("0"), whole_number("255")], [Some(0_u8), Some(255)]);
        for wrong in ["", "+5", "-5", "00", "07", "256", "5 ", "5x", "\u{664}"] {
            assert_eq!(whole_number::<u8>(wrong), None, "{wrong}");
        }
    }
}
