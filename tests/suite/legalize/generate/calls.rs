//! Calls of intrinsics.

use super::{Function, Ty};
use std::fmt::Write;

impl Function<'_> {
    /// An intrinsic on integers, declared among the helpers.
    pub(super) fn intrinsic(&mut self, ty: Ty) {
        let (t, suffix) = (ty.text(), ty.suffix());
        let (a, b, c) = (self.value(ty), self.value(ty), self.value(ty));
        let two = ["umin", "umax", "smin", "smax", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat"];
        let overflow = ["uadd", "sadd", "usub", "ssub", "umul", "smul"];
        match self.random.below(12) {
            0..=1 => {
                // LLVM has no rule for products of more than 64 bits.
                let among = if ty.width > 64 { &overflow[..4] } else { &overflow[..] };
                let name = format!("@llvm.{}.with.overflow.{suffix}", self.random.pick(among));
                let bit = ty.with_width(1);
                let pair = format!("{{ {t}, {} }}", bit.text());
                self.declare(&pair, &name, &format!("{t}, {t}"));
                let both = self.temp(&format!("call {pair} {name}({t} {a}, {t} {b})"));
                self.def(ty, &format!("extractvalue {pair} {both}, 0"));
                self.def(bit, &format!("extractvalue {pair} {both}, 1"));
            }
            2..=3 => self.simple_intrinsic(ty, "ctpop", &[], &a),
            4 => self.simple_intrinsic(ty, "ctlz", &["i1 false"], &a),
            5 => self.simple_intrinsic(ty, "cttz", &["i1 false"], &a),
            6 => self.simple_intrinsic(ty, "abs", &["i1 false"], &a),
            7 => self.simple_intrinsic(ty, "bitreverse", &[], &a),
            8 if ty.width.is_multiple_of(16) => self.simple_intrinsic(ty, "bswap", &[], &a),
            // Nor for such rotations by more than 128 bits that need a division.
            9 if ty.width > 1 && (ty.width <= 128 || ty.width.is_power_of_two()) => {
                let name = if self.random.below(2) == 0 { "fshl" } else { "fshr" };
                self.simple_intrinsic(ty, name, &[&format!("{t} {b}"), &format!("{t} {c}")], &a);
            }
            _ => {
                let name = *self.random.pick(&two);
                self.simple_intrinsic(ty, name, &[&format!("{t} {b}")], &a);
            }
        }
    }

    fn simple_intrinsic(&mut self, ty: Ty, name: &str, rest: &[&str], a: &str) {
        let (t, name) = (ty.text(), format!("@llvm.{name}.{}", ty.suffix()));
        let mut arguments = format!("{t} {a}");
        let mut types = t.clone();
        for argument in rest {
            arguments += &format!(", {argument}");
            types += if argument.starts_with("i1 ") && t != "i1" { ", i1" } else { ", " };
            types += if types.ends_with(", ") { &t } else { "" };
        }
        self.declare(&t, &name, &types);
        self.def(ty, &format!("call {t} {name}({arguments})"));
    }

    pub(super) fn reduce(&mut self, ty: Ty) {
        let (a, scalar) = (self.value(ty), Ty { lanes: 1, ..ty });
        let operation = *self.random.pick(&["add", "mul", "and", "or", "xor", "umin", "smax"]);
        let name = format!("@llvm.vector.reduce.{operation}.{}", ty.suffix());
        self.declare(&scalar.text(), &name, &ty.text());
        self.def(scalar, &format!("call {} {name}({} {a})", scalar.text(), ty.text()));
    }

    /// A masked store over another one, and a masked load.
    pub(super) fn masked(&mut self, ty: Ty) {
        if !matches!(ty.width, 8 | 16 | 32 | 64) {
            return self.shuffle(ty);
        }
        let (t, bit, suffix) = (ty.text(), ty.with_width(1), ty.suffix());
        let (a, b, m, n) = (self.value(ty), self.value(ty), self.value(bit), self.value(bit));
        let room = self.temp(&format!("alloca {t}, align 64"));
        writeln!(self.text, "  store {t} {a}, ptr {room}, align 64").unwrap();
        self.declare("void", &format!("@llvm.masked.store.{suffix}.p0"), &format!("{t}, ptr, {}", bit.text()));
        self.declare(&t, &format!("@llvm.masked.load.{suffix}.p0"), &format!("ptr, {}, {t}", bit.text()));
        writeln!(
            self.text,
            "  call void @llvm.masked.store.{suffix}.p0({t} {b}, ptr align 1 {room}, {} {m})",
            bit.text()
        )
        .unwrap();
        self.def(
            ty,
            &format!("call {t} @llvm.masked.load.{suffix}.p0(ptr align 1 {room}, {} {n}, {t} {b})", bit.text()),
        );
    }

    fn declare(&mut self, result: &str, name: &str, parameters: &str) {
        writeln!(self.helpers, "declare {result} {name}({parameters})").unwrap();
    }
}
