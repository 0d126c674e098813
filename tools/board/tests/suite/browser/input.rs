//! A person's hands: mouse, finger, keys.

use super::page::Page;
use serde_json::{Value, json};
use thirtyfour::common::command::{Actions, Command};

/// How a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    Mouse,
    Finger,
    Keys,
}

/// Keys of WebDriver that are no characters.
pub(crate) mod keys {
    pub(crate) const TAB: char = '\u{E004}';
    pub(crate) const ENTER: char = '\u{E007}';
    pub(crate) const ESCAPE: char = '\u{E00C}';
    pub(crate) const LEFT: char = '\u{E012}';
    pub(crate) const UP: char = '\u{E013}';
    pub(crate) const RIGHT: char = '\u{E014}';
    pub(crate) const DOWN: char = '\u{E015}';
}

/// Buttons of a mouse.
const LEFT: u8 = 0;
pub(crate) const RIGHT: u8 = 2;

impl Page {
    async fn perform(&self, sources: Value) {
        let done = self.driver.cmd(Command::PerformActions(Actions::from(sources))).await;
        done.expect("actions");
    }

    /// Presses keys, one after the other.
    pub(crate) async fn keys(&self, keys: &[char]) {
        let actions = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|action| json!({ "type": action, "value": key.to_string() })));
        self.perform(json!([{ "type": "key", "id": "keys", "actions": actions.collect::<Vec<_>>() }])).await;
    }

    /// Moves the mouse or a finger through points of the window; the first action is at the first one.
    async fn pointer(&self, hand: Hand, actions: Vec<Value>) {
        let kind = if hand == Hand::Finger { "touch" } else { "mouse" };
        self.perform(
            json!([{ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions }]),
        )
        .await;
    }

    /// Clicks or taps a point of the board.
    pub(crate) async fn tap(&self, hand: Hand, point: &str) {
        self.click_with(hand, point, LEFT).await;
    }

    /// Clicks a point of the board with a button of the mouse.
    pub(crate) async fn click_with(&self, hand: Hand, point: &str, button: u8) {
        let at = self.place(point).await;
        self.pointer(hand, vec![go(at), down(button), up(button)]).await;
    }

    /// Drags from one point of the board to another one.
    pub(crate) async fn drag(&self, hand: Hand, from: &str, to: &str) {
        let [from, to] = [self.place(from).await, self.place(to).await];
        let middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
        self.pointer(hand, vec![go(from), down(LEFT), go(middle), go(to), up(LEFT)]).await;
    }

    /// Turns the wheel over a point of the board.
    pub(crate) async fn wheel(&self, point: &str, pixels: i32) {
        let [x, y] = self.place(point).await;
        let scroll = json!({ "type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": pixels, "duration": 0 });
        self.perform(json!([{ "type": "wheel", "id": "wheel", "actions": [scroll] }])).await;
    }

    /// Where a point of the board is in the window; the page is scrolled to it.
    async fn place(&self, point: &str) -> [i64; 2] {
        let script = format!(
            "const cell = document.querySelector('#board [data-point=\"{point}\"] rect');
             cell.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
             const box = cell.getBoundingClientRect();
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];"
        );
        serde_json::from_value(self.run(&script).await).expect("two numbers")
    }

    /// Moves the focus to a point of the board by arrow keys.
    pub(crate) async fn go_to(&self, point: &str) {
        let (column, row) = coordinates(point);
        for _ in 0..60 {
            let focused = self.value::<Option<String>>("document.activeElement.dataset.point ?? null").await;
            let focused = focused.expect("the focus is on the board");
            let (from_column, from_row) = coordinates(&focused);
            let key = match (row - from_row, column - from_column) {
                (0, 0) => return,
                (0, columns) => [keys::LEFT, keys::RIGHT][usize::from(columns > 0)],
                (rows, _) => [keys::UP, keys::DOWN][usize::from(rows > 0)],
            };
            self.keys(&[key]).await;
        }
        panic!("arrow keys do not lead to {point}");
    }

    /// Moves the focus to the board by the Tab key.
    pub(crate) async fn tab_to_board(&self) {
        for _ in 0..60 {
            if self.value("Boolean(document.activeElement.dataset.point)").await {
                return;
            }
            self.keys(&[keys::TAB]).await;
        }
        panic!("the Tab key does not lead to the board");
    }
}

fn go([x, y]: [i64; 2]) -> Value {
    json!({ "type": "pointerMove", "origin": "viewport", "x": x, "y": y, "duration": 0 })
}

fn down(button: u8) -> Value {
    json!({ "type": "pointerDown", "button": button })
}

fn up(button: u8) -> Value {
    json!({ "type": "pointerUp", "button": button })
}

/// The column and row of a point such as `h8`.
fn coordinates(point: &str) -> (i32, i32) {
    let (column, row) = point.split_at(1);
    (i32::from(column.as_bytes()[0]), row.parse().expect("a row"))
}
