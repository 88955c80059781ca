//! Structured control flow: the selections and loops that the merge instructions of functions declare.

use super::name;
use crate::binary::{Block, Function, Id, Instruction, Module, Op};
use crate::error::Result;
use crate::graph::structured::{self, Constructs, Kind, Merge, Shape};
use rustc_hash::FxHashMap;

/// A selection or loop of a function. Blocks are ids of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct Construct {
    /// The id of the function.
    pub function: u32,
    /// The name of the function.
    pub function_name: Option<String>,
    /// The kind of construct.
    pub kind: ConstructKind,
    /// The header: the block with the merge instruction.
    pub header: u32,
    /// Its blocks outside of inner constructs, in structural order; for a loop without those of its continue construct.
    pub blocks: Vec<u32>,
    /// The continue target of a loop.
    pub continue_target: Option<u32>,
    /// The blocks of a loop's continue construct outside of inner constructs.
    pub continue_blocks: Vec<u32>,
    /// The merge block, which is not part of the construct.
    pub merge: u32,
    /// The header of the selection or loop around it.
    pub outer: Option<u32>,
}

/// The kind of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub enum ConstructKind {
    /// A selection by a branch.
    Selection,
    /// A selection by a switch.
    Switch,
    /// A loop.
    Loop,
}

impl ConstructKind {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Selection => "selection",
            Self::Switch => "switch",
            Self::Loop => "loop",
        }
    }
}

/// Returns the constructs of all functions, outer ones first.
pub(super) fn all(module: &Module<'_>) -> Result<Vec<Construct>> {
    let mut all = Vec::new();
    for function in module.functions().filter(|function| !function.is_declaration()) {
        all.extend(of_function(module, &function)?);
    }
    Ok(all)
}

fn of_function(module: &Module<'_>, function: &Function<'_>) -> Result<Vec<Construct>> {
    let shape = shape(module, function.blocks)?;
    if shape.merges.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let constructs = shape.constructs();
    let continued =
        constructs.all.iter().filter(|one| one.kind == Kind::Continue).map(|one| (one.header, one)).collect();
    let view = View { module, function, constructs: &constructs, continued };
    Ok(constructs.all.iter().filter_map(|one| view.construct(one)).collect())
}

/// Returns the control flow of a function, with numbers for blocks.
fn shape(module: &Module<'_>, blocks: &[Block<'_>]) -> Result<Shape> {
    let numbers: FxHashMap<Id, usize> = blocks.iter().enumerate().map(|(at, block)| (block.label, at)).collect();
    let mut shape = Shape::default();
    for block in blocks {
        let (mut merge, mut last) = (None, None);
        for inst in block.instructions() {
            merge = merged(&numbers, inst)?.or(merge);
            last = Some(inst);
        }
        let mut targets = Vec::new();
        if let Some(terminator) = last {
            module.visit_ids(terminator, |id| targets.extend(numbers.get(&id)))?;
        }
        shape.successors.push(targets);
        shape.is_switch.push(last.is_some_and(|terminator| terminator.opcode() == Op::Switch));
        shape.merges.push(merge);
    }
    Ok(shape)
}

/// Returns the merge that an instruction declares, if its blocks belong to the function.
fn merged(numbers: &FxHashMap<Id, usize>, inst: Instruction<'_>) -> Result<Option<Merge>> {
    let block = |index: usize| inst.operand(index).map(|id| numbers.get(&id).copied());
    Ok(match inst.opcode() {
        Op::SelectionMerge => block(0)?.map(|merge| Merge::Selection { merge }),
        Op::LoopMerge => block(0)?.zip(block(1)?).map(|(merge, target)| Merge::Loop { merge, target }),
        _ => None,
    })
}

/// A function with its constructs, with numbers for blocks.
struct View<'v> {
    module: &'v Module<'v>,
    function: &'v Function<'v>,
    constructs: &'v Constructs,
    /// The continue construct of each loop, by its header.
    continued: FxHashMap<usize, &'v structured::Construct>,
}

impl View<'_> {
    /// Returns a selection or loop; a continue construct is part of its loop.
    fn construct(&self, one: &structured::Construct) -> Option<Construct> {
        let (number, label) = (self.function.id(), |block: usize| self.label(block));
        let continued = self.continued.get(&one.header).filter(|_| one.kind == Kind::Loop);
        Some(Construct {
            function: number,
            function_name: name(self.module, number),
            kind: kind(one.kind)?,
            header: label(one.header)?,
            blocks: one.blocks.iter().filter_map(|block| label(*block)).collect(),
            continue_target: one.target.and_then(label),
            continue_blocks: continued.iter().flat_map(|next| &next.blocks).filter_map(|block| label(*block)).collect(),
            merge: label(one.merge)?,
            outer: one.outer.and_then(|outer| label(self.constructs.all.get(outer)?.header)),
        })
    }

    fn label(&self, block: usize) -> Option<u32> {
        self.function.blocks.get(block).map(|block| block.label)
    }
}

fn kind(kind: Kind) -> Option<ConstructKind> {
    match kind {
        Kind::Selection => Some(ConstructKind::Selection),
        Kind::Switch => Some(ConstructKind::Switch),
        Kind::Loop => Some(ConstructKind::Loop),
        Kind::Continue => None,
    }
}
