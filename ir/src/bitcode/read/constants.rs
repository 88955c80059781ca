//! The CONSTANTS block, of a module or of a function.
//!
//! A constant may refer to constants that follow it. Such a constant is deferred to the end of the block, and made after its operands.

use super::{Reader, signed};
use crate::bitcode::codes::constants as code;
use crate::constants::{Constant, ConstantKind, element_bytes};
use crate::error::Result;
use crate::instruction::{Opcode, Predicate};
use crate::module::NONE;
use crate::types::TypeKind;

impl Reader<'_> {
    /// Reads the CONSTANTS block that was just entered.
    pub(super) fn read_constants(&mut self, of_module: bool) -> Result<()> {
        if of_module && self.next_body > 0 {
            return self.stream.malformed("constants after functions");
        }
        let mut ty = NONE;
        while let Some(code) = self.stream.next_record()? {
            if code == code::SET_TYPE {
                ty = self.ty(self.must(0)?)?;
                continue;
            }
            if ty == NONE {
                return self.stream.malformed("a constant without a type");
            }
            let record = std::mem::take(&mut self.stream.record);
            let done = self.constant(code, ty, &record);
            self.stream.record = record;
            done?;
        }
        self.resolve_pending()
    }

    fn constant(&mut self, code: u32, ty: u32, record: &[u64]) -> Result<()> {
        let plain = |kind, data| Constant { data, ty, count: 0, kind, sub: 0, flags: 0 };
        let first = record.first().copied().unwrap_or(0);
        match code {
            code::NULL => self.null(ty),
            code::UNDEF => self.simple(plain(ConstantKind::Undef, 0)),
            code::POISON => self.simple(plain(ConstantKind::Poison, 0)),
            code::INTEGER => self.integer(ty, &[signed(first) as u64]),
            code::WIDE_INTEGER => {
                let words: Vec<u64> = record.iter().map(|&w| signed(w) as u64).collect();
                self.integer(ty, &words)
            }
            code::FLOAT => self.float(ty, record),
            code::STRING => self.data(ty, record, false),
            code::C_STRING => self.data(ty, record, true),
            code::DATA => self.data(ty, record, false),
            code::BLOCK_ADDRESS => {
                self.made(plain(ConstantKind::BlockAddress, 0), &[], record.get(1..2), record.get(2..3))
            }
            code::DSO_LOCAL_EQUIVALENT | code::NO_CFI if self.module.types.kind(ty) != TypeKind::Pointer => {
                self.stream.malformed("another form of a function that is no pointer")
            }
            code::DSO_LOCAL_EQUIVALENT => {
                self.made(plain(ConstantKind::DsoLocalEquivalent, 0), &[], record.get(1..2), Some(&[]))
            }
            code::NO_CFI => self.made(plain(ConstantKind::NoCfi, 0), &[], record.get(1..2), Some(&[])),
            code::PTR_AUTH => self.made(plain(ConstantKind::PtrAuth, 0), &[], record.get(..4), Some(&[])),
            code::PTR_AUTH2 => self.made(plain(ConstantKind::PtrAuth, 0), &[], record.get(..5), Some(&[])),
            code::AGGREGATE => self.made(plain(ConstantKind::Aggregate, 0), &[], Some(record), Some(&[])),
            code::ASM | code::ASM_OLD | code::ASM_OLD2 | code::ASM_OLD3 => self.assembly(code, ty, record),
            code::GEP_OLD | code::INBOUNDS_GEP_OLD | code::GEP_WITH_INDEX_OLD | code::GEP | code::GEP_WITH_RANGE => {
                self.constant_gep(code, ty, record)
            }
            _ => self.expression(code, ty, record),
        }
    }

    /// Adds a constant to the values of the file; `None` is an error with the text `otherwise`.
    fn add(&mut self, value: Option<u32>, otherwise: &'static str) -> Result<()> {
        match value {
            Some(value) => self.values.push(value),
            None => return self.stream.malformed(otherwise),
        }
        Ok(())
    }

    fn null(&mut self, ty: u32) -> Result<()> {
        let value = self.module.zero(ty);
        self.add(value, "a null of a type that has none")
    }

    fn simple(&mut self, constant: Constant) -> Result<()> {
        let value = self.module.constants.intern(constant, 0);
        self.values.push(value);
        Ok(())
    }

    fn integer(&mut self, ty: u32, words: &[u64]) -> Result<()> {
        let value = self.module.integer(ty, words);
        self.add(value, "an integer of another type")
    }

    fn float(&mut self, ty: u32, record: &[u64]) -> Result<()> {
        let (low, high) = (record.first().copied().unwrap_or(0), record.get(1).copied().unwrap_or(0));
        let bits = match self.module.types.kind(self.module.types.scalar(ty)) {
            // The first word has the upper 64 of the 80 bits.
            TypeKind::X86Fp80 => [low << 16 | high & 0xffff, low >> 48],
            _ => [low, high],
        };
        let value = self.module.float(ty, bits);
        self.add(value, "floating point of another type")
    }

    fn data(&mut self, ty: u32, record: &[u64], terminated: bool) -> Result<()> {
        let (TypeKind::Array | TypeKind::Vector, Some(&element)) =
            (self.module.types.kind(ty), self.module.types.parts(ty).first())
        else {
            return self.stream.malformed("data of another type");
        };
        let bits = match self.module.types.bits(element) {
            Some(bits) if bits <= 64 => bits,
            _ => return self.stream.malformed("data of elements of another type"),
        };
        let count = record.len() + terminated as usize;
        if self.module.types.get(ty).is_none_or(|row| row.number != count as u64) {
            return self.stream.malformed("data of another length");
        }
        let size = element_bytes(bits);
        let bytes = &mut self.module.constants.bytes;
        let start = bytes.len();
        for word in record {
            bytes.extend(word.to_le_bytes().iter().take(size));
        }
        if terminated {
            bytes.resize(bytes.len() + size, 0);
        }
        let value = self.module.data(ty, start, count as u32, size);
        self.values.push(value);
        Ok(())
    }

    fn assembly(&mut self, code: u32, ty: u32, record: &[u64]) -> Result<()> {
        let (function, rest) = if code == code::ASM {
            (record.first().map(|&t| self.ty(t)).transpose()?, record.get(1..).unwrap_or(&[]))
        } else {
            // The type that a pointer points to.
            let file = self.types.iter().position(|&t| t == ty).and_then(|i| self.pointees.get(i)).copied();
            (file.filter(|&t| t != NONE).map(|t| self.ty(t as u64)).transpose()?, record)
        };
        let texts = |at: usize| {
            let count = usize::try_from(*rest.get(at)?).ok()?;
            let text = rest.get(at + 1..)?.get(..count)?;
            Some((text.iter().map(|&c| c as u8).collect::<Vec<u8>>(), at + 1 + count))
        };
        let Some((string, next)) = texts(1) else { return self.stream.malformed("assembly") };
        let Some((constraints, _)) = texts(next) else { return self.stream.malformed("assembly") };
        let (string, constraints) = (self.intern_text(&string), self.intern_text(&constraints));
        let flags = rest.first().copied().unwrap_or(0) as u32;
        let data = self.module.constants.words.len() as u64;
        let words = [function.unwrap_or(NONE), flags, string.start, string.count, constraints.start, constraints.count];
        self.module.constants.words.extend_from_slice(&words);
        self.simple(Constant { data, ty, count: 6, kind: ConstantKind::InlineAsm, sub: 0, flags: 0 })
    }

    fn constant_gep(&mut self, code: u32, ty: u32, record: &[u64]) -> Result<()> {
        let mut i = 0;
        let mut next = || {
            i += 1;
            record.get(i - 1).copied()
        };
        let mut flags = (code == code::INBOUNDS_GEP_OLD) as u64;
        let mut range = NONE;
        let explicit = !matches!(code, code::GEP_OLD | code::INBOUNDS_GEP_OLD) || record.len() % 2 == 1;
        let source = if explicit { next() } else { None };
        if matches!(code, code::GEP | code::GEP_WITH_RANGE) {
            flags = next().unwrap_or(0);
        }
        if code == code::GEP_WITH_INDEX_OLD {
            // Bit 0 is `inbounds`; the other bits are the index of `inrange`, which LLVM 19 replaced by a range of bytes, and drops.
            flags = next().unwrap_or(0) & 1;
        }
        if code == code::GEP_WITH_RANGE {
            range = self.module.constants.wide.len() as u32;
            let bits = next().unwrap_or(0);
            let active = if bits > 64 { next().unwrap_or(0) } else { 1 | 1 << 32 };
            let words = bits.div_ceil(64).min(1 << 17) as usize;
            self.module.constants.wide.push(bits);
            for used in [active as u32 as usize, (active >> 32) as usize] {
                for k in 0..words {
                    let word = if k < used { signed(next().unwrap_or(0)) as u64 } else { 0 };
                    self.module.constants.wide.push(word);
                }
            }
        }
        let pairs = record.get(i..).unwrap_or(&[]);
        let values: Vec<u64> = pairs.chunks_exact(2).filter_map(|pair| pair.get(1)).copied().collect();
        let source = match source {
            Some(source) => self.ty(source)?,
            None => self.pointee_of_pair(pairs)?,
        };
        let constant = Constant { data: 0, ty, count: 0, kind: ConstantKind::Gep, sub: 0, flags: flags as u16 };
        self.made(constant, &[source, range], Some(&values), Some(&[]))
    }

    /// Returns the pointee type of the first pair of type and value, in files with typed pointers.
    fn pointee_of_pair(&mut self, pairs: &[u64]) -> Result<u32> {
        match pairs.first().and_then(|&ty| self.pointees.get(ty as usize)) {
            Some(&pointee) if pointee != NONE => self.ty(pointee as u64),
            _ => self.stream.malformed("a getelementptr without a type"),
        }
    }

    fn expression(&mut self, code: u32, ty: u32, record: &[u64]) -> Result<()> {
        let at = |i: usize| record.get(i).copied().unwrap_or(u64::MAX);
        let float = |reader: &Self, ty| reader.module.types.is_float(ty);
        let (opcode, values): (Option<Opcode>, &[usize]) = match code {
            code::UNARY => (Some(Opcode::FNeg), &[1]),
            code::BINARY => (super::instructions::binary(at(0), float(self, ty)), &[1, 2]),
            code::CAST => (super::instructions::cast(at(0)), &[2]),
            code::SELECT => (Some(Opcode::Select), &[0, 1, 2]),
            code::EXTRACT_ELEMENT if record.len() == 4 => (Some(Opcode::ExtractElement), &[1, 3]),
            code::EXTRACT_ELEMENT => (Some(Opcode::ExtractElement), &[1, 2]),
            code::INSERT_ELEMENT if record.len() == 4 => (Some(Opcode::InsertElement), &[0, 1, 3]),
            code::INSERT_ELEMENT => (Some(Opcode::InsertElement), &[0, 1, 2]),
            code::SHUFFLE => (Some(Opcode::ShuffleVector), &[0, 1, 2]),
            code::SHUFFLE_OTHER => (Some(Opcode::ShuffleVector), &[1, 2, 3]),
            code::COMPARE => {
                let of = self.ty(at(0))?;
                (Some(if float(self, of) { Opcode::FCmp } else { Opcode::ICmp }), &[1, 2])
            }
            _ => return self.stream.unknown("constant", code as u64),
        };
        let Some(opcode) = opcode else { return self.stream.unknown("operator of a constant", at(0)) };
        let mut flags =
            if code == code::BINARY || code == code::CAST { record.get(3).copied().unwrap_or(0) as u16 } else { 0 };
        if code == code::COMPARE {
            match Predicate::from_code(at(3)) {
                Some(predicate) => flags = predicate as u16,
                None => return self.stream.unknown("predicate", at(3)),
            }
        }
        let mut list = Vec::with_capacity(3);
        for &i in values {
            match record.get(i) {
                Some(&value) => list.push(value),
                None => return self.stream.malformed("a constant that is too short"),
            }
        }
        let constant = Constant { data: 0, ty, count: 0, kind: ConstantKind::Expression, sub: opcode as u8, flags };
        self.made(constant, &[], Some(&list), Some(&[]))
    }
}
