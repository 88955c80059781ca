//! Intrinsics on memory and pointers.

use crate::generate::Maker;
use crate::tree::Step;
use crate::types::{BOOL, Ty};

impl Maker {
    pub(in crate::generate) fn masked_ty(&mut self) -> Ty {
        let ty = self.vector_ty();
        if matches!(ty.bits(), 8 | 16 | 32 | 64) { ty } else { ty.int(32) }
    }

    /// Makes a masked store over another store, and a load.
    pub(in crate::generate) fn masked_row(&mut self) {
        let ty = self.masked_ty();
        let bit = ty.with(BOOL);
        let (a, b, m, n) = (self.value(&ty), self.value(&ty), self.value(&bit), self.value(&bit));
        let mut step = Step::default();
        let slot = self.slot(&mut step, &ty, &a);
        step.lines.push(format!("call void @llvm.masked.store({ty} {b}, ptr align 1 {slot}, {bit} {m})"));
        self.out(&mut step, &ty, &format!("call {ty} @llvm.masked.load(ptr align 1 {slot}, {bit} {n}, {ty} {b})"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {slot}, align 64"));
        self.push(step);
    }

    pub(in crate::generate) fn masked_anywhere(&mut self) {
        let ty = self.masked_ty();
        let (bit, offsets, places) = (ty.with(BOOL), ty.int(32), format!("<{} x ptr>", ty.lanes()));
        let (a, b, m, n, at) =
            (self.value(&ty), self.value(&ty), self.value(&bit), self.value(&bit), self.value(&offsets));
        let mut step = Step::default();
        let slot = self.slot(&mut step, &ty, &a);
        let below = self.temp(&mut step, &format!("urem {offsets} {at}, {}", offsets.splat(ty.lanes())));
        let each = self.temp(&mut step, &format!("getelementptr {}, ptr {slot}, {offsets} {below}", ty.scalar()));
        step.lines.push(format!("call void @llvm.masked.scatter({ty} {b}, {places} align 1 {each}, {bit} {m})"));
        self.out(
            &mut step,
            &ty,
            &format!("call {ty} @llvm.masked.gather({places} align 1 {each}, {bit} {n}, {ty} {b})"),
        );
        self.out(&mut step, &ty, &format!("load {ty}, ptr {slot}, align 64"));
        self.push(step);
    }

    pub(in crate::generate) fn masked_packed(&mut self) {
        let ty = self.masked_ty();
        let bit = ty.with(BOOL);
        let (a, b, m, n) = (self.value(&ty), self.value(&ty), self.value(&bit), self.value(&bit));
        let mut step = Step::default();
        let slot = self.slot(&mut step, &ty, &a);
        step.lines.push(format!("call void @llvm.masked.compressstore({ty} {b}, ptr align 1 {slot}, {bit} {m})"));
        self.out(
            &mut step,
            &ty,
            &format!("call {ty} @llvm.masked.expandload(ptr align 1 {slot}, {bit} {n}, {ty} {b})"),
        );
        self.out(&mut step, &ty, &format!("load {ty}, ptr {slot}, align 64"));
        self.push(step);
    }

    pub(in crate::generate) fn pointer_mask(&mut self) {
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

    pub(in crate::generate) fn same_pointer(&mut self, call: &str) {
        let ty = self.stored_ty();
        let (a, mut step) = (self.value(&ty), Step::default());
        let slot = self.slot(&mut step, &ty, &a);
        let again = self.temp(&mut step, &format!("call ptr {call}(ptr {slot})"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {again}, align 1"));
        self.push(step);
    }

    /// Makes a histogram, whose addresses may coincide.
    pub(in crate::generate) fn histogram(&mut self, call: &str) {
        let ty = self.masked_ty();
        let ty = ty.int(ty.bits());
        let (bit, offsets) = (ty.with(BOOL), ty.int(32));
        let (a, m, at, by) = (self.value(&ty), self.value(&bit), self.value(&offsets), self.value(ty.scalar()));
        let mut step = Step::default();
        let slot = self.slot(&mut step, &ty, &a);
        let below = self.temp(&mut step, &format!("urem {offsets} {at}, {}", offsets.splat(ty.lanes())));
        let each = self.temp(&mut step, &format!("getelementptr {}, ptr {slot}, {offsets} {below}", ty.scalar()));
        let places = format!("<{} x ptr>", ty.lanes());
        step.lines.push(format!("call void {call}({places} {each}, {} {by}, {bit} {m})", ty.scalar()));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {slot}, align 64"));
        self.push(step);
    }

    /// Makes a fill with repeated values.
    pub(in crate::generate) fn pattern(&mut self, call: &str) {
        let ty = self.stored_ty();
        let (a, n, is_known) = (self.value(&ty), self.value(&Ty::Int(32)), self.random.one_in(2));
        let volatile = if self.random.one_in(4) { "true" } else { "false" };
        let mut step = Step::default();
        let slot = self.temp(&mut step, &format!("alloca [8 x {ty}], align 64"));
        step.lines.push(format!("store [8 x {ty}] zeroinitializer, ptr {slot}, align 64"));
        let few = self.temp(&mut step, &format!("and i32 {n}, 7"));
        let count = if is_known { self.random.below(9).to_string() } else { few };
        step.lines.push(format!("call void {call}(ptr align 16 {slot}, {ty} {a}, i32 {count}, i1 {volatile})"));
        for at in [0, 3, 7] {
            let place = self.temp(&mut step, &format!("getelementptr {ty}, ptr {slot}, i32 {at}"));
            self.out(&mut step, &ty, &format!("load {ty}, ptr {place}, align 1"));
        }
        self.push(step);
    }

    /// Makes copies of elements of any atomic size.
    pub(in crate::generate) fn element_copy(&mut self, name: &str) {
        let (byte, n, word) = (self.value(&Ty::Int(8)), self.value(&Ty::Int(32)), Ty::Int(64));
        let (size, at) = (1 << self.random.below(4), self.random.below(32) * 8);
        let is_known = self.random.one_in(2);
        let mut step = Step::default();
        let slot = self.temp(&mut step, "alloca [64 x i8], align 8");
        let from = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %in, i64 {at}"));
        step.lines.push(format!("call void @llvm.memcpy(ptr {slot}, ptr addrspace(1) {from}, i32 64, i1 false)"));
        let few = self.temp(&mut step, &format!("and i32 {n}, 24"));
        let length = if is_known { (8 * self.random.below(4)).to_string() } else { few };
        let place = |step: &mut Step, maker: &mut Self| {
            let at = 8 * maker.random.below(5);
            maker.temp(step, &format!("getelementptr i8, ptr {slot}, i64 {at}"))
        };
        let to = place(&mut step, self);
        let source = match name {
            _ if name.starts_with("memset") => format!("i8 {byte}"),
            _ if name.starts_with("memmove") => format!("ptr align {size} {}", place(&mut step, self)),
            _ => format!("ptr addrspace(1) align {size} {from}"),
        };
        step.lines.push(format!("call void @llvm.{name}(ptr align {size} {to}, {source}, i32 {length}, i32 {size})"));
        for at in [0, 8, 16, 24, 40] {
            let place = self.temp(&mut step, &format!("getelementptr i8, ptr {slot}, i64 {at}"));
            self.out(&mut step, &word, &format!("load i64, ptr {place}, align 8"));
        }
        self.push(step);
    }

    /// Makes a load of a relative offset from memory.
    pub(in crate::generate) fn relative(&mut self, call: &str) {
        let (n, word, mut step) = (self.value(&Ty::Int(32)), Ty::Int(32), Step::default());
        let slot = self.slot(&mut step, &word.of(4), "<i32 12, i32 4, i32 8, i32 0>");
        let small = self.temp(&mut step, &format!("and i32 {n}, 12"));
        let place = self.temp(&mut step, &format!("call ptr {call}(ptr {slot}, i32 {small})"));
        self.out(&mut step, &word, &format!("load i32, ptr {place}, align 4"));
        self.push(step);
    }

    /// Makes accesses to members of a struct with an array in it.
    pub(in crate::generate) fn member(&mut self, name: &str) {
        let (ty, mut step) = (self.stored_ty(), Step::default());
        let (a, s) = (self.value(&ty), Ty::Struct(vec![Ty::Int(32), Ty::Array(3, Box::new(ty.clone()))]));
        let slot = self.temp(&mut step, &format!("alloca {s}, align 64"));
        step.lines.push(format!("store {s} zeroinitializer, ptr {slot}, align 64"));
        let array = format!("call ptr @llvm.preserve.struct.access.index(ptr elementtype({s}) {slot}, i32 1, i32 1)");
        let array = self.either(&mut step, &array, &[format!("getelementptr {s}, ptr {slot}, i32 0, i32 1")]);
        let (call, at) = match name.rsplit_once("preserve.").map_or(name, |(_, kind)| kind) {
            "array.access.index" => {
                (format!("call ptr @llvm.{name}(ptr elementtype([3 x {ty}]) {array}, i32 1, i32 2)"), 2)
            }
            "union.access.index" => (format!("call ptr @llvm.{name}(ptr {array}, i32 1)"), 0),
            "static.offset" => (format!("call ptr @llvm.{name}(ptr {array})"), 0),
            _ => (format!("getelementptr {ty}, ptr {array}, i32 1"), 1),
        };
        let place = self.either(&mut step, &call, &[format!("getelementptr {ty}, ptr {array}, i32 {at}")]);
        step.lines.push(format!("store {ty} {a}, ptr {place}, align 1"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {place}, align 1"));
        self.push(step);
    }
}
