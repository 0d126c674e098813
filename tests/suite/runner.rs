//! A model of a UGI match runner (kz04px/cutegames): it sends the same commands, knows no rules, and relies on both
//! engines to agree on the side to move and the result.

use super::client::Client;

/// One engine as the runner starts it: no arguments, options by `setoption`.
fn engine(variant: &str, options: &[(&str, &str)]) -> Client {
    let mut engine = Client::start(&[]);
    engine.ask("ugi", "ugiok");
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    for (name, value) in options {
        engine.send(&format!("setoption name {name} value {value}"));
    }
    engine.ask("isready", "readyok");
    engine
}

fn response(engine: &mut Client, query: &str) -> String {
    engine.ask(&format!("query {query}"), "response ").trim_start_matches("response ").to_string()
}

/// Plays a game and gives its result and length.
fn play(engines: &mut [Client; 2], start: &str, go: &str) -> (String, usize) {
    let mut moves: Vec<String> = Vec::new();
    let position = |moves: &[String]| match moves {
        [] => format!("position {start}"),
        _ => format!("position {start} moves {}", moves.join(" ")),
    };
    for engine in engines.iter_mut() {
        engine.ask("isready", "readyok");
        engine.send("uginewgame");
        engine.send(&position(&moves));
    }
    let first = usize::from(response(&mut engines[0], "p1turn") == "false");
    loop {
        let mover = &mut engines[(first + moves.len()) % 2];
        mover.send(&position(&moves));
        mover.ask("isready", "readyok");
        if response(mover, "gameover") == "true" {
            break;
        }
        let best = mover.ask(go, "bestmove ");
        let words: Vec<_> = best.split(' ').collect();
        // Exactly two words, or the runner would wait forever.
        assert_eq!(words.len(), 2, "{best}");
        moves.push(words[1].to_string());
        assert!(moves.len() <= 1_000, "the engines never end the game");
    }
    let verdicts: Vec<_> = engines
        .iter_mut()
        .map(|engine| {
            engine.send(&position(&moves));
            (response(engine, "gameover"), response(engine, "result"))
        })
        .collect();
    assert_eq!(verdicts[0], verdicts[1], "after {moves:?}");
    assert_eq!(verdicts[0].0, "true");
    (verdicts[0].1.clone(), moves.len())
}

#[test]
fn two_engines_agree_on_the_result_in_every_variant() {
    let games = [
        ("lgame", "startpos", "go depth 2"),
        ("rhombus", "startpos", "go nodes 500"),
        ("rhombus", "fen x-x-x/-x-x-/1-1-1/-o-o-/o-o-o x 0,0 10", "go depth 3"),
        ("othello", "startpos", "go p1time 400 p2time 400 p1inc 5 p2inc 5"),
        ("othello", "fen 8/8/8/3oxo2/3xxx2/5x2/8/8 o - 3", "go movetime 3"),
        ("gomoku", "startpos", "go nodes 600"),
        ("gomoku", "fen 16/16/16/16/16/16/16/7xo7/7o8/8x7/16/16/16/16/16/16 x - 4", "go depth 2"),
    ];
    for (variant, start, go) in games {
        let mut engines = [
            engine(variant, &[("MaxPlies", "60"), ("hash", "2"), ("Seed", "5")]),
            engine(variant, &[("MaxPlies", "60"), ("Personality", "random"), ("Seed", "9")]),
        ];
        for _ in 0..2 {
            let (result, plies) = play(&mut engines, start, go);
            assert!(matches!(result.as_str(), "p1win" | "p2win" | "draw"), "{variant}: {result}");
            assert!(plies > 3, "{variant}");
            engines.reverse();
        }
    }
}
