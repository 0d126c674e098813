//! Writing games and names.

use super::header::Header;
use super::names::{Numbers, PLAYER, TOURNAMENT as TOURNAMENT_SIZE};
use super::replay::encode;
use super::{BLACK, MAX_MOVES, SQUARES, THEORETICAL_DEPTH, THEORETICAL_SCORE, TOURNAMENT, WHITE, YEARS};
use crate::format::{Companion, Written};
use crate::game::{Game, Termination};
use quartet::game::PASS;
use std::collections::BTreeSet;

/// Writes the main lines of games that end with a score, and the names of players and tournaments as companions.
///
/// A file has one year and one depth of theoretical scores: if the games differ in them, they are left unknown. Its
/// date is that of the first game. Names that are too long or not in Latin-1 are shortened or written with `?`, but
/// stay different. Other tags, comments and variations are not written.
pub(super) fn write(games: &[Game]) -> Written {
    let mut written = Written::default();
    let mut numbering = Numbering::new(games);
    let mut kept = Vec::new();
    for (index, game) in games.iter().enumerate() {
        match record(game, &mut numbering) {
            Ok(bytes) => {
                kept.push(game);
                written.bytes.extend(bytes);
            }
            Err(why) => written.left_out.push((index, why)),
        }
    }
    written.bytes.splice(..0, header(&kept).bytes());
    let files = [("jou", numbering.players.file()), ("trn", numbering.tournaments.file())];
    let companions = files.into_iter().filter_map(|(extension, bytes)| Some(Companion { extension, bytes: bytes? }));
    written.companions.extend(companions);
    written
}

/// The numbers of players and tournaments.
struct Numbering {
    players: Numbers,
    tournaments: Numbers,
}

impl Numbering {
    /// Numbering without the numbers that games already have for players and tournaments without names.
    fn new(games: &[Game]) -> Self {
        let reserved = |tags: &[&str]| -> BTreeSet<u16> {
            games.iter().flat_map(|game| tags.iter().filter_map(|tag| tag_number(game, tag))).collect()
        };
        let (players, tournaments) = (reserved(&[BLACK, WHITE]), reserved(&[TOURNAMENT]));
        Numbering { players: Numbers::new(PLAYER, players), tournaments: Numbers::new(TOURNAMENT_SIZE, tournaments) }
    }
}

/// The number in a tag of a game.
fn tag_number<T: std::str::FromStr>(game: &Game, tag: &str) -> Option<T> {
    game.tags.other.get(tag).and_then(|number| number.parse().ok())
}

/// The header of a file with these games.
fn header(games: &[&Game]) -> Header {
    let year = common(games, |game| date(game).0).filter(|year| YEARS.contains(year));
    let depth = common(games, |game| tag_number(game, THEORETICAL_DEPTH).unwrap_or(0));
    Header {
        date: games.first().map_or((0, 0, 0), |game| date(game)),
        games: u32::try_from(games.len()).unwrap_or(u32::MAX),
        year: year.unwrap_or(0),
        board_size: 8,
        depth: depth.unwrap_or(0),
        ..Header::default()
    }
}

/// The value that all games have in common.
fn common<T: PartialEq>(games: &[&Game], value: impl Fn(&Game) -> T) -> Option<T> {
    let mut values = games.iter().map(|game| value(game));
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}

/// Year, month and day of a game; 0 for what is unknown.
fn date(game: &Game) -> (u16, u8, u8) {
    let date = game.tags.date.as_deref().unwrap_or_default();
    let mut parts = date.split(|c: char| !c.is_ascii_digit());
    let year = parts.next().and_then(|year| year.parse().ok()).unwrap_or(0);
    let mut number = || parts.next().and_then(|number| number.parse().ok()).unwrap_or(0);
    (year, number(), number())
}

/// A game in bytes; the error says why it cannot be represented.
fn record(game: &Game, numbering: &mut Numbering) -> Result<Vec<u8>, String> {
    let score = score(game)?;
    let moves = codes(game)?;
    let too_many = || "there are more than 65534 names in the file".to_string();
    let mut bytes = Vec::new();
    for (numbers, name, tag) in
        [(&mut numbering.tournaments, &game.tags.event, TOURNAMENT), (&mut numbering.players, &game.tags.first, BLACK)]
    {
        bytes.extend(number(game, numbers, name.as_deref(), tag).ok_or_else(too_many)?.to_le_bytes());
    }
    let white = number(game, &mut numbering.players, game.tags.second.as_deref(), WHITE).ok_or_else(too_many)?;
    bytes.extend(white.to_le_bytes());
    bytes.extend([score, tag_number(game, THEORETICAL_SCORE).unwrap_or(score)]);
    bytes.extend(&moves);
    bytes.resize(bytes.len() + MAX_MOVES - moves.len(), 0);
    Ok(bytes)
}

/// The number of a player or tournament: that of the name, else that of the tag, else 0.
fn number(game: &Game, numbers: &mut Numbers, name: Option<&str>, tag: &str) -> Option<u16> {
    match name {
        Some(name) => numbers.number(name),
        None => Some(tag_number(game, tag).unwrap_or(0)),
    }
}

/// Black's discs at the end, with the empty squares for the winner.
fn score(game: &Game) -> Result<u8, String> {
    let ending = match game.termination {
        None | Some(Termination::Rules) => "without a count of discs",
        Some(Termination::Resignation) => "by resignation",
        Some(Termination::Time) => "on time",
        Some(Termination::Infraction) => "by an infraction",
        Some(Termination::Abandoned) => "by a player leaving",
        Some(Termination::Adjudication) => "by adjudication",
    };
    let is_counted = matches!(game.termination, None | Some(Termination::Rules));
    let margin = game.margin.filter(|_| is_counted);
    let margin = margin.ok_or_else(|| format!("it ended {ending}, and WTHOR has no end but a count of discs"))?;
    let discs = (margin + i16::from(SQUARES)) / 2;
    u8::try_from(discs)
        .ok()
        .filter(|&discs| discs <= SQUARES && margin % 2 == 0)
        .ok_or_else(|| format!("its margin {margin} is none of a full board"))
}

/// The encoded moves, without passes.
fn codes(game: &Game) -> Result<Vec<u8>, String> {
    if game.variant.name != "othello" {
        return Err(format!("it is a game of {}", game.variant.name));
    }
    if game.setup.is_some() {
        return Err("it does not begin with the start position".into());
    }
    if !game.options.is_empty() {
        return Err("it has options of the rules".into());
    }
    let moves = game.tree.main_moves().filter(|&mv| mv != PASS);
    moves.map(|mv| encode(mv).ok_or_else(|| format!("its move {mv} is no square"))).collect()
}
