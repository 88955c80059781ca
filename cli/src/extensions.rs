//! `--spirv-ext`: the list of extensions, with a suggestion for a mistyped name.

use llvm_spirv::options::{Extensions, ExtensionsError};

/// Parses `+NAME,-NAME,...`.
///
/// # Errors
///
/// A sentence, with the nearest name if a name is unknown.
pub fn parse(list: &str) -> Result<Extensions, String> {
    list.parse().map_err(|error: ExtensionsError| match &error {
        ExtensionsError::Unknown(name) => match nearest(name) {
            Some(nearest) => format!("{error}; did you mean {nearest}?"),
            None => error.to_string(),
        },
        _ => error.to_string(),
    })
}

/// Returns the name with the most similar spelling to `name`, if at most a third of its letters differ. Case and the
/// prefix `SPV_` do not count.
fn nearest(name: &str) -> Option<&'static str> {
    let spelled = |name: &str| name.to_lowercase().trim_start_matches("spv_").to_owned();
    let wrong = spelled(name);
    let distance = |known: &str| strsim::damerau_levenshtein(&wrong, &spelled(known));
    let nearest = Extensions::known().map(|known| (distance(known), known)).min();
    nearest.filter(|(distance, known)| distance * 3 <= known.len()).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_errors_with_the_nearest_name() {
        for (list, meant) in [
            ("+SPV_NOPE", None),
            ("+", None),
            ("+spv_khr_fma", Some("SPV_KHR_fma")),
            ("+all,-SPV_KHR_linkonce_ord", Some("SPV_KHR_linkonce_odr")),
            ("+KHR_expect_asume", Some("SPV_KHR_expect_assume")),
        ] {
            let sentence = parse(list).err().unwrap_or_default();
            assert!(sentence.contains("is no extension of SPIR-V"), "{list}: {sentence}");
            assert_eq!(sentence.split_once("did you mean ").map(|(_, name)| name.trim_end_matches('?')), meant);
        }
    }
}
