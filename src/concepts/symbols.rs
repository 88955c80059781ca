//! Names and linkage of functions and module-scope variables (SPIR-V 3.20 `LinkageAttributes`, 3.17 "Linkage Type").
//!
//! In LLVM IR: the name, and `internal`, external or `linkonce_odr` linkage. The way to SPIR-V is in `functions`.

use crate::error::Result;
use crate::llvm::{Linkage, Value};
use crate::spirv::{Decoration, Id, Instruction, strings};
use crate::state::Reverse;
use ::spirv::LinkageType;

// --- SPIR-V to LLVM ---

/// How a function or variable is called, and who sees it.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// The type of its `LinkageAttributes`, if it has them.
    pub linkage: Option<LinkageType>,
}

/// Name and linkage of a function or variable: by `LinkageAttributes`, else by its first entry point, else by `OpName`.
pub fn reverse(r: &Reverse<'_>, id: Id) -> Result<Symbol> {
    if let Some(linkage) = r.spv.decorations(id).find(|d| d.kind == Some(Decoration::LinkageAttributes)) {
        let text = linkage.operands;
        let (name, words) = strings::decode(text).map_err(|rule| linkage.instruction.breaks(rule, ""))?;
        let kind = text.get(words).copied().and_then(LinkageType::from_u32);
        let kind = kind.ok_or_else(|| linkage.instruction.unsupported("a linkage type that is not known"))?;
        return Ok(Symbol { name, linkage: Some(kind) });
    }
    let entry_point = super::entry_points::reverse_name(r, id)?;
    let name = entry_point.unwrap_or_else(|| r.spv.name(id).unwrap_or_default().to_owned());
    Ok(Symbol { name, linkage: None })
}

/// Sets the linkage of a function or variable. LLVM changes a name that is taken: for the linker's sake the other one
/// has to give way, which it can if it is not seen from outside.
pub fn reverse_linkage<'m>(r: &Reverse<'m>, inst: Instruction<'m>, value: Value<'m>, symbol: &Symbol) -> Result<()> {
    let linkage = match symbol.linkage {
        None => return value.set_linkage(Linkage::LLVMInternalLinkage),
        Some(LinkageType::LinkOnceODR) => Linkage::LLVMLinkOnceODRLinkage,
        Some(_) => Linkage::LLVMExternalLinkage,
    };
    if value.name() != symbol.name {
        let holder = r.module.function(&symbol.name).or_else(|| r.module.global(&symbol.name));
        match holder.filter(|holder| holder.linkage() == Linkage::LLVMInternalLinkage) {
            Some(holder) => holder.set_name(&format!("{}.1", symbol.name)),
            None => {
                let message = format!("two functions or variables of the module are called {:?}", symbol.name);
                return Err(inst.error(message));
            }
        }
        value.set_name(&symbol.name);
    }
    value.set_linkage(linkage)
}
