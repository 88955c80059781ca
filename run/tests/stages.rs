//! Vertex and fragment shaders over grids.
#![allow(clippy::expect_used, missing_docs, reason = "tests")]

use std::path::Path;
use std::process::Command;

const VERTEX: &str = "#version 450
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 colour;
layout(location = 0) out vec4 shade;
layout(location = 1) out flat uint number;
layout(push_constant) uniform Push { vec4 scale; };
void main() {
    gl_Position = scale * vec4(place, 1);
    gl_PointSize = 3.0;
    shade = colour * 2.0;
    number = gl_VertexIndex + 10 * gl_InstanceIndex;
}";

const FRAGMENT: &str = "#version 450
layout(location = 0) in vec4 shade;
layout(location = 1) in flat uint number;
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 more;
layout(binding = 0) uniform sampler2D image;
void main() {
    colour = texture(image, vec2(0.25)) * gl_FragCoord;
    more = vec4(dFdx(shade.x), dFdyCoarse(shade.y), fwidth(shade.z), number);
    if (number == 5u) discard;
}";

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

fn compiled(folder: &Path, stage: &str, source: &str) -> std::path::PathBuf {
    let (from, to) = (folder.join(format!("shader.{stage}")), folder.join(format!("{stage}.spv")));
    std::fs::write(&from, source).expect("it is written");
    let mut command = Command::new("glslangValidator");
    let output = command.args(["-V", "--target-env", "vulkan1.3", "-o"]).arg(&to).arg(&from).output();
    let output = output.expect("glslangValidator: scripts/setup.sh test installs it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    to
}

fn run(module: &Path, words: &[String]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spirv-runner"));
    let output = command.arg(module).args(words).output().expect("it starts");
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

fn passes(module: &Path, words: &[String]) {
    let (ran, text) = run(module, words);
    assert!(ran, "{text}");
}

fn file(folder: &Path, name: &str, content: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("it is written");
    path.display().to_string()
}

/// Tests three vertices of two instances.
#[test]
fn vertices_go_from_files_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = compiled(folder.path(), "vert", VERTEX);
    let places = file(folder.path(), "places", &floats((0..18_u8).map(f32::from)));
    let colours = file(folder.path(), "colours", &floats((0..24_u8).map(f32::from)));
    let shades = folder.path().join("shades");
    let mut words = vec![
        "--global=3,2".to_owned(),
        format!("--input=in0={places}"),
        format!("--input=in1={colours}"),
        format!("--output=out0={}", shades.display()),
        "--push=f32x4:1,2,3,4".to_owned(),
        "--expect=Position:f32:0,2,6,4,3,8,15,4,6,14,24,4,9,20,33,4".to_owned(),
        "--expect=out1:u32:0,1,2,10,11,12".to_owned(),
    ];
    passes(&module, &words);
    assert_eq!(std::fs::read(&shades).expect("the shades"), floats((0..24_u8).map(|n| f32::from(2 * n))));
    let seeded = [words.clone(), vec!["--seed-order=3".to_owned()]].concat();
    assert!(run(&module, &seeded).0);
    for (word, error) in [
        ("--global=4,2", "in0 has 72 bytes, and 96 are read: 12 for each"),
        ("--input=in5=x", "`main` has no input in5"),
        ("--output=in0=x", "`main` has no output in0"),
    ] {
        let (ran, text) = run(&module, &[words.clone(), vec![word.to_owned()]].concat());
        assert!(!ran && text.contains(error), "{word}: {text}");
    }
    words.remove(1);
    let (ran, text) = run(&module, &words);
    assert!(!ran && text.contains("nothing is given for in0\n  hint: --input in0=FILE"), "{text}");
}

/// Tests two quads; discarded fragments write nothing.
#[test]
fn fragments_are_in_quads() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = compiled(folder.path(), "frag", FRAGMENT);
    let shade = |x: f32, y: f32| [x * x, 3.0 * y + x, 2.0 * x - y, 0.0];
    let shades = (0..2_u8).flat_map(|y| (0..4_u8).flat_map(move |x| shade(f32::from(x), f32::from(y))));
    let shades = file(folder.path(), "shades", &floats(shades));
    let numbers: Vec<_> = (0..8_u32).flat_map(u32::to_le_bytes).collect();
    let numbers = file(folder.path(), "numbers", &numbers);
    let image = file(folder.path(), "image", &floats([2.0, 4.0, 6.0, 8.0]));
    let words = |global: &str| {
        vec![
            format!("--global={global}"),
            format!("--input=in0={shades}"),
            format!("--input=in1={numbers}"),
            format!("--bind=0:0=image:{image}:1x1:4:f32"),
            "--bind=0:0=sampler:normalized,linear,repeat".to_owned(),
        ]
    };
    let expect = [
        "--expect=out1:f32:1,3,3,0,1,3,3,1,5,3,3,2,5,3,3,3,1,3,3,4,0,0,0,0,5,3,3,6,5,3,3,7".to_owned(),
        "--expect=out0:f32:1,2,0,8,3,2,0,8,5,2,0,8,7,2,0,8,1,6,0,8,0,0,0,0,5,6,0,8,7,6,0,8".to_owned(),
    ];
    passes(&module, &[words("4,2"), expect.to_vec()].concat());
    let (ran, text) = run(&module, &words("3,2"));
    assert!(!ran && text.contains("fragments are in quads: width and height are even"), "{text}");
}

#[test]
fn other_stages_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
void main() { EmitVertex(); EndPrimitive(); }";
    let (ran, text) = run(&compiled(folder.path(), "geom", source), &[]);
    assert!(!ran && text.starts_with("error[E0600]: the module has no kernel and no entry point"), "{text}");
}

const HELPERS: &str = "#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in float value;
layout(location = 0) out vec4 colour;
layout(std430, binding = 0) buffer Out { uint count; uint row[4]; };
layout(binding = 1, r32f) uniform image2D image;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    bool was = helperInvocationEXT();
    if (value > 8.0) demote;
    float slope = dFdx(value);
    atomicAdd(count, 1u);
    row[2 * at.y + at.x] = 7u;
    imageStore(image, at, vec4(value));
    colour = vec4(slope, helperInvocationEXT() ? 1 : 0, was ? 1 : 0, gl_FrontFacing ? 1 : 0);
}";

/// Tests that one of four fragments is a helper from the beginning, and one is demoted: the others still have their
/// derivatives, and writes of these two have no effect.
#[test]
fn helpers_write_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = [
        "--global=2,2".to_owned(),
        format!("--input=in0={}", file(folder.path(), "values", &floats([1.0, 4.0, 6.0, 9.0]))),
        format!("--input=FrontFacing={}", file(folder.path(), "sides", &[1, 0, 0, 9])),
        format!("--input=HelperInvocation={}", file(folder.path(), "helpers", &[0, 1, 0, 0])),
        "--bind=0:0=out:20".to_owned(),
        format!("--bind=0:1=image:{}:2x2:1:f32", file(folder.path(), "image", &[0; 16])),
        "--expect=0:0:u32:2,7,0,7,0".to_owned(),
        "--expect=0:1:f32:1,0,6,0".to_owned(),
    ];
    // The variable is asked for, so that it is an input.
    let asked = HELPERS.replace("bool was = helperInvocationEXT()", "bool was = gl_HelperInvocation");
    let expect = "--expect=out0:f32:3,0,0,1,0,0,0,0,3,0,0,0,0,0,0,0".to_owned();
    passes(&compiled(folder.path(), "frag", &asked), &[&words[..], &[expect]].concat());
    let module = compiled(folder.path(), "frag", HELPERS);
    let (ran, text) = run(&module, &words);
    assert!(!ran && text.contains("`main` has no input HelperInvocation"), "{text}");
    let fewer = [&words[..2], &words[4..6]].concat();
    let expect =
        ["--expect=out0:f32:3,0,0,1,3,0,0,1,3,0,0,1,0,0,0,0".to_owned(), "--expect=0:0:u32:3,7,7,7,0".to_owned()];
    passes(&module, &[&fewer[..], &expect].concat());
    let seeded = [&fewer[..], &expect, &["--seed-order=5".to_owned(), "--check".to_owned()]].concat();
    passes(&module, &seeded);
}

const INTERPOLATED: &str = "#version 450
layout(location = 0) in vec3 plane;
layout(location = 0) out vec3 elsewhere;
layout(location = 1) out vec3 same;
void main() {
    elsewhere = interpolateAtOffset(plane, vec2(0.25, -0.5));
    same = 0.5 * (interpolateAtCentroid(plane) + interpolateAtSample(plane, gl_SampleID)) + vec3(gl_SamplePosition, gl_SampleMaskIn[0]);
}";

/// Tests that inputs which are linear over a quad are interpolated linearly between the centres of its fragments.
#[test]
fn inputs_are_interpolated_within_a_fragment() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = compiled(folder.path(), "frag", INTERPOLATED);
    let plane = |x: f32, y: f32| [x + 10.0 * y, 4.0 * x, 2.0 * y];
    let all = |dx: f32, dy: f32| -> Vec<f32> {
        let rows = [0.0, 1.0_f32].into_iter();
        rows.flat_map(|y| [0.0, 1.0, 2.0, 3.0_f32].into_iter().flat_map(move |x| plane(x + dx, y + dy))).collect()
    };
    let expect = |values: Vec<f32>| values.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
    let same = all(0.0, 0.0).chunks(3).flat_map(|part| [part[0] + 0.5, part[1] + 0.5, part[2] + 1.0]).collect();
    let words = [
        "--global=4,2".to_owned(),
        format!("--input=in0={}", file(folder.path(), "plane", &floats(all(0.0, 0.0)))),
        format!("--expect=out0:f32:{}", expect(all(0.25, -0.5))),
        format!("--expect=out1:f32:{}", expect(same)),
    ];
    passes(&module, &words);
}

/// Tests that inputs for a whole draw default to 0, and other variables must be given.
#[test]
fn builtin_inputs_have_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "#version 450
#extension GL_EXT_multiview : require
#extension GL_ARB_shader_draw_parameters : require
layout(location = 0) out ivec4 numbers;
void main() {
    numbers = ivec4(gl_ViewIndex, gl_BaseVertexARB, gl_BaseInstanceARB, gl_DrawIDARB);
    gl_Position = vec4(0);
}";
    let module = compiled(folder.path(), "vert", source);
    let given = format!("--input=ViewIndex={}", file(folder.path(), "views", &[1, 0, 0, 0, 2, 0, 0, 0]));
    let passes_with =
        |words: &[&str]| passes(&module, &words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
    passes_with(&["--global=2,1", "--expect=out0:i32:0,0,0,0,0,0,0,0"]);
    passes_with(&["--global=2,1", &given, "--expect=out0:i32:1,0,0,0,2,0,0,0"]);
    let source = "#version 450
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) out vec3 place;
void main() { place = gl_BaryCoordEXT; }";
    let (ran, text) = run(&compiled(folder.path(), "frag", source), &["--global=2,2".to_owned()]);
    assert!(!ran && text.contains("nothing is given for BaryCoordKHR\n  hint: --input BaryCoordKHR=FILE"), "{text}");
}

const SAMPLED: &str = "#version 450
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 colour;
layout(location = 1) out vec4 projected;
layout(binding = 0) uniform sampler2D image;
void main() {
    colour = vec4(texture(image, place).x, texture(image, place, 1.0).x, textureQueryLod(image, place));
    projected = vec4(textureProj(image, vec3(2.0 * place, 2.0)).x, textureLod(image, place, 0.0).x, 0, 0);
}";

/// Tests the implicit level, whose texels match the fragments: the first quad steps by half texels, the second by two.
#[test]
fn levels_follow_from_derivatives() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = compiled(folder.path(), "frag", SAMPLED);
    let texels = [1.0; 16].into_iter().chain([2.0; 4]).chain([3.0]);
    let image = file(folder.path(), "image", &floats(texels));
    let places = [0.0_f32, 0.125].iter().flat_map(|y| [0.0, 0.125, 0.25, 0.75].map(|x| [x, *y]));
    let places = file(folder.path(), "places", &floats(places.flatten()));
    let expect = |[low, high]: [&str; 2]| [low, low, high, high, low, low, high, high].join(",");
    let words = [
        "--global=4,2".to_owned(),
        format!("--input=in0={places}"),
        format!("--bind=0:0=image:{image}:4x4:1:f32:levels=3"),
        "--bind=0:0=sampler:normalized,nearest,repeat".to_owned(),
        format!("--expect=out0:f32:{}", expect(["1,1,0,-1", "2,3,1,1"])),
        format!("--expect=out1:f32:{}", expect(["1,1,0,0", "2,1,0,0"])),
    ];
    passes(&module, &words);
}

/// Tests that input attachments are read at the fragment's position; for a multisampled one, a sample.
#[test]
fn input_attachments_are_read_at_the_fragment() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "#version 450
layout(input_attachment_index = 0, binding = 0) uniform subpassInput one;
layout(input_attachment_index = 1, binding = 1) uniform subpassInputMS many;
layout(location = 0) out vec2 colour;
void main() { colour = vec2(subpassLoad(one).x, subpassLoad(many, 1).x); }";
    let module = compiled(folder.path(), "frag", source);
    let one = file(folder.path(), "one", &floats((0..8_u8).map(f32::from)));
    let many = file(folder.path(), "many", &floats((0..16_u8).map(|n| f32::from(n) + 20.0)));
    let words = [
        "--global=4,2".to_owned(),
        format!("--bind=0:0=image:{one}:4x2:1:f32"),
        format!("--bind=0:1=image:{many}:4x2:1:f32:samples=2"),
        "--expect=out0:f32:0,21,1,23,2,25,3,27,4,29,5,31,6,33,7,35".to_owned(),
    ];
    passes(&module, &words);
}

const DISTANCES: &str = "#version 450
layout(location = 0) in vec4 place;
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; float gl_CullDistance[1]; };
layout(location = 1) out Block { vec2 first; float second; } block;
void main() {
    gl_Position = place;
    gl_PointSize = place.x * 2.0;
    gl_ClipDistance[0] = place.y;
    gl_ClipDistance[1] = -place.y;
    gl_CullDistance[0] = place.z;
    block.first = place.zw;
    block.second = place.w;
}";

/// Tests that the members of a block have separate records.
#[test]
fn vertices_have_sizes_and_distances() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = compiled(folder.path(), "vert", DISTANCES);
    let places = file(folder.path(), "places", &floats((1..9_u8).map(f32::from)));
    let words = |more: &[&str]| {
        let given = ["--global=2".to_owned(), format!("--input=in0={places}")].into_iter();
        given.chain(more.iter().map(|word| (*word).to_owned())).collect::<Vec<_>>()
    };
    let clips = folder.path().join("clips");
    let expect = [
        "--expect=Position:f32:1,2,3,4,5,6,7,8",
        "--expect=PointSize:f32:2,10",
        "--expect=ClipDistance:f32:2,-2,6,-6",
        "--expect=CullDistance:f32:3,7",
    ];
    let file = format!("--output=ClipDistance={}", clips.display());
    passes(&module, &words(&[&expect[..], &[&file]].concat()));
    assert_eq!(std::fs::read(&clips).expect("the distances"), floats([2.0, -2.0, 6.0, -6.0]));
    // Those that the shader does not write are no outputs, though its block has them.
    let (ran, text) = run(&compiled(folder.path(), "vert", VERTEX), &words(&["--output=ClipDistance=x"]));
    assert!(!ran && text.contains("`main` has no output ClipDistance"), "{text}");
}

const LOCATED: &str = "#version 450
layout(location = 2) out Block { vec2 first; layout(location = 5) float second; } block;
void main() { block.first = vec2(gl_VertexIndex, 7); block.second = -gl_VertexIndex; gl_Position = vec4(1); }";

const GIVEN: &str = "#version 450
layout(location = 1) in Given { float a; layout(location = 3) float b; } given;
layout(location = 0) out float sum;
void main() { sum = given.a - given.b; }";

#[test]
fn members_of_blocks_have_locations() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = ["--global=2", "--expect=out2:f32:0,7,1,7", "--expect=out5:f32:0,-1"];
    passes(&compiled(folder.path(), "vert", LOCATED), &words.map(str::to_owned));
    let (a, b) = (file(folder.path(), "a", &floats([1.0, 2.0, 3.0, 4.0])), file(folder.path(), "b", &floats([3.0; 4])));
    let (a, b) = (format!("--input=in1={a}"), format!("--input=in3={b}"));
    let words = ["--global=2,2", &a, &b, "--expect=out0:f32:-2,-1,0,1"];
    passes(&compiled(folder.path(), "frag", GIVEN), &words.map(str::to_owned));
}
