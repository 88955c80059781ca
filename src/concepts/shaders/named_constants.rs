//! Constants with decorations, such as `WorkgroupSize` (SPIR-V 3.21 "BuiltIn").
//!
//! In LLVM IR: `!spirv.Constant`, whose nodes are `!{value, !"name", decorations, note}`; the note is that of `notes`.
//! Specialization constants are not among them.

use super::{constants, types};
use crate::binary::Instruction;
use crate::concepts::base::decorations::{forward as decorations, reverse::read};
use crate::conventions::nodes;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::Metadata;
use crate::state::{Forward, Reverse};
use llvm_spirv_metadata::{Decorations, Tuple};

/// The named metadata.
const NAME: &str = "spirv.Constant";

// --- SPIR-V to LLVM ---

/// Writes the nodes of all decorated constants.
pub fn reverse(r: &Reverse<'_>) -> Result<()> {
    for inst in r.spv.globals().filter(|inst| is_listed(r, *inst)) {
        let id = inst.result_id().unwrap_or_default();
        let list = Decorations(r.spv.decorations(id).filter_map(|decoration| read(&decoration)).collect());
        let node = [
            r.context.md_value(r.value(id)?)?,
            r.context.md_string(r.spv.name(id).unwrap_or_default()),
            nodes::reverse(r, &list.write())?,
            notes::write(r.context, &notes::of(r, inst.result_type().unwrap_or_default())?)?,
        ];
        r.module.add_named_metadata(NAME, r.context.md_node(&node.map(Some)))?;
    }
    Ok(())
}

fn is_listed(r: &Reverse<'_>, inst: Instruction<'_>) -> bool {
    let id = inst.result_id().unwrap_or_default();
    inst.info().declares_constant() && !r.spec_constants.has(id) && !r.spv.is_plain(id)
}

// --- LLVM to SPIR-V ---

/// Emits the constants in the metadata, with their names and decorations.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    let malformed = || Error::of(Code::Metadata, format!("metadata !{NAME} is malformed"));
    for node in f.module.named_metadata_nodes(NAME).collect::<Vec<Metadata<'_>>>() {
        let parts = node.operands();
        let [Some(value), Some(name), Some(list), Some(note)] = parts.as_slice() else { return Err(malformed()) };
        let value = value.as_value().filter(|value| value.is_constant()).ok_or_else(malformed)?;
        let list = Decorations::read(&nodes::read(*list)).map_err(|_| malformed())?;
        let ty = types::noted(f, value.ty(), &notes::read(*note)?)?;
        let constant = constants::as_type(f, value, ty)?.ok_or_else(malformed)?;
        f.spv.name(constant.id, name.as_string().ok_or_else(malformed)?)?;
        list.0.iter().try_for_each(|decoration| decorations::decorate(f, constant.id, decoration))?;
    }
    Ok(())
}
