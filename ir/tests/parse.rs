//! Tests of the parser on all assembly of this tree: parsed assembly prints as LLVM prints it after `llvm-as` and `llvm-dis`. An
//! input that LLVM rejects is an error with its place. Damaged text is an error, or a module that prints.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at what it did not expect, in its helpers, too")]

mod common;

use common::{assembled, difference, disassembled, files, reprinted};
use llvm_spirv_testing::Random;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Compares all files that LLVM accepts; returns their number.
fn compare(list: &[std::path::PathBuf]) -> usize {
    let (next, equal) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let text = std::fs::read(path).unwrap();
                    let Some(bitcode) = assembled(&text) else { continue };
                    let want = without_default_name(&disassembled(&bitcode).unwrap(), &text);
                    let got = std::panic::catch_unwind(|| reprinted(&text)).unwrap_or_else(|_| "a panic".to_owned());
                    if want == got {
                        equal.fetch_add(1, Ordering::Relaxed);
                    } else {
                        wrong.lock().unwrap().push(format!("{}: {}", path.display(), difference(&want, &got)));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} files differ:\n{}", wrong.len(), wrong.join("\n"));
    equal.into_inner()
}

/// Removes LLVM's default source name, which is the name of the file, for a text that names no source.
fn without_default_name(printed: &str, text: &[u8]) -> String {
    let has_name = text.windows(15).any(|part| part == b"source_filename");
    if has_name { printed.to_owned() } else { printed.replacen("source_filename = \"<stdin>\"\n", "", 1) }
}

#[test]
fn modules_of_this_folder() {
    let mut list = files("ir/tests/modules", "ll");
    list.extend(files("ir/tests/upgrades", "ll"));
    assert_eq!(compare(&list), list.len());
}

/// Files that LLVM deliberately reads differently; the comments give the reasons.
const DIFFERENT: &[&str] = &[
    // LLVM drops debug information without a version.
    "debug_inlined_into_a_number.ll",
    // LLVM's bitcode loses an alignment of 2 to the 32.
    "largest_alignment.ll",
];

/// Tests every twelfth file, or all if `LLVM_IR_ALL_FILES` is set, as LLVM's tools are started twice for each.
#[test]
fn files_of_the_tree() {
    let mut list = files("tests/filetests", "ll");
    list.extend(files("roundtrip-corpus", "ll"));
    list.retain(|path| !DIFFERENT.iter().any(|name| path.ends_with(name)));
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 12 };
    let some: Vec<_> = list.into_iter().step_by(step).collect();
    assert!(compare(&some) > some.len() / 2);
}

/// Invalid inputs, with the place and the message of the error.
const REFUSED: &[(&str, &str)] = &[
    (
        "define i8 @f(i8 %x) {\n  %y = add nsw nsw i8 %x, %x\n  ret i8 %y\n}",
        "line 2, column 16: expected a type, not `nsw`",
    ),
    (
        "@g = global <1 x i8> shufflevector (<1 x i8> zeroinitializer, <1 x i8> undef, <1 x i32> <i32 2>)",
        "line 1, column 22: invalid operands of `shufflevector`",
    ),
    (
        "!0 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthExtraDiscriminator: 65536)",
        "line 1, column 95: the number goes to 65535",
    ),
    (
        "@a = global i8 0\n@p = global ptr getelementptr ([4 x <vscale x 4 x i32>], ptr @a, i64 0, i64 2)",
        "line 2, column 17: the size of the type is no constant",
    ),
    ("declare cc 4294967296 void @f()", "line 1, column 12: the integer does not fit here"),
    ("@x = globl i32 0", "line 1, column 6: expected `global` or `constant`"),
    ("define void @f() {\n  foo\n}", "line 2, column 3: there is no instruction `foo`"),
    ("define void @f() {\n  ret i32 0\n}", "line 2, column 7: the function returns another type"),
    ("define i32 @f() {\n  ret i32 %x\n}", "line 2, column 11: there is no such value or block in the function"),
    ("define i32 @f(i32 %x) {\n  %x = add i32 1, 2\n  ret i32 %x\n}", "line 2, column 3: the name is defined twice"),
    ("define i32 @f(i32 %x) {\n  %2 = add i64 %x, 2\n", "line 2, column 16: the value has another type"),
    ("@x = global ptr @y", "line 1, column 17: there is no global of this name"),
    ("@x = global %T zeroinitializer", "line 1, column 16: expected a value"),
    ("@x = global i8 300.5", "line 1, column 16: this is no spelling of a number of the type"),
    ("@x = global float 0.1", "line 1, column 19: the type does not have this number"),
    ("@x = global [2 x i8] [i8 1]", "line 1, column 22: the constant has another type"),
    ("@x = global i8 mul (i8 1, i8 2)", "line 1, column 16: constants with `mul` are gone since LLVM 15 to 21"),
    ("@x = global i0 0", "line 1, column 13: integers have 1 to 8388608 bits"),
    ("@x = global \"", "line 1, column 13: the text does not end"),
    ("!0 = !DIFile(filename: \"a\")", "line 1, column 27: `!DIFile` must have the field `directory`"),
    ("!0 = !DIFile(name: \"a\")", "line 1, column 14: `!DIFile` has no field `name`"),
    ("!0 = !DISubprogram(flags: DIFlagNothing)", "line 1, column 27: there is no flag `DIFlagNothing`"),
    ("!0 = !{!1}", "line 1, column 9: there is no metadata of this number"),
    ("!0 = !DICompileUnit(file: !1, language: DW_LANG_C)", "line 1, column 2: a node of this kind must be `distinct`"),
    ("define void @f() nonnull {\n", "line 1, column 18: `nonnull` is no attribute of this"),
    ("%T = type { %T }\n@x = global %T zeroinitializer", "line 1, column 1: the structure has itself as a part"),
];

#[test]
fn refused() {
    for (text, want) in REFUSED {
        let error = llvm_ir::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error.lines().next().unwrap(), *want, "{text}");
        assert!(assembled(text.as_bytes()).is_none(), "{text}");
    }
}

#[test]
fn errors_show_the_place() {
    let error = llvm_ir::parse(b"define void @f() {\n\tret foo\n}").unwrap_err().to_string();
    assert_eq!(error, "line 2, column 6: expected a type, not `foo`\n ret foo\n     ^");
}

/// Returns a copy of a text with some bytes changed, or words and lines copied from elsewhere.
fn damaged(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    let is_word = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'%' | b'@' | b'!');
    let word = |bytes: &[u8], at: usize| {
        let start = at - bytes[..at].iter().rev().take_while(|&&c| is_word(c)).count();
        let end = at + bytes[at..].iter().take_while(|&&c| is_word(c)).count();
        start..end
    };
    for _ in 0..1 + random.below(3) {
        let (at, from) = (random.below(bytes.len()), random.below(bytes.len()));
        match random.below(6) {
            0 => bytes[at] = b"(){}[]<>,=!%@*:\"#0i \n"[random.below(21)],
            1 => drop(bytes.drain(word(&bytes, at))),
            2 => {
                let other = bytes[word(&bytes, from)].to_vec();
                bytes.splice(word(&bytes, at), other);
            }
            3 => {
                let other = bytes[from..(from + random.below(40)).min(bytes.len())].to_vec();
                bytes.splice(at..at, other);
            }
            4 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
            _ => bytes[at] ^= 1 << random.below(8),
        }
        if bytes.is_empty() {
            return bytes;
        }
    }
    bytes
}

fn try_one(bytes: &[u8]) -> bool {
    let Ok(module) = llvm_ir::parse(bytes) else { return false };
    drop(llvm_ir::print(&module, &llvm_ir::PrintOptions { limit: 1 << 22, ..Default::default() }));
    true
}

#[test]
fn mutants() {
    let number = std::env::var("LLVM_IR_MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let (mut read, mut slowest) = (0, Duration::ZERO);
    for path in files("ir/tests/modules", "ll") {
        let text = std::fs::read(&path).unwrap();
        let mut random = Random::new(0x9e37_79b9_7f4a_7c15, 0);
        for i in 0..number {
            let bytes = damaged(&text, &mut random);
            let start = Instant::now();
            match std::panic::catch_unwind(|| try_one(&bytes)) {
                Ok(was_read) => read += was_read as usize,
                Err(_) => {
                    let kept = std::env::temp_dir().join("llvm-ir-mutant.ll");
                    std::fs::write(&kept, &bytes).unwrap();
                    panic!("mutant {i} of {} panics: {}", path.display(), kept.display());
                }
            }
            if start.elapsed() > slowest {
                slowest = start.elapsed();
                std::fs::write(std::env::temp_dir().join("llvm-ir-slowest.ll"), &bytes).unwrap();
            }
        }
    }
    assert!(read > number / 10, "{read} of {number} were read");
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
}

#[test]
fn every_prefix() {
    let text = std::fs::read(&files("ir/tests/modules", "ll")[0]).unwrap();
    for end in 0..text.len() {
        try_one(&text[..end]);
    }
}

/// Tests deeply nested types, constants and metadata.
#[test]
fn nothing_recurses() {
    const DEPTH: usize = 100_000;
    let (types, ends) = ("[1 x ".repeat(DEPTH), "]".repeat(DEPTH));
    assert!(llvm_ir::parse(format!("@x = external global {types}i8{ends}").as_bytes()).is_ok());
    let (open, close) = ("{ i8 ".repeat(DEPTH), "}".repeat(DEPTH));
    assert!(llvm_ir::parse(format!("@x = global i8 {open}").as_bytes()).is_err());
    let (nodes, end) = ("!{".repeat(DEPTH), "}".repeat(DEPTH));
    assert!(llvm_ir::parse(format!("!0 = {nodes}{end}").as_bytes()).is_ok());
    assert!(llvm_ir::parse(format!("@x = global i8 {}", "trunc (i16 ".repeat(DEPTH)).as_bytes()).is_err());
    assert!(llvm_ir::parse(format!("@x = global i8 {open}{close}").as_bytes()).is_err());
    let fields = "!DILocation(scope: ".repeat(DEPTH);
    assert!(llvm_ir::parse(format!("!0 = {fields}").as_bytes()).is_err());
}

/// Tests that a short text does not need disproportionate memory.
#[test]
fn short_texts_stay_small() {
    let text = "@x = global <4294967295 x i64> splat (i64 1)\n@y = global [9223372036854775807 x i8] zeroinitializer";
    assert!(llvm_ir::parse(text.as_bytes()).is_ok());
    let digits = "9".repeat(100_000);
    assert!(llvm_ir::parse(format!("@x = global i8388608 {digits}").as_bytes()).is_ok());
}
