//! Sizes of types by the data layout, and whether they are sized. Works without recursion: the size of a type is computed after its parts.

use crate::module::Module;
use crate::types::{TypeKind, Types};

/// The widths of a pointer to an address space and of its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    pub(super) bits: u64,
    pub(super) index: u64,
}

/// The parts of a data layout that rules need.
#[derive(Debug)]
pub(super) struct Layout {
    pointers: Vec<(u64, Pointer)>,
    /// The address space of `alloca`.
    pub(super) stack: u64,
    /// The address space of functions.
    pub(super) program: u64,
    /// The default address space of global variables.
    pub(super) globals: u64,
}

impl Layout {
    pub(super) fn of(m: &Module) -> Layout {
        let text = m.text(m.data_layout);
        let space = |letter| crate::layout::space(text, letter) as u64;
        let pointers = text.split(|&c| c == b'-').filter_map(pointer).collect();
        Layout { pointers, stack: space(b'A'), program: space(b'P'), globals: space(b'G') }
    }

    /// Returns the pointer layout of an address space.
    pub(super) fn pointer(&self, space: u64) -> Pointer {
        let find = |space| self.pointers.iter().rev().find(|row| row.0 == space).map(|row| row.1);
        find(space).or_else(|| find(0)).unwrap_or(Pointer { bits: 64, index: 64 })
    }
}

/// Parses a part of a layout: `p1:64:64:64:32`.
fn pointer(part: &[u8]) -> Option<(u64, Pointer)> {
    let part = std::str::from_utf8(part.strip_prefix(b"p")?).ok()?;
    let mut numbers = part.trim_start_matches(['e', 'u']).split(':');
    let space = match numbers.next()? {
        "" => 0,
        digits => digits.parse().ok()?,
    };
    let bits = numbers.next()?.parse().ok()?;
    let index = numbers.nth(2).and_then(|n| n.parse().ok()).unwrap_or(bits);
    Some((space, Pointer { bits, index }))
}

/// The size and related properties of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Size {
    /// True for a sized type.
    pub(super) sized: bool,
    /// True for a type that contains a scalable vector.
    pub(super) scalable: bool,
    /// The number of bits, for `vscale` 1 if scalable.
    pub(super) bits: u128,
    /// The allocation size in bytes, as an array element.
    bytes: u128,
    /// The alignment in bytes.
    align: u128,
}

impl Size {
    /// Returns whether the alignment exceeds LLVM's limit.
    pub(super) fn is_aligned_beyond_all(self) -> bool {
        self.sized && self.align > 1 << 32
    }
}

/// The computed sizes of a module's types.
#[derive(Debug)]
pub(super) struct Sizes {
    sizes: Vec<Option<Size>>,
    open: Vec<bool>,
}

impl Sizes {
    pub(super) fn new(types: &Types) -> Sizes {
        Sizes { sizes: vec![None; types.rows.len()], open: vec![false; types.rows.len()] }
    }

    /// Returns the size of a type; a type that contains itself has none.
    pub(super) fn of(&mut self, m: &Module, layout: &Layout, ty: u32) -> Size {
        if let Some(&Some(size)) = self.sizes.get(ty as usize) {
            return size;
        }
        let mut stack = vec![(ty, 0)];
        while let Some((ty, part)) = stack.pop() {
            let parts = parts(&m.types, ty);
            let done = |sizes: &Sizes, ty: u32| sizes.sizes.get(ty as usize).is_none_or(Option::is_some);
            let waits = parts.iter().skip(part).position(|&p| !done(self, p));
            match waits.and_then(|i| parts.get(part + i).map(|&p| (part + i, p))) {
                Some((at, inner)) if self.open.get(inner as usize) == Some(&false) && inner != ty => {
                    self.mark(ty, true);
                    stack.push((ty, at + 1));
                    stack.push((inner, 0));
                }
                // A type that contains itself counts as unsized there.
                Some((at, _)) => stack.push((ty, at + 1)),
                None => {
                    self.mark(ty, false);
                    let size = self.compute(m, layout, ty);
                    if let Some(slot) = self.sizes.get_mut(ty as usize) {
                        *slot = Some(size);
                    }
                }
            }
        }
        self.sizes.get(ty as usize).copied().flatten().unwrap_or_default()
    }

    fn mark(&mut self, ty: u32, open: bool) {
        if let Some(slot) = self.open.get_mut(ty as usize) {
            *slot = open;
        }
    }

    fn known(&self, ty: u32) -> Size {
        self.sizes.get(ty as usize).copied().flatten().unwrap_or_default()
    }

    fn compute(&self, m: &Module, layout: &Layout, ty: u32) -> Size {
        let Some(row) = m.types.get(ty) else { return Size::default() };
        let count = row.number as u128;
        match row.kind {
            TypeKind::Array => {
                let part = self.first(&m.types, ty);
                let bytes = part.bytes.saturating_mul(count);
                Size { bits: bytes.saturating_mul(8), bytes, ..part }
            }
            TypeKind::Vector | TypeKind::ScalableVector => {
                let part = self.first(&m.types, ty);
                let scalable = row.kind == TypeKind::ScalableVector;
                let bits = part.bits.saturating_mul(count);
                let align = bits.div_ceil(8).max(1).checked_next_power_of_two().unwrap_or(1 << 32);
                sized(bits, align, scalable, part.sized)
            }
            TypeKind::Struct | TypeKind::NamedStruct => self.structure(&m.types, ty, row.number != 0),
            TypeKind::Pointer => whole(layout.pointer(row.number).bits as u128),
            TypeKind::X86Amx => whole(8192),
            TypeKind::Target => target(m, layout, ty),
            TypeKind::X86Fp80 => sized(80, 16, false, true),
            _ => m.types.bits(ty).map_or(Size::default(), |bits| whole(bits as u128)),
        }
    }

    fn first(&self, types: &Types, ty: u32) -> Size {
        types.parts(ty).first().map_or(Size::default(), |&part| self.known(part))
    }

    fn structure(&self, types: &Types, ty: u32, packed: bool) -> Size {
        let parts = types.parts(ty);
        let (mut bytes, mut align) = (0u128, 1);
        let mut all = true;
        let mut scalable = false;
        for &part in parts {
            let part = self.known(part);
            all &= part.sized && !part.scalable;
            scalable |= part.scalable;
            let part_align = if packed { 1 } else { part.align.max(1) };
            bytes = bytes.div_ceil(part_align).saturating_mul(part_align).saturating_add(part.bytes);
            align = align.max(part_align);
        }
        bytes = bytes.div_ceil(align).saturating_mul(align);
        // A structure of equal scalable vectors is sized, too.
        let alike = parts.first().is_some_and(|&first| {
            types.kind(first) == TypeKind::ScalableVector && parts.iter().all(|&part| part == first)
        });
        Size { sized: all || alike, scalable, bits: bytes.saturating_mul(8), bytes, align }
    }
}

/// Returns the types on which the size of a type depends.
fn parts(types: &Types, ty: u32) -> &[u32] {
    match types.kind(ty) {
        TypeKind::Array | TypeKind::Vector | TypeKind::ScalableVector | TypeKind::Struct | TypeKind::NamedStruct => {
            types.parts(ty)
        }
        _ => &[],
    }
}

fn whole(bits: u128) -> Size {
    let align = bits.div_ceil(8).max(1).checked_next_power_of_two().unwrap_or(16).min(16);
    sized(bits, align, false, true)
}

fn sized(bits: u128, align: u128, scalable: bool, sized: bool) -> Size {
    let bytes = bits.div_ceil(8).div_ceil(align).saturating_mul(align);
    Size { sized, scalable, bits, bytes, align }
}

/// Returns the size of a target extension type, which is that of its layout type.
fn target(m: &Module, layout: &Layout, ty: u32) -> Size {
    match property(m, ty).map(|p| p.size) {
        Some(TargetSize::Pointer) => whole(layout.pointer(0).bits as u128),
        Some(TargetSize::Scalable) => sized(16, 2, true, true),
        Some(TargetSize::Bytes) => whole(128),
        _ => Size::default(),
    }
}

#[derive(Clone, Copy)]
enum TargetSize {
    Pointer,
    Scalable,
    Bytes,
    None,
}

/// The properties of a target extension type.
#[derive(Clone, Copy)]
pub(super) struct Property {
    size: TargetSize,
    /// True if global variables may have the type.
    pub(super) global: bool,
    /// True if `alloca` and `byval` may have the type.
    pub(super) local: bool,
    /// True if values are restricted like tokens.
    token: bool,
}

const fn row(name: &'static str, size: TargetSize, global: bool, local: bool) -> (&'static str, Property) {
    (name, Property { size, global, local, token: false })
}
const fn token(name: &'static str) -> (&'static str, Property) {
    (name, Property { size: TargetSize::Pointer, global: true, local: true, token: true })
}

/// The names of target extension types, or prefixes that end with a dot; the first match counts.
static PROPERTIES: [(&str, Property); 12] = [
    row("spirv.IntegralConstant", TargetSize::None, false, false),
    row("spirv.Literal", TargetSize::None, false, false),
    row("spirv.Type", TargetSize::Bytes, true, true),
    row("spirv.Padding", TargetSize::Bytes, true, false),
    row("spirv.", TargetSize::Pointer, true, true),
    row("aarch64.svcount", TargetSize::Scalable, false, true),
    row("riscv.vector.tuple", TargetSize::Scalable, false, true),
    row("dx.Layout", TargetSize::Bytes, true, false),
    row("dx.Padding", TargetSize::Bytes, true, false),
    token("dx."),
    row("llvm.test.vectorelement", TargetSize::Bytes, false, true),
    row("amdgcn.named.barrier", TargetSize::Bytes, true, false),
];

/// Returns the properties of a target extension type.
pub(super) fn property(m: &Module, ty: u32) -> Option<Property> {
    let name = m.text(m.types.get(ty).filter(|row| row.kind == TypeKind::Target)?.name);
    let fits = |row: &&(&str, Property)| match row.0.ends_with('.') {
        true => name.starts_with(row.0.as_bytes()),
        false => name == row.0.as_bytes(),
    };
    let unknown = Property { size: TargetSize::None, global: false, local: false, token: false };
    Some(PROPERTIES.iter().find(fits).map_or(unknown, |row| row.1))
}

/// Returns whether a type is `token`, or a target extension type restricted like it.
pub(super) fn is_token(m: &Module, ty: u32) -> bool {
    match m.types.kind(ty) {
        TypeKind::Token => true,
        TypeKind::Target => property(m, ty).is_some_and(|property| property.token),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Pointer, pointer};

    #[test]
    fn pointers() {
        assert_eq!(pointer(b"p:32:32"), Some((0, Pointer { bits: 32, index: 32 })));
        assert_eq!(pointer(b"p8:128:128:128:48"), Some((8, Pointer { bits: 128, index: 48 })));
        assert_eq!(pointer(b"i64:64"), None);
    }
}
