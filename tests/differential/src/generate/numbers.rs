//! Integers: arithmetic, shifts, division, comparison, selection, casts.

use super::Maker;
use crate::tree::Step;
use crate::types::{BOOL, Ty, power_of_two};

impl Maker {
    pub(super) fn integers(&mut self) {
        let ty = self.int_ty();
        match self.random.below(14) {
            0..=3 => self.binary(&ty),
            4..=5 => self.shift(&ty),
            6 => self.divide(&ty),
            7 => self.compare(&ty),
            8 => self.select(),
            9..=11 => self.resize(&ty),
            12 => self.freeze(),
            _ => self.exact(&ty),
        }
    }

    fn binary(&mut self, ty: &Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let op = self.random.pick(&["add", "sub", "mul", "and", "or", "xor", "add", "mul"]);
        self.simple(ty, &format!("{op} {ty} {a}, {b}"));
    }

    /// Returns a shift amount below the width: a constant, or any number masked to a smaller power of two.
    pub(super) fn amount(&mut self, step: &mut Step, ty: &Ty) -> String {
        let width = ty.width();
        if self.random.one_in(3) {
            return ty.splat(if width == 1 { "false".into() } else { self.random.within(0, width - 1).to_string() });
        }
        let any = self.value(ty);
        if self.random.one_in(3) && (2..=64).contains(&width) {
            return self.temp(step, &format!("urem {ty} {any}, {}", ty.splat(width)));
        }
        let mask = (1_u32 << (31 - width.leading_zeros())) - 1;
        self.temp(
            step,
            &format!("and {ty} {any}, {}", ty.splat(if width == 1 { "false".into() } else { mask.to_string() })),
        )
    }

    fn shift(&mut self, ty: &Ty) {
        let a = self.value(ty);
        let mut step = Step::default();
        let amount = self.amount(&mut step, ty);
        let op = self.random.pick(&["shl", "lshr", "ashr"]);
        self.out(&mut step, ty, &format!("{op} {ty} {a}, {amount}"));
        self.push(step);
    }

    /// Returns a divisor that is neither zero nor minus one.
    pub(super) fn divisor(&mut self, step: &mut Step, ty: &Ty, b: &str) -> String {
        let positive = self.temp(step, &format!("and {ty} {b}, {}", ty.splat(power_of_two(ty.width() - 1, 1))));
        self.temp(step, &format!("or {ty} {positive}, {}", ty.splat(1)))
    }

    fn divide(&mut self, ty: &Ty) {
        // Each lane of wide integers is a loop.
        if ty.width() == 1 || ty.width() > 64 && ty.width() * ty.lanes() > 512 {
            return self.binary(ty);
        }
        let (a, b) = (self.value(ty), self.value(ty));
        let mut step = Step::default();
        let divisor = self.divisor(&mut step, ty, &b);
        let op = self.random.pick(&["udiv", "sdiv", "urem", "srem"]);
        self.out(&mut step, ty, &format!("{op} {ty} {a}, {divisor}"));
        self.push(step);
    }

    fn compare(&mut self, ty: &Ty) {
        let (a, b) = (self.value(ty), self.value(ty));
        let predicate = self.random.pick(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
        self.simple(&ty.with(BOOL), &format!("icmp {predicate} {ty} {a}, {b}"));
    }

    pub(super) fn select(&mut self) {
        let ty = self.ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let bit = if self.random.one_in(2) { BOOL } else { ty.with(BOOL) };
        let condition = self.value(&bit);
        self.simple(&ty, &format!("select {bit} {condition}, {ty} {a}, {ty} {b}"));
    }

    fn resize(&mut self, ty: &Ty) {
        let to = ty.int(self.int_ty().width());
        let a = self.value(ty);
        let op = match to.width().cmp(&ty.width()) {
            std::cmp::Ordering::Less => "trunc",
            std::cmp::Ordering::Greater => self.random.pick(&["zext", "sext"]),
            std::cmp::Ordering::Equal => return self.binary(ty),
        };
        self.simple(&to, &format!("{op} {ty} {a} to {to}"));
    }

    /// Makes a freeze of a value, of an undefined value, or of undefined lanes: its result is the same at each use.
    fn freeze(&mut self) {
        let ty = self.ty();
        if self.random.one_in(2) {
            let a = self.value(&ty);
            self.simple(&ty, &format!("freeze {ty} {a}"));
            return;
        }
        let Ty::Int(_) = ty.scalar() else { return };
        let mut step = Step::default();
        let what = self.random.pick(&["undef", "poison"]);
        let any = self.temp(&mut step, &format!("freeze {ty} {what}"));
        let again = self.temp(&mut step, &format!("xor {ty} {any}, {}", self_ones(&ty)));
        self.out(&mut step, &ty, &format!("add {ty} {any}, {again}"));
        self.push(step);
    }

    /// Makes instructions with flags that hold: no bit is lost, nothing overflows, signs agree.
    fn exact(&mut self, ty: &Ty) {
        if ty.width() < 3 {
            return self.binary(ty);
        }
        let (a, b) = (self.value(ty), self.value(ty));
        let mut step = Step::default();
        let small =
            |maker: &mut Self, step: &mut Step, v: &str| maker.temp(step, &format!("lshr {ty} {v}, {}", ty.splat(2)));
        let (x, y) = (small(self, &mut step, &a), small(self, &mut step, &b));
        match self.random.below(7) {
            5 => {
                let wide = ty.int(ty.width() + 9);
                let long = self.temp(&mut step, &format!("zext nneg {ty} {x} to {wide}"));
                self.out(&mut step, ty, &format!("trunc nuw nsw {wide} {long} to {ty}"));
            }
            // Each lane of wide integers is a loop.
            6 if ty.width() > 3 && (ty.width() <= 64 || ty.width() * ty.lanes() <= 512) => {
                let three = ty.splat(3);
                let all = self.temp(&mut step, &format!("mul nuw {ty} {x}, {three}"));
                self.out(&mut step, ty, &format!("udiv exact {ty} {all}, {three}"));
            }
            0 => drop(self.out(&mut step, ty, &format!("add nuw nsw {ty} {x}, {y}"))),
            1 => drop(self.out(&mut step, ty, &format!("sub nsw {ty} {x}, {y}"))),
            2 => {
                let twice = self.temp(&mut step, &format!("shl nuw nsw {ty} {x}, {}", ty.splat(1)));
                self.out(&mut step, ty, &format!("lshr exact {ty} {twice}, {}", ty.splat(1)));
            }
            3 => {
                let twice = self.temp(&mut step, &format!("shl {ty} {x}, {}", ty.splat(1)));
                self.out(&mut step, ty, &format!("or disjoint {ty} {twice}, {}", ty.splat(1)));
            }
            _ => drop(self.out(&mut step, &ty.with(BOOL), &format!("icmp samesign ult {ty} {x}, {y}"))),
        }
        self.push(step);
    }
}

/// Returns a constant with all bits set.
pub(super) fn self_ones(ty: &Ty) -> String {
    ty.splat(if ty.width() == 1 { "true" } else { "-1" })
}
