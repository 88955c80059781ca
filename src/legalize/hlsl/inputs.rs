//! Intrinsics that read builtin variables: they load from a variable of the module.

use super::{Place, calls};
use crate::concepts::shaders::classes;
use crate::concepts::shaders::hlsl::rows::{self, Translation};
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Metadata, Opcode, Type, Value};
use ::spirv::{BuiltIn, Decoration, StorageClass};

/// The function that clang calls for the index of an invocation in its subgroup.
const LANE_INDEX: &str = "__hlsl_wave_get_lane_index";

/// The metadata with the decorations of a variable.
const DECORATIONS: &str = "spirv.Decorations";

/// Replaces the calls of such intrinsics.
pub fn replace<'m>(place: &Place<'m>) -> Result<()> {
    for (call, name) in calls(place.module) {
        if let Some(Translation::Input(builtin)) = rows::find(&format!("{}{name}", rows::PREFIX)) {
            input(place, call, builtin).map_err(|error| error.at_instruction(|| call.print()))?;
        }
    }
    let Some(lane) = place.module.function(LANE_INDEX).filter(|function| function.is_declaration()) else {
        return Ok(());
    };
    for call in lane.uses().collect::<Vec<_>>() {
        input(place, call, BuiltIn::SubgroupLocalInvocationId)?;
    }
    lane.delete_global()
}

fn input<'m>(place: &Place<'m>, call: Value<'m>, builtin: BuiltIn) -> Result<()> {
    place.builder.position_before(call)?;
    let value = value(place, call, builtin)?;
    let value = match value.ty() == call.ty() {
        true => value,
        false => place.builder.cast(Opcode::LLVMZExt, value, call.ty())?,
    };
    call.replace_uses(value)?;
    call.erase()
}

/// Returns the value of a builtin, or of the component that a call asks for.
fn value<'m>(place: &Place<'m>, call: Value<'m>, builtin: BuiltIn) -> Result<Value<'m>> {
    match builtin {
        BuiltIn::WorkgroupSize => component(place, call, size(place, call)?),
        BuiltIn::GlobalSize => {
            let groups = load(place, BuiltIn::NumWorkgroups, 3)?;
            let size = size(place, call)?;
            let all = place.builder.binary(Opcode::LLVMMul, groups, size)?;
            component(place, call, all)
        }
        // Vulkan has none.
        BuiltIn::GlobalOffset => place.context.const_null(place.context.int_type(32)?),
        BuiltIn::SubgroupMaxSize => {
            let text = "the greatest size of a subgroup, which only kernels are told";
            Err(Error::of(Code::Builtin, text).hint("use the size of the subgroup"))
        }
        _ if call.call_arg_count() == 0 => load(place, builtin, 1),
        _ => {
            let whole = load(place, builtin, 3)?;
            component(place, call, whole)
        }
    }
}

fn component<'m>(place: &Place<'m>, call: Value<'m>, of: Value<'m>) -> Result<Value<'m>> {
    let index = call.call_arg(0).ok_or_else(|| Error::internal("a builtin without a dimension"))?;
    place.builder.extract_element(of, index)
}

/// Returns the size of the workgroup that the function around a call says.
fn size<'m>(place: &Place<'m>, call: Value<'m>) -> Result<Value<'m>> {
    let function = call.parent_function();
    let text = function.and_then(|function| function.string_attribute(AttributePlace::Function, "hlsl.numthreads"));
    let numbers: Option<Vec<u64>> =
        text.map(|text| text.split(',').filter_map(|number| number.trim().parse().ok()).collect());
    let numbers = numbers.filter(|numbers| numbers.len() == 3);
    let unknown = || Error::of(Code::Builtin, "the size of the workgroup in a function that does not know it");
    let word = place.context.int_type(32)?;
    let numbers = numbers.ok_or_else(unknown)?.into_iter().map(|number| place.context.const_int(word, number));
    place.context.const_vector(&numbers.collect::<Result<Vec<_>>>()?)
}

/// Loads the variable of a builtin, which is made where it is missing.
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
