//! LLVM IR to SPIR-V.
//!
//! In: an LLVM module for a `spir` or `spirv` target. Out: the words of a SPIR-V module, and what to tell the user.

mod aliases;
mod input;
mod order;
mod origins;
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
use crate::concepts::{registry, shaders};
use crate::environment::{Availability, Environment, Models};
use crate::error::{Code, Collected, Error, Result, Subject};
use crate::legalize;
use crate::llvm::{Metadata, Module, Value};
use crate::options::{EnvironmentError, Options, Version};
use crate::state::{Forward, Hooks, Origins, Scope, availability};
use ::spirv::Capability;
use std::borrow::Cow;

/// A SPIR-V module, with the warnings that arose.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The module.
    pub binary: Binary,
    /// Sentences for the user: what was dropped, what was guessed.
    pub warnings: Vec<String>,
}

/// Translates a module.
pub fn translate(module: &Module<'_>, options: &Options) -> Result<Translated> {
    let options = &environment_for(module, options)?;
    module.at_depth(module.levels(), |module| legalize::kernels::run(module, options))?;
    let options = options_for(module, options)?;
    let hooks = hooks_for(module, &options);
    let made = module.at_depth(module.levels(), |module| Ok(translate_with(module, &options, &hooks, None)?.0));
    made.map_err(|error| in_environment(error, &options))
}

/// Says of each error whether the environment is what forbids it.
fn in_environment(error: Error, options: &Options) -> Error {
    error.each(|error| availability::restated(error, &options.environment))
}

/// A translation, and the LLVM values that its instructions were made for, where that is asked for.
type Made<'m> = (Translated, Option<Origins<'m>>);

/// Translates a module; with `origins` the binary holds marks for them.
fn translate_with<'m>(
    module: &'m Module<'m>,
    options: &'m Options,
    hooks: &'m Hooks,
    origins: Option<Origins<'m>>,
) -> Result<Made<'m>> {
    let target = target(triple(module, options), &options.environment)?;
    let mut spv = Builder::new(target.addressing, target.memory);
    spv.limit_to(&options.environment);
    target.capabilities.iter().for_each(|capability| spv.require(*capability));
    if availability::allows(options, "SPV_INTEL_long_composites") {
        spv.split_long();
    }
    if options.policy.always_imports_opencl_std {
        spv.ext_inst_set("OpenCL.std");
    }
    spv.require_version(pinned_version(module, options)?.unwrap_or(Version::V1_0));
    let mut errors = Collected::new(options.error_limit);
    let mut warnings: Vec<_> = options.extensions.warnings().collect();
    warnings.extend(rewrite(module, options, &mut errors)?);
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

/// Returns the module without `OpCapability Kernel`, which is declared before the walk, where none of its instructions
/// needs it.
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

/// Returns the hooks that the chapters have for a module of its target.
fn hooks_for(module: &Module<'_>, options: &Options) -> Cow<'static, Hooks> {
    registry::hooks(&options.policy, Scope::of_triple(triple(module, options)))
}

/// The triple; a module of nothing at all needs none for the Khronos translator.
fn triple<'m>(module: &'m Module<'m>, options: &Options) -> &'m str {
    let is_empty = || module.functions().next().is_none() && module.globals().next().is_none();
    match module.triple() {
        "" if options.policy.takes_empty_module_without_triple && is_empty() => "spir64",
        triple => triple,
    }
}

/// Declares the version or the extensions that capabilities come from, where the version does not have them. Returns
/// what is missing.
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

/// Returns the grammar's rows of the capabilities, each behind those that it implies of other extensions: that
/// extension has to be declared, too. The Khronos translator declares the capability as well.
fn capability_rows(f: &mut Forward<'_>) -> Vec<&'static grammar::Enumerant> {
    let find = |capability| grammar::enumerant(grammar::Kind::Capability, capability);
    let mut all = Vec::new();
    for row in f.spv.capabilities().filter_map(find).collect::<Vec<_>>() {
        // Of several it is enough that one is there.
        let is_there = |row: &&'static grammar::Enumerant| availability::is_available(f, &row.requires);
        let implies_one =
            row.requires.capabilities.iter().filter_map(|one| find(*one as u32)).any(|row| is_there(&row));
        for implied in row.requires.capabilities {
            let is_extra =
                |row: &&grammar::Enumerant| row.requires.since.is_none() && !row.requires.extensions.is_empty();
            let Some(extra) = find(*implied as u32).filter(is_extra) else { continue };
            if implies_one && !availability::is_available(f, &extra.requires) {
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

/// Brings a module into the form from which SPIR-V is made, and no further. Returns what to tell the user.
#[cfg(feature = "internals")]
pub fn regularize<'m>(module: &'m Module<'m>, options: &Options) -> Result<Vec<String>> {
    target(module.triple(), &options.environment)?;
    legalize::regularize(module, options)?;
    let mut errors = Collected::new(options.error_limit);
    let warnings = rewrite(module, &options_for(module, options)?, &mut errors)?;
    errors.finish().map(|()| warnings)
}

/// Rewrites the LLVM IR. Returns what to tell the user; notes the functions that could not be rewritten.
fn rewrite<'m>(module: &'m Module<'m>, options: &Options, errors: &mut Collected<Value<'m>>) -> Result<Vec<String>> {
    if options.mem2reg {
        module.functions().try_for_each(Value::promote_variables)?;
    }
    legalize::module::cache_controls::run(module, options)?;
    legalize::run(module, options, errors)
}

/// The named metadata of the environment that a module is for.
const ENVIRONMENT: &str = "spirv.Environment";

/// Returns the options with the environment that the module names, where they leave it open (S4-99).
fn environment_for<'o>(module: &Module<'_>, options: &'o Options) -> Result<Cow<'o, Options>> {
    let mut nodes = module.named_metadata_nodes(ENVIRONMENT);
    let Some(node) = nodes.next().filter(|_| options.environment == Environment::default()) else {
        return Ok(Cow::Borrowed(options));
    };
    let malformed = |why: String| Error::of(Code::Metadata, format!("metadata !{ENVIRONMENT}: {why}"));
    let name = node.operand(0).and_then(Metadata::as_string);
    let name = name.ok_or_else(|| malformed("it is no string".to_owned()))?;
    let environment = name.parse().map_err(|error: EnvironmentError| malformed(error.to_string()))?;
    Ok(Cow::Owned(Options { environment, ..options.clone() }))
}

/// The options for a module: the version that its triple asks for is the highest, and what it declares is allowed.
fn options_for(module: &Module<'_>, options: &Options) -> Result<Options> {
    let environment = &options.environment;
    let highest = Options { max_version: options.max_version.min(environment.version()), ..options.clone() };
    let max_version = pinned_version(module, &highest)?.unwrap_or(highest.max_version);
    let extensions = options.extensions.clone().within(environment);
    let mut options = Options { max_version, extensions, ..highest };
    declarations::allow_declared(module, &mut options)?;
    Ok(options)
}

/// The version that a triple such as `spirv64v1.3-unknown-unknown` asks for, or the metadata of a shader, if one does.
fn pinned_version(module: &Module<'_>, options: &Options) -> Result<Option<Version>> {
    let architecture = module.triple().split('-').next().unwrap_or_default();
    let by_triple = |at: usize| architecture.get(at + 1..).unwrap_or_default().parse::<Version>();
    let version = match architecture.find("v1.").map(by_triple).transpose() {
        Ok(version) => version.or_else(|| shaders::module::version(module)),
        Err(error) => return Err(Error::of(Code::TargetTriple, error.to_string())),
    };
    let Some(version) = version else { return Ok(version_of_environment(module.triple(), options)) };
    if version > options.environment.version() {
        let (environment, needed) = (&options.environment, format!("SPIR-V {version}"));
        let other = environment.other(|other| other.version() >= version);
        return Err(Error::forbidden("the target triple", &needed, &environment.name(), other));
    }
    if version > options.max_version {
        return Err(Error::of(Code::TripleVersion, "Triple version and maximum version are incompatible")
            .hint(format!("--spirv-max-version={version}")));
    }
    Ok(Some(version))
}

/// Returns the highest SPIR-V version of the Vulkan that a triple such as `spirv-unknown-vulkan1.3-compute` names, as far
/// as the options allow it.
fn version_of_environment(triple: &str, options: &Options) -> Option<Version> {
    let environment = triple.split('-').find(|part| part.starts_with("vulkan1."))?;
    let environment: Environment = environment.parse().ok()?;
    Some(environment.version().min(options.max_version))
}

/// Returns what modules for a target triple have in common (S3-69).
fn target(triple: &str, environment: &Environment) -> Result<&'static Models> {
    let target = Models::of_triple(triple)
        .ok_or_else(|| Error::target_triple(triple).hint("compile with -target spir, spir64, spirv32 or spirv64"))?;
    match environment.allows_addressing(target.addressing) {
        true => Ok(target),
        false => {
            let other = environment.other(|other| other.allows_addressing(target.addressing));
            let (what, needed) =
                (format!("the target triple {triple:?}"), format!("{:?} addressing", target.addressing));
            Err(Error::forbidden(&what, &needed, &environment.name(), other))
        }
    }
}
