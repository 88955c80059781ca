//! Moves operations on constants behind the definitions that they use. Like the Khronos translator, `order` puts all
//! integers first, including those that are computed from pointers, which is not valid in a module.
//!
//! In: words as the text has them. Out: the same instructions, of which only operations on constants moved.

use llvm_ir::sorting::Sorting;
use llvm_spirv::binary::header;
use llvm_spirv::binary::{Id, Op};
use llvm_spirv::binary::{Instruction, Instructions};
use rustc_hash::{FxHashMap, FxHashSet};

/// Moves each operation on constants behind the definitions of all ids that it uses.
pub(super) fn sort_topologically(words: &[u32]) -> Vec<u32> {
    let (head, body) = words.split_at(header::WORDS.min(words.len()));
    let mut sorted = Sorted { out: head.to_vec(), ..Sorted::default() };
    let mut in_function = false;
    for instruction in Instructions::new(body, header::WORDS as u32) {
        if !in_function && instruction.opcode() == Op::Function {
            sorted.finish();
            in_function = true;
        }
        match in_function {
            true => sorted.out.extend_from_slice(instruction.words()),
            false => sorted.put(instruction),
        }
    }
    sorted.finish();
    sorted.out
}

#[derive(Default)]
struct Sorted<'w> {
    out: Vec<u32>,
    defined: FxHashSet<Id>,
    /// The instructions that wait for a definition, by the id that they wait for.
    waiting: FxHashMap<Id, Vec<Instruction<'w>>>,
}

impl<'w> Sorted<'w> {
    /// Appends an instruction, and those that waited for it.
    fn put(&mut self, instruction: Instruction<'w>) {
        let mut open = vec![instruction];
        while let Some(instruction) = open.pop() {
            if let Some(id) = named(instruction).iter().find(|id| !self.defined.contains(id)) {
                self.waiting.entry(*id).or_default().push(instruction);
                continue;
            }
            self.out.extend_from_slice(instruction.words());
            if let Some(id) = instruction.result_id() {
                self.defined.insert(id);
                open.extend(self.waiting.remove(&id).into_iter().flatten().rev());
            }
        }
    }

    /// Appends the remaining instructions in their order; the reader of the module reports the error.
    fn finish(&mut self) {
        let mut left: Vec<_> = self.waiting.drain().flat_map(|(_, left)| left).collect();
        left.arrange_by_key(|instruction| instruction.result_id());
        left.iter().for_each(|instruction| self.out.extend_from_slice(instruction.words()));
    }
}

/// Returns the ids that an operation on constants uses; the indices of some are plain numbers.
fn named(instruction: Instruction<'_>) -> &[Id] {
    let operands = match instruction.opcode() {
        Op::SpecConstantOp => instruction.in_operands(),
        _ => return &[],
    };
    let Some((operation, ids)) = operands.split_first() else { return &[] };
    let count = match Op::from_u32(*operation) {
        Some(Op::CompositeExtract) => 1,
        Some(Op::CompositeInsert | Op::VectorShuffle) => 2,
        _ => ids.len(),
    };
    ids.get(..count.min(ids.len())).unwrap_or_default()
}
