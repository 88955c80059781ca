//! Interface variables of shaders without an explicit layout (S4-106, S4-107): LLVM IR that states their storage class
//! by the address space, and nothing else.
//!
//! In: a global in StorageBuffer, Uniform or PushConstant memory whose type `!spirv.Struct` does not describe: a
//! structure, an array of known or open length, or a number. Out: a block with these contents. Its members have the
//! offsets of LLVM's data layout where every Vulkan device accepts them, else those of the standard layout of the class
//! (std140 for Uniform, std430 for the others). A module that lists its capabilities is taken as complete, and stays
//! unchanged.

use super::layouts::{Layouts, Member};
use crate::conventions::classes;
use crate::conventions::notes;
use crate::conventions::structs;
use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Module, Type, TypeKind, Value};
use ::spirv::StorageClass;

/// The named metadata that lists the capabilities of a module.
const CAPABILITIES: &str = "spirv.Capability";

/// The metadata that the new variable takes over from the old one.
const KEPT: [&str; 2] = ["spirv.Decorations", "spirv.Name"];

/// The depth to which types may nest.
const MAX_DEPTH: u32 = 32;

/// Gives globals without an explicit layout a block with one.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    if module.has_named_metadata(CAPABILITIES) {
        return Ok(());
    }
    let table = structs::table(module)?;
    let is_bare = |global: &Value<'m>| {
        let ty = global.value_type().filter(|_| global.metadata(notes::NAME).is_none());
        ty.is_some_and(|ty| is_plain(ty, &table, MAX_DEPTH))
    };
    let found = module.globals().filter(|global| class_of(*global).is_some()).filter(is_bare).collect::<Vec<_>>();
    if found.is_empty() {
        return Ok(());
    }
    let context = module.context();
    let place = Place { module, context: &context, builder: Builder::new(module) };
    found.into_iter().try_for_each(|global| lay_out(&place, global))
}

/// Returns the storage class of a global whose contents the host lays out; `None` for any other global.
fn class_of(global: Value<'_>) -> Option<StorageClass> {
    let class = classes::class_of(global.ty().address_space());
    class.filter(|class| {
        matches!(class, StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::PushConstant)
    })
}

/// Returns whether a type consists of numbers and vectors of numbers, and no part of it has an explicit layout.
fn is_plain<'m>(ty: Type<'m>, table: &structs::Table<'m>, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match ty.kind() {
        TypeKind::Array => ty.element().is_some_and(|element| is_plain(element, table, depth)),
        TypeKind::Struct => {
            !table.contains_key(&ty)
                && !notes::is_any_matrix(ty)
                && !notes::is_padded(ty)
                && ty.field_count() > 0
                && ty.fields().all(|field| is_plain(field, table, depth))
        }
        TypeKind::Vector => (2..=4).contains(&ty.count()) && is_number(ty.scalar()),
        _ => is_number(ty),
    }
}

fn is_number(ty: Type<'_>) -> bool {
    matches!(ty.int_width(), 8 | 16 | 32 | 64) || ty.float_width() != 0
}

/// Replaces a variable by a block.
fn lay_out<'m>(place: &Place<'m>, old: Value<'m>) -> Result<()> {
    let Some((ty, class)) = old.value_type().zip(class_of(old)) else { return Ok(()) };
    let mut layouts = Layouts::standard_for(place, ty, class == StorageClass::Uniform);
    let name = old.name().to_owned();
    let block = match ty.is_struct() {
        true => layouts.block(ty.struct_name().unwrap_or(&name), ty, &[])?.0,
        false => layouts.block_of(&name, Member { name: String::new(), decorations: Vec::new(), ty })?,
    };
    let new = place.module.add_global("", block, old.ty().address_space())?;
    new.set_global_constant(old.is_global_constant())?;
    for kind in KEPT {
        if let Some(node) = old.has_metadata().then(|| old.metadata(kind)).flatten() {
            new.set_global_metadata(kind, node)?;
        }
    }
    place.replace_global(old, new)
}
