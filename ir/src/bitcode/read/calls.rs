//! Calls and their bundles.

use super::Reader;
use super::instructions::fast_math;
use crate::error::Result;
use crate::instruction::{Opcode, flag};
use crate::module::{Bundle, NONE};
use crate::types::TypeKind;

/// Bits of a call's convention word.
mod bit {
    pub(super) const TAIL: u64 = 1;
    pub(super) const MUSTTAIL: u64 = 1 << 14;
    pub(super) const EXPLICIT: u64 = 1 << 15;
    pub(super) const NOTAIL: u64 = 1 << 16;
    pub(super) const FAST_MATH: u64 = 1 << 17;
    pub(super) const INVOKE_EXPLICIT: u64 = 1 << 13;
}
/// The flag that marks metadata in an operand bundle, since LLVM 21.
const METADATA_IN_BUNDLE: u64 = 0x8000_0000;

impl Reader<'_> {
    fn list(&self, number: u64) -> Result<u32> {
        match number as usize <= self.module.attributes.lists.len() {
            true => Ok(number as u32),
            false => self.stream.no_such("attribute list", number),
        }
    }

    pub(super) fn call(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let list = self.number(record, &mut i)?;
        let list = self.list(list)?;
        let packed = self.number(record, &mut i)?;
        let mut flags = if packed & bit::FAST_MATH != 0 { fast_math(self.number(record, &mut i)?) } else { 0 };
        for (set, flag) in [(bit::TAIL, flag::TAIL), (bit::MUSTTAIL, flag::MUSTTAIL), (bit::NOTAIL, flag::NOTAIL)] {
            if packed & set != 0 {
                flags |= flag;
            }
        }
        if packed & bit::EXPLICIT == 0 {
            return self.stream.malformed("a call without a type");
        }
        let ty = self.function_type(record, &mut i)?;
        let (callee, _) = self.typed(record, &mut i)?;
        self.add_words([list, (packed >> 1 & 1023) as u32, ty, callee]);
        self.arguments(ty, record, &mut i)?;
        let result = self.module.types.parts(ty).first().copied().unwrap_or(NONE);
        self.push_call(Opcode::Call, flags, result, start)
    }

    fn function_type(&mut self, record: &[u64], i: &mut usize) -> Result<u32> {
        let number = self.number(record, i)?;
        let ty = self.ty(number)?;
        match self.module.types.kind(ty) {
            TypeKind::Function => Ok(ty),
            _ => self.stream.malformed("a call of another type"),
        }
    }

    fn arguments(&mut self, ty: u32, record: &[u64], i: &mut usize) -> Result<()> {
        let count = self.module.types.parts(ty).len();
        for k in 1..count {
            let parameter = self.module.types.parts(ty).get(k).copied().unwrap_or(NONE);
            let value = match self.module.types.kind(parameter) {
                TypeKind::Metadata => {
                    let distance = self.number(record, i)?;
                    self.metadata_value(distance)
                }
                _ => self.plain(record, i)?,
            };
            self.module.operands.push(value);
        }
        if self.module.types.get(ty).is_some_and(|row| row.number != 0) {
            while *i < record.len() {
                let (value, _) = self.typed(record, i)?;
                self.module.operands.push(value);
            }
        } else if *i != record.len() {
            return self.stream.malformed("a call with more arguments than parameters");
        }
        Ok(())
    }

    fn push_call(&mut self, opcode: Opcode, flags: u16, ty: u32, start: usize) -> Result<()> {
        self.body.waiting_bundles = self.module.bundles.len();
        self.push(opcode, 0, flags, ty, start)
    }

    pub(super) fn invoke(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let list = self.number(record, &mut i)?;
        let list = self.list(list)?;
        let packed = self.number(record, &mut i)?;
        let normal = self.target(record, &mut i)?;
        let unwind = self.target(record, &mut i)?;
        if packed & bit::INVOKE_EXPLICIT == 0 {
            return self.stream.malformed("an invoke without a type");
        }
        let ty = self.function_type(record, &mut i)?;
        let (callee, _) = self.typed(record, &mut i)?;
        self.add_words([list, (packed & 1023) as u32, ty, normal, unwind, callee]);
        self.arguments(ty, record, &mut i)?;
        let result = self.module.types.parts(ty).first().copied().unwrap_or(NONE);
        self.push_call(Opcode::Invoke, 0, result, start)
    }

    pub(super) fn call_br(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let list = self.number(record, &mut i)?;
        let list = self.list(list)?;
        let packed = self.number(record, &mut i)?;
        let default = self.target(record, &mut i)?;
        let count = self.number(record, &mut i)?;
        let first = i;
        for _ in 0..count {
            self.target(record, &mut i)?;
        }
        let ty = self.function_type(record, &mut i)?;
        let (callee, _) = self.typed(record, &mut i)?;
        let convention = (packed >> 1 & 1023) as u32;
        self.add_words([list, convention, ty, default, count as u32, callee]);
        self.arguments(ty, record, &mut i)?;
        let others = record.get(first..).unwrap_or(&[]).iter().take(count as usize);
        self.module.operands.extend(others.map(|&block| block as u32));
        let result = self.module.types.parts(ty).first().copied().unwrap_or(NONE);
        self.push_call(Opcode::CallBr, 0, result, start)
    }

    /// Reads an operand bundle, whose record precedes that of its call.
    pub(super) fn bundle(&mut self, record: &[u64]) -> Result<()> {
        let mut i = 0;
        let tag = self.number(record, &mut i)?;
        if tag as usize >= self.module.bundle_tags.len() {
            return self.stream.no_such("tag of a bundle", tag);
        }
        let start = self.module.operands.len() as u32;
        while i < record.len() {
            let value = match record.get(i) {
                Some(&METADATA_IN_BUNDLE) => {
                    i += 1;
                    let distance = self.number(record, &mut i)?;
                    self.metadata_value(distance)
                }
                _ => self.typed(record, &mut i)?.0,
            };
            self.module.operands.push(value);
        }
        let count = self.module.operands.len() as u32 - start;
        let call = self.module.instructions.len() as u32;
        self.module.bundles.push(Bundle { call, tag: tag as u32, operands: start, count });
        Ok(())
    }
}
