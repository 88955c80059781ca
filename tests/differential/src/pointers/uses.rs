//! Steps that compute numbers from pointers, or write through them.

use super::maker::Maker;
use super::pointer::{ACCESSES, Access, Pointer};

/// The declarations of the intrinsics.
pub const DECLARATIONS: &str = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)
declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p3.p3.i64(ptr addrspace(3), ptr addrspace(3), i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)
";

impl Maker {
    /// Reads, writes, copies or compares.
    pub fn uses(&mut self) {
        let pointer = self.pointer();
        match self.random.below(12) {
            0..5 => self.loads(&pointer),
            5..8 => self.stores(&pointer),
            8 => self.copies(&pointer),
            9 => self.fills(&pointer),
            10 => self.compares(&pointer),
            _ => self.adds(),
        }
    }

    /// Returns a type for an access through the pointer, and the alignment of its address.
    fn access(&mut self, pointer: &Pointer) -> Option<(Access, u32)> {
        let is_loose = self.random.one_in(8);
        let fits = |access: &&Access| pointer.has(access.size) && (is_loose || access.unit <= pointer.unit);
        let fitting: Vec<_> = ACCESSES.iter().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        let access = *self.random.pick(&fitting);
        Some((access, access.unit.min(pointer.unit)))
    }

    fn loads(&mut self, pointer: &Pointer) {
        let Some((access, unit)) = self.access(pointer) else { return };
        let (ty, (count, bits)) = (access.ty, access.lanes);
        let mut value = self.temp(format!("load {ty}, {} {}, align {unit}", pointer.space.ty(), pointer.name));
        if access.is_float {
            let bits = if count == 1 { format!("i{bits}") } else { format!("<{count} x i{bits}>") };
            value = self.temp(format!("bitcast {ty} {value} to {bits}"));
        }
        if count > 1 {
            let lane = self.random.below(count as usize);
            value = self.temp(format!("extractelement <{count} x i{bits}> {value}, i32 {lane}"));
        }
        let text = if bits == 64 { format!("or i64 {value}, 0") } else { format!("zext i{bits} {value} to i64") };
        self.out(text);
    }

    fn stores(&mut self, pointer: &Pointer) {
        if pointer.is_read_only() {
            return self.loads(pointer);
        }
        let Some((access, unit)) = self.access(pointer) else { return };
        let value = self.value(&access);
        self.line(&format!("store {} {value}, {} {}, align {unit}", access.ty, pointer.space.ty(), pointer.name));
    }

    /// Returns a value of a type, computed from a number.
    fn value(&mut self, access: &Access) -> String {
        let (number, (count, bits)) = (self.number(), access.lanes);
        let int = format!("i{bits}");
        let mut value = if bits == 64 { number } else { self.temp(format!("trunc i64 {number} to {int}")) };
        if count > 1 {
            let ty = format!("<{count} x {int}>");
            let first = self.temp(format!("insertelement {ty} poison, {int} {value}, i32 0"));
            value = self.temp(format!("shufflevector {ty} {first}, {ty} poison, <{count} x i32> zeroinitializer"));
        }
        if access.is_float {
            let from = if count > 1 { format!("<{count} x {int}>") } else { int };
            value = self.temp(format!("bitcast {from} {value} to {}", access.ty));
        }
        value
    }

    /// Copies some bytes from one region to another.
    fn copies(&mut self, from: &Pointer) {
        let bytes = self.random.pick(&[1, 4, 6, 12, 16, 32]);
        let is_other = |to: &&Pointer| !to.is_read_only() && to.regions & from.regions == 0 && to.has(bytes);
        let others: Vec<_> = self.pointers.iter().filter(is_other).cloned().collect();
        if others.is_empty() || !from.has(bytes) {
            return self.loads(from);
        }
        let to = self.random.pick(&others);
        let (into, source) = (argument(&to), argument(from));
        let (a, b) = (to.space.mangled(), from.space.mangled());
        self.line(&format!("call void @llvm.memcpy.{a}.{b}.i64({into}, {source}, i64 {bytes}, i1 false)"));
    }

    fn fills(&mut self, to: &Pointer) {
        let bytes = self.random.pick(&[1, 4, 6, 12, 16, 32]);
        if to.is_read_only() || !to.has(bytes) {
            return self.loads(to);
        }
        let (number, into) = (self.number(), argument(to));
        let byte = self.temp(format!("trunc i64 {number} to i8"));
        self.line(&format!(
            "call void @llvm.memset.{}.i64({into}, i8 {byte}, i64 {bytes}, i1 false)",
            to.space.mangled()
        ));
    }

    /// Compares two pointers to one region, or computes their distance, a null test, or the low bits of an address.
    fn compares(&mut self, pointer: &Pointer) {
        let (ty, name) = (pointer.space.ty(), &pointer.name);
        let is_same = |other: &&Pointer| other.regions == pointer.regions && pointer.regions.count_ones() == 1;
        let others: Vec<_> = self.pointers.iter().filter(is_same).cloned().collect();
        let choice = self.random.below(4);
        let bit = match choice {
            0 => self.temp(format!("icmp eq {ty} {name}, null")),
            1 => {
                let address = self.temp(format!("ptrtoint {ty} {name} to i64"));
                return self.out(format!("and i64 {address}, 15"));
            }
            _ if others.is_empty() => return self.loads(pointer),
            2 => {
                let other = self.random.pick(&others).name.clone();
                let test = self.random.pick(&["eq", "ne", "ult", "uge"]);
                self.temp(format!("icmp {test} {ty} {name}, {other}"))
            }
            _ => {
                let other = self.random.pick(&others).name.clone();
                let [a, b] = [name.clone(), other].map(|name| self.temp(format!("ptrtoint {ty} {name} to i64")));
                return self.out(format!("sub i64 {a}, {b}"));
            }
        };
        self.out(format!("zext i1 {bit} to i64"));
    }

    /// Adds to a number in a shared buffer.
    fn adds(&mut self) {
        let (number, index, counters) = (self.number(), self.number(), self.counters.clone());
        let index = self.temp(format!("and i64 {index}, 7"));
        let place = self.temp(format!("getelementptr i32, ptr addrspace(1) {counters}, i64 {index}"));
        let number = self.temp(format!("trunc i64 {number} to i32"));
        let op = self.random.pick(&["add", "xor", "umax"]);
        let before = self.temp(format!("atomicrmw {op} ptr addrspace(1) {place}, i32 {number} monotonic, align 4"));
        self.out(format!("zext i32 {before} to i64"));
    }
}

/// Returns a pointer as the argument of a copy.
fn argument(pointer: &Pointer) -> String {
    format!("{} align {} {}", pointer.space.ty(), pointer.unit, pointer.name)
}
