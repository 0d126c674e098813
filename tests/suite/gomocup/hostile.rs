//! Wrong lines and boards in the Gomocup protocol. Random ones are sent by `quartet-fuzz`.

use super::{answer, end, point, start};
use crate::client::Client;

#[test]
fn a_wrong_line_gives_one_error_and_changes_nothing() {
    let mut client = start(15);
    assert_eq!(answer(&mut client, "PLAY 7,7"), "7,7");
    for wrong in [
        "START",
        "START 4",
        "START 23",
        "START -15",
        "START fifteen",
        "START 15 15",
        "RECTSTART",
        "TURN",
        "TURN 7,7",
        "TURN 15,0",
        "TURN 0,15",
        "TURN -1,3",
        "TURN 99999999999999999999,3",
        "TURN 3",
        "TURN 3,4,1",
        "TURN h8",
        "PLAY 7,7",
        "PLAY",
        "TAKEBACK 8,8",
        "TAKEBACK",
        "YXNBEST",
        "YXNBEST -2",
        "YXNBEST many",
        "DONE",
        "7,7,1",
        "go depth 3",
        "\u{fffd}\u{4e94}",
        "BOARD\nDONE1\nDONE",
        "BOARD\n1,1\nDONE",
        "BOARD\n1,1,0\nDONE",
        "BOARD\n1,1,4\nDONE",
        "BOARD\n1,1,1\n1,1,2\nDONE",
        "BOARD\n15,1,1\nx\n-1,1,1\n\nDONE",
        "BOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n0,1,2\n1,1,2\n2,1,2\n3,1,2\n4,1,2\nDONE",
        "YXBOARD\n1,1,1,1\nDONE",
        "SWAP2BOARD\n1,1\nDONE",
        "SWAP2BOARD\n1,1\n1,1\n2,2\nDONE",
    ] {
        let reply = answer(&mut client, wrong);
        assert!(reply.starts_with("ERROR ") || reply.starts_with("UNKNOWN "), "{wrong}: {reply}");
        assert!(reply.len() > 8 && reply.chars().all(|c| !c.is_control()), "{wrong}: {reply}");
        assert_eq!(answer(&mut client, "TAKEBACK 7,7"), "OK", "after {wrong}");
        assert_eq!(answer(&mut client, "PLAY 7,7"), "7,7", "after {wrong}");
    }
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn every_board_is_checked() {
    let row = |y: usize, field: usize| (0..5).map(|x| format!("{x},{y},{field}\n")).collect::<String>();
    // The game is over: won by either side, or the board is full.
    let mut client = start(5);
    let full: String = (0..25).map(|i| format!("{},{},{}\n", i % 5, i / 5, 1 + (i % 5 + i / 10) % 2)).collect();
    for over in [row(2, 1), row(2, 2), full] {
        let reply = answer(&mut client, &format!("BOARD\n{over}DONE"));
        assert!(reply.starts_with("ERROR "), "{over}: {reply}");
    }
    // Numbers of stones that no game leads to: the engine moves all the same.
    for any in ["0,0,1\n1,0,1\n2,0,1\n", "0,0,2\n1,0,2\n2,0,2\n", "", "4,4,1\n"] {
        let reply = answer(&mut client, &format!("BOARD\n{any}DONE"));
        let (x, y) = point(&reply);
        assert!(x < 5 && y < 5 && !any.contains(&reply), "{any}: {reply}");
    }
    // A five is completed and a four is blocked, whatever the numbers of stones.
    let mut client = start(9);
    let four = |field: usize| (1..5).map(|x| format!("{x},0,{field}\n")).collect::<String>();
    let reply = answer(&mut client, &format!("BOARD\n{}DONE", four(1)));
    assert!(matches!(reply.as_str(), "0,0" | "5,0"), "{reply}");
    let reply = answer(&mut client, &format!("BOARD\n{}0,0,1\nDONE", four(2)));
    assert_eq!(reply, "5,0");
    assert_eq!(end(client), Vec::<String>::new());
}

#[test]
fn commands_about_a_board_need_one() {
    let mut client = Client::start(&["--protocol", "gomocup"]);
    for line in ["BEGIN", "TURN 1,1", "RESTART", "TAKEBACK 1,1", "PLAY 1,1", "BOARD", "SWAP2BOARD", "YXSHOWFORBID"] {
        assert!(answer(&mut client, line).starts_with("ERROR "), "{line}");
    }
    assert_eq!(end(client), Vec::<String>::new());
}
