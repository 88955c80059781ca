//! Scalarisation: replaces instructions on vectors, including loads and stores, by instructions on components.
//!
//! Blocks are visited so that definitions come before uses. Each vector instruction is repeated for each component (`visit`), with
//! the components of its operands (`parts`), which are made behind the definitions of these. At the end, vectors that are still used
//! as a whole are rebuilt (`finish`), and dead instructions are erased. Components are named `.i0` and so on, as in LLVM.
//!
//! Source: `llvm/lib/Transforms/Scalar/Scalarizer.cpp`, with loads and stores, and without a least width.

mod casts;
mod finish;
mod intrinsics;
mod memory;
mod parts;
mod visit;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::draft::{Block, Builder, Draft, Function, Result, Type, Value};
use crate::transform::dead;
use crate::types::TypeKind;

/// The key of components: a vector, or a pointer to one, and the type of a component.
type Key<'d> = (Value<'d>, Type<'d>);

struct Scalarise<'d> {
    draft: &'d Draft,
    entry: Block<'d>,
    reachable: FxHashSet<Block<'d>>,
    /// The components that were made.
    known: FxHashMap<Key<'d>, Vec<Option<Value<'d>>>>,
    /// The instructions that have components, in order.
    gathered: Vec<Key<'d>>,
    /// Instructions that may be dead at the end.
    dead: Vec<Value<'d>>,
}

/// Scalarises the vector instructions of a function, including loads and stores; returns whether there were any.
///
/// # Errors
/// None for a valid draft.
pub fn scalarise(function: Function<'_>) -> Result<bool> {
    let Some(entry) = function.entry() else { return Ok(false) };
    let order = in_order(entry);
    let mut this = Scalarise {
        draft: function.value().draft(),
        entry,
        reachable: order.iter().copied().collect(),
        known: FxHashMap::default(),
        gathered: Vec::new(),
        dead: Vec::new(),
    };
    let mut any = false;
    for block in order {
        let mut next = block.first();
        while let Some(instruction) = next {
            let done = this.visit(instruction)?;
            next = instruction.next();
            if done && instruction.ty().kind() == TypeKind::Void {
                instruction.erase()?;
                any = true;
            }
        }
    }
    any |= !this.known.is_empty() || !this.dead.is_empty();
    this.finish()?;
    dead::erase(std::mem::take(&mut this.dead))?;
    Ok(any)
}

/// Returns the reachable blocks in reverse postorder.
fn in_order(entry: Block<'_>) -> Vec<Block<'_>> {
    let mut seen = FxHashSet::default();
    seen.insert(entry);
    let mut open = vec![(entry, 0)];
    let mut order = Vec::new();
    let mut lists: FxHashMap<Block<'_>, Vec<Block<'_>>> = FxHashMap::default();
    while let Some((block, at)) = open.pop() {
        let list = lists.entry(block).or_insert_with(|| block.successors().collect());
        match list.get(at).copied() {
            Some(next) => {
                open.push((block, at + 1));
                if seen.insert(next) {
                    open.push((next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

impl<'d> Scalarise<'d> {
    /// Returns a builder before an instruction, with its location.
    fn before(&self, instruction: Value<'d>) -> Result<Builder<'d>> {
        let builder = Builder::new(self.draft);
        builder.position_before(instruction)?;
        builder.set_location(instruction.metadata(0));
        Ok(builder)
    }

    /// Returns an index of the type that LLVM uses in `extractelement` and `insertelement`.
    fn index(&self, i: usize) -> Result<Value<'d>> {
        self.draft.const_int(self.draft.int_type(64)?, &[i as u64])
    }
}

/// Returns the element type and the length of a fixed-length vector.
fn split(ty: Type<'_>) -> Option<(Type<'_>, usize)> {
    (ty.kind() == TypeKind::Vector).then(|| (ty.scalar(), ty.size() as usize))
}

/// Names a new instruction after another, with a suffix and a number.
fn name<'d>(made: Value<'d>, like: Value<'d>, suffix: &str, i: usize) -> Value<'d> {
    if made.opcode().is_some() {
        made.set_name(&[like.name(), suffix.as_bytes(), i.to_string().as_bytes()].concat());
    }
    made
}
