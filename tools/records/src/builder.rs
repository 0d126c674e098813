//! Building a game from moves that are checked by the rules.

use crate::game::{Game, Tags};
use crate::tree::{NodeId, Notes, Tree};
use anyhow::{Result, anyhow};
use compact_str::CompactString;
use quartet::engine::Setup;
use quartet::engine::options::Options;
use quartet::game::{NotationError, PASS, Side};
use quartet_rules::{Referee, referee};
use std::collections::BTreeMap;

/// Builds a [`Game`] move by move. It stands at a node of the tree, at first the root; moves are played from there.
pub struct GameBuilder {
    game: Game,
    referee: Box<dyn Referee>,
    node: NodeId,
}

impl GameBuilder {
    /// A game of the variant with this name or alias, under these options of the rules, that begins with this position.
    /// Fails if any of them is wrong.
    pub fn new(variant: &str, options: &BTreeMap<String, String>, setup: &Setup) -> Result<Self> {
        Self::with_referee(referee(variant, options)?, options.clone(), setup)
    }

    /// The same with a referee of these options of the rules. Reusing one is faster than opening one for each game.
    pub fn with_referee(
        mut referee: Box<dyn Referee>,
        options: BTreeMap<String, String>,
        setup: &Setup,
    ) -> Result<Self> {
        referee.begin(&Setup::Start, &[])?;
        let start = referee.position();
        referee.begin(setup, &[])?;
        let position = referee.position();
        let game = Game {
            variant: referee.variant(),
            options: without_defaults(options)?,
            setup: Some(position).filter(|position| *position != start),
            tags: Tags::default(),
            result: None,
            termination: None,
            margin: None,
            tree: Tree::default(),
        };
        Ok(GameBuilder { game, referee, node: NodeId::ROOT })
    }

    /// Continues a game from its first position, to add notes, moves or variations.
    pub fn of_game(game: Game) -> Result<Self> {
        let mut referee = referee(game.variant.name, &game.options)?;
        referee.begin(&game.initial_setup(), &[])?;
        Ok(GameBuilder { game, referee, node: NodeId::ROOT })
    }

    /// The game as far as it is built, to set its tags and result.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The rules, at the position of the current node.
    pub fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The notes of the current node.
    pub fn notes_mut(&mut self) -> &mut Notes {
        self.game.tree.node_mut(self.node).notes_mut()
    }

    /// Plays a move in any notation of the game and stands at its node, which is added unless the current node has the
    /// move as a child. If the side to move can only pass and the move is not a pass, the pass is played first.
    pub fn play(&mut self, text: &str) -> Result<NodeId, NotationError> {
        // Legal moves are listed only if the move is illegal: few are, and listing them takes longer than playing.
        let error = match self.play_one(text) {
            Err(error) if !text.eq_ignore_ascii_case(PASS) && self.must_pass() => error,
            played => return played,
        };
        self.play_one(PASS).map_err(|_| error)?;
        self.play_one(text).inspect_err(|_| {
            self.take_back();
        })
    }

    /// Plays a move of this side, after a forced pass of the other side if it is the other's turn.
    pub fn play_for(&mut self, side: Side, text: &str) -> Result<NodeId, NotationError> {
        if self.referee.side() == side {
            return self.play_one(text);
        }
        if !self.must_pass() {
            let letter = self.referee.side().letter();
            return Err(NotationError::new(format!("it is {letter}'s turn, expected a move of {letter}")));
        }
        self.play(text)
    }

    /// Whether the only legal move is a pass.
    fn must_pass(&self) -> bool {
        self.referee.legal_moves() == [PASS]
    }

    fn play_one(&mut self, text: &str) -> Result<NodeId, NotationError> {
        let mv = CompactString::from(self.referee.play(text)?);
        let tree = &mut self.game.tree;
        let known = tree.children(self.node).find(|&child| tree.node(child).mv == mv);
        self.node = known.unwrap_or_else(|| tree.add(self.node, mv));
        Ok(self.node)
    }

    /// Goes back to the node before the current one. Returns false at the root.
    pub fn take_back(&mut self) -> bool {
        let Some(parent) = self.game.tree.parent(self.node) else { return false };
        self.referee.take_back();
        self.node = parent;
        true
    }

    /// Goes on to a child of the current node. Fails if its move is illegal here, so that it is no child.
    pub fn descend(&mut self, child: NodeId) -> Result<(), NotationError> {
        let mv = self.game.tree.node(child).mv.clone();
        self.play_one(&mv).map(drop)
    }

    /// Goes back to a node from which the current one was reached.
    pub fn return_to(&mut self, node: NodeId) {
        while self.node != node && self.take_back() {}
    }

    /// The game. Nodes whose notes are empty have none, so that games with the same notes are equal.
    pub fn finish(self) -> Game {
        self.finish_with_referee().0
    }

    /// The game, as [`finish`](Self::finish) gives it, and the referee for the next one.
    pub fn finish_with_referee(mut self) -> (Game, Box<dyn Referee>) {
        self.game.tree.drop_empty_notes();
        (self.game, self.referee)
    }
}

/// These options of the rules in canonical spelling, without those that have their default value, so that games of the
/// same rules have equal options.
fn without_defaults(options: BTreeMap<String, String>) -> Result<BTreeMap<String, String>> {
    if options.is_empty() {
        return Ok(options);
    }
    let defaults = Options::default();
    let mut kept = BTreeMap::new();
    for (name, value) in &options {
        let setting = defaults.check(name, Some(value)).map_err(|why| anyhow!(why))?;
        if defaults.text(setting.name).as_ref() != Some(&setting.value) {
            kept.insert(setting.name.to_string(), setting.value);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn othello(setup: &Setup) -> GameBuilder {
        GameBuilder::new("othello", &BTreeMap::new(), setup).expect("a game")
    }

    #[test]
    fn variations_share_their_first_moves() {
        let mut builder = othello(&Setup::Start);
        let first = builder.play("F5").expect("legal");
        builder.play("d6").expect("legal");
        builder.return_to(first);
        builder.play("f6").expect("legal");
        assert!(builder.play("f6").is_err());
        builder.return_to(NodeId::ROOT);
        assert_eq!(builder.play("f5").expect("legal"), first);
        assert!(builder.take_back() && !builder.take_back());
        let game = builder.finish();
        assert_eq!((game.tree.len(), game.setup.as_deref()), (3, None));
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["f5", "d6"]);
    }

    #[test]
    fn empty_notes_are_none() {
        let mut builder = othello(&Setup::Start);
        builder.notes_mut();
        builder.play("f5").expect("legal");
        builder.notes_mut().depth = Some(1);
        let tree = builder.finish().tree;
        let has_notes: Vec<bool> =
            [NodeId::ROOT].into_iter().chain(tree.main_line()).map(|id| tree.node(id).notes.is_some()).collect();
        assert_eq!(has_notes, [false, true]);
    }

    #[test]
    fn forced_passes_are_inserted_and_others_refused() {
        // x can only pass, then o has a move at f1.
        let setup = Setup::Text("6xo/8/8/8/8/8/8/8 x".into());
        let mut builder = othello(&setup);
        assert!(builder.play_for(Side::X, "f1").is_err());
        builder.play_for(Side::O, "f1").expect("after a pass");
        let game = builder.finish();
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["pass", "f1"]);
        assert!(game.setup.is_some());
        let mut builder = othello(&Setup::Start);
        assert!(builder.play("pass").is_err() && builder.play_for(Side::O, "f5").is_err());
    }

    #[test]
    fn a_start_position_as_text_is_no_setup() {
        let builder = othello(&Setup::Text("8/8/8/3ox3/3xo3/8/8/8 x - 0".into()));
        assert_eq!(builder.finish().setup, None);
        assert!(GameBuilder::new("othello", &BTreeMap::new(), &Setup::Text("8/8 x".into())).is_err());
        assert!(GameBuilder::new("chess", &BTreeMap::new(), &Setup::Start).is_err());
    }

    #[test]
    fn default_options_are_left_out() {
        let options = |pairs: &[(&str, &str)]| pairs.iter().map(|&(n, v)| (n.to_string(), v.to_string())).collect();
        let given = options(&[("boardsize", "15"), ("Rule", "Freestyle")]);
        let game = GameBuilder::new("gomoku", &given, &Setup::Start).expect("a game").finish();
        assert_eq!(game.options, options(&[("BoardSize", "15")]));
        let wrong = options(&[("BoardSize", "99")]);
        assert!(GameBuilder::new("gomoku", &wrong, &Setup::Start).is_err());
    }
}
