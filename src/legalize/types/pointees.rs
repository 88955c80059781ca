//! Attributes of parameters with the type that a pointer is to (`byval`, `sret`, `elementtype`). A type that is illegal
//! in memory is replaced by the legal type of the same size that memory has in its place.

use super::memory::memory_type;
use super::rewrite::Rewriter;
use super::scan::Scan;
use crate::error::Result;
use crate::llvm::{AttributeKind, AttributePlace, Module, Type, Value};

/// An attribute of a parameter with a type that is illegal in memory.
#[derive(Clone, Copy, Debug)]
pub struct Pointee<'m> {
    function: Value<'m>,
    place: AttributePlace,
    kind: AttributeKind,
    ty: Type<'m>,
}

/// Collects such attributes of the parameters of all functions.
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

/// Replaces the types of the attributes.
pub fn change<'m>(w: &mut Rewriter<'m>, found: Vec<Pointee<'m>>) -> Result<()> {
    for Pointee { function, place, kind, ty } in found {
        let in_memory = memory_type(w, ty).map_err(|e| e.in_function(function.name()))?;
        function.remove_attribute(place, kind)?;
        function.add_type_attribute(place, kind.name(), in_memory)?;
    }
    Ok(())
}
