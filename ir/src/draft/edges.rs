//! Edges between blocks: inserts blocks into them, and orders the predecessors of a block.

use crate::sorting::Sorting;
use rustc_hash::FxHashMap;

use super::{Block, Function, Result, Value, need};
use crate::instruction::Opcode;
use crate::module::BlockOrder;

impl<'d> Block<'d> {
    /// Replaces the successor `to` of a terminator by `edge`, a block that branches to `to` and is moved in front of it; the phis of
    /// `to` name `edge` instead.
    ///
    /// Blocks of different functions.
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
    /// Replaces the incoming values and blocks of a phi.
    ///
    /// # Errors
    /// A value that is no phi, a value of another type.
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

/// The predecessors of each block in LLVM's order: without a use-list order, the newest stands first.
pub(crate) type Predecessors<'d> = FxHashMap<Block<'d>, Vec<Block<'d>>>;

impl<'d> Function<'d> {
    fn newest_first(self) -> Predecessors<'d> {
        let mut lists = Predecessors::default();
        for block in self.blocks() {
            block.successors().for_each(|successor| lists.entry(successor).or_default().push(block));
        }
        lists.values_mut().for_each(|list| list.reverse());
        lists
    }

    /// Returns the predecessors of each block in order.
    pub(crate) fn predecessors(self) -> Predecessors<'d> {
        let mut lists = self.newest_first();
        let blocks: Vec<_> = self.blocks().collect();
        for order in self.draft.side.borrow().block_orders.get(&self.number).into_iter().flatten() {
            let list = blocks.get(order.block as usize).and_then(|block| lists.get_mut(block));
            // A `blockaddress` of the block may be one more use, at the end.
            let Some(list) = list.filter(|list| (list.len()..list.len() + 2).contains(&order.places.len())) else {
                continue;
            };
            let mut sorted: Vec<_> = order.places.iter().zip(list.iter().copied()).collect();
            sorted.arrange_by_key(|(place, _)| **place);
            *list = sorted.into_iter().map(|(_, block)| block).collect();
        }
        lists
    }

    /// Sets the use-list orders such that blocks list their predecessors in this order. The order of blocks must not change afterwards.
    pub(crate) fn order_predecessors(self, wanted: &Predecessors<'d>) {
        let lists = self.newest_first();
        let mut orders = Vec::new();
        for (number, block) in self.blocks().enumerate() {
            let (Some(list), Some(wanted)) = (lists.get(&block), wanted.get(&block)) else { continue };
            let mut free: FxHashMap<Block<'d>, Vec<u32>> = FxHashMap::default();
            for (place, predecessor) in wanted.iter().enumerate().rev() {
                free.entry(*predecessor).or_default().push(place as u32);
            }
            let places: Option<Vec<u32>> = list.iter().map(|from| free.get_mut(from)?.pop()).collect();
            let is_new = |places: &Vec<u32>| places.len() == wanted.len() && !places.is_sorted();
            orders.extend(places.filter(is_new).map(|places| BlockOrder { block: number as u32, places }));
        }
        self.draft.side.borrow_mut().block_orders.insert(self.number, orders);
    }
}
