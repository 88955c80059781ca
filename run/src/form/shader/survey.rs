//! A survey of a module of shaders: its entry points, and the variables that the host binds.

use super::super::facts::Entry;
use super::super::facts::{Binding, Kernel, Param, Stage};
use super::super::numbers::Numbers;
use super::super::variables::{Variable, variable};
use super::{place, records};
use crate::errors;
use ::spirv::{BuiltIn, Decoration, ExecutionMode, ExecutionModel, StorageClass};
use llvm_spirv::error::{Error, Result};
use llvm_spirv::internals::classes;
use llvm_spirv::llvm::{Metadata, Module, Type, Value};

/// Returns whether a module is of shaders.
pub fn is_shader(module: &Module<'_>) -> bool {
    module.triple().contains("-vulkan")
}

/// Returns whether all entry points of a module are fragment shaders.
pub fn is_of_fragments(module: &Module<'_>) -> bool {
    module.named_metadata_nodes("spirv.EntryPoint").all(|node| stage(node) == Some(Stage::Fragment))
}

/// Lists entry points and resources with their variables, and marks all variables with the kind of their replacement.
pub fn survey(module: &Module<'_>) -> Result<(Vec<Entry>, Vec<Param>, Vec<Variable>)> {
    let (mut resources, mut variables): (Vec<Param>, Vec<_>) = (Vec::new(), Vec::new());
    let stages = module.named_metadata_nodes("spirv.EntryPoint").filter_map(stage);
    let is_drawn = stages.into_iter().any(|stage| stage != Stage::Compute);
    for global in module.globals() {
        use StorageClass::*;
        let param = match classes::class_of(global.ty().address_space()) {
            Some(class @ (Input | Output)) => {
                let built_in = if class == Input { decoration(global, Decoration::BuiltIn) } else { None };
                let known = built_in.map(|number| u32::try_from(number).ok().and_then(BuiltIn::from_u32));
                if let (Some(number), Some(known)) = (built_in, known)
                    && known.is_none_or(|known| !is_drawn || place::is_computed(known))
                {
                    global.set_section(&format!("{}{number}", place::INPUT))?;
                    continue;
                }
                let records = records::of(module, global, class == Output)?;
                global.set_section(&format!(
                    "{}{}.{}",
                    place::RECORD,
                    resources.len(),
                    resources.len() + records.len()
                ))?;
                for record in records {
                    resources.push(Param::Record(record));
                    variables.extend(element(global).map(|(ty, _)| variable(module, global, ty)));
                }
                continue;
            }
            Some(Private) => {
                global.set_section(place::PRIVATE)?;
                continue;
            }
            Some(PushConstant) => Param::Push(size(module, global), global.value_type().and_then(Numbers::within)),
            Some(UniformConstant | StorageBuffer | Uniform) => Param::Binding(binding(module, global)?),
            _ => continue,
        };
        global.set_section(&format!("{}{}", place::RESOURCE, resources.len()))?;
        resources.push(param);
        variables.extend(element(global).map(|(ty, _)| variable(module, global, ty)));
    }
    let entries = module.named_metadata_nodes("spirv.EntryPoint").filter_map(|node| Some((node, stage(node)?)));
    let entries = entries.map(|(node, stage)| entry(module, node, stage, &resources)).collect::<Result<_>>()?;
    Ok((entries, resources, variables))
}

/// Returns the stage of an entry point, if the stage is supported.
fn stage(node: Metadata<'_>) -> Option<Stage> {
    const STAGES: [(ExecutionModel, Stage); 3] = [
        (ExecutionModel::GLCompute, Stage::Compute),
        (ExecutionModel::Vertex, Stage::Vertex),
        (ExecutionModel::Fragment, Stage::Fragment),
    ];
    let model = int(node, 0)?;
    STAGES.iter().find(|(known, _)| *known as u64 == model).map(|(_, stage)| *stage)
}

pub fn unknown(what: &str, global: Value<'_>) -> Error {
    errors::unsupported(format!("{what}, `{}`, on the cpu", global.name()))
}

/// Returns the size of a variable in bytes, without elements of a runtime array at its end.
pub fn size(module: &Module<'_>, global: Value<'_>) -> u64 {
    global.value_type().and_then(|ty| module.layout().store_size(ty)).unwrap_or(0)
}

/// Returns the type of a descriptor, and the number of descriptors.
fn element(global: Value<'_>) -> Option<(Type<'_>, u64)> {
    let ty = global.value_type()?;
    Some(if ty.is_array() { (ty.element()?, ty.count()) } else { (ty, 1) })
}

fn binding(module: &Module<'_>, global: Value<'_>) -> Result<Binding> {
    let number = |kind| decoration(global, kind).and_then(|number| u32::try_from(number).ok());
    let (element, count) = element(global).ok_or_else(|| unknown("a descriptor without a type", global))?;
    let object = element.is_target().then(|| element.target_name().unwrap_or_default().to_owned());
    let (Some(set), Some(binding)) = (number(Decoration::DescriptorSet), number(Decoration::Binding)) else {
        return Err(unknown("a descriptor without a set and a binding", global));
    };
    let size = if object.is_some() { 0 } else { module.layout().store_size(element).unwrap_or(0) };
    let is_uniform =
        classes::class_of(global.ty().address_space()) == Some(StorageClass::Uniform) && global.is_global_constant();
    Ok(Binding { set, binding, count, size, object, numbers: Numbers::within(element), is_uniform })
}

fn int(node: Metadata<'_>, index: u32) -> Option<u64> {
    node.operand(index)?.as_value()?.int_value()
}

/// The first literal of a decoration.
pub fn decoration(global: Value<'_>, kind: Decoration) -> Option<u64> {
    let all = global.metadata("spirv.Decorations")?.operands();
    all.into_iter().flatten().find(|node| int(*node, 0) == Some(kind as u64)).and_then(|node| int(node, 1))
}

fn entry(module: &Module<'_>, node: Metadata<'_>, stage: Stage, params: &[Param]) -> Result<Entry> {
    let function = node.operand(1).and_then(|operand| operand.as_value());
    let function = function.ok_or_else(|| errors::unsupported("an entry point without a function"))?;
    let mut facts = Kernel { name: function.name().to_owned(), params: params.to_vec(), ..Kernel::default() };
    (facts.is_shader, facts.stage) = (true, stage);
    facts.required_size = match stage {
        Stage::Compute => Some(local_size(module, function)?),
        Stage::Vertex => None,
        Stage::Fragment => Some([2, 2, 1]),
    };
    Ok(Entry { facts, types: Vec::new() })
}

/// Returns the constant decorated with `WorkgroupSize`, which takes precedence over execution modes.
fn decorated_size(module: &Module<'_>) -> Option<[u64; 3]> {
    let is = |decoration: &Metadata<'_>| {
        int(*decoration, 0) == Some(Decoration::BuiltIn as u64)
            && int(*decoration, 1) == Some(BuiltIn::WorkgroupSize as u64)
    };
    let is_size =
        |node: &Metadata<'_>| node.operand(2).is_some_and(|list| list.operands().into_iter().flatten().any(|d| is(&d)));
    let value = module.named_metadata_nodes("spirv.Constant").find(is_size)?.operand(0)?.as_value()?;
    let lane = |index| value.aggregate_element(index)?.int_value();
    Some([lane(0)?, lane(1)?, lane(2)?])
}

fn local_size(module: &Module<'_>, function: Value<'_>) -> Result<[u64; 3]> {
    if let Some(size) = decorated_size(module) {
        return Ok(size);
    }
    let nodes = ["spirv.ExecutionMode", "spirv.ExecutionModeId"];
    let mut modes = nodes.iter().flat_map(|name| module.named_metadata_nodes(name));
    let is_ours = |node: &Metadata<'_>| {
        let of = node.operand(0).and_then(|operand| operand.as_value());
        let mode = int(*node, 1).and_then(|mode| ExecutionMode::from_u32(u32::try_from(mode).ok()?));
        of == Some(function) && matches!(mode, Some(ExecutionMode::LocalSize | ExecutionMode::LocalSizeId))
    };
    let node = modes.find(is_ours);
    let sizes = node.and_then(|node| Some([int(node, 2)?, int(node, 3)?, int(node, 4)?]));
    sizes.ok_or_else(|| {
        errors::unsupported(format!("the entry point `{}`, whose size of workgroups is not known", function.name()))
    })
}
