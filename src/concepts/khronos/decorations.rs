//! Decorations on the way back in the Khronos translator's form.
//!
//! In: decorations that came from annotations of front ends. Out: `llvm.var.annotation`, `llvm.ptr.annotation` and
//! `llvm.global.annotations` with their strings. Metadata lists all decorations by their numbers, including those that
//! LLVM IR also expresses otherwise; in OpenCL C's spellings of builtins only parameters of kernels have metadata.

use crate::binary::grammar::{self, Kind};
use crate::binary::{Id, Instruction, Op};
use crate::concepts::base::decorations::annotation_calls::{annotate, bare_string, shared_string, string_in};
use crate::concepts::base::decorations::reverse::read;
use crate::concepts::base::{pointers, untyped_pointers, values};
use crate::error::Result;
use crate::llvm::{Linkage, Opcode, Value};
use crate::state::{Forward, Operand, Reverse, Role};
use ::spirv::Capability;
use llvm_ir::sorting::Sorting;
use llvm_spirv_metadata::annotations;
use llvm_spirv_metadata::{Decoration, Decorations};

/// The section of annotation strings, which are no part of the program.
const SECTION: &str = "llvm.metadata";

/// The address space of constant memory.
const CONSTANT: u32 = 2;

/// The first number of vendors' capabilities.
const FIRST_OF_VENDORS: u32 = 4096;

/// Declares the capabilities that a vendor's capability implies.
pub fn implied(f: &mut Forward<'_>, capability: Capability) {
    if (capability as u32) < FIRST_OF_VENDORS {
        return;
    }
    let row = grammar::enumerant(Kind::Capability, capability as u32);
    row.into_iter().flat_map(|row| row.requires.capabilities).for_each(|implied| f.spv.require(*implied));
}

/// Returns the annotated pointer of `llvm.ptr.annotation`, and the result of the call. If the argument is a cast, its
/// operand is annotated and the cast is the result. Otherwise the argument is annotated, and the result is the
/// argument, cast to a pointer to `i8` unless only other annotations and casts use it.
pub fn annotated<'m>(f: &mut Forward<'m>, inst: Value<'m>, pointer: Operand) -> Result<(Operand, Operand)> {
    let cast = inst.call_arg(0).filter(|argument| argument.is_instruction() && argument.is_op(Opcode::BitCast));
    if let Some(inner) = cast.and_then(|cast| cast.operand(0)) {
        return Ok((values::operand(f, inner)?, pointer));
    }
    let ty = pointers::untyped(f, inst.ty())?;
    let passes_on =
        |user: Value<'m>| user.is_op(Opcode::BitCast) || f.hooks.role()(user) == Some(Role::PointerAnnotation);
    if pointer.ty == ty || inst.uses().all(passes_on) {
        return Ok((pointer, pointer));
    }
    Ok((pointer, f.emit_value(Op::Bitcast, ty, &[pointer.id])?))
}

/// Returns all decorations of an id as metadata lists them.
pub fn list(r: &Reverse<'_>, id: Id) -> Decorations {
    let mut all: Vec<Decoration> = r.spv.decorations(id).filter_map(|decoration| read(&decoration)).collect();
    all.arrange_by_key(|decoration| decoration.kind);
    Decorations(all)
}

/// Returns the strings for decorations, in the Khronos translator's order.
fn texts(r: &mut Reverse<'_>, decorations: Vec<Decoration>) -> Vec<String> {
    let known =
        decorations.into_iter().filter_map(|decoration| Some((annotations::rank(decoration.kind)?, decoration)));
    let mut known: Vec<_> = known.collect();
    known.arrange_by_key(|(rank, _)| *rank);
    let known: Vec<Decoration> = known.into_iter().map(|(_, decoration)| decoration).collect();
    annotations::write(&known).unwrap_or_else(|error| {
        r.warn(format!("annotations are dropped: {error}"));
        Vec::new()
    })
}

fn texts_of(r: &mut Reverse<'_>, id: Id) -> Vec<String> {
    let readable = r.spv.decorations(id).filter_map(|decoration| read(&decoration)).collect();
    texts(r, readable)
}

fn texts_of_member(r: &mut Reverse<'_>, ty: Id, member: u32) -> Vec<String> {
    let readable = r.spv.member_decorations(ty, member).filter_map(|decoration| read(&decoration)).collect();
    texts(r, readable)
}

/// Emits the annotations of an instruction's result. That of a pointer returns a new pointer, which replaces the old
/// one in all later uses.
pub fn instruction<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>) -> Result<()> {
    let Some(id) = inst.result_id() else { return Ok(()) };
    let Some(value) = r.find_value(id).filter(|value| value.is_instruction() && value.ty().is_pointer()) else {
        return Ok(());
    };
    if matches!(inst.opcode(), Op::Variable | Op::UntypedVariableKHR) {
        members(r, inst, value)?;
    }
    let texts = texts_of(r, id);
    // Nothing may stand between phis.
    if texts.is_empty() || value.opcode() == Some(Opcode::Phi) {
        return Ok(());
    }
    let is_variable = is_variable(value);
    let mut pointer = value;
    for text in texts {
        let string = shared_string(r, text)?;
        if is_variable {
            annotate(r, "llvm.var.annotation", r.context.void_type(), pointer, string)?;
        } else {
            pointer = annotate(r, "llvm.ptr.annotation", pointer.ty(), pointer, string)?;
        }
    }
    r.set(id, pointer);
    Ok(())
}

/// Returns whether the pointer, casts removed, is a variable of the function.
fn is_variable(mut pointer: Value<'_>) -> bool {
    while matches!(pointer.opcode(), Some(Opcode::BitCast | Opcode::AddrSpaceCast)) {
        match pointer.operand(0) {
            Some(inner) => pointer = inner,
            None => return false,
        }
    }
    pointer.opcode() == Some(Opcode::Alloca)
}

/// The annotations of the members of a variable's type.
fn members<'m>(r: &mut Reverse<'m>, inst: Instruction<'m>, variable: Value<'m>) -> Result<()> {
    let pointee = untyped_pointers::variable_type(r, inst)?;
    let ty = r.ty(pointee)?;
    let index_type = r.context.int_type(32)?;
    let space = match r.options.policy.annotates_members_by_constants {
        true => r.options.address_spaces.of(CONSTANT),
        false => 0,
    };
    for member in 0..ty.field_count() {
        let texts = texts_of_member(r, pointee, member);
        let mut place = None;
        for text in texts {
            let string = string_in(r, &text, space)?;
            let pointer = match place {
                Some(pointer) => pointer,
                None => {
                    let index = |index| r.context.const_int(index_type, index);
                    r.builder.gep(ty, variable, &[index(0)?, index(member.into())?], true)?
                }
            };
            place = Some(annotate(r, "llvm.ptr.annotation", pointer.ty(), pointer, string)?);
        }
    }
    Ok(())
}

/// Notes the annotations of a function or of a module-scope variable for [`finish`].
pub fn global<'m>(r: &mut Reverse<'m>, id: Id, global: Value<'m>) -> Result<()> {
    for text in texts_of(r, id) {
        let string = bare_string(r, &text)?;
        string.set_section(SECTION)?;
        let pointer = r.context.pointer_type(0)?;
        let target = match global.ty() == pointer {
            true => global,
            false => r.context.const_cast(Opcode::AddrSpaceCast, global, pointer)?,
        };
        let line_type = r.context.int_type(32)?;
        let ty = r.context.struct_type(&[pointer, pointer, pointer, line_type, pointer], false)?;
        let (nowhere, line) = (r.context.poison(pointer)?, r.context.poison(line_type)?);
        let entry = r.context.const_struct(ty, &[target, string, nowhere, line, nowhere])?;
        r.annotations.entries.push(entry);
    }
    Ok(())
}

/// `llvm.global.annotations`.
pub fn finish(r: &mut Reverse<'_>) -> Result<()> {
    let entries = std::mem::take(&mut r.annotations.entries);
    let Some(first) = entries.first() else { return Ok(()) };
    let list = r.context.const_array(first.ty(), &entries)?;
    let global = r.module.add_global("llvm.global.annotations", list.ty(), 0)?;
    global.set_linkage(Linkage::Appending)?;
    global.set_initializer(list)?;
    global.set_section(SECTION)
}
