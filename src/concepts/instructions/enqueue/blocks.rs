//! Blocks: `enqueue_kernel` and the queries of what a block is as a kernel.

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::constants::uncast;
use crate::concepts::base::{constants, functions, opaque_types, pointers, types, untyped_pointers, values};
use crate::concepts::builtins::{self, Effects, value};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type as LlvmType, Value};
use crate::state::{Forward, Lower, Operand, Reverse, lower};
use ::spirv::{MemoryAccess, StorageClass};
use llvm_spirv_mangling::{self as mangling, Name, Type};

/// Functions that clang calls: name, whether they take events, whether they take sizes of local memory.
const ENQUEUE: &[(&str, bool, bool)] = &[
    ("__enqueue_kernel_basic", false, false),
    ("__enqueue_kernel_basic_events", true, false),
    ("__enqueue_kernel_varargs", false, true),
    ("__enqueue_kernel_events_varargs", true, true),
];

/// Queries: name, instruction, whether they take a range.
const QUERIES: &[(&str, Op, bool)] = &[
    ("__get_kernel_work_group_size_impl", Op::GetKernelWorkGroupSize, false),
    ("__get_kernel_preferred_work_group_size_multiple_impl", Op::GetKernelPreferredWorkGroupSizeMultiple, false),
    ("__get_kernel_sub_group_count_for_ndrange_impl", Op::GetKernelNDrangeSubGroupCount, true),
    ("__get_kernel_max_sub_group_size_for_ndrange_impl", Op::GetKernelNDrangeMaxSubGroupSize, true),
];

/// Instructions with a function among their operands, and the index of that operand.
pub(super) const INVOKE: &[(Op, usize)] = &[
    (Op::EnqueueKernel, 6),
    (Op::GetKernelWorkGroupSize, 0),
    (Op::GetKernelPreferredWorkGroupSizeMultiple, 0),
    (Op::GetKernelNDrangeSubGroupCount, 1),
    (Op::GetKernelNDrangeMaxSubGroupSize, 1),
    (Op::GetKernelLocalSizeForSubgroupCount, 1),
    (Op::GetKernelMaxNumSubgroups, 0),
];

pub(super) fn is_builtin(symbol: &str) -> bool {
    ENQUEUE.iter().any(|row| row.0 == symbol) || QUERIES.iter().any(|row| row.0 == symbol)
}

// --- LLVM to SPIR-V ---

pub(super) fn resolve(name: &Name) -> Option<Lower> {
    if let Some((_, events, sizes)) = ENQUEUE.iter().find(|row| row.0 == name.base) {
        return lower(|f, inst, _| enqueue(f, inst, *events, *sizes));
    }
    if let Some((_, op, ranged)) = QUERIES.iter().find(|row| row.0 == name.base) {
        return lower(|f, inst, _| query(f, inst, *op, *ranged));
    }
    let op = mangling::Builtin::parse(&name.base).and_then(|builtin| builtins::opcode(builtin.op))?;
    let (_, at) = INVOKE.iter().find(|row| row.0 == op)?;
    lower(move |f, inst, name| friendly(f, inst, name, op, *at))
}

/// Translates a friendly call, whose arguments are the operands; the one at index `at` is a function.
fn friendly<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &Name, op: Op, at: usize) -> Result<()> {
    let mut operands = Vec::new();
    for index in 0..inst.call_arg_count() {
        operands.push(match index as usize == at {
            true => function(f, value(inst, index)?)?,
            false => builtins::argument(f, inst, name, index)?.id,
        });
    }
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &operands).map(drop)
}

fn enqueue<'m>(f: &mut Forward<'m>, inst: Value<'m>, events: bool, sizes: bool) -> Result<()> {
    let mut args = inst.call_args();
    let mut next = || args.next().ok_or_else(|| Error::of(Code::BuiltinCall, "enqueue_kernel without an argument"));
    // What is loaded is loaded in front of all operands, as it will be when it comes back.
    let (queue, flags, place) = (next()?, next()?, next()?);
    let range = range(f, place)?;
    let last = inst.call_arg_count().saturating_sub(1);
    let sizes =
        if sizes { local_sizes(f, value(inst, last.saturating_sub(1))?, value(inst, last)?)? } else { Vec::new() };
    let mut operands = vec![values::operand(f, queue)?.id, values::operand(f, flags)?.id, range];
    match events {
        true => {
            operands.push(values::operand(f, next()?)?.id);
            operands.extend([event(f, next()?)?, event(f, next()?)?]);
        }
        false => operands.extend(no_events(f)?),
    }
    let (invoke, captured) = (next()?, next()?);
    operands.extend(block(f, invoke, captured)?);
    operands.extend(sizes);
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::EnqueueKernel, ty, &operands).map(drop)
}

fn query<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, ranged: bool) -> Result<()> {
    let first = u32::from(ranged);
    let mut operands = if ranged { vec![range(f, value(inst, 0)?)?] } else { Vec::new() };
    let captured = value(inst, first + 1)?;
    operands.extend(block(f, value(inst, first)?, captured)?);
    if let (true, Some(align)) = (f.options.policy.passes_preferred_block_alignment, preferred_alignment(f, captured)) {
        operands.pop();
        operands.push(constants::word(f, align)?);
    }
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &operands).map(drop)
}

/// Loads the range that a pointer points to.
fn range<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<Id> {
    let operand = values::operand(f, pointer)?;
    let known = uncast(pointer).and_then(memory_type).filter(|ty| ty.is_struct());
    let ty = match known {
        Some(ty) => types::forward(f, ty)?,
        None => range_type(f)?,
    };
    let class = pointers::storage_class(f, pointer.ty().address_space())?;
    let wanted = pointers::pointer_type(f, class, ty)?;
    let pointer = pointers::coerce(f, operand, wanted)?;
    let align = super::super::compare::address_width(f) / 8;
    Ok(f.emit_value(Op::Load, ty, &[pointer.id, MemoryAccess::ALIGNED.bits(), align])?.id)
}

/// `struct { int; size_t[3]; size_t[3]; size_t[3]; }`
fn range_type(f: &mut Forward<'_>) -> Result<Id> {
    let (dimensions, width) = (types::int(f, 32)?, super::super::compare::address_width(f));
    let size = types::int(f, width)?;
    let sizes = types::array_of(f, size, 3)?;
    f.spv.unique_type(Op::TypeStruct, &[dimensions, sizes, sizes, sizes])
}

fn event_pointer(f: &mut Forward<'_>, class: StorageClass) -> Result<Id> {
    let event = opaque_types::plain_type(f, Op::TypeDeviceEvent)?;
    pointers::pointer_type(f, class, event)
}

fn event<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<Id> {
    let operand = values::operand(f, pointer)?;
    let class = pointers::storage_class(f, pointer.ty().address_space())?;
    let ty = event_pointer(f, class)?;
    Ok(pointers::coerce(f, operand, ty)?.id)
}

/// Returns the operands for no events: the number 0 and two null pointers.
fn no_events(f: &mut Forward<'_>) -> Result<[Id; 3]> {
    f.spv.require(::spirv::Capability::GenericPointer);
    let count = constants::word(f, 0)?;
    let byte = types::int(f, 8)?;
    let bytes = pointers::pointer_type(f, StorageClass::Generic, byte)?;
    let null = Operand { id: constants::null(f, bytes)?, ty: bytes };
    let ty = event_pointer(f, StorageClass::Generic)?;
    let null = pointers::coerce(f, null, ty)?.id;
    Ok([count, null, null])
}

/// Returns the function of a block, the pointer to its captured memory, and the size and alignment of that memory.
fn block<'m>(f: &mut Forward<'m>, invoke: Value<'m>, captured: Value<'m>) -> Result<[Id; 4]> {
    let stated = match uncast(captured).and_then(memory_type) {
        Some(_) => None,
        None => Some(stated_size(f, captured)?),
    };
    let (function, pointer) = (function(f, invoke)?, builtins::pointer_to(f, captured, &Type::Char)?.id);
    let [size, align] = match (stated, uncast(captured).and_then(memory_type)) {
        (None, Some(memory)) => known_size(f, captured, memory)?,
        (stated, _) => stated.unwrap_or_default(),
    };
    Ok([function, pointer, size, align])
}

fn known_size<'m>(f: &mut Forward<'m>, captured: Value<'m>, memory: LlvmType<'m>) -> Result<[Id; 2]> {
    let layout = f.module.layout();
    let size = layout.abi_size(memory).and_then(|size| u32::try_from(size).ok());
    let size = size.ok_or_else(|| Error::of(Code::Builtin, format!("a block that captures {memory}")))?;
    let align = uncast(captured).map_or(0, Value::alignment).max(layout.abi_alignment(memory).unwrap_or(1));
    Ok([constants::word(f, size)?, constants::word(f, align)?])
}

/// Loads size and alignment from the captured memory, which clang begins with `int size, align`. This is needed if the
/// optimiser left no variable behind the pointer, but an argument, a load or a phi.
fn stated_size<'m>(f: &mut Forward<'m>, captured: Value<'m>) -> Result<[Id; 2]> {
    let word = types::int(f, 32)?;
    let class = pointers::storage_class(f, captured.ty().address_space())?;
    let ty = pointers::pointer_type(f, class, word)?;
    let operand = values::operand(f, captured)?;
    let size = pointers::coerce(f, operand, ty)?;
    let next = constants::word(f, 1)?;
    let align = f.emit_value(Op::InBoundsPtrAccessChain, ty, &[size.id, next])?;
    let mut load = |id| f.emit_value(Op::Load, word, &[id, MemoryAccess::ALIGNED.bits(), 4]);
    Ok([load(size.id)?.id, load(align.id)?.id])
}

/// Returns the preferred alignment of the captured memory, which the Khronos translator uses in queries.
fn preferred_alignment(f: &Forward<'_>, captured: Value<'_>) -> Option<u32> {
    f.module.layout().preferred_alignment(uncast(captured).and_then(memory_type)?)
}

/// Returns the type of a variable's memory.
fn memory_type(variable: Value<'_>) -> Option<LlvmType<'_>> {
    variable.allocated_type().or_else(|| variable.initializer().map(Value::ty))
}

fn function<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<Id> {
    let function = uncast(pointer).filter(|function| function.is_function());
    let function = function.ok_or_else(|| Error::of(Code::Builtin, "a block whose function is not known"))?;
    let signature = functions::signature(f, function)?;
    f.body.callees.insert(signature.id);
    Ok(signature.id)
}

/// Returns the sizes in the array that a pointer points to, as 32-bit integers.
fn local_sizes<'m>(f: &mut Forward<'m>, count: Value<'m>, sizes: Value<'m>) -> Result<Vec<Id>> {
    const MOST: u64 = 256;
    let count = count.int_value().filter(|count| *count <= MOST);
    let count =
        count.ok_or_else(|| Error::of(Code::Builtin, "enqueue_kernel with a number of sizes that is no constant"))?;
    let width = super::super::compare::address_width(f);
    let (size, word) = (types::int(f, width)?, types::int(f, 32)?);
    let class = pointers::storage_class(f, sizes.ty().address_space())?;
    let ty = pointers::pointer_type(f, class, size)?;
    let operand = values::operand(f, sizes)?;
    let base = pointers::coerce(f, operand, ty)?;
    let mut all = Vec::new();
    for index in 0..count {
        let index = constants::word(f, index as u32)?;
        let pointer = f.emit_value(Op::InBoundsPtrAccessChain, ty, &[base.id, index])?;
        let loaded = f.emit_value(Op::Load, size, &[pointer.id, MemoryAccess::ALIGNED.bits(), width / 8])?;
        all.push(if width == 32 { loaded.id } else { f.emit_value(Op::UConvert, word, &[loaded.id])?.id });
    }
    Ok(all)
}

// --- SPIR-V to LLVM ---

pub(super) fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let at = INVOKE.iter().find(|row| row.0 == inst.opcode()).map(|row| row.1);
    let base = mangling::Builtin::core(inst.name().get(2..).unwrap_or_default()).to_string();
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (index, id) in inst.in_operands().iter().enumerate() {
        params.push(if Some(index) == at { block_type() } else { param(r, *id)? });
        args.push(r.value(*id)?);
    }
    let result = r.result_ty(inst)?;
    let call = builtins::call(r, &base, result, &params, &args, Effects::Any)?;
    r.define(inst, call)
}

fn block_type() -> Type {
    Type::BlockPointer(Box::new(Type::Function(vec![Type::Void])))
}

/// Returns the mangled type of an operand: `ndrange_t` for a range.
fn param(r: &Reverse<'_>, id: Id) -> Result<Type> {
    match r.type_definition(id)?.opcode() {
        Op::TypeStruct => Ok(Type::named("ndrange_t")),
        _ => untyped_pointers::mangled_operand(r, id, true),
    }
}
