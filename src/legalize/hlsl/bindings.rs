//! The set and binding of each handle. A binding that the source leaves open gets the first free number of its set, in
//! the order of the handles, as in LLVM.

use super::{calls, is_handle};
use crate::error::{Code, Error, Result};
use crate::llvm::{Module, Value};
use llvm_ir::sorting::Sorting;
use rustc_hash::{FxHashMap, FxHashSet};

/// A descriptor set and a binding in it.
pub type Binding = (u32, u32);

/// Returns the binding of each call that makes a handle.
pub fn assign<'m>(module: &'m Module<'m>) -> Result<FxHashMap<Value<'m>, Binding>> {
    let (mut assigned, mut used, mut open) = (FxHashMap::default(), FxHashSet::default(), Vec::new());
    for (call, name) in calls(module).into_iter().filter(|(_, name)| is_handle(name)) {
        match name {
            "resource.handlefrombinding" => drop(assigned.insert(call, (number(call, 0)?, number(call, 1)?))),
            "resource.counterhandlefrombinding" => drop(assigned.insert(call, (number(call, 2)?, number(call, 1)?))),
            "resource.handlefromimplicitbinding" => open.push((number(call, 0)?, number(call, 1)?, call)),
            _ => open.push((number(call, 1)?, number(call, 2)?, call)),
        }
    }
    used.extend(assigned.values().copied());
    open.arrange_by_key(|row| (row.0, row.1));
    let mut last: Option<((u32, u32), Binding)> = None;
    for (order, set, call) in open {
        let binding = match last.filter(|last| last.0 == (order, set)) {
            Some((_, binding)) => binding,
            None => first_free(set, &mut used),
        };
        last = Some(((order, set), binding));
        assigned.insert(call, binding);
    }
    Ok(assigned)
}

fn first_free(set: u32, used: &mut FxHashSet<Binding>) -> Binding {
    let mut binding = 0;
    while !used.insert((set, binding)) {
        binding += 1;
    }
    (set, binding)
}

/// Returns a call's argument as a number, or an error if it is no constant.
pub fn number(call: Value<'_>, index: u32) -> Result<u32> {
    let number = call.call_arg(index).and_then(Value::int_value).and_then(|number| u32::try_from(number).ok());
    let computed = || Error::of(Code::Intrinsic, "a handle whose binding is not known before the shader runs");
    number.ok_or_else(|| computed().at_instruction(|| call.print()))
}
