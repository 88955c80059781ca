//! The SPIR-V types of values, which LLVM's types do not determine: signs of integers, members of structures.
//!
//! One rule for LLVM instructions serves both directions: a load and an access chain have the type of their pointee, a
//! part has the type of the member, arithmetic that of its first operand that is not constant, an instruction whose
//! result has an operand's type has that operand's type; `fptosi` and `sext` are signed, as are texels of images with a
//! signed sampled type; a call has the type that the callee returns; all other integers are unsigned. On the way to
//! LLVM IR a value with another type than the rule gives gets a note (`notes`).

use super::{chains, types};
use crate::binary::builder::Id as SpirvId;
use crate::binary::{Id, Instruction, Op};
use crate::conventions::notes;
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::state::slots::shaders::{Note, Shape};
use crate::state::{Forward, Reverse};

/// The type of a result by the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule<'m> {
    /// The instruction itself determines the type: a load, an access chain, a variable, a call of a function of the module.
    Known,
    /// Integers have the sign of a value's integers, and pointers its type.
    SignOf(Value<'m>),
    /// The result has the type of a value, regardless of a note: passes may have replaced the operand by another value.
    SameAs(Value<'m>),
    /// Integers are signed.
    Signed,
    /// The type of a part of a composite.
    PartOf(Value<'m>),
    /// The type of a value.
    TypeOf(Value<'m>),
    /// Integers are unsigned, and other types are LLVM's.
    Default,
}

/// Returns the rule for an instruction.
fn rule<'m>(inst: Value<'m>) -> Rule<'m> {
    use Opcode::*;
    let operand = |index: u32| inst.operand(index).filter(|operand| !operand.is_constant());
    let sign_of = |value: Option<Value<'m>>| value.map_or(Rule::Default, Rule::SignOf);
    match inst.opcode() {
        Some(Load | GetElementPtr | Alloca) => Rule::Known,
        Some(Call) if inst.called_function().is_some_and(|callee| !callee.is_declaration()) => Rule::Known,
        Some(Call) if is_signed_texel(inst) => Rule::Signed,
        Some(Call) if inst.ty().scalar().is_int() && !inst.ty().scalar().is_int_of(1) => called(inst),
        Some(Freeze) => operand(0).map_or(Rule::Default, Rule::SameAs),
        Some(Add | Sub | Mul | SDiv | SRem | And | Or | Xor) => sign_of(operand(0).or_else(|| operand(1))),
        Some(Shl | LShr | AShr | ExtractElement) => sign_of(operand(0)),
        Some(InsertElement | ShuffleVector) => sign_of(operand(0).or_else(|| operand(1))),
        Some(Select) => sign_of(operand(1).or_else(|| operand(2))),
        // A boolean becomes one of two constants.
        Some(SExt) if operand(0).is_some_and(|operand| operand.ty().scalar().is_int_of(1)) => Rule::Default,
        Some(FpToSi | SExt) => Rule::Signed,
        Some(ExtractValue) => inst.operand(0).map_or(Rule::Default, Rule::PartOf),
        Some(InsertValue) => operand(0).map_or(Rule::Default, Rule::TypeOf),
        _ => Rule::Default,
    }
}

/// The builtins whose result has the type of an operand, or of its pointee, with the index of that operand.
const OF_AN_OPERAND: [(&str, usize); 13] = [
    ("Atomic", 0),
    ("BitField", 0),
    ("CopyObject", 0),
    ("GroupNonUniformBroadcast", 1),
    ("GroupNonUniformShuffle", 1),
    ("GroupNonUniformQuad", 1),
    ("GroupNonUniformRotate", 1),
    ("GroupNonUniformIAdd", 2),
    ("GroupNonUniformIMul", 2),
    ("GroupNonUniformBitwise", 2),
    ("GroupNonUniformSM", 2),
    ("GroupNonUniformUM", 2),
    ("SubgroupReadInvocationKHR", 0),
];

/// Returns the rule for integers returned by a declared function. The name of a builtin has the signs of its operands.
fn called(call: Value<'_>) -> Rule<'_> {
    let name = call.called_function().map(|callee| callee.name()).unwrap_or_default();
    if name.starts_with("llvm.bitreverse.") {
        return call.call_arg(0).filter(|arg| !arg.is_constant()).map_or(Rule::Default, Rule::SameAs);
    }
    let Some((_, rest)) = name.split_once("__spirv_") else { return Rule::Default };
    let Some((_, operand)) = OF_AN_OPERAND.iter().find(|(start, _)| rest.starts_with(start)) else {
        return Rule::Default;
    };
    let named = llvm_spirv_mangling::parse_symbol(name).ok();
    match named.as_ref().and_then(|name| name.params.get(*operand)).is_some_and(is_signed) {
        true => Rule::Signed,
        false => Rule::Default,
    }
}

/// Returns whether a type in a name is a signed integer, a vector of signed integers, or a pointer to one of these.
fn is_signed(ty: &llvm_spirv_mangling::Type) -> bool {
    use llvm_spirv_mangling::Type as T;
    match ty {
        T::Vector(_, component) => is_signed(component),
        T::Pointer(pointer) => is_signed(&pointer.pointee),
        T::Char | T::SChar | T::Short | T::Int | T::Long | T::LongLong => true,
        _ => false,
    }
}

/// Returns whether a call reads a texel of an image whose sampled type is signed, so that the texel is signed.
fn is_signed_texel(call: Value<'_>) -> bool {
    let image = call.call_arg(0).and_then(|image| image.ty().target_name());
    let is_query = |callee: Value<'_>| callee.name().contains("ImageQuery");
    matches!(image, Some("spirv.SignedImage" | "spirv.SignedSampledImage"))
        && call.ty().scalar().is_int()
        && !call.called_function().is_some_and(is_query)
}

// --- SPIR-V to LLVM ---

/// Notes the type of a result, and attaches its note if the rule gives another type.
pub fn reverse<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some((id, ty)) = inst.result_id().zip(inst.result_type()) else { return Ok(()) };
    let Some(value) = r.find_value(id).filter(|value| value.is_instruction() && !value.ty().is_void()) else {
        return Ok(());
    };
    r.shaders.value_types.entry(value).or_insert(ty);
    super::flags::reverse(r, inst, value)?;
    if value.ty().float_width() > 0 || value.ty().scalar().is_int_of(1) {
        return Ok(());
    }
    let note = notes::of(r, ty)?;
    if value.opcode() == Some(Opcode::Alloca) {
        return variable(r, inst, value);
    }
    if predicted(r, value, &note)? != note {
        value.set_metadata(notes::NAME, notes::write(r.context, &note)?)?;
    }
    Ok(())
}

/// Attaches the note of a variable of a function.
fn variable<'m>(r: &Reverse<'m>, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
    let pointee = r.pointee(inst.result_type().unwrap_or_default())?;
    let note = notes::of(r, pointee)?;
    if note != notes::by_default(r.module.layout(), r.ty(pointee)?, false)? {
        value.set_metadata(notes::NAME, notes::write(r.context, &note)?)?;
    }
    Ok(())
}

/// Returns the note that the way to SPIR-V would give the value.
fn predicted<'m>(r: &Reverse<'m>, value: Value<'m>, actual: &Note<'m>) -> Result<Note<'m>> {
    let of_value = |of: &Value<'m>| r.shaders.value_types.get(of).map(|ty| notes::of(r, *ty)).transpose();
    let by_default = || notes::by_default(r.module.layout(), value.ty(), false);
    match rule(value) {
        // A step over a pointer's own stride has the type of its base.
        Rule::Known => Ok(match actual {
            Note::Pointer { pointee, stride: 1.., note } if value.opcode() == Some(Opcode::GetElementPtr) => {
                Note::Pointer { pointee: *pointee, stride: 0, note: note.clone() }
            }
            actual => actual.clone(),
        }),
        Rule::Signed => Ok(Note::Signed),
        Rule::SignOf(of) | Rule::SameAs(of) | Rule::TypeOf(of) => of_value(&of)?.map_or_else(by_default, Ok),
        Rule::PartOf(of) => match r.shaders.value_types.get(&of) {
            Some(ty) => match part_of(r, *ty, of, value)? {
                Some(part) => notes::of(r, part),
                None => by_default(),
            },
            None => by_default(),
        },
        Rule::Default => by_default(),
    }
}

/// Returns the SPIR-V type of the part that an `extractvalue` selects.
fn part_of<'m>(r: &Reverse<'m>, ty: Id, of: Value<'m>, extract: Value<'m>) -> Result<Option<Id>> {
    let (mut ty, mut llvm) = (ty, of.ty());
    let mut indices = extract.indices().into_iter();
    while let Some(index) = indices.next() {
        let Some(definition) = r.spv.definition(ty) else { return Ok(None) };
        let next = match definition.opcode() {
            Op::TypeStruct => {
                let form = r.shaders.structs.get(&ty);
                let member = form.and_then(|form| form.elements.iter().position(|element| *element == index));
                member.and_then(|member| definition.in_operands().get(member)).copied()
            }
            Op::TypeMatrix => {
                llvm = llvm.field(0).unwrap_or(llvm);
                indices.next().and(Some(definition.operand(0)?))
            }
            Op::TypeArray => Some(definition.operand(0)?),
            _ => None,
        };
        let Some(next) = next else { return Ok(None) };
        llvm = llvm.field(index).or_else(|| llvm.element()).unwrap_or(llvm);
        if notes::is_padded(llvm) {
            indices.next();
            llvm = llvm.field(0).unwrap_or(llvm);
        }
        ty = next;
    }
    Ok(Some(ty))
}

// --- LLVM to SPIR-V ---

/// Returns the type of the result of an instruction, if it differs from the type `ty` derived from LLVM's type alone.
pub fn result_type<'m>(f: &mut Forward<'m>, inst: Value<'m>, ty: SpirvId) -> Result<Option<SpirvId>> {
    if inst.ty().is_void() || !inst.is_instruction() {
        return Ok(None);
    }
    let type_of = |f: &Forward<'m>, of: Value<'m>| f.body.values.get(&of).map(|operand| operand.ty);
    let rule = rule(inst);
    if let Rule::SameAs(of) = rule
        && let Some(ty) = type_of(f, of)
    {
        return Ok(Some(ty));
    }
    if let Some(note) = note_of(inst)? {
        return types::noted(f, inst.ty(), &note).map(Some);
    }
    match rule {
        Rule::Signed if inst.ty().scalar().is_int() => types::with_sign(f, inst.ty(), true).map(Some),
        Rule::SignOf(of) if let Some(name) = type_of(f, of).and_then(|ty| f.shaders.encoded.get(&ty).copied()) => {
            types::noted(f, inst.ty(), &Note::Encoded(name)).map(Some)
        }
        Rule::SignOf(of) if inst.ty().scalar().is_int() => match is_signed_value(f, of)? {
            Some(is_signed) => types::with_sign(f, inst.ty(), is_signed).map(Some),
            None => Ok(None),
        },
        Rule::PartOf(of) => Ok(type_of(f, of).and_then(|ty| forward_part(f, ty, of, inst))),
        Rule::TypeOf(of) => Ok(type_of(f, of)),
        Rule::SignOf(_) => Ok(None),
        Rule::SameAs(_) | Rule::Default | Rule::Known | Rule::Signed => Ok(Some(ty)),
    }
}

/// Returns whether a value has signed integers, by its translation or else by its note, since specialization constants
/// are translated at their first use. `None` if neither exists.
fn is_signed_value<'m>(f: &Forward<'m>, value: Value<'m>) -> Result<Option<bool>> {
    if let Some(operand) = f.body.values.get(&value) {
        return Ok(Some(f.shaders.signed.contains(&operand.ty)));
    }
    let note = if value.is_instruction() { note_of(value)? } else { None };
    Ok(note.map(|note| note.is_signed()))
}

/// Returns the note that is attached to an instruction.
pub fn note_of<'m>(inst: Value<'m>) -> Result<Option<Note<'m>>> {
    let node = inst.has_metadata().then(|| inst.metadata(notes::NAME)).flatten();
    node.map(notes::read).transpose()
}

/// Returns the type of a pointer by its note.
pub fn pointer_type<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Option<SpirvId>> {
    if !value.is_instruction() {
        return Ok(None);
    }
    if let Some(note) = note_of(value)? {
        return types::noted(f, value.ty(), &note).map(Some);
    }
    Ok(match rule(value) {
        Rule::SignOf(of) | Rule::SameAs(of) => f.body.values.get(&of).map(|operand| operand.ty),
        _ => None,
    })
}

fn forward_part<'m>(f: &Forward<'m>, ty: SpirvId, of: Value<'m>, extract: Value<'m>) -> Option<SpirvId> {
    let members = path(f, ty, of.ty(), &extract.indices())?;
    members.into_iter().try_fold(ty, |ty, member| chains::part(f, ty, Some(member.into())).ok())
}

/// Returns SPIR-V's indices for those of LLVM into a composite.
pub fn path(f: &Forward<'_>, ty: SpirvId, llvm: crate::llvm::Type<'_>, indices: &[u32]) -> Option<Vec<u32>> {
    let (mut ty, mut llvm, mut members) = (ty, llvm, Vec::with_capacity(indices.len()));
    let mut indices = indices.iter().copied();
    while let Some(index) = indices.next() {
        let (member, inner) = match f.shaders.shapes.get(&ty)? {
            Shape::Struct(_, elements) => (elements.get(index as usize).copied()??, llvm.field(index)?),
            Shape::Matrix(..) => (indices.next()?, llvm.field(0)?.element()?),
            Shape::Array(_) => (index, llvm.element()?),
            Shape::Vector(..) => return None,
        };
        members.push(member);
        llvm = inner;
        if notes::is_padded(llvm) {
            indices.next()?;
            llvm = llvm.field(0)?;
        }
        ty = chains::part(f, ty, Some(member.into())).ok()?;
    }
    Some(members)
}

/// Notes, before an instruction is translated, whether its constants are signed: like its first operand of integers
/// that is not constant, or else like its result.
pub fn prepare<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    f.shaders.takes_integers = !f.shaders.encoded.is_empty() && computes_integers(inst);
    // The number of a component is of another type than the components.
    let counted = match inst.opcode() {
        Some(Opcode::ExtractElement) => 1,
        Some(Opcode::InsertElement) => 2,
        _ => usize::MAX,
    };
    let is_integer = |ty: crate::llvm::Type<'_>| ty.is_int() && !ty.is_int_of(1);
    let mut of_integers = inst.operands().take(counted).filter(|operand| is_integer(operand.ty().scalar()));
    let first = of_integers.find_map(|operand| is_signed_value(f, operand).transpose()).transpose()?;
    f.shaders.has_signed_constants = match first {
        Some(is_signed) => is_signed,
        None => inst.opcode() == Some(Opcode::GetElementPtr) || note_of(inst)? == Some(Note::Signed),
    };
    Ok(())
}

/// Returns whether an instruction computes with integers, rather than to move them.
fn computes_integers(inst: Value<'_>) -> bool {
    use Opcode::*;
    let is_arithmetic = |opcode| {
        matches!(opcode, Add | Sub | Mul | UDiv | SDiv | URem | SRem)
            || matches!(opcode, Shl | LShr | AShr | And | Or | Xor | ICmp | Switch)
            || matches!(opcode, ZExt | SExt | Trunc | UiToFp | SiToFp)
    };
    inst.opcode().is_some_and(is_arithmetic)
}
