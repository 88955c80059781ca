//! What the module says of its entry points beside the functions: `!spirv.EntryPoint` and `!spirv.ExecutionMode`
//! (S3-65, S3-68), on the way to SPIR-V.

use crate::concepts::module_info;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, Value};
use crate::spirv::builder::Id;
use crate::state::Forward;
use ::spirv::{ExecutionMode as Mode, ExecutionModel};
use llvm_spirv_metadata::{EntryPoint, ExecutionMode, Operand};

/// Entry points by metadata stand for those that calling conventions tell of the same function.
pub fn entry_points(f: &mut Forward<'_>) -> Result<()> {
    let named = module_info::all::<EntryPoint<Metadata<'_>>>(f)?;
    let mut entries = Vec::with_capacity(named.len());
    for entry in &named {
        if entry.model != ExecutionModel::Kernel as u32 {
            return Err(Error::of(
                Code::Model,
                format!("the execution model {} of entry point {}", entry.model, entry.name),
            ));
        }
        entries.push((function(f, entry.function)?, entry.name.clone()));
    }
    // They take the place of what the calling convention said.
    for (id, name) in std::mem::take(&mut f.entry_points) {
        let named = entries.extract_if(.., |(other, _)| *other == id).collect::<Vec<_>>();
        f.entry_points.extend(if named.is_empty() { vec![(id, name)] } else { named });
    }
    f.entry_points.extend(entries);
    Ok(())
}

/// The name to show of a kernel: its own, or that of its first entry point where none has its own.
pub fn shown_name<'m>(f: &Forward<'m>, function: Value<'m>) -> Result<String> {
    let own = function.name();
    let mut names = module_info::all::<EntryPoint<Metadata<'_>>>(f)?;
    names.retain(|entry| entry.function.as_value() == Some(function));
    let first = names.first().map_or(own, |entry| entry.name.as_str());
    Ok(if names.iter().any(|entry| entry.name == own) { own } else { first }.to_owned())
}

/// Execution modes by metadata.
pub fn execution_modes(f: &mut Forward<'_>) -> Result<()> {
    for mode in module_info::all::<ExecutionMode<Metadata<'_>>>(f)? {
        let function = function(f, *mode.target.function())?;
        let known = Mode::from_u32(mode.mode).ok_or_else(|| {
            Error::of(Code::Metadata, format!("metadata !spirv.ExecutionMode: there is no mode {}", mode.mode))
        })?;
        let operands = mode.operands.iter().map(Operand::int).collect::<Option<Vec<u32>>>();
        let operands =
            operands.ok_or_else(|| Error::of(Code::Metadata, format!("{known:?} with a string for an operand")))?;
        if known == Mode::ContractionOff {
            f.uncontracted.insert(function);
            continue;
        }
        super::modes::emit(f, function, known, &operands)?;
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
