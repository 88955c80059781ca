//! Variables of debug information whose value is promoted or expanded: each part is a fragment of the variable.
//!
//! In: debug records of values that were split into parts. Out: one record for each part that is a contiguous range of
//! bits of the value. If a part is not contiguous, such as one limb of several lanes, the location of the variable is
//! lost.

use super::action::{Action, Numbers, member_types};
use super::rewrite::{Expanded, Rewriter};
use crate::error::Result;
use crate::llvm::debug::Part;
use crate::llvm::{Type, Value};

/// The bit range of each part, as offset and length; `None` if a part is not contiguous.
type Spans = Option<Vec<(u64, u64)>>;

/// Splits the debug records of variables into fragments for the parts. Returns the number of records whose location is
/// lost.
pub fn split<'m>(w: &mut Rewriter<'m>, values: impl Iterator<Item = (Value<'m>, Expanded<'m>)>) -> Result<usize> {
    let mut lost = 0;
    for (value, expanded) in values {
        if !value.is_in_metadata() {
            continue;
        }
        let action = w.actions.of(value.ty())?;
        let spans = spans(w, value.ty(), &action, 0)?.filter(|spans| spans.len() == expanded.len());
        let part = |(value, (offset, size)): (&Value<'m>, (u64, u64))| Part { value: *value, offset, size };
        let parts: Vec<_> = expanded.iter().zip(spans.unwrap_or_default()).map(part).collect();
        lost += value.split_records(&parts);
    }
    Ok(lost)
}

/// Returns the bit ranges of the parts of a value that begins at a bit offset.
fn spans<'m>(w: &Rewriter<'m>, ty: Type<'m>, action: &Action<'m>, start: u64) -> Result<Spans> {
    match action {
        Action::Legal(_) => Ok(w.module.layout().store_size(ty).map(|size| vec![(start, size.saturating_mul(8))])),
        Action::Numbers(numbers) => Ok(spans_of_numbers(numbers, start)),
        Action::Aggregate(members, _) => {
            let mut all = Vec::new();
            for ((member, (action, _)), index) in member_types(ty)?.into_iter().zip(members).zip(0..) {
                let Some(inner) = spans(w, member, action, start + offset(w, ty, member, index))? else {
                    return Ok(None);
                };
                all.extend(inner);
            }
            Ok(Some(all))
        }
    }
}

/// Returns the offset of a member of an aggregate in bits.
fn offset<'m>(w: &Rewriter<'m>, ty: Type<'m>, member: Type<'m>, index: u32) -> u64 {
    let layout = w.module.layout();
    let bytes = match ty.is_struct() {
        true => layout.element_offset(ty, index).unwrap_or_default(),
        false => layout.abi_size(member).unwrap_or_default().saturating_mul(index.into()),
    };
    bytes.saturating_mul(8)
}

fn spans_of_numbers(numbers: &Numbers<'_>, start: u64) -> Spans {
    let (bits, limb) = (u64::from(numbers.bits()), u64::from(numbers.promoted_width()));
    let (mut all, mut at) = (Vec::new(), start);
    for lanes in numbers.pieces.iter().copied().map(u64::from) {
        let is_run = bits != 0 && (lanes == 1 || !numbers.is_resized());
        if !is_run {
            return None;
        }
        match numbers.limbs {
            1 => all.push((at, bits * lanes)),
            limbs => {
                let length = |place: u64| limb.min(bits.saturating_sub(place * limb));
                all.extend((0..limbs as u64).map(|place| (at + place * limb, length(place))));
            }
        }
        at += bits * lanes;
    }
    Some(all)
}
