//! The verbs for hosts in the same process: from bytes and [`Options`] to objects as `--json` prints them.

use super::explain::{self, Explained};
use super::inspection::json;
use super::{first_contact, ir, missing, roundtrip, translate, validate};
use llvm_spirv::binary::{self, Words, header};
use llvm_spirv::error::Result;
use llvm_spirv::inspect::Inspection;
use llvm_spirv::options::{LlvmVersion, Options};
use llvm_spirv::{Llvm, Output};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::Path;

/// Returns a module that can be translated; SPIR-V assembly becomes a binary.
///
/// # Errors
///
/// A file of another kind, with a hint, and text that is not SPIR-V assembly.
pub fn module<'b>(bytes: &'b [u8], name: &Path) -> Result<Cow<'b, [u8]>> {
    first_contact::module(Cow::Borrowed(bytes), None, name)
}

/// Returns LLVM IR in the other form, or for another version of LLVM, like the verb `ir`.
///
/// # Errors
///
/// Input that is not LLVM IR, that has something that the version lacks, or that breaks a rule, if it is to be
/// verified.
pub fn ir(bytes: &[u8], name: &str, (format, version): (Llvm, LlvmVersion), verify: bool) -> Result<Output> {
    ir::written(bytes, name, format, version, verify)
}

/// Returns the object of `inspect`, and warnings.
///
/// # Errors
///
/// Those of the verb.
pub fn inspection(bytes: &[u8], name: &str, options: &Options) -> Result<(Value, Vec<String>)> {
    if header::is_spirv(bytes) {
        return Ok((json::object(&Inspection::of(bytes)?, name), Vec::new()));
    }
    let (output, explanation) = llvm_spirv::explain(bytes, options)?;
    let inspection = Inspection { explanation, ..Inspection::of(&output.bytes)? };
    Ok((json::object(&inspection, name), output.warnings))
}

/// Returns the object of `--explain`, and warnings. The object includes the requirements that the options do not allow.
///
/// # Errors
///
/// A SPIR-V binary that breaks a rule.
pub fn explanation(bytes: &[u8], name: &str, options: &Options) -> Result<(Value, Vec<String>)> {
    if header::is_spirv(bytes) {
        let words = Words::read(bytes)?;
        let explanation = Some(binary::explain::explain(&words)?);
        let missing = missing::forbidden(&words, options)?;
        let constructs = translate::constructs(bytes);
        let explained = Explained { file: name, explanation, constructs, missing: &missing, rest: None };
        return Ok((explain::json(&explained), Vec::new()));
    }
    let found = missing::search(bytes, options);
    let (made, explanation) = found.made.unzip();
    let constructs = made.as_ref().map_or_else(Vec::new, |made| translate::constructs(&made.bytes));
    let (missing, rest) = (&found.needs, found.rest.as_ref());
    let object = explain::json(&Explained { file: name, explanation, constructs, missing, rest });
    Ok((object, made.map(|made| made.warnings).unwrap_or_default()))
}

/// Returns the findings of two round trips, with at most this many examples of each, and their summary.
///
/// # Errors
///
/// The errors of the translations.
pub fn round_trips(bytes: &[u8], name: &str, options: &Options, examples: usize) -> Result<Value> {
    let report = llvm_spirv_roundtrip::round_trips(bytes, options)?.report(examples)?;
    let findings: Vec<_> = report.findings.iter().map(|finding| roundtrip::finding(name, finding)).collect();
    let mut object = roundtrip::summary(name, &report);
    object["findings"] = json!(findings);
    object["undocumented"] = json!(report.undocumented().count());
    object["is_fixpoint"] = json!(report.is_fixpoint());
    Ok(object)
}

/// Validates a module by `spirv-val`, as the verb `validate` does.
///
/// # Errors
/// A program that cannot be started, or a module that breaks a rule.
pub fn validated(bytes: &[u8], target_env: Option<&str>) -> Result<()> {
    validate::asked(bytes, target_env)
}
