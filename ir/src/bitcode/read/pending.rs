//! Constants made of other constants, which may follow them in the file: making them is deferred until then.

use super::Reader;
use crate::constants::Constant;
use crate::error::Result;
use crate::module::NONE;
use crate::upgrade::expressions::is_gone;

/// A constant as in its record: its values have the numbers of the file.
#[derive(Clone, Copy)]
struct Raw {
    number: u32,
    constant: Constant,
    /// The place of its words in [`Pending::words`].
    words: usize,
    /// The number of words before the values.
    head: usize,
    /// The number of values.
    values: usize,
}

/// Constants that are deferred because their operands follow.
#[derive(Default)]
pub(super) struct Pending {
    raws: Vec<Raw>,
    words: Vec<u32>,
    /// The place in `raws` of each number of the file, counted from the first deferred constant.
    places: Vec<u32>,
}

impl Reader<'_> {
    /// Makes a constant of its words: `head`, then values, then `tail`. It is deferred if one of the values follows in the file.
    pub(super) fn made(
        &mut self,
        constant: Constant,
        head: &[u32],
        values: Option<&[u64]>,
        tail: Option<&[u64]>,
    ) -> Result<()> {
        let (Some(values), Some(tail)) = (values, tail) else {
            return self.stream.malformed("a constant that is too short");
        };
        let words = self.pending.words.len();
        self.pending.words.extend_from_slice(head);
        self.pending.words.extend(values.iter().map(|&v| v.min(NONE as u64) as u32));
        self.pending.words.extend(tail.iter().map(|&v| v as u32));
        let constant = Constant { count: (head.len() + values.len() + tail.len()) as u32, ..constant };
        let number = self.values.len() as u32;
        let raw = Raw { number, constant, words, head: head.len(), values: values.len() };
        if self.missing(&raw).is_none() {
            let value = self.make(&raw);
            self.values.push(value);
            self.pending.words.truncate(words);
        } else {
            self.values.push(NONE);
            self.pending.raws.push(raw);
        }
        Ok(())
    }

    fn raw_values(&self, raw: &Raw) -> &[u32] {
        self.pending.words.get(raw.words + raw.head..).and_then(|rest| rest.get(..raw.values)).unwrap_or(&[])
    }

    /// Returns the first value of a constant that is not made yet: a number of the file.
    fn missing(&self, raw: &Raw) -> Option<u32> {
        self.missing_from(raw, 0).map(|(_, value)| value)
    }

    /// Returns the first value from the `from`th on that is not made yet, with its place.
    fn missing_from(&self, raw: &Raw, from: usize) -> Option<(usize, u32)> {
        let values = self.raw_values(raw).iter().copied().enumerate().skip(from);
        let unknown = |v: u32| self.values.get(v as usize).is_none_or(|&value| value == NONE);
        values.into_iter().find(|(_, v)| unknown(*v))
    }

    /// Makes a constant whose values are all made.
    fn make(&mut self, raw: &Raw) -> u32 {
        let start = self.module.constants.words.len();
        let count = raw.constant.count as usize;
        let words = self.pending.words.get(raw.words..).and_then(|rest| rest.get(..count)).unwrap_or(&[]);
        for (i, &word) in words.iter().enumerate() {
            let is_value = i >= raw.head && i < raw.head + raw.values;
            let value = if is_value { self.values.get(word as usize).copied().unwrap_or(NONE) } else { word };
            self.module.constants.words.push(value);
        }
        if self.is_gone(raw, start) {
            let constant = Constant { data: start as u64, ..raw.constant };
            let value = self.module.constants.intern(constant, 0);
            self.gone.insert(value);
            return value;
        }
        self.module.composed_constant(raw.constant, start)
    }

    /// Returns whether a constant is an expression that LLVM no longer has, or contains one. Such constants are not folded. Its words
    /// begin at `start`.
    fn is_gone(&self, raw: &Raw, start: usize) -> bool {
        let words = self.module.constants.words.get(start..).unwrap_or(&[]);
        let values = words.get(raw.head..).and_then(|rest| rest.get(..raw.values)).unwrap_or(&[]);
        is_gone(&self.module.types, words.first().copied(), &raw.constant)
            || !self.gone.is_empty() && values.iter().any(|value| self.gone.contains(value))
    }

    /// Makes the deferred constants, each after its operands.
    pub(super) fn resolve_pending(&mut self) -> Result<()> {
        let Some(first) = self.pending.raws.first().map(|raw| raw.number) else { return Ok(()) };
        let mut places = std::mem::take(&mut self.pending.places);
        places.clear();
        places.resize(self.values.len() - first as usize, NONE);
        for (i, raw) in self.pending.raws.iter().enumerate() {
            if let Some(place) = places.get_mut((raw.number - first) as usize) {
                *place = i as u32;
            }
        }
        let raws = std::mem::take(&mut self.pending.raws);
        let mut open = vec![false; raws.len()];
        // Which constant, and how many of its values are made.
        let mut stack: Vec<(usize, usize)> = Vec::new();
        for i in 0..raws.len() {
            stack.push((i, 0));
            while let Some((top, made)) = stack.pop() {
                let Some(raw) = raws.get(top) else { break };
                if self.values.get(raw.number as usize) != Some(&NONE) {
                    continue;
                }
                let Some((at, missing)) = self.missing_from(raw, made) else {
                    let value = self.make(raw);
                    if let Some(slot) = self.values.get_mut(raw.number as usize) {
                        *slot = value;
                    }
                    continue;
                };
                let place = missing.checked_sub(first).and_then(|n| places.get(n as usize)).filter(|p| **p != NONE);
                let Some(&place) = place else { return self.stream.no_such("value", missing as u64) };
                if let Some(flag) = open.get_mut(top) {
                    *flag = true;
                }
                if open.get(place as usize) == Some(&true) {
                    return self.stream.malformed("constants that are made of each other");
                }
                stack.push((top, at));
                stack.push((place as usize, 0));
            }
        }
        self.pending = Pending { raws, words: std::mem::take(&mut self.pending.words), places };
        self.pending.raws.clear();
        self.pending.words.clear();
        Ok(())
    }
}
