//! Parameters that are numbers, vectors or structures: members of a block of push constants, each aligned as in the memory of
//! the host; or of a uniform block, where the parameter names its set and binding. What only the host knows of images is
//! behind them.

use super::descriptors::{Descriptors, Kind, name};
use super::images::Asked;
use super::{memory, passed, spaces};
use crate::error::{Error, Result};
use crate::legalize::hlsl::Place;
use crate::legalize::hlsl::layouts::Layouts;
use crate::llvm::{AttributeKind, AttributePlace, Type, Value};
use ::spirv::Decoration;
use std::collections::BTreeMap;

/// The index of a parameter, the parameter, and its type or that of the structure that it points to.
type Member<'m> = (u32, Value<'m>, Type<'m>);

/// The members of a block: parameters, and what else the host says.
#[derive(Default)]
struct Members<'m> {
    parameters: Vec<Member<'m>>,
    asked: Vec<Asked<'m>>,
}

/// Replaces such parameters by what is loaded from the blocks.
pub fn replace<'m>(
    place: &Place<'m>,
    layouts: &mut Layouts<'_, 'm>,
    function: Value<'m>,
    descriptors: &Descriptors<'m>,
    asked: Vec<Asked<'m>>,
) -> Result<()> {
    let mut blocks: BTreeMap<Option<(u32, u32)>, Members<'m>> = BTreeMap::new();
    for ((index, param), parameter) in (0..).zip(function.params()).zip(&descriptors.parameters) {
        let Kind::Constant(at) = parameter.kind else { continue };
        let by_value = function.type_attribute(AttributePlace::Param(index), AttributeKind::ByVal);
        blocks.entry(at).or_default().parameters.push((index, param, by_value.unwrap_or(param.ty())));
    }
    if !asked.is_empty() {
        blocks.entry(None).or_default().asked = asked;
    }
    blocks.into_iter().try_for_each(|(at, members)| block(place, layouts, function, at, &members))
}

fn block<'m>(
    place: &Place<'m>,
    layouts: &mut Layouts<'_, 'm>,
    function: Value<'m>,
    at: Option<(u32, u32)>,
    members: &Members<'m>,
) -> Result<()> {
    let word = place.context.int_type(32)?;
    let Members { parameters, asked } = members;
    let types: Vec<_> = parameters.iter().map(|member| member.2).chain(asked.iter().map(|_| word)).collect();
    let questions = asked.iter().map(|asked| asked.name.clone());
    let names: Vec<_> = parameters.iter().map(|member| member.1.name().to_owned()).chain(questions).collect();
    let source = passed::members(place, &types)?;
    let (block, elements) = layouts.block(&format!("{}.constants", function.name()), source, &names)?;
    let space = if at.is_some() { spaces::UNIFORM } else { spaces::PUSH };
    let variable = place.module.add_global(&format!("{}.constants", function.name()), block, space)?;
    variable.set_global_constant(true)?;
    if let Some((set, binding)) = at {
        let list = [(Decoration::DescriptorSet, set.into()), (Decoration::Binding, binding.into())];
        variable.set_global_metadata("spirv.Decorations", layouts.decorations(&list)?)?;
    }
    let first = function.entry_block().and_then(|block| block.first_instruction());
    place.builder.position_before(first.ok_or_else(|| Error::internal("a function without instructions"))?)?;
    let member = |element: u32| {
        let indices = [place.context.const_null(word)?, place.context.const_int(word, element.into())?];
        place.builder.gep(block, variable, &indices, false)
    };
    for ((index, param, ty), element) in parameters.iter().zip(&elements) {
        let pointer = member(*element)?;
        let value = match function.type_attribute(AttributePlace::Param(*index), AttributeKind::ByVal) {
            Some(_) => copy(place, *param, pointer, *ty)?,
            None => place.builder.load(param.ty(), pointer)?,
        };
        value.set_name(&name(function, *param));
        param.replace_uses(value)?;
    }
    for (asked, element) in asked.iter().zip(elements.iter().skip(parameters.len())) {
        let answer = place.builder.load(word, member(*element)?)?;
        for call in &asked.calls {
            call.replace_uses(answer)?;
            call.erase()?;
        }
    }
    Ok(())
}

/// Returns a variable of the function with a copy of a structure.
fn copy<'m>(place: &Place<'m>, param: Value<'m>, from: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let ty = memory::same_layout(place, ty)?;
    let no_size = || Error::internal(format!("a parameter {} without a size", param.name()));
    let size = place.module.layout().abi_size(ty).ok_or_else(no_size)?;
    let variable = place.builder.alloca(ty, Some(param.ty().address_space()))?;
    let size = place.context.const_int(place.context.int_type(32)?, size)?;
    place.builder.memcpy(variable, from, size, false)?;
    Ok(variable)
}
