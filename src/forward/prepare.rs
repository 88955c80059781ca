//! The legalization of a module before its translation: its target, the resulting options, and the passes.
//!
//! Translation, `--explain` and the LLVM IR that `llvm-spirv -s` writes share it.

use crate::concepts::interface::declarations;
use crate::concepts::{registry, shaders};
use crate::environment::{Environment, Models};
use crate::error::{Code, Collected, Error, Result};
use crate::legalize::{self, Job};
use crate::llvm::{Metadata, Module, Value};
use crate::options::{EnvironmentError, Options, Version};
use crate::state::{Hooks, Scope, availability};
use crate::target::{Goal, Target};
use std::borrow::Cow;

/// A legalized module.
pub struct Prepared<'m> {
    pub module: &'m Module<'m>,
    /// The options for this module.
    pub options: &'m Options,
    /// The hooks of the parts of the translator for its target.
    pub hooks: &'m Hooks,
    pub models: &'static Models,
    /// The version that the module requests.
    pub version: Option<Version>,
    /// The errors for functions that could not be rewritten.
    pub errors: Collected<Value<'m>>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
}

/// Legalizes a module, and calls `work` with it.
pub fn with<T>(
    module: &Module<'_>,
    options: &Options,
    work: impl for<'m> FnOnce(Prepared<'m>) -> Result<T>,
) -> Result<T> {
    run(module, options, (Goal::Spirv, None), work)
}

/// Legalizes a module up to the pass `last`, and calls `work` with it.
pub fn up_to<T>(
    module: &Module<'_>,
    options: &Options,
    last: Option<&str>,
    work: impl for<'m> FnOnce(Prepared<'m>) -> Result<T>,
) -> Result<T> {
    run(module, options, (Goal::LlvmIr, last), work)
}

fn run<T>(
    module: &Module<'_>,
    options: &Options,
    (goal, last): (Goal, Option<&str>),
    work: impl for<'m> FnOnce(Prepared<'m>) -> Result<T>,
) -> Result<T> {
    let given = environment_for(module, options)?;
    let target = Target::new(triple(module, &given), &given, goal);
    let mut job = Job::new(module, &given, target);
    let is_stopped = job.run(legalize::INTERFACE, last)?.is_break();
    let target = job.target;
    let (options, version) = options_for(module, &given, &target)?;
    let scope = if target.is_logical() { Scope::Logical } else { Scope::Physical };
    let hooks = registry::hooks(&options.policy, scope);
    let made = || {
        let models = checked(&target)?;
        let mut job = Job::new(module, &options, target);
        if !is_stopped {
            // What could not be rewritten is among the errors.
            let _ = job.run(legalize::REWRITES, last)?;
        }
        let (errors, mut warnings) = (job.errors, module.take_warnings());
        warnings.extend(job.warnings);
        work(Prepared { module, options: &options, hooks: &hooks, models, version, errors, warnings })
    };
    made().map_err(|error| in_environment(error, &options))
}

/// Marks an error whose cause is that the environment forbids something.
fn in_environment(error: Error, options: &Options) -> Error {
    error.each(|error| availability::restated(error, &options.environment))
}

/// Returns the triple; in Khronos mode, an empty module needs none.
fn triple<'m>(module: &'m Module<'m>, options: &Options) -> &'m str {
    let is_empty = || module.functions().next().is_none() && module.globals().next().is_none();
    match module.triple() {
        "" if options.policy.takes_empty_module_without_triple && is_empty() => "spir64",
        triple if options.policy.takes_unnamed_shaders_for_kernels && is_unnamed(triple) => "spir64",
        triple => triple,
    }
}

/// Returns whether a triple is that of shaders without an environment: `spirv-unknown-unknown`.
fn is_unnamed(triple: &str) -> bool {
    let (architecture, rest) = triple.split_once('-').unwrap_or((triple, ""));
    let is_of_shaders = Models::of_triple(architecture).is_some_and(Models::is_logical);
    is_of_shaders && rest.split('-').all(|part| matches!(part, "" | "unknown"))
}

/// The named metadata with the environment of a module.
const ENVIRONMENT: &str = "spirv.Environment";

/// Returns the options with the environment that the module names, if the options leave it open (S4-99).
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

/// Returns the options for a module, and the version that it requests, which then is the highest. Extensions that the
/// module declares are allowed.
fn options_for(module: &Module<'_>, options: &Options, target: &Target<'_>) -> Result<(Options, Option<Version>)> {
    let mut highest = options.clone();
    if let Cow::Owned(refined) = options.environment.refined(options.extensions.named()) {
        highest.environment = refined;
    }
    highest.max_version = highest.max_version.min(highest.environment.version());
    let version = pinned_version(module, &highest, target)?;
    let extensions = options.extensions.clone().within(&highest.environment);
    let mut options = Options { max_version: version.unwrap_or(highest.max_version), extensions, ..highest };
    declarations::allow_declared(module, &mut options)?;
    Ok((options, version))
}

/// Returns the version requested by a triple such as `spirv64v1.3-unknown-unknown`, by the metadata of a shader, or by
/// the version of Vulkan in the triple, as far as the options allow it.
fn pinned_version(module: &Module<'_>, options: &Options, target: &Target<'_>) -> Result<Option<Version>> {
    let version = match target.version().transpose() {
        Ok(version) => version.or_else(|| shaders::module::version(module)),
        Err(error) => return Err(Error::of(Code::TargetTriple, error.to_string())),
    };
    let Some(version) = version else {
        return Ok(target.vulkan_version().map(|version| version.min(options.max_version)));
    };
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

/// Returns the models of a target, if the environment allows them.
fn checked(target: &Target<'_>) -> Result<&'static Models> {
    let (triple, environment) = (&target.triple, target.environment);
    let models = target
        .models
        .ok_or_else(|| Error::target_triple(triple).hint("compile with -target spir, spir64, spirv32 or spirv64"))?;
    if environment.allows_addressing(models.addressing) {
        return Ok(models);
    }
    let other = environment.other(|other| other.allows_addressing(models.addressing));
    let (what, needed) = (format!("the target triple {triple:?}"), format!("{:?} addressing", models.addressing));
    Err(Error::forbidden(&what, &needed, &environment.name(), other))
}
