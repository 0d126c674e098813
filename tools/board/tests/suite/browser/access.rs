//! Accessibility: axe's rules, and screens of phones.

use super::driver::Browser;
use super::page::Page;
use super::play::RHOMBUS;
use super::{in_chromium, in_each_browser, skip};
use serde_json::{Value, json};

/// axe, which `.ci/run` installs before the tests.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

/// A position of each game in mid-game.
const GAMES: [&str; 4] = [
    "#variant=othello&moves=f5,d6,c3",
    "#variant=gomoku&size=15&rule=renju&moves=g8,a1,i8,a15,h7,o1,h9,o15",
    "#variant=lgame&moves=c1d1c2c3",
    RHOMBUS,
];

/// The languages and themes, each of both with each.
const LOOKS: [(&str, &str); 4] = [("en", "light"), ("zh-Hant", "dark"), ("zh-Hant", "light"), ("en", "dark")];

// What axe finds is in the page, whichever browser shows it.
in_chromium!(
    the_page_is_accessible:
    axe_finds_nothing_in_the_games,
    axe_finds_nothing_in_dialogs,
    axe_finds_nothing_in_what_is_studied,
);

in_each_browser!(the_page_fits_phones: nothing_is_wider_than_a_phone);

async fn axe_finds_nothing_in_the_games(page: &Page) {
    for (fragment, (language, theme)) in GAMES.iter().zip(LOOKS) {
        page.open("").await;
        set(page, "language", &json!(language)).await;
        set(page, "theme", &json!(theme)).await;
        set(page, "values", &json!(true)).await;
        page.open(fragment).await;
        page.until("values", "document.querySelector('#values tbody tr')").await;
        check(page, &format!("{fragment} {language} {theme}")).await;
    }
}

async fn axe_finds_nothing_in_dialogs(page: &Page) {
    for ((button, more), (language, theme)) in
        [("#new-game", Some("#new-game-dialog summary")), ("#rules", None), ("#settings", None), ("#resign", None)]
            .into_iter()
            .zip(LOOKS)
    {
        page.open("#variant=gomoku").await;
        set(page, "language", &json!(language)).await;
        set(page, "theme", &json!(theme)).await;
        page.reload().await;
        page.click(button).await;
        page.until("a dialog", "document.querySelector('dialog[open]')").await;
        if let Some(more) = more {
            page.click(more).await;
        }
        check(page, &format!("{button} {language} {theme}")).await;
    }
}

async fn axe_finds_nothing_in_what_is_studied(page: &Page) {
    page.open("#variant=rhombus&moves=a1,c3(e5!{good},a5),e5,c1,a5,e1,b2,a3,d2,c5").await;
    set(page, "language", &json!("zh-Hant")).await;
    set(page, "theme", &json!("dark")).await;
    page.reload().await;
    for (button, shown) in [
        ("#games", "#games-dialog form, #games-dialog section"),
        ("#games-dialog section:first-child .buttons button:first-child", "#editor-dialog [data-point='c3']"),
        ("#editor-dialog .close", "body:not(:has(dialog[open]))"),
        ("#map", "#map-dialog .positions button"),
        ("#map-dialog .close", "body:not(:has(dialog[open]))"),
        ("#tab-study", "#panel-study textarea"),
        ("#tab-report", "#panel-report button"),
        ("#panel-report button", ".report-found table"),
        ("#tab-values", "#panel-values:not([hidden])"),
        ("#walk", "#proof .proof-words p"),
        ("#rules", "#rules-dialog .lesson-start"),
        ("#rules-dialog .lesson-start", "#lesson:not([hidden]) h2"),
        ("#lesson button:nth-of-type(2)", "#lesson .answer:not(:empty)"),
    ] {
        page.click(button).await;
        page.element(shown).await;
        check(page, button).await;
    }
}

async fn nothing_is_wider_than_a_phone(page: &Page) {
    for width in [320, 390] {
        page.open("").await;
        resize(page, width).await;
        for fragment in GAMES {
            page.open(fragment).await;
            let [content, window]: [u32; 2] = page.value("[document.documentElement.scrollWidth, innerWidth]").await;
            assert!(content <= window, "{content} pixels instead of {window}: {fragment}");
        }
    }
}

/// Gives the page the size of a phone; Firefox has a least width for its windows, which is then taken.
async fn resize(page: &Page, width: u32) {
    if page.browser == Browser::Chromium {
        let size = json!({ "width": width, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        page.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await.expect("another size");
        page.until("the size", &format!("innerWidth === {width}")).await;
    } else {
        page.driver.set_window_rect(0, 0, width, 844).await.expect("another size");
    }
}

/// Sets a setting as the page keeps it.
async fn set(page: &Page, name: &str, value: &Value) {
    let kept = "JSON.parse(localStorage.getItem('quartet-settings') ?? '{}')";
    page.run(&format!("localStorage.setItem('quartet-settings', JSON.stringify({{ ...{kept}, {name}: {value} }}));"))
        .await;
}

/// Fails if axe finds a violation in the page.
async fn check(page: &Page, what: &str) {
    let Ok(axe) = std::fs::read_to_string(AXE) else { return skip("no axe-core in target/axe") };
    page.run(&format!("{axe}\nwindow.axe = axe;")).await;
    let script = "const done = arguments[0];
        axe.run({ resultTypes: ['violations'] }).then((result) => done(result.violations.map(({ id, nodes }) =>
            [id, nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)])), (e) => done([String(e)]));";
    let found = page.driver.execute_async(script, Vec::new()).await.expect("axe runs");
    assert_eq!(found.json(), &json!([]), "{what}");
}
