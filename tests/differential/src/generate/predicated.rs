//! `llvm.vp.*`: results in inactive lanes are replaced by zero.

use super::Maker;
use crate::intrinsics::is_translated;
use crate::tree::{OR, Step};
use crate::types::{BOOL, Ty};

/// The active lanes: a mask and a length, and both as one mask.
struct Lanes {
    mask: String,
    length: String,
    active: String,
}

/// Reverses the lanes below a length.
fn reversed(ty: &Ty, vector: &str, length: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut whole = "poison".to_owned();
    for lane in 0..ty.lanes() {
        lines.push(format!("%_a{lane} = sub i32 {length}, {}", lane + 1));
        lines.push(format!("%_b{lane} = call i32 @llvm.umin(i32 %_a{lane}, i32 {})", ty.lanes() - 1));
        lines.push(format!("%_c{lane} = extractelement {ty} {vector}, i32 %_b{lane}"));
        lines.push(format!("%_d{lane} = insertelement {ty} {whole}, {} %_c{lane}, i32 {lane}", ty.scalar()));
        whole = format!("%_d{lane}");
    }
    lines.push(format!("freeze {ty} {whole}"));
    lines
}

impl Maker {
    pub(super) fn predicated(&mut self, name: &str) {
        let operation = name.rsplit_once("vp.").map_or(name, |(_, operation)| operation);
        match operation {
            "load" | "store" | "gather" | "scatter" | "strided.load" | "strided.store" => {
                self.predicated_memory(operation)
            }
            "load.ff" => self.predicated_first(),
            "reverse" | "splice" => self.predicated_lanes(operation),
            "inttoptr" | "ptrtoint" => self.predicated_pointers(),
            "cttz.elts" => self.predicated_count(),
            "icmp" | "fcmp" => self.predicated_compare(operation == "fcmp"),
            "select" | "merge" => self.predicated_choice(operation),
            _ if operation.starts_with("reduce.") => self.predicated_reduction(operation),
            _ => self.predicated_plain(operation),
        }
    }

    fn lanes(&mut self, step: &mut Step, ty: &Ty) -> Lanes {
        let (bit, any) = (ty.with(BOOL), self.value(&Ty::Int(32)));
        let mask = self.value(&bit);
        let length = self.temp(step, &format!("urem i32 {any}, {}", ty.lanes() + 1));
        let within = self.temp(step, &format!("call {bit} @llvm.get.active.lane.mask(i32 0, i32 {length})"));
        let active = self.temp(step, &format!("and {bit} {mask}, {within}"));
        Lanes { mask, length, active }
    }

    /// Makes a value with zero in the inactive lanes.
    fn counted(&mut self, step: &mut Step, ty: &Ty, value: &str, active: &str) {
        self.out(step, ty, &format!("select {} {active}, {ty} {value}, {ty} zeroinitializer", ty.with(BOOL)));
    }

    fn predicated_plain(&mut self, operation: &str) {
        let is_float = operation.starts_with('f') && !matches!(operation, "fshl" | "fshr")
            || matches!(
                operation,
                "ceil" | "floor" | "rint" | "nearbyint" | "round" | "roundeven" | "roundtozero" | "sqrt"
            )
            || matches!(
                operation,
                "copysign" | "minimum" | "maximum" | "minnum" | "maxnum" | "is.fpclass" | "lrint" | "llrint"
            );
        let vector = self.vector_ty();
        let mut ty = if is_float {
            vector.with(Ty::Float)
        } else {
            vector.int(if vector.is_int() { vector.width() } else { 16 })
        };
        if operation == "bswap" {
            ty = ty.int(ty.width().next_multiple_of(16).min(256));
        }
        // Division is a loop for each lane, and LLVM has no rule for long rotations.
        if ty.width() > 64 && ty.is_int() {
            ty = ty.int(64);
        }
        if ty.width() == 1 && ty.is_int() {
            ty = ty.int(24);
        }
        let mut step = Step::default();
        let (a, mut b, c) = (self.value(&ty), self.value(&ty), self.value(&ty));
        if let "fdiv" | "frem" = operation {
            b = self.other_float(&ty, &a);
        }
        let Lanes { mask, length, active } = self.lanes(&mut step, &ty);
        let bit = ty.with(BOOL);
        let end = format!("{bit} {mask}, i32 {length}");
        let (to, arguments) = match operation {
            "abs" | "ctlz" | "cttz" => (ty.clone(), format!("{ty} {a}, i1 false")),
            "bitreverse" | "bswap" | "ctpop" | "fneg" | "fabs" | "ceil" | "floor" | "rint" | "nearbyint" | "round"
            | "roundeven" | "roundtozero" | "sqrt" => (ty.clone(), format!("{ty} {a}")),
            "fshl" | "fshr" => {
                // As without a mask.
                let amount = self.amount(&mut step, &ty);
                (ty.clone(), format!("{ty} {a}, {ty} {b}, {ty} {amount}"))
            }
            "fma" => (ty.clone(), format!("{ty} {a}, {ty} {b}, {ty} {c}")),
            "fmuladd" => (ty.clone(), format!("{ty} {a}, {ty} {}, {ty} {}", ty.splat("1.0"), ty.splat("-0.0"))),
            "shl" | "lshr" | "ashr" => {
                let amount = self.amount(&mut step, &ty);
                (ty.clone(), format!("{ty} {a}, {ty} {amount}"))
            }
            "udiv" | "sdiv" | "urem" | "srem" => {
                // Zero where a lane does not count.
                let divisor = self.divisor(&mut step, &ty, &b);
                let divisor =
                    self.temp(&mut step, &format!("select {bit} {active}, {ty} {divisor}, {ty} zeroinitializer"));
                (ty.clone(), format!("{ty} {a}, {ty} {divisor}"))
            }
            "zext" | "sext" => (ty.int(ty.width() + 7), format!("{ty} {a}")),
            "trunc" => (ty.int(ty.width() / 2), format!("{ty} {a}")),
            "fpext" => (ty.with(Ty::Double), format!("{ty} {a}")),
            "fptrunc" => (ty.with(Ty::Half), format!("{ty} {a}")),
            "uitofp" | "sitofp" => (ty.with(Ty::Double), format!("{ty} {a}")),
            "fptoui" | "fptosi" | "lrint" | "llrint" => {
                let (bytes, mut number) = (ty.int(8), self.value(&ty.int(8)));
                number = self.temp(&mut step, &format!("and {bytes} {number}, {}", bytes.splat(127)));
                let number = self.temp(&mut step, &format!("uitofp {bytes} {number} to {ty}"));
                (ty.int(if operation == "llrint" { 64 } else { 32 }), format!("{ty} {number}"))
            }
            "is.fpclass" => {
                let a = self.defined_nan(&mut step, &ty, &a, false);
                (bit.clone(), format!("{ty} {a}, i32 {}", self.random.below(1024)))
            }
            "minnum" | "maxnum" => {
                let [a, b] = [a, b].map(|v| self.temp(&mut step, &format!("fadd {ty} {v}, {}", ty.splat("0.0"))));
                (ty.clone(), format!("{ty} {a}, {ty} {b}"))
            }
            "copysign" => {
                let b = self.defined_nan(&mut step, &ty, &b, false);
                (ty.clone(), format!("{ty} {a}, {ty} {b}"))
            }
            _ => (ty.clone(), format!("{ty} {a}, {ty} {b}")),
        };
        let call = format!("call {to} @llvm.vp.{operation}({arguments}, {end})");
        let value = if is_translated(&format!("vp.{operation}")) {
            // Lanes that do not count are cut off here, too.
            let plain = if operation == "roundtozero" { "trunc" } else { operation };
            self.either(&mut step, &call, &[format!("call {to} @llvm.{plain}({arguments})")])
        } else {
            self.temp(&mut step, &call)
        };
        self.counted(&mut step, &to, &value, &active);
        self.push(step);
    }

    fn predicated_memory(&mut self, operation: &str) {
        let ty = self.vector_ty();
        let ty = if matches!(ty.bits(), 8 | 16 | 32 | 64) { ty } else { ty.int(32) };
        let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        let Lanes { mask, length, active } = self.lanes(&mut step, &ty);
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 64"));
        let (end, bytes) = (format!("{} {mask}, i32 {length}", ty.with(BOOL)), ty.bits() / 8);
        let places = format!("<{} x ptr>", ty.lanes());
        let indices = self.temp(&mut step, &format!("call {} @llvm.stepvector()", ty.int(32)));
        let each =
            self.temp(&mut step, &format!("getelementptr {}, ptr {room}, {} {indices}", ty.scalar(), ty.int(32)));
        let place = match operation {
            "gather" | "scatter" => format!("{places} align 1 {each}"),
            "strided.load" | "strided.store" => format!("ptr align 1 {room}, i64 {bytes}"),
            _ => format!("ptr align 1 {room}"),
        };
        let prefix = if operation.starts_with("strided") { "experimental." } else { "" };
        // With nothing between them.
        let dense = format!("ptr align 1 {room}");
        if operation.ends_with("store") || operation == "scatter" {
            let run = match prefix {
                "" => String::new(),
                _ => format!("{OR}call void @llvm.vp.store({ty} {b}, {dense}, {end})"),
            };
            step.lines.push(format!("call void @llvm.{prefix}vp.{operation}({ty} {b}, {place}, {end}){run}"));
            self.out(&mut step, &ty, &format!("load {ty}, ptr {room}, align 64"));
        } else {
            let call = format!("call {ty} @llvm.{prefix}vp.{operation}({place}, {end})");
            let value = match prefix {
                "" => self.temp(&mut step, &call),
                _ => self.either(&mut step, &call, &[format!("call {ty} @llvm.vp.load({dense}, {end})")]),
            };
            self.counted(&mut step, &ty, &value, &active);
        }
        self.push(step);
    }

    /// Makes a load that may stop after the first lane.
    fn predicated_first(&mut self) {
        let ty = self.masked_ty();
        let (a, m, any) = (self.value(&ty), self.value(&ty.with(BOOL)), self.value(&Ty::Int(32)));
        let mut step = Step::default();
        let room = self.temp(&mut step, &format!("alloca {ty}, align 64"));
        step.lines.push(format!("store {ty} {a}, ptr {room}, align 64"));
        let length = self.temp(&mut step, &format!("urem i32 {any}, {}", ty.lanes()));
        let length = self.temp(&mut step, &format!("add i32 {length}, 1"));
        let (both, bit) = (Ty::Struct(vec![ty.clone(), Ty::Int(32)]), ty.with(BOOL));
        let call = format!("call {both} @llvm.vp.load.ff(ptr align 1 {room}, {bit} {m}, i32 {length})");
        let run = [
            format!("%_0 = load {ty}, ptr {room}, align 1"),
            format!("%_1 = insertvalue {both} poison, {ty} %_0, 0"),
            format!("insertvalue {both} %_1, i32 1, 1"),
        ];
        let loaded = self.either(&mut step, &call, &run);
        let count = self.temp(&mut step, &format!("extractvalue {both} {loaded}, 1"));
        let value = self.temp(&mut step, &format!("extractvalue {both} {loaded}, 0"));
        let is_counted = self.temp(&mut step, &format!("extractelement {bit} {m}, i32 0"));
        let first = self.temp(&mut step, &format!("extractelement {ty} {value}, i32 0"));
        self.out(
            &mut step,
            ty.scalar(),
            &format!("select i1 {is_counted}, {} {first}, {} {}", ty.scalar(), ty.scalar(), ty.scalar().zero()),
        );
        self.out(&mut step, &BOOL, &format!("icmp ule i32 {count}, {length}"));
        self.push(step);
    }

    /// Makes conversions of numbers to pointers, and back.
    fn predicated_pointers(&mut self) {
        let ty = self.vector_ty().int(64);
        let (a, mut step) = (self.value(&ty), Step::default());
        let Lanes { mask, length, active } = self.lanes(&mut step, &ty);
        let (places, end) = (format!("<{} x ptr>", ty.lanes()), format!("{} {mask}, i32 {length}", ty.with(BOOL)));
        let pointers = self.temp(&mut step, &format!("call {places} @llvm.vp.inttoptr({ty} {a}, {end})"));
        let value = self.temp(&mut step, &format!("call {ty} @llvm.vp.ptrtoint({places} {pointers}, {end})"));
        self.counted(&mut step, &ty, &value, &active);
        self.push(step);
    }

    /// Makes operations in which all lanes below the length are active.
    fn predicated_lanes(&mut self, operation: &str) {
        let ty = super::whole_words(&self.vector_ty());
        let (a, b, any, mut step) = (self.value(&ty), self.value(&ty), self.value(&Ty::Int(32)), Step::default());
        let length = self.temp(&mut step, &format!("urem i32 {any}, {}", ty.lanes()));
        let length = self.temp(&mut step, &format!("add i32 {length}, 1"));
        let bit = ty.with(BOOL);
        let active = self.temp(&mut step, &format!("call {bit} @llvm.get.active.lane.mask(i32 0, i32 {length})"));
        let all = format!("{bit} splat (i1 true)");
        let call = match operation {
            "reverse" => format!("call {ty} @llvm.experimental.vp.reverse({ty} {a}, {all}, i32 {length})"),
            _ => {
                let lengths = format!("i32 {}, {all}, i32 {length}, i32 {length}", 0);
                format!("call {ty} @llvm.experimental.vp.splice({ty} {a}, {ty} {b}, {lengths})")
            }
        };
        let run = if operation == "reverse" { reversed(&ty, &a, &length) } else { vec![format!("freeze {ty} {a}")] };
        let value = self.either(&mut step, &call, &run);
        self.counted(&mut step, &ty, &value, &active);
        self.push(step);
    }

    fn predicated_count(&mut self) {
        let (ty, mut step) = (self.vector_ty().with(BOOL), Step::default());
        let a = self.value(&ty);
        let Lanes { mask, length, active } = self.lanes(&mut step, &ty);
        let call = format!("call i32 @llvm.vp.cttz.elts({ty} {a}, i1 false, {ty} {mask}, i32 {length})");
        let run = [
            format!("%_0 = and {ty} {a}, {active}"),
            format!("%_1 = call i32 @llvm.experimental.cttz.elts({ty} %_0, i1 false)"),
            format!("call i32 @llvm.umin(i32 %_1, i32 {length})"),
        ];
        let number = self.either(&mut step, &call, &run);
        self.out(&mut step, &Ty::Int(32), &format!("add i32 {number}, 1"));
        self.push(step);
    }

    fn predicated_compare(&mut self, is_float: bool) {
        let ty = self.vector_ty();
        let ty = if is_float { ty.with(Ty::Float) } else { ty.int(ty.width().clamp(8, 64)) };
        let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
        let Lanes { mask, length, active } = self.lanes(&mut step, &ty);
        let (name, predicates) = match is_float {
            true => ("fcmp", ["oeq", "olt", "une", "ult"]),
            false => ("icmp", ["eq", "slt", "uge", "ult"]),
        };
        let (bit, predicate) = (ty.with(BOOL), self.random.pick(&predicates));
        let end = format!("metadata !\"{predicate}\", {bit} {mask}, i32 {length}");
        let value = self.temp(&mut step, &format!("call {bit} @llvm.vp.{name}({ty} {a}, {ty} {b}, {end})"));
        self.counted(&mut step, &bit, &value, &active);
        self.push(step);
    }

    fn predicated_choice(&mut self, operation: &str) {
        let ty = self.vector_ty();
        let (a, b, mut step) = (self.value(&ty), self.value(&ty), Step::default());
        let Lanes { mask, length, .. } = self.lanes(&mut step, &ty);
        let bit = ty.with(BOOL);
        let call = format!("call {ty} @llvm.vp.{operation}({bit} {mask}, {ty} {a}, {ty} {b}, i32 {length})");
        if operation == "merge" {
            self.out(&mut step, &ty, &call);
        } else {
            let value = self.temp(&mut step, &call);
            let within = self.temp(&mut step, &format!("call {bit} @llvm.get.active.lane.mask(i32 0, i32 {length})"));
            self.counted(&mut step, &ty, &value, &within);
        }
        self.push(step);
    }

    fn predicated_reduction(&mut self, operation: &str) {
        let is_float = operation.starts_with("reduce.f");
        let ty = self.vector_ty();
        let ty = if is_float { ty.with(Ty::Float) } else { ty.int(ty.width().clamp(2, 64)) };
        let mut step = Step::default();
        // Without NaNs, zeros of both signs, and rounding.
        let (start, vector) = match is_float {
            true => ("1.0".to_owned(), self.whole(&mut step, &ty)),
            false => (self.value(ty.scalar()), self.value(&ty)),
        };
        let Lanes { mask, length, .. } = self.lanes(&mut step, &ty);
        let (scalar, bit) = (ty.scalar().clone(), ty.with(BOOL));
        let arguments = format!("{scalar} {start}, {ty} {vector}, {bit} {mask}, i32 {length}");
        self.out(&mut step, &scalar, &format!("call {scalar} @llvm.vp.{operation}({arguments})"));
        self.push(step);
    }
}
