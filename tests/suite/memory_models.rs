//! `OpMemoryModel` (S0-39): each addressing model with each memory model, both ways.

use crate::support::validate;
use llvm_spirv::binary::{Op, Words};
use llvm_spirv::error::Code;
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};

/// The physical addressing models, with their target triples.
const PHYSICAL: [(u32, &str); 2] = [(1, "spir-unknown-unknown"), (2, "spir64-unknown-unknown")];
/// The memory models, with the capability that enables them: `Simple` and `GLSL450` come from `Shader`, `OpenCL` from
/// `Kernel`.
const MEMORY: [(u32, u32); 3] = [(0, 1), (1, 1), (2, 6)];

/// Returns a module that has only capabilities and the models.
fn module(capabilities: &[u32], addressing: u32, memory: u32) -> Vec<u8> {
    let mut words = vec![0x0723_0203, 0x1_0000, 0, 1, 0];
    for capability in capabilities {
        words.extend([2 << 16 | 17, *capability]);
    }
    words.extend([3 << 16 | 14, addressing, memory]);
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn reverse(spirv: &[u8]) -> String {
    String::from_utf8(spirv_to_llvm(spirv, &Options::default(), Llvm::Assembly).unwrap().bytes).unwrap()
}

/// Returns the operands of all instructions of an opcode.
fn operands(spirv: &[u8], op: Op) -> Vec<Vec<u32>> {
    let words = Words::read(spirv).unwrap();
    words.instructions().filter(|inst| inst.opcode() == op).map(|inst| inst.operands().to_vec()).collect()
}

/// Checks that triple and metadata hold both models, and that the SPIR-V made from them has exactly the declarations of
/// the original.
#[test]
fn s0_39_physical_models_both_ways() {
    for (addressing, triple) in PHYSICAL {
        for (memory, enabling) in MEMORY {
            let capabilities = [enabling, 4, 5];
            let spirv = module(&capabilities, addressing, memory);
            validate(&spirv).unwrap();
            let ir = reverse(&spirv);
            assert!(ir.contains(&format!("target triple = \"{triple}\"")), "{ir}");
            assert!(ir.contains(&format!("!{{i32 {addressing}, i32 {memory}}}")), "{ir}");
            let back = llvm_to_spirv(ir.as_bytes(), &Options::default()).unwrap().bytes;
            assert_eq!(operands(&back, Op::MemoryModel), [[addressing, memory]]);
            let mut declared = operands(&back, Op::Capability).concat();
            declared.sort_unstable();
            let mut expected = capabilities;
            expected.sort_unstable();
            assert_eq!(declared, expected, "{ir}");
            validate(&back).unwrap();
        }
    }
}

/// Checks that a declared `Kernel` is kept beside another memory model, and so is one that an instruction needs.
#[test]
fn s0_39_kernel_beside_other_models() {
    for (memory, _) in MEMORY {
        let spirv = module(&[1, 4, 5, 6], 2, memory);
        let back = llvm_to_spirv(reverse(&spirv).as_bytes(), &Options::default()).unwrap().bytes;
        assert!(operands(&back, Op::Capability).concat().contains(&6));
        let text = format!(
            "target triple = \"spir64-unknown-unknown\"\n!spirv.MemoryModel = !{{!0}}\n!0 = !{{i32 2, i32 {memory}}}\n\
             define spir_kernel void @k() {{\n  ret void\n}}\n"
        );
        let spirv = llvm_to_spirv(text.as_bytes(), &Options::default()).unwrap().bytes;
        assert_eq!(operands(&spirv, Op::MemoryModel), [[2, memory]]);
        assert!(operands(&spirv, Op::Capability).concat().contains(&6), "the entry point is a kernel");
        validate(&spirv).unwrap();
    }
}

/// Checks that logical addressing survives a round trip with each memory model; a triple of kernels contradicts it.
#[test]
fn s0_39_logical_addressing_comes_back() {
    for (memory, enabling) in MEMORY {
        let module = module(&[enabling, 5], 0, memory);
        let text = spirv_to_llvm(module, &Options::default(), Llvm::Assembly).unwrap().bytes;
        let back = llvm_to_spirv(&text, &Options::default()).unwrap().bytes;
        assert_eq!(operands(&back, Op::MemoryModel), [[0, memory]]);
        let text = format!(
            "target triple = \"spir64-unknown-unknown\"\n!spirv.MemoryModel = !{{!0}}\n!0 = !{{i32 0, i32 {memory}}}\n"
        );
        let error = llvm_to_spirv(text.as_bytes(), &Options::default()).unwrap_err();
        let expected = "metadata !spirv.MemoryModel says Logical, the target triple differs";
        assert_eq!((error.code(), error.message()), (Code::Metadata, expected));
    }
}
