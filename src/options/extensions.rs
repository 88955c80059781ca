//! The extensions of SPIR-V that may be used.

use crate::environment::Environment;
use crate::environment::extension_names::{EXTENSIONS, RETIRED, is_known};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The extension for untyped pointers: only the user may request it, not the input, since few consumers support it.
const BY_USER: &str = "SPV_KHR_untyped_pointers";

/// Extensions that build on another one, which modules need as well and compilers do not always declare.
const BUILT_ON: &[(&str, &str)] = &[
    ("SPV_EXT_shader_atomic_float16_add", "SPV_EXT_shader_atomic_float_add"),
    ("SPV_NV_cooperative_matrix2", "SPV_KHR_cooperative_matrix"),
];

/// The extensions of SPIR-V that may be used: those that the user allows, and those that the input declares and the
/// user does not refuse.
///
/// ```
/// use llvm_spirv::options::Extensions;
///
/// let some: Extensions = "+all,-SPV_KHR_fma".parse()?;
/// assert!(some.allow("SPV_KHR_expect_assume") && !some.allow("SPV_KHR_fma"));
/// assert!("+SPV_KHR_fmaa".parse::<Extensions>().is_err());
/// # Ok::<(), llvm_spirv::options::ExtensionsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensions {
    /// The decision on unlisted names; `None` by default.
    others: Option<bool>,
    allowed: BTreeSet<String>,
    refused: BTreeSet<String>,
    /// The extensions that the input declares.
    declared: BTreeSet<String>,
    /// Retired names that were read, each with the current one.
    retired: BTreeSet<(&'static str, &'static str)>,
    /// The environment, if it restricts extensions.
    environment: Option<Box<Environment>>,
}

impl Extensions {
    /// Allows no extensions except those that the input declares.
    pub fn none() -> Self {
        Self::default()
    }

    /// Allows every known extension.
    pub fn all() -> Self {
        Self { others: Some(true), ..Self::default() }
    }

    /// Allows only these extensions, by name, and those that the input declares. Names are not checked.
    pub fn of<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self { allowed: names.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Returns the names that a list may hold, in alphabetical order.
    pub fn known() -> impl Iterator<Item = &'static str> {
        EXTENSIONS.iter().copied()
    }

    /// Returns whether `name` (`SPV_...`) is requested by name, by the user or by the input, and not merely allowed
    /// with all others.
    pub(crate) fn asks_for(&self, name: &str) -> bool {
        self.allowed.contains(name) || self.declared.contains(name)
    }

    /// Returns whether `name` (`SPV_...`) may be used.
    pub fn allow(&self, name: &str) -> bool {
        let is_granted = || self.environment.as_ref().is_some_and(|environment| environment.grants(name));
        (self.asks_for(name)
            || self.others == Some(true) && !self.is_refused(name)
            || !self.refuse(name) && is_granted())
            && self.environment.as_ref().is_none_or(|environment| environment.allows_extension(name))
    }

    /// Returns whether the user refuses `name` by name, also by its former vendor's name.
    fn is_refused(&self, name: &str) -> bool {
        self.refused.contains(name) || self.refused.iter().any(|refused| is_renamed(refused, name))
    }

    /// Returns whether the user refuses `name` (`SPV_...`), by name or with all others.
    pub(crate) fn refuse(&self, name: &str) -> bool {
        self.is_refused(name) || self.others == Some(false) && !self.allowed.contains(name)
    }

    /// Returns these extensions and `name`, even if it was refused.
    #[must_use]
    pub fn with(mut self, name: &str) -> Self {
        self.refused.remove(name);
        self.allowed.insert(name.to_owned());
        self
    }

    /// Returns these extensions without `name` (`SPV_...`), which is then refused.
    pub fn without(mut self, name: &str) -> Self {
        self.allowed.remove(name);
        self.declared.remove(name);
        self.refused.insert(name.to_owned());
        self
    }

    /// Returns whether no extension is allowed at all.
    pub fn is_none(&self) -> bool {
        self.others != Some(true) && self.allowed.is_empty() && self.declared.is_empty()
    }

    /// Returns the extensions that the user allows by name.
    pub(crate) fn named(&self) -> impl Iterator<Item = &str> {
        self.allowed.iter().map(String::as_str)
    }

    /// Returns these extensions without those that the environment does not support.
    #[must_use]
    pub(crate) fn within(mut self, environment: &Environment) -> Self {
        self.environment = environment.is_limited().then(|| Box::new(environment.clone()));
        self
    }

    /// Allows an extension that the input declares, and the one on which it builds, unless the user refuses it.
    pub fn declare(&mut self, name: &str) {
        let bases = BUILT_ON.iter().filter(|row| row.0 == name).map(|row| row.1);
        for name in bases.chain([name]) {
            if name != BY_USER && !self.refuse(name) {
                self.declared.insert(name.to_owned());
            }
        }
    }

    /// Returns a sentence for each retired name that the user gave.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.retired.iter().map(|(old, new)| format!("the extension {old} is retired; {new} is allowed in its place"))
    }

    fn say_of_all(&mut self, is_allowed: bool) {
        self.others = Some(is_allowed);
        self.allowed.clear();
        self.refused.clear();
    }

    fn say(&mut self, name: &str, is_allowed: bool) -> Result<(), ExtensionsError> {
        let name = match RETIRED.iter().find(|(old, _)| *old == name) {
            Some(row) => {
                self.retired.insert(*row);
                row.1
            }
            None => name,
        };
        if !is_known(name) {
            return Err(ExtensionsError::Unknown(name.to_owned()));
        }
        let (to, from) = match is_allowed {
            true => (&mut self.allowed, &mut self.refused),
            false => (&mut self.refused, &mut self.allowed),
        };
        to.insert(name.to_owned());
        from.remove(name);
        Ok(())
    }
}

impl FromStr for Extensions {
    type Err = ExtensionsError;

    /// Reads `+NAME,-NAME,...` from left to right: a later entry wins; `all` stands for every name.
    fn from_str(list: &str) -> Result<Self, ExtensionsError> {
        let mut read = Self::none();
        for entry in list.split(',').filter(|entry| !entry.is_empty()) {
            match (entry.strip_prefix('+'), entry.strip_prefix('-')) {
                (Some("all"), _) => read.say_of_all(true),
                (_, Some("all")) => read.say_of_all(false),
                (Some(name), _) => read.say(name, true)?,
                (_, Some(name)) => read.say(name, false)?,
                _ => return Err(ExtensionsError::NoSign(entry.to_owned())),
            }
        }
        Ok(read)
    }
}

impl Display for Extensions {
    /// Writes the list as [`FromStr`] reads it, without the extensions that the input declares.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let all = self.others.map(|allowed| if allowed { "+all" } else { "-all" }.to_owned());
        let allowed = self.allowed.iter().map(|name| format!("+{name}"));
        let refused = self.refused.iter().map(|name| format!("-{name}"));
        f.write_str(&all.into_iter().chain(allowed).chain(refused).collect::<Vec<_>>().join(","))
    }
}

/// The reason why a list of extensions cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtensionsError {
    /// An entry begins neither with `+` nor with `-`.
    NoSign(String),
    /// A name that no extension has.
    Unknown(String),
}

impl Display for ExtensionsError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSign(entry) => write!(f, "{entry:?} must begin with + or -"),
            Self::Unknown(name) => write!(f, "{name:?} is no extension of SPIR-V"),
        }
    }
}

impl std::error::Error for ExtensionsError {}

/// Returns all names that the Khronos translator knows.
#[cfg(any(test, feature = "internals"))]
pub fn khronos_names() -> impl Iterator<Item = &'static str> {
    crate::environment::extension_names::KHRONOS.iter().copied()
}

/// Returns the current name of an extension, by its retired name.
#[cfg(feature = "internals")]
pub fn present_name(name: &str) -> Option<&'static str> {
    RETIRED.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

/// Returns whether two names belong to one extension: some have changed their vendor's name.
fn is_renamed(one: &str, other: &str) -> bool {
    let [old, new] = ["SPV_INTEL_", "SPV_ALTERA_"];
    let is_pair =
        |one: &str, other: &str| one.strip_prefix(old).is_some_and(|rest| other.strip_prefix(new) == Some(rest));
    is_pair(one, other) || is_pair(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(list: &str, name: &str) -> bool {
        list.parse::<Extensions>().is_ok_and(|extensions| extensions.allow(name))
    }

    #[test]
    fn later_extensions_win() {
        const A: &str = "SPV_KHR_fma";
        const B: &str = "SPV_KHR_expect_assume";
        assert!(allows(&format!("+{A}"), A) && !allows(&format!("+{A},-{A}"), A));
        assert!(allows(&format!("-all,+{A}"), A) && !allows(&format!("-all,+{A}"), B));
        assert!(allows(&format!("+all,-{A}"), B) && !allows(&format!("+all,-{A}"), A));
        assert!(allows(&format!("+all,-{A},+{A}"), A) && !allows("+all,-all", A));
        assert_eq!(A.parse::<Extensions>(), Err(ExtensionsError::NoSign(A.to_owned())));
    }

    #[test]
    fn what_the_input_declares_is_allowed_unless_refused() {
        const A: &str = "SPV_KHR_linkonce_odr";
        let allows = |list: &str, name| {
            list.parse().is_ok_and(|mut extensions: Extensions| {
                extensions.declare(name);
                extensions.allow(name)
            })
        };
        assert!(allows("", A) && allows("+SPV_KHR_fma", A) && allows("+all", A) && allows("-SPV_KHR_fma", A));
        assert!(!allows("-all", A) && !allows(&format!("-{A}"), A) && !allows(&format!("+all,-{A}"), A));
        assert!(allows(&format!("-all,+{A}"), A) && !allows("", BY_USER) && allows(&format!("+{BY_USER}"), BY_USER));
    }

    #[test]
    fn an_extension_is_refused_by_either_of_its_names() {
        let [old, new] = ["INTEL", "ALTERA"].map(|vendor| format!("SPV_{vendor}_arbitrary_precision_integers"));
        for (refused, other) in [(&old, &new), (&new, &old)] {
            assert!(!allows(&format!("+all,-{refused}"), other) && !allows(&format!("+all,-{refused}"), refused));
            assert!(allows(&format!("+all,-{refused},+{other}"), other));
            assert!(allows(&format!("-{refused},+all"), other));
        }
        assert!(allows("+all,-SPV_INTEL_arbitrary_precision_fixed_point", &new));
    }

    #[test]
    fn unknown_names_are_errors() {
        for name in ["SPV_NOPE", "", "spv_khr_fma"] {
            let error = ExtensionsError::Unknown(name.to_owned());
            assert_eq!(format!("+all,-{name}").parse::<Extensions>(), Err(error));
        }
    }

    #[test]
    fn retired_names_stand_for_the_present_ones() {
        for (old, new) in RETIRED {
            assert!(is_known(new) && !is_known(old));
            assert!(allows(&format!("+{old}"), new) && !allows(&format!("+all,-{old}"), new));
            let warnings = |list: &str| list.parse().map(|e: Extensions| e.warnings().count());
            assert_eq!((warnings(&format!("+{old}")), warnings(&format!("+{new}"))), (Ok(1), Ok(0)));
        }
    }

    #[test]
    fn the_names_are_sorted_and_those_of_the_khronos_translator_among_them() {
        assert!(EXTENSIONS.is_sorted_by(|a, b| a < b));
        assert!(khronos_names().all(is_known));
        assert_eq!(khronos_names().count(), 101);
    }

    #[test]
    fn lists_are_written_as_they_are_read() {
        for list in
            ["", "+all", "-all", "+SPV_KHR_fma,+SPV_KHR_poison_freeze", "+all,-SPV_KHR_fma", "-all,+SPV_KHR_fma"]
        {
            assert_eq!(list.parse().map(|e: Extensions| e.to_string()), Ok(list.to_owned()));
        }
    }

    /// The names that compilers of SYCL pass.
    #[test]
    fn s3_names_of_sycl_are_known() {
        for (vendor, names) in [
            ("EXT", "shader_atomic_float_add shader_atomic_float_min_max shader_atomic_float16_add"),
            (
                "KHR",
                "no_integer_wrap_decoration float_controls expect_assume linkonce_odr shader_clock uniform_group_instructions \
                 non_semantic_info cooperative_matrix",
            ),
            (
                "INTEL",
                "subgroups media_block_io device_side_avc_motion_estimation fpga_loop_controls unstructured_loop_controls \
                 fpga_reg blocking_pipes function_pointers kernel_attributes io_pipes inline_assembly \
                 arbitrary_precision_integers float_controls2 vector_compute fast_composite arbitrary_precision_fixed_point \
                 arbitrary_precision_floating_point variable_length_array fp_fast_math_mode long_composites \
                 arithmetic_fence global_variable_decorations cache_controls fpga_buffer_location \
                 fpga_argument_interfaces fpga_invocation_pipelining_attributes fpga_latency_control bindless_images \
                 task_sequence bfloat16_conversion joint_matrix hw_thread_queries masked_gather_scatter \
                 tensor_float32_conversion optnone fp_max_error",
            ),
        ] {
            for name in names.split_whitespace() {
                let name = format!("SPV_{vendor}_{name}");
                assert!(allows(&format!("+{name}"), &name), "{name}");
            }
        }
    }
}
