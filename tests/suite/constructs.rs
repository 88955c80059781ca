//! Structured control flow as in the dialect's document: the blocks of a selection or loop, and its preservation in a
//! round trip of a shader.

use crate::support::{run, scratch, tool};
use llvm_spirv::inspect::{Construct, Inspection};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::process::Command;

const FRONT: &str = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %50 \"main\" %20\n\
                     OpExecutionMode %50 LocalSize 1 1 1\n%10 = OpTypeVoid\n%11 = OpTypeFunction %10\n\
                     %12 = OpTypeBool\n%13 = OpTypeInt 32 1\n%14 = OpConstant %13 0\n%15 = OpConstant %13 10\n\
                     %16 = OpConstant %13 1\n%17 = OpTypePointer Private %13\n%20 = OpVariable %17 Private\n\
                     %50 = OpFunction %10 None %11\n%51 = OpLabel\n%21 = OpLoad %13 %20\n\
                     %22 = OpSLessThan %12 %21 %15\n";

/// `if (x < 10) x = 0; else x = 10;`
const IF_ELSE: &str = "OpSelectionMerge %54 None\nOpBranchConditional %22 %52 %53\n%52 = OpLabel\nOpStore %20 %14\n\
                       OpBranch %54\n%53 = OpLabel\nOpStore %20 %15\nOpBranch %54\n%54 = OpLabel\nOpReturn\n";

/// `switch (x) { case 0: if (x < 10) break; x = 10; case 1: x = 1; }`, where a case breaks early and falls through.
const SWITCH: &str = "OpSelectionMerge %56 None\nOpSwitch %21 %56 0 %52 1 %55\n%52 = OpLabel\n\
                      OpSelectionMerge %53 None\nOpBranchConditional %22 %56 %53\n%53 = OpLabel\nOpStore %20 %15\n\
                      OpBranch %55\n%55 = OpLabel\nOpStore %20 %16\nOpBranch %56\n%56 = OpLabel\nOpReturn\n";

/// `for (i = 0; i < 10; ++i) if (x < 10) break;`
const FOR: &str = "OpBranch %52\n%52 = OpLabel\n%30 = OpPhi %13 %14 %51 %31 %57\nOpLoopMerge %58 %57 None\n\
                   OpBranch %53\n%53 = OpLabel\n%32 = OpSLessThan %12 %30 %15\nOpBranchConditional %32 %54 %58\n\
                   %54 = OpLabel\nOpSelectionMerge %56 None\nOpBranchConditional %22 %55 %56\n%55 = OpLabel\n\
                   OpStore %20 %30\nOpBranch %58\n%56 = OpLabel\nOpBranch %57\n%57 = OpLabel\n\
                   %31 = OpIAdd %13 %30 %16\nOpBranch %52\n%58 = OpLabel\nOpReturn\n";

/// A nested loop, each with a separate continue target.
const NESTED: &str = "OpBranch %52\n%52 = OpLabel\nOpLoopMerge %59 %58 None\nOpBranchConditional %22 %53 %59\n\
                      %53 = OpLabel\nOpBranch %54\n%54 = OpLabel\nOpLoopMerge %57 %56 None\n\
                      OpBranchConditional %22 %55 %57\n%55 = OpLabel\nOpBranch %56\n%56 = OpLabel\nOpBranch %54\n\
                      %57 = OpLabel\nOpBranch %58\n%58 = OpLabel\nOpBranch %52\n%59 = OpLabel\nOpReturn\n";

fn assembled(body: &str) -> Vec<u8> {
    let text = format!("{FRONT}{body}OpFunctionEnd\n");
    let mut assembler = Command::new("spirv-as");
    assembler.args(["--target-env", "spv1.3", "--preserve-numeric-ids", "-o", "-", "-"]);
    run(&mut assembler, text.as_bytes()).unwrap()
}

fn constructs(module: &[u8]) -> Vec<Construct> {
    Inspection::of(module).unwrap().constructs
}

/// Kind, header, own blocks, continue target with the blocks of its construct, merge block and the header around it.
type Row<'c> = (&'c str, u32, &'c [u32], Option<u32>, &'c [u32], u32, Option<u32>);

fn row(one: &Construct) -> Row<'_> {
    (one.kind.name(), one.header, &one.blocks, one.continue_target, &one.continue_blocks, one.merge, one.outer)
}

fn check(body: &str, expected: &[Row<'_>]) {
    let module = assembled(body);
    let all = constructs(&module);
    assert_eq!(all.iter().map(row).collect::<Vec<_>>(), expected);
    let of_main = Inspection::of(&module).unwrap();
    assert_eq!(of_main.constructs(50).count(), expected.len());
    assert_eq!(of_main.constructs(51).count(), 0, "51 is no function");
    assert_eq!(nesting(&constructs(&there_and_back(&module))), nesting(&all));
}

fn there_and_back(module: &[u8]) -> Vec<u8> {
    let llvm = spirv_to_llvm(module, &Options::default(), Llvm::Bitcode).unwrap().bytes;
    llvm_to_spirv(&llvm, &Options::default()).unwrap().bytes
}

/// Returns the properties that do not depend on ids: kinds, numbers of blocks, and nesting.
fn nesting(all: &[Construct]) -> Vec<(&str, usize, usize, Option<usize>)> {
    let place = |header: u32| all.iter().position(|one| one.header == header);
    let one = |one: &Construct| (one.blocks.len(), one.continue_blocks.len(), one.outer.and_then(place));
    all.iter().map(|each| (each.kind.name(), one(each))).map(|(kind, (a, b, c))| (kind, a, b, c)).collect()
}

#[test]
fn s4_52_s4_53_s4_60_s2_150_a_selection_holds_its_header_and_branches() {
    check(IF_ELSE, &[("selection", 51, &[51, 52, 53], None, &[], 54, None)]);
}

#[test]
fn s4_54_cases_leave_early_and_fall_through() {
    let switch = ("switch", 51, &[51, 53, 55][..], None, &[][..], 56, None);
    check(SWITCH, &[switch, ("selection", 52, &[52], None, &[], 53, Some(51))]);
}

#[test]
fn s4_55_s4_57_s4_60_s2_151_a_loop_holds_its_body_and_its_continue_construct() {
    let whole = ("loop", 52, &[52, 53, 56][..], Some(57), &[57][..], 58, None);
    check(FOR, &[whole, ("selection", 54, &[54, 55], None, &[], 56, Some(52))]);
}

/// Checks that the merge block comes after all others, and that only the block before the loop and the continue
/// construct branch to its header.
#[test]
fn s4_56_s4_58_s4_59_s4_97_loops_nest() {
    let inner = ("loop", 54, &[54, 55][..], Some(56), &[56][..], 57, Some(52));
    check(NESTED, &[("loop", 52, &[52, 53, 57], Some(58), &[58], 59, None), inner]);
}

#[test]
fn s4_88_merge_instructions_stand_in_headers() {
    for (body, merges) in [(IF_ELSE, 1), (SWITCH, 2), (FOR, 2), (NESTED, 2)] {
        let back = there_and_back(&assembled(body));
        let text =
            String::from_utf8(run(Command::new("spirv-dis").args(["--no-header", "-"]), &back).unwrap()).unwrap();
        let lines: Vec<_> = text.lines().collect();
        let found: Vec<_> = (0..lines.len()).filter(|at| lines[*at].contains("Merge ")).collect();
        assert_eq!(found.len(), merges, "{text}");
        let is_before = |at: &usize| lines[at + 1].contains("OpBranch") || lines[at + 1].contains("OpSwitch");
        assert!(found.iter().all(is_before), "{text}");
    }
}

/// Checks the output of `--explain`, as text and as JSON.
#[test]
fn s4_52_explain_shows_selections_and_loops() {
    let path = scratch().join("explained_constructs.spv");
    std::fs::write(&path, assembled(FOR)).unwrap();
    let shown = |flag: &str| String::from_utf8(run(tool().arg(flag).arg(&path), b"").unwrap()).unwrap();
    let text = shown("--explain");
    for part in [
        "loop %52 (function %50)\n    blocks: %52 %53 %56; continue target %57, blocks behind it: %57; merge %58\n",
        "selection %54 (function %50)\n    blocks: %54 %55; merge %56; within %52\n",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&shown("--explain=json")).unwrap();
    let kinds: Vec<_> =
        json["constructs"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["loop", "selection"]);
    assert_eq!(json["constructs"][0]["merge"], 58);
}
