//! Barriers and fences. Global memory of OpenCL corresponds to the memory of buffers.

use super::call::Call;
use crate::error::{Error, Result};
use crate::llvm::{AttributePlace, Value};
use ::spirv::{MemorySemantics, Scope};

/// The fence flags of OpenCL, for local memory, global memory and images.
const LOCAL: u64 = 1;
const GLOBAL: u64 = 2;
const IMAGE: u64 = 4;

/// Replaces a call of a barrier or a fence; returns `None` for any other call.
pub fn replace<'m>(call: &Call<'_, 'm>) -> Result<Option<Option<Value<'m>>>> {
    match call.name.base.as_str() {
        "barrier" | "work_group_barrier" => control(call, Scope::Workgroup, flags(call, 0))?,
        "sub_group_barrier" => control(call, Scope::Subgroup, flags(call, 0))?,
        "wait_group_events" => control(call, Scope::Workgroup, LOCAL | GLOBAL)?,
        "mem_fence" | "read_mem_fence" | "write_mem_fence" | "atomic_work_item_fence" => fence(call, flags(call, 0))?,
        _ => return Ok(None),
    }
    Ok(Some(None))
}

/// Returns the constant fence flags of a call; all flags if they are computed.
fn flags(call: &Call<'_, '_>, index: u32) -> u64 {
    let flags = call.inst.call_arg(index).filter(|flags| flags.is_constant());
    flags.and_then(Value::int_value).unwrap_or(LOCAL | GLOBAL | IMAGE)
}

/// Returns the memory semantics for fence flags.
fn semantics(flags: u64) -> u64 {
    let rows = [
        (LOCAL, MemorySemantics::WORKGROUP_MEMORY),
        (GLOBAL, MemorySemantics::UNIFORM_MEMORY),
        (IMAGE, MemorySemantics::IMAGE_MEMORY),
    ];
    let flags = if flags & (LOCAL | GLOBAL | IMAGE) == 0 { LOCAL } else { flags };
    let asked = rows.iter().filter(|row| flags & row.0 != 0);
    u64::from(asked.fold(MemorySemantics::ACQUIRE_RELEASE, |all, row| all | row.1).bits())
}

fn control(call: &Call<'_, '_>, scope: Scope, flags: u64) -> Result<()> {
    instruction(call, "_Z22__spirv_ControlBarrierjjj", &[scope as u64, scope as u64, semantics(flags)])
}

/// A barrier of the workgroup.
pub fn workgroup(call: &Call<'_, '_>, flags: u64) -> Result<()> {
    control(call, Scope::Workgroup, flags)
}

/// Emits a memory barrier for all invocations of the device.
pub fn fence(call: &Call<'_, '_>, flags: u64) -> Result<()> {
    instruction(call, "_Z21__spirv_MemoryBarrierjj", &[Scope::Device as u64, semantics(flags)])
}

fn instruction(call: &Call<'_, '_>, name: &str, numbers: &[u64]) -> Result<()> {
    let context = call.place.context;
    let word = context.int_type(32)?;
    let function = match call.place.module.function(name) {
        Some(known) => known,
        None => {
            let ty = context.function_type(context.void_type(), &vec![word; numbers.len()], false)?;
            let function = call.place.module.add_function(name, ty)?;
            function.add_attribute(AttributePlace::Function, "convergent", 0)?;
            function
        }
    };
    let args = numbers.iter().map(|number| context.const_int(word, *number)).collect::<Result<Vec<_>>>()?;
    call.emit.builder.call(function, &args).map(drop).map_err(|_| Error::internal("a barrier that cannot be called"))
}
