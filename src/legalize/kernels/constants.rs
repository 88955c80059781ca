//! Parameters that are numbers, vectors or structures: members of a block of push constants, each aligned as in the memory of
//! the host; or of a uniform block, where the parameter names its set and binding. What only the host knows of images is
//! behind them.

use super::descriptors::{Descriptors, Kind, name};
use super::images::Asked;
use super::{memory, passed, spaces};
use crate::error::{Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{AttributeKind, AttributePlace, Type, Value};
use crate::options::Options;
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

impl<'m> Members<'m> {
    /// Returns the types of all of them.
    fn types(&self, place: &Place<'m>) -> Result<Vec<Type<'m>>> {
        let word = place.context.int_type(32)?;
        Ok(self.parameters.iter().map(|member| member.2).chain(self.asked.iter().map(|_| word)).collect())
    }
}

/// The limit of push constants: what is longer is a uniform block behind all other bindings.
pub struct Limit {
    /// In bytes.
    pub bytes: u64,
    /// The first free binding of the first set.
    pub next: u32,
}

/// Returns the bytes of push constants that each device has.
pub fn limit(options: &Options) -> u64 {
    if options.environment.vulkan_name() == "vulkan1.4" { 256 } else { 128 }
}

/// Replaces such parameters by what is loaded from the blocks.
pub fn replace<'m>(
    place: &Place<'m>,
    layouts: &mut Layouts<'_, 'm>,
    function: Value<'m>,
    descriptors: &Descriptors<'m>,
    asked: Vec<Asked<'m>>,
    limit: &Limit,
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
    for (at, members) in blocks {
        let source = passed::members(place, &members.types(place)?)?;
        let is_too_long = place.module.layout().abi_size(source).is_some_and(|size| size > limit.bytes);
        let at = at.or(is_too_long.then_some((0, limit.next)));
        block(place, layouts, function, at, (&members, source))?;
    }
    Ok(())
}

fn block<'m>(
    place: &Place<'m>,
    layouts: &mut Layouts<'_, 'm>,
    function: Value<'m>,
    at: Option<(u32, u32)>,
    (members, source): (&Members<'m>, Type<'m>),
) -> Result<()> {
    let word = place.context.int_type(32)?;
    let Members { parameters, asked } = members;
    let questions = asked.iter().map(|asked| asked.name.clone());
    let names: Vec<_> = parameters.iter().map(|member| member.1.name().to_owned()).chain(questions).collect();
    let space = if at.is_some() { spaces::UNIFORM } else { spaces::PUSH };
    let name_of_block = format!("{}.constants", function.name());
    // What Vulkan does not take as it is in a uniform block is rows of words.
    let (block, elements) = match at.is_none() || layouts.is_standard(source, true) {
        true => layouts.block(&name_of_block, source, &names)?,
        false => (layouts.words(&name_of_block, source, &[], true)?, Vec::new()),
    };
    let offsets: Vec<_> = layouts.members(source).into_iter().map(|member| member.1).collect();
    let variable = place.module.add_global(&format!("{}.constants", function.name()), block, space)?;
    variable.set_global_constant(true)?;
    if let Some((set, binding)) = at {
        let list = [(Decoration::DescriptorSet, set.into()), (Decoration::Binding, binding.into())];
        variable.set_global_metadata("spirv.Decorations", layouts.decorations(&list)?)?;
    }
    let first = function.entry_block().and_then(|block| block.first_instruction());
    place.builder.position_before(first.ok_or_else(|| Error::internal("a function without instructions"))?)?;
    let member = |number: usize| match (elements.get(number), offsets.get(number)) {
        (Some(element), _) => {
            let indices = [place.context.const_null(word)?, place.context.const_int(word, (*element).into())?];
            place.builder.gep(block, variable, &indices, false)
        }
        (None, Some(offset)) => {
            let offset = place.context.const_int(word, *offset)?;
            place.builder.gep(place.context.int_type(8)?, variable, &[offset], false)
        }
        (None, None) => Err(Error::internal("a block without a member")),
    };
    for (number, (index, param, ty)) in parameters.iter().enumerate() {
        let pointer = member(number)?;
        let value = match function.type_attribute(AttributePlace::Param(*index), AttributeKind::ByVal) {
            Some(_) => copy(place, *param, pointer, *ty)?,
            None => place.builder.load(param.ty(), pointer)?,
        };
        value.set_name(&name(function, *param));
        param.replace_uses(value)?;
    }
    for (number, asked) in asked.iter().enumerate() {
        let answer = place.builder.load(word, member(parameters.len() + number)?)?;
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
