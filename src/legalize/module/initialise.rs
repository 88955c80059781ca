//! Initialisation before the first kernel: constructors that are no kernels, and initialisers that SPIR-V cannot
//! express.
//!
//! A SPIR-V initialiser names only constants and variables that are declared before it, so that no global can name
//! itself, not even through others. A kernel of execution mode `Initializer`, which is added to `llvm.global_ctors`,
//! stores such an address; the global is null there until then. The same kernel calls the constructors that are no
//! kernels, in the order of their priorities.

use super::cycles;
use crate::conventions::calling::SPIR_KERNEL;
use crate::error::{Code, Error, Result};
use crate::llvm::{Builder, Context, Linkage, Module, Type, Value, ValueKind};
use crate::options::{Options, Version};
use llvm_ir::sorting::Sorting;
use rustc_hash::FxHashSet;

/// The prefix of the name of the kernel with execution mode `Initializer`, and the list that names it.
const KERNEL: &str = "spirv.initialize";
const LIST: &str = "llvm.global_ctors";
/// The prefix of the name of the kernel with execution mode `Finalizer`, and the list that names it.
const LAST_KERNEL: &str = "spirv.finalize";
const LAST_LIST: &str = "llvm.global_dtors";

/// The SPIR-V version that introduces both execution modes.
const SINCE: Version = Version::new(1, 1);

/// The priority of a constructor without an explicit one.
const PRIORITY: u64 = 65535;

/// A constant that leads back to its own global: the global, the offset in bytes, and the constant to store there.
struct Stored<'m> {
    global: Value<'m>,
    offset: u64,
    address: Value<'m>,
}

/// Moves constructors and cyclic initialisers into kernels; `leads_on` states that initialisers may lead back to their
/// own variables. Returns the warning.
pub fn run(module: &Module<'_>, options: &Options, leads_on: bool) -> Result<Option<String>> {
    if options.max_version < SINCE {
        return Ok(None);
    }
    run_in(module, &module.context(), leads_on)
}

fn run_in<'m>(module: &'m Module<'_>, context: &'m Context, leads_on: bool) -> Result<Option<String>> {
    let mut stored = Vec::new();
    let cycles = if leads_on { cycles::find(module) } else { Vec::new() };
    for (global, cyclic) in cycles {
        let initialiser = global.initializer().ok_or_else(|| Error::internal("an initialiser went missing"))?;
        let mut cut =
            Cut { module, context, global, cyclic: &cyclic, apart: FxHashSet::default(), stored: &mut stored };
        global.set_initializer(cut.constant(initialiser, 0)?)?;
        global.set_global_constant(false)?;
    }
    let lists = [(LIST, KERNEL, &*stored), (LAST_LIST, LAST_KERNEL, &[])];
    for (list, kernel, stored) in lists {
        self::list(module, context, list, kernel, stored)?;
    }
    let first = stored.first().map(|stored| stored.global.name());
    Ok(first.map(|name| format!("the initialiser of {name} names itself: a kernel of mode Initializer stores it")))
}

/// Replaces the constants that lead back to a global by null in its initialiser.
struct Cut<'m, 'a> {
    module: &'m Module<'m>,
    context: &'m Context,
    global: Value<'m>,
    /// The constants that lead back to the global.
    cyclic: &'a cycles::Cyclic<'m>,
    /// The constants that were split into members: a constant that occurs again is stored as a whole, since bitcode may
    /// repeat a constant any number of times.
    apart: FxHashSet<Value<'m>>,
    stored: &'a mut Vec<Stored<'m>>,
}

impl<'m> Cut<'m, '_> {
    /// Returns the constant with null in place of the parts that lead back to the global. Recurses at most as deep as
    /// its type.
    fn constant(&mut self, constant: Value<'m>, offset: u64) -> Result<Value<'m>> {
        let ty = constant.ty();
        if !self.cyclic.contains(&constant) {
            return Ok(constant);
        }
        let count = if ty.is_struct() { u64::from(ty.field_count()) } else { ty.count() };
        let has_parts = (ty.is_struct() || ty.is_array() || ty.is_vector()) && !constant.is_constant_expression();
        if !has_parts || !self.apart.insert(constant) {
            self.stored.push(Stored { global: self.global, offset, address: constant });
            return self.context.const_null(ty);
        }
        let mut members = Vec::new();
        for index in
            0..u32::try_from(count).map_err(|_| Error::of(Code::Constant, format!("a constant of type {ty}")))?
        {
            let member =
                constant.aggregate_element(index).ok_or_else(|| Error::internal("a constant lacks a member"))?;
            let at = self.offset(ty, member.ty(), index)?;
            members.push(self.constant(member, offset + at)?);
        }
        let context = self.context;
        match ty.element() {
            _ if ty.is_struct() => context.const_struct(ty, &members),
            Some(element) if ty.is_array() => context.const_array(element, &members),
            _ => context.const_vector(&members),
        }
    }

    fn offset(&self, ty: Type<'m>, member: Type<'m>, index: u32) -> Result<u64> {
        let layout = self.module.layout();
        let offset = match ty.is_struct() {
            true => layout.element_offset(ty, index),
            false => layout.abi_size(member).map(|size| size * u64::from(index)),
        };
        offset.ok_or_else(|| Error::of(Code::IllegalType, format!("type {ty} in memory")))
    }
}

/// Appends the kernel to a list of constructors or destructors, if it has work to do; the list then names only kernels.
fn list<'m>(
    module: &'m Module<'_>,
    context: &'m Context,
    list: &str,
    kernel: &str,
    stored: &[Stored<'m>],
) -> Result<()> {
    let old = module.global(list);
    // Lists of nothing may be of any length.
    let entries = old.and_then(Value::initializer).filter(|list| list.kind() == ValueKind::Array);
    let count = entries.map_or(0, |entries| u32::try_from(entries.ty().count()).unwrap_or(u32::MAX));
    let entries = (0..count).filter_map(|index| entries?.aggregate_element(index));
    let function = |entry: &Value<'m>| entry.aggregate_element(1).filter(|function| function.is_function());
    let is_kernel = |entry: &Value<'m>| function(entry).is_some_and(|function| function.call_conv() == SPIR_KERNEL);
    let (kernels, mut others): (Vec<_>, Vec<_>) = entries.partition(is_kernel);
    others.retain(|entry| function(entry).is_some_and(takes_nothing));
    others.arrange_by_key(|entry| entry.aggregate_element(0).and_then(Value::int_value));
    if others.is_empty() && stored.is_empty() {
        return Ok(());
    }
    // Names of kernels are those of the linked program.
    let first = stored.first().map(|stored| stored.global).or_else(|| others.first().and_then(function));
    let kernel = format!("{kernel}.{}", first.map_or("", |first| first.name()));
    let added = self::kernel(module, context, &kernel, stored, others.iter().filter_map(function))?;
    replace(module, context, list, kernels, added)
}

fn takes_nothing(function: Value<'_>) -> bool {
    let ty = function.function_type();
    function.param_count() == 0 && ty.is_some_and(|ty| !ty.is_vararg())
}

fn kernel<'m>(
    module: &'m Module<'_>,
    context: &'m Context,
    name: &str,
    stored: &[Stored<'m>],
    functions: impl Iterator<Item = Value<'m>>,
) -> Result<Value<'m>> {
    let kernel = module.add_function(name, context.function_type(context.void_type(), &[], false)?)?;
    kernel.set_call_conv(SPIR_KERNEL)?;
    let builder = Builder::new(module);
    builder.position_at_end(module.append_block(kernel, "")?);
    for Stored { global, offset, address } in stored {
        let index = context.int_type(module.layout().pointer_size(global.ty().address_space()) * 8)?;
        let offset_value = context.const_int(index, *offset)?;
        let place = builder.gep(context.int_type(8)?, *global, &[offset_value], true)?;
        let natural = module.layout().abi_alignment(address.ty()).unwrap_or(1);
        let lowest = if *offset == 0 { natural } else { 1 << offset.trailing_zeros().min(16) };
        let of_global = if global.alignment() == 0 { natural } else { global.alignment() };
        builder.store(*address, place)?.set_alignment(natural.min(lowest).min(of_global))?;
    }
    for function in functions {
        builder.call(function, &[])?.set_call_conv(function.call_conv())?;
    }
    builder.ret_void()?;
    Ok(kernel)
}

/// Replaces a list of constructors or destructors by one with these entries and the kernel.
fn replace<'m>(
    module: &'m Module<'_>,
    context: &'m Context,
    list: &str,
    entries: Vec<Value<'m>>,
    kernel: Value<'m>,
) -> Result<()> {
    let (word, pointer) = (context.int_type(32)?, context.pointer_type(0)?);
    let ty = context.struct_type(&[word, pointer, pointer], false)?;
    let nothing = context.const_null(pointer)?;
    let mut made = Vec::new();
    for entry in entries {
        let (Some(priority), Some(function)) = (entry.aggregate_element(0), entry.aggregate_element(1)) else {
            continue;
        };
        made.push(context.const_struct(ty, &[priority, function, nothing])?);
    }
    made.push(context.const_struct(ty, &[context.const_int(word, PRIORITY)?, kernel, nothing])?);
    if let Some(old) = module.global(list) {
        old.delete_global()?;
    }
    let entries = context.const_array(ty, &made)?;
    let global = module.add_global(list, entries.ty(), 0)?;
    global.set_initializer(entries)?;
    global.set_linkage(Linkage::Appending)
}
