//! The parser of mangled names: text in, [`Name`] out. The counterpart of `write.rs`.
//!
//! Every input gives a value or an [`Error`]: recursion is bounded by [`MAX_DEPTH`], and substitutions, which could
//! otherwise grow a type exponentially, by the budget of [`substitution::Reader`](crate::substitution::Reader).
//!
//! Spec: Itanium C++ ABI 5.1.

use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::name::{Name, Template, base_name};
use crate::numbering::Numbering;
use crate::substitution::{self, Component, ComponentRef};
use crate::types::{Pointer, Type};

/// The limit on nesting of types.
const MAX_DEPTH: usize = 64;

/// Splits `mangled` into its base name and parameter types, under either [`Numbering`].
pub fn parse(mangled: &str) -> Result<Name, Error> {
    parse_any(mangled).map(|(name, _)| name)
}

/// Parses the symbol of an LLVM function like [`parse`], without the number that LLVM adds to a name that is taken,
/// unless the number is part of a type's name (`8struct.0`).
pub fn parse_symbol(symbol: &str) -> Result<Name, Error> {
    let bare = without_number(symbol);
    parse(bare).or_else(|error| if bare == symbol { Err(error) } else { parse(symbol).map_err(|_| error) })
}

/// Returns a symbol without the number that LLVM adds to a name that is taken: `_Z3absi` for `_Z3absi.1`.
pub fn without_number(symbol: &str) -> &str {
    match symbol.rsplit_once('.') {
        Some((name, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => symbol,
    }
}

/// Parses like [`parse`], and returns the numbering under which the name is valid; [`Numbering::of`] the name if both
/// are.
pub fn parse_any(mangled: &str) -> Result<(Name, Numbering), Error> {
    let usual = Numbering::of(base_name(mangled).unwrap_or_default());
    let mut numbering = usual;
    let read = read(usual, mangled).or_else(|error| match error.kind() {
        // Only a substitution can point to a different component; anything else is as wrong in the other reading.
        ErrorKind::InvalidSubstitution | ErrorKind::QualifiedSubstitution => {
            numbering = usual.other();
            read(numbering, mangled).map_err(|_| error)
        }
        _ => Err(error),
    });
    let (mut name, is_large) = read?;
    if name.params.iter().any(is_vector_of_vectors)
        && let Ok((other, _)) = read_with(numbering, mangled, true)
    {
        name = other;
    }
    if is_large {
        // What is read is to be read again as we write it, which may take more: in another numbering, with other
        // substitutions.
        parse_with(usual, &name.to_string())?;
    }
    Ok((name, numbering))
}

/// Parses like [`parse`], under one numbering only.
pub fn parse_with(numbering: Numbering, mangled: &str) -> Result<Name, Error> {
    read(numbering, mangled).map(|(name, _)| name)
}

/// Returns whether a type is a vector of vectors, which no language has. Such a result means that `__bf16` must count
/// as a component, as in names of older headers.
fn is_vector_of_vectors(ty: &Type) -> bool {
    matches!(ty, Type::Vector(_, element) if matches!(**element, Type::Vector(..)))
}

/// Returns the name, with true if it is so large that another spelling of it may be too large.
fn read(numbering: Numbering, mangled: &str) -> Result<(Name, bool), Error> {
    read_with(numbering, mangled, false)
}

fn read_with(numbering: Numbering, mangled: &str, counts_bfloats: bool) -> Result<(Name, bool), Error> {
    let mut cursor = Cursor::new(mangled);
    if !cursor.eat("_Z") {
        return Err(cursor.error(ErrorKind::NotMangled));
    }
    let substitutions = substitution::Reader::new();
    let mut parser = Parser { cursor, numbering, counts_bfloats, substitutions, arguments: Vec::new(), depth: 0 };
    let name = parser.encoding()?;
    Ok((name, parser.substitutions.is_large()))
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    numbering: Numbering,
    /// True if `__bf16` is a component.
    counts_bfloats: bool,
    substitutions: substitution::Reader,
    /// The template arguments that `T_`, `T0_` and so on denote.
    arguments: Vec<Type>,
    depth: usize,
}

impl Parser<'_> {
    /// Parses `<encoding> ::= <source-name> [<template-args> <result type>] <parameter type>+`.
    fn encoding(&mut self) -> Result<Name, Error> {
        if !self.cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.cursor.unexpected());
        }
        let base = self.cursor.source_name()?.to_owned();
        let template = if self.cursor.peek() == Some(b'I') { Some(self.template(&base)?) } else { None };
        let params = self.parameters()?;
        if self.cursor.is_end() {
            Ok(Name { base, params, template })
        } else {
            Err(self.cursor.error(ErrorKind::Trailing))
        }
    }

    /// Parses `<template-args> <result type>`, `<template-args> ::= I <type>+ E`. The name of the template is a
    /// candidate.
    fn template(&mut self, base: &str) -> Result<Template, Error> {
        self.cursor.eat("I");
        self.candidate(Type::named(base))?;
        // One at least: clang writes a pack without elements as `J E`.
        loop {
            let argument = self.ty()?;
            self.arguments.push(argument);
            if self.cursor.eat("E") {
                break;
            }
        }
        Ok(Template { result: self.ty()?, arguments: self.arguments.clone() })
    }

    /// Parses `<template-param> ::= T [<number>] _`, which is also a candidate.
    fn template_argument(&mut self) -> Result<Type, Error> {
        let start = self.cursor;
        self.cursor.eat("T");
        let digits = self.cursor.take_while(|byte| byte.is_ascii_digit());
        self.must_eat("_")?;
        let index =
            if digits.is_empty() { Some(0) } else { digits.parse::<usize>().ok().and_then(|n| n.checked_add(1)) };
        let argument = index.and_then(|index| self.arguments.get(index));
        let argument = argument.ok_or(start.error(ErrorKind::InvalidSubstitution))?;
        let argument = substitution::within(argument, self.room()).map_err(|kind| start.error(kind))?;
        self.candidate(argument)
    }

    /// Parses `<parameter type>+`, where a lone `v` means no parameters.
    fn parameters(&mut self) -> Result<Vec<Type>, Error> {
        let start = self.cursor;
        let mut params = vec![self.ty()?];
        while !matches!(self.cursor.peek(), None | Some(b'E')) {
            params.push(self.ty()?);
        }
        match params.as_slice() {
            [Type::Void] => Ok(Vec::new()),
            _ if params.contains(&Type::Void) => Err(start.error(ErrorKind::MisplacedVoid)),
            _ => Ok(params),
        }
    }

    /// Parses `<type>`.
    fn ty(&mut self) -> Result<Type, Error> {
        self.nested(|parser| match parser.cursor.peek() {
            Some(b'P') => parser.pointer(),
            Some(b'S') => parser.substituted_type(),
            Some(b'T') => parser.template_argument(),
            Some(b'U') => parser.vendor_type(),
            Some(b'F') => parser.function(),
            Some(b'N') => parser.scoped(),
            Some(b'V' | b'K') => parser.qualified(),
            Some(b'0'..=b'9') => parser.named(),
            _ if parser.cursor.starts_with("Dv") => parser.vector(),
            _ => parser.scalar(),
        })
    }

    /// Runs `production` one level deeper.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth == MAX_DEPTH {
            return Err(self.cursor.error(ErrorKind::TooDeep));
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    /// Parses `<builtin-type>`, the only type that is not substitutable, except for `__bf16` in names of older headers.
    fn scalar(&mut self) -> Result<Type, Error> {
        let start = self.cursor;
        let length = match self.cursor.rest().as_bytes() {
            [b'D', b'F', ..] => 5,
            [b'D', ..] => 2,
            _ => 1,
        };
        match self.cursor.take(length).and_then(Type::from_code).ok_or(start.unexpected())? {
            Type::BFloat16 if self.counts_bfloats => self.candidate(Type::BFloat16),
            ty => Ok(ty),
        }
    }

    /// Parses `<vector type> ::= Dv <lanes> _ <element type>`.
    fn vector(&mut self) -> Result<Type, Error> {
        self.cursor.eat("Dv");
        let lanes = self.cursor.number()?;
        self.must_eat("_")?;
        let element = self.ty()?;
        self.candidate(Type::vector(lanes, element))
    }

    /// Parses `<pointer type> ::= P <qualified type>`.
    fn pointer(&mut self) -> Result<Type, Error> {
        self.cursor.eat("P");
        let pointer = self.pointee()?;
        self.candidate(pointer.into())
    }

    /// Parses `<qualified type> ::= <qualifiers> <type>`, or a substitution of all of it.
    fn pointee(&mut self) -> Result<Pointer, Error> {
        let mut pointer = self.qualifiers()?;
        pointer.pointee = match self.cursor.peek() {
            Some(b'S') if !pointer.is_qualified() => match self.nested(Self::substitution)? {
                Component::Type(ty) => ty,
                Component::Pointee(seen) => return Ok(seen),
            },
            _ => self.ty()?,
        };
        if self.numbering.counts_pointee(&pointer) {
            self.remember(ComponentRef::Pointee(&pointer))?;
        }
        Ok(pointer)
    }

    /// Parses `<qualifiers> ::= [U <source-name "AS" n>] [r] [V] [K]`, for a pointee that follows. Old versions of
    /// clang wrote the address space behind the others.
    fn qualifiers(&mut self) -> Result<Pointer, Error> {
        let mut pointer = Pointer::new(self.address_space()?, Type::Void);
        pointer.restrict = self.cursor.eat("r");
        pointer.volatile = self.cursor.eat("V");
        pointer.constant = self.cursor.eat("K");
        if pointer.address_space == 0 {
            pointer.address_space = self.address_space()?;
        }
        Ok(pointer)
    }

    /// Parses `[U <source-name "AS" n>]`. Another name after `U` belongs to the type that follows and is not consumed.
    fn address_space(&mut self) -> Result<u32, Error> {
        let mut ahead = self.cursor;
        if !ahead.eat("U") {
            return Ok(0);
        }
        let Some(digits) = ahead.source_name()?.strip_prefix("AS") else { return Ok(0) };
        let mut digits = Cursor::new(digits);
        let number = digits.number().map_err(|error| self.cursor.error(error.kind()))?;
        if !digits.is_end() {
            return Err(self.cursor.unexpected());
        }
        self.cursor = ahead;
        Ok(number)
    }

    /// Parses `<vendor type> ::= U <source-name> <type>`.
    fn vendor_type(&mut self) -> Result<Type, Error> {
        let start = self.cursor;
        self.cursor.eat("U");
        let wrap = match self.cursor.source_name()? {
            "_Atomic" => Type::Atomic,
            "block_pointer" => Type::BlockPointer,
            _ => return Err(start.unexpected()),
        };
        let inner = self.ty()?;
        self.candidate(wrap(Box::new(inner)))
    }

    /// Parses `<function type> ::= F <return type> <parameter type>+ E`.
    fn function(&mut self) -> Result<Type, Error> {
        self.cursor.eat("F");
        let mut types = vec![self.ty()?];
        types.append(&mut self.parameters()?);
        self.must_eat("E")?;
        self.candidate(Type::Function(types))
    }

    /// Parses `<class-enum-type> ::= <source-name>`.
    fn named(&mut self) -> Result<Type, Error> {
        let name = self.cursor.source_name()?;
        self.candidate(Type::named(name))
    }

    /// Parses `<nested-name> ::= N [<substitution>] <source-name>+ E`; each scope in it is a candidate.
    fn scoped(&mut self) -> Result<Type, Error> {
        self.cursor.eat("N");
        let mut path = match self.cursor.peek() {
            Some(b'S') => self.substituted_scope()?,
            _ => String::new(),
        };
        let mut ty = None;
        while !self.cursor.eat("E") {
            let name = self.cursor.source_name()?;
            if !path.is_empty() {
                path.push_str("::");
            }
            path.push_str(name);
            ty = Some(self.candidate(Type::named(path.as_str()))?);
        }
        ty.ok_or_else(|| self.cursor.unexpected())
    }

    /// Parses `<substitution>` of a scope.
    fn substituted_scope(&mut self) -> Result<String, Error> {
        let start = self.cursor;
        match self.substituted_type()? {
            Type::Named(path) => Ok(path),
            _ => Err(start.error(ErrorKind::InvalidSubstitution)),
        }
    }

    /// Parses `<qualified type> ::= [V] [K] <type>` of a parameter: C++ drops the qualifiers, some generators do not.
    fn qualified(&mut self) -> Result<Type, Error> {
        while self.cursor.eat("V") || self.cursor.eat("K") {}
        self.ty()
    }

    /// Parses `<substitution>` of a type without qualifiers.
    fn substituted_type(&mut self) -> Result<Type, Error> {
        let start = self.cursor;
        match self.substitution()? {
            Component::Type(ty) => Ok(ty),
            // Qualifiers on anything but a pointee: C drops them from parameters, so no builtin has them.
            Component::Pointee(_) => Err(start.error(ErrorKind::QualifiedSubstitution)),
        }
    }

    /// Parses `<substitution>`.
    fn substitution(&mut self) -> Result<Component, Error> {
        let start = self.cursor;
        let index = substitution::read_number(&mut self.cursor)?;
        self.substitutions.get(index, self.room()).map_err(|kind| start.error(kind))
    }

    /// Returns the depth left for the replacement of a substitution or template parameter. Its own level is the
    /// outermost level of the replacement.
    fn room(&self) -> usize {
        MAX_DEPTH - self.depth + 1
    }

    /// Makes `ty`, now complete, a substitution candidate.
    fn candidate(&mut self, ty: Type) -> Result<Type, Error> {
        self.remember(ComponentRef::Type(&ty))?;
        Ok(ty)
    }

    fn remember(&mut self, component: ComponentRef<'_>) -> Result<(), Error> {
        self.substitutions.push(component).map_err(|kind| self.cursor.error(kind))
    }

    fn must_eat(&mut self, text: &str) -> Result<(), Error> {
        if self.cursor.eat(text) { Ok(()) } else { Err(self.cursor.unexpected()) }
    }
}
