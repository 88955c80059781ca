//! Images of kernels with levels and with layers.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

mod files;

use std::process::Command;

const KERNELS: &str = r#"target triple = "spir64-unknown-unknown"
declare spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare spir_func target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_1_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0), target("spirv.Sampler"))
declare spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
declare spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fiS2_S2_(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, <2 x float>, <2 x float>)
declare spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_1_0_0_0_0Dv4_fif(target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0), <4 x float>, i32, float)
declare spir_func i32 @_Z24__spirv_ImageQueryLevelsPU3AS133__spirv_Image__void_1_0_0_0_0_0_0(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare spir_func void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_1_0_0_0_0_0_1Dv2_iDv4_fii(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, <4 x float>, i32, i32)
define spir_kernel void @levels(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, ptr addrspace(1) %out, float %level, <2 x float> %x, <2 x float> %y) {
  %s = call spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %a = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %s, <2 x float> splat (float 5.000000e-01), i32 2, float %level)
  %b = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fiS2_S2_(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %s, <2 x float> splat (float 5.000000e-01), i32 4, <2 x float> %x, <2 x float> %y)
  %n = call spir_func i32 @_Z24__spirv_ImageQueryLevelsPU3AS133__spirv_Image__void_1_0_0_0_0_0_0(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  %f = sitofp i32 %n to float
  %a0 = extractelement <4 x float> %a, i32 0
  %b0 = extractelement <4 x float> %b, i32 0
  %o1 = getelementptr float, ptr addrspace(1) %out, i64 1
  %o2 = getelementptr float, ptr addrspace(1) %out, i64 2
  store float %a0, ptr addrspace(1) %out
  store float %b0, ptr addrspace(1) %o1
  store float %f, ptr addrspace(1) %o2
  ret void
}
define spir_kernel void @layers(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler, ptr addrspace(1) %out, <4 x float> %at) {
  %s = call spir_func target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_1_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) %image, target("spirv.Sampler") %sampler)
  %a = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_1_0_0_0_0Dv4_fif(target("spirv.SampledImage", void, 1, 0, 1, 0, 0, 0, 0) %s, <4 x float> %at, i32 2, float 0.0)
  %a0 = extractelement <4 x float> %a, i32 0
  store float %a0, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @write(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, i32 %level) {
  call spir_func void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_1_0_0_0_0_0_1Dv2_iDv4_fii(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %image, <2 x i32> zeroinitializer, <4 x float> splat (float 7.0), i32 2, i32 %level)
  ret void
}
"#;

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

fn passes(words: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("levels.ll");
    std::fs::write(&module, KERNELS).expect("it is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
    let output = command.arg(&module).args(words).output().expect("it starts");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Tests levels of 4 x 4, 2 x 2 and one texel, with the values 10, 20 and 30, sampled by level and by gradients.
#[test]
fn kernels_sample_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = [10.0; 16].into_iter().chain([20.0; 4]).chain([30.0]);
    let image = files::written(folder.path(), "image", &floats(all));
    let image = format!("--arg=image:{image}:4x4:1:f32:levels=3");
    let rows = [
        ("", "0", "0,0", "0,0", "10,10"),
        ("", "0.6", "0.5,0", "0,0.25", "20,20"),
        ("", "9", "0,2", "1,0", "30,30"),
        ("", "-3", "0.25,0", "0,0.3", "10,10"),
        (",mipmap_linear", "1.5", "0.5,0", "0,0", "25,20"),
        (",mipmap_linear", "0.25", "0,0.70710678", "0,0", "12.5,25"),
    ];
    for (filter, level, x, y, found) in rows {
        let (sampler, level) = (format!("--arg=sampler:normalized,linear,clamp{filter}"), format!("--arg=f32:{level}"));
        let (x, y, expect) =
            (format!("--arg=f32x2:{x}"), format!("--arg=f32x2:{y}"), format!("--expect=2:f32:{found},3"));
        passes(&["--kernel=levels", &image, &sampler, "--arg=out:12", &level, &x, &y, &expect]);
    }
}

/// Tests three layers of 2 x 2 texels: coordinates are normalized, layers are not.
#[test]
fn kernels_sample_layers() {
    let folder = tempfile::tempdir().expect("a folder");
    let image = files::written(folder.path(), "image", &floats((0..12_u8).map(f32::from)));
    let image = format!("--arg=image:{image}:2x2x3:1:f32:layers");
    for (filter, at, found) in [
        ("nearest", "0.75,0.25,1.4,0", "5"),
        ("nearest", "0.25,0.75,7,0", "10"),
        ("linear", "0.5,0.5,0.6,0", "5.5"),
        ("linear", "0.25,0.25,-1,0", "0"),
    ] {
        let (sampler, at) = (format!("--arg=sampler:normalized,{filter},clamp_to_edge"), format!("--arg=f32x4:{at}"));
        let expect = format!("--expect=2:f32:{found}");
        passes(&["--kernel=layers", &image, &sampler, "--arg=out:4", &at, &expect]);
    }
}

#[test]
fn kernels_write_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = files::written(folder.path(), "image", &floats([0.0; 21]));
    passes(&["--kernel=write", &format!("--arg=image:{file}:4x4:1:f32:levels=3"), "--arg=i32:1"]);
    let mut wanted = [0.0; 21];
    wanted[16] = 7.0;
    assert_eq!(std::fs::read(file).expect("the image"), floats(wanted));
}
