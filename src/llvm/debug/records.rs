//! Records, read and made.

use super::record::{Part, Record, RecordKind, is_record};
use super::shim::{self, RawPart, RawRecord};
use crate::llvm::{Builder, Metadata, Type, Value};
use std::ptr;

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
        if !is_record(variable, expression, location) || self.block().is_none() {
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
