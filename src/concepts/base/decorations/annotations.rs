//! Annotations of front ends (S3-85 to S3-100), to SPIR-V.
//!
//! In: `llvm.ptr.annotation`, `llvm.var.annotation` and `llvm.global.annotations` with their strings. Out: decorations
//! of the variable or pointer, or of the member that the pointer points to. Annotations are hints: decorations whose
//! extension is not allowed are dropped, and a text without a known decoration is a `UserSemantic`, as in the Khronos
//! translator. The way back is `!spirv.Decorations`.

use super::super::{types, values};
use super::forward;
use crate::binary::builder::Id;
use crate::binary::grammar::Kind;
use crate::error::Result;
use crate::llvm::{Linkage, Type, Value};
use crate::state::hooks::{any, ask};
use crate::state::{Forward, Role, RoleOf, availability};
use llvm_spirv_metadata::annotations::{USER_SEMANTIC, with_arguments};
use llvm_spirv_metadata::{Annotation, Decoration};

/// `llvm.var.annotation`.
pub fn variable<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    let (Some(pointer), Some(text)) = (inst.call_arg(0), text(inst.call_arg(1), inst.call_arg(4))) else {
        return Ok(());
    };
    let id = values::operand(f, pointer)?.id;
    decorations(f, &text).iter().try_for_each(|decoration| forward::decorate(f, id, decoration))
}

/// Translates `llvm.ptr.annotation`, whose result is its first argument.
pub fn pointer<'m>(f: &mut Forward<'m>, inst: Value<'m>) -> Result<()> {
    if any!(f.hooks.forward_annotation, f, inst) {
        return Ok(());
    }
    let pointer = values::child(inst, 0)?;
    let operand = values::operand(f, pointer)?;
    let (operand, result) = ask!(f.hooks.annotated, f, inst, operand).unwrap_or((operand, operand));
    f.bind(inst, result)?;
    let Some(text) = text(inst.call_arg(1), inst.call_arg(4)) else { return Ok(()) };
    // The Khronos translator decorates the pointer, whose decorations come back.
    let member = if f.options.policy.decorates_annotated_pointers { None } else { member(f, pointer)? };
    for decoration in decorations(f, &text) {
        match member {
            Some((id, member)) => forward::decorate_member(f, id, member, &decoration)?,
            None => forward::decorate(f, operand.id, &decoration)?,
        }
    }
    Ok(())
}

/// Translates `llvm.global.annotations` of variables and functions in the module.
pub fn globals(f: &mut Forward<'_>) -> Result<()> {
    let Some(all) = f.module.global("llvm.global.annotations").and_then(Value::initializer) else { return Ok(()) };
    for index in 0..u32::try_from(all.ty().count()).unwrap_or(0) {
        let Some(entry) = all.aggregate_element(index) else { continue };
        let (Some(target), Some(text)) =
            (entry.aggregate_element(0), text(entry.aggregate_element(1), entry.aggregate_element(4)))
        else {
            continue;
        };
        let Some(id) = known(f, origin(target)) else { continue };
        decorations(f, &text).iter().try_for_each(|decoration| forward::decorate(f, id, decoration))?;
    }
    Ok(())
}

fn known<'m>(f: &Forward<'m>, target: Value<'m>) -> Option<Id> {
    let global = f.globals.get(&target).map(|operand| operand.id);
    global.or_else(|| f.functions.get(&target).map(|signature| signature.id))
}

/// Returns the decorations in a text whose extensions are allowed, else the text as a `UserSemantic`.
fn decorations(f: &mut Forward<'_>, text: &str) -> Vec<Decoration> {
    let mut list = Annotation::read(text).decorations;
    list.retain(|decoration| availability::is_allowed(f, Kind::Decoration, decoration.kind));
    if !list.is_empty() {
        return list;
    }
    match availability::is_allowed(f, Kind::Decoration, USER_SEMANTIC) {
        true => vec![Decoration::new(USER_SEMANTIC, [text.into()])],
        false => {
            f.warn("an annotation is dropped: UserSemantic needs SPIR-V 1.4");
            Vec::new()
        }
    }
}

/// Returns the structure type and the index of the member that a pointer points to.
fn member<'m>(f: &mut Forward<'m>, pointer: Value<'m>) -> Result<Option<(Id, u32)>> {
    let Some((parent, member)) = selected_member(pointer) else { return Ok(None) };
    Ok(Some((types::pointee(f, parent)?, member)))
}

fn selected_member<'m>(pointer: Value<'m>) -> Option<(Type<'m>, u32)> {
    let source = pointer.is_gep().then(|| pointer.gep_source_type()).flatten()?;
    let indices: Vec<_> = pointer.operands().skip(2).collect();
    let (last, before) = indices.split_last()?;
    let step = |ty: Type<'m>, index: &Value<'m>| match ty.field_count() {
        0 => ty.element(),
        _ => ty.field(u32::try_from(index.int_value()?).ok()?),
    };
    let parent = before.iter().try_fold(source, step)?;
    let member = u32::try_from(last.int_value()?).ok()?;
    (parent.is_struct() && member < parent.field_count()).then_some((parent, member))
}

/// Returns whether a global is a local constant that only annotations use.
pub fn is_text(global: Value<'_>, role: RoleOf) -> bool {
    use Role::{Annotation, PointerAnnotation, VariableAnnotation};
    let annotates = |user| matches!(role(user), Some(Annotation | PointerAnnotation | VariableAnnotation));
    let is_local = matches!(global.linkage(), Linkage::Private | Linkage::Internal);
    is_local && global.is_global_constant() && global.is_used() && global.uses().all(annotates)
}

/// Returns whether the text of a call of an annotation intrinsic is exactly `wanted`.
pub fn has_text(inst: Value<'_>, wanted: &str) -> bool {
    text(inst.call_arg(1), None).is_some_and(|text| text == wanted)
}

/// The text of an annotation, with its arguments if it has any.
fn text(text: Option<Value<'_>>, arguments: Option<Value<'_>>) -> Option<String> {
    let bytes = origin(text?).initializer()?.data_bytes()?;
    let bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    let text = String::from_utf8_lossy(bytes);
    let list = arguments.map(origin).filter(|value| value.is_global_variable()).and_then(Value::initializer);
    let count = list.map_or(0, |list| list.ty().field_count());
    // A boolean that is true is 1.
    let number =
        |value: Value<'_>| if value.ty().is_int_of(1) { Some(value.int_value()? as i64) } else { value.int_signed() };
    let numbers: Vec<i64> = (0..count).filter_map(|index| number(list?.aggregate_element(index)?)).collect();
    Some(with_arguments(&text, &numbers))
}

/// Returns the origin of a constant pointer, casts removed.
fn origin(mut pointer: Value<'_>) -> Value<'_> {
    while let Some(inner) = pointer.const_opcode().and_then(|_| pointer.operand(0)) {
        pointer = inner;
    }
    pointer
}
