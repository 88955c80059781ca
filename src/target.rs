//! The target of a translation to SPIR-V, determined by the triple, the environment and the policy. It is created once
//! and passed to the passes.

use crate::environment::{Environment, Models, Version};
use crate::options::{Options, Policy};
use std::str::FromStr;

/// The output of a translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A SPIR-V module.
    Spirv,
    /// The LLVM IR from which the SPIR-V module would be made.
    LlvmIr,
}

/// The target of one translation.
#[derive(Clone, Debug)]
pub struct Target<'o> {
    /// The target triple.
    pub triple: String,
    /// The models of modules for the triple; `None` if it is not a SPIR-V triple (S3-69).
    pub models: Option<&'static Models>,
    /// The environment that the module is for.
    pub environment: &'o Environment,
    /// The choices on which the Khronos translator differs.
    pub policy: &'o Policy,
    /// The output.
    pub goal: Goal,
    /// Set once the entry points, kernels or functions with `"spirv.local_size"`, have become shaders.
    pub had_kernels: bool,
}

impl<'o> Target<'o> {
    /// Returns the target of a triple.
    pub fn new(triple: &str, options: &'o Options, goal: Goal) -> Self {
        let models = Models::of_triple(triple);
        let (environment, policy) = (&options.environment, &options.policy);
        Self { triple: triple.to_owned(), models, environment, policy, goal, had_kernels: false }
    }

    /// Returns whether pointers are logical, as in shaders.
    pub fn is_logical(&self) -> bool {
        self.models.is_some_and(Models::is_logical)
    }

    /// Returns whether the triple is that of a library, whose functions other modules call.
    pub fn is_library(&self) -> bool {
        self.triple.ends_with("-library")
    }

    /// Returns the version after the architecture, as in `spirv64v1.3-unknown-unknown`.
    pub fn version(&self) -> Option<Result<Version, <Version as FromStr>::Err>> {
        let architecture = self.triple.split('-').next().unwrap_or_default();
        let at = architecture.find("v1.")?;
        Some(architecture.get(at + 1..).unwrap_or_default().parse())
    }

    /// Returns the highest version of the Vulkan that the triple names, as in `spirv-unknown-vulkan1.3-compute`.
    pub fn vulkan_version(&self) -> Option<Version> {
        let environment = self.triple.split('-').find(|part| part.starts_with("vulkan1."))?;
        environment.parse::<Environment>().ok().map(|environment| environment.version())
    }
}
