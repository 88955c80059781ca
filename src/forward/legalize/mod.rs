//! LLVM IR to LLVM IR: what SPIR-V cannot say without an extension becomes what it can.
//!
//! In: a module. Out: the same module, without integers of other widths than 1, 8, 16, 32 and 64, vectors of other
//! lengths than 2, 3, 4, 8 and 16 or of pointers, arrays of nothing as values, booleans in memory, casts of the bits of
//! booleans, and selects of structs. What it computes stays the same, bit for bit; layouts in memory too. `form` says
//! how a value is held, `rewrite` drives a function, `visit` lists the rules. Lost: names of values in several parts,
//! and `nuw`, `nsw`, `exact` where a width changes. A module that needs nothing is looked at once (`scan`).

mod aggregates;
mod bits;
mod calls;
mod casts;
mod constants;
mod control;
mod divide;
mod emit;
mod form;
mod integers;
mod intrinsics;
mod lanes;
mod memory;
mod pointers;
mod rewrite;
mod scan;
mod signatures;
mod visit;
mod wide;

use crate::error::Result;
use crate::llvm::{Builder, Module, Value};

/// Rewrites what SPIR-V cannot say.
pub fn run(module: &Module<'_>) -> Result<()> {
    let mut scan = scan::Scan::default();
    let odd: Vec<_> = module.functions().filter(|function| scan.is_odd_function(*function)).collect();
    if odd.is_empty() {
        return Ok(());
    }
    let context = module.context();
    let emit = emit::Emit { context: &context, builder: Builder::new(module) };
    let mut rewriter = rewrite::Rewriter::new(module, emit, form::Forms::new(&context, scan));
    functions(&mut rewriter, odd)
}

fn functions<'m>(w: &mut rewrite::Rewriter<'m>, odd: Vec<Value<'m>>) -> Result<()> {
    let (mut bodies, mut changes) = (Vec::new(), Vec::new());
    for function in odd {
        if !w.forms.scan.has_odd_signature(function) {
            bodies.push((function, Vec::new()));
            continue;
        }
        let mut changed = signatures::change(w, function).map_err(|e| e.in_function(function.name()))?;
        bodies.push((changed.new, std::mem::take(&mut changed.arguments)));
        changes.push(changed);
    }
    for (function, arguments) in bodies {
        if !function.is_declaration() {
            w.body(function, arguments).map_err(|e| e.in_function(function.name()))?;
        }
    }
    changes.iter().try_for_each(signatures::finish)
}
