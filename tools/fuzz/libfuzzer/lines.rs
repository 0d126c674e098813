//! The parsers of all protocols: the first byte chooses the protocol and the game, the rest are lines of a client.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quartet::dialect::{GameName, Protocol, Settings, parser_and_renderer};
use quartet::session::{Command, Parse};

/// The protocols; without one, the first line decides.
const PROTOCOLS: [Option<Protocol>; 6] = [
    None,
    Some(Protocol::Uci),
    Some(Protocol::Gomocup),
    Some(Protocol::Gtp),
    Some(Protocol::NBoard),
    Some(Protocol::Cassio),
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, lines)) = bytes.split_first() else { return };
    let protocol = PROTOCOLS[usize::from(choice) % PROTOCOLS.len()];
    let is_gomoku = usize::from(choice) / PROTOCOLS.len() % 2 == 1;
    let game = GameName::of_variant(if is_gomoku { "gomoku" } else { "othello" }).expect("a game");
    let (mut parser, _) = parser_and_renderer(Settings { protocol, game, ..Settings::default() });
    for line in lines.split(|byte| *byte == b'\n') {
        let mut commands = Vec::new();
        parser.parse(line, &mut commands);
        let errors = commands.iter().filter(|command| matches!(command, Command::Invalid(_))).count();
        // The second is that of a block of Gomocup's which this line cuts off.
        assert!(errors <= 2, "{errors} errors of one line");
    }
});
