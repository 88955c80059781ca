//! Intrinsics on floating-point numbers.

use crate::generate::{Maker, list};
use crate::intrinsics::is_translated;
use crate::tree::Step;
use crate::types::{BOOL, Ty};

/// Returns the sine and cosine of half turns.
fn of_turns(ty: &Ty, pair: &Ty, a: &str) -> Vec<String> {
    vec![
        format!("%_0 = fmul {ty} {a}, {}", ty.splat(crate::builtins::pi(ty))),
        format!("%_1 = call {ty} @llvm.sin({ty} %_0)"),
        format!("%_2 = call {ty} @llvm.cos({ty} %_0)"),
        format!("%_3 = insertvalue {pair} poison, {ty} %_1, 0"),
        format!("insertvalue {pair} %_3, {ty} %_2, 1"),
    ]
}

impl Maker {
    pub(in crate::generate) fn same_floats(&mut self, call: &str, count: u32) {
        let mut ty = if call.ends_with("fma") { self.known_float_ty() } else { self.float_ty() };
        // LLVM has no rule for others.
        if call.ends_with("canonicalize") {
            ty = [Ty::Float, Ty::Double][self.random.below(2)].clone();
        }
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.value(&ty))).collect();
        self.simple(&ty, &format!("call {ty} {call}({})", list(&arguments)));
    }

    /// Returns a small whole number.
    pub(in crate::generate) fn whole(&mut self, step: &mut Step, ty: &Ty) -> String {
        let bits = ty.int(8);
        let a = self.value(&bits);
        let small = self.temp(step, &format!("ashr {bits} {a}, {}", bits.splat(4)));
        self.temp(step, &format!("sitofp {bits} {small} to {ty}"))
    }

    pub(in crate::generate) fn whole_floats(&mut self, call: &str, count: u32) {
        let (ty, mut step) = (self.float_ty(), Step::default());
        let arguments: Vec<_> = (0..count).map(|_| format!("{ty} {}", self.whole(&mut step, &ty))).collect();
        self.out(&mut step, &ty, &format!("call {ty} {call}({})", list(&arguments)));
        self.push(step);
    }

    pub(in crate::generate) fn exponent(&mut self, name: &str) {
        let (ty, mut step) = (self.known_float_ty(), Step::default());
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

    /// Makes `frexp`, `modf`, `sincos`.
    pub(in crate::generate) fn two_results(&mut self, name: &str, is_exponent: bool) {
        let mut ty = self.known_float_ty();
        // LLVM has no rule for the parts of halves.
        if name == "modf" && *ty.scalar() == Ty::Half {
            ty = ty.with(Ty::Float);
        }
        // LLVM's code for such vectors crashes.
        if name.starts_with("sincos") && *ty.scalar() == Ty::Half {
            ty = Ty::Half;
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
        let call = format!("call {pair} @llvm.{name}({ty} {a})");
        let both = match name {
            "sincospi" => self.either(&mut step, &call, &of_turns(&ty, &pair, &a)),
            _ => self.temp(&mut step, &call),
        };
        self.out(&mut step, &ty, &format!("extractvalue {pair} {both}, 0"));
        self.out(&mut step, &second, &format!("extractvalue {pair} {both}, 1"));
        self.push(step);
    }

    pub(in crate::generate) fn rounded(&mut self, name: &str) {
        let ty = self.known_float_ty();
        let to = ty.int(if name.starts_with("ll") { 64 } else { self.random.pick(&[32, 64]) });
        let mut step = Step::default();
        let whole = self.whole(&mut step, &ty);
        let number = self.temp(&mut step, &format!("fmul {ty} {whole}, {}", ty.splat("0.25")));
        self.out(&mut step, &to, &format!("call {to} @llvm.{name}({ty} {number})"));
        self.push(step);
    }

    pub(in crate::generate) fn half_bits(&mut self, call: &str, to_half: bool) {
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

    /// Makes a reduction of whole numbers without NaN and negative zero, so that the order does not matter.
    pub(in crate::generate) fn reduce_floats(&mut self, call: &str, is_started: bool) {
        let (ty, mut step) = (self.vector_ty().with(Ty::Float), Step::default());
        let is_minimum = call.ends_with("imum");
        let a = if is_started || is_minimum { self.value(&ty) } else { self.whole(&mut step, &ty) };
        let start = if is_started { format!("float {}, ", self.value(&Ty::Float)) } else { String::new() };
        self.out(&mut step, &Ty::Float, &format!("call float {call}({start}{ty} {a})"));
        self.push(step);
    }

    pub(in crate::generate) fn constrained(&mut self, name: &str, count: u32) {
        let mut ty = self.known_float_ty();
        // LLVM has no rule for the rest of halves.
        if *ty.scalar() == Ty::Half {
            ty = ty.with(Ty::Float);
        }
        let (operation, mut step) = (name.rsplit('.').next().unwrap_or_default(), Step::default());
        let mut values: Vec<_> = (0..count).map(|_| self.value(&ty)).collect();
        if let [a, b] = values.as_mut_slice() {
            *b = self.other_float(&ty, a);
        }
        // Which zero of two they give is open.
        if let "minnum" | "maxnum" = operation {
            values =
                values.iter().map(|v| self.temp(&mut step, &format!("fadd {ty} {v}, {}", ty.splat("0.0")))).collect();
        }
        let plain = list(&values.iter().map(|value| format!("{ty} {value}")).collect::<Vec<_>>());
        let rounding = if let "ceil" | "floor" | "trunc" | "round" | "roundeven" | "minnum" | "maxnum" | "minimum"
        | "maximum" = operation
        {
            ""
        } else {
            ", metadata !\"round.tonearest\""
        };
        let call = format!("call {ty} @llvm.{name}({plain}{rounding}, metadata !\"fpexcept.ignore\")");
        let value = match is_translated(name) {
            true => self.either(&mut step, &call, &[format!("call {ty} @llvm.{operation}({plain})")]),
            false => self.temp(&mut step, &call),
        };
        self.defined_nan(&mut step, &ty, &value, true);
        self.push(step);
    }

    pub(in crate::generate) fn constrained_cast(&mut self, name: &str) {
        let ty = self.known_float_ty().with(Ty::Float);
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

    pub(in crate::generate) fn no_negative_zero(&mut self, call: &str) {
        let ty = self.float_ty();
        let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
        let zero = ty.splat("0.0");
        let [a, b] = [a, b].map(|v| self.temp(&mut step, &format!("fadd {ty} {v}, {zero}")));
        self.out(&mut step, &ty, &format!("call {ty} {call}({ty} {a}, {ty} {b})"));
        self.push(step);
    }

    pub(in crate::generate) fn with_sign(&mut self, call: &str) {
        let ty = self.float_ty();
        let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
        let b = self.defined_nan(&mut step, &ty, &b, false);
        self.out(&mut step, &ty, &format!("call {ty} {call}({ty} {a}, {ty} {b})"));
        self.push(step);
    }

    pub(in crate::generate) fn classes(&mut self, call: &str) {
        let ty = self.float_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let a = self.defined_nan(&mut step, &ty, &a, false);
        let classes = self.random.below(1024);
        self.out(&mut step, &ty.with(BOOL), &format!("call {} {call}({ty} {a}, i32 {classes})", ty.with(BOOL)));
        self.push(step);
    }

    pub(in crate::generate) fn saturated(&mut self, call: &str) {
        // LLVM has no rule for longer ones.
        let ty = self.float_ty();
        let to = ty.int(self.int_ty().width().min(128));
        let a = self.value(&ty);
        self.simple(&to, &format!("call {to} {call}({ty} {a})"));
    }

    pub(in crate::generate) fn constrained_compare(&mut self, call: &str) {
        let ty = self.known_float_ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let predicate = self.random.pick(&["oeq", "ogt", "une", "ult", "uno", "ord", "ule", "one"]);
        let bit = ty.with(BOOL);
        let rest = format!("metadata !\"{predicate}\", metadata !\"fpexcept.ignore\"");
        self.simple(&bit, &format!("call {bit} {call}({ty} {a}, {ty} {b}, {rest})"));
    }

    /// Makes a truncation with an explicit rounding mode.
    pub(in crate::generate) fn rounded_down(&mut self, call: &str) {
        let ty = self.known_float_ty().with(Ty::Double);
        let to = ty.with([Ty::Half, Ty::Float][self.random.below(2)].clone());
        let (a, mode) = (self.value(&ty), self.random.pick(&["tonearest", "upward", "downward", "towardzero"]));
        let (helper, mut step) = (self.helper("r"), Step::default());
        let meaning = match mode {
            "upward" => "FConvert_rtp",
            "downward" => "FConvert_rtn",
            "towardzero" => "FConvert_rtz",
            _ => "FConvert",
        };
        step.helpers.push(crate::builtins::function(meaning, &helper, &to, std::slice::from_ref(&ty)));
        let direct = format!("call {to} {call}({ty} {a}, metadata !\"round.{mode}\")");
        let value = self.either(&mut step, &direct, &[format!("call {to} {helper}({ty} {a})")]);
        self.defined_nan(&mut step, &to, &value, true);
        self.push(step);
    }

    /// Makes `ldexp`, `powi`.
    pub(in crate::generate) fn constrained_exponent(&mut self, name: &str) {
        let (ty, n, mut step) = (Ty::Double, self.value(&Ty::Int(32)), Step::default());
        let number = self.whole(&mut step, &ty);
        let power = self.temp(&mut step, &format!("and i32 {n}, 3"));
        let rest = "metadata !\"round.tonearest\", metadata !\"fpexcept.ignore\"";
        self.out(&mut step, &ty, &format!("call {ty} @llvm.{name}({ty} {number}, i32 {power}, {rest})"));
        self.push(step);
    }

    /// Makes `lrint`, `lround` and similar functions.
    pub(in crate::generate) fn constrained_rounded(&mut self, name: &str) {
        let (ty, to, mut step) = ([Ty::Float, Ty::Double][self.random.below(2)].clone(), Ty::Int(64), Step::default());
        let whole = self.whole(&mut step, &ty);
        let number = self.temp(&mut step, &format!("fmul {ty} {whole}, 0.25"));
        let rounding = if name.ends_with("rint") { "metadata !\"round.tonearest\", " } else { "" };
        let rest = format!("{rounding}metadata !\"fpexcept.ignore\"");
        self.out(&mut step, &to, &format!("call {to} @llvm.{name}({ty} {number}, {rest})"));
        self.push(step);
    }
}
