//! Records: what stands in front of an instruction and says where a variable is.

use super::shim::{self, RawPart, RawRecord};
use crate::llvm::{Builder, Metadata, MetadataKind, Type, Value};
use std::ptr;

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
    /// The value or the address; the first one of several.
    pub value: Option<Value<'m>>,
    /// The number of values.
    pub count: u32,
}

/// A part of a value that another value holds.
#[derive(Clone, Copy, Debug)]
pub struct Part<'m> {
    /// The value.
    pub value: Value<'m>,
    /// The first of its bits.
    pub offset: u64,
    /// The number of bits.
    pub size: u64,
}

impl<'m> Value<'m> {
    /// Returns whether metadata name the value.
    pub fn is_in_metadata(self) -> bool {
        // SAFETY: a live value.
        unsafe { shim::spirv_debug_is_in_metadata(self.raw()) }
    }

    /// Says that the value of variables is held in parts; without parts their place is no longer known. Returns for how
    /// many it is not, since no expression says what a part is.
    pub fn split_records(self, parts: &[Part<'m>]) -> usize {
        let raw = |part: &Part<'m>| RawPart { value: part.value.raw(), offset: part.offset, size: part.size };
        let parts: Vec<_> = parts.iter().map(raw).collect();
        // SAFETY: live values; pointer and length belong together.
        unsafe { shim::spirv_debug_split(self.raw(), parts.as_ptr(), parts.len()) }
    }

    /// Returns the records in front of an instruction.
    pub fn records(self) -> Vec<Record<'m>> {
        const KINDS: [RecordKind; 5] =
            [RecordKind::Value, RecordKind::Declare, RecordKind::Assign, RecordKind::DeclareValue, RecordKind::Label];
        let mut all = Vec::new();
        if !self.is_instruction() {
            return all;
        }
        let mut previous = ptr::null();
        loop {
            let mut raw = RawRecord {
                kind: 0,
                count: 0,
                variable: ptr::null_mut(),
                expression: ptr::null_mut(),
                location: ptr::null_mut(),
                value: ptr::null_mut(),
            };
            // SAFETY: an instruction; null, or a record of it that was returned before.
            previous = unsafe { shim::spirv_debug_next_record(self.raw(), previous, &mut raw) };
            if previous.is_null() {
                return all;
            }
            all.push(Record {
                kind: KINDS.get(raw.kind as usize).copied().unwrap_or(RecordKind::Label),
                variable: Metadata::from_raw(raw.variable),
                expression: Metadata::from_raw(raw.expression),
                location: Metadata::from_raw(raw.location),
                value: Value::from_raw(raw.value),
                count: raw.count,
            });
        }
    }
}

impl<'m> Builder<'m> {
    /// Puts a record to the end of the current block: `#dbg_declare`, `#dbg_declare_value` or `#dbg_value`. Without a value the place of the
    /// variable is not known; `killed` is the type of what it was. Does nothing where the nodes are of other kinds.
    pub fn record(
        &self,
        kind: RecordKind,
        value: Option<Value<'m>>,
        [variable, expression, location]: [Metadata<'m>; 3],
        killed: Type<'m>,
    ) {
        let fits = matches!(variable.kind(), MetadataKind::LLVMDILocalVariableMetadataKind)
            && matches!(expression.kind(), MetadataKind::LLVMDIExpressionMetadataKind)
            && matches!(location.kind(), MetadataKind::LLVMDILocationMetadataKind);
        if !fits || self.block().is_none() {
            return;
        }
        let value = value.map_or(ptr::null_mut(), Value::raw);
        // SAFETY: a builder in a block; nodes of the kinds that a record has; a live type.
        unsafe {
            shim::spirv_debug_insert_record(
                self.raw(),
                kind as u32,
                value,
                variable.raw(),
                expression.raw(),
                location.raw(),
                killed.raw(),
            );
        }
    }
}
