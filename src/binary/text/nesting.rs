//! The depth to which blocks are indented: as structured control flow nests them.
//!
//! The merge block of a selection or loop stands on the level of its header, the continue target one level deeper, and
//! the branches, cases and bodies two. A block takes the first level that it is given, headers first; blocks that are not
//! reached have level 0.

use crate::binary::Id;
use crate::binary::definitions::Definitions;
use crate::binary::grammar::Kind;
use crate::binary::instruction::Instruction;
use crate::binary::operands::walk;
use ::spirv::Op;
use rustc_hash::FxHashMap;

/// A block, its label included.
pub(super) struct Block<'w> {
    pub instructions: Vec<Instruction<'w>>,
}

/// A successor block, and how many levels deeper it is indented.
type Successor = (Id, u32);

impl<'w> Block<'w> {
    pub fn new(label: Instruction<'w>) -> Self {
        Self { instructions: vec![label] }
    }

    fn id(&self) -> Id {
        self.instructions.first().and_then(|label| label.result_id()).unwrap_or_default()
    }

    /// Returns the successors, in the order in which they are assigned their levels.
    fn successors(&self, definitions: &Definitions<'_>) -> Vec<Successor> {
        let [.., before, last] = self.instructions.as_slice() else { return Vec::new() };
        let mut found = match (before.opcode(), before.in_operands()) {
            (Op::LoopMerge, [merge, target, ..]) => vec![(*merge, 0), (*target, 1)],
            (Op::SelectionMerge, [merge, ..]) => vec![(*merge, 0)],
            _ => Vec::new(),
        };
        let is_header = !found.is_empty();
        match (last.opcode(), last.in_operands()) {
            (Op::Branch, [target, ..]) => found.push((*target, if is_header { 2 } else { 0 })),
            (Op::BranchConditional, [_, yes, no, ..]) => found.extend([(*yes, 2), (*no, 2)]),
            (Op::Switch, _) => found.extend(cases(*last, definitions).map(|id| (id, 2))),
            _ => {}
        }
        found
    }
}

/// The targets of a switch, the default first.
fn cases(switch: Instruction<'_>, definitions: &Definitions<'_>) -> impl Iterator<Item = Id> {
    let mut ids = Vec::new();
    // What the grammar does not allow has no targets.
    let _ = walk(switch, definitions, |part| {
        ids.extend((part.kind == Some(Kind::IdRef)).then(|| part.word()));
        Ok(())
    });
    ids.into_iter().skip(1)
}

/// Returns the level of each block of a function.
pub(super) fn levels(blocks: &[Block<'_>], definitions: &Definitions<'_>) -> Vec<u32> {
    let places: FxHashMap<Id, usize> = blocks.iter().enumerate().map(|(place, block)| (block.id(), place)).collect();
    let mut levels: Vec<Option<u32>> = vec![None; blocks.len()];
    let mut visited = vec![false; blocks.len()];
    let mut open = Vec::new();
    if let Some(first) = levels.first_mut() {
        *first = Some(0);
        open.push(0);
    }
    while let Some(place) = open.pop() {
        let (Some(block), Some(is_visited)) = (blocks.get(place), visited.get_mut(place)) else { continue };
        if std::mem::replace(is_visited, true) {
            continue;
        }
        let level = levels.get(place).copied().flatten().unwrap_or_default();
        let successors: Vec<_> = block.successors(definitions);
        for (id, deeper) in &successors {
            if let Some(known) = places.get(id).and_then(|place| levels.get_mut(*place)) {
                known.get_or_insert(level.saturating_add(*deeper));
            }
        }
        // Those that are given a level first are followed first.
        open.extend(order(&successors).filter_map(|id| places.get(&id)));
    }
    levels.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns the successors in the order in which they are pushed on the stack: the blocks after the construct come last,
/// and are followed first.
fn order(successors: &[Successor]) -> impl Iterator<Item = Id> {
    let merges = successors.iter().take_while(|(_, deeper)| *deeper < 2).count();
    let (before, behind) = successors.split_at_checked(merges).unwrap_or_default();
    behind.iter().chain(before.iter().rev()).map(|(id, _)| *id)
}
