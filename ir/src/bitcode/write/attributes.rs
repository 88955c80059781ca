//! The PARAMATTR_GROUP and PARAMATTR blocks.

use super::Writer;
use super::sink::zigzag;
use crate::attributes::old::old_memory;
use crate::attributes::{Attribute, AttributeKind, Form};
use crate::bitcode::codes::block;
use crate::module::Text;

const GROUP: u32 = 3;
const LIST: u32 = 2;
/// `nocapture`, which LLVM 21 made `captures(none)`.
const NO_CAPTURE: u64 = 11;

/// The forms of an attribute in a record.
mod form {
    pub(super) const FLAG: u64 = 0;
    pub(super) const NUMBER: u64 = 1;
    pub(super) const KEY: u64 = 3;
    pub(super) const KEY_AND_VALUE: u64 = 4;
    pub(super) const NO_TYPE: u64 = 5;
    pub(super) const TYPE: u64 = 6;
    pub(super) const RANGE: u64 = 7;
    pub(super) const RANGES: u64 = 8;
}
/// The version number of memory effects with a location for `errno`: LLVM 21.
const EFFECTS: u64 = 1 << 56;

impl Writer<'_> {
    pub(super) fn attribute_groups(&mut self) {
        let groups = std::mem::take(&mut self.attributes.groups);
        if groups.is_empty() {
            return;
        }
        self.out.enter(block::ATTRIBUTE_GROUPS, 3);
        for (number, &(owner, set)) in (1..).zip(&groups) {
            let mut record = vec![number, owner as u64];
            for attribute in self.m.attributes.set(set) {
                self.attribute(attribute, &mut record);
            }
            self.out.record(GROUP, &record);
        }
        self.out.leave();
        self.attributes.groups = groups;
    }

    fn attribute(&mut self, attribute: &Attribute, record: &mut Vec<u64>) {
        let code = |kind: &AttributeKind| kind.code() as u64;
        match attribute {
            Attribute::Flag(kind) => record.extend([form::FLAG, code(kind)]),
            Attribute::Number(kind, number) => {
                self.number_attribute(*kind, *number, record);
            }
            Attribute::Type(kind, None) => record.extend([form::NO_TYPE, code(kind)]),
            Attribute::Type(kind, Some(ty)) => {
                let ty = self.ty(*ty);
                record.extend([form::TYPE, code(kind), ty]);
            }
            Attribute::Ranges(kind, bits, bounds) => {
                let count = bounds.len() as u64 / 2 / bits.div_ceil(64).max(1) as u64;
                match kind.form() {
                    Form::Range => record.extend([form::RANGE, code(kind), *bits as u64]),
                    _ => record.extend([form::RANGES, code(kind), count, *bits as u64]),
                }
                ranges(*bits, bounds, record);
            }
            Attribute::Text(key, value) => {
                record.push(if value.is_some() { form::KEY_AND_VALUE } else { form::KEY });
                self.zero_terminated(*key, record);
                if let Some(value) = value {
                    self.zero_terminated(*value, record);
                }
            }
        }
    }

    fn number_attribute(&self, kind: AttributeKind, number: u64, record: &mut Vec<u64>) {
        let code = kind.code() as u64;
        match kind.form() {
            Form::Memory if self.version < 16 => {
                record.extend(old_memory(number).into_iter().flat_map(|(code, _)| [form::FLAG, code]));
            }
            // Arguments, inaccessible memory, other memory.
            Form::Memory if self.version < 21 => {
                record.extend([form::NUMBER, code, number & 0xf | (number >> 6 & 3) << 4]);
            }
            Form::Memory => record.extend([form::NUMBER, code, number | EFFECTS]),
            // The downgrade leaves only `captures` that mean `nocapture`.
            Form::Captures if self.version < 21 => record.extend([form::FLAG, NO_CAPTURE]),
            _ => record.extend([form::NUMBER, code, number]),
        }
    }

    fn zero_terminated(&self, text: Text, record: &mut Vec<u64>) {
        record.extend(self.m.text(text).iter().map(|&c| c as u64));
        record.push(0);
    }

    pub(super) fn attribute_lists(&mut self) {
        if self.attributes.order.is_empty() {
            return;
        }
        self.out.enter(block::ATTRIBUTES, 3);
        let m = self.m;
        for &list in &self.attributes.order {
            let groups = m.attributes.list(list + 1).iter();
            let numbers = groups.filter_map(|group| self.attributes.numbers.get(group)).map(|&number| number as u64);
            self.out.record(LIST, &numbers.collect::<Vec<u64>>());
        }
        self.out.leave();
    }
}

/// Appends the bounds of ranges of integers of `bits` bits.
fn ranges(bits: u32, bounds: &[u64], record: &mut Vec<u64>) {
    if bits <= 64 {
        return record.extend(bounds.iter().map(|&bound| zigzag(extended(bound, bits))));
    }
    for pair in bounds.chunks(2 * bits.div_ceil(64) as usize) {
        wide_pair(pair, record);
    }
}

/// Appends two numbers of several words each: the counts of their words without upper zeros, packed in one word, and those words.
pub(super) fn wide_pair(pair: &[u64], record: &mut Vec<u64>) {
    let (low, high) = pair.split_at(pair.len() / 2);
    let used = |words: &[u64]| words.iter().rposition(|&word| word != 0).map_or(1, |last| last + 1);
    record.push(used(low) as u64 | (used(high) as u64) << 32);
    for words in [low, high] {
        record.extend(words.iter().take(used(words)).map(|&word| zigzag(word as i64)));
    }
}

/// Returns the low `bits` bits of a number, sign-extended.
pub(super) fn extended(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    ((value << unused) as i64) >> unused
}
