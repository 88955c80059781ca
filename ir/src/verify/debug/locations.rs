//! Checks debug locations of instructions, which must belong to the function's subprogram, possibly through inlined calls.

use super::super::attachments::kind;
use super::super::body::{Body, Here};
use super::super::functions::Walk;
use super::rows::LOCAL_SCOPES;
use super::*;
use crate::Function;
use crate::module::within;

impl<'m> Verifier<'m> {
    /// The subprogram of a local scope, through blocks.
    pub(in super::super) fn subprogram_of_scope(&mut self, scope: u32) -> Option<u32> {
        let m = self.m;
        let mut path = Vec::new();
        let mut current = scope;
        let found = loop {
            match m.node_kind(Some(current)) {
                Some(NodeKind::Subprogram) => break Some(current),
                Some(NodeKind::LexicalBlock | NodeKind::LexicalBlockFile) => {}
                _ => break None,
            }
            if let Some(&known) = self.scopes.get(&current) {
                break known;
            }
            // A scope on the current path has none, so that cycles end.
            self.scopes.insert(current, None);
            path.push(current);
            match m.node_at(current, 1) {
                Some(outer) => current = outer,
                None => break None,
            }
        };
        for scope in path {
            self.scopes.insert(scope, found);
        }
        found
    }

    /// Returns the scope of the outermost location that a location is inlined at.
    fn outermost(&mut self, location: u32) -> Option<u32> {
        let m = self.m;
        let call = |of: u32| m.node_at(of, 4).filter(|&outer| m.node_kind(Some(outer)) == Some(NodeKind::Location));
        if call(location).is_none() {
            return m.node_at(location, 3);
        }
        let mut path = Vec::new();
        let mut current = location;
        let found = loop {
            if let Some(&known) = self.outermost.get(&current) {
                break known;
            }
            self.outermost.insert(current, None);
            path.push(current);
            match call(current) {
                Some(outer) => current = outer,
                None => break m.node_at(current, 3),
            }
        };
        for location in path {
            self.outermost.insert(location, found);
        }
        found
    }

    /// Checks the locations of all instructions of a body.
    pub(in super::super) fn locations(&mut self, function: Function<'m>, body: &Body<'m>, _walk: &Walk) {
        let m = self.m;
        let mut last = 0;
        for (block, handle) in function.blocks().enumerate() {
            for instruction in handle.instructions() {
                let number = instruction.number();
                let location = m.locations.get(number as usize).copied().unwrap_or(0);
                if location == 0 || location == last {
                    continue;
                }
                last = location;
                let Some(row) = instruction.row() else { continue };
                let here = Here { body, block: block as u32, number, row, words: m.operands(row) };
                self.node(location - 1, true);
                let rule = HERE
                    .require(
                        m.node_kind(Some(location - 1)) == Some(NodeKind::Location),
                        "invalid !dbg metadata attachment",
                    )
                    .and_then(|()| self.location_of(body, location - 1));
                self.note_at(here, rule);
                if self.is_full() {
                    return;
                }
            }
        }
        let Some(columns) = &body.global.body else { return };
        for attachment in within(&m.attachments, &columns.attachments).iter().filter(|a| a.kind == kind::LOOP) {
            for operand in m.node_operands(attachment.node).into_iter().skip(1).flatten() {
                if m.node_kind(Some(operand)) == Some(NodeKind::Location) {
                    let rule = self.location_of(body, operand);
                    self.note(rule, |v| Place::Function(v.name(body.global.name)));
                }
            }
        }
    }

    fn location_of(&mut self, body: &Body<'m>, location: u32) -> Rule {
        let Some(subprogram) = body.subprogram.checked_sub(1) else { return Ok(()) };
        let scope = self.m.node_at(location, 3);
        HERE.require(self.is_one_of(scope, LOCAL_SCOPES), "DILocation's scope must be a DILocalScope")?;
        let Some(outer) = self.outermost(location) else {
            return HERE.broken("Failed to find DILocalScope");
        };
        match self.subprogram_of_scope(outer) {
            Some(found) => HERE.require(found == subprogram, "!dbg attachment points at wrong subprogram for function"),
            None => HERE.broken("!dbg attachment points at no subprogram"),
        }
    }
}
