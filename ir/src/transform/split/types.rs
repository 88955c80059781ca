//! Types of the bytes of a variable: sizes, the type of a range of bytes, and types with the same bits.

use crate::draft::{Draft, Result, Type};
use crate::layout::DataLayout;
use crate::types::TypeKind;

/// The parts of the data layout that splitting needs.
pub(super) struct Layout {
    pub(super) is_big_endian: bool,
    /// The native integer widths of the processor.
    widths: Vec<u64>,
    /// The non-integral address spaces.
    not_integral: Vec<u64>,
}

impl Layout {
    pub(super) fn of(draft: &Draft) -> Self {
        let text = String::from_utf8_lossy(draft.data_layout_text());
        let numbers = |text: &str| text.split(':').filter_map(|n| n.parse().ok()).collect::<Vec<u64>>();
        let mut layout = Layout { is_big_endian: false, widths: Vec::new(), not_integral: Vec::new() };
        layout.is_big_endian = DataLayout::parse(&text).is_ok_and(|layout| layout.is_big_endian());
        for part in text.split('-') {
            if let Some(spaces) = part.strip_prefix("ni") {
                layout.not_integral = numbers(spaces);
            } else if let Some(widths) = part.strip_prefix('n') {
                layout.widths = numbers(widths);
            }
        }
        layout
    }

    /// Returns whether the processor has integers of a width.
    pub(super) fn is_legal(&self, bits: u64) -> bool {
        self.widths.contains(&bits)
    }

    fn is_integral(&self, pointer: Type<'_>) -> bool {
        !self.not_integral.contains(&pointer.size())
    }

    /// Returns whether a value of one type can be converted to another by casts that change no bit.
    pub(super) fn can_convert<'d>(&self, from: Type<'d>, to: Type<'d>) -> bool {
        if from == to {
            return true;
        }
        let is_integer = |ty: Type<'_>| ty.kind() == TypeKind::Integer;
        let is_same_size = matches!((bits(from), bits(to)), (Some(a), Some(b)) if a == b);
        if is_integer(from) && is_integer(to) || !is_same_size || !is_single(from) || !is_single(to) {
            return false;
        }
        let (from, to) = (from.scalar(), to.scalar());
        match (from.kind(), to.kind()) {
            (TypeKind::Pointer, TypeKind::Pointer) => {
                from.size() == to.size() || self.is_integral(from) && self.is_integral(to) && bits(from) == bits(to)
            }
            (TypeKind::Pointer, kind) => kind == TypeKind::Integer && self.is_integral(from),
            (kind, TypeKind::Pointer) => kind == TypeKind::Integer && self.is_integral(to),
            (a, b) => a != TypeKind::Target && b != TypeKind::Target,
        }
    }
}

/// Returns whether a type is neither a structure nor an array.
pub(super) fn is_single(ty: Type<'_>) -> bool {
    use TypeKind::*;
    !matches!(ty.kind(), Void | Label | Metadata | Token | Array | Struct | NamedStruct | Opaque | Function)
}

/// Returns the number of bits of a fixed-size type.
pub(super) fn bits(ty: Type<'_>) -> Option<u64> {
    ty.layout_size().filter(|size| !size.scalable).map(|size| size.bits)
}

/// Returns the allocation size in bytes of a fixed-size type.
pub(super) fn allocated(ty: Type<'_>) -> Option<u64> {
    ty.layout_size().filter(|size| !size.scalable).map(|size| size.allocated())
}

/// Returns the store size in bytes of a fixed-size type.
pub(super) fn stored(ty: Type<'_>) -> Option<u64> {
    ty.layout_size().filter(|size| !size.scalable).map(|size| size.store())
}

/// Returns whether the size of a type is a multiple of 8 bits.
pub(super) fn is_whole_bytes(ty: Type<'_>) -> bool {
    bits(ty).is_some_and(|bits| bits % 8 == 0)
}

/// Returns the member of a structure that contains a byte, or is followed by padding that does.
fn member_at(ty: Type<'_>, offset: u64) -> Option<usize> {
    let (mut low, mut high) = (0, ty.part_count());
    while low < high {
        let middle = low + (high - low) / 2;
        if ty.layout_offset(middle)? <= offset { low = middle + 1 } else { high = middle }
    }
    low.checked_sub(1)
}

/// Returns the innermost type of structures and arrays that contain nothing else.
fn unwrapped(mut ty: Type<'_>) -> Type<'_> {
    loop {
        let inner = match ty.kind() {
            TypeKind::Array => ty.part(0),
            TypeKind::Struct | TypeKind::NamedStruct => member_at(ty, 0).and_then(|i| ty.part(i)),
            _ => None,
        };
        let fits = |inner: &Type<'_>| allocated(ty) <= allocated(*inner) && bits(ty) <= bits(*inner);
        let Some(inner) = inner.filter(fits) else { return ty };
        ty = inner;
    }
}

/// Returns the type of a range of bytes in a type, if it is one part or several.
pub(super) fn part_of(mut ty: Type<'_>, mut offset: u64, size: u64) -> Result<Option<Type<'_>>> {
    loop {
        let whole = allocated(ty).unwrap_or(0);
        if offset == 0 && whole == size {
            return Ok(Some(unwrapped(ty)));
        }
        if offset > whole || whole - offset < size {
            return Ok(None);
        }
        let (inner, start) = match ty.kind() {
            TypeKind::Array | TypeKind::Vector => {
                let Some((inner, bytes)) = ty.part(0).and_then(|inner| Some((inner, allocated(inner)?))) else {
                    return Ok(None);
                };
                if bytes == 0 || offset / bytes >= ty.size() {
                    return Ok(None);
                }
                (inner, offset / bytes * bytes)
            }
            TypeKind::Struct | TypeKind::NamedStruct => {
                let member = member_at(ty, offset);
                let found = member.and_then(|i| Some((ty.part(i)?, ty.layout_offset(i)?)));
                match found {
                    Some(found) => found,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let bytes = allocated(inner).unwrap_or(0);
        let rest = offset - start;
        if rest >= bytes {
            return Ok(None);
        }
        if rest == 0 && size >= bytes {
            return several(ty, inner, offset, size);
        }
        if rest + size > bytes {
            return Ok(None);
        }
        (ty, offset) = (inner, rest);
    }
}

/// Returns the type of one part or several that begin at an offset.
fn several<'d>(ty: Type<'d>, first: Type<'d>, offset: u64, size: u64) -> Result<Option<Type<'d>>> {
    let bytes = allocated(first).unwrap_or(0);
    if size == bytes {
        return Ok(Some(unwrapped(first)));
    }
    let draft = ty.draft();
    if matches!(ty.kind(), TypeKind::Array | TypeKind::Vector) {
        return match size.is_multiple_of(bytes) {
            true => draft.array_type(first, size / bytes).map(Some),
            false => Ok(None),
        };
    }
    let end = offset + size;
    let whole = stored(ty).unwrap_or(0);
    let parts = ty.parts();
    let (Some(from), mut to) = (member_at(ty, offset), parts.len()) else { return Ok(None) };
    if end > whole {
        return Ok(None);
    }
    if end < whole {
        let Some(behind) = member_at(ty, end).filter(|behind| *behind != from) else { return Ok(None) };
        if ty.layout_offset(behind) != Some(end) {
            return Ok(None);
        }
        to = behind;
    }
    let is_packed = ty.row().is_some_and(|row| row.number == 1);
    let made = draft.struct_type(parts.get(from..to).unwrap_or(&[]), is_packed)?;
    Ok(Some(made).filter(|made| stored(*made) == Some(size)))
}
