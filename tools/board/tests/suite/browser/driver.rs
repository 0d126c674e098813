//! Browsers and their drivers, as they are installed.

use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use thirtyfour::{Capabilities, WebDriver};
use tokio::time::Instant;

/// How long a driver may take to start.
const START: Duration = Duration::from_secs(20);

/// A browser that the page is tested in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
}

/// A running driver; dropping it ends it.
pub(crate) struct Driver {
    process: Child,
    address: String,
    capabilities: Value,
}

impl Browser {
    fn names(self) -> (&'static [&'static str], &'static str) {
        match self {
            Browser::Chromium => (&["chromium", "chromium-browser", "google-chrome"], "chromedriver"),
            Browser::Firefox => (&["firefox-esr", "firefox"], "geckodriver"),
        }
    }

    /// Starts the driver; the error says what is not installed.
    pub(crate) async fn start(self) -> Result<Driver, String> {
        let (browsers, driver) = self.names();
        let browser = browsers.iter().find_map(|name| find(name)).ok_or(format!("no {} on PATH", browsers[0]))?;
        let program = find(driver).ok_or(format!("no {driver} on PATH"))?;
        let port = free_port();
        let mut command = Command::new(program);
        command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        if self == Browser::Firefox {
            // The connection to the browser has a port of its own, by default the same for all drivers.
            command.arg(format!("--marionette-port={}", free_port()));
        }
        let process = command.spawn().expect("the driver starts");
        let capabilities = self.capabilities(&browser.to_string_lossy());
        let driver = Driver { process, address: format!("http://127.0.0.1:{port}"), capabilities };
        driver.wait(port).await;
        Ok(driver)
    }

    fn capabilities(self, program: &str) -> Value {
        match self {
            Browser::Chromium => {
                let mut arguments = vec![
                    "--headless=new",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--lang=en",
                    "--window-size=1280,900",
                ];
                if is_root() {
                    arguments.push("--no-sandbox");
                }
                json!({
                    "browserName": "chrome",
                    "goog:chromeOptions": { "binary": program, "args": arguments },
                    "goog:loggingPrefs": { "browser": "ALL" },
                })
            }
            Browser::Firefox => json!({
                "browserName": "firefox",
                "moz:firefoxOptions": {
                    "binary": program,
                    "args": ["-headless", "-width=1280", "-height=900"],
                    "prefs": { "intl.accept_languages": "en" },
                },
            }),
        }
    }
}

impl Driver {
    /// Waits until the driver listens.
    async fn wait(&self, port: u16) {
        let end = Instant::now() + START;
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            assert!(Instant::now() < end, "the driver does not listen");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A new browser with nothing kept from an earlier one; the error says why it did not start.
    pub(crate) async fn open(&self) -> Result<WebDriver, String> {
        let Value::Object(map) = self.capabilities.clone() else { unreachable!("an object") };
        let opened = WebDriver::new(self.address.as_str(), Capabilities::from(map)).await;
        opened.map_err(|error| error.to_string().lines().next().unwrap_or_default().to_string())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The program of this name.
fn find(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A port that nobody listens to.
fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its address").port()
}

/// Whether this is the superuser, for whom Chromium has no sandbox.
fn is_root() -> bool {
    #[cfg(unix)]
    return std::fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) == 0);
    #[cfg(not(unix))]
    false
}
