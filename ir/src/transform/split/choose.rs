//! Chooses the type of the variable for a partition.

use super::memory::{Copies, Sets};
use super::partitions::Partition;
use super::slices::{Slice, Slices};
use super::types::{self, Layout, allocated, bits, part_of};
use crate::draft::{Result, Type, Value};
use crate::instruction::{Opcode, flag};
use crate::sorting::Sorting;
use crate::transform::promote::{is_lifetime, stored};
use crate::types::TypeKind;

/// The way in which the users access parts of the new variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a whole, or through addresses.
    Whole,
    /// As bits of an integer.
    Integer,
    /// As components of a vector.
    Vector,
}

/// The type of a variable, and how its parts are accessed.
pub(super) struct Chosen<'d> {
    pub(super) ty: Type<'d>,
    pub(super) form: Form,
}

/// The data from which a type is chosen: the layout, and the slices.
struct Choice<'a, 'd> {
    layout: &'a Layout,
    /// The slices that begin in the partition.
    slices: &'a [Slice<'d>],
    tails: Vec<&'a Slice<'d>>,
    partition: &'a Partition,
}

/// Returns the type of the variable of a partition.
pub(super) fn choose<'d>(
    layout: &Layout,
    whole: Type<'d>,
    slices: &Slices<'d>,
    partition: &Partition,
) -> Result<Chosen<'d>> {
    let choice = Choice {
        layout,
        slices: slices.all.get(partition.slices.clone()).unwrap_or(&[]),
        tails: partition.tails.iter().filter_map(|i| slices.all.get(*i)).collect(),
        partition,
    };
    let ty = choice.plain(whole)?;
    if choice.fits_integer(ty)? {
        return Ok(Chosen { ty, form: Form::Integer });
    }
    Ok(match choice.vector()? {
        Some(ty) => Chosen { ty, form: Form::Vector },
        None => Chosen { ty, form: Form::Whole },
    })
}

/// Returns the type that a load reads or a store writes.
fn accessed(user: Value<'_>) -> Option<Type<'_>> {
    match user.opcode()? {
        Opcode::Load => Some(user.ty()),
        Opcode::Store => stored(user).map(|(value, _)| value.ty()),
        _ => None,
    }
}

fn is_volatile(user: Value<'_>) -> bool {
    user.flags() & flag::VOLATILE != 0
}

/// Returns whether a slice is a `memcpy` or `memset` that can be replaced by a load and a store.
fn is_plain_block(slice: &Slice<'_>) -> bool {
    let copies = || Copies::of(slice.user).map(|copy| copy.is_volatile);
    let is_volatile = Sets::of(slice.user).map(|set| set.is_volatile).or_else(copies);
    slice.splittable && is_volatile == Some(false)
}

fn is_call(user: Value<'_>) -> bool {
    user.opcode() == Some(Opcode::Call)
}

impl<'d> Choice<'_, 'd> {
    fn size(&self) -> u64 {
        self.partition.size()
    }

    fn covers(&self, slice: &Slice<'d>) -> bool {
        slice.start == self.partition.start && slice.end == self.partition.end
    }

    /// Returns the common type of all loads and stores of the whole partition, and the widest integer among them.
    fn common(&self) -> (Option<Type<'d>>, Option<Type<'d>>) {
        let (mut common, mut is_common, mut widest): (Option<Type<'d>>, bool, Option<Type<'d>>) = (None, true, None);
        for slice in self.slices.iter().filter(|slice| !is_call(slice.user)) {
            let starts_first = self.slices.first().is_some_and(|first| first.start == slice.start);
            if !starts_first || slice.end != self.partition.end {
                continue;
            }
            let ty = accessed(slice.user);
            if let Some(ty) = ty.filter(|ty| ty.kind() == TypeKind::Integer) {
                if ty.size() % 8 != 0 || ty.size() / 8 > self.size() {
                    continue;
                }
                widest = widest.filter(|widest| widest.size() >= ty.size()).or(Some(ty));
            }
            match ty {
                Some(ty) if common.is_none_or(|common| common == ty) => common = Some(ty),
                _ => is_common = false,
            }
        }
        (common.filter(|_| is_common), widest)
    }

    /// Returns a type for the partition, regardless of whether it makes the variable promotable.
    fn plain(&self, whole: Type<'d>) -> Result<Type<'d>> {
        let draft = whole.draft();
        let is_enough = |ty: &Type<'d>| allocated(*ty).is_some_and(|bytes| bytes >= self.size());
        let part = part_of(whole, self.partition.start, self.size())?;
        let (common, widest) = self.common();
        let common = common.filter(is_enough);
        let mut ty = common.or(part).or(widest.filter(is_enough));
        let is_bytes = |ty: &Type<'d>| {
            ty.kind() == TypeKind::Array && ty.part(0).is_some_and(|element| element.kind() == TypeKind::Integer)
        };
        if ty.as_ref().is_none_or(is_bytes) && self.layout.is_legal(self.size() * 8) {
            ty = Some(draft.int_type(self.size() as u32 * 8)?);
        }
        if let Some(common) = common.filter(|common| Some(*common) == ty && common.kind() == TypeKind::Vector)
            && !self.fits_vector(common)?
            && let Some(part) = part.filter(|part| part.kind() == TypeKind::Vector)
            && self.fits_vector(part)?
        {
            ty = Some(part);
        }
        match ty {
            Some(ty) => Ok(ty),
            None => draft.array_type(draft.int_type(8)?, self.size()),
        }
    }

    /// Returns whether all accesses work on an integer with the bits of a type, and at least one on the whole.
    fn fits_integer(&self, ty: Type<'d>) -> Result<bool> {
        const MOST: u64 = 1 << 23;
        let Some(size) = bits(ty).filter(|bits| *bits <= MOST && types::stored(ty) == Some(*bits / 8)) else {
            return Ok(false);
        };
        if size == 0 || size % 8 != 0 {
            return Ok(false);
        }
        let number = ty.draft().int_type(size as u32)?;
        if !self.layout.can_convert(ty, number) || !self.layout.can_convert(number, ty) {
            return Ok(false);
        }
        let mut has_whole = self.slices.is_empty() && self.layout.is_legal(size);
        for slice in self.slices.iter().chain(self.tails.iter().copied()) {
            match self.as_integer(slice, ty) {
                Some(is_whole) => has_whole |= is_whole,
                None => return Ok(false),
            }
        }
        Ok(has_whole)
    }

    /// Returns whether a slice accesses all bits of the integer; `None` if the access does not work on an integer.
    fn as_integer(&self, slice: &Slice<'d>, ty: Type<'d>) -> Option<bool> {
        if is_lifetime(slice.user) {
            return Some(false);
        }
        let size = types::stored(ty)?;
        let end = slice.end.checked_sub(self.partition.start).filter(|end| *end <= size)?;
        let Some(of) = accessed(slice.user) else { return is_plain_block(slice).then_some(false) };
        let start = slice.start.checked_sub(self.partition.start);
        let is_all = start == Some(0) && end == size;
        if is_volatile(slice.user) || types::stored(of)? > size || start.is_none() {
            return None;
        }
        let is_load = slice.user.opcode() == Some(Opcode::Load);
        let (from, to) = if is_load { (ty, of) } else { (of, ty) };
        let fits = match of.kind() {
            TypeKind::Integer => types::is_whole_bytes(of),
            _ => is_all && self.layout.can_convert(from, to),
        };
        fits.then_some(is_all && of.kind() != TypeKind::Vector)
    }

    /// Returns whether all accesses work on components of a vector.
    fn fits_vector(&self, vector: Type<'d>) -> Result<bool> {
        let element = vector.scalar();
        let Some(bytes) = bits(element).filter(|bits| bits % 8 == 0).map(|bits| bits / 8) else { return Ok(false) };
        for slice in self.slices.iter().chain(self.tails.iter().copied()) {
            if !self.as_components(slice, vector, bytes)? {
                return Ok(false);
            }
        }
        Ok(bytes > 0)
    }

    fn as_components(&self, slice: &Slice<'d>, vector: Type<'d>, bytes: u64) -> Result<bool> {
        let start = slice.start.max(self.partition.start) - self.partition.start;
        let end = slice.end.min(self.partition.end) - self.partition.start;
        let (first, behind) = (start / bytes, end / bytes);
        if !start.is_multiple_of(bytes)
            || !end.is_multiple_of(bytes)
            || first >= vector.size()
            || behind > vector.size()
        {
            return Ok(false);
        }
        if is_lifetime(slice.user) || is_plain_block(slice) {
            return Ok(true);
        }
        let Some(mut of) = accessed(slice.user).filter(|_| !is_volatile(slice.user)) else { return Ok(false) };
        if matches!(of.kind(), TypeKind::Struct | TypeKind::NamedStruct) {
            return Ok(false);
        }
        let draft = vector.draft();
        let count = behind - first;
        let part = if count == 1 { vector.scalar() } else { draft.vector_type(vector.scalar(), count as u32)? };
        if self.partition.start > slice.start || self.partition.end < slice.end {
            of = draft.int_type((count * bytes * 8) as u32)?;
        }
        let is_load = slice.user.opcode() == Some(Opcode::Load);
        Ok(if is_load { self.layout.can_convert(part, of) } else { self.layout.can_convert(of, part) })
    }

    /// Returns a vector type whose components the partition consists of.
    fn vector(&self) -> Result<Option<Type<'d>>> {
        let mut candidates = Candidates::default();
        let (mut others, mut pointers) = (Vec::new(), Vec::new());
        for slice in self.slices {
            let Some(ty) = accessed(slice.user) else { continue };
            let covers = self.covers(slice);
            if ty.scalar().kind() == TypeKind::Pointer && !covers {
                pointers.push(ty);
                continue;
            }
            if !others.contains(&ty) {
                others.push(ty);
            }
            if covers {
                candidates.add(ty);
            }
        }
        for others in [others, pointers] {
            candidates.add_of_elements(&others)?;
            for vector in candidates.in_order() {
                if self.fits_vector(vector)? {
                    return Ok(Some(vector));
                }
            }
        }
        Ok(None)
    }
}

/// The candidate vector types of a partition.
#[derive(Default)]
struct Candidates<'d> {
    list: Vec<Type<'d>>,
    /// The element type of the first vector, and whether all vectors have it.
    element: Option<Type<'d>>,
    is_other_element: bool,
    /// The first vector of pointers, and whether there is a different one.
    pointers: Option<Type<'d>>,
    is_other_pointers: bool,
}

impl<'d> Candidates<'d> {
    fn add(&mut self, ty: Type<'d>) {
        if ty.kind() != TypeKind::Vector {
            return;
        }
        if self.list.first().is_some_and(|first| bits(*first) != bits(ty)) {
            return self.list.clear();
        }
        self.list.push(ty);
        let element = ty.scalar();
        self.is_other_element |= *self.element.get_or_insert(element) != element;
        if element.kind() == TypeKind::Pointer {
            self.is_other_pointers |= *self.pointers.get_or_insert(ty) != ty;
        }
    }

    /// Adds vectors of the same size with other element types.
    fn add_of_elements(&mut self, others: &[Type<'d>]) -> Result<()> {
        use TypeKind::*;
        for ty in others {
            let is_element = matches!(ty.kind(), Half | BFloat | Float | Double | Fp128 | X86Fp80 | Integer | Pointer);
            let Some(size) = bits(*ty).filter(|size| is_element && *size > 0) else { continue };
            for vector in self.list.clone() {
                let (Some(whole), Some(element)) = (bits(vector), bits(vector.scalar())) else { continue };
                if size != whole && size != element && whole % size == 0 {
                    self.add(ty.draft().vector_type(*ty, (whole / size) as u32)?);
                }
            }
        }
        Ok(())
    }

    fn in_order(&self) -> Vec<Type<'d>> {
        if self.list.is_empty() || self.pointers.is_some() && self.is_other_pointers {
            return Vec::new();
        }
        if !self.is_other_element {
            return self.list.clone();
        }
        if let Some(pointers) = self.pointers {
            return vec![pointers];
        }
        let mut list = self.list.clone();
        list.retain(|ty| ty.scalar().kind() == TypeKind::Integer);
        list.arrange_by_key(|ty| ty.size());
        list.dedup_by_key(|ty| ty.size());
        list
    }
}
