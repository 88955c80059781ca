//! Folds `select`, and the instructions that extract or insert elements of vectors and members of aggregates.

use crate::constants::ConstantKind;
use crate::make::Tables;
use crate::types::TypeKind;

/// The limit on the number of parts of an aggregate that is rebuilt.
const MOST_PARTS: usize = 1 << 16;

impl Tables<'_> {
    /// Folds `select` of constants, as LLVM's `ConstantFoldSelectInstruction` does.
    pub(crate) fn fold_select(&mut self, condition: u32, a: u32, b: u32) -> Option<u32> {
        if self.is_zero(condition) {
            return Some(b);
        }
        if self.is_ones(condition) {
            return Some(a);
        }
        if let Some(folded) = self.select_elements(condition, a, b) {
            return Some(folded);
        }
        if self.is_poison(condition) {
            let ty = self.type_of(a);
            return Some(self.poison_of(ty));
        }
        if self.is_undef(condition) {
            return Some(if self.is_undef(a) { a } else { b });
        }
        match () {
            () if a == b || self.is_poison(b) => Some(a),
            () if self.is_poison(a) => Some(b),
            () if self.is_undef(a) && self.is_not_poison(b) => Some(b),
            () if self.is_undef(b) && self.is_not_poison(a) => Some(a),
            () => None,
        }
    }

    fn select_elements(&mut self, condition: u32, a: u32, b: u32) -> Option<u32> {
        if !self.is_of(condition, ConstantKind::Aggregate) {
            return None;
        }
        let ty = self.type_of(a);
        let (by, left, right) = (self.elements(condition)?, self.elements(a)?, self.elements(b)?);
        let mut folded = Vec::with_capacity(by.len());
        for ((by, x), y) in by.into_iter().zip(left).zip(right) {
            folded.push(match () {
                () if self.is_poison(by) => {
                    let element = self.types.scalar(ty);
                    self.poison_of(element)
                }
                () if x == y => x,
                () if self.is_undef(by) => {
                    if self.is_undef(x) {
                        x
                    } else {
                        y
                    }
                }
                () => {
                    if self.number(by)?.is_zero() {
                        y
                    } else {
                        x
                    }
                }
            });
        }
        Some(self.aggregate(ty, &folded))
    }

    /// Returns whether a constant is certainly not poison, and has no poison element.
    fn is_not_poison(&self, value: u32) -> bool {
        use ConstantKind::*;
        let plain = |value: u32| {
            let kind = self.constants.get(value).map_or(Poison, |c| c.kind);
            matches!(kind, Integer | WideInteger | Float | WideFloat | Null | Data | Global)
        };
        let Some(c) = self.constants.get(value) else { return false };
        match c.kind {
            Aggregate if self.types.is_vector(c.ty) => {
                self.constants.words(c).iter().all(|element| plain(*element) || self.is_of(*element, Undef))
            }
            _ => plain(value),
        }
    }

    /// Folds `extractelement` of a constant.
    pub(crate) fn fold_extract_element(&mut self, vector: u32, index: u32) -> Option<u32> {
        let ty = self.type_of(vector);
        let element = self.types.scalar(ty);
        if self.is_poison(vector) || self.is_undef(index) {
            return Some(self.poison_of(element));
        }
        if self.is_undef(vector) {
            return Some(self.undef_of(element));
        }
        let index = self.number(index)?.small().unwrap_or(u64::MAX);
        if self.lanes(ty).is_some_and(|lanes| index >= lanes) {
            return Some(self.poison_of(element));
        }
        if self.types.kind(ty) == TypeKind::ScalableVector {
            let known = self.types.get(ty).is_some_and(|row| index < row.number);
            return if known { self.splat_of(vector) } else { None };
        }
        self.part_of(vector, index)
    }

    /// Folds `insertelement` of constants.
    pub(crate) fn fold_insert_element(&mut self, vector: u32, element: u32, index: u32) -> Option<u32> {
        let ty = self.type_of(vector);
        if self.is_undef(index) {
            return Some(self.poison_of(ty));
        }
        if self.is_of(vector, ConstantKind::Null) && self.is_zero(element) {
            return Some(vector);
        }
        let index = self.number(index)?.small().unwrap_or(u64::MAX);
        if index >= self.lanes(ty)? {
            return Some(self.poison_of(ty));
        }
        let mut elements = self.elements(vector)?;
        *elements.get_mut(usize::try_from(index).ok()?)? = element;
        Some(self.aggregate(ty, &elements))
    }

    /// Folds `shufflevector` of constants with a constant mask.
    pub(crate) fn fold_shuffle(&mut self, a: u32, b: u32, mask: u32) -> Option<u32> {
        let element = self.types.scalar(self.type_of(a));
        let by = self.type_of(mask);
        let ty = self.types.like(by, element);
        if self.is_poison(mask) {
            return Some(self.poison_of(ty));
        }
        if self.is_zero(mask) {
            let at = self.zero(self.types.scalar(by))?;
            let first = self.fold_extract_element(a, at)?;
            let scalable = self.types.kind(by) == TypeKind::ScalableVector;
            let plain = self.is_zero(first) || self.is_undef(first);
            return if scalable && !plain { None } else { self.make_splat(ty, first) };
        }
        let lanes = self.lanes(self.type_of(a))?;
        let mut elements = Vec::new();
        for at in self.elements(mask)? {
            elements.push(match self.number(at).and_then(|at| at.small()) {
                None => self.undef_of(element),
                Some(at) if at >= lanes.checked_mul(2)? => self.undef_of(element),
                Some(at) => self.part_of(if at < lanes { a } else { b }, at % lanes.max(1))?,
            });
        }
        Some(self.aggregate(ty, &elements))
    }

    /// Folds `extractvalue` of a constant.
    pub(crate) fn fold_extract_value(&mut self, aggregate: u32, indices: &[u32]) -> Option<u32> {
        indices.iter().try_fold(aggregate, |part, index| self.part_of(part, *index as u64))
    }

    /// Folds `insertvalue` into a constant.
    pub(crate) fn fold_insert_value(&mut self, aggregate: u32, value: u32, indices: &[u32]) -> Option<u32> {
        let mut path = Vec::with_capacity(indices.len());
        let mut part = aggregate;
        for index in indices {
            path.push((part, *index));
            part = self.part_of(part, *index as u64)?;
        }
        path.into_iter().rev().try_fold(value, |value, (whole, index)| self.with_part(whole, index, value))
    }

    fn with_part(&mut self, whole: u32, index: u32, value: u32) -> Option<u32> {
        let ty = self.type_of(whole);
        let row = self.types.get(ty)?;
        let structure = matches!(row.kind, TypeKind::Struct | TypeKind::NamedStruct);
        let count = if structure { row.count as usize } else { usize::try_from(row.number).ok()? };
        if count > MOST_PARTS {
            return None;
        }
        let parts: Option<Vec<u32>> = (0..count as u64).map(|i| self.part_of(whole, i)).collect();
        let mut parts = parts?;
        *parts.get_mut(index as usize)? = value;
        Some(self.aggregate(ty, &parts))
    }
}
