//! LLVM assembly of any size, the same each time: many functions, blocks, loops, types and constants.
//!
//! In: a number of instructions. Out: a module with exactly this number, of constructs typical of kernels.

pub mod shapes;

use llvm_spirv_testing::Random;
use std::fmt::Write;

/// The instructions of most functions.
const FUNCTION: usize = 200;
/// The number of functions that share a structure type.
const SHARE: usize = 16;
/// The distance between kernels, in functions.
const KERNEL: usize = 8;
/// The limit on the instructions of a segment, and on those that end a function.
const ROOM: usize = 48;

/// Returns a module of exactly `instructions` instructions.
///
/// # Panics
///
/// Panics below 100 instructions, which are too few for a function.
pub fn module(instructions: usize) -> String {
    assert!(instructions >= 100, "a module has at least 100 instructions");
    let functions = (instructions / FUNCTION).max(1);
    let mut out = head(functions.div_ceil(SHARE));
    for number in 0..functions {
        let last = number + 1 == functions;
        let budget = if last { instructions - number * FUNCTION } else { FUNCTION };
        Body::new(&mut out, number).function(budget);
    }
    out
}

fn head(types: usize) -> String {
    let mut out = String::from(
        "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64\"\n\
         target triple = \"spir64-unknown-unknown\"\n\
         @table = addrspace(2) constant [8 x i32] [i32 2, i32 3, i32 5, i32 7, i32 11, i32 13, i32 17, i32 19]\n\
         declare spir_func i64 @_Z13get_global_idj(i32)\n\
         declare spir_func float @_Z3madfff(float, float, float)\n",
    );
    for number in 0..types {
        put(&mut out, format_args!("%struct.s{number} = type {{ i32, float, [{} x i16], <4 x i32> }}\n", number + 1));
    }
    out
}

/// Appends formatted text; writing to a `String` cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

/// A function being written, with the values available at this point, by type.
struct Body<'a> {
    out: &'a mut String,
    random: Random,
    number: usize,
    /// Instructions so far.
    count: usize,
    /// The number for the next names.
    names: usize,
    /// The block that is being filled.
    block: String,
    ints: Vec<String>,
    floats: Vec<String>,
    vectors: Vec<String>,
}

impl<'a> Body<'a> {
    fn new(out: &'a mut String, number: usize) -> Self {
        Self {
            out,
            random: Random::new(0, number as u64),
            number,
            count: 0,
            names: 0,
            block: "entry".to_owned(),
            ints: vec!["%a".to_owned(), "%b".to_owned()],
            floats: vec!["%x".to_owned()],
            vectors: vec!["<float 1.0, float 2.0, float 3.0, float 4.0>".to_owned()],
        }
    }

    fn function(mut self, budget: usize) {
        let (convention, result) =
            if self.number.is_multiple_of(KERNEL) { ("spir_kernel", "void") } else { ("spir_func", "i32") };
        let number = self.number;
        put(
            self.out,
            format_args!(
                "define {convention} {result} @f{number}(ptr addrspace(1) %out, i32 %a, i32 %b, float %x) {{\nentry:\n"
            ),
        );
        self.inst(format_args!("%slot = alloca %struct.s{}, align 16", number / SHARE));
        self.inst(format_args!("%gid = call spir_func i64 @_Z13get_global_idj(i32 0)"));
        while self.count + ROOM < budget {
            self.segment();
        }
        while self.count + 2 < budget {
            self.int_op();
        }
        let last = self.ints[self.ints.len() - 1].clone();
        self.inst(format_args!("store i32 {last}, ptr addrspace(1) %out, align 4"));
        match result {
            "void" => self.inst(format_args!("ret void")),
            _ => self.inst(format_args!("ret i32 {last}")),
        }
        self.out.push_str("}\n");
    }

    fn inst(&mut self, text: std::fmt::Arguments<'_>) {
        put(self.out, format_args!("  {text}\n"));
        self.count += 1;
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn label(&mut self, label: &str) {
        put(self.out, format_args!("{label}:\n"));
        self.block = label.to_owned();
    }

    fn segment(&mut self) {
        match self.random.below(4) {
            0 => self.diamond(),
            1 => self.cycle(),
            _ => self.ops(8),
        }
    }

    /// Writes two branches that meet again.
    fn diamond(&mut self) {
        self.names += 1;
        let (n, test) = (self.names, self.random.pick(&self.ints));
        self.inst(format_args!("%c{n} = icmp slt i32 {test}, %a"));
        self.inst(format_args!("br i1 %c{n}, label %then{n}, label %else{n}"));
        let (yes, yes_block) = self.arm(&format!("then{n}"), n);
        let (no, no_block) = self.arm(&format!("else{n}"), n);
        self.label(&format!("join{n}"));
        self.inst(format_args!("%p{n} = phi i32 [ {yes}, %{yes_block} ], [ {no}, %{no_block} ]"));
        self.ints.push(format!("%p{n}"));
    }

    /// Writes a branch, whose values are only available to the phi.
    fn arm(&mut self, label: &str, n: usize) -> (String, String) {
        let lengths = (self.ints.len(), self.floats.len(), self.vectors.len());
        self.label(label);
        self.ops(4);
        self.int_op();
        let value = self.ints[self.ints.len() - 1].clone();
        self.inst(format_args!("br label %join{n}"));
        self.ints.truncate(lengths.0);
        self.floats.truncate(lengths.1);
        self.vectors.truncate(lengths.2);
        (value, self.block.clone())
    }

    /// Writes a loop of one block.
    fn cycle(&mut self) {
        self.names += 1;
        let (n, from) = (self.names, self.block.clone());
        let start = self.random.pick(&self.ints);
        self.inst(format_args!("br label %loop{n}"));
        self.label(&format!("loop{n}"));
        self.inst(format_args!("%i{n} = phi i32 [ 0, %{from} ], [ %next{n}, %loop{n} ]"));
        self.inst(format_args!("%acc{n} = phi i32 [ {start}, %{from} ], [ %sum{n}, %loop{n} ]"));
        self.ints.extend([format!("%i{n}"), format!("%acc{n}")]);
        self.ops(6);
        let value = self.random.pick(&self.ints);
        self.inst(format_args!("%sum{n} = add i32 %acc{n}, {value}"));
        self.inst(format_args!("%next{n} = add nuw nsw i32 %i{n}, 1"));
        self.inst(format_args!("%done{n} = icmp eq i32 %next{n}, {}", self.number % 61 + 2));
        self.inst(format_args!("br i1 %done{n}, label %after{n}, label %loop{n}"));
        self.label(&format!("after{n}"));
    }

    fn ops(&mut self, number: usize) {
        for _ in 0..number {
            match self.random.below(10) {
                0 => self.float_op(),
                1 => self.vector_op(),
                2 => self.global_memory(),
                3 => self.private_memory(),
                4 => self.constant_memory(),
                5 => self.conversion(),
                6 => self.choice(),
                7 => self.call(),
                _ => self.int_op(),
            }
        }
    }

    fn int_op(&mut self) {
        const OPS: [&str; 8] = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr"];
        let op = OPS[self.random.below(OPS.len())];
        let (value, left) = (self.fresh(), self.random.pick(&self.ints));
        let constant = self.random.below(31) + 1;
        match op {
            "shl" | "lshr" => self.inst(format_args!("{value} = {op} i32 {left}, {constant}")),
            _ if constant > 15 => self.inst(format_args!("{value} = {op} i32 {left}, {}", constant * self.number)),
            _ => {
                let right = self.random.pick(&self.ints);
                self.inst(format_args!("{value} = {op} i32 {left}, {right}"));
            }
        }
        self.ints.push(value);
    }

    fn float_op(&mut self) {
        const OPS: [&str; 4] = ["fadd", "fsub", "fmul", "fdiv"];
        let op = OPS[self.random.below(OPS.len())];
        let (value, left) = (self.fresh(), self.random.pick(&self.floats));
        let right = self.random.pick(&self.floats);
        self.inst(format_args!("{value} = {op} float {left}, {right}"));
        self.floats.push(value);
    }

    fn vector_op(&mut self) {
        let (wide, one) = (self.fresh(), self.fresh());
        let vector = self.random.pick(&self.vectors);
        let (float, lane) = (self.random.pick(&self.floats), self.random.below(4));
        self.inst(format_args!("{wide} = insertelement <4 x float> {vector}, float {float}, i32 {lane}"));
        self.inst(format_args!("{one} = extractelement <4 x float> {wide}, i32 {}", 3 - lane));
        self.vectors.push(wide);
        self.floats.push(one);
    }

    fn global_memory(&mut self) {
        let (index, value) = (self.random.pick(&self.ints), self.random.pick(&self.ints));
        let (wide, at, loaded) = (self.fresh(), self.fresh(), self.fresh());
        self.inst(format_args!("{wide} = zext i32 {index} to i64"));
        self.inst(format_args!("{at} = getelementptr inbounds i32, ptr addrspace(1) %out, i64 {wide}"));
        self.inst(format_args!("{loaded} = load i32, ptr addrspace(1) {at}, align 4"));
        self.inst(format_args!("store i32 {value}, ptr addrspace(1) {at}, align 4"));
        self.ints.push(loaded);
    }

    fn private_memory(&mut self) {
        let (ty, value) = (self.number / SHARE, self.random.pick(&self.ints));
        let (at, loaded) = (self.fresh(), self.fresh());
        self.inst(format_args!("{at} = getelementptr inbounds %struct.s{ty}, ptr %slot, i32 0, i32 0"));
        self.inst(format_args!("store i32 {value}, ptr {at}, align 16"));
        self.inst(format_args!("{loaded} = load i32, ptr {at}, align 16"));
        self.ints.push(loaded);
    }

    fn constant_memory(&mut self) {
        let (at, loaded, index) = (self.fresh(), self.fresh(), self.random.below(8));
        self.inst(format_args!("{at} = getelementptr inbounds [8 x i32], ptr addrspace(2) @table, i64 0, i64 {index}"));
        self.inst(format_args!("{loaded} = load i32, ptr addrspace(2) {at}, align 4"));
        self.ints.push(loaded);
    }

    fn conversion(&mut self) {
        let (float, int, from) = (self.fresh(), self.fresh(), self.random.pick(&self.ints));
        let other = self.random.pick(&self.floats);
        self.inst(format_args!("{float} = sitofp i32 {from} to float"));
        self.inst(format_args!("{int} = fptosi float {other} to i32"));
        self.floats.push(float);
        self.ints.push(int);
    }

    fn choice(&mut self) {
        let (test, value) = (self.fresh(), self.fresh());
        let (a, b) = (self.random.pick(&self.ints), self.random.pick(&self.ints));
        self.inst(format_args!("{test} = icmp ugt i32 {a}, {b}"));
        self.inst(format_args!("{value} = select i1 {test}, i32 {a}, i32 {b}"));
        self.ints.push(value);
    }

    /// Writes a call of an earlier function, or of a builtin if that would be a kernel.
    fn call(&mut self) {
        let (value, x) = (self.fresh(), self.random.pick(&self.floats));
        let callee = self.random.below(self.number + 1);
        if callee == self.number || callee.is_multiple_of(KERNEL) {
            self.inst(format_args!("{value} = call spir_func float @_Z3madfff(float {x}, float %x, float 0.5)"));
            return self.floats.push(value);
        }
        let a = self.random.pick(&self.ints);
        self.inst(format_args!(
            "{value} = call spir_func i32 @f{callee}(ptr addrspace(1) %out, i32 {a}, i32 %b, float {x})"
        ));
        self.ints.push(value);
    }
}
