//! Each builtin on images, with each type of image that it takes, there and back in each spelling.

use super::{ARRAY_SIZE, CHANNELS, DIM, QUERIES, SIZES};
use crate::concepts::builtins::testing::{
    Calls, SPELLINGS, assert_stable, opcodes, round_trip, stays, to_assembly, to_words,
};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use llvm_spirv_mangling::{Type, write};

/// An image type: name, its numbers, number of coordinate components, number of dimensions.
struct Image {
    name: &'static str,
    numbers: [u32; 4],
    coordinate: u32,
    dimensions: usize,
}

const fn image(name: &'static str, numbers: [u32; 4], coordinate: u32, dimensions: usize) -> Image {
    Image { name, numbers, coordinate, dimensions }
}

const PLAIN: [Image; 8] = [
    image("image1d", [0, 0, 0, 0], 1, 1),
    image("image1d_array", [0, 0, 1, 0], 2, 1),
    image("image2d", [1, 0, 0, 0], 2, 2),
    image("image2d_array", [1, 0, 1, 0], 4, 2),
    image("image3d", [2, 0, 0, 0], 4, 3),
    image("image2d_depth", [1, 1, 0, 0], 2, 2),
    image("image2d_array_depth", [1, 1, 1, 0], 4, 2),
    image("image1d_buffer", [5, 0, 0, 0], 1, 1),
];

const MULTISAMPLED: [Image; 4] = [
    image("image2d_msaa", [1, 0, 0, 1], 2, 2),
    image("image2d_array_msaa", [1, 0, 1, 1], 4, 2),
    image("image2d_msaa_depth", [1, 1, 0, 1], 2, 2),
    image("image2d_array_msaa_depth", [1, 1, 1, 1], 4, 2),
];

const ENDS: [&str; 3] = ["_ro", "_wo", "_rw"];

/// Texels: suffix of the name, component, component in LLVM IR.
const TEXELS: [(&str, Type, &str); 4] =
    [("f", Type::Float, "float"), ("h", Type::Half, "half"), ("i", Type::Int, "i32"), ("ui", Type::UInt, "i32")];

impl Image {
    fn param(&self, access: usize) -> (Type, String) {
        let numbers = self.numbers.map(|number| number.to_string()).join(", ");
        (
            Type::named(format!("ocl_{}{}", self.name, ENDS[access])),
            format!("target(\"spirv.Image\", void, {numbers}, 0, 0, {access})"),
        )
    }

    fn is_depth(&self) -> bool {
        self.numbers[1] == 1
    }

    fn texels(&self) -> impl Iterator<Item = &'static (&'static str, Type, &'static str)> {
        let depth = self.is_depth();
        TEXELS.iter().filter(move |row| !depth || row.0 == "f")
    }
}

fn numbers(lanes: u32, ty: &Type, name: &str) -> (Type, String) {
    if lanes == 1 {
        (ty.clone(), name.to_owned())
    } else {
        (Type::vector(lanes, ty.clone()), format!("<{lanes} x {name}>"))
    }
}

fn sampler() -> (Type, String) {
    (Type::named("ocl_sampler"), "target(\"spirv.Sampler\")".to_owned())
}

fn call(calls: &mut Calls, result: &str, base: &str, params: Vec<(Type, String)>) {
    let (params, types): (Vec<_>, Vec<_>) = params.into_iter().unzip();
    calls.add_symbol(result, &write(base, &params), &types);
}

fn texel(image: &Image, name: &str) -> String {
    if image.is_depth() { name.to_owned() } else { format!("<4 x {name}>") }
}

#[test]
fn s3_44_reads_with_samplers() {
    let mut calls = Calls::new();
    for image in PLAIN.iter().filter(|image| image.name != "image1d_buffer") {
        for (end, _, name) in image.texels() {
            let (base, result) = (format!("read_image{end}"), texel(image, name));
            let head = |coordinate| vec![image.param(0), sampler(), coordinate];
            let float = numbers(image.coordinate, &Type::Float, "float");
            let lod = numbers(1, &Type::Float, "float");
            call(&mut calls, &result, &base, head(numbers(image.coordinate, &Type::Int, "i32")));
            call(&mut calls, &result, &base, head(float.clone()));
            call(&mut calls, &result, &base, [head(float.clone()), vec![lod]].concat());
            if image.dimensions == 3 {
                continue;
            }
            let gradient = numbers(image.dimensions as u32, &Type::Float, "float");
            call(&mut calls, &result, &base, [head(float), vec![gradient.clone(), gradient]].concat());
        }
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| body[..2] == [Op::SampledImage, Op::ImageSampleExplicitLod]));
    assert_stable(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl12).contains("__spirv_"));
}

/// Tests that three-dimensional gradients are stable in a round trip; they come back by their friendly names.
#[test]
fn s3_44_gradients_in_three_dimensions() {
    let mut calls = Calls::new();
    let volume = &PLAIN[4];
    let four = numbers(4, &Type::Float, "float");
    for (end, _, name) in volume.texels() {
        let params = vec![volume.param(0), sampler(), four.clone(), four.clone(), four.clone()];
        call(&mut calls, &texel(volume, name), &format!("read_image{end}"), params);
    }
    assert_stable(&to_words(calls.assembly()));
}

#[test]
fn s3_34_reads_without_samplers() {
    let mut calls = Calls::new();
    for (image, access) in PLAIN.iter().flat_map(|image| [0, 2].map(|access| (image, access))) {
        for (end, _, name) in image.texels() {
            let coordinate = numbers(image.coordinate, &Type::Int, "i32");
            call(&mut calls, &texel(image, name), &format!("read_image{end}"), vec![image.param(access), coordinate]);
        }
    }
    for (image, access) in MULTISAMPLED.iter().flat_map(|image| [0, 2].map(|access| (image, access))) {
        for (end, _, name) in image.texels().filter(|row| row.0 != "h") {
            let coordinate = numbers(image.coordinate, &Type::Int, "i32");
            let params = vec![image.param(access), coordinate, numbers(1, &Type::Int, "i32")];
            call(&mut calls, &texel(image, name), &format!("read_image{end}"), params);
        }
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| *body == [Op::ImageRead]));
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl12).contains("__spirv_"));
}

fn writes(lod: bool) -> Vec<u32> {
    let mut calls = Calls::new();
    for (image, access) in PLAIN.iter().flat_map(|image| [1, 2].map(|access| (image, access))) {
        for (end, ty, name) in image.texels() {
            let color = numbers(if image.is_depth() { 1 } else { 4 }, ty, name);
            let mut params = vec![image.param(access), numbers(image.coordinate, &Type::Int, "i32")];
            params.extend(lod.then(|| numbers(1, &Type::Int, "i32")));
            params.push(color);
            call(&mut calls, "void", &format!("write_image{end}"), params);
        }
    }
    to_words(calls.assembly())
}

#[test]
fn s3_34_writes() {
    let words = writes(false);
    assert!(opcodes(&words).iter().all(|body| *body == [Op::ImageWrite]));
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl12).contains("__spirv_"));
}

/// Tests writes to a mip level, which are not validated: the validator accepts `Lod` of a write only with a vendor's extension.
#[test]
fn s3_34_writes_to_a_level() {
    let words = writes(true);
    for spelling in SPELLINGS {
        assert!(round_trip(&words, spelling) == words, "{spelling:?}\n{}", to_assembly(&words, spelling));
    }
    assert!(!to_assembly(&words, BuiltinSpelling::Cl12).contains("__spirv_"));
}

#[test]
fn s3_34_queries() {
    let mut calls = Calls::new();
    for (image, access) in PLAIN.iter().chain(&MULTISAMPLED).flat_map(|image| [0, 1, 2].map(|access| (image, access))) {
        let mut query = |result: &str, base: &str| call(&mut calls, result, base, vec![image.param(access)]);
        SIZES.iter().take(image.dimensions).for_each(|base| query("i32", base));
        CHANNELS.iter().for_each(|row| query("i32", row.0));
        match image.dimensions {
            2 => query("<2 x i32>", DIM),
            3 => query("<4 x i32>", DIM),
            _ => {}
        }
        if image.numbers[2] == 1 {
            query("i64", ARRAY_SIZE);
        }
        // An image may be multisampled or have levels, not both.
        match (image.numbers[3], image.name == "image1d_buffer") {
            (1, _) if image.numbers[2] == 0 => query("i32", QUERIES[1].0),
            (0, false) => query("i32", QUERIES[0].0),
            _ => {}
        }
    }
    let words = to_words(calls.assembly());
    stays(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::Cl12);
    assert!(!assembly.contains("__spirv_"), "{assembly}");
}

#[test]
fn s3_24_constant_samplers() {
    let mut text = "target triple = \"spir64-unknown-unknown\"
        declare spir_func target(\"spirv.Sampler\") @__translate_sampler_initializer(i32)
        declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0), target(\"spirv.Sampler\"), <2 x float>)
        define spir_func void @a(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %i, <2 x float> %c) {\n"
        .to_owned();
    let numbers = (0..5)
        .flat_map(|mode| [0, 1].map(|normal| mode << 1 | normal))
        .flat_map(|low| [0x10, 0x20].map(|filter| low | filter));
    for number in numbers {
        text += &format!(
            "  %s{number} = call spir_func target(\"spirv.Sampler\") @__translate_sampler_initializer(i32 {number})\n"
        );
        text += &format!(
            "  %r{number} = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %i, target(\"spirv.Sampler\") %s{number}, <2 x float> %c)\n"
        );
    }
    let words = to_words(&(text + "  ret void\n}\n"));
    assert_stable(&words);
    assert_eq!(opcodes(&words)[0].len(), 40);
}

#[test]
fn s3_44_samples_that_only_friendly_names_say() {
    let words = to_words(
        "target triple = \"spir64-unknown-unknown\"
        declare spir_func target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0), target(\"spirv.Sampler\"))
        declare spir_func <4 x i32> @_Z36__spirv_ImageSampleExplicitLod_Rint4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_iif(target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>, i32, float)
        declare spir_func <2 x i64> @_Z32__spirv_ImageQuerySizeLod_Rlong2PU3AS133__spirv_Image__void_1_0_0_0_0_0_0i(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0), i32)
        define spir_func <4 x i32> @a(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %i, target(\"spirv.Sampler\") %s, <2 x i32> %c, float %l) {
          %1 = call spir_func target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %i, target(\"spirv.Sampler\") %s)
          %2 = call spir_func <4 x i32> @_Z36__spirv_ImageSampleExplicitLod_Rint4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_iif(target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0) %1, <2 x i32> %c, i32 4098, float %l)
          ret <4 x i32> %2
        }
        define spir_func <2 x i64> @b(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %i) {
          %1 = call spir_func <2 x i64> @_Z32__spirv_ImageQuerySizeLod_Rlong2PU3AS133__spirv_Image__void_1_0_0_0_0_0_0i(target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0) %i, i32 0)
          ret <2 x i64> %1
        }",
    );
    stays(&words);
    assert_eq!(opcodes(&words), [vec![Op::SampledImage, Op::ImageSampleExplicitLod], vec![Op::ImageQuerySizeLod]]);
}
