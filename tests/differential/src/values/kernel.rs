//! A random kernel, which computes a few values from arguments, elements of a buffer and constants, and stores them.

use super::layout::{self, Leaf};
use crate::kernels::{ITEMS, Kernel, Parameter, Subject};
use crate::types::{BOOL, Ty};
use llvm_spirv_testing::Random;
use std::fmt::Write as _;

/// A random kernel and the types of its values.
#[derive(Debug)]
pub struct Values {
    kernel: Kernel,
    /// The structure that a work-item writes.
    result: Ty,
}

/// An argument.
#[derive(Clone, Debug)]
struct Argument {
    ty: Ty,
    is_by_value: bool,
}

impl Subject for Values {
    const DECLARATIONS: &str = "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)\n";

    fn random(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let arguments: Vec<_> = (0..1 + random.below(5)).map(|_| argument(&mut random)).collect();
        let element = element(&mut random, 2);
        let maker = Maker { random, names: 0, text: String::new(), values: Vec::new() };
        let (result, body) = maker.body(&arguments, &element);
        let input = &mut Random::new(1, arguments.len() as u64);
        let arguments = arguments.into_iter().map(|argument| argument.filled(input)).collect();
        let read = (0..ITEMS).flat_map(|_| layout::fill(input, &element)).collect();
        let buffers = vec![read, vec![0; ITEMS * layout::size(&result)]];
        let kernel = Kernel { buffers, arguments, body, ..Kernel::of(number) };
        Self { kernel, result }
    }

    fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    fn difference(&self, before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<String> {
        let (before, after) = (before.last()?, after.last()?);
        let (size, mask) = (layout::size(&self.result), layout::mask(&self.result));
        let differs = |at: &usize| (before[*at] ^ after[*at]) & mask[at % size] != 0;
        let at = (0..before.len()).find(differs)?;
        let leaf = layout::leaves(&self.result).into_iter().rfind(|leaf| leaf.offset <= at % size)?;
        let path: Vec<_> = leaf.path.iter().map(|(index, _)| index.to_string()).collect();
        let (item, ty, path) = (at / size, &leaf.ty, path.join("."));
        Some(format!("work-item {item}, {ty} {path}: {:02x} by LLVM, {:02x} after", before[at], after[at]))
    }
}

impl Argument {
    fn filled(self, random: &mut Random) -> Parameter {
        let bytes = layout::fill(random, &self.ty);
        let (ty, alignment) = (self.ty.to_string(), layout::alignment(&self.ty));
        Parameter { ty, alignment, is_by_value: self.is_by_value, bytes }
    }
}

/// Returns a number type: mostly half, bfloat, or an integer whose width is not a power of two.
fn number(random: &mut Random) -> Ty {
    match random.below(10) {
        0 | 1 => Ty::Half,
        2 | 3 => Ty::BFloat,
        4 => random.pick(&[Ty::Float, BOOL]),
        5 => Ty::Int(random.pick(&[8, 16, 32, 64])),
        _ => Ty::Int(random.within(2, 64)),
    }
}

/// Returns a number type, or a vector type whose elements are whole bytes: LLVM miscompiles other vectors in memory.
fn leaf(random: &mut Random) -> Ty {
    if !random.one_in(4) {
        return number(random);
    }
    let element = random.pick(&[Ty::Half, Ty::BFloat, Ty::Float, Ty::Int(8), Ty::Int(16), Ty::Int(32)]);
    Ty::Vector(random.pick(&[2, 3, 4, 8]), Box::new(element))
}

/// Returns a leaf, an array or a structure.
fn element(random: &mut Random, depth: usize) -> Ty {
    match random.below(4) {
        0 if depth > 0 => Ty::Array(random.within(1, 3), Box::new(element(random, depth - 1))),
        1 | 2 if depth > 0 => structure(random, depth - 1),
        _ => leaf(random),
    }
}

fn structure(random: &mut Random, depth: usize) -> Ty {
    Ty::Struct((0..1 + random.below(3)).map(|_| element(random, depth)).collect())
}

fn argument(random: &mut Random) -> Argument {
    let is_by_value = random.one_in(3);
    Argument { ty: if is_by_value { structure(random, 1) } else { leaf(random) }, is_by_value }
}

/// Makes the body of a function.
struct Maker {
    random: Random,
    names: usize,
    text: String,
    values: Vec<(String, Ty)>,
}

impl Maker {
    /// Returns the type of the stored values, and the body.
    fn body(mut self, arguments: &[Argument], element: &Ty) -> (Ty, String) {
        self.line("%some = and i64 %i, 1".into());
        for (number, argument) in arguments.iter().enumerate() {
            match argument.is_by_value {
                true => self.loads("ptr", &format!("%a{number}"), &argument.ty, "i64 0"),
                false => self.values.push((format!("%a{number}"), argument.ty.clone())),
            }
        }
        self.loads("ptr addrspace(1)", "%b0", element, "i64 %i");
        (0..3 + self.random.below(8)).for_each(|_| self.step());
        let count = 2 + self.random.below(4);
        let stored: Vec<_> = (0..count).map(|_| self.random.pick(&self.values)).collect();
        let mut members: Vec<_> = stored.iter().map(|(_, ty)| ty.clone()).collect();
        members.push(element.clone());
        let result = Ty::Struct(members);
        for (number, (value, ty)) in stored.into_iter().enumerate() {
            let value = self.defined(&ty, &value);
            let place = self.place("ptr addrspace(1)", "%b1", &result, &format!("i64 %i, i32 {number}"));
            self.line(format!("store {ty} {value}, ptr addrspace(1) {place}"));
        }
        self.copies(element, &result, count);
        (result, self.text)
    }

    /// Copies an element unchanged: by its bytes, whole, or part by part.
    fn copies(&mut self, element: &Ty, result: &Ty, count: usize) {
        let from = self.place("ptr addrspace(1)", "%b0", element, "i64 %i");
        let to = self.place("ptr addrspace(1)", "%b1", result, &format!("i64 %i, i32 {count}"));
        if self.random.one_in(2) {
            let (align, size) = (layout::alignment(element), layout::size(element));
            self.line(format!(
                "call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align {align} {to}, ptr addrspace(1) align {align} {from}, i64 {size}, i1 false)"
            ));
        } else {
            let value = self.temp(format!("load {element}, ptr addrspace(1) {from}"));
            self.line(format!("store {element} {value}, ptr addrspace(1) {to}"));
        }
    }

    fn line(&mut self, text: String) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn temp(&mut self, text: String) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        self.line(format!("{name} = {text}"));
        name
    }

    fn out(&mut self, ty: Ty, text: String) {
        let name = self.temp(text);
        self.values.push((name, ty));
    }

    fn place(&mut self, pointer: &str, base: &str, ty: &Ty, indices: &str) -> String {
        self.temp(format!("getelementptr {ty}, {pointer} {base}, {indices}"))
    }

    /// Loads some of the leaves behind a pointer, separately or as parts of the whole.
    fn loads(&mut self, pointer: &str, base: &str, ty: &Ty, first: &str) {
        let leaves = layout::leaves(ty);
        let whole = (!leaves.is_empty() && self.random.one_in(5)).then(|| {
            let place = self.place(pointer, base, ty, first);
            self.temp(format!("load {ty}, {pointer} {place}"))
        });
        let at = self.random.below(leaves.len());
        let some: Vec<Leaf> = leaves.iter().cycle().skip(at).take(leaves.len().min(3)).cloned().collect();
        for leaf in some {
            match &whole {
                Some(whole) if !leaf.path.is_empty() => {
                    let path: Vec<_> = leaf.path.iter().map(|(index, _)| index.to_string()).collect();
                    self.out(leaf.ty, format!("extractvalue {ty} {whole}, {}", path.join(", ")));
                }
                _ => self.load(pointer, base, ty, (first, leaf)),
            }
        }
    }

    /// Loads a leaf; an index into an array sometimes depends on the work-item's number.
    fn load(&mut self, pointer: &str, base: &str, ty: &Ty, (first, leaf): (&str, Leaf)) {
        let mut indices = first.to_owned();
        for (index, count) in &leaf.path {
            match count {
                Some(count) if *count > 1 && self.random.one_in(2) => indices += ", i64 %some",
                _ => indices += &format!(", i32 {index}"),
            }
        }
        let place = self.place(pointer, base, ty, &indices);
        self.out(leaf.ty.clone(), format!("load {}, {pointer} {place}", leaf.ty));
    }

    /// Returns the value, with any NaN replaced by the quiet one.
    fn defined(&mut self, ty: &Ty, value: &str) -> String {
        if !ty.is_float() {
            return value.to_owned();
        }
        let nan = ty.splat(match ty.scalar() {
            Ty::Half => "0xH7E00",
            Ty::BFloat => "0xR7FC0",
            _ => "0x7FF8000000000000",
        });
        let is_nan = self.temp(format!("fcmp uno {ty} {value}, zeroinitializer"));
        self.temp(format!("select {} {is_nan}, {ty} {nan}, {ty} {value}", ty.with(BOOL)))
    }

    /// Returns another value of the type, or a constant.
    fn another(&mut self, ty: &Ty) -> String {
        let fitting: Vec<_> = self.values.iter().filter(|(_, of)| of == ty).map(|(name, _)| name.clone()).collect();
        if !fitting.is_empty() && !self.random.one_in(4) {
            return self.random.pick(&fitting);
        }
        let number = match ty.scalar() {
            Ty::Int(1) => ["false", "true"][self.random.below(2)].to_owned(),
            Ty::Int(width) => (self.random.number() & (u64::MAX >> (65 - (*width).min(64)))).to_string(),
            _ => (self.random.pick(&["0.0", "-1.0", "0.5", "3.0", "-24.0"])).to_owned(),
        };
        ty.splat(number)
    }

    fn step(&mut self) {
        let (value, ty) = self.random.pick(&self.values);
        let other = self.another(&ty);
        match (ty.is_float(), self.random.below(8)) {
            (_, 0) => {
                let test =
                    if ty.is_float() { "fcmp ult" } else { self.random.pick(&["icmp slt", "icmp ugt", "icmp eq"]) };
                let bit = self.temp(format!("{test} {ty} {value}, {other}"));
                self.out(ty.clone(), format!("select {} {bit}, {ty} {value}, {ty} {other}", ty.with(BOOL)));
            }
            (true, 1 | 2) => self.of_another_precision(&ty, &value),
            (true, 3) => {
                let value = self.defined(&ty, &value);
                let bits = ty.int(ty.bits());
                self.out(bits.clone(), format!("bitcast {ty} {value} to {bits}"));
            }
            (true, 4) => self.out(ty.clone(), format!("fneg {ty} {value}")),
            (true, _) => {
                let op = self.random.pick(&["fadd", "fsub", "fmul"]);
                self.out(ty.clone(), format!("{op} {ty} {value}, {other}"));
            }
            (false, 1 | 2) => self.of_another_width(&ty, &value),
            (false, 3) => self.convert_to_float(&ty, &value),
            (false, 4) => {
                let (op, by) = (self.random.pick(&["shl", "lshr", "ashr"]), self.random.below(ty.bits() as usize));
                self.out(ty.clone(), format!("{op} {ty} {value}, {}", shifted(&ty, by)));
            }
            (false, _) => {
                let op = self.random.pick(&["add", "sub", "mul", "and", "or", "xor"]);
                self.out(ty.clone(), format!("{op} {ty} {value}, {other}"));
            }
        }
    }

    fn of_another_precision(&mut self, ty: &Ty, value: &str) {
        let to = ty.with(if *ty.scalar() == Ty::Float { self.random.pick(&[Ty::Half, Ty::BFloat]) } else { Ty::Float });
        let op = if to.bits() > ty.bits() { "fpext" } else { "fptrunc" };
        self.out(to.clone(), format!("{op} {ty} {value} to {to}"));
    }

    fn of_another_width(&mut self, ty: &Ty, value: &str) {
        let width = if ty.is_vector() { self.random.pick(&[8, 16, 32]) } else { self.random.within(1, 64) };
        let to = ty.int(width);
        let op = match width.cmp(&ty.bits()) {
            std::cmp::Ordering::Less => "trunc",
            std::cmp::Ordering::Greater => self.random.pick(&["zext", "sext"]),
            std::cmp::Ordering::Equal => return,
        };
        self.out(to.clone(), format!("{op} {ty} {value} to {to}"));
    }

    /// Converts an integer of few bits to a float, so that nothing is rounded twice.
    fn convert_to_float(&mut self, ty: &Ty, value: &str) {
        let few = if ty.bits() > 8 { 7 } else { return };
        let small = self.temp(format!("and {ty} {value}, {}", ty.splat((1 << few) - 1)));
        let to = ty.with(self.random.pick(&[Ty::Half, Ty::BFloat, Ty::Float]));
        let op = self.random.pick(&["uitofp", "sitofp"]);
        self.out(to.clone(), format!("{op} {ty} {small} to {to}"));
    }
}

/// Returns the constant for a shift by this number of bits.
fn shifted(ty: &Ty, by: usize) -> String {
    if *ty.scalar() == BOOL { ty.zero().to_owned() } else { ty.splat(by) }
}
