//! Structured control flow for shaders (SPIR-V 2.11 "Structured Control Flow"; S4-62).
//!
//! In: functions of a module with logical addressing. Out: the same functions with valid marks on their blocks. A
//! function whose marks are valid stays unchanged. Other functions, which passes have changed or which never had marks,
//! are structured: `entries` makes cycles reducible, `levels` determines the loop construct of each block, `plan`
//! determines the merge instructions and the edges to redirect, with the dispatch nodes of `ladder`, `apply` rewrites
//! the function, `values` and `repair` restore phis and dominance, and `check` validates marks before and after.

mod apply;
mod cases;
mod check;
mod entries;
mod graph;
mod ladder;
mod levels;
mod plan;
mod repair;
#[cfg(test)]
mod tests;
mod values;

use crate::conventions::marks::Marks;
use crate::error::{Error, Result};
use crate::llvm::{Context, Module, Value};

/// Structures the control flow of a module's functions.
pub fn run<'m>(module: &'m Module<'m>) -> Result<()> {
    let context = module.context();
    let defined = module.functions().filter(|function| !function.is_declaration());
    defined.collect::<Vec<_>>().into_iter().try_for_each(|function| structure((module, &context), function))
}

/// Structures a function unless its marks are valid.
fn structure<'m>(place: (&'m Module<'m>, &'m Context), function: Value<'m>) -> Result<()> {
    let marks = Marks::read(function);
    if marks.are_complete && check::check(&marks.shape).is_ok() {
        return Ok(());
    }
    apply::apply(place, function, &marks)?;
    let marks = Marks::read(function);
    let broken = |what: String| Error::internal(format!("control flow was not structured: {what}"));
    if !marks.are_complete {
        return Err(broken("marks without header or block".to_owned()).in_function(function.name()));
    }
    check::check(&marks.shape).map_err(|fault| broken(fault.to_string()).in_function(function.name()))
}
