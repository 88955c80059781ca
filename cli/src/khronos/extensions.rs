//! The extensions by name, and `--spirv-ext`.

use super::failure::Failure;
use llvm_spirv::options::{Extensions, khronos_names, present_name};
use std::collections::BTreeSet;

const FORMAT: &str = "Invalid value of --spirv-ext, expected format is:\n\t--spirv-ext=+EXT_NAME,-EXT_NAME";

/// Parses the value of `--spirv-ext` from left to right. Without a value, no extension is allowed in translation to
/// SPIR-V, and all are in translation from it.
pub fn parse(list: &[&str], reverse: bool) -> Result<Extensions, Failure> {
    let mut allowed: BTreeSet<&str> = if reverse { khronos_names().collect() } else { BTreeSet::new() };
    for entry in list {
        let (allow, name) = split(entry).ok_or_else(|| Failure::tool(FORMAT))?;
        if name != "all" && !is_known(name) {
            let text = format!("Unknown extension '{name}' was specified via --spirv-ext option");
            return Err(Failure::tool(text));
        }
        let names = khronos_names().filter(|known| name == "all" || *known == name);
        if allow { allowed.extend(names) } else { allowed.retain(|known| name != "all" && *known != name) }
    }
    Ok(Extensions::of(allowed))
}

/// Returns a sentence for each retired name in the list.
pub fn retired(list: &[&str]) -> Vec<String> {
    let given = list.iter().filter_map(|entry| entry.strip_prefix(['+', '-']));
    let names = given.filter_map(|name| Some((name, present_name(name)?)));
    names.map(|(old, new)| format!("Warning: the extension {old} is retired; {new} is meant")).collect()
}

/// Returns whether the extension was refused, by its name or with all others, and not allowed after that.
pub fn is_refused(list: &[&str], name: &str) -> bool {
    let last = list.iter().rev().filter_map(|entry| split(entry)).find(|entry| entry.1 == name || entry.1 == "all");
    last.is_some_and(|entry| !entry.0)
}

fn split(entry: &str) -> Option<(bool, &str)> {
    let name = entry.strip_prefix(['+', '-']).filter(|name| !name.is_empty())?;
    Some((entry.starts_with('+'), present_name(name).unwrap_or(name)))
}

/// Returns whether the tool knows this extension.
pub fn is_known(name: &str) -> bool {
    khronos_names().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(list: &str, reverse: bool) -> Result<Extensions, String> {
        parse(&list.split(',').collect::<Vec<_>>(), reverse).map_err(|failure| failure.text)
    }

    #[test]
    fn s3_extensions_from_left_to_right() {
        let allows = |list, name| of(list, false).is_ok_and(|extensions| extensions.allow(name));
        assert!(allows("+all,-SPV_KHR_fma", "SPV_INTEL_subgroups") && !allows("+all,-SPV_KHR_fma", "SPV_KHR_fma"));
        assert!(allows("-all,+SPV_KHR_fma", "SPV_KHR_fma") && !allows("+SPV_KHR_fma,-all", "SPV_KHR_fma"));
        assert!(parse(&[], true).is_ok_and(|extensions| extensions.allow("SPV_KHR_fma")));
        assert!(parse(&[], false).is_ok_and(|extensions| !extensions.allow("SPV_KHR_fma")));
    }

    #[test]
    fn s3_retired_extensions_stand_for_the_present_ones() {
        let extensions = of("-all,+SPV_INTEL_long_constant_composite", false);
        assert!(extensions.is_ok_and(|extensions| extensions.allow("SPV_INTEL_long_composites")));
        assert_eq!(retired(&["+SPV_INTEL_long_constant_composite", "+SPV_KHR_fma"]).len(), 1);
    }

    #[test]
    fn s3_wrong_extensions_are_refused() {
        for wrong in ["EXT", "-", "+", "", ",", "+SPV_KHR_fma,"] {
            assert_eq!(of(wrong, false).err().as_deref(), Some(FORMAT), "{wrong}");
        }
        assert_eq!(
            of("+EXT", true).err().as_deref(),
            Some("Unknown extension 'EXT' was specified via --spirv-ext option")
        );
    }
}
