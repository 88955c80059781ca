//! Intrinsics on integers.

use crate::generate::{Maker, list};
use crate::tree::Step;
use crate::types::{BOOL, Ty};

impl Maker {
    pub(in crate::generate) fn same_integers(&mut self, call: &str, count: u32) {
        let mut ty = self.int_ty();
        // LLVM has no rule for such rotations by more than 128 bits that need a division.
        if call.starts_with("@llvm.fsh") && ty.width() > 128 && !ty.width().is_power_of_two() {
            ty = ty.int(128);
        }
        let (mut values, mut step): (Vec<_>, _) = ((0..count).map(|_| self.value(&ty)).collect(), Step::default());
        // LLVM's code for such rotations of vectors goes wrong where constant amounts are not below the width.
        if call.starts_with("@llvm.fsh") && ty.is_vector() {
            values[2] = self.amount(&mut step, &ty);
        }
        let arguments: Vec<_> = values.iter().map(|value| format!("{ty} {value}")).collect();
        self.out(&mut step, &ty, &format!("call {ty} {call}({})", list(&arguments)));
        self.push(step);
    }

    pub(in crate::generate) fn overflow(&mut self, call: &str) {
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

    pub(in crate::generate) fn order(&mut self, call: &str) {
        let ty = self.int_ty();
        let to = ty.int(self.random.within(2, 64));
        let (a, b) = (self.value(&ty), self.value(&ty));
        self.simple(&to, &format!("call {to} {call}({ty} {a}, {ty} {b})"));
    }

    /// Makes fixed-point products and quotients that do not overflow.
    pub(in crate::generate) fn fixed(&mut self, name: &str) {
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

    /// Makes a call with a flag for poison that is false.
    pub(in crate::generate) fn flagged(&mut self, call: &str) {
        let ty = self.int_ty();
        let a = self.value(&ty);
        self.simple(&ty, &format!("call {ty} {call}({ty} {a}, i1 false)"));
    }

    /// Makes a byte swap of an even number of bytes.
    pub(in crate::generate) fn swapped(&mut self, call: &str) {
        let ty = self.int_ty();
        let ty = ty.int(ty.width().next_multiple_of(16).min(256));
        let a = self.value(&ty);
        self.simple(&ty, &format!("call {ty} {call}({ty} {a})"));
    }

    pub(in crate::generate) fn saturated_shift(&mut self, call: &str) {
        let ty = self.int_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let amount = self.amount(&mut step, &ty);
        self.out(&mut step, &ty, &format!("call {ty} {call}({ty} {a}, {ty} {amount})"));
        self.push(step);
    }

    pub(in crate::generate) fn reduce_integers(&mut self, call: &str) {
        let ty = self.vector_ty();
        let ty = if ty.is_int() { ty } else { ty.int(32) };
        let a = self.value(&ty);
        self.simple(ty.scalar(), &format!("call {} {call}({ty} {a})", ty.scalar()));
    }

    pub(in crate::generate) fn expected(&mut self, name: &str) {
        let ty = Ty::Int(self.int_ty().width());
        let (a, b) = (self.value(&ty), self.constant(&ty));
        let odds = if name == "expect" { "" } else { ", double 0.75" };
        self.simple(&ty, &format!("call {ty} @llvm.{name}({ty} {a}, {ty} {b}{odds})"));
    }
}
