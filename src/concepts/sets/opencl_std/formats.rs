//! The format strings of `printf` (OpenCL.std `printf`): in constant memory, or in any with
//! `SPV_EXT_relaxed_printf_string_address_space`.
//!
//! In LLVM IR: a pointer to characters. Without the extension a constant string in other memory is copied to constant
//! memory; any other format there is an error.

use crate::binary::builder::Id;
use crate::concepts::builtins::pointer_to;
use crate::error::{Error, Result};
use crate::llvm::{Linkage, Opcode, Value};
use crate::state::{Forward, availability};
use llvm_spirv_mangling::Type;
use rustc_hash::FxHashSet;

const RELAXED: &str = "SPV_EXT_relaxed_printf_string_address_space";

/// The address space of constant memory.
const CONSTANT: u32 = 2;

/// Returns a copy of the format in constant memory; none if the argument can be used directly.
pub fn elsewhere<'m>(f: &mut Forward<'m>, format: Value<'m>) -> Result<Option<Id>> {
    if format.ty().address_space() == CONSTANT {
        return Ok(None);
    }
    let what = || "a format of printf outside of constant memory".to_owned();
    let error = match availability::extension(f.options, &[RELAXED], what) {
        Ok(extension) => {
            f.spv.require_extension(extension);
            return Ok(None);
        }
        Err(error) => error,
    };
    let string = string(format).filter(|_| !f.options.policy.refuses_formats_elsewhere).ok_or(error)?;
    let copy = copied(f, string)?;
    pointer_to(f, copy, &Type::Char).map(|pointer| Some(pointer.id))
}

/// Copies the format strings in the module's calls before any variable is translated: the copies stand with the other
/// variables, the position that they have after a round trip.
pub fn copy_all(f: &mut Forward<'_>) -> Result<()> {
    if f.options.policy.refuses_formats_elsewhere || availability::allows(f.options, RELAXED) {
        return Ok(());
    }
    let printfs: Vec<_> = f.module.functions().filter(|function| is_printf(*function)).collect();
    let callers: FxHashSet<_> =
        printfs.iter().flat_map(|printf| printf.uses()).filter_map(Value::parent_function).collect();
    for caller in f.module.functions().filter(|function| callers.contains(function)) {
        for call in caller.blocks().flat_map(|block| block.instructions()) {
            let is_call = call.called_function().is_some_and(|callee| printfs.contains(&callee));
            let format = call.call_arg(0).filter(|format| is_call && format.ty().address_space() != CONSTANT);
            format.and_then(string).map(|string| copied(f, string)).transpose()?;
        }
    }
    Ok(())
}

fn is_printf(function: Value<'_>) -> bool {
    let is_base = |symbol| matches!(llvm_spirv_mangling::base_name(symbol), Some("printf" | "__spirv_ocl_printf"));
    function.is_declaration() && (function.name() == "printf" || is_base(function.name()))
}

/// Returns the constant variable to whose first byte a constant points; none for other values.
fn string(mut format: Value<'_>) -> Option<Value<'_>> {
    while let Some(opcode) = format.const_opcode() {
        let is_zero = |index: Value<'_>| index.int_value() == Some(0);
        match opcode {
            Opcode::AddrSpaceCast | Opcode::BitCast | Opcode::PtrToInt | Opcode::IntToPtr => {}
            Opcode::GetElementPtr if format.operands().skip(1).all(is_zero) => {}
            _ => return None,
        }
        format = format.operand(0)?;
    }
    Some(format).filter(|global| global.is_global_constant() && global.initializer().is_some())
}

fn copied<'m>(f: &mut Forward<'m>, string: Value<'m>) -> Result<Value<'m>> {
    if let Some(copy) = f.formats.copies.get(&string) {
        return Ok(*copy);
    }
    let unknown = || Error::internal("a string without a value");
    let (ty, value) = (string.value_type().ok_or_else(unknown)?, string.initializer().ok_or_else(unknown)?);
    let copy = f.module.add_global(string.name(), ty, CONSTANT)?;
    copy.set_initializer(value)?;
    copy.set_global_constant(true)?;
    copy.set_linkage(Linkage::Private)?;
    copy.set_alignment(string.alignment().max(1))?;
    f.formats.copies.insert(string, copy);
    Ok(copy)
}
