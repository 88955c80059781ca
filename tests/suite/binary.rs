//! The binary form (S0): the input of a reader and the output of a writer, through whole translations.

use llvm_spirv::binary::{Op, Words};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, disassemble, llvm_to_spirv, spirv_to_llvm};

/// Returns a module with a header, the declarations of a library, and further instructions in words.
fn module(generator: u32, instructions: &[(Op, &[u32])]) -> Vec<u8> {
    let front: [(Op, &[u32]); 4] =
        [(Op::Capability, &[4]), (Op::Capability, &[5]), (Op::Capability, &[6]), (Op::MemoryModel, &[2, 2])];
    let mut words = vec![0x0723_0203, 0x1_0000, generator, 99, 0];
    for (op, operands) in front.iter().chain(instructions) {
        words.push((operands.len() as u32 + 1) << 16 | *op as u32);
        words.extend(*operands);
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn reverse(spirv: &[u8]) -> String {
    String::from_utf8(spirv_to_llvm(spirv, &Options::default(), Llvm::Assembly).unwrap().bytes).unwrap()
}

fn forward(ir: &str) -> Vec<u32> {
    let bytes = llvm_to_spirv(ir.as_bytes(), &Options::default()).unwrap().bytes;
    bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

#[test]
fn s0_03_the_magic_number_is_read_and_written() {
    let spirv = module(0, &[]);
    assert_eq!(forward(&reverse(&spirv))[0], 0x0723_0203);
    for changed in 0..4 {
        let mut other = spirv.clone();
        other[changed] ^= 1;
        assert!(spirv_to_llvm(&other, &Options::default(), Llvm::Bitcode).is_err());
    }
}

/// Checks generators: none, a registered tool, and an unregistered one keep id and version.
#[test]
fn s0_06_the_generator_is_kept() {
    for generator in [0, 0x0006_000E, 0x0011_0000, 0xFFFF_FFFF] {
        assert_eq!(forward(&reverse(&module(generator, &[])))[2], generator, "{generator:#x}");
    }
}

/// Returns the words of all constants in a module.
fn literals(ir: &str) -> Vec<Vec<u32>> {
    let words = forward(ir);
    let words = Words::of(&words).unwrap();
    let constants = words.instructions().filter(|inst| inst.opcode() == Op::Constant);
    constants.map(|inst| inst.in_operands().to_vec()).collect()
}

/// Checks that the bits of a literal above its width repeat the sign if the type is signed, else are 0; low words come
/// first.
#[test]
fn s0_11_literals_of_other_widths_than_a_word() {
    let store = |ty: &str, value: &str| {
        format!(
            "target triple = \"spir64-unknown-unknown\"\ndefine spir_func void @f(ptr addrspace(1) %p) {{\n  \
             store {ty} {value}, ptr addrspace(1) %p\n  ret void\n}}\n"
        )
    };
    assert_eq!(literals(&store("i8", "-1")), [[0xFF]]);
    assert_eq!(literals(&store("i16", "-2")), [[0xFFFE]]);
    assert_eq!(literals(&store("i64", "4294967298")), [[2, 1]]);
    for (sign, word) in [(0, 0xFE), (1, 0xFFFF_FFFE)] {
        let spirv = module(
            0,
            &[
                (Op::Capability, &[39]),
                (Op::Decorate, &[4, 41, u32::from(b'v'), 0]),
                (Op::TypeInt, &[1, 8, sign]),
                (Op::Constant, &[1, 2, word]),
                (Op::TypePointer, &[3, 5, 1]),
                (Op::Variable, &[3, 4, 5, 2]),
            ],
        );
        // The capability goes in front of the memory model.
        let spirv = sorted(&spirv);
        assert!(reverse(&spirv).contains("@v = addrspace(1) global i8 -2"), "{}", reverse(&spirv));
    }
}

/// Returns a module with its capabilities sorted to the front.
fn sorted(spirv: &[u8]) -> Vec<u8> {
    let words = Words::read(spirv).unwrap();
    let (front, rest): (Vec<_>, Vec<_>) = words.instructions().partition(|inst| inst.opcode() == Op::Capability);
    let all = front.into_iter().chain(rest).flat_map(|inst| inst.words().to_vec());
    words.words()[..5].iter().copied().chain(all).flat_map(u32::to_le_bytes).collect()
}

/// Checks that optional and repeated operands end with the instruction.
#[test]
fn s0_15_operands_end_with_their_instruction() {
    let text = |instructions: &[(Op, &[u32])]| disassemble(&module(0, instructions)).unwrap();
    let file: (Op, &[u32]) = (Op::String, &[1, u32::from(b'k')]);
    let a = u32::from(b'a');
    assert!(text(&[(Op::Source, &[3, 7])]).ends_with("OpSource OpenCL_C 7\n"));
    assert!(text(&[file, (Op::Source, &[3, 7, 1])]).ends_with("OpSource OpenCL_C 7 %1\n"));
    assert!(text(&[file, (Op::Source, &[3, 7, 1, a])]).ends_with("OpSource OpenCL_C 7 %1 \"a\"\n"));
    for members in [&[][..], &[2], &[2, 2, 2]] {
        let operands = [&[3], members].concat();
        let shown = text(&[(Op::TypeInt, &[2, 32, 0]), (Op::TypeStruct, &operands)]);
        let last = shown.lines().last().unwrap();
        assert_eq!(last.matches("%uint").count(), members.len(), "{last}");
        assert!(last.contains("OpTypeStruct"));
    }
}
