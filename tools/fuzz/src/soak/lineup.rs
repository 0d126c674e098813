//! Who plays: a protocol, a game with its rules, and two engines with their options.

use super::Settings;
use crate::random::Random;
use anyhow::Result;
use quartet_arena::limits::{ClockSettings, Limits};
use quartet_arena::player::RuleSettings;
use quartet_arena::settings::{EngineSettings, Protocol};
use quartet_rules::{Referee, referee};

/// The protocols and games, in the order in which they take turns.
const GAMES: [(Protocol, &str); 12] = [
    (Protocol::Uci, "othello"),
    (Protocol::Uci, "gomoku"),
    (Protocol::Uci, "lgame"),
    (Protocol::Uci, "rhombus"),
    (Protocol::Gomocup, "gomoku"),
    (Protocol::Gtp, "othello"),
    (Protocol::Gtp, "gomoku"),
    (Protocol::Nboard, "othello"),
    (Protocol::Ugi, "gomoku"),
    (Protocol::Ugi, "othello"),
    (Protocol::Ugi, "rhombus"),
    (Protocol::Ugi, "lgame"),
];
/// The clock of a game in milliseconds, generous for searches of a few hundred nodes.
const CLOCK: ClockSettings = ClockSettings { base: 60_000, increment: 1_000, moves: None };

/// Two engines, and the game that they play.
pub(super) struct Lineup {
    /// The seed of the openings.
    pub seed: u64,
    /// The game.
    pub rules: RuleSettings,
    /// The engines.
    pub engines: [EngineSettings; 2],
}

impl Lineup {
    /// The lineup with this number.
    pub(super) fn new(number: u64, settings: &Settings) -> Lineup {
        let (protocol, variant) = GAMES[number as usize % GAMES.len()];
        let seed = settings.seed.wrapping_add(number);
        let mut random = Random::new(seed);
        let mut options = vec![("MaxPlies", "60")];
        if variant == "gomoku" {
            // The rule cannot be sent by GTP as the arena speaks it.
            let rule =
                if protocol == Protocol::Gtp { "freestyle" } else { random.pick(&["freestyle", "standard", "renju"]) };
            options.extend([("Rule", rule), ("BoardSize", random.pick(&["7", "9", "11", "15"]))]);
        }
        let options = options.into_iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let engines = [0, 1].map(|_| engine(settings, protocol, variant, &mut random));
        Lineup { seed, rules: RuleSettings { variant, options }, engines }
    }

    /// The rules.
    pub(super) fn referee(&self) -> Result<Box<dyn Referee>> {
        referee(self.rules.variant, &self.rules.options)
    }

    /// What is played by whom, for messages.
    pub(super) fn name(&self) -> String {
        let RuleSettings { variant, options } = &self.rules;
        let [first, second] = self.engines.each_ref().map(|engine| &engine.options);
        let protocol = format!("{:?}", self.engines[0].protocol).to_lowercase();
        format!("seed {}, {protocol} {variant} {options:?}, first {first:?}, second {second:?}", self.seed)
    }
}

/// An engine with options drawn by lot.
fn engine(settings: &Settings, protocol: Protocol, variant: &str, random: &mut Random) -> EngineSettings {
    let mut engine = EngineSettings { protocol, launch: settings.engine.clone(), ..EngineSettings::default() };
    let (nodes, depth) = (random.between(1, 300) as u64, random.between(1, 3) as u32);
    engine.limits = Limits { clock: Some(CLOCK), nodes: Some(nodes), depth: Some(depth), ..Limits::default() };
    let mut set = |name: &str, value: String| engine.options.push((name.into(), value));
    match protocol {
        Protocol::Uci | Protocol::Ugi => {
            set("Hash", random.between(1, 4).to_string());
            let spins = [("Threads", 2), ("MultiPV", 4), ("Skill Level", 20), ("Variety", 100), ("Seed", 1_000)];
            for (name, most) in spins {
                if random.one_in(3) {
                    set(name, random.between(1, most).to_string());
                }
            }
            if random.one_in(6) {
                set("Personality", "random".into());
            }
            set("UCI_ShowWDL", (random.one_in(2)).to_string());
            engine.ponder = random.one_in(4);
        }
        Protocol::Gomocup => set("max_memory", "60000000".into()),
        Protocol::Gtp | Protocol::Nboard | Protocol::Command => {
            let name = if protocol == Protocol::Gtp { "gtp" } else { "nboard" };
            let arguments = [format!("--protocol={name}"), format!("--variant={variant}"), format!("--level={depth}")];
            engine.launch.arguments.extend(arguments);
            engine.launch.arguments.push(format!("--nodes={nodes}"));
        }
    }
    engine
}
