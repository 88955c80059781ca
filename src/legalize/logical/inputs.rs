//! Input variables of builtins, which are created on demand.

use crate::conventions::classes;
use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::llvm::{Metadata, Type, Value};
use ::spirv::{BuiltIn, Decoration, StorageClass};

/// The metadata with the decorations of a variable.
const DECORATIONS: &str = "spirv.Decorations";

/// Loads the input variable of a builtin, which is created if the module does not have it.
pub fn load<'m>(place: &Place<'m>, builtin: BuiltIn, count: u32) -> Result<Value<'m>> {
    let word = place.context.int_type(32)?;
    let ty = if count > 1 { place.context.vector_type(word, count)? } else { word };
    let variable = match find(place, builtin, ty) {
        Some(known) => known,
        None => declare(place, builtin, ty)?,
    };
    place.builder.load(ty, variable)
}

/// Returns the input variable that is decorated as a builtin.
fn find<'m>(place: &Place<'m>, builtin: BuiltIn, ty: Type<'m>) -> Option<Value<'m>> {
    let space = classes::space_of(StorageClass::Input);
    let is_builtin = |node: Metadata<'m>| {
        let numbers = [0, 1].map(|index| node.operand(index).and_then(|part| part.as_value()?.int_value()));
        numbers == [Some(Decoration::BuiltIn as u64), Some(builtin as u64)]
    };
    let mut inputs = place.module.globals().filter(|global| global.ty().address_space() == space);
    inputs.find(|global| {
        let decorations = global.metadata(DECORATIONS).filter(|_| global.has_metadata());
        let decorations = decorations.map_or_else(Vec::new, Metadata::operands);
        global.value_type() == Some(ty) && decorations.into_iter().flatten().any(is_builtin)
    })
}

fn declare<'m>(place: &Place<'m>, builtin: BuiltIn, ty: Type<'m>) -> Result<Value<'m>> {
    let space = classes::space_of(StorageClass::Input);
    let variable = place.module.add_global(&format!("{builtin:?}"), ty, space)?;
    variable.set_global_constant(true)?;
    let context = place.context;
    let number = |number: u64| context.md_int(32, number).map(Some);
    let list = vec![Some(context.md_node(&[number(Decoration::BuiltIn as u64)?, number(builtin as u64)?]))];
    variable.set_global_metadata(DECORATIONS, context.md_node(&list))?;
    Ok(variable)
}
