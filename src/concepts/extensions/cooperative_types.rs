//! Types of cooperative matrices and vectors (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix,
//! SPV_NV_cooperative_vector).
//!
//! In LLVM IR: `target("spirv.CooperativeMatrixKHR", float, scope, rows, columns, use)`,
//! `target("spirv.CooperativeVectorNV", float, length)`; then, for each parameter that is a specialization constant,
//! the index of the parameter and the place of the constant in `!spirv.SpecConstants`. A prefix of the name completes
//! LLVM's component type: `spirv.SignedCooperativeMatrixKHR` of `i8` in shaders, whose integers are signed or unsigned,
//! `spirv.E4M3CooperativeMatrixKHR` of `i8` with the bits of an 8-bit float.

use crate::binary::builder::Id;
use crate::binary::{Instruction, Op};
use crate::concepts::base::{constants, spec_nodes, types};
use crate::concepts::builtins;
use crate::conventions::encodings::{self, Encoded};
use crate::error::{Code, Error, Result};
use crate::llvm::{Type, TypeKind};
use crate::state::hooks::ask;
use crate::state::{Forward, Reverse};
use ::spirv::{Capability, CooperativeMatrixUse, Scope};
use llvm_spirv_mangling as mangling;

/// A kind of cooperative types.
#[derive(Debug)]
pub struct Kind {
    /// The instruction that declares the type.
    op: Op,
    /// The name behind `spirv.` and `__spirv_`.
    name: &'static str,
    /// The number of constants behind the component type.
    parameters: usize,
    capability: Capability,
}

/// The kinds of cooperative types. Modules without the capability of the last kind use `OpTypeVectorIdEXT` for plain vectors.
const KINDS: [Kind; 3] = [
    Kind {
        op: Op::TypeCooperativeMatrixKHR,
        name: "CooperativeMatrixKHR",
        parameters: 4,
        capability: Capability::CooperativeMatrixKHR,
    },
    Kind {
        op: Op::TypeCooperativeMatrixNV,
        name: "CooperativeMatrixNV",
        parameters: 3,
        capability: Capability::CooperativeMatrixNV,
    },
    Kind {
        op: Op::TypeVectorIdEXT,
        name: "CooperativeVectorNV",
        parameters: 1,
        capability: Capability::CooperativeVectorNV,
    },
];

/// The address space of the pointer that stands for a cooperative type in mangled names.
const SPACE: u32 = 1;

/// The prefix in the names of types with signed integers.
const SIGNED: &str = "Signed";

/// The interpretation of components beyond LLVM's type.
#[derive(Clone, Copy)]
enum Numbers {
    Plain,
    Signed,
    Encoded(&'static Encoded),
}

impl Numbers {
    /// Returns the prefix in the name of the type.
    fn prefix(self) -> &'static str {
        match self {
            Numbers::Plain => "",
            Numbers::Signed => SIGNED,
            Numbers::Encoded(row) => row.name,
        }
    }
}

/// Returns the kind that an instruction declares.
pub fn kind(op: Op) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.op == op)
}

/// Returns the kind of a target extension type, and the interpretation of its components by the prefix of its name.
fn named(ty: Type<'_>) -> Option<(&'static Kind, Numbers)> {
    let name = ty.target_name()?.strip_prefix("spirv.")?;
    let kind = KINDS.iter().find(|kind| name.ends_with(kind.name))?;
    let prefix = name.strip_suffix(kind.name)?;
    let numbers = match prefix {
        "" => Some(Numbers::Plain),
        SIGNED => Some(Numbers::Signed),
        _ => encodings::by_name(prefix).map(Numbers::Encoded),
    };
    Some((kind, numbers?))
}

// --- LLVM to SPIR-V ---

/// Returns the SPIR-V type of a target extension type, if that is a cooperative one.
pub fn forward<'m>(f: &mut Forward<'m>, ty: Type<'m>) -> Result<Option<Id>> {
    let Some((kind, numbers)) = named(ty) else { return Ok(None) };
    check(kind, ty)?;
    let component = ty.target_types().first().copied().ok_or_else(|| no_type(ty))?;
    let component = match numbers {
        Numbers::Plain => plain(f, component)?,
        Numbers::Signed => match ask!(f.hooks.signed_type, f, component) {
            Some(signed) => signed,
            None => types::forward(f, component)?,
        },
        Numbers::Encoded(row) => {
            f.spv.require(row.capability);
            f.spv.require(row.matrix);
            f.spv.unique_type(Op::TypeFloat, &[row.width, row.encoding as u32])?
        }
    };
    with_component(f, ty, component).map(Some)
}

/// Returns the type of components, and declares the capability that such matrices need.
fn plain<'m>(f: &mut Forward<'m>, component: Type<'m>) -> Result<Id> {
    if component.int_width() == 4 {
        f.spv.require(Capability::Int4CooperativeMatrixINTEL);
    }
    if component.kind() == TypeKind::BFloat {
        f.spv.require(Capability::BFloat16CooperativeMatrixKHR);
    }
    types::forward(f, component)
}

fn no_type(ty: Type<'_>) -> Error {
    Error::of(Code::IllegalType, format!("the opaque type {ty}"))
}

/// Checks the parameters of a type.
fn check(kind: &Kind, ty: Type<'_>) -> Result<()> {
    let numbers = ty.target_ints();
    let parameters = numbers.get(..kind.parameters).ok_or_else(|| no_type(ty))?;
    let broken = |rule: &str| Error::broken_rule(Code::IllegalType, &format!("Op{:?}", kind.op), rule);
    match *parameters {
        [scope, _, _, ..] if scope > Scope::Invocation as u32 => {
            Err(broken(&format!("Unsupported Scope parameter {scope}")))
        }
        [_, _, _, usage] if usage > CooperativeMatrixUse::MatrixAccumulatorKHR as u32 => {
            let rule = "Incorrect Use parameter, should be MatrixA, MatrixB or Accumulator";
            Err(broken(&format!("{rule}, not {usage}")))
        }
        _ => Ok(()),
    }
}

/// Returns the type with the shape of `ty` and components of another type.
pub fn with_component<'m>(f: &mut Forward<'m>, ty: Type<'m>, component: Id) -> Result<Id> {
    let (kind, _) = named(ty).ok_or_else(|| no_type(ty))?;
    f.spv.require(kind.capability);
    let mut operands = vec![component];
    let numbers = ty.target_ints();
    let (numbers, places) = numbers.split_at_checked(kind.parameters).unwrap_or((&numbers, &[]));
    for (index, number) in (0..).zip(numbers) {
        let place = places.as_chunks().0.iter().find_map(|[of, place]| (*of == index).then_some(*place));
        operands.push(parameter(f, *number, place)?);
    }
    let id = f.spv.unique_type(kind.op, &operands)?;
    f.matrices.components.insert(id, component);
    Ok(id)
}

/// Returns a parameter of a type: the specialization constant at a place in the list, or a constant.
fn parameter(f: &mut Forward<'_>, number: u32, place: Option<u32>) -> Result<Id> {
    if let Some(place) = place {
        match spec_nodes::at(f, place, number)? {
            Some(constant) => return Ok(constant.id),
            None => f.warn("a cooperative matrix takes the default of a specialization constant, which is gone"),
        }
    }
    constants::word(f, number)
}

// --- SPIR-V to LLVM ---

/// Returns whether an instruction declares a cooperative type.
pub fn is_type(ty: Instruction<'_>) -> bool {
    kind(ty.opcode()).is_some()
}

/// Returns the interpretation of the components that LLVM's type does not express.
fn numbers(r: &Reverse<'_>, ty: Instruction<'_>) -> Numbers {
    let component = ty.operand(0).ok().and_then(|component| r.spv.definition(component));
    let Some(component) = component else { return Numbers::Plain };
    let is_signed = component.opcode() == Op::TypeInt && component.operand(1) == Ok(1);
    match encodings::encoding(component) {
        Some(row) if !r.options.policy.holds_matrices_in_bytes => Numbers::Encoded(row),
        None if is_signed && !r.hooks.has_signs.is_empty() => Numbers::Signed,
        _ => Numbers::Plain,
    }
}

/// Returns whether a type is a cooperative one and its name has a prefix for the interpretation of its components.
pub fn tells_numbers(r: &Reverse<'_>, ty: Instruction<'_>) -> bool {
    is_type(ty) && !r.options.policy.holds_matrices_in_bytes
}

/// Returns the target extension type of a declaration, if it is one of a cooperative type.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<Option<Type<'m>>> {
    let Some(kind) = kind(inst.opcode()) else { return Ok(None) };
    r.matrices.are_used = true;
    let name = format!("spirv.{}{}", numbers(r, inst).prefix(), kind.name);
    r.context.target_type(&name, &[r.ty(inst.operand(0)?)?], &shape(r, kind, inst)?).map(Some)
}

/// Returns the parameters, followed by the index and the place of each one that is a specialization constant.
fn shape(r: &Reverse<'_>, kind: &Kind, ty: Instruction<'_>) -> Result<Vec<u32>> {
    let operands = ty.in_operands().iter().skip(1).take(kind.parameters);
    let (mut shape, mut places) = (Vec::new(), Vec::new());
    for (index, operand) in (0..).zip(operands) {
        let number = r.constant(*operand)?;
        let wrong = |_| ty.error(format!("{} with {number} for its operand {}", ty.name(), index + 1));
        shape.push(u32::try_from(number).map_err(wrong)?);
        let place = spec_nodes::place(r, *operand).and_then(|place| u32::try_from(place).ok());
        places.extend(place.into_iter().flat_map(|place| [index, place]));
    }
    shape.extend(places);
    Ok(shape)
}

/// Returns the type that stands for a cooperative type in names of builtins.
pub fn mangled<'m>(r: &Reverse<'m>, ty: Instruction<'m>) -> Result<Option<mangling::Type>> {
    let Some(kind) = kind(ty.opcode()) else { return Ok(None) };
    let component = component(r, ty.operand(0)?)?;
    let shape = shape(r, kind, ty)?.iter().map(|number| format!("_{number}")).collect::<String>();
    let name = format!("__spirv_{}{}__{component}{shape}", numbers(r, ty).prefix(), kind.name);
    Ok(Some(mangling::Type::pointer(SPACE, mangling::Type::named(name))))
}

/// Returns a component type as it appears in names of cooperative types; among integers only that of 32 bits has an unsigned name.
fn component(r: &Reverse<'_>, ty: Id) -> Result<String> {
    let llvm = r.ty(ty)?;
    let name = match llvm.int_width() {
        0 if llvm.kind() == TypeKind::BFloat => Some("bfloat".to_owned()),
        0 => builtins::mangled(r, ty, true)?.spelling().map(|name| name.into_owned()),
        8 => Some("char".to_owned()),
        16 => Some("short".to_owned()),
        32 => Some("uint".to_owned()),
        64 => Some("long".to_owned()),
        width => Some(format!("i{width}")),
    };
    name.ok_or_else(|| Error::of(Code::Builtin, format!("matrices of {llvm} in the name of a builtin")))
}
