//! Checks exception-handling pads, and the edges to them.

use super::body::{Body, Here};
use super::calls::is_pad;
use super::fault::Rule;
use super::functions::Walk;
use super::{Chapter, Verifier};
use crate::constants::ConstantKind;
use crate::instruction::{Opcode, Row, flag};
use crate::module::NONE;
use crate::types::TypeKind;

pub(super) const HERE: Chapter = Chapter::Exceptions;

impl<'m> Verifier<'m> {
    pub(super) fn exception(&mut self, here: Here<'_, 'm>, walk: &mut Walk) -> Rule {
        match here.row.opcode {
            Opcode::LandingPad => self.landing_pad(here, walk),
            Opcode::Resume => {
                HERE.require(
                    here.body.global.personality != 0,
                    "ResumeInst needs to be in a function with a personality.",
                )?;
                let ty = self.m.type_of(here.word(0));
                HERE.require(
                    *walk.landing.get_or_insert(ty) == ty,
                    "The resume instruction should have a consistent result type inside a function.",
                )
            }
            Opcode::CatchRet => HERE.require(
                self.m.opcode_of(here.word(0)) == Some(Opcode::CatchPad),
                "CatchReturnInst needs to be provided a CatchPad",
            ),
            Opcode::CleanupRet => self.cleanup_return(here),
            _ => self.funclet(here),
        }
    }

    fn landing_pad(&mut self, here: Here<'_, 'm>, walk: &mut Walk) -> Rule {
        let is_cleanup = here.row.flags & flag::CLEANUP != 0;
        HERE.require(
            is_cleanup || !here.words.is_empty(),
            "LandingPadInst needs at least one clause or to be a cleanup.",
        )?;
        HERE.require(here.block != 0, "EH pad cannot be in entry block.")?;
        for &before in here.body.graph.predecessors(here.block) {
            let words = self.last_of(here, before).filter(|row| row.opcode == Opcode::Invoke);
            let words = words.map_or(&[][..], |row| self.m.operands(row));
            let fits = words.get(4) == Some(&here.block) && words.get(3) != Some(&here.block);
            HERE.require(
                fits,
                "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.",
            )?;
        }
        HERE.require(
            *walk.landing.get_or_insert(here.row.ty) == here.row.ty,
            "The landingpad instruction should have a consistent result type inside a function.",
        )?;
        HERE.require(
            here.body.global.personality != 0,
            "LandingPadInst needs to be in a function with a personality.",
        )?;
        HERE.require(
            here.body.first_of(here.block) == here.number,
            "LandingPadInst not the first non-PHI instruction in the block.",
        )?;
        for &[is_filter, clause] in here.words.as_chunks::<2>().0 {
            let constant = self.m.constant(clause);
            if is_filter == 0 {
                HERE.require(
                    self.m.types.is_pointer(self.m.type_of(clause)),
                    "Catch operand does not have pointer type!",
                )?;
                continue;
            }
            let fits = constant.is_some_and(|c| {
                matches!(c.kind, ConstantKind::Aggregate | ConstantKind::Null | ConstantKind::Data)
                    && self.m.types.kind(c.ty) == TypeKind::Array
            });
            HERE.require(fits, "Filter operand is not an array of constants!")?;
        }
        Ok(())
    }

    /// The last instruction of a block.
    pub(super) fn last_of(&self, here: Here<'_, 'm>, block: u32) -> Option<&'m Row> {
        let number = here.body.blocks.get(block as usize).map_or(NONE, |info| info.last);
        self.m.instructions.get(number as usize)
    }

    fn cleanup_return(&self, here: Here<'_, 'm>) -> Rule {
        HERE.require(
            self.m.opcode_of(here.word(0)) == Some(Opcode::CleanupPad),
            "CleanupReturnInst needs to be provided a CleanupPad",
        )?;
        match here.words.get(1) {
            Some(&unwind) => HERE.require(
                self.is_funclet_block(here, unwind),
                "CleanupReturnInst must unwind to an EH block which is not a landingpad.",
            ),
            None => Ok(()),
        }
    }

    fn is_funclet_block(&self, here: Here<'_, 'm>, block: u32) -> bool {
        self.opcode_at(here.body, block).is_some_and(|opcode| is_pad(opcode) && opcode != Opcode::LandingPad)
    }

    /// Checks `catchpad`, `cleanuppad` and `catchswitch`.
    fn funclet(&mut self, here: Here<'_, 'm>) -> Rule {
        HERE.require(
            here.body.global.personality != 0,
            "an exception pad needs to be in a function with a personality.",
        )?;
        HERE.require(
            here.body.first_of(here.block) == here.number,
            "an exception pad is not the first non-PHI instruction in the block.",
        )?;
        let parent = here.word(0);
        let parent_opcode = self.m.opcode_of(parent);
        if here.row.opcode == Opcode::CatchPad {
            HERE.require(
                parent_opcode == Some(Opcode::CatchSwitch),
                "CatchPadInst needs to be directly nested in a CatchSwitchInst.",
            )?;
        } else {
            HERE.require(
                self.is_none_token(parent) || matches!(parent_opcode, Some(Opcode::CatchPad | Opcode::CleanupPad)),
                "an exception pad has an invalid parent.",
            )?;
        }
        if here.row.opcode == Opcode::CatchSwitch {
            self.catch_switch(here)?;
        }
        HERE.require(here.block != 0, "EH pad cannot be in entry block.")?;
        match here.row.opcode {
            Opcode::CatchPad => self.catch_edges(here, parent),
            _ => self.funclet_edges(here, parent),
        }
    }

    fn catch_switch(&self, here: Here<'_, 'm>) -> Rule {
        let count = here.word(1) as usize;
        let handlers = here.words.get(2..2 + count).unwrap_or(&[]);
        if let Some(&unwind) = here.words.get(2 + count) {
            HERE.require(
                self.is_funclet_block(here, unwind),
                "CatchSwitchInst must unwind to an EH block which is not a landingpad.",
            )?;
        }
        HERE.require(count != 0, "CatchSwitchInst cannot have empty handler list")?;
        let fits = handlers.iter().all(|&block| self.opcode_at(here.body, block) == Some(Opcode::CatchPad));
        HERE.require(fits, "CatchSwitchInst handlers must be catchpads")
    }

    fn catch_edges(&self, here: Here<'_, 'm>, parent: u32) -> Rule {
        let Some((_, switch)) = self.m.definition(parent) else { return Ok(()) };
        let from = self.block_of(parent);
        let before = here.body.graph.predecessors(here.block);
        HERE.require(
            before.is_empty() || here.body.graph.only_predecessor(here.block) == from,
            "Block containg CatchPadInst must be jumped to only by its catchswitch.",
        )?;
        let words = self.m.operands(switch);
        let unwind = words.get(2 + words.get(1).copied().unwrap_or(0) as usize);
        HERE.require(unwind != Some(&here.block), "Catchswitch cannot unwind to one of its catchpads")
    }

    /// Returns the parent of a pad; `None` for a value that is not a pad.
    pub(super) fn parent_of(&self, pad: u32) -> Option<u32> {
        let (_, row) = self.m.definition(pad)?;
        let is_funclet = matches!(row.opcode, Opcode::CatchPad | Opcode::CleanupPad | Opcode::CatchSwitch);
        is_funclet.then(|| self.m.operands(row).first().copied()).flatten()
    }

    /// Checks that each edge to a pad unwinds from a sibling pad, or from inside one.
    fn funclet_edges(&mut self, here: Here<'_, 'm>, parent: u32) -> Rule {
        let me = crate::module::LOCAL | here.row.result;
        for &before in here.body.graph.predecessors(here.block) {
            let Some(row) = self.last_of(here, before) else { continue };
            let words = self.m.operands(row);
            let from = match row.opcode {
                Opcode::Invoke => {
                    HERE.require(
                        words.get(4) == Some(&here.block) && words.get(3) != Some(&here.block),
                        "EH pad must be jumped to via an unwind edge",
                    )?;
                    if self.never_throws(row) {
                        continue;
                    }
                    let last = here.body.blocks.get(before as usize).map_or(NONE, |info| info.last);
                    let mut bundles = here.body.bundles_of(last).iter();
                    let funclet = bundles.find(|bundle| self.tag(bundle) == b"funclet");
                    funclet.and_then(|bundle| self.held(bundle).first().copied())
                }
                Opcode::CleanupRet => {
                    let pad = words.first().copied();
                    HERE.require(pad != Some(parent), "A cleanupret must exit its cleanup")?;
                    pad
                }
                Opcode::CatchSwitch => Some(crate::module::LOCAL | row.result),
                _ => return HERE.broken("EH pad must be jumped to via an unwind edge"),
            };
            self.exits(me, parent, from)?;
        }
        Ok(())
    }

    /// Returns whether an invoked intrinsic does not throw, and is not lowered to a call.
    fn never_throws(&mut self, row: &Row) -> bool {
        let Some(base) = self.intrinsic_called(row) else { return false };
        let words = self.m.operands(row);
        let list = words.first().copied().unwrap_or(0);
        let of_function = words.get(5).and_then(|&callee| self.m.function_of(callee)).map_or(0, |g| g.attributes);
        let no_unwind = super::attributes::bit("nounwind");
        let has = |v: &mut Self, list| v.has(list, crate::attributes::FUNCTION, no_unwind);
        (has(self, list) || has(self, of_function)) && !may_become_call(base)
    }

    /// Checks that intrinsics which become calls name their funclet where the personality requires it.
    pub(super) fn in_funclet(&mut self, body: &Body<'m>, calls: &[(u32, u32)]) -> Rule {
        const SCOPED: [&[u8]; 6] = [
            b"_except_handler3",
            b"_except_handler4",
            b"__C_specific_handler",
            b"__CxxFrameHandler3",
            b"ProcessCLRException",
            b"__gxx_wasm_personality_v0",
        ];
        let personality = body.global.personality.checked_sub(1).map(|value| self.m.stripped(value));
        let scoped = personality.and_then(|value| self.m.global_of(value));
        if !scoped.is_some_and(|g| SCOPED.contains(&self.m.text(g.name))) {
            return Ok(());
        }
        let inside = self.blocks_in_funclets(body);
        for &(block, call) in calls {
            let has_token = body.bundles_of(call).iter().any(|bundle| self.tag(bundle) == b"funclet");
            HERE.require(
                has_token || inside.get(block as usize) != Some(&true),
                "Missing funclet token on intrinsic call",
            )?;
        }
        Ok(())
    }

    /// Returns for each block whether it is reachable within a funclet.
    fn blocks_in_funclets(&self, body: &Body<'m>) -> Vec<bool> {
        let mut seen = vec![[false; 2]; body.blocks.len()];
        let mut stack = vec![(0u32, false)];
        while let Some((block, inside)) = stack.pop() {
            let opens = matches!(self.opcode_at(body, block), Some(Opcode::CatchPad | Opcode::CleanupPad));
            let inside = inside || opens;
            let Some(slot) = seen.get_mut(block as usize).and_then(|both| both.get_mut(inside as usize)) else {
                continue;
            };
            if std::mem::replace(slot, true) {
                continue;
            }
            let last = body.blocks.get(block as usize).map_or(NONE, |info| info.last);
            let Some(row) = self.m.instructions.get(last as usize) else { continue };
            let words = self.m.operands(row);
            let mut after = inside;
            if row.opcode == Opcode::CatchRet {
                let switch = words.first().and_then(|&pad| self.parent_of(pad));
                after = switch.and_then(|switch| self.parent_of(switch)).is_some_and(|p| !self.is_none_token(p));
            }
            crate::graph::targets(row, words, |to| stack.push((to, after)));
        }
        seen.iter().map(|both| both[1]).collect()
    }

    /// Checks that an unwind edge leaves pads up to the parent of its target. `from` is `None` outside of all pads.
    fn exits(&self, to: u32, parent: u32, from: Option<u32>) -> Rule {
        let is_outside = |value: Option<u32>| value.is_none_or(|value| self.is_none_token(value));
        let mut from = from;
        for _ in 0..MOST_NESTED {
            HERE.require(from != Some(to), "EH pad cannot handle exceptions raised within it")?;
            if from == Some(parent) || is_outside(from) && self.is_none_token(parent) {
                return Ok(());
            }
            HERE.require(!is_outside(from), "A single unwind edge may only enter one EH pad")?;
            match from.and_then(|pad| self.parent_of(pad)) {
                Some(outer) => from = Some(outer),
                None => return HERE.broken("Parent pad must be catchpad/cleanuppad/catchswitch"),
            }
        }
        HERE.broken("EH pad jumps through a cycle of pads")
    }
}

/// Returns whether an intrinsic may be lowered to a call of a function.
pub(super) fn may_become_call(base: &str) -> bool {
    base.starts_with("objc.") && !base.starts_with("objc.arc.annotation") && !base.ends_with(".use")
}

/// The limit on the nesting of pads that are left by one edge.
const MOST_NESTED: usize = 1000;
