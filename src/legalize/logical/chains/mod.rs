//! Access chains with logical addressing, rebuilt from byte offsets (SPIR-V 2.16.1, `OpAccessChain`).
//!
//! In: functions of a module with logical addressing. Out: the same functions, in which each pointer that is accessed, or
//! given to a function, comes from its variable, parameter or call by `getelementptr`s that start at the type which their
//! base points to, or by `__spirv_AccessChain`, and points to the type that is accessed there. LLVM's passes count in bytes
//! instead, and join or divide accesses: `places` tells what pointers point to, `address` takes them apart into a root, an
//! offset and indices, `chosen` those that phis choose, `branches` those that come from several variables or, by `apart`,
//! from members of one that no index counts, `joined` chains by call, `descriptors` those that start at several descriptors, `opaque` the images that phis choose, `sampled` those that are joined with a sampler, `path` finds
//! addresses in the root's type, `access` and `parts` load and store the objects, `copies` are `llvm.memcpy` and its kin,
//! `arguments` pointers in calls, `physical_arrays` those to arrays of which only an address is left, `strides` give pointers that are chosen together one type. What is as it should be is left alone.

mod access;
pub mod address;
mod apart;
mod arguments;
mod branches;
mod chosen;
mod copied_arrays;
mod copies;
mod descriptors;
mod joined;
mod opaque;
mod parts;
mod path;
mod physical_arrays;
mod places;
mod pointers;
mod sampled;
mod strides;
mod variable_pointers;

use crate::concepts::shaders::structs::Table;
use crate::error::{Collected, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::growth::Growth;
use crate::llvm::{Builder, Module, Opcode, Value};
use chosen::Chosen;
pub use chosen::{is_choice, is_choice_of_pointers};
use places::Places;
use pointers::Pointers;
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites the accesses of a module with logical addressing, whose structures a table describes.
pub fn run<'m>(module: &'m Module<'m>, table: &Table<'m>, errors: &mut Collected<Value<'m>>) -> Result<()> {
    let defined: Vec<_> = module.functions().filter(|function| !function.is_declaration()).collect();
    let Some(first) = defined.first() else { return Ok(()) };
    let context = module.context();
    let emit = Emit { context: &context, builder: Builder::new(module) };
    let mut rebuild = Rebuild {
        module,
        table,
        emit: &emit,
        places: Places::new(module, &context, table),
        pointers: Pointers::default(),
        chosen: Chosen::default(),
        apart: Chosen::default(),
        numbers: Vec::new(),
        flat: FxHashMap::default(),
        current: *first,
        replaced: Vec::new(),
        growth: Growth::new(),
    };
    for function in defined {
        if let Err(error) = rebuild.function(function) {
            errors.add(error.in_function(function.name()).in_source(|| function.source()))?;
            errors.fail(function);
        }
    }
    Ok(())
}

/// The accesses of a module, on their way to chains.
struct Rebuild<'r, 'm> {
    module: &'m Module<'m>,
    table: &'r Table<'m>,
    emit: &'r Emit<'m>,
    places: Places<'r, 'm>,
    pointers: Pointers<'m>,
    chosen: Chosen<'m>,
    /// The addresses of these, with all that differ told apart.
    apart: Chosen<'m>,
    /// The numbers that were made in place of pointers.
    numbers: Vec<Value<'m>>,
    /// The indices that were made in place of pointers, and where they lead: they count on from one inner object to the next.
    flat: FxHashMap<Value<'m>, address::Reach>,
    /// The instruction that is being rewritten.
    current: Value<'m>,
    /// Instructions that may be needless now.
    replaced: Vec<Value<'m>>,
    growth: Growth,
}

impl<'m> Rebuild<'_, 'm> {
    fn function(&mut self, function: Value<'m>) -> Result<()> {
        self.pointers = Pointers::default();
        self.chosen = Chosen::default();
        self.apart = Chosen::default();
        self.flat = FxHashMap::default();
        self.choose_parts(function)?;
        self.choose_memory(function)?;
        self.join_chains(function)?;
        self.choose_descriptors(function)?;
        self.branch(function)?;
        self.keep_in_block(function)?;
        let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
        // What nothing used in the first place is a chain, too, where it can be one.
        let kept: FxHashSet<_> = all.iter().copied().filter(|inst| self.is_unused_chain(*inst)).collect();
        for inst in &all {
            self.growth.allow_one(&self.emit.builder);
            let done = self.instruction(*inst);
            self.growth.check()?;
            done.map_err(|e| e.at_instruction(|| inst.print()).in_source(|| inst.source()))?;
        }
        let chains = all.iter().copied().filter(|inst| inst.is_gep() && !inst.is_used() && !kept.contains(inst));
        self.replaced.extend(chains.collect::<Vec<_>>());
        // An access that was replaced would keep the pointers that it was made through.
        self.erase()?;
        self.drop_choices(function)?;
        self.erase()?;
        self.drop_numbers()?;
        self.erase()?;
        self.share_strides(function)
    }

    fn is_unused_chain(&mut self, inst: Value<'m>) -> bool {
        inst.is_gep() && !inst.is_used() && self.places.pointee(inst).is_some()
    }

    fn instruction(&mut self, inst: Value<'m>) -> Result<()> {
        match inst.opcode() {
            Some(Opcode::Load) => self.load(inst),
            Some(Opcode::Store) => self.store(inst),
            Some(Opcode::Call) => self.call(inst),
            Some(Opcode::AtomicRmw | Opcode::CmpXchg) => self.atomic(inst),
            _ => Ok(()),
        }
    }

    /// Erases what nothing uses any more: what was replaced, chains, and what they were computed from.
    fn erase(&mut self) -> Result<()> {
        let mut erased = FxHashSet::default();
        let mut work = std::mem::take(&mut self.replaced);
        while let Some(inst) = work.pop() {
            if erased.contains(&inst) || !inst.is_instruction() || inst.is_used() {
                continue;
            }
            let is_computed = |value: &Value<'m>| value.opcode().is_some_and(is_pure) || places::is_chain_call(*value);
            let operands = inst.operands().filter(is_computed);
            work.extend(operands.collect::<Vec<_>>());
            erased.insert(inst);
            self.places.forget(inst);
            self.chosen.remove(&inst);
            self.apart.remove(&inst);
            inst.erase()?;
        }
        self.numbers.retain(|number| !erased.contains(number));
        Ok(())
    }
}

/// Returns whether instructions of the opcode do nothing but compute.
fn is_pure(opcode: Opcode) -> bool {
    use Opcode::*;
    is_arithmetic(opcode)
        || matches!(opcode, GetElementPtr | Select | BitCast | InsertValue)
        || matches!(opcode, InsertElement | ExtractElement | ShuffleVector)
}

/// Returns whether instructions of the opcode compute a number from others, as indices are computed.
fn is_arithmetic(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Add | Sub | Mul | Shl | Or | ZExt | SExt | Trunc)
}

/// An address that no chain leads to.
fn unreachable_part(what: &str) -> Error {
    Error::of(crate::error::Code::Instruction, format!("{what}, which no access chain leads to"))
        .hint("with logical addressing, a pointer is to a member of its variable; another level of optimisation may keep it one")
}
