//! The page in real browsers: Chromium and Firefox, by WebDriver.
//!
//! What depends on the browser (input, layout, files, what is kept, connections) is tested in both, the rest in
//! Chromium. Where a browser or its driver is not installed, or the browser does not start, a test says so in a line
//! and passes; with `QUARTET_BROWSERS=required` in the environment it fails if one is not installed. No error may be
//! logged meanwhile, and no violation of the Content-Security-Policy: of Chromium all is seen, of Firefox what happens
//! after a page is loaded.

mod access;
mod driver;
pub(crate) mod engine;
mod engines;
mod figures;
mod input;
mod kept;
mod lgame;
mod openings;
mod page;
mod play;
mod rules;
mod study;
mod values;

use crate::board::Board;
use driver::Browser;
use page::Page;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Makes a test of scenarios, which are functions of a page, for each browser. They share a board and a browser, whose
/// start takes longer than most of them.
macro_rules! in_each_browser {
    ($group:ident: $($scenario:ident),+ $(,)?) => {
        mod chromium {
            use super::{$($scenario),+};
            #[test]
            fn $group() {
                $crate::browser::run_scenarios!(Chromium, $group: $($scenario),+);
            }
        }
        mod firefox {
            use super::{$($scenario),+};
            #[test]
            fn $group() {
                $crate::browser::run_scenarios!(Firefox, $group: $($scenario),+);
            }
        }
    };
}
pub(crate) use in_each_browser;

/// The same in Chromium only.
macro_rules! in_chromium {
    ($group:ident: $($scenario:ident),+ $(,)?) => {
        #[test]
        fn $group() {
            $crate::browser::run_scenarios!(Chromium, $group: $($scenario),+);
        }
    };
}
pub(crate) use in_chromium;

macro_rules! run_scenarios {
    ($browser:ident, $group:ident: $($scenario:ident),+) => {
        let browser = $crate::browser::driver::Browser::$browser;
        $crate::browser::run(browser, stringify!($group), async |page: &$crate::browser::page::Page| {
            $(page.begin(stringify!($scenario)).await;
            $scenario(page).await;
            page.check_faults().await;)+
        });
    };
}
pub(crate) use run_scenarios;

/// Runs scenarios with a board and a browser of their own.
pub(crate) fn run(browser: Browser, name: &str, scenarios: impl AsyncFn(&Page)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let driver = match runtime.block_on(browser.start()) {
        Ok(driver) => driver,
        Err(missing) => return skip(&missing),
    };
    let opened = match runtime.block_on(driver.open()) {
        Ok(opened) => opened,
        // Some containers let no browser start, whatever is installed.
        Err(error) => return say_skipped(&format!("{browser:?} does not start: {error}")),
    };
    let board = Board::start(&[]);
    let page = Page::new(opened, browser, &board);
    let done = catch_unwind(AssertUnwindSafe(|| runtime.block_on(scenarios(&page))));
    runtime.block_on(page.close(done.is_err().then_some(name)));
    if let Err(panic) = done {
        resume_unwind(panic);
    }
}

/// Says that something a test needs is missing, past what captures the output of tests.
fn skip(missing: &str) {
    let is_required = std::env::var("QUARTET_BROWSERS").is_ok_and(|value| value == "required");
    assert!(!is_required, "QUARTET_BROWSERS=required, but {missing}");
    say_skipped(missing);
}

fn say_skipped(missing: &str) {
    // A closed stderr is no failure of the test.
    let _ = writeln!(std::io::stderr(), "skipped: {missing}");
}
