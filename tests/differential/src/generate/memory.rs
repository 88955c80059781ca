//! Variables, structs and arrays, pointers, constant data.

use super::{Maker, list};
use crate::tree::Step;
use crate::types::{BOOL, Ty};

impl Maker {
    pub(super) fn memory(&mut self) {
        match self.random.below(11) {
            10 => self.rounds(),
            9 => self.aliases(),
            8 => self.nested_constant(),
            0..=1 => self.variable(),
            2 => self.members(),
            3 => self.aggregate(),
            4 => self.table(),
            5 => self.pointers(),
            6 => self.pointer_vector(),
            _ => self.bytes(None),
        }
    }

    /// Makes a variable that is written at some place, and read as a whole.
    fn variable(&mut self) {
        let ty = self.stored_ty();
        let (a, b, at) = (self.value(&ty), self.value(&ty), self.value(&Ty::Int(32)));
        let (align, volatile) = (1 << self.random.below(5), if self.random.one_in(4) { "volatile " } else { "" });
        let mut step = Step::default();
        let slot = self.temp(&mut step, &format!("alloca {ty}, i32 3, align {align}"));
        let first = self.temp(&mut step, &format!("urem i32 {at}, 3"));
        let place = self.temp(&mut step, &format!("getelementptr {ty}, ptr {slot}, i32 {first}"));
        step.lines.push(format!("store {ty} {b}, ptr {slot}, align 1"));
        step.lines.push(format!("store {volatile}{ty} {a}, ptr {place}, align 1"));
        self.out(&mut step, &ty, &format!("load {volatile}{ty}, ptr {slot}, align 1"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {place}, align 1"));
        self.push(step);
    }

    /// Makes a struct, built and taken apart, and one in memory.
    fn members(&mut self) {
        let (x, y) = (self.stored_ty(), self.stored_ty());
        let s = Ty::Struct(vec![x.clone(), Ty::Array(2, Box::new(y.clone())), Ty::Int(8)]);
        let (a, b, c, other) = (self.value(&x), self.value(&y), self.value(&y), self.value(&Ty::Int(8)));
        let mut step = Step::default();
        let one = self.temp(&mut step, &format!("insertvalue {s} zeroinitializer, {x} {a}, 0"));
        let two = self.temp(&mut step, &format!("insertvalue {s} {one}, {y} {b}, 1, 0"));
        let three = self.temp(&mut step, &format!("insertvalue {s} {two}, {y} {c}, 1, 1"));
        let whole = self.temp(&mut step, &format!("insertvalue {s} {three}, i8 {other}, 2"));
        let slot = self.temp(&mut step, &format!("alloca {s}, align 32"));
        step.lines.push(format!("store {s} {whole}, ptr {slot}, align 8"));
        let index = self.random.below(2);
        let place = self.temp(&mut step, &format!("getelementptr inbounds {s}, ptr {slot}, i64 0, i32 1, i64 {index}"));
        self.out(&mut step, &y, &format!("load {y}, ptr {place}, align 1"));
        let last = self.temp(&mut step, &format!("getelementptr inbounds {s}, ptr {slot}, i64 0, i32 2"));
        self.out(&mut step, &Ty::Int(8), &format!("load i8, ptr {last}, align 1"));
        let again = self.temp(&mut step, &format!("load {s}, ptr {slot}, align 8"));
        self.out(&mut step, &x, &format!("extractvalue {s} {again}, 0"));
        self.out(&mut step, &y, &format!("extractvalue {s} {again}, 1, {}", 1 - index));
        self.push(step);
    }

    /// Makes structs and arrays as values: selected, frozen, passed on.
    fn aggregate(&mut self) {
        let (x, y) = (self.stored_ty(), self.stored_ty());
        let s = Ty::Struct(vec![y.clone(), Ty::Struct(vec![Ty::Array(2, Box::new(x.clone()))])]);
        let (a, b, c) = (self.value(&x), self.value(&y), self.value(&BOOL));
        let mut step = Step::default();
        let one = self.temp(&mut step, &format!("insertvalue {s} zeroinitializer, {x} {a}, 1, 0, 1"));
        let two = self.temp(&mut step, &format!("insertvalue {s} {one}, {y} {b}, 0"));
        let chosen = self.temp(&mut step, &format!("select i1 {c}, {s} {one}, {s} {two}"));
        let frozen = self.temp(&mut step, &format!("freeze {s} {chosen}"));
        self.out(&mut step, &y, &format!("extractvalue {s} {frozen}, 0"));
        let inner = self.temp(&mut step, &format!("extractvalue {s} {frozen}, 1, 0"));
        self.out(&mut step, &x, &format!("extractvalue [2 x {x}] {inner}, 1"));
        self.push(step);
    }

    /// Makes constants of structs in arrays in structs, as values and in memory.
    fn nested_constant(&mut self) {
        let (x, y) = (self.stored_ty(), self.stored_ty());
        let inner = Ty::Struct(vec![y.clone(), x.clone()]);
        let whole = Ty::Struct(vec![x.clone(), Ty::Array(2, Box::new(inner.clone()))]);
        let [a, b, d] = [0; 3].map(|_| self.constant(&x));
        let [c, e] = [0; 2].map(|_| self.constant(&y));
        let members = format!("{inner} {{ {y} {c}, {x} {b} }}, {inner} {{ {y} {e}, {x} {d} }}");
        let text = format!("{{ {x} {a}, [2 x {inner}] [ {members} ] }}");
        let (condition, other, mut step) = (self.value(&BOOL), self.value(&x), Step::default());
        let changed = self.temp(&mut step, &format!("insertvalue {whole} {text}, {x} {other}, 1, 0, 1"));
        let chosen = self.temp(&mut step, &format!("select i1 {condition}, {whole} {changed}, {whole} {text}"));
        let slot = self.temp(&mut step, &format!("alloca {whole}, align 64"));
        step.lines.push(format!("store {whole} {chosen}, ptr {slot}, align 16"));
        let place = self.temp(&mut step, &format!("getelementptr {whole}, ptr {slot}, i32 0, i32 1, i32 0, i32 1"));
        self.out(&mut step, &x, &format!("load {x}, ptr {place}, align 1"));
        self.out(&mut step, &y, &format!("extractvalue {whole} {chosen}, 1, 1, 0"));
        self.push(step);
    }

    /// Makes constant data of any type, read at some place.
    fn table(&mut self) {
        let ty = self.stored_ty();
        let name = self.helper("g");
        let entries: Vec<_> = (0..4).map(|_| format!("{ty} {}", self.constant(&ty))).collect();
        let mut step = Step::default();
        let at = self.value(&Ty::Int(32));
        // LLVM takes bits beyond the width to be zero, and writes constants of such vectors in its own way.
        if ty.is_vector() && !matches!(ty.bits(), 8 | 16 | 32 | 64) || !ty.bits().is_multiple_of(8) {
            return self.variable();
        }
        let index = self.temp(&mut step, &format!("and i32 {at}, 3"));
        step.helpers.push(format!("{name} = internal addrspace(2) constant [4 x {ty}] [{}], align 16", list(&entries)));
        let place =
            self.temp(&mut step, &format!("getelementptr [4 x {ty}], ptr addrspace(2) {name}, i64 0, i32 {index}"));
        let raw = self.temp(&mut step, &format!("load {ty}, ptr addrspace(2) {place}, align 1"));
        self.out(&mut step, &ty, &format!("freeze {ty} {raw}"));
        let fixed = format!("getelementptr ([4 x {ty}], ptr addrspace(2) {name}, i64 0, i64 {})", self.random.below(4));
        self.out(&mut step, &ty, &format!("load {ty}, ptr addrspace(2) {fixed}, align 1"));
        self.push(step);
    }

    /// Makes aliases of a part of constant data and of each other, as addresses of loads, and in the initialiser of a
    /// global.
    fn aliases(&mut self) {
        let ty = Ty::Int(self.random.pick(&[8, 16, 32, 64]));
        let [data, part, again, address] = ["g", "a", "b", "p"].map(|kind| self.helper(kind));
        let entries: Vec<_> = (0..4).map(|_| format!("{ty} {}", self.constant(&ty))).collect();
        let (mut step, space, index) = (Step::default(), "addrspace(1)", self.random.below(4));
        let place = format!("getelementptr ([4 x {ty}], ptr {space} {data}, i64 0, i64 {index})");
        step.helpers.extend([
            format!("{data} = internal {space} global [4 x {ty}] [{}], align 16", list(&entries)),
            format!("{part} = internal alias {ty}, ptr {space} {place}"),
            format!("{again} = internal alias {ty}, ptr {space} {part}"),
            format!("{address} = internal {space} global ptr {space} {again}, align 8"),
        ]);
        for alias in [&part, &again, &again] {
            self.out(&mut step, &ty, &format!("load {ty}, ptr {space} {alias}, align 1"));
        }
        let held = self.temp(&mut step, &format!("load ptr {space}, ptr {space} {address}, align 8"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {space} {held}, align 1"));
        self.push(step);
    }

    /// Makes pointers: selected, compared, converted to numbers and back.
    fn pointers(&mut self) {
        let ty = self.stored_ty();
        let (a, b, c) = (self.value(&ty), self.value(&ty), self.value(&BOOL));
        let mut step = Step::default();
        let slots = [&a, &b].map(|value| {
            let slot = self.temp(&mut step, &format!("alloca {ty}, align 16"));
            step.lines.push(format!("store {ty} {value}, ptr {slot}, align 16"));
            slot
        });
        let [one, two] = &slots;
        let chosen = self.temp(&mut step, &format!("select i1 {c}, ptr {one}, ptr {two}"));
        let width = self.random.pick(&[64, 64, 70, 128]);
        let (narrow, bytes) = (self.int_ty().width(), self.random.below(4096));
        let number = self.temp(&mut step, &format!("ptrtoint ptr {chosen} to i{width}"));
        let far = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %in, i64 {bytes}"));
        let ends =
            [&far, "%in"].map(|end| self.temp(&mut step, &format!("ptrtoint ptr addrspace(1) {end} to i{narrow}")));
        self.out(&mut step, &Ty::Int(narrow), &format!("sub i{narrow} {}, {}", ends[0], ends[1]));
        let back = self.temp(&mut step, &format!("inttoptr i{width} {number} to ptr"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {back}, align 16"));
        let predicate = self.random.pick(&["eq", "ne"]);
        self.out(&mut step, &BOOL, &format!("icmp {predicate} ptr {chosen}, {one}"));
        let slot = self.temp(&mut step, "alloca ptr, align 8");
        step.lines.push(format!("store ptr {chosen}, ptr {slot}, align 8"));
        let again = self.temp(&mut step, &format!("load ptr, ptr {slot}, align 8"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {again}, align 16"));
        self.push(step);
    }

    /// Makes `alloca`s in a loop, with a new variable in each iteration: their addresses are kept in phis, in a
    /// variable and in an array, and their contents are read in later iterations and after the loop.
    fn rounds(&mut self) {
        let ty = self.stored_ty();
        let ty = if ty.bits() * ty.lanes() > 1536 { Ty::Int(32) } else { ty };
        let (a, b, rounds) = (self.value(&ty), self.value(&ty), self.value(&Ty::Int(32)));
        let [l, i, one, two, last, end] =
            ["l", "i", "one", "two", "last", "end"].map(|name| format!("{name}{}", self.number()));
        let align = 1 << self.random.below(6);
        let (mut step, count) = (Step::default(), 1 + self.random.below(3));
        let most = self.temp(&mut step, &format!("and i32 {rounds}, 3"));
        let first = self.temp(&mut step, &format!("alloca {ty}, align 16"));
        step.lines.push(format!("store {ty} {a}, ptr {first}, align 16"));
        let kept = self.temp(&mut step, "alloca [4 x ptr], align 8");
        let holder = self.temp(&mut step, "alloca ptr, align 8");
        step.lines.push(format!("store ptr {first}, ptr {holder}, align 8"));
        step.lines.extend([
            format!("br label %{l}"),
            format!("{l}:"),
            format!("%{i} = phi i32 [ 0, %here ], [ %{i}n, %{l} ]"),
            format!("%{one} = phi ptr [ {first}, %here ], [ %{last}, %{l} ]"),
            format!("%{two} = phi ptr [ {first}, %here ], [ %{one}, %{l} ]"),
        ]);
        let slot = self.temp(&mut step, &format!("alloca {ty}, i32 {count}, align {align}"));
        let parity = self.temp(&mut step, &format!("trunc i32 %{i} to i1"));
        let some = self.temp(&mut step, &format!("select i1 {parity}, {ty} {a}, {ty} {b}"));
        step.lines.push(format!("store {ty} {some}, ptr {slot}, align 1"));
        let place = self.temp(&mut step, &format!("getelementptr [4 x ptr], ptr {kept}, i32 0, i32 %{i}"));
        let before = self.temp(&mut step, &format!("load ptr, ptr {holder}, align 8"));
        // Some of the ways in which an address is kept.
        let mut ways = vec![
            format!("store ptr {slot}, ptr {place}, align 8"),
            format!("store ptr {slot}, ptr {holder}, align 8"),
            format!("%{last} = select i1 true, ptr {slot}, ptr {before}"),
        ];
        match self.random.below(4) {
            0 => ways[0] = format!("store ptr {first}, ptr {place}, align 8"),
            1 => ways[1] = format!("store ptr {before}, ptr {holder}, align 8"),
            2 => ways[2] = format!("%{last} = select i1 {parity}, ptr {slot}, ptr {before}"),
            _ => {}
        }
        step.lines.extend(ways);
        let older = self.temp(&mut step, &format!("load {ty}, ptr %{two}, align 1"));
        let same = self.temp(&mut step, &format!("icmp eq ptr {slot}, {before}"));
        step.lines.extend([
            format!("%{i}n = add i32 %{i}, 1"),
            format!("%{i}q = icmp ult i32 %{i}n, {most}"),
            format!("br i1 %{i}q, label %{l}, label %{end}"),
            format!("{end}:"),
        ]);
        self.out(&mut step, &BOOL, &format!("freeze i1 {same}"));
        self.out(&mut step, &ty, &format!("freeze {ty} {older}"));
        for pointer in [format!("%{one}"), before] {
            self.out(&mut step, &ty, &format!("load {ty}, ptr {pointer}, align 1"));
        }
        let oldest = self.temp(&mut step, &format!("load ptr, ptr {kept}, align 8"));
        self.out(&mut step, &ty, &format!("load {ty}, ptr {oldest}, align 1"));
        step.ends_in = Some(end);
        self.push(step);
    }

    /// Makes vectors of pointers.
    fn pointer_vector(&mut self) {
        let lanes = self.vector_ty().lanes().clamp(2, 8);
        let (offsets, ty) = (Ty::Int(32).of(lanes), Ty::Int(16));
        let (at, bit) = (self.value(&offsets), self.value(&BOOL.of(lanes)));
        let mut step = Step::default();
        let small = self.temp(&mut step, &format!("and {offsets} {at}, {}", offsets.splat(255)));
        let first = format!("<{lanes} x ptr addrspace(1)>");
        let places = self.temp(&mut step, &format!("getelementptr i16, ptr addrspace(1) %in, {offsets} {small}"));
        let others = self.temp(&mut step, &format!("getelementptr i8, {first} {places}, i32 4"));
        let chosen =
            self.temp(&mut step, &format!("select {} {bit}, {first} {places}, {first} {others}", BOOL.of(lanes)));
        let lane = self.random.below(lanes as usize);
        let one = self.temp(&mut step, &format!("extractelement {first} {chosen}, i32 {lane}"));
        self.out(&mut step, &ty, &format!("load i16, ptr addrspace(1) {one}, align 1"));
        self.out(&mut step, &BOOL.of(lanes), &format!("icmp eq {first} {chosen}, {others}"));
        let numbers = Ty::Int(64).of(lanes);
        let addresses = [&chosen, &places].map(|v| self.temp(&mut step, &format!("ptrtoint {first} {v} to {numbers}")));
        self.out(&mut step, &numbers, &format!("sub {numbers} {}, {}", addresses[0], addresses[1]));
        self.push(step);
    }

    /// Makes copies and fills of bytes, with constant and dynamic lengths, by a random intrinsic or this one.
    pub(super) fn bytes(&mut self, name: Option<&str>) {
        const NAMES: [&str; 6] = ["memset", "memset.inline", "memmove", "memcpy", "memcpy.inline", "memcpy"];
        let counted = Ty::Int(self.random.pick(&[8, 16, 32, 32, 64, 64, 70, 128]));
        let (fill, length, word) = (self.value(&Ty::Int(8)), self.value(&counted), Ty::Int(64));
        let (is_known, volatile) = (self.random.one_in(2), if self.random.one_in(4) { "true" } else { "false" });
        let mut step = Step::default();
        let slot = self.temp(&mut step, "alloca [256 x i8], align 8");
        step.lines.push(format!("call void @llvm.memset(ptr align 8 {slot}, i8 {fill}, i64 256, i1 {volatile})"));
        let at = self.random.below(32) * 8;
        let from = self.temp(&mut step, &format!("getelementptr i8, ptr addrspace(1) %in, i64 {at}"));
        let known = format!("{}", self.random.pick(&[0, 1, 3, 8, 24, 31]));
        let short = self.temp(&mut step, &format!("and {counted} {length}, 191"));
        let some = self.random.pick(&NAMES);
        let name = name.unwrap_or(some);
        let length = if is_known || name.ends_with(".inline") { known } else { short };
        let at = self.random.below(24);
        let to = self.temp(&mut step, &format!("getelementptr i8, ptr {slot}, i64 {at}"));
        let what = match name {
            "memset" | "memset.inline" => "i8 7".to_owned(),
            "memmove" => format!("ptr {slot}"),
            _ => format!("ptr addrspace(1) {from}"),
        };
        step.lines.push(format!("call void @llvm.{name}(ptr {to}, {what}, {counted} {length}, i1 {volatile})"));
        for place in [0, 24, 40, 144, 200] {
            let place = self.temp(&mut step, &format!("getelementptr i8, ptr {slot}, i64 {place}"));
            self.out(&mut step, &word, &format!("load i64, ptr {place}, align 1"));
        }
        self.push(step);
    }
}
