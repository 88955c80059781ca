//! Functions and their descriptions.

use super::super::rows::{self, Field, number};
use super::Reader;
use crate::binary::{Id, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'m> Reader<'_, 'm> {
    /// Notes the functions whose first block refers to their descriptions.
    pub(super) fn file_definitions(&mut self) {
        if !self.has_shader_set() {
            return;
        }
        let spv = self.r.spv;
        for function in spv.functions() {
            for inst in function.blocks.first().into_iter().flat_map(|block| block.instructions()) {
                if let Some((set, number::FUNCTION_DEFINITION)) = self.numbered(inst)
                    && set.is_of_shaders()
                    && let [description, body, ..] = *Self::operands(inst)
                {
                    self.d.functions.entry(body).or_insert(description);
                }
            }
        }
    }

    /// Notes the functions whose calls are inlined: they contain blocks and variables, and are scopes of code.
    pub(super) fn file_inlined(&mut self) {
        let is_call = |inst: &Instruction<'m>| matches!(self.numbered(*inst), Some((_, number::INLINED_AT)));
        let has_calls = self.d.all.iter().any(is_call);
        let lacks_body = |inst: &Instruction<'m>| {
            let is_function = self.numbered(*inst).is_some_and(|of| of.1 == number::FUNCTION);
            is_function && inst.result_id().is_some_and(|id| !self.d.with_body.contains(&id))
        };
        if !has_calls && !self.d.all.iter().any(lacks_body) {
            return;
        }
        if has_calls {
            let described = self.d.all.iter().filter_map(|inst| self.scope_of(*inst)).collect::<Vec<_>>();
            self.d.with_body.extend(described);
        }
        let spv = self.r.spv;
        for inst in spv.functions().flat_map(|function| function.blocks).flat_map(|block| block.instructions()) {
            let scope = match (self.numbered(inst), Self::operands(inst)) {
                (Some((_, number::SCOPE)), [scope, ..]) => Some(*scope),
                // With calls, the scopes of all variables are among those described.
                _ if !has_calls => self.scope_of_record(inst),
                _ => None,
            };
            self.d.with_body.extend(scope);
        }
    }

    /// Returns the scope of a block, a variable or an inlined call.
    fn scope_of(&self, inst: Instruction<'m>) -> Option<Id> {
        self.operand_of(inst, |field| matches!(field, Field::Scope(_)))
    }

    /// Notes the functions without a description whose code has a function as its scope: glslang leaves them when it
    /// inlines all calls of an entry point.
    pub(super) fn file_undescribed(&mut self) {
        if self.r.options.policy.locates_in_any_function {
            return;
        }
        let spv = self.r.spv;
        let mut described: FxHashSet<Id> = self.d.functions.values().copied().collect();
        let mut roots = FxHashMap::default();
        for function in spv.functions().filter(|function| !function.blocks.is_empty()) {
            if self.d.functions.contains_key(&function.id()) {
                continue;
            }
            let all = || function.blocks.iter().flat_map(|block| block.instructions());
            let scoped = all().find_map(|inst| match (self.numbered(inst), Self::operands(inst)) {
                (Some((_, number::SCOPE)), [scope, inlined @ ..]) => inlined.first().or(Some(scope)).copied(),
                _ => None,
            });
            let place = scoped.or_else(|| all().find_map(|inst| self.scope_of_record(inst)));
            if let Some(description) = place.and_then(|place| self.outermost_function(place, &mut roots))
                && described.insert(description)
            {
                self.d.functions.insert(function.id(), description);
            }
        }
    }

    /// Returns the function that contains a scope, or for inlined calls the function of the outermost call; `known`
    /// caches the results.
    fn outermost_function(&self, start: Id, known: &mut FxHashMap<Id, Option<Id>>) -> Option<Id> {
        let (mut passed, mut next, mut found) = (Vec::new(), Some(start), None);
        while let Some(id) = next {
            if let Some(function) = known.get(&id) {
                found = *function;
                break;
            }
            // What leads back to itself is in no function.
            known.insert(id, None);
            passed.push(id);
            let Some((_, number, inst)) = self.defined(id) else { break };
            if number == number::FUNCTION {
                found = Some(id);
                break;
            }
            let is_inlined = |field: &Field| matches!(field, Field::Inlined(_));
            next = self.operand_of(inst, is_inlined).or_else(|| self.scope_of(inst));
        }
        known.extend(passed.into_iter().map(|id| (id, found)));
        found
    }

    /// Returns the scope of the variable that a record is about.
    fn scope_of_record(&self, inst: Instruction<'m>) -> Option<Id> {
        match (self.numbered(inst), Self::operands(inst)) {
            (Some((_, number::DECLARE | number::VALUE)), [variable, ..]) => {
                self.defined(*variable).and_then(|of| self.scope_of(of.2))
            }
            _ => None,
        }
    }

    /// Returns the operand of an instruction for the first field that `is_asked` accepts.
    fn operand_of(&self, inst: Instruction<'m>, is_asked: impl Fn(&Field) -> bool) -> Option<Id> {
        let (set, number) = self.numbered(inst)?;
        let layout = self.layout(set, number, Self::operands(inst));
        let place = rows::by_number(set, number)?.fields(layout).position(|field| is_asked(&field))?;
        Self::operands(inst).get(place).copied()
    }
}
