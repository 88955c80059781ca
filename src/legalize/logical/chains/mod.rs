//! Access chains with logical addressing, rebuilt from byte offsets (SPIR-V 2.16.1, `OpAccessChain`).
//!
//! In: functions of a module with logical addressing. Out: the same functions, in which each pointer that is accessed,
//! or passed to a function, comes from its variable, parameter or call by a *chain*: `getelementptr`s that start at the
//! pointee of their base, or `__spirv_AccessChain`. The chain leads to an object of the accessed type. LLVM's passes
//! count in bytes instead, and join or split accesses.
//!
//! `places` finds the pointees of pointers, and `address` decomposes pointers into a root, an offset and indices.
//! `path` finds an address within the type of its root. `access` and `parts` load and store objects, `copies` lowers
//! `llvm.memcpy` and similar intrinsics, and `arguments` rewrites pointers in calls. `chosen` rewrites phis and selects
//! of pointers: `branches` those of pointers to several variables, or, with `apart`, to members that no index leads to;
//! `joined` those of chains by call; `descriptors` those into several descriptors; `opaque` those of images; `sampled`
//! those of images combined with a sampler. `physical_arrays` rebuilds pointers to arrays of which only an address is
//! left, and `strides` gives pointers that are chosen together one type. Valid accesses stay unchanged.

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

use crate::conventions::structs::Table;
use crate::error::{Collected, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::growth::Growth;
use crate::llvm::{Builder, Module, Opcode, Value};
use chosen::Chosen;
pub use chosen::{is_choice, is_choice_of_pointers};
use places::Places;
use pointers::Pointers;
use rustc_hash::{FxHashMap, FxHashSet};

/// Rewrites the accesses of a module with logical addressing; the table describes its structures.
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

/// The state of rewriting the accesses of a module.
struct Rebuild<'r, 'm> {
    module: &'m Module<'m>,
    table: &'r Table<'m>,
    emit: &'r Emit<'m>,
    places: Places<'r, 'm>,
    pointers: Pointers<'m>,
    chosen: Chosen<'m>,
    /// The addresses of phis and selects, with a separate entry for each different address.
    apart: Chosen<'m>,
    /// The phis and selects of integers that replace pointers.
    numbers: Vec<Value<'m>>,
    /// The integers that replace pointers, with the range of bytes that each reaches; they count the elements of nested
    /// arrays as if they were one array.
    flat: FxHashMap<Value<'m>, address::Reach>,
    /// The instruction that is being rewritten.
    current: Value<'m>,
    /// The instructions that may be unused now.
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

    /// Erases the replaced instructions and chains that have no uses any more, and the operands that become unused by
    /// this.
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

/// Returns whether instructions of the opcode only compute a value, without side effects.
fn is_pure(opcode: Opcode) -> bool {
    use Opcode::*;
    is_arithmetic(opcode)
        || matches!(opcode, GetElementPtr | Select | BitCast | InsertValue)
        || matches!(opcode, InsertElement | ExtractElement | ShuffleVector)
}

/// Returns whether instructions of the opcode compute an integer, as indices are computed.
fn is_arithmetic(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Add | Sub | Mul | Shl | Or | ZExt | SExt | Trunc)
}

/// Returns the error for an address that no chain leads to.
fn unreachable_part(what: &str) -> Error {
    Error::of(crate::error::Code::Instruction, format!("{what}, which no access chain leads to"))
        .hint("with logical addressing, a pointer is to a member of its variable; another level of optimisation may keep it one")
}
