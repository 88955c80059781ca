//! Differences between the paired parts of two modules.
//!
//! In: two modules of words. Out: a report with each difference by subject, and with its row in the documented list, if
//! there is one.

mod decorations;
mod instructions;
mod scopes;
mod sections;

pub(crate) use instructions::shown_name as name;

use super::align::Alignment;
use super::documented::{self, Class, Conditions, Group, Subject};
use super::keys::View;
use super::report::{Buckets, Report};
use llvm_spirv::binary::{Id, Instruction, Module, Words};
use llvm_spirv::error::Result;
use llvm_spirv::options::Extensions;

/// A difference at one place.
#[derive(Clone, Debug)]
pub(super) struct Change<'w> {
    pub group: Group,
    pub subject: Subject,
    /// The function in the module before, or 0.
    pub function: Id,
    pub before: Vec<Instruction<'w>>,
    pub after: Vec<Instruction<'w>>,
    /// The names before and after, if the difference is about names.
    pub names: Option<[Option<String>; 2]>,
    /// Its neighbours in the module before.
    pub around: [Option<Instruction<'w>>; 2],
}

impl<'w> Change<'w> {
    /// Creates a difference outside of functions.
    fn new(group: Group, class: Class, name: impl Into<String>, of: impl Into<String>) -> Self {
        let subject = Subject { class, name: name.into(), of: of.into() };
        Self { group, subject, function: 0, before: Vec::new(), after: Vec::new(), names: None, around: [None; 2] }
    }

    fn before(mut self, instruction: Instruction<'w>) -> Self {
        self.before.push(instruction);
        self
    }

    fn after(mut self, instruction: Instruction<'w>) -> Self {
        self.after.push(instruction);
        self
    }

    fn within(mut self, function: Id) -> Self {
        self.function = function;
        self
    }
}

/// Compares two modules; the report has at most `examples` examples of each finding.
pub(super) fn compare(
    before: &Words<'_>,
    after: &Words<'_>,
    extensions: &Extensions,
    examples: usize,
) -> Result<Report> {
    let joined = [before.joined(), after.joined()];
    let words = [joined[0].as_ref().unwrap_or(before), joined[1].as_ref().unwrap_or(after)];
    let modules = [Module::index(words[0])?, Module::index(words[1])?];
    let views = [View::new(&modules[0])?, View::new(&modules[1])?];
    let mut comparison = Comparison {
        alignment: Alignment::new(&views[0], &views[1]),
        buckets: Buckets::new(examples, words[1].header().version.1),
        extensions,
        initialised: Vec::new(),
    };
    comparison.functions()?;
    comparison.sections()?;
    let Comparison { alignment, buckets, .. } = comparison;
    Ok(buckets.report(words, &alignment))
}

/// A comparison in progress.
pub(super) struct Comparison<'a, 'm, 'w> {
    alignment: Alignment<'a, 'm, 'w>,
    buckets: Buckets<'w>,
    /// The extensions that the options or the module before allow.
    extensions: &'a Extensions,
    /// The variables of the current function that have an initialiser.
    initialised: Vec<Instruction<'w>>,
}

impl<'w> Comparison<'_, '_, 'w> {
    fn found(&mut self, change: Change<'w>) {
        let before = self.alignment.before;
        let conditions = Conditions {
            minor: self.buckets.minor,
            allows: &|name| self.extensions.allow(name),
            declares: &|needed| before.declares(needed),
        };
        let row = documented::find(change.group, &change.subject, &conditions);
        self.buckets.add(change, row);
    }
}
