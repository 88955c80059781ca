//! Copies and fills of a computed length (`llvm.memcpy`, `llvm.memmove`, `llvm.memset`): loops, since with logical addressing
//! memory is copied by members.
//!
//! In: a module with logical addressing. Out: the same module, whose copies and fills are as long as a constant says, or move
//! between places of one object that no constant tells apart: those are refused later (`chains`).

use super::chains::address::Address;
use super::emit::Emit;
use super::hlsl::Place;
use super::loops::{self, Range};
use crate::error::{Error, Result};
use crate::llvm::{Builder, Module, Opcode, Type, Value};

/// The depth to which a length is looked into.
const MAX_DEPTH: u32 = 8;

/// The size of the largest vector that is copied at once, in bytes.
const LARGEST: u64 = 16;

/// The kinds of intrinsics.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fill,
    Copy,
    Move,
}

/// The intrinsics.
const INTRINSICS: [(&str, Kind); 3] =
    [("llvm.memset", Kind::Fill), ("llvm.memcpy", Kind::Copy), ("llvm.memmove", Kind::Move)];

/// Replaces the copies and fills of a computed length in a module.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let named = |function: Value<'m>| {
        let name = function.intrinsic_name()?;
        INTRINSICS.iter().any(|row| row.0 == name).then_some((function, name))
    };
    let context = module.context();
    let place = Place { module, context: &context, builder: Builder::new(module) };
    let emit = Emit { context: &context, builder: Builder::new(module) };
    for (function, name) in module.functions().filter_map(named).collect::<Vec<_>>() {
        for inst in function.uses().filter(|user| user.is_op(Opcode::LLVMCall)).collect::<Vec<_>>() {
            let Some(copy) = Copy::of(module, inst, name, LARGEST)? else { continue };
            emit.builder.position_before(inst)?;
            let length = emit.resize(copy.length, context.int_type(32)?, false)?;
            copy.replace(&place, length)?;
        }
    }
    Ok(())
}

/// A copy or fill.
pub struct Copy<'m> {
    inst: Value<'m>,
    is_fill: bool,
    /// Whether the last bytes are copied first: they go to where others come from.
    is_backward: bool,
    to: Value<'m>,
    /// The place that is copied, or the byte that is put everywhere.
    from: Value<'m>,
    length: Value<'m>,
    /// The bytes that are copied at once, a power of two.
    unit: u64,
}

impl<'m> Copy<'m> {
    /// Returns the copy or fill that a call of an intrinsic is, if its length is computed and a loop can do it. At most `most`
    /// bytes are copied at once.
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
        let unit = aligned.min(multiple(length, MAX_DEPTH)).clamp(1, most);
        Ok(Some(Self { inst, is_fill, is_backward, to, from, length, unit }))
    }

    /// Puts a loop in place of the call. The length has 32 bits.
    pub fn replace(self, place: &Place<'m>, length: Value<'m>) -> Result<()> {
        let context = place.context;
        let emit = Emit { context, builder: Builder::new(place.module) };
        emit.builder.position_before(self.inst)?;
        let word = context.int_type(32)?;
        let ty = match self.unit {
            8.. => context.vector_type(word, (self.unit / 4) as u32)?,
            unit => context.int_type((unit * 8) as u32)?,
        };
        let end = emit.with(Opcode::LLVMLShr, length, self.unit.trailing_zeros().into())?;
        let second = if self.is_fill { filled(&emit, self.from, ty)? } else { self.from };
        let zero = context.const_int(word, 0)?;
        let range = Range { first: zero, step: context.const_int(word, 1)?, end };
        let last = if self.is_backward { emit.with(Opcode::LLVMSub, end, 1)? } else { zero };
        loops::run(place, self.inst, &range, zero, &[self.to, second, last], |emit, index, sum, args| {
            let [to, from, last] = args else { return Err(Error::internal("a copy without operands")) };
            let index = if self.is_backward { emit.binary(Opcode::LLVMSub, *last, index)? } else { index };
            let at = |base: Value<'m>| emit.builder.gep(ty, base, &[index], false);
            let value = if self.is_fill { *from } else { emit.builder.load(ty, at(*from)?)? };
            emit.builder.store(value, at(*to)?)?;
            Ok(sum)
        })?;
        self.inst.erase()
    }
}

/// Returns whether what moves has to begin at its end; `None` where nothing tells which place is first.
fn moves_backward<'m>(module: &Module<'m>, to: Value<'m>, from: Value<'m>) -> Result<Option<bool>> {
    let (to, from) = (Address::of(module.layout(), to)?, Address::of(module.layout(), from)?);
    let is_variable = |root: Value<'m>| root.is_global_variable() || root.is_op(Opcode::LLVMAlloca);
    let are_variables = is_variable(to.root) && is_variable(from.root);
    Ok(match to.root == from.root {
        true => (to.terms == from.terms).then_some(to.offset > from.offset),
        false => are_variables.then_some(false),
    })
}

/// Returns a value all of whose bytes are one.
fn filled<'m>(emit: &Emit<'m>, byte: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let number = emit.resize(byte, ty.scalar(), false)?;
    let each = 0x0101_0101 & (u64::MAX >> (64 - ty.scalar().int_width()));
    let number = if each == 1 { number } else { emit.with(Opcode::LLVMMul, number, each)? };
    if ty.is_vector() { emit.vector(&vec![number; ty.count() as usize]) } else { Ok(number) }
}

/// Returns a power of two that a length is a multiple of.
fn multiple(length: Value<'_>, depth: u32) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 1 };
    let of = |index: u32| length.operand(index).map_or(1, |operand| multiple(operand, depth));
    match length.opcode() {
        _ if length.is_constant() => length.int_value().map_or(1, |number| 1 << number.trailing_zeros().min(4)),
        Some(Opcode::LLVMShl) => match length.operand(1).and_then(Value::int_value) {
            Some(bits) => of(0) << bits.min(4),
            None => 1,
        },
        Some(Opcode::LLVMZExt | Opcode::LLVMSExt) => of(0),
        Some(Opcode::LLVMMul) => of(0).max(of(1)),
        Some(Opcode::LLVMAnd) => of(0).max(of(1)),
        Some(Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMOr) => of(0).min(of(1)),
        _ => 1,
    }
}
