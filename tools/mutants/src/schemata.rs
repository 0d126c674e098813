//! Sources with all chosen mutants in them, each behind a condition.

use crate::find::Mutant;
use std::ops::Range;

/// The module that the conditions call, in the copy of the engine.
pub const RUNTIME: &str = include_str!("runtime.rs");

/// The variable with the number of the active mutant.
pub const ACTIVE: &str = "QUARTET_MUTANT";

/// The variable with the file to which the numbers of all mutants that are reached are appended.
pub const TRACE: &str = "QUARTET_MUTANT_TRACE";

/// A file with mutants in it.
#[derive(PartialEq, Eq, Debug)]
pub struct Instrumented {
    /// The text.
    pub text: String,
    /// Each mutant's number and where it is in the text.
    pub places: Vec<(usize, Range<usize>)>,
}

/// Puts mutants of one file, with their numbers, into its text. Where one is inside another, the inner one is in the
/// unchanged part of the outer one: no two are ever active at the same time.
pub fn instrument(text: &str, mutants: &[(usize, &Mutant)]) -> Instrumented {
    let mut sorted = mutants.to_vec();
    // An outer mutant comes before those inside it.
    sorted.sort_by_key(|(number, mutant)| (mutant.place.start, std::cmp::Reverse(mutant.place.end), *number));
    let mut result = Instrumented { text: String::new(), places: Vec::new() };
    write(text, 0..text.len(), &sorted, &mut result);
    result
}

/// Appends a part of the text with the mutants inside it.
fn write(text: &str, part: Range<usize>, mut mutants: &[(usize, &Mutant)], result: &mut Instrumented) {
    let mut position = part.start;
    while let Some(((number, mutant), rest)) = mutants.split_first() {
        let place = mutant.place.clone();
        let inside = rest.iter().take_while(|(_, inner)| !place.is_empty() && inner.place.end <= place.end).count();
        result.text.push_str(&text[position..place.start]);
        let start = result.text.len();
        let mut inner = Instrumented { text: String::new(), places: Vec::new() };
        write(text, place.clone(), &rest[..inside], &mut inner);
        let whole = mutant.edit.text(&inner.text, &format!("crate::mutant::is_active({number})"));
        let offset = start + whole.find(&inner.text).unwrap_or_default();
        result.text.push_str(&whole);
        result.places.push((*number, start..result.text.len()));
        result.places.extend(inner.places.into_iter().map(|(number, at)| (number, at.start + offset..at.end + offset)));
        position = place.end;
        mutants = &rest[inside..];
    }
    result.text.push_str(&text[position..part.end]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::mutants;

    #[test]
    fn inner_mutants_are_in_the_unchanged_part() {
        let text = "fn f(a: i8, b: i8) -> bool { a + b < 3 }";
        let found = mutants("x.rs", text).unwrap();
        let numbered: Vec<_> = found.iter().enumerate().filter(|(_, found)| !found.place.is_empty()).collect();
        let result = instrument(text, &numbered);
        let (inner, outer) = ("crate::mutant::is_active(3)", "crate::mutant::is_active(2)");
        let (inner, outer) = if numbered[0].1.change.ends_with("<=") { (inner, outer) } else { (outer, inner) };
        let sum = format!("(if {inner} {{ a - b }} else {{ a + b }})");
        let expected = format!("fn f(a: i8, b: i8) -> bool {{ (if {outer} {{ a + b <= 3 }} else {{ {sum} < 3 }}) }}");
        assert_eq!(result.text, expected);
        for (number, place) in &result.places {
            let part = &result.text[place.clone()];
            assert!(part.starts_with(&format!("(if crate::mutant::is_active({number})")), "{part}");
        }
        syn::parse_file(&result.text).unwrap();
    }

    #[test]
    fn without_mutants_nothing_changes() {
        let text = "fn f() -> bool { !g(1) }";
        assert_eq!(instrument(text, &[]), Instrumented { text: text.into(), places: Vec::new() });
    }
}
