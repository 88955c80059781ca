//! `OpTypeImage` (S2-17, S3-08 to S3-17): each combination of operands that an image of kernels may have, both ways.

use crate::support::run;
use llvm_spirv::binary::{Op, Words};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::process::Command;

/// The sampled types in assembly and in LLVM IR.
const SAMPLED_TYPES: [(&str, &str); 4] = [("void", "void"), ("float", "float"), ("half", "half"), ("uint", "i32")];
/// The dimensions with their numbers.
const DIMENSIONS: [(&str, u32); 5] = [("1D", 0), ("2D", 1), ("3D", 2), ("Rect", 4), ("Buffer", 5)];
/// The formats with their numbers.
const FORMATS: [(&str, u32); 4] = [("Unknown", 0), ("Rgba32f", 1), ("R32f", 3), ("Rgba8ui", 32)];
const ACCESSES: [(&str, u32); 3] = [("ReadOnly", 0), ("WriteOnly", 1), ("ReadWrite", 2)];

/// Returns the operands of each image type in assembly, and the type in LLVM IR.
fn images() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (sampled_type, llvm) in SAMPLED_TYPES {
        for (dimension, number) in DIMENSIONS {
            for bits in 0..8_u32 {
                let [depth, arrayed, multisampled] = [bits & 1, bits >> 1 & 1, bits >> 2];
                for (at, (access, access_number)) in ACCESSES.into_iter().enumerate() {
                    let (format, format_number) = FORMATS[(at + bits as usize) % FORMATS.len()];
                    found.push((
                        format!("%{sampled_type} {dimension} {depth} {arrayed} {multisampled} 0 {format} {access}"),
                        format!(
                            "target(\"spirv.Image\", {llvm}, {number}, {depth}, {arrayed}, {multisampled}, 0, \
                             {format_number}, {access_number})"
                        ),
                    ));
                }
            }
        }
    }
    found
}

/// Returns a module with a function for each image type, which is the type of its parameter.
fn module(images: &[(String, String)]) -> String {
    let mut text = "OpCapability Addresses\nOpCapability Linkage\nOpCapability Kernel\nOpCapability Float16\n\
                    OpCapability ImageReadWrite\nOpCapability Sampled1D\nOpCapability SampledBuffer\n\
                    OpMemoryModel Physical64 OpenCL\n"
        .to_owned();
    (0..images.len()).for_each(|at| text += &format!("OpDecorate %f{at} LinkageAttributes \"f{at}\" Export\n"));
    text += "%void = OpTypeVoid\n%float = OpTypeFloat 32\n%half = OpTypeFloat 16\n%uint = OpTypeInt 32 0\n";
    for (at, (operands, _)) in images.iter().enumerate() {
        text += &format!("%i{at} = OpTypeImage {operands}\n%t{at} = OpTypeFunction %void %i{at}\n");
    }
    for at in 0..images.len() {
        text += &format!(
            "%f{at} = OpFunction %void None %t{at}\n%p{at} = OpFunctionParameter %i{at}\n%b{at} = OpLabel\nOpReturn\n\
             OpFunctionEnd\n"
        );
    }
    text
}

/// Returns the operands of the image types in the order of the functions; the operands of the sampled type replace its
/// id.
fn image_types(spirv: &[u8]) -> Vec<Vec<u32>> {
    let words = Words::read(spirv).unwrap();
    let definition = |id: u32| words.instructions().find(|inst| inst.result_id() == Some(id)).unwrap();
    let params = words.instructions().filter(|inst| inst.opcode() == Op::FunctionParameter);
    let images = params.map(|param| definition(param.result_type().unwrap()));
    let shown = images.map(|image| {
        let sampled = definition(image.operand(0).unwrap());
        let own = [&[sampled.opcode() as u32], sampled.in_operands()].concat();
        [own.as_slice(), &image.in_operands()[1..]].concat()
    });
    shown.collect()
}

#[test]
fn s2_17_image_types_of_all_numbers() {
    let images = images();
    let mut assembler = Command::new("spirv-as");
    let spirv = run(assembler.args(["--target-env", "spv1.0", "-o", "-", "-"]), module(&images).as_bytes()).unwrap();
    let ir = String::from_utf8(spirv_to_llvm(&spirv, &Options::default(), Llvm::Assembly).unwrap().bytes).unwrap();
    for (at, (operands, ty)) in images.iter().enumerate() {
        assert!(ir.contains(&format!("define spir_func void @f{at}({ty} %")), "{operands} is not {ty}");
    }
    let back = llvm_to_spirv(ir.as_bytes(), &Options::default()).unwrap().bytes;
    assert_eq!(image_types(&back), image_types(&spirv));
}
