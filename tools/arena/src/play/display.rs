//! The display of a game: the board, the counts, the moves, their values, the record.

use super::board_drawing::{self, Marks};
use super::hints::{self, DisplayScore};
use super::language::{Count, Reply, Texts};
use super::style::Style;
use super::undoable_game::UndoableGame;
use super::{commands, move_input};
use quartet::game::Side;
use quartet::score::Score;
use quartet_rules::Referee;
use quartet_rules::points::{point_name, rows, stones};
use std::collections::{BTreeMap, HashSet};
use unicode_width::UnicodeWidthStr;

/// The maximum width of texts in columns.
const WIDTH: usize = 80;
/// The default number of moves whose values are shown.
const SHOWN: usize = 10;

/// The names of the board's points in reading order, with the pieces on them.
fn points(position: &str) -> Vec<(String, char)> {
    let mut points = Vec::new();
    for (row, letters) in rows(position).into_iter().enumerate() {
        let named = letters.into_iter().enumerate().filter(|(_, letter)| *letter != '-');
        points.extend(named.filter_map(|(column, letter)| Some((point_name(column, row)?, letter))));
    }
    points
}

/// The board with its marks; legal moves are marked if `marks_legal`.
pub(super) fn board(referee: &dyn Referee, marks_legal: bool, style: Style) -> String {
    let points = points(&referee.position());
    let mut marks = marks(referee, &points);
    if !marks_legal {
        (marks.legal, marks.forbidden) = Default::default();
    }
    let names: Vec<String> = points.into_iter().map(|(name, _)| name).collect();
    board_drawing::draw(&referee.diagram(), &names, &marks, referee.variant().name, style)
}

fn marks(referee: &dyn Referee, points: &[(String, char)]) -> Marks {
    let (variant, moves) = (referee.variant().name, referee.legal_moves());
    let row = referee.winning_row();
    let last = if row.is_empty() { referee.moves().last().map_or(Vec::new(), |mv| reached(mv)) } else { row };
    let goals: HashSet<String> = moves.iter().flat_map(|mv| reached(mv)).collect();
    let empty = points.iter().filter(|(_, letter)| *letter == '.').map(|(name, _)| name);
    // Where every empty point is legal, only forbidden ones are marked. Moves of an L cannot be shown by single cells.
    let is_anywhere = variant == "gomoku" || variant == "rhombus" && moves.iter().all(|mv| mv.len() == 2);
    let forbidden = empty.filter(|name| variant == "gomoku" && !moves.is_empty() && !goals.contains(*name)).cloned();
    Marks {
        last: last.into_iter().collect(),
        forbidden: forbidden.collect(),
        legal: if is_anywhere || variant == "lgame" { HashSet::new() } else { goals },
    }
}

/// The points on which a move puts a piece.
fn reached(mv: &str) -> Vec<String> {
    let points = move_input::points(mv).unwrap_or_default();
    match &points[..] {
        [_, to] => vec![to.clone()],
        [shape @ .., _, to] if points.len() == 6 => shape.iter().chain([to]).cloned().collect(),
        _ => points,
    }
}

/// The number of the next move and ply, from 1, and the counts of the position.
pub(super) fn standing(game: &UndoableGame) -> (u32, u32, Count) {
    let referee = game.referee();
    let ply = referee.ply().saturating_add(1);
    let position = referee.position();
    let count = match referee.variant().name {
        "othello" => {
            let stones = stones(&position);
            Count::Discs([Side::X, Side::O].map(|side| stones.iter().filter(|(.., owner)| *owner == side).count()))
        }
        "rhombus" => {
            let field = position.split_whitespace().nth(2).and_then(|hands| hands.split_once(','));
            let hands = field.and_then(|(x, o)| Some([x.parse().ok()?, o.parse().ok()?]));
            hands.map_or(Count::Nothing, Count::InHand)
        }
        "lgame" => {
            Count::Neutral(points(&position).into_iter().filter(|(_, at)| *at == 'n').map(|(name, _)| name).collect())
        }
        _ => Count::Nothing,
    };
    (ply.div_ceil(2), ply, count)
}

/// All legal moves in a few lines.
pub(super) fn moves(referee: &dyn Referee, texts: &dyn Texts) -> String {
    let moves = referee.legal_moves();
    match referee.variant().name {
        "gomoku" if !moves.is_empty() => {
            let mut forbidden: Vec<String> =
                marks(referee, &points(&referee.position())).forbidden.into_iter().collect();
            forbidden.sort_unstable();
            wrapped(&texts.answer(Reply::EveryPoint(moves.len(), &forbidden.join(" "))), "")
        }
        "lgame" => {
            let mut shapes: Vec<&str> = moves.iter().map(|mv| mv.split('+').next().unwrap_or(mv)).collect();
            shapes.dedup();
            wrapped(&texts.answer(Reply::Shapes(moves.len(), &shapes.join(" "))), "")
        }
        _ => wrapped(&texts.answer(Reply::Moves(&moves.join(" "))), "  "),
    }
}

fn wrapped(text: &str, indent: &str) -> String {
    textwrap::fill(text, textwrap::Options::new(WIDTH - 1).subsequent_indent(indent).break_words(false))
}

/// The number of values to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// The best values.
    Best(usize),
    /// All values.
    All,
}

impl Wanted {
    /// Parses a number of moves, or the word for all.
    pub(super) fn read(text: &str) -> Option<Wanted> {
        match &*move_input::narrow(text) {
            "" => Some(Wanted::Best(SHOWN)),
            "all" | "全部" | "所有" => Some(Wanted::All),
            number => number.parse().ok().filter(|count| *count > 0).map(Wanted::Best),
        }
    }

    /// The number of lines to search.
    pub(super) fn lines(self) -> usize {
        match self {
            Wanted::Best(count) => count,
            Wanted::All => usize::MAX,
        }
    }
}

/// Values with a heading: a limited number with the best first, or all of them with the best last, where they stay in
/// view. `legal` is the number of legal moves.
pub(super) fn values(
    values: &[(String, Score)],
    wanted: Wanted,
    legal: usize,
    variant: &str,
    texts: &dyn Texts,
) -> String {
    let shown = &values[..wanted.lines().min(values.len())];
    let line = |(worth, moves): (DisplayScore, Vec<&str>)| {
        let worth = texts.worth(worth);
        let pad = " ".repeat(26_usize.saturating_sub(worth.width()));
        wrapped(&format!("  {worth}{pad} {}", moves.join(" ")), &" ".repeat(29))
    };
    let mut lines: Vec<String> = hints::by_worth(shown, variant).into_iter().map(line).collect();
    if wanted == Wanted::All {
        lines.reverse();
        lines.insert(0, texts.answer(Reply::ValuesBestLast));
    } else {
        lines.insert(0, texts.answer(Reply::Values));
        lines.extend(
            legal.checked_sub(shown.len()).filter(|left| *left > 0).map(|left| texts.answer(Reply::More(left))),
        );
    }
    lines.join("\n")
}

/// The moves so far, one move number per line; `None` before the first move.
pub(super) fn record(game: &UndoableGame) -> Option<String> {
    let moves = game.referee().moves();
    if moves.is_empty() {
        return None;
    }
    let began = match game.first_side() {
        Side::X => None,
        Side::O => Some("..."),
    };
    let cells: Vec<&str> = began.into_iter().chain(moves.iter().map(String::as_str)).collect();
    let lines = (1..).zip(cells.chunks(2)).map(|(number, pair)| format!("{number:>3}. {}", pair.join("  ")));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// Gomoku's rule according to the options.
pub(super) fn rule(options: &BTreeMap<String, String>) -> String {
    let set = options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Rule"));
    set.map(|(_, rule)| rule.to_lowercase()).unwrap_or_default()
}

/// The candidates for completion: the commands, and the moves of games with long moves.
pub(super) fn completions(referee: &dyn Referee) -> Vec<String> {
    commands::suggested().map(str::to_string).chain(referee.legal_moves()).collect()
}
