//! SPIR-V to LLVM IR.
//!
//! In: the words of a SPIR-V module for kernels. Out: an LLVM module for `spir` or `spir64`, verified, and warnings.
//! The translation is deterministic. Structures keep their names as long as the context has no others of that name:
//! give each translation a context of its own.

mod phases;
mod prepare;
mod walk;

use crate::binary::{self, Bodies, Decoration, Words};
use crate::concepts::extensions::small_numbers;
use crate::concepts::registry;
use crate::environment::Models;
use crate::error::{Code, Error, Result};
use crate::llvm::{Context, Module, Room, Snapshot};
use crate::options::{Options, Version};
use crate::state::slots::spec_constants::Specialised;
use crate::state::{Reverse, Scope};

/// An LLVM module, with the warnings of its translation.
#[derive(Debug)]
pub struct Translated<'c> {
    /// The module.
    pub module: Module<'c>,
    /// Warnings for the user: what was dropped, what is unusual.
    pub warnings: Vec<String>,
    /// True if it may have debug information.
    is_described: bool,
}

impl<'c> Translated<'c> {
    /// Runs LLVM's verifier if the options ask for it, and calls `work` with the module. Debug information that LLVM
    /// does not accept is dropped as a whole.
    pub fn finish<T>(&mut self, options: &Options, work: impl FnOnce(&Snapshot<'_>) -> T) -> Result<T> {
        let Self { module, warnings, is_described } = self;
        let (snapshot, dropped) = verified(module, options, *is_described)?;
        warnings.extend(dropped.map(|reason| format!("debug information is dropped: {reason}")));
        Ok(work(&snapshot))
    }
}

/// Translates a module.
#[cfg(feature = "internals")]
pub fn translate<'c>(words: &Words<'_>, options: &Options, context: &'c Context) -> Result<Translated<'c>> {
    let mut translated = make(words, options, context)?;
    translated.finish(options, |_| ())?;
    Ok(translated)
}

/// Translates a module, without running LLVM's verifier over the result.
pub fn make<'c>(words: &Words<'_>, options: &Options, context: &'c Context) -> Result<Translated<'c>> {
    let Bodies { instructions, words: all, blocks, asides } = words.bodies();
    let has_locations = asides.saturating_sub(blocks) > instructions / 2;
    // LLVM has no words for the opcode and the result.
    let room = Room { blocks, instructions, has_locations, words: all.saturating_sub(instructions * 2) };
    let module = context.create_module("", room);
    let Filled { warnings, is_described } = fill(&module, words, options, context)?;
    Ok(Translated { module, warnings, is_described })
}

/// Runs LLVM's verifier; returns the module, which does not change any more, and the reason why debug information was
/// dropped.
fn verified<'m>(
    module: &'m Module<'_>,
    options: &Options,
    is_described: bool,
) -> Result<(Snapshot<'m>, Option<String>)> {
    if is_described {
        let checked = module.verify_or_drop_debug_info();
        return if options.verify {
            checked.map_err(unverified)
        } else {
            Ok(checked.unwrap_or_else(|_| (module.snapshot(), None)))
        };
    }
    let snapshot = module.snapshot();
    if options.verify {
        snapshot.verify_undescribed().map_err(unverified)?;
    }
    Ok((snapshot, None))
}

/// The results of filling a module.
struct Filled {
    warnings: Vec<String>,
    is_described: bool,
}

/// Translates the contents of a module. Temporary data is freed before LLVM's verifier and writer run.
fn fill(module: &Module<'_>, words: &Words<'_>, options: &Options, context: &Context) -> Result<Filled> {
    check_version(words, options)?;
    let plain = binary::passes::long_vectors::plain(words)?.map(Words::of).transpose()?;
    let words = plain.as_ref().unwrap_or(words);
    let joined = words.joined();
    let spv = binary::Module::index_up_to(joined.as_ref().unwrap_or(words), options.error_limit)?;
    let environment = options.environment.refined(options.extensions.named());
    binary::check::environment::check(&spv, &environment, options.error_limit)?;
    let can_be_set = !spv.lacks(Decoration::SpecId);
    let dependents = can_be_set.then(|| binary::passes::dependents::dependents(words)).transpose()?;
    let scope = Models::of_addressing(spv.memory_model().0).map_or(Scope::Physical, Scope::of);
    let hooks = registry::hooks(&options.policy, scope);
    let mut r = Reverse::new(options, &hooks, &spv, context, module);
    r.small_numbers.are_possible = small_numbers::are_in(&spv);
    r.spec_constants = dependents.as_ref().map(Specialised::new).unwrap_or_default();
    r.warnings.extend(spv.warnings().map(str::to_owned).chain(options.extensions.warnings()));
    prepare::prepare(&mut r)?;
    let is_described = walk::module(&mut r)?;
    Ok(Filled { warnings: std::mem::take(&mut r.warnings), is_described })
}

/// Rejects a module whose version is above the highest allowed one.
pub fn check_version(words: &Words<'_>, options: &Options) -> Result<()> {
    let (major, minor) = words.header().version;
    let version = Version::new(major, minor);
    if version <= options.max_version {
        return Ok(());
    }
    Err(Error::needs_version("the module", version, options.max_version))
}

/// Returns an error for a module that LLVM's verifier rejects although each step succeeded: the input breaks a rule
/// common to LLVM and SPIR-V, most often of dominance.
fn unverified(error: Error) -> Error {
    error.within(Code::Verifier, "LLVM does not accept what the module says")
}
