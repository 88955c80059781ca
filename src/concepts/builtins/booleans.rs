//! Builtins whose instruction has a boolean result or takes booleans (SPIR-V 3.42.15).
//!
//! In friendly IR they return `i1`. OpenCL C has integers instead: such a call becomes the instruction and an
//! `OpSelect` of 1 (-1 in vectors) and 0. Where the program only compares that integer with 0, the `icmp` or `trunc` is
//! replaced by the boolean and no `OpSelect` is made; a `sext` in front of `any` and `all` is removed likewise. So the
//! conversions that the way back puts around calls vanish on the next way forward.

use super::args::value;
use super::{declare, relational, resolved};
use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::concepts::base::{constants, mangled, types, values};
use crate::error::Result;
use crate::llvm::{Opcode, Predicate, Type, Value};
use crate::options::BuiltinSpelling;
use crate::state::{Booleans, Chapter, Forward, Hooks, Operand, Reverse};
use ::spirv::Op;
use llvm_spirv_mangling as mangling;

/// Returns whether the result of the instruction is a boolean, or a vector of them.
pub fn has_boolean_result(op: Op) -> bool {
    let relational = (Op::Any as u32..=Op::FUnordGreaterThanEqual as u32).contains(&(op as u32));
    let vote = matches!(
        op,
        Op::GroupAll
            | Op::GroupAny
            | Op::SubgroupAllKHR
            | Op::SubgroupAnyKHR
            | Op::SubgroupAllEqualKHR
            | Op::GroupNonUniformElect
            | Op::GroupNonUniformAll
            | Op::GroupNonUniformAny
            | Op::GroupNonUniformAllEqual
            | Op::GroupNonUniformInverseBallot
            | Op::GroupNonUniformBallotBitExtract
            | Op::IsValidEvent
            | Op::IsValidReserveId
    );
    (relational && op != Op::Select) || vote
}

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::Any, Op::All, Op::IsNan, Op::IsInf, Op::IsFinite, Op::IsNormal, Op::SignBitSet], reverse),
        (&[Op::SubgroupAllKHR, Op::SubgroupAnyKHR, Op::SubgroupAllEqualKHR], reverse),
    ],
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Marks the instructions around calls that convert booleans to integers and back as absorbed, so that they are not translated.
pub fn find_chains(f: &mut Forward<'_>) {
    let calls = std::mem::take(&mut f.body.pointee_uses.calls);
    for inst in calls.iter().copied() {
        let Some(callee) = inst.called_function().filter(|callee| callee.is_declaration()) else { continue };
        let Some(builtin) = resolved(f, callee) else { continue };
        if builtin.is_test {
            f.body.absorbed.extend(inst.uses().filter_map(|user| question(user, inst)).flatten());
        }
        if builtin.takes_boolean {
            let widened = inst.call_arg(0).filter(|arg| arg.has_one_use() && boolean_below(*arg).is_some());
            f.body.absorbed.extend(widened);
        }
    }
    f.body.pointee_uses.calls = calls;
}

/// Returns whether a builtin of this name, which may be a test, takes a boolean, which is an integer in OpenCL C.
pub fn takes_boolean(hooks: &Hooks, base: &str, is_test: bool) -> bool {
    named(hooks, base).map_or(is_test, |booleans| booleans.argument)
}

/// Returns whether a builtin of this name has a boolean result.
pub fn is_test(hooks: &Hooks, base: &str) -> bool {
    match mangling::Builtin::parse(base) {
        Some(builtin) => !builtin.extended && super::generic::opcode(builtin.op).is_some_and(has_boolean_result),
        None => relational::is_row(base) || named(hooks, base).is_some_and(|booleans| booleans.result),
    }
}

/// Returns which of argument and result another chapter declares boolean for the builtin `base`.
fn named(hooks: &Hooks, base: &str) -> Option<Booleans> {
    hooks.booleans.iter().find_map(|hook| hook(base))
}

/// Returns the instructions from a user of the call to the one that converts its result to a boolean, which is the last
/// one. Those between keep its lowest bit: `trunc`, and `and` with 1.
fn question<'m>(user: Value<'m>, call: Value<'m>) -> Option<Vec<Value<'m>>> {
    const MAX_STEPS: usize = 3;
    let mut steps = vec![user];
    let mut of = call;
    while steps.len() <= MAX_STEPS {
        let last = steps.last().copied()?;
        if asks_for_boolean(last, of) {
            return Some(steps);
        }
        let masks = last.is_op(Opcode::And) && last.operand(1).is_some_and(is_one);
        let next = last.uses().next().filter(|_| (masks || last.is_op(Opcode::Trunc)) && last.has_one_use())?;
        steps.push(next);
        of = last;
    }
    None
}

/// Returns whether a value is the constant 1, in each lane.
fn is_one(value: Value<'_>) -> bool {
    each_lane(value, |lane| lane.int_value() == Some(1))
}

/// Returns whether a value is a constant and `is` holds for each lane.
fn each_lane(value: Value<'_>, is: impl Fn(Value<'_>) -> bool) -> bool {
    if !value.is_constant() || !value.ty().is_vector() {
        return value.is_constant() && is(value);
    }
    let count = u32::try_from(value.ty().count()).unwrap_or(u32::MAX);
    (0..count).all(|index| value.aggregate_element(index).is_some_and(&is))
}

/// Returns whether `user` is `icmp ne call, 0` or `trunc call to i1`.
fn asks_for_boolean<'m>(user: Value<'m>, call: Value<'m>) -> bool {
    if call.ty().scalar().is_int_of(1) {
        return false;
    }
    match user.opcode() {
        Some(Opcode::Trunc) => user.ty().scalar().is_int_of(1),
        Some(Opcode::ICmp) => {
            let with_zero = user.operand(0) == Some(call) && user.operand(1).is_some_and(Value::is_null);
            user.int_predicate() == Some(Predicate::Ne) && with_zero
        }
        _ => false,
    }
}

/// Returns the boolean that `sext`, or a `select` of -1 and 0, widens to `arg`; none if `arg` is itself a boolean.
fn boolean_below(arg: Value<'_>) -> Option<Value<'_>> {
    if arg.ty().scalar().is_int_of(1) {
        return None;
    }
    let selects = || {
        let all = arg.operand(1).is_some_and(|all| each_lane(all, |lane| lane.int_signed() == Some(-1)));
        arg.is_op(Opcode::Select) && all && arg.operand(2).is_some_and(Value::is_null)
    };
    let source = arg.operand(0).filter(|_| arg.is_op(Opcode::SExt) || selects())?;
    let is_boolean = source.ty().scalar().is_int_of(1) && source.ty().count() == arg.ty().count();
    is_boolean.then_some(source)
}

/// Emits the instruction `op` for a call, and binds the boolean or its integer to the users of the call.
pub fn define<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op, operands: &[Id]) -> Result<()> {
    if inst.ty().scalar().is_int_of(1) {
        let ty = types::forward(f, inst.ty())?;
        return f.define(inst, op, ty, operands).map(drop);
    }
    let ty = boolean_like(f, inst.ty())?;
    let boolean = f.emit_value(op, ty, operands)?;
    give_boolean(f, inst, boolean)
}

/// Translates `any` and `all` of integers. The scalar forms need no instruction.
pub fn forward_reduction<'m>(f: &mut Forward<'m>, inst: Value<'m>, op: Op) -> Result<()> {
    let arg = value(inst, 0)?;
    let boolean = to_booleans(f, arg)?;
    match arg.ty().is_vector() {
        true => define(f, inst, op, &[boolean.id]),
        false => give_boolean(f, inst, boolean),
    }
}

/// Returns an integer as a boolean: the boolean that was widened to it, or the comparison with 0.
pub fn to_boolean<'m>(f: &mut Forward<'m>, arg: Value<'m>) -> Result<Id> {
    let narrow = if arg.ty().scalar().is_int_of(1) { Some(arg) } else { boolean_below(arg) };
    if let Some(boolean) = narrow {
        return Ok(values::operand(f, boolean)?.id);
    }
    if let Some(number) = arg.int_value().filter(|_| arg.is_constant()) {
        let op = if number == 0 { Op::ConstantFalse } else { Op::ConstantTrue };
        let ty = boolean_like(f, arg.ty())?;
        return f.spv.unique_constant(op, ty, &[]);
    }
    // In the order in which the `icmp` that it comes back as is translated.
    let operand = values::operand(f, arg)?;
    let zero = zero(f, arg.ty())?;
    let ty = boolean_like(f, arg.ty())?;
    Ok(f.emit_value(Op::INotEqual, ty, &[operand.id, zero])?.id)
}

/// Returns the argument of `any` or `all` as booleans: those that were widened, or the sign bits.
fn to_booleans<'m>(f: &mut Forward<'m>, arg: Value<'m>) -> Result<Operand> {
    let narrow = if arg.ty().scalar().is_int_of(1) { Some(arg) } else { boolean_below(arg) };
    if let Some(boolean) = narrow {
        return values::operand(f, boolean);
    }
    let operand = values::operand(f, arg)?;
    let zero = zero(f, arg.ty())?;
    let ty = boolean_like(f, arg.ty())?;
    f.emit_value(Op::SLessThan, ty, &[operand.id, zero])
}

/// Binds the boolean to the users of `inst` that need a boolean, and the integer to the other users.
fn give_boolean<'m>(f: &mut Forward<'m>, inst: Value<'m>, boolean: Operand) -> Result<()> {
    let mut others = !inst.is_used();
    let mut name = "";
    for user in inst.uses() {
        let steps = question(user, inst).filter(|_| f.body.absorbed.contains(&user));
        match steps.and_then(|steps| steps.last().copied()) {
            Some(asking) => {
                f.bind(asking, boolean)?;
                name = asking.name();
            }
            None => others = true,
        }
    }
    f.spv.name(boolean.id, name)?;
    if !others {
        return Ok(());
    }
    let ty = types::forward(f, inst.ty())?;
    let one = constants::splat(f, inst.ty(), if inst.ty().is_vector() { u64::MAX } else { 1 })?;
    let zero = zero(f, inst.ty())?;
    f.define(inst, Op::Select, ty, &[boolean.id, one, zero]).map(drop)
}

/// Returns the zero of type `shape`, in the form in which LLVM's own constant would be translated.
pub fn zero<'m>(f: &mut Forward<'m>, shape: Type<'m>) -> Result<Id> {
    let ty = types::forward(f, shape)?;
    if shape.is_vector() { constants::null(f, ty) } else { constants::splat(f, shape, 0) }
}

/// Returns the type of a boolean, or of a vector of as many as `shape` has components.
pub fn boolean_like<'m>(f: &mut Forward<'m>, shape: Type<'m>) -> Result<Id> {
    let scalar = types::int(f, 1)?;
    match shape.is_vector() {
        true => types::vector_of(f, scalar, u32::try_from(shape.count()).unwrap_or(u32::MAX)),
        false => Ok(scalar),
    }
}

// --- SPIR-V to LLVM ---

/// Translates `OpAny` to `OpSignBitSet`, which LLVM has no instruction for: to OpenCL's builtins if the options choose
/// that spelling and it has a name for the instruction.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let name = relational::opencl_name(inst.opcode()).filter(|_| r.options.builtin_spelling != BuiltinSpelling::SpvIr);
    let Some(name) = name else { return super::generic::reverse(r, inst) };
    let arg = inst.operand(0)?;
    let mut operand = r.value(arg)?;
    let mut param = mangled(r, arg)?;
    if operand.ty().scalar().is_int_of(1) {
        let bytes = int_like(r, operand.ty(), 8)?;
        operand = r.builder.cast(Opcode::SExt, operand, bytes)?;
        param = match param {
            mangling::Type::Vector(lanes, _) => mangling::Type::vector(lanes, mangling::Type::Char),
            _ => mangling::Type::Char,
        };
    }
    let width = if r.result_ty(inst)?.is_vector() { operand.ty().scalar().float_width() } else { 32 };
    let shape = r.result_ty(inst)?;
    let result = int_like(r, shape, width)?;
    let integer = declare::call(r, name, result, &[param], &[operand], declare::Effects::None)?;
    let zero = r.context.const_null(result)?;
    let boolean = r.builder.compare_int(Predicate::Ne, integer, zero)?;
    r.define(inst, boolean)
}

fn mangled<'m>(r: &Reverse<'m>, id: Id) -> Result<mangling::Type> {
    mangled::mangled(r, r.type_of(id)?, true)
}

/// Returns the type of integers of a width, as many as `shape` has components.
pub(crate) fn int_like<'m>(r: &Reverse<'m>, shape: Type<'m>, width: u32) -> Result<Type<'m>> {
    let scalar = r.context.int_type(width)?;
    match shape.is_vector() {
        true => r.context.vector_type(scalar, u32::try_from(shape.count()).unwrap_or(u32::MAX)),
        false => Ok(scalar),
    }
}
