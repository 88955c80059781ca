//! Inlines the functions that need the work-item into the steps, where it is known.

use super::shell;
use super::survey::Survey;
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Module, Value};
use rustc_hash::FxHashMap;

/// The limit on inlined calls for one kernel, against exponential growth.
const MOST_CALLS: usize = 1 << 16;

/// Inlines calls in a step until the only remaining calls that need the work-item are builtins. SPIR-V has no
/// recursion.
pub fn inline<'m>(step: Value<'m>, survey: &Survey) -> Result<()> {
    let mut open = calls(step, survey);
    let mut replaced = 0_usize;
    while !open.is_empty() {
        for call in open {
            replaced += 1;
            if replaced > MOST_CALLS {
                return Err(errors::unsupported("a kernel whose calls unfold into more than 65536"));
            }
            if !call.inline()? {
                return Err(errors::unsupported("a call of a function with barriers that cannot be put in its place"));
            }
        }
        open = calls(step, survey);
    }
    step.promote_variables()
}

fn calls<'m>(step: Value<'m>, survey: &Survey) -> Vec<Value<'m>> {
    let instructions = step.blocks().flat_map(|block| block.instructions());
    let wanted = |call: &Value<'m>| {
        let callee = call.called_function();
        callee.is_some_and(|callee| callee.entry_block().is_some() && survey.inlined.contains(callee.name()))
    };
    instructions.filter(|inst| inst.is_call()).filter(wanted).collect()
}

/// Deletes the functions that were inlined into steps.
pub fn drop_inlined(module: &Module<'_>, survey: &Survey) -> Result<()> {
    let mut open: Vec<_> = module.functions().filter(|f| survey.inlined.contains(f.name())).collect();
    loop {
        let (unused, used): (Vec<_>, Vec<_>) = open.into_iter().partition(|function| !function.is_used());
        if unused.is_empty() {
            return used.first().map_or(Ok(()), |left| {
                Err(errors::unsupported(format!(
                    "a pointer to the function `{}`, which needs the work-item",
                    left.name()
                )))
            });
        }
        unused.into_iter().try_for_each(|function| function.delete_global())?;
        open = used;
    }
}

/// Replaces the builtins that need the work-item by calls of `item.<builtin>` in a step.
pub fn answer<'m>(module: &'m Module<'_>, step: Value<'m>) -> Result<()> {
    let builder = Builder::new(module);
    let (Some(context), Some(item)) = (step.param(0), step.param(1)) else {
        return Err(errors::internal("a step without a context"));
    };
    let mut known: FxHashMap<(Value<'m>, Option<Value<'m>>), Value<'m>> = FxHashMap::default();
    let instructions: Vec<_> = step.blocks().flat_map(|block| block.instructions()).collect();
    for call in instructions.into_iter().filter(|inst| inst.is_call()) {
        let Some(callee) = call.called_function() else { continue };
        let Some(answer) = module.function(&format!("item.{}", callee.name())) else { continue };
        let arguments: Vec<_> = [context, item].into_iter().chain(call.call_args()).collect();
        let first = call.call_args().next();
        // What a work-item is does not change: it is asked once, where all of the step can use it.
        let is_fixed = callee.name().contains("__spirv_BuiltIn") && first.is_none_or(|first| first.is_constant());
        let made = match known.get(&(callee, first)).filter(|_| is_fixed) {
            Some(made) => *made,
            None => {
                builder.position_before(if is_fixed { shell::entry_end(step)? } else { call })?;
                builder.call(answer, &arguments)?
            }
        };
        if is_fixed {
            known.insert((callee, first), made);
        }
        if !call.ty().is_void() {
            call.replace_uses(made)?;
        }
        call.erase()?;
    }
    Ok(())
}
