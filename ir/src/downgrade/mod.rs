//! Converts a module of LLVM 22 to one of an older LLVM: the inverse of `upgrade`.
//!
//! One table lists the features that are newer than LLVM 15 and how each is handled: dropped if it is only a promise, lowered to an
//! equivalent, or rejected by name. Nothing that changes the meaning of a program is dropped. The writer handles the layouts of
//! records in an older LLVM.

mod attributes;
mod calls;
mod constants;
mod expressions;
mod instructions;
mod metadata;
mod records;
mod table;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::attributes::AttributeKind;
use crate::constants::ConstantKind;
use crate::error::Problem;
use crate::instruction::{Opcode, RmwOperation};
use crate::metadata::{Names, NodeKind};
use crate::module::{DebugKind, Module};
use crate::types::TypeKind;

/// The version of LLVM whose modules this crate represents.
pub(crate) const LLVM: u32 = 22;
/// The versions that can be written; a version newer than [`LLVM`] reads the same files.
const VERSIONS: RangeInclusive<u32> = 15..=23;

/// A feature that an LLVM may be too old for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// An attribute.
    Attribute(&'static str),
    /// A value of a string attribute.
    Text(&'static str, &'static str),
    /// A location of memory that effects can name.
    Place(&'static str),
    /// Flags of an instruction, and their words.
    Flags(Opcode, u16, &'static str),
    /// An instruction or expression.
    Operation(Opcode),
    /// An operation of `atomicrmw`.
    Atomic(RmwOperation),
    /// `atomicrmw` of vectors.
    VectorAtomics,
    /// Metadata among the values of an operand bundle.
    MetadataInBundles,
    /// A vector constant that is a splat of a number.
    Splat,
    /// `inrange` of a constant.
    InRange,
    /// A kind of constant.
    Constant(ConstantKind),
    /// A kind of type.
    Type(TypeKind),
    /// `code_model` of a variable.
    CodeModel,
    /// Calling conventions of these numbers.
    Conventions(u32, u32),
    /// A module flag with the behavior `min`.
    MinimumFlag,
    /// Debug records.
    Records,
    /// A kind of debug record.
    Record(DebugKind),
    /// The version of a language of a compile unit.
    LanguageVersion,
    /// Sizes and offsets of types that are metadata instead of numbers.
    Sizes,
    /// More than this number of words in a node.
    Words(NodeKind, u8),
    /// A kind of node.
    Node(NodeKind),
    /// Operators of expressions of debug information.
    Operators(u64, u64),
    /// Constants of debug information that have names in assembly.
    Names(Names, u32, u32),
    /// An intrinsic, or its signature.
    Intrinsic(&'static str),
}

/// The handling of a feature that is too new.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    /// Dropped without a loss.
    Drop,
    /// Replaced by an equivalent, which the text describes.
    Lower(&'static str),
    /// Renamed to its former name.
    Rename(&'static str),
    /// Given the additional argument that calls had, at this place: a size, or an alignment.
    Argument(u8),
    /// Renamed to a name with only this number of types; the other types are pointers to space 0, as is required.
    Overloads(u8),
    /// Refused with an error.
    Refuse,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The first LLVM with the feature.
    pub(crate) since: u32,
    pub(crate) what: What,
    pub(crate) fate: Fate,
}

/// The rows that apply to a version.
pub(crate) struct Rules {
    version: u32,
    rows: Vec<&'static Row>,
}

type Outcome<T> = std::result::Result<T, Problem>;

impl Rules {
    /// Returns the rules of a version, or an error if it cannot be written.
    pub(crate) fn for_version(version: u32) -> Outcome<Rules> {
        if VERSIONS.contains(&version) { Ok(Rules::of(version)) } else { Err(Problem::Version(version)) }
    }

    pub(crate) fn of(version: u32) -> Rules {
        Rules { version, rows: table::ROWS.iter().filter(|row| row.since > version).collect() }
    }

    fn find(&self, what: impl Fn(&What) -> bool) -> Option<&'static Row> {
        self.rows.iter().copied().find(|row| what(&row.what))
    }

    pub(crate) fn has(&self, what: What) -> bool {
        self.find(|w| *w == what).is_some()
    }

    /// Returns the largest number of words that a node's record may have.
    pub(crate) fn words(&self, kind: NodeKind) -> usize {
        let words = self.rows.iter().filter_map(|row| match row.what {
            What::Words(k, count) if k == kind => Some(count as usize),
            _ => None,
        });
        words.min().unwrap_or(usize::MAX)
    }

    /// Returns the name of a constant of debug information, unless it is too new.
    pub(crate) fn name(&self, names: Names, number: u64) -> Option<&'static str> {
        let is_it = |what: &What| matches!(*what, What::Names(n, first, last) if n == names && (first as u64..=last as u64).contains(&number));
        if self.find(is_it).is_some() { None } else { names.get(number) }
    }

    fn refusal<T>(&self, row: &Row, place: &str) -> Outcome<T> {
        let what = format!("{}{place}", name(&row.what));
        Err(Problem::Younger { what, since: row.since, version: self.version })
    }

    /// Returns an error if a row matches, for a feature at `place`.
    fn check(&self, what: impl Fn(&What) -> bool, place: &str) -> Outcome<()> {
        self.find(what).map_or(Ok(()), |row| self.refusal(row, place))
    }
}

/// Returns the words of assembly for a feature, for errors.
fn name(what: &What) -> String {
    match what {
        What::Attribute(name) => format!("attribute `{name}`"),
        What::Text(key, value) => format!("attribute `\"{key}\"=\"{value}\"`"),
        What::Place(name) => format!("`{name}`"),
        What::Flags(opcode, _, words) => format!("{words} of `{}`", opcode.word()),
        What::Operation(opcode) => format!("`{}`", opcode.word()),
        What::Atomic(operation) => format!("`atomicrmw {}`", operation.word()),
        What::VectorAtomics => "`atomicrmw` of a vector".to_owned(),
        What::MetadataInBundles => "metadata in an operand bundle".to_owned(),
        What::Splat => "`splat` of a number".to_owned(),
        What::InRange => "`inrange`".to_owned(),
        What::Constant(_) => "`ptrauth`".to_owned(),
        What::Type(_) => "`target(...)`".to_owned(),
        What::CodeModel => "`code_model`".to_owned(),
        What::Conventions(..) => "calling convention".to_owned(),
        What::MinimumFlag => "module flag of behavior `min`".to_owned(),
        What::Records => "debug records".to_owned(),
        What::Record(kind) => format!("`#dbg_{}`", kind.word()),
        What::LanguageVersion => "`sourceLanguageName` of `!DICompileUnit`".to_owned(),
        What::Sizes => "size or offset that is no number".to_owned(),
        What::Words(kind, _) => format!("fields of `!{}`", kind.word()),
        What::Node(kind) => format!("`!{}`", kind.word()),
        What::Operators(number, _) => format!("`{}`", Names::Operator.get(*number).unwrap_or("operator")),
        What::Names(names, first, _) => format!("`{}`", names.get(*first as u64).unwrap_or("name")),
        What::Intrinsic(name) => format!("`llvm.{name}`"),
    }
}

/// Returns the module as the older LLVM represents it.
pub(crate) fn module<'m>(m: &'m Module, rules: &Rules) -> Outcome<Cow<'m, Module>> {
    if rules.rows.is_empty() {
        return Ok(Cow::Borrowed(m));
    }
    let mut m = m.clone();
    constants::types_and_globals(&m, rules)?;
    constants::downgrade(&mut m, rules)?;
    metadata::downgrade(&mut m, rules)?;
    expressions::downgrade(&mut m, rules);
    instructions::downgrade(&mut m, rules)?;
    records::downgrade(&mut m, rules);
    calls::downgrade(&mut m, rules)?;
    attributes::downgrade(&mut m, rules)?;
    crate::metadata::forget_removed(&mut m);
    Ok(Cow::Owned(m))
}

/// The name of a global for an error: ` of @name`.
fn place(m: &Module, name: crate::module::Text) -> String {
    format!(" of @{}", String::from_utf8_lossy(m.text(name)))
}

/// Returns the attribute with this name, which is in the table.
fn attribute(word: &str) -> Option<AttributeKind> {
    AttributeKind::named(word)
}

#[cfg(test)]
mod tests {
    use super::{LLVM, Rules, What, attribute, table};

    #[test]
    fn attributes_of_the_table_are_known() {
        for row in table::ROWS {
            if let What::Attribute(word) = row.what {
                assert!(attribute(word).is_some(), "{word}");
            }
        }
    }

    #[test]
    fn nothing_is_too_young_for_the_newest() {
        assert!(Rules::of(LLVM).rows.is_empty());
        assert_eq!(Rules::of(15).rows.len(), table::ROWS.len());
    }
}
