//! Names and linkage of functions and module-scope variables (SPIR-V 3.20 `LinkageAttributes`, 3.17 "Linkage Type").
//!
//! In LLVM IR: the name, and `internal`, external or `linkonce_odr` linkage. The way to SPIR-V is in `functions`.

use crate::binary::{Decoration, Id, Instruction, strings};
use crate::error::Result;
use crate::llvm::{Linkage, Value};
use crate::state::Reverse;
use ::spirv::LinkageType;

// --- SPIR-V to LLVM ---

/// The name of a function or variable, and its linkage.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// The linkage type of its `LinkageAttributes`, if it has them.
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
    let entry_point = crate::concepts::base::kernels::reverse_name(r, id)?;
    let name = entry_point.unwrap_or_else(|| r.spv.name(id).unwrap_or_default().to_owned());
    Ok(Symbol { name, linkage: None })
}

/// A function or variable that was just created, or the existing one of its name that replaces it.
#[derive(Clone, Copy, Debug)]
pub struct Bound<'m> {
    /// The function or variable.
    pub value: Value<'m>,
    /// True if the import is bound to a definition or an earlier declaration, so that nothing is left to translate.
    pub is_complete: bool,
}

/// Binds an import to the function or variable of its name and type in the module, like a linker; either may come first.
pub fn bind<'m>(r: &mut Reverse<'m>, made: Value<'m>, symbol: &Symbol) -> Result<Bound<'m>> {
    let is_import = symbol.linkage == Some(LinkageType::Import);
    if made.name() != symbol.name && symbol.linkage.is_some() {
        let found = if made.is_function() { r.module.function(&symbol.name) } else { r.module.global(&symbol.name) };
        let is_same = |found: &Value<'m>| (found.ty(), found.value_type()) == (made.ty(), made.value_type());
        let is_visible = |found: &Value<'m>| found.linkage() != Linkage::Internal;
        let found = found
            .filter(|found| is_same(found) && is_visible(found) && (is_import || r.imports.values.contains(found)));
        if let Some(found) = found {
            if !is_import {
                r.imports.values.remove(&found);
                // A definition stands where it comes: SPIR-V has declarations before it.
                if made.is_function() {
                    found.move_behind(made)?;
                }
            }
            made.delete_global()?;
            return Ok(Bound { value: found, is_complete: is_import });
        }
    }
    if is_import {
        r.imports.values.insert(made);
    }
    Ok(Bound { value: made, is_complete: false })
}

/// Sets the linkage of a function or variable. LLVM renames a value whose name is taken: to keep the exported name, the
/// other value is renamed, if its linkage is internal.
pub fn reverse_linkage<'m>(r: &Reverse<'m>, inst: Instruction<'m>, value: Value<'m>, symbol: &Symbol) -> Result<()> {
    let linkage = match symbol.linkage {
        None => return value.set_linkage(Linkage::Internal),
        Some(LinkageType::LinkOnceODR) => Linkage::LinkOnceOdr,
        Some(LinkageType::WeakAMD) => Linkage::WeakAny,
        Some(_) => Linkage::External,
    };
    if value.name() != symbol.name {
        let holder = r.module.function(&symbol.name).or_else(|| r.module.global(&symbol.name));
        match holder.filter(|holder| holder.linkage() == Linkage::Internal) {
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
