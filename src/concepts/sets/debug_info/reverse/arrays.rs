//! Arrays, vectors and their bounds, backward.

use super::super::rows::{self, Field, number, tag};
use super::super::{codes::llvm_flag, is_vector, plain_type};
use super::Reader;
use crate::binary::{Capability, Id, Instruction, Op};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use rustc_hash::FxHashMap;

impl<'m> Reader<'_, 'm> {
    pub(super) fn range(&self, count: Option<u64>) -> Result<Metadata<'m>> {
        let mut range = Node::new(Class::Subrange);
        let count = count.map(|count| self.r.context.md_int(64, count)).transpose()?;
        range.set_link(Link::Count, count);
        self.r.context.debug_node(&range)
    }

    pub(super) fn lanes(&mut self, count: u32, node: &mut Node<'m>) -> Result<()> {
        node.set(Number::Tag, tag::ARRAY);
        node.set(Number::Flags, llvm_flag::VECTOR);
        let base = plain_type(node.link(Link::Base));
        let of = base.as_ref().map_or(0, |base| base.number(Number::Size));
        let is_matrix = base.as_ref().is_some_and(is_vector);
        let room = if is_matrix { count.into() } else { u64::from(count).next_power_of_two() };
        node.set(Number::Size, of.saturating_mul(room));
        let range = self.range(Some(count.into()))?;
        node.set_link(Link::Elements, Some(self.r.context.md_node(&[Some(range)])));
        Ok(())
    }

    /// Returns the vector that an array describes, if it describes one.
    pub(super) fn vector(&mut self, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        let [base, count, ..] = *Self::operands(inst) else { return Ok(None) };
        let mut node = Node::new(Class::CompositeType);
        self.ty(base, Link::Base, &mut node)?;
        if !self.missing.is_empty() {
            return Ok(None);
        }
        let count = self.count(count).unwrap_or(0);
        self.lanes(u32::try_from(count).unwrap_or(0), &mut node)?;
        self.r.context.debug_node(&node).map(Some)
    }

    /// Marks a matrix of columns; a matrix of rows is an ordinary array of them in LLVM IR. In Khronos mode both are.
    pub(super) fn columns(&self, is_of_columns: Id, node: &mut Node<'m>) {
        let is_true = self.r.spv.definition(is_of_columns).is_some_and(|inst| inst.opcode() == Op::ConstantTrue);
        if !is_true || self.r.options.policy.keeps_widths_of_bounds {
            node.set(Number::Flags, 0);
        }
    }

    /// Makes an array with its dimensions, and with those of arrays that only it refers to.
    pub(super) fn array(&mut self, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        let mut node = Node::new(Class::CompositeType);
        node.set(Number::Tag, tag::ARRAY);
        let (mut ranges, mut elements, mut next) = (Vec::new(), Some(1), Some(inst));
        let mut rest = self.d.inner_arrays.len();
        while let Some(inst) = next {
            let Some((base, words)) = Self::operands(inst).split_first() else { return Ok(None) };
            self.dimensions(words, &mut ranges, &mut elements)?;
            next = self.d.inner_arrays.get(base).copied();
            if next.is_none() {
                self.ty(*base, Link::Base, &mut node)?;
            }
            // Arrays may lead back to themselves.
            let Some(fewer) = rest.checked_sub(next.is_some().into()) else { return Ok(None) };
            rest = fewer;
        }
        if !self.missing.is_empty() {
            return Ok(None);
        }
        self.of_elements(&ranges, elements, &mut node);
        self.r.context.debug_node(&node).map(Some)
    }

    /// Reads the dimensions of an array as the Khronos translator does.
    pub(super) fn counts(&mut self, words: &'m [u32], node: &mut Node<'m>) -> Result<()> {
        node.set(Number::Tag, tag::ARRAY);
        if words.len().is_multiple_of(2) && !words.is_empty() {
            let (first, second) = words.split_at(words.len() / 2);
            return self.counts_and_bounds(first, second, node);
        }
        let (mut ranges, mut elements) = (Vec::new(), Some(1));
        self.dimensions(words, &mut ranges, &mut elements)?;
        self.of_elements(&ranges, elements, node);
        Ok(())
    }

    /// Reads the dimensions of an array: only counts, or counts followed by as many lower bounds.
    fn dimensions(
        &mut self,
        words: &'m [u32],
        ranges: &mut Vec<Option<Metadata<'m>>>,
        elements: &mut Option<u64>,
    ) -> Result<()> {
        let (first, second) = words.split_at(words.len() / 2);
        let is_bound =
            |id: &Id| self.value(*id) == 0 && self.defined(*id).is_none_or(|of| of.1 != number::LOCAL_VARIABLE);
        let may_have = words.len().is_multiple_of(2) && !words.is_empty();
        let has_bounds = may_have && (self.r.spv.has_capability(Capability::Kernel) || second.iter().all(is_bound));
        let counts = if has_bounds { first } else { words };
        for (place, id) in counts.iter().enumerate() {
            let mut range = Node::new(Class::Subrange);
            let variable = self.link(*id, |class| matches!(class, Class::Local | Class::Global));
            let count = self.count(*id);
            *elements = elements.zip(count.filter(|_| variable.is_none())).and_then(|(all, one)| all.checked_mul(one));
            let number = count.map(|count| self.r.context.md_int(64, count)).transpose()?;
            range.set_link(Link::Count, variable.or(number));
            let lower = second.get(place).filter(|lower| has_bounds && self.value(**lower) != 0);
            range.set_link(Link::Lower, lower.map(|lower| self.bound(*lower)).transpose()?.flatten());
            ranges.push(Some(self.r.context.debug_node(&range)?));
        }
        Ok(())
    }

    /// Finds the arrays that only one other array refers to: they are dimensions of that array.
    pub(super) fn find_inner_arrays(&mut self) {
        if self.r.options.policy.keeps_widths_of_bounds {
            return;
        }
        let base = |inst: &Instruction<'m>| Self::operands(*inst).first().and_then(|base| self.defined(*base));
        let is_vector = |inst: &Instruction<'m>| inst.result_id().is_some_and(|id| self.d.vectors.contains(&id));
        let is_plain = |inst: &&Instruction<'m>| self.has_counts(**inst) && !is_vector(inst);
        let arrays = self.d.all.iter().filter(is_plain);
        let inner = arrays.filter_map(base).filter(|of| is_plain(&&of.2));
        let mut found: FxHashMap<Id, Instruction<'m>> =
            inner.filter_map(|of| Some((of.2.result_id()?, of.2))).collect();
        if found.is_empty() {
            return;
        }
        let mut counts: FxHashMap<Id, usize> = FxHashMap::default();
        for inst in &self.d.all {
            self.named_types(*inst)
                .map(|id| self.d.twins.get(&id).copied().unwrap_or(id))
                .filter(|id| found.contains_key(id))
                .for_each(|id| *counts.entry(id).or_default() += 1);
        }
        found.retain(|id, _| counts.get(id) == Some(&1));
        self.d.inner_arrays = found;
    }

    /// Returns the types that an instruction refers to.
    fn named_types(&self, inst: Instruction<'m>) -> impl Iterator<Item = Id> + use<'m> {
        let operands = Self::operands(inst);
        let of = self.numbered(inst);
        let places = of.and_then(|(set, number)| Some(rows::by_number(set, number)?.fields(set).enumerate()));
        let types = places.into_iter().flatten().flat_map(move |(place, field)| match field {
            Field::Type(_) | Field::Basic(_) | Field::Entity => operands.get(place..=place).unwrap_or_default(),
            Field::Types => operands.get(place..).unwrap_or_default(),
            _ => &[],
        });
        let target = operands.get(..1).filter(|_| of.is_some_and(|of| of.1 == number::TYPE_TEMPLATE));
        types.chain(target.unwrap_or_default()).copied()
    }

    /// The dimensions of an array: a count or an upper bound and a lower bound each.
    fn counts_and_bounds(&mut self, counts: &'m [u32], bounds: &'m [u32], node: &mut Node<'m>) -> Result<()> {
        let (mut ranges, mut elements) = (Vec::new(), Some(1u64));
        for (count, bound) in counts.iter().zip(bounds) {
            let mut range = Node::new(Class::Subrange);
            let has_count = self.is_constant(*count);
            let known = self.count(*count).filter(|count| *count <= i64::MAX as u64);
            elements = if has_count {
                elements.zip(known.or(Some(0))).and_then(|(all, one)| all.checked_mul(one))
            } else {
                elements
            };
            let (upper, lower) = (self.bound(*count)?, self.bound(*bound)?);
            range.set_link(if has_count { Link::Count } else { Link::Upper }, upper);
            range.set_link(Link::Lower, lower.filter(|_| !has_count || self.value(*bound) != 0));
            ranges.push(Some(self.r.context.debug_node(&range)?));
        }
        self.of_elements(&ranges, elements, node);
        Ok(())
    }

    /// Sets the dimensions of an array, and its size if the number of elements is known.
    fn of_elements(&self, ranges: &[Option<Metadata<'m>>], elements: Option<u64>, node: &mut Node<'m>) {
        let of = plain_type(node.link(Link::Base)).map_or(0, |base| base.number(Number::Size));
        node.set(Number::Size, elements.and_then(|all| all.checked_mul(of)).unwrap_or(0));
        node.set_link(Link::Elements, Some(self.r.context.md_node(ranges)));
    }

    /// Returns the number of elements, if it is known.
    pub(super) fn count(&self, id: Id) -> Option<u64> {
        let inst = self.r.spv.definition(id)?;
        let value = self.value(id);
        let most = if inst.in_operands().len() > 1 { u64::MAX } else { u32::MAX.into() };
        (inst.opcode() == Op::Constant && value != most).then_some(value)
    }

    pub(super) fn nodes(&mut self, words: &'m [u32], node: &mut Node<'m>, fits: fn(Class) -> bool) -> Result<()> {
        let nodes: Vec<_> = words.iter().filter_map(|word| self.link(*word, fits)).map(Some).collect();
        node.set(Number::Tag, tag::ARRAY);
        let is_lenient = self.r.options.policy.keeps_widths_of_bounds;
        let mut elements = Some(1u64).filter(|_| is_lenient || !nodes.is_empty());
        for range in nodes.iter().flatten() {
            let count =
                range.debug_node().link(Link::Count).and_then(Metadata::as_value).and_then(|count| count.int_value());
            let is_counted = count.is_some() || !is_lenient;
            let count = count.map(|count| if count > i64::MAX as u64 { 0 } else { count });
            elements =
                if is_counted { elements.zip(count).and_then(|(all, one)| all.checked_mul(one)) } else { elements };
        }
        self.of_elements(&nodes, elements, node);
        Ok(())
    }

    /// A constant, a variable or an expression.
    pub(super) fn bound(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        if self.is_constant(id)
            && let Ok(value) = self.r.value(id)
        {
            let is_short = value.int_value().filter(|_| value.ty().int_width() <= 64);
            return match is_short {
                Some(number) if value.ty().int_width() == 32 => self.r.context.md_int(64, number).map(Some),
                Some(number) => self.r.context.md_int(value.ty().int_width(), number).map(Some),
                None => Ok(self.r.context.md_value(value).ok()),
            };
        }
        Ok(self.link(id, |class| matches!(class, Class::Local | Class::Global | Class::Expression)))
    }
}
