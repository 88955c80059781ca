//! The function of a loop for so many work-items: its blocks become one, in which masks say who is where.

use super::super::made::Made;
use super::intrinsic;
use super::shape::{Shape, incoming};
use crate::error::{Error, Result};
use crate::llvm::{AttributePlace, Block, Builder, Linkage, Opcode, Type, Value};
use rustc_hash::FxHashMap;

/// Makes the function. That for several work-items has a mask as its last parameter: who takes part.
pub fn function<'m>(made: Made<'m, '_>, shape: &Shape<'m>, name: &str, width: u32) -> Result<Value<'m>> {
    let mut wide = Widened {
        made,
        shape,
        width,
        builder: Builder::new(made.module),
        values: FxHashMap::default(),
        edges: FxHashMap::default(),
    };
    let mask = wide.ty(made.context.int_type(1)?)?;
    let mut params = shape.ins.iter().map(|value| wide.ty(value.ty())).collect::<Result<Vec<_>>>()?;
    params.extend((width > 1).then_some(mask));
    let ty = made.context.function_type(wide.result()?, &params, false)?;
    let function = made.module.add_function(name, ty)?;
    function.set_linkage(Linkage::LLVMInternalLinkage)?;
    for attribute in ["nounwind", "willreturn", "memory"] {
        function.add_attribute(AttributePlace::Function, attribute, 0)?;
    }
    wide.values = shape.ins.iter().copied().zip(function.params()).collect();
    wide.fill(function)?;
    Ok(function)
}

/// A phi, and its value in the next round.
type Pair<'m> = (Value<'m>, Value<'m>);

struct Widened<'s, 'm, 'c> {
    made: Made<'m, 'c>,
    shape: &'s Shape<'m>,
    width: u32,
    builder: Builder<'m>,
    /// The values of all work-items, by that of one.
    values: FxHashMap<Value<'m>, Value<'m>>,
    /// The masks of those who go from a block to another.
    edges: FxHashMap<(Block<'m>, Block<'m>), Value<'m>>,
}

impl<'m> Widened<'_, 'm, '_> {
    fn ty(&self, ty: Type<'m>) -> Result<Type<'m>> {
        if self.width == 1 { Ok(ty) } else { self.made.context.vector_type(ty, self.width) }
    }

    fn result(&self) -> Result<Type<'m>> {
        let types = self.shape.outs.iter().map(|out| self.ty(out.ty())).collect::<Result<Vec<_>>>()?;
        match types.as_slice() {
            [one] => Ok(*one),
            _ => self.made.context.struct_type(&types, false),
        }
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

    fn value(&self, value: Value<'m>) -> Result<Value<'m>> {
        match self.values.get(&value) {
            Some(wide) => Ok(*wide),
            None if value.is_constant() => self.splat(value),
            None => Err(Error::internal("a value of a loop before it is known")),
        }
    }

    fn fill(&mut self, function: Value<'m>) -> Result<()> {
        let context = self.made.context;
        let [entry, body, end] = ["entry", "round", "end"].map(|name| self.made.module.append_block(function, name));
        let (entry, body, end) = (entry?, body?, end?);
        self.builder.position_at_end(entry);
        self.builder.br(body)?;
        self.builder.position_at_end(body);
        let everyone = if self.width == 1 { self.all(true)? } else { self.last(function)? };
        let going = self.phi(everyone, entry)?;
        let mut outs = Vec::new();
        for out in &self.shape.outs {
            outs.push(self.phi(context.const_null(self.ty(out.ty())?)?, entry)?);
        }
        for phi in phis_of(self.shape.header) {
            let first = incoming(phi, self.shape.before).ok_or_else(|| Error::internal("a phi without a way"))?;
            let wide = self.phi(self.value(first)?, entry)?;
            self.values.insert(phi, wide);
        }
        for block in self.shape.blocks.clone() {
            self.block(block, going)?;
        }
        let left = self.left(&outs)?;
        self.again(body, end, going, outs.into_iter().zip(left.iter().copied()).collect())?;
        self.builder.position_at_end(end);
        self.returned(&left)
    }

    fn last(&self, function: Value<'m>) -> Result<Value<'m>> {
        function.params().next_back().ok_or_else(|| Error::internal("a function without a mask"))
    }

    fn phi(&self, first: Value<'m>, entry: Block<'m>) -> Result<Value<'m>> {
        let phi = self.builder.phi(first.ty())?;
        self.builder.add_incoming(phi, first, entry)?;
        Ok(phi)
    }

    /// Computes what a block does, for all, and who goes where behind it.
    fn block(&mut self, block: Block<'m>, going: Value<'m>) -> Result<()> {
        let is_header = block == self.shape.header;
        let here = if is_header { going } else { self.anyone(&self.ways_to(block))? };
        for inst in block.instructions().collect::<Vec<_>>() {
            if inst.is_terminator() {
                self.branch(block, inst, here)?;
            } else if !inst.is_op(Opcode::LLVMPHI) {
                let wide = self.instruction(inst)?;
                self.values.insert(inst, wide);
            } else if !is_header {
                let wide = self.met(inst, &self.ways_to(block))?;
                self.values.insert(inst, wide);
            }
        }
        Ok(())
    }

    /// The blocks that lead to one, with who comes from there.
    fn ways_to(&self, block: Block<'m>) -> Vec<(Block<'m>, Value<'m>)> {
        let from = |from: &Block<'m>| Some((*from, *self.edges.get(&(*from, block))?));
        self.shape.blocks.iter().filter_map(from).collect()
    }

    fn anyone(&self, ways: &[(Block<'m>, Value<'m>)]) -> Result<Value<'m>> {
        let mut ways = ways.iter().map(|(_, mask)| *mask);
        let first = ways.next().ok_or_else(|| Error::internal("a block that nobody comes to"))?;
        ways.try_fold(first, |all, mask| self.builder.binary(Opcode::LLVMOr, all, mask))
    }

    /// The value of a phi: of each work-item that of its way.
    fn met(&self, phi: Value<'m>, ways: &[(Block<'m>, Value<'m>)]) -> Result<Value<'m>> {
        let mut met = None;
        for (from, mask) in ways {
            let value = incoming(phi, *from).ok_or_else(|| Error::internal("a phi without a way"))?;
            let value = self.value(value)?;
            met = Some(match met {
                None => value,
                Some(other) => self.builder.select(*mask, value, other)?,
            });
        }
        met.ok_or_else(|| Error::internal("a phi without ways"))
    }

    /// Where a work-item is not, its condition may be poison, which `and` would keep.
    fn branch(&mut self, block: Block<'m>, end: Value<'m>, here: Value<'m>) -> Result<()> {
        let ways: Vec<_> = end.successors().collect();
        match (ways.as_slice(), end.condition()) {
            ([to], _) => _ = self.edges.insert((block, *to), here),
            ([yes, no], Some(condition)) => {
                let (condition, nobody) = (self.value(condition)?, self.all(false)?);
                let other = self.builder.binary(Opcode::LLVMXor, condition, self.all(true)?)?;
                self.edges.insert((block, *yes), self.builder.select(here, condition, nobody)?);
                self.edges.insert((block, *no), self.builder.select(here, other, nobody)?);
            }
            _ => return Err(Error::internal("a branch to more than two blocks")),
        }
        Ok(())
    }

    fn instruction(&self, inst: Value<'m>) -> Result<Value<'m>> {
        let (builder, ty) = (&self.builder, self.ty(inst.ty())?);
        if let Some((name, has_constant)) = inst.called_function().and_then(intrinsic) {
            let given: Vec<_> = inst.call_args().collect();
            let constant = has_constant.then(|| given.last().copied()).flatten();
            let count = given.len() - usize::from(has_constant);
            let wide = given.into_iter().take(count).map(|argument| self.value(argument));
            let arguments = wide.chain(constant.map(Ok)).collect::<Result<Vec<_>>>()?;
            return builder.call_intrinsic(name, ty, &arguments);
        }
        let operands = inst.operands().map(|operand| self.value(operand)).collect::<Result<Vec<_>>>()?;
        let opcode = inst.opcode().ok_or_else(|| Error::internal("an instruction without an opcode"))?;
        match (opcode, operands.as_slice()) {
            (Opcode::LLVMSelect, [condition, yes, no]) => builder.select(*condition, *yes, *no),
            (Opcode::LLVMFNeg, [one]) => builder.fneg(*one),
            (Opcode::LLVMFreeze, [one]) => builder.freeze(*one),
            (_, [one]) => builder.cast(opcode, *one, ty),
            (_, [a, b]) => match (inst.int_predicate(), inst.real_predicate()) {
                (Some(predicate), _) if opcode == Opcode::LLVMICmp => builder.compare_int(predicate, *a, *b),
                (_, Some(predicate)) if opcode == Opcode::LLVMFCmp => builder.compare_float(predicate, *a, *b),
                _ => builder.binary(opcode, *a, *b),
            },
            _ => Err(Error::internal("an instruction of a loop that does not compute by lanes")),
        }
    }

    /// The values behind the loop, with those of who leaves in this round.
    fn left(&self, outs: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
        let ways = self.ways_to(self.shape.exit);
        let each = self.shape.outs.iter().zip(outs).map(|(out, before)| {
            ways.iter().try_fold(*before, |left, (from, mask)| {
                let value = out.from(*from).ok_or_else(|| Error::internal("a phi without a way"))?;
                self.builder.select(*mask, self.value(value)?, left)
            })
        });
        each.collect()
    }

    /// Begins the next round, if anyone is left: the header's phis, with their values then.
    fn again(&self, body: Block<'m>, end: Block<'m>, going: Value<'m>, mut next: Vec<Pair<'m>>) -> Result<()> {
        let ways = self.ways_to(self.shape.header);
        let stay = self.anyone(&ways)?;
        next.push((going, stay));
        for phi in phis_of(self.shape.header) {
            next.push((self.value(phi)?, self.met(phi, &ways)?));
        }
        let any = match self.width {
            1 => stay,
            _ => self.builder.call_intrinsic("llvm.vector.reduce.or", self.made.context.int_type(1)?, &[stay])?,
        };
        next.into_iter().try_for_each(|(phi, value)| self.builder.add_incoming(phi, value, body))?;
        self.builder.cond_br(any, body, end).map(drop)
    }

    fn returned(&self, left: &[Value<'m>]) -> Result<()> {
        if let [one] = left {
            return self.builder.ret(*one).map(drop);
        }
        let start = self.made.context.poison(self.result()?)?;
        let all =
            (0..).zip(left).try_fold(start, |all, (index, value)| self.builder.insert_value(all, *value, &[index]));
        self.builder.ret(all?).map(drop)
    }
}

fn phis_of<'m>(block: Block<'m>) -> impl Iterator<Item = Value<'m>> {
    block.instructions().take_while(|inst| inst.is_op(Opcode::LLVMPHI))
}
