//! The legalisation: what it makes of cases by hand is valid. `differential/` checks that it computes the same.

use crate::support::validate;
use llvm_spirv::llvm::Context;
use llvm_spirv::options::Options;
use llvm_spirv::{forward, llvm_to_spirv};

const HEADER: &str = "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64\"\ntarget triple = \"spir64-unknown-unknown\"\n";

/// Translates a module of functions `void (ptr, ptr)`, and validates it.
fn translates(name: &str, body: &str) {
    let module = format!("{HEADER}{body}");
    let spirv = llvm_to_spirv(module.as_bytes(), &Options::default());
    let spirv = spirv.unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
    validate(&spirv.bytes).unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
}

fn legalized(name: &str, program: &str) -> String {
    let context = Context::new();
    let module = context.parse(program.as_bytes(), name).unwrap();
    module.verify().unwrap();
    forward::legalize::run(&module, &llvm_spirv::options::Options::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    module.verify().unwrap_or_else(|e| panic!("{name}: {e}\n{}", module.print()));
    module.print()
}

/// Cases by hand: one-lane vectors, memory that holds odd types, constants, switches, masks.
#[test]
fn odd_types_by_hand() {
    let text = include_str!("legalize/by_hand.ll");
    translates("by hand", text);
    let legal = legalized("by hand", &format!("{HEADER}{text}"));
    for odd in ["<1 x", "<6 x", "i24", "i33", "i128", "[0 x", "x ptr>", "bitcast <4 x i1>", "@llvm.masked"] {
        let used = legal.lines().find(|line| line.contains(odd) && !line.starts_with("declare"));
        assert_eq!(used, None, "{legal}");
    }
}

#[test]
fn a_module_that_needs_nothing_stays_as_it_is() {
    let text = format!(
        "{HEADER}define spir_func <4 x float> @f(<4 x float> %a, i1 %c) {{\n  %b = select i1 %c, <4 x float> %a, <4 x float> zeroinitializer\n  ret <4 x float> %b\n}}\n"
    );
    let context = Context::new();
    let before = context.parse(text.as_bytes(), "same").unwrap().print();
    assert_eq!(legalized("same", &text), before);
}
