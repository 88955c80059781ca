//! Vectors taken apart: instructions on components in the place of instructions on vectors, loads and stores included.
//!
//! Blocks are walked so that definitions come first. Each instruction on vectors is made again for each component (`visit`), of the
//! components of its operands (`parts`), which stand behind what defines them. In the end whole vectors are put together where
//! something still uses them (`finish`), and what nothing uses is erased. Components are named `.i0` and so on, as LLVM names them.
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
    /// Components, as far as they are made.
    known: FxHashMap<Key<'d>, Vec<Option<Value<'d>>>>,
    /// Instructions whose components are made, in order.
    gathered: Vec<Key<'d>>,
    /// The instructions that may be dead in the end.
    dead: Vec<Value<'d>>,
}

/// Makes instructions on components of a function's instructions on vectors, loads and stores included; true where there are any.
///
/// # Errors
/// None that a valid draft brings about.
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

/// Returns the blocks that are reached, each before those that it goes to, but for loops.
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

    /// Returns an index as LLVM has it in `extractelement` and `insertelement`.
    fn index(&self, i: usize) -> Result<Value<'d>> {
        self.draft.const_int(self.draft.int_type(64)?, &[i as u64])
    }
}

/// Returns the element and the length of a vector of a known length.
fn split(ty: Type<'_>) -> Option<(Type<'_>, usize)> {
    (ty.kind() == TypeKind::Vector).then(|| (ty.scalar(), ty.size() as usize))
}

/// Gives an instruction that was made the name of another with something behind it.
fn name<'d>(made: Value<'d>, like: Value<'d>, suffix: &str, i: usize) -> Value<'d> {
    if made.opcode().is_some() {
        made.set_name(&[like.name(), suffix.as_bytes(), i.to_string().as_bytes()].concat());
    }
    made
}
