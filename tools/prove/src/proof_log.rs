//! The file of proven positions. It is appended to, a line at a time, so that an interrupted run loses nothing, and
//! files of several runs can be concatenated.
//!
//! `a ID ATTACK` gives an attack a name: 16 hexadecimal digits, the hash of its text. `n POSITION; MOVE; ANSWERS;
//! CHILDREN` is a proven position; answers are names, each with the replies that its attack answers after a colon, and
//! children are the replies after which the position is proven by a line of its own, before this one.

use crate::nodes::{Node, nodes_of_class};
use anyhow::{Context, Result, anyhow};
use quartet::game::Notation;
use quartet::games::gomoku::certificate::class_proof::ClassProof;
use quartet::games::gomoku::certificate::folder;
use quartet::games::gomoku::rules::notation::{read_point, write_point};
use quartet::games::gomoku::solvers::proof_tree::AttackNode;
use quartet::games::gomoku::{Gomoku, Point, Rules};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::rc::Rc;

/// A file of proven positions, open for appending.
pub struct ProofLog {
    file: File,
    /// The attacks that the file holds.
    written: Attacks,
}

/// The attacks of a file by the hashes of their texts.
type Attacks = HashMap<u64, Rc<AttackNode>>;

/// The first 64 bits of the SHA-256 hash of a text.
fn hash(text: &str) -> u64 {
    Sha256::digest(text).iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}

/// Reads a file of proven positions, of which a line that was cut off at the end is ignored, or the file of a class in
/// the folder of its certificate, which is taken to be right.
pub fn read(path: &Path) -> Result<Vec<Node>> {
    if path.extension().is_some_and(|extension| extension == "txt") {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let manifest = folder::read_manifest(folder).map_err(|what| anyhow!("{}: {what}", folder.display()))?;
        let proof = ClassProof::read(manifest.rules, &text).map_err(|what| anyhow!("{}: {what}", path.display()))?;
        return Ok(nodes_of_class(&proof));
    }
    Ok(read_all(path)?.1)
}

/// The attacks and nodes of a file, and the number of bytes of its whole lines.
fn read_all(path: &Path) -> Result<(Attacks, Vec<Node>, usize)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let (mut attacks, mut nodes) = (Attacks::new(), Vec::new());
    for (number, line) in (1..).zip(text[..whole].lines()) {
        let node = read_line(line, &mut attacks).with_context(|| format!("line {number} of {}", path.display()))?;
        nodes.extend(node);
    }
    Ok((attacks, nodes, whole))
}

impl ProofLog {
    /// Opens a file, which is created if there is none, and reads what it holds. A line that was cut off at the end is
    /// dropped.
    pub fn open(path: &Path) -> Result<(ProofLog, Vec<Node>)> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let (written, nodes, whole) = read_all(path)?;
        file.set_len(whole as u64)?;
        Ok((ProofLog { file, written }, nodes))
    }

    /// Appends a node, and the attacks that are new.
    pub fn add(&mut self, node: &Node) -> Result<()> {
        let mut text = String::new();
        let mut answers = Vec::new();
        for (attack, replies) in &node.attacks {
            let mut attack_text = String::new();
            attack.write(&mut attack_text);
            let id = hash(&attack_text);
            if self.written.insert(id, attack.clone()).is_none() {
                let _ = writeln!(text, "a {id:016x} {attack_text}");
            }
            answers.push(format!("{id:016x}:{}", write_points(replies)));
        }
        let position = Gomoku::write_position(&node.position);
        let (mv, children) = (write_point(node.mv), write_points(&node.children));
        let _ = writeln!(text, "n {position}; {mv}; {}; {children}", answers.join(" "));
        Ok(self.file.write_all(text.as_bytes())?)
    }
}

/// Reads a line: an attack, which is kept, or a node, which is returned.
fn read_line(line: &str, known: &mut Attacks) -> Result<Option<Node>> {
    if let Some(attack) = line.strip_prefix("a ") {
        let (id, text) = attack.split_once(' ').context("no text of the attack")?;
        let attack = AttackNode::read(text).map_err(|error| anyhow!("{error}"))?;
        known.insert(u64::from_str_radix(id, 16)?, Rc::new(attack));
        return Ok(None);
    }
    let fields: Vec<&str> = line.strip_prefix("n ").context("neither 'a' nor 'n'")?.split(';').map(str::trim).collect();
    let [position, mv, answers, children] = fields[..] else { return Err(anyhow!("expected four fields")) };
    let position = Gomoku::parse_position(&Rules::default(), position).map_err(|error| anyhow!("{error}"))?;
    let mv = Gomoku::parse_move(&position, mv).map_err(|error| anyhow!("{error}"))?;
    let attacks = answers.split_whitespace().map(|answer| {
        let (id, replies) = answer.split_once(':').context("no replies")?;
        let attack = known.get(&u64::from_str_radix(id, 16)?).context("an attack that is not defined")?;
        Ok((attack.clone(), read_points(replies)?))
    });
    let attacks = attacks.collect::<Result<_>>()?;
    Ok(Some(Node { position, mv, attacks, children: read_points(children)? }))
}

fn write_points(points: &[Point]) -> String {
    points.iter().map(|&point| write_point(point)).collect()
}

fn read_points(mut text: &str) -> Result<Vec<Point>> {
    let mut points = Vec::new();
    while !text.is_empty() {
        let (point, rest) = read_point(text).context("expected points")?;
        points.push(point);
        text = rest;
    }
    Ok(points)
}
