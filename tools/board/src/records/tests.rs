use super::*;

fn upload(name: &str, content: &str) -> Upload {
    Upload { name: name.into(), content: content.into() }
}

fn open(uploads: &[Upload]) -> Result<Opened> {
    read(uploads, None, BTreeMap::new())
}

/// A game of Othello with these moves.
fn othello(moves: &str) -> GameRecord {
    serde_json::from_str(&format!(r#"{{"variant":"othello","moves":{moves}}}"#)).expect("a record")
}

#[test]
fn variations_and_notes_survive_json_files_and_json() {
    let text = "(;GM[2]FF[4]PB[Ann]C[the game];B[f5]C[first](;W[d6];B[c3](;W[d3])(;W[f3]TE[1]))(;W[f6];B[e6]))";
    let opened = open(&[upload("game.sgf", text)]).expect("a file of games");
    assert_eq!((opened.format, opened.faults.as_slice()), ("sgf", [].as_slice()));
    let [game] = opened.games.as_slice() else { panic!("{opened:?}") };
    let json = serde_json::to_value(&game.moves).expect("JSON");
    let expected = serde_json::json!([
        { "move": "f5", "notes": { "comment": "first" } },
        "d6",
        "c3",
        "d3",
        { "move": "f3", "after": 3, "notes": { "glyph": "!" } },
        { "move": "f6", "after": 1 },
        "e6",
    ]);
    assert_eq!(json, expected);
    assert_eq!(game.tags.first.as_deref(), Some("Ann"));
    let again: GameRecord = serde_json::from_str(&serde_json::to_string(game).expect("JSON")).expect("a record");
    assert_eq!(GameRecord::of(&again.game().expect("a game")), *game);
    let saved = write(&[again], "sgf", None).expect("a file");
    let saved = Upload { name: "saved.sgf".into(), content: saved };
    assert_eq!(open(&[saved]).expect("a file of games").games, opened.games);
}

#[test]
fn what_is_against_the_rules_is_not_written() {
    for (moves, why) in [
        (r#"["f5","f5"]"#, "f5"),
        (r#"["f5",{"move":"d6","after":7}]"#, "later"),
        (r#"["f5","d6",{"move":"f6","after":1},{"move":"c3","after":2}]"#, "order"),
    ] {
        let error = write(&[othello(moves)], "pgn", None).expect_err(moves).to_string();
        assert!(error.contains(why), "{error}");
    }
    let error = write(&[othello("[]")], "doc", None).expect_err("no such format").to_string();
    assert!(error.contains("'doc'"), "{error}");
    for unknown in [r#""result":"won""#, r#""termination":"bored""#, r#""notes":{"glyph":"+"}"#] {
        let record = serde_json::from_str::<GameRecord>(&format!(r#"{{"variant":"othello",{unknown}}}"#));
        assert!(record.is_err(), "{unknown}");
    }
}

#[test]
fn the_rules_decide_results_that_are_not_stated() {
    let game =
        GameRecord { variant: "gomoku".into(), ..othello(r#"["h8","a1","h9","a2","h10","a3","h11","a4","h12"]"#) };
    let game = GameRecord::of(&game.game().expect("a game"));
    assert_eq!((game.result, game.termination), (Some(GameResult::FirstWins), Some(Termination::Rules)));
    let tags = Tags { first: Some("Ann\n[Result \"0-1\"]".into()), ..Tags::default() };
    let resigned = GameRecord {
        tags,
        result: Some(GameResult::SecondWins),
        termination: Some(Termination::Resignation),
        ..othello(r#"["f5"]"#)
    };
    let read = GameRecord::of(&resigned.game().expect("a game"));
    assert_eq!(read.tags.first.as_deref(), Some("Ann [Result \"0-1\"]"));
    assert_eq!((read.result, read.termination), (resigned.result, resigned.termination));
}

#[test]
fn wthor_needs_its_own_names_only() {
    let tags = Tags { first: Some("Ann".into()), event: Some("Cup".into()), ..Tags::default() };
    let moves = "f5d6c3d3c4f4f6f3e6e7c6g5g6f7h5";
    let [game] = <[GameRecord; 1]>::try_from(open(&[upload("x.txt", moves)]).expect("games").games).expect("one");
    let (result, termination) = (Some(GameResult::FirstWins), Some(Termination::Rules));
    let games = [GameRecord { tags, result, termination, margin: Some(4), ..game }];
    let file = |extension: Option<&str>| Upload {
        name: format!("year.{}", extension.unwrap_or("wtb")),
        content: write(&games, "wthor", extension).expect("a file"),
    };
    let opened = open(&[file(Some("trn")), file(None), file(Some("jou"))]).expect("games");
    assert_eq!(opened.games[0].tags.first.as_deref(), Some("Ann"));
    assert_eq!(opened.games[0].tags.event.as_deref(), Some("Cup"));
    assert_eq!(open(&[file(None)]).expect("games").games[0].moves, games[0].moves);
    assert!(open(&[file(None), file(None)]).is_err() && open(&[file(Some("jou"))]).is_err() && open(&[]).is_err());
}

#[test]
fn the_game_that_is_shown_holds_only_where_a_file_does_not_say_its_own() {
    let open = |text: &str, shown: &str| {
        let opened = read(&[upload("a.txt", text)], Some(shown), BTreeMap::new()).expect("a file of games");
        (opened.games[0].variant.clone(), opened.faults.len())
    };
    assert_eq!(open("(;GM[4]SZ[15];B[hh])", "othello"), ("gomoku".into(), 0));
    assert_eq!(open("d3c5", "gomoku"), ("gomoku".into(), 0));
    assert_eq!(open("d3c5", "othello"), ("othello".into(), 0));
    assert_eq!(open("f5d6", "lgame"), ("othello".into(), 0));
}

#[test]
fn faults_are_told_with_the_game_before_them() {
    let lines: String = (0..30).map(|_| "f5f5\n").collect();
    let opened = open(&[upload("games.txt", &format!("{lines}f5d6\n"))]).expect("a file of games");
    assert_eq!((opened.faults.len(), opened.more_faults), (MOST_FAULTS, 30 - MOST_FAULTS));
    assert_eq!(opened.games.len(), 31);
    let Fault { game, line, byte, moves, message } = &opened.faults[1];
    assert_eq!((*game, *line, *byte, *moves), (2, Some(2), 7, 1));
    assert!(message.contains("f5"), "{message}");
    assert_eq!(opened.games[0].moves, [MoveRecord::Next("f5".into())]);
    assert!(open(&[upload("a.xyz", "?")]).is_err());
}
