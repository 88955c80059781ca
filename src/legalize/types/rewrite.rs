//! The rewriting of one function: the parts of its values, the order of its blocks, its phis, and the removal of
//! replaced instructions.

use super::action::{Actions, Numbers};
use super::{constants, core::Core, variables};
use crate::concepts::instructions::layout;
use crate::concepts::interface::builtin_variables;
use crate::error::{Collected, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::growth::Growth;
use crate::llvm::{Block, Module, Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The parts of a promoted or expanded value.
pub type Expanded<'m> = Rc<[Value<'m>]>;

/// A rule for instructions whose result or operands are illegal. The builder stands in front of the instruction.
pub type Rule = for<'m> fn(&mut Rewriter<'m>, Value<'m>) -> Result<()>;

/// The state of rewriting the functions of a module.
#[derive(Debug)]
pub struct Rewriter<'m> {
    /// The module.
    pub module: &'m Module<'m>,
    /// The builder of instructions.
    pub emit: Emit<'m>,
    /// The actions of legalization for types.
    pub actions: Actions<'m>,
    /// The functions that the legalisation adds, by name.
    pub helpers: FxHashMap<String, Value<'m>>,
    /// The added functions that are still to be rewritten.
    pub added: Vec<Value<'m>>,
    /// The second actions, for the types that an extension makes legal but not every rule supports.
    pub core: Option<Core<'m>>,
    /// The parts of the current function's values of illegal types.
    values: FxHashMap<Value<'m>, Expanded<'m>>,
    /// The phis without incoming values yet: the old phi, and the new phis for its parts.
    phis: Vec<(Value<'m>, Expanded<'m>)>,
    /// The instructions that were replaced.
    dead: Vec<Value<'m>>,
    reached: FxHashSet<Block<'m>>,
    /// The legal type that each type has in memory.
    pub memory_types: FxHashMap<Type<'m>, Type<'m>>,
    /// The replacements of constant aggregates, by the constant and the type that memory has in place of its own.
    pub initialisers: FxHashMap<(Value<'m>, Type<'m>), Value<'m>>,
    growth: Growth,
    /// The number of debug records of variables whose location was lost.
    pub lost_places: usize,
    /// The function that applies the rule for an instruction other than a phi.
    rule: Rule,
    /// The number of errors after which to stop; 0 for no limit.
    error_limit: usize,
}

impl<'m> Rewriter<'m> {
    /// Starts with nothing rewritten.
    pub fn new(
        module: &'m Module<'m>,
        emit: Emit<'m>,
        actions: Actions<'m>,
        core: Option<Core<'m>>,
        rule: Rule,
        error_limit: usize,
    ) -> Self {
        Self {
            module,
            rule,
            error_limit,
            emit,
            actions,
            core,
            helpers: FxHashMap::default(),
            added: Vec::new(),
            values: FxHashMap::default(),
            phis: Vec::new(),
            dead: Vec::new(),
            reached: FxHashSet::default(),
            memory_types: FxHashMap::default(),
            initialisers: FxHashMap::default(),
            growth: Growth::new(),
            lost_places: 0,
        }
    }

    /// Rewrites the body of a function. `arguments` are the arguments of illegal types, with their parts.
    ///
    /// # Errors
    /// Returns the errors of the function as one, without those of instructions that use the result of a failed
    /// instruction.
    pub fn body(&mut self, function: Value<'m>, arguments: Vec<(Value<'m>, Expanded<'m>)>) -> Result<()> {
        self.values = arguments.into_iter().collect();
        let order = layout::layout(function).order;
        self.reached = order.iter().copied().collect();
        let mut errors = Collected::new(self.error_limit);
        for block in &order {
            let mut next = block.first_instruction();
            while let Some(inst) = next {
                next = inst.next_instruction();
                if self.actions.scan.is_touched(inst) {
                    let names_failed = !errors.is_empty() && inst.operands().any(|value| errors.has_failed(value));
                    // A terminator may be gone when the error comes.
                    let ends = inst.is_terminator();
                    self.growth.allow_one(&self.emit.builder);
                    let rewritten = self.instruction(inst);
                    self.growth.check()?;
                    let Err(error) = rewritten else { continue };
                    let error = if ends { error } else { self.refuse(inst, error) };
                    errors.fail(inst);
                    errors.check(if names_failed { Ok(()) } else { Err(error) })?;
                }
            }
        }
        errors.finish()?;
        self.complete_phis()?;
        let values = std::mem::take(&mut self.values);
        self.lost_places += variables::split(self, values.into_iter())?;
        self.erase_replaced(function)
    }

    /// Replaces the result of an instruction that failed by poison. Returns the error with its location.
    fn refuse(&mut self, inst: Value<'m>, error: Error) -> Error {
        if let (false, Ok(expanded)) = (inst.ty().is_void(), self.poison(inst.ty())) {
            self.values.insert(inst, expanded);
        }
        error.at_instruction(|| inst.print()).in_source(|| inst.source())
    }

    /// Discards the phis and replaced instructions of a function that failed.
    pub fn abandon(&mut self) {
        self.phis.clear();
        self.dead.clear();
    }

    fn instruction(&mut self, inst: Value<'m>) -> Result<()> {
        if inst.is_op(Opcode::Phi) {
            return self.phi(inst);
        }
        self.emit.builder.position_before(inst)?;
        (self.rule)(self, inst)
    }

    fn phi(&mut self, phi: Value<'m>) -> Result<()> {
        let action = self.actions.of(phi.ty())?;
        self.emit.builder.position_before(phi)?;
        let types = self.actions.part_types(&action)?;
        let expanded: Expanded<'m> = types.into_iter().map(|ty| self.emit.builder.phi(ty)).collect::<Result<_>>()?;
        self.phis.push((phi, expanded.clone()));
        self.define(phi, expanded.to_vec())
    }

    fn complete_phis(&mut self) -> Result<()> {
        for (old, new) in std::mem::take(&mut self.phis) {
            for (value, from) in old.incoming().collect::<Vec<_>>() {
                // Only here a constant expression becomes instructions; they belong where the value comes from.
                let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                self.emit.builder.position_before(end)?;
                let expanded = match self.reached.contains(&from) {
                    true => self.expanded(value)?,
                    false => self.poison(value.ty())?,
                };
                for (phi, part) in new.iter().zip(expanded.iter()) {
                    self.emit.builder.add_incoming(*phi, *part, from)?;
                }
            }
        }
        Ok(())
    }

    /// Erases the replaced instructions. Uses in unreachable blocks become poison.
    fn erase_replaced(&mut self, function: Value<'m>) -> Result<()> {
        let dead = std::mem::take(&mut self.dead);
        for inst in &dead {
            if inst.is_used() {
                inst.replace_uses(self.emit.context.poison(inst.ty())?)?;
            }
        }
        for inst in dead {
            inst.erase()?;
        }
        if self.reached.len() == function.block_count() as usize {
            return Ok(());
        }
        self.clear_unreached(function)
    }

    /// Erases the instructions of unreachable blocks, except for the terminators.
    fn clear_unreached(&mut self, function: Value<'m>) -> Result<()> {
        let blocks: Vec<_> = function.blocks().filter(|block| !self.reached.contains(block)).collect();
        let insts: Vec<_> = blocks.iter().flat_map(|block| block.instructions()).collect();
        for inst in &insts {
            let keeps = inst.ty().is_void() || inst.ty().is_token() || !inst.is_used();
            if !keeps {
                inst.replace_uses(self.emit.context.poison(inst.ty())?)?;
            }
        }
        for inst in insts.into_iter().filter(|inst| !inst.is_terminator() && !inst.ty().is_token()) {
            inst.erase()?;
        }
        Ok(())
    }

    /// Legalizes an instruction that a rule has emitted on original values, at the position of the builder. The result
    /// is an operand for further such instructions, and [`expanded`](Self::expanded) returns its parts.
    pub fn made(&mut self, inst: Result<Value<'m>>) -> Result<Value<'m>> {
        let inst = inst?;
        // An intrinsic that is declared only now is not among those that the scan knows.
        let is_always = inst.called_function().is_some_and(super::intrinsics::facts::is_always_rewritten);
        if !inst.is_instruction() || !self.actions.scan.is_touched(inst) && !is_always && !self.needs_core(inst) {
            return Ok(inst);
        }
        (self.rule)(self, inst)?;
        if self.actions.scan.is_legal(inst.ty()) { self.single(inst) } else { Ok(inst) }
    }

    /// Sets the parts of an instruction, and marks the instruction as replaced.
    pub fn define(&mut self, inst: Value<'m>, expanded: Vec<Value<'m>>) -> Result<()> {
        if self.is_in_core() {
            // What others make of it is known when the call is rewritten.
            self.keep_in_core(inst, expanded.into());
        } else {
            self.set_expanded(inst, expanded)?;
        }
        self.dead.push(inst);
        Ok(())
    }

    /// Sets the parts of an instruction, which later uses see.
    pub fn set_expanded(&mut self, inst: Value<'m>, expanded: Vec<Value<'m>>) -> Result<()> {
        if self.actions.scan.is_legal(inst.ty()) {
            let whole = *expanded.first().ok_or_else(|| Error::internal("a value without parts"))?;
            inst.replace_uses(whole)?;
        }
        self.values.insert(inst, expanded.as_slice().into());
        if let ([single], name @ [_, ..]) = (expanded.as_slice(), inst.name_bytes())
            && single.is_instruction()
            && single.name_bytes().is_empty()
        {
            let name = String::from_utf8_lossy(name).into_owned();
            inst.set_name("");
            single.set_name(&name);
        }
        Ok(())
    }

    /// Marks an instruction without a result as replaced.
    pub fn drop_instruction(&mut self, inst: Value<'m>) {
        self.dead.push(inst);
    }

    /// Returns the parts of a value.
    pub fn expanded(&mut self, value: Value<'m>) -> Result<Expanded<'m>> {
        let (known, kept) = (self.values.get(&value).cloned(), self.kept_in_core(value));
        match (known, kept, self.is_in_core()) {
            (Some(expanded), _, false) | (_, Some(expanded), true) => return Ok(expanded),
            (Some(expanded), None, true) => return Ok(self.converted(value.ty(), &expanded, false)?.into()),
            (None, Some(expanded), false) => return Ok(self.converted(value.ty(), &expanded, true)?.into()),
            (None, None, _) => {}
        }
        if self.actions.scan.is_legal(value.ty()) {
            return Ok([value].into());
        }
        if self.is_in_core() && !value.is_constant() {
            return Ok(self.converted(value.ty(), &[value], false)?.into());
        }
        if value.is_constant() {
            return constants::expanded(self, value);
        }
        match value.parent_block() {
            Some(block) if !self.reached.contains(&block) => self.poison(value.ty()),
            // Such loads are left as they are, for the concept.
            _ if value.is_op(Opcode::Load) && value.operand(0).is_some_and(builtin_variables::is_global) => {
                Err(builtin_variables::wrong_load(value))
            }
            _ => Err(Error::internal(format!("{} is used before it is rewritten", value.print()))),
        }
    }

    /// Returns the only part of a scalar value.
    pub fn single(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let expanded = self.expanded(value)?;
        expanded.first().copied().ok_or_else(|| Error::internal("a value without parts"))
    }

    /// Returns the parts of a poison value of the type.
    pub fn poison(&mut self, ty: Type<'m>) -> Result<Expanded<'m>> {
        let action = self.actions.of(ty)?;
        self.actions.part_types(&action)?.into_iter().map(|part| self.emit.context.poison(part)).collect()
    }

    /// Extracts one limb of one lane of a value.
    pub fn lane(&self, expanded: &[Value<'m>], numbers: &Numbers<'m>, lane: u32, limb: usize) -> Result<Value<'m>> {
        let place =
            numbers.place(lane).and_then(|(piece, lane)| Some((expanded.get(piece * numbers.limbs + limb)?, lane)));
        let (piece, lane) = place.ok_or_else(|| Error::internal(format!("no lane {lane}")))?;
        self.emit.lane(*piece, lane)
    }

    /// Extracts all limbs of one lane of a value.
    pub fn lane_limbs(&self, expanded: &[Value<'m>], numbers: &Numbers<'m>, lane: u32) -> Result<Vec<Value<'m>>> {
        (0..numbers.limbs).map(|limb| self.lane(expanded, numbers, lane, limb)).collect()
    }

    /// Builds the pieces of a vector from its lanes, each of which is given by its limbs.
    pub fn build(&self, lanes: &[Vec<Value<'m>>], pieces: &[u32]) -> Result<Vec<Value<'m>>> {
        let (mut expanded, mut rest) = (Vec::new(), lanes);
        for len in pieces {
            let short = || Error::internal("fewer lanes than the pieces have");
            let (piece, after) = rest.split_at_checked(*len as usize).ok_or_else(short)?;
            for limb in 0..piece.first().map_or(0, Vec::len) {
                let lanes: Vec<_> = piece.iter().filter_map(|limbs| limbs.get(limb).copied()).collect();
                expanded.push(self.emit.vector(&lanes)?);
            }
            rest = after;
        }
        Ok(expanded)
    }

    /// Returns the value in other pieces.
    pub fn repiece(&self, expanded: &[Value<'m>], numbers: &Numbers<'m>, pieces: &[u32]) -> Result<Vec<Value<'m>>> {
        if numbers.pieces == pieces {
            return Ok(expanded.to_vec());
        }
        let lanes: Vec<_> = (0..numbers.lanes).map(|i| self.lane_limbs(expanded, numbers, i)).collect::<Result<_>>()?;
        self.build(&lanes, pieces)
    }

    /// Applies `op` to each piece of a type. `op` gets the limbs of each operand, and returns those of the result; a
    /// scalar operand of a vector operation is passed whole each time.
    pub fn by_pieces(
        &mut self,
        ty: Type<'m>,
        operands: &[Value<'m>],
        mut op: impl FnMut(&mut Self, &[&[Value<'m>]]) -> Result<Vec<Value<'m>>>,
    ) -> Result<Vec<Value<'m>>> {
        let out = self.actions.numbers(ty)?;
        let mut actions = Vec::with_capacity(operands.len());
        for operand in operands {
            actions.push(self.actions.numbers(operand.ty())?);
        }
        let agree = actions.iter().all(|action| action.lanes != out.lanes || action.pieces == out.pieces);
        let pieces = if agree { out.pieces.clone() } else { vec![1; out.lanes as usize] };
        let mut inputs = Vec::with_capacity(operands.len());
        for (operand, action) in operands.iter().zip(&actions) {
            let expanded = self.expanded(*operand)?;
            let whole = action.lanes != out.lanes;
            inputs.push(if whole { expanded.to_vec() } else { self.repiece(&expanded, action, &pieces)? });
        }
        let mut result = Vec::new();
        for piece in 0..pieces.len() {
            let limbs: Vec<&[Value<'m>]> = inputs
                .iter()
                .zip(&actions)
                .map(|(expanded, action)| {
                    let start = if action.lanes == out.lanes { piece * action.limbs } else { 0 };
                    expanded.get(start..start + action.limbs).unwrap_or_default()
                })
                .collect();
            result.extend(op(self, &limbs)?);
        }
        self.repiece(&result, &Numbers { pieces, ..out.clone() }, &out.pieces)
    }
}
