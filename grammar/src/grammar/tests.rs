//! Tests of the tables against those of `rspirv`, and against each other.

use super::*;
use crate::{AuxData, GlslStd450, ShaderDebugInfo, shader_debug_info};
use rspirv::grammar::{self as rspirv_grammar, OperandQuantifier};

fn same_operand(ours: &Operand, theirs: &rspirv_grammar::LogicalOperand) -> bool {
    let quantifier = match ours {
        Operand::One(_) => OperandQuantifier::One,
        Operand::Optional(_) => OperandQuantifier::ZeroOrOne,
        Operand::Many(_) => OperandQuantifier::ZeroOrMore,
    };
    quantifier == theirs.quantifier && format!("{:?}", ours.kind()) == format!("{:?}", theirs.kind)
}

/// The corrections to the grammar since the release from which rspirv was made.
const CORRECTED: &[&str] = &[
    "OpCooperativeMatrixConvertNV",
    "OpHitObjectRecordFromQueryEXT",
    "OpReadPipeBlockingALTERA",
    "OpWritePipeBlockingALTERA",
    "OpCompositeConstructContinuedINTEL",
    // Its operands are in the text of SPV_INTEL_loop_fuse, and not in the grammar.
    "FuseLoopsInFunctionALTERA",
    // Of a pointer, it has one that only the Khronos translator tells of.
    "SingleElementVectorINTEL",
    // Three numbers of 64 bits, by the text of SPV_INTEL_fpga_loop_controls.
    "LoopCountALTERA",
];

fn names(capabilities: &[impl std::fmt::Debug]) -> Vec<String> {
    capabilities.iter().map(|capability| format!("{capability:?}")).collect()
}

#[test]
fn s0_15_the_instructions_are_those_of_rspirv() {
    for theirs in rspirv_grammar::INSTRUCTION_TABLE.iter() {
        let ours = info_or_unknown(theirs.opcode as u16);
        assert_eq!(ours.op as u32, theirs.opcode as u32);
        assert_eq!(ours.name, format!("Op{}", theirs.opname));
        // Khronos's grammar names the version that took it in, and not the extension that had it before.
        if theirs.opname == "DemoteToHelperInvocation" {
            assert_eq!(ours.requires.extensions, ["SPV_EXT_demote_to_helper_invocation"]);
            continue;
        }
        assert_eq!(ours.requires.extensions, theirs.extensions, "{}", ours.name);
        if CORRECTED.contains(&ours.name) {
            continue;
        }
        assert_eq!(names(ours.requires.capabilities), names(theirs.capabilities), "{}", ours.name);
        assert_eq!(ours.operands.len(), theirs.operands.len(), "{}", ours.name);
        assert!(ours.operands.iter().zip(theirs.operands).all(|(o, t)| same_operand(o, t)), "{}", ours.name);
    }
}

#[test]
fn s0_16_the_parameters_of_decorations_are_those_of_rspirv() {
    use rspirv::dr;
    use rspirv::spirv::{Decoration, ExecutionMode};
    for row in Kind::Decoration.info().enumerants {
        let theirs = Decoration::from_u32(row.value).map(dr::Operand::from);
        check_enumerant(row, theirs.as_ref());
    }
    for row in Kind::ExecutionMode.info().enumerants {
        let theirs = ExecutionMode::from_u32(row.value).map(dr::Operand::from);
        check_enumerant(row, theirs.as_ref());
    }
}

fn check_enumerant(ours: &Enumerant, theirs: Option<&rspirv::dr::Operand>) {
    // Newer than the crate.
    let Some(theirs) = theirs.filter(|_| !CORRECTED.contains(&ours.name)) else { return };
    let parameters = theirs.additional_operands();
    assert_eq!(ours.parameters.len(), parameters.len(), "{}", ours.name);
    assert!(ours.parameters.iter().zip(&parameters).all(|(o, t)| same_operand(o, t)), "{}", ours.name);
    assert_eq!(names(ours.requires.capabilities), names(&theirs.required_capabilities()), "{}", ours.name);
}

#[test]
fn rows_are_sorted_and_kinds_in_order() {
    assert!(ROWS.is_sorted_by_key(|row| row.op as u32));
    for kind in table::KINDS {
        assert!(kind.enumerants.is_sorted_by_key(|row| row.value), "{}", kind.name);
        let bit = |row: &Enumerant| row.value.count_ones() == 1 || row.parameters.is_empty();
        assert!(kind.category != Category::Mask || kind.enumerants.iter().all(bit), "{}", kind.name);
    }
    assert_eq!(Kind::StorageClass.info().name, "StorageClass");
    assert_eq!(Kind::TensorOperands.info().name, "TensorOperands");
}

#[test]
fn enumerants_are_found_by_value_and_others_are_not() {
    for kind in table::KINDS {
        let rows = kind.enumerants;
        for value in rows.iter().flat_map(|row| [row.value, row.value.wrapping_add(1), row.value.wrapping_sub(1)]) {
            let wanted = rows.iter().find(|row| row.value == value).map(|row| row.name);
            assert_eq!(row_of_value(rows, value).map(|row| row.name), wanted, "{} {value}", kind.name);
        }
    }
}

#[test]
fn s0_14_capabilities_of_operands() {
    let of = |kind, value| operand_capabilities(kind, value).flatten().copied().collect::<Vec<_>>();
    assert_eq!(of(Kind::StorageClass, 4), []);
    assert_eq!(of(Kind::StorageClass, 2), [Capability::Shader]);
    assert_eq!(of(Kind::ImageOperands, 1 | 128), [Capability::Shader, Capability::MinLod]);
    assert_eq!(opcode_capabilities(Op::TypePipe as u16), [Capability::Pipes]);
    assert_eq!(info_or_unknown(Op::SubgroupBallotKHR as u16).requires.extensions, ["SPV_KHR_shader_ballot"]);
    assert_eq!(info(0xFFFF).map(|row| row.name), None);
    assert_eq!(name(Op::CopyLogical), "OpCopyLogical");
}

#[test]
fn aliases_and_implied_capabilities() {
    assert_eq!(aliases(Op::TypeVectorIdEXT).collect::<Vec<_>>(), ["OpTypeCooperativeVectorNV"]);
    let partitioned = enumerant_aliases(Kind::Capability, Capability::GroupNonUniformPartitionedEXT as u32);
    assert_eq!(partitioned.collect::<Vec<_>>(), ["GroupNonUniformPartitionedNV"]);
    assert_eq!(implied(Capability::Shader), [Capability::Matrix]);
    assert!(implied(Capability::Kernel).is_empty());
}

#[test]
fn classes_are_the_sections_of_the_specification() {
    let class = |op: Op| info_or_unknown(op as u16).class;
    assert_eq!(class(Op::TypeInt), Class::TypeDeclaration);
    assert_eq!(class(Op::SpecConstantOp), Class::ConstantCreation);
    assert_eq!(class(Op::GroupNonUniformIAdd), Class::NonUniform);
    assert_eq!(class(Op::SubgroupAvcImeInitializeINTEL), Class::Exclude);
}

#[test]
fn instructions_of_a_set_have_an_enumerant_of_the_same_number() {
    let of = |set: &str, number: u32| ext_set(set).and_then(|set| set.instruction(number));
    let sqrt = of("GLSL.std.450", GlslStd450::Sqrt as u32);
    assert_eq!(sqrt.map(|row| row.name), Some("Sqrt"));
    let pack = of("GLSL.std.450", GlslStd450::PackDouble2x32 as u32);
    assert_eq!(pack.map(|row| row.requires.capabilities), Some([Capability::Float64].as_slice()));
    assert_eq!("FunctionMetadata".parse(), Ok(AuxData::FunctionMetadata));
    assert_eq!(ShaderDebugInfo::from_u32(203), Some(ShaderDebugInfo::DebugTypeString));
    assert_eq!(shader_debug_info::DebugOperation::Deref as u32, 0);
}

#[test]
fn unpublished_sets_have_the_instructions_of_their_base() {
    let names = |set: &'static ExtSet| set.instructions.iter().map(|row| (row.number, row.name)).collect::<Vec<_>>();
    assert_eq!(unpublished_set("SPIRV.debug").map(names), ext_set("OpenCL.DebugInfo.100").map(names));
    let operands = |set: Option<&'static ExtSet>| Some(set?.instruction(1)?.operands.len());
    assert_eq!(operands(ext_set("NonSemantic.Shader.DebugInfo.100")), Some(4));
    assert_eq!(operands(unpublished_set("NonSemantic.Shader.DebugInfo.200")), Some(5));
    assert!(ext_set("NonSemantic.Shader.DebugInfo.200").is_none());
}

#[test]
fn sets_are_found_by_name() {
    let sqrt = ext_set("OpenCL.std").and_then(|set| set.instruction(61)).map(|row| row.name);
    assert_eq!(sqrt, Some("sqrt"));
    assert_eq!(ext_set("NonSemantic.ClspvReflection.5").map(|set| set.name), Some("NonSemantic.ClspvReflection"));
    assert!(ext_set("NonSemantic.ClspvReflectionX").is_none() && ext_set("OpenCL.std.100").is_none());
}

#[test]
fn names_are_sorted_and_found() {
    assert!(table::OPCODES_BY_NAME.is_sorted_by_key(|row| row.0));
    for row in instructions() {
        assert_eq!(info_by_name(row.name).map(|found| found.op), Some(row.op));
        assert!(aliases(row.op).all(|older| info_by_name(older).map(|found| found.op) == Some(row.op)), "{}", row.name);
    }
    assert_eq!(info_by_name("OpSDotKHR").map(|row| row.op), Some(Op::SDot));
    assert!(info_by_name("SDot").is_none() && info_by_name("").is_none());
    assert_eq!(enumerant_by_name(Kind::Capability, "GroupNonUniformPartitionedNV").map(|row| row.value), Some(5297));
    assert_eq!(enumerant_by_name(Kind::StorageClass, "Uniform").map(|row| row.value), Some(2));
    assert!(enumerant_by_name(Kind::IdRef, "Uniform").is_none());
    let sqrt = ext_set("OpenCL.std").and_then(|set| set.instruction_by_name("sqrt")).map(|row| row.number);
    assert_eq!(sqrt, Some(61));
}
