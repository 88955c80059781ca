//! Numbers of 8 and 16 bits that a module may only load, convert and store (`SPV_KHR_8bit_storage`,
//! `SPV_KHR_16bit_storage`; SPIR-V 2.16.1 "Universal Validation Rules").
//!
//! In LLVM IR: as other numbers. Passes may have introduced other uses: on the way forward, a constant is converted
//! from 32 bits where it is stored, and the numbers have no names; with any other use of such numbers, the module needs
//! `Int8`, `Int16` or `Float16`.

use super::types::{HALF, INT8, INT16};
use crate::binary::Op;
use crate::binary::builder::Id;
use crate::concepts::base::emit::shaped;
use crate::concepts::base::types;
use crate::conventions::notes;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::{Forward, Operand};
use ::spirv::Capability;
use rustc_hash::FxHashMap;

/// A kind of number, by its width.
struct Row {
    width: u32,
    is_float: bool,
    /// The capabilities that enable the kind: the first for every use, the others only for storing.
    enabling: &'static [Capability],
}

const ROWS: [Row; 3] = [
    Row { width: 8, is_float: false, enabling: INT8 },
    Row { width: 16, is_float: false, enabling: INT16 },
    Row { width: 16, is_float: true, enabling: HALF },
];

/// A set of kinds, with a bit for each row.
type Kinds = u8;

/// Determines the kinds of numbers that are only stored, and declares the capabilities of the other kinds.
pub fn prepare(f: &mut Forward<'_>) -> Result<()> {
    let declares = |capability: &Capability| super::numbers::declares(f, *capability);
    let is_candidate = |row: &Row| match row.enabling {
        [full, storing @ ..] => !declares(full) && storing.iter().any(declares),
        [] => false,
    };
    let candidates = ROWS.iter().enumerate().filter(|(_, row)| is_candidate(row)).fold(0, |all, (at, _)| all | 1 << at);
    if candidates == 0 {
        return Ok(());
    }
    let mut known = FxHashMap::default();
    let used = candidates & used(f, &mut known);
    for (_, row) in ROWS.iter().enumerate().filter(|(at, _)| used & 1 << at != 0) {
        row.enabling.iter().take(1).for_each(|full| f.spv.require(*full));
    }
    let stored_only = candidates & !used;
    f.shaders.stored_only = stored_only;
    f.shaders.of_stored_only =
        known.into_iter().filter(|(_, kinds)| kinds & stored_only != 0).map(|(ty, _)| ty).collect();
    Ok(())
}

/// Returns whether numbers of the type may only be stored.
pub fn is_stored_only(f: &Forward<'_>, scalar: Type<'_>) -> bool {
    f.shaders.stored_only & kind(scalar) != 0
}

/// Returns whether a value must not have a name, which the validator takes as another use of such numbers.
pub fn is_unnamed<'m>(f: &Forward<'m>, value: Value<'m>) -> bool {
    f.shaders.stored_only != 0 && f.shaders.of_stored_only.contains(&value.ty())
}

fn kind(scalar: Type<'_>) -> Kinds {
    let width = if scalar.is_int() { scalar.int_width() } else { scalar.float_width() };
    let is_such = |row: &Row| row.width == width && row.is_float != scalar.is_int();
    ROWS.iter().position(is_such).map_or(0, |at| 1 << at)
}

/// Returns the kinds of numbers with other uses than loads, conversions and stores. Notes the kinds in the types of all instructions.
fn used<'m>(f: &Forward<'m>, known: &mut FxHashMap<Type<'m>, Kinds>) -> Kinds {
    let mut used = 0;
    for global in f.module.globals().filter_map(Value::initializer) {
        used |= kinds(f, global.ty(), known);
    }
    for inst in f.module.functions().flat_map(|function| function.blocks()).flat_map(|block| block.instructions()) {
        kinds(f, inst.ty(), known);
        used |= inst.allocated_type().map_or(0, |ty| kinds(f, ty, known));
        for value in std::iter::once(inst).chain(inst.operands()).filter(|value| is_used(inst, *value)) {
            used |= kinds(f, value.ty(), known);
        }
    }
    used
}

/// Returns whether an instruction uses its result or operand other than by a load, conversion or store.
fn is_used<'m>(inst: Value<'m>, value: Value<'m>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        Some(Store) => value.is_constant() && is_aggregate(value.ty()),
        Some(Load | ZExt | SExt | Trunc | FpExt | FpTrunc) => false,
        // Between integers and floats by way of 32 bits, which floats of 16 bits would be rounded to twice.
        Some(UiToFp | SiToFp | FpToUi | FpToSi) => !value.ty().scalar().is_int(),
        Some(Call) => !inst.called_function().is_some_and(converts),
        _ => true,
    }
}

fn is_aggregate(ty: Type<'_>) -> bool {
    ty.is_array() || ty.is_struct()
}

/// Returns whether a builtin is a conversion or a copy.
fn converts(function: Value<'_>) -> bool {
    let name = llvm_spirv_mangling::parse_symbol(function.name()).ok();
    name.is_some_and(|name| {
        name.base.starts_with("__spirv_") && ["Convert", "Copy"].iter().any(|word| name.base.contains(word))
    })
}

/// Returns the kinds of numbers in a type, without those in padding.
fn kinds<'m>(f: &Forward<'m>, ty: Type<'m>, known: &mut FxHashMap<Type<'m>, Kinds>) -> Kinds {
    if let Some(kinds) = known.get(&ty) {
        return *kinds;
    }
    let mut found = 0;
    let (mut work, mut seen) = (vec![ty], rustc_hash::FxHashSet::default());
    while let Some(ty) = work.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match (f.shaders.structs.get(&ty), ty.element()) {
            (Some(row), _) => work.extend(row.members.iter().filter_map(|member| ty.field(member.element))),
            (None, _) if notes::is_padded(ty) => work.extend(ty.field(0)),
            (None, _) if ty.is_struct() => work.extend(ty.struct_fields()),
            (None, Some(element)) if ty.is_array() => work.push(element),
            _ => found |= kind(ty.scalar()),
        }
    }
    known.insert(ty, found);
    found
}

/// Returns a constant to be stored, converted from 32 bits; `None` if it needs no conversion.
pub fn constant<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Option<Operand>> {
    let narrow = value.ty();
    if !value.is_constant() || is_aggregate(narrow) || !is_stored_only(f, narrow.scalar()) {
        return Ok(None);
    }
    let is_float = !narrow.scalar().is_int();
    let scalar = if is_float { types::float(f, 32, None)? } else { types::int(f, 32)? };
    let lanes = if narrow.is_vector() { narrow.count() as u32 } else { 0 };
    let wide = match lanes {
        0 => lane(f, value, scalar)?,
        _ => {
            let parts: Vec<_> = (0..lanes).map(|lane| value.aggregate_element(lane)).collect();
            let mut ids = Vec::with_capacity(parts.len());
            for part in parts {
                let part = part.ok_or_else(|| Error::internal("a constant vector without a component"))?;
                ids.push(lane(f, part, scalar)?);
            }
            let vector = shaped(f, scalar, narrow)?;
            f.spv.unique_constant(Op::ConstantComposite, vector, &ids)?
        }
    };
    f.emit_value(if is_float { Op::FConvert } else { Op::UConvert }, ty, &[wide]).map(Some)
}

/// Returns the 32-bit constant for a narrow one; zero for an undefined one.
fn lane<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Id> {
    let word = match value.ty().is_int() {
        true => value.int_value().unwrap_or(0) as u32,
        false => widened(value.float_bits().unwrap_or(0) as u16),
    };
    f.spv.unique_constant(Op::Constant, ty, &[word])
}

/// Returns the bits of a half as those of a 32-bit float (IEEE 754 binary16 and binary32).
fn widened(half: u16) -> u32 {
    let (sign, exponent, fraction) = (u32::from(half >> 15) << 31, u32::from(half >> 10 & 31), u32::from(half & 1023));
    match exponent {
        0 => sign | (fraction as f32 / f32::from(1u16 << 12) / f32::from(1u16 << 12)).to_bits(),
        31 => sign | 0xff << 23 | fraction << 13,
        _ => sign | (exponent + 112) << 23 | fraction << 13,
    }
}

#[cfg(test)]
mod tests {
    use super::widened;

    #[test]
    fn halves_are_widened_exactly() {
        let cases =
            [(0x3c00, 1.0), (0xc100, -2.5), (1, 2f32.powi(-24)), (0x3ff, 1023.0 * 2f32.powi(-24)), (0x7bff, 65504.0)];
        for (half, number) in cases {
            assert_eq!(f32::from_bits(widened(half)), number, "{half:#x}");
        }
        assert_eq!([0x7c00, 0xfc00].map(|half| f32::from_bits(widened(half))), [f32::INFINITY, f32::NEG_INFINITY]);
        assert!(f32::from_bits(widened(0x7e01)).is_nan());
        assert_eq!(widened(0x8000), 1 << 31);
    }
}
