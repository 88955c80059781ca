//! Decorations of instructions (SPIR-V 3.20 "Decoration").
//!
//! In LLVM IR: fast-math flags (`FPFastMathMode`, in [`fast_math`]), `nsw` and `nuw` (`NoSignedWrap`,
//! `NoUnsignedWrap`). Decorations that no attribute, flag or alignment expresses are metadata: `!spirv.Decorations` and
//! `!spirv.ParameterDecorations` ([`forward`], [`reverse`]); decorations with ids of constants have metadata of their
//! own ([`by_id`]), and decorations of members are metadata of the module ([`members`]); annotations of front ends are
//! decorations too ([`annotations`]).

pub mod annotation_calls;
pub mod annotations;
pub mod by_id;
pub mod fast_math;
pub mod forward;
pub mod members;
pub mod numbers;
pub mod reverse;

use crate::binary::Instruction;
use crate::binary::builder::Id;
use crate::binary::grammar::{self, Kind};
use crate::environment::{Availability, Feature, Models};
use crate::error::Result;
use crate::llvm::{Opcode, Value};
use crate::options::Version;
use crate::state::hooks::any;
use crate::state::{Forward, Reverse, availability};
use ::spirv::{Capability, Decoration};

/// The first version in which `NoSignedWrap` and `NoUnsignedWrap` need no extension.
const WRAPS_IN_CORE: Version = Version::new(1, 4);

// --- LLVM to SPIR-V ---

/// Declares a capability that enables an enumerant, where none is declared yet: the first one that needs no extension
/// and, in shaders, is not `Kernel`.
pub fn require_enabling(f: &mut Forward<'_>, kind: Kind, value: u32) {
    let is_logical = Models::of_addressing(f.spv.addressing_model()).is_some_and(Models::is_logical);
    let is_core = |capability: &Capability| {
        let mut extensions = grammar::operand_extensions(Kind::Capability, *capability as u32);
        extensions.next().is_none() && !(is_logical && *capability == Capability::Kernel)
    };
    for enabling in grammar::operand_capabilities(kind, value) {
        if let Some(capability) = f.spv.enable(enabling, |capability| is_core(&capability)) {
            f.hooks.with_capability.iter().for_each(|hook| hook(f, capability));
        }
    }
}

/// Writes the flags of an arithmetic instruction as decorations.
pub fn arithmetic_flags<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    use Opcode as O;
    if any!(f.hooks.float_flags, f, inst, id) {
        return Ok(());
    }
    match inst.opcode() {
        _ if fast_math::is_arithmetic(inst) => fast_math::forward_arithmetic(f, inst, id),
        Some(O::FNeg) => fast_math::forward(f, inst, id),
        Some(O::Add | O::Sub | O::Mul | O::Shl) => wrap(f, inst, id),
        _ => Ok(()),
    }
}

fn wrap<'m>(f: &mut Forward<'m>, inst: Value<'m>, id: Id) -> Result<()> {
    let (signed, unsigned) = (inst.nsw(), inst.nuw());
    if !signed && !unsigned {
        return Ok(());
    }
    let Some(requires) = Feature::Enumerant(Kind::Decoration, Decoration::NoSignedWrap as u32).requires() else {
        return Ok(());
    };
    if f.options.policy.raises_version_for_flags {
        availability::prefer_version(f, requires);
    }
    let flags = [(signed, Decoration::NoSignedWrap), (unsigned, Decoration::NoUnsignedWrap)];
    let set = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, decoration)| decoration);
    match availability::of(f, requires) {
        Availability::Core | Availability::Declared(_) => {}
        Availability::Extension(name) => f.spv.require_extension(name),
        // Flags do not raise the version.
        _ => {
            f.wraps.late.extend(set.map(|decoration| (id, decoration)));
            return Ok(());
        }
    }
    set.into_iter().try_for_each(|decoration| f.spv.decorate(id, decoration, &[]))
}

/// Adds the wrap decorations of instructions that were translated before the module was raised to SPIR-V 1.4.
pub fn finish_wraps(f: &mut Forward<'_>) -> Result<()> {
    let wraps = std::mem::take(&mut f.wraps.late);
    if f.spv.version() < WRAPS_IN_CORE {
        return Ok(());
    }
    wraps.into_iter().try_for_each(|(id, decoration)| f.spv.decorate(id, decoration, &[]))
}

// --- SPIR-V to LLVM ---

/// Sets the flags of an arithmetic instruction by its decorations.
pub fn reverse_flags<'m>(r: &Reverse<'m>, inst: Instruction<'m>, value: Value<'m>) -> Result<()> {
    let id = inst.result_id().unwrap_or_default();
    if let Some(flags) = fast_math::default_of(r, value)
        && r.spv.decoration(id, Decoration::FPFastMathMode).is_none()
    {
        value.set_fast_math(flags)?;
    }
    for decoration in r.spv.decorations(id) {
        match decoration.kind {
            Some(Decoration::NoSignedWrap) if can_wrap(value) => value.set_nsw(true)?,
            Some(Decoration::NoUnsignedWrap) if can_wrap(value) => value.set_nuw(true)?,
            Some(Decoration::FPFastMathMode) if value.can_use_fast_math() => {
                let mask = decoration.operands.first().copied().unwrap_or(0);
                value.set_fast_math(fast_math::reverse(mask, &r.options.policy))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn can_wrap(value: Value<'_>) -> bool {
    use Opcode as O;
    matches!(value.opcode(), Some(O::Add | O::Sub | O::Mul | O::Shl))
}
