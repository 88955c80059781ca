//! The pure loops, with their inputs and results.

use super::super::alike::Alike;
use super::super::order;
use super::{count, even, is_lane_by_lane, results};
use llvm_spirv::error::Result;
use llvm_spirv::internals::loops::Loops;
use llvm_spirv::llvm::{Block, Opcode, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The depth to which calls of builtins are examined.
const DEPTH: u32 = 4;

/// A value that is used after a loop.
#[derive(Clone, Copy, Debug)]
pub enum Out<'m> {
    /// A phi of the block after the loop.
    Phi(Value<'m>),
    /// A value of the loop.
    Value(Value<'m>),
}

impl<'m> Out<'m> {
    pub fn ty(self) -> Type<'m> {
        match self {
            Out::Phi(value) | Out::Value(value) => value.ty(),
        }
    }

    /// Returns the value if the loop is left from this block.
    pub fn from(self, block: Block<'m>) -> Option<Value<'m>> {
        match self {
            Out::Phi(phi) => incoming(phi, block),
            Out::Value(value) => Some(value),
        }
    }
}

/// Returns the incoming value of a phi for a block.
pub fn incoming<'m>(phi: Value<'m>, block: Block<'m>) -> Option<Value<'m>> {
    phi.incoming().find(|(_, from)| *from == block).map(|(value, _)| value)
}

/// A loop with one entry edge and one exit block.
#[derive(Debug)]
pub struct Shape<'m> {
    pub before: Block<'m>,
    pub header: Block<'m>,
    /// Its blocks, each after its predecessors.
    pub blocks: Vec<Block<'m>>,
    pub exit: Block<'m>,
    /// The values defined before the loop.
    pub ins: Vec<Value<'m>>,
    pub outs: Vec<Out<'m>>,
    /// The values that are computed once for all work-items: the addresses of uniform loads.
    pub once: FxHashSet<Value<'m>>,
    /// The values defined before the loop from which the uniform ones are computed.
    pub given: Vec<Value<'m>>,
    /// The ranges of result components that each call returns.
    pub calls: Vec<Range<usize>>,
}

impl<'m> Shape<'m> {
    /// Returns whether an instruction is in the loop.
    pub fn holds(&self, inst: Value<'m>) -> bool {
        inst.parent_block().is_some_and(|block| self.blocks.contains(&block))
    }

    pub fn instructions(&self) -> impl Iterator<Item = Value<'m>> {
        self.blocks.iter().flat_map(|block| block.instructions())
    }

    /// Analyses the loop with these blocks, the header first; `None` unless it only computes and has no loads but
    /// uniform ones.
    fn of(blocks: Vec<Block<'m>>, before: &[Block<'m>], alike: Option<&Alike<'m>>) -> Option<Self> {
        let (header, [before]) = (*blocks.first()?, before) else { return None };
        let mut exits = Vec::new();
        for end in blocks.iter().map(|block| block.terminator()) {
            let ways: Vec<_> = end.filter(|end| end.is_op(Opcode::Br))?.successors().collect();
            if ways.len() == 2 && ways.first() == ways.last() {
                return None;
            }
            exits.extend(ways.into_iter().filter(|way| !blocks.contains(way)));
        }
        let exit = *exits.first()?;
        let (ins, outs, once, given) = (Vec::new(), Vec::new(), FxHashSet::default(), Vec::new());
        let mut shape = Self { before: *before, header, blocks, exit, ins, outs, once, given, calls: Vec::new() };
        let fits = |inst| computes(inst, DEPTH) || even::is_of_load(inst, header);
        if exits.iter().any(|other| *other != exit) || !shape.instructions().all(fits) {
            return None;
        }
        (shape.once, shape.given) = even::of(&shape, alike)?;
        shape.find_outs();
        shape.calls = results::calls(&shape.parts())?;
        shape.find_ins();
        let values = shape.ins.iter().map(|value| value.ty()).chain(shape.outs.iter().map(|out| out.ty()));
        // What nothing goes into comes to the same in all work-items, and variants are of parameters.
        let fits = !shape.outs.is_empty() && !shape.ins.is_empty() && values.into_iter().all(is_lane);
        fits.then_some(shape)
    }

    /// Returns the types of the results, component by component.
    pub fn parts(&self) -> Vec<Type<'m>> {
        let each = self.outs.iter().map(|out| out.ty());
        each.flat_map(|ty| std::iter::repeat_n(ty.scalar(), count(ty) as usize)).collect()
    }

    fn find_outs(&mut self) {
        let phis = self.exit.instructions().take_while(|inst| inst.is_op(Opcode::Phi));
        let phis: Vec<_> = phis.filter(|phi| phi.incoming().any(|(_, from)| self.blocks.contains(&from))).collect();
        let is_behind = |user: Value<'m>| !self.holds(user) && !phis.contains(&user);
        let values: Vec<_> = self.instructions().filter(|inst| inst.uses().any(is_behind)).collect();
        self.outs = phis.iter().copied().map(Out::Phi).chain(values.into_iter().map(Out::Value)).collect();
    }

    fn find_ins(&mut self) {
        let used = self.instructions().filter(|inst| !self.once.contains(inst) && !inst.is_op(Opcode::Load));
        let used = used.filter(|inst| !inst.is_terminator() || inst.condition().is_some());
        let used = used.flat_map(|inst| match (inst.is_terminator(), inst.called_function()) {
            (true, _) => inst.condition().into_iter().collect(),
            (_, Some(_)) => inst.call_args().collect(),
            _ => inst.operands().collect::<Vec<_>>(),
        });
        let left = self.outs.iter().flat_map(|out| self.blocks.iter().filter_map(|block| out.from(*block)));
        for value in used.chain(left).collect::<Vec<_>>() {
            let is_given = value.is_argument() || (value.is_instruction() && !self.holds(value));
            if is_given && !self.ins.contains(&value) {
                self.ins.push(value);
            }
        }
    }
}

/// The limit on the components of a vector, each of which becomes a lane.
const MOST_COMPONENTS: u64 = 8;

/// Returns whether values of a type, or the components of a vector, are lanes.
pub fn is_lane(ty: Type<'_>) -> bool {
    let scalar = ty.scalar();
    let is_known = matches!(scalar.int_width(), 1 | 8 | 16 | 32 | 64) || matches!(scalar.float_width(), 32 | 64);
    is_known && (!ty.is_vector() || ty.count() <= MOST_COMPONENTS)
}

/// Returns whether an instruction of a loop only computes a number; calls of builtins that only compute are included.
fn computes(inst: Value<'_>, depth: u32) -> bool {
    if inst.is_op(Opcode::Br) {
        return true;
    }
    let is_known = is_lane_by_lane(inst) || takes_apart(inst) || lanes(inst, depth).is_some();
    is_lane(inst.ty()) && is_known && keeps_components(inst) && operands_are_lanes(inst)
}

/// Returns whether an instruction extracts, inserts or shuffles vector components at constant indices.
fn takes_apart(inst: Value<'_>) -> bool {
    let is_constant = |index: u32| inst.operand(index).is_some_and(|index| index.int_value().is_some());
    match inst.opcode() {
        Some(Opcode::ExtractElement) => is_constant(1),
        Some(Opcode::InsertElement) => is_constant(2),
        Some(Opcode::ShuffleVector) => true,
        _ => false,
    }
}

/// Returns whether a conversion keeps the number of components, which a `bitcast` may change.
fn keeps_components(inst: Value<'_>) -> bool {
    let count = |ty: Type<'_>| if ty.is_vector() { ty.count() } else { 1 };
    let from = inst.operand(0).filter(|_| inst.is_op(Opcode::BitCast));
    from.is_none_or(|from| count(from.ty()) == count(inst.ty()))
}

fn operands_are_lanes(inst: Value<'_>) -> bool {
    match inst.called_function() {
        Some(_) => inst.call_args().all(|argument| is_lane(argument.ty())),
        None => inst.operands().all(|operand| is_lane(operand.ty())),
    }
}

/// Returns the called function, if it is a builtin with one block that only computes.
fn lanes(call: Value<'_>, depth: u32) -> Option<Value<'_>> {
    let callee = call.called_function().filter(|callee| depth > 0 && callee.block_count() == 1)?;
    let body: Vec<_> = callee.entry_block()?.instructions().collect();
    let (end, rest) = body.split_last()?;
    (end.is_op(Opcode::Ret) && rest.iter().all(|inst| computes(*inst, depth - 1))).then_some(callee)
}

/// Returns the first of the innermost pure loops.
///
/// In a step that is not cut, the values on which work-items agree are known.
pub fn first(step: Value<'_>, is_whole: bool) -> Result<Option<Shape<'_>>> {
    let alike = is_whole.then(|| Alike::of(step, &[]));
    let blocks: Vec<_> = step.blocks().collect();
    let numbers: FxHashMap<_, _> = blocks.iter().copied().zip(0..).collect();
    let flow = order::flow(&blocks, &numbers);
    let loops = Loops::new(&flow);
    let headers = flow.order.iter().copied().filter(|node| loops.is_header(*node));
    Ok(headers.into_iter().find_map(|header| {
        let inside: Vec<_> = flow.order.iter().copied().filter(|node| loops.contains(header, *node)).collect();
        if inside.iter().any(|node| *node != header && loops.is_header(*node)) {
            return None;
        }
        let before = flow.predecessors.get(header).into_iter().flatten().filter(|node| !inside.contains(node));
        let of = |nodes: Vec<usize>| nodes.into_iter().filter_map(|node| blocks.get(node).copied()).collect::<Vec<_>>();
        Shape::of(of(inside.clone()), &of(before.copied().collect()), alike.as_ref())
    }))
}

/// Inlines the builtins of the first pure loop; returns false if there is no such loop.
pub fn inline_lanes(step: Value<'_>, is_whole: bool) -> Result<bool> {
    loop {
        let Some(shape) = first(step, is_whole)? else { return Ok(false) };
        let calls: Vec<_> = shape.instructions().filter(|inst| lanes(*inst, DEPTH).is_some()).collect();
        if calls.is_empty() {
            return Ok(true);
        }
        for call in calls {
            if !call.inline()? {
                return Ok(false);
            }
        }
    }
}
