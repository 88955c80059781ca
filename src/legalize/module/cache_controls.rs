//! LLVM IR to LLVM IR: cache controls of operands become decorations of pointers (`SPV_INTEL_cache_controls`).
//!
//! In: instructions with `!spirv.DecorationCacheControlINTEL`, which states the cache control of their pointer
//! operands. Out: each such operand is a separate `getelementptr` with offset zero, with the decorations as
//! `!spirv.Decorations`. Cache controls are hints: without the extension nothing is done.

use crate::conventions::nodes;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{Builder, Module, Opcode, Value};
use crate::options::Options;
use crate::state::availability;
use llvm_spirv_metadata::{CacheControls, Decorations, Named, Tuple};

const EXTENSION: &str = "SPV_INTEL_cache_controls";

/// Replaces the pointer operands with cache controls by separate, decorated pointers.
pub fn run<'m>(module: &'m Module<'m>, options: &Options) -> Result<()> {
    if !availability::allows(options, EXTENSION) {
        return Ok(());
    }
    let context = module.context();
    let emit = Emit { context: &context, builder: Builder::new(module) };
    let instructions = module.functions().flat_map(Value::blocks).flat_map(|block| block.instructions());
    let controlled = instructions.filter(|inst| inst.has_metadata() && inst.metadata(CacheControls::NAME).is_some());
    for inst in controlled.collect::<Vec<_>>() {
        control(&emit, inst).map_err(|error| error.at_instruction(|| inst.print()))?;
    }
    Ok(())
}

fn control<'m>(e: &Emit<'m>, inst: Value<'m>) -> Result<()> {
    let Some(node) = inst.metadata(CacheControls::NAME) else { return Ok(()) };
    let controls = CacheControls::read(&nodes::read(node));
    let controls =
        controls.map_err(|e| Error::of(Code::Metadata, format!("metadata !{}: {e}", CacheControls::NAME)))?;
    let mut operands: Vec<(u32, Decorations)> = Vec::new();
    // Later ones come first, as in the Khronos translator.
    for (index, decoration) in controls.0 {
        match operands.iter_mut().find(|operand| operand.0 == index) {
            Some((_, list)) => list.0.insert(0, decoration),
            None => operands.push((index, Decorations(vec![decoration]))),
        }
    }
    for (index, list) in operands {
        let pointer = inst.operand(index).filter(|operand| operand.ty().is_pointer() && !operand.is_function());
        let pointer =
            pointer.ok_or_else(|| Error::of(Code::Metadata, format!("operand {index} is no pointer to be cached")))?;
        let pointee = match inst.opcode() {
            Some(Opcode::Load) => inst.ty(),
            Some(Opcode::Store) => inst.operand(0).map_or(inst.ty(), Value::ty),
            _ => e.context.int_type(8)?,
        };
        e.builder.position_before(inst)?;
        let copy = e.builder.gep(pointee, pointer, &[e.index(0)?], false)?;
        copy.set_metadata(Decorations::NAME, nodes::write(e.context, &list.write())?)?;
        inst.set_operand(index, copy)?;
    }
    Ok(())
}
