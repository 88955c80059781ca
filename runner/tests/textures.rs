//! Images that compute shaders sample, as the command line binds them.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

mod glsl;

use std::process::Command;

const TEXTURES: &str = "#extension GL_EXT_samplerless_texture_functions : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D both;
layout(binding = 1) uniform texture2D image;
layout(binding = 2) uniform sampler how;
layout(std430, binding = 3) buffer Out { float texels[4]; };
layout(push_constant) uniform Push { vec2 place; };
void main() {
    texels[0] = textureLod(both, place, 0.0).x;
    texels[1] = texture(sampler2D(image, how), place).x;
    texels[2] = texelFetch(both, ivec2(1, 0), 0).x;
    texels[3] = float(textureSize(both, 0).x * 10 + textureSize(image, 0).y);
}";

fn run(source: &str, words: &[String]) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("textures.spv");
    std::fs::write(&module, glsl::compiled("main", source)).expect("it is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
    let output = command.arg(&module).args(words).output().expect("it starts");
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// Two rows of two texels, 1 2 and 3 4: what is at a place, by filter and mode.
#[test]
fn images_are_sampled_by_shaders() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("image");
    std::fs::write(&file, [1.0_f32, 2.0, 3.0, 4.0].map(f32::to_le_bytes).concat()).expect("it is written");
    let rows = [
        ("nearest,repeat", "1.25,0.25", "1"),
        ("nearest,clamp_to_edge", "1.25,0.25", "2"),
        ("nearest,clamp", "1.25,0.25", "0"),
        ("nearest,mirrored_repeat", "1.75,0.75", "3"),
        ("linear,repeat", "0.5,0.25", "1.5"),
        ("linear,repeat", "1,0.25", "1.5"),
        ("linear,clamp_to_edge", "1,0.5", "3"),
        ("linear,clamp", "1,0.25", "1"),
    ];
    for (words, place, value) in rows {
        let image = format!("image:{}:2x2:1:f32", file.display());
        let sampler = format!("sampler:normalized,{words}");
        let given = [
            format!("--bind=0:0={image}"),
            format!("--bind=0:0={sampler}"),
            format!("--bind=0:1={image}"),
            format!("--bind=0:2={sampler}"),
            "--bind=0:3=out:16".to_owned(),
            format!("--push=f32x2:{place}"),
            format!("--expect=0:3:f32:{value},{value},2,22"),
        ];
        let (ran, text) = run(TEXTURES, &given);
        assert!(ran, "{words} {place}: {text}");
    }
}

#[test]
fn what_is_not_sampled_is_an_error() {
    let head = "layout(local_size_x = 1) in;\nlayout(std430, binding = 1) buffer Out { vec4 texel; };\n";
    let rows = [
        ("samplerCube", "texture(image, vec3(1.0))", "OpImageSampleExplicitLod on the cpu"),
        ("sampler2DArray", "texture(image, vec3(0.5))", "OpImageSampleExplicitLod on the cpu"),
        ("sampler2DMS", "texelFetch(image, ivec2(0), 1)", "OpImageFetch on the cpu"),
        ("sampler2D", "textureOffset(image, vec2(0.5), ivec2(1))", "OpImageSampleExplicitLod on the cpu"),
        ("sampler2D", "texture(image, vec2(0.5))", "nothing is bound to 0:0"),
    ];
    for (ty, value, error) in rows {
        let source = format!("{head}layout(binding = 0) uniform {ty} image;\nvoid main() {{ texel = {value}; }}");
        let (ran, text) = run(&source, &["--bind=0:1=out:16".to_owned()]);
        assert!(!ran && text.contains(error), "{ty}: {text}");
    }
}
