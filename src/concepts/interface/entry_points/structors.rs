//! Constructors and destructors of module-scope variables: the execution modes `Initializer` and `Finalizer`.
//!
//! In LLVM IR: `llvm.global_ctors` and `llvm.global_dtors`. Only kernels can have the mode; ordinary functions are
//! called by a kernel that legalisation adds, and dropped with a warning in Khronos mode. Lost: the priorities, which
//! SPIR-V does not have.

use crate::binary::Id;
use crate::concepts::base::modes;
use crate::conventions::calling::SPIR_KERNEL;
use crate::error::Result;
use crate::llvm::{Linkage, Value, ValueKind};
use crate::state::{Forward, Reverse};
use ::spirv::ExecutionMode as Mode;

/// The execution mode of each list.
const LISTS: &[(&str, Mode)] = &[("llvm.global_ctors", Mode::Initializer), ("llvm.global_dtors", Mode::Finalizer)];

/// The default priority.
const PRIORITY: u64 = 65535;

/// Returns whether the mode is expressed by an entry of a list of constructors or destructors.
pub fn is_structor(mode: Mode) -> bool {
    LISTS.iter().any(|row| row.1 == mode)
}

/// Returns whether the variable is a list of constructors or destructors.
pub fn is_list(global: Value<'_>) -> bool {
    LISTS.iter().any(|row| row.0 == global.name())
}

// --- LLVM to SPIR-V ---

/// Returns whether the variable is a list of constructors or destructors, and none of its functions is a kernel.
pub fn names_functions(global: Value<'_>) -> bool {
    let is_kernel = |entry: Value<'_>| {
        let function = entry.aggregate_element(1).filter(|function| function.is_function());
        function.is_some_and(|function| function.call_conv() == SPIR_KERNEL)
    };
    is_list(global)
        && global.initializer().is_some_and(|list| list.kind() == ValueKind::Array && !list.operands().any(is_kernel))
}

/// Emits the execution modes of all functions in the lists.
pub fn forward(f: &mut Forward<'_>) -> Result<()> {
    for (list, mode) in LISTS {
        // Lists of nothing may be of any length.
        let is_list = |list: &Value<'_>| list.kind() == ValueKind::Array;
        let variable = f.module.global(list).filter(|list| !f.globals.contains_key(list));
        let entries = variable.and_then(Value::initializer).filter(is_list);
        let count = entries.map_or(0, |entries| entries.ty().count());
        for index in 0..u32::try_from(count).unwrap_or(u32::MAX) {
            let function = entries.and_then(|entries| entries.aggregate_element(index)?.aggregate_element(1));
            let kernel = function.filter(|function| function.is_function() && function.call_conv() == SPIR_KERNEL);
            match kernel.and_then(|kernel| f.functions.get(&kernel)).map(|signature| signature.id) {
                Some(id) => modes::emit(f, id, *mode, &[])?,
                None => f.warn(format!("a function in {list} that is no kernel is left out")),
            }
        }
    }
    Ok(())
}

// --- SPIR-V to LLVM ---

/// The lists of the functions that have the modes.
pub fn reverse(r: &Reverse<'_>) -> Result<()> {
    for (list, mode) in LISTS {
        let is_mode = |id: Id| {
            r.execution_modes.get(&id).is_some_and(|modes| {
                modes.iter().any(|inst| inst.operand(1).is_ok_and(|number| number == *mode as u32))
            })
        };
        let functions = r.spv.functions().map(|function| function.id()).filter(|id| is_mode(*id));
        let functions = functions.map(|id| r.value(id)).collect::<Result<Vec<_>>>()?;
        if !functions.is_empty() {
            reverse_list(r, list, &functions)?;
        }
    }
    Ok(())
}

/// `[{ i32, ptr, ptr } { i32 65535, ptr @function, ptr null }, ...]`
fn reverse_list<'m>(r: &Reverse<'m>, list: &str, functions: &[Value<'m>]) -> Result<()> {
    let (word, pointer) = (r.context.int_type(32)?, r.context.pointer_type(0)?);
    let entry = r.context.struct_type(&[word, pointer, pointer], false)?;
    let priority = r.context.const_int(word, PRIORITY)?;
    let nothing = r.context.const_null(pointer)?;
    let entries = functions.iter().map(|function| r.context.const_struct(entry, &[priority, *function, nothing]));
    let entries = r.context.const_array(entry, &entries.collect::<Result<Vec<_>>>()?)?;
    let global = r.module.add_global(list, entries.ty(), 0)?;
    global.set_initializer(entries)?;
    global.set_linkage(Linkage::Appending)
}
