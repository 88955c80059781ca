//! LLVM IR to LLVM IR: what SPIR-V cannot say without an extension becomes what it can.
//!
//! In: a module. Out: the same module, without integers of other widths than 1, 8, 16, 32 and 64, vectors of other
//! lengths than 2, 3, 4, 8 and 16 or of pointers, `bfloat`, arrays of nothing as values, booleans in memory, casts of
//! the bits of booleans, selects of structs, and functions with variable arguments. What it computes stays the same,
//! bit for bit; layouts in memory too. Lost: names of values in several parts, and `nuw`, `nsw`, `exact` where a width changes.
//!
//! `kit` has the tools that all share, `types` rewrites values of illegal types, `module` what a module has besides, `logical`
//! what logical addressing lacks; `hlsl`, `kernels` and `khronos` are for one kind of input or one mode each.

mod hlsl;
pub(crate) mod kernels;
mod khronos;
mod kit;
mod logical;
pub(crate) mod module;
mod types;

use self::logical::{chains, copies, halves, lines, reshaped, structure, undecorated};
use self::module::{address_spaces, ends, equivalents, initialise, long_constants, long_control, survey};
use self::types::variadic;
use crate::concepts::shaders::structs;
use crate::environment::Models;
use crate::error::{Collected, Result};
use crate::llvm::{Module, Value};
use crate::options::Options;
use crate::state::Scope;

/// Rewrites what SPIR-V cannot say. Returns what to tell the user; notes the functions that could not be rewritten, and
/// those that may name what was not.
pub fn run<'m>(module: &'m Module<'m>, options: &Options, errors: &mut Collected<Value<'m>>) -> Result<Vec<String>> {
    if options.policy.calls_helpers_for_intrinsics {
        khronos::run(module, options)?;
    }
    equivalents::run(module)?;
    hlsl::run(module)?;
    undecorated::run(module)?;
    let mut warnings = reshaped::run(module)?;
    let scope = Scope::of_triple(module.triple());
    if scope == Scope::Logical {
        halves::run(module, options)?;
        copies::run(module)?;
    }
    if !options.policy.legalizes_types_only {
        variadic::run(module)?;
        let survey = survey::Survey::of(module);
        if survey.moves && scope == Scope::Physical {
            warnings.extend(address_spaces::run(module, options)?);
        }
        warnings.extend(initialise::run(module, options, survey.leads_on)?);
        if survey.is_long {
            long_constants::run(module, options)?;
        }
    }
    warnings.extend(types::run(module, options, errors)?);
    if scope == Scope::Logical && errors.is_empty() {
        // Functions that accesses under a mask became take pointers, of which nothing says what they point to.
        warnings.extend(reshaped::run(module)?);
    }
    if !errors.is_empty() {
        return Ok(warnings);
    }
    ends::run(module)?;
    if Models::of_triple(module.triple()).is_some_and(Models::is_logical) {
        let table = structs::table(module)?;
        chains::run(module, &table, errors)?;
        if !errors.is_empty() {
            return Ok(warnings);
        }
        lines::run(module, &table)?;
    }
    long_control::run(module)?;
    structure::run(module)?;
    Ok(warnings)
}

/// Rewrites what is only rewritten for a module that is written out as LLVM IR.
#[cfg(feature = "internals")]
pub fn regularize<'m>(module: &'m Module<'m>, options: &Options) -> Result<()> {
    if options.policy.regularizes_dot_products { khronos::products::run(module) } else { Ok(()) }
}
