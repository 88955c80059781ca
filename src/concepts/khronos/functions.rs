//! Attributes of calls in the Khronos translator's form: those of the callee are repeated.
//!
//! In the native mode a call only has the attributes that must be repeated.

use crate::concepts::base::functions::parameters::ATTRIBUTES;
use crate::error::Result;
use crate::llvm::{AttributeKind as K, AttributePlace, Value};
use crate::state::Reverse;

/// The attributes without a value that calls may have.
const PLAIN: [K; 6] = [K::NoUnwind, K::Convergent, K::WillReturn, K::NoReturn, K::AlwaysInline, K::NoInline];

/// Copies the attributes of the callee and of its parameters to a call.
pub fn repeat<'m>(_: &Reverse<'m>, callee: Value<'m>, call: Value<'m>) -> Result<()> {
    if callee.intrinsic_id() != 0 {
        return Ok(());
    }
    repeat_attributes(callee, call)?;
    repeat_of_parameters(callee, call)
}

/// Copies the attributes of the callee to the call.
fn repeat_attributes<'m>(callee: Value<'m>, call: Value<'m>) -> Result<()> {
    let place = AttributePlace::Function;
    for kind in PLAIN.into_iter().filter(|kind| callee.has_attribute(place, *kind)) {
        call.add_attribute(place, kind.name(), 0)?;
    }
    match callee.int_attribute(place, K::Memory) {
        Some(memory) => call.add_attribute(place, K::Memory.name(), memory),
        None => Ok(()),
    }
}

/// Copies the attributes of the callee's parameters to the call; those with types are copied in any mode.
fn repeat_of_parameters<'m>(callee: Value<'m>, call: Value<'m>) -> Result<()> {
    for index in 0..callee.param_count() {
        let place = AttributePlace::Param(index);
        let plain = ATTRIBUTES.iter().map(|(kind, _)| *kind).filter(|kind| !matches!(kind, K::ByVal | K::StructRet));
        for kind in plain.filter(|kind| callee.has_attribute(place, *kind)) {
            call.add_attribute(place, kind.name(), callee.int_attribute(place, kind).unwrap_or(0))?;
        }
        for kind in [K::Align, K::Dereferenceable] {
            if let Some(value) = callee.int_attribute(place, kind) {
                call.add_attribute(place, kind.name(), value)?;
            }
        }
    }
    Ok(())
}
