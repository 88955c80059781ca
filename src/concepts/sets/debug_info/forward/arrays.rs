//! Arrays and their bounds, forward.

use super::super::count_of;
use super::super::rows::number;
use super::Writer;
use super::fields::is_variable;
use crate::binary::builder::Id;
use crate::concepts::base::constants;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::Role;
use ::spirv::Capability;

impl<'m> Writer<'_, 'm> {
    /// Adds the ranges of an array, except those of a kind that the sets do not have.
    pub(super) fn ranges(&mut self, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        for range in node.entries(Link::Elements).into_iter().flatten() {
            match range.debug_node().class {
                Class::Subrange => words.push(self.id((range, Role::Full))?),
                _ => self.lose("ranges of a kind that the sets do not have"),
            }
        }
        Ok(())
    }

    /// Returns whether counts express an array completely, so that they are written even in the set with ranges, where
    /// no SPIRV-Tools release accepts ranges.
    pub(super) fn says_counts(&self, node: &Node<'m>) -> bool {
        let is_fixed = |range: &Node<'m>| {
            let bounds = [Link::Lower, Link::Upper, Link::Count, Link::Stride].map(|link| range.link(link));
            range.class == Class::Subrange && bounds.into_iter().flatten().all(|bound| bound.as_value().is_some())
        };
        let ranges = node.entries(Link::Elements).into_iter().flatten().map(Metadata::debug_node);
        self.has_stand_ins() && ranges.into_iter().all(|range| is_fixed(&range))
    }

    pub(super) fn lanes(&mut self, node: &Node<'m>) -> Result<Id> {
        self.number(lanes_of(node) as u32)
    }

    /// Adds the number of elements of the first dimension. Further dimensions become arrays of their own, since readers
    /// expect an even number of operands, for counts and lower bounds.
    pub(super) fn counts(&mut self, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        let ranges: Vec<_> = node.entries(Link::Elements).into_iter().flatten().map(Metadata::debug_node).collect();
        let mut dimensions = ranges.iter().map(|range| self.dimension(range)).collect::<Result<Vec<_>>>()?;
        if dimensions.is_empty() {
            dimensions.push(vec![self.count(u64::MAX)?]);
        }
        // It is asked for again when all that it names is written.
        if !self.missing.is_empty() || self.circle.is_some() {
            return Ok(());
        }
        let is_null = |range: &Node<'m>| count_of(range).is_some_and(|count| count as u32 == 0);
        if !self.set().is_of_shaders() && ranges.iter().any(is_null) {
            self.lose("numbers of elements that are 0 in their low word");
        }
        let (Some((outer, inner)), [_, base]) = (dimensions.split_first(), words.as_mut_slice()) else { return Ok(()) };
        for dimension in inner.iter().rev() {
            *base = self.fresh(&[&[number::TYPE_ARRAY, *base], dimension.as_slice()].concat())?;
        }
        words.extend(outer);
        Ok(())
    }

    /// The number of elements of a dimension, and its lower bound where that is not 0.
    fn dimension(&mut self, range: &Node<'m>) -> Result<Vec<u32>> {
        let variable = range.link(Link::Count).filter(|count| count.as_value().is_none());
        let count = match (count_of(range), variable) {
            (Some(count), _) => self.count(count)?,
            (None, Some(variable)) if is_counter(&variable.debug_node()) => self.id((variable, Role::Full))?,
            (None, Some(_)) => {
                self.lose("numbers of elements that are expressions or variables with a sign");
                self.count(u64::MAX)?
            }
            _ => self.count(u64::MAX)?,
        };
        let lower =
            range.link(Link::Lower).and_then(Metadata::as_value).and_then(|value| value.int_value()).unwrap_or(0);
        let is_counted = count_of(range).is_some() || variable.is_none();
        let is_said = lower == 0 || self.f.spv.has(Capability::Kernel) && is_counted && self.fits(lower);
        if !is_said {
            self.lose("lower bounds of arrays");
        }
        let mut words = vec![count];
        if lower != 0 && is_said {
            words.push(self.bound_constant(lower)?);
        }
        Ok(words)
    }

    /// Returns a bound with the width that it has in LLVM.
    pub(super) fn wide_bound(&mut self, bound: Option<Metadata<'m>>) -> Result<Id> {
        match bound.and_then(Metadata::as_value).filter(|value| value.int_value().is_some()) {
            Some(value) => Ok(constants::module_scope(self.f, value)?.id),
            None => self.bound(bound),
        }
    }

    /// Returns a number of elements; all bits are set if it is unknown. In the sets of OpenCL a number whose low word
    /// is 0 counts as unknown, too.
    pub(super) fn count(&mut self, count: u64) -> Result<Id> {
        let count = if count as u32 == 0 && !self.set().is_of_shaders() { u64::MAX } else { count };
        match self.f.spv.has(Capability::Int64) {
            true if u32::try_from(count).is_err() => self.constant(count),
            _ => self.constant(u64::from(u32::try_from(count).unwrap_or(u32::MAX))),
        }
    }

    /// A constant, a variable or an expression.
    pub(super) fn bound(&mut self, node: Option<Metadata<'m>>) -> Result<Id> {
        let Some(node) = node else { return self.none() };
        if self.f.options.policy.keeps_widths_of_bounds
            && node.as_value().is_some_and(|value| value.int_value().is_some())
        {
            return self.wide_bound(Some(node));
        }
        if let Some(value) = node.as_value() {
            return self.bound_constant(value.int_value().unwrap_or_default());
        }
        let class = node.debug_node().class;
        match class {
            Class::Expression => self.expression(node),
            Class::Local | Class::Global => self.id((node, Role::Full)),
            _ => self.none(),
        }
    }

    /// Returns whether the module has integers that are as wide as a number.
    fn fits(&self, value: u64) -> bool {
        u32::try_from(value).is_ok() || self.f.spv.has(Capability::Int64)
    }

    /// Returns a bound that is a constant; `DebugInfoNone` if it is unknown, which is all bits set, or too large.
    pub(super) fn bound_constant(&mut self, value: u64) -> Result<Id> {
        if self.fits(value) {
            return self.constant(value);
        }
        if value != u64::MAX {
            self.lose("bounds of more than 32 bits");
        }
        self.none()
    }
}

/// Returns whether a variable may be the number of elements of an array: the validator requires a basic unsigned type.
fn is_counter(node: &Node<'_>) -> bool {
    const UNSIGNED: u64 = 7;
    let ty = node.link(Link::Base).filter(|_| is_variable(node)).map(Metadata::debug_node);
    ty.is_some_and(|ty| {
        ty.class == Class::BasicType
            && ty.number(Number::Encoding) == UNSIGNED
            && [32, 64].contains(&ty.number(Number::Size))
    })
}

/// The number of components of a vector, or of columns of a matrix.
fn lanes_of(node: &Node<'_>) -> u64 {
    let range = node.entries(Link::Elements).into_iter().flatten().next();
    range.and_then(|range| count_of(&range.debug_node())).unwrap_or(0)
}

/// Returns whether a matrix has no more columns than SPIR-V's matrices.
pub(super) fn has_few_lanes(node: &Node<'_>) -> bool {
    (1..=4).contains(&lanes_of(node))
}
