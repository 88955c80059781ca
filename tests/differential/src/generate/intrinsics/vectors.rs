//! Intrinsics that move or combine lanes.

use crate::generate::{Maker, list, whole_words};
use crate::tree::Step;
use crate::types::{BOOL, Ty};

impl Maker {
    pub(in crate::generate) fn interleave(&mut self, call: &str, count: u32) {
        let ty = self.vector_ty();
        let ty = ty.of((64 / count).min(ty.lanes()).max(2));
        let to = ty.of(ty.lanes() * count);
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.value(&ty))).collect();
        if count == 2 {
            self.simple(&to, &format!("call {to} {call}({})", list(&arguments)));
            return;
        }
        let (mut run, mut whole, mut step) = (Vec::new(), "poison".to_owned(), Step::default());
        for lane in 0..to.lanes() {
            let from = &arguments[(lane % count) as usize];
            run.push(format!("%_a{lane} = extractelement {from}, i32 {}", lane / count));
            run.push(format!("%_b{lane} = insertelement {to} {whole}, {} %_a{lane}, i32 {lane}", to.scalar()));
            whole = format!("%_b{lane}");
        }
        run.push(format!("freeze {to} {whole}"));
        let value = self.either(&mut step, &format!("call {to} {call}({})", list(&arguments)), &run);
        self.frozen(&mut step, &to, &value);
        self.push(step);
    }

    pub(in crate::generate) fn deinterleave(&mut self, call: &str, count: u32) {
        let ty = self.vector_ty();
        let ty = ty.of((64 / count).min(ty.lanes()).max(2));
        let (from, all) = (ty.of(ty.lanes() * count), Ty::Struct(vec![ty.clone(); count as usize]));
        let (a, mut step) = (self.value(&from), Step::default());
        let direct = format!("call {all} {call}({from} {a})");
        let mut run = Vec::new();
        for first in 0..count {
            let lanes: Vec<_> = (0..ty.lanes()).map(|lane| format!("i32 {}", lane * count + first)).collect();
            let mask = format!("<{} x i32> <{}>", ty.lanes(), lanes.join(", "));
            run.push(format!("%_a{first} = shufflevector {from} {a}, {from} poison, {mask}"));
            let before = if first == 0 { "poison".into() } else { format!("%_b{}", first - 1) };
            let name = if first + 1 == count { String::new() } else { format!("%_b{first} = ") };
            run.push(format!("{name}insertvalue {all} {before}, {ty} %_a{first}, {first}"));
        }
        let several = if count == 2 { self.temp(&mut step, &direct) } else { self.either(&mut step, &direct, &run) };
        for index in 0..count {
            self.out(&mut step, &ty, &format!("extractvalue {all} {several}, {index}"));
        }
        self.push(step);
    }

    pub(in crate::generate) fn subvector(&mut self, call: &str, is_insert: bool) {
        // LLVM's own code goes through memory.
        let ty = whole_words(&self.vector_ty());
        let short = ty.of((ty.lanes() / 2).max(2));
        let places = (ty.lanes() - short.lanes()) / short.lanes() + 1;
        let at = self.random.below(places as usize) as u32 * short.lanes();
        let (a, b) = (self.value(&ty), self.value(&short));
        match is_insert {
            true => self.simple(&ty, &format!("call {ty} {call}({ty} {a}, {short} {b}, i64 {at})")),
            false => self.simple(&short, &format!("call {short} {call}({ty} {a}, i64 {at})")),
        };
    }

    /// Makes a partial reduction. The assignment of lanes to sums is unspecified: only the total is defined.
    pub(in crate::generate) fn partial_reduce(&mut self, name: &str) {
        let mut step = Step::default();
        let is_float = name.ends_with("fadd");
        let ty = if is_float { Ty::Float } else { self.int_ty() }.of(self.random.within(2, 4));
        let long = ty.of(ty.lanes() * self.random.within(2, 3));
        let (a, b) = match is_float {
            true => (self.whole(&mut step, &ty), self.whole(&mut step, &long)),
            false => (self.value(&ty), self.value(&long)),
        };
        let op = if is_float { "fadd" } else { "add" };
        let (mut run, mut before) = (Vec::new(), a.clone());
        for part in 0..long.lanes() / ty.lanes() {
            let lanes: Vec<_> = (0..ty.lanes()).map(|lane| format!("i32 {}", part * ty.lanes() + lane)).collect();
            let mask = format!("<{} x i32> <{}>", ty.lanes(), lanes.join(", "));
            run.push(format!("%_a{part} = shufflevector {long} {b}, {long} poison, {mask}"));
            run.push(format!("%_b{part} = {op} {ty} {before}, %_a{part}"));
            before = format!("%_b{part}");
        }
        run.push(format!("freeze {ty} {before}"));
        let sums = self.either(&mut step, &format!("call {ty} @llvm.{name}({ty} {a}, {long} {b})"), &run);
        let sum = match is_float {
            true => format!("call float @llvm.vector.reduce.fadd(float 0.0, {ty} {sums})"),
            false => format!("call {} @llvm.vector.reduce.add({ty} {sums})", ty.scalar()),
        };
        self.out(&mut step, ty.scalar(), &sum);
        self.push(step);
    }

    pub(in crate::generate) fn matrix(&mut self, name: &str) {
        let (rows, inner, columns) = (self.random.within(2, 4), self.random.within(2, 4), self.random.within(2, 4));
        let scalar = [Ty::Int(32), Ty::Float, Ty::Int(8)][self.random.below(3)].clone();
        let (left, right) = (scalar.of(rows * inner), scalar.of(inner * columns));
        let mut step = Step::default();
        let (a, b) = match scalar {
            Ty::Float => (self.whole(&mut step, &left), self.whole(&mut step, &right)),
            _ => (self.value(&left), self.value(&right)),
        };
        // LLVM's pass guesses shapes from those of other operations, and is wrong, or crashes, where they differ.
        let a = self.temp(&mut step, &format!("freeze {left} {a}"));
        let b = self.temp(&mut step, &format!("freeze {right} {b}"));
        match name {
            "matrix.transpose" => {
                let call = format!("call {left} @llvm.{name}({left} {a}, i32 {rows}, i32 {inner})");
                let other = self.temp(&mut step, &call);
                self.frozen(&mut step, &left, &other);
            }
            "matrix.multiply" => {
                let to = scalar.of(rows * columns);
                let shape = format!("i32 {rows}, i32 {inner}, i32 {columns}");
                let call = format!("call {to} @llvm.{name}({left} {a}, {right} {b}, {shape})");
                let product = self.temp(&mut step, &call);
                self.frozen(&mut step, &to, &product);
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
                let again = self.temp(&mut step, &load);
                self.frozen(&mut step, &left, &again);
                let first = self.temp(&mut step, &format!("load {left}, ptr {room}, align 1"));
                self.frozen(&mut step, &left, &first);
            }
        }
        self.push(step);
    }

    pub(in crate::generate) fn reversed(&mut self, call: &str) {
        let ty = self.vector_ty();
        let a = self.value(&ty);
        self.simple(&ty, &format!("call {ty} {call}({ty} {a})"));
    }

    pub(in crate::generate) fn splice(&mut self, call: &str) {
        let ty = self.vector_ty();
        let (a, b, at) = (self.value(&ty), self.value(&ty), self.random.below(ty.lanes() as usize));
        self.simple(&ty, &format!("call {ty} {call}({ty} {a}, {ty} {b}, i32 {at})"));
    }

    pub(in crate::generate) fn numbered(&mut self, call: &str) {
        let ty = self.vector_ty();
        let ty = ty.int([8, 16, 32, 64][self.random.below(4)]);
        self.simple(&ty, &format!("call {ty} {call}()"));
    }

    pub(in crate::generate) fn lane_mask(&mut self, call: &str) {
        let (mask, ty) = (self.vector_ty().with(BOOL), Ty::Int(self.random.pick(&[32, 64])));
        let (a, b) = (self.value(&ty), self.value(&ty));
        let mut step = Step::default();
        let [a, b] = [a, b].map(|v| self.temp(&mut step, &format!("and {ty} {v}, 63")));
        self.out(&mut step, &mask, &format!("call {mask} {call}({ty} {a}, {ty} {b})"));
        self.push(step);
    }

    pub(in crate::generate) fn count_lanes(&mut self, call: &str) {
        let (mask, ty) = (self.vector_ty().with(BOOL), Ty::Int(self.random.pick(&[8, 16, 32, 64])));
        let a = self.value(&mask);
        self.simple(&ty, &format!("call {ty} {call}({mask} {a}, i1 false)"));
    }

    pub(in crate::generate) fn vector_length(&mut self, call: &str) {
        let ty = Ty::Int(self.random.pick(&[16, 32, 64]));
        let (a, most) = (self.value(&ty), self.random.within(1, 64));
        self.simple(&Ty::Int(32), &format!("call i32 {call}({ty} {a}, i32 {most}, i1 false)"));
    }

    /// Makes a compression of lanes. LLVM's own code goes through memory, where lanes other than whole words are laid
    /// out differently.
    pub(in crate::generate) fn compress(&mut self, call: &str) {
        let ty = self.masked_ty();
        let bit = ty.with(BOOL);
        let (a, b, m) = (self.value(&ty), self.value(&ty), self.value(&bit));
        self.simple(&ty, &format!("call {ty} {call}({ty} {a}, {bit} {m}, {ty} {b})"));
    }

    pub(in crate::generate) fn last_active(&mut self, call: &str) {
        let ty = self.masked_ty();
        let (bit, one) = (ty.with(BOOL), ty.scalar().clone());
        let (a, b, m) = (self.value(&ty), self.value(&one), self.value(&bit));
        let (mut run, mut last, mut step) = (Vec::new(), b.clone(), Step::default());
        for lane in 0..ty.lanes() {
            run.push(format!("%_a{lane} = extractelement {ty} {a}, i32 {lane}"));
            run.push(format!("%_b{lane} = extractelement {bit} {m}, i32 {lane}"));
            run.push(format!("%_c{lane} = select i1 %_b{lane}, {one} %_a{lane}, {one} {last}"));
            last = format!("%_c{lane}");
        }
        run.push(format!("freeze {one} {last}"));
        let value = self.either(&mut step, &format!("call {one} {call}({ty} {a}, {bit} {m}, {one} {b})"), &run);
        self.frozen(&mut step, &one, &value);
        self.push(step);
    }

    pub(in crate::generate) fn matching(&mut self, call: &str) {
        let ty = self.masked_ty();
        let ty = ty.int(ty.bits());
        let (set, bit) = (ty.of(self.random.within(2, 16)), ty.with(BOOL));
        let (a, b, m) = (self.value(&ty), self.value(&set), self.value(&bit));
        self.simple(&bit, &format!("call {bit} {call}({ty} {a}, {set} {b}, {bit} {m})"));
    }

    /// Makes a dependence check of two places in one variable.
    pub(in crate::generate) fn dependence(&mut self, call: &str) {
        let (mask, size) = (BOOL.of(self.random.within(2, 8)), 1 << self.random.below(4));
        let (a, b, mut step) = (self.value(&Ty::Int(32)), self.value(&Ty::Int(32)), Step::default());
        let room = self.temp(&mut step, "alloca [64 x i64], align 64");
        let [a, b] = [a, b].map(|at| {
            let small = self.temp(&mut step, &format!("and i32 {at}, 15"));
            self.temp(&mut step, &format!("getelementptr i{}, ptr {room}, i32 {small}", 8 * size))
        });
        let starts: Vec<_> = (0..mask.lanes()).map(|lane| format!("i64 {}", lane * size)).collect();
        let (starts, all) = (starts.join(", "), format!("<{} x i64>", mask.lanes()));
        let mut run = vec![
            format!("%_a = ptrtoint ptr {a} to i64"),
            format!("%_b = ptrtoint ptr {b} to i64"),
            "%_c = sub i64 %_b, %_a".into(),
            "%_d = call i64 @llvm.abs(i64 %_c, i1 false)".into(),
            "%_e = icmp eq i64 %_c, 0".into(),
            "%_f = icmp sle i64 %_c, 0".into(),
        ];
        let (distance, is_free) = if call.contains("raw") { ("%_d", "%_e") } else { ("%_c", "%_f") };
        run.extend([
            format!("%_g = insertelement {all} poison, i64 {distance}, i32 0"),
            format!("%_h = shufflevector {all} %_g, {all} poison, <{} x i32> zeroinitializer", mask.lanes()),
            format!("%_i = icmp slt {all} <{starts}>, %_h"),
            format!("select i1 {is_free}, {mask} splat (i1 true), {mask} %_i"),
        ]);
        let value = self.either(&mut step, &format!("call {mask} {call}(ptr {a}, ptr {b}, i64 {size})"), &run);
        self.frozen(&mut step, &mask, &value);
        self.push(step);
    }
}
