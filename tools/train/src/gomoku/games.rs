//! Games of the engine against itself.
//!
//! A game begins with random stones near each other; now and then a move is random. It ends with a five, with a proof
//! of one, or as a draw after so many plies. Must not know: what is learned from them.

use crate::progress::bar;
use crate::records::save_bytes;
use crate::searcher::{SearchLimit, Searcher};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use quartet::game::{Game as _, Notation, Side, Terminal};
use quartet::games::gomoku::{Gomoku, GomokuExpert, Point, Position, Rule, Rules, Tables};
use quartet::random::{SplitMix64, mix};
use quartet::score::Score;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Sizes of boards; a game takes one of them at random.
const SIZES: [usize; 4] = [15, 15, 16, 20];
/// How many random stones a game begins with.
const RANDOM_MOVES: RangeInclusive<usize> = 3..=8;
/// How far from a stone before it such a stone lies, in rows and columns.
const NEAR: i32 = 3;
/// A beginning is taken if the search sees neither side further ahead than this, in centipoints.
const BALANCED: i16 = 250;
/// One move in this many is random.
const BLUNDER: usize = 40;
/// Plies after which a game is drawn.
const LONGEST: usize = 160;
/// Games in one file.
const BATCH: usize = 200;
/// Megabytes of a search's table.
const TABLE: usize = 4;

/// A rule on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RuleName {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for `x`, who has forbidden moves.
    Renju,
}

impl From<RuleName> for Rule {
    fn from(name: RuleName) -> Rule {
        match name {
            RuleName::Freestyle => Rule::Freestyle,
            RuleName::Standard => Rule::Standard,
            RuleName::Renju => Rule::Renju,
        }
    }
}

/// A move that was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    /// What the search found best.
    pub best: Point,
    /// For the side to move.
    pub score: Score,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Game {
    /// The rules.
    pub rules: Rules,
    /// All moves.
    pub moves: Vec<Point>,
    /// What was found before each of them, from the first on that was searched for.
    pub searched: Vec<Searched>,
    /// Who won, if anybody.
    pub winner: Option<Side>,
}

/// How games are played.
pub(super) struct Source {
    /// Under which rule.
    pub rule: Rule,
    /// Nodes a move.
    pub nodes: u64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

impl Source {
    /// So many games; those that are in the folder are read from there, the others kept there.
    pub(super) fn games(&self, tables: &Arc<Tables>, count: usize, folder: &Path) -> Result<Vec<Game>> {
        let progress = bar(&format!("games: {:?}", self.rule), count as u64);
        let mut games = Vec::new();
        for batch in 0..count.div_ceil(BATCH) {
            let file = file(self.rule, folder, batch);
            if !file.exists() {
                let text: String = self.play(tables, batch * BATCH)?.iter().map(write).collect();
                save_bytes(&file, text.as_bytes())?;
            }
            games.extend(read_file(self.rule, &file)?);
            progress.set_position(games.len() as u64);
        }
        games.truncate(count);
        Ok(games)
    }

    /// Plays the games from number `first` on.
    fn play(&self, tables: &Arc<Tables>, first: usize) -> Result<Vec<Game>> {
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..self.threads)
                .map(|part| {
                    scope.spawn(move || -> Result<Vec<(usize, Game)>> {
                        let mut searcher = Searcher::new(tables, TABLE)?;
                        let numbers = (first..first + BATCH).skip(part).step_by(self.threads);
                        numbers.map(|number| Ok((number, self.game(&mut searcher, number as u64)?))).collect()
                    })
                })
                .collect();
            let mut games = Vec::new();
            for part in parts {
                games.extend(part.join().map_err(|_| anyhow!("a thread that played games panicked"))??);
            }
            games.sort_by_key(|(number, _)| *number);
            Ok(games.into_iter().map(|(_, game)| game).collect())
        })
    }

    fn game(&self, searcher: &mut Searcher<GomokuExpert>, number: u64) -> Result<Game> {
        let mut random = SplitMix64::new(mix(self.seed) ^ mix(number + ((self.rule as u64) << 32)));
        loop {
            let size = SIZES[random.below(SIZES.len())];
            let rules = Rules { size, rule: self.rule };
            let Some((mut position, moves)) = opening(&rules, &mut random) else { continue };
            searcher.clear();
            let score = searcher.search(&position, SearchLimit::Nodes(self.nodes))?.score;
            if score.0.abs() > BALANCED {
                continue;
            }
            let mut game = Game { rules, moves, searched: Vec::new(), winner: None };
            self.go_on(searcher, &mut position, &mut game, &mut random)?;
            return Ok(game);
        }
    }

    /// Plays from a position to the end.
    fn go_on(
        &self,
        searcher: &mut Searcher<GomokuExpert>,
        position: &mut Position,
        game: &mut Game,
        random: &mut SplitMix64,
    ) -> Result<()> {
        while Gomoku::terminal(position).is_none() && game.moves.len() < LONGEST {
            let found = searcher.search(position, SearchLimit::Nodes(self.nodes))?;
            game.searched.push(Searched { best: found.best, score: found.score });
            if found.score.is_proven() {
                let side = Gomoku::side(position);
                game.winner = Some(if found.score.is_win() { side } else { side.other() });
                game.moves.push(found.best);
                return Ok(());
            }
            let random_move = if random.below(BLUNDER) == 0 { random_move(position, random) } else { None };
            let mv = random_move.unwrap_or(found.best);
            Gomoku::play(position, mv);
            game.moves.push(mv);
        }
        if let Some(Terminal::Loss) = Gomoku::terminal(position) {
            game.winner = Some(Gomoku::side(position).other());
        }
        Ok(())
    }
}

impl Game {
    /// The number of the first move that was searched for.
    pub(super) fn first(&self) -> usize {
        self.moves.len() - self.searched.len()
    }

    /// Who makes a move.
    pub(super) fn side(&self, number: usize) -> Side {
        if number.is_multiple_of(2) { Side::X } else { Side::O }
    }
}

/// All games under the rule that a folder holds.
pub(super) fn finished(rule: Rule, folder: &Path) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for batch in 0.. {
        let file = file(rule, folder, batch);
        if !file.exists() {
            break;
        }
        games.extend(read_file(rule, &file)?);
    }
    Ok(games)
}

fn file(rule: Rule, folder: &Path, batch: usize) -> PathBuf {
    folder.join(format!("games-{rule:?}-{batch:03}.txt").to_lowercase())
}

/// The games of a file.
fn read_file(rule: Rule, file: &Path) -> Result<Vec<Game>> {
    let game = |(index, line)| read(rule, line).with_context(|| format!("{}, line {}", file.display(), index + 1));
    let games = quartet_files::read_text(file)?.lines().enumerate().map(game).collect::<Result<Vec<_>>>()?;
    ensure!(games.len() == BATCH, "{}: {} games, expected {BATCH}", file.display(), games.len());
    Ok(games)
}

/// Random stones, each near another; none if one of them makes a five.
fn opening(rules: &Rules, random: &mut SplitMix64) -> Option<(Position, Vec<Point>)> {
    let mut position = Gomoku::start(rules);
    let middle = rules.size / 4;
    let count = RANDOM_MOVES.start() + random.below(RANDOM_MOVES.end() - RANDOM_MOVES.start() + 1);
    let mut moves = vec![Point::new(
        middle + random.below(rules.size - 2 * middle),
        middle + random.below(rules.size - 2 * middle),
    )];
    Gomoku::play(&mut position, moves[0]);
    while moves.len() < count {
        let near = moves[random.below(moves.len())];
        let mut coordinate = |from: usize| from as i32 + random.below(2 * NEAR as usize + 1) as i32 - NEAR;
        let (row, col) = (coordinate(near.row()), coordinate(near.col()));
        let range = 0..rules.size as i32;
        if !range.contains(&row) || !range.contains(&col) {
            continue;
        }
        let point = Point::new(row as usize, col as usize);
        if Gomoku::is_legal(&position, point) {
            Gomoku::play(&mut position, point);
            moves.push(point);
        }
    }
    Gomoku::terminal(&position).is_none().then_some((position, moves))
}

/// Any legal move near a stone.
fn random_move(position: &Position, random: &mut SplitMix64) -> Option<Point> {
    let mut legal = Vec::new();
    Gomoku::legal_moves(position, &mut legal);
    let stones: Vec<_> = position.board().points().filter(|&point| position.board().stone(point).is_some()).collect();
    legal.retain(|point| {
        stones.iter().any(|stone| point.row().abs_diff(stone.row()) <= 2 && point.col().abs_diff(stone.col()) <= 2)
    });
    legal.get(random.below(legal.len())).copied()
}

/// A game as a line of text.
fn write(game: &Game) -> String {
    let mut text = format!("{} {}", game.rules.size, game.winner.map_or('-', Side::letter));
    for mv in &game.moves {
        let _ = write!(text, " {}", Gomoku::write_move(&Position::new(game.rules.size, game.rules.rule), *mv));
    }
    for Searched { best, score } in &game.searched {
        let best = Gomoku::write_move(&Position::new(game.rules.size, game.rules.rule), *best);
        let _ = write!(text, " {best}:{}", score.0);
    }
    text.push('\n');
    text
}

/// What [`write()`] has written.
fn read(rule: Rule, line: &str) -> Result<Game> {
    let mut words = line.split(' ');
    let mut word = || words.next().context("a line is cut off");
    let size = word()?.parse().ok().filter(|size| SIZES.contains(size));
    let rules = Rules { size: size.with_context(|| format!("size of the board, expected one of {SIZES:?}"))?, rule };
    let winner = match word()? {
        "x" => Some(Side::X),
        "o" => Some(Side::O),
        "-" => None,
        other => bail!("winner '{other}', expected x, o or -"),
    };
    let words: Vec<&str> = words.collect();
    let (moves, searched) = words.split_at(words.iter().take_while(|word| !word.contains(':')).count());
    let first = moves.len().checked_sub(searched.len()).context("more was searched for than played")?;
    let mut game = Game { rules, moves: Vec::new(), searched: Vec::new(), winner };
    let mut position = Gomoku::start(&rules);
    for (number, mv) in moves.iter().enumerate() {
        if number >= first {
            game.searched.push(read_searched(&position, searched[number - first])?);
        }
        let mv = Gomoku::parse_move(&position, mv)?;
        Gomoku::play(&mut position, mv);
        game.moves.push(mv);
    }
    ensure!(position.winner().is_none_or(|row| winner == Some(row)), "the five is not the winner's");
    Ok(game)
}

/// A best move and its score.
fn read_searched(position: &Position, word: &str) -> Result<Searched> {
    let read = |(best, score): (&str, &str)| {
        let score = score.parse().ok().map(Score).filter(|score| *score < Score::INFINITE && *score > -Score::INFINITE);
        Some((Gomoku::parse_move(position, best), score?))
    };
    let (best, score) =
        word.split_once(':').and_then(read).with_context(|| format!("'{word}', expected MOVE:SCORE"))?;
    Ok(Searched { best: best?, score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written_and_played_again_the_same() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let source = Source { rule, nodes: 200, seed: 5, threads: 1 };
            let tables = Arc::new(Tables::default());
            let play = |number| source.game(&mut Searcher::new(&tables, 1).expect("memory"), number).expect("a game");
            let game = play(7);
            assert!(game.searched.len() > 3);
            assert_eq!(
                game.moves.len() - game.searched.len(),
                game.moves.len().min(game.moves.len() - game.searched.len())
            );
            assert_eq!(read(rule, write(&game).trim_end()).expect("a line"), game);
            assert_eq!(play(7), game);
            assert_ne!(play(8), game);
        }
    }

    #[test]
    fn a_line_that_is_no_game_is_refused() {
        let good = "15 x h8 i9 h9 i10 h10 i11 h11 i12 h12 h12:900 h12:31999";
        assert_eq!(read(Rule::Freestyle, good).expect("a game").searched.len(), 2);
        for (line, what) in [
            ("", "size of the board"),
            ("15", "cut off"),
            ("1000 x h8", "size of the board"),
            ("15 y h8", "winner"),
            ("15 x h8 h8", "not legal"),
            ("15 x h8 p16", "no point"),
            ("15 x h8 i9:5 i9:5", "more was searched for"),
            ("15 x h8 i9 h8:5", "not legal"),
            ("15 x h8 i9 i9:40000", "MOVE:SCORE"),
            ("15 x h8 i9 i9:5 h9", "MOVE:SCORE"),
            ("15 o h8 i9 h9 i10 h10 i11 h11 i12 h12", "winner's"),
            ("15 x h8 i9 h9 i10 h10 i11 h11 i12 h12 a1", "not legal"),
        ] {
            let error = read(Rule::Freestyle, line).map_err(|error| format!("{error:#}"));
            assert!(error.as_ref().is_err_and(|error| error.contains(what)), "{line}: {error:?}");
        }
    }
}
