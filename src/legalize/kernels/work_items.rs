//! OpenCL's work-item queries: they become loads from builtin variables of shaders (S4-108). The workgroup size is that
//! of the source, or specialization constants that the host sets.

use super::host::{Answers, Grid};
use super::metadata::LOCAL_SIZE;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::inputs;
use crate::llvm::{AttributePlace, Metadata, Module, Opcode, Predicate, Value};
use ::spirv::{BuiltIn, Decoration, ExecutionMode, Op};
use llvm_spirv_mangling as mangling;
use std::collections::BTreeSet;

/// The size of the workgroups of an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The size that the source states; `None` if the host sets specialization constants.
    pub known: Option<[u32; 3]>,
    /// The first `SpecId` that the program does not use.
    pub first: u32,
    /// Set if one constant is the size of all entry points, as Vulkan before 1.3 requires.
    pub is_shared: bool,
}

/// The value that a work-item function queries.
#[derive(Clone, Copy, Debug)]
enum Question {
    /// A component of a builtin vector; for a dimension out of range, a constant.
    Component(BuiltIn, u64),
    /// A scalar builtin.
    Number(BuiltIn),
    /// The size of the workgroup.
    Size,
    /// The size of workgroups, except for smaller ones at the ends of the grid.
    EnqueuedSize,
    /// The number of work-items in a dimension.
    GlobalSize,
    /// The offset of the grid: zero, unless the host passes it.
    Offset,
    /// The number of dimensions.
    Dimensions,
    /// The linear index of a work-item in the grid.
    GlobalLinear,
}

/// The work-item functions, with the queries that they stand for.
const ROWS: &[(&str, Question)] = &[
    ("get_global_id", Question::Component(BuiltIn::GlobalInvocationId, 0)),
    ("get_local_id", Question::Component(BuiltIn::LocalInvocationId, 0)),
    ("get_group_id", Question::Component(BuiltIn::WorkgroupId, 0)),
    ("get_num_groups", Question::Component(BuiltIn::NumWorkgroups, 1)),
    ("get_local_size", Question::Size),
    ("get_enqueued_local_size", Question::EnqueuedSize),
    ("get_global_size", Question::GlobalSize),
    ("get_global_offset", Question::Offset),
    ("get_work_dim", Question::Dimensions),
    ("get_local_linear_id", Question::Number(BuiltIn::LocalInvocationIndex)),
    ("get_global_linear_id", Question::GlobalLinear),
    ("get_sub_group_size", Question::Number(BuiltIn::SubgroupSize)),
    ("get_max_sub_group_size", Question::Number(BuiltIn::SubgroupSize)),
    ("get_num_sub_groups", Question::Number(BuiltIn::NumSubgroups)),
    ("get_enqueued_num_sub_groups", Question::Number(BuiltIn::NumSubgroups)),
    ("get_sub_group_id", Question::Number(BuiltIn::SubgroupId)),
    ("get_sub_group_local_id", Question::Number(BuiltIn::SubgroupLocalInvocationId)),
];

/// The SPIR-V friendly names of the functions, with their names in OpenCL C.
const FRIENDLY: &[(&str, &str)] = &[
    ("__spirv_BuiltInGlobalInvocationId", "get_global_id"),
    ("__spirv_BuiltInLocalInvocationId", "get_local_id"),
    ("__spirv_BuiltInWorkgroupId", "get_group_id"),
    ("__spirv_BuiltInNumWorkgroups", "get_num_groups"),
    ("__spirv_BuiltInWorkgroupSize", "get_local_size"),
    ("__spirv_BuiltInEnqueuedWorkgroupSize", "get_enqueued_local_size"),
    ("__spirv_BuiltInGlobalSize", "get_global_size"),
    ("__spirv_BuiltInGlobalOffset", "get_global_offset"),
    ("__spirv_BuiltInWorkDim", "get_work_dim"),
    ("__spirv_BuiltInLocalInvocationIndex", "get_local_linear_id"),
    ("__spirv_BuiltInGlobalLinearId", "get_global_linear_id"),
    ("__spirv_BuiltInSubgroupSize", "get_sub_group_size"),
    ("__spirv_BuiltInSubgroupMaxSize", "get_max_sub_group_size"),
    ("__spirv_BuiltInNumSubgroups", "get_num_sub_groups"),
    ("__spirv_BuiltInNumEnqueuedSubgroups", "get_enqueued_num_sub_groups"),
    ("__spirv_BuiltInSubgroupId", "get_sub_group_id"),
    ("__spirv_BuiltInSubgroupLocalInvocationId", "get_sub_group_local_id"),
];

/// Returns the size of the workgroups of a function.
pub fn size(function: Value<'_>, first: u32, is_shared: bool) -> Result<Size> {
    Ok(Size { known: known_size(function)?, first, is_shared })
}

/// Returns whether the source states the workgroup size of no entry point.
pub fn are_unknown(entries: &[Value<'_>]) -> Result<bool> {
    entries.iter().try_fold(true, |so_far, entry| Ok(so_far && known_size(*entry)?.is_none()))
}

fn known_size(function: Value<'_>) -> Result<Option<[u32; 3]>> {
    let node = function.function_metadata("reqd_work_group_size").filter(|_| function.has_metadata());
    let number = |part: Option<Metadata<'_>>| u32::try_from(part?.as_value()?.int_value()?).ok();
    if let Some(text) = function.string_attribute(AttributePlace::Function, LOCAL_SIZE) {
        let numbers: Option<Vec<u32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() <= 3 && !numbers.is_empty() && !numbers.contains(&0));
        let wrong =
            || Error::of(Code::Attribute, format!("\"{LOCAL_SIZE}\"=\"{text}\", which is no size of workgroups"));
        let numbers = numbers.ok_or_else(wrong)?;
        return Ok(Some([0, 1, 2].map(|index| numbers.get(index).copied().unwrap_or(1))));
    }
    let Some(node) = node else { return Ok(None) };
    let numbers: Vec<_> = node.operands().into_iter().filter_map(number).collect();
    Ok(Some([0, 1, 2].map(|index| numbers.get(index).copied().unwrap_or(1))))
}

/// Returns the metadata of the specialization constant with this `SpecId`, which is added if it is missing.
pub fn constant<'m>(place: &Place<'m>, id: u32, default: u64) -> Result<Metadata<'m>> {
    let context = place.context;
    if let Some(known) = place.module.named_metadata_nodes(LIST).find(|node| is_of(*node, id)) {
        return Ok(known);
    }
    let decoration = [Decoration::SpecId as u64, id.into()].map(|number| context.md_int(32, number).map(Some));
    let [kind, number] = decoration;
    let decorations = context.md_node(&[Some(context.md_node(&[kind?, number?]))]);
    let default = context.md_int(32, default)?;
    let head = [Some(context.md_string("SpecConstant")), Some(default), Some(context.md_string(""))];
    let node = context.md_node(&[head[0], head[1], head[2], Some(decorations), None]);
    place.module.add_named_metadata(LIST, node)?;
    Ok(node)
}

/// Returns whether there is a specialization constant with this `SpecId`.
pub fn has_constant(place: &Place<'_>, id: u32) -> bool {
    place.module.named_metadata_nodes(LIST).any(|node| is_of(node, id))
}

/// Returns whether a metadata node is the specialization constant with this `SpecId`.
fn is_of(node: Metadata<'_>, id: u32) -> bool {
    let decoration = node.operand(3).and_then(|list| list.operand(0));
    let number = decoration.and_then(|decoration| decoration.operand(1)?.as_value()?.int_value());
    number == Some(id.into())
}

/// The named metadata of specialization constants.
const LIST: &str = "spirv.SpecConstants";

/// Returns the first `SpecId` after those of the program.
pub fn first_free(module: &Module<'_>) -> u32 {
    let is_scalar = |function: &Value<'_>| mangling::base_name(function.name()) == Some("__spirv_SpecConstant");
    let calls = module.functions().filter(is_scalar).flat_map(|function| function.uses());
    let numbers = calls.filter_map(|call| u32::try_from(call.call_arg(0)?.int_value()?).ok());
    numbers.max().map_or(0, |most| most.saturating_add(1))
}

/// The position of the constant for the number of dimensions, counted from the first `SpecId`: it follows the three of
/// the workgroup size.
pub const DIMENSIONS: u32 = 3;
/// The position of the first constant for the lengths of arrays in workgroup memory.
pub const LENGTHS: u32 = 4;

/// Sets the workgroup size of an entry point.
pub fn mode<'m>(place: &Place<'m>, function: Value<'m>, size: &Size) -> Result<()> {
    let context = place.context;
    if size.known.is_none() && size.is_shared {
        shared_size(place, size)?;
        return function.add_string_attribute(AttributePlace::Function, "hlsl.numthreads", "1,1,1");
    }
    let Some([x, y, z]) = size.known else {
        let mode = context.md_int(32, ExecutionMode::LocalSizeId as u64)?;
        let mut node = vec![Some(context.md_value(function)?), Some(mode)];
        for index in 0..3 {
            node.push(Some(constant(place, size.first + index, 1)?));
        }
        return place.module.add_named_metadata("spirv.ExecutionModeId", context.md_node(&node));
    };
    function.add_string_attribute(AttributePlace::Function, "hlsl.numthreads", &format!("{x},{y},{z}"))
}

/// Declares the `WorkgroupSize` constant, which all entry points share.
fn shared_size<'m>(place: &Place<'m>, size: &Size) -> Result<()> {
    let context = place.context;
    let decoration = [Decoration::BuiltIn as u64, BuiltIn::WorkgroupSize as u64];
    let [kind, builtin] = decoration.map(|number| context.md_int(32, number).map(Some));
    let decorations = context.md_node(&[Some(context.md_node(&[kind?, builtin?]))]);
    let undef = context.undef(context.vector_type(context.int_type(32)?, 3)?)?;
    let head = [Some(context.md_string("SpecConstantComposite")), Some(context.md_value(undef)?)];
    let mut node = vec![head[0], head[1], Some(context.md_string("")), Some(decorations), None];
    for index in 0..3 {
        node.push(Some(constant(place, size.first + index, 1)?));
    }
    let node = context.md_node(&node);
    if place.module.named_metadata_nodes(LIST).any(|known| known == node) {
        return Ok(());
    }
    place.module.add_named_metadata(LIST, node)
}

/// Returns the query of a call; `None` if it is no call of a work-item function.
fn question(call: Value<'_>) -> Option<Question> {
    let name = mangling::parse_symbol(call.called_function()?.name()).ok()?;
    let base = FRIENDLY.iter().find(|row| row.0 == name.base).map_or(name.base.as_str(), |row| row.1);
    ROWS.iter().find(|row| row.0 == base).map(|row| row.1)
}

impl Question {
    /// Returns the triples from the host that a query needs, if the host starts the grid in regions.
    fn needs(self) -> &'static [Grid] {
        match self {
            Self::Component(BuiltIn::GlobalInvocationId, _) => &[Grid::RegionOffset],
            Self::Component(BuiltIn::WorkgroupId, _) => &[Grid::RegionGroupOffset],
            Self::Component(BuiltIn::NumWorkgroups, _) => &[Grid::NumWorkgroups],
            Self::EnqueuedSize => &[Grid::EnqueuedLocalSize],
            Self::GlobalSize => &[Grid::GlobalSize],
            Self::Offset => &[Grid::GlobalOffset],
            Self::GlobalLinear => &[Grid::GlobalOffset, Grid::GlobalSize, Grid::RegionOffset],
            Self::Component(..) | Self::Number(_) | Self::Size | Self::Dimensions => &[],
        }
    }
}

/// Returns the triples from the host that the queries of a module need, in the order of push constants.
pub fn asked<'m>(module: &'m Module<'m>) -> Vec<Grid> {
    let calls = module.functions().filter(|function| function.is_declaration()).flat_map(|function| function.uses());
    let asked = calls.filter(|user| user.is_op(Opcode::Call)).filter_map(question).flat_map(Question::needs).copied();
    asked.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Replaces the calls of work-item functions, using the triples that the host passes.
pub fn replace<'m>(place: &Place<'m>, function: Value<'m>, size: &Size, answers: &Answers<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    for call in all.into_iter().filter(|inst| inst.is_op(Opcode::Call)) {
        let Some(question) = question(call) else { continue };
        place.builder.position_before(call)?;
        let grid = Asking { place, size, answers };
        let value = grid.answer(call, question).map_err(|error| error.at_instruction(|| call.print()))?;
        let value = match value.ty() == call.ty() {
            true => value,
            false => place.builder.cast(Opcode::ZExt, value, call.ty())?,
        };
        call.replace_uses(value)?;
        call.erase()?;
    }
    Ok(())
}

/// The state of answering queries in an entry point.
struct Asking<'a, 'm> {
    place: &'a Place<'m>,
    size: &'a Size,
    answers: &'a Answers<'m>,
}

impl<'m> Asking<'_, 'm> {
    fn answer(&self, call: Value<'m>, question: Question) -> Result<Value<'m>> {
        let place = self.place;
        match question {
            Question::Component(builtin, other) => select(place, call, self.component(builtin)?, other),
            Question::Number(builtin) => inputs::load(place, builtin, 1),
            Question::Size => select(place, call, whole(place, self.size)?, 1),
            Question::EnqueuedSize => {
                select(place, call, self.said_or(Grid::EnqueuedLocalSize, || whole(place, self.size))?, 1)
            }
            Question::GlobalSize => select(place, call, self.global_size()?, 1),
            Question::Offset => match self.answers.get(&Grid::GlobalOffset) {
                Some(said) => select(place, call, *said, 0),
                None => place.context.const_int(place.context.int_type(32)?, 0),
            },
            Question::Dimensions => specialized(place, self.size.first + DIMENSIONS, 3),
            Question::GlobalLinear => self.global_linear(),
        }
    }

    /// Returns a triple that the host passes, or else the value that `other` computes.
    fn said_or(&self, grid: Grid, other: impl FnOnce() -> Result<Value<'m>>) -> Result<Value<'m>> {
        self.answers.get(&grid).copied().map_or_else(other, Ok)
    }

    /// Returns a builtin vector for the whole grid, of which Vulkan runs a region.
    fn component(&self, builtin: BuiltIn) -> Result<Value<'m>> {
        let of_region = || inputs::load(self.place, builtin, 3);
        let offset = match builtin {
            BuiltIn::GlobalInvocationId => self.answers.get(&Grid::RegionOffset),
            BuiltIn::WorkgroupId => self.answers.get(&Grid::RegionGroupOffset),
            BuiltIn::NumWorkgroups => return self.said_or(Grid::NumWorkgroups, of_region),
            _ => None,
        };
        match offset {
            Some(offset) => self.place.builder.binary(Opcode::Add, of_region()?, *offset),
            None => of_region(),
        }
    }

    fn global_size(&self) -> Result<Value<'m>> {
        self.said_or(Grid::GlobalSize, || {
            let groups = inputs::load(self.place, BuiltIn::NumWorkgroups, 3)?;
            self.place.builder.binary(Opcode::Mul, groups, whole(self.place, self.size)?)
        })
    }

    fn global_linear(&self) -> Result<Value<'m>> {
        let builder = &self.place.builder;
        let word = self.place.context.int_type(32)?;
        let all = self.global_size()?;
        let mut ids = self.component(BuiltIn::GlobalInvocationId)?;
        if let Some(offset) = self.answers.get(&Grid::GlobalOffset) {
            ids = builder.binary(Opcode::Sub, ids, *offset)?;
        }
        let part = |of: Value<'m>, index: u64| builder.extract_element(of, self.place.context.const_int(word, index)?);
        let mut linear = part(ids, 2)?;
        for index in [1, 0] {
            linear = builder.binary(Opcode::Mul, linear, part(all, index)?)?;
            linear = builder.binary(Opcode::Add, linear, part(ids, index)?)?;
        }
        Ok(linear)
    }
}

/// Returns the component for the dimension that a call requests; `other` if the dimension is out of range.
fn select<'m>(place: &Place<'m>, call: Value<'m>, whole: Value<'m>, other: u64) -> Result<Value<'m>> {
    let index = call.call_arg(0).ok_or_else(|| Error::of(Code::BuiltinCall, "a question about no dimension"))?;
    match index.int_value().filter(|_| index.is_constant()) {
        Some(3..) => place.context.const_int(place.context.int_type(32)?, other),
        Some(_) => place.builder.extract_element(whole, index),
        // One that no vector has must not be asked of it.
        None => {
            let word = place.context.int_type(32)?;
            let mut found = place.context.const_int(word, other)?;
            for dimension in 0..3u64 {
                let number = place.context.const_int(index.ty(), dimension)?;
                let is_it = place.builder.compare_int(Predicate::Eq, index, number)?;
                let part = place.builder.extract_element(whole, place.context.const_int(word, dimension)?)?;
                found = place.builder.select(is_it, part, found)?;
            }
            Ok(found)
        }
    }
}

/// Returns the size of the workgroup as a vector.
pub fn whole<'m>(place: &Place<'m>, size: &Size) -> Result<Value<'m>> {
    let word = place.context.int_type(32)?;
    let mut whole = place.context.poison(place.context.vector_type(word, 3)?)?;
    for index in 0..3u32 {
        let part = match size.known.and_then(|numbers| numbers.get(index as usize).copied()) {
            Some(number) => place.context.const_int(word, number.into())?,
            None => specialized(place, size.first + index, 1)?,
        };
        whole = place.builder.insert_element(whole, part, place.context.const_int(word, index.into())?)?;
    }
    Ok(whole)
}

/// Returns the number of invocations of a workgroup.
pub fn count<'m>(place: &Place<'m>, size: &Size) -> Result<Value<'m>> {
    let word = place.context.int_type(32)?;
    let whole = whole(place, size)?;
    let mut product = place.builder.extract_element(whole, place.context.const_int(word, 0)?)?;
    for index in 1..3 {
        let part = place.builder.extract_element(whole, place.context.const_int(word, index)?)?;
        product = place.builder.binary(Opcode::Mul, product, part)?;
    }
    Ok(product)
}

/// Returns the metadata of the constant that is the number of invocations of a workgroup; `None` if the source states
/// the size.
pub fn count_node<'m>(place: &Place<'m>, size: &Size) -> Result<Option<Metadata<'m>>> {
    if size.known.is_some() {
        return Ok(None);
    }
    let context = place.context;
    let mut product = constant(place, size.first, 1)?;
    for index in 1..3 {
        let undef = context.md_value(context.undef(context.int_type(32)?)?)?;
        let op = context.md_int(32, Op::IMul as u64)?;
        let head = [Some(context.md_string("SpecConstantOp")), Some(undef), Some(context.md_string("")), None, None];
        let operands = [Some(op), Some(product), Some(constant(place, size.first + index, 1)?)];
        product = context.md_node(&[head.as_slice(), operands.as_slice()].concat());
        if !place.module.named_metadata_nodes(LIST).any(|node| node == product) {
            place.module.add_named_metadata(LIST, product)?;
        }
    }
    Ok(Some(product))
}

/// Emits the value of a specialization constant.
fn specialized<'m>(place: &Place<'m>, id: u32, default: u64) -> Result<Value<'m>> {
    const NAME: &str = "_Z20__spirv_SpecConstantii";
    let word = place.context.int_type(32)?;
    constant(place, id, default)?;
    let function = match place.module.function(NAME) {
        Some(known) => known,
        None => place.module.add_function(NAME, place.context.function_type(word, &[word, word], false)?)?,
    };
    let args = [place.context.const_int(word, id.into())?, place.context.const_int(word, default)?];
    place.builder.call(function, &args)
}
