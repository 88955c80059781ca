//! Calls of intrinsics, by the rows of the table.

use super::Maker;

use crate::intrinsics::{GENERATED, Shape, TRANSLATED};
use crate::tree::Step;
use crate::types::{BOOL, Ty};

/// The row of an intrinsic.
fn row(name: &str) -> Option<(&'static str, Shape)> {
    GENERATED.iter().chain(TRANSLATED).find(|(known, _)| *known == name).copied()
}

impl Maker {
    pub(super) fn intrinsics(&mut self) {
        let (name, shape) = match self.only.intrinsic.as_deref().and_then(row) {
            Some(row) => row,
            None => *self.random.pick(GENERATED),
        };
        let call = format!("@llvm.{name}");
        match shape {
            Shape::Integers(count) => self.same_integers(&call, count),
            Shape::Flagged => {
                let ty = self.int_ty();
                let a = self.value(&ty);
                self.simple(&ty, &format!("call {ty} {call}({ty} {a}, i1 false)"));
            }
            Shape::Bytes => {
                let ty = self.int_ty();
                let ty = ty.int(ty.width().next_multiple_of(16).min(256));
                let a = self.value(&ty);
                self.simple(&ty, &format!("call {ty} {call}({ty} {a})"));
            }
            Shape::Overflow => self.overflow(&call),
            Shape::Order => self.order(&call),
            Shape::Shift => {
                let ty = self.int_ty();
                let (a, mut step) = (self.value(&ty), Step::default());
                let amount = self.amount(&mut step, &ty);
                self.out(&mut step, &ty, &format!("call {ty} {call}({ty} {a}, {ty} {amount})"));
                self.push(step);
            }
            Shape::FixedProduct | Shape::FixedQuotient => self.fixed(name),
            Shape::Floats(count) => self.same_floats(&call, count),
            Shape::Whole(count) => self.whole_floats(&call, count),
            Shape::NoNegativeZero => {
                let ty = self.float_ty();
                let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
                let zero = ty.splat("0.0");
                let [a, b] = [a, b].map(|v| self.temp(&mut step, &format!("fadd {ty} {v}, {zero}")));
                self.out(&mut step, &ty, &format!("call {ty} {call}({ty} {a}, {ty} {b})"));
                self.push(step);
            }
            Shape::Sign => {
                let ty = self.float_ty();
                let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
                let b = self.defined_nan(&mut step, &ty, &b, false);
                self.out(&mut step, &ty, &format!("call {ty} {call}({ty} {a}, {ty} {b})"));
                self.push(step);
            }
            Shape::Exponent => self.exponent(name),
            Shape::Parts | Shape::Pair => self.two_results(name, shape == Shape::Parts),
            Shape::Classes => {
                let ty = self.float_ty();
                let (a, mut step) = (self.value(&ty), Step::default());
                let a = self.defined_nan(&mut step, &ty, &a, false);
                let classes = self.random.below(1024);
                self.out(&mut step, &ty.with(BOOL), &format!("call {} {call}({ty} {a}, i32 {classes})", ty.with(BOOL)));
                self.push(step);
            }
            Shape::Saturated => {
                // LLVM has no rule for longer ones.
                let ty = self.float_ty();
                let to = ty.int(self.int_ty().width().min(128));
                let a = self.value(&ty);
                self.simple(&to, &format!("call {to} {call}({ty} {a})"));
            }
            Shape::Rounded => self.rounded(name),
            Shape::ToHalf | Shape::FromHalf => self.half_bits(&call, shape == Shape::ToHalf),
            Shape::ReduceIntegers => {
                let ty = self.vector_ty();
                let ty = if ty.is_int() { ty } else { ty.int(32) };
                let a = self.value(&ty);
                self.simple(ty.scalar(), &format!("call {} {call}({ty} {a})", ty.scalar()));
            }
            Shape::ReduceFloats | Shape::ReduceFrom => self.reduce_floats(&call, shape == Shape::ReduceFrom),
            Shape::MaskedRow => self.masked_row(),
            Shape::MaskedAnywhere => self.masked_anywhere(),
            Shape::MaskedPacked => self.masked_packed(),
            Shape::Reverse => {
                let ty = self.vector_ty();
                let a = self.value(&ty);
                self.simple(&ty, &format!("call {ty} {call}({ty} {a})"));
            }
            Shape::Splice => {
                let ty = self.vector_ty();
                let (a, b, at) = (self.value(&ty), self.value(&ty), self.random.below(ty.lanes() as usize));
                self.simple(&ty, &format!("call {ty} {call}({ty} {a}, {ty} {b}, i32 {at})"));
            }
            Shape::Interleave(count) => self.interleave(&call, count),
            Shape::Deinterleave(count) => self.deinterleave(&call, count),
            Shape::Subvector | Shape::Insert => self.subvector(&call, shape == Shape::Insert),
            Shape::Steps => {
                let ty = self.vector_ty();
                let ty = ty.int([8, 16, 32, 64][self.random.below(4)]);
                self.simple(&ty, &format!("call {ty} {call}()"));
            }
            Shape::LaneMask => {
                let (mask, ty) = (self.vector_ty().with(BOOL), Ty::Int(*self.random.pick(&[32, 64])));
                let (a, b) = (self.value(&ty), self.value(&ty));
                let mut step = Step::default();
                let [a, b] = [a, b].map(|v| self.temp(&mut step, &format!("and {ty} {v}, 63")));
                self.out(&mut step, &mask, &format!("call {mask} {call}({ty} {a}, {ty} {b})"));
                self.push(step);
            }
            Shape::CountLanes => {
                let (mask, ty) = (self.vector_ty().with(BOOL), Ty::Int(*self.random.pick(&[8, 16, 32, 64])));
                let a = self.value(&mask);
                self.simple(&ty, &format!("call {ty} {call}({mask} {a}, i1 false)"));
            }
            Shape::PartialReduce => self.partial_reduce(name),
            Shape::PointerMask => self.pointer_mask(),
            Shape::Memory => self.memory(),
            Shape::Same => {
                let ty = self.float_ty();
                let a = self.value(&ty);
                self.simple(&ty, &format!("call {ty} {call}({ty} {a})"));
            }
            Shape::Expected => {
                let ty = Ty::Int(self.int_ty().width());
                let (a, b) = (self.value(&ty), self.constant(&ty));
                let odds = if name == "expect" { "" } else { ", double 0.75" };
                self.simple(&ty, &format!("call {ty} {call}({ty} {a}, {ty} {b}{odds})"));
            }
            Shape::Hint => self.hint(name),
            Shape::Known => self.known(name),
            Shape::Size => self.size(),
            Shape::Stack => self.stack(),
            Shape::Constrained(count) => self.constrained(name, count),
            Shape::ConstrainedCompare => {
                let ty = self.float_ty();
                let (a, b) = (self.value(&ty), self.value(&ty));
                let predicate = *self.random.pick(&["oeq", "ogt", "une", "ult", "uno", "ord", "ule", "one"]);
                let bit = ty.with(BOOL);
                let rest = format!("metadata !\"{predicate}\", metadata !\"fpexcept.ignore\"");
                self.simple(&bit, &format!("call {bit} {call}({ty} {a}, {ty} {b}, {rest})"));
            }
            Shape::ConstrainedCast => self.constrained_cast(name),
            Shape::Pointer => self.same_pointer(&call),
            Shape::Matrix => self.matrix(name),
            Shape::Predicated => self.predicated(name),
            Shape::Carryless => self.same_integers(&call, 2),
        }
    }

    fn same_integers(&mut self, call: &str, count: u32) {
        let mut ty = self.int_ty();
        // LLVM has no rule for such rotations by more than 128 bits that need a division.
        if call.starts_with("@llvm.fsh") && ty.width() > 128 && !ty.width().is_power_of_two() {
            ty = ty.int(128);
        }
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.value(&ty))).collect();
        self.simple(&ty, &format!("call {ty} {call}({})", super::list(&arguments)));
    }

    fn same_floats(&mut self, call: &str, count: u32) {
        let mut ty = self.float_ty();
        // LLVM has no rule for others.
        if call.ends_with("canonicalize") {
            ty = [Ty::Float, Ty::Double][self.random.below(2)].clone();
        }
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.value(&ty))).collect();
        self.simple(&ty, &format!("call {ty} {call}({})", super::list(&arguments)));
    }

    /// A small whole number.
    pub(super) fn whole(&mut self, step: &mut Step, ty: &Ty) -> String {
        let bits = ty.int(8);
        let a = self.value(&bits);
        let small = self.temp(step, &format!("ashr {bits} {a}, {}", bits.splat(4)));
        self.temp(step, &format!("sitofp {bits} {small} to {ty}"))
    }

    fn whole_floats(&mut self, call: &str, count: u32) {
        let (ty, mut step) = (self.float_ty(), Step::default());
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.whole(&mut step, &ty))).collect();
        self.out(&mut step, &ty, &format!("call {ty} {call}({})", super::list(&arguments)));
        self.push(step);
    }

    fn overflow(&mut self, call: &str) {
        let mut ty = self.int_ty();
        if call.contains("mul") && ty.width() > 64 {
            ty = ty.int(64); // LLVM has no rule for longer products.
        }
        let (a, b, bit) = (self.value(&ty), self.value(&ty), ty.with(BOOL));
        let (pair, mut step) = (Ty::Struct(vec![ty.clone(), bit.clone()]), Step::default());
        let both = self.temp(&mut step, &format!("call {pair} {call}({ty} {a}, {ty} {b})"));
        self.out(&mut step, &ty, &format!("extractvalue {pair} {both}, 0"));
        self.out(&mut step, &bit, &format!("extractvalue {pair} {both}, 1"));
        self.push(step);
    }

    fn order(&mut self, call: &str) {
        let ty = self.int_ty();
        let to = ty.int(self.random.within(2, 64));
        let (a, b) = (self.value(&ty), self.value(&ty));
        self.simple(&to, &format!("call {to} {call}({ty} {a}, {ty} {b})"));
    }

    /// Fixed-point products and quotients that fit.
    fn fixed(&mut self, name: &str) {
        let ty = self.int_ty();
        // LLVM has no rule for vectors that it must lengthen.
        let ty = ty.scalar().int(ty.width().clamp(4, 64));
        let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
        let (signed, is_quotient) = (name.starts_with('s'), name.contains("div"));
        // Of half the bits, so that the product fits; a quotient by at least one fits if scaling does.
        let half = ty.width() / 2 + 1;
        let shift = if signed { "ashr" } else { "lshr" };
        let scale =
            if is_quotient { self.random.within(0, ty.width() / 2 - 1) } else { self.random.within(0, ty.width() - 1) };
        let a = self.temp(&mut step, &format!("{shift} {ty} {a}, {}", ty.splat(half)));
        let b = match is_quotient {
            true => self.divisor(&mut step, &ty, &b),
            false => self.temp(&mut step, &format!("{shift} {ty} {b}, {}", ty.splat(half))),
        };
        self.out(&mut step, &ty, &format!("call {ty} @llvm.{name}({ty} {a}, {ty} {b}, i32 {scale})"));
        self.push(step);
    }

    fn exponent(&mut self, name: &str) {
        let (ty, mut step) = (self.float_ty(), Step::default());
        if name == "powi" {
            // Small, so that no order of products rounds.
            let bits = ty.int(8);
            let (a, n) = (self.value(&bits), self.value(&Ty::Int(32)));
            let small = self.temp(&mut step, &format!("ashr {bits} {a}, {}", bits.splat(6)));
            let base = self.temp(&mut step, &format!("sitofp {bits} {small} to {ty}"));
            let power = self.temp(&mut step, &format!("and i32 {n}, 7"));
            self.out(&mut step, &ty, &format!("call {ty} @llvm.powi({ty} {base}, i32 {power})"));
        } else {
            let exponents = ty.int(32);
            let (a, n) = (self.value(&ty), self.value(&exponents));
            self.out(&mut step, &ty, &format!("call {ty} @llvm.ldexp({ty} {a}, {exponents} {n})"));
        }
        self.push(step);
    }

    /// `frexp`, `modf`, `sincos`.
    fn two_results(&mut self, name: &str, is_exponent: bool) {
        let mut ty = self.float_ty();
        // LLVM has no rule for the parts of halves.
        if name == "modf" && *ty.scalar() == Ty::Half {
            ty = ty.with(Ty::Float);
        }
        // LLVM's register allocator crashes on vectors of doubles; vectors of halves have no rule, or undefined lanes.
        if name == "frexp" && *ty.scalar() != Ty::Float {
            ty = ty.of(1);
        }
        let second = if is_exponent { ty.int(32) } else { ty.clone() };
        let (a, pair, mut step) = (self.value(&ty), Ty::Struct(vec![ty.clone(), second.clone()]), Step::default());
        // The exponent of what is not finite is anything.
        let a = match is_exponent {
            true => {
                let (absolute, bit) = (self.temp(&mut step, &format!("call {ty} @llvm.fabs({ty} {a})")), ty.with(BOOL));
                let infinity = ty.splat(if *ty.scalar() == Ty::Half { "0xH7C00" } else { "0x7FF0000000000000" });
                let finite = self.temp(&mut step, &format!("fcmp olt {ty} {absolute}, {infinity}"));
                self.temp(&mut step, &format!("select {bit} {finite}, {ty} {a}, {ty} {}", ty.splat("0.75")))
            }
            false => a,
        };
        let both = self.temp(&mut step, &format!("call {pair} @llvm.{name}({ty} {a})"));
        self.out(&mut step, &ty, &format!("extractvalue {pair} {both}, 0"));
        self.out(&mut step, &second, &format!("extractvalue {pair} {both}, 1"));
        self.push(step);
    }

    fn rounded(&mut self, name: &str) {
        let ty = self.float_ty();
        let to = ty.int(if name.starts_with("ll") { 64 } else { *self.random.pick(&[32, 64]) });
        let mut step = Step::default();
        let whole = self.whole(&mut step, &ty);
        let number = self.temp(&mut step, &format!("fmul {ty} {whole}, {}", ty.splat("0.25")));
        self.out(&mut step, &to, &format!("call {to} @llvm.{name}({ty} {number})"));
        self.push(step);
    }

    fn half_bits(&mut self, call: &str, to_half: bool) {
        let mut step = Step::default();
        if to_half {
            let a = self.value(&Ty::Float);
            let a = self.defined_nan(&mut step, &Ty::Float, &a, false);
            self.out(&mut step, &Ty::Int(16), &format!("call i16 {call}(float {a})"));
        } else {
            let a = self.value(&Ty::Int(16));
            let raw = self.temp(&mut step, &format!("call float {call}(i16 {a})"));
            self.defined_nan(&mut step, &Ty::Float, &raw, true);
        }
        self.push(step);
    }

    /// Of whole numbers, which have no NaN and no negative zero among them, so that the order does not matter.
    fn reduce_floats(&mut self, call: &str, is_started: bool) {
        let (ty, mut step) = (self.vector_ty().with(Ty::Float), Step::default());
        let is_minimum = call.ends_with("imum");
        let a = if is_started || is_minimum { self.value(&ty) } else { self.whole(&mut step, &ty) };
        let start = if is_started { format!("float {}, ", self.value(&Ty::Float)) } else { String::new() };
        self.out(&mut step, &Ty::Float, &format!("call float {call}({start}{ty} {a})"));
        self.push(step);
    }

    fn masked_ty(&mut self) -> Ty {
        let ty = self.vector_ty();
        if matches!(ty.bits(), 8 | 16 | 32 | 64) { ty } else { ty.int(32) }
    }

    /// A store over another one, and a load.
    fn masked_row(&mut self) {
        let ty = self.masked_ty();
        let bit = ty.with(BOOL);
        let (a, b, m, n) = (self.value(&ty), self.value(&ty), self.value(&bit), self.value(&bit));
        let mut step = Step::default();
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 64"));
        step.lines.push(format!("call void @llvm.masked.store({ty} {b}, ptr align 1 {room}, {bit} {m})"));
        self.out(&mut step, &ty, &format!("call {ty} @llvm.masked.load(ptr align 1 {room}, {bit} {n}, {ty} {b})"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {room}, align 64"));
        self.push(step);
    }

    fn masked_anywhere(&mut self) {
        let ty = self.masked_ty();
        let (bit, offsets, places) = (ty.with(BOOL), ty.int(32), format!("<{} x ptr>", ty.lanes()));
        let (a, b, m, n, at) =
            (self.value(&ty), self.value(&ty), self.value(&bit), self.value(&bit), self.value(&offsets));
        let mut step = Step::default();
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 64"));
        let below = self.temp(&mut step, &format!("urem {offsets} {at}, {}", offsets.splat(ty.lanes())));
        let each = self.temp(&mut step, &format!("getelementptr {}, ptr {room}, {offsets} {below}", ty.scalar()));
        step.lines.push(format!("call void @llvm.masked.scatter({ty} {b}, {places} align 1 {each}, {bit} {m})"));
        self.out(
            &mut step,
            &ty,
            &format!("call {ty} @llvm.masked.gather({places} align 1 {each}, {bit} {n}, {ty} {b})"),
        );
        self.out(&mut step, &ty, &format!("load {ty}, ptr {room}, align 64"));
        self.push(step);
    }

    fn masked_packed(&mut self) {
        let ty = self.masked_ty();
        let bit = ty.with(BOOL);
        let (a, b, m, n) = (self.value(&ty), self.value(&ty), self.value(&bit), self.value(&bit));
        let mut step = Step::default();
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 64"));
        step.lines.push(format!("call void @llvm.masked.compressstore({ty} {b}, ptr align 1 {room}, {bit} {m})"));
        self.out(
            &mut step,
            &ty,
            &format!("call {ty} @llvm.masked.expandload(ptr align 1 {room}, {bit} {n}, {ty} {b})"),
        );
        self.out(&mut step, &ty, &format!("load {ty}, ptr {room}, align 64"));
        self.push(step);
    }

    fn interleave(&mut self, call: &str, count: u32) {
        let ty = self.vector_ty();
        let ty = ty.of((64 / count).min(ty.lanes()).max(2));
        let to = ty.of(ty.lanes() * count);
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.value(&ty))).collect();
        self.simple(&to, &format!("call {to} {call}({})", super::list(&arguments)));
    }

    fn deinterleave(&mut self, call: &str, count: u32) {
        let ty = self.vector_ty();
        let ty = ty.of((64 / count).min(ty.lanes()).max(2));
        let (from, all) = (ty.of(ty.lanes() * count), Ty::Struct(vec![ty.clone(); count as usize]));
        let (a, mut step) = (self.value(&from), Step::default());
        let several = self.temp(&mut step, &format!("call {all} {call}({from} {a})"));
        for index in 0..count {
            self.out(&mut step, &ty, &format!("extractvalue {all} {several}, {index}"));
        }
        self.push(step);
    }

    fn subvector(&mut self, call: &str, is_insert: bool) {
        // LLVM's own code goes through memory.
        let ty = super::whole_words(&self.vector_ty());
        let short = ty.of((ty.lanes() / 2).max(2));
        let places = (ty.lanes() - short.lanes()) / short.lanes() + 1;
        let at = self.random.below(places as usize) as u32 * short.lanes();
        let (a, b) = (self.value(&ty), self.value(&short));
        match is_insert {
            true => self.simple(&ty, &format!("call {ty} {call}({ty} {a}, {short} {b}, i64 {at})")),
            false => self.simple(&short, &format!("call {short} {call}({ty} {a}, i64 {at})")),
        };
    }

    /// Which lanes are added to which is open: only the sum of all is defined.
    fn partial_reduce(&mut self, name: &str) {
        let mut step = Step::default();
        let is_float = name.ends_with("fadd");
        let ty = if is_float { Ty::Float } else { self.int_ty() }.of(self.random.within(2, 4));
        let long = ty.of(ty.lanes() * self.random.within(2, 3));
        let (a, b) = match is_float {
            true => (self.whole(&mut step, &ty), self.whole(&mut step, &long)),
            false => (self.value(&ty), self.value(&long)),
        };
        let sums = self.temp(&mut step, &format!("call {ty} @llvm.{name}({ty} {a}, {long} {b})"));
        let sum = match is_float {
            true => format!("call float @llvm.vector.reduce.fadd(float 0.0, {ty} {sums})"),
            false => format!("call {} @llvm.vector.reduce.add({ty} {sums})", ty.scalar()),
        };
        self.out(&mut step, ty.scalar(), &sum);
        self.push(step);
    }

    fn pointer_mask(&mut self) {
        let (at, mut step) = (self.value(&Ty::Int(64)), Step::default());
        let small = self.temp(&mut step, &format!("and i64 {at}, 255"));
        let place = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %in, i64 {small}"));
        let call = format!("call ptr addrspace(1) @llvm.ptrmask(ptr addrspace(1) {place}, i64 -8)");
        let masked = self.temp(&mut step, &call);
        let numbers = [&place, &masked].map(|p| self.temp(&mut step, &format!("ptrtoint ptr addrspace(1) {p} to i64")));
        let rest = self.temp(&mut step, &format!("and i64 {}, 7", numbers[0]));
        let difference = self.temp(&mut step, &format!("sub i64 {}, {}", numbers[0], numbers[1]));
        self.out(&mut step, &BOOL, &format!("icmp eq i64 {rest}, {difference}"));
        self.push(step);
    }

    /// What says something about a program and changes nothing.
    fn hint(&mut self, name: &str) {
        let ty = self.stored_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let size = 8;
        match name {
            "assume" => {
                step.lines.push("call void @llvm.assume(i1 true) [ \"align\"(ptr addrspace(1) %in, i64 8) ]".into())
            }
            "prefetch" => step.lines.push(format!("call void @llvm.prefetch(ptr {room}, i32 0, i32 3, i32 1)")),
            "lifetime.start" | "lifetime.end" => step.lines.push(format!("call void @llvm.lifetime.start(ptr {room})")),
            "invariant.start" | "invariant.end" => {
                step.lines.push(format!("store {ty} {a}, ptr {room}, align 1"));
                let token = self.temp(&mut step, &format!("call ptr @llvm.invariant.start(i64 {size}, ptr {room})"));
                step.lines.push(format!("call void @llvm.invariant.end(ptr {token}, i64 {size}, ptr {room})"));
            }
            "experimental.noalias.scope.decl" => {}
            "fake.use" => step.lines.push(format!("call void (...) @llvm.fake.use({ty} {a})")),
            _ => step.lines.push(format!("call void @llvm.{name}()")),
        }
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 1"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {room}, align 1"));
        if name.starts_with("lifetime") {
            step.lines.push(format!("call void @llvm.lifetime.end(ptr {room})"));
        }
        self.push(step);
    }

    /// Either answer is right: both ways lead to the same value.
    fn known(&mut self, name: &str) {
        let ty = self.ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let call = match name {
            "is.constant" => format!("call i1 @llvm.is.constant({ty} {a})"),
            "allow.ubsan.check" => "call i1 @llvm.allow.ubsan.check(i8 3)".into(),
            _ => format!("call i1 @llvm.{name}(metadata !\"check\")"),
        };
        let bit = self.temp(&mut step, &call);
        let other = self.temp(&mut step, &format!("freeze {ty} {a}"));
        self.out(&mut step, &ty, &format!("select i1 {bit}, {ty} {a}, {ty} {other}"));
        self.push(step);
    }

    fn size(&mut self) {
        let (ty, mut step) = (self.ty(), Step::default());
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let least =
            self.temp(&mut step, &format!("call i64 @llvm.objectsize(ptr {room}, i1 true, i1 false, i1 false)"));
        let most =
            self.temp(&mut step, &format!("call i64 @llvm.objectsize(ptr {room}, i1 false, i1 false, i1 false)"));
        self.out(&mut step, &BOOL, &format!("icmp ule i64 {least}, {most}"));
        self.push(step);
    }

    fn stack(&mut self) {
        let ty = self.stored_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let saved = self.temp(&mut step, "call ptr @llvm.stacksave()");
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 1"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {room}, align 1"));
        step.lines.push(format!("call void @llvm.stackrestore(ptr {saved})"));
        self.push(step);
    }

    fn constrained(&mut self, name: &str, count: u32) {
        let mut ty = self.float_ty();
        // LLVM has no rule for the rest of halves.
        if *ty.scalar() == Ty::Half {
            ty = ty.with(Ty::Float);
        }
        let mut arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.value(&ty))).collect();
        arguments.push("metadata !\"round.tonearest\"".into());
        arguments.push("metadata !\"fpexcept.ignore\"".into());
        self.simple(&ty, &format!("call {ty} @llvm.{name}({})", super::list(&arguments)));
    }

    fn constrained_cast(&mut self, name: &str) {
        let ty = self.float_ty().with(Ty::Float);
        let (bytes, wide, mut step) = (ty.int(8), ty.with(Ty::Double), Step::default());
        let (a, b, c) = (self.value(&bytes), self.value(&ty), self.value(&wide));
        let (rounding, exceptions) = ("metadata !\"round.tonearest\"", "metadata !\"fpexcept.ignore\"");
        match name.rsplit('.').next().unwrap_or_default() {
            "fpext" => drop(self.out(&mut step, &wide, &format!("call {wide} @llvm.{name}({ty} {b}, {exceptions})"))),
            "fptrunc" => {
                drop(self.out(
                    &mut step,
                    &ty,
                    &format!("call {ty} @llvm.{name}({wide} {c}, {rounding}, {exceptions})"),
                ));
            }
            "sitofp" | "uitofp" => {
                drop(self.out(
                    &mut step,
                    &ty,
                    &format!("call {ty} @llvm.{name}({bytes} {a}, {rounding}, {exceptions})"),
                ));
            }
            _ => {
                let low = self.temp(&mut step, &format!("and {bytes} {a}, {}", bytes.splat(127)));
                let number = self.temp(&mut step, &format!("uitofp {bytes} {low} to {ty}"));
                self.out(&mut step, &bytes, &format!("call {bytes} @llvm.{name}({ty} {number}, {exceptions})"));
            }
        }
        self.push(step);
    }

    fn same_pointer(&mut self, call: &str) {
        let ty = self.stored_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 1"));
        let again = self.temp(&mut step, &format!("call ptr {call}(ptr {room})"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {again}, align 1"));
        self.push(step);
    }

    fn matrix(&mut self, name: &str) {
        let (rows, inner, columns) = (self.random.within(2, 4), self.random.within(2, 4), self.random.within(2, 4));
        let scalar = [Ty::Int(32), Ty::Float, Ty::Int(8)][self.random.below(3)].clone();
        let (left, right) = (scalar.of(rows * inner), scalar.of(inner * columns));
        let mut step = Step::default();
        let (a, b) = match scalar {
            Ty::Float => (self.whole(&mut step, &left), self.whole(&mut step, &right)),
            _ => (self.value(&left), self.value(&right)),
        };
        match name {
            "matrix.transpose" => {
                self.out(&mut step, &left, &format!("call {left} @llvm.{name}({left} {a}, i32 {rows}, i32 {inner})"));
            }
            "matrix.multiply" => {
                let to = scalar.of(rows * columns);
                let shape = format!("i32 {rows}, i32 {inner}, i32 {columns}");
                self.out(&mut step, &to, &format!("call {to} @llvm.{name}({left} {a}, {right} {b}, {shape})"));
            }
            _ => {
                let room = self.temp(&mut step, &format!("alloca [64 x {scalar}], align 64"));
                step.lines
                    .push(format!("call void @llvm.memset(ptr {room}, i8 0, i64 {}, i1 false)", 8 * scalar.bits()));
                let shape = format!("i64 {}, i1 false, i32 {rows}, i32 {inner}", rows + 3);
                step.lines.push(format!(
                    "call void @llvm.matrix.column.major.store({left} {a}, ptr align 1 {room}, {shape})"
                ));
                let load = format!("call {left} @llvm.matrix.column.major.load(ptr align 1 {room}, {shape})");
                self.out(&mut step, &left, &load);
                self.out(&mut step, &left, &format!("load {left}, ptr {room}, align 1"));
            }
        }
        self.push(step);
    }
}
