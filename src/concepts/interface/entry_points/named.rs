//! Entry points in metadata of the module: `!spirv.EntryPoint` and `!spirv.ExecutionMode` (S3-65, S3-68), on the way to
//! SPIR-V.

use crate::binary::builder::Id;
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Value};
use crate::state::Forward;
use crate::state::hooks::any;
use ::spirv::ExecutionMode as Mode;
use llvm_spirv_metadata::{EntryPoint, ExecutionMode, Named, Operand};

/// Reads entry points from metadata; they replace those that the calling convention of the function implies.
pub fn entry_points(f: &mut Forward<'_>) -> Result<()> {
    let named = crate::conventions::nodes::all::<EntryPoint<Metadata<'_>>>(f)?;
    let mut entries = Vec::with_capacity(named.len());
    let models = Models::of_addressing(f.spv.addressing_model());
    for entry in &named {
        if models.is_none_or(|models| entry.model != models.execution as u32) {
            return Err(Error::of(
                Code::Model,
                format!("the execution model {} of entry point {}", entry.model, entry.name),
            ));
        }
        entries.push((function(f, entry.function)?, entry.name.clone()));
    }
    // They take the place of what the calling convention said.
    for (id, name) in std::mem::take(&mut f.entry_points.all) {
        let named = entries.extract_if(.., |(other, _)| *other == id).collect::<Vec<_>>();
        f.entry_points.all.extend(if named.is_empty() { vec![(id, name)] } else { named });
    }
    f.entry_points.all.extend(entries);
    Ok(())
}

/// Returns whether a mode states the default fast-math flags, which do not apply in LLVM IR, where each instruction has its own.
fn is_default_of_flags(node: Metadata<'_>) -> bool {
    let mode = node.operand(1).and_then(Metadata::as_value).and_then(Value::int_value);
    mode == Some(u64::from(Mode::FPFastMathDefault as u32))
}

/// Execution modes by metadata.
pub fn execution_modes(f: &mut Forward<'_>) -> Result<()> {
    let mut nodes = Vec::new();
    for node in f.module.named_metadata_nodes(ExecutionMode::<Metadata<'_>>::NAME) {
        if !any!(f.hooks.forward_mode_node, f, node) && !is_default_of_flags(node) {
            nodes.push(node);
        }
    }
    for mode in crate::conventions::nodes::each::<ExecutionMode<Metadata<'_>>>(nodes)? {
        let function = function(f, *mode.target.function())?;
        let known = Mode::from_u32(mode.mode).ok_or_else(|| {
            Error::of(Code::Metadata, format!("metadata !spirv.ExecutionMode: there is no mode {}", mode.mode))
        })?;
        let operands = mode.operands.iter().map(Operand::int).collect::<Option<Vec<u32>>>();
        let operands =
            operands.ok_or_else(|| Error::of(Code::Metadata, format!("{known:?} with a string for an operand")))?;
        if known == Mode::ContractionOff {
            f.entry_points.uncontracted.insert(function);
            continue;
        }
        crate::concepts::base::modes::emit(f, function, known, &operands)?;
    }
    Ok(())
}

/// The function that a node names.
fn function<'m>(f: &Forward<'m>, node: Metadata<'m>) -> Result<Id> {
    let function: Option<Value<'m>> = node.as_value();
    let signature = function.and_then(|function| f.functions.get(&function));
    signature
        .map(|signature| signature.id)
        .ok_or_else(|| Error::of(Code::Metadata, "entry point metadata names no function of the module"))
}
