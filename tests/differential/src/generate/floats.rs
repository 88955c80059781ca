//! Floating-point numbers. NaNs are replaced by the one quiet NaN wherever their bits would be visible.

use super::Maker;
use crate::tree::Step;
use crate::types::{BOOL, Ty};

impl Maker {
    pub(super) fn floats(&mut self) {
        let ty = self.float_ty();
        match self.random.below(13) {
            12 => self.fast(&ty),
            0..=3 => {
                let a = self.value(&ty);
                let b = self.other_float(&ty, &a);
                let op = self.random.pick(&["fadd", "fsub", "fmul", "fdiv", "frem"]);
                self.simple(&ty, &format!("{op} {ty} {a}, {b}"));
            }
            4 => {
                let a = self.value(&ty);
                self.simple(&ty, &format!("fneg {ty} {a}"));
            }
            5..=6 => self.compare_floats(&ty),
            7 => self.bits_of(&ty),
            8 => self.other_precision(&ty),
            9 => self.number_from_integer(&ty),
            10 => self.number_to_integer(&ty),
            _ => self.select(),
        }
    }

    /// Returns a value other than this one: LLVM's code for `select` makes zero of `a / a` if `a` is zero, which would
    /// be visible.
    pub(super) fn other_float(&mut self, ty: &Ty, not: &str) -> String {
        let b = self.value(ty);
        if b == not { self.constant(ty) } else { b }
    }

    /// Returns a constant, often a special one.
    pub(super) fn float(&mut self, ty: &Ty) -> String {
        let [infinity, nan, smallest, largest] = match ty {
            Ty::Half => ["0xH7C00", "0xH7E00", "0xH0001", "0xH7BFF"],
            Ty::BFloat => ["0xR7F80", "0xR7FC0", "0xR0001", "0xR7F7F"],
            Ty::Float => ["0x7FF0000000000000", "0x7FF8000000000000", "0x36A0000000000000", "0x47EFFFFFE0000000"],
            _ => ["0x7FF0000000000000", "0x7FF8000000000000", "0x0000000000000001", "0x7FEFFFFFFFFFFFFF"],
        };
        let list =
            ["0.0", "-0.0", "1.0", "-1.0", "0.5", "2.5", "-3.5", "100.0", "-7.0", infinity, nan, smallest, largest];
        (self.random.pick(&list)).into()
    }

    /// Returns the value with any NaN replaced by the quiet NaN; available to later steps if `is_out`.
    pub(super) fn defined_nan(&mut self, step: &mut Step, ty: &Ty, value: &str, is_out: bool) -> String {
        let nan = ty.splat(match ty.scalar() {
            Ty::Half => "0xH7E00",
            Ty::BFloat => "0xR7FC0",
            _ => "0x7FF8000000000000",
        });
        let bit = ty.with(BOOL);
        let is_nan = self.temp(step, &format!("fcmp uno {ty} {value}, {}", ty.splat("0.0")));
        let chosen = format!("select {bit} {is_nan}, {ty} {nan}, {ty} {value}");
        if is_out { self.out(step, ty, &chosen) } else { self.temp(step, &chosen) }
    }

    fn compare_floats(&mut self, ty: &Ty) {
        const PREDICATES: [&str; 16] = [
            "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
            "false",
        ];
        let (a, b, predicate) = (self.value(ty), self.value(ty), self.random.pick(&PREDICATES));
        self.simple(&ty.with(BOOL), &format!("fcmp {predicate} {ty} {a}, {b}"));
    }

    /// Makes arithmetic on small whole numbers, for which all flags hold and which no order rounds.
    fn fast(&mut self, ty: &Ty) {
        let mut step = Step::default();
        let (a, b) = (self.whole(&mut step, ty), self.whole(&mut step, ty));
        let flags = self.random.pick(&["fast", "nnan ninf", "nsz", "contract", "reassoc nsz", "nnan nsz arcp afn"]);
        let op = self.random.pick(&["fadd", "fsub", "fmul"]);
        let one = self.temp(&mut step, &format!("{op} {flags} {ty} {a}, {b}"));
        let two = self.temp(&mut step, &format!("fadd {flags} {ty} {one}, {a}"));
        let bit = ty.with(BOOL);
        let less = self.temp(&mut step, &format!("fcmp {flags} olt {ty} {two}, {one}"));
        let least = self.temp(&mut step, &format!("select {flags} {bit} {less}, {ty} {two}, {ty} {one}"));
        // Zeros may have lost their sign.
        self.out(&mut step, ty, &format!("fadd {ty} {least}, {}", ty.splat("0.0")));
        self.push(step);
    }

    /// Makes a bitcast to an integer, and back.
    fn bits_of(&mut self, ty: &Ty) {
        let (a, bits) = (self.value(ty), ty.int(ty.bits()));
        let mut step = Step::default();
        let value = self.defined_nan(&mut step, ty, &a, false);
        let raw = self.out(&mut step, &bits, &format!("bitcast {ty} {value} to {bits}"));
        let changed = self.temp(&mut step, &format!("xor {bits} {raw}, {}", bits.splat(1)));
        let back = self.temp(&mut step, &format!("bitcast {bits} {changed} to {ty}"));
        self.defined_nan(&mut step, ty, &back, true);
        self.push(step);
    }

    fn other_precision(&mut self, ty: &Ty) {
        let others = if *ty.scalar() == Ty::BFloat {
            &[Ty::Float, Ty::Double][..]
        } else {
            &[Ty::Half, Ty::Float, Ty::Double, Ty::BFloat]
        };
        let to = ty.with(self.random.pick(others));
        let op = match to.bits().cmp(&ty.bits()) {
            std::cmp::Ordering::Less => "fptrunc",
            std::cmp::Ordering::Greater => "fpext",
            std::cmp::Ordering::Equal => return,
        };
        let a = self.value(ty);
        self.simple(&to, &format!("{op} {ty} {a} to {to}"));
    }

    /// Makes a conversion of an integer that the type can represent: beyond, LLVM's own expansions differ.
    fn number_from_integer(&mut self, ty: &Ty) {
        let from = ty.int(self.int_ty().width());
        let most = match ty.scalar() {
            Ty::Half => 15,
            // Beyond, LLVM rounds twice.
            Ty::BFloat => 24,
            Ty::Float => 126,
            _ => 256,
        };
        let (mut a, mut step) = (self.value(&from), Step::default());
        let (op, shift) = self.random.pick(&[("sitofp", "ashr"), ("uitofp", "lshr")]);
        if from.width() > most {
            a = self.temp(&mut step, &format!("{shift} {from} {a}, {}", from.splat(from.width() - most)));
        }
        self.out(&mut step, ty, &format!("{op} {from} {a} to {ty}"));
        self.push(step);
    }

    /// Makes a conversion of a number in range: a smaller integer, converted to a float before.
    fn number_to_integer(&mut self, ty: &Ty) {
        let to = ty.int(self.int_ty().width());
        let most = match ty.scalar() {
            Ty::Half => 14,
            // Beyond, LLVM rounds the float twice.
            Ty::BFloat => 24,
            _ => 120,
        };
        let spare = 2.max(to.width().saturating_sub(most));
        if to.width() <= spare {
            return self.compare_floats(ty);
        }
        let (a, mut step) = (self.value(&to), Step::default());
        let (op, back, shift) = self.random.pick(&[("sitofp", "fptosi", "ashr"), ("uitofp", "fptoui", "lshr")]);
        let small = self.temp(&mut step, &format!("{shift} {to} {a}, {}", to.splat(spare)));
        let number = self.temp(&mut step, &format!("{op} {to} {small} to {ty}"));
        let part = self.temp(&mut step, &format!("fmul {ty} {number}, {}", ty.splat("0.75")));
        self.out(&mut step, &to, &format!("{back} {ty} {part} to {to}"));
        self.push(step);
    }
}
