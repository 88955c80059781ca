//! Decorations of members of structure types (`OpMemberDecorate`, S2-16).
//!
//! In LLVM IR: `!spirv.MemberDecorations`, for each decorated member a node of a poison value of the type, the number
//! of the member and its decorations. A structure type with such members is a named one, since LLVM merges equal
//! unnamed types. In Khronos mode they are annotations of pointers ([`crate::concepts::khronos::decorations`]).
//! Decorations whose operand is an id have no metadata.

use super::super::types;
use super::forward::decorate_member;
use super::reverse::read;
use crate::binary::{Id, Op};
use crate::conventions::nodes::add;
use crate::error::{Code, Error, Result};
use crate::llvm::{Metadata, TypeKind};
use crate::state::{Forward, Reverse};
use llvm_spirv_metadata::{Decorations, MemberDecorations};

// --- LLVM to SPIR-V ---

/// Decorates the members that the metadata of the module names, behind all other decorations.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    if f.options.policy.annotates_decorations {
        return Ok(());
    }
    for decorated in crate::conventions::nodes::all::<MemberDecorations<Metadata<'_>>>(f)? {
        let ty = decorated.value.as_value().map(|value| value.ty());
        let ty = ty.filter(|ty| ty.kind() == TypeKind::Struct && decorated.member < ty.field_count());
        let Some(ty) = ty else {
            return Err(Error::of(Code::Metadata, "metadata !spirv.MemberDecorations names no member of a structure"));
        };
        let id = types::forward(f, ty)?;
        for decoration in &decorated.decorations.0 {
            decorate_member(f, id, decorated.member, decoration)?;
        }
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// Writes the metadata of all structure types.
pub fn reverse(r: &Reverse<'_>) -> Result<()> {
    if r.options.policy.annotates_decorations {
        return Ok(());
    }
    for inst in r.spv.globals().filter(|inst| inst.opcode() == Op::TypeStruct) {
        let ty = inst.result_id().unwrap_or_default();
        if r.shaders.structs.contains_key(&ty) {
            // The table of structures has them.
            continue;
        }
        if types::has_decorated_members(r, ty) {
            (0..inst.in_operands().len() as u32).try_for_each(|member| reverse_member(r, ty, member))?;
        }
    }
    Ok(())
}

fn reverse_member(r: &Reverse<'_>, ty: Id, member: u32) -> Result<()> {
    let decorations: Vec<_> = r.spv.member_decorations(ty, member).filter_map(|one| read(&one)).collect();
    if decorations.is_empty() {
        return Ok(());
    }
    let value = r.context.md_value(r.context.poison(r.ty(ty)?)?)?;
    add(r, &MemberDecorations { value, member, decorations: Decorations(decorations) })
}
