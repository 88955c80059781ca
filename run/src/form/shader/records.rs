//! Variables between stages: a record for each variable or each member of a block, under the name that the host uses.

use super::super::facts::Record;
use super::survey::{decoration, size, unknown};
use ::spirv::{BuiltIn, Decoration};
use llvm_spirv::error::Result;
use llvm_spirv::internals::structs;
use llvm_spirv::llvm::{Module, Opcode, Type, Value};

/// Returns the default value of a builtin variable, for a front-facing, whole primitive with one sample.
fn default(built_in: BuiltIn) -> Option<Vec<u8>> {
    let floats = |all: &[f32]| Some(all.iter().flat_map(|number| number.to_le_bytes()).collect());
    match built_in {
        BuiltIn::FrontFacing => Some(vec![1]),
        BuiltIn::HelperInvocation => Some(vec![0]),
        BuiltIn::PointCoord | BuiltIn::SamplePosition => floats(&[0.5, 0.5]),
        BuiltIn::SampleMask => Some(vec![1, 0, 0, 0]),
        BuiltIn::PrimitiveId
        | BuiltIn::SampleId
        | BuiltIn::Layer
        | BuiltIn::ViewportIndex
        | BuiltIn::ViewIndex
        | BuiltIn::BaseVertex
        | BuiltIn::BaseInstance
        | BuiltIn::DrawIndex => Some(vec![0; 4]),
        _ => None,
    }
}

/// Returns the records of a variable: one for a location or a builtin variable, or one for each member of a block.
pub fn of(module: &Module<'_>, global: Value<'_>, is_output: bool) -> Result<Vec<Record>> {
    let number = |kind| decoration(global, kind).and_then(|number| u32::try_from(number).ok());
    let name = name(number(Decoration::Location), number(Decoration::BuiltIn), is_output);
    let records = match name {
        Some((name, built_in)) => vec![record(name, built_in, (0, size(module, global)), is_output)],
        None => members(module, global, is_output)?,
    };
    if records.is_empty() { Err(unknown("a variable between stages without a location", global)) } else { Ok(records) }
}

/// Returns the name of an input or output that has a location or is a builtin variable.
fn name(location: Option<u32>, built_in: Option<u32>, is_output: bool) -> Option<(String, Option<BuiltIn>)> {
    let direction = if is_output { "out" } else { "in" };
    let built_in = built_in.and_then(BuiltIn::from_u32);
    let located = location.map(|location| (format!("{direction}{location}"), None));
    located.or_else(|| built_in.map(|known| (format!("{known:?}"), Some(known))))
}

fn record(name: String, built_in: Option<BuiltIn>, (offset, size): (u64, u64), is_output: bool) -> Record {
    let default = built_in.filter(|_| !is_output).and_then(default).filter(|bytes| bytes.len() as u64 == size);
    Record { name, offset, size, is_output, default }
}

/// Returns the records of the members of a block. Blocks of builtin variables always declare point size and distances;
/// only those that the shader accesses have records.
fn members(module: &Module<'_>, global: Value<'_>, is_output: bool) -> Result<Vec<Record>> {
    let (Some(ty), table) = (global.value_type().filter(|ty| ty.is_struct()), structs::table(module)?) else {
        return Ok(Vec::new());
    };
    let Some(row) = table.get(&ty) else { return Ok(Vec::new()) };
    let (layout, mut records) = (module.layout(), Vec::new());
    for (index, member) in row.members.iter().enumerate() {
        let number = |kind| structs::member_number(row, index, kind);
        let named = name(number(Decoration::Location)?, number(Decoration::BuiltIn)?, is_output);
        let offset = layout.element_offset(ty, member.element);
        let size = ty.field(member.element).and_then(|field| layout.store_size(field));
        let (Some((name, built_in)), Some(offset), Some(size)) = (named, offset, size) else { continue };
        let is_optional = is_output && built_in.is_some_and(|known| known != BuiltIn::Position);
        if !is_optional || is_named(module, global, ty, (member.element, offset..offset + size)) {
            records.push(record(name, built_in, (offset, size), is_output));
        }
    }
    Ok(records)
}

/// Returns whether an instruction may access a member of the variable.
fn is_named(
    module: &Module<'_>,
    global: Value<'_>,
    ty: Type<'_>,
    (element, bytes): (u32, std::ops::Range<u64>),
) -> bool {
    global.uses().any(|user| {
        let is_chain = user.is_call() && user.called_function().is_some_and(|f| f.name().contains("AccessChain"));
        if user.is_gep() || is_chain {
            let is_counted = user.gep_source_type().is_some_and(|source| source != ty);
            let size = user.gep_source_type().and_then(|source| module.layout().abi_size(source)).unwrap_or(1);
            let index = if user.is_gep() && !is_counted { user.operand(2) } else { user.operand(1) };
            return match index.and_then(|index| index.int_value()) {
                Some(at) if is_counted => bytes.contains(&at.wrapping_mul(size)),
                Some(at) => at == u64::from(element),
                None => true,
            };
        }
        let stored = user.operand(0).filter(|_| user.is_op(Opcode::Store)).map(|value| value.ty());
        // What is stored there is the first member, unless it is all of it.
        stored.is_none_or(|stored| stored == ty || bytes.start == 0) && user.parent_block().is_some()
    })
}
