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

fn file(folder: &Path, name: &str, content: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("it is written");
    path.display().to_string()
}

/// Three vertices of two instances.
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
    let (ran, text) = run(&module, &words);
    assert!(ran, "{text}");
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
    assert!(!ran && text.contains("nothing is given for in0: --input in0=FILE"), "{text}");
}

/// Two quads; what is discarded writes nothing.
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
    let (ran, text) = run(&module, &[words("4,2"), expect.to_vec()].concat());
    assert!(ran, "{text}");
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
    assert!(!ran && text.starts_with("error: "), "{text}");
}
