//! Random functions that compute something well defined with integers and vectors of given widths and lengths.

mod calls;
mod lanes;

use std::fmt::Write;

/// How often each function is called.
pub const INPUTS: usize = 4;
/// Bytes that a function reads.
const IN_BYTES: usize = 256;

/// Numbers that look random, the same ones for a seed.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = self.0;
        (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
    }

    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A type: bits of an element (32 with `float`), lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ty {
    width: u32,
    lanes: u32,
    is_float: bool,
}

impl Ty {
    fn scalar(self) -> String {
        if self.is_float { "float".into() } else { format!("i{}", self.width) }
    }

    fn text(self) -> String {
        if self.lanes == 1 { self.scalar() } else { format!("<{} x {}>", self.lanes, self.scalar()) }
    }

    /// As names of intrinsics have it.
    fn suffix(self) -> String {
        let scalar = if self.is_float { "f32".into() } else { format!("i{}", self.width) };
        if self.lanes == 1 { scalar } else { format!("v{}{scalar}", self.lanes) }
    }

    fn with_width(self, width: u32) -> Self {
        Self { width, is_float: false, ..self }
    }

    /// A constant.
    fn splat(self, value: &str) -> String {
        if self.lanes == 1 { value.into() } else { format!("splat ({} {value})", self.scalar()) }
    }
}

/// The largest number with a sign of a width.
fn signed_max(width: u32) -> String {
    // -1 >> 1 as decimal of any width: 2^(width-1) - 1, by doubling.
    let mut digits = vec![1u32];
    for _ in 0..width - 1 {
        let mut carry = 0;
        for digit in &mut digits {
            let doubled = *digit * 2 + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    digits[0] -= 1; // A power of two above 1 ends in 2, 4, 6 or 8.
    digits.iter().rev().map(|digit| char::from_digit(*digit, 10).unwrap()).collect()
}

struct Function<'r> {
    random: &'r mut Random,
    text: String,
    values: Vec<(String, Ty)>,
    count: usize,
    read: usize,
    types: Vec<Ty>,
    number: usize,
    helpers: String,
}

impl Function<'_> {
    fn def(&mut self, ty: Ty, expression: &str) -> String {
        let name = format!("%v{}", self.count);
        self.count += 1;
        writeln!(self.text, "  {name} = {expression}").unwrap();
        self.values.push((name.clone(), ty));
        name
    }

    /// A value that is not offered to others.
    fn temp(&mut self, expression: &str) -> String {
        let name = format!("%t{}", self.count);
        self.count += 1;
        writeln!(self.text, "  {name} = {expression}").unwrap();
        name
    }

    /// A value of the type: one there is, or one that is read, or a constant.
    fn value(&mut self, ty: Ty) -> String {
        let fitting: Vec<_> = self.values.iter().filter(|(_, t)| *t == ty).map(|(name, _)| name.clone()).collect();
        match self.random.below(8) {
            0 if !ty.is_float => self.constant(ty),
            1 => self.load(ty),
            _ if fitting.is_empty() => self.load(ty),
            _ => self.random.pick(&fitting).clone(),
        }
    }

    fn constant(&mut self, ty: Ty) -> String {
        let lane = |random: &mut Random| match random.below(4) {
            0 => "0".to_owned(),
            1 => {
                if ty.width == 1 {
                    "true".into()
                } else {
                    "-1".into()
                }
            }
            2 if ty.width > 1 => signed_max(ty.width),
            _ if ty.width == 1 => "false".into(),
            _ => (random.next() as u32 as u64 & (u64::MAX >> (64 - (ty.width - 1).min(31)))).to_string(),
        };
        let lanes: Vec<_> = (0..ty.lanes).map(|_| lane(self.random)).collect();
        let fix = |text: &String| if ty.width == 1 && text == "0" { "false".to_owned() } else { text.clone() };
        if ty.lanes == 1 {
            return fix(&lanes[0]);
        }
        let parts: Vec<_> = lanes.iter().map(|lane| format!("{} {}", ty.scalar(), fix(lane))).collect();
        format!("<{}>", parts.join(", "))
    }

    /// A value that is read: the input has a whole element of a power of two of bytes for each lane.
    fn load(&mut self, ty: Ty) -> String {
        let source = ty.with_width(if ty.is_float { 16 } else { ty.width.next_power_of_two().max(8) });
        let bytes = (source.width / 8 * ty.lanes.next_power_of_two()) as usize;
        let room = IN_BYTES.saturating_sub(bytes).max(1);
        self.read = (self.read + 8) % room / 8 * 8;
        let pointer = self.temp(&format!("getelementptr i8, ptr %in, i64 {}", self.read));
        if ty.is_float {
            let bits = self.temp(&format!("load {}, ptr {pointer}, align 1", source.text()));
            return self.def(ty, &format!("sitofp {} {bits} to {}", source.text(), ty.text()));
        }
        // LLVM takes bits beyond a width that is no whole number of bytes to be zero.
        if ty.width.is_multiple_of(8) && self.random.below(2) == 0 {
            let align = 1 << self.random.below(4);
            return self.def(ty, &format!("load {}, ptr {pointer}, align {align}", ty.text()));
        }
        let wide = self.temp(&format!("load {}, ptr {pointer}, align 1", source.text()));
        match source.width == ty.width {
            true => self
                .def(ty, &format!("add {} {wide}, {}", ty.text(), ty.splat(if ty.width == 1 { "false" } else { "1" }))),
            false => self.def(ty, &format!("trunc {} {wide} to {}", source.text(), ty.text())),
        }
    }

    fn ty(&mut self) -> Ty {
        *self.random.pick(&self.types.clone())
    }

    fn step(&mut self) {
        let ty = self.ty();
        if ty.is_float {
            return self.float_step(ty);
        }
        match self.random.below(24) {
            0..=3 => self.binary(ty),
            4 => self.shift(ty),
            5 => self.divide(ty),
            6 => self.compare(ty),
            7 => self.select(ty),
            8..=9 => self.resize(ty),
            10 if ty.lanes > 1 => self.extract(ty),
            11 if ty.lanes > 1 => self.insert(ty),
            12..=13 if ty.lanes > 1 => self.shuffle(ty),
            14 => self.bitcast(ty),
            15 => self.memory(ty),
            16 => self.through_float(ty),
            17 => self.freeze(ty),
            18 => self.call(ty),
            19 => self.aggregate(ty),
            20..=21 => self.intrinsic(ty),
            22 if ty.lanes > 1 => self.reduce(ty),
            23 if ty.lanes > 1 => self.masked(ty),
            _ => self.binary(ty),
        }
    }

    fn float_step(&mut self, ty: Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let op = *self.random.pick(&["fadd", "fsub", "fmul"]);
        match self.random.below(6) {
            0 => drop(self.def(ty, &format!("fneg {} {a}", ty.text()))),
            1 => drop(self.def(ty.with_width(1), &format!("fcmp olt {} {a}, {b}", ty.text()))),
            2 => {
                drop(self.def(ty.with_width(32), &format!("bitcast {} {a} to {}", ty.text(), ty.with_width(32).text())))
            }
            3 if ty.lanes > 1 => self.shuffle(ty),
            _ => drop(self.def(ty, &format!("{op} {} {a}, {b}", ty.text()))),
        }
    }

    fn binary(&mut self, ty: Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let op = *self.random.pick(&["add", "sub", "mul", "and", "or", "xor", "add", "mul"]);
        self.def(ty, &format!("{op} {} {a}, {b}", ty.text()));
    }

    fn shift(&mut self, ty: Ty) {
        if ty.width == 1 {
            return self.binary(ty);
        }
        let (a, b) = (self.value(ty), self.value(ty));
        let amount = match self.random.below(2) {
            0 if ty.width > 8 || ty.width.is_power_of_two() && ty.width < 8 => {
                let width = if ty.width == 4 || ty.width == 2 { ty.width } else { ty.width.min(127) };
                self.temp(&format!(
                    "urem {} {b}, {}",
                    ty.text(),
                    ty.splat(&width.min((1 << (ty.width - 1).min(20)) - 1).to_string())
                ))
            }
            _ => ty.splat(&self.random.below(ty.width.min(1 << (ty.width - 1).min(10)) as usize).to_string()),
        };
        let op = *self.random.pick(&["shl", "lshr", "ashr"]);
        self.def(ty, &format!("{op} {} {a}, {amount}", ty.text()));
    }

    fn divide(&mut self, ty: Ty) {
        if ty.width == 1 {
            return self.binary(ty);
        }
        let (a, b) = (self.value(ty), self.value(ty));
        let positive = self.temp(&format!("and {} {b}, {}", ty.text(), ty.splat(&signed_max(ty.width))));
        let divisor = self.temp(&format!("or {} {positive}, {}", ty.text(), ty.splat("1")));
        let op = *self.random.pick(&["udiv", "sdiv", "urem", "srem"]);
        self.def(ty, &format!("{op} {} {a}, {divisor}", ty.text()));
    }

    fn compare(&mut self, ty: Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let predicate = *self.random.pick(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
        self.def(ty.with_width(1), &format!("icmp {predicate} {} {a}, {b}", ty.text()));
    }

    fn select(&mut self, ty: Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let one = Ty { lanes: if self.random.below(2) == 0 { 1 } else { ty.lanes }, ..ty.with_width(1) };
        let condition = self.value(one);
        self.def(ty, &format!("select {} {condition}, {} {a}, {} {b}", one.text(), ty.text(), ty.text()));
    }

    fn resize(&mut self, ty: Ty) {
        let other = self.ty();
        let to = ty.with_width(if other.is_float { 32 } else { other.width });
        let a = self.value(ty);
        let op = match to.width.cmp(&ty.width) {
            std::cmp::Ordering::Less => "trunc",
            std::cmp::Ordering::Greater => *self.random.pick(&["zext", "sext"]),
            std::cmp::Ordering::Equal => return self.binary(ty),
        };
        self.def(to, &format!("{op} {} {a} to {}", ty.text(), to.text()));
    }

    fn memory(&mut self, ty: Ty) {
        let a = self.value(ty);
        let align = 1 << self.random.below(5);
        let room = self.temp(&format!("alloca {}, i32 3, align {align}", ty.text()));
        let place = self.temp(&format!("getelementptr {}, ptr {room}, i64 {}", ty.text(), self_index(self.count)));
        writeln!(self.text, "  store {} {a}, ptr {place}, align 1", ty.text()).unwrap();
        self.def(ty, &format!("load {}, ptr {place}, align 1", ty.text()));
    }

    fn through_float(&mut self, ty: Ty) {
        let a = self.value(ty);
        // Beyond the range of a float LLVM's own expansion computes nonsense, not infinity.
        let (float, mul) = if ty.width < 128 && self.random.below(2) == 0 { ("float", 32) } else { ("double", 64) };
        let to = if ty.lanes == 1 { float.to_owned() } else { format!("<{} x {float}>", ty.lanes) };
        let signed = self.random.below(2) == 0;
        let number = self.temp(&format!("{} {} {a} to {to}", if signed { "sitofp" } else { "uitofp" }, ty.text()));
        let bits = self.temp(&format!("bitcast {to} {number} to {}", ty.with_width(mul).text()));
        self.values.push((bits, ty.with_width(mul)));
        if (3..=200).contains(&ty.width) {
            // In range: of fewer bits, rounded up to at most one bit more. 2^127 is the largest power of a float.
            let spare = 2 + ty.width.saturating_sub(120);
            if spare >= ty.width || ty.width < 5 {
                return;
            }
            let small = self.temp(&format!(
                "{} {} {a}, {}",
                if signed { "ashr" } else { "lshr" },
                ty.text(),
                ty.splat(&spare.to_string())
            ));
            let number =
                self.temp(&format!("{} {} {small} to {to}", if signed { "sitofp" } else { "uitofp" }, ty.text()));
            let op = if signed { "fptosi" } else { "fptoui" };
            self.def(ty, &format!("{op} {to} {number} to {}", ty.text()));
        }
    }

    fn freeze(&mut self, ty: Ty) {
        let a = self.value(ty);
        self.def(ty, &format!("freeze {} {a}", ty.text()));
    }

    /// A function of its own that takes and returns values of the type.
    fn call(&mut self, ty: Ty) {
        let (a, b, name) = (self.value(ty), self.value(ty), format!("@h{}_{}", self.number, self.count));
        let t = ty.text();
        writeln!(
            self.helpers,
            "define internal {t} {name}({t} noundef %a, i32 %n, {t} %b) {{\n  %s = sub {t} %a, %b\n  %z = icmp eq i32 %n, 0\n  %r = select i1 %z, {t} %a, {t} %s\n  ret {t} %r\n}}"
        )
        .unwrap();
        self.def(ty, &format!("call {t} {name}({t} {a}, i32 {}, {t} {b})", self.count % 2));
    }

    fn aggregate(&mut self, ty: Ty) {
        let (a, b, t) = (self.value(ty), self.value(ty), ty.text());
        let condition = self.value(Ty { width: 1, lanes: 1, is_float: false });
        let s = format!("{{ i32, [2 x {t}] }}");
        let one = self.temp(&format!("insertvalue {s} zeroinitializer, {t} {a}, 1, 0"));
        let two = self.temp(&format!("insertvalue {s} {one}, {t} {b}, 1, 1"));
        let chosen = self.temp(&format!("select i1 {condition}, {s} {one}, {s} {two}"));
        let room = self.temp(&format!("alloca {s}, align 16"));
        writeln!(self.text, "  store {s} {chosen}, ptr {room}, align 8").unwrap();
        let place = self.temp(&format!("getelementptr inbounds {s}, ptr {room}, i64 0, i32 1, i64 {}", self.count % 2));
        self.def(ty, &format!("load {t}, ptr {place}, align 1"));
        let inner = self.temp(&format!("extractvalue {s} {two}, 1"));
        self.def(ty, &format!("extractvalue [2 x {t}] {inner}, 1"));
    }

    /// All values, as 64-bit words, into the output.
    fn finish(&mut self) -> usize {
        let mut words = 0;
        let values = std::mem::take(&mut self.values);
        for (name, ty) in values.iter().rev().take(12) {
            for lane in 0..ty.lanes {
                let scalar = Ty { lanes: 1, ..*ty };
                let element = match ty.lanes {
                    1 => name.clone(),
                    _ => self.temp(&format!("extractelement {} {name}, i32 {lane}", ty.text())),
                };
                words += self.store_scalar(&element, scalar, words);
            }
        }
        words
    }

    fn store_scalar(&mut self, value: &str, ty: Ty, at: usize) -> usize {
        let (mut value, mut ty) = (value.to_owned(), ty);
        if ty.is_float {
            value = self.temp(&format!("bitcast float {value} to i32"));
            ty = ty.with_width(32);
        }
        let mut stored = 0;
        loop {
            let word = match ty.width.cmp(&64) {
                std::cmp::Ordering::Less => self.temp(&format!("zext {} {value} to i64", ty.text())),
                std::cmp::Ordering::Equal => value.clone(),
                std::cmp::Ordering::Greater => self.temp(&format!("trunc {} {value} to i64", ty.text())),
            };
            let place = self.temp(&format!("getelementptr i64, ptr %out, i64 {}", at + stored));
            writeln!(self.text, "  store i64 {word}, ptr {place}, align 8").unwrap();
            stored += 1;
            if ty.width <= 64 {
                return stored;
            }
            let high = self.temp(&format!("lshr {} {value}, 64", ty.text()));
            let next = ty.with_width(ty.width - 64);
            value = self.temp(&format!("trunc {} {high} to {}", ty.text(), next.text()));
            ty = next;
        }
    }
}

fn self_constant(ty: Ty) -> String {
    ty.splat(if ty.width == 1 { "true" } else { "-1" })
}

fn self_index(count: usize) -> usize {
    count % 3
}

/// A function `void @f<number>(ptr %in, ptr %out)` with a loop, phis and a switch around random instructions.
pub fn function(random: &mut Random, number: usize, widths: &[u32], lanes: &[u32]) -> String {
    let mut types = Vec::new();
    for _ in 0..4 {
        let ty = Ty { width: *random.pick(widths), lanes: *random.pick(lanes), is_float: false };
        let is_float = lanes.len() > 1 && random.below(6) == 0;
        types.push(Ty { width: if is_float { 32 } else { ty.width }, is_float, ..ty });
    }
    let mut f = Function {
        random,
        text: String::new(),
        values: Vec::new(),
        count: 0,
        read: number * 3 % 64,
        types,
        number,
        helpers: String::new(),
    };
    let carried: Vec<_> = f.types.clone();
    let first: Vec<_> = carried.iter().map(|ty| f.value(*ty)).collect();
    let entry = std::mem::take(&mut f.text);
    f.values.clear();
    for (index, ty) in carried.iter().enumerate() {
        f.values.push((format!("%p{index}"), *ty));
    }
    for _ in 0..8 {
        f.step();
    }
    let next: Vec<_> = carried.iter().map(|ty| f.value(*ty)).collect();
    let decides = carried.iter().zip(&next).find(|(ty, _)| ty.lanes == 1 && !ty.is_float && ty.width > 2);
    let switch = match decides {
        Some((ty, value)) => format!(
            "switch {} {value}, label %body2 [ {} 0, label %left {} -1, label %right {} 1, label %left ]",
            ty.text(),
            ty.text(),
            ty.text(),
            ty.text()
        ),
        None => "br label %body2".to_owned(),
    };
    let one = std::mem::take(&mut f.text);
    let words = f.finish();
    let store = std::mem::take(&mut f.text);
    let mut phis = String::new();
    for (index, ty) in carried.iter().enumerate() {
        writeln!(phis, "  %p{index} = phi {} [ {}, %entry ], [ {}, %latch ]", ty.text(), first[index], next[index])
            .unwrap();
    }
    let sides = if switch.starts_with("br") {
        String::new()
    } else {
        "left:\n  br label %latch\nright:\n  br label %latch\n".to_owned()
    };
    let from = if sides.is_empty() { "[ 1, %body2 ]" } else { "[ 1, %body2 ], [ 2, %left ], [ 3, %right ]" };
    assert!(words < 1 << 16, "too many results");
    format!(
        "{}define void @f{number}(ptr %in, ptr %out) {{\nentry:\n{entry}  br label %loop\nloop:\n  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]\n{phis}{one}  {switch}\nbody2:\n  br label %latch\n{sides}latch:\n  %side = phi i32 {from}\n  %i2 = add i32 %i, %side\n  %more = icmp ult i32 %i2, 3\n  br i1 %more, label %loop, label %exit\nexit:\n{store}  ret void\n}}\n",
        f.helpers
    )
}

/// Each declaration once.
pub fn without_repeated_declarations(text: &str) -> String {
    let mut seen = std::collections::BTreeSet::new();
    let lines = text.lines().filter(|line| !line.starts_with("declare ") || seen.insert(*line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The functions, and a `main` that calls each with several inputs and prints a hash of each output.
pub fn program(functions: &[String]) -> String {
    let mut text = String::from(
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
         target triple = \"x86_64-pc-linux-gnu\"\n\
         @in = global [4096 x i8] zeroinitializer, align 64\n@out = global [65536 x i64] zeroinitializer, align 64\n\
         @format = constant [7 x i8] c\"%016lx\\0A\"\n\
         declare i32 @printf(ptr, ...)\n",
    );
    text.push_str(include_str!("harness.ll"));
    text.push_str(&without_repeated_declarations(&functions.concat()));
    text.push_str("define i32 @main() {\n");
    for function in functions {
        let name = function.split("define void @").nth(1).and_then(|rest| rest.split('(').next()).unwrap();
        for input in 0..INPUTS {
            writeln!(
                text,
                "  call void @fill(i64 {input})\n  call void @{name}(ptr @in, ptr @out)\n  call void @report()"
            )
            .unwrap();
        }
    }
    text.push_str("  ret i32 0\n}\n");
    text
}
