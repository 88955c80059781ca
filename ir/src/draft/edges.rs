//! Edges between blocks: blocks that are put on them, and the order in which a block lists those that it is entered from.

use rustc_hash::FxHashMap;

use super::{Block, Function, Result, Value, need, side};
use crate::instruction::Opcode;
use crate::module::BlockOrder;

impl<'d> Block<'d> {
    /// Makes the terminator go to `edge`, which goes on to `to` and stands before it, wherever it goes to `to`, and the phis of `to`
    /// name `edge`.
    ///
    /// # Errors
    /// Blocks of other functions.
    pub(crate) fn go_through(self, to: Block<'d>, edge: Block<'d>) -> Result<()> {
        let function = self.function();
        need(
            function.is_some() && function == to.function() && function == edge.function(),
            "an edge is in a function",
        )?;
        let terminator = self.terminator();
        let places = terminator.into_iter().flat_map(Value::successors).enumerate();
        let places: Vec<_> = places.filter(|(_, successor)| *successor == to).map(|(i, _)| i).collect();
        for i in places {
            terminator.map_or(Ok(()), |terminator| terminator.set_successor(i, edge))?;
        }
        to.rename_predecessor(self, edge);
        match to.previous() {
            Some(previous) => edge.move_behind(previous),
            None => edge.move_to_front(),
        }
    }
}

impl<'d> Value<'d> {
    /// Gives a phi other values, and the blocks that they come from.
    ///
    /// # Errors
    /// What is no phi, a value of another type.
    pub(crate) fn set_incoming(self, pairs: &[(Value<'d>, Block<'d>)]) -> Result<()> {
        let Some(instruction) = self.instruction().filter(|_| self.opcode() == Some(Opcode::Phi)) else {
            return need(false, "only a phi has values of blocks");
        };
        need(pairs.iter().all(|(value, _)| value.ty() == self.ty()), "a value of a phi has its type")?;
        let words: Vec<u32> = pairs.iter().flat_map(|(value, block)| [value.number, block.number]).collect();
        self.draft.set_words(instruction, &words);
        Ok(())
    }
}

impl<'d> Function<'d> {
    /// Makes blocks list predecessors first that are the newest: pairs of a block and a predecessor, the newest last. The numbers of
    /// blocks must not change from then on.
    pub(crate) fn list_newest_first(self, newest: &[(Block<'d>, Block<'d>)]) {
        let ages: FxHashMap<_, usize> = newest.iter().enumerate().map(|(age, edge)| (*edge, age)).collect();
        let mut lists: FxHashMap<Block<'d>, Vec<Block<'d>>> = newest.iter().map(|(to, _)| (*to, Vec::new())).collect();
        for block in self.blocks() {
            for successor in block.successors() {
                lists.entry(successor).and_modify(|list| list.push(block));
            }
        }
        let mut orders = Vec::new();
        for (number, block) in self.blocks().enumerate() {
            let Some(list) = lists.get_mut(&block) else { continue };
            list.reverse();
            let mut sorted: Vec<usize> = (0..list.len()).collect();
            let age = |i: &usize| list.get(*i).and_then(|from| ages.get(&(block, *from)));
            sorted.sort_by(|a, b| age(b).cmp(&age(a)));
            let mut places = vec![0; list.len()];
            for (place, i) in sorted.into_iter().enumerate() {
                places.get_mut(i).into_iter().for_each(|slot| *slot = place as u32);
            }
            orders.push(BlockOrder { block: number as u32, places });
        }
        let mut parts = self.draft.side.borrow_mut();
        for order in orders {
            side::add(&mut parts.block_orders, self.number, order);
        }
    }
}
