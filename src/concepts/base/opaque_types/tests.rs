//! Each opaque type there and back, by target extension types and by the names that older IR leaves.

use super::names::{ACCESS, IMAGES};
use super::rows::PLAIN;
use crate::binary::{Id, Module, Op, Words};
use crate::concepts::builtins::testing::{
    SPELLINGS, assert_stable, look, round_trip_extended, stays, to_assembly, to_words, to_words_extended, validate,
};
use crate::options::BuiltinSpelling;

const HEAD: &str = "target triple = \"spir64-unknown-unknown\"\n";

fn image(component: &str, numbers: [u32; 7]) -> String {
    format!("target(\"spirv.Image\", {component}, {})", numbers.map(|number| number.to_string()).join(", "))
}

/// A module with a function that takes a value of each type.
fn taking(types: &[String]) -> Vec<u32> {
    let functions = types
        .iter()
        .enumerate()
        .map(|(number, ty)| format!("define spir_func void @f{number}({ty} %x) {{\n  ret void\n}}\n"));
    to_words_extended(&(HEAD.to_owned() + &functions.collect::<String>()))
}

/// Returns opcode and operands of the type declarations with one of these opcodes.
fn declared(words: &[u32], ops: &[Op]) -> Vec<(Op, Vec<u32>)> {
    let words = Words::of(words).unwrap();
    let module = Module::index(&words).unwrap();
    let types = module.globals().filter(|inst| ops.contains(&inst.opcode()));
    types.map(|inst| (inst.opcode(), inst.in_operands().to_vec())).collect()
}

#[test]
fn s3_08_s3_17_every_image_type() {
    let mut types = Vec::new();
    for component in ["void", "float", "half", "i32", "i64"] {
        for bits in 0..6 * 3 * 2 * 2 * 3 * 3_u32 {
            let [dim, rest] = [bits % 6, bits / 6];
            let numbers = [dim, rest % 3, rest / 3 % 2, rest / 6 % 2, rest / 12 % 3, 0, rest / 36 % 3];
            types.push(image(component, numbers));
        }
    }
    types.extend((1..42).map(|format| image("float", [1, 0, 0, 0, 2, format, 0])));
    let words = taking(&types);
    assert_eq!(declared(&words, &[Op::TypeImage]).len(), types.len());
    for spelling in SPELLINGS {
        assert!(round_trip_extended(&words, spelling) == words, "{spelling:?}");
    }
    let assembly = to_assembly(&words, BuiltinSpelling::SpvIr);
    assert!(types.iter().all(|ty| assembly.contains(ty)));
}

/// The types that Debian's SPIRV-Tools of 2023 do not know.
const NEWER: [Op; 1] = [Op::TypeTaskSequenceALTERA];

#[test]
fn s3_18_s3_19_s3_25_every_other_type() {
    let (newer, known): (Vec<_>, Vec<_>) = PLAIN.iter().partition(|row| NEWER.contains(&row.op));
    let named = |row: &&super::rows::Plain| format!("target(\"spirv.{}\")", row.name);
    let mut types: Vec<_> = known.iter().map(named).collect();
    types.extend(["target(\"spirv.Pipe\", 0)".to_owned(), "target(\"spirv.Pipe\", 1)".to_owned()]);
    types.push("target(\"spirv.SampledImage\", void, 1, 0, 1, 0, 0, 0, 0)".to_owned());
    validate(&taking(&types));
    types.extend(newer.iter().map(named));
    let words = taking(&types);
    for spelling in SPELLINGS {
        assert!(round_trip_extended(&words, spelling) == words, "{spelling:?}");
    }
    let ops: Vec<_> = PLAIN.iter().map(|row| row.op).chain([Op::TypePipe, Op::TypeSampledImage]).collect();
    assert_eq!(declared(&words, &ops).len(), types.len());
}

#[test]
fn s3_08_opencl_image_types_are_valid() {
    let types: Vec<_> = IMAGES
        .iter()
        .flat_map(|([dim, depth, arrayed, multisampled], _)| {
            (0..3).map(|access| image("void", [*dim, *depth, *arrayed, *multisampled, 0, 0, access]))
        })
        .collect();
    stays(&taking(&types));
}

/// The types of the parameters of each defined function.
fn parameters(words: &[u32]) -> Vec<Vec<Id>> {
    let words = Words::of(words).unwrap();
    let module = Module::index(&words).unwrap();
    let functions = module.functions();
    functions.map(|function| function.parameters.iter().filter_map(|param| param.result_type()).collect()).collect()
}

#[test]
fn s3_09_pointers_have_the_types_that_mangled_names_tell() {
    let mut text = HEAD.to_owned();
    let mut wanted = Vec::new();
    for (number, ([dim, depth, arrayed, multisampled], name)) in IMAGES.iter().enumerate() {
        for (access, (end, _)) in (0..).zip(ACCESS) {
            let opencl = format!("ocl_{name}{end}");
            let base = format!("f{number}{access}");
            let ty = image("void", [*dim, *depth, *arrayed, *multisampled, 0, 0, access]);
            text += &format!(
                "define spir_func void @_Z{}{base}{}{opencl}(ptr addrspace(1) %x) {{\n  ret void\n}}\n",
                base.len(),
                opencl.len()
            );
            let friendly = format!("__spirv_Image__void_{dim}_{depth}_{arrayed}_{multisampled}_0_0_{access}");
            text += &format!(
                "define spir_func void @_Z{}{base}PU3AS1{}{friendly}(ptr addrspace(1) %x) {{\n  ret void\n}}\n",
                base.len(),
                friendly.len()
            );
            text += &format!("define spir_func void @{base}({ty} %x) {{\n  ret void\n}}\n");
            wanted.push(base);
        }
    }
    let types = parameters(&to_words(&text));
    assert_eq!(types.len(), 3 * wanted.len());
    for (three, base) in types.chunks(3).zip(wanted) {
        assert!(three.iter().all(|ty| ty == &three[0] && ty.len() == 1), "{base}: {three:?}");
    }
}

#[test]
fn s3_73_pointers_have_the_types_that_metadata_tells() {
    let words = to_words(
        "target triple = \"spir64-unknown-unknown\"
         declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1), ptr addrspace(2), <2 x float>)
         declare spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1), <2 x i32>, <4 x float>)
         define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(2) %s, ptr addrspace(1) %p) !kernel_arg_base_type !0 !kernel_arg_access_qual !1 !kernel_arg_type !0 !kernel_arg_type_qual !2 !kernel_arg_addr_space !3 {
           %1 = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr addrspace(1) %in, ptr addrspace(2) %s, <2 x float> zeroinitializer)
           call spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(ptr addrspace(1) %out, <2 x i32> zeroinitializer, <4 x float> %1)
           ret void
         }
         !0 = !{!\"image2d_t\", !\"image2d_t\", !\"sampler_t\", !\"int\"}
         !1 = !{!\"read_only\", !\"write_only\", !\"none\", !\"read_only\"}
         !2 = !{!\"\", !\"\", !\"\", !\"pipe\"}
         !3 = !{i32 1, i32 1, i32 0, i32 1}",
    );
    assert_stable(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::Cl20);
    let parameters = "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %in, target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 1) %out, target(\"spirv.Sampler\") %s, target(\"spirv.Pipe\", 0) %p";
    assert!(assembly.contains(parameters), "{assembly}");
    assert!(assembly.contains("!{!\"read_only\", !\"write_only\", !\"none\", !\"read_only\"}"), "{assembly}");
    let seen = look(&words, |inst| Some(inst.opcode()));
    assert_eq!(seen[0], [Op::SampledImage, Op::ImageSampleExplicitLod, Op::ImageWrite, Op::Return]);
}
