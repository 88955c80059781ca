//! The linkage of functions and globals.

use crate::binary::builder::Id;
use crate::error::Result;
use crate::llvm::{Linkage, Value};
use crate::state::{Forward, availability};
use ::spirv::{Capability, LinkageType};

/// Returns whether the function's linkage is internal or private.
pub fn is_local(function: Value<'_>) -> bool {
    matches!(function.linkage(), Linkage::Internal | Linkage::Private)
}

/// Writes `LinkageAttributes` of a function or global of this name; entry points have none.
pub fn forward<'m>(f: &mut Forward<'m>, value: Value<'m>, name: &str, id: Id) -> Result<()> {
    if is_local(value) || f.hooks.is_entry_point.iter().any(|hook| hook(value)) {
        return Ok(());
    }
    let declared = if value.is_function() { value.is_declaration() } else { value.initializer().is_none() };
    let external = value.linkage() == Linkage::AvailableExternally;
    let odr = value.linkage() == Linkage::LinkOnceOdr && availability::allows(f.options, "SPV_KHR_linkonce_odr");
    if odr {
        f.spv.require_extension("SPV_KHR_linkonce_odr");
    }
    let weak = matches!(value.linkage(), Linkage::WeakAny | Linkage::WeakOdr)
        && availability::allows(f.options, "SPV_AMD_weak_linkage");
    let kind = match () {
        () if declared || external => LinkageType::Import,
        () if odr => LinkageType::LinkOnceODR,
        () if weak => {
            f.spv.require(Capability::WeakLinkageAMD);
            LinkageType::WeakAMD
        }
        () => LinkageType::Export,
    };
    f.spv.decorate_linkage(id, name, kind)
}
