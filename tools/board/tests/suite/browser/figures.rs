//! Figures of the page, printed and not judged: machines differ. And the picture of the manual.

use super::driver::Browser;
use super::engines::{begin, still};
use super::page::Page;
use super::run;
use serde_json::{Value, json};
use std::path::Path;

/// Notes when lines are sent to engines, and when the first info line comes back.
const WATCH_LINES: &str = "window.times = {};
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        if (data.includes('\"go ')) {
            times.go = performance.now();
            this.addEventListener('message', ({ data }) => {
                if (data.includes('info depth')) { times.info ??= performance.now(); }
            });
        }
        return send.call(this, data);
    };";

/// Notes when a click comes, and when the page shows what it has led to.
const WATCH_CLICK: &str = "addEventListener('pointerup', () => { times.click = performance.now(); }, true);
    const note = (selector, name) => new MutationObserver(() => { times[name] ??= performance.now(); })
        .observe(document.querySelector(selector), { childList: true, subtree: true });
    addEventListener('pointerup', () => note('#board', 'stone'), true);
    note('#moves', 'position');";

#[test]
#[ignore = "prints times and sizes"]
fn times_and_sizes() {
    run(Browser::Chromium, "times_and_sizes", async |page: &Page| {
        let mut interactive = Vec::new();
        let (mut stones, mut positions) = (Vec::new(), Vec::new());
        let mut words = Vec::new();
        for _ in 0..10 {
            page.open("#variant=othello").await;
            interactive.push(page.value::<f64>("performance.getEntriesByName('interactive')[0].startTime").await);
            page.run(WATCH_LINES).await;
            page.run(WATCH_CLICK).await;
            page.click("#board [data-point=f5]").await;
            page.until_moves(1).await;
            stones.push(page.value::<f64>("times.stone - times.click").await);
            positions.push(page.value::<f64>("times.position - times.click").await);
            page.click("#analyse").await;
            page.until("a word of the engine", "times.info").await;
            words.push(page.value::<f64>("times.info - times.go").await);
            page.click("#analyse").await;
        }
        let sizes = "performance.getEntries().reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)";
        println!("page interactive: {} ms", spread(interactive));
        println!("click to the stone: {} ms, to the position: {} ms", spread(stones), spread(positions));
        println!("go to the first info line: {} ms", spread(words));
        println!("transferred: {:.1} kB", page.value::<f64>(sizes).await / 1000.0);
    });
}

/// Median and maximum.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    format!("median {:.1}, maximum {:.1}", values[values.len() / 2], values[values.len() - 1])
}

/// `QUARTET_GAMES` says how many games, 200 without it.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "minutes: prints memory over games of engine against engine"]
fn memory_over_games() {
    let games = std::env::var("QUARTET_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    run(Browser::Chromium, "memory_over_games", async |page: &Page| {
        // Its games are the shortest: at most 25 moves.
        page.open("#variant=gomoku&size=5").await;
        still(page).await;
        begin(page, [Some("random"), Some("random")]).await;
        let mut last = String::new();
        for game in 0..=games {
            let is_over = "location.hash.includes('moves=') && document.querySelector('#status.over')";
            page.until("the end of a game", &format!("history.state.game !== '{last}' && {is_over}")).await;
            last = page.value("history.state.game").await;
            if game % (games / 20).max(1) == 0 {
                page.driver.cdp().send_raw("HeapProfiler.collectGarbage", json!({})).await.expect("less memory");
                let heap = page.value::<Value>("performance.memory?.usedJSHeapSize").await;
                let heap = heap.as_f64().unwrap_or(f64::NAN) / 1e6;
                println!("game {game}: page {heap:.1} MB, server {} MiB", crate::process::memory_of(page.server));
            }
            page.click("#rematch").await;
        }
    });
}

/// A position in the middle of a game of Othello.
const MIDDLE: &str =
    "#variant=othello&moves=f5,d6,c3,d3,c4,f4,f6,f3,e6,e7,c6,g5,g6,f7,h5,c7,c8,c5,b5,b6,d7,e3,b4,d8,e8,g8,g4";

/// A position in the middle of a game of Othello with values and the best line.
#[test]
#[ignore = "makes the picture of the manual"]
fn picture() {
    run(Browser::Chromium, "picture", async |page: &Page| {
        page.driver.set_window_rect(0, 0, 1280, 880).await.expect("a window");
        page.open(MIDDLE).await;
        page.click("#analyse").await;
        page.until(
            "a deep search",
            "/depth (1[4-9]|[2-9]\\d)/.test(document.querySelector('#engine-word').textContent)",
        )
        .await;
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("board.png");
        page.driver.screenshot(&path).await.expect("a picture");
        println!("{}", path.display());
    });
}
