//! Texts of modules, legal and not.

use super::*;
use crate::binary::Op;
use crate::binary::testing::Bytes;

const RAW: DisassemblyOptions = DisassemblyOptions {
    friendly_names: false,
    header: false,
    indent: false,
    nested_indent: false,
    comments: false,
    offsets: false,
    demangle: false,
    color: false,
};

/// The lines after capability and memory model.
fn lines(module: Bytes) -> Vec<String> {
    disassemble(&module.words(), RAW).lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn s0_36_to_s0_43_the_examples_of_the_document() {
    let module = Bytes::new(20)
        .op(Op::Capability, &[4])
        .text(Op::Extension, &[], "SPV_EXT_physical_storage_buffer")
        .text(Op::ExtInstImport, &[1], "OpenCL.std")
        .op(Op::MemoryModel, &[1, 2])
        .op(Op::EntryPoint, &[6, 10, 0x4163_6576, 0x6464, 5])
        .op(Op::ExecutionMode, &[10, 31])
        .op(Op::Function, &[6, 10, 2, 9])
        .op(Op::FunctionParameter, &[8, 11]);
    let expected = "OpCapability Addresses\n\
                    OpExtension \"SPV_EXT_physical_storage_buffer\"\n\
                    %1 = OpExtInstImport \"OpenCL.std\"\n\
                    OpMemoryModel Physical32 OpenCL\n\
                    OpEntryPoint Kernel %10 \"vecAdd\" %5\n\
                    OpExecutionMode %10 ContractionOff\n\
                    %10 = OpFunction %6 DontInline %9\n\
                    %11 = OpFunctionParameter %8\n";
    assert_eq!(disassemble(&module.words(), RAW), expected);
}

#[test]
fn header_and_columns() {
    let module = Bytes::library(2).set(2, 0x0006_000E).op(Op::TypeVoid, &[1]);
    let expected = "; SPIR-V\n; Version: 1.4\n; Generator: Khronos LLVM/SPIR-V Translator; 14\n; Bound: 2\n\
                    ; Schema: 0\n               OpCapability Linkage\n               OpMemoryModel Physical64 OpenCL\n       \
                    %void = OpTypeVoid\n";
    assert_eq!(disassemble(&module.words(), DisassemblyOptions::default()), expected);
}

#[test]
fn s0_12_masks_and_parameters() {
    let module = Bytes::library(9).op(Op::Store, &[1, 2, 6, 16]).op(Op::Store, &[1, 2, 0]);
    assert_eq!(lines(module), ["OpStore %1 %2 Aligned|Nontemporal 16", "OpStore %1 %2 None"]);
}

#[test]
fn s0_11_strings_are_quoted() {
    assert_eq!(
        lines(Bytes::library(9).text(Op::String, &[1], "a \"b\" \\n\n")),
        ["%1 = OpString \"a \\\"b\\\" \\\\n", "\""]
    );
    let padded = Bytes::library(9).op(Op::String, &[1, 0x6100_0061]);
    assert_eq!(lines(padded), ["%1 = OpString !1627390049"]);
}

#[test]
fn what_has_no_name_stands_for_itself() {
    let module = Bytes::library(9)
        .op(Op::Decorate, &[1, 0x7777, 5])
        .op(Op::TypePointer, &[2, 0x7777, 1])
        .op(Op::Store, &[1, 2, 1 << 30, 7])
        .op(Op::TypeVoid, &[3, 4]);
    let expected =
        ["OpDecorate %1 !30583 !5", "%2 = OpTypePointer !30583 !1", "OpStore %1 %2 !1073741824 !7", "!196627 !3 !4"];
    assert_eq!(lines(module), expected);
}

#[test]
fn s0_11_numbers_by_their_type() {
    let module = Bytes::library(20)
        .op(Op::TypeInt, &[1, 8, 0])
        .op(Op::TypeInt, &[2, 64, 1])
        .op(Op::TypeFloat, &[3, 32])
        .op(Op::Constant, &[1, 4, 255])
        .op(Op::Constant, &[1, 5, 0xFFFF_FFFF])
        .op(Op::Constant, &[2, 6, 0xFFFF_FFFE, 0xFFFF_FFFF])
        .op(Op::Constant, &[3, 7, 0x3DCC_CCCD])
        .op(Op::Switch, &[6, 8, 1, 0, 9, 0xFFFF_FFFF, 0xFFFF_FFFF, 10]);
    let expected = [
        "%4 = OpConstant %1 255",
        "%5 = OpConstant %1 !4294967295",
        "%6 = OpConstant %2 -2",
        "%7 = OpConstant %3 0.100000001",
        "OpSwitch %6 %8 1 %9 -1 %10",
    ];
    assert_eq!(lines(module).get(3..), Some(expected.map(str::to_owned).as_slice()));
}

#[test]
fn extended_instructions_by_name() {
    let module = Bytes::library(20)
        .text(Op::ExtInstImport, &[1], "OpenCL.std")
        .text(Op::ExtInstImport, &[2], "NonSemantic.New")
        .op(Op::ExtInst, &[3, 4, 1, 61, 5])
        .op(Op::ExtInst, &[3, 6, 1, 999, 5])
        .op(Op::ExtInst, &[3, 7, 2, 999, 5])
        .op(Op::SpecConstantOp, &[3, 8, Op::IAdd as u32, 5, 5]);
    let expected = [
        "%4 = OpExtInst %3 %1 sqrt %5",
        "%6 = OpExtInst %3 %1 !999 !5",
        "%7 = OpExtInst %3 %2 999 %5",
        "%8 = OpSpecConstantOp %3 IAdd %5 %5",
    ];
    assert_eq!(lines(module).get(2..), Some(expected.map(str::to_owned).as_slice()));
}
