//! Two round trips, spv -> ll -> spv -> ll -> spv, and their differences: for the command line and the tests.
//!
//! The first round trip may put things into another form (pointees are derived anew, duplicate constants become one);
//! permitted losses are in one table (`documented`). The second one must give the bytes of the first. For LLVM IR, the
//! original module is also compared with the resulting one (`ir`).
//!
//! `keys` names ids by their contents, `align` pairs the instructions of two modules, `classify` finds their
//! differences, `report` shows them.

/// The example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod align;
mod classify;
pub mod documented;
mod ir;
mod keys;
mod report;
#[cfg(test)]
mod tests;

pub use ir::Inventory;
pub use report::{Difference, Example, Finding, Report, Style};

use ::spirv::Capability;
use llvm_spirv::binary::{Op, Words};
use llvm_spirv::error::Result;
use llvm_spirv::internals::DebugInfoSet as Set;
use llvm_spirv::internals::is_exact;
use llvm_spirv::llvm::Module;
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv::{binary, forward, llvm, reverse};
use std::collections::BTreeSet;

/// The words of a module before and after each round trip; for LLVM IR also the inventories of content that SPIR-V may
/// lack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTrips {
    /// The module that the round trips start from.
    pub start: Vec<u32>,
    /// The module after the first round trip.
    pub first: Vec<u32>,
    /// The module after the second round trip.
    pub second: Vec<u32>,
    /// The inventories of the original LLVM IR, and of the LLVM IR made from its SPIR-V; `None` for SPIR-V.
    pub ir: Option<[Inventory; 2]>,
    /// The extensions that the translations may use, in addition to those that the modules declare.
    pub extensions: Extensions,
}

/// Runs two round trips from a SPIR-V binary, or from LLVM IR translated to one.
///
/// # Errors
/// The errors of the translations.
pub fn round_trips(bytes: &[u8], options: &Options) -> Result<RoundTrips> {
    let (start, given) = if binary::header::is_spirv(bytes) {
        let words = Words::read(bytes)?;
        // Numbers of components that are ids come back as numbers.
        let plain = binary::passes::long_vectors::plain(&words)?;
        (plain.unwrap_or_else(|| words.words().to_vec()), None)
    } else {
        let given = Inventory::of(&llvm::Context::new().parse(bytes, "")?);
        let context = llvm::Context::new();
        let start = forward::translate(&forward::read(&context, bytes, "")?, options)?.binary.words();
        (start, Some(given))
    };
    let options = &in_its_set(&start, options)?;
    let (first, back) = there_and_back(&start, options, |module| given.is_some().then(|| Inventory::of(module)))?;
    let second = round_trip(&first, options)?;
    let ir = given.zip(back).map(|(given, back)| [given, back]);
    Ok(RoundTrips { start, first, second, ir, extensions: options.extensions.clone() })
}

/// Returns options with which debug information is written in the module's own set, and in exact words if the module
/// has these.
fn in_its_set(words: &[u32], options: &Options) -> Result<Options> {
    let words = Words::of(words)?;
    let imports = words.instructions().filter(|inst| inst.opcode() == Op::ExtInstImport);
    let mut sets = imports.filter_map(|inst| Set::of(&inst.string(0).ok()?.0)?.option());
    let debug_info = sets.next().filter(|_| options.debug_info == Options::default().debug_info);
    let debug_info_exact = options.debug_info_exact || is_exact(&words);
    Ok(Options { debug_info: debug_info.unwrap_or(options.debug_info), debug_info_exact, ..options.clone() })
}

/// Compares any two modules; shows at most this many examples of each finding, and nothing as documented.
///
/// # Errors If one of the modules breaks a rule of SPIR-V.
pub fn differences(before: &[u8], after: &[u8], examples: usize) -> Result<Report> {
    let [before, after] = [Words::read(before)?, Words::read(after)?];
    let mut report = classify::compare(&before, &after, &Extensions::none(), examples)?;
    report.findings.iter_mut().for_each(|finding| finding.row = None);
    report.sort();
    Ok(report)
}

/// Runs one round trip: to LLVM IR and back, through bitcode, as two runs of the program would.
///
/// # Errors
///
/// The errors of the translations.
pub fn round_trip(words: &[u32], options: &Options) -> Result<Vec<u32>> {
    there_and_back(words, options, |_| ()).map(|(words, ())| words)
}

/// Runs one round trip, and applies `look` to the intermediate LLVM IR.
fn there_and_back<T>(words: &[u32], options: &Options, look: impl FnOnce(&Module<'_>) -> T) -> Result<(Vec<u32>, T)> {
    let bitcode = {
        let words = Words::of(words)?;
        let context = llvm::Context::new();
        reverse::make(&words, options, &context)?.finish(options, |module| module.write_bitcode())??
    };
    let context = llvm::Context::new();
    let module = context.parse(&bitcode, "")?;
    let seen = look(&module);
    Ok((forward::translate(&module, options)?.binary.words(), seen))
}

/// The names of the functions of a module.
fn names(words: &Words<'_>) -> Result<BTreeSet<String>> {
    let joined = words.joined();
    let module = binary::Module::index(joined.as_ref().unwrap_or(words))?;
    Ok(module.functions().filter_map(|function| keys::name_of(&module, function.id())).collect())
}

/// Returns whether a module is one of shaders.
fn declares_shader(words: &Words<'_>) -> bool {
    let mut capabilities = words.instructions().filter(|inst| inst.opcode() == Op::Capability);
    capabilities.any(|inst| inst.operands().first() == Some(&(Capability::Shader as u32)))
}

impl RoundTrips {
    /// Compares the modules; shows at most this many examples of each finding.
    ///
    /// # Errors If one of the modules breaks a rule of SPIR-V.
    pub fn report(&self, examples: usize) -> Result<Report> {
        let [start, first] = [Words::of(&self.start)?, Words::of(&self.first)?];
        let extensions = self.allowed(&start)?;
        let mut report = classify::compare(&start, &first, &extensions, examples)?;
        if let Some([given, back]) = &self.ir {
            let became_shaders = given.has_kernels() && declares_shader(&start);
            let declares = |needs: &[&str]| became_shaders || !needs.contains(&documented::KERNEL_AS_SHADER);
            report.findings.extend(ir::compare(given, back, &names(&start)?, examples, &|finding| {
                let allows = |name: &str| extensions.allow(name);
                let conditions =
                    documented::Conditions { minor: first.header().version.1, allows: &allows, declares: &declares };
                documented::find(finding.group, &finding.subject, &conditions)
            }));
        }
        report.difference = Difference::between(&self.first, &self.second)?;
        report.sort();
        Ok(report)
    }

    /// Returns the extensions that the options or the module allow.
    fn allowed(&self, start: &Words<'_>) -> Result<Extensions> {
        let mut extensions = self.extensions.clone();
        for inst in start.instructions().filter(|inst| inst.opcode() == Op::Extension) {
            extensions.declare(&inst.string(0)?.0);
        }
        Ok(extensions)
    }
}
