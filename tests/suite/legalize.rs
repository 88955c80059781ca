//! The legalisation: its output for cases written by hand is valid. `tests/differential/` checks that it computes the
//! same.

use crate::support::{Watch, check_report, validate};
use llvm_spirv::binary::{Op, write};
use llvm_spirv::llvm::Context;
use llvm_spirv::options::{Extensions, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, regularize, spirv_to_llvm};

const HEADER: &str = "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64\"\ntarget triple = \"spir64-unknown-unknown\"\n";

/// Translates a module of functions `void (ptr, ptr)`, and validates it.
fn translates(name: &str, body: &str) {
    let module = format!("{HEADER}{body}");
    let spirv = llvm_to_spirv(module.as_bytes(), &Options::default());
    let spirv = spirv.unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
    validate(&spirv.bytes).unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
}

/// Returns the LLVM IR from which SPIR-V is made.
fn legalized(name: &str, program: &str) -> String {
    let watch = Watch::default();
    let made = regularize(program.as_bytes(), &watch.over(&Options::default()), Llvm::Assembly, None);
    watch.check().unwrap_or_else(|e| panic!("{name}: {e}"));
    String::from_utf8(made.unwrap_or_else(|e| panic!("{name}: {e}")).bytes).unwrap()
}

/// Tests cases written by hand: one-lane vectors, memory that holds illegal types, constants, switches, masks.
#[test]
fn illegal_types_by_hand() {
    let text = include_str!("legalize/by_hand.ll");
    translates("by hand", text);
    let legal = legalized("by hand", &format!("{HEADER}{text}"));
    for illegal in ["<1 x", "<6 x", "i24", "i33", "i128", "[0 x", "x ptr>", "bitcast <4 x i1>", "@llvm.masked"] {
        let used = legal.lines().find(|line| line.contains(illegal) && !line.starts_with("declare"));
        assert_eq!(used, None, "{legal}");
    }
}

#[test]
fn a_module_that_needs_nothing_stays_as_it_is() {
    let text = format!(
        "{HEADER}define spir_func <4 x float> @f(<4 x float> %a, i1 %c) {{\n  %b = select i1 %c, <4 x float> %a, <4 x float> zeroinitializer\n  ret <4 x float> %b\n}}\n"
    );
    let context = Context::new();
    let before = context.parse(text.as_bytes(), "input").unwrap().print();
    assert_eq!(legalized("same", &text), before);
}

/// Makes two round trips of a module and validates them; they may lose only what is documented.
fn round_trips(name: &str, body: &str) {
    let module = format!("{HEADER}{body}");
    let trips = llvm_spirv_roundtrip::round_trips(module.as_bytes(), &Options::default())
        .unwrap_or_else(|e| panic!("{name}: {e}"));
    validate(&write::bytes(&trips.first)).unwrap_or_else(|e| panic!("{name}: {e}"));
    check_report(&trips).unwrap_or_else(|e| panic!("{name}: {e}"));
}

/// Joins `line(0)` to `line(count - 1)`.
fn many(count: usize, separator: &str, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().join(separator)
}

/// Checks a switch with more cases than SPIR-V allows, to blocks that meet in a phi with more pairs than fit in an
/// instruction.
#[test]
fn long_switches_and_phis_are_split() {
    let count = 40_000;
    let cases = many(count, "\n", |i| format!("i32 {}, label %b{i}", 3 * i));
    let blocks = many(count, "\n", |i| format!("b{i}:\nbr label %end"));
    let pairs = many(count, ", ", |i| format!("[ {i}, %b{i} ]"));
    round_trips(
        "switch",
        &format!(
            "define spir_func i32 @f(i32 %x) {{\nentry:\nswitch i32 %x, label %end [\n{cases}\n]\n{blocks}\n\
             end:\n%p = phi i32 [ -1, %entry ], {pairs}\nret i32 %p\n}}\n"
        ),
    );
    let same = many(count, "\n", |i| format!("i64 {}, label %end", 3 * i));
    let pairs = many(count, ", ", |_| "[ 1, %entry ]".to_owned());
    round_trips(
        "edges",
        &format!(
            "define spir_func i32 @f(i64 %x) {{\nentry:\nswitch i64 %x, label %other [\n{same}\n]\nother:\nbr label %end\n\
             end:\n%p = phi i32 [ 0, %other ], {pairs}\nret i32 %p\n}}\n"
        ),
    );
}

/// Checks initialisers with more elements than fit in an instruction.
#[test]
fn long_initialisers_are_split() {
    let bytes = many(70_000, ", ", |i| format!("i8 {}", i % 250));
    let pointers = many(70_000, ", ", |i| format!("ptr addrspace(1) {}", if i % 2 == 0 { "@x" } else { "null" }));
    round_trips(
        "arrays",
        &format!(
            "@x = addrspace(1) global i32 0\n@bytes = addrspace(2) constant {{ i16, [70000 x i8] }} {{ i16 1, [70000 x i8] [{bytes}] }}\n\
             @pointers = addrspace(1) global [70000 x ptr addrspace(1)] [{pointers}]\n\
             define spir_func i8 @f(i64 %i) {{\n%p = getelementptr {{ i16, [70000 x i8] }}, ptr addrspace(2) @bytes, i64 0, i32 1, i64 %i\n\
             %v = load i8, ptr addrspace(2) %p\nret i8 %v\n}}\n"
        ),
    );
}

/// Returns the number of instructions with an opcode in a module. Used for functions with more parameters than SPIR-V
/// allows, defined here and elsewhere.
fn count(words: &[u32], opcode: Op) -> usize {
    let (mut rest, mut count) = (words.get(5..).unwrap_or_default(), 0);
    while let Some(first) = rest.first() {
        count += usize::from(first & 0xFFFF == opcode as u32);
        rest = rest.get((first >> 16).max(1) as usize..).unwrap_or_default();
    }
    count
}

/// Checks that, with the extension, structs and initialisers of any length are one composite. Without it, initialisers
/// are split, and such structs refused.
#[test]
fn long_composites_stay_whole_where_an_extension_has_them() {
    let extensions: Extensions = "+SPV_INTEL_long_composites".parse().unwrap();
    let [with, without] =
        [extensions, Extensions::none()].map(|extensions| Options { extensions, ..Options::default() });
    let continued = |program: &str, options: &Options, opcode| {
        let trips = llvm_spirv_roundtrip::round_trips(format!("{HEADER}{program}").as_bytes(), options).unwrap();
        check_report(&trips).unwrap();
        count(&trips.first, opcode)
    };
    let bytes = many(70_000, ", ", |i| format!("i8 {}", i % 250));
    let array = format!("@x = addrspace(2) constant [70000 x i8] [{bytes}]\n");
    assert_eq!(continued(&array, &with, Op::ConstantCompositeContinuedINTEL), 1);
    assert_eq!(continued(&array, &without, Op::ConstantCompositeContinuedINTEL), 0);
    let members = many(70_000, ", ", |i| ["i8", "i16"][i % 2].into());
    let structure = format!(
        "%s = type {{ {members} }}\n@x = addrspace(1) global %s zeroinitializer\n\
         define spir_func i16 @f() {{\n%p = getelementptr %s, ptr addrspace(1) @x, i64 0, i32 69999\n\
         %v = load i16, ptr addrspace(1) %p\nret i16 %v\n}}\n"
    );
    assert_eq!(continued(&structure, &with, Op::TypeStructContinuedINTEL), 1);
    let refused = llvm_to_spirv(format!("{HEADER}{structure}").as_bytes(), &without).map(drop).unwrap_err();
    assert!(refused.to_string().contains("a struct of 70000 members"), "{refused}");
}

#[test]
fn very_many_parameters_are_packed() {
    let parameters = many(300, ", ", |i| format!("i32 %a{i}"));
    let arguments = many(300, ", ", |i| format!("i32 {i}"));
    round_trips(
        "parameters",
        &format!(
            "declare spir_func i32 @there({parameters})\ndefine spir_func i32 @here({parameters}) {{\n\
             %r = call spir_func i32 @there({arguments})\n%s = add i32 %r, %a299\nret i32 %s\n}}\n"
        ),
    );
}

/// Checks that kernels keep very many parameters, since a host sets each argument by its number, and that a warning
/// says that consumers need not accept them.
#[test]
fn very_many_parameters_of_kernels_stay() {
    let parameters = many(300, ", ", |i| format!("{} %a{i}", ["i32", "i24", "ptr addrspace(1)"][i % 3]));
    let program = format!(
        "{HEADER}define spir_kernel void @k({parameters}) {{\nstore i32 %a297, ptr addrspace(1) %a299\nret void\n}}\n"
    );
    let told = |warnings: &[String], name| warnings.iter().filter(|w| w.starts_with(&format!("{name} has "))).count();
    let spirv = llvm_to_spirv(program.as_bytes(), &Options::default()).unwrap();
    assert_eq!(told(&spirv.warnings, "k"), 1, "{:?}", spirv.warnings);
    assert_eq!(count(&words(&spirv.bytes), Op::FunctionParameter), 300);
    let back = spirv_to_llvm(&spirv.bytes, &Options::default(), Llvm::Assembly).unwrap();
    assert_eq!(told(&back.warnings, "k"), 1, "{:?}", back.warnings);
    assert!(String::from_utf8(back.bytes).unwrap().contains("ptr addrspace(1) %a299)"));
    check_report(&llvm_spirv_roundtrip::round_trips(program.as_bytes(), &Options::default()).unwrap()).unwrap();
}

/// Checks that a call of such a kernel passes the arguments unchanged.
#[test]
fn kernels_of_very_many_parameters_are_called() {
    let parameters = many(256, ", ", |i| format!("i32 %a{i}"));
    let program = format!(
        "{HEADER}define spir_kernel void @called({parameters}) {{\nret void\n}}\n\
         define spir_kernel void @caller({parameters}) {{\ncall spir_kernel void @called({parameters})\nret void\n}}\n"
    );
    let spirv = llvm_to_spirv(program.as_bytes(), &Options::default()).unwrap();
    // The kernel that is called is a function and an entry point.
    assert_eq!(count(&words(&spirv.bytes), Op::FunctionParameter), 3 * 256);
    assert_eq!(count(&words(&spirv.bytes), Op::CompositeInsert), 0);
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}
