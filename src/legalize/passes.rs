//! The passes over LLVM IR that a module goes through on its way to SPIR-V: a table with one row for each pass, in
//! order.
//!
//! A row has the name of the pass, which options such as `--print-after` use, the modules that it applies to, and its
//! function. To add a pass, write its function in the folder that it belongs to, and add a row here
//! (docs/reference/passes.md).

use super::logical::{chains, copies, halves, inlined, lines, reshaped, structure, undecorated};
use super::module::survey::Survey;
use super::module::{address_spaces, cache_controls, ends, equivalents, initialise, long_constants, long_control};
use super::types::{self, variadic};
use super::{hlsl, kernels, khronos};
use crate::conventions::structs;
use crate::environment::Api;
use crate::error::{Collected, Result};
use crate::llvm::{Module, Value};
use crate::options::{Moment, Observed, Options, PassEvent};
use crate::target::{Goal, Target};
use std::ops::ControlFlow;

/// A pass over LLVM IR.
#[derive(Debug)]
pub struct Pass {
    /// The unique name of the pass.
    pub name: &'static str,
    /// The work of the pass, in a few words.
    pub about: &'static str,
    when: When,
    run: for<'o, 'm> fn(&mut Job<'o, 'm>) -> Result<()>,
}

impl Pass {
    /// Returns a description of the modules that the pass applies to.
    pub fn when(&self) -> &'static str {
        self.when.0
    }
}

/// The modules that a pass applies to: a description, and a test of their target.
#[derive(Clone, Copy, Debug)]
struct When(&'static str, fn(&Target<'_>) -> bool);

const ALWAYS: When = When("all modules", |_| true);
const LOGICAL: When = When("logical addressing", |target| target.is_logical());
const PHYSICAL: When = When("physical addressing, but for llvm-spirv", |target| {
    !target.is_logical() && !target.policy.legalizes_types_only
});
const COMPLETE: When = When("all modules, but for llvm-spirv", |target| !target.policy.legalizes_types_only);
const KHRONOS: When = When("llvm-spirv", |target| target.policy.calls_helpers_for_intrinsics);
const KHRONOS_LLVM: When =
    When("llvm-spirv -s", |target| target.goal == Goal::LlvmIr && target.policy.regularizes_dot_products);
const VULKAN: When = When("environments of Vulkan; functions with \"spirv.local_size\"", |target| {
    target.models.is_some() && (target.is_logical() || target.environment.api() == Api::Vulkan)
});
const HAD_KERNELS: When = When("shaders that were kernels", |target| target.had_kernels);

/// Builds the table of passes from its rows.
macro_rules! passes {
    ($($name:literal $when:ident $about:literal $run:expr;)*) => {
        &[$(Pass { name: $name, about: $about, when: $when, run: $run },)*]
    };
}

/// The passes that may change the target of the module; they run first.
pub const INTERFACE: &[Pass] = passes! {
    "kernels"          VULKAN       "make compute shaders of kernels"                          make_shaders;
};

/// The passes that run when the target is final.
pub const REWRITES: &[Pass] = passes! {
    "dot-products"     KHRONOS_LLVM "name dot products of OpenCL C by their instructions"      |j| khronos::products::run(j.module);
    "mem2reg"          ALWAYS       "promote variables to values, if --spirv-mem2reg asks for it" |j| promote(j);
    "cache-controls"   ALWAYS       "decorate pointers with cache controls of accesses"        |j| cache_controls::run(j.module, j.options);
    "khronos-functions" KHRONOS     "call functions in place of intrinsics"                    |j| khronos::run(j.module, j.options);
    "equivalents"      ALWAYS       "name functions by one constant each"                      |j| equivalents::run(j.module);
    "inline-pointers"  LOGICAL      "inline parameters of pointers in unoptimised shaders"     inline_pointers;
    "hlsl"             LOGICAL      "make variables of handles, constant buffers and inputs"   |j| if j.is_hlsl { hlsl::run(j.module) } else { Ok(()) };
    "bare-blocks"      LOGICAL      "lay out interface variables without layout"               |j| undecorated::run(j.module);
    "reshaped"         LOGICAL      "inline functions whose parameters passes have changed"    reshape;
    "halves"           LOGICAL      "compute with float where there is no Float16"             |j| halves::run(j.module, j.options);
    "copies"           LOGICAL      "make loops of copies and fills of a computed length"      |j| copies::run(j.module);
    "variadic"         COMPLETE     "pass variable arguments in memory"                        |j| variadic::run(j.module);
    "address-spaces"   PHYSICAL     "move variables out of the memory of functions"            move_variables;
    "initialisation"   COMPLETE     "call constructors ahead of the first kernel"              initialise;
    "long-constants"   COMPLETE     "cut initialisers that are too long for an instruction"    cut_constants;
    "types"            ALWAYS       "promote and expand values of illegal types"               rewrite_types;
    "reshaped-again"   LOGICAL      "inline functions that passes have made of accesses"       reshape;
    "ends"             ALWAYS       "end blocks behind calls that end the invocation"          |j| ends::run(j.module);
    "chains"           LOGICAL      "make access chains of offsets in bytes"                   chain;
    "shared"           HAD_KERNELS  "replace computations by equal ones"                       share;
    "lines"            LOGICAL      "drop levels of aggregates that SPIR-V does not have"      |j| lines::run(j.module, &j.structs);
    "vectors"          HAD_KERNELS  "build vectors from all components at once"                |j| kernels::vectors::run(j.module);
    "long-control"     ALWAYS       "cut switches and phis that are too long"                  |j| long_control::run(j.module);
    "structure"        LOGICAL      "structure the control flow of functions"                  |j| structure::run(j.module);
};

/// Returns all passes, in order.
pub fn passes() -> impl Iterator<Item = &'static Pass> {
    INTERFACE.iter().chain(REWRITES)
}

/// The state of a module on its way through the passes.
pub struct Job<'o, 'm> {
    pub module: &'m Module<'m>,
    pub options: &'o Options,
    pub target: Target<'o>,
    /// The functions that could not be rewritten, and the errors about them.
    pub errors: Collected<Value<'m>>,
    /// The warnings for the user.
    pub warnings: Vec<String>,
    survey: Option<Survey>,
    /// Set if clang's HLSL front end wrote the module; valid after the first pass for logical addressing.
    is_hlsl: bool,
    /// The structures that `!spirv.Struct` describes, as read before the access chains are rebuilt.
    structs: structs::Table<'m>,
}

impl<'o, 'm> Job<'o, 'm> {
    /// Creates the job of a module.
    pub fn new(module: &'m Module<'m>, options: &'o Options, target: Target<'o>) -> Self {
        let errors = Collected::new(options.error_limit);
        Self {
            module,
            options,
            target,
            errors,
            warnings: Vec::new(),
            survey: None,
            is_hlsl: false,
            structs: structs::Table::default(),
        }
    }

    /// Runs passes, up to and including the pass `last`. Breaks after this pass, and after a pass that could not
    /// rewrite everything.
    pub fn run(&mut self, passes: &[Pass], last: Option<&str>) -> Result<ControlFlow<()>> {
        for pass in passes {
            if (pass.when.1)(&self.target) {
                self.observe(pass.name, Moment::Before);
                (pass.run)(self)?;
                if !self.errors.is_empty() {
                    // A function that was refused may be half rewritten: no observer takes it.
                    return Ok(ControlFlow::Break(()));
                }
                self.observe(pass.name, Moment::After);
            }
            if last == Some(pass.name) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn observe(&self, pass: &'static str, moment: Moment) {
        if let Some(observer) = &self.options.pass_observer {
            observer.observe(&PassEvent { pass, moment, module: &Shown(self.module) });
        }
    }

    /// Returns the passes over variables that may have work to do, from one traversal that is done at the first call.
    fn survey(&mut self) -> Survey {
        *self.survey.get_or_insert_with(|| Survey::of(self.module))
    }
}

/// A module as observers see it.
struct Shown<'m>(&'m Module<'m>);

impl Observed for Shown<'_> {
    fn text(&self) -> String {
        self.0.print()
    }

    fn complaint(&self) -> Option<String> {
        self.0.verify().err().map(|error| error.to_string())
    }
}

fn promote(job: &mut Job<'_, '_>) -> Result<()> {
    if job.options.mem2reg { job.module.functions().try_for_each(Value::promote_variables) } else { Ok(()) }
}

/// Converts kernels to shaders, which changes the target of the module.
fn make_shaders(job: &mut Job<'_, '_>) -> Result<()> {
    let had_kernels = kernels::run(job.module, job.options, &job.target)?;
    job.target = Target { had_kernels, ..Target::new(job.module.triple(), job.options, job.target.goal) };
    Ok(())
}

fn rewrite_types(job: &mut Job<'_, '_>) -> Result<()> {
    let warning = types::run(job.module, job.options, &job.target, &mut job.errors)?;
    job.warnings.extend(warning);
    Ok(())
}

fn inline_pointers(job: &mut Job<'_, '_>) -> Result<()> {
    job.is_hlsl = hlsl::is_hlsl(job.module);
    inlined::run(job.module, &job.target, job.is_hlsl)
}

fn reshape(job: &mut Job<'_, '_>) -> Result<()> {
    job.warnings.extend(reshaped::run(job.module)?);
    Ok(())
}

fn move_variables(job: &mut Job<'_, '_>) -> Result<()> {
    if job.survey().moves {
        job.warnings.extend(address_spaces::run(job.module, job.options)?);
    }
    Ok(())
}

fn initialise(job: &mut Job<'_, '_>) -> Result<()> {
    let leads_on = job.survey().leads_on;
    job.warnings.extend(initialise::run(job.module, job.options, leads_on)?);
    Ok(())
}

fn cut_constants(job: &mut Job<'_, '_>) -> Result<()> {
    if job.survey().is_long { long_constants::run(job.module, job.options) } else { Ok(()) }
}

fn share(job: &mut Job<'_, '_>) -> Result<()> {
    let mut defined = job.module.functions().filter(|function| !function.is_declaration());
    defined.try_for_each(Value::share_computations)
}

fn chain(job: &mut Job<'_, '_>) -> Result<()> {
    let table = structs::table(job.module)?;
    chains::run(job.module, &table, &mut job.errors)?;
    job.structs = table;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether the pass of this name applies to modules with this triple.
    fn goes_through(name: &str, triple: &str) -> bool {
        let options = Options::default();
        let target = Target::new(triple, &options, Goal::Spirv);
        passes().any(|pass| pass.name == name && (pass.when.1)(&target))
    }

    /// Passes for control flow do not apply to kernels, and passes for address spaces do not apply to shaders.
    #[test]
    fn passes_are_for_the_triples_that_need_them() {
        for name in ["structure", "chains", "hlsl"] {
            assert!(goes_through(name, "spirv1.6-unknown-vulkan1.3-compute"), "{name}");
            assert!(!goes_through(name, "spir64-unknown-unknown"), "{name}");
        }
        assert!(goes_through("address-spaces", "spir64-unknown-unknown"));
        assert!(!goes_through("address-spaces", "spirv1.6-unknown-vulkan1.3-compute"));
        assert!(goes_through("types", "spir64-unknown-unknown"));
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::BTreeSet<_> = passes().map(|pass| pass.name).collect();
        assert_eq!(names.len(), passes().count());
    }
}
