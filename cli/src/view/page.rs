//! The page: a template, and the texts as JSON in it.

use super::marks::Marks;
use askama::Template;
use serde_json::{Value, json};

/// The page as a file.
#[derive(Debug, Template)]
#[template(path = "view.html")]
pub struct Page {
    /// The name of the file that is shown.
    pub name: String,
    /// The summary of the round trips, or the reason why there are none.
    pub summary: String,
    /// The changes.
    pub changes: Vec<Change>,
    /// The texts, beside each other.
    pub panes: Vec<Pane>,
    /// The style sheet.
    pub style: &'static str,
    /// The script.
    pub script: &'static str,
    /// The texts and their links as JSON.
    pub data: String,
}

/// A change by the round trips.
#[derive(Debug)]
pub struct Change {
    /// The gravity, as a class of the page.
    pub gravity: &'static str,
    /// The name of the gravity for readers.
    pub group: &'static str,
    /// The number of places.
    pub count: usize,
    /// The sentence that describes it.
    pub sentence: String,
}

/// A text.
#[derive(Debug)]
pub struct Pane {
    /// The heading above it.
    pub title: String,
    /// Its language: `source`, `llvm` or `spirv`.
    pub kind: &'static str,
    /// Its lines.
    pub lines: Vec<String>,
    /// Its marks.
    pub marks: Marks,
}

/// The pairs of linked lines in a pane and the next.
pub type Pairs = Vec<(usize, usize)>;

impl Page {
    /// Creates the page from texts, the pairs of each with the next, and changes.
    pub fn new(name: &str, summary: String, changes: Vec<Change>, panes: Vec<Pane>, links: &[Pairs]) -> Self {
        let texts: Vec<Value> = panes.iter().map(Pane::object).collect();
        let data = json!({ "panes": texts, "links": links });
        Self {
            name: name.to_owned(),
            summary,
            changes,
            panes,
            style: include_str!("../../templates/view.css"),
            script: include_str!("../../templates/view.js"),
            // Nothing in it ends the element that holds it.
            data: data.to_string().replace('<', "\\u003c"),
        }
    }
}

impl Pane {
    fn object(&self) -> Value {
        let changes: Vec<_> =
            self.marks.changes.iter().map(|(line, (gravity, all))| (line, gravity.name(), all.join("\n"))).collect();
        let asks: Vec<_> = self.marks.asks.iter().map(|(line, all)| (line, all.join("\n"))).collect();
        json!({ "title": self.title, "kind": self.kind, "lines": self.lines, "changes": changes, "asks": asks })
    }
}
