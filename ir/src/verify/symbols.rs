//! Checks metadata attachments of globals, and named lists of nodes.

use super::attachments::kind;
use super::body::Body;
use super::fault::Rule;
use super::nodes::HERE;
use super::{Chapter, Place, Verifier};
use crate::global::{Global, GlobalKind};
use crate::metadata::NodeKind;
use crate::module::Attachment;
use crate::sorting::Sorting;

impl<'m> Verifier<'m> {
    /// Checks the attachments of a global.
    pub(super) fn global_attachments(&mut self, number: usize, g: &'m Global) -> Rule {
        let m = self.m;
        self.index_attachments();
        let start = self.attached.partition_point(|a| (a.to as usize) < number);
        let mut seen = 0u64;
        for i in start..self.attached.len() {
            let Some(&attachment) = self.attached.get(i).filter(|a| a.to as usize == number) else { break };
            let again = attachment.kind < 64 && seen & 1 << attachment.kind != 0;
            seen |= 1u64.checked_shl(attachment.kind).unwrap_or(0);
            match g.kind {
                GlobalKind::Function => self.of_function(g, &attachment, again)?,
                GlobalKind::IFunc => HERE.require(
                    !matches!(attachment.kind, kind::DBG | kind::PROF),
                    "an ifunc may not have a !dbg or !prof attachment",
                )?,
                _ => {}
            }
            self.of_symbol(g, &attachment)?;
            match g.kind {
                GlobalKind::Function if self.has_debug || attachment.kind != kind::DBG => {
                    let with = g.body.is_none() || attachment.kind == kind::DBG;
                    self.node(attachment.node, with);
                }
                GlobalKind::Variable if attachment.kind == kind::DBG && self.has_debug => {
                    Chapter::DebugInfo.require(
                        m.node_kind(Some(attachment.node)) == Some(NodeKind::GlobalVariableExpression),
                        "!dbg attachment of global variable must be a DIGlobalVariableExpression",
                    )?;
                    self.debug_node(attachment.node, NodeKind::GlobalVariableExpression)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Collects the attachments of globals, sorted by global.
    fn index_attachments(&mut self) {
        if self.attached.is_empty() && !self.m.global_attachments.is_empty() {
            self.attached = self.m.global_attachments.clone();
            self.attached.arrange_by_key(|a| a.to);
        }
    }

    /// Checks the attachments that any symbol may have.
    fn of_symbol(&mut self, g: &'m Global, attachment: &Attachment) -> Rule {
        let m = self.m;
        match attachment.kind {
            kind::ASSOCIATED | kind::IMPLICIT_REF => {
                let operands = m.node_operands(attachment.node);
                HERE.require(operands.len() == 1, "associated and ref metadata must have one operand")?;
                let Some(value) = m.node_value(operands.first().copied().flatten()) else {
                    return HERE.broken("associated and ref metadata must be ValueAsMetadata");
                };
                HERE.require(m.types.is_pointer(m.type_of(value)), "associated and ref value must be pointer typed")?;
                let mut target = m.stripped(value);
                if let Some(alias) = m.global_of(target).filter(|g| g.kind == GlobalKind::Alias && g.init != 0) {
                    target = m.stripped(alias.init - 1);
                }
                HERE.require(target != g.value, "values should not reference themselves")?;
                if attachment.kind == kind::IMPLICIT_REF {
                    HERE.require(m.global_of(target).is_some(), "ref metadata must point to a GlobalObject")?;
                    let declared = g.body.is_none() && g.init == 0;
                    HERE.require(!declared, "ref metadata must not be placed on a declaration")?;
                }
                Ok(())
            }
            kind::ABSOLUTE_SYMBOL => {
                let bits = self.layout.pointer(g.space as u64).bits;
                self.range_of_bits(attachment.node, bits)
            }
            _ => Ok(()),
        }
    }

    fn of_function(&mut self, g: &'m Global, attachment: &Attachment, again: bool) -> Rule {
        let m = self.m;
        let has_body = g.body.is_some();
        match attachment.kind {
            kind::PROF => {
                self.entry_count(attachment.node)?;
                HERE.require(has_body, "function declaration may not have a !prof attachment")?;
                HERE.require(!again, "function must have a single !prof attachment")
            }
            kind::KCFI_TYPE => {
                let operands = m.node_operands(attachment.node);
                HERE.require(operands.len() == 1, "!kcfi_type must have exactly one operand")?;
                let value = m.node_integer(operands.first().copied().flatten());
                HERE.require(
                    value.is_some_and(|value| m.types.is_integer_of(m.type_of(value), 32)),
                    "expected a 32-bit integer constant operand for !kcfi_type",
                )?;
                HERE.require(!again || !has_body, "function must have a single !kcfi_type attachment")
            }
            kind::DBG if self.has_debug => self.of_subprogram(g, attachment.node, again),
            _ => Ok(()),
        }
    }

    fn of_subprogram(&mut self, g: &'m Global, node: u32, again: bool) -> Rule {
        const DEBUG: Chapter = Chapter::DebugInfo;
        let m = self.m;
        let distinct = m.node_is_distinct(node);
        if g.body.is_none() {
            return DEBUG.require(!distinct, "function declaration may only have a unique !dbg attachment");
        }
        DEBUG.require(!again, "function must have a single !dbg attachment")?;
        DEBUG.require(
            m.node_kind(Some(node)) == Some(NodeKind::Subprogram),
            "function !dbg attachment must be a subprogram",
        )?;
        DEBUG.require(distinct, "function definition may only have a distinct !dbg attachment")?;
        let owner = *self.subprograms.entry(node).or_insert(g.value);
        DEBUG.require(owner == g.value, "DISubprogram attached to more than one function")
    }

    /// Returns the subprogram of a body: the number of the node, plus one.
    pub(super) fn subprogram(&mut self, body: &Body<'m>) -> u32 {
        self.index_attachments();
        self.subprogram_of(body.number).map_or(0, |node| node + 1)
    }

    fn subprogram_of(&self, number: u32) -> Option<u32> {
        let start = self.attached.partition_point(|a| a.to < number);
        let mut own = self.attached.get(start..)?.iter().take_while(|a| a.to == number);
        let node = own.find(|a| a.kind == kind::DBG)?.node;
        (self.m.node_kind(Some(node)) == Some(NodeKind::Subprogram)).then_some(node)
    }

    /// True for a function with a subprogram.
    pub(super) fn has_subprogram(&self, g: &Global) -> bool {
        let number = self.m.constant(g.value).map_or(0, |c| c.data as u32);
        self.subprogram_of(number).is_some()
    }

    /// Checks the named lists of nodes.
    pub(super) fn module_metadata(&mut self) {
        let m = self.m;
        for list in &m.named_nodes {
            let name = m.text(list.name);
            if self.has_debug && name.starts_with(b"llvm.dbg.") {
                let units = list.nodes.iter().all(|&n| m.node_kind(Some(n)) == Some(NodeKind::CompileUnit));
                let rule = Chapter::DebugInfo
                    .require(name == b"llvm.dbg.cu", "unrecognized named metadata node in the llvm.dbg namespace")
                    .and_then(|()| Chapter::DebugInfo.require(units, "invalid compile unit"));
                self.note(rule, |_| Place::Module);
            }
            if !self.has_debug && name.starts_with(b"llvm.dbg.") {
                continue;
            }
            for &node in &list.nodes {
                self.node(node, true);
            }
        }
        let errno = m.named_nodes.iter().filter(|list| m.text(list.name) == b"llvm.errno.tbaa");
        for &node in errno.flat_map(|list| &list.nodes) {
            let rule = self.tag_node(node);
            self.note(rule, |_| Place::Node(node));
        }
        let rule = self.module_flags();
        self.note(rule, |_| Place::Module);
    }
}
