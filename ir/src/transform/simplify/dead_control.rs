//! Aggressive dead code elimination as in LLVM's ADCE: an instruction is dead unless a live one needs it, and branches with only dead
//! code depending on them are removed. Loops stay, because they may not terminate.

use super::super::dominators::Dominators;
use crate::draft::{Block, Function, Result, Value};
use crate::graph::Graph;
use crate::instruction::Opcode;
use crate::transform::dead;
use crate::types::TypeKind;
use rustc_hash::FxHashSet;

/// The limit on the number of control dependences; above it, all branches are live.
const MOST_DEPENDENCES: usize = 1 << 22;

struct Search<'a, 'd> {
    flow: &'a Dominators<'d>,
    live: FxHashSet<u32>,
    open: Vec<Value<'d>>,
    /// The blocks with live instructions, as flags by index.
    live_blocks: Vec<bool>,
    /// The blocks that are needed, as flags by index: those with live instructions, and the incoming blocks of live phis.
    needed: Vec<bool>,
    /// The blocks on whose branches each block depends.
    depends: Vec<Vec<u32>>,
}

/// Erases dead instructions, and replaces dead branches by unconditional ones.
///
/// # Errors
/// None for a valid function.
pub fn remove_dead(function: Function<'_>) -> Result<bool> {
    if function.is_declaration() {
        return Ok(false);
    }
    let flow = Dominators::of(function);
    let count = flow.blocks().len();
    let back = turned(&flow);
    let (depends, all) = dependences(&flow, &back);
    let mut search = Search {
        flow: &flow,
        live: FxHashSet::default(),
        open: Vec::new(),
        live_blocks: vec![false; count],
        needed: vec![false; count],
        depends,
    };
    search.begin(&back, all);
    search.spread();
    search.finish()
}

/// Returns the reversed graph: node `i + 1` is block `i`, and node 0 leads to all blocks without successors.
fn turned(flow: &Dominators<'_>) -> Graph {
    let reached = |block: &&Block<'_>| flow.is_reached(**block);
    let ends = flow.blocks().iter().filter(reached).filter(|block| flow.successors(**block).next().is_none());
    let number = |block: Block<'_>| flow.index(block).map(|index| index as u32 + 1);
    let mut edges: Vec<u32> = ends.filter_map(|block| number(*block)).collect();
    let mut stops = vec![edges.len() as u32];
    for block in flow.blocks() {
        if flow.is_reached(*block) {
            edges.extend(flow.predecessors(*block).filter(|from| flow.is_reached(*from)).filter_map(number));
        }
        stops.push(edges.len() as u32);
    }
    Graph::new(edges, &stops)
}

/// Returns the control dependences of each block, and whether there are too many.
fn dependences(flow: &Dominators<'_>, back: &Graph) -> (Vec<Vec<u32>>, bool) {
    let mut depends = vec![Vec::new(); flow.blocks().len()];
    let mut all = 0;
    for (from, block) in flow.blocks().iter().enumerate().filter(|(_, block)| flow.is_reached(**block)) {
        let end = back.immediate(from as u32 + 1);
        for to in flow.successors(*block) {
            let mut at = flow.index(to).map(|index| index as u32 + 1);
            while at != end && at != Some(0) {
                let Some(list) = at.and_then(|at| depends.get_mut(at as usize - 1)) else { break };
                if list.last() != Some(&(from as u32)) {
                    list.push(from as u32);
                }
                all += 1;
                if all > MOST_DEPENDENCES {
                    return (depends, true);
                }
                at = at.and_then(|at| back.immediate(at));
            }
        }
    }
    (depends, false)
}

/// Returns whether a terminator has no effect but the choice of a successor.
fn is_choice(instruction: Value<'_>) -> bool {
    matches!(instruction.opcode(), Some(Opcode::Br | Opcode::Switch))
}

/// Returns whether an instruction is live by itself: it has an effect, or is a used token.
fn lives(instruction: Value<'_>) -> bool {
    let token = instruction.ty().kind() == TypeKind::Token && instruction.users().next().is_some();
    let effect = !dead::is_needless(instruction) && instruction.opcode() != Some(Opcode::Phi);
    token || effect && !is_choice(instruction)
}

impl<'d> Search<'_, 'd> {
    fn mark(&mut self, instruction: Value<'d>) {
        if self.live.insert(instruction.number()) {
            self.open.push(instruction);
        }
    }

    fn mark_end(&mut self, block: Block<'d>) {
        if let Some(end) = block.terminator() {
            self.mark(end);
        }
    }

    /// Marks the instructions that are live by themselves.
    fn begin(&mut self, back: &Graph, all: bool) {
        let returns = self.returning(back);
        for block in self.flow.walk() {
            for instruction in block.instructions() {
                if lives(instruction) {
                    self.mark(instruction);
                }
            }
            let index = self.flow.index(block);
            let ends = index.and_then(|index| returns.get(index)).is_some_and(|ends| *ends);
            if all || !ends {
                self.mark_end(block);
            }
        }
        for block in self.loops() {
            self.mark_end(block);
        }
        if let Some(entry) = self.flow.blocks().first().copied() {
            if entry.successors().count() == 1 {
                self.mark_end(entry);
            } else {
                self.enter(entry);
            }
        }
    }

    /// Returns for each block whether all paths from it lead to one `ret`; the branches of other blocks stay.
    fn returning(&self, back: &Graph) -> Vec<bool> {
        let blocks = self.flow.blocks();
        let mut order: Vec<u32> = (0..blocks.len() as u32).filter(|i| back.is_reached(i + 1)).collect();
        order.sort_unstable_by_key(|i| back.place(i + 1));
        let mut returns = vec![false; blocks.len()];
        for i in order {
            let found = match back.immediate(i + 1) {
                Some(0) | None => {
                    let end = blocks.get(i as usize).and_then(|block| block.terminator());
                    end.is_some_and(|end| end.opcode() == Some(Opcode::Ret))
                }
                Some(above) => returns.get(above as usize - 1).copied().unwrap_or(false),
            };
            if let Some(slot) = returns.get_mut(i as usize) {
                *slot = found;
            }
        }
        returns
    }

    /// Returns the blocks with a back edge in a depth-first walk.
    fn loops(&self) -> Vec<Block<'d>> {
        let Some(entry) = self.flow.blocks().first().copied() else { return Vec::new() };
        let count = self.flow.blocks().len();
        // The states: not met, on the current path, left.
        let mut state = vec![0u8; count];
        let mut found = Vec::new();
        let mut open = vec![(entry, self.flow.successors(entry).collect::<Vec<_>>())];
        if let Some(slot) = state.first_mut() {
            *slot = 1;
        }
        while let Some((block, rest)) = open.last_mut() {
            let block = *block;
            match rest.pop() {
                Some(to) => match self.flow.index(to).and_then(|index| state.get_mut(index)) {
                    Some(slot) if *slot == 0 => {
                        *slot = 1;
                        open.push((to, self.flow.successors(to).collect()));
                    }
                    Some(slot) if *slot == 1 => found.push(block),
                    _ => {}
                },
                None => {
                    open.pop();
                    if let Some(slot) = self.flow.index(block).and_then(|index| state.get_mut(index)) {
                        *slot = 2;
                    }
                }
            }
        }
        found
    }

    /// Marks a block as needed, and the branches on which it depends as live.
    fn enter(&mut self, block: Block<'d>) {
        let Some(index) = self.flow.index(block) else { return };
        let fresh = self.needed.get_mut(index).is_some_and(|needed| !std::mem::replace(needed, true));
        if fresh {
            let by = self.depends.get_mut(index).map(std::mem::take).unwrap_or_default();
            for from in by {
                if let Some(block) = self.flow.blocks().get(from as usize).copied() {
                    self.mark_end(block);
                }
            }
        }
    }

    fn spread(&mut self) {
        while let Some(instruction) = self.open.pop() {
            let Some(block) = instruction.block() else { continue };
            let first = self.flow.index(block).and_then(|index| self.live_blocks.get_mut(index));
            if first.is_some_and(|live| !std::mem::replace(live, true)) {
                self.enter(block);
                // A live block with one successor keeps its terminator.
                if block.successors().count() == 1 {
                    self.mark_end(block);
                }
            }
            let bundled = instruction.bundles().into_iter().flat_map(|(_, values)| values);
            for operand in instruction.operands().chain(bundled).filter(|operand| operand.opcode().is_some()) {
                self.mark(operand);
            }
            if instruction.opcode() == Some(Opcode::Phi) {
                let from: Vec<Block<'d>> = self.flow.predecessors(block).collect();
                from.into_iter().for_each(|from| self.enter(from));
            }
        }
    }

    fn finish(&mut self) -> Result<bool> {
        let mut any = false;
        for block in self.flow.walk() {
            let all: Vec<Value<'d>> = block.instructions().collect();
            for instruction in all.into_iter().rev() {
                if self.live.contains(&instruction.number()) || instruction.opcode().is_none_or(Opcode::is_terminator) {
                    continue;
                }
                if instruction.users().next().is_some() {
                    let poison = instruction.draft().const_poison(instruction.ty())?;
                    instruction.replace_uses(poison)?;
                }
                instruction.erase()?;
                any = true;
            }
        }
        let places = self.places();
        for block in self.flow.walk() {
            let Some(end) = block.terminator().filter(|end| is_choice(*end)) else { continue };
            if !self.live.contains(&end.number()) && block.successors().count() > 1 {
                self.jump(block, end, &places)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Returns the position of each block in a backward walk from the exits; blocks near an exit have low numbers.
    fn places(&self) -> Vec<u32> {
        let blocks = self.flow.blocks();
        let mut places = vec![u32::MAX; blocks.len()];
        let mut open: Vec<Block<'d>> =
            blocks.iter().copied().filter(|b| self.flow.successors(*b).next().is_none()).collect();
        let mut seen = vec![false; blocks.len()];
        let mut next = 0;
        let mut at = 0;
        while let Some(block) = open.get(at).copied() {
            at += 1;
            let Some(index) = self.flow.index(block) else { continue };
            if seen.get_mut(index).is_none_or(|seen| std::mem::replace(seen, true)) {
                continue;
            }
            if let Some(slot) = places.get_mut(index) {
                *slot = next;
                next += 1;
            }
            open.extend(self.flow.predecessors(block));
        }
        places
    }

    /// Replaces a dead branch by an unconditional one to the successor nearest to an exit.
    fn jump(&self, block: Block<'d>, end: Value<'d>, places: &[u32]) -> Result<()> {
        let successors: Vec<Block<'d>> = block.successors().collect();
        let place = |to: &Block<'d>| self.flow.index(*to).and_then(|index| places.get(index)).copied();
        let Some(kept) = successors.iter().copied().min_by_key(place) else { return Ok(()) };
        let mut once = true;
        for to in successors {
            if to == kept && std::mem::replace(&mut once, false) {
                continue;
            }
            to.forget_predecessor(block);
        }
        end.make_jump(kept)
    }
}
