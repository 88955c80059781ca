//! Buffers by address (`--buffers=addresses`): pointers to global, constant and generic memory become integers of 64
//! bits.
//!
//! In: a function whose pointers are in the address spaces that they come from, and whose parameters are loaded from
//! push constants. Out: the same function with integers in place of such pointers, also in memory; each access converts
//! an integer to a pointer to PhysicalStorageBuffer. Pointers that lead only to variables (`roots`) stay pointers.
//! `numbers` computes the integers, `access` emits loads and stores that are no larger than their alignment, and
//! `copies` rewrites copies and fills.

mod access;
mod copies;
mod numbers;
mod roots;

pub use roots::leads_to_number;

use super::spaces;
use crate::conventions::classes;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Module, Opcode, SyncScope, Type, Value};
use crate::options::{Options, Version};
use ::spirv::{AddressingModel, MemoryModel as SpirvMemoryModel, StorageClass};
use llvm_spirv_metadata::{MemoryModel, Named};
use rustc_hash::{FxHashMap, FxHashSet};

/// The width of an address.
const WIDTH: u32 = 64;
/// The depth to which constants are examined.
const MAX_DEPTH: u32 = 16;

/// Returns whether a type is a pointer to global, constant or generic memory, or a vector of such pointers.
pub fn is_address(ty: Type<'_>) -> bool {
    let ty = ty.scalar();
    ty.is_pointer() && [spaces::GLOBAL, spaces::CONSTANT, spaces::GENERIC].contains(&ty.address_space())
}

/// Returns the integer type that replaces pointers of a type.
pub fn number_type<'m>(place: &Place<'m>, ty: Type<'m>) -> Result<Type<'m>> {
    let number = place.context.int_type(WIDTH)?;
    if ty.is_vector() { place.context.vector_type(number, ty.count() as u32) } else { Ok(number) }
}

/// Returns the address space of PhysicalStorageBuffer.
pub fn space() -> u32 {
    classes::space_of(StorageClass::PhysicalStorageBuffer)
}

/// Rejects modules whose pointers do not have 64 bits.
pub fn check<'m>(module: &'m Module<'m>) -> Result<()> {
    let width = module.layout().pointer_size(spaces::GLOBAL) * 8;
    if width == WIDTH {
        return Ok(());
    }
    Err(Error::of(Code::CommandLine, format!("buffers by address in a module whose pointers have {width} bits"))
        .hint("compile it for spir64 or spirv64, or without --buffers=addresses"))
}

/// Declares the capability, extension and addressing model of PhysicalStorageBuffer, if the module accesses it.
pub fn declare(place: &Place<'_>, options: &Options) -> Result<()> {
    const EXTENSION: &str = "SPV_KHR_physical_storage_buffer";
    let (context, module) = (place.context, place.module);
    let all = module.functions().flat_map(Value::blocks).flat_map(|block| block.instructions());
    let is_it = |inst: Value<'_>| inst.ty().is_pointer() && inst.ty().address_space() == space();
    if !all.into_iter().any(is_it) {
        return Ok(());
    }
    let model = [AddressingModel::PhysicalStorageBuffer64 as u64, SpirvMemoryModel::GLSL450 as u64];
    let [addressing, memory] = model.map(|number| context.md_int(32, number));
    module.add_named_metadata(MemoryModel::NAME, context.md_node(&[Some(addressing?), Some(memory?)]))?;
    if options.environment.version() >= Version::new(1, 5) {
        return Ok(());
    }
    module.add_named_metadata("spirv.Extension", context.md_node(&[Some(context.md_string(EXTENSION))]))
}

/// Returns the types that are loaded from and stored to PhysicalStorageBuffer. Small numbers need capabilities there,
/// as in other buffers (VUID RuntimeSpirv-storageBuffer8BitAccess-06328 and similar).
pub fn accessed<'m>(place: &Place<'m>) -> Vec<Type<'m>> {
    let all = place.module.functions().flat_map(Value::blocks).flat_map(|block| block.instructions());
    let is_there = |pointer: Option<Value<'m>>| pointer.is_some_and(|pointer| pointer.ty().address_space() == space());
    let accessed = |inst: Value<'m>| match inst.opcode() {
        Some(Opcode::Load) => Some(inst.ty()).filter(|_| is_there(inst.operand(0))),
        Some(Opcode::Store) => inst.operand(0).map(Value::ty).filter(|_| is_there(inst.operand(1))),
        _ => None,
    };
    all.filter_map(accessed).collect()
}

/// Replaces the pointers to buffers in a function by integers.
pub fn rewrite<'m>(place: &Place<'m>, function: Value<'m>) -> Result<()> {
    let all: Vec<_> = function.blocks().flat_map(|block| block.instructions()).collect();
    let emit = Emit { context: place.context, builder: Builder::new(place.module) };
    let of_variables = roots::of_variables(function)?;
    let mut addresses = Addresses { place, emit, of_variables, numbers: FxHashMap::default(), replaced: Vec::new() };
    for inst in all.iter().filter(|inst| is_address(inst.ty()) && addresses.is_number(**inst)).collect::<Vec<_>>() {
        addresses.announce(*inst)?;
    }
    for inst in all {
        addresses
            .instruction(inst)
            .map_err(|error| error.at_instruction(|| inst.print()).in_source(|| inst.source()))?;
    }
    addresses.finish()
}

struct Addresses<'a, 'm> {
    place: &'a Place<'m>,
    emit: Emit<'m>,
    /// The pointers that lead to variables, and stay pointers.
    of_variables: FxHashSet<Value<'m>>,
    /// The integers that replace pointers; before a pointer is rewritten, its `ptrtoint`.
    numbers: FxHashMap<Value<'m>, Value<'m>>,
    /// The instructions that integers have replaced.
    replaced: Vec<Value<'m>>,
}

impl<'m> Addresses<'_, 'm> {
    /// Returns whether an integer replaces a pointer.
    fn is_number(&self, pointer: Value<'m>) -> bool {
        is_address(pointer.ty()) && !self.of_variables.contains(&pointer) && !roots::is_variable(pointer)
    }

    /// Adds a `ptrtoint` of a pointer, as a placeholder for the integer that replaces it.
    fn announce(&mut self, inst: Value<'m>) -> Result<()> {
        let block = inst.parent_block().ok_or_else(|| Error::internal("an instruction of no block"))?;
        match inst.next_instruction().filter(|_| !inst.is_op(Opcode::Phi)) {
            Some(next) => self.emit.builder.position_before(next)?,
            None => self.emit.builder.position_after_phis(block)?,
        }
        let number = self.emit.builder.cast(Opcode::PtrToInt, inst, number_type(self.place, inst.ty())?)?;
        self.numbers.insert(inst, number);
        Ok(())
    }

    /// Replaces a pointer by its integer, or rewrites an instruction that uses such pointers.
    fn instruction(&mut self, inst: Value<'m>) -> Result<()> {
        self.emit.builder.position_before(inst)?;
        if self.is_number(inst) {
            let made = self.computed(inst)?;
            let before = self.numbers.insert(inst, made);
            let before = before.ok_or_else(|| Error::internal("an address that was not announced"))?;
            before.replace_uses(made)?;
            before.erase()?;
            self.replaced.push(inst);
            return Ok(());
        }
        let is_user = !self.of_variables.contains(&inst) && inst.operands().any(|operand| self.is_number(operand));
        if is_user || is_address_stored(inst) { self.user(inst) } else { Ok(()) }
    }

    /// Erases the instructions that integers have replaced.
    fn finish(self) -> Result<()> {
        for inst in &self.replaced {
            inst.replace_uses(self.place.context.poison(inst.ty())?)?;
        }
        self.replaced.iter().try_for_each(|inst| inst.erase())
    }

    /// Returns the pointer for an access: converted from an integer, or the original one if it leads to a variable.
    fn pointer(&self, pointer: Value<'m>) -> Result<Value<'m>> {
        if self.is_number(pointer) { self.at(self.number(pointer, MAX_DEPTH)?, 0) } else { Ok(pointer) }
    }

    /// Loads the result of a load, as a value of type `ty`.
    fn loaded(&self, inst: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let pointer = self.operand(inst, 0)?;
        if !inst.is_atomic() && self.is_number(pointer) {
            return self.load(ty, self.number(pointer, MAX_DEPTH)?, inst.alignment().into(), inst);
        }
        let loaded = self.emit.builder.load(ty, self.pointer(pointer)?)?;
        loaded.set_alignment(inst.alignment())?;
        loaded.set_volatile(inst.is_volatile())?;
        self.order(inst, loaded)?;
        Ok(loaded)
    }

    /// Stores the value of a store, or the integer that replaces it.
    fn stored(&self, inst: Value<'m>) -> Result<()> {
        let (value, pointer) = (self.number_at(inst, 0)?, self.operand(inst, 1)?);
        if !inst.is_atomic() && self.is_number(pointer) {
            self.store(value, self.number(pointer, MAX_DEPTH)?, inst.alignment().into(), inst)?;
        } else {
            let store = self.emit.builder.store(value, self.pointer(pointer)?)?;
            store.set_alignment(inst.alignment())?;
            store.set_volatile(inst.is_volatile())?;
            self.order(inst, store)?;
        }
        inst.erase()
    }

    /// Copies the memory order of an atomic access to the access that replaces it.
    fn order(&self, from: Value<'m>, to: Value<'m>) -> Result<()> {
        let SyncScope::Named(scope) = from.sync_scope() else {
            return if from.is_atomic() { Err(unknown(from)) } else { Ok(()) };
        };
        if from.is_atomic() { to.set_ordering(from.ordering(), &scope) } else { Ok(()) }
    }

    /// Rewrites an instruction with another result than such a pointer, so that it uses integers.
    fn user(&mut self, inst: Value<'m>) -> Result<()> {
        match inst.opcode() {
            Some(Opcode::Load) => {
                let loaded = self.loaded(inst, inst.ty())?;
                loaded.set_name(inst.name());
                self.replace(inst, loaded)
            }
            Some(Opcode::AtomicRmw) => {
                let made = self.exchanged(inst)?;
                self.replace(inst, made)
            }
            Some(Opcode::CmpXchg) if !is_address(self.operand(inst, 1)?.ty()) => {
                let SyncScope::Named(scope) = inst.sync_scope() else { return Err(unknown(inst)) };
                let [pointer, old, new] =
                    [self.pointer(self.operand(inst, 0)?)?, self.operand(inst, 1)?, self.operand(inst, 2)?];
                let order = inst.ordering();
                let made = self.emit.builder.cmpxchg(pointer, old, new, order, order, &scope)?;
                self.replace(inst, made)
            }
            Some(Opcode::Store) => self.stored(inst),
            Some(Opcode::ICmp) => {
                let predicate = inst.int_predicate().ok_or_else(|| Error::internal("a comparison of no kind"))?;
                let answer = self.emit.compare(predicate, self.number_at(inst, 0)?, self.number_at(inst, 1)?)?;
                self.replace(inst, answer)
            }
            Some(Opcode::PtrToInt | Opcode::PtrToAddr) => {
                let number = self.emit.resize(self.number_at(inst, 0)?, inst.ty().scalar(), false)?;
                self.replace(inst, number)
            }
            Some(Opcode::Call) => self.call(inst),
            _ => Err(unknown(inst)),
        }
    }

    fn replace(&self, inst: Value<'m>, by: Value<'m>) -> Result<()> {
        inst.replace_uses(by)?;
        inst.erase()
    }

    /// Replaces a call of an intrinsic by one with pointers to PhysicalStorageBuffer.
    fn call(&mut self, call: Value<'m>) -> Result<()> {
        let name = call.called_function().and_then(Value::intrinsic_name).ok_or_else(|| unknown(call))?;
        if name == "llvm.prefetch" || name.starts_with("llvm.lifetime.") || name == "llvm.assume" {
            return call.erase();
        }
        if ["llvm.memcpy", "llvm.memmove", "llvm.memset"].contains(&name) {
            return self.copy(call, name);
        }
        let args = call.call_args().map(|arg| self.pointer(arg)).collect::<Result<Vec<_>>>()?;
        let made = self.emit.builder.call_intrinsic(name, call.ty(), &args)?;
        let arguments: Vec<_> = (0..call.call_arg_count()).map(Some).collect();
        made.take_call_attributes(call, &arguments, true)?;
        self.replace(call, made)
    }
}

/// Returns whether an instruction stores an address.
fn is_address_stored(inst: Value<'_>) -> bool {
    inst.is_op(Opcode::Store) && inst.operand(0).is_some_and(|value| is_address(value.ty()))
}

/// Returns the error for a pointer that no integer can replace.
fn unknown(value: Value<'_>) -> Error {
    let from = value.operand(0).filter(|_| matches!(value.any_opcode(), Some(Opcode::AddrSpaceCast)));
    let what = match from.map(|from| from.ty().scalar().address_space()) {
        Some(spaces::LOCAL) => "the address of local memory as a pointer to any memory",
        Some(spaces::FUNCTION | spaces::PRIVATE) => "the address of private memory as a pointer to any memory",
        Some(_) => "the address of a variable or buffer that has a binding",
        None => "an address that is not known to lead to global memory",
    };
    Error::of(Code::AddressSpace, format!("{what}, which Vulkan does not have"))
        .hint("with --buffers=addresses, pointers in memory lead to what the host passes the address of")
}
