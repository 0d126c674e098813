//! Perft: the number of leaves of the game tree to a given depth.

use super::Game;

/// Counts the leaves of the game tree of `depth` plies, bulk counting at the last plies; the naive measure of a move
/// generator. `tick` is called at every node that is visited, inner ones too, and may end the count by an error.
pub fn perft<G: Game, E>(
    position: &mut G::Position,
    depth: u32,
    tick: &mut impl FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    count_leaves::<G, E>(position, depth, tick, &mut Vec::new())
}

/// [`perft`] with move lists from a pool.
fn count_leaves<G: Game, E>(
    position: &mut G::Position,
    depth: u32,
    tick: &mut impl FnMut() -> Result<(), E>,
    pool: &mut Vec<Vec<G::Move>>,
) -> Result<u64, E> {
    tick()?;
    if depth == 0 {
        return Ok(1);
    }
    // A game is over exactly when there is no legal move (see `Game`), so nothing else asks for the end.
    if depth == 1 {
        return Ok(match G::count_moves(position) as u64 {
            0 => G::PERFT_EARLY_END_LEAVES,
            moves => moves,
        });
    }
    if depth == 2
        && let Some(leaves) = G::count_two_plies(position)
    {
        return Ok(leaves);
    }
    let mut moves = pool.pop().unwrap_or_default();
    moves.clear();
    G::legal_moves(position, &mut moves);
    let mut leaves = if moves.is_empty() { G::PERFT_EARLY_END_LEAVES } else { 0 };
    for &mv in &moves {
        let undo = G::play(position, mv);
        let below = count_leaves::<G, E>(position, depth - 1, tick, pool);
        G::undo(position, mv, undo);
        leaves += below?;
    }
    pool.push(moves);
    Ok(leaves)
}
