//! The operands of a row, backward: each field of LLVM's node from the encoding of the set.

use super::super::codes::{self, flag, function_flag, llvm_flag};
use super::super::expressions::{self, Operation};
use super::super::rows::{Field, number, tag};
use super::super::{UNKNOWN_TYPE, is_local_scope, is_signed_word, is_type};
use super::Reader;
use crate::binary::{Id, Instruction, Op};
use crate::error::Result;
use crate::llvm::Metadata;
use crate::llvm::debug::{Class, Link, Node, Number};
use crate::state::slots::debug_info::Set;

impl<'m> Reader<'_, 'm> {
    /// Reads the operand of a field.
    pub(super) fn field(&mut self, field: Field, words: &mut &'m [u32], node: &mut Node<'m>, set: Set) -> Result<()> {
        let all = *words;
        match field {
            Field::Counts => return self.counts(std::mem::take(words), node),
            Field::Ranges => return self.nodes(std::mem::take(words), node, |class| class == Class::Subrange),
            Field::Types => return self.types(std::mem::take(words), node),
            Field::Members => {
                *words = &[];
                return Ok(());
            }
            Field::Enumerators => return self.enumerators(std::mem::take(words), node),
            _ => {}
        }
        if let (Field::ModulePlace, [first, second, rest @ ..]) = (field, all) {
            *words = rest;
            let (line, scope) = if self.is_scope(*second) { (first, second) } else { (second, first) };
            node.set(Number::Line, (*line).into());
            return self.parent(*scope, Link::Scope, node);
        }
        let Some((word, rest)) = all.split_first() else { return self.absent(field, node) };
        *words = rest;
        let word = *word;
        match field {
            Field::Text(link) | Field::TextOrNone(link) => self.text(word, link, node),
            Field::Type(link) | Field::Basic(link) => self.ty(word, link, node)?,
            Field::Source(link) => node.set_link(link, self.file(word)?),
            Field::Number(which) => node.set(which, self.number(set, word).into()),
            Field::Parent(link) => self.parent(word, link, node)?,
            Field::Scope(link) => node.set_link(link, self.link(word, is_local_scope)),
            Field::Inlined(link) => node.set_link(link, self.link(word, |class| class == Class::Location)),
            Field::Bits(which) => node.set(which, self.value(word)),
            Field::SizeOrNone => node.set(Number::Size, self.value(word)),
            Field::SizeOfEnumeration => node.set(Number::Size, self.value(word)),
            Field::Flags => self.flags(self.number(set, word), node),
            Field::FunctionFlags => self.function_flags(self.number(set, word), node),
            Field::GlobalFlags => self.global_flags(self.number(set, word), node),
            Field::Encoding => self.encoding(self.number(set, word), node, set),
            Field::StorageClass => node.set(Number::Space, self.space(self.number(set, word))),
            Field::PointerFlags => self.pointer_flags(self.number(set, word), node),
            Field::Qualifier => self.tag(&codes::QUALIFIERS, self.number(set, word), node),
            Field::CompositeTag => self.tag(&codes::COMPOSITES, self.number(set, word), node),
            Field::ImportTag => self.tag(&codes::IMPORTS, self.number(set, word), node),
            Field::Lanes => self.lanes(self.number(set, word), node)?,
            Field::IsOfColumns => self.columns(word, node),
            Field::Constant(link) => node.set_link(link, self.held(word, node)?),
            Field::Bound(link) => node.set_link(link, self.bound(word)?),
            Field::Expression(link) => node.set_link(link, self.link(word, |class| class == Class::Expression)),
            Field::TemplateValue if node.class == Class::TemplateValue => {
                node.set_link(Link::Held, self.held(word, node)?);
            }
            Field::Declaration => node.set_link(Link::Declaration, self.declaration(word)),
            Field::Argument => {
                let argument = if self.d.arguments_are_ids { self.number(set, word) } else { word };
                node.set(Number::Arg, argument.min(0xffff).into());
            }
            Field::Entity => node.set_link(Link::Entity, self.link(word, |_| true)),
            Field::Boolean(which) => {
                let is_true = self.r.spv.definition(word).is_some_and(|inst| inst.opcode() == Op::ConstantTrue);
                node.set(which, is_true.into());
            }
            Field::IsDeclarationLiteral => node.set(Number::IsDefinition, (word == 0).into()),
            Field::IsDeclaration => node.set(Number::IsDefinition, (self.number(set, word) == 0).into()),
            Field::Length => self.length(word, node),
            Field::Zero | Field::UnitSource | Field::Body | Field::Holder | Field::TemplateValue => {}
            Field::Counts | Field::Ranges | Field::Types | Field::Members | Field::Enumerators => {}
            Field::ModulePlace => {}
        }
        Ok(())
    }

    /// Returns whether an id names a scope outside of functions.
    fn is_scope(&self, id: Id) -> bool {
        const SCOPES: [u32; 5] =
            [number::UNIT, number::FUNCTION, number::LEXICAL_BLOCK, number::MODULE, number::TYPE_COMPOSITE];
        self.defined(id).is_some_and(|(_, which, _)| SCOPES.contains(&which))
    }

    /// Sets a field whose operand is not there.
    fn absent(&mut self, field: Field, node: &mut Node<'m>) -> Result<()> {
        match field {
            Field::Type(link) | Field::Basic(link) if link == Link::Base => self.unknown_type(link, node),
            _ => Ok(()),
        }
    }

    /// Returns a number: a literal, or the value of a constant in the sets that have ids.
    pub(super) fn number(&self, set: Set, word: u32) -> u32 {
        match set.is_of_shaders().then(|| self.r.spv.definition(word)).flatten() {
            Some(inst) if inst.opcode() == Op::Constant => inst.operand(0).unwrap_or(0),
            // `DebugInfoNone`, which one translator writes where nothing is known, or a constant that is null.
            Some(_) => 0,
            None => word,
        }
    }

    /// Returns the value of a constant; 0 for other ids.
    pub(super) fn value(&self, id: Id) -> u64 {
        let words = self.r.spv.definition(id).filter(|inst| inst.opcode() == Op::Constant);
        match words.map(Instruction::in_operands).unwrap_or_default() {
            [low] => (*low).into(),
            [low, high, ..] => u64::from(*low) | u64::from(*high) << 32,
            [] => 0,
        }
    }

    pub(super) fn text(&mut self, id: Id, link: Link, node: &mut Node<'m>) {
        let text = self.r.spv.string(id).filter(|text| !text.is_empty());
        node.set_link(link, text.map(|text| self.r.context.md_string(text)));
    }

    /// Sets a type: none for `OpTypeVoid` and `DebugInfoNone`, or the unknown type where LLVM requires a type.
    pub(super) fn ty(&mut self, id: Id, link: Link, node: &mut Node<'m>) -> Result<()> {
        let made = self.link(id, is_type);
        node.set_link(link, made);
        let may_lack = matches!(node.class, Class::DerivedType | Class::Function | Class::Local | Class::TemplateType);
        let may_lack = may_lack && !matches!(node.number(Number::Tag), tag::MEMBER | tag::VARIABLE);
        let is_named = self.r.options.policy.names_unknown_types
            && (node.class == Class::Local || node.number(Number::Tag) == tag::POINTER_TO_MEMBER);
        let may_lack = may_lack && !is_named;
        if made.is_none() && self.missing.is_empty() && !may_lack && (link == Link::Base || is_named) {
            let is_enumeration = node.number(Number::Tag) == tag::ENUMERATION && node.class == Class::CompositeType;
            if !is_enumeration {
                return self.unknown_type(link, node);
            }
        }
        Ok(())
    }

    fn unknown_type(&mut self, link: Link, node: &mut Node<'m>) -> Result<()> {
        node.set_link(link, Some(self.unspecified_type(UNKNOWN_TYPE)?));
        Ok(())
    }

    /// Returns an unspecified type, of which only the name is known.
    pub(super) fn unspecified_type(&self, name: &str) -> Result<Metadata<'m>> {
        let mut unspecified = Node::new(Class::BasicType);
        unspecified.set(Number::Tag, tag::UNSPECIFIED);
        unspecified.set_link(Link::Name, Some(self.r.context.md_string(name)));
        self.r.context.debug_node(&unspecified)
    }

    /// Sets the scope of a node that is not local. At module level types have none, functions their file, and other nodes the unit.
    fn parent(&mut self, id: Id, link: Link, node: &mut Node<'m>) -> Result<()> {
        let named = self.d.made.node(id).filter(|made| made.debug_class() == Class::Unit);
        let unit = named.or(self.d.units.first().map(|unit| unit.1));
        if node.class == Class::Function {
            node.set_link(Link::Unit, unit);
        }
        let scope = self.link(id, |class| is_type(class) || is_local_scope(class) || is_outer(class));
        let scope = scope.filter(|scope| scope.debug_class() != Class::Unit);
        let outermost = match node.class {
            Class::Function if self.r.options.policy.reads_functions_as_builder => None,
            Class::Function => node.link(Link::File),
            Class::Global | Class::Imported => unit,
            _ => None,
        };
        node.set_link(link, scope.or(outermost));
        Ok(())
    }

    fn flags(&mut self, flags: u32, node: &mut Node<'m>) {
        let is_unsaid = match node.class {
            Class::CompositeType => true,
            Class::BasicType => self.r.options.policy.ignores_unknown_layouts,
            _ => false,
        };
        let unsaid = if is_unsaid { llvm_flag::RESERVED } else { 0 };
        node.set(Number::Flags, codes::llvm_flags(flags) & !unsaid);
        let is_empty = node.number(Number::Tag) == tag::ENUMERATION && flags & flag::DECLARATION != 0;
        if is_empty && node.number(Number::Size) == 1 {
            node.set(Number::Size, 0);
        }
        if node.number(Number::Tag) == tag::MEMBER && flags & flag::INDIRECT != 0 {
            node.set(Number::Tag, tag::INHERITANCE);
            node.set(Number::Line, 0);
            [Link::Name, Link::File].into_iter().for_each(|link| node.set_link(link, None));
        }
        if node.number(Number::Tag) == tag::MEMBER && flags & flag::STATIC != 0 && self.d.dwarf >= 5 {
            node.set(Number::Tag, tag::VARIABLE);
        }
    }

    fn function_flags(&mut self, flags: u32, node: &mut Node<'m>) {
        node.set(Number::Flags, codes::llvm_flags(flags));
        let of = |bit: u32, llvm: u64| if flags & bit != 0 { llvm } else { 0 };
        let all = of(flag::LOCAL, function_flag::LOCAL)
            | of(flag::DEFINITION, function_flag::DEFINITION)
            | of(flag::OPTIMIZED, function_flag::OPTIMIZED);
        node.set(Number::FunctionFlags, all);
    }

    fn global_flags(&mut self, flags: u32, node: &mut Node<'m>) {
        node.set(Number::IsLocal, (flags & flag::LOCAL != 0).into());
        node.set(Number::IsDefinition, (flags & flag::DEFINITION != 0).into());
    }

    fn encoding(&mut self, code: u32, node: &mut Node<'m>, set: Set) {
        let name = std::str::from_utf8(node.bytes(Link::Name)).unwrap_or_default();
        node.set(Number::Encoding, codes::llvm_encoding(code, set == Set::Older, name));
        let is_named = self.r.options.policy.names_unknown_types && node.number(Number::Encoding) == 0;
        if code == 0 && node.number(Number::Size) == 0 || is_named {
            node.set(Number::Tag, tag::UNSPECIFIED);
            node.set(Number::Size, 0);
        }
    }

    fn pointer_flags(&mut self, flags: u32, node: &mut Node<'m>) {
        let (bit, tagged) = match flags {
            _ if flags & flag::LVALUE_REFERENCE != 0 => (flag::LVALUE_REFERENCE, tag::REFERENCE),
            _ if flags & flag::RVALUE_REFERENCE != 0 => (flag::RVALUE_REFERENCE, tag::RVALUE_REFERENCE),
            _ => (0, tag::POINTER),
        };
        node.set(Number::Tag, tagged);
        node.set(Number::Flags, codes::llvm_flags(flags & !bit));
        let is_wide = self.r.spv.memory_model().0 == ::spirv::AddressingModel::Physical64;
        node.set(Number::Size, if is_wide { 64 } else { 32 });
    }

    /// Returns the address space of pointers in the module for a storage class plus one; 0 for none.
    fn space(&self, class: u32) -> u64 {
        let inst = self.r.spv.definition(self.current);
        let own = inst.and_then(|inst| self.r.hooks.address_space.iter().find_map(|hook| hook(self.r, inst, class)));
        own.map_or_else(|| codes::llvm_space(class), |space| if space == 0 { 0 } else { u64::from(space) + 1 })
    }

    fn tag(&mut self, list: &[u64], place: u32, node: &mut Node<'m>) {
        if let Some(tagged) = list.get(place as usize) {
            node.set(Number::Tag, *tagged);
        }
    }

    /// Sets the result type and parameter types of a function.
    fn types(&mut self, words: &'m [u32], node: &mut Node<'m>) -> Result<()> {
        let types: Vec<_> = words.iter().map(|word| self.link(*word, is_type)).collect();
        node.set_link(Link::Elements, Some(self.r.context.md_node(&types)));
        Ok(())
    }

    fn enumerators(&mut self, words: &'m [u32], node: &mut Node<'m>) -> Result<()> {
        let base = node.link(Link::Base).map(Metadata::debug_node);
        let is_unsigned = base.as_ref().is_some_and(|base| matches!(base.number(Number::Encoding), 2 | 7 | 8 | 0x10));
        let is_signed = is_signed_word(node.link(Link::Base));
        let mut all = Vec::new();
        for pair in words.chunks_exact(2) {
            let [value, name] = *pair else { continue };
            let is_word = self.r.spv.definition(value).is_some_and(|inst| inst.in_operands().len() == 1);
            let number = self.value(value);
            let number = if is_word && is_signed { number as u32 as i32 as u64 } else { number };
            let mut enumerator = Node::new(Class::Enumerator);
            enumerator.set(Number::Value, number);
            enumerator.set(Number::Unsigned, is_unsigned.into());
            self.text(name, Link::Name, &mut enumerator);
            let is_named = enumerator.link(Link::Name).is_some();
            enumerator.set_link(Link::Name, enumerator.link(Link::Name).or_else(|| Some(self.r.context.md_string(""))));
            debug_assert!(is_named || self.r.spv.string(name).is_none_or(str::is_empty));
            all.push(Some(self.r.context.debug_node(&enumerator)?));
        }
        let is_declared = node.number(Number::Flags) & llvm_flag::DECLARATION != 0 && all.is_empty();
        node.set_link(Link::Elements, (!is_declared).then(|| self.r.context.md_node(&all)));
        Ok(())
    }

    fn declaration(&mut self, id: Id) -> Option<Metadata<'m>> {
        let made = self.link(id, |class| matches!(class, Class::Function | Class::DerivedType));
        made.filter(|made| made.debug_class() != Class::Function || !super::super::is_definition(&made.debug_node()))
    }

    fn length(&mut self, id: Id, node: &mut Node<'m>) {
        let made = self.link(id, |class| matches!(class, Class::Local | Class::Global | Class::Expression));
        let is_expression = made.is_some_and(|made| made.debug_class() == Class::Expression);
        node.set_link(if is_expression { Link::LengthExpression } else { Link::Length }, made);
    }

    /// Returns an expression; none if LLVM does not accept it.
    pub(super) fn expression(&mut self, set: Set, inst: Instruction<'m>) -> Option<Metadata<'m>> {
        let mut operations = Vec::new();
        for id in Self::operands(inst) {
            let (_, number, operation) = self.defined(*id)?;
            let (code, operands) = Self::operands(operation).split_first().filter(|_| number == number::OPERATION)?;
            let operands = operands.iter().map(|word| self.number(set, *word)).collect();
            operations.push(Operation { number: self.number(set, *code), operands });
        }
        self.r.context.debug_expression(&expressions::reverse(&operations)?)
    }

    /// Sets the fields that depend on the kind of node, or on instructions that refer to it.
    pub(super) fn complete(&mut self, which: u32, (set, id): (Set, Id), node: &mut Node<'m>) -> Result<()> {
        if which == number::TYPE_MEMBER && !self.d.has_bit_field_flags {
            self.bit_field(node)?;
        }
        match which {
            number::TYPE_COMPOSITE => {
                node.set_distinct(true);
                let is_merged = node.number(Number::Tag) != tag::CLASS && self.r.options.policy.merges_equal_structures;
                node.set_temporary(is_merged);
                self.templates(id, node)?;
            }
            number::FUNCTION | number::FUNCTION_DECLARATION => {
                self.templates(id, node)?;
                // LLVM's verifier refuses a line of no file.
                if node.link(Link::File).is_none() {
                    node.set(Number::Line, 0);
                }
                // Some writers do not say that a function with a body is defined.
                if which == number::FUNCTION && self.d.with_body.contains(&id) {
                    node.set(Number::FunctionFlags, node.number(Number::FunctionFlags) | function_flag::DEFINITION);
                }
                let is_definition = which == number::FUNCTION && super::super::is_definition(node);
                if is_definition && self.d.mains.contains(&id) {
                    node.set(Number::FunctionFlags, node.number(Number::FunctionFlags) | function_flag::MAIN);
                }
                node.set_distinct(is_definition);
                if !is_definition {
                    node.set_link(Link::Unit, None);
                    node.set_link(Link::Declaration, None);
                    // A method has it, and a function outside of composites has none.
                    let is_type = |scope: &Metadata<'m>| is_type(scope.debug_class());
                    let has_line = self.r.options.policy.reads_functions_as_builder
                        || node.link(Link::Scope).as_ref().is_some_and(is_type);
                    let line = if has_line { node.number(Number::Line) } else { 0 };
                    node.set(Number::ScopeLine, line);
                    node.set(Number::FunctionFlags, node.number(Number::FunctionFlags) & !function_flag::DEFINITION);
                }
                let is_function = |ty: Metadata<'m>| ty.debug_class() == Class::FunctionType;
                let ty = node.link(Link::Base).filter(|ty| is_function(*ty));
                node.set_link(Link::Base, ty.map(|ty| self.with_convention(id, ty)).transpose()?);
                node.set(Number::Flags, node.number(Number::Flags) & !llvm_flag::DECLARATION);
            }
            number::LEXICAL_BLOCK => node.set_distinct(node.class == Class::Block),
            number::GLOBAL_VARIABLE => node.set_distinct(node.number(Number::IsDefinition) != 0),
            number::INLINED_AT => {
                node.set_distinct(true);
                if let Some((file, column)) = self.d.places.get(&id).copied() {
                    self.place_of_call(file, column, node)?;
                }
            }
            number::TYPE_MEMBER | number::TYPE_INHERITANCE if set.is_of_shaders() => {
                match self.d.owners.get(&id).copied() {
                    Some(owner) => node.set_link(Link::Scope, self.link(owner, |class| class == Class::CompositeType)),
                    // Tables of virtual functions have one name in all classes, of which nothing tells here.
                    None => node.set_distinct(true),
                }
            }
            _ => {}
        }
        if super::needs_scope(node) && node.link(Link::Scope).is_none() && self.missing.is_empty() {
            // That of the first function stands in, and no location uses it.
            node.set_link(Link::Scope, self.any_function());
        }
        Ok(())
    }

    /// Sets the file and the column of an inlined call.
    fn place_of_call(&mut self, file: Id, column: u32, node: &mut Node<'m>) -> Result<()> {
        if column <= 0xffff {
            node.set(Number::Column, column.into());
        }
        if let Some(scope) = node.link(Link::Scope).filter(|_| self.missing.is_empty()) {
            node.set_link(Link::Scope, Some(self.scope_in_file(scope, file)?));
        }
        Ok(())
    }

    /// Returns the type of a function with its calling convention.
    fn with_convention(&mut self, function: Id, ty: Metadata<'m>) -> Result<Metadata<'m>> {
        let Some(kernels) = &self.d.kernels else { return Ok(ty) };
        let is_kernel = self.name_of(function).is_some_and(|name| kernels.contains(&name));
        let mut node = ty.debug_node();
        let convention = if is_kernel { codes::KERNEL_CONVENTION } else { codes::FUNCTION_CONVENTION };
        node.set(Number::Convention, convention);
        self.d.plain_types.insert(ty);
        self.r.context.debug_node(&node)
    }

    fn any_function(&self) -> Option<Metadata<'m>> {
        let mut made = self.d.functions.values().filter_map(|id| self.d.made.node(*id));
        made.find(|made| is_local_scope(made.debug_class()))
    }

    /// Makes the members of a composite that is made.
    pub(super) fn members(&mut self, id: Id) -> Result<()> {
        let (Some((set, _, inst)), Some(made)) = (self.defined(id), self.d.made.node(id)) else {
            return Ok(());
        };
        let place = if set == Set::Older { 8 } else { 9 };
        let mut members = Vec::new();
        for member in Self::operands(inst).get(place..).unwrap_or_default() {
            let node = self.make_one(*member)?;
            members.extend(
                node.filter(|node| matches!(node.debug_class(), Class::DerivedType | Class::Function)).map(Some),
            );
        }
        let is_declared = made.debug_node().number(Number::Flags) & llvm_flag::DECLARATION != 0;
        let size = Self::operands(inst).get(place - 2).and_then(|size| self.defined(*size));
        let is_declared = is_declared || size.is_some_and(|size| size.1 == number::NONE);
        if !members.is_empty() || !is_declared || self.r.options.policy.merges_equal_structures {
            made.set_debug_link(Link::Elements, self.r.context.md_node(&members));
        }
        Ok(())
    }
}

fn is_outer(class: Class) -> bool {
    matches!(class, Class::Unit | Class::Namespace | Class::Module | Class::File)
}
