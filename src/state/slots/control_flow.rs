//! The blocks, branches and phis of a function.

use crate::binary::{Id, Instruction};
use crate::llvm::{Block, Metadata, Value};
use llvm_spirv_metadata::Controls;
use rustc_hash::FxHashMap;

/// A phi whose incoming values are filled in when the whole body is known.
#[derive(Clone, Copy, Debug)]
pub struct PendingPhi<'m> {
    /// The LLVM instruction.
    pub phi: Value<'m>,
    /// Its SPIR-V type.
    pub ty: Id,
    /// The position of its operand pairs in [`crate::state::Body::code`].
    pub at: usize,
}

/// A merge instruction that receives the dependency arrays of its loop when the whole body is known.
#[derive(Clone, Debug)]
pub struct PendingArrays<'m> {
    /// The word of [`crate::state::Body::code`] at which the instruction starts.
    pub at: usize,
    /// The place of the mask among its operands.
    pub mask: usize,
    /// The number of literals between the mask and the arrays.
    pub behind: usize,
    /// The pointers, each with its number of iterations.
    pub pairs: Vec<(Value<'m>, u32)>,
}

/// A loop whose dependency arrays are marked when the whole body is known.
#[derive(Clone, Debug)]
pub struct ReverseArrays<'m> {
    /// The label of its header.
    pub header: Id,
    /// Its controls.
    pub controls: Controls,
    /// The pointers, each with its number of iterations.
    pub pairs: Vec<(Id, u32)>,
    /// The `!llvm.loop` of its branches so far.
    pub node: Metadata<'m>,
}

/// Branches in the translation to SPIR-V.
#[derive(Debug, Default)]
pub struct Branches<'m> {
    /// The labels of blocks that were split off the end of a block.
    pub exits: FxHashMap<Block<'m>, Id>,
    /// The `OpSelectionMerge` for the next terminator: merge block and control.
    pub selection: Option<[u32; 2]>,
    /// Unreachable blocks to append.
    pub dead_ends: Vec<Id>,
    /// Phis to complete.
    pub phis: Vec<PendingPhi<'m>>,
    /// Words to insert before a position of the code, for values that a phi needs in its predecessors.
    pub insertions: Vec<(usize, Vec<u32>)>,
    /// Merge instructions to complete with arrays.
    pub arrays: Vec<PendingArrays<'m>>,
}

/// A phi whose incoming values are filled in when the whole body is known.
#[derive(Clone, Copy, Debug)]
pub struct ReversePhi<'m> {
    /// The LLVM instruction.
    pub phi: Value<'m>,
    /// The `OpPhi`.
    pub inst: Instruction<'m>,
    /// The label of its block.
    pub label: Id,
}

/// A merge instruction whose metadata is set when all blocks of the function are complete.
#[derive(Clone, Copy, Debug)]
pub struct ReverseMerge<'m> {
    /// The label of the block that it is in.
    pub header: Id,
    /// The merge block.
    pub merge: Id,
    /// The continue target of a loop.
    pub target: Option<Id>,
    /// The metadata node that represents it.
    pub node: Metadata<'m>,
}

/// Branches in the reverse translation.
#[derive(Debug, Default)]
pub struct ReverseBranches<'m> {
    /// Phis to complete.
    pub phis: Vec<ReversePhi<'m>>,
    /// Pairs of blocks with several edges between them, and the number of edges: LLVM's phis list each.
    pub edges: FxHashMap<(Id, Id), usize>,
    /// For headers of loops with hints the `!llvm.loop` of the branches back to them.
    pub loops: FxHashMap<Id, Metadata<'m>>,
    /// The mask of the `OpSelectionMerge` for the next terminator.
    pub selection: u32,
    /// The merge instructions of shaders.
    pub merges: Vec<ReverseMerge<'m>>,
    /// Loops whose dependency arrays are to be marked.
    pub arrays: Vec<ReverseArrays<'m>>,
}
