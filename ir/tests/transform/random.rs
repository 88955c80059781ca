//! Tests that random programs behave the same before and after a transformation, as executed by LLVM.

use llvm_spirv_testing::Random;
use std::fmt::Write;

use llvm_ir::draft::Draft;
use llvm_ir::transform::{scalarise::scalarise, spaces::infer_address_spaces};

use super::common::tool;

/// A function that is being generated.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    /// The names of numbers that are available, and the current block.
    numbers: Vec<String>,
    block: String,
    next: usize,
    /// The number of functions that may be called.
    functions: usize,
}

impl Writer<'_> {
    fn fresh(&mut self, name: &str) -> String {
        self.next += 1;
        format!("{name}{}", self.next)
    }

    fn number(&mut self) -> String {
        if self.random.below(4) == 0 {
            return self.random.below(9).to_string();
        }
        let i = self.random.below(self.numbers.len());
        self.numbers[i].clone()
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").unwrap();
    }

    fn begin(&mut self, block: &str) {
        writeln!(self.text, "{block}:").unwrap();
        self.block = block.to_owned();
    }

    fn put(&mut self, value: &str) -> String {
        let name = format!("%{}", self.fresh("v"));
        self.line(&format!("{name} = {value}"));
        name
    }

    fn arithmetic(&mut self) {
        let (a, b) = (self.number(), self.number());
        let operation = ["add", "sub", "mul", "and", "or", "xor"][self.random.below(6)];
        let value = self.put(&format!("{operation} i32 {a}, {b}"));
        self.numbers.push(value);
    }

    fn vector(&mut self) {
        let mut whole = "poison".to_owned();
        for i in 0..4 {
            let element = self.number();
            whole = self.put(&format!("insertelement <4 x i32> {whole}, i32 {element}, i32 {i}"));
        }
        let sum = self.put(&format!("add <4 x i32> {whole}, <i32 1, i32 2, i32 3, i32 4>"));
        let place = self.put("alloca <4 x i32>");
        self.line(&format!("store <4 x i32> {sum}, ptr {place}"));
        let again = self.put(&format!("load <4 x i32>, ptr {place}"));
        let mask: Vec<String> = (0..4).map(|_| format!("i32 {}", self.random.below(8))).collect();
        let mixed =
            self.put(&format!("shufflevector <4 x i32> {again}, <4 x i32> {whole}, <4 x i32> <{}>", mask.join(", ")));
        let most = self.put(&format!("call <4 x i32> @llvm.smax.v4i32(<4 x i32> {mixed}, <4 x i32> {sum})"));
        let bytes = self.put(&format!("bitcast <4 x i32> {most} to <8 x i16>"));
        let index = self.number();
        let index = self.put(&format!("and i32 {index}, 7"));
        let short = self.put(&format!("extractelement <8 x i16> {bytes}, i32 {index}"));
        let value = self.put(&format!("zext i16 {short} to i32"));
        self.numbers.push(value);
    }

    fn memory(&mut self) {
        let (value, index) = (self.number(), self.number());
        let index = self.put(&format!("and i32 {index}, 7"));
        let flat = self.put("addrspacecast ptr addrspace(1) %room to ptr");
        let step = self.put(&format!("getelementptr i32, ptr {flat}, i32 {index}"));
        let other = self.put(&format!("icmp ult i32 {value}, 5"));
        let chosen = self.put(&format!("select i1 {other}, ptr {step}, ptr {flat}"));
        self.line(&format!("store i32 {value}, ptr {chosen}"));
        let loaded = self.put(&format!("load i32, ptr {step}"));
        self.numbers.push(loaded);
    }

    fn call(&mut self) {
        if self.functions == 0 {
            return self.arithmetic();
        }
        let (callee, a, b) = (self.random.below(self.functions), self.number(), self.number());
        let boolean = ["true", "false", "%c"][self.random.below(3)];
        let value = self.put(&format!("call i32 @f{callee}(i32 {a}, i32 {b}, i1 {boolean}, ptr addrspace(1) %room)"));
        self.numbers.push(value);
    }

    fn branch(&mut self, depth: usize) {
        let [yes, no, join] = ["yes", "no", "join"].map(|name| self.fresh(name));
        let a = self.number();
        let test = if self.random.below(3) == 0 { "%c".to_owned() } else { self.put(&format!("icmp slt i32 {a}, 4")) };
        self.line(&format!("br i1 {test}, label %{yes}, label %{no}"));
        let known = self.numbers.len();
        let mut ends = Vec::new();
        for block in [&yes, &no] {
            self.begin(block);
            self.statements(2, depth + 1);
            let value = self.number();
            ends.push(format!("[ {value}, %{} ]", self.block));
            if self.random.below(8) == 0 && depth > 0 {
                // The exit.
                ends.pop();
                self.line(&format!("ret i32 {value}"));
            } else {
                self.line(&format!("br label %{join}"));
            }
            self.numbers.truncate(known);
        }
        self.begin(&join);
        if ends.is_empty() {
            self.numbers.push("7".to_owned());
        } else {
            let phi = self.put(&format!("phi i32 {}", ends.join(", ")));
            self.numbers.push(phi);
        }
    }

    fn repeat(&mut self, depth: usize) {
        let [head, out] = ["head", "out"].map(|name| self.fresh(name));
        let (before, start) = (self.block.clone(), self.number());
        let (i, sum, next, added) = (self.fresh("i"), self.fresh("s"), self.fresh("n"), self.fresh("t"));
        self.line(&format!("br label %{head}"));
        self.begin(&head);
        let place = self.text.len();
        let known = self.numbers.len();
        self.numbers.extend([format!("%{i}"), format!("%{sum}")]);
        self.statements(2, depth + 1);
        let value = self.number();
        self.line(&format!("%{added} = add i32 %{sum}, {value}"));
        self.line(&format!("%{next} = add i32 %{i}, 1"));
        let end = self.put(&format!("icmp eq i32 %{next}, 3"));
        self.line(&format!("br i1 {end}, label %{out}, label %{head}"));
        let back = self.block.clone();
        let phis = format!(
            "  %{i} = phi i32 [ 0, %{before} ], [ %{next}, %{back} ]\n  %{sum} = phi i32 [ {start}, %{before} ], [ %{added}, %{back} ]\n"
        );
        self.text.insert_str(place, &phis);
        self.numbers.truncate(known);
        self.begin(&out);
        self.numbers.push(format!("%{added}"));
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            match self.random.below(8) {
                0 if depth < 3 => self.branch(depth),
                1 if depth < 2 => self.repeat(depth),
                2 => self.vector(),
                3 => self.memory(),
                4 => self.call(),
                _ => self.arithmetic(),
            }
        }
    }
}

/// Returns a random program that prints numbers.
fn program(random: &mut Random) -> String {
    let mut all = "@format = constant [4 x i8] c\"%d \\00\"\n@room = addrspace(1) global [8 x i32] zeroinitializer\n\
        declare i32 @printf(ptr, ...)\ndeclare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)\n"
        .to_owned();
    for i in 0..4 {
        let numbers = vec!["%a".to_owned(), "%b".to_owned()];
        let mut writer =
            Writer { random, text: String::new(), numbers, block: "entry".to_owned(), next: 0, functions: i };
        writer.statements(5, 0);
        let result = writer.numbers.last().unwrap().clone();
        writeln!(
            all,
            "define internal i32 @f{i}(i32 %a, i32 %b, i1 %c, ptr addrspace(1) noalias %room) alwaysinline {{\nentry:\n{}  ret i32 {result}\n}}",
            writer.text
        )
        .unwrap();
    }
    all.push_str("define i32 @main() {\n");
    for i in 0..8 {
        let (function, boolean) = (i % 4, i % 3 == 0);
        writeln!(all, "  %r{i} = call i32 @f{function}(i32 {i}, i32 {}, i1 {boolean}, ptr addrspace(1) @room)", 9 - i)
            .unwrap();
        writeln!(all, "  %p{i} = call i32 (ptr, ...) @printf(ptr @format, i32 %r{i})").unwrap();
    }
    all.push_str("  ret i32 0\n}\n");
    all
}

fn each(draft: &Draft, transform: impl Fn(llvm_ir::draft::Function<'_>)) {
    draft.functions().filter(|f| !f.is_declaration()).for_each(transform);
}

#[test]
fn programs_do_the_same() {
    let count = std::env::var("LLVM_IR_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut run = 0;
    for seed in 0..count {
        let text = program(&mut Random::new(seed, 0));
        let Some(want) = tool("lli", &["-"], text.as_bytes()) else { continue };
        let draft = Draft::thaw(llvm_ir::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}")));
        let which = seed % 4;
        if which == 0 || which == 3 {
            super::inline::inline_all(&draft);
        }
        if which == 1 || which == 3 {
            each(&draft, |function| assert!(infer_address_spaces(function, 0).is_ok()));
        }
        if which >= 2 {
            each(&draft, |function| assert!(scalarise(function).is_ok()));
        }
        let after = super::verified(&format!("program {seed}"), draft);
        let got = tool("lli", &["-"], after.as_bytes());
        assert_eq!(got.map(String::from_utf8), Some(String::from_utf8(want)), "program {seed}:\n{text}\n{after}");
        run += 1;
    }
    assert!(run * 2 > count, "{run} of {count} programs run");
}
