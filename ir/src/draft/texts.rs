//! The bytes of names and other texts: those that were read, and those added later.

use std::cell::{Cell, OnceCell, RefCell};

use crate::module::Text;

/// The number of slots of the first row of later texts; each row has twice as many as the one before.
const FIRST: usize = 64;
const ROWS: usize = 26;

/// The bytes of a later text.
type Later = OnceCell<Box<[u8]>>;

/// Immutable texts at stable addresses.
pub(super) struct Texts {
    read: Vec<u8>,
    rows: [OnceCell<Box<[Later]>>; ROWS],
    /// The start of each later text, counted on from the end of the bytes that were read.
    starts: RefCell<Vec<u32>>,
    end: Cell<u32>,
}

/// Returns the row of the `i`th later text, and the place in it.
fn slot(i: usize) -> (usize, usize) {
    let row = (i / FIRST + 1).ilog2() as usize;
    (row, i - FIRST * ((1 << row) - 1))
}

impl Texts {
    /// Creates the texts from the bytes that were read.
    pub(super) fn new(read: Vec<u8>) -> Self {
        let end = Cell::new(read.len() as u32);
        Texts { read, rows: [const { OnceCell::new() }; ROWS], starts: RefCell::default(), end }
    }

    /// Returns the bytes of a text.
    #[inline]
    pub(super) fn get(&self, text: Text) -> &[u8] {
        let (start, count) = (text.start as usize, text.count as usize);
        if count == 0 {
            return &[];
        }
        if start < self.read.len() { self.read.get(start..start + count).unwrap_or(&[]) } else { self.later(text) }
    }

    fn later(&self, text: Text) -> &[u8] {
        let Ok(i) = self.starts.borrow().binary_search(&text.start) else { return &[] };
        let (row, at) = slot(i);
        let cell = self.rows.get(row).and_then(OnceCell::get).and_then(|row| row.get(at));
        cell.and_then(OnceCell::get).map_or(&[], |bytes| bytes)
    }

    /// Adds a text.
    pub(super) fn add(&self, bytes: &[u8]) -> Text {
        if bytes.is_empty() {
            return Text::default();
        }
        let start = self.end.get();
        let mut starts = self.starts.borrow_mut();
        let (row, at) = slot(starts.len());
        let Some(slots) = self.rows.get(row) else { return Text::default() };
        let slots = slots.get_or_init(|| (0..FIRST << row).map(|_| OnceCell::new()).collect());
        if let Some(slot) = slots.get(at) {
            slot.get_or_init(|| bytes.into());
        }
        starts.push(start);
        self.end.set(start + bytes.len() as u32);
        Text { start, count: bytes.len() as u32 }
    }

    /// Returns all bytes, each text at its place.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.read.clone();
        let rows = self.rows.iter().filter_map(OnceCell::get).flatten();
        rows.filter_map(OnceCell::get).for_each(|text| bytes.extend_from_slice(text));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay() {
        let texts = Texts::new(b"read".to_vec());
        let old = Text { start: 1, count: 2 };
        let first = texts.add(b"first");
        let held = texts.get(first);
        let more: Vec<_> = (0..1000).map(|i| (i, texts.add(format!("text {i}").as_bytes()))).collect();
        assert_eq!((texts.get(old), held, texts.get(first)), (&b"ea"[..], &b"first"[..], &b"first"[..]));
        let all = texts.bytes();
        for (i, text) in more {
            assert_eq!(texts.get(text), format!("text {i}").as_bytes());
            assert_eq!(all.get(text.start as usize..(text.start + text.count) as usize), Some(texts.get(text)));
        }
        assert!(texts.add(b"").is_empty());
    }
}
