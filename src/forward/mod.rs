//! LLVM IR to SPIR-V.
//!
//! In: an LLVM module for a `spir` or `spirv` target. Out: the words of a SPIR-V module, and warnings.

mod aliases;
mod input;
mod order;
mod origins;
mod prepare;
mod refusals;
mod stripped_metadata;
mod walk;

#[cfg(feature = "internals")]
pub use input::verify;
pub use input::{at_fault, read};
pub use origins::explain;

use crate::binary::builder::Builder;
use crate::binary::file::Binary;
use crate::binary::{self, Instruction, Op, Words, explain::unasked_capabilities, grammar, header, passes::untyped};
use crate::concepts::base::decorations;
use crate::concepts::interface::{declarations, entry_points};
use crate::environment::Availability;
use crate::error::{Error, Result, Subject};
use crate::llvm::Module;
use crate::options::{Options, Version};
use crate::state::{Forward, Origins, availability};
use ::spirv::Capability;
use prepare::Prepared;

/// A SPIR-V module, with the warnings that arose.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The module.
    pub binary: Binary,
    /// Warnings for the user: what was dropped, what was guessed.
    pub warnings: Vec<String>,
}

/// Translates a module.
pub fn translate(module: &Module<'_>, options: &Options) -> Result<Translated> {
    prepare::with(module, options, |prepared| Ok(translate_with(prepared, None)?.0))
}

/// A translation, and the LLVM values of its instructions, if requested.
type Made<'m> = (Translated, Option<Origins<'m>>);

/// Translates a module; with `origins`, the binary contains marks that refer to them.
fn translate_with<'m>(prepared: Prepared<'m>, origins: Option<Origins<'m>>) -> Result<Made<'m>> {
    let Prepared { module, options, hooks, models: target, version, errors, warnings: rewritten } = prepared;
    let mut spv = Builder::new(target.addressing, target.memory);
    spv.limit_to(&options.environment);
    target.capabilities.iter().for_each(|capability| spv.require(*capability));
    if availability::allows(options, "SPV_INTEL_long_composites") {
        spv.split_long();
    }
    if options.policy.always_imports_opencl_std {
        spv.ext_inst_set("OpenCL.std");
    }
    spv.require_version(version.unwrap_or(Version::V1_0));
    let mut warnings: Vec<_> = options.extensions.warnings().collect();
    warnings.extend(rewritten);
    let mut f = Forward::new(options, hooks, module, spv);
    (f.warnings, f.errors, f.origins) = (warnings, errors, origins);
    walk::module(&mut f)?;
    // What an entry point names depends on the version, which capabilities may raise.
    if f.errors.is_empty() {
        drop(capability_extensions(&mut f));
        entry_points::finish(&mut f)?;
    }
    for error in capability_extensions(&mut f) {
        f.errors.add(error)?;
    }
    decorations::finish_wraps(&mut f)?;
    if let (false, Err(error)) = (f.errors.is_empty(), f.spv.check_version(options.max_version)) {
        f.errors.add(error)?;
    }
    let allowed = availability::check(&mut f);
    f.errors.check(allowed)?;
    f.errors.finish()?;
    let keeps_kernel = f.spv.memory_model() == target.memory
        || options.policy.always_declares_kernel
        || declarations::names_capability(&f, Capability::Kernel)?;
    let mut binary = f.spv.finish(options.max_version)?;
    if !keeps_kernel {
        binary = without_unasked_kernel(binary)?;
    }
    if options.uses_untyped_pointers() {
        let typed = Words::of_any(binary.words())?;
        binary = Binary::new(untyped::untyped(&typed, options.policy.keeps_casts_of_untyped_pointers)?, []);
    }
    binary.set_byte_order(options.byte_order);
    Ok((Translated { binary, warnings: f.warnings }, f.origins))
}

/// Returns the module without `OpCapability Kernel`, which is declared in advance, if none of its instructions needs
/// it.
fn without_unasked_kernel(binary: Binary) -> Result<Binary> {
    let words = Words::of_any(binary.words())?;
    let unmarked = Words::of_any(origins::unmarked(&words).0)?;
    if !unasked_capabilities(&binary::Module::index(&unmarked)?)?.contains(&Capability::Kernel) {
        return Ok(binary);
    }
    let is_kernel = |inst: &Instruction<'_>| {
        inst.opcode() == Op::Capability && inst.operands().first() == Some(&(Capability::Kernel as u32))
    };
    let mut kept: Vec<u32> = words.words().iter().copied().take(header::WORDS).collect();
    words.instructions().filter(|inst| !is_kernel(inst)).for_each(|inst| kept.extend(inst.words()));
    Ok(Binary::new(kept, []))
}

/// Declares the version or the extensions that the declared capabilities need. Returns an error for each one that is
/// missing.
fn capability_extensions(f: &mut Forward<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    f.spv.infer_capabilities();
    for row in capability_rows(f) {
        let what = || format!("capability {}", row.name);
        let is_raised = matches!(availability::of(f, &row.requires), Availability::Version(_));
        // The Khronos translator does not raise the version in place of an extension.
        let is_missing =
            is_raised && f.options.policy.needs_extensions_for_capabilities && !row.requires.extensions.is_empty();
        let required = match is_missing {
            true => Err(availability::missing(f, &row.requires, &what())),
            false => availability::require(f, &row.requires, what),
        };
        errors.extend(required.err().map(|error| error.about(Subject::Capability(row.value))));
    }
    errors
}

/// Returns the grammar's rows of the capabilities, each after the implied capabilities of other extensions: that
/// extension has to be declared, too. The Khronos translator declares the implied capability as well.
fn capability_rows(f: &mut Forward<'_>) -> Vec<&'static grammar::Enumerant> {
    let find = |capability| grammar::enumerant(grammar::Kind::Capability, capability);
    let mut all = Vec::new();
    for row in f.spv.capabilities().filter_map(find).collect::<Vec<_>>() {
        // Of several it is enough that one is there.
        let is_there = |row: &&'static grammar::Enumerant| availability::is_available(f, &row.requires);
        let has_one = row.requires.capabilities.iter().filter_map(|one| find(*one as u32)).any(|row| is_there(&row));
        let is_asked = f.options.policy.declares_implied_capabilities && !has_one;
        for implied in row.requires.capabilities {
            let is_extra =
                |row: &&grammar::Enumerant| row.requires.since.is_none() && !row.requires.extensions.is_empty();
            let Some(extra) = find(*implied as u32).filter(is_extra) else { continue };
            if !is_asked && !availability::is_available(f, &extra.requires) {
                continue;
            }
            all.push(extra);
            if f.options.policy.declares_implied_capabilities {
                f.spv.require(*implied);
            }
        }
        all.push(row);
    }
    all
}

/// Legalizes a module up to the pass `last`, or completely, and calls `work` with it. Returns the result of `work`, and
/// warnings for the user.
pub fn regularize<T>(
    module: &Module<'_>,
    options: &Options,
    last: Option<&str>,
    work: impl FnOnce(&Module<'_>) -> T,
) -> Result<(T, Vec<String>)> {
    prepare::up_to(module, options, last, |mut prepared| {
        prepared.errors.finish()?;
        Ok((work(prepared.module), prepared.warnings))
    })
}
