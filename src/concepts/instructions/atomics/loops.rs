//! Atomics without an instruction: functions with a compare-exchange loop, which is repeated until no other invocation interferes.
//!
//! They are used for operations that SPIR-V lacks (`nand`, `uinc_wrap`), for floating-point arithmetic where no
//! extension is allowed, and for 8-bit and 16-bit numbers, which OpenCL's environment has no atomics on: the exchange
//! is of the 32-bit word that contains the number. There is a function for each operation, type, storage class, scope
//! and order; it comes back as an ordinary function.

use super::{compute, needs};
use crate::binary::Id;
use crate::concepts::base::{constants, pointers, types};
use crate::concepts::instructions::compare;
use crate::error::{Code, Error, Result};
use crate::llvm::{AtomicRmwOp, Type};
use crate::state::{Forward, Loop};
use ::spirv::{FunctionControl, Op, StorageClass};

/// The operation of a loop.
#[derive(Clone, Copy, Debug)]
pub enum Update {
    /// The computation of an `atomicrmw`.
    Compute(AtomicRmwOp),
    /// The exchange with a new value if the old value is the expected one.
    CompareExchange,
}

/// The type of the updated number, and the operands of its atomics.
#[derive(Clone, Copy)]
pub struct Site<'m> {
    /// The LLVM type of the number.
    pub ty: Type<'m>,
    /// The storage class of the pointer.
    pub class: StorageClass,
    /// The number of the scope.
    pub scope: u32,
    /// The memory semantics.
    pub semantics: u32,
    /// The memory semantics if the comparison fails.
    pub failed: u32,
}

/// Calls the function for an update, which takes the pointer and the values, and returns the old value.
pub fn call<'m>(f: &mut Forward<'m>, update: Update, site: Site<'m>, operands: &[Id]) -> Result<Id> {
    let number = types::forward(f, site.ty)?;
    let key = Loop { name: name(update, site) };
    let function = match f.helpers.loops.get(&key) {
        Some(id) => *id,
        None => {
            let id = f.spv.fresh();
            f.spv.name(id, &key.name)?;
            f.helpers.loops.insert(key, id);
            let body = std::mem::take(&mut f.body);
            let written = Writer::new(f, site, number, id).and_then(|mut writer| writer.write(update));
            let written_body = std::mem::replace(&mut f.body, body);
            written?;
            f.helpers.code.extend(written_body.code);
            id
        }
    };
    f.body.callees.insert(function);
    let mut words = vec![function];
    words.extend_from_slice(operands);
    Ok(f.emit_value(Op::FunctionCall, number, &words)?.id)
}

fn name(update: Update, site: Site<'_>) -> String {
    let operation = match update {
        Update::Compute(kind) => super::operation_name(kind),
        Update::CompareExchange => "cmpxchg",
    };
    let space = pointers::address_space(site.class as u32).unwrap_or_default();
    let lanes = if site.ty.is_vector() { format!("v{}", site.ty.count()) } else { String::new() };
    let number = site.ty.scalar();
    let failed = if site.failed == 0 { String::new() } else { format!(".{}", site.failed) };
    format!("spirv.atomic.{operation}.{lanes}{number}.p{space}.{}.{}{failed}", site.scope, site.semantics)
}

/// A function under construction.
struct Writer<'a, 'm> {
    f: &'a mut Forward<'m>,
    function: Id,
    site: Site<'m>,
    /// The SPIR-V type of the number, and the integer type of that width.
    number: Id,
    bits: Id,
    /// The width of the number, and the type of the exchanged word.
    width: u32,
    word: Id,
    boolean: Id,
}

/// A word in memory, and the position of the number in it.
struct Place {
    pointer: Id,
    /// The shift and the mask of the number in its word; none if the word is the number.
    part: Option<(Id, Id)>,
}

impl<'a, 'm> Writer<'a, 'm> {
    fn new(f: &'a mut Forward<'m>, site: Site<'m>, number: Id, function: Id) -> Result<Self> {
        let width = needs::width(f, site.ty);
        if !matches!(width, 8 | 16 | 32 | 64) {
            return Err(Error::of(Code::Instruction, format!("an atomic on {}", site.ty))
                .hint("SPIR-V has atomics for 32 and 64 bits, of which smaller ones are made"));
        }
        let bits = types::int(f, width)?;
        let word = types::int(f, width.max(32))?;
        if width == 64 {
            f.spv.require(::spirv::Capability::Int64Atomics);
        }
        let boolean = types::int(f, 1)?;
        Ok(Self { f, function, site, number, bits, width, word, boolean })
    }

    fn op(&mut self, op: Op, ty: Id, operands: &[Id]) -> Result<Id> {
        Ok(self.f.emit_value(op, ty, operands)?.id)
    }

    fn write(&mut self, update: Update) -> Result<()> {
        let values = if matches!(update, Update::CompareExchange) { 2 } else { 1 };
        let params = self.head(values)?;
        let (Some((pointer, values)), labels) = (params.split_first(), [(); 4].map(|()| self.f.spv.fresh())) else {
            return Err(Error::internal("a function without parameters"));
        };
        let [entry, around, attempt, exit] = labels;
        self.f.emit(Op::Label, &[entry])?;
        let place = self.place(*pointer)?;
        let first = self.load(&place)?;
        self.f.emit(Op::Branch, &[around])?;
        self.f.emit(Op::Label, &[around])?;
        let seen = self.f.spv.fresh();
        let old = self.op(Op::Phi, self.word, &[first, entry, seen, attempt])?;
        let held = self.extract(&place, old)?;
        let new = self.update(update, held, values)?;
        match new.1 {
            Some(expected) => self.f.emit(Op::BranchConditional, &[expected, attempt, exit])?,
            None => self.f.emit(Op::Branch, &[attempt])?,
        }
        self.f.emit(Op::Label, &[attempt])?;
        let new = self.insert(&place, old, new.0)?;
        self.exchange(&place, seen, new, old)?;
        let same = self.op(Op::IEqual, self.boolean, &[seen, old])?;
        self.f.emit(Op::BranchConditional, &[same, exit, around])?;
        self.f.emit(Op::Label, &[exit])?;
        self.f.emit(Op::ReturnValue, &[held])?;
        self.f.emit(Op::FunctionEnd, &[])
    }

    fn head(&mut self, values: usize) -> Result<Vec<Id>> {
        let mut params = vec![pointers::pointer_type(self.f, self.site.class, self.number)?];
        params.extend(std::iter::repeat_n(self.number, values));
        let ty = types::function(self.f, self.number, &params)?;
        self.f.emit(Op::Function, &[self.number, self.function, FunctionControl::NONE.bits(), ty])?;
        params.iter().map(|ty| self.op(Op::FunctionParameter, *ty, &[])).collect()
    }

    /// Emits the computation of the new value, and for a compare-exchange the test whether the old value is the expected one.
    fn update(&mut self, update: Update, held: Id, values: &[Id]) -> Result<(Id, Option<Id>)> {
        match (update, values) {
            (Update::Compute(kind), [value]) => {
                let ty = self.site.ty;
                Ok((compute::emit(self.f, kind, ty, held, *value)?, None))
            }
            (Update::CompareExchange, [expected, new]) => {
                let (held, expected) = (self.as_bits(held)?, self.as_bits(*expected)?);
                let same = self.op(Op::IEqual, self.boolean, &[held, expected])?;
                Ok((*new, Some(same)))
            }
            _ => Err(Error::internal("a loop with too few operands")),
        }
    }

    fn as_bits(&mut self, number: Id) -> Result<Id> {
        if self.bits == self.number { Ok(number) } else { self.op(Op::Bitcast, self.bits, &[number]) }
    }

    fn as_number(&mut self, bits: Id) -> Result<Id> {
        if self.bits == self.number { Ok(bits) } else { self.op(Op::Bitcast, self.number, &[bits]) }
    }

    /// Emits the address of the word that contains the number; a small number never crosses a word boundary.
    fn place(&mut self, pointer: Id) -> Result<Place> {
        let ty = pointers::pointer_type(self.f, self.site.class, self.word)?;
        if self.width >= 32 {
            let pointer = if self.word == self.number { pointer } else { self.op(Op::Bitcast, ty, &[pointer])? };
            return Ok(Place { pointer, part: None });
        }
        let address_type = compare::address_type(self.f)?;
        let wide = compare::address_width(self.f) == 64;
        let address = self.op(Op::ConvertPtrToU, address_type, &[pointer])?;
        let three = if wide { constants::long(self.f, 3)? } else { constants::word(self.f, 3)? };
        let rest = self.op(Op::BitwiseAnd, address_type, &[address, three])?;
        let start = self.op(Op::ISub, address_type, &[address, rest])?;
        let pointer = self.op(Op::ConvertUToPtr, ty, &[start])?;
        let bytes = if wide { self.op(Op::UConvert, self.word, &[rest])? } else { rest };
        let eight = constants::word(self.f, 3)?;
        let shift = self.op(Op::ShiftLeftLogical, self.word, &[bytes, eight])?;
        let ones = constants::word(self.f, (1 << self.width) - 1)?;
        let mask = self.op(Op::ShiftLeftLogical, self.word, &[ones, shift])?;
        Ok(Place { pointer, part: Some((shift, mask)) })
    }

    fn load(&mut self, place: &Place) -> Result<Id> {
        let (scope, order) = (constants::word(self.f, self.site.scope)?, constants::word(self.f, self.site.failed)?);
        self.op(Op::AtomicLoad, self.word, &[place.pointer, scope, order])
    }

    /// Emits the extraction of the number from a word.
    fn extract(&mut self, place: &Place, word: Id) -> Result<Id> {
        let bits = match place.part {
            Some((shift, _)) => {
                let low = self.op(Op::ShiftRightLogical, self.word, &[word, shift])?;
                self.op(Op::UConvert, self.bits, &[low])?
            }
            None => word,
        };
        self.as_number(bits)
    }

    /// Emits the replacement of the number in a word.
    fn insert(&mut self, place: &Place, word: Id, number: Id) -> Result<Id> {
        let bits = self.as_bits(number)?;
        let Some((shift, mask)) = place.part else { return Ok(bits) };
        let wide = self.op(Op::UConvert, self.word, &[bits])?;
        let moved = self.op(Op::ShiftLeftLogical, self.word, &[wide, shift])?;
        let others = self.op(Op::Not, self.word, &[mask])?;
        let kept = self.op(Op::BitwiseAnd, self.word, &[word, others])?;
        self.op(Op::BitwiseOr, self.word, &[kept, moved])
    }

    /// Emits the compare-exchange of the word. If it fails, the loop is repeated; a failed exchange orders memory only
    /// with the semantics for failure.
    fn exchange(&mut self, place: &Place, seen: Id, new: Id, old: Id) -> Result<()> {
        let scope = constants::word(self.f, self.site.scope)?;
        let (equal, unequal) =
            (constants::word(self.f, self.site.semantics)?, constants::word(self.f, self.site.failed)?);
        let operands = [place.pointer, scope, equal, unequal, new, old];
        self.f.emit_as(seen, Op::AtomicCompareExchange, self.word, &operands).map(drop)
    }
}
