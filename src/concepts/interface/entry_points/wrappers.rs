//! Entry points that only call an exported function of their own name: older translators write such a pair for a kernel
//! that other modules call. In LLVM IR it is one kernel.

use crate::binary::{Function, Id};
use crate::concepts::base::symbols;
use crate::conventions::calling::SPIR_KERNEL;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Linkage};
use crate::state::Reverse;
use ::spirv::{LinkageType, Op};

/// Returns the function that an entry point wraps, if it does nothing else.
pub fn wrapped<'m>(r: &Reverse<'m>, function: Function<'m>) -> Result<Option<Id>> {
    let Some(name) = crate::concepts::base::kernels::reverse_name(r, function.id())? else { return Ok(None) };
    let Some(callee) = only_call(function) else { return Ok(None) };
    let symbol = symbols::reverse(r, callee)?;
    let is_kernel = r.entry_points.contains_key(&callee);
    let is_exported = symbol.linkage == Some(LinkageType::Export) && symbol.name == name;
    Ok((is_exported && !is_kernel).then_some(callee))
}

/// Returns the callee of a function whose only action is a call with its own parameters.
fn only_call(function: Function<'_>) -> Option<Id> {
    let [block] = function.blocks else { return None };
    let mut instructions = block.instructions();
    let (call, end) = (instructions.next()?, instructions.next()?);
    let (callee, arguments) = call.in_operands().split_first()?;
    let parameters = function.parameters.iter().filter_map(|parameter| parameter.result_id());
    let is_plain = call.opcode() == Op::FunctionCall && arguments.iter().copied().eq(parameters);
    (is_plain && end.opcode() == Op::Return && instructions.next().is_none()).then_some(*callee)
}

/// Makes the wrapped function the kernel. `sret` of a parameter is dropped: an LLVM kernel has no result.
pub fn reverse<'m>(r: &mut Reverse<'m>, wrapper: Function<'m>, wrapped: Id) -> Result<()> {
    let kernel = r.value(wrapped)?;
    for place in [AttributePlace::Param(0), AttributePlace::Param(1)] {
        if kernel.has_attribute(place, AttributeKind::StructRet) {
            kernel.remove_attribute(place, AttributeKind::StructRet)?;
            r.warn(format!("FuncParamAttr Sret of the kernel {:?} is dropped", kernel.name()));
        }
    }
    kernel.set_call_conv(SPIR_KERNEL)?;
    kernel.set_linkage(Linkage::External)?;
    r.set(wrapper.id(), kernel);
    Ok(())
}
