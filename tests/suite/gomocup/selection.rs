//! How the Gomocup protocol is selected: the first line, the command line, the name of the executable.

use super::{answer, end};
use crate::client::Client;

#[test]
fn the_first_line_selects_the_protocol_and_is_executed() {
    let mut client = Client::start(&[]);
    client.send_raw(b"\r\n \r\nABOUT\r\nSTART 15\r\nisready\r\n");
    assert!(client.line().starts_with("name="));
    assert_eq!([client.line(), client.line()], ["OK", "UNKNOWN isready"]);
    assert_eq!(end(client), Vec::<String>::new());
    let mut client = Client::start(&[]);
    client.send("\nuci");
    client.until("uciok");
    client.send("START 15");
    assert!(client.line().starts_with("info string error: unknown command 'START 15'"));
    // A protocol given on the command line is not changed by the first line.
    let mut client = Client::start(&["--protocol", "uci"]);
    client.send("ABOUT");
    assert!(client.line().starts_with("info string error: "));
    let mut client = Client::start(&["--protocol=gomocup"]);
    assert_eq!(answer(&mut client, "isready"), "UNKNOWN isready");
}

#[test]
fn a_human_is_not_taken_for_a_gomocup_manager_and_can_quit() {
    for word in ["play", "info", "start", "begin", "about", "board", "end", "Play", "START", "PLAY othello", "INFO"] {
        let mut client = Client::start(&[]);
        client.send(word);
        assert!(client.line().starts_with("info string error: unknown command "), "{word}");
        client.ask("help", "quit - end");
    }
    // Commands before `uci` are answered in the Gomocup protocol.
    let mut client = Client::start(&[]);
    client.send("START 15\nINFO max_node 1000\nBOARD\nuci\nposition startpos moves h8\nquery ply\nquit");
    let (lines, status) = client.finish();
    assert_eq!((lines[0].as_str(), status.success()), ("OK", true), "{lines:?}");
    assert!(lines[1].starts_with("id name Quartet ") && lines.contains(&"uciok".to_string()), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("response 1"));
    let mut client = Client::start(&["--protocol", "gomocup"]);
    assert_eq!(answer(&mut client, "start 15"), "OK");
    client.send("Quit");
    assert!(client.finish().1.success());
}

#[test]
#[cfg(unix)]
fn a_program_name_selects_the_protocol() {
    let path = std::env::temp_dir().join(format!("pbrain-quartet-{}", std::process::id()));
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_quartet"), &path).expect("a link");
    let mut client = Client::start_as(&path, &[]);
    let said = answer(&mut client, "isready");
    // Only now, because an emulator opens the program after it was started.
    std::fs::remove_file(&path).expect("the link");
    assert_eq!(said, "UNKNOWN isready");
    assert!(answer(&mut client, "ABOUT").starts_with("name="));
}
