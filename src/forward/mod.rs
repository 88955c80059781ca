//! LLVM IR to SPIR-V.
//!
//! In: an LLVM module for a `spir` or `spirv` target. Out: the words of a SPIR-V module, and what to tell the user.

mod aliases;
mod cache_controls;
mod dominators;
mod hints;
mod input;
pub mod legalize;
mod nests;
mod order;
mod origins;
mod peer;
mod prepare;
mod refusals;
mod walk;

pub use input::{blamed, read, verify};
pub use origins::explain;

use crate::concepts::{availability, declarations, decorations, entry_points};
use crate::error::{Code, Collected, Error, Result, Subject};
use crate::llvm::{Module, Value};
use crate::options::{Options, Version};
use crate::spirv::binary::Binary;
use crate::spirv::builder::Builder;
use crate::spirv::{self, Instruction, Op, Words, explain::unasked_capabilities, grammar, header, untyped};
use crate::state::{Forward, Origins};
use ::spirv::{AddressingModel, Capability, MemoryModel};

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
    let options = options_for(module, options)?;
    module.at_depth(module.levels(), |module| translate_with(module, &options, None).map(|(made, _)| made))
}

/// A translation, and the LLVM values that its instructions were made for, where that is asked for.
type Made<'m> = (Translated, Option<Origins<'m>>);

/// Translates a module; with `origins` the binary holds marks for them.
fn translate_with<'m>(module: &'m Module<'m>, options: &'m Options, origins: Option<Origins<'m>>) -> Result<Made<'m>> {
    let mut spv = Builder::new(addressing_model(triple(module, options))?, MemoryModel::OpenCL);
    for capability in [Capability::Addresses, Capability::Kernel] {
        spv.require(capability);
    }
    if options.extensions.allow("SPV_INTEL_long_composites") {
        spv.split_long();
    }
    if options.compatibility.strict {
        spv.ext_inst_set("OpenCL.std");
    }
    spv.require_version(pinned_version(module.triple(), options)?.unwrap_or(Version::V1_0));
    let mut errors = Collected::new(options.error_limit);
    let mut warnings: Vec<_> = options.extensions.warnings().collect();
    warnings.extend(rewrite(module, options, &mut errors)?);
    let mut f = Forward::new(options, module, spv);
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
    f.errors.finish()?;
    let keeps_kernel = f.spv.memory_model() == MemoryModel::OpenCL
        || options.compatibility.strict
        || declarations::names_capability(&f, Capability::Kernel)?;
    let mut binary = f.spv.finish(options.max_version)?;
    if !keeps_kernel {
        binary = without_unasked_kernel(binary)?;
    }
    if options.uses_untyped_pointers() {
        let typed = Words::of_any(binary.words())?;
        binary = Binary::new(untyped::untyped(&typed, options.compatibility.strict)?, []);
    }
    binary.set_byte_order(options.byte_order);
    Ok((Translated { binary, warnings: f.warnings }, f.origins))
}

/// Returns the module without `OpCapability Kernel`, which is declared before the walk, where none of its instructions needs it.
fn without_unasked_kernel(binary: Binary) -> Result<Binary> {
    let words = Words::of_any(binary.words())?;
    let unmarked = Words::of_any(origins::unmarked(&words).0)?;
    if !unasked_capabilities(&spirv::Module::index(&unmarked)?)?.contains(&Capability::Kernel) {
        return Ok(binary);
    }
    let is_kernel = |inst: &Instruction<'_>| {
        inst.opcode() == Op::Capability && inst.operands().first() == Some(&(Capability::Kernel as u32))
    };
    let mut kept: Vec<u32> = words.words().iter().copied().take(header::WORDS).collect();
    words.instructions().filter(|inst| !is_kernel(inst)).for_each(|inst| kept.extend(inst.words()));
    Ok(Binary::new(kept, []))
}

/// The triple; a module of nothing at all needs none for the Khronos translator.
fn triple<'m>(module: &'m Module<'m>, options: &Options) -> &'m str {
    let is_empty = || module.functions().next().is_none() && module.globals().next().is_none();
    match module.triple() {
        "" if options.compatibility.strict && is_empty() => "spir64",
        triple => triple,
    }
}

/// Extensions that have a capability under an older name than the one that the grammar knows.
const OLDER: &[(&str, &str)] = &[("SPV_EXT_arithmetic_fence", "SPV_INTEL_arithmetic_fence")];

/// Declares the version or the extensions that capabilities come from, where the version does not have them. Returns what is missing.
fn capability_extensions(f: &mut Forward<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    f.spv.infer_capabilities();
    for row in capability_rows(f) {
        let extensions = row.requires.extensions;
        let is_allowed = |name: &&str| f.options.extensions.allow(name) || f.spv.has_extension(name);
        let is_core = row.requires.since.is_some_and(|since| since <= f.spv.version().minor);
        if !is_core && !extensions.is_empty() && !extensions.iter().any(is_allowed) {
            let older = OLDER.iter().filter(|older| extensions.contains(&older.0)).map(|older| older.1);
            if let Some(older) = older.into_iter().find(|name| is_allowed(name)) {
                f.spv.require_extension(older);
                continue;
            }
            // The Khronos translator does not raise the version in place of an extension.
            if f.options.compatibility.strict {
                let error = availability::missing(f, &row.requires, &format!("capability {}", row.name));
                errors.push(error.about(Subject::Capability(row.value)));
                continue;
            }
        }
        let required = availability::require(f, &row.requires, || format!("capability {}", row.name));
        errors.extend(required.err().map(|error| error.about(Subject::Capability(row.value))));
    }
    errors
}

/// What the grammar says of the capabilities, in front of each what it implies of another extension: that extension has to
/// be declared, too. The Khronos translator declares the capability as well.
fn capability_rows(f: &mut Forward<'_>) -> Vec<&'static grammar::Enumerant> {
    let find = |capability| grammar::enumerant(grammar::Kind::Capability, capability);
    let mut all = Vec::new();
    for row in f.spv.capabilities().filter_map(find).collect::<Vec<_>>() {
        for implied in row.requires.capabilities {
            let is_extra =
                |row: &&grammar::Enumerant| row.requires.since.is_none() && !row.requires.extensions.is_empty();
            let Some(extra) = find(*implied as u32).filter(is_extra) else { continue };
            all.push(extra);
            if f.options.compatibility.strict {
                f.spv.require(*implied);
            }
        }
        all.push(row);
    }
    all
}

/// Brings a module into the form from which SPIR-V is made, and no further. Returns what to tell the user.
pub fn regularize<'m>(module: &'m Module<'m>, options: &Options) -> Result<Vec<String>> {
    addressing_model(module.triple())?;
    if options.compatibility.strict {
        peer::products::run(module)?;
    }
    let mut errors = Collected::new(options.error_limit);
    let warnings = rewrite(module, &options_for(module, options)?, &mut errors)?;
    errors.finish().map(|()| warnings)
}

/// What is done in LLVM IR. Returns what to tell the user; notes the functions that could not be rewritten.
fn rewrite<'m>(module: &'m Module<'m>, options: &Options, errors: &mut Collected<Value<'m>>) -> Result<Vec<String>> {
    if options.compatibility.mem2reg {
        module.functions().try_for_each(Value::promote_variables)?;
    }
    cache_controls::run(module, options)?;
    if options.compatibility.strict {
        peer::run(module, options)?;
    }
    legalize::run(module, options, errors)
}

/// The options for a module: the version that its triple asks for is the highest, and what it declares is allowed.
fn options_for(module: &Module<'_>, options: &Options) -> Result<Options> {
    let max_version = pinned_version(module.triple(), options)?.unwrap_or(options.max_version);
    let mut options = Options { max_version, ..options.clone() };
    declarations::allow_declared(module, &mut options)?;
    Ok(options)
}

/// The version that a triple such as `spirv64v1.3-unknown-unknown` asks for, if it does.
fn pinned_version(triple: &str, options: &Options) -> Result<Option<Version>> {
    let architecture = triple.split('-').next().unwrap_or_default();
    let Some(at) = architecture.find("v1.") else { return Ok(None) };
    let version: Version = architecture
        .get(at + 1..)
        .unwrap_or_default()
        .parse()
        .map_err(|error: String| Error::of(Code::TargetTriple, error))?;
    if version > options.max_version {
        return Err(Error::of(Code::TripleVersion, "Triple version and maximum version are incompatible")
            .hint(format!("--spirv-max-version={version}")));
    }
    Ok(Some(version))
}

/// Triples of 32 and 64 bits, by architecture (S3-69).
fn addressing_model(triple: &str) -> Result<AddressingModel> {
    let architecture = triple.split('-').next().unwrap_or_default();
    let base = architecture.split_once("v1.").map_or(architecture, |(base, _)| base);
    match base {
        "spir" | "spirv32" => Ok(AddressingModel::Physical32),
        "spir64" | "spirv64" => Ok(AddressingModel::Physical64),
        _ => Err(Error::target_triple(triple).hint("compile with -target spir, spir64, spirv32 or spirv64")),
    }
}
