//! Debug locations of inlined code: the location in the callee, inlined at the location of the call.

use rustc_hash::FxHashMap;

use super::{Body, Site};
use crate::attributes::{Attribute, FUNCTION};
use crate::draft::{Draft, Metadata, Result, Value};
use crate::instruction::Opcode;
use crate::metadata::NodeKind;

/// The places of a location's fields among its words.
const SCOPE: usize = 3;
const INLINED_AT: usize = 4;

struct Locations<'d> {
    draft: &'d Draft,
    /// The location of the call, as a distinct node.
    at: Metadata<'d>,
    /// The new node of each `inlinedAt` location in the callee.
    chains: FxHashMap<u32, Metadata<'d>>,
}

/// Updates the locations of a copied body, if the call has one.
pub(super) fn update(site: Site<'_>, body: &Body<'_>) -> Result<()> {
    let Some(at) = site.call.metadata(0) else { return Ok(()) };
    let draft = site.draft;
    let words = at.words();
    let field = |place: usize| words.get(place).copied().unwrap_or(0);
    let own = draft.md_node(NodeKind::Location, &[1, field(1), field(2), field(SCOPE), field(INLINED_AT), 0, 0, 0])?;
    let mut locations = Locations { draft, at: own, chains: FxHashMap::default() };
    let without = site
        .caller
        .value()
        .attributes(FUNCTION)
        .iter()
        .any(|a| matches!(a, Attribute::Text(key, _) if draft.text(*key) == b"no-inline-line-tables"));
    let has_debug_information = site.callee.value().metadata(0).is_some();
    let loops = draft.metadata_kind(b"llvm.loop");
    for instruction in body.instructions() {
        locations.update_loop(instruction, loops)?;
        match instruction.metadata(0).filter(|_| !without) {
            Some(old) => instruction.set_metadata(0, Some(locations.inlined(old)?))?,
            None if has_debug_information && !without => {}
            None if is_static_variable(instruction) => {}
            None => instruction.set_metadata(0, Some(at))?,
        }
        if without {
            drop(instruction.take_records());
            continue;
        }
        let mut failed = None;
        instruction.map_record_locations(&mut |old| {
            locations.inlined(old).unwrap_or_else(|error| {
                failed = Some(error);
                old
            })
        });
        failed.map_or(Ok(()), Err)?;
    }
    Ok(())
}

/// Returns whether an instruction is a variable of constant size, which moves to the caller's entry.
pub(super) fn is_static_variable(instruction: Value<'_>) -> bool {
    let is_variable = instruction.opcode() == Some(Opcode::Alloca);
    let is_of_call = instruction.flags() & crate::instruction::flag::INALLOCA != 0;
    is_variable && !is_of_call && instruction.operands().all(Value::is_constant)
}

impl<'d> Locations<'d> {
    /// Returns a location of the callee, inlined at the call.
    fn inlined(&mut self, old: Metadata<'d>) -> Result<Metadata<'d>> {
        let mut words = old.words();
        let at = self.chain(old)?;
        if let Some(word) = words.get_mut(INLINED_AT) {
            *word = at.reference();
        }
        if let Some(flags) = words.first_mut() {
            *flags &= !1;
        }
        self.draft.md_node(NodeKind::Location, &words)
    }

    /// Returns the new `inlinedAt` location of a location.
    fn chain(&mut self, of: Metadata<'d>) -> Result<Metadata<'d>> {
        let (mut last, mut current, mut open) = (self.at, of, Vec::new());
        while let Some(next) = self.inlined_at(current) {
            if let Some(known) = self.chains.get(&next.number()) {
                last = *known;
                break;
            }
            open.push(next);
            current = next;
        }
        for old in open.into_iter().rev() {
            let words = old.words();
            let field = |place: usize| words.get(place).copied().unwrap_or(0);
            let words = [1, field(1), field(2), field(SCOPE), last.reference(), 0, 0, 0];
            last = self.draft.md_node(NodeKind::Location, &words)?;
            self.chains.insert(old.number(), last);
        }
        Ok(last)
    }

    fn inlined_at(&self, location: Metadata<'d>) -> Option<Metadata<'d>> {
        location.operands().get(1).copied().flatten()
    }

    /// Replaces the loop metadata of an instruction by a new node with inlined locations.
    fn update_loop(&mut self, instruction: Value<'d>, kind: u32) -> Result<()> {
        let Some(node) = instruction.metadata(kind) else { return Ok(()) };
        let mut rest = Vec::new();
        for operand in node.operands().into_iter().skip(1).flatten() {
            let is_location = operand.kind() == NodeKind::Location;
            rest.push(Some(if is_location { self.inlined(operand)? } else { operand }));
        }
        instruction.set_metadata(kind, Some(self.draft.md_self(&rest)))
    }
}
