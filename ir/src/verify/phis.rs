//! Checks phis against the predecessors of their blocks.

use super::body::Body;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::Block;
use crate::instruction::Opcode;
use crate::module::NONE;

const HERE: Chapter = Chapter::Phis;

/// A predecessor, the number of its edges, and the incoming value of the current phi.
#[derive(Clone, Copy)]
struct Entry {
    block: u32,
    count: u32,
    seen: u32,
    value: u32,
}

impl<'m> Verifier<'m> {
    /// Checks the phis of a block.
    pub(super) fn phis(&mut self, body: &Body<'m>, number: u32, block: Block<'m>) {
        let mut before: Vec<u32> = body.graph.predecessors(number).to_vec();
        before.sort_unstable();
        let total = before.len();
        let mut entries: Vec<Entry> = Vec::with_capacity(total);
        for block in before {
            match entries.last_mut().filter(|entry| entry.block == block) {
                Some(entry) => entry.count += 1,
                None => entries.push(Entry { block, count: 1, seen: 0, value: NONE }),
            }
        }
        let mut grouped = true;
        for instruction in block.instructions() {
            let Some(row) = instruction.row() else { continue };
            if row.opcode != Opcode::Phi {
                grouped = false;
                continue;
            }
            let words = self.m.operands(row);
            let rule = HERE
                .require(grouped, "PHI nodes not grouped at top of basic block!")
                .and_then(|()| self.types_of_phi(row.ty, words))
                .and_then(|()| edges(words, total, &mut entries));
            self.note(rule, |v| v.place_of(body, number, instruction.number()));
        }
    }

    fn types_of_phi(&self, ty: u32, words: &[u32]) -> Rule {
        HERE.require(!super::layout::is_token(self.m, ty), "PHI nodes cannot have token type!")?;
        let fits = words.as_chunks::<2>().0.iter().all(|&[value, _]| self.m.type_of(value) == ty);
        HERE.require(fits, "PHI node operands are not the same type as the result!")
    }
}

/// Checks that a phi has an entry for each edge from a predecessor, and one value for each predecessor.
fn edges(words: &[u32], total: usize, entries: &mut [Entry]) -> Rule {
    let pairs = words.as_chunks::<2>().0;
    HERE.require(
        pairs.len() == total,
        "PHINode should have one entry for each predecessor of its parent basic block!",
    )?;
    entries.iter_mut().for_each(|entry| entry.seen = 0);
    for &[value, block] in pairs {
        let at = match entries {
            // Most blocks have at most two predecessors.
            [first, ..] if first.block == block => Ok(0),
            _ => entries.binary_search_by_key(&block, |entry| entry.block),
        };
        let Some(entry) = at.ok().and_then(|i| entries.get_mut(i)) else {
            return HERE.broken("PHI node entries do not match predecessors!");
        };
        HERE.require(
            entry.seen == 0 || entry.value == value,
            "PHI node has multiple entries for the same basic block with different incoming values!",
        )?;
        (entry.seen, entry.value) = (entry.seen + 1, value);
        HERE.require(entry.seen <= entry.count, "PHI node entries do not match predecessors!")?;
    }
    Ok(())
}
