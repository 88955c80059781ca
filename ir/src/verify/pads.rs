//! Where funclets unwind to: all ways out of one lead to the same pad, and pads do not handle each other's exceptions.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Verifier;
use super::body::Body;
use super::exceptions::HERE;
use super::fault::Rule;
use super::uses::Uses;
use crate::instruction::{Opcode, Row};
use crate::module::{LOCAL, NONE};

/// The pad that a way out leads to: none is the caller.
type Target = Option<u32>;

/// The facts known of the funclets of a body.
#[derive(Default)]
pub(super) struct Funclets {
    /// The pad beside it that each unwinds to.
    siblings: HashMap<u32, u32, FxBuildHasher>,
    /// Steps that are left: pads in pads are searched each from its own, as LLVM does.
    fuel: usize,
}

impl Funclets {
    pub(super) fn new(body: &Body<'_>) -> Self {
        Funclets { siblings: HashMap::default(), fuel: 64 * body.blocks.len() + 1024 }
    }
}

impl<'m> Verifier<'m> {
    /// The pad at which a block begins.
    fn pad_at(&self, body: &Body<'m>, block: u32) -> Option<u32> {
        let row = self.m.instructions.get(body.first_of(block) as usize)?;
        super::calls::is_pad(row.opcode).then_some(LOCAL | row.result)
    }

    /// The rules of a `catchpad` or `cleanuppad`, by all that uses it.
    pub(super) fn funclet_users(&mut self, body: &Body<'m>, uses: &Uses, pad: u32, funclets: &mut Funclets) -> Rule {
        let mut way: Option<Target> = None;
        let mut stack = vec![pad];
        while let Some(current) = stack.pop() {
            for &user in uses.of(current) {
                funclets.fuel = funclets.fuel.saturating_sub(1);
                if funclets.fuel == 0 {
                    return Ok(());
                }
                let Some(row) = self.m.instructions.get(user as usize) else { continue };
                let Some(out) = self.way_out(body, row, current, &mut stack)? else { continue };
                if !self.leaves(pad, current, out) {
                    continue;
                }
                match way {
                    None => {
                        way = Some(out);
                        self.note_sibling(pad, out, funclets);
                    }
                    Some(way) => {
                        HERE.require(way == out, "Unwind edges out of a funclet pad must have the same unwind dest")?
                    }
                }
                if current != pad {
                    break;
                }
            }
        }
        self.agrees_with_switch(body, pad, way)
    }

    /// Where a user of a pad unwinds to; `None` where that says nothing.
    fn way_out(
        &self,
        body: &Body<'m>,
        row: &Row,
        current: u32,
        stack: &mut Vec<u32>,
    ) -> Result<Option<Target>, super::Breach> {
        let words = self.m.operands(row);
        let block = match row.opcode {
            Opcode::CleanupRet => words.get(1).copied(),
            Opcode::CatchSwitch => match words.get(2 + words.get(1).copied().unwrap_or(0) as usize) {
                Some(&unwind) => Some(unwind),
                None => return Ok(None),
            },
            Opcode::Invoke => words.get(4).copied(),
            Opcode::Call | Opcode::CatchRet => return Ok(None),
            Opcode::CleanupPad => {
                if words.first() == Some(&current) {
                    stack.push(LOCAL | row.result);
                }
                return Ok(None);
            }
            _ => return HERE.broken("Bogus funclet pad use"),
        };
        match block {
            None => Ok(Some(None)),
            Some(block) => Ok(self.pad_at(body, block).map(Some)),
        }
    }

    /// True where a way out of `current` leaves `pad` as well.
    fn leaves(&self, pad: u32, current: u32, out: Target) -> bool {
        let Some(target) = out else { return true };
        let parent = self.parent_of(target);
        let mut left = current;
        if parent == Some(current) {
            return false;
        }
        for _ in 0..1000 {
            if left == pad {
                return true;
            }
            match self.parent_of(left) {
                Some(outer) if Some(outer) != parent => left = outer,
                _ => return false,
            }
        }
        false
    }

    fn note_sibling(&self, pad: u32, out: Target, funclets: &mut Funclets) {
        if let Some(target) = out
            && self.m.opcode_of(pad) == Some(Opcode::CleanupPad)
            && self.parent_of(target) == self.parent_of(pad)
        {
            funclets.siblings.insert(pad, target);
        }
    }

    fn agrees_with_switch(&self, body: &Body<'m>, pad: u32, way: Option<Target>) -> Rule {
        let (Some(way), Some(parent)) = (way, self.parent_of(pad)) else { return Ok(()) };
        let Some((_, row)) = self.m.definition(parent).filter(|(_, row)| row.opcode == Opcode::CatchSwitch) else {
            return Ok(());
        };
        let words = self.m.operands(row);
        let unwind = words.get(2 + words.get(1).copied().unwrap_or(0) as usize);
        let target = unwind.and_then(|&block| self.pad_at(body, block));
        HERE.require(
            target == way,
            "Unwind edges out of a catch must have the same unwind dest as the parent catchswitch",
        )
    }

    /// A `catchswitch` that unwinds to a pad beside it.
    pub(super) fn sibling_of_switch(&self, body: &Body<'m>, row: &Row, funclets: &mut Funclets) {
        let words = self.m.operands(row);
        let me = LOCAL | row.result;
        let unwind = words.get(2 + words.get(1).copied().unwrap_or(0) as usize);
        if let Some(target) = unwind.and_then(|&block| self.pad_at(body, block))
            && self.parent_of(target) == words.first().copied()
        {
            funclets.siblings.insert(me, target);
        }
    }

    /// The rule that pads beside each other do not unwind in a circle.
    pub(super) fn siblings(&self, funclets: &Funclets) -> Rule {
        // Each has one way on: those that were walked are done.
        let mut done: HashMap<u32, u32, FxBuildHasher> = HashMap::default();
        let mut starts: Vec<u32> = funclets.siblings.keys().copied().collect();
        starts.sort_unstable();
        for start in starts {
            let mut pad = start;
            while let Some(&next) = funclets.siblings.get(&pad) {
                match done.insert(pad, start) {
                    Some(by) if by == start => return HERE.broken("EH pads can't handle each other's exceptions"),
                    Some(_) => break,
                    None => pad = next,
                }
            }
        }
        debug_assert!(!funclets.siblings.contains_key(&NONE));
        Ok(())
    }
}
