//! A test that the shaders of `roundtrip-corpus/shaders/` give the same results after a round trip, unoptimised and
//! through levels of LLVM's optimiser.
//!
//! `expected.txt` lists the exceptions with their reasons. A result that no line lists is a failure, and so is a line
//! without a result. `BLESS=1` rewrites the lines.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

use llvm_spirv_vulkan::child::{self, KINDS, Kind, Outcome};
use llvm_spirv_vulkan::variants::{LEVELS, Level};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const EXPECTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/expected.txt");

/// The expected results: shader, level and kind, each with the reason.
type Lines = BTreeMap<(String, Level, Kind), String>;

/// Parses the lines `SHADER LEVELS KIND REASON`.
fn expected(text: &str) -> Lines {
    let mut lines = Lines::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [shader, levels, kind, reason @ ..] = &fields[..] else { panic!("{line}: too short") };
        let kind = KINDS.iter().find(|(name, _)| name == kind).unwrap_or_else(|| panic!("{line}: no kind {kind}")).1;
        for level in levels.split(',') {
            let level = Level::named(level).unwrap_or_else(|| panic!("{line}: no level {level}"));
            let before = lines.insert(((*shader).to_owned(), level, kind), reason.join(" "));
            assert!(before.is_none(), "{line}: a second time");
        }
    }
    lines
}

/// Returns the text of lines, with one line for levels of a shader that have the same kind and reason.
fn written(lines: &Lines) -> String {
    let mut joined: BTreeMap<(&str, Kind, &str), Vec<&str>> = BTreeMap::new();
    for ((shader, level, kind), reason) in lines {
        joined.entry((shader, *kind, reason)).or_default().push(level.name());
    }
    let line = |((shader, kind, reason), levels): (&(&str, Kind, &str), &Vec<&str>)| {
        format!("{shader:24}  {:20}  {:12}  {reason}\n", levels.join(","), kind.name())
    };
    joined.iter().map(line).collect()
}

/// Returns the modules of all shaders, with their names.
fn modules() -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roundtrip-corpus/shaders");
    let mut sources: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension != "md"));
    sources.sort();
    assert!(sources.len() >= 64, "{} shaders", sources.len());
    sources.iter().map(|source| compile(source)).collect()
}

fn compile(source: &Path) -> (String, PathBuf) {
    let name = source.file_name().unwrap().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(source).unwrap();
    let env = text.lines().find_map(|line| line.strip_prefix("// ENV: ")).unwrap_or("vulkan1.0");
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.spv"));
    let mut command = Command::new("glslangValidator");
    let output = command.args(["-V", "--target-env", env, "-o"]).arg(&module).arg(source).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
    (name, module)
}

fn results(modules: &[(String, PathBuf)]) -> Vec<Outcome> {
    let levels: Vec<_> = LEVELS.iter().map(|(_, level)| *level).collect();
    let files: Vec<_> = modules.iter().map(|(_, module)| module.clone()).enumerate().collect();
    let run =
        |batch: &[(usize, PathBuf)]| child::batch(Path::new(env!("CARGO_BIN_EXE_compare")), batch, &levels).unwrap();
    let (run, levels) = (&run, files.len().div_ceil(2));
    std::thread::scope(|scope| {
        let halves: Vec<_> = files.chunks(levels).map(|half| scope.spawn(move || run(half))).collect();
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    })
}

/// Returns the beginning of an error, without places in the module.
fn shortened(text: &str) -> String {
    let text = text.strip_prefix("error: line ").and_then(|text| text.split_once(": ")).map_or(text, |(_, text)| text);
    let text = text.split(" (in function").next().unwrap_or_default().split(" / ").next().unwrap_or_default();
    let words =
        text.split_whitespace().filter(|word| !word.contains('%') && !word.starts_with(|c: char| c.is_ascii_digit()));
    words.take(9).collect::<Vec<_>>().join(" ")
}

#[test]
fn shaders_compute_the_same_after_a_round_trip() {
    let text = std::fs::read_to_string(EXPECTED).unwrap();
    let mut lines = expected(&text);
    let modules = modules();
    let outcomes = results(&modules);
    assert_eq!(outcomes.len(), modules.len() * LEVELS.len(), "results are missing");
    let (mut failures, mut blessed) = (Vec::new(), Lines::new());
    for Outcome { module, level, kind, text } in outcomes {
        let shader = &modules[module].0;
        if matches!(kind, Kind::Same | Kind::Close) {
            continue;
        }
        let known = lines.remove(&(shader.clone(), level, kind));
        if known.is_none() {
            failures.push(format!("{shader}: {}: {}: {text}", level.name(), kind.name()));
        }
        blessed.insert((shader.clone(), level, kind), known.unwrap_or_else(|| shortened(&text)));
    }
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        let comment =
            text.lines().filter(|line| line.starts_with('#')).fold(String::new(), |all, line| all + line + "\n");
        std::fs::write(EXPECTED, comment + &written(&blessed)).unwrap();
        return;
    }
    let unneeded = lines.keys().map(|(shader, level, kind)| {
        format!("{shader}: {}: {}: expected, but not so any more", level.name(), kind.name())
    });
    failures.extend(unneeded);
    assert!(
        failures.is_empty(),
        "{} failures (BLESS=1 takes them as they are):\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn lines_are_read_as_they_are_written() {
    let text = "a.comp  O1,O2  refused  E0407: a pointer\nb.frag  plain  not-runnable  capability X\n";
    let lines = expected(text);
    assert_eq!(lines.len(), 3);
    assert_eq!(expected(&written(&lines)), lines);
}

/// Checks that a module with other results is detected: subtraction in place of addition, in each of the three stages.
#[test]
fn other_results_are_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let body = |stage: &str| match stage {
        "comp" => "layout(std430, binding = 0) buffer B { float b[]; }; void main() { b[0] = b[1] + b[2]; }",
        "vert" => {
            "layout(location = 0) in vec4 a; layout(location = 0) out vec4 c;
             void main() { gl_Position = a; c = a + a.yzxw; }"
        }
        _ => {
            "layout(location = 0) in vec4 a; layout(location = 0) out vec4 c;
             void main() { c = a.x > 0.5 ? a + a.yzxw : a.wxyz; }"
        }
    };
    for stage in ["comp", "vert", "frag"] {
        let source = folder.join(format!("other.{stage}"));
        std::fs::write(&source, format!("#version 450\n{}\n", body(stage))).unwrap();
        let module = std::fs::read(compile(&source).1).unwrap();
        let words = llvm_spirv_testing::words(&module).into_iter();
        // OpFAdd becomes OpFSub.
        let other: Vec<_> = words.map(|word| if word == 5 << 16 | 129 { 5 << 16 | 131 } else { word }).collect();
        let other: Vec<_> = other.into_iter().flat_map(u32::to_le_bytes).collect();
        let path = folder.join(format!("changed.{stage}.spv"));
        std::fs::write(&path, &other).unwrap();
        let show = |path: &Path| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
            child::settings(&mut command);
            let output = command.arg(path).arg("--show").output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
            output.stdout
        };
        assert_ne!(module, other, "{stage}");
        let before = show(&folder.join(format!("other.{stage}.spv")));
        assert_ne!(before, show(&path), "{stage}");
    }
}
