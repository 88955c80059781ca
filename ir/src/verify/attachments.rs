//! Checks metadata attachments of instructions and globals.

use super::body::{Body, Here};
use super::fault::Rule;
use super::nodes::HERE;
use super::{Chapter, Verifier};
use crate::constants::ConstantKind;
use crate::instruction::{Opcode, Row};
use crate::metadata::NodeKind;
use crate::module::{Attachment, within};
use crate::types::TypeKind;

/// The numbers of metadata kinds in LLVM 22.
pub(super) mod kind {
    pub(in super::super) const DBG: u32 = 0;
    pub(in super::super) const TBAA: u32 = 1;
    pub(in super::super) const PROF: u32 = 2;
    pub(in super::super) const FPMATH: u32 = 3;
    pub(in super::super) const RANGE: u32 = 4;
    pub(in super::super) const ALIAS_SCOPE: u32 = 7;
    pub(in super::super) const NOALIAS: u32 = 8;
    pub(in super::super) const NONNULL: u32 = 11;
    pub(in super::super) const DEREFERENCEABLE: u32 = 12;
    pub(in super::super) const DEREFERENCEABLE_OR_NULL: u32 = 13;
    pub(in super::super) const INVARIANT_GROUP: u32 = 16;
    pub(in super::super) const ALIGN: u32 = 17;
    pub(in super::super) const LOOP: u32 = 18;
    pub(in super::super) const ABSOLUTE_SYMBOL: u32 = 21;
    pub(in super::super) const ASSOCIATED: u32 = 22;
    pub(in super::super) const ACCESS_GROUP: u32 = 25;
    pub(in super::super) const ANNOTATION: u32 = 30;
    pub(in super::super) const MEMPROF: u32 = 34;
    pub(in super::super) const CALLSITE: u32 = 35;
    pub(in super::super) const KCFI_TYPE: u32 = 36;
    pub(in super::super) const ASSIGN_ID: u32 = 38;
    pub(in super::super) const MMRA: u32 = 40;
    pub(in super::super) const NOALIAS_SPACE: u32 = 41;
    pub(in super::super) const CALLEE_TYPE: u32 = 42;
    pub(in super::super) const NOFREE: u32 = 43;
    pub(in super::super) const CAPTURES: u32 = 44;
    pub(in super::super) const ALLOC_TOKEN: u32 = 45;
    pub(in super::super) const IMPLICIT_REF: u32 = 46;
}

const LOADS: &[Opcode] = &[Opcode::Load];
const ACCESSES: &[Opcode] = &[Opcode::Load, Opcode::Store];
const CALLS: &[Opcode] = &[Opcode::Call, Opcode::Invoke, Opcode::CallBr];

/// An attachment kind that is restricted to some instructions, and whether their result must be a pointer.
struct Stand {
    kind: u32,
    on: &'static [Opcode],
    pointer: bool,
    message: &'static str,
}

const fn stand(kind: u32, on: &'static [Opcode], pointer: bool, message: &'static str) -> Stand {
    Stand { kind, on, pointer, message }
}

static STANDS: [Stand; 13] = [
    stand(
        kind::RANGE,
        &[Opcode::Load, Opcode::Call, Opcode::Invoke],
        false,
        "Ranges are only for loads, calls and invokes!",
    ),
    stand(
        kind::NOALIAS_SPACE,
        &[Opcode::Load, Opcode::Store, Opcode::AtomicRmw, Opcode::CmpXchg, Opcode::Call],
        false,
        "noalias.addrspace are only for memory operations!",
    ),
    stand(kind::INVARIANT_GROUP, ACCESSES, false, "invariant.group metadata is only for loads and stores"),
    stand(kind::NONNULL, LOADS, true, "nonnull applies only to loads of pointers, use attributes for calls or invokes"),
    stand(kind::ALIGN, LOADS, true, "align applies only to loads of pointers, use attributes for calls or invokes"),
    stand(
        kind::DEREFERENCEABLE,
        &[Opcode::Load, Opcode::IntToPtr],
        true,
        "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or \
         invokes",
    ),
    stand(
        kind::DEREFERENCEABLE_OR_NULL,
        &[Opcode::Load, Opcode::IntToPtr],
        true,
        "dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or \
         invokes",
    ),
    stand(kind::NOFREE, &[Opcode::IntToPtr], true, "nofree applies only to inttoptr instruction"),
    stand(kind::MEMPROF, CALLS, false, "!memprof metadata should only exist on calls"),
    stand(kind::CALLSITE, CALLS, false, "!callsite metadata should only exist on calls"),
    stand(kind::CALLEE_TYPE, CALLS, false, "!callee_type metadata should only exist on calls"),
    stand(kind::ALLOC_TOKEN, CALLS, false, "!alloc_token should only exist on calls"),
    stand(kind::CAPTURES, &[Opcode::Store], false, "!captures metadata can only be applied to store instructions"),
];

impl<'m> Verifier<'m> {
    /// Checks the attachments of all instructions of a body.
    pub(super) fn attachments(&mut self, body: &Body<'m>) {
        let m = self.m;
        let Some(columns) = &body.global.body else { return };
        for attachment in within(&m.attachments, &columns.attachments) {
            let Some(row) = m.instructions.get(attachment.to as usize) else { continue };
            let block = self.blocks.get(attachment.to as usize).copied().unwrap_or(0);
            let here = Here { body, block, number: attachment.to, row, words: m.operands(row) };
            let rule = self.attachment(here, attachment);
            self.note_at(here, rule);
            // LLVM removes the locations in loop metadata together with all debug information that it cannot read.
            if self.has_debug || attachment.kind != kind::LOOP {
                self.node(attachment.node, matches!(attachment.kind, kind::DBG | kind::LOOP));
            }
            if self.is_full() {
                return;
            }
        }
    }

    fn attachment(&mut self, here: Here<'_, 'm>, attachment: &Attachment) -> Rule {
        let m = self.m;
        let (row, node) = (here.row, attachment.node);
        if let Some(stand) = STANDS.iter().find(|stand| stand.kind == attachment.kind) {
            let fits = stand.on.contains(&row.opcode) && (!stand.pointer || m.types.is_pointer(row.ty));
            HERE.require(fits, stand.message)?;
        }
        let operands = || m.node_operands(node);
        match attachment.kind {
            kind::TBAA => self.access_tag(row, node),
            kind::PROF => self.profile(row, here.words, node),
            kind::FPMATH => self.accuracy(row, node),
            kind::RANGE => self.range(node, row.ty, super::ranges::Of::Values),
            kind::NOALIAS_SPACE => self.range(node, row.ty, super::ranges::Of::Spaces),
            kind::NONNULL => HERE.require(operands().is_empty(), "nonnull metadata must be empty"),
            kind::NOFREE => HERE.require(operands().is_empty(), "nofree metadata must be empty"),
            kind::DEREFERENCEABLE | kind::DEREFERENCEABLE_OR_NULL => {
                self.long(node, "dereferenceable, dereferenceable_or_null metadata value must be an i64!").map(|_| ())
            }
            kind::ALIGN => {
                let align = self.long(node, "align metadata value must be an i64!")?;
                HERE.require(align.is_power_of_two(), "align metadata value must be a power of 2!")?;
                HERE.require(align <= 1 << 32, "alignment is larger that implementation defined limit")
            }
            kind::ALIAS_SCOPE | kind::NOALIAS => self.scope_list(node),
            kind::ACCESS_GROUP => self.access_group(node),
            kind::ANNOTATION => self.annotation(node),
            kind::MEMPROF => self.memory_profile(node),
            kind::CALLSITE => self.call_stack(node),
            kind::MMRA => self.relaxation(row, node),
            kind::CALLEE_TYPE => self.callee_type(node),
            kind::CAPTURES => self.captures(here, node),
            kind::ALLOC_TOKEN => {
                let operands = operands();
                HERE.require(operands.len() == 2, "!alloc_token must have 2 operands")?;
                HERE.require(m.node_text(operands.first().copied().flatten()).is_some(), "expected string")?;
                let number = m.node_constant(operands.get(1).copied().flatten());
                HERE.require(number.is_some_and(|v| m.integer_of(v).is_some()), "expected integer constant")
            }
            kind::ASSIGN_ID if self.has_debug => {
                let is_memory = self.intrinsic_called(row).is_some_and(|base| {
                    base.starts_with("memcpy") || base.starts_with("memmove") || base.starts_with("memset")
                });
                Chapter::DebugInfo.require(
                    matches!(row.opcode, Opcode::Alloca | Opcode::Store) || is_memory,
                    "!DIAssignID attached to unexpected instruction kind",
                )
            }
            _ => Ok(()),
        }
    }

    /// Returns the `i64` in a node with one operand.
    fn long(&self, node: u32, message: &'static str) -> Result<u64, super::Breach> {
        let operands = self.m.node_operands(node);
        HERE.require(operands.len() == 1, "an attachment that takes one operand!")?;
        let value = self.m.node_integer(operands.first().copied().flatten());
        match value.filter(|&value| self.m.types.is_integer_of(self.m.type_of(value), 64)) {
            Some(value) => Ok(self.m.integer_of(value).unwrap_or(0)),
            None => HERE.broken(message),
        }
    }

    fn accuracy(&self, row: &Row, node: u32) -> Rule {
        let m = self.m;
        HERE.require(self.is_floating(row.ty), "fpmath requires a floating point result!")?;
        let operands = m.node_operands(node);
        HERE.require(operands.len() == 1, "fpmath takes one operand!")?;
        let value = m.node_constant(operands.first().copied().flatten());
        let c = value.and_then(|value| m.constant(value));
        let c = c.filter(|c| matches!(c.kind, ConstantKind::Float | ConstantKind::WideFloat));
        let Some(c) = c else { return HERE.broken("invalid fpmath accuracy!") };
        HERE.require(m.types.kind(c.ty) == TypeKind::Float, "fpmath accuracy must have float type")?;
        let accuracy = f32::from_bits(c.data as u32);
        HERE.require(accuracy.is_finite() && accuracy > 0.0, "fpmath accuracy not a positive number!")
    }

    /// Checks a list of alias scopes.
    pub(super) fn scope_list(&self, node: u32) -> Rule {
        for operand in self.m.node_operands(node) {
            HERE.require(self.m.is_node(operand), "scope list must consist of MDNodes")?;
            self.scope(operand.unwrap_or(0))?;
        }
        Ok(())
    }

    fn scope(&self, node: u32) -> Rule {
        let m = self.m;
        let operands = m.node_operands(node);
        let at = |i: usize| operands.get(i).copied().flatten();
        HERE.require((2..=3).contains(&operands.len()), "scope must have two or three operands")?;
        HERE.require(
            at(0) == Some(node) || m.node_text(at(0)).is_some(),
            "first scope operand must be self-referential or string",
        )?;
        HERE.require(
            operands.len() == 2 || m.node_text(at(2)).is_some(),
            "third scope operand must be string (if used)",
        )?;
        HERE.require(m.is_node(at(1)), "second scope operand must be MDNode")?;
        let domain = m.node_operands(at(1).unwrap_or(0));
        let of = |i: usize| domain.get(i).copied().flatten();
        HERE.require((1..=2).contains(&domain.len()), "domain must have one or two operands")?;
        HERE.require(
            of(0) == at(1) || m.node_text(of(0)).is_some(),
            "first domain operand must be self-referential or string",
        )?;
        HERE.require(
            domain.len() == 1 || m.node_text(of(1)).is_some(),
            "second domain operand must be string (if used)",
        )
    }

    fn access_group(&self, node: u32) -> Rule {
        let m = self.m;
        let is_scope = |node: u32| m.node_operands(node).is_empty() && m.node_is_distinct(node);
        if is_scope(node) {
            return Ok(());
        }
        for operand in m.node_operands(node) {
            HERE.require(m.is_node(operand), "Access scope list must consist of MDNodes")?;
            HERE.require(is_scope(operand.unwrap_or(0)), "Access scope list contains invalid access scope")?;
        }
        Ok(())
    }

    fn annotation(&self, node: u32) -> Rule {
        let m = self.m;
        HERE.require(m.node_kind(Some(node)) == Some(NodeKind::Tuple), "annotation must be a tuple")?;
        let operands = m.node_operands(node);
        HERE.require(!operands.is_empty(), "annotation must have at least one operand")?;
        let is_text = |node: Option<u32>| m.node_text(node).is_some();
        let fits = operands.iter().all(|&operand| {
            let is_list = m.node_kind(operand) == Some(NodeKind::Tuple);
            is_text(operand) || is_list && m.node_operands(operand.unwrap_or(0)).into_iter().all(is_text)
        });
        HERE.require(fits, "operands must be a string or a tuple of strings")
    }

    /// Checks `!mmra` annotations: tags of two strings, or a list of such tags.
    fn relaxation(&self, row: &Row, node: u32) -> Rule {
        const MAY: [Opcode; 8] = [
            Opcode::Load,
            Opcode::Store,
            Opcode::AtomicRmw,
            Opcode::CmpXchg,
            Opcode::Fence,
            Opcode::Call,
            Opcode::Invoke,
            Opcode::CallBr,
        ];
        HERE.require(MAY.contains(&row.opcode), "!mmra metadata attached to unexpected instruction kind")?;
        let m = self.m;
        let is_tag = |node: Option<u32>| {
            let operands = node.map(|node| m.node_operands(node)).unwrap_or_default();
            m.node_kind(node) == Some(NodeKind::Tuple)
                && operands.len() == 2
                && operands.iter().all(|&operand| m.node_text(operand).is_some())
        };
        if is_tag(Some(node)) {
            return Ok(());
        }
        HERE.require(m.node_kind(Some(node)) == Some(NodeKind::Tuple), "!mmra expected to be a metadata tuple")?;
        let fits = m.node_operands(node).into_iter().all(is_tag);
        HERE.require(fits, "!mmra metadata tuple operand is not an MMRA tag")
    }

    fn callee_type(&self, node: u32) -> Rule {
        let m = self.m;
        for operand in m.node_operands(node) {
            HERE.require(
                m.node_kind(operand) == Some(NodeKind::Tuple),
                "The callee_type metadata must be a list of type metadata nodes",
            )?;
            let parts = m.node_operands(operand.unwrap_or(0));
            let at = |i: usize| parts.get(i).copied().flatten();
            HERE.require(parts.len() == 2, "Well-formed generalized type metadata must contain exactly two operands")?;
            let zero = m.node_integer(at(0)).is_some_and(|v| m.integer_of(v) == Some(0));
            HERE.require(zero, "The first operand of type metadata for functions must be zero")?;
            let generalized = m.node_text(at(1)).is_some_and(|text| text.ends_with(b".generalized"));
            HERE.require(generalized, "Only generalized type metadata can be part of the callee_type metadata list")?;
        }
        Ok(())
    }

    fn captures(&self, here: Here<'_, 'm>, node: u32) -> Rule {
        const WORDS: [&[u8]; 4] = [b"address_is_null", b"address", b"read_provenance", b"provenance"];
        let m = self.m;
        HERE.require(
            m.types.is_pointer(m.type_of(here.word(0))),
            "!captures metadata can only be applied to store with value operand of pointer type",
        )?;
        let operands = m.node_operands(node);
        HERE.require(!operands.is_empty(), "!captures metadata cannot be empty")?;
        for operand in operands {
            let Some(text) = m.node_text(operand) else {
                return HERE.broken("!captures metadata must be a list of strings");
            };
            HERE.require(WORDS.contains(&text), "invalid entry in !captures metadata")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn kinds_have_their_numbers() {
        let rows = [
            (kind::TBAA, "tbaa"),
            (kind::RANGE, "range"),
            (kind::NONNULL, "nonnull"),
            (kind::ALIGN, "align"),
            (kind::ACCESS_GROUP, "llvm.access.group"),
            (kind::ASSIGN_ID, "DIAssignID"),
            (kind::MMRA, "mmra"),
            (kind::ALLOC_TOKEN, "alloc_token"),
            (kind::IMPLICIT_REF, "implicit.ref"),
        ];
        for (number, name) in rows {
            assert_eq!(crate::metadata::KINDS[number as usize], name);
        }
    }
}
