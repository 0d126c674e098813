//! A certificate in a folder: opened, and checked by several threads.

use super::check::check_node;
use super::class_proof::{ClassProof, ReadAttack};
use super::manifest::{Class, Content, FILE_NAME, Manifest};
use crate::games::gomoku::solvers::verify::ProofError;
use crate::search::stop::{StopToken, Watch};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// A manifest is not read if it has more bytes than this.
const MAX_MANIFEST_BYTES: u64 = 1 << 20;

/// Reads the manifest of a certificate.
pub fn read_manifest(folder: &Path) -> Result<Manifest, String> {
    Manifest::read(&read_file(&folder.join(FILE_NAME), MAX_MANIFEST_BYTES)?)
        .map_err(|what| format!("{FILE_NAME}: {what}"))
}

/// Reads the file of a class, and checks that it is as the manifest describes it, except for the plies, which only
/// [`check_class`] finds, and the hash.
pub fn read_class<A: ReadAttack>(folder: &Path, manifest: &Manifest, class: &Class) -> Result<ClassProof<A>, String> {
    let name = class.file_name();
    let text = read_file(&folder.join(&name), class.content.bytes as u64)?;
    let proof = ClassProof::read_as(manifest.rules, &text).map_err(|what| format!("{name}: {what}"))?;
    let (nodes, attacks, bytes) = (proof.nodes.len(), proof.attacks.len(), text.len());
    if (Content { nodes, attacks, bytes, ..class.content }) != class.content {
        return Err(format!("{name}: {nodes} nodes, {attacks} attacks, {bytes} bytes, unlike the manifest"));
    }
    match proof.nodes.last() {
        Some(node) if node.position.board() == manifest.position(class.reply).board() => Ok(proof),
        _ => Err(format!("{name}: the last node is not the position of the class")),
    }
}

/// The text of a file, unless it has more than `most` bytes.
fn read_file(path: &Path, most: u64) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    if std::fs::metadata(path).map_err(unreadable)?.len() > most {
        return Err(format!("{} has more than {most} bytes", path.display()));
    }
    std::fs::read_to_string(path).map_err(unreadable)
}

/// Checks all nodes of a class by the rules with this many threads, and calls `progress` with the number of nodes
/// checked now and then. Returns the plies of the longest line; the error names the node.
pub fn check_class(
    proof: &ClassProof,
    threads: usize,
    stop: &StopToken,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<u16, String> {
    let checked: Vec<OnceLock<(u16, Vec<usize>)>> = proof.nodes.iter().map(|_| OnceLock::new()).collect();
    let (next, failed) = (AtomicUsize::new(0), OnceLock::new());
    let work = || {
        let mut watch = Watch::new(stop.clone(), Arc::default(), None);
        while failed.get().is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = checked.get(index) else { break };
            match check_node(proof, index, &mut watch) {
                Ok(found) => {
                    let _ = slot.set(found);
                    progress(index + 1);
                }
                Err(error) => {
                    let _ = failed.set(describe(index, error));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            // This thread works, too, so that none of the others is needed.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    match failed.into_inner() {
        Some(error) => Err(error),
        None => longest_line(checked.into_iter().filter_map(OnceLock::into_inner)),
    }
}

fn describe(index: usize, error: ProofError) -> String {
    match error {
        ProofError::Wrong(what) => format!("node @n{index}: {what}"),
        ProofError::Stopped => "stopped".into(),
    }
}

/// The plies of the last node, from those that each node has by itself and the earlier nodes that it leads to.
fn longest_line(nodes: impl Iterator<Item = (u16, Vec<usize>)>) -> Result<u16, String> {
    let mut plies: Vec<u16> = Vec::new();
    for (own, earlier) in nodes {
        let longest = earlier.iter().filter_map(|&node| plies.get(node)).max();
        plies.push(longest.map_or(0, |plies| 2 + plies).max(own));
    }
    plies.last().copied().ok_or_else(|| "no nodes".into())
}
