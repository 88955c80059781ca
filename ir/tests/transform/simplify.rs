//! Tests of simplification: against LLVM's passes on files of this tree, and by execution of programs.

use super::common::{difference, files, some_of_the_tree, tool};
use llvm_ir::draft::Draft;
use llvm_ir::transform::simplify::simplify;
use llvm_spirv_testing::Random;
use std::fmt::Write;

fn text(module: &llvm_ir::Module) -> String {
    let options = llvm_ir::PrintOptions { module_id: "test".to_owned(), ..Default::default() };
    String::from_utf8(llvm_ir::print(module, &options).unwrap()).unwrap()
}

fn simplify_all(draft: &Draft) {
    for function in draft.functions() {
        simplify(function).unwrap();
    }
}

/// Returns a text without the source name and the data layout, which LLVM's tools change.
fn without_file(text: &str) -> String {
    let lines =
        text.lines().filter(|line| !line.starts_with("source_filename") && !line.starts_with("target datalayout"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the text after LLVM's passes.
fn by_llvm(input: &[u8]) -> Option<String> {
    let made = tool("opt", &["-S", "-passes=sroa<preserve-cfg>,early-cse,instsimplify,adce", "-o", "-", "-"], input)?;
    Some(without_file(&text(&llvm_ir::parse(&made).ok()?)))
}

fn by_us(what: &str, input: &[u8]) -> String {
    let draft = Draft::thaw(llvm_ir::parse(input).unwrap_or_else(|e| panic!("{what}: {e}")));
    simplify_all(&draft);
    without_file(&super::verified(what, draft))
}

#[test]
fn as_llvm() {
    for path in files("ir/tests/transform/simplify", "ll") {
        let input = std::fs::read(&path).unwrap();
        let (want, got) = (by_llvm(&input).unwrap(), by_us(&path.display().to_string(), &input));
        let parts = |text: &str| text.split("define ").map(str::to_owned).collect::<Vec<_>>();
        let pairs = parts(&want).into_iter().zip(parts(&got)).filter(|(want, got)| want != got);
        let wrong: Vec<String> = pairs.map(|(want, got)| format!("want {want}\ngot {got}")).collect();
        assert!(wrong.is_empty(), "{}: {}\n{}", path.display(), difference(&want, &got), wrong.join("\n"));
    }
}

/// Tests that simplified files of this tree are valid, and have about as many instructions as after LLVM's passes.
#[test]
fn the_tree() {
    let (mut equal, mut files, mut ours, mut llvms) = (0, 0, 0, 0);
    let mut first = String::new();
    for path in some_of_the_tree() {
        let input = std::fs::read(&path).unwrap();
        let (Some(want), Ok(_)) = (by_llvm(&input), llvm_ir::parse(&input)) else { continue };
        let got = by_us(&path.display().to_string(), &input);
        let lines = |text: &str| text.lines().filter(|line| line.starts_with("  ")).count();
        (ours, llvms, files) = (ours + lines(&got), llvms + lines(&want), files + 1);
        equal += (want == got) as usize;
        if want != got {
            let _ = writeln!(first, "{}: {}", path.display(), difference(&want, &got));
        }
    }
    assert!(
        equal * 10 >= files * 8,
        "{equal} of {files} are as LLVM makes them, {ours} lines against {llvms}\n{first}"
    );
    assert!(ours * 100 <= llvms * 103, "{ours} lines against {llvms} of LLVM");
}

/// A function of a few blocks that computes with its argument and with four places in memory.
fn program(r: &mut Random, name: &str) -> String {
    let blocks = 2 + r.below(5);
    let mut text = format!("define i32 @{name}(i32 %x) {{\nstart:\n  %m = alloca [4 x i32]\n");
    for i in 0..4 {
        let _ = writeln!(text, "  %p{i} = getelementptr i32, ptr %m, i32 {i}\n  store i32 {}, ptr %p{i}", r.below(4));
    }
    text.push_str("  br label %b0\n");
    for block in 0..blocks {
        let _ = writeln!(text, "b{block}:");
        let mut values = vec!["%x".to_owned(), "0".to_owned(), "1".to_owned(), "-1".to_owned(), "7".to_owned()];
        for i in 0..3 + r.below(12) {
            let (a, b, name) = (r.below(values.len()), r.below(values.len()), format!("%v{block}.{i}"));
            let (a, b) = (values[a].clone(), values[b].clone());
            let place = r.below(4);
            let _ = match r.below(8) {
                0 => writeln!(text, "  {name} = load i32, ptr %p{place}"),
                1 => {
                    let _ = writeln!(text, "  store i32 {a}, ptr %p{place}");
                    continue;
                }
                2 => {
                    let predicate = r.pick(&["eq", "ne", "ult", "sge", "ugt"]);
                    let _ = writeln!(text, "  {name}c = icmp {predicate} i32 {a}, {b}");
                    writeln!(text, "  {name} = select i1 {name}c, i32 {a}, i32 {b}")
                }
                _ => {
                    let opcode = r.pick(&["add", "sub", "mul", "and", "or", "xor", "add"]);
                    writeln!(text, "  {name} = {opcode} i32 {a}, {b}")
                }
            };
            values.push(name);
        }
        // Branches only go forward, so that the function terminates.
        let last = values.last().cloned().unwrap_or_default();
        let _ = writeln!(text, "  store i32 {last}, ptr %p{}", r.below(4));
        let next = |r: &mut Random| match block + 1 + r.below(blocks - block) {
            to if to >= blocks => "end".to_owned(),
            to => format!("b{to}"),
        };
        let (a, b) = (next(r), next(r));
        let _ = match r.below(3) {
            0 => writeln!(text, "  br label %{a}"),
            _ => writeln!(text, "  %t{block} = icmp slt i32 {last}, %x\n  br i1 %t{block}, label %{a}, label %{b}"),
        };
    }
    text.push_str("end:\n  %r0 = load i32, ptr %p0\n  %r1 = load i32, ptr %p1\n  %r2 = mul i32 %r0, 31\n  %r3 = add i32 %r2, %r1\n  ret i32 %r3\n}\n");
    text
}

/// Tests that random programs print the same before and after simplification.
#[test]
fn programs_do_the_same() {
    programs(by_us);
}

/// Runs random programs before and after a transformation of their text, which is given with their name.
pub fn programs(transformed: impl Fn(&str, &[u8]) -> String) {
    let mut r = Random::new(7, 0);
    for round in 0..4 {
        let mut text = String::from("declare i32 @printf(ptr, ...)\n@format = constant [4 x i8] c\"%d\\0A\\00\"\n");
        let mut main = String::from("define i32 @main() {\n");
        for i in 0..60 {
            text.push_str(&program(&mut r, &format!("f{i}")));
            for (j, x) in [0, 1, -1, 100, -77].iter().enumerate() {
                let _ = writeln!(main, "  %r{i}.{j} = call i32 @f{i}(i32 {x})");
                let _ = writeln!(main, "  call i32 (ptr, ...) @printf(ptr @format, i32 %r{i}.{j})");
            }
        }
        text.push_str(&main);
        text.push_str("  ret i32 0\n}\n");
        let want = tool("lli", &["-"], text.as_bytes()).unwrap();
        // Memory is promoted by LLVM first, so that there is more to simplify.
        let promoted = tool("opt", &["-S", "-passes=sroa", "-o", "-", "-"], text.as_bytes()).unwrap();
        for input in [text.as_bytes(), &promoted] {
            let got = transformed(&format!("programs {round}"), input);
            assert_eq!(tool("lli", &["-"], got.as_bytes()).unwrap(), want, "programs {round}");
        }
    }
}
