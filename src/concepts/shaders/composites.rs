//! Composites in shaders: structures with padding, matrices, and vectors made of vectors (SPIR-V 3.42.12).
//!
//! In LLVM IR: `extractvalue`, `insertvalue` and the like. If one SPIR-V instruction becomes several LLVM instructions,
//! all but the last have the mark `!spirv.Part`; on the way forward these are merged with the last one again. A member
//! whose memory differs from its value (a matrix with a stride or order of its own) is read and written by
//! `__spirv_CompositeExtract` and so on.

use super::{components, constants, rows_of_matrices, values, vectors};
use crate::binary::{Id, Instruction, Op};
use crate::concepts::base::values::{child, operand, operand_as};
use crate::concepts::builtins::generic;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::llvm::{Opcode, Type, Value};
use crate::state::slots::shaders::Shape;
use crate::state::{Forward, Lower, Operand, Reverse, lower};
use llvm_spirv_mangling::Name;
use rustc_hash::FxHashMap;

/// The metadata kind of the mark.
pub const PART: &str = "spirv.Part";

/// The name of the function for `OpCopyLogical`.
const COPY: &str = "__spirv_CopyLogical";

// --- SPIR-V to LLVM ---

/// Marks an instruction as a part of a later one.
pub fn part<'m>(r: &Reverse<'m>, value: Value<'m>) -> Result<Value<'m>> {
    if value.is_instruction() {
        value.set_metadata(PART, r.context.md_node(&[]))?;
    }
    Ok(value)
}

/// The indices of LLVM for a path of SPIR-V into a composite: those into aggregates, and one into a vector.
pub struct Path {
    pub indices: Vec<u32>,
    pub component: Option<u32>,
}

/// Returns the path; `None` if it leads into a member whose memory differs from its value.
pub fn path<'m>(r: &Reverse<'m>, inst: Instruction<'m>, mut ty: Id, literals: &[u32]) -> Result<Option<Path>> {
    let mut path = Path { indices: Vec::with_capacity(literals.len()), component: None };
    for literal in literals {
        let no_part = || inst.error(format!("%{ty} has no part at {literals:?}"));
        let definition = r.spv.definition(ty).ok_or_else(no_part)?;
        let count = r.ty(ty)?;
        match definition.opcode() {
            Op::TypeStruct => {
                let form = r.shaders.structs.get(&ty).ok_or_else(no_part)?;
                let member = *literal as usize;
                let place = form.elements.get(member).zip(form.types.get(member)).ok_or_else(no_part)?;
                path.indices.push(*place.0);
                ty = *definition.in_operands().get(member).ok_or_else(no_part)?;
                if r.ty(ty)? != *place.1 || form.is_cut.get(member) == Some(&true) {
                    return Ok(None);
                }
            }
            Op::TypeArray | Op::TypeRuntimeArray if u64::from(*literal) < count.count() => {
                path.indices.push(*literal);
                if count.element().is_some_and(notes::is_padded) {
                    path.indices.push(0);
                }
                ty = definition.operand(0)?;
            }
            Op::TypeMatrix if *literal < definition.operand(1)? => {
                path.indices.extend([0, *literal]);
                ty = definition.operand(0)?;
            }
            Op::TypeVector if path.component.is_none() && *literal < definition.operand(1)? => {
                path.component = Some(*literal);
                ty = definition.operand(0)?;
            }
            _ => return Err(no_part()),
        }
    }
    Ok(Some(path))
}

fn lane<'m>(r: &Reverse<'m>, index: u32) -> Result<Value<'m>> {
    r.context.const_int(r.context.int_type(32)?, index.into())
}

/// `OpCompositeExtract`.
pub fn reverse_extract<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let mut value = r.operand(inst, 0)?;
    let literals = inst.in_operands().get(1..).unwrap_or_default();
    let Some(path) = path(r, inst, r.type_of(inst.operand(0)?)?, literals)? else { return generic::reverse(r, inst) };
    if !path.indices.is_empty() {
        value = r.builder.extract_value(value, &path.indices)?;
    }
    if let Some(component) = path.component {
        if !path.indices.is_empty() {
            part(r, value)?;
        }
        value = r.builder.extract_element(value, lane(r, component)?)?;
    }
    if literals.is_empty() { r.alias(inst, value).map(drop) } else { r.define(inst, value) }
}

/// `OpCompositeInsert`.
pub fn reverse_insert<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (mut object, into) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let literals = inst.in_operands().get(2..).unwrap_or_default();
    let Some(path) = path(r, inst, r.type_of(inst.operand(1)?)?, literals)? else { return generic::reverse(r, inst) };
    if let Some(component) = path.component {
        let vector = match path.indices.is_empty() {
            true => into,
            false => part(r, r.builder.extract_value(into, &path.indices)?)?,
        };
        object = r.builder.insert_element(vector, object, lane(r, component)?)?;
    }
    if path.indices.is_empty() {
        return if literals.is_empty() { r.alias(inst, object).map(drop) } else { r.define(inst, object) };
    }
    if path.component.is_some() {
        part(r, object)?;
    }
    let value = r.builder.insert_value(into, object, &path.indices)?;
    r.define(inst, value)
}

/// `OpCompositeConstruct`.
pub fn reverse_construct<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let ty = r.result_ty(inst)?;
    let parts = inst.in_operands().iter().map(|part| r.value(*part)).collect::<Result<Vec<_>>>()?;
    let steps = match ty.is_vector() {
        true => vector(r, inst, ty, &parts)?,
        false => {
            let id = inst.result_type().unwrap_or_default();
            let Some(steps) = aggregate(r, inst, id, ty, &parts)? else { return generic::reverse(r, inst) };
            steps
        }
    };
    let Some((last, before)) = steps.split_last() else { return generic::reverse(r, inst) };
    for value in before {
        part(r, *value)?;
    }
    if last.is_instruction() { r.define(inst, *last) } else { r.alias(inst, *last).map(drop) }
}

fn aggregate<'m>(
    r: &Reverse<'m>,
    inst: Instruction<'m>,
    id: Id,
    ty: Type<'m>,
    parts: &[Value<'m>],
) -> Result<Option<Vec<Value<'m>>>> {
    // All paths come first: a member that has none is to leave no insertions behind.
    let paths = (0..).zip(parts).map(|(index, _)| path(r, inst, id, &[index])).collect::<Result<Option<Vec<_>>>>()?;
    let Some(paths) = paths else { return Ok(None) };
    let mut steps = Vec::with_capacity(parts.len());
    let mut value = r.context.poison(ty)?;
    for (path, part) in paths.iter().zip(parts) {
        value = r.builder.insert_value(value, *part, &path.indices)?;
        steps.push(value);
    }
    Ok(Some(steps))
}

/// Emits a vector of components and of vectors, whose components are inserted together; returns the instructions.
fn vector<'m>(r: &Reverse<'m>, inst: Instruction<'m>, ty: Type<'m>, parts: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
    let length = ty.count() as usize;
    let (mut steps, mut value, mut filled) = (Vec::new(), r.context.poison(ty)?, 0usize);
    for part in parts {
        let count = if part.ty().is_vector() { part.ty().count() as usize } else { 1 };
        if filled + count > length {
            return Err(inst.error(format!("more components than {ty} has")));
        }
        if !part.ty().is_vector() {
            value = r.builder.insert_element(value, *part, lane(r, filled as u32)?)?;
            steps.push(value);
            filled += 1;
            continue;
        }
        let mut widened = *part;
        if count != length {
            let mask: Vec<i32> = (0..length).map(|lane| if lane < count { lane as i32 } else { -1 }).collect();
            widened = r.builder.shuffle_vector(*part, r.context.poison(part.ty())?, &mask)?;
            steps.push(widened);
        }
        let lane_of = |lane: usize| match lane {
            lane if lane < filled => lane as i32,
            lane if lane < filled + count => (length + lane - filled) as i32,
            _ => -1,
        };
        value = r.builder.shuffle_vector(value, widened, &(0..length).map(lane_of).collect::<Vec<_>>())?;
        steps.push(value);
        filled += count;
    }
    if filled != length {
        return Err(inst.error(format!("{filled} components for {ty}")));
    }
    Ok(steps)
}

/// Translates `OpVectorShuffle`. LLVM requires two vectors of one type, so that a shorter one is lengthened first.
pub fn reverse_shuffle<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let (a, b) = (r.operand(inst, 0)?, r.operand(inst, 1)?);
    let (left, right) = (a.ty().count() as u32, b.ty().count() as u32);
    let length = left.max(right);
    let lane = |lane: &u32| match *lane {
        u32::MAX => Ok(-1),
        lane if lane < left => Ok(lane as i32),
        lane if lane - left < right => Ok((lane - left + length) as i32),
        lane => Err(inst.error(format!("no component {lane} in two vectors of {left} and {right}"))),
    };
    let mask = inst.in_operands().get(2..).unwrap_or_default().iter().map(lane).collect::<Result<Vec<_>>>()?;
    let (a, b) = (lengthened(r, a, length)?, lengthened(r, b, length)?);
    let value = r.builder.shuffle_vector(a, b, &mask)?;
    if value.is_instruction() { r.define(inst, value) } else { r.alias(inst, value).map(drop) }
}

fn lengthened<'m>(r: &Reverse<'m>, vector: Value<'m>, length: u32) -> Result<Value<'m>> {
    let count = vector.ty().count() as u32;
    if count == length {
        return Ok(vector);
    }
    let mask: Vec<_> = (0..length).map(|lane| if lane < count { lane as i32 } else { -1 }).collect();
    part(r, r.builder.shuffle_vector(vector, r.context.poison(vector.ty())?, &mask)?)
}

// --- LLVM to SPIR-V ---

/// Returns whether an instruction is a part of its only user.
pub fn is_part(value: Value<'_>) -> bool {
    let is_marked = value.is_instruction() && value.has_metadata() && value.metadata(PART).is_some();
    is_marked && {
        let mut uses = value.uses();
        uses.next().is_some_and(completes) && uses.next().is_none()
    }
}

fn completes(user: Value<'_>) -> bool {
    use Opcode::*;
    let opcode = user.opcode();
    matches!(opcode, Some(ExtractElement | InsertElement | InsertValue | ShuffleVector))
}

/// Translates the instructions on composites; returns whether it was one.
pub fn forward<'m>(f: &mut Forward<'m>, inst: Value<'m>, opcode: Opcode) -> Result<bool> {
    use Opcode::*;
    if !matches!(opcode, ExtractElement | InsertElement | InsertValue | ExtractValue | ShuffleVector)
        || f.body.members.contains_key(&child(inst, 0)?)
    {
        return Ok(false);
    }
    if is_part(inst) {
        return Ok(true);
    }
    let done = match opcode {
        ExtractElement => components::extract(f, inst)? || extract_component(f, inst)?,
        ExtractValue => extract(f, inst, &[])?,
        InsertElement | ShuffleVector => {
            vectors::construct(f, inst)? || opcode == ShuffleVector && vectors::shuffle(f, inst)?
        }
        _ => construct_aggregate(f, inst)? || insert(f, inst)?,
    };
    if !done {
        complete(f, inst)?;
        values::prepare(f, inst)?;
        if opcode == InsertElement {
            return components::insert(f, inst).map(|()| true);
        }
    }
    Ok(done)
}

/// Translates the operands of an instruction that are marked as parts, but not of this instruction.
fn complete<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    inst.operands().try_for_each(|operand| complete_part(f, operand))
}

/// Translates a part that its user does not complete, after its own parts.
fn complete_part<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let is_open = |f: &Forward<'m>, value: &Value<'m>| is_part(*value) && !f.body.values.contains_key(value);
    let (mut at, mut order) = (0, Vec::from_iter(Some(inst).filter(|inst| is_open(f, inst))));
    while let Some(value) = order.get(at).copied() {
        order.extend(value.operands().filter(|operand| is_open(f, operand)));
        at += 1;
    }
    order.into_iter().rev().try_for_each(|value| plain(f, value))
}

/// Returns an operand of a composite. A part that its user does not complete is translated by itself.
pub fn constituent<'m>(f: &mut Forward<'m>, value: Value<'m>) -> Result<Operand> {
    if is_part(value) && !f.body.values.contains_key(&value) {
        complete(f, value)?;
        plain(f, value)?;
    }
    operand(f, value)
}

/// Returns an operand of a composite as a value of a type.
pub fn constituent_as<'m>(f: &mut Forward<'m>, value: Value<'m>, ty: Id) -> Result<Operand> {
    if is_part(value) {
        constituent(f, value)?;
    }
    operand_as(f, value, ty)
}

/// A part by itself.
fn plain<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    use crate::concepts::instructions::composites as core;
    let has_signed_constants = f.shaders.has_signed_constants;
    values::prepare(f, inst)?;
    match inst.opcode() {
        Some(Opcode::ExtractValue) => extract(f, inst, &[]).map(drop),
        Some(Opcode::InsertValue) => insert(f, inst).map(drop),
        Some(Opcode::InsertElement) => components::insert(f, inst),
        Some(Opcode::ShuffleVector) => core::forward_shuffle(f, inst),
        _ => core::forward_extract_element(f, inst),
    }?;
    f.shaders.has_signed_constants = has_signed_constants;
    Ok(())
}

/// Translates `extractelement` merged with the `extractvalue` that is a part of it; returns whether it did.
fn extract_component<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let (vector, index) = (child(inst, 0)?, child(inst, 1)?);
    let component = index.int_value().filter(|index| *index < vector.ty().count());
    match component.filter(|_| is_part(vector) && vector.is_op(Opcode::ExtractValue)) {
        Some(component) => extract_from(f, inst, vector, &[component as u32]),
        None => Ok(false),
    }
}

fn extract<'m>(f: &mut Forward<'m>, inst: Value<'m>, rest: &[u32]) -> Result<bool> {
    extract_from(f, inst, inst, rest)
}

/// Defines `inst` as the part that an `extractvalue` and further literals select.
fn extract_from<'m>(f: &mut Forward<'m>, inst: Value<'m>, extract: Value<'m>, rest: &[u32]) -> Result<bool> {
    let whole = child(extract, 0)?;
    let from = whole_of(f, inst, whole)?;
    if rest.is_empty() && rows_of_matrices::extract(f, inst, extract, from)? {
        return Ok(true);
    }
    let no_member = || Error::of(Code::Instruction, format!("{} selects no member", extract.print()));
    let path = values::path(f, from.ty, whole.ty(), &extract.indices()).ok_or_else(no_member)?;
    let mut ty = from.ty;
    for literal in path.iter().chain(rest) {
        ty = super::chains::part(f, ty, Some((*literal).into()))?;
    }
    let operands: Vec<u32> = std::iter::once(from.id).chain(path).chain(rest.iter().copied()).collect();
    f.define(inst, Op::CompositeExtract, ty, &operands)?;
    Ok(true)
}

/// Returns the composite from which a part is extracted. The integers of a constant get the sign of the part, as far as
/// its own type has none.
pub fn whole_of<'m>(f: &mut Forward<'m>, part: Value<'m>, whole: Value<'m>) -> Result<Operand> {
    if !whole.is_constant() {
        return constituent(f, whole);
    }
    let mut innermost = whole.ty();
    while let Some(element) = innermost.element().filter(|_| innermost.is_array()) {
        innermost = element;
    }
    let is_signed = values::note_of(part)?.is_some_and(|note| note.is_signed());
    if !is_signed || !innermost.scalar().is_int() {
        return operand(f, whole);
    }
    let note = notes::by_default(f.module.layout(), whole.ty(), false)?.signed();
    let ty = super::types::noted(f, whole.ty(), &note)?;
    operand_as(f, whole, ty)
}

/// Translates `insertvalue`, merged with the instructions on a vector that are parts of it.
fn insert<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    let (whole, mut object) = (child(inst, 0)?, child(inst, 1)?);
    let mut component = None;
    if is_part(object) && object.is_op(Opcode::InsertElement) {
        let vector = child(object, 0)?;
        let is_same = vector.is_op(Opcode::ExtractValue)
            && child(vector, 0)? == whole
            && vector.indices() == inst.indices()
            && is_part(vector);
        let index = child(object, 2)?.int_value().filter(|_| is_same);
        if let Some(index) = index {
            component = Some(index as u32);
            object = child(object, 1)?;
        }
    }
    [whole, object].into_iter().try_for_each(|part| complete_part(f, part))?;
    let into = match whole.is_constant() {
        true => {
            let ty = type_of_result(f, inst)?;
            operand_as(f, whole, ty)?
        }
        false => operand(f, whole)?,
    };
    if component.is_none() && rows_of_matrices::insert(f, inst, into, object)? {
        return Ok(true);
    }
    let no_member = || Error::of(Code::Instruction, format!("{} selects no member", inst.print()));
    let path = values::path(f, into.ty, whole.ty(), &inst.indices()).ok_or_else(no_member)?;
    let mut ty = into.ty;
    for literal in path.iter().chain(&component) {
        ty = super::chains::part(f, ty, Some((*literal).into()))?;
    }
    let object = operand_as(f, object, ty)?;
    let operands: Vec<u32> = [object.id, into.id].into_iter().chain(path).chain(component).collect();
    f.define(inst, Op::CompositeInsert, into.ty, &operands)?;
    Ok(true)
}

/// Returns the lowering of `OpCopyLogical`. After passes it may copy a value to its own type, or to one whose integers
/// have other signs.
pub fn resolve(name: &Name) -> Option<Lower> {
    if name.base != COPY {
        return None;
    }
    lower(|f, inst, _| {
        let arg = inst.call_args().next();
        let from = arg.ok_or_else(|| Error::of(Code::BuiltinCall, format!("{COPY} without a value")))?;
        let ty = type_of_result(f, inst)?;
        let ty = f.typed(inst, ty)?;
        let from = match from.is_constant() {
            true => constituent(f, from)?,
            false => operand(f, from)?,
        };
        if from.ty == ty {
            return f.bind(inst, from);
        }
        if !constants::logically_match(f, from.ty, ty)?
            && let Some(copy) = constants::converted(f, from, ty)?
        {
            return f.bind(inst, copy);
        }
        f.define(inst, Op::CopyLogical, ty, &[from.id]).map(drop)
    })
}

/// Returns the type of a composite that is the result of an instruction.
pub fn type_of_result<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<Id> {
    match values::note_of(inst)? {
        Some(note) => super::types::noted(f, inst.ty(), &note),
        None => crate::concepts::base::types::forward(f, inst.ty()),
    }
}

/// Translates a sequence of insertions into each member to `OpCompositeConstruct` of a structure, array or matrix;
/// returns whether it did.
fn construct_aggregate<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<bool> {
    if notes::matrix_parts(inst.ty()).is_some_and(|matrix| matrix.is_row_major) {
        return Ok(false);
    }
    let ty = type_of_result(f, inst)?;
    let count = match f.shaders.shapes.get(&ty) {
        Some(Shape::Struct(members, _)) => members.len(),
        Some(Shape::Matrix(_, columns)) => *columns as usize,
        Some(Shape::Array(_)) => inst.ty().count() as usize,
        _ => return Ok(false),
    };
    // An array may have more elements than there is memory.
    let mut parts = FxHashMap::default();
    let mut at = inst;
    loop {
        let path = values::path(f, ty, at.ty(), &at.indices());
        let Some([index]) = path.as_deref() else { return Ok(false) };
        if parts.insert(*index, child(at, 1)?).is_some() {
            return Ok(false);
        }
        let base = child(at, 0)?;
        if !is_part(base) || !base.is_op(Opcode::InsertValue) {
            if !base.is_poison() {
                return Ok(false);
            }
            break;
        }
        at = base;
    }
    if parts.len() != count {
        return Ok(false);
    }
    let mut ids = Vec::with_capacity(count);
    for index in 0..count as u32 {
        let Some(part) = parts.get(&index).copied() else { return Ok(false) };
        let part_type = super::chains::part(f, ty, Some(index.into()))?;
        ids.push(constituent_as(f, part, part_type)?.id);
    }
    f.define(inst, Op::CompositeConstruct, ty, &ids)?;
    Ok(true)
}
