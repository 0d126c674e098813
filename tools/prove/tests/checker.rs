//! The checker of certificates in Python: its own tests, and what it says of the certificate.

use std::process::Command;

/// Runs Python in the folder of this package, and returns what it printed. `None` if there is no Python of at least
/// version 3.9.
fn python(arguments: &[&str], boards: &str) -> Option<String> {
    let version = ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"];
    if !Command::new("python3").args(version).status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no Python 3.9 or later");
        return None;
    }
    let mut command = Command::new("python3");
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env("QUARTET_BOARDS", boards);
    let output = command.output().expect("Python starts");
    let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    println!("{text}{errors}");
    assert!(output.status.success(), "{text}{errors}");
    Some(text)
}

const UNIT_TESTS: [&str; 6] = ["-B", "-m", "unittest", "discover", "-s", "tests"];

#[test]
fn the_checker_passes_its_tests() {
    python(&UNIT_TESTS, "40");
}

#[test]
#[ignore = "minutes: thousands of families of boards against a naive replay"]
fn the_checker_passes_many_tests() {
    python(&UNIT_TESTS, "600");
}

#[test]
#[ignore = "minutes: checks 200 positions of the certificate, and a class completely"]
fn the_checker_accepts_the_certificate() {
    for (units, found) in [(["--units", "200"], "checked 200 of "), (["--class", "o15"], "(o15.txt)")] {
        let text = python(&["-B", "check_certificate.py", "freestyle-15", units[0], units[1]], "0");
        assert!(text.is_none_or(|text| text.contains(found)));
    }
}
