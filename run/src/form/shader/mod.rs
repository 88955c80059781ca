//! Shaders: descriptors and push constants become memory that the host binds, inputs become values of the work-item,
//! and memory becomes bytes, in the shader's layout instead of the target's.
//!
//! ```text
//! survey (entry points, variables) ... inline -> place -> chains -> bytes -> (bounds -> suspend)
//! ```

mod bytes;
mod chains;
mod copy;
mod differences;
mod helpers;
mod levels;
mod place;
mod records;
mod survey;

pub use helpers::hide;
pub use levels::derive;
pub use place::numbers;
pub use survey::{is_of_fragments, is_shader, survey};

use super::bounds::Roots;
use super::facts::Param;
use super::made::Made;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Module, Opcode, Type, Value};

/// The data layout of vectors in shaders, in addition to that of the cpu form.
pub const VECTORS: &str = "-v24:8-v48:16-v96:32-v192:64";

/// Lowers a step whose calls are inlined: inserts the memory that the host binds. Its variables in local memory have
/// these numbers, addresses and types. Returns the memory of descriptors, and the variable that marks helper fragments.
pub fn lower<'m>(
    made: Made<'m, '_>,
    step: Value<'m>,
    resources: &[Param],
    locals: &[(u64, Value<'m>, Type<'m>)],
) -> Result<(Roots<'m>, Option<Value<'m>>)> {
    scale_halves(made, step)?;
    place::expand(made)?;
    let shapes = bytes::Shapes::of(made)?;
    let mut placed = place::place(made, step, resources, &shapes)?;
    placed.types.extend(locals.iter().map(|(_, place, ty)| (*place, *ty)));
    let places = chains::lower(made, step, shapes, &mut placed)?;
    bytes::lower(made, step, &places)?;
    Ok((placed.roots, placed.helper))
}

/// Computes `ldexp` of halves as `float`: LLVM 22 lowers it incorrectly on x86 (docs/reference/llvm-faults.md).
fn scale_halves<'m>(made: Made<'m, '_>, step: Value<'m>) -> Result<()> {
    let builder = Builder::new(made.module);
    let calls = step.blocks().flat_map(|block| block.instructions()).filter(|inst| inst.is_call());
    let scales = |call: &Value<'m>| {
        call.ty().scalar().float_width() == 16
            && call.called_function().and_then(Value::intrinsic_name) == Some("llvm.ldexp")
    };
    for call in calls.filter(scales).collect::<Vec<_>>() {
        builder.position_before(call)?;
        let (half, mut float) = (call.ty(), made.context.float_type());
        if half.is_vector() {
            float = made.context.vector_type(float, half.count() as u32)?;
        }
        let mut given: Vec<_> = call.call_args().collect();
        if let Some(first) = given.first_mut() {
            *first = builder.cast(Opcode::FpExt, *first, float)?;
        }
        let scaled = builder.call_intrinsic("llvm.ldexp", float, &given)?;
        call.replace_uses(builder.cast(Opcode::FpTrunc, scaled, half)?)?;
        call.erase()?;
    }
    Ok(())
}

/// Deletes the globals that stood for resources, and the metadata that names them.
pub fn drop_globals(module: &Module<'_>) -> Result<()> {
    for name in ["spirv.EntryPoint", "spirv.ExecutionMode", "spirv.ExecutionModeId"] {
        module.drop_named_metadata(name);
    }
    let ours = module.globals().filter(|global| place::section(*global).is_some() && !global.is_used());
    ours.collect::<Vec<_>>().into_iter().try_for_each(|global| global.delete_global())
}
