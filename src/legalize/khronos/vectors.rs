//! Vectors of lengths that SPIR-V has only with an extension, as the Khronos translator treats them.
//!
//! Optimisers may load a vector as one of more and smaller elements, such as `<6 x i32>` for `<3 x i64>`. If only
//! single elements of such a load are used, they are extracted from the larger elements. Other uses are rejected.

use crate::concepts::base::types;
use crate::error::{Code, Error, Result, Subject};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::kinds::is_legal_count;
use crate::llvm::{Module, Opcode, Type, Value};
use crate::options::Options;

/// Replaces loads of such vectors by loads of vectors with larger elements.
pub fn run<'m>(module: &'m Module<'m>, emit: &Emit<'m>, options: &Options) -> Result<()> {
    if types::has_long_vectors(options) {
        return Ok(());
    }
    for function in module.functions() {
        let instructions = function.blocks().flat_map(|block| block.instructions());
        let illegal = instructions.filter(|inst| is_illegal(inst.ty())).collect::<Vec<_>>();
        for vector in illegal {
            let larger = if vector.is_op(Opcode::Load) { larger(emit, vector)? } else { None };
            let count = vector.ty().count();
            let refused = || Error::of(Code::Limit, format!("Unsupported vector type with {count} elements"));
            let larger =
                larger.ok_or_else(|| refused().about(Subject::LongVector).hint("--spirv-ext=+SPV_EXT_long_vector"));
            cut(emit, vector, larger.map_err(|e| e.in_function(function.name()))?)?;
        }
    }
    Ok(())
}

fn is_illegal(ty: Type<'_>) -> bool {
    ty.is_vector() && !ty.is_scalable_vector() && !is_legal_count(ty.count())
}

/// Returns the legal vector type with as many bits and larger elements; `None` if there is none, or the load is used
/// otherwise than by `extractelement` with a constant index.
fn larger<'m>(e: &Emit<'m>, load: Value<'m>) -> Result<Option<Type<'m>>> {
    let is_known = |user: Value<'m>| {
        user.is_op(Opcode::ExtractElement) && user.operand(1).is_some_and(|index| index.int_value().is_some())
    };
    let (count, width) = (load.ty().count(), load.ty().scalar().int_width());
    if width < 8 || load.is_atomic() || !load.uses().all(is_known) {
        return Ok(None);
    }
    let factors = (1..=3).map(|shift| 1_u32 << shift).filter(|factor| width.saturating_mul(*factor) <= 64);
    let fits = |factor: &u32| count % u64::from(*factor) == 0 && is_legal_count(count / u64::from(*factor));
    let Some(factor) = factors.into_iter().find(fits) else { return Ok(None) };
    let element = e.context.int_type(width * factor)?;
    e.context.vector_type(element, (count / u64::from(factor)) as u32).map(Some)
}

/// Loads the vector of larger elements, and extracts the smaller ones by shifts and truncations, anew for each use as
/// the Khronos translator does.
fn cut<'m>(e: &Emit<'m>, load: Value<'m>, ty: Type<'m>) -> Result<()> {
    let internal = || Error::internal("an element without its vector or index");
    let address = address(e, load, load.operand(0).ok_or_else(internal)?)?;
    e.builder.position_before(load)?;
    let whole = e.builder.load(ty, address)?;
    whole.set_alignment(load.alignment())?;
    whole.set_volatile(load.is_volatile())?;
    whole.take_metadata(load)?;
    let factor = u64::from(ty.scalar().int_width() / load.ty().scalar().int_width());
    for extract in load.uses().collect::<Vec<_>>() {
        let index = extract.operand(1).and_then(Value::int_value).ok_or_else(internal)?;
        e.builder.position_before(extract)?;
        let lane = e.context.const_int(e.context.int_type(64)?, index / factor)?;
        let element = e.builder.extract_element(whole, lane)?;
        let shift = index % factor * u64::from(load.ty().scalar().int_width());
        let low = if shift == 0 { element } else { e.with(Opcode::LShr, element, shift)? };
        let value = e.cast(Opcode::Trunc, low, extract.ty())?;
        extract.replace_uses(value)?;
        extract.erase()?;
    }
    load.erase()
}

/// Returns the pointer of a load. A constant `addrspacecast` becomes one instruction at the beginning of the function.
fn address<'m>(e: &Emit<'m>, load: Value<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
    let is_cast = pointer.const_opcode() == Some(Opcode::AddrSpaceCast);
    let Some(inner) = pointer.operand(0).filter(|_| is_cast) else { return Ok(pointer) };
    let entry = load.parent_function().and_then(|function| function.blocks().next());
    let entry = entry.ok_or_else(|| Error::internal("a load outside of functions"))?;
    let same = |inst: &Value<'m>| {
        inst.is_op(Opcode::AddrSpaceCast) && inst.operand(0) == Some(inner) && inst.ty() == pointer.ty()
    };
    if let Some(first) = entry.instructions().next().filter(same) {
        return Ok(first);
    }
    e.builder.position_after_phis(entry)?;
    e.builder.cast(Opcode::AddrSpaceCast, inner, pointer.ty())
}
