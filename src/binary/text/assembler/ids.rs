//! Numbers for the names of ids: in the order of the text, or the names themselves if they are numbers.

use super::numbers;
use super::scan::{Scanner, is_name};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ids of a module.
pub(super) struct Ids<'t> {
    /// The numbers of names.
    numbers: FxHashMap<&'t [u8], u32>,
    /// The numbers that serve as names of ids, which no other name is given.
    kept: FxHashSet<u32>,
    next: u32,
    bound: u32,
}

impl<'t> Ids<'t> {
    pub fn new(text: &'t [u8], keep_numbers: bool) -> Self {
        let kept = if keep_numbers { written(text) } else { FxHashSet::default() };
        Self { numbers: FxHashMap::default(), kept, next: 1, bound: 1 }
    }

    /// The number of an id; the next one where the name is new.
    pub fn number(&mut self, name: &'t [u8]) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let kept = Some(name).filter(|_| !self.kept.is_empty()).and_then(numbers::word);
        let number = kept.unwrap_or_else(|| self.free());
        self.bound = self.bound.max(number.wrapping_add(1));
        self.numbers.insert(name, number);
        number
    }

    fn free(&mut self) -> u32 {
        while self.kept.contains(&self.next) {
            self.next = self.next.saturating_add(1);
        }
        let number = self.next;
        self.next = self.next.saturating_add(1);
        number
    }

    /// Returns the bound: every id is below it.
    pub fn bound(&self) -> u32 {
        self.bound
    }
}

/// Returns all numbers that are names of ids in a text.
fn written(text: &[u8]) -> FxHashSet<u32> {
    let mut scanner = Scanner::new(text);
    let mut numbers = FxHashSet::default();
    loop {
        scanner.skip_blanks();
        if scanner.is_at_end() {
            return numbers;
        }
        let word = scanner.word().text;
        if let Some(name) = word.strip_prefix(b"%").filter(|name| is_name(name)) {
            numbers.extend(numbers::word(name));
        }
        if word.is_empty() {
            scanner.skip_mark();
        }
    }
}
