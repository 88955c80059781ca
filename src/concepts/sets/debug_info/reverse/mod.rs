//! Debug information to LLVM IR: nodes are made when another node or a function refers to them, each behind those that it refers to.
//!
//! An explicit stack replaces recursion, as on the way forward. A composite is made before its members, which refer
//! back to it; other cycles are cut.

mod arrays;
mod bodies;
mod body;
mod fields;
mod files;
mod finish;
mod records;
mod retained;
mod stand_ins;
mod templates;
mod together;
mod units;
mod values;

pub use body::{at_block, before, begin_function, end_function, extended, line};
pub use finish::finish;

use super::rows::{self, Field, number};
use crate::binary::{Id, Instruction, Op};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node};
use crate::state::Reverse;
use crate::state::slots::debug_info::{Local, Made, ReverseDebug, Set, Sets};

/// The index of the first operand behind set and number.
const FIRST: usize = 2;

/// Detects debug information in the module, and indexes the instructions that are looked up by other ids than their own.
pub fn begin(r: &mut Reverse<'_>) -> Result<()> {
    let sets = r.spv.ext_inst_sets().iter().filter_map(|set| Some((set.id, Set::of(&set.name)?)));
    let mut d = Box::new(ReverseDebug { sets: sets.collect(), ..ReverseDebug::default() });
    if d.sets.is_empty() && (r.spv.functions().len() == 0 || r.spv.first_line().is_none()) {
        return Ok(());
    }
    d.made = Made::new(r.spv.bound());
    let mut reader = Reader { r, d, missing: Vec::new(), current: 0 };
    reader.sentences()?;
    if !reader.r.options.policy.knows_units_by_sets_alone {
        reader.source_texts()?;
    }
    reader.file_all()?;
    if reader.d.sets.is_empty() {
        reader.lines_unit()?
    } else {
        reader.units()?
    }
    let Reader { r, d, .. } = reader;
    r.debug = Some(d);
    Ok(())
}

/// The reader that makes the nodes.
struct Reader<'r, 'm> {
    r: &'r mut Reverse<'m>,
    d: Box<ReverseDebug<'m>>,
    /// The ids that the node that is being made names and that are not made yet.
    missing: Vec<Id>,
    /// The id whose node is being made.
    current: Id,
}

/// Runs `work` with the debug information of the module, if it has any.
fn with<'m, T: Default>(r: &mut Reverse<'m>, work: impl FnOnce(&mut Reader<'_, 'm>) -> Result<T>) -> Result<T> {
    let Some(d) = r.debug.take() else { return Ok(T::default()) };
    let mut reader = Reader { r, d, missing: Vec::new(), current: 0 };
    let done = work(&mut reader);
    let Reader { r, d, .. } = reader;
    r.debug = Some(d);
    done
}

impl<'m> Reader<'_, 'm> {
    /// Returns the set and the number of an instruction.
    fn numbered(&self, inst: Instruction<'m>) -> Option<(Set, u32)> {
        let (Op::ExtInst | Op::ExtInstWithForwardRefsKHR, [id, number, ..]) = (inst.opcode(), inst.in_operands())
        else {
            return None;
        };
        let set = self.d.sets.iter().find(|set| set.0 == *id)?;
        Some((set.1, *number))
    }

    /// Returns whether one of the sets is for shaders.
    fn has_shader_set(&self) -> bool {
        self.d.sets.iter().any(|set| set.1.is_of_shaders())
    }

    /// Returns the operands behind set and number.
    fn operands(inst: Instruction<'m>) -> &'m [u32] {
        inst.in_operands().get(FIRST..).unwrap_or_default()
    }

    /// Returns the set, number and instruction of an id, if it belongs to a set of debug information.
    fn defined(&self, id: Id) -> Option<(Set, u32, Instruction<'m>)> {
        let inst = self.r.spv.definition(id)?;
        let (set, number) = self.numbered(inst)?;
        Some((set, number, inst))
    }

    /// Indexes the instructions that the drivers look up.
    fn file_all(&mut self) -> Result<()> {
        if self.d.sets.is_empty() {
            return Ok(());
        }
        let mut source = None;
        let mut line = None;
        for inst in self.r.spv.globals().chain(self.r.spv.remarks().iter().copied()) {
            let is_line = inst.opcode() == Op::Line;
            let place = is_line.then(|| Some((inst.operand(0).ok()?, inst.operand(2).ok()?))).flatten();
            let before = std::mem::replace(&mut line, place);
            let Some((set, number)) = self.numbered(inst) else { continue };
            if self.is_link(set, number, inst) {
                continue;
            }
            let (id, operands) = (inst.result_id().unwrap_or_default(), Self::operands(inst));
            match number {
                number::TYPE_TEMPLATE => {
                    self.d.templates.extend(operands.first().map(|target| (*target, inst)));
                }
                number::FUNCTION if !set.is_of_shaders() => {
                    let body = operands.get(9).copied().filter(|body| self.defined(*body).is_none());
                    self.d.functions.extend(body.map(|body| (body, id)));
                }
                number::TYPE_COMPOSITE => {
                    let members = operands.get(if set == Set::Older { 8 } else { 9 }..).unwrap_or_default();
                    for member in members {
                        self.d.owners.entry(*member).or_insert(id);
                    }
                }
                // The draft of the last set, which has a flag of bit-fields, has the producer.
                number::UNIT => self.d.has_bit_field_flags |= set == Set::Shader200 && operands.len() > 4,
                number::SOURCE => {
                    self.checksum_of_source(operands);
                    source = Some(id);
                }
                number::INLINED_AT => self.d.places.extend(before.map(|place| (id, place))),
                number::SOURCE_CONTINUED => {
                    let text = operands.first().and_then(|text| self.r.spv.string(*text)).unwrap_or_default();
                    if let Some(source) = source {
                        self.d.texts.entry(source).or_default().push_str(text);
                    }
                }
                _ => {}
            }
            self.d.all.push(inst);
        }
        self.forget_stand_ins();
        self.file_definitions();
        self.file_undescribed();
        self.d.with_body = self.d.functions.values().copied().collect();
        self.file_inlined();
        self.find_twins();
        self.resolve_stand_ins();
        self.find_inner_arrays();
        self.d.arguments_are_ids = self.arguments_are_ids();
        if self.r.options.policy.reads_functions_as_builder {
            self.find_mains();
        }
        Ok(())
    }

    /// The functions that are main programs: those of entry points.
    fn find_mains(&mut self) {
        let bodies = self.r.spv.entry_points().iter().filter_map(|inst| inst.operand(1).ok());
        self.d.mains = bodies.filter_map(|body| self.d.functions.get(&body).copied()).collect();
        for inst in &self.d.all {
            if let Some((_, number::ENTRY_POINT)) = self.numbered(*inst) {
                self.d.mains.extend(Self::operands(*inst).first());
            }
        }
    }

    /// Finds composites without members that are twins of others: the members refer to them.
    fn find_twins(&mut self) {
        let spv = self.r.spv;
        let key = |inst: Instruction<'m>| -> Option<[Option<&'m str>; 4]> {
            let operands = Self::operands(inst);
            let text = |place: usize| operands.get(place).and_then(|id| spv.string(*id));
            let size = operands.get(7).and_then(|id| spv.definition(*id));
            size.filter(|size| size.opcode() == Op::Constant)?;
            Some([text(0), text(6).filter(|text| !text.is_empty()), None, None])
        };
        // Kind, file, line and size.
        let place = |inst: Instruction<'m>| {
            let operands = Self::operands(inst);
            [1, 2, 3, 7].iter().filter_map(|place| operands.get(*place)).copied().collect::<Vec<_>>()
        };
        let composites = self.d.all.iter().copied().filter(|inst| {
            self.numbered(*inst).is_some_and(|(set, number)| set.is_of_shaders() && number == number::TYPE_COMPOSITE)
        });
        let mut waiting: rustc_hash::FxHashMap<_, Vec<Id>> = Default::default();
        let composites: Vec<_> = composites.collect();
        for inst in composites {
            let Some(name) = key(inst) else { continue };
            let id = inst.result_id().unwrap_or_default();
            let line = if name[1].is_some() { Vec::new() } else { place(inst) };
            let key = (name, line);
            if self.is_declared(inst) {
                waiting.entry(key).or_default().push(id);
            } else if let Some(twins) = waiting.remove(&key) {
                self.d.twins.extend(twins.into_iter().map(|twin| (twin, id)));
            }
        }
    }

    /// Returns whether a composite has no members and the flag of a declaration.
    fn is_declared(&self, inst: Instruction<'m>) -> bool {
        let operands = Self::operands(inst);
        let flags = operands.get(8).and_then(|id| self.r.spv.definition(*id)).and_then(|inst| inst.operand(0).ok());
        operands.len() == 9 && flags.is_some_and(|flags| flags & super::codes::flag::DECLARATION != 0)
    }

    /// Returns whether argument numbers are constants in the sets with ids for numbers: one translator writes literals there.
    fn arguments_are_ids(&self) -> bool {
        self.d.all.iter().all(|inst| {
            let Some((set, number::LOCAL_VARIABLE)) = self.numbered(*inst) else { return true };
            let argument = Self::operands(*inst).get(7).filter(|_| set.is_of_shaders());
            argument.is_none_or(|id| self.r.spv.definition(*id).is_some_and(|inst| inst.opcode() == Op::Constant))
        })
    }

    /// Returns the node for an id; none if it is no debug information, or LLVM has no such node.
    fn make(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        if let (Some(made), true) = (self.d.made.get(id), self.d.later.is_empty()) {
            return Ok(made);
        }
        self.make_one(id)?;
        while let Some(composite) = self.d.later.pop() {
            self.members(composite)?;
        }
        Ok(self.d.made.node(id))
    }

    /// Returns the node for an id; the members of composites are made later.
    fn make_one(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        let id = self.d.twins.get(&id).copied().unwrap_or(id);
        if let Some(made) = self.d.made.get(id) {
            return Ok(made);
        }
        // Most name nothing that is not made.
        let (mut stack, mut next) = (Vec::new(), id);
        loop {
            if self.d.made.get(next).is_none() {
                self.current = next;
                self.missing.clear();
                let made = self.node(next)?;
                if !self.missing.is_empty() {
                    self.d.open.insert(next);
                    stack.push(next);
                    stack.extend(self.missing.iter().skip(1).rev());
                    next = self.missing.first().copied().unwrap_or(next);
                    continue;
                }
                self.d.open.remove(&next);
                self.d.made.insert(next, made);
            }
            match stack.pop() {
                Some(waiting) => next = waiting,
                None => break,
            }
        }
        self.current = 0;
        Ok(self.d.made.node(id))
    }

    /// Returns the node that another one refers to; notes it as missing if it is not made yet.
    fn link(&mut self, id: Id, fits: impl FnOnce(Class) -> bool) -> Option<Metadata<'m>> {
        let id = self.d.twins.get(&id).copied().unwrap_or(id);
        if let Some(made) = self.d.made.get(id) {
            return made.filter(|made| fits(made.debug_class()));
        }
        if id == self.current || self.d.open.contains(&id) {
            self.lose("references of nodes to themselves");
            return None;
        }
        self.defined(id)?;
        self.missing.push(id);
        None
    }

    /// Counts a loss.
    fn lose(&mut self, what: &str) {
        *self.d.lost.entry(what.to_owned()).or_default() += 1;
    }

    /// Makes the node of an instruction, unless it refers to nodes that are not made yet.
    fn node(&mut self, id: Id) -> Result<Option<Metadata<'m>>> {
        let Some((set, number, inst)) = self.defined(id) else { return Ok(None) };
        match number {
            number::NONE | number::UNIT => Ok(None),
            number::SOURCE => self.source(set, id, inst),
            number::EXPRESSION => Ok(self.expression(set, inst)),
            number::TYPE_TEMPLATE => match Self::operands(inst).first() {
                Some(target) => Ok(self.link(*target, |_| true)),
                None => Ok(None),
            },
            number::MACRO_DEFINE | number::MACRO_UNDEFINE => self.macro_of(set, number, inst),
            number::TEMPLATE_TEMPLATE | number::TEMPLATE_PACK => self.template_group(inst),
            number::TYPE_COOPERATIVE_MATRIX => self.unspecified_type("cooperative matrix").map(Some),
            number::TYPE_ARRAY if self.d.vectors.contains(&id) => self.vector(inst),
            number::TYPE_ARRAY if self.has_counts(inst) && !self.r.options.policy.keeps_widths_of_bounds => {
                self.array(inst)
            }
            _ => self.by_row(set, number, id, inst),
        }
    }

    fn by_row(&mut self, set: Set, number: u32, id: Id, inst: Instruction<'m>) -> Result<Option<Metadata<'m>>> {
        let operands = Self::operands(inst);
        let class = match number {
            number::LEXICAL_BLOCK if operands.len() > 4 => Some(Class::Namespace),
            number::LEXICAL_BLOCK if self.is_discriminator(set, operands) => Some(Class::BlockFile),
            number::TEMPLATE_PARAMETER if operands.get(2).is_some_and(|id| self.is_value(*id)) => {
                Some(Class::TemplateValue)
            }
            _ => None,
        };
        let row = class.map_or_else(|| rows::by_number(set, number), |class| rows::of(class, number));
        let Some(row) = row else {
            self.lose(&format!("instructions {number} of {}", set.name()));
            return Ok(None);
        };
        let mut node = Node::new(row.class);
        if let Some(tag) = row.tags.first() {
            node.set(crate::llvm::debug::Number::Tag, *tag);
        }
        let mut words = operands;
        for field in row.fields(self.layout(set, number, operands)) {
            if let Some(rest) = self.skipped(field, words) {
                words = rest;
            }
            self.field(field, &mut words, &mut node, set)?;
        }
        if !self.missing.is_empty() {
            return Ok(None);
        }
        self.complete(number, (set, id), &mut node)?;
        if !self.missing.is_empty() {
            return Ok(None);
        }
        if needs_scope(&node) && node.link(Link::Scope).is_none() {
            self.lose("nodes without a function around them");
            return Ok(None);
        }
        self.d.has_temporary |= node.is_temporary();
        let made = self.r.context.debug_node(&node)?;
        match number {
            number::TYPE_COMPOSITE => self.d.later.push(id),
            number::LOCAL_VARIABLE => {
                let (scope, ty) = (node.link(Link::Scope), node.link(Link::Base));
                self.d.locals.push(Local { offset: inst.offset(), node: made, scope, ty });
            }
            _ => {}
        }
        Ok(Some(made))
    }

    /// Returns the set whose layout an instruction has: the ranges of arrays and the columns of inlined calls in the
    /// last set are those of a draft.
    fn layout(&self, set: Set, number: u32, operands: &[u32]) -> Set {
        let second = operands.get(1);
        let is_draft = match number {
            number::INLINED_AT => second.is_some_and(|id| self.is_constant(*id)),
            number::TYPE_ARRAY => second.is_none_or(|id| self.defined(*id).is_some_and(|of| of.1 == number::SUBRANGE)),
            _ => true,
        };
        if set == Set::Shader200 && !is_draft { Set::Shader100 } else { set }
    }

    /// Returns whether an instruction is an array with counts.
    fn has_counts(&self, inst: Instruction<'m>) -> bool {
        let Some((set, number::TYPE_ARRAY)) = self.numbered(inst) else { return false };
        Sets::COUNTS.has(self.layout(set, number::TYPE_ARRAY, Self::operands(inst)))
    }

    /// Returns the words behind an extra word that one translator writes.
    fn skipped(&self, field: Field, words: &'m [u32]) -> Option<&'m [u32]> {
        match (field, words) {
            (Field::Source(_), [0, rest @ ..]) => Some(rest),
            _ => None,
        }
    }

    /// Returns whether an id may be the value of a template parameter.
    fn is_value(&self, id: Id) -> bool {
        let is_object = |inst: Instruction<'m>| {
            matches!(inst.opcode(), Op::Variable | Op::Function | Op::ConstantFunctionPointerINTEL)
        };
        self.is_constant(id) || self.r.spv.definition(id).is_some_and(is_object)
    }

    fn is_constant(&self, id: Id) -> bool {
        self.r.spv.definition(id).is_some_and(|inst| {
            matches!(inst.opcode(), Op::Constant | Op::ConstantNull | Op::ConstantTrue | Op::ConstantFalse)
        })
    }
}

/// Returns whether LLVM's class of a node requires a scope.
fn needs_scope(node: &Node<'_>) -> bool {
    matches!(node.class, Class::Local | Class::Block | Class::BlockFile | Class::Location)
}
