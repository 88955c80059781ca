//! Images that shaders sample, bound on the command line.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

mod files;
mod glsl;

use std::path::Path;
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

/// Tests two rows of two texels, 1 2 and 3 4, sampled by filter and addressing mode.
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

/// Writes floats to a file; returns the arguments that bind it and a sampler.
fn bound(folder: &Path, place: &str, (size, kind): (&str, &str), texels: &[f32], sampler: &str) -> [String; 2] {
    let file = folder.join(place.replace(':', "."));
    let as_int = |value: &f32| (*value as i32).to_le_bytes();
    let bytes = texels.iter().flat_map(|value| if kind.ends_with("i32") { as_int(value) } else { value.to_le_bytes() });
    std::fs::write(&file, bytes.collect::<Vec<_>>()).expect("it is written");
    let image = format!("--bind={place}=image:{}:{size}:{kind}", file.display());
    [image, format!("--bind={place}=sampler:normalized,{sampler}")]
}

/// Tests two variables of one buffer, of words and of vectors.
#[test]
fn variables_of_one_descriptor_share_its_memory() {
    let source = "layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 0) buffer Vectors { uvec2 vectors[]; };
layout(std430, binding = 0) buffer Whole { uint first; uint second; };
void main() { second = words[0] + vectors[1].y; }";
    let given = ["--bind=0:0=bytes:01000000020000000300000004000000", "--expect=0:0:u32:1,5,3,4", "--print=u32"];
    let (ran, text) = run(source, &given.map(str::to_owned));
    assert!(ran, "{text}");
    assert_eq!(text.matches("binding 0:0").count(), 1, "{text}");
}

const SHAPES: &str = "layout(local_size_x = 1) in;
layout(binding = 0) uniform samplerCube cube;
layout(binding = 1) uniform sampler2DArray layers;
layout(binding = 2) uniform sampler2DShadow shadow;
layout(binding = 3) uniform samplerCubeArray cubes;
layout(binding = 4) uniform sampler2D plain;
layout(binding = 5) uniform sampler2DArrayShadow shadows;
layout(binding = 6) uniform samplerCubeShadow cubeShadow;
layout(binding = 7) uniform sampler1DArray rows;
layout(binding = 8) uniform sampler3D solid;
layout(binding = 10) uniform isampler2D whole;
layout(std430, binding = 9) buffer Out { vec4 texels[]; };
layout(push_constant) uniform Push { vec4 p; };
void main() {
    texels[0] = vec4(textureLod(cube, p.xyz, p.w).x, textureLod(layers, p.xyz, 0.0).x, textureLod(shadow, p.xyz, 0.0),
        textureLod(cubes, p, 0.0).x);
    texels[1] = textureLodOffset(plain, p.xy, 0.0, ivec2(1, -1));
    texels[2] = textureGather(plain, p.xy, 1);
    texels[3] = textureGatherOffset(plain, p.xy, ivec2(1, 0), 2);
    texels[4] = textureGather(shadow, p.xy, p.z);
    texels[5] = texelFetchOffset(plain, ivec2(p.xy), 0, ivec2(1, 0));
    texels[6] = textureGrad(plain, p.xy, p.xy, p.zw);
    texels[7] = textureProjLod(plain, p.xyz, 0.0);
    texels[8] = vec4(textureGrad(shadows, p, p.xy, p.zw), texture(cubeShadow, p), textureProjLod(shadow, p, 0.0), 0);
    texels[9] = vec4(textureSize(cubes, 0), textureQueryLevels(plain));
    texels[10] = vec4(textureLod(rows, p.xy, 0.0).x, texelFetch(layers, ivec3(p.xyz), 0).x, textureLod(solid, p.xyz, 0).x, 0);
    texels[11] = vec4(textureGather(whole, p.xy));
    texels[12] = textureGatherOffsets(plain, p.xy, ivec2[4](ivec2(0, 0), ivec2(1, 0), ivec2(1, 1), ivec2(0, 1)));
}";

/// Tests the texels that Vulkan's specification gives for the position (0.3, 0.6, 0.55, 0.9), computed by hand.
#[test]
fn cubes_layers_offsets_gathers_and_depths_are_sampled() {
    let folder = tempfile::tempdir().expect("a folder");
    let (near, compare) = ("nearest,repeat", "nearest,clamp_to_edge,compare_less_or_equal");
    let many = |range: std::ops::Range<u8>| range.map(f32::from).collect::<Vec<_>>();
    let layers = [1.0, 2.0, 3.0, 4.0, 11.0, 12.0, 13.0, 14.0, 21.0, 22.0, 23.0, 24.0];
    let depths = [0.1, 0.5, 0.6, 0.9];
    let mut words: Vec<_> = [
        ("0:0", ("1x1x6", "1:f32"), many(10..16), near),
        ("0:1", ("2x2x3", "1:f32"), layers.to_vec(), near),
        ("0:2", ("2x2", "1:f32"), depths.to_vec(), compare),
        ("0:3", ("1x1x12", "1:f32"), many(100..112), near),
        ("0:4", ("4x4", "4:f32"), many(0..64), near),
        ("0:5", ("2x2x3", "1:f32"), layers.to_vec(), compare),
        ("0:6", ("1x1x6", "1:f32"), many(10..16), compare),
        ("0:7", ("2x6", "1:f32"), layers.to_vec(), near),
        ("0:8", ("2x2x3", "1:f32"), layers.to_vec(), near),
        ("0:10", ("2x2", "1:i32"), vec![-1.0, 2.0, 3.0, -4.0], near),
    ]
    .iter()
    .flat_map(|(place, shape, texels, sampler)| bound(folder.path(), place, *shape, texels, sampler))
    .collect();
    let expected = "12,13,1,108,24,25,26,27,33,37,21,17,38,42,26,22,1,1,0,0,4,5,6,7,36,37,38,39,8,9,10,11,1,1,0,0,\
        1,1,2,1,3,1,13,0,3,-4,2,-1,16,20,36,32";
    let given = ["--bind=0:9=out:208", "--push=f32x4:0.3,0.6,0.55,0.9", &format!("--expect=0:9:f32:{expected}")];
    words.extend(given.map(str::to_owned));
    let (ran, text) = run(SHAPES, &words);
    assert!(ran, "{text}");
}

/// Tests that filters cross the edges of a cube, where a corner has three texels.
#[test]
fn cubes_have_no_seams() {
    let source = "layout(local_size_x = 1) in;
layout(binding = 0) uniform samplerCube cube;
layout(std430, binding = 1) buffer Out { float texels[4]; };
void main() {
    texels[0] = texture(cube, vec3(1, 0, 1)).x;
    texels[1] = texture(cube, vec3(1, 1, 1)).x;
    texels[2] = texture(cube, vec3(-1, -1, -0.25)).x;
    texels[3] = texture(cube, vec3(0.1, -1, 0.2)).x;
}";
    let folder = tempfile::tempdir().expect("a folder");
    let faces: Vec<_> = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0].iter().flat_map(|face| [*face; 4]).collect();
    let words = bound(folder.path(), "0:0", ("2x2x6", "1:f32"), &faces, "linear,clamp_to_edge");
    let expect = ["--bind=0:1=out:16".to_owned(), "--expect=0:1:f32:8.5,7,5,8".to_owned()];
    let (ran, text) = run(source, &[words.to_vec(), expect.to_vec()].concat());
    assert!(ran, "{text}");
}

const ARRAYS: &str = "#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 4) in;
layout(binding = 0) uniform texture2D images[2];
layout(binding = 1) uniform sampler how[2];
layout(binding = 2) uniform isampler2D both[];
layout(binding = 3, r32f) uniform image2D stores[2];
layout(binding = 5, r32i) uniform iimage2D signed;
layout(std430, binding = 4) buffer Out { ivec4 texels[4]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    texels[i].x = int(texture(sampler2D(images[nonuniformEXT(i)], how[1]), vec2(1.25, 0)).x);
    texels[i].y = int(texture(sampler2D(images[1], how[nonuniformEXT(i / 2)]), vec2(1.25, 0)).x);
    texels[i].z = texelFetch(both[nonuniformEXT(i)], ivec2(0), 0).x;
    texels[i].w = imageLoad(signed, ivec2(i, 0)).x;
    if (i < 2) imageStore(stores[i], ivec2(0), vec4(i + 7));
}";

/// Tests an index for each work-item; beyond the end, the last image is used.
#[test]
fn arrays_of_images_are_indexed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: &[u8]| files::written(folder.path(), name, bytes);
    let floats = |values: [f32; 2]| values.map(f32::to_le_bytes).concat();
    let ints = |values: &[i32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>();
    let stores = [file("s0", &[0; 4]), file("s1", &[0; 4])];
    let mut words = vec![
        format!("--bind=0:0:0=image:{}:2x1:1:f32", file("a", &floats([1.0, 2.0]))),
        format!("--bind=0:0:1=image:{}:2x1:1:f32", file("b", &floats([3.0, 4.0]))),
        "--bind=0:1:0=sampler:normalized,nearest,clamp_to_edge".to_owned(),
        "--bind=0:1:1=sampler:normalized,nearest,repeat".to_owned(),
    ];
    for number in 0..3 {
        let image = file(&format!("c{number}"), &ints(&[-5 * number]));
        words.push(format!("--bind=0:2:{number}=image:{image}:1x1:1:i32"));
        words.push(format!("--bind=0:2:{number}=sampler:normalized,nearest"));
    }
    words.extend(stores.iter().enumerate().map(|(n, file)| format!("--bind=0:3:{n}=image:{file}:1x1:1:f32")));
    words.push(format!("--bind=0:5=image:{}:4x1:1:i32", file("d", &ints(&[-1, -2, 3, 4]))));
    words.push("--bind=0:4=out:64".to_owned());
    let expect = "--expect=0:4:i32:1,4,0,-1,3,4,-5,-2,3,3,-10,3,3,3,-10,4".to_owned();
    let (ran, text) = run(ARRAYS, &[words.clone(), vec![expect]].concat());
    assert!(ran, "{text}");
    let stored = stores.map(|file| std::fs::read(file).expect("an image"));
    assert_eq!(stored, [7.0_f32, 8.0].map(|value| value.to_le_bytes().to_vec()));
    words.remove(1);
    let (ran, text) = run(ARRAYS, &words);
    assert!(!ran && text.contains("nothing is bound to 0:0:1\n  hint: --bind 0:0:1=image:"), "{text}");
}

#[test]
fn what_is_not_sampled_is_an_error() {
    let head = "#extension GL_ARB_sparse_texture2 : require
layout(local_size_x = 1) in;\nlayout(std430, binding = 1) buffer Out { vec4 texel; };\n";
    let rows = [
        ("sampler2D", "vec4(sparseTextureARB(image, vec2(0.5), texel))", "OpImageSparseSample"),
        ("sampler2D", "texture(image, vec2(0.5))", "nothing is bound to 0:0"),
    ];
    for (ty, value, error) in rows {
        let source = format!("{head}layout(binding = 0) uniform {ty} image;\nvoid main() {{ texel = {value}; }}");
        let (ran, text) = run(&source, &["--bind=0:1=out:16".to_owned()]);
        assert!(!ran && text.contains(error), "{ty}: {text}");
    }
}

const LEVELS: &str = "layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D both;
layout(std430, binding = 1) buffer Out { float texels[16]; };
void main() {
    for (int n = 0; n < 3; n++) texels[n] = textureLod(both, vec2(0.1), float(n)).x;
    texels[3] = textureLod(both, vec2(0.1), 0.75).x;
    texels[4] = textureLod(both, vec2(0.1), 9.0).x;
    texels[5] = texelFetch(both, ivec2(1, 0), 1).x;
    texels[6] = texelFetch(both, ivec2(0, 0), 3).x;
    texels[7] = textureGrad(both, vec2(0.1), vec2(0.5, 0), vec2(0, 0.25)).x;
    texels[8] = textureQueryLevels(both);
    ivec2 size = textureSize(both, 1);
    texels[9] = 10 * size.x + size.y;
    size = textureSize(both, 2);
    texels[10] = 10 * size.x + size.y;
    texels[11] = texture(both, vec2(0.1)).x;
    texels[12] = texture(both, vec2(0.1), 1.0).x;
    texels[13] = textureLodOffset(both, vec2(0.1), 1.0, ivec2(1, 0)).x;
}";

/// An image of 4 x 2 texels with all of its levels: 1 to 8, 11 and 12, 21.
fn levels(folder: &Path) -> String {
    let texels = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 11.0, 12.0, 21.0];
    let file = folder.join("levels");
    std::fs::write(&file, texels.map(f32::to_le_bytes).concat()).expect("it is written");
    format!("--bind=0:0=image:{}:4x2:1:f32:levels=3", file.display())
}

#[test]
fn levels_are_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    for (mode, between) in [("mipmap_nearest", "11"), ("mipmap_linear", "8.5")] {
        let words = [
            levels(folder.path()),
            format!("--bind=0:0=sampler:normalized,nearest,{mode},clamp_to_edge"),
            "--bind=0:1=out:64".to_owned(),
            format!("--expect=0:1:f32:1,11,21,{between},21,12,0,11,3,21,11,1,11,12"),
        ];
        let (ran, text) = run(LEVELS, &words);
        assert!(ran, "{mode}: {text}");
    }
    let image = levels(folder.path());
    for (word, error) in [
        ("levels=4", "`levels=4` is none of levels=1 to 3, samples=1 to 64, layers"),
        ("levels=2", "needs 40 bytes, and the file has 44"),
        ("more", "`more` is none of levels"),
    ] {
        let (ran, text) = run(LEVELS, &[image.replace("levels=3", word), "--bind=0:1=out:64".to_owned()]);
        assert!(!ran && text.contains(error), "{text}");
    }
}

/// Tests that levels have the same layers, but half the depth; gradients of a cube are along its faces.
#[test]
fn layers_stay_and_depths_shrink() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler3D deep;
layout(binding = 1) uniform sampler2DArray layered;
layout(binding = 2) uniform samplerCube cube;
layout(std430, binding = 3) buffer Out { float texels[8]; };
void main() {
    ivec3 size = textureSize(deep, 1);
    texels[0] = 100 * size.x + 10 * size.y + size.z;
    size = textureSize(layered, 1);
    texels[1] = 100 * size.x + 10 * size.y + size.z;
    texels[2] = texelFetch(deep, ivec3(0), 1).x;
    texels[3] = texelFetch(layered, ivec3(0, 0, 1), 1).x;
    texels[4] = textureLod(layered, vec3(0.5, 0.5, 1), 1).x;
    texels[5] = textureLod(cube, vec3(0, 1, 0), 1).x;
    texels[6] = textureGrad(cube, vec3(0, 0, 1), vec3(2, 0, 0), vec3(0)).x;
    texels[7] = textureSize(cube, 1).y;
}";
    let numbers = |count: u16| (0..count).flat_map(|n| f32::from(n).to_le_bytes()).collect::<Vec<_>>();
    let image = |binding: u32, words: &str, count: u16| {
        let file = folder.path().join(format!("image{binding}"));
        std::fs::write(&file, numbers(count)).expect("it is written");
        let (size, rest) = words.split_once(' ').expect("a size and words");
        format!("--bind=0:{binding}=image:{}:{size}:1:f32:{rest}", file.display())
    };
    let sampler = |binding: u32| format!("--bind=0:{binding}=sampler:normalized,nearest,clamp_to_edge");
    let words = [
        image(0, "2x2x2 levels=2", 9),
        image(1, "2x2x2 levels=2:layers", 10),
        image(2, "2x2x6 levels=2:layers", 30),
        sampler(0),
        sampler(1),
        sampler(2),
        "--bind=0:3=out:32".to_owned(),
        "--expect=0:3:f32:111,112,8,9,9,26,28,1".to_owned(),
    ];
    let (ran, text) = run(source, &words);
    assert!(ran, "{text}");
}

/// Tests that the samples of a texel are side by side; missing ones are read as zeros, and not written.
#[test]
fn samples_are_fetched_and_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2DMS fetched;
layout(binding = 1, r32f) uniform image2DMS stored;
layout(binding = 2, r32ui) uniform uimage2DMSArray counted;
layout(std430, binding = 3) buffer Out { float texels[8]; };
void main() {
    texels[0] = texelFetch(fetched, ivec2(1, 0), 2).x;
    texels[1] = texelFetch(fetched, ivec2(1, 0), 4).x;
    texels[2] = textureSamples(fetched);
    texels[3] = imageSamples(stored) + 10 * imageSize(stored).x;
    texels[4] = imageLoad(stored, ivec2(0, 1), 1).x;
    texels[5] = imageSize(counted).z;
    imageStore(stored, ivec2(0, 1), 1, vec4(50));
    imageStore(stored, ivec2(0, 1), 2, vec4(60));
    texels[6] = imageAtomicAdd(counted, ivec3(0, 0, 1), 1, 5u);
}";
    let floats = |name: &str, count: u8| {
        let file = folder.path().join(name);
        let bytes = (0..count).flat_map(|n| f32::from(n).to_le_bytes()).collect::<Vec<_>>();
        std::fs::write(&file, bytes).expect("it is written");
        file.display().to_string()
    };
    let counted = folder.path().join("counted");
    std::fs::write(&counted, (0..4_u32).flat_map(u32::to_le_bytes).collect::<Vec<_>>()).expect("it is written");
    let words = [
        format!("--bind=0:0=image:{}:2x1:1:f32:samples=4", floats("fetched", 8)),
        "--bind=0:0=sampler:normalized".to_owned(),
        format!("--bind=0:1=image:{}:2x2:1:f32:samples=2", floats("stored", 8)),
        format!("--bind=0:2=image:{}:1x1x2:1:u32:samples=2:layers", counted.display()),
        "--bind=0:3=out:32".to_owned(),
        "--expect=0:3:f32:6,0,4,22,5,2,3".to_owned(),
        "--expect=0:1:f32:0,1,2,3,4,50,6,7".to_owned(),
        "--expect=0:2:u32:0,1,2,8".to_owned(),
    ];
    let (ran, text) = run(source, &words);
    assert!(ran, "{text}");
}
