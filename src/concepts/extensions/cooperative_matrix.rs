//! Cooperative matrices (SPV_KHR_cooperative_matrix, and what SPV_INTEL_joint_matrix adds).
//!
//! In LLVM IR: `target("spirv.CooperativeMatrixKHR", float, scope, rows, columns, use)`; behind that, for each of the
//! four that is a specialization constant, which one it is, from 0 on, and the place in `!spirv.SpecConstants` of what
//! it is. For whatever is done with matrices, arithmetic and conversions included, a call of the instruction's name:
//! `__spirv_FNegate`. LLVM's own instructions only load, store and choose them. A constant matrix is a call at the
//! beginning of each function that uses it. Lost: nothing.

use super::bfloat16;
use crate::binary::builder::Id;
use crate::binary::{Function, Instruction, Op};
use crate::concepts::base::{spec_nodes, types, values};
use crate::concepts::builtins;
use crate::concepts::instructions::convert_builtins;
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, TypeKind, Value};
use crate::state::{Chapter, Forward, Interceptor, Lower, Reverse, availability, lower};
use ::spirv::{Capability, CooperativeMatrixUse, Scope};
use llvm_spirv_mangling as mangling;

/// The name behind `spirv.` and `__spirv_`.
pub const NAME: &str = "CooperativeMatrixKHR";

/// The number of parameters of a matrix type: scope, rows, columns, use.
const PARAMETERS: usize = 4;

/// The builtin that makes a matrix of one constant; its symbol is not mangled.
const CONSTANT: &str = "__spirv_ConstantComposite";

/// The address space of the pointer that stands for a matrix in mangled names.
const SPACE: u32 = 1;

/// Returns whether the unmangled symbol is a builtin of this chapter.
pub fn is_unmangled(symbol: &str) -> bool {
    symbol.strip_prefix(CONSTANT).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// The chapter's instructions, and its hooks in the core chapters.
pub const CHAPTER: Chapter = Chapter {
    intercept: Some(Interceptor { applies: |r| r.matrices.are_used, translate: reverse }),
    resolve: Some(resolve),
    is_unmangled: Some(is_unmangled),
    require_for_result: Some(require),
    forward_type: Some(added_type),
    reverse_type: Some(added_reverse_type),
    mangled_type: Some(mangled_type),
    reverse_constant: Some(keep_constant),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// `OpTypeCooperativeMatrixKHR` of a target extension type.
pub fn forward_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Id> {
    let [scope, _, _, usage, ..] = ty.target_ints()[..] else {
        return Err(Error::of(Code::IllegalType, format!("the opaque type {ty}")));
    };
    let component =
        *ty.target_types().first().ok_or_else(|| Error::of(Code::IllegalType, format!("the opaque type {ty}")))?;
    if scope > Scope::Invocation as u32 {
        return Err(no_matrix(&format!("Unsupported Scope parameter {scope}")));
    }
    if usage > CooperativeMatrixUse::MatrixAccumulatorKHR as u32 {
        let rule = "Incorrect Use parameter, should be MatrixA, MatrixB or Accumulator";
        return Err(no_matrix(&format!("{rule}, not {usage}")));
    }
    if component.int_width() == 4 {
        f.spv.require(Capability::Int4CooperativeMatrixINTEL);
    }
    if component.kind() == TypeKind::LLVMBFloatTypeKind {
        f.spv.require(Capability::BFloat16CooperativeMatrixKHR);
    }
    let component = types::forward(f, component)?;
    with_component(f, ty, component)
}

fn no_matrix(rule: &str) -> Error {
    Error::broken_rule(Code::IllegalType, "OpTypeCooperativeMatrixKHR", rule)
}

/// The matrix type with the shape of `ty` and components of another type.
pub fn with_component<'m>(f: &mut Forward<'m>, ty: Type<'m>, component: Id) -> Result<Id> {
    f.spv.require(Capability::CooperativeMatrixKHR);
    let mut operands = vec![component];
    let numbers = ty.target_ints();
    let (numbers, places) = numbers.split_at_checked(PARAMETERS).unwrap_or((&numbers, &[]));
    for (index, number) in (0..).zip(numbers) {
        let place = places.as_chunks().0.iter().find_map(|[of, place]| (*of == index).then_some(*place));
        operands.push(parameter(f, *number, place)?);
    }
    let id = f.spv.unique_type(Op::TypeCooperativeMatrixKHR, &operands)?;
    f.matrices.components.insert(id, component);
    Ok(id)
}

/// A number of a matrix type: what is at a place in the list of specialization constants, or a constant.
fn parameter(f: &mut Forward<'_>, number: u32, place: Option<u32>) -> Result<Id> {
    if let Some(place) = place {
        match spec_nodes::at(f, place, number)? {
            Some(constant) => return Ok(constant.id),
            None => f.warn("a cooperative matrix takes the default of a specialization constant, which is gone"),
        }
    }
    crate::concepts::base::constants::word(f, number)
}

/// Conversions that only SPV_INTEL_joint_matrix has for matrices, and the capability of it that they need.
const CONVERSIONS: &[(Op, Capability)] = &[
    (Op::RoundFToTF32INTEL, Capability::CooperativeMatrixTF32ComponentTypeINTEL),
    (Op::ConvertFToBF16INTEL, Capability::CooperativeMatrixBFloat16ComponentTypeINTEL),
    (Op::ConvertBF16ToFINTEL, Capability::CooperativeMatrixBFloat16ComponentTypeINTEL),
];

/// Returns the type of an LLVM type of matrices.
fn added_type<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    match ty.target_name().and_then(|name| name.strip_prefix("spirv.")) {
        Some(NAME) => forward_type(f, ty).map(Some),
        _ => Ok(None),
    }
}

/// Declares the requirements of an instruction whose result is a matrix.
pub fn require(f: &mut Forward<'_>, op: Op, ty: Id) -> Result<()> {
    let row = CONVERSIONS.iter().find(|row| row.0 == op).filter(|_| f.matrices.components.contains_key(&ty));
    let Some((_, capability)) = row else { return Ok(()) };
    if !availability::allows(f.options, JOINT_MATRIX) {
        let rule = format!("Can be used with cooperative matrices only when {JOINT_MATRIX} is enabled");
        let error = Error::broken_rule(Code::Builtin, &format!("Op{op:?}"), &rule);
        return Err(error.hint(format!("--spirv-ext=+{JOINT_MATRIX}")));
    }
    f.spv.require(*capability);
    Ok(())
}

const JOINT_MATRIX: &str = "SPV_INTEL_joint_matrix";

/// The instructions on matrices of which the grammar does not tell enough.
pub fn resolve(name: &mangling::Name) -> Option<Lower> {
    if is_unmangled(&name.base) {
        return lower(|f, inst, _| forward_constant(f, inst));
    }
    match name.base.as_str() {
        "__spirv_CooperativeMatrixLengthKHR" => lower(|f, inst, _| forward_length(f, inst)),
        "__spirv_AccessChain" | "__spirv_UntypedAccessChainKHR" => lower(forward_access_chain),
        _ => None,
    }
}

/// `OpCooperativeMatrixLengthKHR` takes a type; in LLVM IR a value tells it.
fn forward_length<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let matrix = types::forward(f, builtins::value(inst, 0)?.ty())?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, Op::CooperativeMatrixLengthKHR, ty, &[matrix]).map(drop)
}

/// A pointer to a component.
fn forward_access_chain<'m>(f: &mut Forward<'m>, inst: Value<'m>, name: &mangling::Name) -> Result<()> {
    let base = builtins::argument(f, inst, name, 0)?;
    let component =
        f.pointer_parts(base.ty).and_then(|(class, pointee)| Some((class, *f.matrices.components.get(&pointee)?)));
    let Some((class, component)) = component else {
        return builtins::forward_generic(f, inst, name, Op::AccessChain);
    };
    let ty = crate::concepts::base::pointers::pointer_type(f, class, component)?;
    let operands = builtins::arguments(f, inst, name)?;
    f.define(inst, Op::AccessChain, ty, &operands).map(drop)
}

/// A matrix of one number: a constant if that is one.
fn forward_constant<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let component = builtins::value(inst, 0)?;
    let id = values::operand(f, component)?.id;
    if !component.is_constant() || component.is_constant_expression() {
        return f.define(inst, Op::CompositeConstruct, ty, &[id]).map(drop);
    }
    let id = f.spv.unique_constant(Op::ConstantComposite, ty, &[id])?;
    f.bind(inst, crate::state::Operand { id, ty })
}

// --- SPIR-V to LLVM ---

/// Returns whether it is the declaration of a matrix type.
pub fn is_type(ty: Instruction<'_>) -> bool {
    ty.opcode() == Op::TypeCooperativeMatrixKHR
}

/// Returns the LLVM type of a declaration, if it is one of matrices.
fn added_reverse_type<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Type<'m>>> {
    if is_type(inst) { reverse_type(r, inst).map(Some) } else { Ok(None) }
}

/// Returns the type in names of builtins of a declaration, if it is one of matrices.
fn mangled_type<'m>(r: &Reverse<'m>, inst: Instruction<'m>) -> Result<Option<mangling::Type>> {
    if is_type(inst) { mangled(r, inst).map(Some) } else { Ok(None) }
}

/// Keeps a constant matrix, which each function makes that uses it; returns whether the constant is one.
fn keep_constant<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let Some(id) = inst.result_id().filter(|_| inst.opcode() == Op::ConstantComposite) else { return Ok(false) };
    let is_matrix = is_type(r.type_definition(id)?);
    if is_matrix {
        r.matrices.constants.insert(id, inst);
    }
    Ok(is_matrix)
}

/// The target extension type of an `OpTypeCooperativeMatrixKHR`.
pub fn reverse_type<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Type<'m>> {
    r.matrices.are_used = true;
    r.context.target_type(&format!("spirv.{NAME}"), &[r.ty(inst.operand(0)?)?], &shape(r, inst)?)
}

/// Scope, rows, columns, use, and behind them the number and the place of each that is a specialization constant.
fn shape(r: &Reverse<'_>, ty: Instruction<'_>) -> Result<Vec<u32>> {
    let number = |index| {
        let number = r.constant(ty.operand(index)?)?;
        u32::try_from(number).map_err(|_| ty.error(format!("a matrix with {number} for its operand {index}")))
    };
    let mut shape = vec![number(1)?, number(2)?, number(3)?, number(4)?];
    for (index, operand) in (0..).zip(ty.in_operands().iter().skip(1).take(PARAMETERS)) {
        let place = spec_nodes::place(r, *operand).and_then(|place| u32::try_from(place).ok());
        shape.extend(place.into_iter().flat_map(|place| [index, place]));
    }
    Ok(shape)
}

/// The name of a matrix type in the name of a builtin.
pub fn mangled<'m>(r: &Reverse<'m>, ty: Instruction<'m>) -> Result<mangling::Type> {
    let component = component(r, ty.operand(0)?)?;
    let shape = shape(r, ty)?.iter().map(|number| format!("_{number}")).collect::<String>();
    let name = format!("__spirv_{NAME}__{component}{shape}");
    Ok(mangling::Type::pointer(SPACE, mangling::Type::named(name)))
}

/// A component type as names of matrices say it: for 32 bits only they have a name of their own without a sign.
fn component(r: &Reverse<'_>, ty: Id) -> Result<String> {
    let llvm = r.ty(ty)?;
    let name = match llvm.int_width() {
        0 => builtins::mangled(r, ty, true)?.spelling().map(|name| name.into_owned()),
        8 => Some("char".to_owned()),
        16 => Some("short".to_owned()),
        32 => Some("uint".to_owned()),
        64 => Some("long".to_owned()),
        width => Some(format!("i{width}")),
    };
    name.ok_or_else(|| Error::of(Code::Builtin, format!("matrices of {llvm} in the name of a builtin")))
}

/// Returns whether the value is a matrix.
fn is_matrix(r: &Reverse<'_>, value: Id) -> bool {
    r.type_definition(value).is_ok_and(is_type)
}

/// Translates an instruction on matrices, if it is one of those that LLVM has not.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    match inst.opcode() {
        // These take matrices as they take anything.
        Op::Load | Op::Phi | Op::Select | Op::Undef | Op::CopyObject | Op::FunctionCall | Op::ExtInst => Ok(false),
        Op::CooperativeMatrixLengthKHR => reverse_length(r, inst).map(|()| true),
        Op::AccessChain | Op::InBoundsAccessChain => reverse_access_chain(r, inst),
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => reverse_untyped_chain(r, inst),
        _ => match inst.result_id() {
            Some(id) if is_matrix(r, id) => reverse_computed(r, inst).map(|()| true),
            _ => Ok(false),
        },
    }
}

fn reverse_computed<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    match inst.opcode() {
        op if convert_builtins::is_conversion(op) => convert_builtins::reverse(r, inst),
        Op::ConvertFToBF16INTEL | Op::ConvertBF16ToFINTEL => bfloat16::reverse(r, inst),
        _ => builtins::reverse_generic(r, inst),
    }
}

/// A call with any matrix of the type; older modules name a value.
fn reverse_length<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let id = inst.operand(0)?;
    let (ty, matrix) = match r.spv.definition(id).filter(|ty| is_type(*ty)) {
        Some(_) => (id, r.context.const_null(r.ty(id)?)?),
        None => (r.type_of(id)?, r.value(id)?),
    };
    let base = format!("__spirv_{}", inst.name().trim_start_matches("Op"));
    let params = [builtins::mangled(r, ty, true)?];
    let result = r.result_ty(inst)?;
    let call = builtins::call(r, &base, result, &params, &[matrix], builtins::Effects::None)?;
    r.define(inst, call)
}

/// Translates an untyped access chain; the pointee of its base is in the name alone.
fn reverse_untyped_chain<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let [ty, base, indices @ ..] = inst.in_operands() else { return Ok(false) };
    if !r.spv.definition(*ty).is_some_and(is_type) {
        return Ok(false);
    }
    let matrix = builtins::mangled(r, *ty, true)?;
    let mut params = vec![mangling::Type::pointer(r.value(*base)?.ty().address_space(), matrix)];
    let mut args = vec![r.value(*base)?];
    for index in indices {
        params.push(builtins::mangled(r, r.type_of(*index)?, true)?);
        args.push(r.value(*index)?);
    }
    let base = format!("__spirv_{}", inst.name().trim_start_matches("Op"));
    let result = r.result_ty(inst)?;
    let call = builtins::call(r, &base, result, &params, &args, builtins::Effects::None)?;
    r.define(inst, call).map(|()| true)
}

fn reverse_access_chain<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let base = r.type_of(inst.operand(0)?)?;
    let pointee = r.pointee(base).ok().and_then(|pointee| r.spv.definition(pointee));
    if !pointee.is_some_and(is_type) {
        return Ok(false);
    }
    builtins::reverse_generic(r, inst).map(|()| true)
}

/// The constant matrices that a function uses, as calls at the current place, which is its beginning.
pub fn reverse_constants<'m>(r: &mut Reverse<'m>, function: Function<'m>) -> Result<()> {
    if r.matrices.constants.is_empty() {
        return Ok(());
    }
    let mut used = std::collections::BTreeSet::new();
    for inst in function.blocks.iter().flat_map(|block| block.instructions()) {
        r.spv.visit_ids(inst, |id| used.extend(r.matrices.constants.get(&id).map(|_| id)))?;
    }
    used.into_iter().try_for_each(|id| make_constant(r, id))
}

fn make_constant(r: &mut Reverse<'_>, id: Id) -> Result<()> {
    let Some(inst) = r.matrices.constants.get(&id).copied() else { return Ok(()) };
    let matrix = builtins::mangled(r, inst.result_type().unwrap_or_default(), true)?;
    let symbol = format!("{CONSTANT}_R{}", mangling::write_type(&matrix));
    let component = r.operand(inst, 0)?;
    let ty = r.context.function_type(r.result_ty(inst)?, &[component.ty()], false)?;
    let function = builtins::named(r, &symbol, ty, builtins::Effects::None)?;
    let call = builtins::call_function(r, function, &[component])?;
    r.define(inst, call)
}
