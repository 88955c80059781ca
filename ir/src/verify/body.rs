//! A function body during verification: its control-flow graph, and the place of each instruction.

use super::{Place, Verifier};
use crate::global::Global;
use crate::graph::{Graph, targets};
use crate::instruction::{Opcode, Row};
use crate::module::{Bundle, LOCAL, NONE, within};
use crate::sorting::Sorting;
use crate::{Block, Function};

/// Data about a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockInfo {
    /// The first instruction; those of a body have numbers in their order.
    pub(super) start: u32,
    /// The first instruction other than a phi.
    pub(super) first: u32,
    /// The last instruction.
    pub(super) last: u32,
    /// True if the block has phis.
    pub(super) has_phis: bool,
}

/// A function body with its control-flow graph.
pub(super) struct Body<'m> {
    /// The number of the function among the globals.
    pub(super) number: u32,
    pub(super) global: &'m Global,
    pub(super) graph: Graph,
    pub(super) blocks: Vec<BlockInfo>,
    handles: Vec<Block<'m>>,
    /// The operand bundles, sorted by call.
    pub(super) bundles: Vec<Bundle>,
    /// The instructions of the body.
    instructions: std::ops::Range<u32>,
    /// The locals of the body.
    locals: std::ops::Range<u32>,
    /// The subprogram of the function: the number of the node, plus one.
    pub(super) subprogram: u32,
}

/// An instruction of a body.
#[derive(Clone, Copy)]
pub(super) struct Here<'b, 'm> {
    pub(super) body: &'b Body<'m>,
    pub(super) block: u32,
    pub(super) number: u32,
    pub(super) row: &'m Row,
    pub(super) words: &'m [u32],
}

impl Here<'_, '_> {
    /// Returns the operand word `i`, or a number of no value if there is no such word.
    #[inline(always)]
    pub(super) fn word(&self, i: usize) -> u32 {
        self.words.get(i).copied().unwrap_or(NONE & !LOCAL)
    }
}

impl<'m> Body<'m> {
    /// Returns whether a local belongs to the function.
    pub(super) fn owns(&self, local: u32) -> bool {
        self.locals.contains(&(local & !LOCAL))
    }

    /// Returns whether an instruction belongs to the function.
    pub(super) fn has(&self, instruction: u32) -> bool {
        self.instructions.contains(&instruction)
    }

    /// Returns the operand bundles of a call.
    pub(super) fn bundles_of(&self, call: u32) -> &[Bundle] {
        if self.bundles.is_empty() {
            return &[];
        }
        let start = self.bundles.partition_point(|bundle| bundle.call < call);
        let end = self.bundles.partition_point(|bundle| bundle.call <= call);
        self.bundles.get(start..end).unwrap_or(&[])
    }

    /// Returns the first instruction of a block other than a phi.
    pub(super) fn first_of(&self, block: u32) -> u32 {
        self.blocks.get(block as usize).map_or(NONE, |info| info.first)
    }
}

impl<'m> Verifier<'m> {
    /// Collects the blocks and edges of a function, and the places of instructions. A block without a terminator is reported.
    pub(super) fn body(&mut self, function: Function<'m>, global: &'m Global) -> Option<Body<'m>> {
        let columns = global.body.as_ref()?;
        let (mut blocks, mut handles, mut successors, mut ends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (i, block) in function.blocks().enumerate() {
            let info = self.block(i as u32, block)?;
            let last = self.m.instructions.get(info.last as usize);
            match last.filter(|row| row.opcode.is_terminator()) {
                Some(row) => targets(row, self.m.operands(row), |to| successors.push(to)),
                None => {
                    let rule = super::Chapter::Control.broken("a block does not have a terminator");
                    self.note(rule, |v| Place::Function(v.name(global.name)));
                    return None;
                }
            }
            blocks.push(info);
            handles.push(block);
            ends.push(successors.len() as u32);
        }
        let mut bundles = within(&self.m.bundles, &columns.bundles).to_vec();
        if !bundles.is_sorted_by_key(|bundle| bundle.call) {
            bundles.arrange_by_key(|bundle| bundle.call);
        }
        Some(Body {
            number: function.number(),
            global,
            graph: Graph::new(successors, &ends),
            blocks,
            handles,
            bundles,
            instructions: columns.instructions.clone(),
            locals: columns.locals.clone(),
            subprogram: 0,
        })
    }

    /// Notes the block of its instructions; `None` for a block that does not exist.
    fn block(&mut self, number: u32, block: Block<'m>) -> Option<BlockInfo> {
        let row = self.m.blocks.get(block.number() as usize)?;
        let range = row.first as usize..row.end as usize;
        let rows = self.m.instructions.get(range.clone())?;
        self.blocks.get_mut(range)?.fill(number);
        let phis = rows.iter().take_while(|row| row.opcode == Opcode::Phi).count();
        Some(BlockInfo {
            start: row.first,
            first: if phis < rows.len() { row.first + phis as u32 } else { NONE },
            last: if rows.is_empty() { NONE } else { row.end - 1 },
            has_phis: rows.iter().any(|row| row.opcode == Opcode::Phi),
        })
    }

    /// Returns the next instruction in a block. Takes linear time; only rules about the ends of blocks need it.
    pub(super) fn next_in_block(&self, body: &Body<'m>, block: u32, number: u32) -> Option<u32> {
        let mut instructions = body.handles.get(block as usize)?.instructions();
        instructions.find(|i| i.number() == number)?;
        instructions.next().map(|i| i.number())
    }

    /// Returns the block of the instruction that defines a local.
    pub(super) fn block_of(&self, local: u32) -> Option<u32> {
        let number = self.m.locals.get((local & !LOCAL) as usize)?.instruction;
        self.blocks.get(number as usize).copied()
    }

    /// Returns the opcode of the first instruction of a block other than a phi.
    pub(super) fn opcode_at(&self, body: &Body<'m>, block: u32) -> Option<Opcode> {
        self.m.instructions.get(body.first_of(block) as usize).map(|row| row.opcode)
    }
}
