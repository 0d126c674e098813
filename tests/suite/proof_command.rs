//! `proof` over pipes: its lines, its place among the jobs, and the solved games, whose answers lead to the end.

use super::client::{Client, count, number_after, script};

/// A position in which a search for a win takes long.
const HARD: &str = "position startpos moves i6h6j8f6h8k8f8k11";

/// Asks for a proof; returns its lines.
fn proof(client: &mut Client, command: &str) -> Vec<String> {
    client.send(command);
    let mut lines = Vec::new();
    loop {
        let line = client.line();
        let is_last = !["proof tree ", "proof reply ", "proof others "].iter().any(|head| line.starts_with(head));
        lines.push(line);
        if is_last {
            return lines;
        }
    }
}

/// The last line of the answer to `proof` in a position.
fn verdict(client: &mut Client, position: &str) -> String {
    client.send(&format!("position {position}"));
    proof(client, "proof").pop().expect("a line")
}

#[test]
fn a_finished_game_has_its_result() {
    let mut client = Client::start(&["--variant", "gomoku"]);
    let five = "startpos moves h8 a1 h9 a2 h10 a3 h11 a4 h12";
    assert_eq!(verdict(&mut client, five), "proof loss 0");
    assert_eq!(verdict(&mut client, "fen xxxxx/5/5/5/5 x - 9"), "proof win 0");
    assert_eq!(verdict(&mut client, "fen xoxox/xoxox/oxoxo/oxoxo/xoxo1 o - 24 moves e5"), "proof draw");
    client.send("variant othello");
    client.line();
    let full = "xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxx1";
    assert_eq!(verdict(&mut client, &format!("fen {full} x")), "proof win 0");
    assert_eq!(verdict(&mut client, &format!("fen {full} o")), "proof loss 0");
    assert_eq!(verdict(&mut client, "startpos"), "proof none");
}

#[test]
fn searches_leave_their_proofs_until_the_next_game() {
    let mut client = Client::start(&["--variant", "gomoku"]);
    client.send("setoption name BoardSize value 15");
    let start = "position startpos moves h9f6g10f7g9f5f8e7";
    let in_game = |client: &mut Client, moves: &str| {
        client.send(&format!("{start} {moves}"));
        proof(client, "proof nodes 0")
    };
    assert_eq!(in_game(&mut client, ""), ["proof none"]);
    client.send("go mate 30");
    let lines = client.until("bestmove ");
    let searched = lines.iter().rfind(|line| line.contains(" score mate ")).expect("a win");
    let plies = 2 * number_after(searched, "mate") - 1;
    let win = in_game(&mut client, "");
    let attack = win[1].strip_prefix(&format!("proof win {plies} move ")).expect("the win of the search").to_string();
    assert!(win[0].starts_with(&format!("proof tree {attack}(")), "{win:?}");
    // The proof goes on with the game, unless the attack is another one, and is there again after moves taken back.
    assert_eq!(in_game(&mut client, &attack).pop(), Some(format!("proof loss {}", plies - 1)));
    assert!(in_game(&mut client, &format!("{attack} a1")).pop().expect("a line").starts_with("proof win "));
    assert_eq!(in_game(&mut client, "a1"), ["proof none"]);
    assert_eq!(in_game(&mut client, ""), win);
    client.send("ucinewgame");
    assert_eq!(in_game(&mut client, ""), ["proof none"]);
}

#[test]
fn a_proof_is_a_job() {
    let mut client = Client::start(&["--variant", "gomoku"]);
    client.send("setoption name BoardSize value 15");
    client.send("setoption name Rule value renju");
    client.send(HARD);
    client.send("proof nodes 1000000000");
    client.send("query ply");
    assert_eq!(client.ask("isready", "readyok"), "readyok");
    client.send("stop");
    assert_eq!(client.line(), "info string proof stopped");
    assert!(client.line().starts_with("response "));
    // What was stopped can be asked again, and quitting ends it, too.
    client.send("proof nodes 1000000000");
    assert_eq!(client.ask("isready", "readyok"), "readyok");
    client.send("quit");
    let (rest, status) = client.finish();
    assert!(status.success() && rest == ["info string proof stopped"], "{rest:?}");
}

#[test]
fn piped_proofs_are_answered_in_order() {
    let lines = script(
        "variant rhombus\nproof\nposition startpos moves c1\nproof\nquery ply\nproof nodes 99999999999999999999\n",
    );
    let order: Vec<_> = lines.iter().filter(|line| !line.contains(" reply ")).map(String::as_str).collect();
    assert_eq!(order[1..], ["proof loss 16", "proof win 15 move a1", "response 1", "proof win 15 move a1"]);
    assert_eq!(count(&lines, "proof reply "), 13);
}

#[test]
fn drops_are_drops_in_proofs() {
    let moves = "P@h8 P@a1 P@h9 P@a2 P@h10 P@a3";
    let script_of = |moves: &str| format!("variant gomokufreestyle\nposition startpos moves {moves}\nproof\n");
    let win = script(&script_of(moves));
    let attack = win.last().and_then(|line| line.strip_prefix("proof win 3 move ")).expect("a win").to_string();
    assert!(attack.starts_with("P@h"), "{win:?}");
    let loss = script(&script_of(&format!("{moves} {attack}")));
    assert!(loss[1].starts_with("proof others 218 five P@h"), "{loss:?}");
}

/// Plays every answer of a lost position, down to the end of the game, sampling the replies.
fn walk_loss(client: &mut Client, moves: &str, expected: i64, visits: &mut usize) {
    client.send(&format!("position startpos moves {moves}"));
    let lines = proof(client, "proof");
    assert_eq!(lines.last().expect("a line"), &format!("proof loss {expected}"), "{moves}");
    *visits += 1;
    client.send("moves");
    let legal = client.line().split(' ').count() - 1;
    assert_eq!(count(&lines, "proof reply "), legal, "{moves}");
    let replies: Vec<String> = lines.iter().filter(|line| line.starts_with("proof reply ")).cloned().collect();
    if expected > 0 {
        assert_eq!(number_after(&replies[0], "plies"), expected - 1, "{moves}");
    }
    let first = *visits % 7;
    for line in replies.iter().skip(first).step_by(7) {
        let [_, _, reply, _, answer, _, plies] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        client.send(&format!("position startpos moves {moves} {reply}"));
        let win = proof(client, "proof");
        assert_eq!(win, [format!("proof win {plies} move {answer}")], "{moves} {reply}");
        walk_loss(client, &format!("{moves} {reply} {answer}"), number_after(line, "plies") - 1, visits);
    }
}

#[test]
fn lost_positions_of_solved_games_are_walked_to_the_end() {
    let lost = [("rhombus", "a1 c1 b4 e5", 12), ("lgame", "b1c1d1d2 c3a4b4c4+d4b3 b2c2d2d3", 8)];
    for (variant, moves, plies) in lost {
        let mut client = Client::start(&["--variant", variant]);
        let mut visits = 0;
        walk_loss(&mut client, moves, plies, &mut visits);
        assert!(visits > 4, "{variant} {visits}");
    }
}
