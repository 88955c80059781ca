//! The extensions of SPIR-V that functions may use: none, named ones, or random ones.

use llvm_spirv::options::{Extensions, ExtensionsError};
use llvm_spirv_testing::Random;
use spirv::grammar;
use std::str::FromStr;

/// The prefix of the line in a file that lists the extensions for its functions.
const MARK: &str = "; --extensions=";

/// The choice of the extensions of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// No extensions.
    #[default]
    None,
    /// Fixed extensions for all batches, from the caller.
    These(Extensions),
    /// Random extensions for each batch: all, or about half of them by name.
    Any,
}

impl FromStr for Choice {
    type Err = ExtensionsError;

    /// Parses `any`, or a list as `--spirv-ext` takes it.
    fn from_str(text: &str) -> Result<Self, ExtensionsError> {
        if text == "any" { Ok(Self::Any) } else { text.parse().map(Self::These) }
    }
}

impl Choice {
    /// Returns the extensions of the batch that begins with this function.
    pub fn of_batch(&self, seed: u64, first: u64) -> Extensions {
        let mut random = Random::new(!seed, first);
        match self {
            Self::None => Extensions::none(),
            Self::These(extensions) => extensions.clone(),
            Self::Any if random.one_in(3) => Extensions::all(),
            Self::Any => {
                let names = grammar::extensions().into_iter().filter(|_| random.one_in(2));
                Extensions::of(names)
            }
        }
    }
}

/// Returns the extensions that a file lists.
pub fn of_file(text: &str) -> Result<Extensions, ExtensionsError> {
    text.lines().find_map(|line| line.strip_prefix(MARK)).map_or(Ok(Extensions::none()), str::parse)
}

/// Returns the line that lists these extensions.
pub fn line(extensions: &Extensions) -> String {
    if extensions.is_none() { String::new() } else { format!("{MARK}{extensions}\n") }
}

/// Returns a minimal subset with which a function still fails.
pub fn fewest(extensions: &Extensions, fails: impl Fn(&Extensions) -> bool) -> Extensions {
    if extensions.is_none() {
        return Extensions::none();
    }
    let allowed = grammar::extensions().into_iter().filter(|name| extensions.allow(name));
    let mut names: Vec<String> = allowed.map(str::to_owned).collect();
    let made = |names: &[String]| Extensions::of(names.iter().cloned());
    if !fails(&made(&names)) {
        // Some are not used unless they are asked for by name.
        return extensions.clone();
    }
    let mut length = names.len().div_ceil(2);
    while length > 0 {
        let mut at = 0;
        while at < names.len() {
            let mut fewer = names.clone();
            fewer.drain(at..(at + length).min(names.len()));
            if fails(&made(&fewer)) {
                names = fewer;
            } else {
                at += length;
            }
        }
        length = if length == 1 { 0 } else { length.div_ceil(2) };
    }
    made(&names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_written() {
        for list in ["", "+all", "+SPV_KHR_fma,+SPV_KHR_poison_freeze", "+all,-SPV_KHR_fma"] {
            let read: Extensions = list.parse().unwrap_or_default();
            assert_eq!(read.to_string(), list);
            assert_eq!(of_file(&line(&read)), Ok(read));
        }
    }

    #[test]
    fn any_is_others_each_time() {
        let [one, again, two] = [1, 1, 3].map(|first| Choice::Any.of_batch(7, first));
        assert_eq!(one, again);
        assert_ne!(one, two);
    }

    #[test]
    fn only_what_a_failure_needs_is_kept() {
        let needs = |e: &Extensions| e.allow("SPV_KHR_fma") && e.allow("SPV_INTEL_int4");
        assert_eq!(fewest(&Extensions::all(), needs).to_string(), "+SPV_INTEL_int4,+SPV_KHR_fma");
        assert_eq!(fewest(&Extensions::none(), |_| true), Extensions::none());
    }
}
