//! Atomic operations and fences, on the upper half of the output.

use super::Maker;
use crate::program::OUT_BYTES;
use crate::tree::Step;
use crate::types::{BOOL, Ty};

const ORDERS: [&str; 5] = ["monotonic", "acquire", "release", "acq_rel", "seq_cst"];

impl Maker {
    pub(super) fn atomics(&mut self) {
        if self.random.one_in(4) {
            return self.float_atomics();
        }
        let ty = Ty::Int(self.random.pick(&[8, 16, 32, 32, 64, 64]));
        let (a, b, c) = (self.value(&ty), self.value(&ty), self.value(&ty));
        let mut step = Step::default();
        let at = OUT_BYTES / 2 + self.random.below(256) * 8;
        let place = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %out, i64 {at}"));
        let (place, bytes) = (format!("ptr addrspace(1) {place}"), ty.bits() / 8);
        step.lines.push(format!("store atomic {ty} {a}, {place} release, align {bytes}"));
        let order = self.random.pick(&ORDERS);
        match self.random.below(5) {
            0 => {
                let pair = Ty::Struct(vec![ty.clone(), BOOL]);
                let expected = if self.random.one_in(2) { &a } else { &b };
                let volatile = if self.random.one_in(4) { "volatile " } else { "" };
                let failure = self.random.pick(&["monotonic", "acquire", "seq_cst"]);
                let both = self.temp(
                    &mut step,
                    &format!("cmpxchg {volatile}{place}, {ty} {expected}, {ty} {c} {order} {failure}"),
                );
                self.out(&mut step, &ty, &format!("extractvalue {pair} {both}, 0"));
                self.out(&mut step, &BOOL, &format!("extractvalue {pair} {both}, 1"));
            }
            1 => step.lines.push(format!("fence {}", ORDERS[1 + self.random.below(4)])),
            _ => {
                let operations = [
                    "xchg",
                    "add",
                    "sub",
                    "and",
                    "nand",
                    "or",
                    "xor",
                    "max",
                    "min",
                    "umax",
                    "umin",
                    "uinc_wrap",
                    "udec_wrap",
                    "usub_cond",
                    "usub_sat",
                ];
                let op = self.random.pick(&operations);
                self.out(&mut step, &ty, &format!("atomicrmw {op} {place}, {ty} {b} {order}"));
            }
        }
        let order = ["unordered", "monotonic", "acquire", "seq_cst"][self.random.below(4)];
        self.out(&mut step, &ty, &format!("load atomic {ty}, {place} {order}, align {bytes}"));
        self.push(step);
    }

    /// Makes atomics on small whole numbers, so that nothing is rounded and no zero has a sign. `bfloat` is excluded:
    /// LLVM's code for `fmaximum` on it occasionally copies processor flags, which crashes.
    fn float_atomics(&mut self) {
        let (ty, mut step) = (self.random.pick(&[Ty::Float, Ty::Double, Ty::Half]), Step::default());
        let numbers = [self.whole(&mut step, &ty), self.whole(&mut step, &ty)];
        let [a, b] = numbers.map(|v| self.temp(&mut step, &format!("fadd {ty} {v}, 0.0")));
        let at = OUT_BYTES / 2 + self.random.below(256) * 8;
        let place = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %out, i64 {at}"));
        let (place, bytes) = (format!("ptr addrspace(1) {place}"), ty.bits() / 8);
        step.lines.push(format!("store atomic {ty} {a}, {place} release, align {bytes}"));
        let op = self.random.pick(&["xchg", "fadd", "fsub", "fmax", "fmin", "fmaximum", "fminimum"]);
        let order = self.random.pick(&ORDERS);
        self.out(&mut step, &ty, &format!("atomicrmw {op} {place}, {ty} {b} {order}"));
        self.out(&mut step, &ty, &format!("load atomic {ty}, {place} monotonic, align {bytes}"));
        self.push(step);
    }
}
