//! Values of illegal types: `action` has the action of legalization for each type, `rewrite` rewrites a function,
//! `visit` lists the rules by opcode, and `scan` finds the functions and instructions to rewrite.

mod action;
mod aggregates;
mod atomics;
mod bfloats;
mod bits;
mod booleans;
mod calls;
mod casts;
mod constants;
mod control;
mod core;
mod divide;
#[cfg(test)]
mod expression_tests;
mod expressions;
pub mod globals;
mod integers;
mod intrinsics;
mod lanes;
mod memory;
mod narrow;
mod parameters;
mod pointees;
mod pointers;
mod rewrite;
pub mod scan;
#[cfg(test)]
mod shared_tests;
mod signatures;
mod variables;
pub mod variadic;
mod visit;
mod wide;

use crate::concepts::base::types::no_width;
use crate::error::{Code, Collected, Error, Result};
use crate::legalize::kit::emit;
use crate::llvm::{Builder, Module, Value};
use crate::options::Options;
use crate::target::Target;
use rustc_hash::FxHashSet;

/// Rewrites values of illegal types. Returns the warning about lost debug information, if any.
pub fn run<'m>(
    module: &'m Module<'m>,
    options: &Options,
    target: &Target<'_>,
    errors: &mut Collected<Value<'m>>,
) -> Result<Option<String>> {
    let mut scan = scan::Scan::new(options, target);
    if target.is_logical() {
        scan.limit_narrow(narrow::legal(module, options));
    }
    scan.keep_pointer_vectors(module);
    scan.look_at_types(module);
    let context = module.context();
    let mut core = core::Core::new(&context, options, target, module);
    scan.always = always_rewritten(module, &scan, &mut core);
    let mut users = expressions::Users::default();
    scan.look_at_variables(module);
    let looks_at_expressions = !options.policy.legalizes_types_only && module.has_expressions();
    let mut is_illegal = |f: &Value<'m>| {
        let has_expressions = looks_at_expressions && users.look(*f, &mut scan);
        has_expressions || scan.is_illegal_function(*f)
    };
    let illegal = module.functions().filter(|f| is_illegal(f)).collect::<Vec<_>>();
    scan.expect_other_types();
    users.expand(module)?;
    let globals = globals::find(module, &mut scan);
    let pointees = if options.policy.legalizes_types_only { Vec::new() } else { pointees::find(module, &mut scan) };
    if scan.is_too_deep {
        return Err(Error::of(Code::Limit, format!("types that nest deeper than {} levels", scan::MAX_DEPTH)));
    }
    if let Some(width) = scan.illegal_width.filter(|_| options.policy.refuses_illegal_widths) {
        return Err(no_width(width));
    }
    if illegal.is_empty() && globals.is_empty() && pointees.is_empty() {
        return Ok(None);
    }
    let before: FxHashSet<Value<'m>> = module.functions().collect();
    let emit = emit::Emit { context: &context, builder: Builder::new(module) };
    let actions = action::Actions::new(&context, scan);
    let mut rewriter = rewrite::Rewriter::new(module, emit, actions, core, visit::instruction, options.error_limit);
    globals::change(&mut rewriter, globals)?;
    pointees::change(&mut rewriter, pointees)?;
    if !functions(&mut rewriter, &illegal, |error| errors.add(error))? {
        // They are as they were, or half of each: nothing more is to be told of them.
        let is_new = |function: &Value<'m>| !before.contains(function);
        illegal.iter().copied().chain(module.functions().filter(is_new)).for_each(|function| errors.fail(function));
    }
    let lost = rewriter.lost_places;
    Ok((lost != 0)
        .then(|| format!("debug information: lost {lost} places of variables: values whose parts are no runs")))
}

/// The intrinsics which are rewritten whatever their types are.
fn always_rewritten<'m>(
    module: &'m Module<'m>,
    scan: &scan::Scan<'m>,
    core: &mut Option<core::Core<'m>>,
) -> FxHashSet<Value<'m>> {
    let mut is_always = |f: Value<'m>| scan.is_always_rewritten(f) || core.as_mut().is_some_and(|core| core.is_for(f));
    module.functions().filter(|f| f.is_declaration() && is_always(*f)).collect()
}

/// Adds the intrinsics that a new function calls to those that are always rewritten: they may be declared only now.
fn note_intrinsics<'m>(w: &mut rewrite::Rewriter<'m>, function: Value<'m>) {
    let scan = &mut w.actions.scan;
    for callee in function.blocks().flat_map(|block| block.instructions()).filter_map(Value::called_function) {
        if scan.is_always_rewritten(callee) {
            scan.always.insert(callee);
        }
    }
}

/// Rewrites functions. An error in one function does not stop the others; returns whether all were rewritten.
fn functions<'m>(
    w: &mut rewrite::Rewriter<'m>,
    illegal: &[Value<'m>],
    mut refuse: impl FnMut(Error) -> Result<()>,
) -> Result<bool> {
    let (mut bodies, mut changes, mut is_complete) = (Vec::new(), Vec::new(), true);
    let mut refuse = |function: Value<'m>, error: Error| {
        is_complete = false;
        refuse(error.each(|error| error.in_function(function.name()).in_source(|| function.source())))
    };
    for function in illegal {
        if !w.actions.scan.has_illegal_signature(*function) {
            bodies.push((*function, Vec::new()));
            continue;
        }
        match signatures::change(w, *function) {
            Ok(mut changed) => {
                bodies.push((changed.new, std::mem::take(&mut changed.arguments)));
                changes.push(changed);
            }
            Err(error) => refuse(*function, error)?,
        }
    }
    for (function, arguments) in bodies.into_iter().filter(|(function, _)| !function.is_declaration()) {
        if let Err(error) = w.body(function, arguments) {
            w.abandon();
            refuse(function, error)?;
        }
    }
    if !is_complete {
        return Ok(false);
    }
    while let Some(function) = w.added.pop() {
        note_intrinsics(w, function);
        let mut arguments = Vec::new();
        let mut body = function;
        if w.actions.scan.has_illegal_signature(function) {
            let mut changed = signatures::change(w, function)?;
            (body, arguments) = (changed.new, std::mem::take(&mut changed.arguments));
            changes.push(changed);
        }
        w.body(body, arguments)?;
    }
    changes.iter().try_for_each(signatures::finish).map(|()| true)
}
