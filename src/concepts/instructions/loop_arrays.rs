//! Arrays whose accesses do not depend on each other between iterations of a loop (`DependencyArrayINTEL` of
//! `SPV_INTEL_fpga_loop_controls`): pairs of a pointer and a number of iterations, which is 0 where there is no bound.
//!
//! In LLVM IR: `!llvm.loop.parallel_access_indices` lists access groups, and `!llvm.index.group` of a `getelementptr`
//! names its group, or in nested loops a node with the groups of both. The pointer is the base of the access or, if
//! that was loaded, the pointer that it was loaded from. It is written in Khronos mode alone, for FPGA compilers:
//! SPIRV-Tools expect a single literal.

use crate::conventions::nodes;
use crate::error::Result;
use crate::graph::flow::Flow;
use crate::graph::loops::Loops;
use crate::llvm::{Block, Metadata, Opcode, Value};
use crate::state::slots::control_flow::{PendingArrays, ReverseArrays};
use crate::state::{Forward, Reverse};
use llvm_spirv_metadata::loop_controls::bit;
use llvm_spirv_metadata::{Accesses, Controls, Loop, Named};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The attachment with the groups of an access.
const GROUP: &str = "llvm.index.group";

/// The limit on the number of arrays of a loop, so that their pairs fit into an instruction.
const MOST: usize = 16_000;

/// Returns the base pointer of an access or, if it was loaded, the pointer that it was loaded from.
fn origin(access: Value<'_>) -> Option<Value<'_>> {
    let mut pointer = access.operand(0)?;
    if pointer.is_op(Opcode::BitCast) {
        pointer = pointer.operand(0)?;
    }
    if pointer.is_op(Opcode::Load) { pointer.operand(0) } else { Some(pointer) }
}

// --- LLVM to SPIR-V ---

/// The arrays of a loop.
#[derive(Clone, Debug, Default)]
pub struct Arrays<'m> {
    /// The pointers, each with its number of iterations.
    pub pairs: Vec<(Value<'m>, u32)>,
    /// The number of literals of the controls in front of the pairs.
    pub behind: usize,
}

/// The pointers of each group of accesses in a function, in the order of the accesses.
#[derive(Debug)]
pub struct Groups<'m>(FxHashMap<Metadata<'m>, Vec<Value<'m>>>);

impl<'m> Groups<'m> {
    /// Reads the groups that accesses in blocks are of.
    pub fn read(blocks: &[Block<'m>]) -> Self {
        let mut groups: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for access in blocks.iter().flat_map(|block| block.instructions()).filter(|inst| inst.has_metadata()) {
            let node = access.is_op(Opcode::GetElementPtr).then(|| access.metadata(GROUP)).flatten();
            let (Some(node), Some(pointer)) = (node, origin(access)) else { continue };
            let named = node.operands().into_iter().flatten().collect::<Vec<_>>();
            for group in if named.is_empty() { vec![node] } else { named } {
                let pointers = groups.entry(group).or_default();
                if pointers.len() < MOST && !pointers.contains(&pointer) {
                    pointers.push(pointer);
                }
            }
        }
        Self(groups)
    }

    /// Returns the arrays of a loop by the metadata of its closing branch; only allowed controls count for the literals in front.
    pub fn of(&self, terminator: Value<'m>, is_allowed: &dyn Fn(u32) -> bool) -> Arrays<'m> {
        let node = terminator.metadata(Loop::<()>::NAME);
        let Some(read) = node.and_then(|node| Loop::read(&nodes::loop_properties(node)).ok()) else {
            return Arrays::default();
        };
        let pointers = |group: &Metadata<'m>| self.0.get(group).into_iter().flatten().copied();
        let pairs = read.accesses.iter().flat_map(|accesses| {
            let safelen = accesses.safelen.unwrap_or(0);
            accesses.groups.iter().flat_map(pointers).map(move |pointer| (pointer, safelen))
        });
        let before = read.controls.known.range(..bit::DEPENDENCY_ARRAY_ALTERA).filter(|(bit, _)| is_allowed(**bit));
        Arrays { pairs: pairs.take(MOST).collect(), behind: before.map(|(_, words)| words.len()).sum() }
    }
}

/// Notes the arrays of the merge instruction at a place of the code, whose mask is the operand `mask`.
pub fn note<'m>(f: &mut Forward<'m>, at: usize, mask: usize, arrays: &Arrays<'m>) -> Result<()> {
    if arrays.pairs.is_empty() {
        return Ok(());
    }
    super::loops::require(f, bit::DEPENDENCY_ARRAY_ALTERA)?;
    f.body.control_flow.arrays.push(PendingArrays { at, mask, behind: arrays.behind, pairs: arrays.pairs.clone() });
    Ok(())
}

/// Adds the arrays to the merge instructions, when all pointers have their ids.
pub fn complete(f: &mut Forward<'_>) {
    for pending in std::mem::take(&mut f.body.control_flow.arrays) {
        let known = |value: &Value<'_>| f.body.values.get(value).or_else(|| f.globals.get(value)).map(|found| found.id);
        let ids = pending.pairs.iter().filter_map(|(value, safelen)| Some([known(value)?, *safelen]));
        let pairs: Vec<u32> = ids.flatten().collect();
        let count = pairs.len() as u32;
        let mask = pending.at + 1 + pending.mask;
        let (Some(head), false) = (f.body.code.get(pending.at).copied(), pairs.is_empty()) else { continue };
        if let Some(word) = f.body.code.get_mut(pending.at) {
            *word = head + ((count + 1) << 16);
        }
        if let Some(word) = f.body.code.get_mut(mask) {
            *word |= bit::DEPENDENCY_ARRAY_ALTERA;
        }
        let words = std::iter::once(count / 2).chain(pairs).collect();
        f.body.control_flow.insertions.push((mask + 1 + pending.behind, words));
    }
}

// --- SPIR-V to LLVM ---

/// Notes the arrays of the loop with the current block as its header; `node` is the loop metadata of its branches so far.
pub fn reverse_note<'m>(r: &mut Reverse<'m>, controls: Controls, node: Metadata<'m>) {
    let pairs: Vec<_> = controls.dependencies().collect();
    if pairs.is_empty() || !r.options.policy.names_dependency_arrays {
        return;
    }
    let header = r.body.label;
    r.body.control_flow.arrays.push(ReverseArrays { header, controls, pairs, node });
}

/// Marks the accesses to the arrays of loops, outer loops first, and adds their groups to the loop metadata.
pub fn reverse_complete(r: &mut Reverse<'_>) -> Result<()> {
    let pending = std::mem::take(&mut r.body.control_flow.arrays);
    let Some(first) = pending.first() else { return Ok(()) };
    let function = r.block(first.header)?.parent();
    let Some(function) = function else { return Ok(()) };
    let blocks: Vec<_> = function.blocks().collect();
    let places: FxHashMap<_, _> = blocks.iter().enumerate().map(|(place, block)| (*block, place)).collect();
    let targets = |block: &Block<'_>| {
        let ends = block.terminator().into_iter().flat_map(|end| end.successors());
        ends.filter_map(|to| places.get(&to).copied()).collect()
    };
    let loops = Loops::new(&Flow::new(blocks.iter().map(targets).collect()));
    for arrays in &pending {
        let Some(header) = places.get(&r.block(arrays.header)?).copied() else { continue };
        let inside = blocks.iter().enumerate().filter(|(place, _)| loops.contains(header, *place));
        let inside: Vec<_> = inside.map(|(_, block)| *block).collect();
        let accesses = mark(r, arrays, &inside)?;
        let properties = Loop { controls: arrays.controls.clone(), accesses, ..Loop::default() }.write();
        let properties: Vec<_> = properties.iter().map(|node| nodes::reverse(r, node)).collect::<Result<_>>()?;
        let node = r.context.md_loop(&properties);
        for end in inside.iter().filter_map(|block| block.terminator()) {
            if end.metadata(Loop::<()>::NAME) == Some(arrays.node) {
                end.set_metadata(Loop::<()>::NAME, node)?;
            }
        }
    }
    Ok(())
}

/// Marks each access in a loop with the group of its array; returns the groups by the number of iterations.
fn mark<'m>(r: &Reverse<'m>, arrays: &ReverseArrays<'m>, blocks: &[Block<'m>]) -> Result<Vec<Accesses<Metadata<'m>>>> {
    let safe: FxHashMap<_, _> =
        arrays.pairs.iter().rev().filter_map(|(id, safelen)| Some((r.find_value(*id)?, *safelen))).collect();
    let mut groups: FxHashMap<(Value<'m>, Option<u64>), Metadata<'m>> = FxHashMap::default();
    let mut by_length: BTreeMap<u32, Vec<Metadata<'m>>> = BTreeMap::new();
    let accesses = blocks.iter().flat_map(|block| block.instructions());
    for access in accesses.filter(|inst| inst.is_op(Opcode::GetElementPtr)) {
        let Some(pointer) = origin(access) else { continue };
        let Some(safelen) = safe.get(&pointer) else { continue };
        let group = *groups.entry(place(pointer)).or_insert_with(|| r.context.md_distinct(&[]));
        let of_length = by_length.entry(*safelen).or_default();
        if !of_length.contains(&group) {
            of_length.push(group);
        }
        let node = match access.metadata(GROUP) {
            None => group,
            Some(outer) => {
                let mut named = outer.operands();
                if named.is_empty() {
                    named.push(Some(outer));
                }
                named.push(Some(group));
                r.context.md_node(&named)
            }
        };
        access.set_metadata(GROUP, node)?;
    }
    let of_length = |(safelen, groups)| Accesses { groups, safelen: Some(safelen).filter(|length| *length > 0) };
    Ok(by_length.into_iter().map(of_length).collect())
}

/// Returns the place that a pointer denotes: all pointers to one member of a structure are equal in this sense.
fn place(pointer: Value<'_>) -> (Value<'_>, Option<u64>) {
    let member = pointer.is_op(Opcode::GetElementPtr).then(|| pointer.operand(2)).flatten();
    match (pointer.operand(0), member.and_then(|number| number.int_value())) {
        (Some(base), Some(number)) => (base, Some(number)),
        _ => (pointer, None),
    }
}
