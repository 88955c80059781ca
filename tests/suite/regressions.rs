//! Inputs that once crashed, hung or were refused by this project's own reader. Each is translated in the direction
//! that fits its kind and back; `roundtrip-corpus/regressions/outcomes.txt` lists whether it translates, or the kind of
//! error.
//!
//! Translations are separate processes, so that one that crashes does not end the others.

use crate::pages::ticked;
use crate::support::{check_all, is_blessed, limited, root, scratch};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time limit for a process that waits without end; [`translate`] limits work.
const LIMIT: Duration = Duration::from_secs(60);

/// The settings that the fuzzers use.
const FLAGS: [&[&str]; 4] =
    [&[], &["--spirv-ext=+all"], &["--spirv-target-env=CL1.2"], &["--spirv-target-env=CL2.0", "--spirv-ext=+all"]];

/// Returns inputs that would be too large to keep. The depth of nesting must not matter.
fn deep() -> Vec<PathBuf> {
    const DEPTH: usize = 60_000;
    let lines = |line: &dyn Fn(usize) -> String| (0..DEPTH).map(line).collect::<String>();
    let chain = lines(&|i| format!("@g{i} = addrspace(1) global ptr addrspace(1) @g{}\n", i + 1));
    let structs = lines(&|i| format!("%s{i} = type {{ %s{}, i8 }}\n", i + 1));
    let blocks = lines(&|i| format!("b{i}:\n  br label %b{}\n", i + 1));
    let alias = |i: usize| format!("@a{} = alias i8, ptr addrspace(1) @a{i}\n", i + 1);
    let brackets = |bracket: char| bracket.to_string().repeat(DEPTH);
    let texts = [
        ("initialisers", format!("{chain}@g{DEPTH} = addrspace(1) global ptr addrspace(1) null\n")),
        ("structs", format!("{structs}%s{DEPTH} = type {{ i8 }}\n@g = addrspace(1) global %s0 zeroinitializer\n")),
        ("blocks", format!("define void @f() {{\n  br label %b0\n{blocks}b{DEPTH}:\n  ret void\n}}\n")),
        ("loops", loops(DEPTH / 24)),
        ("halves", halves(DEPTH / 4)),
        ("chosen_images", chosen_images(500)),
        ("expression", format!("@g = addrspace(1) global i8 0\n@h = addrspace(1) global i64 {}\n", sum(DEPTH))),
        ("operand", format!("@g = addrspace(1) global i8 0\ndefine i64 @f() {{\n  ret i64 {}\n}}\n", sum(DEPTH))),
        ("doubling", doubling(60)),
        ("aliases", format!("@g = addrspace(1) global i8 0\n@a0 = alias i8, ptr addrspace(1) @g\n{}", lines(&alias))),
        (
            "metadata_chain",
            format!("!m = !{{!0}}\n{}!{DEPTH} = !{{}}\n", lines(&|i| format!("!{i} = !{{!{}}}\n", i + 1))),
        ),
        ("wide_shuffle", shuffle(50_000_000)),
        ("wide_compress", compress(4096)),
        (
            "constructors",
            "@llvm.global_ctors = appending global [4000000 x { i32, ptr, ptr }] zeroinitializer\n".into(),
        ),
        ("literal_type", format!("@g = addrspace(1) global {}i8{} zeroinitializer\n", brackets('{'), brackets('}'))),
        ("metadata", format!("!m = !{{!0}}\n!0 = {}{}\n", "!{".repeat(DEPTH), brackets('}'))),
    ];
    let file = |(name, text): (&str, String)| {
        let path = scratch().join(format!("deep_{name}.ll"));
        std::fs::write(&path, format!("target triple = \"spir64\"\n{text}")).unwrap();
        path
    };
    texts.map(file).into_iter().chain([nested_operations(DEPTH), nested_arrays(DEPTH)]).collect()
}

/// The lines that make a module target Vulkan.
const VULKAN: &str = "!spirv.Environment = !{!0}\n!0 = !{!\"vulkan1.1\"}\n";

/// Returns numbers of 16 bits, each computed from the one before, for an environment without this type.
fn halves(depth: usize) -> String {
    let sums: String = (0..depth).map(|i| format!("  %h{} = fadd half %h{i}, 1.0\n", i + 1)).collect();
    format!(
        "define spir_kernel void @f(ptr addrspace(1) %p) \"spirv.local_size\"=\"1,1,1\" {{\n  %h0 = load half, ptr addrspace(1) %p\n\
         {sums}  store half %h{depth}, ptr addrspace(1) %p\n  ret void\n}}\n{VULKAN}"
    )
}

/// Returns images of a kernel for Vulkan, each selected from the one before and another.
fn chosen_images(depth: usize) -> String {
    let image = "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)";
    let read = "<4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i";
    let select = |i: usize| format!("  %i{} = select i1 %c, {image} %i{i}, {image} %a\n", i + 1);
    let selects: String = (0..depth).map(select).collect();
    format!(
        "define spir_kernel void @f(ptr addrspace(1) %p, {image} %a, {image} %i0, i32 %n) \"spirv.local_size\"=\"1,1,1\" {{\n  %c = icmp eq i32 %n, 0\n{selects}  \
         %v = call spir_func {read}({image} %i{depth}, <2 x i32> zeroinitializer)\n  store <4 x float> %v, ptr addrspace(1) %p\n  \
         ret void\n}}\ndeclare spir_func {read}({image}, <2 x i32>)\n{VULKAN}"
    )
}

/// Returns nested operations on constants (`OpSpecConstantOp` of `OpSpecConstantOp`).
fn nested_operations(depth: usize) -> PathBuf {
    let nested = [&[1, 2][..], &vec![52; depth]].concat();
    module("operations", 10, [(17, &[4][..]), (17, &[6]), (14, &[2, 2]), (21, &[1, 32, 0]), (52, &nested)])
}

/// Returns nested arrays in a shader.
fn nested_arrays(depth: usize) -> PathBuf {
    let arrays: Vec<_> = (3..3 + depth as u32).map(|id| [id, if id == 3 { 1 } else { id - 1 }, 2]).collect();
    let head: [(u32, &[u32]); 5] = [(17, &[1]), (17, &[5]), (14, &[0, 1]), (21, &[1, 32, 0]), (43, &[1, 2, 4])];
    module("arrays", 3 + depth as u32, head.into_iter().chain(arrays.iter().map(|array| (28, &array[..]))))
}

/// Writes a module from opcodes and their operands.
fn module<'a>(name: &str, bound: u32, instructions: impl IntoIterator<Item = (u32, &'a [u32])>) -> PathBuf {
    let instruction = |(opcode, operands): (u32, &[u32])| {
        let first = (operands.len() as u32 + 1) << 16 | opcode;
        [&[first], operands].concat()
    };
    let words =
        [0x0723_0203, 0x0001_0600, 0, bound, 0].into_iter().chain(instructions.into_iter().flat_map(instruction));
    let path = scratch().join(format!("deep_{name}.spv"));
    std::fs::write(&path, words.flat_map(u32::to_le_bytes).collect::<Vec<_>>()).unwrap();
    path
}

/// Returns a deeply nested sum of addresses, as a constant.
fn sum(depth: usize) -> String {
    let address = "ptrtoint (ptr addrspace(1) @g to i64)";
    format!("{}{address}{}", format!("add (i64 {address}, i64 ").repeat(depth), ")".repeat(depth))
}

/// Returns types that hold another one twice each, so that the size doubles at each level.
fn doubling(depth: usize) -> String {
    let types: String = (0..depth).map(|i| format!("%t{} = type {{ %t{i}, %t{i} }}\n", i + 1)).collect();
    format!("%t0 = type {{ i24, i24 }}\n{types}@g = addrspace(1) global %t{depth} zeroinitializer\n")
}

/// Returns a shuffle of a short vector to a long one.
fn shuffle(lanes: usize) -> String {
    let vector = "<2 x i32> undef";
    format!(
        "define void @f(ptr addrspace(1) %p) {{\n  %v = shufflevector {vector}, {vector}, <{lanes} x i32> zeroinitializer\n  \
         store <{lanes} x i32> %v, ptr addrspace(1) %p\n  ret void\n}}\n"
    )
}

/// Returns a compression of lanes under a mask, where a lane may move to any place.
fn compress(lanes: usize) -> String {
    let (vector, mask) = (format!("<{lanes} x i32>"), format!("<{lanes} x i1>"));
    let callee = format!("{vector} @llvm.experimental.vector.compress.v{lanes}i32");
    format!(
        "define {vector} @f({vector} %a, {mask} %m) {{\n  %r = call {callee}({vector} %a, {mask} %m, {vector} %a)\n  \
         ret {vector} %r\n}}\ndeclare {callee}({vector}, {mask}, {vector})\n"
    )
}

/// Returns nested loops, each with a hint.
fn loops(depth: usize) -> String {
    let headers: String = (0..depth).map(|i| format!("h{i}:\n  br label %h{}\n", i + 1)).collect();
    let latch = |i: usize| {
        let next = if i == 0 { "end".to_owned() } else { format!("l{}", i - 1) };
        format!("l{i}:\n  br i1 %c, label %h{i}, label %{next}, !llvm.loop !{}\n", i + 1)
    };
    let latches: String = (0..depth).rev().map(latch).collect();
    let hints: String = (1..=depth).map(|i| format!("!{i} = distinct !{{!{i}, !0}}\n")).collect();
    let last = depth - 1;
    format!(
        "define void @f(i1 %c) {{\n  br label %h0\n{headers}h{depth}:\n  br label %l{last}\n{latches}end:\n  ret void\n}}\n\
         !0 = !{{!\"llvm.loop.unroll.disable\"}}\n{hints}"
    )
}

fn inputs() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("roundtrip-corpus/regressions")).unwrap();
    let mut inputs: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    inputs.extend(deep());
    inputs.retain(|path| path.extension().is_some_and(|e| e == "spv" || e == "ll" || e == "bc"));
    inputs.sort();
    inputs
}

/// Runs the program; `Ok` holds whether it translated, or its error about the input.
fn translate(flags: &[&str], input: &Path, output: &Path) -> Result<Result<(), String>, String> {
    let begin = Instant::now();
    // Two seconds of the processor, whatever else the machine does.
    let mut command = limited("-t 2");
    command.args(flags).arg(input).arg("-o").arg(output).stdin(Stdio::null());
    let done = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&done.stderr).into_owned();
    match done.status.code() {
        _ if begin.elapsed() > LIMIT => Err(format!("{command:?} took {:?}", begin.elapsed())),
        Some(0) => Ok(Ok(())),
        // What the program makes of a crash of its own, or of being ended.
        _ if complaint.contains("internal error") || complaint.contains("was ended by") => {
            Err(format!("{command:?}: {complaint}"))
        }
        // Of bitcode that is true: only LLVM reads all of it.
        _ if complaint.contains("crashes on it") && input.extension().is_none_or(|e| e != "bc") => {
            Err(format!("{command:?}: {complaint}"))
        }
        Some(1) => Ok(Err(complaint)),
        _ => Err(format!("{command:?}: {}: {complaint}", done.status)),
    }
}

/// Returns the kind of an error message, as the list of outcomes names it.
fn kind(complaint: &str) -> &'static str {
    let kinds = [("not readable as LLVM", "unreadable"), ("invalid input", "invalid"), ("unsupported", "unsupported")];
    kinds.into_iter().find(|(text, _)| complaint.contains(text)).map_or("other", |(_, kind)| kind)
}

/// Translates an input, translates the output back if there is one, and returns the outcome.
fn check(input: &Path, number: usize) -> Result<String, String> {
    let is_spirv = input.extension().is_some_and(|e| e == "spv");
    let name = input.file_stem().unwrap_or_default().to_string_lossy();
    let output = scratch().join(format!("{name}.{number}.{}", if is_spirv { "bc" } else { "spv" }));
    let both = |reverse: bool| FLAGS[number].iter().copied().chain(reverse.then_some("-r")).collect::<Vec<_>>();
    if let Err(complaint) = translate(&both(is_spirv), input, &output)? {
        return Ok(kind(&complaint).to_owned());
    }
    match translate(&both(!is_spirv), &output, &output.with_extension("round_trip"))? {
        Err(complaint) if complaint.contains("invalid input") => {
            Err(format!("{name} becomes what we refuse: {complaint}"))
        }
        Err(complaint) => Ok(format!("ok-{}", kind(&complaint))),
        Ok(()) => Ok("ok".to_owned()),
    }
}

/// Returns the outcomes of each input, in the order of [`FLAGS`], one line for each input.
fn listed(outcomes: &BTreeMap<(String, usize), String>) -> String {
    let mut lines: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for ((name, _), outcome) in outcomes {
        lines.entry(name).or_default().push(outcome);
    }
    lines.iter().map(|(name, outcomes)| format!("{name} {}\n", outcomes.join(" "))).collect()
}

/// Checks that each input gives the listed outcome in time: a change that refuses them all, or accepts damaged ones,
/// does not pass.
#[test]
fn what_once_failed_gives_what_it_gave() {
    let inputs = inputs();
    let items: Vec<_> = inputs.iter().flat_map(|input| (0..FLAGS.len()).map(move |n| (input, n))).collect();
    let outcomes = Mutex::new(BTreeMap::new());
    check_all("regressions", &items, |(input, number)| {
        let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let outcome = check(input, *number)?;
        outcomes.lock().unwrap().insert((name, *number), outcome);
        Ok(())
    });
    let (found, list) =
        (listed(&outcomes.into_inner().unwrap()), root().join("roundtrip-corpus/regressions/outcomes.txt"));
    if is_blessed(&list) {
        std::fs::write(&list, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&list).unwrap_or_default();
    let changed: Vec<_> = found.lines().filter(|line| !expected.lines().any(|other| other == *line)).collect();
    let gone: Vec<_> = expected.lines().filter(|line| !found.lines().any(|other| other == *line)).collect();
    assert!(changed.is_empty() && gone.is_empty(), "expected {gone:#?}\nfound {changed:#?}\n(BLESS=outcomes.txt)");
}

/// Checks the error about an unreadable file, under either name of the program, and among other files.
#[test]
fn what_cannot_be_read_is_an_error_about_the_file() {
    let link = scratch().join("damaged").join("llvm-spirv");
    std::fs::create_dir_all(link.parent().unwrap()).unwrap();
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_llvm-spirv-rs"), &link).unwrap();
    let tool = Path::new(env!("CARGO_BIN_EXE_llvm-spirv-rs"));
    for (name, why) in [
        ("reader_crashes", "there is no node 17"),
        ("reader_does_not_end", "malformed: a constant without a type"),
        ("parameter_of_a_huge_number", "there is no attribute group 11"),
    ] {
        let input = root().join(format!("roundtrip-corpus/regressions/{name}.bc"));
        let output = scratch().join(format!("damaged_{name}.spv"));
        for (program, flags) in [
            (tool, ["-o", &output.to_string_lossy()]),
            (&link, ["-o", &output.to_string_lossy()]),
            (tool, ["--out-dir", &scratch().to_string_lossy()]),
        ] {
            let done = Command::new(program).arg(&input).args(flags).output().unwrap();
            let said = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code().map(|code| code != 0), Some(true), "{program:?} {name}: {said}");
            assert!(said.contains(&format!("not readable as LLVM bitcode: {why}")), "{program:?} {name}: {said}");
        }
    }
}

#[test]
fn faults_of_llvm_have_minimal_inputs() {
    let page = std::fs::read_to_string(root().join("docs/reference/llvm-faults.md")).unwrap();
    let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let is_input = |name: &&str| Path::new(name).extension().is_some_and(|end| end == "ll" || end == "bc");
    for row in &rows {
        let named: Vec<_> = ticked(row.rsplit('|').nth(1).unwrap()).collect();
        assert!(!named.is_empty(), "no minimal input: {row}");
        for name in named.into_iter().filter(is_input) {
            let is_file = |folder: &str| root().join(folder).join(name).is_file();
            assert!(is_file("roundtrip-corpus/regressions") || is_file(""), "{name} is missing");
        }
    }
}
