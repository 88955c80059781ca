//! Declarations and calls of builtins on the way back.
//!
//! In: a base name, the types as the name says them, values. Out: a call of `_Z...`, declared on first use. LLVM adds a
//! number to a name that the module defines itself, which the way forward takes off again.

use crate::concepts::functions::{self, SPIR_FUNC};
use crate::concepts::opaque_types;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Type, Value};
use crate::options::TargetEnv;
use crate::spirv::{Id, Op};
use crate::state::Reverse;
use llvm_spirv_mangling as mangling;

/// What a call of a builtin may do besides returning its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effects {
    /// Nothing: `memory(none)`.
    None,
    /// Nothing, and it surely returns: `memory(none) willreturn`.
    Returns,
    /// Read through its arguments: `memory(argmem: read)`.
    Reads,
    /// Anything.
    Any,
    /// Anything, together with other work-items: `convergent`.
    Convergent,
}

/// Deepest nesting of vectors and pointers in a type that a name spells out.
const MAX_DEPTH: u32 = 2;

// --- SPIR-V to LLVM ---

/// A call of the builtin `base`, mangled by `params`.
pub fn call<'m>(
    r: &mut Reverse<'m>,
    base: &str,
    result: Type<'m>,
    params: &[mangling::Type],
    args: &[Value<'m>],
    effects: Effects,
) -> Result<Value<'m>> {
    let function = function(r, base, result, params, args, effects)?;
    call_function(r, function, args)
}

/// The same, for hot paths: `make` declares the function (see [`function`]) the first time that `key` comes.
pub fn call_cached<'m>(
    r: &mut Reverse<'m>,
    key: &[u32],
    args: &[Value<'m>],
    make: impl FnOnce(&mut Reverse<'m>) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let function = match r.builtin_calls.get(key) {
        Some(function) => function,
        None => {
            let function = make(r)?;
            r.builtin_calls.insert(key, function);
            function
        }
    };
    call_function(r, function, args)
}

/// A call of a builtin that is declared.
pub fn call_function<'m>(r: &mut Reverse<'m>, function: Value<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
    let call = r.builder.call(function, args)?;
    call.set_call_conv(SPIR_FUNC)?;
    if r.options.compatibility.strict {
        functions::peer::repeat_attributes(function, call)?;
    }
    Ok(call)
}

/// The declaration of the builtin `base`, mangled by `params`, for arguments of the types of `args`.
pub fn function<'m>(
    r: &mut Reverse<'m>,
    base: &str,
    result: Type<'m>,
    params: &[mangling::Type],
    args: &[Value<'m>],
    effects: Effects,
) -> Result<Value<'m>> {
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = r.context.function_type(result, &types, false)?;
    named(r, &mangling::write(base, params), ty, effects)
}

/// The declaration of a builtin by its symbol. One symbol may stand for two types where SPIR-V tells apart what C does
/// not; then the second one gets a number.
pub fn named<'m>(r: &mut Reverse<'m>, symbol: &str, ty: Type<'m>, effects: Effects) -> Result<Value<'m>> {
    let function = r.declare_builtin(symbol, |r| add(r, symbol, ty, effects))?;
    if function.function_type() == Some(ty) {
        return Ok(function);
    }
    r.declare_builtin(&format!("{symbol} {ty}"), |r| add(r, symbol, ty, effects))
}

/// The peer declares a builtin behind the function that calls it first.
pub fn place_declarations<'m>(r: &mut Reverse<'m>, function: Value<'m>) -> Result<()> {
    let declared = std::mem::take(&mut r.body.declared);
    if !r.options.compatibility.strict || r.options.target_env != TargetEnv::SpvIr {
        return Ok(());
    }
    declared.into_iter().rev().try_for_each(|builtin| builtin.move_behind(function))
}

fn add<'m>(r: &Reverse<'m>, symbol: &str, ty: Type<'m>, effects: Effects) -> Result<Value<'m>> {
    const READS_ARGUMENTS: u64 = 1;
    let function = r.module.add_function(symbol, ty)?;
    function.set_call_conv(SPIR_FUNC)?;
    let place = AttributePlace::Function;
    function.add_attribute(place, "nounwind", 0)?;
    match effects {
        Effects::None => function.add_attribute(place, "memory", 0)?,
        Effects::Returns => {
            function.add_attribute(place, "willreturn", 0)?;
            function.add_attribute(place, "memory", 0)?;
        }
        Effects::Reads => function.add_attribute(place, "memory", READS_ARGUMENTS)?,
        Effects::Any => {}
        Effects::Convergent => function.add_attribute(place, "convergent", 0)?,
    }
    Ok(function)
}

/// The type that a builtin's name has for a SPIR-V type; integers are signed where `signed` or the type says so.
pub fn mangled(r: &Reverse<'_>, ty: Id, signed: bool) -> Result<mangling::Type> {
    nested(r, ty, signed, MAX_DEPTH)
}

fn nested(r: &Reverse<'_>, ty: Id, signed: bool, depth: u32) -> Result<mangling::Type> {
    use mangling::Type as T;
    let definition = r.spv.definition(ty).ok_or_else(|| Error::of(Code::Operands, format!("%{ty} is no type")))?;
    Ok(match definition.opcode() {
        Op::TypeVoid => T::Void,
        Op::TypeBool => T::Bool,
        Op::TypeInt => integer(definition.operand(0)?, signed || definition.operand(1)? == 1)?,
        Op::TypeFloat => float(definition.in_operands())?,
        Op::TypeVector if depth > 0 => {
            T::vector(definition.operand(1)?, nested(r, definition.operand(0)?, signed, depth - 1)?)
        }
        Op::TypePointer => {
            let pointee = pointee(r, definition.operand(1)?, signed, depth);
            T::pointer(r.ty(ty)?.address_space(), pointee)
        }
        Op::TypeUntypedPointerKHR => T::pointer(r.ty(ty)?.address_space(), if signed { T::Char } else { T::UChar }),
        _ => opaque_types::mangled(r, definition)?,
    })
}

/// The type that a builtin's name has for what a pointer points to.
pub fn mangled_pointee(r: &Reverse<'_>, ty: Id, signed: bool) -> mangling::Type {
    pointee(r, ty, signed, MAX_DEPTH)
}

/// What a pointer points to: numbers, vectors, opaque types and structures by their names, anything else is bytes.
fn pointee(r: &Reverse<'_>, ty: Id, signed: bool, depth: u32) -> mangling::Type {
    let opcode = r.spv.definition(ty).map(|ty| ty.opcode());
    if let Some(name) = r.spv.name(ty).filter(|name| opcode == Some(Op::TypeStruct) && !name.is_empty()) {
        return mangling::Type::named(name);
    }
    let is_pointer = matches!(opcode, Some(Op::TypePointer | Op::TypeUntypedPointerKHR));
    let known = if is_pointer || depth == 0 { None } else { nested(r, ty, signed, depth - 1).ok() };
    known.unwrap_or(mangling::Type::Char)
}

fn integer(width: u32, signed: bool) -> Result<mangling::Type> {
    use mangling::Type as T;
    Ok(match (width, signed) {
        (8, true) => T::Char,
        (8, false) => T::UChar,
        (16, true) => T::Short,
        (16, false) => T::UShort,
        (32, true) => T::Int,
        (32, false) => T::UInt,
        (64, true) => T::Long,
        (64, false) => T::ULong,
        // C's names have no widths; the type of the function tells it.
        (_, true) => T::Int,
        (_, false) => T::UInt,
    })
}

/// A width, and an encoding where it is not the usual one.
fn float(operands: &[u32]) -> Result<mangling::Type> {
    use mangling::Type as T;
    match *operands {
        // They are held in integers.
        [4, _] => Ok(T::Int),
        [8, _] => Ok(T::Char),
        [16, _] => Ok(T::BFloat16),
        [16] => Ok(T::Half),
        [32] => Ok(T::Float),
        [64] => Ok(T::Double),
        _ => Err(Error::of(Code::Builtin, format!("OpTypeFloat of {operands:?} in the name of a builtin"))),
    }
}
