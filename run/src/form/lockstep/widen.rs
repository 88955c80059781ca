//! The function of a loop for several work-items: its blocks become one, in which masks select the active work-items.

use super::super::made::Made;
use super::shape::{Shape, incoming};
use super::{count, intrinsic, results};
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{AttributePlace, Block, Builder, Linkage, Opcode, PlainAccess, Type, Value};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The effects of a function that loads (LLVM's `memory(read)`).
const READS: u64 = 0x555;

/// Creates the function. A version for several work-items has the mask of active ones as its last parameter. It returns
/// some of the loop's results.
pub fn function<'m>(
    made: Made<'m, '_>,
    shape: &Shape<'m>,
    (name, returned): (&str, Range<usize>),
    width: u32,
) -> Result<Value<'m>> {
    let mut wide = Widened {
        made,
        shape,
        returned,
        width,
        builder: Builder::new(made.module),
        values: FxHashMap::default(),
        once: FxHashMap::default(),
        edges: FxHashMap::default(),
    };
    let mut params = Vec::new();
    for value in &shape.given {
        params.push(wide.ty(if value.ty().is_pointer() { made.context.int_type(64)? } else { value.ty() })?);
    }
    for value in &shape.ins {
        params.extend(vec![wide.ty(value.ty().scalar())?; count(value.ty()) as usize]);
    }
    params.extend((width > 1).then_some(wide.ty(made.context.int_type(1)?)?));
    let ty = made.context.function_type(wide.result()?, &params, false)?;
    let function = made.module.add_function(name, ty)?;
    function.set_linkage(Linkage::Internal)?;
    let effects = if wide.loads() { READS } else { 0 };
    for (attribute, value) in [("nounwind", 0), ("willreturn", 0), ("memory", effects)] {
        function.add_attribute(AttributePlace::Function, attribute, value)?;
    }
    wide.fill(function)?;
    Ok(function)
}

/// A phi, and its value in the next round.
type Pair<'m> = (Value<'m>, Value<'m>);

struct Widened<'s, 'm, 'c> {
    made: Made<'m, 'c>,
    shape: &'s Shape<'m>,
    returned: Range<usize>,
    width: u32,
    builder: Builder<'m>,
    /// The values of all work-items, by the original value; a vector has an entry for each component.
    values: FxHashMap<Value<'m>, Vec<Value<'m>>>,
    /// The uniform values, which are computed once.
    once: FxHashMap<Value<'m>, Value<'m>>,
    /// The masks of the work-items that take an edge between two blocks.
    edges: FxHashMap<(Block<'m>, Block<'m>), Value<'m>>,
}

impl<'m> Widened<'_, 'm, '_> {
    /// Returns whether the loop loads.
    fn loads(&self) -> bool {
        self.shape.instructions().any(|inst| inst.is_op(Opcode::Load))
    }

    fn ty(&self, ty: Type<'m>) -> Result<Type<'m>> {
        if self.width == 1 { Ok(ty) } else { self.made.context.vector_type(ty, self.width) }
    }

    fn result(&self) -> Result<Type<'m>> {
        let parts = self.shape.parts();
        self.ty(results::ty(self.made, parts.get(self.returned.clone()).unwrap_or_default())?)
    }

    fn all(&self, is_true: bool) -> Result<Value<'m>> {
        self.splat(self.made.context.const_int(self.made.context.int_type(1)?, u64::from(is_true))?)
    }

    fn splat(&self, constant: Value<'m>) -> Result<Value<'m>> {
        if self.width == 1 {
            Ok(constant)
        } else {
            self.made.context.const_vector(&vec![constant; self.width as usize])
        }
    }

    /// Returns a uniform value, broadcast to all work-items.
    fn broadcast(&self, value: Value<'m>) -> Result<Value<'m>> {
        if self.width == 1 {
            return Ok(value);
        }
        let vector = self.made.context.poison(self.ty(value.ty())?)?;
        let first = self.builder.insert_element(vector, value, self.number(0)?)?;
        self.builder.shuffle_vector(first, vector, &vec![0; self.width as usize])
    }

    fn number(&self, number: u32) -> Result<Value<'m>> {
        self.made.context.const_int(self.made.context.int_type(32)?, number.into())
    }

    /// Returns the components of a value; a scalar has one.
    fn parts(&self, value: Value<'m>) -> Result<Vec<Value<'m>>> {
        if let Some(wide) = self.values.get(&value) {
            return Ok(wide.clone());
        }
        if let Some(one) = self.once.get(&value) {
            return Ok(vec![self.broadcast(*one)?]);
        }
        let unknown = || errors::internal("a value of a loop before it is known");
        if !value.is_constant() {
            return Err(unknown());
        }
        if !value.ty().is_vector() {
            return Ok(vec![self.splat(value)?]);
        }
        (0..count(value.ty())).map(|lane| self.splat(value.aggregate_element(lane).ok_or_else(unknown)?)).collect()
    }

    /// Returns the only component of a scalar value.
    fn value(&self, value: Value<'m>) -> Result<Value<'m>> {
        self.parts(value)?.first().copied().ok_or_else(|| errors::internal("a value without a component"))
    }

    /// Returns a uniform value.
    fn single(&self, value: Value<'m>) -> Result<Value<'m>> {
        match self.once.get(&value) {
            Some(one) => Ok(*one),
            None if value.is_constant() => Ok(value),
            None => Err(errors::internal("an address of a loop before it is known")),
        }
    }

    fn fill(&mut self, function: Value<'m>) -> Result<()> {
        let [entry, body, end] = ["entry", "round", "end"].map(|name| self.made.module.append_block(function, name));
        let (entry, body, end) = (entry?, body?, end?);
        self.builder.position_at_end(entry);
        self.take(function)?;
        let everyone = if self.width == 1 { self.all(true)? } else { self.last(function)? };
        let nothing = self.nothing()?;
        // What is loaded in a round need not be there where nobody is in it.
        if self.loads() && self.width > 1 {
            let any = self.any(everyone)?;
            self.builder.cond_br(any, body, end)?;
        } else {
            self.builder.br(body)?;
        }
        self.builder.position_at_end(body);
        let going = self.phi(everyone, entry)?;
        let mut outs = Vec::new();
        for none in &nothing {
            outs.push(self.phi(*none, entry)?);
        }
        for phi in phis_of(self.shape.header) {
            let first = incoming(phi, self.shape.before).ok_or_else(|| errors::internal("a phi without a way"))?;
            if self.shape.once.contains(&phi) {
                let one = self.phi(self.single(first)?, entry)?;
                self.once.insert(phi, one);
                continue;
            }
            let wide = self
                .parts_in(entry, body, first)?
                .into_iter()
                .map(|part| self.phi(part, entry))
                .collect::<Result<_>>()?;
            self.values.insert(phi, wide);
        }
        for block in self.shape.blocks.clone() {
            self.block(block, going)?;
        }
        let left = self.left(&outs)?;
        self.again(body, end, going, outs.into_iter().zip(left.iter().copied()).collect())?;
        self.builder.position_at_end(end);
        let mut behind = Vec::new();
        for (left, none) in left.into_iter().zip(nothing) {
            let phi = self.builder.phi(left.ty())?;
            self.builder.add_incoming(phi, left, body)?;
            if self.loads() && self.width > 1 {
                self.builder.add_incoming(phi, none, entry)?;
            }
            behind.push(phi);
        }
        self.returned(&behind)
    }

    /// Records the values that the parameters stand for.
    fn take(&mut self, function: Value<'m>) -> Result<()> {
        let mut params = function.params();
        let active = if self.shape.given.is_empty() || self.width == 1 { None } else { Some(self.active(function)?) };
        for value in &self.shape.given {
            let mut param = params.next().ok_or_else(|| errors::internal("a function without a parameter"))?;
            if let Some(active) = active {
                param = self.builder.extract_element(param, active)?;
            }
            let one = match value.ty().is_pointer() {
                true => self.builder.cast(Opcode::IntToPtr, param, value.ty())?,
                false => param,
            };
            self.once.insert(*value, one);
        }
        for value in &self.shape.ins {
            self.values.insert(*value, params.by_ref().take(count(value.ty()) as usize).collect());
        }
        Ok(())
    }

    /// Returns the index of the first active work-item: inactive ones may have arbitrary inputs.
    fn active(&self, function: Value<'m>) -> Result<Value<'m>> {
        let bits = self.made.context.int_type(self.width)?;
        let mask = self.builder.cast(Opcode::BitCast, self.last(function)?, bits)?;
        let never = self.made.context.const_int(self.made.context.int_type(1)?, 0)?;
        let first = self.builder.call_intrinsic("llvm.cttz", bits, &[mask, never])?;
        let int = self.made.context.int_type(32)?;
        self.builder.cast(Opcode::ZExt, first, int)
    }

    /// Returns the results of work-items that did not enter the loop.
    fn nothing(&self) -> Result<Vec<Value<'m>>> {
        let mut nothing = Vec::new();
        for out in &self.shape.outs {
            let none = self.made.context.const_null(self.ty(out.ty().scalar())?)?;
            nothing.extend(vec![none; count(out.ty()) as usize]);
        }
        Ok(nothing)
    }

    /// Returns the components of a value from before the loop, computed in the entry block.
    fn parts_in(&self, entry: Block<'m>, body: Block<'m>, value: Value<'m>) -> Result<Vec<Value<'m>>> {
        let end = entry.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
        self.builder.position_before(end)?;
        let parts = self.parts(value)?;
        self.builder.position_at_end(body);
        Ok(parts)
    }

    fn any(&self, mask: Value<'m>) -> Result<Value<'m>> {
        self.builder.call_intrinsic("llvm.vector.reduce.or", self.made.context.int_type(1)?, &[mask])
    }

    fn last(&self, function: Value<'m>) -> Result<Value<'m>> {
        function.params().next_back().ok_or_else(|| errors::internal("a function without a mask"))
    }

    fn phi(&self, first: Value<'m>, entry: Block<'m>) -> Result<Value<'m>> {
        let phi = self.builder.phi(first.ty())?;
        self.builder.add_incoming(phi, first, entry)?;
        Ok(phi)
    }

    /// Computes the instructions of a block for all work-items, and the masks of its outgoing edges.
    fn block(&mut self, block: Block<'m>, going: Value<'m>) -> Result<()> {
        let is_header = block == self.shape.header;
        let here = if is_header { going } else { self.anyone(&self.ways_to(block))? };
        for inst in block.instructions().collect::<Vec<_>>() {
            if inst.is_terminator() {
                self.branch(block, inst, here)?;
            } else if !inst.is_op(Opcode::Phi) {
                self.compute(inst)?;
            } else if !is_header {
                let wide = self.met(inst, &self.ways_to(block))?;
                self.values.insert(inst, wide);
            }
        }
        Ok(())
    }

    /// Returns the predecessors of a block, each with the mask of the work-items that come from it.
    fn ways_to(&self, block: Block<'m>) -> Vec<(Block<'m>, Value<'m>)> {
        let from = |from: &Block<'m>| Some((*from, *self.edges.get(&(*from, block))?));
        self.shape.blocks.iter().filter_map(from).collect()
    }

    fn anyone(&self, ways: &[(Block<'m>, Value<'m>)]) -> Result<Value<'m>> {
        let mut ways = ways.iter().map(|(_, mask)| *mask);
        let first = ways.next().ok_or_else(|| errors::internal("a block that nobody comes to"))?;
        ways.try_fold(first, |all, mask| self.builder.binary(Opcode::Or, all, mask))
    }

    /// Returns the value of a phi: for each work-item the incoming value of its own edge.
    fn met(&self, phi: Value<'m>, ways: &[(Block<'m>, Value<'m>)]) -> Result<Vec<Value<'m>>> {
        let mut met: Option<Vec<Value<'m>>> = None;
        for (from, mask) in ways {
            let value = incoming(phi, *from).ok_or_else(|| errors::internal("a phi without a way"))?;
            let parts = self.parts(value)?;
            met = Some(match met {
                None => parts,
                Some(others) => self.chosen(*mask, parts, others)?,
            });
        }
        met.ok_or_else(|| errors::internal("a phi without ways"))
    }

    fn chosen(&self, mask: Value<'m>, yes: Vec<Value<'m>>, no: Vec<Value<'m>>) -> Result<Vec<Value<'m>>> {
        yes.into_iter().zip(no).map(|(yes, no)| self.builder.select(mask, yes, no)).collect()
    }

    /// Computes the edge masks of a branch. The condition of an inactive work-item may be poison, which `and` would
    /// propagate.
    fn branch(&mut self, block: Block<'m>, end: Value<'m>, here: Value<'m>) -> Result<()> {
        let ways: Vec<_> = end.successors().collect();
        match (ways.as_slice(), end.condition()) {
            ([to], _) => _ = self.edges.insert((block, *to), here),
            ([yes, no], Some(condition)) => {
                let (condition, nobody) = (self.value(condition)?, self.all(false)?);
                let other = self.builder.binary(Opcode::Xor, condition, self.all(true)?)?;
                self.edges.insert((block, *yes), self.builder.select(here, condition, nobody)?);
                self.edges.insert((block, *no), self.builder.select(here, other, nobody)?);
            }
            _ => return Err(errors::internal("a branch to more than two blocks")),
        }
        Ok(())
    }

    /// Computes an instruction, once or for all work-items.
    fn compute(&mut self, inst: Value<'m>) -> Result<()> {
        if self.shape.once.contains(&inst) {
            let operands = inst.operands().map(|operand| self.single(operand)).collect::<Result<Vec<_>>>()?;
            let one = match (inst.gep_source_type(), operands.as_slice()) {
                (Some(source), [base, indices @ ..]) => {
                    self.builder.gep(source, *base, indices, inst.is_in_bounds())?
                }
                _ => self.operation(inst, inst.ty(), &operands)?,
            };
            self.once.insert(inst, one);
            return Ok(());
        }
        let wide = match inst.opcode() {
            Some(Opcode::Load) => self.load(inst)?,
            Some(Opcode::ExtractElement | Opcode::InsertElement | Opcode::ShuffleVector) => self.moved(inst)?,
            _ => self.by_components(inst)?,
        };
        self.values.insert(inst, wide);
        Ok(())
    }

    /// Emits a uniform load.
    fn load(&self, inst: Value<'m>) -> Result<Vec<Value<'m>>> {
        let place = inst.operand(0).ok_or_else(|| errors::internal("a load without an address"))?;
        let access = PlainAccess { alignment: inst.alignment(), is_volatile: false };
        let loaded = self.builder.load_as(inst.ty(), self.single(place)?, access)?;
        if !inst.ty().is_vector() {
            return Ok(vec![self.broadcast(loaded)?]);
        }
        let part = |lane| self.broadcast(self.builder.extract_element(loaded, self.number(lane)?)?);
        (0..count(inst.ty())).map(part).collect()
    }

    /// Returns the components of a vector that an instruction extracts, inserts or shuffles.
    fn moved(&self, inst: Value<'m>) -> Result<Vec<Value<'m>>> {
        let unknown = || errors::internal("a component that is not there");
        let operands: Vec<_> = inst.operands().collect();
        let number = |index: Option<&Value<'m>>| {
            index.and_then(|index| usize::try_from(index.int_value()?).ok()).ok_or_else(unknown)
        };
        let mut parts = self.parts(*operands.first().ok_or_else(unknown)?)?;
        let none = || self.made.context.poison(self.ty(inst.ty().scalar())?);
        match (inst.opcode(), operands.get(1)) {
            (Some(Opcode::ExtractElement), index) => match parts.get(number(index)?) {
                Some(part) => Ok(vec![*part]),
                None => Ok(vec![none()?]),
            },
            (Some(Opcode::InsertElement), Some(part)) => {
                let part = self.value(*part)?;
                parts.get_mut(number(operands.get(2))?).into_iter().for_each(|place| *place = part);
                Ok(parts)
            }
            (_, Some(other)) => {
                parts.extend(self.parts(*other)?);
                let chosen = |lane: &i32| usize::try_from(*lane).ok().and_then(|lane| parts.get(lane).copied());
                inst.shuffle_mask().iter().map(|lane| chosen(lane).map_or_else(none, Ok)).collect()
            }
            _ => Err(unknown()),
        }
    }

    /// Computes each component from the same components of the operands; a `select` may have a scalar condition.
    fn by_components(&self, inst: Value<'m>) -> Result<Vec<Value<'m>>> {
        let called = inst.called_function().and_then(intrinsic);
        let given: Vec<_> = if called.is_some() { inst.call_args().collect() } else { inst.operands().collect() };
        // Of some, all components have the last operand, a constant.
        let (given, last) = match (called, given.as_slice()) {
            (Some((_, true)), [given @ .., last]) => (given, Some(*last)),
            (_, given) => (given, None),
        };
        let operands = given.iter().map(|operand| self.parts(*operand)).collect::<Result<Vec<_>>>()?;
        let ty = self.ty(inst.ty().scalar())?;
        let component = |lane: u32| {
            let of = |parts: &Vec<Value<'m>>| parts.get(lane as usize).or_else(|| parts.first()).copied();
            let mut operands: Vec<_> = operands.iter().filter_map(of).collect();
            operands.extend(last);
            match called {
                Some((name, _)) => self.builder.call_intrinsic(name, ty, &operands),
                None => self.operation(inst, ty, &operands),
            }
        };
        (0..count(inst.ty())).map(component).collect()
    }

    fn operation(&self, inst: Value<'m>, ty: Type<'m>, operands: &[Value<'m>]) -> Result<Value<'m>> {
        let builder = &self.builder;
        let opcode = inst.opcode().ok_or_else(|| errors::internal("an instruction without an opcode"))?;
        match (opcode, operands) {
            (Opcode::Select, [condition, yes, no]) => builder.select(*condition, *yes, *no),
            (Opcode::FNeg, [one]) => builder.fneg(*one),
            (Opcode::Freeze, [one]) => builder.freeze(*one),
            (_, [one]) => builder.cast(opcode, *one, ty),
            (_, [a, b]) => match (inst.int_predicate(), inst.real_predicate()) {
                (Some(predicate), _) if opcode == Opcode::ICmp => builder.compare_int(predicate, *a, *b),
                (_, Some(predicate)) if opcode == Opcode::FCmp => builder.compare_float(predicate, *a, *b),
                _ => builder.binary(opcode, *a, *b),
            },
            _ => Err(errors::internal("an instruction of a loop that does not compute by lanes")),
        }
    }

    /// Returns the results, updated with the values of the work-items that leave in this round.
    fn left(&self, outs: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
        let (ways, mut rest, mut all) = (self.ways_to(self.shape.exit), outs, Vec::new());
        for out in &self.shape.outs {
            let (before, others) = rest.split_at_checked(count(out.ty()) as usize).unwrap_or((rest, &[]));
            rest = others;
            let mut left = before.to_vec();
            for (from, mask) in &ways {
                let value = out.from(*from).ok_or_else(|| errors::internal("a phi without a way"))?;
                left = self.chosen(*mask, self.parts(value)?, left)?;
            }
            all.extend(left);
        }
        Ok(all)
    }

    /// Starts the next round, if any work-item continues, with the new values of the header's phis.
    fn again(&self, body: Block<'m>, end: Block<'m>, going: Value<'m>, mut next: Vec<Pair<'m>>) -> Result<()> {
        let ways = self.ways_to(self.shape.header);
        let stay = self.anyone(&ways)?;
        next.push((going, stay));
        for phi in phis_of(self.shape.header) {
            if let Some(one) = self.once.get(&phi) {
                let again = phi.incoming().find(|(_, from)| self.shape.blocks.contains(from));
                let (value, _) = again.ok_or_else(|| errors::internal("a phi without a way"))?;
                next.push((*one, self.single(value)?));
            } else {
                next.extend(self.parts(phi)?.into_iter().zip(self.met(phi, &ways)?));
            }
        }
        let any = if self.width == 1 { stay } else { self.any(stay)? };
        next.into_iter().try_for_each(|(phi, value)| self.builder.add_incoming(phi, value, body))?;
        self.builder.cond_br(any, body, end).map(drop)
    }

    fn returned(&self, left: &[Value<'m>]) -> Result<()> {
        let context = self.made.context;
        let number = |number| self.splat(context.const_int(context.int_type(64)?, number)?);
        let like = |bits| self.ty(context.int_type(bits)?);
        let values = left.get(self.returned.clone()).unwrap_or_default();
        self.builder.ret(results::packed(&self.builder, values, number, like)?).map(drop)
    }
}

fn phis_of<'m>(block: Block<'m>) -> impl Iterator<Item = Value<'m>> {
    block.instructions().take_while(|inst| inst.is_op(Opcode::Phi))
}
