//! Copies and fills of a computed length (`llvm.memcpy`, `llvm.memmove`, `llvm.memset`): they become loops, since with
//! logical addressing memory is copied by members.
//!
//! In: a module with logical addressing. Out: the same module, in which the remaining copies and fills have a constant
//! length, or move memory within one object in a direction that is unknown; `chains` rejects the latter.

mod elements;

use super::chains::address::{self, Address};
use crate::error::{Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::loops::{self, Range};
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Context, Module, Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// The size of the largest vector that is copied at once, in bytes.
const LARGEST: u64 = 16;

/// The kinds of intrinsics that copy or fill memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fill,
    Copy,
    Move,
}

/// The prefixes of the names of the intrinsics, with their kinds.
const INTRINSICS: [(&str, Kind); 3] =
    [("llvm.memset", Kind::Fill), ("llvm.memcpy", Kind::Copy), ("llvm.memmove", Kind::Move)];

/// Replaces the copies and fills of a computed length in a module, in the order of instructions.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let context = module.context();
    let place = Place { module, context: &context, builder: Builder::new(module) };
    let emit = Emit { context: &context, builder: Builder::new(module) };
    for (inst, name) in calls(module) {
        let Some(copy) = Copy::of(module, inst, name, LARGEST)? else { continue };
        emit.builder.position_before(inst)?;
        let length = emit.resize(copy.length, context.int_type(32)?, false)?;
        copy.replace(&place, length)?;
    }
    Ok(())
}

/// Returns the calls of the intrinsics, and their names.
fn calls<'m>(module: &'m Module<'m>) -> Vec<(Value<'m>, &'static str)> {
    let name = |function: Value<'m>| {
        let name = function.intrinsic_name()?;
        INTRINSICS.iter().map(|row| row.0).find(|of| *of == name)
    };
    let names: FxHashMap<_, _> = module.functions().filter_map(|f| Some((f, name(f)?))).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let all = module.functions().flat_map(Value::blocks).flat_map(|block| block.instructions());
    let calls = all.filter(|inst| inst.is_op(Opcode::Call));
    calls.filter_map(|call| Some((call, *names.get(&call.called_function()?)?))).collect()
}

/// A copy or fill.
pub struct Copy<'m> {
    inst: Value<'m>,
    is_fill: bool,
    /// Set if the last bytes must be copied first, since the destination overlaps the source at a higher address.
    is_backward: bool,
    to: Value<'m>,
    /// The source of a copy, or the byte of a fill.
    from: Value<'m>,
    length: Value<'m>,
    unit: Unit,
}

/// The unit of memory that one iteration of the loop copies.
#[derive(Clone, Copy)]
enum Unit {
    /// A number or vector with a power of two of bytes.
    Number(u64),
    /// An element of an array, with its size in bytes.
    Element(u64),
}

impl<'m> Copy<'m> {
    /// Returns the copy or fill of a call, if its length is computed and a loop can implement it. A number or vector
    /// that is copied at once has at most `most` bytes.
    pub fn of(module: &Module<'m>, inst: Value<'m>, name: &str, most: u64) -> Result<Option<Self>> {
        let Some((_, kind)) = INTRINSICS.iter().find(|row| row.0 == name) else { return Ok(None) };
        let missing = || Error::internal("a copy without operands");
        let arg = |index: u32| inst.call_arg(index).ok_or_else(missing);
        let (to, from, length) = (arg(0)?, arg(1)?, arg(2)?);
        if length.is_constant() {
            return Ok(None);
        }
        let is_backward = match kind {
            Kind::Move => moves_backward(module, to, from)?,
            Kind::Fill | Kind::Copy => Some(false),
        };
        let Some(is_backward) = is_backward else { return Ok(None) };
        let alignment = |index: u32| u64::from(inst.param_alignment(index).unwrap_or(1));
        let is_fill = *kind == Kind::Fill;
        let aligned = if is_fill { alignment(0) } else { alignment(0).min(alignment(1)) };
        let divisor = address::multiple(length).unsigned_abs();
        let number = aligned.min(1 << divisor.trailing_zeros().min(63)).clamp(1, most);
        let address = Address::of(module.layout(), to)?;
        let element = elements::size_of(module.layout(), &address, divisor).filter(|size| *size > number);
        let unit = element.map_or(Unit::Number(number), Unit::Element);
        Ok(Some(Self { inst, is_fill, is_backward, to, from, length, unit }))
    }

    /// Replaces the call by a loop. The length has 32 bits.
    pub fn replace(self, place: &Place<'m>, length: Value<'m>) -> Result<()> {
        let context = place.context;
        let emit = Emit { context, builder: Builder::new(place.module) };
        emit.builder.position_before(self.inst)?;
        let word = context.int_type(32)?;
        let ty = self.unit.ty(context)?;
        let end = match self.unit {
            Unit::Number(size) => emit.with(Opcode::LShr, length, size.trailing_zeros().into())?,
            Unit::Element(size) => emit.with(Opcode::UDiv, length, size)?,
        };
        let second = match self.unit {
            Unit::Number(_) if self.is_fill => filled(&emit, self.from, ty)?,
            _ => self.from,
        };
        let zero = context.const_int(word, 0)?;
        let range = Range { first: zero, step: context.const_int(word, 1)?, end };
        let last = if self.is_backward { emit.with(Opcode::Sub, end, 1)? } else { zero };
        let sum = loops::run(place, self.inst, &range, zero, &[self.to, second, last], |emit, index, sum, args| {
            let [to, from, last] = args else { return Err(Error::internal("a copy without operands")) };
            let index = if self.is_backward { emit.binary(Opcode::Sub, *last, index)? } else { index };
            let at = |base: Value<'m>| emit.builder.gep(ty, base, &[index], false);
            self.copy_unit(emit, ty, [*to, *from], at)?;
            Ok(sum)
        })?;
        sum.erase()?;
        self.inst.erase()
    }

    /// Copies or fills one unit.
    fn copy_unit(
        &self,
        emit: &Emit<'m>,
        ty: Type<'m>,
        [to, from]: [Value<'m>; 2],
        at: impl Fn(Value<'m>) -> Result<Value<'m>>,
    ) -> Result<()> {
        let builder = &emit.builder;
        match self.unit {
            Unit::Number(_) => {
                let value = if self.is_fill { from } else { builder.load(ty, at(from)?)? };
                builder.store(value, at(to)?)?;
            }
            Unit::Element(size) => {
                let size = emit.context.const_int(emit.context.int_type(32)?, size)?;
                match self.is_fill {
                    true => builder.memset(at(to)?, from, size, false)?,
                    false => builder.memmove(at(to)?, at(from)?, size, false)?,
                };
            }
        }
        Ok(())
    }
}

impl Unit {
    /// Returns a type as large as the unit.
    fn ty<'m>(self, context: &'m Context) -> Result<Type<'m>> {
        match self {
            Self::Number(size @ 8..) => context.vector_type(context.int_type(32)?, (size / 4) as u32),
            Self::Number(size) => context.int_type((size * 8) as u32),
            Self::Element(size) => context.array_type(context.int_type(8)?, size),
        }
    }
}

/// Returns whether a move must copy the last bytes first; `None` if the order of its addresses is unknown.
fn moves_backward<'m>(module: &Module<'m>, to: Value<'m>, from: Value<'m>) -> Result<Option<bool>> {
    let (to, from) = (Address::of(module.layout(), to)?, Address::of(module.layout(), from)?);
    let is_variable = |root: Value<'m>| root.is_global_variable() || root.is_op(Opcode::Alloca);
    let are_variables = is_variable(to.root) && is_variable(from.root);
    Ok(match to.root == from.root {
        true => (to.terms == from.terms).then_some(to.offset > from.offset),
        false => are_variables.then_some(false),
    })
}

/// Returns a value of a type in which each byte is the given one.
fn filled<'m>(emit: &Emit<'m>, byte: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let number = emit.resize(byte, ty.scalar(), false)?;
    let each = 0x0101_0101 & (u64::MAX >> (64 - ty.scalar().int_width()));
    let number = if each == 1 { number } else { emit.with(Opcode::Mul, number, each)? };
    if ty.is_vector() { emit.vector(&vec![number; ty.count() as usize]) } else { Ok(number) }
}
