//! Definitions of builtins for a cpu, in LLVM assembly.
//!
//! A row of `elementwise.rs` defines one lane; `memory.rs`, `vectors.rs`, `convert.rs`, `groups.rs` and `images.rs`
//! make functions as a whole. Operations without an LLVM instruction become calls of libm, or of the host's functions
//! `spirv_...`.

mod atomics;
mod convert;
mod declared;
mod definitions;
mod derivatives;
mod elementwise;
mod glsl;
mod groups;
mod images;
mod kinds;
mod matrices;
mod memory;
mod pipes;
mod printf;
mod queues;
mod sampling;
mod turns;
mod vectors;

pub use declared::{Body, Declared, Ty, is_small_float};
pub use definitions::Definitions;
pub use kinds::{Kind, Wait};

use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::Value;
use llvm_spirv_mangling as mangling;

/// The prefix of the names of GLSL.std.450's instructions.
const GLSL: &str = "__spirv_glsl_";

/// Returns what a function requires by its name; `None` for a function that only depends on its arguments.
pub fn kind(name: &str) -> Option<Kind> {
    let base = mangling::base_name(name)?;
    if let Some(rest) = base.strip_prefix(GLSL) {
        return derivatives::kind_of_glsl(rest.split('_').next().unwrap_or(rest));
    }
    let parsed = mangling::Builtin::parse(base).filter(|builtin| !builtin.extended)?;
    groups::kind(parsed.op)
        .or_else(|| pipes::kind(parsed.op))
        .or_else(|| queues::kind(parsed.op))
        .or_else(|| derivatives::kind(parsed.op))
}

impl Definitions {
    /// Defines a builtin that a module declares.
    pub fn define(&mut self, function: Value<'_>) -> Result<()> {
        let symbol = function.name();
        let ty = function.function_type().ok_or_else(|| errors::internal("a function without a type"))?;
        let result = ty.function_return().map(Ty::of).ok_or_else(|| errors::internal("a function without a result"))?;
        let params: Vec<_> = ty.function_params().into_iter().map(Ty::of).collect();
        let outside = || errors::unsupported(format!("the function `{symbol}`, which the module imports"));
        if symbol == "__translate_sampler_initializer" {
            self.push(images::SAMPLER);
            return Ok(());
        }
        let base = mangling::base_name(symbol).ok_or_else(outside)?;
        let parsed = mangling::Builtin::parse(base).ok_or_else(outside)?;
        let mut named = mangling::parse(symbol).map(|name| name.params).unwrap_or_default();
        if named.len() != params.len() {
            named.clear();
        }
        let glsl = base.strip_prefix(GLSL);
        let op = glsl.map_or(parsed.op, |rest| rest.split('_').next().unwrap_or(rest));
        let (extended, glsl) = (parsed.extended || glsl.is_some(), glsl.is_some());
        let declared = Declared { symbol, op, extended, glsl, postfix: parsed.postfix, result, params, named };
        if ty.is_vararg() || op == "printf" {
            return printf::define(self, &declared, function);
        }
        self.definition(&declared)
    }

    fn definition(&mut self, declared: &Declared<'_>) -> Result<()> {
        type Maker = fn(&mut Definitions, &Declared<'_>) -> Result<bool>;
        const MAKERS: &[Maker] = &[
            elementwise::define,
            memory::define,
            vectors::define,
            matrices::define,
            glsl::define,
            convert::define,
            atomics::define,
            groups::define,
            derivatives::define,
            images::define,
            pipes::define,
            queues::define,
        ];
        for maker in MAKERS {
            if maker(self, declared)? {
                return Ok(());
            }
        }
        Err(declared.unsupported())
    }
}
