//! Formats replies as UCI lines.

use super::drops::Drops;
use super::proof::proof;
use crate::dialect::info::info_text;
use crate::dialect::words::{on_one_line, per_second, shown};
use crate::engine::options::{DeclarationKind, OptionDeclaration};
use crate::engine::{Description, TextLine, VariantInfo};
use crate::game::MoveKind;
use crate::score::{Bound, Score};
use crate::session::{Render, Reply, Style};
use crate::wdl::Wdl;
use std::fmt::{Result, Write};

/// Text of command `help`, one command a line.
const HELP: &str = "\
uci | ugi - handshake; the last one decides how mate scores count and whether bestmove has a ponder move
isready - answers readyok at once, even during a search
variant <name> - select a game and its start position
setoption name <name> [value <value>] - set an option
ucinewgame | uginewgame - clear the hash table and the search history
position startpos|fen <text>|code <text> [moves <move> ...] - set the position
go [depth|nodes|movetime|mate N] [wtime|btime|winc|binc|movestogo N] [wld] [infinite] [ponder] [searchmoves <move> ...] - search
go perft N - count the leaves of the game tree
stop - stop the running search
ponderhit - the expected move was played
wait - hold back all following lines until everything before them is done
moves - the legal moves
d - the board and the current position
eval - the static evaluation, term by term
book - the moves of the current position in the book, best first
proof [nodes N] - the proof that the current position is won or lost
query p1turn|gameover|result|reason|position|board|stones|hand|moves|lastmove|side|ply|line|adjacency - facts for a program without rules
query changes <move> - the points that a move would change
query option <name> - the effective value of an option
solve [verify] - statistics of a solved game, or verification of its table
bench [depth] [threads] [hash] - node count and speed over fixed positions
debug on|off - additional info strings
register - ignored
help - this list
quit - end
";

/// The lines of `help` on one command; `None` if it has none.
pub fn help_on(command: &str) -> Option<String> {
    let is_on = |line: &&str| {
        let (synopsis, _) = line.split_once(" - ").unwrap_or((line, ""));
        synopsis.split(" | ").any(|usage| usage.split(' ').next() == Some(command))
    };
    let lines: String = HELP.lines().filter(is_on).flat_map(|line| [line, "\n"]).collect();
    (!lines.is_empty()).then_some(lines)
}

/// Renders replies in the UCI dialect.
#[derive(Default)]
pub struct Renderer {
    /// Drop notation in use, if any.
    drops: Option<Drops>,
}

impl Renderer {
    /// A renderer of a session that starts with a variant selected by this preset, if any.
    pub fn new(preset: Option<&str>) -> Self {
        Renderer { drops: preset.and_then(Drops::of_preset) }
    }
}

impl Render for Renderer {
    fn write(&mut self, reply: &Reply, style: Style, to: &mut String) -> Result {
        if let Reply::Variant(announcement) = reply {
            self.drops = announcement.preset.and_then(Drops::of_preset);
        }
        if let Some(drops) = &mut self.drops {
            drops.follow(reply);
        }
        match self.drops.and_then(|drops| drops.translated(reply)) {
            Some(translated) => write_reply(&translated, style, to),
            None => write_reply(reply, style, to),
        }
    }
}

fn write_reply(reply: &Reply, style: Style, to: &mut String) -> Result {
    match reply {
        Reply::Identity { options, style } => identity(options, *style, to),
        Reply::Ready => writeln!(to, "readyok"),
        Reply::Option(option) => declaration(option, to),
        Reply::Variant(announcement) => variant(announcement, to),
        Reply::Line(line) => info(line, style, to),
        Reply::GameOver { score, .. } => {
            to.push_str("info depth 0 ");
            write_score(*score, Bound::Exact, style, to)?;
            writeln!(to, " nodes 0 nps 0 time 0")
        }
        Reply::BestMove { best, ponder } => {
            write!(to, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
            if let Some(ponder) = ponder.as_ref().filter(|_| !style.bare_bestmove) {
                write!(to, " ponder {ponder}")?;
            }
            writeln!(to)
        }
        Reply::Info(info) => writeln!(to, "info string {}", on_one_line(&info_text(info))),
        Reply::Remark(words) => writeln!(to, "info string {}", on_one_line(words)),
        Reply::Swap => writeln!(to, "info string swap sides"),
        Reply::Tag(_) | Reply::Progress(_) | Reply::OnlyPass(_) => Ok(()),
        Reply::Acknowledged => writeln!(to, "info string done"),
        Reply::Unknown(line) => {
            writeln!(to, "info string error: unknown command '{}', expected one that 'help' lists", shown(line))
        }
        Reply::Error(what) => writeln!(to, "info string error: {}", on_one_line(what)),
        Reply::PerftMove(mv, count) => writeln!(to, "{mv}: {count}"),
        Reply::PerftTotal(total) => writeln!(to, "Nodes searched: {total}"),
        Reply::BenchPosition { variant, position, nodes } => {
            writeln!(to, "info string bench {variant} {position} nodes {nodes}")
        }
        Reply::BenchTotal { nodes, time } => writeln!(to, "{nodes} nodes {} nps", per_second(*nodes, *time)),
        Reply::Board(board) => write_board(board, to),
        Reply::Moves(moves) => list("moves", moves, to),
        Reply::Book(lines) => book(lines, style, to),
        Reply::Proof(proven) => proof(proven.as_ref(), to),
        Reply::Evaluation(terms) => evaluation(terms, to),
        Reply::Response(answer) if answer.is_empty() => writeln!(to, "response"),
        Reply::Response(answer) => writeln!(to, "response {answer}"),
        Reply::Help => write!(to, "{HELP}"),
    }
}

fn list(head: &str, words: &[String], to: &mut String) -> Result {
    write!(to, "{head}")?;
    for word in words {
        write!(to, " {word}")?;
    }
    writeln!(to)
}

fn identity(options: &[OptionDeclaration], style: Style, to: &mut String) -> Result {
    writeln!(to, "id name Quartet {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(to, "id author the Quartet developers")?;
    options.iter().try_for_each(|option| declaration(option, to))?;
    writeln!(to, "{}", if style.mate_in_plies { "ugiok" } else { "uciok" })
}

fn declaration(OptionDeclaration { name, kind }: &OptionDeclaration, to: &mut String) -> Result {
    write!(to, "option name {name} type ")?;
    match kind {
        DeclarationKind::Check { default } => write!(to, "check default {default}")?,
        DeclarationKind::Spin { default, min, max } => write!(to, "spin default {default} min {min} max {max}")?,
        DeclarationKind::Combo { default, values } => {
            write!(to, "combo default {default}")?;
            for value in values {
                write!(to, " var {value}")?;
            }
        }
        DeclarationKind::Text { default: "", .. } => write!(to, "string default <empty>")?,
        DeclarationKind::Text { default, .. } => write!(to, "string default {default}")?,
        DeclarationKind::Button => write!(to, "button")?,
    }
    writeln!(to)
}

fn variant(announcement: &VariantInfo, to: &mut String) -> Result {
    let VariantInfo { name, geometry, moves, start, .. } = announcement;
    let kind = match moves {
        MoveKind::Place => "place",
        MoveKind::Step => "step",
        MoveKind::Shape => "shape",
    };
    let (files, ranks, cells) = (geometry.files, geometry.ranks, geometry.cells);
    writeln!(to, "info string variant {name} files {files} ranks {ranks} cells {cells} moves {kind} startpos {start}")
}

fn write_score(score: Score, bound: Bound, style: Style, to: &mut String) -> Result {
    let Some(plies) = score.distance() else {
        write!(to, "score cp {}", score.0)?;
        return match bound {
            Bound::Exact => Ok(()),
            Bound::Lower => write!(to, " lowerbound"),
            Bound::Upper => write!(to, " upperbound"),
        };
    };
    // UCI counts the winner's moves, UGI plies.
    let count = if style.mate_in_plies { plies } else { plies.div_ceil(2) };
    let sign = if score.is_loss() && count > 0 { "-" } else { "" };
    write!(to, "score mate {sign}{count}")
}

fn info(line: &TextLine, style: Style, to: &mut String) -> Result {
    let TextLine { rank, depth, seldepth, score, bound, wdl, pv, stats, .. } = line;
    write!(to, "info depth {depth} seldepth {seldepth} multipv {rank} ")?;
    write_score(*score, *bound, style, to)?;
    if let Some(Wdl { win, draw, loss }) = wdl {
        write!(to, " wdl {win} {draw} {loss}")?;
    }
    let nps = per_second(stats.nodes, stats.elapsed);
    write!(to, " nodes {} nps {nps} hashfull {}", stats.nodes, stats.hashfull)?;
    write!(to, " tbhits {} time {} pv", stats.table_hits, stats.elapsed.as_millis())?;
    list("", pv, to)
}

fn write_board(board: &Description, to: &mut String) -> Result {
    writeln!(to, "{}", board.diagram)?;
    writeln!(to, "position {}", board.position)?;
    if let Some(code) = &board.code {
        writeln!(to, "code {code}")?;
    }
    writeln!(to, "key {:016x}", board.key)?;
    writeln!(to, "side {}", board.side)?;
    writeln!(to, "legal moves {}", board.moves.len())?;
    if board.result != "none" {
        writeln!(to, "result {} {}", board.result, board.reason)?;
    }
    Ok(())
}

fn book(lines: &[TextLine], style: Style, to: &mut String) -> Result {
    for TextLine { depth, score, is_solved, pv, .. } in lines {
        to.push_str("book ");
        write_score(*score, Bound::Exact, style, to)?;
        if *is_solved {
            to.push_str(" exact");
        } else {
            write!(to, " depth {depth}")?;
        }
        list(" pv", pv, to)?;
    }
    writeln!(to, "book moves {}", lines.len())
}

fn evaluation(terms: &[(String, i32)], to: &mut String) -> Result {
    for (name, value) in terms {
        writeln!(to, "eval {} {value}", name.replace(' ', "_"))?;
    }
    let total: i32 = terms.iter().map(|(_, value)| value).sum();
    writeln!(to, "eval total {total}")
}
