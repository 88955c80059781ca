//! Checks rules about the users of a value. Uses are collected only for bodies that need these rules.

use super::body::{Body, Here};
use super::fault::Rule;
use super::functions::Walk;
use super::pads::Funclets;
use super::{Verifier, attributes};
use crate::Function;
use crate::attributes::{FIRST_PARAMETER, FUNCTION};
use crate::instruction::{Opcode, Slot, flag};
use crate::module::LOCAL;

/// The users of each local of a body.
pub(super) struct Uses {
    first: u32,
    starts: Vec<u32>,
    users: Vec<u32>,
}

impl Uses {
    /// Returns the instructions that use a local, one for each use.
    pub(super) fn of(&self, local: u32) -> &[u32] {
        let Some(i) = (local & !LOCAL).checked_sub(self.first).map(|i| i as usize) else { return &[] };
        match (self.starts.get(i), self.starts.get(i + 1)) {
            (Some(&start), Some(&end)) => self.users.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}

impl<'m> Verifier<'m> {
    /// Collects the users of all locals of a body.
    fn uses(&self, function: Function<'m>, body: &Body<'m>) -> Uses {
        let locals = body.global.body.as_ref().map_or(0..0, |body| body.locals.clone());
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut note = |value: u32, user: u32| {
            if value & LOCAL != 0 && locals.contains(&(value & !LOCAL)) {
                pairs.push(((value & !LOCAL) - locals.start, user));
            }
        };
        for instruction in function.instructions() {
            let Some(row) = instruction.row() else { continue };
            let words = self.m.operands(row);
            for (i, &word) in words.iter().enumerate() {
                if row.opcode.slot(words, i) == Some(Slot::Value) {
                    note(word, instruction.number());
                }
            }
        }
        for bundle in &body.bundles {
            self.held(bundle).iter().for_each(|&value| note(value, bundle.call));
        }
        let count = locals.len();
        let mut starts = vec![0u32; count + 1];
        for (local, _) in &pairs {
            if let Some(slot) = starts.get_mut(*local as usize + 1) {
                *slot += 1;
            }
        }
        let mut sum = 0;
        for slot in &mut starts {
            sum += *slot;
            *slot = sum;
        }
        let mut next = starts.clone();
        let mut users = vec![0; pairs.len()];
        for (local, user) in pairs {
            if let Some(at) = next.get_mut(local as usize) {
                if let Some(slot) = users.get_mut(*at as usize) {
                    *slot = user;
                }
                *at += 1;
            }
        }
        Uses { first: locals.start, starts, users }
    }

    /// Checks the rules about users, if the body has values with such rules.
    pub(super) fn users(&mut self, function: Function<'m>, body: &Body<'m>, walk: &Walk) {
        let list = body.global.attributes;
        let naked = self.has(list, FUNCTION, attributes::bit("naked"));
        let swift = list != 0 && self.has_anywhere(list, attributes::SWIFT_ERROR);
        if !walk.has_users && !naked && !swift {
            return;
        }
        let uses = self.uses(function, body);
        for (i, argument) in function.arguments().enumerate() {
            let rule = self.used_argument(&uses, list, i as u32, argument.number(), naked, body);
            self.note(rule, |v| super::Place::Function(v.name(body.global.name)));
        }
        let mut funclets = Funclets::new(body);
        for (block, handle) in function.blocks().enumerate() {
            for instruction in handle.instructions() {
                let Some(row) = instruction.row() else { continue };
                let words = self.m.operands(row);
                let here = Here { body, block: block as u32, number: instruction.number(), row, words };
                let rule = self.used_result(here, &uses, &mut funclets);
                self.note_at(here, rule);
            }
        }
        let rule = self.siblings(&funclets);
        self.note(rule, |v| super::Place::Function(v.name(body.global.name)));
    }

    fn used_argument(&mut self, uses: &Uses, list: u32, i: u32, argument: u32, naked: bool, body: &Body<'m>) -> Rule {
        let users = uses.of(argument);
        super::Chapter::Functions.require(!naked || users.is_empty(), "cannot use argument of naked function")?;
        match self.has(list, FIRST_PARAMETER + i, attributes::SWIFT_ERROR) {
            true => self.swift_users(body, uses, argument),
            false => Ok(()),
        }
    }

    fn used_result(&mut self, here: Here<'_, 'm>, uses: &Uses, funclets: &mut Funclets) -> Rule {
        let value = LOCAL | here.row.result;
        match here.row.opcode {
            Opcode::Alloca if here.row.flags & flag::SWIFTERROR != 0 => self.swift_users(here.body, uses, value),
            Opcode::CatchPad | Opcode::CleanupPad => self.funclet_users(here.body, uses, value, funclets),
            Opcode::CatchSwitch => {
                self.sibling_of_switch(here.body, here.row, funclets);
                Ok(())
            }
            Opcode::Call | Opcode::Invoke => self.used_token(here, uses, value),
            _ => Ok(()),
        }
    }

    fn used_token(&mut self, here: Here<'_, 'm>, uses: &Uses, value: u32) -> Rule {
        if self.intrinsic_called(here.row) == Some("experimental.gc.statepoint") {
            for &user in uses.of(value) {
                if let Some(row) = self.m.instructions.get(user as usize) {
                    self.user_of_statepoint(row)?;
                }
            }
            return Ok(());
        }
        let Some(count) = self.setup_count(here.row) else { return Ok(()) };
        let mut found = 0;
        for &user in uses.of(value) {
            let Some(row) = self.m.instructions.get(user as usize) else { continue };
            let words = self.m.operands(row);
            let call = row
                .opcode
                .is_call()
                .then(|| self.call_of(Here { body: here.body, block: here.block, number: user, row, words }));
            found += self.user_of_setup(call.as_ref(), value, count)? as usize;
            super::Chapter::Intrinsics
                .require(found <= 1, "Can have at most one call corresponding to a llvm.call.preallocated.setup")?;
        }
        Ok(())
    }
}
