//! Cuts a step where its work-item waits: the step returns the number of the point, and resumes there when it is called
//! again. Values that live across a cut are kept in the work-item's frame.
//!
//! A point's number is twice its position in the step, plus 1 if the subgroup waits and not the whole group.

use super::alike::Alike;
use super::builtins::{self, Kind, Wait};
use super::made::Made;
use super::{inline, lockstep, order, recompute, shared, shell};
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::layout::DataLayout;
use llvm_spirv::llvm::{Block, Builder, Context, Module, Opcode, PlainAccess, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A point where a work-item waits: between the end of one block and the next.
struct Point<'m> {
    before: Block<'m>,
    after: Block<'m>,
    is_sub_group: bool,
    /// Its line in the source, or 0.
    line: u32,
}

/// Cuts a step at its points; returns the frame of a work-item.
///
/// Values on which all work-items of a group agree are read from one copy, unless `apart` requests one for each
/// work-item.
pub fn split<'m>(module: &'m Module<'_>, context: &'m Context, step: Value<'m>, apart: bool) -> Result<Frames> {
    let marks = order::Marks::of(step)?;
    let points = points(module, step)?;
    inline::answer(module, step)?;
    if points.is_empty() {
        return Ok(Frames::default());
    }
    let made = Made { module, context };
    let meets = points.iter().all(|point| !point.is_sub_group);
    if meets && !apart {
        lockstep::replace(made, step, true)?;
    }
    let mut frame = Frame::new(module, context, step)?;
    let keys = if points.iter().any(|point| point.is_sub_group) { frame.order(&marks, &points)? } else { 0 };
    cut(module, step, &points)?;
    let resumed: FxHashSet<_> = points.iter().map(|point| point.after).collect();
    frame.keep_variables()?;
    if meets {
        recompute::recompute(module, step)?;
    }
    let ways: Vec<_> = points.iter().map(|point| (point.before, point.after)).collect();
    let alike = (meets && !apart).then(|| Alike::of(step, &ways));
    for value in kept(step, &resumed)? {
        let is_alike = alike.as_ref().is_some_and(|alike| alike.holds(value));
        frame.keep(made, value, is_alike)?;
    }
    frame.shared.finish(made, step)?;
    let lines = points.iter().map(|point| point.line).collect();
    let frames = Frames { size: frame.size, keys, lines };
    let (kernel, long) = (step.name().trim_end_matches(".step"), context.int_type(64)?);
    // Where sub-groups wait, the host alone knows who goes on.
    let waits = if points.iter().any(|point| point.is_sub_group) { 0 } else { points.len() as u64 };
    shell::record(module, kernel, "points", context.const_int(long, waits)?)?;
    shell::record(module, kernel, "keys", context.const_int(long, frames.keys)?)?;
    Ok(frames)
}

/// The memory that a work-item keeps while it waits.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// Its size in bytes.
    pub size: u64,
    /// The words at its beginning that order the waiting members of a subgroup; 0 if they never wait apart.
    pub keys: u64,
    /// The source line of each point, or 0.
    pub lines: Vec<u32>,
}

/// Splits blocks where work-items wait: at barriers, and before and after they read the slots of others.
fn points<'m>(module: &'m Module<'_>, step: Value<'m>) -> Result<Vec<Point<'m>>> {
    let mut points = Vec::new();
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    for call in instructions.into_iter().filter(|inst| inst.is_call()) {
        let name = call.called_function().map(|callee| callee.name());
        let Some(Kind::Waits(wait)) = name.and_then(builtins::kind) else { continue };
        let is_sub_group = wait == Wait::Quad || is_sub_group(call)?;
        let line = call.source().map_or(0, |source| source.line);
        let mut point = |at: Value<'m>| -> Result<()> {
            let before = at.parent_block().ok_or_else(|| errors::internal("a call without a block"))?;
            points.push(Point { before, after: at.split_block()?, is_sub_group, line });
            Ok(())
        };
        let left = match wait {
            Wait::Exchange(index) => Some(index),
            Wait::Quad => Some(0),
            Wait::Scope | Wait::Meet => None,
        };
        if let Some(index) = left {
            leave(module, step, call, index)?;
            point(call)?;
            let next = call.next_instruction().ok_or_else(|| errors::internal("a block without an end"))?;
            point(next)?;
        } else {
            point(call)?;
            if wait == Wait::Scope {
                call.erase()?;
            }
        }
    }
    Ok(points)
}

/// Returns whether the execution scope is the subgroup. SPIR-V requires a constant scope for kernels.
fn is_sub_group(call: Value<'_>) -> Result<bool> {
    match call.call_arg(0).and_then(|scope| scope.int_value()) {
        Some(2) => Ok(false),
        Some(3) => Ok(true),
        _ => Err(errors::unsupported(
            "a barrier or group operation of another scope than Workgroup or Subgroup, on the cpu",
        )),
    }
}

/// Stores a value in the work-item's slot.
fn leave<'m>(module: &'m Module<'_>, step: Value<'m>, call: Value<'m>, index: u32) -> Result<()> {
    let builder = Builder::new(module);
    builder.position_before(call)?;
    let slot = module.function("spirv.slot").ok_or_else(|| errors::internal("no slots"))?;
    let place = builder.call(slot, &step.params().collect::<Vec<_>>())?;
    let mut value = call.call_arg(index).ok_or_else(|| errors::invalid("a group operation without a value"))?;
    if value.ty().is_pointer() && index == 0 {
        // An input that is interpolated: its value.
        value = builder.load_as(call.ty(), value, PlainAccess { alignment: 1, is_volatile: false })?;
    }
    if module.layout().store_size(value.ty()).is_none_or(|size| size > 128) {
        return Err(errors::unsupported("a group operation with a value of more than 128 bytes"));
    }
    builder.store(value, place)?;
    Ok(())
}

/// Inserts a return at each point, and an entry after it.
fn cut<'m>(module: &'m Module<'_>, step: Value<'m>, points: &[Point<'m>]) -> Result<()> {
    let builder = Builder::new(module);
    let context = module.context();
    let int = context.int_type(32)?;
    let end = shell::entry_end(step)?;
    let body = end.successor(0).ok_or_else(|| errors::internal("a step without a body"))?;
    let entry = step.entry_block().ok_or_else(|| errors::internal("a step without a body"))?;
    let loaded = entry.instructions().filter(|inst| inst.is_call());
    let mut points_loaded = loaded.filter(|call| call.called_function().is_some_and(|f| f.name() == "spirv.point"));
    let waited = points_loaded.next().ok_or_else(|| errors::internal("a step without its point"))?;
    end.erase()?;
    builder.position_at_end(entry);
    let switch = builder.switch(waited, body)?;
    for (number, point) in (1_u64..).zip(points) {
        let code = context.const_int(int, number * 2 + u64::from(point.is_sub_group))?;
        let end = point.before.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
        end.erase()?;
        builder.position_at_end(point.before);
        builder.ret(code)?;
        builder.add_case(switch, code, point.after)?;
    }
    Ok(())
}

/// Returns the values used where the step may have resumed since they were computed.
fn kept<'m>(step: Value<'m>, resumed: &FxHashSet<Block<'m>>) -> Result<Vec<Value<'m>>> {
    let entry = step.entry_block();
    let before = predecessors(step);
    let mut kept = Vec::new();
    for block in step.blocks().filter(|block| Some(*block) != entry) {
        for value in block.instructions().filter(|inst| !inst.ty().is_void()) {
            if lives_across(value, block, &before, resumed) {
                kept.push(value);
            }
        }
    }
    Ok(kept)
}

fn predecessors<'m>(step: Value<'m>) -> FxHashMap<Block<'m>, Vec<Block<'m>>> {
    let mut before: FxHashMap<Block<'m>, Vec<Block<'m>>> = FxHashMap::default();
    let entry = step.entry_block();
    for block in step.blocks().filter(|block| Some(*block) != entry) {
        for next in block.terminator().into_iter().flat_map(|end| end.successors()) {
            before.entry(next).or_default().push(block);
        }
    }
    before
}

/// Returns whether a path from the definition to a use contains a block at which the step resumes.
fn lives_across<'m>(
    value: Value<'m>,
    home: Block<'m>,
    before: &FxHashMap<Block<'m>, Vec<Block<'m>>>,
    resumed: &FxHashSet<Block<'m>>,
) -> bool {
    let mut open: Vec<Block<'m>> =
        value.uses().flat_map(|user| used_in(value, user)).filter(|at| *at != home).collect();
    let mut seen = FxHashSet::default();
    while let Some(block) = open.pop() {
        if block == home || !seen.insert(block) {
            continue;
        }
        if resumed.contains(&block) {
            return true;
        }
        open.extend(before.get(&block).into_iter().flatten());
    }
    false
}

/// Returns the blocks where a user needs the value: for a phi the ends of the incoming blocks.
fn used_in<'m>(value: Value<'m>, user: Value<'m>) -> Vec<Block<'m>> {
    if user.is_op(Opcode::Phi) {
        return user.incoming().filter(|(incoming, _)| *incoming == value).map(|(_, from)| from).collect();
    }
    user.parent_block().into_iter().collect()
}

/// The frame: values that a work-item keeps while others run.
struct Frame<'m> {
    builder: Builder<'m>,
    layout: DataLayout<'m>,
    context: &'m Context,
    step: Value<'m>,
    place: Value<'m>,
    size: u64,
    shared: shared::Shared<'m>,
}

impl<'m> Frame<'m> {
    fn new(module: &'m Module<'_>, context: &'m Context, step: Value<'m>) -> Result<Self> {
        let place = module.function("spirv.frame").ok_or_else(|| errors::internal("no frames"))?;
        let (builder, layout, shared) = (Builder::new(module), module.layout(), shared::Shared::default());
        Ok(Self { builder, layout, context, step, place, size: 0, shared })
    }

    /// Allocates space for a value of the type; returns its address, which is available in the whole step.
    fn room(&mut self, ty: Type<'m>, alignment: u64) -> Result<Value<'m>> {
        self.placed(ty, alignment).map(|(_, address)| address)
    }

    /// Allocates space; returns its offset, too.
    fn placed(&mut self, ty: Type<'m>, alignment: u64) -> Result<(u64, Value<'m>)> {
        let size =
            self.layout.abi_size(ty).ok_or_else(|| errors::unsupported("a value without a size across a barrier"))?;
        let alignment = alignment.clamp(1, 128);
        let (begin, size) = (self.size.next_multiple_of(alignment), size.next_multiple_of(alignment));
        self.size = begin.checked_add(size).ok_or_else(|| errors::unsupported("a frame that large"))?;
        self.builder.position_before(shell::entry_end(self.step)?)?;
        let long = self.context.int_type(64)?;
        let place = [self.context.const_int(long, begin)?, self.context.const_int(long, size)?];
        let address = self.builder.call(self.place, &self.step.params().chain(place).collect::<Vec<_>>())?;
        Ok((begin, address))
    }

    /// Makes each point store its position at the frame's beginning: the place of each loop around it and the number
    /// of its repetitions, outer loops first, then the place of the block. Returns the number of words.
    fn order(&mut self, marks: &order::Marks<'m>, points: &[Point<'m>]) -> Result<u64> {
        let order = order::Order::of(self.step, marks);
        let around: Vec<_> = points.iter().map(|point| order.around(point.before)).collect();
        let words = 2 * around.iter().map(Vec::len).max().unwrap_or(0) as u64 + 1;
        let int = self.context.int_type(32)?;
        let place = self.room(self.context.array_type(int, words)?, 4)?;
        let mut counters: FxHashMap<usize, Value<'m>> = FxHashMap::default();
        for number in around.iter().flatten() {
            if !counters.contains_key(number) {
                let counter = self.room(int, 4)?;
                self.count(&order, *number, counter)?;
                counters.insert(*number, counter);
            }
        }
        for (point, around) in points.iter().zip(&around) {
            let end = point.before.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
            self.builder.position_before(end)?;
            let mut key = Vec::new();
            for number in around {
                key.push(self.context.const_int(int, order.place_of_loop(*number))?);
                let counter =
                    counters.get(number).copied().ok_or_else(|| errors::internal("a loop without a counter"))?;
                key.push(self.builder.load(int, counter)?);
            }
            key.push(self.context.const_int(int, order.place(point.before))?);
            key.resize(usize::try_from(words).unwrap_or(0), self.context.const_int(int, 0)?);
            for (at, word) in (0..).zip(key) {
                let offset = self.context.const_int(self.context.int_type(64)?, 4 * at)?;
                let to = self.builder.gep(self.context.int_type(8)?, place, &[offset], false)?;
                self.builder.store(word, to)?;
            }
        }
        Ok(words)
    }

    /// Counts the iterations of a loop: from 0 at its entry.
    fn count(&self, order: &order::Order<'m>, number: usize, counter: Value<'m>) -> Result<()> {
        let int = self.context.int_type(32)?;
        for (from, is_inside) in order.ways_in(number) {
            let end = from.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
            self.builder.position_before(end)?;
            let next = if is_inside {
                let rounds = self.builder.load(int, counter)?;
                self.builder.binary(Opcode::Add, rounds, self.context.const_int(int, 1)?)?
            } else {
                self.context.const_int(int, 0)?
            };
            self.builder.store(next, counter)?;
        }
        Ok(())
    }

    /// Moves allocas to the frame.
    fn keep_variables(&mut self) -> Result<()> {
        let entry = self.step.entry_block();
        let instructions: Vec<_> = self.step.blocks().flat_map(|block| block.instructions()).collect();
        for variable in instructions.into_iter().filter(|inst| inst.is_op(Opcode::Alloca)) {
            let is_fixed =
                variable.parent_block() == entry && variable.operand(0).and_then(|n| n.int_value()) == Some(1);
            let ty = variable.allocated_type().filter(|_| is_fixed);
            let ty = ty.ok_or_else(|| {
                errors::unsupported("a variable of a size known at run time, in a kernel with barriers")
            })?;
            let room = self.room(ty, u64::from(variable.alignment()))?;
            // Of inlined calls: marks of how long variables live are allowed on variables alone.
            let is_mark =
                |user: &Value<'m>| user.called_function().is_some_and(|f| f.name().starts_with("llvm.lifetime."));
            let marks: Vec<_> = variable.uses().filter(is_mark).collect();
            marks.into_iter().try_for_each(|mark| mark.erase())?;
            variable.replace_uses(room)?;
            variable.erase()?;
        }
        Ok(())
    }

    /// Stores a value where it is computed, and loads it where another block uses it.
    fn keep(&mut self, made: Made<'m, '_>, value: Value<'m>, is_alike: bool) -> Result<()> {
        let alignment = self.layout.abi_alignment(value.ty()).map_or(16, u64::from);
        let users: Vec<_> = value.uses().collect();
        let home = value.parent_block().ok_or_else(|| errors::internal("a value without a block"))?;
        let (begin, own) = self.placed(value.ty(), alignment)?;
        let room = match is_alike {
            true => self.shared.variable(made, self.step, value.ty(), (begin, own))?,
            false => own,
        };
        match value.next_instruction() {
            Some(_) if value.is_op(Opcode::Phi) => self.builder.position_after_phis(home)?,
            Some(next) => self.builder.position_before(next)?,
            None => return Err(errors::unsupported("a value that a terminator makes, across a barrier")),
        }
        self.builder.store(value, own)?;
        if is_alike {
            self.builder.store(value, room)?;
        }
        let mut changed = FxHashSet::default();
        for user in users.into_iter().filter(|user| changed.insert(*user)) {
            self.reload(value, home, room, user)?;
        }
        Ok(())
    }

    fn reload(&self, value: Value<'m>, home: Block<'m>, room: Value<'m>, user: Value<'m>) -> Result<()> {
        if user.is_op(Opcode::Phi) {
            for (index, (incoming, from)) in (0..).zip(user.incoming().collect::<Vec<_>>()) {
                if incoming == value && from != home {
                    let end = from.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
                    self.builder.position_before(end)?;
                    user.set_incoming(index, self.builder.load(value.ty(), room)?)?;
                }
            }
            return Ok(());
        }
        if user.parent_block() == Some(home) {
            return Ok(());
        }
        self.builder.position_before(user)?;
        shell::replace_operands(user, value, self.builder.load(value.ty(), room)?)
    }
}
