//! Parameters that become descriptors: each pointer to memory of the host a storage buffer, and images and samplers.

use super::host::Plan;
use super::{places, spaces};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Value};
use std::collections::BTreeSet;

/// The attribute of a parameter that states its set, binding and storage class.
pub const VARIABLE: &str = "spirv.interface_var";

/// The kind of variable that a parameter becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A storage buffer.
    Buffer,
    /// A sampled image or a storage image.
    Image,
    /// A sampler.
    Sampler,
    /// Workgroup memory whose length is a specialization constant.
    Local,
    /// A member of the block of push constants, or of a uniform block at a set and binding.
    Constant(Option<(u32, u32)>),
}

/// The descriptor of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub kind: Kind,
    pub set: u32,
    pub binding: u32,
}

/// A buffer, or workgroup memory, whose element type is not determined yet.
#[derive(Clone, Debug)]
pub struct Buffer<'m> {
    pub parameter: Parameter,
    pub variable: Value<'m>,
    pub name: String,
    /// The index of the argument that the buffer replaces, if any.
    pub ordinal: Option<u32>,
}

/// The descriptors of an entry point's parameters.
#[derive(Debug)]
pub struct Descriptors<'m> {
    pub parameters: Vec<Parameter>,
    /// The buffer for the result of the function, if it has one.
    result: Parameter,
    behind: u32,
    /// The sets and bindings that attributes reserve.
    taken: BTreeSet<(u32, u32)>,
    buffers: Vec<Buffer<'m>>,
}

impl<'m> Descriptors<'m> {
    /// Determines the descriptor of each parameter of a function. Bindings are assigned in the order of the parameters,
    /// except where an attribute states a set and binding.
    pub fn of(function: Value<'m>, plan: &Plan) -> Result<Self> {
        let own = plan.set;
        let params = (0..function.param_count()).map(AttributePlace::Param);
        let all: Vec<_> =
            params.map(|place| said(function.string_attribute(place, VARIABLE))).collect::<Result<_>>()?;
        let result = said(function.string_attribute(AttributePlace::Return, VARIABLE))?;
        let taken: BTreeSet<_> = all.iter().chain([&result]).flatten().copied().collect();
        let free = |next: u32| places::free(own, next, |place| taken.contains(&place));
        let (mut parameters, mut next) = (Vec::new(), 0);
        for (index, (param, said)) in (0..).zip(function.params().zip(all)) {
            let by_value = function.has_attribute(AttributePlace::Param(index), AttributeKind::ByVal);
            let kind = match said {
                _ if param.ty().target_name().is_some() => opaque(param)?,
                _ if !param.ty().is_pointer() || by_value => Kind::Constant(said),
                _ if param.ty().address_space() == spaces::LOCAL => Kind::Local,
                None if plan.is_by_address => Kind::Constant(None),
                _ => Kind::Buffer,
            };
            let (set, binding) = said.unwrap_or((own, free(next)));
            if matches!(kind, Kind::Buffer | Kind::Image | Kind::Sampler) {
                next = next.max(binding.saturating_add(1));
            }
            parameters.push(Parameter { kind, set, binding });
        }
        let (set, binding) = result.unwrap_or((own, free(next)));
        let behind = if returns(function) { next.max(binding.saturating_add(1)) } else { next };
        let result = Parameter { kind: Kind::Buffer, set, binding };
        Ok(Self { parameters, result, behind, taken, buffers: Vec::new() })
    }

    /// Replaces the pointer parameters of a function by variables.
    pub fn replace(&mut self, place: &Place<'m>, function: Value<'m>) -> Result<()> {
        for (index, param) in (0..).zip(function.params().collect::<Vec<_>>()) {
            let Some(parameter) = self.parameters.get(index as usize) else { continue };
            let space = match parameter.kind {
                Kind::Buffer => spaces::BUFFER,
                Kind::Local => spaces::LOCAL,
                Kind::Constant(_) | Kind::Image | Kind::Sampler => continue,
            };
            let bytes = place.context.array_type(place.context.int_type(8)?, 0)?;
            let name = name(function, param);
            let variable = place.module.add_global("", bytes, space)?;
            let pointer = match variable.ty() == param.ty() {
                true => variable,
                false => place.context.const_cast(Opcode::AddrSpaceCast, variable, param.ty())?,
            };
            param.replace_uses(pointer)?;
            self.buffers.push(Buffer { parameter: *parameter, variable, name, ordinal: Some(index) });
        }
        Ok(())
    }

    /// Replaces the result of a function by a store to the first element of a buffer.
    pub fn replace_result(&mut self, place: &Place<'m>, function: Value<'m>) -> Result<()> {
        let ends = function.blocks().filter_map(|block| block.terminator());
        let ends: Vec<_> = ends.filter(|end| end.is_op(Opcode::Ret) && end.operand_count() > 0).collect();
        if ends.is_empty() {
            return Ok(());
        }
        let bytes = place.context.array_type(place.context.int_type(8)?, 0)?;
        let variable = place.module.add_global("", bytes, spaces::BUFFER)?;
        for end in ends {
            let value = end.operand(0).ok_or_else(|| Error::internal("a function that returns nothing"))?;
            place.builder.position_before(end)?;
            place.builder.store(value, variable)?;
            let block = end.parent_block().ok_or_else(|| Error::internal("an end of no block"))?;
            end.erase()?;
            place.builder.position_at_end(block);
            place.builder.ret_void()?;
        }
        let name = format!("{}.result", function.name());
        self.buffers.push(Buffer { parameter: self.result, variable, name, ordinal: None });
        Ok(())
    }

    /// Returns the first binding after those of the parameters and the result.
    pub fn behind(&self) -> u32 {
        self.behind
    }

    /// Returns the first binding of a set, at or after `from`, that no attribute reserves.
    pub fn free(&self, set: u32, from: u32) -> u32 {
        places::free(set, from, |place| self.taken.contains(&place))
    }

    pub fn into_buffers(self) -> Vec<Buffer<'m>> {
        self.buffers
    }
}

/// Returns whether a function returns anything.
pub fn returns(function: Value<'_>) -> bool {
    let mut ends = function.blocks().filter_map(|block| block.terminator());
    ends.any(|end| end.is_op(Opcode::Ret) && end.operand_count() > 0)
}

/// Returns the first set after those of the parameters of all entry points.
pub fn free_set(entries: &[Value<'_>], plan: &Plan) -> Result<u32> {
    let mut free = plan.set + 1;
    for entry in entries {
        let descriptors = Descriptors::of(*entry, plan).map_err(|error| error.in_function(entry.name()))?;
        let sets = descriptors.parameters.iter().chain([&descriptors.result]).map(|parameter| parameter.set);
        free = sets.fold(free, |free, set| free.max(set.saturating_add(1)));
    }
    Ok(free)
}

/// Returns the kind of descriptor for a parameter of an opaque type.
fn opaque(param: Value<'_>) -> Result<Kind> {
    match param.ty().target_name() {
        Some("spirv.Image") => Ok(Kind::Image),
        Some("spirv.Sampler") => Ok(Kind::Sampler),
        _ => {
            let text = format!("a parameter of type {} in a kernel for Vulkan", param.ty());
            Err(Error::of(Code::IllegalType, text).hint("pass a buffer, an image or a sampler"))
        }
    }
}

/// Returns the name of the variable for a parameter.
pub fn name(function: Value<'_>, param: Value<'_>) -> String {
    match param.name() {
        "" => {
            let index = function.params().position(|other| other == param).unwrap_or_default();
            format!("{}.{index}", function.name())
        }
        name => format!("{}.{name}", function.name()),
    }
}

/// Parses the set and binding in the attribute of a parameter, if there is one.
fn said(text: Option<String>) -> Result<Option<(u32, u32)>> {
    const CLASSES: [&str; 5] = ["", "StorageBuffer", "Uniform", "PushConstant", "UniformConstant"];
    let Some(text) = text else { return Ok(None) };
    let mut parts = text.split(',').map(str::trim);
    let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok());
    let place = number(parts.next()).zip(number(parts.next()));
    let is_known = CLASSES.contains(&parts.next().unwrap_or_default());
    let place = place.filter(|_| is_known && parts.next().is_none());
    let malformed = || format!("\"{VARIABLE}\"=\"{text}\", which is no set, binding and storage class");
    place.map(Some).ok_or_else(|| Error::of(Code::Attribute, malformed()))
}
