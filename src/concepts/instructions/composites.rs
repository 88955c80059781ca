//! Vectors and composites (SPIR-V 3.42.12 "Composite Instructions").
//!
//! In LLVM IR: `extractelement`, `insertelement`, `shufflevector`, `extractvalue`, `insertvalue`. A copy is the value
//! itself; one to another type of the same layout goes through memory.

use crate::binary::{Id, Instruction};
use crate::concepts::base::{constants, types, values};
use crate::error::Result;
use crate::llvm::{Opcode, Type, Value};
use crate::state::hooks::{any, ask};
use crate::state::{Chapter, Forward, Member, Operand, Reverse};
use ::spirv::Op;

/// The instructions that the chapter translates.
pub const CHAPTER: Chapter = Chapter {
    instructions: &[
        (&[Op::CompositeExtract], reverse_extract),
        (&[Op::CompositeInsert], reverse_insert),
        (&[Op::CompositeConstruct], reverse_construct),
        (&[Op::VectorShuffle], reverse_shuffle),
        (&[Op::VectorExtractDynamic], reverse_extract_dynamic),
        (&[Op::VectorInsertDynamic], reverse_insert_dynamic),
        (&[Op::CopyObject, Op::CopyLogical], reverse_copy),
        (&[Op::FreezeKHR], reverse_freeze),
        (&[Op::ExtractSubArrayQCOM], reverse_sub_array),
    ],
    untranslated: &[Op::ConditionalCopyObjectINTEL],
    llvm_instructions: &[
        (&[Opcode::ExtractElement], |f, inst, _| forward_extract_element(f, inst)),
        (&[Opcode::InsertElement], |f, inst, _| forward_insert_element(f, inst)),
        (&[Opcode::ShuffleVector], |f, inst, _| forward_shuffle(f, inst)),
        (&[Opcode::ExtractValue], |f, inst, _| forward_extract_value(f, inst)),
        (&[Opcode::InsertValue], |f, inst, _| forward_insert_value(f, inst)),
        (&[Opcode::Freeze], |f, inst, _| forward_freeze(f, inst)),
    ],
    ..Chapter::NONE
};

// --- LLVM to SPIR-V ---

/// Returns a constant vector index that is in bounds, as SPIR-V requires of a literal.
pub fn literal_index(vector: Value<'_>, index: Value<'_>) -> Option<u32> {
    let index = index.int_value().filter(|_| index.is_constant())?;
    (index < vector.ty().count()).then_some(index as u32)
}

/// `extractelement`.
pub fn forward_extract_element<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (vector, index) = (values::child(inst, 0)?, values::child(inst, 1)?);
    let ty = types::lane(f, vector.ty())?;
    let from = values::operand(f, vector)?.id;
    match literal_index(vector, index) {
        Some(literal) => f.define(inst, Op::CompositeExtract, ty, &[from, literal]).map(drop),
        None => {
            let index = values::index(f, index, 1)?;
            f.define(inst, Op::VectorExtractDynamic, ty, &[from, index]).map(drop)
        }
    }
}

/// `insertelement`.
pub fn forward_insert_element<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if any!(f.hooks.forward_insert_element, f, inst) {
        return Ok(());
    }
    let (vector, element, index) = (values::child(inst, 0)?, values::child(inst, 1)?, values::child(inst, 2)?);
    let ty = types::forward(f, inst.ty())?;
    let into = values::operand(f, vector)?.id;
    let object = match element.ty().is_pointer() {
        true => types::lane(f, inst.ty()).and_then(|lane| values::operand_as(f, element, lane))?.id,
        false => values::operand(f, element)?.id,
    };
    match literal_index(vector, index) {
        Some(literal) => f.define(inst, Op::CompositeInsert, ty, &[object, into, literal]).map(drop),
        None => {
            let index = values::index(f, index, 1)?;
            f.define(inst, Op::VectorInsertDynamic, ty, &[into, object, index]).map(drop)
        }
    }
}

/// Builds a vector of type `ty` by inserting one component after the other, as LLVM IR does.
pub fn forward_components<'m>(f: &mut Forward<'m>, ty: Id, components: &[Value<'m>]) -> Result<Id> {
    let mut vector = f.spv.unique_constant(Op::Undef, ty, &[])?;
    for (lane, component) in (0..).zip(components) {
        let component = values::operand(f, *component)?.id;
        vector = f.emit_value(Op::CompositeInsert, ty, &[component, vector, lane])?.id;
    }
    Ok(vector)
}

/// Emits a splat of a scalar to a vector of type `ty` with `lanes` components, in LLVM's form: `insertelement` and `shufflevector`.
pub fn forward_splat(f: &mut Forward<'_>, scalar: Id, ty: Id, lanes: u32) -> Result<Id> {
    let undefined = f.spv.unique_constant(Op::Undef, ty, &[])?;
    let first = f.emit_value(Op::CompositeInsert, ty, &[scalar, undefined, 0])?.id;
    let mut operands = vec![first, undefined];
    operands.resize(lanes as usize + 2, 0);
    Ok(f.emit_value(Op::VectorShuffle, ty, &operands)?.id)
}

/// `shufflevector`; an undefined lane of the mask is the literal 0xFFFFFFFF.
pub fn forward_shuffle<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let mut operands = vec![values::nth(f, inst, 0)?.id, values::nth(f, inst, 1)?.id];
    operands.extend(inst.shuffle_mask().into_iter().map(|lane| lane as u32));
    f.define(inst, Op::VectorShuffle, ty, &operands).map(drop)
}

/// `extractvalue`.
pub fn forward_extract_value<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if let Some(members) = f.body.members.get_mut(&values::child(inst, 0)?)
        && let Some(member) = inst.indices().first().and_then(|index| members.get_mut(*index as usize))
    {
        let Member { operand, is_named } = std::mem::replace(member, Member { is_named: true, ..*member });
        if !is_named {
            f.spv.name(operand.id, inst.name())?;
        }
        return f.bind(inst, operand);
    }
    let ty = types::forward(f, inst.ty())?;
    let mut operands = vec![values::nth(f, inst, 0)?.id];
    operands.extend_from_slice(&inst.indices());
    f.define(inst, Op::CompositeExtract, ty, &operands).map(drop)
}

/// Translates `insertvalue`; a pointer is inserted with the type that it has in memory.
pub fn forward_insert_value<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let ty = types::forward(f, inst.ty())?;
    let object = values::child(inst, 1)?;
    let object_type = types::forward(f, object.ty())?;
    let object = values::operand_as(f, object, object_type)?.id;
    let mut operands = vec![object, values::nth(f, inst, 0)?.id];
    operands.extend_from_slice(&inst.indices());
    f.define(inst, Op::CompositeInsert, ty, &operands).map(drop)
}

/// Translates `freeze` to a copy, which has one value for all its uses, even if its operand is undefined. The Khronos
/// translator drops it.
pub fn forward_freeze<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let frozen = values::child(inst, 0)?;
    let operand = values::operand(f, frozen)?;
    // Each use of an undefined value may see another one; a frozen value is the same for all.
    let has_freeze = constants::has_poison(f);
    if frozen.is_undef() && !(frozen.is_poison() && has_freeze) {
        let id = constants::zero(f, inst.ty(), operand.ty)?;
        return f.bind(inst, Operand { id, ty: operand.ty });
    }
    if frozen.is_constant() && !frozen.is_poison()
        || f.options.policy.drops_freeze && !has_freeze
        || crate::concepts::base::opaque_types::is_opaque(f, inst.ty(), operand.ty)
    {
        return f.bind(inst, operand);
    }
    let op = if has_freeze { Op::FreezeKHR } else { Op::CopyObject };
    f.define(inst, op, operand.ty, &[operand.id]).map(drop)
}

// --- SPIR-V to LLVM ---

/// Returns a component's index as an LLVM constant.
pub fn lane<'m>(r: &Reverse<'m>, index: u32) -> Result<Value<'m>> {
    r.context.const_int(r.context.int_type(32)?, index.into())
}

/// Emits a splat of `scalar` to a vector of type `ty`, in clang's form.
pub fn reverse_splat<'m>(r: &Reverse<'m>, scalar: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    let nothing = r.context.poison(ty)?;
    let zero = r.context.const_int(r.context.int_type(64)?, 0)?;
    let first = r.name_intermediate(r.builder.insert_element(nothing, scalar, zero)?, ".splatinsert");
    r.builder.shuffle_vector(first, nothing, &vec![0; ty.count() as usize])
}

/// Returns the initial value of a composite before its constituents are inserted.
fn nothing<'m>(r: &Reverse<'m>, ty: Type<'m>) -> Result<Value<'m>> {
    if r.options.policy.builds_composites_through_memory { r.context.poison(ty) } else { r.context.undef(ty) }
}

/// `OpCompositeConstruct`.
pub fn reverse_construct<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    let parts = inst.in_operands().iter().map(|part| r.value(*part)).collect::<Result<Vec<_>>>()?;
    if !ty.is_vector() {
        check_count(inst, ty, parts.len())?;
    }
    let made = ask!(r.hooks.construct, r, ty, &parts);
    let (value, is_new) = match made {
        Some(made) => made,
        None if ty.is_vector() => (construct_vector(r, inst, ty, &parts)?, !parts.is_empty()),
        None => (construct_aggregate(r, ty, &parts)?, !parts.is_empty()),
    };
    if is_new && ty.is_vector() && super::compare::is_splat(r, inst) {
        r.body.splats.push(value);
    }
    if is_new { r.define(inst, value) } else { r.alias(inst, value).map(drop) }
}

fn check_count<'m>(inst: Instruction<'m>, ty: Type<'m>, parts: usize) -> Result<()> {
    let count = if ty.is_array() { ty.count() } else { ty.field_count().into() };
    if count == parts as u64 { Ok(()) } else { Err(inst.error(format!("{parts} constituents for {ty}"))) }
}

/// Builds a structure or array by inserting one element after the other.
fn construct_aggregate<'m>(r: &Reverse<'m>, ty: Type<'m>, parts: &[Value<'m>]) -> Result<Value<'m>> {
    let mut value = nothing(r, ty)?;
    for (index, part) in (0..).zip(parts) {
        value = r.builder.insert_value(value, *part, &[index])?;
    }
    Ok(value)
}

/// Builds a vector of scalars and of the components of vectors.
fn construct_vector<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    ty: Type<'m>,
    parts: &[Value<'m>],
) -> Result<Value<'m>> {
    let mut components = Vec::with_capacity(16);
    for part in parts {
        if !part.ty().is_vector() {
            components.push(*part);
            continue;
        }
        for index in 0..part.ty().count() as u32 {
            components.push(r.builder.extract_element(*part, lane(r, index)?)?);
        }
    }
    if components.len() as u64 != ty.count() {
        return Err(inst.error(format!("{} components for {ty}", components.len())));
    }
    match components.split_first() {
        Some((first, rest)) if rest.len() > 1 && rest.iter().all(|part| part == first) => reverse_splat(r, *first, ty),
        _ => {
            let mut value = nothing(r, ty)?;
            for (index, part) in (0..).zip(components) {
                value = r.builder.insert_element(value, part, lane(r, index)?)?;
            }
            Ok(value)
        }
    }
}

/// Splits the indices into `ty`: those into structures and arrays, and a last one into a vector.
fn split_path<'m>(inst: Instruction<'m>, ty: Type<'m>, path: &'m [u32]) -> Result<(&'m [u32], Option<u32>)> {
    let mut part = Some(ty);
    for (depth, index) in path.iter().enumerate() {
        let whole = part.ok_or_else(|| inst.error(format!("{ty} has no part at {path:?}")))?;
        if whole.is_vector() {
            let (outer, inner) = path.split_at(depth);
            let fits = inner.len() == 1 && u64::from(*index) < whole.count();
            return if fits {
                Ok((outer, Some(*index)))
            } else {
                Err(inst.error(format!("{ty} has no part at {path:?}")))
            };
        }
        part = whole.field(*index).or_else(|| whole.element());
    }
    Ok((path, None))
}

/// `OpCompositeExtract`.
pub fn reverse_extract<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    if any!(r.hooks.reverse_extract, r, inst) {
        return Ok(());
    }
    let mut value = r.operand(inst, 0)?;
    let (outer, component) = split_path(inst, value.ty(), inst.in_operands().get(1..).unwrap_or_default())?;
    if outer.is_empty() && component.is_none() {
        return r.alias(inst, value).map(drop);
    }
    if !outer.is_empty() {
        value = r.builder.extract_value(value, outer)?;
    }
    if let Some(component) = component {
        value = r.builder.extract_element(value, lane(r, component)?)?;
    }
    r.define(inst, value)
}

/// `OpCompositeInsert`.
pub fn reverse_insert<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (mut object, into) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let (outer, component) = split_path(inst, into.ty(), inst.in_operands().get(2..).unwrap_or_default())?;
    if let Some(component) = component {
        let vector = if outer.is_empty() { into } else { r.builder.extract_value(into, outer)? };
        object = r.builder.insert_element(vector, object, lane(r, component)?)?;
    }
    match outer.is_empty() {
        false => object = r.builder.insert_value(into, object, outer)?,
        true if component.is_none() => return r.alias(inst, object).map(drop),
        true => {}
    }
    r.define(inst, object)
}

/// Translates `OpVectorShuffle`. LLVM requires two vectors of one type, so that a shorter one is lengthened first.
pub fn reverse_shuffle<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let (left, right) = (a.ty().count() as u32, b.ty().count() as u32);
    let length = left.max(right);
    let mut mask = Vec::with_capacity(16);
    for lane in inst.in_operands().get(2..).unwrap_or_default() {
        mask.push(match *lane {
            u32::MAX => -1,
            lane if lane < left => lane as i32,
            lane if lane - left < right => (lane - left + length) as i32,
            lane => return Err(inst.error(format!("no component {lane} in two vectors of {left} and {right}"))),
        });
    }
    let (a, b) = (lengthened(r, a, length)?, lengthened(r, b, length)?);
    let value = r.builder.shuffle_vector(a, b, &mask)?;
    r.define(inst, value)
}

fn lengthened<'m>(r: &Reverse<'m>, vector: Value<'m>, length: u32) -> Result<Value<'m>> {
    let count = vector.ty().count() as u32;
    if count == length || count == 0 {
        return Ok(vector);
    }
    let mask: Vec<_> = (0..length).map(|lane| if lane < count { lane as i32 } else { -1 }).collect();
    r.builder.shuffle_vector(vector, r.context.poison(vector.ty())?, &mask)
}

/// `OpVectorExtractDynamic`.
pub fn reverse_extract_dynamic<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.extract_element(r.operand(inst, 0)?, r.operand(inst, 1)?)?;
    r.define(inst, value)
}

/// `OpVectorInsertDynamic`.
pub fn reverse_insert_dynamic<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.insert_element(r.operand(inst, 0)?, r.operand(inst, 1)?, r.operand(inst, 2)?)?;
    r.define(inst, value)
}

/// Translates `OpExtractSubArrayQCOM` (`SPV_QCOM_cooperative_matrix_conversion`): the elements from an index on, through memory.
fn reverse_sub_array<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (array, first) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let memory = super::memory::scratch_variable(r, array.ty(), None)?;
    r.builder.store(array, memory)?;
    let zero = r.context.const_null(first.ty())?;
    let place = r.builder.gep(array.ty(), memory, &[zero, first], true)?;
    let value = r.builder.load(r.result_ty(inst)?, place)?;
    r.define(inst, value)
}

/// `OpFreezeKHR`.
pub fn reverse_freeze<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let value = r.builder.freeze(r.operand(inst, 0)?)?;
    r.define(inst, value)
}

/// Translates `OpCopyObject`, and `OpCopyLogical` to a type that differs at most in decorations. The copy of an
/// instruction is a `freeze`: SPIR-V has one value for all uses, but LLVM's poison has not.
pub fn reverse_copy<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (value, ty) = (r.operand(inst, 0)?, r.result_ty(inst)?);
    if value.ty() == ty && !r.options.policy.copies_without_freeze {
        let scalar = ty.scalar();
        if (scalar.is_int() || scalar.is_float() || ty.is_struct() || ty.is_array()) && !value.is_constant()
            || scalar.is_pointer() && value.is_instruction()
        {
            return reverse_freeze(r, inst);
        }
        return r.alias(inst, value).map(drop);
    }
    let size = |ty| r.module.layout().abi_size(ty);
    if size(value.ty()) != size(ty) {
        let copy = copied(r, inst, value, ty, MAX_COPIED_DEPTH)?;
        return r.define(inst, copy);
    }
    let place = r.builder.alloca(value.ty(), None)?;
    r.builder.store(value, place)?.set_alignment(place.alignment())?;
    let copy = r.builder.load(ty, place)?;
    copy.set_alignment(place.alignment())?;
    r.define(inst, copy)
}

/// The limits on the nesting of types that are copied element by element, and on their number of elements.
const MAX_COPIED_DEPTH: u32 = 64;
const MOST_COPIED: u64 = 1024;

/// Returns a composite converted to a type of another layout, element by element.
fn copied<'m>(r: &Reverse<'m>, inst: Instruction<'m>, from: Value<'m>, ty: Type<'m>, depth: u32) -> Result<Value<'m>> {
    if from.ty() == ty {
        return Ok(from);
    }
    let count = |ty: Type<'_>| if ty.is_array() { ty.count() } else { ty.field_count().into() };
    let part = |ty: Type<'m>, index: u32| if ty.is_array() { ty.element() } else { ty.field(index) };
    let (parts, is_alike) = (count(ty), from.ty().is_array() == ty.is_array() && count(from.ty()) == count(ty));
    let depth = depth.checked_sub(1).filter(|_| is_alike && (1..=MOST_COPIED).contains(&parts));
    let Some(depth) = depth else {
        return Err(inst.unsupported(format!("{} from {} to {ty}, whose layout is another", inst.name(), from.ty())));
    };
    let mut copy = r.context.poison(ty)?;
    for index in 0..parts as u32 {
        let wanted = part(ty, index).ok_or_else(|| inst.error("a composite without a part"))?;
        let value = copied(r, inst, r.builder.extract_value(from, &[index])?, wanted, depth)?;
        copy = r.builder.insert_value(copy, value, &[index])?;
    }
    Ok(copy)
}
