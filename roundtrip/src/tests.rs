//! Tests with artificial changes: each is found, named, and not confused with another one.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::documented::{Class, Group};
use super::{Inventory, Report, RoundTrips, Style, round_trips};
use llvm_spirv::binary::{Op, Words};
use llvm_spirv::llvm::Context;
use llvm_spirv::options::Options;

const MODULE: &str = r#"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z21__spirv_MemoryBarrierii(i32, i32)
define spir_func i32 @f(i32 %a, i32 %b, ptr addrspace(1) noalias %p) {
  %difference = sub i32 %a, %b
  %sum = add i32 %difference, %a
  store i32 %sum, ptr addrspace(1) %p, align 4
  call spir_func void @_Z21__spirv_MemoryBarrierii(i32 1, i32 520)
  %again = load i32, ptr addrspace(1) %p, align 4
  call spir_func void @_Z21__spirv_MemoryBarrierii(i32 1, i32 514)
  %product = mul i32 %again, %sum
  ret i32 %product
}
"#;

fn trips() -> RoundTrips {
    let trips = round_trips(MODULE.as_bytes(), &Options::default()).unwrap();
    assert!(undocumented(&trips).is_empty(), "{}", trips.report(3).unwrap());
    assert_eq!(trips.first, trips.second);
    trips
}

/// Returns the words of the module after, with one instruction of this opcode changed.
fn changed(
    trips: &RoundTrips,
    opcode: Op,
    fits: impl Fn(&[u32]) -> bool,
    change: impl Fn(&mut Vec<u32>),
) -> RoundTrips {
    let words = Words::of(&trips.first).unwrap();
    let mut first = trips.first[..5].to_vec();
    let mut done = false;
    for instruction in words.instructions() {
        let mut own = instruction.words().to_vec();
        if !done && instruction.opcode() == opcode && fits(&own) {
            change(&mut own);
            done = true;
        }
        first.extend(own);
    }
    assert!(done, "no {opcode:?}");
    RoundTrips { first: first.clone(), second: first, ..trips.clone() }
}

/// Returns group, class, name and count of undocumented findings.
fn undocumented(trips: &RoundTrips) -> Vec<(Group, Class, String, String, usize)> {
    let report: Report = trips.report(3).unwrap();
    let all = report.undocumented();
    all.map(|f| (f.group, f.subject.class, f.subject.name.clone(), f.subject.of.clone(), f.count)).collect()
}

fn found(group: Group, class: Class, name: &str, of: &str) -> Vec<(Group, Class, String, String, usize)> {
    vec![(group, class, name.to_owned(), of.to_owned(), 1)]
}

#[test]
fn a_changed_operand_is_seen_where_it_is_and_nowhere_else() {
    let seeded = changed(&trips(), Op::ISub, |_| true, |words| words.swap(3, 4));
    assert_eq!(undocumented(&seeded), found(Group::Lost, Class::Operand, "IdRef", "OpISub"));
    let text = seeded.report(3).unwrap().text("module", Style::default());
    assert!(
        text.contains("    - %difference = OpISub %uint %a %b\n    + %difference = OpISub %uint %b %a\n"),
        "{text}"
    );
    let coloured = seeded.report(3).unwrap().text("module", Style { colour: true, detail: true });
    assert!(coloured.contains("\x1b[31m- %difference = OpISub %uint %a %b\x1b[0m"), "{coloured}");
}

#[test]
fn a_dropped_instruction_is_seen() {
    let seeded = changed(&trips(), Op::Store, |_| true, Vec::clear);
    assert_eq!(undocumented(&seeded), found(Group::Lost, Class::Instruction, "OpStore", ""));
}

#[test]
fn an_added_instruction_is_seen() {
    let twice = |words: &mut Vec<u32>| words.extend(words.clone());
    let seeded = changed(&trips(), Op::Store, |_| true, twice);
    assert_eq!(undocumented(&seeded), found(Group::Added, Class::Instruction, "OpStore", ""));
}

#[test]
fn a_dropped_decoration_is_seen() {
    const FUNC_PARAM_ATTR: u32 = 38;
    let seeded = changed(&trips(), Op::Decorate, |words| words[2] == FUNC_PARAM_ATTR, Vec::clear);
    let expected = found(Group::Weaker, Class::Decoration, "FuncParamAttr NoAlias", "OpFunctionParameter");
    assert_eq!(undocumented(&seeded), expected);
}

#[test]
fn a_lower_alignment_is_seen() {
    let seeded = changed(&trips(), Op::Store, |_| true, |words| words[4] = 1);
    assert_eq!(undocumented(&seeded), found(Group::Lost, Class::Operand, "MemoryAccess", "OpStore"));
}

#[test]
fn weaker_memory_semantics_are_seen() {
    let trips = trips();
    let words = Words::of(&trips.first).unwrap();
    let barriers: Vec<u32> =
        words.instructions().filter(|i| i.opcode() == Op::MemoryBarrier).map(|i| i.words()[2]).collect();
    let seeded = changed(&trips, Op::MemoryBarrier, |_| true, |words| words[2] = barriers[1]);
    assert_eq!(undocumented(&seeded), found(Group::Weaker, Class::Operand, "IdMemorySemantics", "OpMemoryBarrier"));
    let stronger = changed(&trips, Op::MemoryBarrier, |words| words[2] == barriers[1], |words| words[2] = barriers[0]);
    assert_eq!(undocumented(&stronger), found(Group::Lost, Class::Operand, "IdMemorySemantics", "OpMemoryBarrier"));
}

#[test]
fn a_lost_attribute_is_seen_and_a_documented_one_is_told_apart() {
    let inventory = |attributes: &str| {
        let text = MODULE.replace("noalias %p) {", &format!("noalias %p) {attributes} {{"));
        Inventory::of(&Context::new().parse(text.as_bytes(), "").unwrap())
    };
    let trips = trips();
    let given = |attributes: &str| RoundTrips { ir: Some([inventory(attributes), inventory("")]), ..trips.clone() };
    let expected = found(Group::Lost, Class::FunctionAttribute, "alwaysinline", "");
    assert_eq!(undocumented(&given("alwaysinline nofree")), expected);
    assert!(undocumented(&given("nofree")).is_empty());
    let report = given("nofree").report(1).unwrap();
    let finding = report.findings.iter().find(|f| f.subject.name == "nofree").unwrap();
    assert_eq!((finding.group, finding.count), (Group::Weaker, 1));
    assert!(finding.documented().unwrap().sentence.starts_with("Attributes"));
}

#[test]
fn what_is_spelled_differently_is_no_loss() {
    let module = [
        &[0x0723_0203_u32, 0x0001_0000, 0, 20, 0][..],
        &[0x2_0011, 4, 0x2_0011, 5, 0x2_0011, 6, 0x3_000E, 2, 2],
        // %1 is a type, %2 that of a function, %8 is 0, %9 is -1.
        &[0x4_0015, 1, 32, 0, 0x4_0021, 2, 1, 1, 0x4_002B, 1, 8, 0, 0x4_002B, 1, 9, u32::MAX],
        &[0x5_0036, 1, 3, 0, 2, 0x3_0037, 1, 4, 0x2_00F8, 5],
        &[0x5_0082, 1, 6, 8, 4, 0x5_00C6, 1, 7, 6, 9, 0x2_00FE, 7, 0x1_0038],
    ]
    .concat();
    let bytes: Vec<u8> = module.iter().flat_map(|word| word.to_le_bytes()).collect();
    let report = round_trips(&bytes, &Options::default()).unwrap().report(3).unwrap();
    assert!(report.undocumented().next().is_none(), "{report}");
    for (name, after) in [("OpISub", "OpSNegate"), ("OpBitwiseXor", "OpNot")] {
        let finding = report.findings.iter().find(|finding| finding.subject.name == name).unwrap();
        assert_eq!(finding.group, Group::Spelling);
        assert!(finding.examples[0].after[0].contains(after), "{report}");
    }
}

/// Checks that thousands of unpaired instructions in one place take linear time.
#[test]
fn the_work_is_linear_where_everything_changed() {
    let program = |op: &str| {
        let body: String = (0..20_000).map(|n| format!("  %v{} = {op} i32 %v{n}, %b\n", n + 1)).collect();
        let text = format!(
            "target triple = \"spir64\"\ndefine spir_func i32 @f(i32 %v0, i32 %b) {{\n{body}  ret i32 %v20000\n}}\n"
        );
        round_trips(text.as_bytes(), &Options::default()).unwrap()
    };
    let (sums, products) = (program("add"), program("mul"));
    let begin = std::time::Instant::now();
    let both = RoundTrips { first: products.first.clone(), second: products.first, ..sums };
    // The sums are lost, products are added, and another value is returned.
    assert_eq!(undocumented(&both).len(), 3);
    assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
}
