//! One function: what its values are held as, the order, phis, and the end of the old instructions.

use super::emit::Emit;
use super::form::{Forms, Numbers};
use super::growth::Growth;
use super::{constants, core::Core, visit};
use crate::concepts::builtin_variables;
use crate::error::{Collected, Error, Result};
use crate::forward::prepare;
use crate::llvm::{Block, Module, Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The parts that a value is held in.
pub type Parts<'m> = Rc<[Value<'m>]>;

/// Rewrites functions.
#[derive(Debug)]
pub struct Rewriter<'m> {
    /// The module.
    pub module: &'m Module<'m>,
    /// Makes instructions.
    pub emit: Emit<'m>,
    /// The forms of types.
    pub forms: Forms<'m>,
    /// The functions that the legalisation adds, by name.
    pub helpers: FxHashMap<String, Value<'m>>,
    /// Those among them that are still to be rewritten.
    pub added: Vec<Value<'m>>,
    /// The second form of values, where an extension has types that not every rule knows.
    pub core: Option<Core<'m>>,
    /// How the values of the current function are held that are not of a legal type.
    values: FxHashMap<Value<'m>, Parts<'m>>,
    /// Phis whose values are not known yet: the old one, and the new ones for its parts.
    phis: Vec<(Value<'m>, Parts<'m>)>,
    /// What is replaced.
    dead: Vec<Value<'m>>,
    reached: FxHashSet<Block<'m>>,
    /// What types are in memory.
    pub memory_types: FxHashMap<Type<'m>, Type<'m>>,
    /// What became of the constants that are aggregates, by the type that memory has in place of theirs.
    pub initialisers: FxHashMap<(Value<'m>, Type<'m>), Value<'m>>,
    growth: Growth,
    /// The greatest number of errors that are looked for, 0 for any number.
    error_limit: usize,
}

impl<'m> Rewriter<'m> {
    /// Nothing rewritten yet.
    pub fn new(
        module: &'m Module<'m>,
        emit: Emit<'m>,
        forms: Forms<'m>,
        core: Option<Core<'m>>,
        error_limit: usize,
    ) -> Self {
        Self {
            module,
            error_limit,
            emit,
            forms,
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
        }
    }

    /// Rewrites the body of a function. `arguments` are those whose type was not legal, with their parts.
    ///
    /// # Errors
    /// All errors of the function as one, but for those of instructions that take what could not be rewritten.
    pub fn body(&mut self, function: Value<'m>, arguments: Vec<(Value<'m>, Parts<'m>)>) -> Result<()> {
        self.values = arguments.into_iter().collect();
        let order = prepare::layout(function).order;
        self.reached = order.iter().copied().collect();
        let mut errors = Collected::new(self.error_limit);
        for block in &order {
            let mut next = block.first_instruction();
            while let Some(inst) = next {
                next = inst.next_instruction();
                if self.forms.scan.is_touched(inst) {
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
        self.bury(function)
    }

    /// Takes poison for what an instruction computes that could not be rewritten. Returns its error with its place.
    fn refuse(&mut self, inst: Value<'m>, error: Error) -> Error {
        if let (false, Ok(parts)) = (inst.ty().is_void(), self.poison(inst.ty())) {
            self.values.insert(inst, parts);
        }
        error.at_instruction(|| inst.print()).in_source(|| inst.source())
    }

    /// Forgets what a function that could not be rewritten has left undone.
    pub fn abandon(&mut self) {
        self.phis.clear();
        self.dead.clear();
    }

    fn instruction(&mut self, inst: Value<'m>) -> Result<()> {
        if inst.is_op(Opcode::LLVMPHI) {
            return self.phi(inst);
        }
        self.emit.builder.position_before(inst)?;
        visit::instruction(self, inst)
    }

    fn phi(&mut self, phi: Value<'m>) -> Result<()> {
        let form = self.forms.of(phi.ty())?;
        self.emit.builder.position_before(phi)?;
        let types = self.forms.part_types(&form)?;
        let parts: Parts<'m> = types.into_iter().map(|ty| self.emit.builder.phi(ty)).collect::<Result<_>>()?;
        self.phis.push((phi, parts.clone()));
        self.define(phi, parts.to_vec())
    }

    fn complete_phis(&mut self) -> Result<()> {
        for (old, new) in std::mem::take(&mut self.phis) {
            for (value, from) in old.incoming().collect::<Vec<_>>() {
                // Only here a constant expression becomes instructions; they belong where the value comes from.
                let end = from.terminator().ok_or_else(|| Error::internal("a block without an end"))?;
                self.emit.builder.position_before(end)?;
                let parts = match self.reached.contains(&from) {
                    true => self.parts(value)?,
                    false => self.poison(value.ty())?,
                };
                for (phi, part) in new.iter().zip(parts.iter()) {
                    self.emit.builder.add_incoming(*phi, *part, from)?;
                }
            }
        }
        Ok(())
    }

    /// Erases what was replaced. What blocks that are never reached still use is poison there.
    fn bury(&mut self, function: Value<'m>) -> Result<()> {
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

    /// Blocks that are never reached keep their edges and lose what they compute.
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

    /// Rewrites an instruction that a rule has made of values as they were; it stands where the builder does. What comes
    /// back is for making more of that kind, and for [`parts`](Self::parts).
    pub fn made(&mut self, inst: Result<Value<'m>>) -> Result<Value<'m>> {
        let inst = inst?;
        // An intrinsic that is declared only now is not among those that the scan knows.
        let is_always = inst.called_function().is_some_and(super::intrinsics::is_always_rewritten);
        if !inst.is_instruction() || !self.forms.scan.is_touched(inst) && !is_always && !self.needs_core(inst) {
            return Ok(inst);
        }
        visit::instruction(self, inst)?;
        if self.forms.scan.is_legal(inst.ty()) { self.single(inst) } else { Ok(inst) }
    }

    /// Says what an instruction is held as, and takes it out of the way.
    pub fn define(&mut self, inst: Value<'m>, parts: Vec<Value<'m>>) -> Result<()> {
        if self.is_in_core() {
            // What others make of it is known when the call is rewritten.
            self.keep_in_core(inst, parts.into());
        } else {
            self.settle(inst, parts)?;
        }
        self.dead.push(inst);
        Ok(())
    }

    /// Says what an instruction is held as from now on.
    pub fn settle(&mut self, inst: Value<'m>, parts: Vec<Value<'m>>) -> Result<()> {
        if self.forms.scan.is_legal(inst.ty()) {
            let whole = *parts.first().ok_or_else(|| Error::internal("a value without parts"))?;
            inst.replace_uses(whole)?;
        }
        self.values.insert(inst, parts.as_slice().into());
        if let ([single], name @ [_, ..]) = (parts.as_slice(), inst.name_bytes())
            && single.is_instruction()
            && single.name_bytes().is_empty()
        {
            let name = String::from_utf8_lossy(name).into_owned();
            inst.set_name("");
            single.set_name(&name);
        }
        Ok(())
    }

    /// Takes an instruction without a result out of the way.
    pub fn drop_instruction(&mut self, inst: Value<'m>) {
        self.dead.push(inst);
    }

    /// The parts that a value is held in.
    pub fn parts(&mut self, value: Value<'m>) -> Result<Parts<'m>> {
        let (known, kept) = (self.values.get(&value).cloned(), self.kept_in_core(value));
        match (known, kept, self.is_in_core()) {
            (Some(parts), _, false) | (_, Some(parts), true) => return Ok(parts),
            (Some(parts), None, true) => return Ok(self.converted(value.ty(), &parts, false)?.into()),
            (None, Some(parts), false) => return Ok(self.converted(value.ty(), &parts, true)?.into()),
            (None, None, _) => {}
        }
        if self.forms.scan.is_legal(value.ty()) {
            return Ok([value].into());
        }
        if self.is_in_core() && !value.is_constant() {
            return Ok(self.converted(value.ty(), &[value], false)?.into());
        }
        if value.is_constant() {
            return constants::parts(self, value);
        }
        match value.parent_block() {
            Some(block) if !self.reached.contains(&block) => self.poison(value.ty()),
            // Such loads are left as they are, for the concept.
            _ if value.is_op(Opcode::LLVMLoad) && value.operand(0).is_some_and(builtin_variables::is_global) => {
                Err(builtin_variables::wrong_load(value))
            }
            _ => Err(Error::internal(format!("{} is used before it is rewritten", value.print()))),
        }
    }

    /// The parts of a value that is one number.
    pub fn single(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let parts = self.parts(value)?;
        parts.first().copied().ok_or_else(|| Error::internal("a value without parts"))
    }

    /// Poison, held as values of the type are.
    pub fn poison(&mut self, ty: Type<'m>) -> Result<Parts<'m>> {
        let form = self.forms.of(ty)?;
        self.forms.part_types(&form)?.into_iter().map(|part| self.emit.context.poison(part)).collect()
    }

    /// One lane of a value, one limb of it.
    pub fn lane(&self, parts: &[Value<'m>], numbers: &Numbers<'m>, lane: u32, limb: usize) -> Result<Value<'m>> {
        let place =
            numbers.place(lane).and_then(|(piece, lane)| Some((parts.get(piece * numbers.limbs + limb)?, lane)));
        let (piece, lane) = place.ok_or_else(|| Error::internal(format!("no lane {lane}")))?;
        self.emit.lane(*piece, lane)
    }

    /// One lane of a value, all limbs.
    pub fn lane_limbs(&self, parts: &[Value<'m>], numbers: &Numbers<'m>, lane: u32) -> Result<Vec<Value<'m>>> {
        (0..numbers.limbs).map(|limb| self.lane(parts, numbers, lane, limb)).collect()
    }

    /// Lanes, each with its limbs, put into pieces.
    pub fn build(&self, lanes: &[Vec<Value<'m>>], pieces: &[u32]) -> Result<Vec<Value<'m>>> {
        let (mut parts, mut rest) = (Vec::new(), lanes);
        for len in pieces {
            let short = || Error::internal("fewer lanes than the pieces have");
            let (piece, after) = rest.split_at_checked(*len as usize).ok_or_else(short)?;
            for limb in 0..piece.first().map_or(0, Vec::len) {
                let lanes: Vec<_> = piece.iter().filter_map(|limbs| limbs.get(limb).copied()).collect();
                parts.push(self.emit.vector(&lanes)?);
            }
            rest = after;
        }
        Ok(parts)
    }

    /// The same value in other pieces.
    pub fn repiece(&self, parts: &[Value<'m>], numbers: &Numbers<'m>, pieces: &[u32]) -> Result<Vec<Value<'m>>> {
        if numbers.pieces == pieces {
            return Ok(parts.to_vec());
        }
        let lanes: Vec<_> = (0..numbers.lanes).map(|i| self.lane_limbs(parts, numbers, i)).collect::<Result<_>>()?;
        self.build(&lanes, pieces)
    }

    /// Does the same to all pieces. `op` gets the limbs of each operand, and gives those of the result; an operand that
    /// is no vector where the result is one comes whole each time.
    pub fn by_pieces(
        &mut self,
        ty: Type<'m>,
        operands: &[Value<'m>],
        mut op: impl FnMut(&mut Self, &[&[Value<'m>]]) -> Result<Vec<Value<'m>>>,
    ) -> Result<Vec<Value<'m>>> {
        let out = self.forms.numbers(ty)?;
        let mut forms = Vec::with_capacity(operands.len());
        for operand in operands {
            forms.push(self.forms.numbers(operand.ty())?);
        }
        let agree = forms.iter().all(|form| form.lanes != out.lanes || form.pieces == out.pieces);
        let pieces = if agree { out.pieces.clone() } else { vec![1; out.lanes as usize] };
        let mut inputs = Vec::with_capacity(operands.len());
        for (operand, form) in operands.iter().zip(&forms) {
            let parts = self.parts(*operand)?;
            let whole = form.lanes != out.lanes;
            inputs.push(if whole { parts.to_vec() } else { self.repiece(&parts, form, &pieces)? });
        }
        let mut result = Vec::new();
        for piece in 0..pieces.len() {
            let limbs: Vec<&[Value<'m>]> = inputs
                .iter()
                .zip(&forms)
                .map(|(parts, form)| {
                    let start = if form.lanes == out.lanes { piece * form.limbs } else { 0 };
                    parts.get(start..start + form.limbs).unwrap_or_default()
                })
                .collect();
            result.extend(op(self, &limbs)?);
        }
        self.repiece(&result, &Numbers { pieces, ..out.clone() }, &out.pieces)
    }
}
