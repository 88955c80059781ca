//! Unreachable blocks, which the translation to SPIR-V omits.

use llvm_spirv::binary::grammar::Category;
use llvm_spirv::binary::{Id, Instruction, Module, Op};
use llvm_spirv::error::Result;
use rustc_hash::{FxHashMap, FxHashSet};

/// Returns the labels of the blocks that are unreachable from the first block of their function, by branches and, if
/// control flow is structured, by merge instructions.
pub(super) fn unreached(module: &Module<'_>, is_structured: bool) -> Result<FxHashSet<Id>> {
    let (mut unreached, mut flow) = (FxHashSet::default(), Flow::default());
    for instruction in module.words().instructions() {
        match instruction.opcode() {
            Op::Label => flow.begin(instruction.result_id().unwrap_or_default()),
            Op::Branch | Op::BranchConditional | Op::Switch => flow.go_on(module, instruction)?,
            Op::LoopMerge | Op::SelectionMerge if is_structured => flow.go_on(module, instruction)?,
            Op::FunctionEnd => unreached.extend(std::mem::take(&mut flow).unreached()),
            _ => {}
        }
    }
    Ok(unreached)
}

/// The blocks of a function.
#[derive(Default)]
struct Flow {
    labels: Vec<Id>,
    /// For each block the ids in its last instructions.
    named: Vec<Vec<Id>>,
}

impl Flow {
    fn begin(&mut self, label: Id) {
        self.labels.push(label);
        self.named.push(Vec::new());
    }

    /// Records the ids in an instruction: blocks, and others, which have no effect.
    fn go_on(&mut self, module: &Module<'_>, instruction: Instruction<'_>) -> Result<()> {
        let Some(named) = self.named.last_mut() else { return Ok(()) };
        module.visit_operands(instruction, |part| {
            let is_id = part.kind.is_some_and(|kind| kind.info().category == Category::Id);
            named.extend(is_id.then(|| part.word()));
        })
    }

    fn unreached(self) -> impl Iterator<Item = Id> {
        let places: FxHashMap<Id, usize> = self.labels.iter().copied().zip(0..).collect();
        let mut is_reached = vec![false; self.labels.len()];
        let mut open = Vec::from_iter((!self.labels.is_empty()).then_some(0));
        while let Some(block) = open.pop() {
            let Some(slot) = is_reached.get_mut(block).filter(|slot| !**slot) else { continue };
            *slot = true;
            let named = self.named.get(block).into_iter().flatten();
            open.extend(named.filter_map(|id| places.get(id).copied()));
        }
        self.labels.into_iter().zip(is_reached).filter(|(_, is_reached)| !is_reached).map(|(label, _)| label)
    }
}
