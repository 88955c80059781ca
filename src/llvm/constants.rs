//! Constants: exact values, however wide, and the parts of aggregates.

use super::Value;
use llvm_ir::constants::{Constant, ConstantKind};
use llvm_ir::draft;

impl<'m> Value<'m> {
    /// Returns the 64-bit words of an integer constant, lowest first; bits above its width are zero.
    pub(super) fn words(self) -> Option<Vec<u64>> {
        let ty = self.ty();
        let row = self.constant().filter(|_| ty.is_int())?;
        let count = ty.int_width().div_ceil(64) as usize;
        let mut words = match row.kind {
            ConstantKind::Integer => vec![row.data],
            ConstantKind::WideInteger => self.0.wide_words(),
            ConstantKind::Null => Vec::new(),
            _ => return None,
        };
        words.resize(count, 0);
        if let Some(last) = words.last_mut().filter(|_| !ty.int_width().is_multiple_of(64)) {
            *last &= u64::MAX >> (64 - ty.int_width() % 64);
        }
        Some(words)
    }

    /// The words of an integer constant of any width, lowest first; empty for other values.
    pub fn int_words(self) -> Vec<u64> {
        self.words().unwrap_or_default()
    }

    /// Returns the value of an integer constant, zero-extended; `None` if it needs more than 64 bits.
    pub fn int_value(self) -> Option<u64> {
        if let Some(Constant { kind: ConstantKind::Integer, data, .. }) = self.constant()
            && let width @ 1..=64 = self.ty().int_width()
        {
            return Some(data & u64::MAX >> (64 - width));
        }
        let words = self.words()?;
        let (low, high) = words.split_first()?;
        high.iter().all(|&word| word == 0).then_some(*low)
    }

    /// The exact bits of a floating-point constant, lowest word first.
    pub fn float_words(self) -> Option<[u64; 2]> {
        let row = self.constant().filter(|_| self.ty().is_float())?;
        match row.kind {
            ConstantKind::Null => Some([0; 2]),
            ConstantKind::Float => Some([row.data, 0]),
            ConstantKind::WideFloat => match self.0.wide_words()[..] {
                [low, high] => Some([low, high]),
                _ => None,
            },
            _ => None,
        }
    }

    /// The bytes of a constant array or vector of plain numbers, in the machine's order, elements without gaps.
    pub fn data_bytes(self) -> Option<&'m [u8]> {
        self.constant().filter(|row| row.kind == ConstantKind::Data).map(|_| self.0.data_bytes())
    }

    /// An element or field of a constant, also of `zeroinitializer`, `undef` and `poison`.
    pub fn aggregate_element(self, index: u32) -> Option<Value<'m>> {
        let ty = self.ty();
        let count = if ty.is_struct() { u64::from(ty.field_count()) } else { ty.count() };
        if u64::from(index) >= count || ty.is_scalable_vector() {
            return None;
        }
        let (row, draft) = (self.constant()?, self.draft());
        let part = if ty.is_struct() { ty.field(index)? } else { ty.element()? };
        let made = match row.kind {
            ConstantKind::Null => draft.const_null(part.0),
            ConstantKind::Undef => draft.undef(part.0),
            ConstantKind::Poison => draft.const_poison(part.0),
            ConstantKind::Aggregate => {
                return self.0.constant_words().get(index as usize).map(|n| Value(draft.value_at(*n)));
            }
            ConstantKind::Data => return self.data_element(index, row.sub as usize, part.0),
            _ => return None,
        };
        made.ok().map(Value)
    }

    /// Returns the elements of a constant vector of `count` 32-bit numbers; -1 for undefined ones.
    pub(super) fn part_numbers(self, count: u64) -> Vec<i32> {
        let all = |number| vec![number; count as usize];
        let number = |word: u32| Value(self.draft().value_at(word)).int_value().map_or(-1, |number| number as i32);
        match self.constant().map(|row| row.kind) {
            Some(ConstantKind::Null) => all(0),
            Some(ConstantKind::Aggregate) => self.0.constant_words().into_iter().map(number).collect(),
            Some(ConstantKind::Data) => self.0.data_elements().into_iter().map(|number| number as i32).collect(),
            _ => all(-1),
        }
    }

    fn data_element(self, index: u32, size: usize, ty: draft::Type<'m>) -> Option<Value<'m>> {
        let start = size.checked_mul(index as usize)?;
        let bits = self.0.data_element(start, size)?;
        let draft = self.draft();
        let made = if super::Type(ty).is_float() { draft.const_float(ty, bits) } else { draft.const_int(ty, &[bits]) };
        made.ok().map(Value)
    }
}
