//! Tests promotion of variables against LLVM's `mem2reg`, and by execution.

use llvm_ir::draft::Draft;
use llvm_ir::transform::promote::promote_variables;
use llvm_spirv_testing::Random;

use crate::common::{files, some_of_the_tree, tool};
use crate::oracle::{changed, compare};

#[test]
fn as_mem2reg() {
    let mut list = some_of_the_tree();
    let step = if std::env::var_os("LLVM_IR_ALL_FILES").is_some() { 1 } else { 33 };
    list.extend(files("roundtrip-corpus", "cl").into_iter().step_by(step));
    list.extend(files("ir/tests/transform/promotion", "ll"));
    let (equal, differ) = compare(&list, promote_variables, "mem2reg");
    assert!(equal > 0 && differ.is_empty(), "{equal} equal: {differ:?}");
}

#[test]
fn promoted_files() {
    crate::compare_files("promotion", |draft: &Draft| {
        for function in draft.functions().filter(|function| !function.is_declaration()) {
            promote_variables(function).unwrap();
        }
    });
}

/// Returns a random program with variables in memory, blocks that change them, and branches on their values; a counter ends it.
fn program(random: &mut Random) -> String {
    let (variables, blocks) = (2 + random.below(4), 2 + random.below(6));
    let mut text = "define i32 @main() {\nentry:\n  %fuel = alloca i32\n  store i32 40, ptr %fuel\n".to_owned();
    for v in 0..variables {
        text += &format!("  %v{v} = alloca i32\n  store i32 {}, ptr %v{v}\n", random.below(9));
    }
    text += "  br label %b0\n";
    for b in 0..blocks {
        text += &format!("b{b}:\n");
        for i in 0..random.below(5) {
            let [x, y, z] = [0; 3].map(|_| random.below(variables));
            let word = random.pick(&["add", "sub", "xor", "mul"]);
            text += &format!("  %x{b}.{i} = load i32, ptr %v{x}\n  %y{b}.{i} = load i32, ptr %v{y}\n");
            text += &format!("  %z{b}.{i} = {word} i32 %x{b}.{i}, %y{b}.{i}\n  store i32 %z{b}.{i}, ptr %v{z}\n");
        }
        let [yes, no] = [0; 2].map(|_| random.below(blocks));
        text += &format!("  %f{b} = load i32, ptr %fuel\n  %g{b} = sub i32 %f{b}, 1\n  store i32 %g{b}, ptr %fuel\n");
        text += &format!("  %h{b} = icmp eq i32 %g{b}, 0\n  br i1 %h{b}, label %end, label %c{b}\nc{b}:\n");
        text += &format!("  %t{b} = load i32, ptr %v{}\n  %o{b} = trunc i32 %t{b} to i1\n", random.below(variables));
        text += &format!("  br i1 %o{b}, label %b{yes}, label %b{no}\n");
    }
    text += "end:\n  %s0 = add i32 0, 0\n";
    for v in 0..variables {
        text += &format!(
            "  %e{v} = load i32, ptr %v{v}\n  %m{v} = mul i32 %s{v}, 5\n  %s{} = add i32 %m{v}, %e{v}\n",
            v + 1
        );
    }
    text + &format!("  %r = and i32 %s{variables}, 127\n  ret i32 %r\n}}\n")
}

/// Returns the exit code of a program.
pub fn executed(text: &str) -> Option<i32> {
    use std::io::Write;
    let mut child = std::process::Command::new("lli-22").stdin(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait().unwrap().code()
}

#[test]
fn random_programs_compute_the_same() {
    let mut random = Random::new(7, 0);
    for _ in 0..12 {
        let text = program(&mut random);
        let ours = changed(text.as_bytes(), promote_variables).unwrap();
        assert!(!ours.contains("alloca"), "{text}\n{ours}");
        assert!(tool("opt", &["-passes=verify", "-disable-output", "-"], ours.as_bytes()).is_some(), "{ours}");
        assert_eq!(executed(&text), executed(&ours), "{text}\n{ours}");
    }
}
