//! The items of the dialect's document on the contents of a module: sections, functions, operands.

use super::module::{Trip, assembled, instruction, shader, trip, types};
use llvm_spirv::binary::grammar::{self, Category};
use llvm_spirv::binary::{Instruction, Words};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};

fn there(text: &str) -> Trip {
    trip(text).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(text: &str) -> String {
    let bytes = assembled(text).unwrap();
    spirv_to_llvm(bytes.as_slice(), &Options::default(), Llvm::Bitcode)
        .err()
        .map_or_else(String::new, |e| e.to_string())
}

/// Returns the number of the section of an instruction; all instructions in functions share one.
fn section(name: &str) -> usize {
    let is_any = |names: &[&str]| names.contains(&name);
    match name {
        "OpCapability" => 1,
        "OpExtension" => 2,
        "OpExtInstImport" => 3,
        "OpMemoryModel" => 4,
        "OpEntryPoint" => 5,
        _ if is_any(&["OpExecutionMode", "OpExecutionModeId"]) => 6,
        _ if is_any(&["OpString", "OpSource", "OpSourceExtension", "OpSourceContinued"]) => 7,
        _ if is_any(&["OpName", "OpMemberName"]) => 8,
        _ if name.contains("Decorat") => 9,
        _ => 10,
    }
}

/// Checks that instructions of all sections are in order, both in the input and in the output.
#[test]
fn s4_15_sections_are_in_order() {
    let front = "OpSource GLSL 450\nOpName %f \"f\"\nOpDecorate %r NoContraction";
    let text = instruction("FAdd", "float", &["float", "float"]);
    let text = text.replacen("%void =", &format!("{front}\n%void ="), 1);
    let text = format!("OpCapability Shader\nOpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n{text}");
    let other = "%f = OpFunction %void None %function\n%g = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let text = format!("{}{other}", text.replacen("OpExtension", "OpCapability Float64\nOpExtension", 1));
    let text = text.replacen("OpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n", "", 1);
    let text = text.replacen("%glsl =", "OpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n%glsl =", 1);
    let text = text.replacen("OpReturn\n", "%y = OpExtInst %float %glsl Sqrt %r\nOpStore %x_float %y\nOpReturn\n", 1);
    let module = assembled(&text).unwrap();
    let llvm = spirv_to_llvm(module.as_slice(), &Options::default(), Llvm::Bitcode).unwrap().bytes;
    let back = llvm_to_spirv(&llvm, &Options::default()).unwrap().bytes;
    for bytes in [&module, &back] {
        let names: Vec<_> = Words::read(bytes).unwrap().instructions().map(Instruction::name).collect();
        let functions = names.iter().position(|name| *name == "OpFunction").unwrap();
        let sections: Vec<_> = names[..functions].iter().map(|name| section(name)).collect();
        assert!(sections.is_sorted(), "{names:?}");
        (1..=10).for_each(|section| assert!(sections.contains(&section), "section {section}: {names:?}"));
        assert_eq!(names.iter().filter(|name| **name == "OpFunctionEnd").count(), 2);
    }
}

/// Checks that decorations are attached to their targets: an instruction, a variable, and the members of a structure.
/// The module has no list of them.
#[test]
fn s4_17_decorations_are_folded_into_what_they_decorate() {
    let front = "OpDecorate %r RelaxedPrecision\nOpDecorate %b DescriptorSet 3\nOpDecorate %b Binding 5\n\
                 OpDecorate %S Block\nOpMemberDecorate %S 0 Offset 16";
    let globals = "%float = OpTypeFloat 32\n%one = OpConstant %float 1\n%S = OpTypeStruct %float\n\
                   %to = OpTypePointer StorageBuffer %S\n%b = OpVariable %to StorageBuffer";
    let found = there(&shader(front, globals, "%r = OpFAdd %float %one %one"));
    let line = |part: &str| found.llvm.lines().find(|line| line.contains(part)).unwrap_or_default();
    assert!(line(" fadd ").contains("!spirv.Decorations"), "{}", found.llvm);
    assert!(line("addrspace(11) global").contains("!spirv.Decorations"), "{}", found.llvm);
    assert!(!found.llvm.contains("\n!spirv.Decorations"), "{}", found.llvm);
    assert!(line("poison, !\"").contains("%"), "the structure has its own: {}", found.llvm);
    for text in ["DescriptorSet 3", "Binding 5", "Offset 16", "RelaxedPrecision"] {
        assert_eq!(found.spirv.matches(text).count(), 1, "{text}: {}", found.spirv);
    }
}

/// Checks that types become LLVM's types, not values or metadata, and that repeated types become one instruction each.
#[test]
fn s4_18_types_are_types() {
    let found = there(&instruction("FAdd", "double", &["double", "double"]));
    assert!(found.llvm.contains("fadd contract double %"), "{}", found.llvm);
    assert!(!found.llvm.contains("OpType") && !found.llvm.contains("__spirv_Type"), "{}", found.llvm);
    assert_eq!(found.spirv.matches("= OpTypeFloat 64").count(), 1, "{}", found.spirv);
    let twice = "target triple = \"spirv-unknown-vulkan1.3-compute\"\n@a = external addrspace(10) global [4 x double]\n\
                 @b = external addrspace(10) global [4 x double]\n";
    let written = llvm_to_spirv(twice.as_bytes(), &Options::default()).unwrap().bytes;
    let names: Vec<_> = Words::read(&written).unwrap().instructions().map(Instruction::name).collect();
    assert_eq!(names.iter().filter(|name| **name == "OpTypeArray").count(), 1);
}

const TWO_FUNCTIONS: &str = "%float = OpTypeFloat 32\n%one = OpConstant %float 1\n%other = OpTypeFunction %float";

fn two_functions(inner: &str) -> String {
    let text = shader("", TWO_FUNCTIONS, "%mine = OpFAdd %float %one %one\n%x = OpFunctionCall %float %f");
    format!(
        "{text}%f = OpFunction %float None %other\n%g = OpLabel\n%y = OpFAdd %float {inner} %one\nOpReturnValue %y\nOpFunctionEnd\n"
    )
}

/// Checks that a function cannot use a value of another function, in either language.
#[test]
fn s4_23_functions_capture_nothing() {
    assert_eq!(refusal(&two_functions("%one")), "");
    let error = refusal(&two_functions("%mine"));
    assert!(!error.is_empty() && !error.contains("internal"), "{error}");
    let llvm = "target triple = \"spirv-unknown-vulkan1.3-compute\"\ndefine float @f(float %x) {\n  ret float %x\n}\n\
                define float @g() {\n  ret float %x\n}\n";
    assert!(llvm_to_spirv(llvm.as_bytes(), &Options::default()).is_err());
}

/// Checks that a function has one result; several become a structure with a separate type.
#[test]
fn s4_46_at_most_one_result() {
    let llvm = "target triple = \"spirv-unknown-vulkan1.3-compute\"\ndefine { i32, float } @f(i32 %x, float %y) {\n\
                \x20 %a = insertvalue { i32, float } poison, i32 %x, 0\n  %b = insertvalue { i32, float } %a, float %y, 1\n\
                \x20 ret { i32, float } %b\n}\ndefine void @g() {\n  ret void\n}\n";
    let written = llvm_to_spirv(llvm.as_bytes(), &Options::default()).unwrap().bytes;
    let text = llvm_spirv::disassemble(&written).unwrap();
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let [pair, empty] = ["OpReturnValue", "OpReturn"].map(|name| {
        lines
            .iter()
            .filter(|line| line.split_whitespace().next() == Some(name))
            .map(|line| line.split(' ').count())
            .collect::<Vec<_>>()
    });
    assert_eq!((pair, empty), (vec![2], vec![1]), "{text}");
    assert!(text.contains("= OpTypeStruct %uint %float"), "{text}");
}

/// Checks that a function within a function, and an instruction outside of functions that belongs in one, are refused.
#[test]
fn s4_47_no_nested_functions_nor_foreign_operations() {
    let text = shader("", "%float = OpTypeFloat 32\n%one = OpConstant %float 1", "%x = OpFAdd %float %one %one");
    let nested = text.replacen("%x = OpFAdd", "%f = OpFunction %void None %function\n%x = OpFAdd", 1);
    let error = refusal(&nested);
    assert!(error.contains("OpFunction"), "{error}");
    let outside = text.replacen("%main = OpFunction", "%z = OpFAdd %float %one %one\n%main = OpFunction", 1);
    let error = refusal(&outside);
    assert!(error.contains("OpFAdd"), "{error}");
    let foreign = "target triple = \"spirv-unknown-vulkan1.3-compute\"\ndefine void @f(ptr %p) {\n\
                   \x20 %x = va_arg ptr %p, ptr\n  ret void\n}\n";
    let error = llvm_to_spirv(foreign.as_bytes(), &Options::default()).unwrap_err().to_string();
    assert!(error.contains("in function f"), "{error}");
}

/// Checks that globals and constants are referenced by name: an entry point lists the variables.
#[test]
fn s4_48_globals_and_constants_are_named() {
    let found = there(&shader("", &types(), "OpStore %x_float %x_one").replacen(
        "%main = OpFunction",
        "%x_one = OpConstant %float 1\n%main = OpFunction",
        1,
    ));
    assert!(found.llvm.contains("store float 1.000000e+00, ptr addrspace(10) @"), "{}", found.llvm);
    let entry = found.spirv.lines().find(|line| line.contains("OpEntryPoint")).unwrap();
    let store = found.spirv.lines().find(|line| line.contains("OpStore")).unwrap();
    let variable = store.split_whitespace().nth(1).unwrap();
    assert!(entry.split_whitespace().any(|word| word == variable), "{entry}\n{store}");
    let unlisted = shader("", &types(), "OpStore %x_float %x_one");
    assert!(!refusal(&unlisted).is_empty(), "a constant that nothing defines");
}

/// Checks that each instruction has at most one result and one type, which come before the other operands; the latter
/// are ids, literals or enumerants.
#[test]
fn s4_49_s4_50_operands_are_ids_literals_or_enumerants() {
    let mut kinds = [0; 3];
    for info in grammar::instructions() {
        let is_head = |operand: &grammar::Operand, name: &str| format!("{:?}", operand.kind()) == name;
        let count = |name: &str| info.operands.iter().filter(|operand| is_head(operand, name)).count();
        assert_eq!(
            (count("IdResultType"), count("IdResult")),
            (info.has_type.into(), info.has_result.into()),
            "{}",
            info.name
        );
        let heads = usize::from(info.has_type) + usize::from(info.has_result);
        for operand in &info.operands[heads..] {
            match operand.kind().info().category {
                Category::Id => kinds[0] += 1,
                Category::Literal => kinds[1] += 1,
                _ => kinds[2] += 1,
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}

/// Checks that the document's `OpVariable %i32 Function 42` is refused: the type must be a pointer, and the initialiser
/// an id.
#[test]
fn s4_50_a_variable_has_a_pointer_type_and_an_id() {
    let text = shader("", "%int = OpTypeInt 32 1\n%c42 = OpConstant %int 42", "%v = OpVariable %int Function %c42");
    let error = refusal(&text);
    assert!(error.contains("OpVariable") || error.contains("pointer"), "{error}");
    let globals = "%int = OpTypeInt 32 1\n%c42 = OpConstant %int 42\n%to = OpTypePointer Function %int";
    let text = shader("", globals, "%v = OpVariable %to Function %c42");
    assert_eq!(refusal(&text), "");
    // The word of the id says 4242, which nothing defines.
    let mut bytes = assembled(&text).unwrap();
    let words: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let at = words.iter().position(|word| *word == (5 << 16 | 59)).unwrap();
    bytes[4 * (at + 4)..4 * (at + 5)].copy_from_slice(&4242u32.to_le_bytes());
    assert!(spirv_to_llvm(bytes.as_slice(), &Options::default(), Llvm::Bitcode).is_err());
}
