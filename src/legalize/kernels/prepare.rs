//! Inlining and simplification of functions, so that each entry point contains all of its code.

use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The lists of a module's constructors and destructors.
const LISTS: [&str; 2] = ["llvm.global_ctors", "llvm.global_dtors"];

/// LLVM's lists of globals to keep although nothing uses them.
const KEPT: [&str; 2] = ["llvm.used", "llvm.compiler.used"];

/// Inlines all calls and drops all functions but the entry points.
pub fn run<'m>(place: &Place<'m>, entries: &[Value<'m>]) -> Result<()> {
    if let Some(list) = LISTS.iter().find_map(|name| place.module.global(name)) {
        return Err(Error::of(Code::Global, format!("{}, functions that run before or after kernels", list.name()))
            .hint("Vulkan runs nothing but entry points: have the host fill the memory"));
    }
    for list in KEPT.iter().filter_map(|name| place.module.global(name)) {
        list.delete_global()?;
    }
    let defined: Vec<_> = place.module.functions().filter(|function| !function.is_declaration()).collect();
    for function in &defined {
        for kind in [AttributeKind::OptNone, AttributeKind::NoInline] {
            function.remove_attribute(AttributePlace::Function, kind)?;
        }
    }
    for function in callees_first(&defined)? {
        for call in calls(function) {
            if !call.inline()? {
                let error = Error::of(Code::Calling, "a call that cannot be inlined");
                return Err(error
                    .hint("Vulkan has neither function pointers nor calls between kernels")
                    .at_instruction(|| call.print()));
            }
        }
        // What is short is inlined in less time, as often as it is called.
        function.simplify()?;
    }
    remove_others(place, &defined, entries)
}

/// Returns the calls of functions with a body in a function.
fn calls<'m>(function: Value<'m>) -> Vec<Value<'m>> {
    let all = function.blocks().flat_map(|block| block.instructions());
    let is_defined = |call: &Value<'m>| call.called_function().is_some_and(|callee| !callee.is_declaration());
    all.filter(|inst| inst.is_op(Opcode::Call)).filter(is_defined).collect()
}

/// Returns the functions, each after its callees.
fn callees_first<'m>(defined: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
    let numbers: FxHashMap<Value<'m>, usize> = defined.iter().enumerate().map(|(index, f)| (*f, index)).collect();
    let mut callees = Vec::new();
    for function in defined {
        let called = calls(*function).into_iter().filter_map(|call| numbers.get(&call.called_function()?).copied());
        callees.push(called.collect::<Vec<_>>());
    }
    let nodes: Vec<_> = (0..defined.len()).collect();
    let cycles = crate::graph::components::cycles(&nodes, |node| callees.get(node).cloned().unwrap_or_default());
    if let Some(function) = cycles.first().and_then(|cycle| defined.get(*cycle.first()?)) {
        return Err(Error::of(Code::Calling, format!("{}, which calls itself", function.name()))
            .hint("shaders cannot recurse: use a loop, and a stack of your own"));
    }
    let (mut order, mut seen, mut work) = (Vec::new(), FxHashSet::default(), Vec::new());
    for start in nodes {
        work.push((start, false));
        while let Some((node, is_done)) = work.pop() {
            if is_done {
                order.extend(defined.get(node).copied());
            } else if seen.insert(node) {
                work.push((node, true));
                work.extend(callees.get(node).into_iter().flatten().map(|callee| (*callee, false)));
            }
        }
    }
    Ok(order)
}

/// Deletes the functions that are no entry points; all of their calls are inlined.
fn remove_others<'m>(place: &Place<'m>, defined: &[Value<'m>], entries: &[Value<'m>]) -> Result<()> {
    for function in defined.iter().filter(|function| !entries.contains(function)) {
        if is_needed(*function) {
            return Err(Error::of(Code::Calling, format!("the address of {}", function.name()))
                .hint("Vulkan has no function pointers: call the function by its name, in a switch"));
        }
        function.replace_uses(place.context.poison(function.ty())?)?;
        function.delete_global()?;
    }
    Ok(())
}

/// Returns whether an instruction or a variable uses a function; unused constants, which inlining may leave, do not
/// count.
fn is_needed(function: Value<'_>) -> bool {
    let (mut seen, mut work) = (FxHashSet::default(), vec![function]);
    while let Some(value) = work.pop() {
        for user in value.uses() {
            if !user.is_constant() || user.is_global_variable() || user.is_function() {
                return true;
            }
            work.extend(Some(user).filter(|user| seen.insert(*user)));
        }
    }
    false
}
