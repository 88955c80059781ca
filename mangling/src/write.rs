//! The writer of mangled names: base name and parameter types in, text out. The counterpart of `parse.rs`.
//!
//! Spec: Itanium C++ ABI 5.1, with the order of qualifiers that clang has for OpenCL targets.

use crate::name::{Name, Template};
use crate::numbering::Numbering;
use crate::substitution::{self, ComponentRef};
use crate::types::{Pointer, Type};

/// Returns the mangled name of the builtin `base` with these parameters; an empty list is written as `v`. Components
/// are numbered by [`Numbering::of`] the name.
pub fn write(base: &str, params: &[Type]) -> String {
    write_with(Numbering::of(base), base, params)
}

/// Writes like [`write()`], under the given numbering.
pub fn write_with(numbering: Numbering, base: &str, params: &[Type]) -> String {
    let mut writer = Writer::new("_Z", numbering);
    writer.encoding(base, None, params);
    writer.out
}

/// Returns the mangled form of a name; that of a template includes its arguments.
pub(crate) fn write_name(name: &Name) -> String {
    let mut writer = Writer::new("_Z", Numbering::of(&name.base));
    let scope = name.template.as_ref().map(|template| (template, Type::named(&name.base)));
    writer.encoding(&name.base, scope.as_ref().map(|(template, scope)| (*template, scope)), &name.params);
    writer.out
}

/// Returns the mangled form of a type at the beginning of a name.
pub fn write_type(ty: &Type) -> String {
    let mut writer = Writer::new("", Numbering::of(""));
    writer.ty(ty);
    writer.out
}

/// Returns the type in the spelling of the postfix `_R`: by its name in OpenCL C, or mangled if it has none.
pub fn spell(ty: &Type) -> String {
    ty.spelling().map_or_else(|| write_type(ty), |name| name.into_owned())
}

struct Writer<'a> {
    out: String,
    numbering: Numbering,
    substitutions: substitution::Writer<'a>,
}

impl<'a> Writer<'a> {
    fn new(start: &str, numbering: Numbering) -> Self {
        Writer { out: start.to_owned(), numbering, substitutions: substitution::Writer::new() }
    }

    /// Writes `<encoding> ::= <source-name> [<template-args> <result type>] <parameter type>+`. For a template, its
    /// name also comes as the component that it forms.
    fn encoding(&mut self, base: &str, template: Option<(&'a Template, &'a Type)>, params: &'a [Type]) {
        self.source_name(base);
        if let Some((template, scope)) = template {
            self.substitutions.push(ComponentRef::Type(scope));
            self.template(template);
        }
        self.parameters(params);
    }

    /// Writes `<template-args> <result type>`, `<template-args> ::= I <type>+ E`.
    fn template(&mut self, template: &'a Template) {
        self.out.push('I');
        template.arguments.iter().for_each(|argument| self.ty(argument));
        self.out.push('E');
        self.ty(&template.result);
    }

    /// Writes `<parameter type>+`, where a lone `v` means no parameters.
    fn parameters(&mut self, params: &'a [Type]) {
        if params.is_empty() {
            self.ty(&Type::Void);
        }
        params.iter().for_each(|param| self.ty(param));
    }

    /// Writes `<type>`.
    fn ty(&mut self, ty: &'a Type) {
        match ty.code() {
            Some(code) => self.out.push_str(code),
            None => self.candidate(ComponentRef::Type(ty), |writer| writer.compound(ty)),
        }
    }

    /// Writes `component` with `body`, or as a substitution if it was written before.
    fn candidate(&mut self, component: ComponentRef<'a>, body: impl FnOnce(&mut Self)) {
        if let Some(index) = self.substitutions.find(component) {
            return substitution::write_number(&mut self.out, index);
        }
        body(self);
        self.substitutions.push(component);
    }

    /// Writes a `<type>` that is a substitution candidate.
    fn compound(&mut self, ty: &'a Type) {
        match ty {
            Type::Pointer(pointer) => self.pointer(pointer),
            Type::Atomic(inner) => self.vendor_type("_Atomic", inner),
            Type::BlockPointer(inner) => self.vendor_type("block_pointer", inner),
            Type::Function(types) => self.function(types),
            Type::Named(name) => self.source_name(name),
            Type::Vector(lanes, element) => self.vector(*lanes, element),
            scalar => self.out.extend(scalar.code()),
        }
    }

    /// Writes `<vector type> ::= Dv <lanes> _ <element type>`.
    fn vector(&mut self, lanes: u32, element: &'a Type) {
        self.out.push_str("Dv");
        self.number(lanes);
        self.out.push('_');
        self.ty(element);
    }

    /// Writes `<pointer type> ::= P <qualified type>`.
    fn pointer(&mut self, pointer: &'a Pointer) {
        self.out.push('P');
        self.pointee(pointer);
    }

    /// Writes `<qualified type> ::= <qualifiers> <type>`, or a substitution of all of it.
    fn pointee(&mut self, pointer: &'a Pointer) {
        if !self.numbering.counts_pointee(pointer) {
            return self.ty(&pointer.pointee);
        }
        self.candidate(ComponentRef::Pointee(pointer), |writer| {
            writer.qualifiers(pointer);
            writer.ty(&pointer.pointee);
        });
    }

    /// Writes `<qualifiers> ::= [U <source-name "AS" n>] [r] [V] [K]`.
    fn qualifiers(&mut self, pointer: &Pointer) {
        self.address_space(pointer.address_space);
        let letters = [(pointer.restrict, 'r'), (pointer.volatile, 'V'), (pointer.constant, 'K')];
        self.out.extend(letters.iter().filter(|(present, _)| *present).map(|(_, letter)| letter));
    }

    /// Writes `[U <source-name "AS" n>]`.
    fn address_space(&mut self, number: u32) {
        if number != 0 {
            self.out.push('U');
            self.source_name(&format!("AS{number}"));
        }
    }

    /// Writes `<vendor type> ::= U <source-name> <type>`.
    fn vendor_type(&mut self, name: &str, inner: &'a Type) {
        self.out.push('U');
        self.source_name(name);
        self.ty(inner);
    }

    /// Writes `<function type> ::= F <return type> <parameter type>+ E`.
    fn function(&mut self, types: &'a [Type]) {
        let (result, params) = types.split_first().unwrap_or((&Type::Void, &[]));
        self.out.push('F');
        self.ty(result);
        self.parameters(params);
        self.out.push('E');
    }

    /// Writes `<source-name> ::= <length> <identifier>`.
    fn source_name(&mut self, name: &str) {
        self.number(name.len());
        self.out.push_str(name);
    }

    fn number(&mut self, number: impl ToString) {
        self.out.push_str(&number.to_string());
    }
}
