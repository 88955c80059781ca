//! Decorations that are one number: a literal, or the id of a constant (`AlignmentId`, `MaxByteOffsetId`).
//!
//! On the way back both are the same number. A specialization constant counts as its default; metadata keeps its id
//! ([`super::by_id`]).

use crate::binary::Id;
use crate::state::Reverse;
use ::spirv::Decoration;

/// Returns the alignment of a variable or of a pointer's target in bytes, if it is a power of two: LLVM has no others.
/// Other alignments stay in metadata, except in Khronos mode, which drops them with a warning.
pub fn alignment(r: &mut Reverse<'_>, id: Id) -> Option<u32> {
    let alignment = number(r, id, Decoration::Alignment, Decoration::AlignmentId)?;
    if alignment.is_power_of_two() {
        return Some(alignment);
    }
    let is_literal = r.spv.decoration(id, Decoration::Alignment).is_some();
    let has_no_metadata = r.options.policy.annotates_decorations || !is_literal;
    if has_no_metadata && !can_be_set(r, id) {
        r.warn(format!("the alignment {alignment} is dropped: it is no power of two"));
    }
    None
}

/// Returns the number of bytes behind a pointer that may be read.
pub fn max_byte_offset(r: &mut Reverse<'_>, id: Id) -> Option<u32> {
    number(r, id, Decoration::MaxByteOffset, Decoration::MaxByteOffsetId)
}

fn number(r: &mut Reverse<'_>, id: Id, literal: Decoration, by_id: Decoration) -> Option<u32> {
    if let Some(words) = r.spv.decoration(id, literal) {
        return words.first().copied();
    }
    let constant = r.spv.decoration(id, by_id)?.first().copied()?;
    let number = r.constant(constant).ok().and_then(|number| u32::try_from(number).ok());
    if number.is_none() && !r.spec_constants.has(constant) {
        r.warn(format!("{by_id:?} is dropped: its constant is not known where it is needed"));
    }
    number
}

/// Returns whether an alignment is a specialization constant, which metadata name.
fn can_be_set(r: &Reverse<'_>, id: Id) -> bool {
    let constant = r.spv.decoration(id, Decoration::AlignmentId).and_then(|words| words.first());
    constant.is_some_and(|constant| r.spec_constants.has(*constant))
}
