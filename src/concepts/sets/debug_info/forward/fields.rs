//! The operands of a row, forward: each field of LLVM's node in the encoding of the set.

use super::super::codes;
use super::super::rows::{Field, Row, number, tag};
use super::super::{is_definition, is_local_scope};
use super::{Writer, is_composite, is_constant};
use crate::binary::builder::Id;
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::{Key, Role, Set};
use crate::state::slots::debug_progress::Mark;
use ::spirv::{Capability, Op, StorageClass};
use rustc_hash::FxHashSet;

/// The prefix of names of composites whose size and members must not be visible.
const OPAQUE: &[u8] = b"@";

impl<'m> Writer<'_, 'm> {
    /// Returns the words of an instruction, beginning with its number.
    pub(super) fn fields(
        &mut self,
        row: &'static Row,
        metadata: Metadata<'m>,
        node: &Node<'m>,
        role: Role,
    ) -> Result<Vec<u32>> {
        let mut words = vec![row.number];
        let has_column = row.class != Class::Location;
        for field in row.fields(self.set()).filter(|field| has_column || *field != Field::Number(Number::Column)) {
            self.field(field, (metadata, role), node, &mut words)?;
            // What a field names is written before the next one is looked at.
            if !self.missing.is_empty() && self.f.options.policy.writes_operands_one_by_one {
                return Ok(words);
            }
        }
        if self.missing.is_empty() {
            let has_template = self.has_template(row, node);
            if node.link(Link::Scope).is_some_and(|scope| self.is_no_scope(&scope.debug_node())) {
                self.lose("scopes that are enumerations");
            }
            let is_declared = node.number(Number::FunctionFlags) & codes::function_flag::DEFINITION == 0;
            if role == Role::Full || role == Role::Method && is_declared {
                self.lose_numbers(node);
            }
            self.retained(metadata, node, role);
            let template = match role {
                Role::Full => Some(Role::Template),
                Role::Method => Some(Role::MethodTemplate),
                _ => None,
            };
            self.d.later.extend(template.filter(|_| has_template).map(|role| (metadata, role)));
            self.owner(metadata, node, role);
        }
        Ok(words)
    }

    /// Returns whether only lexical scopes of the specification may be scopes, and only composites and functions templates.
    pub(super) fn lexical_scopes_only(&self) -> bool {
        self.set() != Set::Shader200 || self.has_stand_ins()
    }

    /// Returns whether a scope is skipped in favour of the scope around it: an enumeration.
    fn is_no_scope(&self, scope: &Node<'m>) -> bool {
        let is_other = scope.class == Class::CompositeType && !is_composite(scope) && !is_variant_part(scope);
        is_other && self.lexical_scopes_only()
    }

    /// Queues the retained nodes of a function definition without a body, since no other node refers to them.
    fn retained(&mut self, metadata: Metadata<'m>, node: &Node<'m>, role: Role) {
        let is_kept = !self.d.bodies.contains_key(&metadata);
        if node.class != Class::Function || role != Role::Full || !is_definition(node) || !is_kept {
            return;
        }
        let may_import = self.may_import();
        let is_written = |node: &Metadata<'m>| match node.debug_node().class {
            Class::Local => true,
            Class::Imported => may_import,
            _ => false,
        };
        let kept = node.entries(Link::Retained).into_iter().flatten().filter(is_written).map(|node| (node, Role::Full));
        let mut kept: Vec<_> = kept.collect();
        // What is to be written later is taken from the end.
        kept.reverse();
        self.d.later.extend(kept);
    }

    /// Queues the composite that a member or a twin belongs to, if its instruction does not refer to it.
    fn owner(&mut self, metadata: Metadata<'m>, node: &Node<'m>, role: Role) {
        if !self.set().is_of_shaders() {
            return;
        }
        if role == Role::Twin {
            self.d.later.push((metadata, Role::Full));
        }
        let is_member = node.class == Class::DerivedType && is_member(node.number(Number::Tag));
        let scope = node.link(Link::Scope).filter(|scope| is_member && is_composite(&scope.debug_node()));
        // A reader knows of it by its list of members alone, which may lack this one.
        self.d.owning.extend(scope.filter(|scope| !self.is_begun((*scope, Role::Full))));
    }

    /// Returns whether an instruction is written or is being written.
    pub(super) fn is_begun(&self, key: Key<'m>) -> bool {
        self.d.progress.is(Mark::Written, key) || self.d.progress.is(Mark::Open, key)
    }

    fn field(&mut self, field: Field, key: Key<'m>, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        let policy = self.f.options.policy;
        let word = match field {
            Field::Text(link) => self.text(node.bytes(link))?,
            Field::TextOrNone(link) if node.bytes(link).is_empty() => return Ok(()),
            Field::TextOrNone(link) => self.text(node.bytes(link))?,
            Field::Type(Link::Base) if node.class == Class::Function && node.link(Link::Base).is_none() => {
                let void = self.f.spv.unique_type(Op::TypeVoid, &[])?;
                let words = vec![number::TYPE_FUNCTION, self.number(0)?, void];
                self.unique(words)?
            }
            Field::Type(link) if node.class == Class::Function || is_enumeration(node) => self.ty(node.link(link))?,
            Field::Type(link) => self.some_type(node.link(link))?,
            Field::Basic(link) => self.basic(node.link(link))?,
            Field::Source(link) => self.file(node.link(link))?,
            Field::UnitSource => self.file(self.d.unit.and_then(|unit| unit.debug_node().link(Link::File)))?,
            // It would be a discriminator.
            Field::Number(Number::Column) if node.class == Class::Block && node.number(Number::Line) == 0 => {
                if node.number(Number::Column) != 0 {
                    self.lose("columns of blocks without a line");
                }
                self.number(0)?
            }
            Field::Number(which) => self.number(node.word(which))?,
            Field::Zero if node.class == Class::StringType => self.none()?,
            Field::Zero => self.number(0)?,
            Field::Parent(link) => {
                let scope = self.d.owners.get(&key.0).copied().or_else(|| node.link(link));
                let scope = if node.class == Class::Function { self.out_of_modules(scope) } else { scope };
                self.parent(scope, self.unit_of(key.0, node))?
            }
            // An `OpLine` in front of it says the file.
            Field::Scope(link) if node.class == Class::Location => {
                self.local_scope(node.link(link).map(super::body::without_files))?
            }
            Field::Scope(link) => self.local_scope(node.link(link))?,
            Field::Inlined(link) => match node.link(link) {
                Some(inlined) => self.id((inlined, Role::Full))?,
                None => return Ok(()),
            },
            Field::Bits(which) => self.bits(node.number(which))?,
            Field::SizeOrNone => self.size(node)?,
            Field::SizeOfEnumeration => self.bits(node.number(Number::Size).max(1))?,
            Field::Flags => self.flags(node, key.1)?,
            Field::FunctionFlags => self.function_flags(node, key.1)?,
            Field::GlobalFlags => self.global_flags(node)?,
            Field::Encoding => {
                let has_complex = self.named_set() == Set::Shader200;
                self.number(codes::encoding(node.number(Number::Encoding), has_complex))?
            }
            Field::StorageClass => self.storage_class(node)?,
            Field::PointerFlags => self.pointer_flags(node)?,
            Field::Qualifier => self.number(position(&codes::QUALIFIERS, node))?,
            Field::CompositeTag => self.number(position(&codes::COMPOSITES, node))?,
            Field::ImportTag => {
                let tag = self.number(position(&codes::IMPORTS, node))?;
                if !self.set().is_of_shaders() {
                    words.push(tag);
                    words.push(0);
                    return Ok(());
                }
                tag
            }
            Field::Lanes => self.lanes(node)?,
            Field::IsOfColumns => self.boolean(true)?,
            Field::Counts => return self.counts(node, words),
            // The published set has counts there.
            Field::Ranges if words.first() == Some(&number::TYPE_ARRAY) && self.says_counts(node) => {
                return self.counts(node, words);
            }
            Field::Ranges => return self.ranges(node, words),
            Field::Types => return self.types(node, words),
            Field::Members => return self.members(key, node, words),
            Field::Enumerators => return self.enumerators(node, words),
            Field::Constant(_) if self.is_base_as_member(node) => return Ok(()),
            Field::Constant(link) => {
                let value = node.link(link).and_then(Metadata::as_value).filter(|value| is_constant(*value));
                let value = value.filter(|value| !self.is_derived(*value, node));
                let held = value.map(|value| self.held(value, node.link(Link::Base))).transpose()?;
                words.extend(held.flatten());
                return Ok(());
            }
            Field::TemplateValue => match node.link(Link::Held).and_then(Metadata::as_value) {
                Some(value) => self.template_value(value, node.link(Link::Base))?,
                None if node.class == Class::TemplateValue && policy.names_values_of_template_parameters => {
                    let word = self.f.spv.unique_type(Op::TypeInt, &[32, 0])?;
                    let pointer = self.f.spv.unique_type(Op::TypePointer, &[StorageClass::Function as u32, word])?;
                    self.f.spv.unique_constant(Op::ConstantNull, pointer, &[])?
                }
                None => self.none()?,
            },
            Field::Body => match self.d.bodies.get(&key.0) {
                Some(id) if key.1 == Role::Full => *id,
                _ => self.none()?,
            },
            Field::Declaration => return self.declaration(node, key.1, words),
            Field::Holder => match self.d.holders.get(&key.0) {
                Some(id) => *id,
                None => self.none()?,
            },
            Field::Argument if node.number(Number::Arg) == 0 => return Ok(()),
            Field::Argument => self.number(node.word(Number::Arg))?,
            Field::Entity => self.any(node.link(Link::Entity))?,
            Field::Boolean(which) => self.boolean(node.number(which) != 0)?,
            Field::IsDeclarationLiteral => u32::from(node.number(Number::IsDefinition) == 0),
            Field::ModulePlace => return self.module_place(key, node, words),
            Field::IsDeclaration => self.number(u32::from(node.number(Number::IsDefinition) == 0))?,
            Field::Bound(Link::Stride) if node.link(Link::Stride).is_none() => return Ok(()),
            Field::Bound(link) => self.bound(node.link(link))?,
            Field::Expression(link) => self.bound(node.link(link))?,
            Field::Length => self.bound(node.link(Link::Length).or_else(|| node.link(Link::LengthExpression)))?,
        };
        words.push(word);
        Ok(())
    }

    /// Adds the scope and the line of a module; in Khronos mode the line comes first.
    fn module_place(&mut self, key: Key<'m>, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        self.f.spv.require(Capability::DebugInfoModuleINTEL);
        self.f.spv.require_extension(super::MODULES_EXTENSION);
        let parent = self.parent(node.link(Link::Scope), self.unit_of(key.0, node))?;
        let line = node.word(Number::Line);
        let is_first = self.f.options.policy.writes_modules;
        words.extend(if is_first { [line, parent] } else { [parent, line] });
        Ok(())
    }

    /// The id of a node of any class; `DebugInfoNone` for none.
    pub(super) fn any(&mut self, node: Option<Metadata<'m>>) -> Result<Id> {
        match node {
            Some(node) => self.id((node, Role::Full)),
            None => self.none(),
        }
    }

    /// Returns the id of a type; `DebugInfoNone` for the one that stands for an unknown type.
    pub(super) fn ty(&mut self, node: Option<Metadata<'m>>) -> Result<Id> {
        self.any(node.filter(|node| super::super::is_known_type(&node.debug_node())))
    }

    pub(super) fn file(&mut self, file: Option<Metadata<'m>>) -> Result<Id> {
        match file {
            Some(file) => self.id((file, Role::Full)),
            None => self.no_file(),
        }
    }

    /// Returns the scope around modules: in the last set SPIRV-Tools do not accept a module as the scope of a function.
    fn out_of_modules(&mut self, mut scope: Option<Metadata<'m>>) -> Option<Metadata<'m>> {
        while self.has_stand_ins() && self.named_set() == Set::Shader200 {
            let module = scope.filter(|scope| scope.debug_class() == Class::Module);
            let Some(module) = module else { break };
            self.lose("modules that functions are in");
            scope = module.debug_node().link(Link::Scope);
        }
        scope
    }

    /// Returns the scope of an entity at module level, in a composite or in a function.
    fn parent(&mut self, scope: Option<Metadata<'m>>, unit: Option<Metadata<'m>>) -> Result<Id> {
        let mut scope = scope;
        while let Some(node) = scope {
            let fields = node.debug_node();
            match fields.class {
                Class::File => break,
                Class::BlockFile => return self.local_scope(scope),
                Class::Unit => return self.id((node, Role::Full)),
                Class::Module if !self.has_modules() => {
                    self.lose_node(node, "modules");
                    scope = fields.link(Link::Scope);
                }
                // Its members are those of the composite around it.
                Class::CompositeType if is_variant_part(&fields) => scope = fields.link(Link::Scope),
                Class::CompositeType if self.is_no_scope(&fields) => scope = fields.link(Link::Scope),
                // A member of it may lead here.
                _ if self.set().is_of_shaders()
                    && !self.may_be_forward()
                    && is_composite(&fields)
                    && !self.d.progress.is(Mark::Written, (node, Role::Full)) =>
                {
                    return self.id((node, Role::Twin));
                }
                Class::Namespace | Class::Module | Class::Function | Class::Block | Class::CompositeType => {
                    return self.id((node, Role::Full));
                }
                _ => scope = fields.link(Link::Scope),
            }
        }
        self.any(unit)
    }

    /// Returns the unit of an entity at module level: the one that LLVM's node names or that lists it, or the first.
    fn unit_of(&self, metadata: Metadata<'m>, node: &Node<'m>) -> Option<Metadata<'m>> {
        node.link(Link::Unit).or_else(|| self.d.listed.get(&metadata).copied()).or(self.d.unit)
    }

    /// Returns the scope of an entity in a function. A scope that only repeats the file is replaced by the scope around it.
    pub(super) fn local_scope(&mut self, scope: Option<Metadata<'m>>) -> Result<Id> {
        match scope.map(super::body::unfolded) {
            Some(scope) if is_local_scope(scope.debug_class()) => self.id((scope, Role::Full)),
            other => self.parent(other, self.d.unit),
        }
    }

    /// Returns a size or an offset as a constant.
    pub(super) fn bits(&mut self, value: u64) -> Result<Id> {
        if u32::try_from(value).is_err() && !self.f.spv.has(Capability::Int64) {
            self.lose("sizes of more than 32 bits");
            return self.constant(0);
        }
        self.constant(value)
    }

    fn size(&mut self, node: &Node<'m>) -> Result<Id> {
        let is_declared = node.number(Number::Flags) & codes::llvm_flag::DECLARATION != 0;
        let is_opaque = node.link(Link::Elements).is_none() || node.bytes(Link::Name).starts_with(OPAQUE);
        if (is_declared || is_opaque) && node.number(Number::Size) == 0 {
            return self.none();
        }
        self.bits(node.number(Number::Size))
    }

    /// Adds the result type and parameter types of a function.
    fn types(&mut self, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        let types = node.entries(Link::Elements);
        let (first, rest) = types.split_first().map_or((None, &[][..]), |(first, rest)| (*first, rest));
        for (place, ty) in std::iter::once(first).chain(rest.iter().copied()).enumerate() {
            let id = match ty {
                Some(_) => self.some_type(ty)?,
                None if place > 0 => self.some_type(None)?,
                None => self.f.spv.unique_type(Op::TypeVoid, &[])?,
            };
            words.push(id);
        }
        Ok(())
    }

    /// Adds the members of a composite. In the sets with literals they are written after the composite.
    fn members(&mut self, (metadata, role): Key<'m>, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        if role == Role::Twin {
            return Ok(());
        }
        let mut later = Vec::new();
        let in_front = self.set().is_of_shaders();
        for member in all_members(node) {
            let fields = member.debug_node();
            let role = match fields.class {
                Class::Function => Role::Method,
                Class::DerivedType if is_member(fields.number(Number::Tag)) => Role::Full,
                _ => {
                    self.lose("members of a kind that the sets do not have");
                    continue;
                }
            };
            match in_front {
                true => words.push(self.id((member, role))?),
                false => {
                    if fields.class == Class::DerivedType && !self.is_in_composite(&fields) {
                        self.d.owners.insert(member, metadata);
                    }
                    later.push((member, role));
                }
            }
        }
        if !self.missing.is_empty() {
            return Ok(());
        }
        for key in &later {
            words.push(self.reserve(*key));
        }
        self.d.later.extend(later.into_iter().rev());
        debug_assert!(is_composite(node) && self.d.progress.is(Mark::Open, (metadata, role)));
        Ok(())
    }

    /// Returns whether the scope of a member is a composite, or a variant part of one.
    fn is_in_composite(&self, member: &Node<'m>) -> bool {
        let around = |node: &Node<'m>| node.link(Link::Scope).map(Metadata::debug_node);
        let scopes = std::iter::successors(around(member), |scope| around(scope).filter(|_| is_variant_part(scope)));
        scopes.take(super::super::MOST_NAMES).last().is_some_and(|scope| is_composite(&scope))
    }

    fn enumerators(&mut self, node: &Node<'m>, words: &mut Vec<u32>) -> Result<()> {
        let is_signed = super::super::is_signed_word(node.link(Link::Base));
        for enumerator in node.entries(Link::Elements).into_iter().flatten() {
            let fields = enumerator.debug_node();
            let value = fields.number(Number::Value);
            let word = super::values::word(value, is_signed);
            if fields.number(Number::IsWide) != 0 || word.is_none() && !self.f.spv.has(Capability::Int64) {
                self.lose("enumerators of more than 32 bits");
                continue;
            }
            let id = match word {
                Some(word) => self.constant(word.into())?,
                None => self.long_constant(value)?,
            };
            words.push(id);
            words.push(self.text(fields.bytes(Link::Name))?);
        }
        Ok(())
    }

    /// The declaration of a function or of a static member; a method of a composite is one itself.
    fn declaration(&mut self, node: &Node<'m>, role: Role, words: &mut Vec<u32>) -> Result<()> {
        if let Some(declaration) = node.link(Link::Declaration).filter(|_| role == Role::Full) {
            let fields = declaration.debug_node();
            if fields.class != Class::Function || !is_definition(&fields) {
                words.push(self.id((declaration, Role::Full))?);
            }
        } else if self.says_no_declaration(node, role) {
            words.push(self.none()?);
        }
        Ok(())
    }

    /// Returns whether `DebugInfoNone` stands in place of a missing declaration: if an operand follows it, or exact
    /// words are requested.
    fn says_no_declaration(&self, node: &Node<'m>, role: Role) -> bool {
        let is_said = role == Role::Full && self.f.options.debug_info_exact;
        let has_more = !node.bytes(Link::TargetName).is_empty();
        node.class == Class::Function && self.set() == Set::Shader200 && (is_said || has_more)
    }

    fn boolean(&mut self, value: bool) -> Result<Id> {
        let ty = self.f.spv.unique_type(Op::TypeBool, &[])?;
        self.f.spv.unique_constant(if value { Op::ConstantTrue } else { Op::ConstantFalse }, ty, &[])
    }

    /// The `OpString` of a name.
    pub(super) fn text(&mut self, bytes: &[u8]) -> Result<Id> {
        const MOST: usize = 262_131;
        let text = String::from_utf8_lossy(bytes);
        let text = text.split('\0').next().unwrap_or_default();
        let mut end = text.len().min(MOST);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        if end < text.len() {
            self.lose("ends of long strings");
        }
        self.f.spv.string(text.get(..end).unwrap_or_default())
    }
}

fn is_variant_part(node: &Node<'_>) -> bool {
    node.class == Class::CompositeType && node.number(Number::Tag) == tag::VARIANT_PART
}

/// Returns the members of a composite. A variant part is replaced by its discriminator and its members.
fn all_members<'m>(node: &Node<'m>) -> Vec<Metadata<'m>> {
    let mut open: Vec<_> = node.entries(Link::Elements).into_iter().flatten().rev().collect();
    let (mut all, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(member) = open.pop() {
        let fields = member.debug_node();
        if !is_variant_part(&fields) {
            all.push(member);
        } else if seen.insert(member) {
            open.extend(fields.entries(Link::Elements).into_iter().flatten().rev());
            open.extend(fields.link(Link::Selector));
        }
    }
    all
}

fn position(list: &[u64], node: &Node<'_>) -> u32 {
    let tagged = node.number(Number::Tag);
    list.iter().position(|row| *row == tagged).map_or(0, |place| place as u32)
}

pub(super) fn is_member(tagged: u64) -> bool {
    [tag::MEMBER, tag::VARIABLE, tag::INHERITANCE].contains(&tagged)
}

pub(super) fn is_variable(node: &Node<'_>) -> bool {
    matches!(node.class, Class::Local | Class::Global)
}

pub(super) fn is_enumeration(node: &Node<'_>) -> bool {
    node.class == Class::CompositeType && node.number(Number::Tag) == tag::ENUMERATION
}
