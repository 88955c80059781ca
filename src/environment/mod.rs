//! The environment that a module of SPIR-V is made for or comes from: an interface with its versions and profiles, or
//! what a `spirv.target_env` attribute lists.
//!
//! In: a name such as `opencl2.0embedded`, `vulkan1.1spv1.4`, `opencl3.0+cl_khr_int64_base_atomics`, or the text of an
//! attribute (S4-71, S4-72). Out: which versions, capabilities, extensions and models a module may have there, which
//! ones need no extension, and the limits of devices. The rules of the interfaces are in tables ([`opencl`],
//! [`vulkan`], [`preset`]), the requirements of opcodes and enumerants in the grammar; [`availability`] combines both.

mod attribute;
mod availability;
mod device;
pub(crate) mod extension_names;
mod incorporated;
mod limits;
mod models;
mod opencl;
mod preset;
mod profiles;
mod reader;
#[cfg(test)]
mod tests;
mod version;
mod vulkan;

pub(crate) use availability::Feature;
pub use availability::{Availability, Scope};
pub(crate) use device::{Api, Device};
pub(crate) use limits::Limits;
pub use models::Models;
pub use version::{Version, VersionError};

use ::spirv::Capability;
use ::spirv::grammar::{self, Kind, Requirements};
use opencl::Condition;
use preset::Preset;
use profiles::Profile;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::LazyLock;

/// An environment of SPIR-V modules.
///
/// ```
/// use llvm_spirv::options::{Environment, Version};
///
/// let embedded: Environment = "opencl2.0embedded".parse()?;
/// assert_eq!(embedded.version(), Version::V1_0);
/// assert!(embedded.target_env().starts_with("#spirv.target_env<#spirv.vce<v1.0, [Addresses, Linkage, "));
/// # Ok::<(), llvm_spirv::options::EnvironmentError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    rules: Rules,
    version: Version,
    /// Extensions of the interface, not of SPIR-V.
    interface_extensions: BTreeSet<&'static str>,
    /// The driver, if the environment is that of a driver.
    profile: Option<&'static Profile>,
    /// SPIR-V extensions that the user allows in addition to those of the driver.
    added: BTreeSet<String>,
    device: Device,
    limits: Limits,
}

/// The source of an environment's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Rules {
    /// A version of an interface.
    Preset(&'static Preset),
    /// The lists of an attribute.
    Listed(Listed),
}

/// The contents of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Listed {
    api: Api,
    capabilities: Vec<Capability>,
    extensions: Vec<String>,
    /// The capabilities, with all that they imply.
    implied: BTreeSet<Capability>,
}

impl Listed {
    fn new(api: Api, capabilities: Vec<Capability>, extensions: Vec<String>) -> Self {
        let mut implied = BTreeSet::new();
        let mut open = capabilities.clone();
        while let Some(capability) = open.pop() {
            if implied.insert(capability) {
                open.extend(grammar::implied(capability));
            }
        }
        Self { api, capabilities, extensions, implied }
    }
}

/// The reason why a text names no environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvironmentError(String);

impl Display for EnvironmentError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EnvironmentError {}

impl Default for Environment {
    /// Returns the environment for all of SPIR-V 1.6 (S4-74).
    fn default() -> Self {
        Self::of_preset(&preset::DEFAULT)
    }
}

impl Environment {
    /// Returns the environment that allows all of SPIR-V.
    pub(crate) fn unlimited() -> &'static Self {
        static UNLIMITED: LazyLock<Environment> = LazyLock::new(Environment::default);
        &UNLIMITED
    }

    fn of_preset(preset: &'static Preset) -> Self {
        let client = (preset.client.major, preset.client.minor);
        Self {
            rules: Rules::Preset(preset),
            version: preset.version,
            interface_extensions: BTreeSet::new(),
            profile: None,
            added: BTreeSet::new(),
            device: Device::default(),
            limits: Limits::minimum(preset.api, client, preset.is_embedded),
        }
    }

    /// Returns the environment of a driver; limits that the driver does not specify are those of the interface.
    fn of_profile(profile: &'static Profile) -> Result<Self, EnvironmentError> {
        let mut environment: Self = profile.base.parse()?;
        environment.version = profile.version;
        environment.profile = Some(profile);
        if let Some(sizes) = &profile.limits {
            environment.limits.max_compute_workgroup_invocations = sizes.workgroup;
            environment.limits.max_compute_workgroup_size = Some(vec![sizes.workgroup; 3]);
            environment.limits.max_compute_shared_memory_size = sizes.shared;
            environment.limits.subgroup_size = sizes.subgroup.1;
            environment.limits.min_subgroup_size = Some(sizes.subgroup.0);
            environment.limits.max_subgroup_size = Some(sizes.subgroup.1);
        }
        Ok(environment)
    }

    /// Returns the names of all environments that have one.
    pub fn names() -> impl Iterator<Item = &'static str> {
        preset::PRESETS.iter().map(|preset| preset.name).chain(profiles::PROFILES.iter().map(|profile| profile.name))
    }

    /// Returns whether the environment is that of a driver that supports the extension.
    pub(crate) fn grants(&self, name: &str) -> bool {
        self.profile.is_some_and(|profile| profile.extensions.contains(&name))
    }

    /// Returns a driver's environment with SPIR-V extensions that the user allows in addition; any other environment
    /// unchanged.
    pub(crate) fn refined<'n>(&self, names: impl Iterator<Item = &'n str>) -> Cow<'_, Self> {
        match self.profile {
            Some(_) => Cow::Owned(Self { added: names.map(str::to_owned).collect(), ..self.clone() }),
            None => Cow::Borrowed(self),
        }
    }

    /// Returns the name of the Vulkan version for target triples: for another interface, the first one that accepts the
    /// version of SPIR-V.
    pub(crate) fn vulkan_name(&self) -> &'static str {
        match &self.rules {
            Rules::Preset(preset) if preset.api == Api::Vulkan => preset.name,
            _ => {
                let mut presets = preset::PRESETS.iter().filter(|preset| preset.api == Api::Vulkan);
                presets.find(|preset| preset.version >= self.version).map_or("vulkan1.3", |preset| preset.name)
            }
        }
    }

    /// Returns a short name for messages: that of a preset, or `of the attribute`.
    pub(crate) fn name(&self) -> String {
        match &self.rules {
            Rules::Preset(_) => self.to_string(),
            Rules::Listed(_) => "of the attribute".to_owned(),
        }
    }

    /// Returns the highest version of SPIR-V that modules may have.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns the interface; [`Api::Unknown`] for the universal environments.
    pub(crate) fn api(&self) -> Api {
        match &self.rules {
            Rules::Preset(preset) => preset.api,
            Rules::Listed(listed) => listed.api,
        }
    }

    /// Returns the device, as an attribute describes it.
    pub(crate) fn device(&self) -> Device {
        self.device
    }

    /// Returns the limits of the device, or those that every device of the interface has at least.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns whether the environment limits more than the version of modules.
    pub fn is_limited(&self) -> bool {
        !matches!(&self.rules, Rules::Preset(preset) if preset.api == Api::Unknown)
    }

    /// Returns whether a module may declare the capability, with an extension of SPIR-V where it needs one.
    pub(crate) fn allows_capability(&self, capability: Capability) -> bool {
        if self.profile.is_some_and(|profile| profile.lacks.contains(&capability)) {
            return false;
        }
        match &self.rules {
            Rules::Listed(listed) => listed.implied.contains(&capability),
            Rules::Preset(preset) => match preset.api {
                Api::OpenCl => {
                    let is_allowed = |name: &str| self.allows_extension(name);
                    self.has_of_opencl(preset, capability) || self.has_extension(capability, is_allowed)
                }
                Api::Vulkan => self.has_of_vulkan(preset, capability) || self.has_extension(capability, is_of_vulkan),
                _ => true,
            },
        }
    }

    /// Returns whether a capability that is not in any allowed version comes from an extension for which `is_meant`
    /// holds.
    fn has_extension(&self, capability: Capability, is_meant: impl Fn(&str) -> bool) -> bool {
        let Some(row) = grammar::enumerant(Kind::Capability, capability as u32) else { return false };
        let is_core = row.requires.since.is_some_and(|since| Version::new(1, since) <= self.version);
        !is_core && row.requires.extensions.iter().any(|name| is_meant(name))
    }

    fn has_of_opencl(&self, preset: &Preset, capability: Capability) -> bool {
        let holds = |condition: Condition| match condition {
            Condition::Device => true,
            Condition::FullProfile => !preset.is_embedded,
            Condition::Extension(names) => names.iter().any(|name| self.interface_extensions.contains(name)),
        };
        let rows = opencl::CAPABILITIES.iter().filter(|row| row.capabilities.contains(&capability));
        rows.into_iter().any(|row| row.since <= preset.client && holds(row.condition))
    }

    fn has_of_vulkan(&self, preset: &Preset, capability: Capability) -> bool {
        let has = |row: &vulkan::Row| {
            row.since.is_some_and(|since| since <= preset.client.minor)
                || row.extensions.iter().any(|name| self.interface_extensions.contains(name))
        };
        vulkan::CAPABILITIES.iter().any(|row| row.capabilities.contains(&capability) && has(row))
    }

    /// Returns whether a module may declare the extension (`SPV_...`).
    pub(crate) fn allows_extension(&self, name: &str) -> bool {
        let is_in_version = || incorporated::since(name).is_some_and(|since| since <= self.version);
        match &self.rules {
            Rules::Listed(listed) => listed.extensions.iter().any(|listed| listed == name) || is_in_version(),
            Rules::Preset(_) if self.profile.is_some() => {
                self.grants(name) || self.added.contains(name) || is_in_version()
            }
            Rules::Preset(preset) => preset.api != Api::Vulkan || is_of_vulkan(name),
        }
    }

    /// Returns whether a module may import the set of extended instructions: `OpenCL.std` if kernels are allowed,
    /// `GLSL.std.450` if shaders are; other sets come with extensions.
    pub(crate) fn allows_set(&self, name: &str) -> bool {
        match name {
            "OpenCL.std" => self.allows_capability(Capability::Kernel),
            "GLSL.std.450" => self.allows_capability(Capability::Shader),
            _ => true,
        }
    }

    /// Returns whether a module may use a feature with these requirements: a version or an extension has it, and a
    /// capability enables it.
    pub(crate) fn allows(&self, requires: &Requirements) -> bool {
        let is_in_version = requires.since.is_some_and(|since| Version::new(1, since) <= self.version)
            || requires.since.is_none() && requires.extensions.is_empty();
        let enabling = requires.capabilities;
        (is_in_version || requires.extensions.iter().any(|name| self.allows_extension(name)))
            && (enabling.is_empty() || enabling.iter().any(|capability| self.allows_capability(*capability)))
    }

    /// Returns the name of an environment for which `is_enough` holds, preferably one with the same interface.
    pub(crate) fn other(&self, is_enough: impl Fn(&Self) -> bool) -> Option<String> {
        let same = preset::PRESETS.iter().filter(|other| other.api == self.api() && self.precedes(other));
        let presets = same.chain(std::iter::once(&preset::DEFAULT));
        let mut named = presets.map(Self::of_preset).chain(self.extended()).filter(|other| is_enough(other));
        named.next().map(|other| other.to_string())
    }

    /// Returns whether a preset has at least the features of this environment.
    fn precedes(&self, other: &Preset) -> bool {
        let Rules::Preset(preset) = &self.rules else { return true };
        other.client >= preset.client && (preset.is_embedded || !other.is_embedded)
    }

    /// Returns the variants of this environment with one additional extension of its interface each.
    fn extended(&self) -> impl Iterator<Item = Self> {
        let names = self.interface_names();
        names.into_iter().map(|name| {
            let mut extended = self.clone();
            extended.interface_extensions.insert(name);
            extended
        })
    }

    /// Returns the extensions of the interface that add capabilities.
    fn interface_names(&self) -> Vec<&'static str> {
        match self.api() {
            Api::OpenCl => opencl::extensions().collect(),
            Api::Vulkan => vulkan::CAPABILITIES.iter().flat_map(|row| row.extensions).copied().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the capabilities that modules may declare together with all that they imply, in numerical order.
    pub(crate) fn capabilities(&self) -> Vec<Capability> {
        match &self.rules {
            Rules::Listed(listed) => listed.capabilities.clone(),
            Rules::Preset(_) => {
                let rows = Kind::Capability.info().enumerants.iter();
                let allowed = rows.filter(|row| self.allows_version_of(&row.requires));
                let capabilities = allowed.filter_map(|row| Capability::from_u32(row.value));
                let allowed = capabilities.filter(|capability| self.allows_capability(*capability));
                allowed.filter(|capability| self.allows_all_implied(*capability)).collect()
            }
        }
    }

    /// Returns whether modules may declare all that the capability implies.
    fn allows_all_implied(&self, capability: Capability) -> bool {
        Listed::new(Api::Unknown, vec![capability], Vec::new())
            .implied
            .into_iter()
            .all(|one| self.allows_capability(one))
    }

    fn allows_version_of(&self, requires: &Requirements) -> bool {
        self.allows(&Requirements { capabilities: &[], ..*requires })
    }

    /// Returns the extensions of SPIR-V that modules may declare.
    pub(crate) fn extensions(&self) -> Vec<String> {
        match &self.rules {
            Rules::Listed(listed) => listed.extensions.clone(),
            Rules::Preset(preset) if preset.api == Api::Vulkan => {
                vulkan::EXTENSIONS.iter().map(|name| (*name).to_owned()).collect()
            }
            Rules::Preset(_) => {
                let known = grammar::extensions().into_iter().filter(|name| self.allows_extension(name));
                known.map(str::to_owned).collect()
            }
        }
    }

    /// Returns the text of a `spirv.target_env` attribute for this environment.
    pub fn target_env(&self) -> String {
        attribute::text(self)
    }
}

fn is_of_vulkan(name: &str) -> bool {
    vulkan::EXTENSIONS.binary_search(&name).is_ok()
}

impl Display for Environment {
    /// Writes the text from which [`FromStr`] makes the environment.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Rules::Preset(preset) = &self.rules else { return f.write_str(&self.target_env()) };
        if let Some(profile) = self.profile {
            f.write_str(profile.name)?;
            return if self.version == profile.version { Ok(()) } else { write!(f, "spv{}", self.version) };
        }
        f.write_str(preset.name)?;
        if self.version != preset.version {
            write!(f, "spv{}", self.version)?;
        }
        self.interface_extensions.iter().try_for_each(|name| write!(f, "+{name}"))
    }
}

impl FromStr for Environment {
    type Err = EnvironmentError;

    /// Parses a name, optionally followed by `spv1.N` and `+EXTENSION`s, or an attribute.
    fn from_str(text: &str) -> Result<Self, EnvironmentError> {
        if text.trim_start().starts_with('#') {
            return reader::read(text);
        }
        let mut parts = text.split('+');
        let mut environment = Self::of_name(parts.next().unwrap_or_default())?;
        for name in parts {
            let known = environment.interface_names().into_iter().find(|known| *known == name);
            let unknown = || EnvironmentError(format!("{name:?} is no extension that changes what {text} allows"));
            environment.interface_extensions.insert(known.ok_or_else(unknown)?);
        }
        Ok(environment)
    }
}

impl Environment {
    /// Parses a name, optionally followed by `spv1.N`.
    fn of_name(text: &str) -> Result<Self, EnvironmentError> {
        if let Some(named) = Self::named(text) {
            return named;
        }
        let named = text.rsplit_once("spv").and_then(|(name, version)| Some((Self::named(name)?, version)));
        let Some((named, version)) = named else { return Err(unknown(text)) };
        let version: Version = version.parse().map_err(|error: VersionError| EnvironmentError(error.to_string()))?;
        let named = named?;
        if named.highest().is_none_or(|highest| version > highest) {
            return Err(EnvironmentError(format!("{named} has no SPIR-V {version}")));
        }
        Ok(Self { version, ..named })
    }

    /// Returns the environment with this name.
    fn named(name: &str) -> Option<Result<Self, EnvironmentError>> {
        let profile = profiles::of_name(name).map(Self::of_profile);
        profile.or_else(|| preset::of_name(name).map(|preset| Ok(Self::of_preset(preset))))
    }

    /// Returns the highest version of SPIR-V that `spv1.N` after the name may select.
    fn highest(&self) -> Option<Version> {
        match (&self.rules, self.profile) {
            (_, Some(profile)) => Some(profile.version),
            (Rules::Preset(preset), None) if preset.api != Api::Unknown => Some(preset.highest),
            _ => None,
        }
    }
}

/// Returns the error for an unknown name.
fn unknown(text: &str) -> EnvironmentError {
    let names: Vec<_> = Environment::names().collect();
    EnvironmentError(format!("{text:?} is no environment; there are {}", names.join(", ")))
}
