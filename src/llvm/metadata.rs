//! Metadata: nodes, strings, values; and attachments of instructions, functions and globals.

use super::handles::text;
use super::{Metadata, MetadataKind, Value};

/// The kind of debug information.
const DEBUG: &str = "dbg";
const DEBUG_KIND: u32 = 0;

/// A kind of attachment: by its number (cheap), or by its name.
pub trait AttachmentKind {
    /// Returns false if certainly no node of the kind is attached to a value: a quick check.
    fn may_be_attached(&self, value: Value<'_>) -> bool;
    /// Returns the number of the kind in the module of `value`.
    fn id(&self, value: Value<'_>) -> u32;
}

impl AttachmentKind for u32 {
    fn may_be_attached(&self, value: Value<'_>) -> bool {
        value.0.may_have_metadata()
    }

    fn id(&self, _: Value<'_>) -> u32 {
        *self
    }
}

impl AttachmentKind for &str {
    fn may_be_attached(&self, value: Value<'_>) -> bool {
        // Most values have debug information alone, and a name takes long to look up.
        value.0.may_have_metadata() && (*self == DEBUG || value.0.has_other_attachments(DEBUG_KIND))
    }

    fn id(&self, value: Value<'_>) -> u32 {
        value.draft().metadata_kind(self.as_bytes())
    }
}

impl<'m> Metadata<'m> {
    /// Returns the number of the node in its module.
    pub fn number(self) -> u32 {
        self.0.number()
    }

    /// Returns the kind of metadata.
    pub fn kind(self) -> MetadataKind {
        self.0.kind()
    }

    /// Returns the string; the part before the first invalid byte, if it is not UTF-8.
    pub fn as_string(self) -> Option<&'m str> {
        self.as_bytes().map(text)
    }

    /// The string that it is, as bytes.
    pub fn as_bytes(self) -> Option<&'m [u8]> {
        self.0.string()
    }

    /// The value that it wraps.
    pub fn as_value(self) -> Option<Value<'m>> {
        self.0.value().map(Value)
    }

    /// Returns whether it is a `distinct` node, which is not merged with equal nodes.
    pub fn is_distinct(self) -> bool {
        self.0.is_distinct()
    }

    /// Returns the number of operands of a node; 0 for strings and values.
    pub fn operand_count(self) -> u32 {
        self.0.operand_count() as u32
    }

    /// An operand of a node; also `None` where that is null.
    pub fn operand(self, index: u32) -> Option<Metadata<'m>> {
        self.0.operand(index as usize).map(Self)
    }

    /// The operands of a node, with `None` for null.
    pub fn operands(self) -> Vec<Option<Metadata<'m>>> {
        self.0.operands().into_iter().map(|operand| operand.map(Self)).collect()
    }
}

impl<'m> Value<'m> {
    /// Returns the node attached to an instruction, function or variable under this kind: a number or a name.
    pub fn metadata(self, kind: impl AttachmentKind) -> Option<Metadata<'m>> {
        if !kind.may_be_attached(self) {
            return None;
        }
        self.0.metadata(kind.id(self)).map(Metadata)
    }

    /// Returns the node attached to a function, as [`metadata`](Self::metadata) does.
    pub fn function_metadata(self, kind: impl AttachmentKind) -> Option<Metadata<'m>> {
        self.metadata(kind)
    }

    /// Returns whether metadata other than a debug location is attached.
    pub fn has_metadata(self) -> bool {
        self.0.has_attachments()
    }

    /// Returns all attachments of an instruction, function or variable, by kind, except an instruction's debug
    /// location.
    pub fn all_metadata(self) -> Vec<(u32, Metadata<'m>)> {
        self.0.attachments().into_iter().map(|(kind, node)| (kind, Metadata(node))).collect()
    }

    /// Returns the name of a kind of attachment, in the module of this value.
    pub fn metadata_kind_name(self, kind: u32) -> Option<&'m str> {
        self.draft().metadata_kind_name(kind).map(text)
    }

    /// The debug location of an instruction.
    pub fn debug_location(self) -> Option<Metadata<'m>> {
        self.is_instruction().then(|| self.0.metadata(0)).flatten().map(Metadata)
    }
}
