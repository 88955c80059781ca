//! Checks TBAA access tags.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::fault::Rule;
use super::{Breach, Chapter, Verifier};
use crate::instruction::{Opcode, Row};

const HERE: Chapter = Chapter::Tbaa;

/// The results for nodes that were checked before.
#[derive(Default)]
pub(super) struct Known {
    /// The width of the offsets in each base type; zero for a scalar type, `None` for a malformed one.
    bases: HashMap<u32, Option<u64>, FxBuildHasher>,
    scalars: HashMap<u32, bool, FxBuildHasher>,
    /// The valid tags.
    tags: HashSet<u32, FxBuildHasher>,
}

/// The width that matches any other: that of new-format types without fields.
const ANY_WIDTH: u64 = u64::MAX;

impl<'m> Verifier<'m> {
    pub(super) fn access_tag(&mut self, row: &Row, node: u32) -> Rule {
        use Opcode::*;
        HERE.require(
            matches!(row.opcode, Load | Store | Call | VaArg | AtomicRmw | CmpXchg),
            "This instruction shall not have a TBAA access tag!",
        )?;
        if self.tbaa.tags.contains(&node) {
            return Ok(());
        }
        self.tag_node(node)?;
        self.tbaa.tags.insert(node);
        Ok(())
    }

    /// Checks an access tag.
    pub(super) fn tag_node(&mut self, node: u32) -> Rule {
        let m = self.m;
        let operands = m.node_operands(node);
        let at = |i: usize| operands.get(i).copied().flatten();
        HERE.require(!operands.is_empty(), "TBAA metadata cannot have 0 operands")?;
        HERE.require(
            m.is_node(at(0)) && operands.len() >= 3,
            "Old-style TBAA is no longer allowed, use struct-path TBAA instead",
        )?;
        let access = at(1).filter(|_| m.is_node(at(1)));
        let is_new = access.is_some_and(|access| self.is_new(access));
        match is_new {
            true => {
                HERE.require(matches!(operands.len(), 4 | 5), "Access tag metadata must have either 4 or 5 operands")?
            }
            false => HERE.require(operands.len() < 5, "Struct tag metadata must have either 3 or 4 operands")?,
        }
        HERE.require(!is_new || m.node_integer(at(3)).is_some(), "Access size field must be a constant")?;
        let flag = if is_new { 4 } else { 3 };
        if operands.len() == flag + 1 {
            let flag = m.node_integer(at(flag)).and_then(|value| m.integer_of(value));
            HERE.require(
                matches!(flag, Some(0 | 1)),
                "Immutability part of the struct tag metadata must be either 0 or 1",
            )?;
        }
        let (Some(base), Some(access)) = (at(0), access) else {
            return HERE.broken(
                "Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes",
            );
        };
        HERE.require(is_new || self.is_scalar(access), "Access type node must be a valid scalar type")?;
        let offset = m.node_integer(at(2));
        let Some(offset) = offset else { return HERE.broken("Offset must be constant integer") };
        let width = m.types.width(m.type_of(offset));
        self.path(base, access, m.integer_of(offset).unwrap_or(0), width, is_new)
    }

    /// Returns whether a type has the new format, in which its parent stands first.
    fn is_new(&self, node: u32) -> bool {
        let operands = self.m.node_operands(node);
        operands.len() >= 3 && self.m.is_node(operands.first().copied().flatten())
    }

    /// Checks the path from the base type to the access type.
    fn path(&mut self, base: u32, access: u32, offset: u64, width: u64, is_new: bool) -> Rule {
        let mut seen: HashSet<u32, FxBuildHasher> = HashSet::default();
        let (mut base, mut offset) = (Some(base), offset);
        let mut found = false;
        while let Some(node) = base.filter(|&node| self.m.node_operands(node).len() >= 2) {
            HERE.require(seen.insert(node), "Cycle detected in struct path")?;
            let Some(base_width) = self.base(node, is_new) else {
                return HERE.broken("a type of a struct path is malformed");
            };
            found |= node == access;
            if node == access || self.is_scalar(node) {
                HERE.require(offset == 0, "Offset not zero at the point of scalar access")?;
            }
            HERE.require(
                base_width == width || base_width == 0 && offset == 0 || is_new && base_width == ANY_WIDTH,
                "Access bit-width not the same as description bit-width",
            )?;
            if is_new && found {
                break;
            }
            base = self.field(node, &mut offset, is_new)?;
        }
        HERE.require(found, "Did not see access type in access path!")
    }

    /// Returns the width of the offsets in a base type; `None` if it is malformed.
    fn base(&mut self, node: u32, is_new: bool) -> Option<u64> {
        if let Some(&known) = self.tbaa.bases.get(&node) {
            return known;
        }
        let width = match self.m.node_operands(node).len() {
            2 => self.is_scalar(node).then_some(0),
            _ => self.structure_width(node, is_new),
        };
        self.tbaa.bases.insert(node, width);
        width
    }

    fn structure_width(&self, node: u32, is_new: bool) -> Option<u64> {
        let m = self.m;
        let operands = m.node_operands(node);
        let at = |i: usize| operands.get(i).copied().flatten();
        let (first, step) = if is_new { (3, 3) } else { (1, 2) };
        let fits = if is_new { operands.len().is_multiple_of(3) } else { operands.len() % 2 == 1 };
        let headed = if is_new { m.node_integer(at(1)).is_some() } else { m.node_text(at(0)).is_some() };
        if !fits || !headed {
            return None;
        }
        let mut width = ANY_WIDTH;
        let mut last = 0;
        for i in (first..operands.len()).step_by(step) {
            let offset = m.node_integer(at(i + 1)).filter(|_| m.is_node(at(i)))?;
            let bits = m.types.width(m.type_of(offset));
            let offset = m.integer_of(offset)?;
            if width != ANY_WIDTH && bits != width || offset < last {
                return None;
            }
            (width, last) = (bits, offset);
            if is_new {
                m.node_integer(at(i + 2))?;
            }
        }
        Some(width)
    }

    /// Returns whether a node is a scalar type: a name and a parent that is a scalar type or the root.
    fn is_scalar(&mut self, node: u32) -> bool {
        let mut path = Vec::new();
        let mut seen: HashSet<u32, FxBuildHasher> = HashSet::default();
        let mut current = node;
        let result = loop {
            if let Some(&known) = self.tbaa.scalars.get(&current) {
                break known;
            }
            let operands = self.m.node_operands(current);
            let at = |i: usize| operands.get(i).copied().flatten();
            let is_zero = |node| self.m.node_integer(node).is_some_and(|value| self.m.integer_of(value) == Some(0));
            let fits = match operands.len() {
                2 => true,
                3 => is_zero(at(2)),
                _ => false,
            };
            path.push(current);
            if !fits || self.m.node_text(at(0)).is_none() || !self.m.is_node(at(1)) {
                break false;
            }
            let Some(parent) = at(1).filter(|&parent| seen.insert(parent)) else { break false };
            if self.m.node_operands(parent).len() < 2 {
                break true;
            }
            current = parent;
        };
        for node in path {
            self.tbaa.scalars.insert(node, result);
        }
        result
    }

    /// Returns the type of the field at an offset, and makes the offset relative to the field.
    fn field(&self, node: u32, offset: &mut u64, is_new: bool) -> Result<Option<u32>, Breach> {
        let m = self.m;
        let operands = m.node_operands(node);
        let at = |i: usize| operands.get(i).copied().flatten();
        if operands.len() == 2 {
            return Ok(at(1));
        }
        let (first, step) = if is_new { (3, 3) } else { (1, 2) };
        let offset_at = |i: usize| m.node_integer(at(i + 1)).and_then(|value| m.integer_of(value)).unwrap_or(0);
        let mut found = None;
        for i in (first..operands.len()).step_by(step) {
            if offset_at(i) > *offset {
                break;
            }
            found = Some(i);
        }
        if operands.len() <= first {
            return Ok(None);
        }
        let Some(i) = found else { return HERE.broken("Could not find TBAA parent in struct type node") };
        *offset -= offset_at(i);
        Ok(at(i))
    }
}
