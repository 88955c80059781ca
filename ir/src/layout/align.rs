//! Sizes of scalars, and alignments of types, by a data layout.
//!
//! Source: `llvm/lib/IR/DataLayout.cpp`.

use crate::module::{Module, NONE};
use crate::types::{TypeKind, Types};

/// A width, its alignment, and the one that is preferred: bits.
#[derive(Clone, Copy)]
struct Spec {
    bits: u64,
    abi: u64,
    preferred: u64,
}

/// A pointer: the space, the size, the alignments and the size of an index, in bits.
#[derive(Clone, Copy)]
struct PointerSpec {
    space: u32,
    bits: u64,
    abi: u64,
    preferred: u64,
    index: u64,
}

const fn spec(bits: u64, abi: u64, preferred: u64) -> Spec {
    Spec { bits, abi, preferred }
}

/// The layout of a module.
pub(crate) struct Layout {
    integers: Vec<Spec>,
    floats: Vec<Spec>,
    vectors: Vec<Spec>,
    pointers: Vec<PointerSpec>,
    aggregate: Spec,
}

fn set(list: &mut Vec<Spec>, new: Spec) {
    match list.iter_mut().find(|old| old.bits == new.bits) {
        Some(old) => *old = new,
        None => list.push(new),
    }
    list.sort_by_key(|spec| spec.bits);
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::parse(b"")
    }
}

impl Layout {
    /// The layout that a module says.
    pub(crate) fn of(m: &Module) -> Layout {
        Layout::parse(m.text(m.data_layout))
    }

    fn parse(text: &[u8]) -> Layout {
        let mut layout = Layout {
            integers: vec![spec(1, 8, 8), spec(8, 8, 8), spec(16, 16, 16), spec(32, 32, 32), spec(64, 32, 64)],
            floats: vec![spec(16, 16, 16), spec(32, 32, 32), spec(64, 64, 64), spec(128, 128, 128)],
            vectors: vec![spec(64, 64, 64), spec(128, 128, 128)],
            pointers: vec![PointerSpec { space: 0, bits: 64, abi: 64, preferred: 64, index: 64 }],
            aggregate: spec(0, 0, 64),
        };
        for part in text.split(|&c| c == b'-') {
            layout.part(part);
        }
        layout
    }

    fn part(&mut self, part: &[u8]) {
        let Ok(part) = std::str::from_utf8(part) else { return };
        let mut words = part.split(':');
        let head = words.next().unwrap_or("");
        let Some(kind) = head.chars().next() else { return };
        let first: u64 = head.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0);
        let numbers: Vec<u64> = words.map_while(|word| word.parse().ok()).collect();
        let at = |i: usize| numbers.get(i).copied();
        let new = |abi: u64| Spec { bits: first, abi, preferred: at(1).unwrap_or(abi) };
        match (kind, at(0)) {
            ('i', Some(abi)) => set(&mut self.integers, new(abi)),
            ('f', Some(abi)) => set(&mut self.floats, new(abi)),
            ('v', Some(abi)) => set(&mut self.vectors, new(abi)),
            ('a', Some(abi)) => self.aggregate = new(abi),
            ('p', Some(bits)) => {
                let abi = at(1).unwrap_or(bits);
                let (preferred, index) = (at(2).unwrap_or(abi), at(3).unwrap_or(bits));
                self.pointers.retain(|pointer| pointer.space as u64 != first);
                self.pointers.push(PointerSpec { space: first as u32, bits, abi, preferred, index });
            }
            _ => {}
        }
    }

    fn pointer(&self, space: u32) -> PointerSpec {
        let of = |space: u32| self.pointers.iter().find(|pointer| pointer.space == space);
        let default = PointerSpec { space, bits: 64, abi: 64, preferred: 64, index: 64 };
        of(space).or_else(|| of(0)).copied().unwrap_or(default)
    }

    /// Bits of an index of a pointer of a space.
    pub(crate) fn index_bits(&self, space: u32) -> u64 {
        self.pointer(space).index.clamp(1, 64)
    }

    /// The bits of a scalar, a pointer, or a vector of them.
    pub(crate) fn scalar_bits(&self, types: &Types, ty: u32) -> Option<u64> {
        let row = types.get(ty)?;
        match row.kind {
            TypeKind::Pointer => Some(self.pointer(row.number as u32).bits),
            TypeKind::Vector | TypeKind::ScalableVector => self
                .scalar_bits(types, types.scalar(ty))
                .filter(|_| !types.is_vector(types.scalar(ty)))?
                .checked_mul(row.number),
            _ => types.bits(ty),
        }
    }

    /// The alignment of a type in memory: the exponent of a power of two, plus one. Some types have none.
    pub(crate) fn abi_align(&self, m: &Module, ty: u32) -> Option<u32> {
        exponent(self.align(m, ty, false)?)
    }

    /// The alignment that a local of a type gets.
    pub(crate) fn preferred_align(&self, m: &Module, ty: u32) -> Option<u32> {
        exponent(self.align(m, ty, true)?)
    }

    /// The alignment in bits: of an aggregate the largest of its parts, whose parts stand on a stack.
    fn align(&self, m: &Module, ty: u32, preferred: bool) -> Option<u64> {
        let types = &m.types;
        let mut most = 8;
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(ty, preferred)];
        while let Some((ty, preferred)) = stack.pop() {
            if !seen.insert((ty, preferred)) {
                continue;
            }
            let row = types.get(ty)?;
            match row.kind {
                TypeKind::Array => stack.extend(types.parts(ty).first().map(|&element| (element, preferred))),
                TypeKind::Struct | TypeKind::NamedStruct => {
                    if row.number != 0 && !preferred {
                        check_sized(types, ty)?;
                        continue;
                    }
                    most = most.max(if preferred { self.aggregate.preferred } else { self.aggregate.abi });
                    if row.number == 0 {
                        stack.extend(types.parts(ty).iter().map(|&part| (part, false)));
                    }
                }
                _ => most = most.max(self.scalar_align(m, ty, preferred)?),
            }
        }
        Some(most)
    }

    fn scalar_align(&self, m: &Module, ty: u32, preferred: bool) -> Option<u64> {
        let types = &m.types;
        let row = types.get(ty)?;
        let chosen = |spec: Spec| if preferred { spec.preferred } else { spec.abi };
        let exact = |list: &[Spec], bits: u64| list.iter().find(|spec| spec.bits == bits).copied();
        let natural = |bits: u64| bits.div_ceil(8).max(1).next_power_of_two() * 8;
        match row.kind {
            TypeKind::Pointer => {
                let pointer = self.pointer(row.number as u32);
                Some(if preferred { pointer.preferred } else { pointer.abi })
            }
            TypeKind::Integer => {
                let next = self.integers.iter().find(|spec| spec.bits >= row.number).or(self.integers.last());
                next.map(|spec| chosen(*spec))
            }
            TypeKind::Vector | TypeKind::ScalableVector => {
                let Some(bits) = self.scalar_bits(types, ty) else {
                    return self.scalar_align(m, types.scalar(ty), preferred).filter(|_| row.number > 0);
                };
                Some(exact(&self.vectors, bits).map_or(natural(bits), chosen))
            }
            TypeKind::X86Amx => Some(64 * 8),
            TypeKind::Target => self.target_align(m.text(row.name), preferred),
            _ => {
                let bits = types.bits(ty)?;
                Some(exact(&self.floats, bits).map_or(natural(bits), chosen))
            }
        }
    }

    /// Types of targets are laid out as others; most as pointers, and those that are not known not at all.
    fn target_align(&self, name: &[u8], preferred: bool) -> Option<u64> {
        let pointer = self.pointer(0);
        match name {
            b"aarch64.svcount" => Some(16),
            b"amdgcn.named.barrier" => Some(128),
            b"llvm.test.vectorelement" => Some(32),
            _ if name.starts_with(b"riscv.vector.tuple") => Some(64),
            _ if name.starts_with(b"spirv.") || name.starts_with(b"dx.") => {
                Some(if preferred { pointer.preferred } else { pointer.abi })
            }
            _ => None,
        }
    }
}

/// Checks that a structure without padding has parts that have a size.
fn check_sized(types: &Types, ty: u32) -> Option<()> {
    let unsized_part = types.parts(ty).iter().any(|&part| types.kind(part) == TypeKind::Opaque || part == NONE);
    (!unsized_part).then_some(())
}

fn exponent(bits: u64) -> Option<u32> {
    Some((bits / 8).max(1).next_power_of_two().trailing_zeros() + 1)
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::module::Module;
    use crate::types::TypeKind;

    #[test]
    fn alignments() {
        let layout = Layout::parse(b"e-p:64:64-p1:32:32-i64:64-v96:128");
        let mut m = Module::default();
        let types = &mut m.types;
        let number = types.simple(TypeKind::Integer, 64);
        let pointer = types.simple(TypeKind::Pointer, 1);
        let half = types.simple(TypeKind::Half, 0);
        let vector = types.composed(TypeKind::Vector, 3, &[half]);
        let list = types.composed(TypeKind::Struct, 0, &[half, number]);
        let packed = types.composed(TypeKind::Struct, 1, &[half, number]);
        let align = |ty| layout.abi_align(&m, ty);
        assert_eq!(align(number), Some(4));
        assert_eq!(align(pointer), Some(3));
        assert_eq!(align(vector), Some(4));
        assert_eq!(align(list), Some(4));
        assert_eq!(align(packed), Some(1));
        assert_eq!(layout.preferred_align(&m, packed), Some(4));
    }
}
