//! Random functions that compute something well defined: no step is undefined behaviour or poison, whatever its
//! operands are, and nothing depends on the payload or sign of a NaN.

mod atomics;
mod control;
mod expressions;
mod floats;
mod intrinsics;
mod memory;
mod numbers;
mod predicated;
mod vectors;

use crate::program::{Chunk, IN_BYTES, OUT_BYTES};
use crate::tree::{self, Node, OR, Side, Step};
use crate::types::Ty;
use llvm_spirv_testing::Random;
use std::fmt::Write;

/// The category of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Category {
    /// Integers: arithmetic, shifts, division, comparison, casts, freeze.
    Integers,
    /// Floating-point arithmetic, comparison and casts.
    Floats,
    /// Lanes, shuffles, casts of the bits of vectors.
    Vectors,
    /// Variables, structs and arrays, pointers, constant data.
    Memory,
    /// Atomic operations and fences.
    Atomics,
    /// Calls of functions.
    Calls,
    /// Branches, switches, loops.
    Control,
    /// Calls of intrinsics.
    Intrinsics,
}

/// The weight of each category.
const WEIGHTS: [(Category, usize); 8] = [
    (Category::Integers, 8),
    (Category::Floats, 4),
    (Category::Vectors, 4),
    (Category::Memory, 3),
    (Category::Atomics, 1),
    (Category::Calls, 1),
    (Category::Control, 2),
    (Category::Intrinsics, 9),
];

/// The restrictions on steps.
#[derive(Clone, Debug, Default)]
pub struct Only {
    /// The only category of steps.
    pub category: Option<Category>,
    /// The only intrinsic, without `llvm.`.
    pub intrinsic: Option<String>,
}

/// A random function.
#[derive(Clone, Debug)]
pub struct Function {
    number: u64,
    is_kernel: bool,
    pub(crate) nodes: Vec<Node>,
}

impl Function {
    /// Its name, without `@`.
    pub fn name(&self) -> String {
        format!("f{}", self.number)
    }

    /// Its assembly.
    pub fn chunk(&self) -> Chunk {
        let reference = tree::has_two_sides(&self.nodes).then(|| self.text(Side::Run));
        Chunk { name: self.name(), text: self.text(Side::Translated), reference }
    }

    fn text(&self, side: Side) -> String {
        let (body, helpers) = tree::text(&self.nodes, side);
        let (name, convention) = (self.name(), if self.is_kernel { "spir_kernel" } else { "spir_func" });
        let signature = "(ptr addrspace(1) %in, ptr addrspace(1) %out)";
        let addressed = expressions::variable(self.number, &body);
        format!("{addressed}{helpers}define {convention} void @{name}{signature} {{\nentry:\n{body}  ret void\n}}\n")
    }
}

/// Returns the function `number` of a run.
pub fn function(seed: u64, number: u64, only: &Only) -> Function {
    let mut random = Random::new(seed, number);
    let palette = palette(&mut random, only);
    let is_kernel = random.one_in(2);
    let steps = 6 + random.below(14);
    let mut maker =
        Maker { random, number, only: only.clone(), palette, names: 0, scope: Vec::new(), nodes: Vec::new(), depth: 0 };
    maker.steps(steps);
    maker.finish();
    Function { number, is_kernel, nodes: maker.nodes }
}

/// Returns the types of a function: few, so that its values combine. `bfloat` only occurs if all steps are on floats:
/// with other steps, LLVM's own code generator crashes, or rounds twice.
fn palette(random: &mut Random, only: &Only) -> Vec<Ty> {
    let profile = random.below(8);
    let mut types = Vec::new();
    for _ in 0..random.within(3, 5) {
        let width = match profile {
            0 | 2 | 3 => random.pick(&[1, 8, 16, 32, 32, 64]),
            1 | 4 => random.within(1, 64),
            5 | 6 => random.within(65, 256),
            _ => random.within(1, 256),
        };
        let lanes = match profile {
            0 | 1 | 5 => 1,
            2 => random.pick(&[1, 2, 3, 4, 8, 16]),
            3 => random.within(1, 64),
            4 | 6 => random.within(1, 8),
            _ if random.one_in(4) => random.within(1, 64),
            _ => random.within(1, 6),
        };
        let scalar = match random.below(4) {
            0 if only.category == Some(Category::Floats) => random.pick(&[Ty::Float, Ty::Double, Ty::Half, Ty::BFloat]),
            0 => random.pick(&[Ty::Float, Ty::Double, Ty::Half]),
            _ => Ty::Int(width),
        };
        // Vectors of much more than a thousand bits cost time, and show nothing else.
        let most = if random.one_in(40) { 16384 } else { 1536 };
        types.push(scalar.of(lanes.min(most / scalar.bits()).max(1)));
    }
    types
}

/// Makes the nodes of a function.
struct Maker {
    random: Random,
    number: u64,
    only: Only,
    palette: Vec<Ty>,
    names: usize,
    /// The values that are available here.
    scope: Vec<(String, Ty)>,
    nodes: Vec<Node>,
    depth: usize,
}

impl Maker {
    fn number(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    /// Returns the name of a global for this function.
    fn helper(&mut self, kind: &str) -> String {
        let at = self.number();
        format!("@{kind}{}_{at}", self.number)
    }

    /// Appends an instruction whose value is only available in this step.
    fn temp(&mut self, step: &mut Step, instruction: &str) -> String {
        let name = format!("%t{}", self.number());
        step.lines.push(format!("{name} = {instruction}"));
        name
    }

    /// Appends an instruction whose value is available to later steps.
    fn out(&mut self, step: &mut Step, ty: &Ty, instruction: &str) -> String {
        let name = format!("%v{}", self.number());
        step.lines.push(format!("{name} = {instruction}"));
        step.outs.push((name.clone(), ty.clone()));
        name
    }

    /// Appends an instruction for which LLVM has no code, with several instructions that replace it in the reference;
    /// the last one yields the value. Names that begin with `%_` are made unique.
    fn either(&mut self, step: &mut Step, direct: &str, run: &[String]) -> String {
        let (name, own) = (format!("%t{}", self.number()), format!("%t{}_", self.number()));
        let (last, before) = run.split_last().map_or(("", run), |(last, before)| (last.as_str(), before));
        let mut lines: Vec<_> = before.iter().map(|line| line.replace("%_", &own)).collect();
        lines.push(format!("{name} = {}", last.replace("%_", &own)));
        step.lines.push(format!("{name} = {direct}{OR}{}", lines.join("\n")));
        name
    }

    /// Makes a value of the step available to later steps.
    fn frozen(&mut self, step: &mut Step, ty: &Ty, value: &str) -> String {
        self.out(step, ty, &format!("freeze {ty} {value}"))
    }

    fn push(&mut self, step: Step) {
        self.scope.extend(step.outs.iter().cloned());
        self.nodes.push(Node::Step(step));
    }

    /// Makes a step of one instruction.
    fn simple(&mut self, ty: &Ty, instruction: &str) -> String {
        let mut step = Step::default();
        let name = self.out(&mut step, ty, instruction);
        self.push(step);
        name
    }

    fn ty(&mut self) -> Ty {
        self.random.pick(&self.palette)
    }

    /// Returns a type of the palette that passes the test, or else one that `other` derives.
    fn ty_that(&mut self, test: impl Fn(&Ty) -> bool, other: impl Fn(&Ty) -> Ty) -> Ty {
        let fitting: Vec<_> = self.palette.iter().filter(|ty| test(ty)).cloned().collect();
        match fitting.is_empty() {
            true => other(&self.ty()),
            false => self.random.pick(&fitting),
        }
    }

    fn int_ty(&mut self) -> Ty {
        self.ty_that(Ty::is_int, |ty| ty.int(32))
    }

    /// Returns a type that LLVM's own code stores correctly: vectors with lanes other than whole words are miscompiled.
    fn stored_ty(&mut self) -> Ty {
        let ty = self.ty();
        whole_words(&ty)
    }

    fn float_ty(&mut self) -> Ty {
        self.ty_that(Ty::is_float, |ty| ty.with(Ty::Float))
    }

    /// Returns a type that all of LLVM's code handles: LLVM lacks many rules for intrinsics on `bfloat`, and rounds
    /// others twice.
    fn known_float_ty(&mut self) -> Ty {
        let ty = self.float_ty();
        if *ty.scalar() == Ty::BFloat { ty.with(Ty::Float) } else { ty }
    }

    fn vector_ty(&mut self) -> Ty {
        self.ty_that(Ty::is_vector, |ty| ty.of(3))
    }

    /// Returns a value of the type: a recent one, an early one, or one that is loaded or constant, as a number or an
    /// expression.
    fn value(&mut self, ty: &Ty) -> String {
        let fitting: Vec<_> = self.scope.iter().filter(|(_, of)| of == ty).map(|(name, _)| name).collect();
        match self.random.below(10) {
            0 if self.random.one_in(3) => self.expression(ty),
            0 => self.constant(ty),
            1 => self.load(ty),
            _ if fitting.is_empty() => self.load(ty),
            2..=5 => fitting[fitting.len() - 1 - self.random.below(fitting.len().min(3))].clone(),
            _ => (self.random.pick(&fitting)).clone(),
        }
    }

    fn constant(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Vector(lanes, element) => {
                let lanes: Vec<_> = (0..*lanes).map(|_| format!("{element} {}", self.constant(element))).collect();
                format!("<{}>", lanes.join(", "))
            }
            Ty::Int(1) => ["false", "true"][self.random.below(2)].into(),
            Ty::Int(width) => self.integer(*width),
            Ty::Array(..) | Ty::Struct(_) => "zeroinitializer".into(),
            _ => self.float(ty),
        }
    }

    /// Returns a constant, often a boundary value.
    fn integer(&mut self, width: u32) -> String {
        let some = self.random.within(0, width);
        match self.random.below(6) {
            0 => "0".into(),
            1 => "-1".into(),
            2 => crate::types::power_of_two(width - 1, 1),
            3 => format!("-{}", crate::types::power_of_two(width - 1, 0)),
            // Any bits: up to a power of two below the limit, and some more that fit.
            4 => crate::types::power_of_two(some.min(width - 1), 1),
            _ => (self.random.number() & (u64::MAX >> (65 - width.min(64)))).to_string(),
        }
    }

    /// Makes several steps.
    fn steps(&mut self, count: usize) {
        for _ in 0..count {
            self.step();
        }
    }

    fn step(&mut self) {
        let fits = |category: Category| self.only.category.is_none_or(|only| only == category);
        let weights: Vec<_> = WEIGHTS.iter().filter(|(category, _)| fits(*category)).collect();
        let mut at = self.random.below(weights.iter().map(|(_, weight)| weight).sum());
        for (category, weight) in weights {
            if at < *weight {
                return self.one(*category);
            }
            at -= weight;
        }
    }

    fn one(&mut self, category: Category) {
        match category {
            Category::Integers => self.integers(),
            Category::Floats => self.floats(),
            Category::Vectors => self.vectors(),
            Category::Memory => self.memory(),
            Category::Atomics => self.atomics(),
            Category::Calls => self.calls(),
            Category::Control if self.depth < 3 => self.control(),
            Category::Control => self.integers(),
            Category::Intrinsics => self.intrinsics(),
        }
    }

    /// Makes steps in a separate list; returns them, and the values that `leave` selects in their scope.
    fn region<T>(&mut self, steps: usize, leave: impl FnOnce(&mut Self) -> T) -> (Vec<Node>, T) {
        let (outer, seen) = (std::mem::take(&mut self.nodes), self.scope.len());
        self.depth += 1;
        self.steps(steps);
        let left = leave(self);
        self.depth -= 1;
        self.scope.truncate(seen);
        (std::mem::replace(&mut self.nodes, outer), left)
    }

    /// Returns a loaded value. Unused bits of a width must be zero in memory for LLVM: they are masked.
    fn load(&mut self, ty: &Ty) -> String {
        let held = if ty.is_int() { ty.int(ty.width().next_power_of_two().max(8)) } else { ty.clone() };
        let bytes = (held.bits() * held.lanes().next_power_of_two()).div_ceil(8) as usize;
        let at = self.random.below((IN_BYTES - bytes.min(IN_BYTES)) / 8) * 8;
        let mut step = Step::default();
        let place = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %in, i64 {at}"));
        let align = 1 << self.random.below(4);
        if ty.is_float() {
            let raw = self.temp(&mut step, &format!("load {ty}, ptr addrspace(1) {place}, align {align}"));
            self.defined_nan(&mut step, ty, &raw, true);
        } else if ty.width().is_multiple_of(8) && (!ty.is_vector() || held == *ty) {
            self.out(&mut step, ty, &format!("load {ty}, ptr addrspace(1) {place}, align {align}"));
        } else {
            let wide = self.temp(&mut step, &format!("load {held}, ptr addrspace(1) {place}, align {align}"));
            let op = if held == *ty { "freeze" } else { "trunc" };
            let to = if held == *ty { String::new() } else { format!(" to {ty}") };
            self.out(&mut step, ty, &format!("{op} {held} {wide}{to}"));
        }
        self.push(step);
        self.scope.last().map(|(name, _)| name.clone()).unwrap_or_default()
    }

    /// Stores the latest values to the output.
    fn finish(&mut self) {
        let values: Vec<_> = self.scope.iter().rev().take(14).cloned().collect();
        let mut at = 0;
        for (name, ty) in values {
            let held = if ty.is_int() { ty.int(ty.width().next_power_of_two().max(8)) } else { ty.clone() };
            let bytes = (held.bits() * held.lanes()).div_ceil(64) as usize * 8;
            if at + bytes > OUT_BYTES / 2 {
                break;
            }
            let mut step = Step::default();
            let mut value = name;
            if ty.is_float() {
                value = self.defined_nan(&mut step, &ty, &value, false);
            } else if held != ty {
                value = self.temp(&mut step, &format!("zext {ty} {value} to {held}"));
            }
            let place = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %out, i64 {at}"));
            step.lines.push(format!("store {held} {value}, ptr addrspace(1) {place}, align 8"));
            self.push(step);
            at += bytes;
        }
    }
}

/// Returns a vector type whose lanes are whole words in memory.
fn whole_words(ty: &Ty) -> Ty {
    if ty.is_vector() && ty.is_int() { ty.int(ty.width().next_power_of_two().max(8)) } else { ty.clone() }
}

/// A comma-separated list.
fn list(parts: &[String]) -> String {
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        let _ = write!(text, "{}{part}", if index == 0 { "" } else { ", " });
    }
    text
}
