//! The options in GoGui's dialogue of parameters.

use crate::dialect::settings::GameName;
use crate::dialect::words::shown;
use crate::engine::options::{CERTIFICATE, CERTIFICATE_FOLDER, names};
use crate::session::{Command, Query};

/// The options that `quartet-param` lists for a game.
pub(super) fn parameters(game: GameName) -> impl Iterator<Item = &'static str> {
    let own = if game == GameName::Gomoku { &["Rule", CERTIFICATE, CERTIFICATE_FOLDER][..] } else { &[] };
    let common = [
        names::THREADS,
        names::HASH,
        names::SKILL_LEVEL,
        names::SEED,
        names::OWN_BOOK,
        names::BOOK_FILE,
        names::BOOK_VARIETY,
        names::VARIETY,
    ];
    common.into_iter().chain(own.iter().copied())
}

/// `quartet-param [NAME VALUE]`: lists the options, or sets one. Names have underscores for spaces.
pub(super) fn parameter(arguments: &[&str], game: GameName) -> Result<Vec<Command>, String> {
    let Some((name, value)) = arguments.split_first() else {
        let queries = parameters(game).map(|name| Command::Query(Query::Option(name.into())));
        return Ok(queries.chain([Command::Acknowledge]).collect());
    };
    let (name, value) = (name.replace('_', " "), value.join(" "));
    if !parameters(game).any(|known| known.eq_ignore_ascii_case(&name)) {
        return Err(format!("unknown parameter '{}'", shown(&name)));
    }
    // A change of the rules empties the board, which GoGui does not expect.
    let set = Command::SetOption { name, value: Some(value) };
    Ok(vec![Command::KeepGame(Box::new(set)), Command::Acknowledge])
}
