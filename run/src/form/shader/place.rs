//! Replaces a shader's variables by the memory that the host binds.

use super::super::bounds::{Root, Roots};
use super::super::facts::{Param, Record};
use super::super::made::Made;
use super::super::shell::{self, entry_end, is_within, replace_operands};
use super::bytes::{self, Shapes};
use super::helpers;
use crate::errors;
use ::spirv::BuiltIn;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Opcode, Predicate, Type, Value};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The section names that mark variables while there is only one address space.
pub const INPUT: &str = "spirv.input.";
pub const RESOURCE: &str = "spirv.resource.";
pub const RECORD: &str = "spirv.record.";
pub const PRIVATE: &str = "spirv.private";

/// The record that marks the fragments that are helpers from the beginning on.
const HELPER: &str = "HelperInvocation";

/// Builtin variables, each with the function of the prelude, and whether it has dimensions.
const INPUTS: &[(BuiltIn, &str, bool)] = &[
    (BuiltIn::NumWorkgroups, "NumWorkgroups", true),
    (BuiltIn::WorkgroupSize, "WorkgroupSize", true),
    (BuiltIn::WorkgroupId, "WorkgroupId", true),
    (BuiltIn::LocalInvocationId, "LocalInvocationId", true),
    (BuiltIn::GlobalInvocationId, "GlobalInvocationId", true),
    (BuiltIn::LocalInvocationIndex, "LocalInvocationIndex", false),
    (BuiltIn::SubgroupSize, "SubgroupMaxSize", false),
    (BuiltIn::NumSubgroups, "NumSubgroups", false),
    (BuiltIn::SubgroupId, "SubgroupId", false),
    (BuiltIn::SubgroupLocalInvocationId, "SubgroupLocalInvocationId", false),
    (BuiltIn::SubgroupEqMask, "Eq", false),
    (BuiltIn::SubgroupGeMask, "Ge", false),
    (BuiltIn::SubgroupGtMask, "Gt", false),
    (BuiltIn::SubgroupLeMask, "Le", false),
    (BuiltIn::SubgroupLtMask, "Lt", false),
    (BuiltIn::DeviceIndex, "DeviceIndex", false),
    (BuiltIn::VertexIndex, "VertexIndex", false),
    (BuiltIn::InstanceIndex, "InstanceIndex", false),
    (BuiltIn::FragCoord, "FragCoord", false),
];

/// Returns whether a builtin variable is computed from the position in the grid.
pub fn is_computed(built_in: BuiltIn) -> bool {
    INPUTS.iter().any(|(known, ..)| *known == built_in)
}

/// Returns the section of a variable that this pass replaces.
pub fn section(global: Value<'_>) -> Option<&str> {
    global.section().filter(|name| name.starts_with("spirv.") && *name != shell::LOCAL_SECTION)
}

/// Returns the numbers of a variable's resources; empty for other variables.
pub fn numbers(global: Value<'_>) -> Range<usize> {
    let name = section(global).unwrap_or_default();
    if let Some(number) = name.strip_prefix(RESOURCE).and_then(|number| number.parse::<usize>().ok()) {
        return number..number.saturating_add(1);
    }
    name.strip_prefix(RECORD).and_then(ends).unwrap_or_default()
}

/// Parses the range of record numbers in a section's name.
fn ends(numbers: &str) -> Option<Range<usize>> {
    let (first, end) = numbers.split_once('.')?;
    Some(first.parse().ok()?..end.parse().ok()?)
}

/// Expands constant expressions that contain the marked variables to instructions.
pub fn expand(made: Made<'_, '_>) -> Result<()> {
    made.module.globals().filter(|global| global.section().is_some()).try_for_each(|global| global.expand_uses())
}

/// The values that replace variables in a step.
#[derive(Debug, Default)]
pub struct Placed<'m> {
    /// The memory of descriptors, by address.
    pub roots: Roots<'m>,
    /// The types of the variables, by their addresses.
    pub types: FxHashMap<Value<'m>, Type<'m>>,
    /// The tables for arrays of buffers, which are indexed first, with their numbers.
    pub tables: FxHashMap<Value<'m>, u64>,
    /// The variable that marks helper fragments.
    pub helper: Option<Value<'m>>,
}

/// Replaces the variables in a step.
pub fn place<'m>(made: Made<'m, '_>, step: Value<'m>, resources: &[Param], shapes: &Shapes<'m>) -> Result<Placed<'m>> {
    let mut placed = Placed::default();
    let placing = Placing { made, step, shapes, builder: Builder::new(made.module) };
    let globals: Vec<_> = made.module.globals().filter(|global| section(*global).is_some()).collect();
    for global in globals {
        let users: Vec<_> = global.uses().filter(|user| is_within(*user, step)).collect();
        if users.is_empty() {
            continue;
        }
        let name = section(global).unwrap_or_default();
        let new = if let Some(numbers) = name.strip_prefix(RECORD) {
            placing.records(global, &records(numbers, resources)?, &mut placed)?
        } else if let Some(number) = name.strip_prefix(INPUT) {
            placing.input(global, number)?
        } else if let Some(number) = name.strip_prefix(RESOURCE) {
            let number: usize = number.parse().map_err(|_| errors::internal("a resource without a number"))?;
            let param = resources.get(number);
            let table = placing.bound(number, param, &mut placed)?;
            if global.value_type().is_some_and(|ty| ty.is_array()) && !placed.tables.contains_key(&table) {
                users.iter().try_for_each(|user| placing.within(*user, global, table))?;
            }
            table
        } else {
            placing.private(global)?
        };
        if let Some(ty) = global.value_type() {
            placed.types.insert(new, ty);
        }
        users.into_iter().try_for_each(|user| replace_operands(user, global, new))?;
    }
    placing.ends()?;
    placed.helper = helpers::demote(made, step, placed.helper)?;
    Ok(placed)
}

/// Returns the records of a variable, with their numbers.
fn records<'r>(numbers: &str, resources: &'r [Param]) -> Result<Vec<(usize, &'r Record)>> {
    let wrong = || errors::internal("a record that is none");
    let numbers = ends(numbers).ok_or_else(wrong)?;
    let all = resources.get(numbers.clone()).ok_or_else(wrong)?.iter().zip(numbers);
    let records =
        all.map(|(param, number)| if let Param::Record(record) = param { Some((number, record)) } else { None });
    records.collect::<Option<_>>().ok_or_else(wrong)
}

/// Returns the address of the buffer in a table entry.
pub fn buffer<'m>(
    made: Made<'m, '_>,
    builder: &Builder<'m>,
    entry: Value<'m>,
    number: u64,
    roots: &mut Roots<'m>,
) -> Result<Value<'m>> {
    let base = builder.call(shell::function(made.module, "spirv.base")?, &[entry])?;
    let size = builder.call(shell::function(made.module, "spirv.bytes")?, &[entry])?;
    roots.insert(base, Root { size, number });
    Ok(base)
}

struct Placing<'p, 'm, 'c> {
    made: Made<'m, 'c>,
    step: Value<'m>,
    shapes: &'p Shapes<'m>,
    builder: Builder<'m>,
}

impl<'m> Placing<'_, 'm, '_> {
    /// Replaces the instructions that discard a work-item by returns, which skip the writing of its records.
    fn ends(&self) -> Result<()> {
        let calls = self.step.blocks().flat_map(|block| block.instructions()).filter(|inst| inst.is_call());
        let ending = |call: &Value<'m>| {
            let name = call.called_function().map_or("", |callee| callee.name());
            name.contains("__spirv_Kill") || name.contains("__spirv_TerminateInvocation")
        };
        for call in calls.filter(ending).collect::<Vec<_>>() {
            let block = call.parent_block().ok_or_else(|| errors::internal("a call without a block"))?;
            call.end_block()?;
            let end = block.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
            end.erase()?;
            self.builder.position_at_end(block);
            self.builder.ret(self.int(32, u64::from(u32::MAX))?)?;
        }
        Ok(())
    }

    fn int(&self, bits: u32, value: u64) -> Result<Value<'m>> {
        let context = self.made.context;
        context.const_int(context.int_type(bits)?, value)
    }

    /// Returns the entry of a resource in the host's table.
    fn resource(&self, number: usize) -> Result<Value<'m>> {
        self.builder.position_before(entry_end(self.step)?)?;
        let context = self.step.param(0).ok_or_else(|| errors::internal("a step without a context"))?;
        self.builder
            .call(shell::function(self.made.module, "spirv.resource")?, &[context, self.int(64, number as u64)?])
    }

    /// Returns a buffer's address, or the table for an array of buffers or for opaque objects.
    fn bound(&self, number: usize, param: Option<&Param>, placed: &mut Placed<'m>) -> Result<Value<'m>> {
        let table = self.resource(number)?;
        match param {
            Some(Param::Binding(binding)) if binding.object.is_some() => Ok(table),
            Some(Param::Binding(binding)) if binding.count != 1 => {
                placed.tables.insert(table, number as u64);
                Ok(table)
            }
            _ => buffer(self.made, &self.builder, table, number as u64, &mut placed.roots),
        }
    }

    /// Clamps an index into an array of images or samplers.
    fn within(&self, user: Value<'m>, global: Value<'m>, table: Value<'m>) -> Result<()> {
        if !user.is_gep() || user.operand(0) != Some(global) {
            return Ok(());
        }
        // Behind the base, or behind the step over the whole array; LLVM counts bytes where the index is constant.
        let source = user.gep_source_type();
        let at = if source.is_some_and(|ty| ty.is_array()) { 2 } else { 1 };
        let Some(index) = user.operand(at).filter(|index| index.int_value() != Some(0)) else { return Ok(()) };
        let element = global.value_type().and_then(|ty| ty.element());
        let size = element.and_then(|ty| self.made.module.layout().abi_size(ty)).unwrap_or(8);
        let stride = if source.is_some_and(|ty| ty.is_int()) { size } else { 1 };
        self.builder.position_before(user)?;
        let wide = bytes::wide(self.made, &self.builder, index)?;
        let number = self.builder.binary(Opcode::UDiv, wide, self.int(64, stride)?)?;
        let number = self.builder.call(shell::function(self.made.module, "spirv.within")?, &[number, table])?;
        let mut within = bytes::scaled(self.made, &self.builder, number, stride)?;
        if within.ty() != index.ty() {
            within = self.builder.cast(Opcode::Trunc, within, index.ty())?;
        }
        user.set_operand(at, within)
    }

    /// Returns memory for a variable between stages: inputs are read from their records when a work-item begins,
    /// outputs are written when it ends.
    fn records(&self, global: Value<'m>, records: &[(usize, &Record)], placed: &mut Placed<'m>) -> Result<Value<'m>> {
        let ty = global.value_type().ok_or_else(|| errors::internal("a variable without a type"))?;
        let room = self.room(ty)?;
        for (number, record) in records {
            if record.name == HELPER {
                placed.helper = Some(room);
            }
            let entry = self.resource(*number)?;
            let size = self.int(64, record.size)?;
            let given = self.step.params().chain([entry, size]).collect::<Vec<_>>();
            let place = self.builder.call(shell::function(self.made.module, "spirv.record")?, &given)?;
            let own = bytes::at(self.made, &self.builder, room, record.offset)?;
            if record.is_output {
                self.at_ends(|| self.builder.memcpy(place, own, size, false).map(drop))?;
                continue;
            }
            self.at_body()?;
            if ty.int_width() == 1 {
                self.boolean(own, place)?;
            } else {
                self.builder.memcpy(own, place, size, false)?;
            }
        }
        Ok(room)
    }

    /// Calls `act` at each point where a work-item ends.
    fn at_ends(&self, act: impl Fn() -> Result<()>) -> Result<()> {
        let ends = self.step.blocks().filter_map(|block| block.terminator()).filter(|end| end.is_op(Opcode::Ret));
        for end in ends.collect::<Vec<_>>() {
            self.builder.position_before(end)?;
            act()?;
        }
        Ok(())
    }

    /// Copies a boolean, which is a byte other than 0.
    fn boolean(&self, room: Value<'m>, place: Value<'m>) -> Result<()> {
        let context = self.made.context;
        let byte = self.builder.load(context.int_type(8)?, place)?;
        let is_set = self.builder.compare_int(Predicate::Ne, byte, self.int(8, 0)?)?;
        let byte = self.builder.cast(Opcode::ZExt, is_set, context.int_type(8)?)?;
        self.builder.store(byte, room).map(drop)
    }

    /// Creates a private variable of the work-item with the initializer's value.
    fn private(&self, global: Value<'m>) -> Result<Value<'m>> {
        let ty = global.value_type().ok_or_else(|| errors::internal("a variable without a type"))?;
        let room = self.room(ty)?;
        if let Some(value) = global.operand(0).filter(|value| !(value.is_undef() || value.is_poison())) {
            self.at_body()?;
            bytes::store(self.made, &self.builder, self.shapes, value, room)?;
        }
        Ok(room)
    }

    /// Positions the builder at the beginning of a work-item, which is not executed when the step resumes.
    fn at_body(&self) -> Result<()> {
        let body = entry_end(self.step)?.successor(0).and_then(|body| body.first_instruction());
        self.builder.position_before(body.ok_or_else(|| errors::internal("a step without a body"))?)
    }

    fn room(&self, ty: Type<'m>) -> Result<Value<'m>> {
        let size = self.made.module.layout().abi_size(ty);
        let size = size.ok_or_else(|| errors::unsupported("a variable without a size on the cpu"))?;
        let context = self.made.context;
        self.builder.position_before(entry_end(self.step)?)?;
        let byte = context.int_type(8)?;
        // Arrays of bytes are what others are replaced by: a boolean stays as it is.
        let ty = if size == 1 { byte } else { context.array_type(byte, size)? };
        let room = self.builder.alloca(ty, None)?;
        room.set_alignment(16)?;
        Ok(room)
    }

    /// Stores the value of a builtin variable in memory.
    fn input(&self, global: Value<'m>, number: &str) -> Result<Value<'m>> {
        let built_in = number.parse().ok().and_then(BuiltIn::from_u32);
        let row = built_in.and_then(|built_in| INPUTS.iter().find(|(known, ..)| *known == built_in));
        let unknown = || errors::unsupported(format!("the builtin variable `{}` on the cpu", global.name()));
        let (_, name, has_dimensions) = row.ok_or_else(unknown)?;
        let ty = global.value_type().ok_or_else(unknown)?;
        let room = self.room(ty)?;
        let params: Vec<_> = self.step.params().collect();
        let whole = match *name {
            "Eq" | "Ge" | "Gt" | "Le" | "Lt" => Some(format!("spirv.Subgroup{name}Mask")),
            "FragCoord" => Some(format!("spirv.{name}")),
            _ => None,
        };
        if let Some(whole) = whole {
            let value = self.builder.call(shell::function(self.made.module, &whole)?, &params)?;
            self.builder.store(value, room)?;
            return Ok(room);
        }
        let function = shell::function(self.made.module, &format!("spirv.{name}"))?;
        for lane in 0..if *has_dimensions { 3 } else { 1 } {
            let mut arguments = params.clone();
            if *has_dimensions {
                arguments.push(self.int(32, lane)?);
            }
            let value = self.builder.call(function, &arguments)?;
            let value = match ty.scalar().int_width() {
                64 => value,
                _ => self.builder.cast(Opcode::Trunc, value, ty.scalar())?,
            };
            let size = self.made.module.layout().abi_size(ty.scalar()).unwrap_or(4);
            let place = bytes::at(self.made, &self.builder, room, lane * size)?;
            self.builder.store(value, place)?;
        }
        Ok(room)
    }
}
