//! Checks operands.

use super::Parser;
use crate::constants::{ConstantKind, element_bits};
use crate::error::Result;
use crate::instruction::Opcode;
use crate::module::LOCAL;
use crate::types::TypeKind;

impl Parser<'_> {
    /// Rejects operands of a type that the arithmetic or comparison does not take.
    #[inline(always)]
    pub(super) fn check_arithmetic(&self, opcode: Opcode, ty: u32, at: usize) -> Result<()> {
        let types = &self.m.types;
        let fits = match opcode {
            Opcode::FNeg | Opcode::FCmp | Opcode::FAdd | Opcode::FSub | Opcode::FMul | Opcode::FDiv | Opcode::FRem => {
                types.is_float(ty)
            }
            Opcode::ICmp => matches!(types.kind(types.scalar(ty)), TypeKind::Integer | TypeKind::Pointer),
            _ => types.kind(types.scalar(ty)) == TypeKind::Integer,
        };
        if fits { Ok(()) } else { self.fail_at(at, format!("`{}` has no operands of this type", opcode.word())) }
    }

    /// Rejects a cast between types that the opcode does not convert.
    pub(super) fn check_cast(&self, opcode: Opcode, from: u32, to: u32, at: usize) -> Result<()> {
        if self.is_cast(opcode, from, to) {
            return Ok(());
        }
        self.fail_at(at, format!("`{}` does not make this type of that", opcode.word()))
    }

    fn is_cast(&self, opcode: Opcode, from: u32, to: u32) -> bool {
        use Opcode::*;
        let types = &self.m.types;
        let length = |ty: u32| types.get(ty).filter(|_| types.is_vector(ty)).map(|row| (row.kind, row.number));
        let (a, b) = (types.scalar(from), types.scalar(to));
        let (bits_a, bits_b) = (types.bits(a).unwrap_or(0), types.bits(b).unwrap_or(0));
        let int = |ty: u32| types.kind(ty) == TypeKind::Integer;
        let pointer = |ty: u32| types.kind(ty) == TypeKind::Pointer;
        let space = |ty: u32| types.get(ty).map(|row| row.number);
        if opcode == BitCast {
            return self.is_bit_cast(from, to);
        }
        if length(from) != length(to) {
            return false;
        }
        match opcode {
            Trunc => int(a) && int(b) && bits_a > bits_b,
            ZExt | SExt => int(a) && int(b) && bits_a < bits_b,
            FpTrunc => types.is_float(a) && types.is_float(b) && bits_a > bits_b,
            FpExt => types.is_float(a) && types.is_float(b) && bits_a < bits_b,
            FpToUi | FpToSi => types.is_float(a) && int(b),
            UiToFp | SiToFp => int(a) && types.is_float(b),
            PtrToInt | PtrToAddr => pointer(a) && int(b),
            IntToPtr => int(a) && pointer(b),
            AddrSpaceCast => pointer(a) && pointer(b) && space(a) != space(b),
            _ => false,
        }
    }

    /// Returns whether a bitcast between the types is valid: equal sizes, and pointers only to pointers of the same space.
    fn is_bit_cast(&self, from: u32, to: u32) -> bool {
        let types = &self.m.types;
        let pointer = |ty: u32| types.kind(types.scalar(ty)) == TypeKind::Pointer;
        let length = |ty: u32| types.get(ty).filter(|_| types.is_vector(ty)).map_or(1, |row| row.number);
        if pointer(from) || pointer(to) {
            return types.scalar(from) == types.scalar(to) && length(from) == length(to);
        }
        let bits = |ty: u32| {
            let bits = match types.kind(ty) {
                TypeKind::X86Amx => 8192,
                _ => types.bits(types.scalar(ty))?,
            };
            Some((bits * length(ty), types.kind(ty) == TypeKind::ScalableVector))
        };
        from == to || bits(from).is_some() && bits(from) == bits(to)
    }

    /// Rejects an invalid source element type or base of a `getelementptr`.
    pub(super) fn check_gep(&self, source: u32, base: u32, at: usize) -> Result<()> {
        let types = &self.m.types;
        if types.kind(types.scalar(base)) != TypeKind::Pointer {
            return self.fail_at(at, "the base is no pointer");
        }
        match types.kind(source) {
            TypeKind::Function | TypeKind::Label | TypeKind::Metadata | TypeKind::Token | TypeKind::Void => {
                self.fail_at(at, "the type has no size")
            }
            _ => Ok(()),
        }
    }

    /// Returns the type of a `getelementptr` with one more index, which is a vector if the index is.
    #[inline(always)]
    pub(super) fn gep_type(&mut self, ty: u32, index: u32, at: usize) -> Result<u32> {
        let types = &self.m.types;
        if types.kind(types.scalar(index)) != TypeKind::Integer {
            return self.fail_at(at, "the index is no integer");
        }
        if !types.is_vector(index) {
            return Ok(ty);
        }
        if !types.is_vector(ty) {
            return Ok(self.m.types.like(index, ty));
        }
        let number = |ty: u32| types.get(ty).map(|row| (row.kind, row.number));
        if number(ty) == number(index) { Ok(ty) } else { self.fail_at(at, "the index has another number of elements") }
    }

    /// Rejects indices of a `getelementptr` that lead nowhere.
    pub(super) fn check_indices(&self, source: u32, indices: &[u32], at: usize) -> Result<()> {
        if !indices.is_empty() && self.m.types.kind(source) == TypeKind::Opaque {
            return self.fail_at(at, "the type has no size");
        }
        let mut part = source;
        for &index in indices.iter().skip(1) {
            let is_struct = matches!(self.m.types.kind(part), TypeKind::Struct | TypeKind::NamedStruct);
            let number = self.constant_index(index).filter(|_| !is_struct || self.is_part_number(index));
            let inner = match number {
                Some(number) => self.m.types.part(part, number),
                None if is_struct => None,
                None => self.m.types.part(part, 0),
            };
            match inner {
                Some(inner) => part = inner,
                None => return self.fail_at(at, "there is no part of these indices"),
            }
        }
        Ok(())
    }

    /// Returns whether an index can select a part of a structure: `i32`, or a fixed-length vector of it.
    fn is_part_number(&self, index: u32) -> bool {
        let ty = self.m.type_of(index);
        self.m.types.bits(self.m.types.scalar(ty)) == Some(32) && self.m.types.kind(ty) != TypeKind::ScalableVector
    }

    /// Returns the value of an index that is a constant.
    pub(super) fn constant_index(&self, index: u32) -> Option<u64> {
        if index & LOCAL != 0 {
            return None;
        }
        let c = self.m.constants.get(index)?;
        match c.kind {
            ConstantKind::Integer => Some(c.data),
            ConstantKind::Null => Some(0),
            ConstantKind::Data => {
                let size = c.sub as usize;
                let bytes = self.m.constants.data(c, size);
                let mut chunks = bytes.chunks_exact(size.max(1));
                let first = chunks.next()?;
                let same = chunks.all(|chunk| chunk == first);
                same.then(|| element_bits(first))
            }
            _ => None,
        }
    }
}
