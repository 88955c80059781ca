//! The legalisation: what it makes is valid, and computes what the module computed before, by LLVM's own JIT.

mod generate;

use crate::support::{run, scratch, validate};
use llvm_spirv::llvm::Context;
use llvm_spirv::options::Options;
use llvm_spirv::{forward, llvm_to_spirv};
use std::process::Command;

const HEADER: &str = "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64\"\ntarget triple = \"spir64-unknown-unknown\"\n";

/// Translates a module of functions `void (ptr, ptr)`, and validates it.
fn translates(name: &str, body: &str) {
    let module = format!("{HEADER}{body}");
    let spirv = llvm_to_spirv(module.as_bytes(), &Options::default());
    let spirv = spirv.unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
    validate(&spirv.bytes).unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
}

/// What the program prints, run by LLVM's JIT.
fn execute(name: &str, program: &str) -> String {
    let path = scratch().join(format!("legalize-{name}.ll"));
    std::fs::write(&path, program).unwrap();
    let output = run(Command::new("lli-22").arg("-O0").arg(&path), b"");
    String::from_utf8(output.unwrap_or_else(|e| panic!("{name}: {e}"))).unwrap()
}

fn legalized(name: &str, program: &str) -> String {
    let context = Context::new();
    let module = context.parse(program.as_bytes(), name).unwrap();
    module.verify().unwrap();
    forward::legalize::run(&module, &llvm_spirv::options::Options::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    module.verify().unwrap_or_else(|e| panic!("{name}: {e}\n{}", module.print()));
    module.print()
}

/// The functions, each `void (ptr in, ptr out)`, compute the same before and after.
fn computes_the_same(name: &str, functions: &[String]) {
    let program = generate::program(functions);
    let before = execute(&format!("{name}-before"), &program);
    let after = execute(&format!("{name}-after"), &legalized(name, &program));
    for (number, (before, after)) in before.lines().zip(after.lines()).enumerate() {
        let function = &functions[number / generate::INPUTS];
        assert_eq!(
            before,
            after,
            "{name}: {function}\n{}",
            legalized(name, &generate::program(std::slice::from_ref(function)))
        );
    }
    assert_eq!(before.lines().count(), functions.len() * generate::INPUTS);
    assert_eq!(before.lines().count(), after.lines().count());
}

fn random_functions(seed: u64, count: usize, widths: &[u32], lanes: &[u32]) -> Vec<String> {
    let mut random = generate::Random(seed);
    (0..count).map(|number| generate::function(&mut random, number, widths, lanes)).collect()
}

/// Before and after compute the same, and after is valid SPIR-V.
fn check(name: &str, seed: u64, count: usize, widths: &[u32], lanes: &[u32]) {
    // For runs by hand: other functions each time.
    let more = std::env::var("LEGALIZE_SEED").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let functions = random_functions(seed.wrapping_add(more.wrapping_mul(1000)), count, widths, lanes);
    computes_the_same(name, &functions);
    for (number, chunk) in functions.chunks(20).enumerate() {
        translates(&format!("{name} {number}"), &generate::without_repeated_declarations(&chunk.concat()));
    }
}

#[test]
fn odd_widths_compute_the_same() {
    check("odd widths", 1, 100, &[1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 24, 31, 32, 33, 48, 63, 64], &[1]);
}

#[test]
fn odd_vectors_compute_the_same() {
    check("odd vectors", 2, 60, &[1, 8, 16, 32, 64], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 32]);
}

#[test]
fn odd_vectors_of_odd_widths_compute_the_same() {
    check("odd vectors of odd widths", 3, 60, &[1, 4, 7, 24, 33, 48], &[2, 3, 4, 5, 6, 8, 11]);
}

#[test]
fn wide_integers_compute_the_same() {
    check("wide integers", 4, 60, &[8, 64, 65, 96, 127, 128, 160, 200, 256], &[1]);
}

#[test]
fn vectors_of_wide_integers_compute_the_same() {
    check("vectors of wide integers", 5, 20, &[32, 65, 128, 192], &[1, 2, 3, 5]);
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
