//! The search for the path of indices from the type of a root to the part at an offset.

use super::address::{Address, Term};
use super::places::{holds, unpadded};
use crate::conventions::notes;
use crate::conventions::structs::Table;
use crate::llvm::{Type, layout::DataLayout};
use crate::state::slots::shaders::Note;
use std::cell::Cell;

/// The number of indices that a path may have.
const MAX_DEPTH: u32 = 128;

/// An index into an array, a matrix or a vector: a constant plus a sum of scaled values.
#[derive(Clone, Debug, Default)]
pub struct Index<'m> {
    /// The constant part of the index.
    pub number: i64,
    /// The values, each with its scale.
    pub terms: Vec<Term<'m>>,
}

impl Index<'_> {
    fn constant(number: i64) -> Self {
        Self { number, terms: Vec::new() }
    }

    /// Returns the number of values, from 0 on, that each term may have without leaving an array of `count` elements.
    fn room(&self, count: Option<u64>) -> u64 {
        let steps = self.terms.iter().map(|term| term.scale.unsigned_abs().max(1)).max();
        let Some((count, steps)) = count.zip(steps) else { return u64::MAX };
        let below = u64::try_from(self.number).unwrap_or(0);
        let elements = match self.terms.iter().any(|term| term.scale < 0) {
            true => count.min(below.saturating_add(1)),
            false => count.saturating_sub(below),
        };
        elements.div_ceil(steps)
    }

    /// Returns the distance from the first element at which the index starts to count: programs usually count from near
    /// the beginning of an array.
    fn distance(&self) -> u64 {
        let is_counted = !self.terms.is_empty() && self.terms.iter().all(|term| term.scale > 0);
        if is_counted { self.number.unsigned_abs() } else { 0 }
    }
}

/// The indices of a chain, without the leading 0, for LLVM and for SPIR-V.
#[derive(Clone, Debug)]
pub struct Path<'m> {
    /// The indices of `getelementptr`.
    pub llvm: Vec<Index<'m>>,
    /// The indices of `OpAccessChain`.
    pub spirv: Vec<Index<'m>>,
    /// Set if the path leads through a type that has no address in LLVM, such as a row-major matrix.
    pub is_opaque: bool,
    /// The number of values, from 0 on, that the indices may have within the bounds of arrays.
    pub room: u64,
    /// The distance from the first elements at which the indices start to count.
    pub distance: u64,
}

/// The end of a path.
#[derive(Clone, Debug)]
pub struct Found<'m> {
    /// The path to the type.
    pub path: Path<'m>,
    /// The type in memory at the end of the path.
    pub memory: Type<'m>,
    /// The number of bytes from the beginning of this type to the address.
    pub rest: u64,
}

/// The number of members that one search may try besides those that contain the address. Nested structures with several
/// members of one type at each level could otherwise take exponential time.
const MOST_OTHERS: u32 = 1 << 10;

/// A search for paths through types.
pub struct Finder<'f, 'm> {
    /// The structures that `!spirv.Struct` describes.
    pub table: &'f Table<'m>,
    /// The data layout, for offsets and sizes.
    pub layout: DataLayout<'f>,
    /// The type that the path is to lead to.
    pub wanted: Type<'m>,
    /// The number of members that the search may still try besides those that contain the address.
    others: Cell<u32>,
}

/// The way in which a search interprets an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Indices {
    /// The index counts elements of one array, and its step is a multiple of their size.
    Whole,
    /// The index is divided in two, since its step is no multiple of the size of elements: one part counts elements,
    /// the other counts within an element.
    Divided,
    /// The index may count back from behind the last element, with negative values.
    LeadingBack,
}

/// An address within a type.
#[derive(Clone, Debug)]
struct Within<'m> {
    memory: Type<'m>,
    offset: i64,
    terms: Vec<Term<'m>>,
    indices: Indices,
}

impl<'f, 'm> Finder<'f, 'm> {
    /// Creates the search for a type.
    pub fn new(table: &'f Table<'m>, layout: DataLayout<'f>, wanted: Type<'m>) -> Self {
        Self { table, layout, wanted, others: Cell::new(MOST_OTHERS) }
    }

    /// Finds the object of the wanted type, or the number or vector, that is `at` bytes after an address. An index with
    /// several terms may count the elements of several arrays, or of one. If no path starts at the first elements, a
    /// step over an element of an outer array and one over an element of an inner array may have been added to one
    /// number.
    pub fn find(&self, root: Type<'m>, address: &Address<'m>, at: i64) -> Option<Found<'m>> {
        let find = |address: &Address<'m>, indices| {
            self.others.set(MOST_OTHERS);
            let within = Within::of(root, address, at, indices);
            let path = Path { llvm: Vec::new(), spirv: Vec::new(), is_opaque: false, room: u64::MAX, distance: 0 };
            self.walk(within, path, MAX_DEPTH)
        };
        let likelier = |best: Option<Found<'m>>, found: Found<'m>| match &best {
            Some(known) if !found.path.is_likelier(&known.path) => best,
            _ => Some(found),
        };
        let merged = address.merged();
        let whole = [Some(address), merged.as_ref()].into_iter().flatten();
        let found = whole.filter_map(|address| find(address, Indices::Whole)).fold(None, likelier);
        if address.terms.is_empty() || found.as_ref().is_some_and(|found| found.path.is_near()) {
            return found;
        }
        let merged = merged.as_ref().unwrap_or(address);
        let found = find(merged, Indices::Divided).into_iter().fold(found, likelier);
        found.or_else(|| find(merged, Indices::LeadingBack))
    }

    fn walk(&self, within: Within<'m>, path: Path<'m>, depth: u32) -> Option<Found<'m>> {
        let depth = depth.checked_sub(1)?;
        let Within { memory, offset, terms, .. } = &within;
        let is_there = *offset == 0 && terms.is_empty();
        if is_there && holds(*memory, self.wanted) {
            return Some(Found { path, memory: *memory, rest: 0 });
        }
        match () {
            () if notes::is_any_matrix(*memory) => self.walk_matrix(within, path, depth),
            () if memory.is_struct() => self.walk_struct(&within, &path, depth),
            () if memory.is_array() => self.walk_array(within, path, depth),
            () if memory.is_vector() => self.walk_vector(within, path),
            () => self.leaf(&within, path),
        }
    }

    /// Ends the path at a number or vector, which is not examined further.
    fn leaf(&self, within: &Within<'m>, path: Path<'m>) -> Option<Found<'m>> {
        let rest = u64::try_from(within.offset).ok()?;
        let is_inside = within.terms.is_empty() && rest < self.size(within.memory)?;
        is_inside.then_some(Found { path, memory: within.memory, rest })
    }

    fn size(&self, ty: Type<'m>) -> Option<u64> {
        self.layout.store_size(ty)
    }

    fn walk_vector(&self, mut within: Within<'m>, mut path: Path<'m>) -> Option<Found<'m>> {
        let component = within.memory.element()?;
        let size = self.size(component)?;
        if within.terms.is_empty() && (self.wanted.is_vector() || self.size(self.wanted)? > size) {
            return self.leaf(&within, path);
        }
        if self.size(self.wanted)? > size {
            return None;
        }
        let count = Some(within.memory.count());
        let index = self.take(&mut within, size, count)?;
        path.keep_within(&index, count);
        path.push_both(index);
        within.memory = component;
        self.leaf(&within, path)
    }

    fn walk_array(&self, mut within: Within<'m>, mut path: Path<'m>, depth: u32) -> Option<Found<'m>> {
        let element = within.memory.element()?;
        let count = Some(within.memory.count()).filter(|count| *count != 0);
        let index = self.take(&mut within, self.layout.abi_size(element)?, count)?;
        path.keep_within(&index, count);
        path.push_both(index);
        self.walk_element(within, path, element, depth)
    }

    /// Continues the path in an element, without the padding behind it.
    fn walk_element(
        &self,
        mut within: Within<'m>,
        mut path: Path<'m>,
        element: Type<'m>,
        depth: u32,
    ) -> Option<Found<'m>> {
        if notes::is_padded(element) {
            path.llvm.push(Index::constant(0));
        }
        within.memory = unpadded(element)?;
        self.walk(within, path, depth)
    }

    fn walk_matrix(&self, mut within: Within<'m>, mut path: Path<'m>, depth: u32) -> Option<Found<'m>> {
        let matrix = notes::matrix_parts(within.memory)?;
        let line = within.memory.field(0)?.element()?;
        let count = if matrix.is_row_major { matrix.rows } else { matrix.columns };
        let number = self.take(&mut within, self.layout.abi_size(line)?, Some(count.into()))?;
        path.keep_within(&number, Some(count.into()));
        path.llvm.push(Index::constant(0));
        if !matrix.is_row_major {
            path.push_both(number);
            return self.walk_element(within, path, line, depth);
        }
        // A component: its column is no vector in memory, and its row none in SPIR-V.
        let component = self.take(&mut within, self.size(matrix.component)?, Some(matrix.columns.into()))?;
        path.keep_within(&component, Some(matrix.columns.into()));
        path.spirv.extend([component, number]);
        path.is_opaque = true;
        within.memory = matrix.component;
        self.leaf(&within, path)
    }

    /// Continues the path in the member that contains the address. If there are indices left, they may count the
    /// elements of another member; the most likely path is returned.
    fn walk_struct(&self, within: &Within<'m>, path: &Path<'m>, depth: u32) -> Option<Found<'m>> {
        let members = self.members(within.memory);
        let holds = |member: &&Member<'m>| member.offset <= within.offset && within.offset < member.end;
        let is_constant = within.terms.is_empty();
        let others = members.iter().filter(|member| !holds(member) && !is_constant);
        let mut best: Option<Found<'m>> = None;
        let leads_out = |member: &Member<'m>, term: &Term<'m>| {
            let reach = term.flat.map_or((0, 0), |flat| flat.reach);
            let [first, last] = [reach.0, reach.1].map(|at| within.offset.saturating_add(at));
            term.flat.is_some() && (first < member.offset || last >= member.end)
        };
        for (is_other, member) in members.iter().filter(holds).map(|it| (false, it)).chain(others.map(|it| (true, it)))
        {
            if is_other && !self.may_try_other() {
                break;
            }
            // Of one member alone, nothing leads to another one.
            if members.len() > 1 && within.terms.iter().any(|term| leads_out(member, term)) {
                continue;
            }
            let mut path = path.clone();
            path.llvm.push(Index::constant(member.element.into()));
            path.spirv.push(Index::constant(member.number.into()));
            path.is_opaque |= member.is_cut;
            let offset = within.offset - member.offset;
            let found = self.walk(Within { memory: member.memory, offset, ..within.clone() }, path, depth);
            let is_better = |found: &Found<'m>| match &best {
                Some(best) => found.path.is_likelier(&best.path),
                None => found.path.room > 0,
            };
            best = found.filter(is_better).or(best);
        }
        best
    }

    /// Counts another member that does not contain the address; returns whether it may be tried.
    fn may_try_other(&self) -> bool {
        let left = self.others.get().checked_sub(1);
        self.others.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Returns the type of the largest object that is `at` bytes after an address and ends within a length, and the
    /// offset at which the next object may begin. The type is `None` for padding. Only the indices that select an array
    /// element may be variable.
    pub fn largest(
        &self,
        root: Type<'m>,
        address: &Address<'m>,
        at: i64,
        length: i64,
    ) -> Option<(Option<Type<'m>>, i64)> {
        let find = |address: &Address<'m>, indices| {
            self.largest_in(Within::of(root, address, at, indices), at, length, MAX_DEPTH)
        };
        let merged = address.merged();
        let found = find(address, Indices::Whole);
        let found = found.or_else(|| merged.as_ref().and_then(|merged| find(merged, Indices::Whole)));
        found.or_else(|| find(merged.as_ref().unwrap_or(address), Indices::Divided))
    }

    /// Returns whether bytes are padding for all values of the indices: padding between elements that the indices
    /// select, or between the members of such an element.
    pub fn is_padding(&self, root: Type<'m>, address: &Address<'m>, at: i64, size: i64) -> bool {
        let Some(end) = at.checked_add(size) else { return false };
        let mut at = at;
        while at < end {
            match self.largest(root, address, at, end) {
                Some((None, next)) if next > at => at = next,
                _ => return false,
            }
        }
        true
    }

    fn largest_in(&self, within: Within<'m>, at: i64, length: i64, depth: u32) -> Option<(Option<Type<'m>>, i64)> {
        let depth = depth.checked_sub(1)?;
        let memory = within.memory;
        let size = i64::try_from(self.size(memory)?).ok()?;
        let is_open = memory.is_array() && memory.count() == 0;
        if within.offset == 0 && within.terms.is_empty() && 0 < size && size <= length - at && !is_open {
            return Some((Some(memory), at + size));
        }
        // A constant index past the end is that of no object: its bytes are undefined, as padding is.
        if memory.is_array() && !is_open && within.terms.is_empty() && within.offset >= size {
            return Some((None, i64::MAX));
        }
        let is_row_major = notes::matrix_parts(memory).is_some_and(|matrix| matrix.is_row_major);
        let (element, stride) = match () {
            () if notes::is_any_matrix(memory) => self.element(memory.field(0)?)?,
            () if memory.is_struct() => return self.largest_member(&within, at, length, depth),
            () if memory.is_array() || memory.is_vector() => self.element(memory)?,
            () => return None,
        };
        let mut within = within;
        self.take(&mut within, stride, None)?;
        within.memory = unpadded(element)?;
        if self.size(within.memory).is_some_and(|size| within.offset >= size as i64) {
            let is_certain = within.terms.is_empty();
            return is_certain.then_some((None, at + stride as i64 - within.offset));
        }
        // A row is none in SPIR-V.
        if is_row_major {
            return None;
        }
        self.largest_in(within, at, length, depth)
    }

    /// Returns the type of the elements of an array or vector, and their distance in bytes.
    fn element(&self, ty: Type<'m>) -> Option<(Type<'m>, u64)> {
        let element = ty.element()?;
        Some((element, if ty.is_vector() { self.size(element)? } else { self.layout.abi_size(element)? }))
    }

    fn largest_member(&self, within: &Within<'m>, at: i64, length: i64, depth: u32) -> Option<(Option<Type<'m>>, i64)> {
        let members = self.members(within.memory);
        let holds = |member: &&Member<'m>| member.offset <= within.offset && within.offset < member.end;
        if let Some(member) = members.iter().find(holds) {
            let offset = within.offset - member.offset;
            return self.largest_in(Within { memory: member.memory, offset, ..within.clone() }, at, length, depth);
        }
        // Indices that are left count the elements of a member further on.
        if !within.terms.is_empty() {
            return None;
        }
        let size = i64::try_from(self.layout.abi_size(within.memory)?).ok()?;
        // Behind the last member there is nothing, either.
        if within.offset >= size {
            return Some((None, i64::MAX));
        }
        let next = members.iter().map(|member| member.offset).filter(|offset| *offset > within.offset).min();
        Some((None, at + next.unwrap_or(size) - within.offset))
    }

    /// Returns the members of a structure by their SPIR-V numbers.
    pub fn members(&self, ty: Type<'m>) -> Vec<Member<'m>> {
        let described = self.table.get(&ty);
        let count = described.map_or(ty.field_count() as usize, |row| row.members.len());
        let one = |number: usize| {
            let row = described.and_then(|row| row.members.get(number));
            let element = row.map_or(number as u32, |row| row.element);
            let cut = row.and_then(|row| row.note).and_then(|note| notes::read(note).ok());
            let (memory, is_cut) = match cut {
                Some(Note::Cut { ty, .. }) => (ty, true),
                _ => (ty.field(element)?, false),
            };
            let offset = i64::try_from(self.layout.element_offset(ty, element)?).ok()?;
            let is_open = memory.is_array() && memory.count() == 0;
            let size = i64::try_from(self.layout.abi_size(ty.field(element)?)?).ok()?;
            let end = if is_open { i64::MAX } else { offset.checked_add(size)? };
            Some(Member { number: number as u32, element, memory, offset, end, is_cut })
        };
        (0..count).filter_map(one).collect()
    }

    /// Removes the index of elements of `stride` bytes from an address and returns it; `None` if a constant index is
    /// out of bounds.
    fn take(&self, within: &mut Within<'m>, stride: u64, count: Option<u64>) -> Option<Index<'m>> {
        let stride = i64::try_from(stride).ok().filter(|stride| *stride > 0)?;
        if within.indices == Indices::Divided {
            within.divide(stride);
        }
        if let Some(flat) = within.terms.iter_mut().find(|term| term.flat.is_some() && term.scale % stride != 0)
            && let Some((index, rest, left)) = flat.divided(within.offset, stride)
        {
            *flat = rest;
            within.offset = left;
            within.terms.push(index);
        }
        let (taken, left) = std::mem::take(&mut within.terms).into_iter().partition(|term| term.scale % stride == 0);
        within.terms = left;
        let taken: Vec<Term<'m>> = taken;
        let leads_out = |term: &Term<'m>| {
            let last = term.flat.map_or(0, |flat| flat.reach.1).saturating_add(within.offset) / stride;
            count.is_some_and(|count| u64::try_from(last).is_ok_and(|last| last >= count))
        };
        if within.indices != Indices::LeadingBack && taken.iter().any(leads_out) {
            return None;
        }
        let mut number = within.offset.div_euclid(stride);
        if taken.is_empty() && !within.terms.is_empty() {
            // The indices that are left lead back into the bounds.
            let last = count.and_then(|count| i64::try_from(count).ok()?.checked_sub(1)).unwrap_or(i64::MAX);
            number = number.clamp(0, last.max(0));
        }
        let is_inside = u64::try_from(number).is_ok_and(|number| count.is_none_or(|count| number < count));
        if taken.is_empty() && !is_inside {
            return None;
        }
        within.offset = within.offset.wrapping_sub(number.wrapping_mul(stride));
        let terms = taken.into_iter().map(|term| Term { scale: term.scale / stride, ..term }).collect();
        Some(Index { number, terms })
    }
}

impl<'m> Within<'m> {
    /// Returns an address, plus `at` bytes, relative to the type of its root.
    fn of(root: Type<'m>, address: &Address<'m>, at: i64, indices: Indices) -> Self {
        let offset = address.offset.wrapping_add(at);
        Self { memory: root, offset, terms: address.terms.clone(), indices }
    }

    /// Divides each index whose step is greater than `stride` bytes, but no multiple, into one whose step is a multiple
    /// and one for the remainder.
    fn divide(&mut self, stride: i64) {
        let is_divided = |term: &Term<'_>| term.flat.is_none() && term.scale > stride && term.scale % stride != 0;
        for position in 0..self.terms.len() {
            let Some(term) = self.terms.get_mut(position).filter(|term| is_divided(term)) else { continue };
            let (rest, whole) = (term.scale % stride, *term);
            term.scale = rest;
            self.terms.push(Term { scale: whole.scale - rest, ..whole });
        }
    }
}

/// A member of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Member<'m> {
    /// The number of the member in SPIR-V.
    pub number: u32,
    /// The index of the struct element in LLVM.
    pub element: u32,
    /// The type of the member in memory.
    pub memory: Type<'m>,
    /// The offset of the member in bytes.
    pub offset: i64,
    /// The offset of the next member; the greatest number for a runtime array.
    pub end: i64,
    /// Set if the struct element is an array of bytes in place of the member.
    pub is_cut: bool,
}

impl<'m> Path<'m> {
    /// Takes an index into an array of `count` elements into account.
    fn keep_within(&mut self, index: &Index<'m>, count: Option<u64>) {
        self.room = self.room.min(index.room(count));
        self.distance = self.distance.saturating_add(index.distance());
    }

    /// Returns whether the path is more likely than another one to the same address: its indices are not all limited to
    /// zero, they count from nearer to the first element, and they may have more values.
    fn is_likelier(&self, other: &Self) -> bool {
        let rank = |path: &Self| (path.room.min(2), std::cmp::Reverse(path.distance), path.room);
        rank(self) > rank(other)
    }

    /// Returns whether the indices may have several values, and count from the first elements on.
    pub fn is_near(&self) -> bool {
        self.room > 1 && self.distance == 0
    }

    fn push_both(&mut self, index: Index<'m>) {
        self.llvm.push(index.clone());
        self.spirv.push(index);
    }
}
