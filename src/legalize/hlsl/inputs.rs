//! Intrinsics that read builtin variables: their calls become loads from variables of the module.

use super::calls;
use crate::concepts::shaders::hlsl::rows::{self, Translation};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::inputs::load;
use crate::llvm::{AttributePlace, Opcode, Value};
use ::spirv::BuiltIn;

/// The function that clang calls for the index of an invocation in its subgroup.
const LANE_INDEX: &str = "__hlsl_wave_get_lane_index";

/// Replaces the calls of intrinsics that read builtin variables.
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
        false => place.builder.cast(Opcode::ZExt, value, call.ty())?,
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
            let all = place.builder.binary(Opcode::Mul, groups, size)?;
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

/// Returns the workgroup size that the attribute of the calling function states.
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
