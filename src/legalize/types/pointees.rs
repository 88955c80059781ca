//! Attributes of parameters that say the type of what a pointer leads to (`byval`, `sret`, `elementtype`), where SPIR-V
//! lacks it in memory: they say the type that is there instead, of the same size.

use super::memory::memory_type;
use super::rewrite::Rewriter;
use super::scan::Scan;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Module, Type, Value};

/// An attribute of a function that says an illegal type.
#[derive(Clone, Copy, Debug)]
pub struct Pointee<'m> {
    function: Value<'m>,
    place: AttributePlace,
    kind: AttributeKind,
    ty: Type<'m>,
}

/// Looks at the parameters of all functions.
pub fn find<'m>(module: &'m Module<'_>, scan: &mut Scan<'m>) -> Vec<Pointee<'m>> {
    let mut found = Vec::new();
    for function in module.functions().filter(|function| function.intrinsic_id() == 0) {
        for place in (0..function.param_count()).map(AttributePlace::Param) {
            if !function.has_attributes(place) {
                continue;
            }
            for kind in [AttributeKind::ByVal, AttributeKind::StructRet, AttributeKind::ElementType] {
                let ty = function.type_attribute(place, kind).filter(|ty| !scan.is_legal_in_memory(*ty));
                found.extend(ty.map(|ty| Pointee { function, place, kind, ty }));
            }
        }
    }
    found
}

/// Changes them.
pub fn change<'m>(w: &mut Rewriter<'m>, found: Vec<Pointee<'m>>) -> Result<()> {
    for Pointee { function, place, kind, ty } in found {
        let in_memory = memory_type(w, ty).map_err(|e| e.in_function(function.name()))?;
        function.remove_attribute(place, kind)?;
        function.add_type_attribute(place, kind.name(), in_memory)?;
    }
    Ok(())
}
