//! Records of instructions.

use super::{Reader, signed};
use crate::bitcode::codes::instructions as code;
use crate::error::Result;
use crate::instruction::{Opcode, Predicate, flag};
use crate::module::NONE;

/// Returns the opcode for bitcode's number of a binary operator.
pub(in crate::bitcode) fn binary(number: u64, float: bool) -> Option<Opcode> {
    use Opcode::*;
    let rows: &[Opcode] = if float {
        &[FAdd, FSub, FMul, FDiv, FDiv, FRem, FRem]
    } else {
        &[Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor]
    };
    rows.get(usize::try_from(number).ok()?).copied()
}

/// The opcode of bitcode's number of a cast.
pub(in crate::bitcode) fn cast(number: u64) -> Option<Opcode> {
    use Opcode::*;
    let rows = [
        Trunc,
        ZExt,
        SExt,
        FpToUi,
        FpToSi,
        UiToFp,
        SiToFp,
        FpTrunc,
        FpExt,
        PtrToInt,
        IntToPtr,
        BitCast,
        AddrSpaceCast,
        PtrToAddr,
    ];
    rows.get(usize::try_from(number).ok()?).copied()
}

/// Converts fast-math flags of bitcode. Before LLVM 6 the lowest bit stood for all of them.
pub(super) fn fast_math(number: u64) -> u16 {
    if number & 1 != 0 { flag::FAST } else { number as u16 & flag::FAST }
}

impl Reader<'_> {
    #[inline(always)]
    pub(super) fn instruction(&mut self, code: u32, record: &[u64]) -> Result<()> {
        let start = self.module.operands.len();
        match code {
            code::LOAD | code::LOAD_ATOMIC => self.load(code == code::LOAD_ATOMIC, record, start),
            code::STORE | code::STORE_ATOMIC => self.store(code == code::STORE_ATOMIC, record, start),
            code::CALL => self.call(record, start),
            code::BINARY => self.binary(record, start),
            code::CAST => self.cast(record, start),
            code::GEP => self.gep(record, start),
            code::COMPARE | code::COMPARE_OLD => self.compare(record, start),
            code::BR => self.br(record, start),
            code::PHI => self.phi(record, start),
            code::SELECT | code::SELECT_OLD => self.select(code == code::SELECT, record, start),
            code::EXTRACT_ELEMENT | code::INSERT_ELEMENT | code::SHUFFLE => self.vector(code, record, start),
            code::EXTRACT_VALUE | code::INSERT_VALUE => self.aggregate(code == code::INSERT_VALUE, record, start),
            code::RET => {
                let mut i = 0;
                while i < record.len() {
                    let (value, _) = self.typed(record, &mut i)?;
                    self.module.operands.push(value);
                }
                self.push(Opcode::Ret, 0, 0, NONE, start)
            }
            code::UNREACHABLE => self.push(Opcode::Unreachable, 0, 0, NONE, start),
            code::ALLOCA => self.alloca(record, start),
            code::UNARY | code::FREEZE | code::RESUME => self.unary(code, record, start),
            code::SWITCH => self.switch(record, start),
            code::INVOKE => self.invoke(record, start),
            code::CALL_BR => self.call_br(record, start),
            code::BUNDLE => self.bundle(record),
            code::RECORD_VALUE..=code::RECORD_DECLARE_VALUE => self.debug_record(code - code::RECORD_VALUE, record),
            code::CMPXCHG => self.cmpxchg(record, start),
            code::ATOMIC_RMW | code::ATOMIC_RMW_OLD => self.atomic_rmw(code == code::ATOMIC_RMW, record, start),
            code::FENCE => {
                let (ordering, scope) = (self.ordering(record, 0)?, self.scope(record, 1)?);
                self.add_words([ordering, scope]);
                self.push(Opcode::Fence, 0, 0, NONE, start)
            }
            code::VA_ARG => {
                let mut i = 1;
                let list = self.plain(record, &mut i)?;
                let ty = self.number(record, &mut i)?;
                let ty = self.ty(ty)?;
                self.module.operands.push(list);
                self.push(Opcode::VaArg, 0, 0, ty, start)
            }
            code::INDIRECT_BR => {
                let mut i = 1;
                let address = self.plain(record, &mut i)?;
                self.module.operands.push(address);
                self.targets(record, &mut i, record.len())?;
                self.push(Opcode::IndirectBr, 0, 0, NONE, start)
            }
            code::LANDING_PAD => self.landing_pad(record, start),
            code::CLEANUP_RET | code::CATCH_RET => {
                let mut i = 0;
                let pad = self.plain(record, &mut i)?;
                self.module.operands.push(pad);
                self.targets(record, &mut i, record.len().min(2))?;
                let opcode = if code == code::CATCH_RET { Opcode::CatchRet } else { Opcode::CleanupRet };
                if opcode == Opcode::CatchRet && record.len() < 2 {
                    return self.short();
                }
                self.push(opcode, 0, 0, NONE, start)
            }
            code::CATCH_PAD | code::CLEANUP_PAD => self.pad(code == code::CATCH_PAD, record, start),
            code::CATCH_SWITCH => self.catch_switch(record, start),
            code::BLOCK_ADDRESS_USERS => Ok(()),
            _ => self.stream.unknown("instruction", code as u64),
        }
    }

    pub(super) fn targets(&mut self, record: &[u64], i: &mut usize, end: usize) -> Result<()> {
        while *i < end {
            let block = self.target(record, i)?;
            self.module.operands.push(block);
        }
        Ok(())
    }

    fn binary(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (a, ty) = self.typed(record, &mut i)?;
        let b = self.plain(record, &mut i)?;
        let number = self.number(record, &mut i)?;
        let float = self.module.types.is_float(ty);
        let Some(opcode) = binary(number, float) else { return self.stream.unknown("operator", number) };
        let flags = record.get(i).copied().unwrap_or(0);
        let flags = if float { fast_math(flags) } else { flags as u16 & 3 };
        self.add_words([a, b]);
        self.push(opcode, 0, flags, ty, start)
    }

    fn unary(&mut self, code: u32, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (value, ty) = self.typed(record, &mut i)?;
        self.module.operands.push(value);
        match code {
            code::FREEZE => self.push(Opcode::Freeze, 0, 0, ty, start),
            code::RESUME => self.push(Opcode::Resume, 0, 0, NONE, start),
            _ => {
                let number = self.number(record, &mut i)?;
                if number != 0 {
                    return self.stream.unknown("operator", number);
                }
                let flags = fast_math(record.get(i).copied().unwrap_or(0));
                self.push(Opcode::FNeg, 0, flags, ty, start)
            }
        }
    }

    fn cast(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (value, _) = self.typed(record, &mut i)?;
        let ty = self.number(record, &mut i)?;
        let ty = self.ty(ty)?;
        let number = self.number(record, &mut i)?;
        let Some(opcode) = cast(number) else { return self.stream.unknown("cast", number) };
        let flags = record.get(i).copied().unwrap_or(0);
        let flags = match opcode {
            Opcode::FpTrunc | Opcode::FpExt => fast_math(flags),
            _ => flags as u16 & 3,
        };
        self.module.operands.push(value);
        self.push(opcode, 0, flags, ty, start)
    }

    fn gep(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let flags = self.number(record, &mut i)? as u16 & 7;
        let source = self.number(record, &mut i)?;
        let source = self.ty(source)?;
        let (base, mut ty) = self.typed(record, &mut i)?;
        self.add_words([source, base]);
        while i < record.len() {
            let (index, index_ty) = self.typed(record, &mut i)?;
            self.module.operands.push(index);
            if self.module.types.is_vector(index_ty) && !self.module.types.is_vector(ty) {
                ty = self.module.types.like(index_ty, ty);
            }
        }
        self.push(Opcode::GetElementPtr, 0, flags, ty, start)
    }

    fn compare(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (a, ty) = self.typed(record, &mut i)?;
        let b = self.plain(record, &mut i)?;
        let number = self.number(record, &mut i)?;
        let Some(predicate) = Predicate::from_code(number) else { return self.stream.unknown("predicate", number) };
        let flags = record.get(i).copied().unwrap_or(0);
        let (opcode, flags) = if self.module.types.is_float(ty) {
            (Opcode::FCmp, fast_math(flags))
        } else {
            (Opcode::ICmp, flags as u16 & 1)
        };
        let result = self.module.types.like(ty, self.boolean);
        self.add_words([a, b]);
        self.push(opcode, predicate as u8, flags, result, start)
    }

    fn br(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let taken = self.target(record, &mut i)?;
        self.module.operands.push(taken);
        if record.len() > 1 {
            let other = self.target(record, &mut i)?;
            let condition = self.plain(record, &mut i)?;
            self.add_words([other, condition]);
        }
        self.push(Opcode::Br, 0, 0, NONE, start)
    }

    fn switch(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let ty = self.number(record, &mut i)?;
        if ty >> 16 == 0x4b5 {
            return self.stream.fail(crate::error::Problem::Unsupported("a switch over ranges (LLVM 3.2)"));
        }
        let condition = self.plain(record, &mut i)?;
        let default = self.target(record, &mut i)?;
        self.add_words([condition, default]);
        while i < record.len() {
            let number = self.number(record, &mut i)?.min(NONE as u64) as u32;
            let value = self.value(number);
            let block = self.target(record, &mut i)?;
            self.add_words([value, block]);
        }
        self.push(Opcode::Switch, 0, 0, NONE, start)
    }

    fn phi(&mut self, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let ty = self.number(record, &mut i)?;
        let ty = self.ty(ty)?;
        while i + 1 < record.len() {
            let distance = signed(self.number(record, &mut i)?);
            let number = (self.body.next as i64).wrapping_sub(distance);
            let Ok(number) = u32::try_from(number) else { return self.stream.no_such("value", number as u64) };
            let value = self.value(number);
            let block = self.target(record, &mut i)?;
            self.add_words([value, block]);
        }
        let flags = fast_math(record.get(i).copied().unwrap_or(0));
        self.push(Opcode::Phi, 0, flags, ty, start)
    }

    fn select(&mut self, typed_condition: bool, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (yes, ty) = self.typed(record, &mut i)?;
        let no = self.plain(record, &mut i)?;
        let condition = if typed_condition { self.typed(record, &mut i)?.0 } else { self.plain(record, &mut i)? };
        let flags = fast_math(record.get(i).copied().unwrap_or(0));
        self.add_words([condition, yes, no]);
        self.push(Opcode::Select, 0, flags, ty, start)
    }

    fn vector(&mut self, code: u32, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (vector, ty) = self.typed(record, &mut i)?;
        let Some(&element) = self.module.types.parts(ty).first().filter(|_| self.module.types.is_vector(ty)) else {
            return self.stream.malformed("an operand that is no vector");
        };
        if code == code::EXTRACT_ELEMENT {
            let (index, _) = self.typed(record, &mut i)?;
            self.add_words([vector, index]);
            return self.push(Opcode::ExtractElement, 0, 0, element, start);
        }
        let other = self.plain(record, &mut i)?;
        let (last, last_ty) = self.typed(record, &mut i)?;
        self.add_words([vector, other, last]);
        if code == code::INSERT_ELEMENT {
            return self.push(Opcode::InsertElement, 0, 0, ty, start);
        }
        let ty = self.module.types.like(last_ty, element);
        self.push(Opcode::ShuffleVector, 0, 0, ty, start)
    }

    fn aggregate(&mut self, insert: bool, record: &[u64], start: usize) -> Result<()> {
        let mut i = 0;
        let (aggregate, ty) = self.typed(record, &mut i)?;
        self.module.operands.push(aggregate);
        if insert {
            let (value, _) = self.typed(record, &mut i)?;
            self.module.operands.push(value);
        }
        let mut part = ty;
        while i < record.len() {
            let index = self.number(record, &mut i)?;
            match self.module.types.part(part, index) {
                Some(inner) if index <= u32::MAX as u64 => part = inner,
                _ => return self.stream.no_such("part of an aggregate", index),
            }
            self.module.operands.push(index as u32);
        }
        if insert {
            self.push(Opcode::InsertValue, 0, 0, ty, start)
        } else {
            self.push(Opcode::ExtractValue, 0, 0, part, start)
        }
    }
}
