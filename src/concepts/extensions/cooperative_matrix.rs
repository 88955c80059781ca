//! Instructions on cooperative matrices and vectors (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix,
//! SPV_NV_cooperative_vector, and the additions of SPV_INTEL_joint_matrix).
//!
//! In LLVM IR: for each instruction, arithmetic and conversions included, a call of the builtin of its name, such as
//! `__spirv_FNegate`. LLVM's own instructions only load, store and select matrices. A constant is a call at the
//! beginning of each function that uses it. The types are in `cooperative_types`. Lost: nothing.

use super::bfloat16;
use super::components_of_matrices as components;
use super::cooperative_types::{self, is_type};
use crate::binary::builder::Id;
use crate::binary::{Function, Instruction, Op};
use crate::concepts::base::types;
use crate::concepts::builtins;
use crate::concepts::instructions::convert_builtins;
use crate::error::{Code, Error, Result};
use crate::llvm::Value;
use crate::state::{Chapter, Forward, Interceptor, Lower, Reverse, availability, lower};
use ::spirv::Capability;
use llvm_spirv_mangling as mangling;

/// The builtin that makes a matrix or vector of constants; its symbol is not mangled.
const CONSTANT: &str = "__spirv_ConstantComposite";

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
    forward_type: Some(cooperative_types::forward),
    reverse_type: Some(cooperative_types::reverse),
    mangled_type: Some(cooperative_types::mangled),
    reverse_constant: Some(keep_constant),
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Conversions that only SPV_INTEL_joint_matrix allows for matrices, with the capability that they need.
const CONVERSIONS: &[(Op, Capability)] = &[
    (Op::RoundFToTF32INTEL, Capability::CooperativeMatrixTF32ComponentTypeINTEL),
    (Op::ConvertFToBF16INTEL, Capability::CooperativeMatrixBFloat16ComponentTypeINTEL),
    (Op::ConvertBF16ToFINTEL, Capability::CooperativeMatrixBFloat16ComponentTypeINTEL),
];

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

/// Returns the lowering of the instructions on matrices that cannot be translated by the grammar alone.
pub fn resolve(name: &mangling::Name) -> Option<Lower> {
    if is_unmangled(&name.base) {
        return lower(|f, inst, _| forward_constant(f, inst));
    }
    match name.base.as_str() {
        "__spirv_CooperativeMatrixLengthKHR" => {
            lower(|f, inst, _| forward_length(f, inst, Op::CooperativeMatrixLengthKHR))
        }
        "__spirv_CooperativeMatrixLengthNV" => {
            lower(|f, inst, _| forward_length(f, inst, Op::CooperativeMatrixLengthNV))
        }
        "__spirv_AccessChain" | "__spirv_UntypedAccessChainKHR" => lower(forward_access_chain),
        "__spirv_CompositeConstruct" => lower(components::forward_construct),
        "__spirv_CompositeExtract" => {
            lower(|f, inst, name| components::forward_extract(f, inst, name, Op::CompositeExtract))
        }
        "__spirv_VectorExtractDynamic" => {
            lower(|f, inst, name| components::forward_extract(f, inst, name, Op::VectorExtractDynamic))
        }
        "__spirv_CompositeInsert" => {
            lower(|f, inst, name| components::forward_insert(f, inst, name, Op::CompositeInsert))
        }
        "__spirv_VectorInsertDynamic" => {
            lower(|f, inst, name| components::forward_insert(f, inst, name, Op::VectorInsertDynamic))
        }
        _ => None,
    }
}

/// Translates the length of a matrix: `OpCooperativeMatrixLengthKHR` takes a type, the builtin a value of that type.
fn forward_length<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let matrix = types::forward(f, builtins::value(inst, 0)?.ty())?;
    let ty = types::forward(f, inst.ty())?;
    f.define(inst, op, ty, &[matrix]).map(drop)
}

/// Translates an access chain to a component of a matrix.
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

/// Translates a matrix or vector of components: to a constant if all of them are constants.
fn forward_constant<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let args: Vec<_> = inst.call_args().collect();
    let parts = args.iter().map(|arg| components::constituent(f, *arg, ty, None)).collect::<Result<Vec<_>>>()?;
    if args.iter().any(|arg| !arg.is_constant() || arg.is_constant_expression()) {
        return f.define(inst, Op::CompositeConstruct, ty, &parts).map(drop);
    }
    let id = f.spv.unique_constant(Op::ConstantComposite, ty, &parts)?;
    f.bind(inst, crate::state::Operand { id, ty })
}

// --- SPIR-V to LLVM ---

/// Notes a constant matrix, which is made in each function that uses it; returns whether the constant is one.
fn keep_constant<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    let Some(id) = inst.result_id().filter(|_| inst.opcode() == Op::ConstantComposite) else { return Ok(false) };
    let is_matrix = is_type(r.type_definition(id)?);
    if is_matrix {
        r.matrices.constants.insert(id, inst);
    }
    Ok(is_matrix)
}

/// Returns whether a value is a cooperative matrix or vector.
fn is_matrix(r: &Reverse<'_>, value: Id) -> bool {
    r.type_definition(value).is_ok_and(is_type)
}

/// Translates an instruction on matrices, unless LLVM has an instruction for it; returns whether it did.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<bool> {
    match inst.opcode() {
        // These take matrices as they take anything.
        Op::Load | Op::Phi | Op::Select | Op::Undef | Op::CopyObject | Op::FunctionCall | Op::ExtInst => Ok(false),
        Op::CooperativeMatrixLengthKHR | Op::CooperativeMatrixLengthNV => reverse_length(r, inst).map(|()| true),
        Op::AccessChain | Op::InBoundsAccessChain => reverse_access_chain(r, inst),
        Op::UntypedAccessChainKHR | Op::UntypedInBoundsAccessChainKHR => reverse_untyped_chain(r, inst),
        Op::CompositeExtract | Op::VectorExtractDynamic if is_matrix(r, inst.operand(0)?) => {
            builtins::reverse_generic(r, inst).map(|()| true)
        }
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

/// Translates the length of a matrix type to a call with a null value of the type; in older modules the operand is a value.
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

/// Translates an untyped access chain; only the builtin's name has the pointee of its base.
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

/// Emits calls for the constant matrices that a function uses, at its beginning.
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
    let parts = inst.in_operands().iter().map(|id| r.value(*id)).collect::<Result<Vec<_>>>()?;
    let params: Vec<_> = parts.iter().map(|part| part.ty()).collect();
    let ty = r.context.function_type(r.result_ty(inst)?, &params, false)?;
    let function = builtins::named(r, &symbol, ty, builtins::Effects::None)?;
    let call = builtins::call_function(r, function, &parts)?;
    r.define(inst, call)
}
