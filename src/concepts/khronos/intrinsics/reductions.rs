//! `llvm.vector.reduce.*`: all components are extracted first and then combined in pairs; an odd one comes last.

use crate::binary::Id;
use crate::concepts::base::emit::{arg, argument, op};
use crate::concepts::base::types;
use crate::concepts::intrinsics::reductions;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Forward, Operand};
use ::spirv::Op;

/// Lowers a reduction to a core instruction; reductions of booleans are lowered as in the native mode.
pub fn operation<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    if inst.ty().is_int_of(1) {
        return reductions::core(f, inst, instruction);
    }
    in_pairs(f, inst, |f, ty, a, b| op(f, instruction, ty, &[a, b]))
}

/// Lowers a minimum or maximum: `comparison` selects one of two values.
pub fn extreme<'m>(f: &mut Forward<'m>, inst: Value<'m>, comparison: Op) -> Result<()> {
    let boolean = types::int(f, 1)?;
    in_pairs(f, inst, |f, ty, a, b| {
        let first = op(f, comparison, boolean, &[a, b])?;
        op(f, Op::Select, ty, &[first, a, b])
    })
}

/// Lowers a reduction with a start value: one component after the other, beginning with the first argument.
pub fn started<'m>(f: &mut Forward<'m>, inst: Value<'m>, instruction: Op) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let components = components(f, inst, 1, ty)?;
    let mut sum = arg(f, inst, 0)?;
    for component in components {
        sum = op(f, instruction, ty, &[sum, component])?;
    }
    f.bind(inst, Operand { id: sum, ty })
}

fn in_pairs<'m>(
    f: &mut Forward<'m>,
    inst: Value<'m>,
    mut combine: impl FnMut(&mut Forward<'m>, Id, Id, Id) -> Result<Id>,
) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let mut level = components(f, inst, 0, ty)?;
    let mut odd = Vec::new();
    while level.len() > 1 {
        let pairs = level.chunks_exact(2);
        odd.extend(pairs.remainder());
        let pairs = pairs.filter_map(|pair| <[Id; 2]>::try_from(pair).ok());
        level = pairs.map(|[a, b]| combine(f, ty, a, b)).collect::<Result<_>>()?;
    }
    let mut id = *level.first().ok_or_else(|| Error::of(Code::BuiltinCall, "a reduction of no components"))?;
    for other in odd.into_iter().rev() {
        id = combine(f, ty, id, other)?;
    }
    f.bind(inst, Operand { id, ty })
}

/// The components of the argument `index`, by `OpVectorExtractDynamic`.
fn components<'m>(f: &mut Forward<'m>, inst: Value<'m>, index: u32, ty: Id) -> Result<Vec<Id>> {
    let count = argument(inst, index)?.ty().count() as u32;
    let vector = arg(f, inst, index)?;
    let word = types::int(f, 32)?;
    (0..count)
        .map(|component| {
            let number = f.spv.unique_constant(Op::Constant, word, &[component])?;
            op(f, Op::VectorExtractDynamic, ty, &[vector, number])
        })
        .collect()
}
