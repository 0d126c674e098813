//! Checking a certificate: `quartet verify FOLDER`.

use crate::games::gomoku::certificate::class_proof::ClassProof;
use crate::games::gomoku::certificate::folder::{check_class, read_class, read_manifest};
use crate::games::gomoku::certificate::manifest::{Class, Manifest};
use crate::games::gomoku::rules::notation::write_point;
use crate::search::stop::StopToken;
use std::io::IsTerminal;
use std::path::Path;

/// Checks a certificate by the rules alone; `print` gets each line of output. Returns whether it is right and complete.
pub(super) fn check(folder: &Path, threads: usize, print: &mut dyn FnMut(&str)) -> Result<bool, String> {
    let manifest = read_manifest(folder)?;
    print("class   nodes attacks plies  check");
    let mut wrong = 0;
    for class in &manifest.classes {
        let (reply, content) = (write_point(class.reply), class.content);
        let checked = check_file(folder, &manifest, class, threads);
        let result = checked.as_ref().map_or_else(|what| format!("error: {what}"), |_| "right".into());
        print(&format!("{reply:>5} {:>7} {:>7} {:>5}  {result}", content.nodes, content.attacks, content.plies));
        wrong += usize::from(checked.is_err());
    }
    let (right, open) = (manifest.classes.len() - wrong, manifest.open.len());
    print(&format!("total {right} classes verified, {wrong} wrong, {open} open"));
    let is_proven = wrong == 0 && open == 0;
    if is_proven {
        print(&manifest.claim());
    }
    Ok(is_proven)
}

/// Checks the file of a class.
fn check_file(folder: &Path, manifest: &Manifest, class: &Class, threads: usize) -> Result<(), String> {
    let proof: ClassProof = read_class(folder, manifest, class)?;
    let (name, count) = (class.file_name(), proof.nodes.len());
    let shows_progress = std::io::stderr().is_terminal();
    let progress = |checked: usize| {
        if shows_progress {
            eprint!("\r{name}: {checked} of {count} nodes\x1b[K");
        }
    };
    let plies = check_class(&proof, threads, &StopToken::default(), &progress);
    if shows_progress {
        eprint!("\r\x1b[K");
    }
    match plies {
        Ok(plies) if plies == class.content.plies => Ok(()),
        Ok(plies) => Err(format!("{name}: the longest line has {plies} plies")),
        Err(what) => Err(format!("{name}: {what}")),
    }
}
