//! The page in a browser: what it shows, and waiting for it.

use super::driver::Browser;
use super::engine::{Engine, Facts, Game};
use crate::board::Board;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use thirtyfour::{By, WebDriver, WebElement};
use tokio::time::Instant;

/// How long the page may take to do anything.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time between two looks at the page.
const PAUSE: Duration = Duration::from_millis(10);

/// Keeps what goes wrong from now on.
const WATCH: &str = "if (!window.faults) {
    window.faults = [];
    addEventListener('securitypolicyviolation', (e) => faults.push(`${e.violatedDirective}: ${e.blockedURI}`));
    addEventListener('error', (e) => faults.push(e.message));
    addEventListener('unhandledrejection', (e) => faults.push(String(e.reason)));
}";

/// The page of a board, in a browser.
pub(crate) struct Page {
    pub(crate) driver: WebDriver,
    pub(crate) browser: Browser,
    /// The number of the server's process.
    pub(crate) server: u32,
    address: String,
    /// The engine over pipes, which is asked what the page should show.
    pub(crate) engine: RefCell<Engine>,
}

impl Page {
    /// The page that is to be opened in this browser.
    pub(crate) fn new(driver: WebDriver, browser: Browser, board: &Board) -> Page {
        let engine = RefCell::new(Engine::start());
        Page { driver, browser, server: board.id(), address: board.address().into(), engine }
    }

    /// Begins a scenario: with one tab and nothing kept. Its name is shown if it fails.
    pub(crate) async fn begin(&self, scenario: &str) {
        println!("{scenario}");
        let tabs = self.driver.windows().await.expect("tabs");
        for tab in &tabs[1..] {
            self.driver.switch_to_window(tab.clone()).await.expect("a tab");
            self.driver.close_window().await.expect("a closed tab");
        }
        self.driver.switch_to_window(tabs[0].clone()).await.expect("a tab");
        if self.value("location.protocol === 'http:'").await {
            self.run("sessionStorage.clear(); localStorage.clear();").await;
        }
    }

    /// Opens the page anew, with this fragment in its address.
    pub(crate) async fn open(&self, fragment: &str) {
        self.driver.goto("about:blank").await.expect("an empty page");
        self.driver.goto(format!("{}{fragment}", self.address)).await.expect("the page");
        self.wait_for_board().await;
    }

    /// Loads the page again.
    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.expect("the page");
        self.wait_for_board().await;
    }

    /// Waits until a position is shown.
    pub(crate) async fn wait_for_board(&self) {
        self.run(WATCH).await;
        self.until(
            "a board",
            "document.querySelector('#status').textContent && document.querySelector('[data-point]')",
        )
        .await;
    }

    /// Runs a script, which may return something.
    pub(crate) async fn run(&self, script: &str) -> Value {
        let result = self.driver.execute(script, Vec::new()).await;
        result.unwrap_or_else(|error| panic!("{error} in {script}")).json().clone()
    }

    /// The value of an expression in the page.
    pub(crate) async fn value<T: DeserializeOwned>(&self, expression: &str) -> T {
        let value = self.run(&format!("return {expression};")).await;
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value} of {expression}"))
    }

    /// Waits until an expression is true in the page.
    pub(crate) async fn until(&self, what: &str, expression: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.value::<bool>(&format!("Boolean({expression})")).await {
            if Instant::now() > end {
                panic!("waited in vain for {what}: {expression}\n{:#}", self.state().await);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// What the page shows, for messages.
    async fn state(&self) -> Value {
        self.value(
            "{
                address: location.hash,
                status: document.querySelector('#status')?.textContent,
                said: document.querySelector('#live')?.textContent,
                dialog: document.querySelector('dialog[open]')?.textContent,
                faults: window.faults,
            }",
        )
        .await
    }

    /// The element of a CSS selector, once it is there. A closed dialog keeps its content until it is opened again,
    /// so what is in one does not count.
    pub(crate) async fn element(&self, selector: &str) -> WebElement {
        let closed = "closest('dialog:not([open])')";
        self.until(selector, &format!("document.querySelector({})?.{closed} === null", json!(selector))).await;
        let found = self.driver.find(By::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Clicks the element of a CSS selector.
    pub(crate) async fn click(&self, selector: &str) {
        let clicked = self.element(selector).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Clicks the button whose text begins with this line, in the element of a CSS selector.
    pub(crate) async fn press(&self, within: &str, text: &str) {
        let selector = format!("{within} button");
        self.element(&selector).await;
        let buttons = self.driver.find_all(By::Css(selector)).await.expect("buttons");
        for button in buttons {
            if button.text().await.expect("its text").lines().next() == Some(text) {
                button.click().await.unwrap_or_else(|error| panic!("{text}: {error}"));
                return;
            }
        }
        panic!("no button '{text}' in {within}\n{:#}", self.state().await);
    }

    /// Chooses the option with this value in the list with this label, in a part of an open dialog.
    pub(crate) async fn choose(&self, part: &str, label: &str, value: &str) {
        let field = self.field(part, label).await;
        self.click(&format!("#{field} option[value='{value}']")).await;
    }

    /// Types into the field with this label, in a part of an open dialog.
    pub(crate) async fn fill(&self, part: &str, label: &str, text: &str) {
        self.fill_in(&format!("#{}", self.field(part, label).await), text).await;
    }

    /// Types into the field of a CSS selector.
    pub(crate) async fn fill_in(&self, selector: &str, text: &str) {
        let field = self.element(selector).await;
        field.clear().await.expect("an empty field");
        field.send_keys(text).await.expect("a filled field");
    }

    /// Clicks the box with this label, in a part of an open dialog.
    pub(crate) async fn tick(&self, part: &str, label: &str) {
        self.click(&format!("#{}", self.field(part, label).await)).await;
    }

    /// The id of the field with this label, in a part of an open dialog.
    async fn field(&self, part: &str, label: &str) -> String {
        let labels = format!("[...document.querySelectorAll('dialog[open] {part} label')]");
        let field = format!("{labels}.find((each) => each.firstChild.textContent === {})?.htmlFor", json!(label));
        self.until(label, &field).await;
        self.value(&field).await
    }

    /// The words about whose turn it is, or about the result.
    pub(crate) async fn status(&self) -> String {
        self.value("document.querySelector('#status').textContent").await
    }

    /// Waits until the words about whose turn it is contain these.
    pub(crate) async fn until_status(&self, text: &str) {
        let expression = format!("document.querySelector('#status').textContent.includes({})", json!(text));
        self.until("the status", &expression).await;
    }

    /// Waits until a screen reader has been told something that contains these words.
    pub(crate) async fn until_said(&self, text: &str) {
        let last = "document.querySelector('#live').lastElementChild?.textContent";
        let expression = format!("{last}.includes({})", json!(text));
        self.until("the live region", &expression).await;
    }

    /// The game of the address, which may follow the page a moment later.
    pub(crate) async fn game(&self) -> Game {
        let moves = "(/moves=([^&]+)/.exec(location.hash)?.[1].split(',') ?? [])";
        let shown = "document.querySelectorAll('#moves .move')";
        let is_line = format!("/[(]|%7B/.test(location.hash) || {moves}.length === {shown}.length");
        self.until("the address", &is_line).await;
        Game::of(&self.value::<String>("decodeURIComponent(location.hash)").await)
    }

    /// What the engine says of the position after all moves of a game.
    pub(crate) fn look(&self, game: &Game) -> Facts {
        self.engine.borrow_mut().look(game)
    }

    /// Waits until the game of the address has at least so many moves.
    pub(crate) async fn until_moves(&self, count: usize) {
        let moves = "(/moves=([^&]+)/.exec(location.hash)?.[1].split(',') ?? [])";
        self.until("a move", &format!("{moves}.length >= {count}")).await;
    }

    /// The labels of all cells by their points.
    pub(crate) async fn labels(&self) -> BTreeMap<String, String> {
        let cells = "[...document.querySelectorAll('#board [data-point]')]";
        self.value(&format!("Object.fromEntries({cells}.map((c) => [c.dataset.point, c.ariaLabel]))")).await
    }

    /// The points whose labels contain a word such as `legal`.
    pub(crate) async fn points(&self, word: &str) -> Vec<String> {
        let has = |label: &str| label.split(", ").any(|part| part == word);
        self.labels().await.into_iter().filter(|(_, label)| has(label)).map(|(point, _)| point).collect()
    }

    /// Fails if the page or the browser has logged an error.
    pub(crate) async fn check_faults(&self) {
        let faults: Vec<String> = self.value("window.faults ?? []").await;
        assert!(faults.is_empty(), "faults in the page: {faults:#?}");
        if self.browser == Browser::Chromium {
            let log = self.driver.browser_log().await.expect("the browser's log");
            let severe: Vec<_> = log.iter().filter(|entry| entry.level == "SEVERE").collect();
            assert!(severe.is_empty(), "errors in the browser's log: {severe:#?}");
        }
    }

    /// Ends the browser; first saves a picture of the page, if a test has failed.
    pub(crate) async fn close(self, failed: Option<&str>) {
        if let Some(name) = failed {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{:?}.png", self.browser));
            if self.driver.screenshot(&path).await.is_ok() {
                eprintln!("picture of the page: {}", path.display());
            }
        }
        // A browser that does not answer ends with its driver.
        let _ = self.driver.quit().await;
    }
}
