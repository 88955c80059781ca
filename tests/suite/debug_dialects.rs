//! Debug information in Khronos mode and in native mode, and the compatibility of both dialects.

use crate::support::root;
use llvm_spirv::binary::{Instruction, Op, Words, grammar};
use llvm_spirv::options::{DebugInfo, Options, Policy};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::path::PathBuf;

const SETS: [DebugInfo; 4] =
    [DebugInfo::Legacy, DebugInfo::OpenCl100, DebugInfo::NonSemantic100, DebugInfo::NonSemantic200];

fn options(set: DebugInfo, policy: Policy) -> Options {
    Options { debug_info: set, policy, ..Options::default() }
}

/// The file tests in LLVM IR that translate.
fn file_tests() -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("tests/filetests/debug_info");
    let mut all: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "ll"));
    all.sort();
    let read = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap());
    let mut all: Vec<_> = all.into_iter().map(read).collect();
    all.retain(|(_, text)| String::from_utf8_lossy(text).contains("!llvm.dbg.cu"));
    assert!(all.len() > 15);
    all
}

/// Returns each file test, translated to SPIR-V with a set.
fn modules(set: DebugInfo, policy: Policy) -> Vec<(PathBuf, Vec<u8>)> {
    let made = |(path, text): (PathBuf, Vec<u8>)| Some((path, llvm_to_spirv(&text, &options(set, policy)).ok()?.bytes));
    file_tests().into_iter().filter_map(made).collect()
}

fn back(bytes: &[u8], set: DebugInfo, policy: Policy) -> Result<(String, Vec<String>), String> {
    let made = spirv_to_llvm(bytes, &options(set, policy), Llvm::Assembly).map_err(|error| error.to_string())?;
    let warnings = made.warnings.iter().map(ToString::to_string).collect();
    Ok((String::from_utf8_lossy(&made.bytes).into_owned(), warnings))
}

/// Returns the debug instructions outside of functions, in order: opcode, type, number, and operands.
fn debug_instructions(bytes: &[u8]) -> Vec<(Op, u32, u32, Vec<u32>)> {
    let words = Words::read(bytes).unwrap();
    let name = |inst: &Instruction<'_>| {
        (inst.opcode() == Op::ExtInstImport).then(|| inst.string(0).ok()).flatten().zip(inst.result_id())
    };
    let sets: Vec<u32> = words
        .instructions()
        .filter_map(|inst| name(&inst))
        .filter(|set| set.0.0.to_lowercase().contains("debug"))
        .map(|set| set.1)
        .collect();
    let outside = words.instructions().take_while(|inst| inst.opcode() != Op::Function);
    let of_set = outside.filter(|inst| matches!(inst.opcode(), Op::ExtInst | Op::ExtInstWithForwardRefsKHR));
    let of_set = of_set.filter(|inst| sets.contains(&inst.in_operands()[0]));
    of_set
        .map(|inst| (inst.opcode(), inst.result_id().unwrap(), inst.in_operands()[1], inst.in_operands()[2..].to_vec()))
        .collect()
}

/// Checks that the generator in the header does not affect the reader.
#[test]
fn d_05_dialects_are_told_by_operands() {
    for policy in [Policy::native(), Policy::khronos()] {
        for set in SETS {
            for (path, bytes) in modules(set, policy) {
                let mut other = bytes.clone();
                other[8..12].copy_from_slice(&0x0012_3456u32.to_le_bytes());
                let without = |bytes: &[u8]| {
                    let (text, warnings) = back(bytes, set, Policy::native()).unwrap();
                    let nodes = text.lines().filter(|line| line.starts_with('!') && !line.contains("i16"));
                    (nodes.map(str::to_owned).collect::<Vec<_>>(), warnings)
                };
                assert_eq!(without(&bytes), without(&other), "{} {set:?}", path.display());
            }
        }
    }
}

/// Checks that each dialect reads debug information of the other one.
#[test]
fn d_327_each_dialect_reads_the_other() {
    let mut count = 0;
    for (writer, reader) in [(Policy::khronos(), Policy::native()), (Policy::native(), Policy::khronos())] {
        for set in SETS {
            for (path, bytes) in modules(set, writer) {
                let (text, warnings) =
                    back(&bytes, set, reader).unwrap_or_else(|e| panic!("{} {set:?}: {e}", path.display()));
                let dropped = warnings.iter().find(|warning| warning.contains("is dropped"));
                assert_eq!(dropped, None, "{} {set:?}", path.display());
                assert!(text.contains("!llvm.dbg.cu"), "{} {set:?}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 150, "{count}");
}

/// Checks the order in the sets of OpenCL in Khronos mode: a composite precedes its members, which refer to it.
#[test]
fn d_150_no_instruction_names_a_later_one_but_a_composite_its_members() {
    let text = std::fs::read(root().join("tests/filetests/debug_info/composites.ll")).unwrap();
    for policy in [Policy::khronos(), Policy::native()] {
        let bytes = llvm_to_spirv(&text, &options(DebugInfo::OpenCl100, policy)).unwrap().bytes;
        let all = debug_instructions(&bytes);
        let place = |number: u32| all.iter().position(|inst| inst.2 == number).unwrap();
        assert!(place(10) < place(11), "a composite is in front of its members");
    }
}

/// Checks that checksums of files are texts of separate sources in Khronos mode, which are not searched for lines, and
/// that both dialects read them.
#[test]
fn checksums_are_in_sources_that_nothing_names() {
    let text = r#"target triple = "spir64"
define spir_kernel void @k() !dbg !3 { ret void, !dbg !5 }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, producer: "p", emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cl", directory: "/d", checksumkind: CSK_MD5, checksum: "7bb56387968a9caa6e9e35fff94eaf7b")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 9, column: 2, scope: !3)
"#;
    for set in [DebugInfo::OpenCl100, DebugInfo::NonSemantic100, DebugInfo::NonSemantic200] {
        let bytes = llvm_to_spirv(text.as_bytes(), &options(set, Policy::khronos())).unwrap().bytes;
        let sources: Vec<_> = debug_instructions(&bytes).into_iter().filter(|inst| inst.2 == 35).collect();
        let used = debug_instructions(&bytes).into_iter().filter(|inst| inst.3.contains(&sources[0].1)).count();
        if set == DebugInfo::OpenCl100 {
            assert_eq!((sources.len(), used), (2, 0));
        } else {
            assert_eq!((sources.len(), sources[0].3.len()), (1, 1), "{set:?}");
        }
        for reader in [Policy::khronos(), Policy::native()] {
            let (text, _) = back(&bytes, set, reader).unwrap();
            assert_eq!(text.matches("!DIFile(").count(), 1, "{set:?}: {text}");
            assert!(text.contains("checksum: \"7bb56387968a9caa6e9e35fff94eaf7b\""), "{set:?}: {text}");
        }
    }
}

/// Checks that both numberings of template parameter packs and template template parameters are read: the Khronos
/// translator exchanges them, and writes the line 0 in place of an id. Neither mode writes them: the contents of a pack
/// are written instead.
#[test]
fn d_26_d_27_the_groups_of_parameters_of_templates_have_either_number() {
    let check = |bytes: &[u8], set, policy, pack: &str, template: &str| {
        let (text, _) = back(bytes, set, policy).unwrap();
        for (tag, said) in
            [("GNU_template_parameter_pack, name: ", pack), ("GNU_template_template_param, name: ", template)]
        {
            assert!(text.contains(&format!("tag: DW_TAG_{tag}{said}")), "{set:?}: {text}");
        }
    };
    // Of llvm-spirv-15.
    let bytes = std::fs::read(root().join("roundtrip-corpus/regressions/debug_template_packs.spv")).unwrap();
    for policy in [Policy::native(), Policy::khronos()] {
        check(&bytes, DebugInfo::OpenCl100, policy, "\"Ts\", value: !", "\"B\", value: !\"One\"");
    }
}

/// Checks that instructions have exactly the specified number of operands, on which readers of `OpenCL.DebugInfo.100`
/// rely.
#[test]
fn d_302_operands_are_as_many_as_specified() {
    // Number, and the numbers of operands without those that repeat.
    const FIXED: [(u32, usize, usize); 12] = [
        (1, 4, 4),
        (2, 3, 3),
        (3, 3, 3),
        (4, 2, 2),
        (6, 2, 2),
        (7, 6, 6),
        (13, 2, 2),
        (15, 6, 6),
        (18, 9, 10),
        (20, 10, 11),
        (26, 7, 8),
        (35, 1, 2),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for (path, bytes) in modules(DebugInfo::OpenCl100, Policy::native()) {
        for (_, _, number, operands) in debug_instructions(&bytes) {
            if let Some((_, least, most)) = FIXED.iter().find(|row| row.0 == number) {
                assert!(
                    (*least..=*most).contains(&operands.len()),
                    "{}: {number} has {}",
                    path.display(),
                    operands.len()
                );
                seen.insert(number);
            }
            assert_ne!(number, 34, "imported entities have an operand more there");
        }
    }
    assert_eq!(seen.len(), FIXED.len());
}

/// Checks that, with the extension, cyclic nodes need no forward declarations.
#[test]
fn d_153_instructions_name_later_ones_where_that_is_asked_for() {
    const NAME: &str = "SPV_KHR_relaxed_extended_instruction";
    let text = std::fs::read(root().join("tests/filetests/debug_info/composites.ll")).unwrap();
    for set in SETS {
        let plain = options(set, Policy::native());
        let asked = Options { extensions: plain.extensions.clone().with(NAME), ..plain.clone() };
        let without = debug_instructions(&llvm_to_spirv(&text, &plain).unwrap().bytes);
        assert!(without.iter().all(|inst| inst.0 == Op::ExtInst), "{set:?}");
        let made = llvm_to_spirv(&text, &asked).unwrap().bytes;
        let with = debug_instructions(&made);
        let mut known = std::collections::BTreeSet::new();
        let results: Vec<u32> = with.iter().map(|inst| inst.1).collect();
        let is_of_shaders = matches!(set, DebugInfo::NonSemantic100 | DebugInfo::NonSemantic200);
        for (op, id, number, operands) in &with {
            let names_later = operands.iter().any(|word| results.contains(word) && !known.contains(word));
            if is_of_shaders {
                assert_eq!(names_later, *op == Op::ExtInstWithForwardRefsKHR, "{set:?}: {number}");
            }
            known.insert(*id);
        }
        if is_of_shaders {
            assert!(with.iter().any(|inst| inst.0 == Op::ExtInstWithForwardRefsKHR), "{set:?}");
            assert!(with.len() < without.len(), "{set:?}: no declarations in front");
        }
        let (_, warnings) = back(&made, set, Policy::native()).unwrap();
        assert_eq!(warnings.iter().find(|warning| warning.contains("dropped")), None);
    }
}

/// Checks that the option that keeps metadata of functions does not include debug information.
#[test]
fn d_202_metadata_that_are_kept_are_not_those_of_debug_information() {
    let text = std::fs::read(root().join("tests/filetests/debug_info/function_types.ll")).unwrap();
    let plain = Options { preserve_auxdata: true, ..options(DebugInfo::OpenCl100, Policy::native()) };
    let made = llvm_to_spirv(&text, &plain).unwrap().bytes;
    let words = Words::read(&made).unwrap();
    let strings = words.instructions().filter(|inst| inst.opcode() == Op::String);
    assert!(strings.filter_map(|inst| inst.string(0).ok()).all(|text| text.0 != "dbg"));
}

/// Checks that the page about debug information lists each instruction of the sets.
#[test]
fn d_426_documents_have_each_instruction() {
    let page = std::fs::read_to_string(root().join("docs/guide/debug-info.md")).unwrap();
    for set in ["OpenCL.DebugInfo.100", "NonSemantic.Shader.DebugInfo.100"] {
        for row in grammar::ext_set(set).unwrap().instructions {
            assert!(page.contains(&format!("`{}`", row.name)), "{set}: {}", row.name);
        }
    }
}
