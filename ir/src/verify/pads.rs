//! Checks the unwind destinations of funclets: all exits of a pad must unwind to the same pad, and sibling pads must not handle each
//! other's exceptions.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::Verifier;
use super::body::Body;
use super::exceptions::HERE;
use super::fault::Rule;
use super::uses::Uses;
use crate::instruction::{Opcode, Row};
use crate::module::{LOCAL, NONE};

/// The unwind destination of an exit; `None` is the caller.
type Target = Option<u32>;

/// Data about the funclets of a body.
#[derive(Default)]
pub(super) struct Funclets {
    /// The sibling pad that each pad unwinds to.
    siblings: HashMap<u32, u32, FxBuildHasher>,
    /// The limit on the remaining steps: nested pads are searched from each enclosing one, as in LLVM.
    fuel: usize,
}

impl Funclets {
    pub(super) fn new(body: &Body<'_>) -> Self {
        Funclets { siblings: HashMap::default(), fuel: 64 * body.blocks.len() + 1024 }
    }
}

impl<'m> Verifier<'m> {
    /// Returns the pad at the start of a block.
    fn pad_at(&self, body: &Body<'m>, block: u32) -> Option<u32> {
        let row = self.m.instructions.get(body.first_of(block) as usize)?;
        super::calls::is_pad(row.opcode).then_some(LOCAL | row.result)
    }

    /// Checks a `catchpad` or `cleanuppad` by its users.
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

    /// Returns the unwind destination of a user of a pad; `None` if it has none.
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

    /// Returns whether an exit of `current` to a destination also leaves `pad`.
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

    /// Records a `catchswitch` that unwinds to a sibling pad.
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

    /// Checks that sibling pads do not unwind in a cycle.
    pub(super) fn siblings(&self, funclets: &Funclets) -> Rule {
        // Each pad has one destination, so a walk ends at a visited pad.
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
