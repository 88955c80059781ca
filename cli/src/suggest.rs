//! The values of flags that completions offer for parsers that accept more than these: lists of extensions,
//! environments with additions behind their names, versions.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Result;
use clap::{Arg, Command};
use llvm_spirv::options::{Environment, Extensions, LlvmVersion, Version};
use std::ffi::OsStr;
use std::str::FromStr;

/// A parser, with the words that completions offer for it.
#[derive(Clone)]
pub struct Suggesting<P> {
    parser: P,
    words: fn() -> Vec<String>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, flag: Option<&Arg>, value: &OsStr) -> Result<Self::Value> {
        self.parser.parse_ref(command, flag, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.words)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns the parser of `--spirv-ext`.
pub fn extensions() -> impl TypedValueParser<Value = Extensions> {
    let words = || {
        let all = ["+all", "-all"].map(str::to_owned);
        all.into_iter().chain(Extensions::known().map(|name| format!("+{name}"))).collect()
    };
    Suggesting { parser: crate::extensions::parse, words }
}

/// Returns the parser of `--environment`.
pub fn environments() -> impl TypedValueParser<Value = Environment> {
    Suggesting { parser: Environment::from_str, words: || Environment::names().map(str::to_owned).collect() }
}

/// Returns the parser of `--spirv-max-version`.
pub fn spirv_versions() -> impl TypedValueParser<Value = Version> {
    Suggesting { parser: Version::from_str, words: || (0..=6).map(|minor| format!("1.{minor}")).collect() }
}

/// Returns the parser of `--llvm-version`.
pub fn llvm_versions() -> impl TypedValueParser<Value = LlvmVersion> {
    Suggesting {
        parser: LlvmVersion::from_str,
        words: || {
            let (oldest, newest) = (LlvmVersion::OLDEST.number(), LlvmVersion::NEWEST.number());
            (oldest..=newest).map(|version| version.to_string()).collect()
        },
    }
}
