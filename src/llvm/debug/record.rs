//! Debug records, which precede an instruction and describe the location of a variable.

use crate::llvm::{Metadata, MetadataKind, Value};

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// `#dbg_value`.
    Value,
    /// `#dbg_declare`.
    Declare,
    /// `#dbg_assign`.
    Assign,
    /// `#dbg_declare_value`.
    DeclareValue,
    /// `#dbg_label`.
    Label,
}

/// A record.
#[derive(Clone, Copy, Debug)]
pub struct Record<'m> {
    /// The kind.
    pub kind: RecordKind,
    /// The variable or the label.
    pub variable: Option<Metadata<'m>>,
    /// The expression.
    pub expression: Option<Metadata<'m>>,
    /// The location.
    pub location: Option<Metadata<'m>>,
    /// The value or the address; of several values, the first.
    pub value: Option<Value<'m>>,
    /// The number of values.
    pub count: u32,
}

/// A part of a value that is held by another value.
#[derive(Clone, Copy, Debug)]
pub struct Part<'m> {
    /// The value.
    pub value: Value<'m>,
    /// The first of its bits.
    pub offset: u64,
    /// The number of bits.
    pub size: u64,
}

/// Returns whether nodes are of the classes that a variable's record needs.
pub(super) fn is_record(variable: Metadata<'_>, expression: Metadata<'_>, location: Metadata<'_>) -> bool {
    variable.kind() == MetadataKind::LocalVariable
        && expression.kind() == MetadataKind::Expression
        && location.kind() == MetadataKind::Location
}
