//! The manifest of a certificate: its statement, and its classes.

use super::symmetry::SYMMETRIES;
use crate::game::{Game, Notation};
use crate::games::common::text::quote;
use crate::games::gomoku::rules::board::{Point, Position, Rule};
use crate::games::gomoku::rules::game::{Gomoku, MIN_SIZE, Rules, transform_point};
use crate::games::gomoku::rules::lines::MAX_SIZE;
use crate::games::gomoku::rules::notation::{read_point, write_point};
use std::fmt::Write;

/// The name of the file.
pub const FILE_NAME: &str = "MANIFEST";
/// The plies before a class begins: the first move and the reply.
const OPENING_PLIES: u16 = 2;

/// The statement of a certificate, and what its files hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The rules of the game.
    pub rules: Rules,
    /// The first move.
    pub first: Point,
    /// The most plies in which `x` wins from the empty board.
    pub plies: u16,
    /// The classes of replies to the first move that are proven.
    pub classes: Vec<Class>,
    /// A reply of each class that is not proven.
    pub open: Vec<Point>,
}

/// A class of replies, which are images of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The reply that the file proves.
    pub reply: Point,
    /// What the file holds.
    pub content: Content,
    /// The SHA-256 hash of the file in hexadecimal digits.
    pub sha256: String,
}

/// The size of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of attacks.
    pub attacks: usize,
    /// The most plies in which `x` wins after the reply.
    pub plies: u16,
    /// The number of bytes.
    pub bytes: usize,
}

impl Class {
    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{}.txt", write_point(self.reply))
    }
}

impl Manifest {
    /// The manifest of a certificate of which nothing is proven yet. The first move is in the centre, on a board with
    /// an even number of lines the central point with the least row and column; of each class, the reply with the
    /// greatest row and column.
    pub fn unproven(rules: Rules) -> Manifest {
        let centre = (rules.size - 1) / 2;
        let manifest =
            Manifest { rules, first: Point::new(centre, centre), plies: 0, classes: Vec::new(), open: Vec::new() };
        let greatest = |reply: Point| {
            let is_first = |image: &Point| (image.col() >= centre && image.row() >= centre, image.col());
            manifest.images(reply).into_iter().max_by_key(is_first) == Some(reply)
        };
        let open = manifest.start().board().empty_points().filter(|&reply| greatest(reply)).collect();
        Manifest { open, ..manifest }
    }

    /// Puts a class in the place of an older one, or of an open one.
    pub fn add(&mut self, class: Class) {
        let images = self.images(class.reply);
        self.open.retain(|reply| !images.contains(reply));
        self.classes.retain(|known| !images.contains(&known.reply));
        self.classes.push(class);
        self.classes.sort_by_key(|class| class.reply);
        self.plies = self.longest().unwrap_or_default();
    }

    /// The plies of the longest class, the first move and the reply included.
    fn longest(&self) -> Option<u16> {
        let longest = self.classes.iter().map(|class| class.content.plies).max();
        longest.map(|plies| plies.saturating_add(OPENING_PLIES))
    }

    /// The replies of a class, from any of them: its images under the symmetries that keep the first stone in its
    /// place.
    pub fn images(&self, reply: Point) -> Vec<Point> {
        let image = |point, map| transform_point(self.rules.size, point, map);
        let maps = (0..SYMMETRIES).filter(|&map| image(self.first, map) == self.first);
        let mut images: Vec<Point> = maps.map(|map| image(reply, map)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Whether a position is one of the game that the certificate is about.
    pub fn has_rules_of(&self, position: &Position) -> bool {
        self.rules == Rules { size: position.board().size(), rule: position.rule() }
    }

    /// What the certificate proves if no class is open.
    pub fn claim(&self) -> String {
        let Manifest { rules, first, plies, .. } = self;
        let (rule, size, first) = (rules.rule.name(), rules.size, write_point(*first));
        format!("{rule} gomoku on {size}x{size}: x begins at {first} and wins by ply {plies}, whatever o replies")
    }

    /// What the certificate claims and what it does not claim, line by line.
    pub fn statement(&self) -> Vec<String> {
        let Manifest { rules, first, plies, classes, open } = self;
        let (rule, size, first) = (rules.rule.name(), rules.size, write_point(*first));
        let (proven, count) = (classes.len(), open.len());
        let mut lines = vec![format!(
            "certificate rule {rule} size {size} first {first} plies {plies} classes {proven} open {count}"
        )];
        if open.is_empty() {
            lines.push(format!("note {}", self.claim()));
        } else {
            let names =
                |replies: &mut dyn Iterator<Item = Point>| replies.map(write_point).collect::<Vec<_>>().join(" ");
            let proven = names(&mut classes.iter().map(|class| class.reply));
            let open = names(&mut open.iter().copied());
            lines.push(format!(
                "note x begins at {first} and wins by ply {plies} after {proven} and their mirror images"
            ));
            lines.push(format!("note nothing is claimed after {open} and their mirror images"));
        }
        lines.push("note five or more stones in a row win; there is no swap and no forbidden move".into());
        lines.push(
            "note not claimed: that the wins are the shortest; anything of other rules, sizes or first moves".into(),
        );
        lines
            .push("note that the first player wins was announced by Victor Allis in 1993; the proof is our own".into());
        lines
    }

    /// The class that has this reply to the first move.
    pub fn class_of(&self, reply: Point) -> Option<&Class> {
        let images = self.images(reply);
        self.classes.iter().find(|class| images.contains(&class.reply))
    }

    /// The position in which a class begins, `x` to move.
    pub fn position(&self, reply: Point) -> Position {
        let mut position = self.start();
        position.play(reply);
        position
    }

    /// Reads a manifest, and checks that its classes, proven and open, have every reply exactly once, and that the
    /// plies are those of the longest class.
    pub fn read(text: &str) -> Result<Manifest, String> {
        let mut lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
        let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (number, first) = lines.next().ok_or("an empty manifest")?;
        let at = |number: usize| move |what: String| format!("line {number}: {what}");
        let mut manifest = read_statement(first).map_err(at(number))?;
        for (number, line) in lines {
            match line.strip_prefix("open ") {
                Some(reply) => manifest.open.push(point(reply).map_err(at(number))?),
                None => manifest.classes.push(read_class(line).map_err(at(number))?),
            }
        }
        manifest.check_classes()?;
        Ok(manifest)
    }

    /// The text of the manifest.
    pub fn write(&self) -> String {
        let Manifest { rules, first, plies, classes, open } = self;
        let (rule, size) = (rules.rule.name(), rules.size);
        let mut text = format!("certificate rule {rule} size {size} first {} plies {plies}\n", write_point(*first));
        for Class { reply, content, sha256 } in classes {
            let Content { nodes, attacks, plies, bytes } = content;
            let reply = write_point(*reply);
            let counts = format!("nodes {nodes} attacks {attacks} plies {plies} bytes {bytes}");
            let _ = writeln!(text, "class {reply} {counts} sha256 {sha256}");
        }
        for &reply in open {
            let _ = writeln!(text, "open {}", write_point(reply));
        }
        text
    }

    /// An error unless the classes have every reply to the first move exactly once.
    fn check_classes(&self) -> Result<(), String> {
        let start = self.start();
        let replies = || self.classes.iter().map(|class| class.reply).chain(self.open.iter().copied());
        if let Some(reply) = replies().find(|&reply| !Gomoku::is_legal(&start, reply)) {
            return Err(format!("reply {} is not legal", write_point(reply)));
        }
        let mut replies: Vec<Point> = replies().flat_map(|reply| self.images(reply)).collect();
        replies.sort_unstable();
        if let Some((reply, _)) = replies.iter().zip(replies.iter().skip(1)).find(|(reply, next)| reply == next) {
            return Err(format!("reply {} is in two classes", write_point(*reply)));
        }
        if let Some(reply) = start.board().empty_points().find(|reply| !replies.contains(reply)) {
            return Err(format!("reply {} is in no class", write_point(reply)));
        }
        match self.longest() {
            Some(longest) if longest != self.plies => Err(format!("the longest class has {longest} plies in all")),
            _ => Ok(()),
        }
    }

    /// The position after the first move.
    fn start(&self) -> Position {
        let mut position = Position::new(self.rules.size, self.rules.rule);
        position.play(self.first);
        position
    }
}

/// The words of a line, of which every other one must be these keywords.
fn values<'a, const N: usize>(line: &'a str, keywords: [&str; N]) -> Result<[&'a str; N], String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut found = [""; N];
    for (index, keyword) in keywords.iter().enumerate() {
        match (words.get(2 * index), words.get(2 * index + 1), found.get_mut(index)) {
            (Some(word), Some(value), Some(found)) if word == keyword => *found = value,
            _ => return Err(format!("{}, expected '{keyword}' and a value", quote(line))),
        }
    }
    if words.len() == 2 * N { Ok(found) } else { Err(format!("{}, expected {N} values", quote(line))) }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{}, expected a number", quote(text)))
}

fn point(text: &str) -> Result<Point, String> {
    let read = read_point(text).filter(|(_, rest)| rest.is_empty()).map(|(point, _)| point);
    read.ok_or_else(|| format!("{}, expected a point", quote(text)))
}

fn read_statement(line: &str) -> Result<Manifest, String> {
    let rest = line.strip_prefix("certificate ").ok_or_else(|| format!("{}, expected 'certificate'", quote(line)))?;
    let [rule, size, first, plies] = values(rest, ["rule", "size", "first", "plies"])?;
    let rule = Rule::from_name(rule).ok_or_else(|| format!("{}, expected a rule", quote(rule)))?;
    let size: usize = number(size)?;
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(format!("size {size}, expected {MIN_SIZE} to {MAX_SIZE}"));
    }
    let rules = Rules { size, rule };
    let first = Gomoku::parse_move(&Position::new(size, rule), first).map_err(|error| error.to_string())?;
    Ok(Manifest { rules, first, plies: number(plies)?, classes: Vec::new(), open: Vec::new() })
}

fn read_class(line: &str) -> Result<Class, String> {
    let keywords = ["class", "nodes", "attacks", "plies", "bytes", "sha256"];
    let [reply, nodes, attacks, plies, bytes, sha256] = values(line, keywords)?;
    let content =
        Content { nodes: number(nodes)?, attacks: number(attacks)?, plies: number(plies)?, bytes: number(bytes)? };
    Ok(Class { reply: point(reply)?, content, sha256: sha256.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(replies: &[&str]) -> String {
        let class = |reply: &&str| format!("class {reply} nodes 1 attacks 2 plies 9 bytes 30 sha256 ab\n");
        let classes: String = replies.iter().map(class).collect();
        format!("certificate rule freestyle size 5 first c3 plies 11\n{classes}")
    }

    /// The classes of replies to c3 on 5x5.
    const REPLIES: [&str; 5] = ["d3", "d4", "e3", "e4", "e5"];

    #[test]
    fn a_manifest_is_read_as_written() {
        let text = manifest(&REPLIES);
        let read = Manifest::read(&text).expect("a valid manifest");
        assert_eq!(read.write(), text);
        assert_eq!(read.classes[1].file_name(), "d4.txt");
        // Any reply of a class stands for it.
        assert!(Manifest::read(&manifest(&["c2", "d4", "e3", "e4", "a1"])).is_ok());
    }

    #[test]
    fn classes_have_every_reply_exactly_once() {
        let error = |replies: &[&str]| Manifest::read(&manifest(replies)).unwrap_err();
        assert_eq!(error(&REPLIES[1..]), "reply c2 is in no class");
        assert_eq!(error(&["d3", "d4", "e3", "e4", "e5", "c4"]), "reply c2 is in two classes");
        assert!(error(&["d3", "d4", "e3", "e4", "e5", "c3"]).contains("not legal"));
        // Fewer symmetries keep another first stone in its place.
        let other = manifest(&REPLIES).replace("first c3", "first c2");
        assert!(Manifest::read(&other).unwrap_err().contains("is in no class"));
    }

    #[test]
    fn classes_are_added_one_by_one() {
        let mut manifest = Manifest::unproven(Rules { size: 5, rule: Rule::Freestyle });
        let texts = |points: &[Point]| points.iter().map(|&point| write_point(point)).collect::<Vec<_>>();
        assert_eq!(texts(&manifest.open), ["d3", "e3", "d4", "e4", "e5"]);
        let content = Content { nodes: 1, attacks: 2, plies: 9, bytes: 30 };
        for (reply, plies, longest) in [("e3", 9, 11), ("c1", 7, 9), ("d4", 11, 13)] {
            let reply = point(reply).expect("a point");
            manifest.add(Class { reply, content: Content { plies, ..content }, sha256: "ab".into() });
            assert_eq!(manifest.plies, longest);
            assert_eq!(Manifest::read(&manifest.write()).as_ref(), Ok(&manifest));
        }
        assert_eq!(texts(&manifest.open), ["d3", "e4", "e5"]);
    }

    #[test]
    fn boards_have_as_many_classes_as_orbits_of_replies() {
        for (size, count) in [(5, 5), (6, 20), (15, 35), (16, 135), (17, 44), (19, 54)] {
            let manifest = Manifest::unproven(Rules { size, rule: Rule::Freestyle });
            assert_eq!(manifest.open.len(), count, "{size}");
            let text = Manifest { plies: 0, ..manifest.clone() }.write();
            assert!(Manifest::read(&text).is_ok_and(|read| read == manifest), "{size}");
        }
    }

    #[test]
    fn damaged_lines_are_named() {
        for (from, to, error) in [
            ("certificate", "certified", "line 1: 'certified rule freestyle"),
            ("size 5", "size 4", "line 1: size 4, expected 5 to 22"),
            ("nodes 1", "nodes x", "line 2: 'x', expected a number"),
            ("class d3", "class dd", "line 2: 'dd', expected a point"),
            ("bytes 30", "byte 30", "line 2: "),
        ] {
            let text = manifest(&REPLIES).replacen(from, to, 1);
            let found = Manifest::read(&text).unwrap_err();
            assert!(found.starts_with(error), "{found}");
        }
    }
}
