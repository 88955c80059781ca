//! `<substitution>`: a component that occurred before is named by its number.
//!
//! Candidates are all types except scalar ones, numbered as they are completed. A pointee with qualifiers, address
//! space and cv together, is one candidate, as in clang; see [`Numbering`](crate::Numbering). [`Reader`] and [`Writer`]
//! are counterparts: one maps numbers to components, the other components to numbers.
//!
//! Spec: Itanium C++ ABI 5.1.10, Compression.

use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::types::{Pointer, Type};

/// The limit on the work and memory for one name: copied types, counted by their parts.
const BUDGET: usize = 1 << 16;

/// A component in the reader.
#[derive(Clone)]
pub(crate) enum Component {
    /// A type without qualifiers.
    Type(Type),
    /// The pointee of a pointer, with its qualifiers.
    Pointee(Pointer),
}

/// A component in the writer.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ComponentRef<'a> {
    /// A type without qualifiers.
    Type(&'a Type),
    /// The pointee of a pointer, with its qualifiers.
    Pointee(&'a Pointer),
}

/// The components read so far.
pub(crate) struct Reader {
    components: Vec<(Component, Size)>,
    budget: usize,
}

impl Reader {
    pub(crate) fn new() -> Self {
        Self { components: Vec::new(), budget: BUDGET }
    }

    /// Adds a component that was just completed.
    pub(crate) fn push(&mut self, component: ComponentRef<'_>) -> Result<(), ErrorKind> {
        let size = Size::of(component);
        self.spend(size)?;
        let component = match component {
            ComponentRef::Type(ty) => Component::Type(ty.clone()),
            ComponentRef::Pointee(pointer) => Component::Pointee(pointer.clone()),
        };
        self.components.push((component, size));
        Ok(())
    }

    /// Returns the component with number `index`, unless it is nested more deeply than `max_depth`.
    pub(crate) fn get(&mut self, index: usize, max_depth: usize) -> Result<Component, ErrorKind> {
        let size = self.components.get(index).ok_or(ErrorKind::InvalidSubstitution)?.1;
        if size.depth > max_depth {
            return Err(ErrorKind::TooDeep);
        }
        self.spend(size)?;
        self.components.get(index).map(|entry| entry.0.clone()).ok_or(ErrorKind::InvalidSubstitution)
    }

    /// Returns whether more than an eighth of the budget is spent.
    pub(crate) fn is_large(&self) -> bool {
        self.budget < BUDGET / 8 * 7
    }

    /// Subtracts from the budget. Substitutions can double a type each time they are used; the budget stops that before
    /// memory runs out.
    fn spend(&mut self, size: Size) -> Result<(), ErrorKind> {
        self.budget = self.budget.checked_sub(size.parts).ok_or(ErrorKind::TooLarge)?;
        Ok(())
    }
}

/// Returns a copy of a type, unless it is nested more deeply than `max_depth`.
pub(crate) fn within(ty: &Type, max_depth: usize) -> Result<Type, ErrorKind> {
    if Size::of_type(ty).depth > max_depth { Err(ErrorKind::TooDeep) } else { Ok(ty.clone()) }
}

/// The components written so far.
pub(crate) struct Writer<'a> {
    components: Vec<ComponentRef<'a>>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new() -> Self {
        Self { components: Vec::new() }
    }

    /// Adds a component that was just completed.
    pub(crate) fn push(&mut self, component: ComponentRef<'a>) {
        self.components.push(component);
    }

    /// Returns the number of a component, if it was written before.
    pub(crate) fn find(&self, component: ComponentRef<'a>) -> Option<usize> {
        self.components.iter().position(|seen| *seen == component)
    }
}

/// Parses `<substitution> ::= S <seq-id> _ | S_`; the number is one more than the base 36 `<seq-id>`.
pub(crate) fn read_number(cursor: &mut Cursor<'_>) -> Result<usize, Error> {
    let start = *cursor;
    cursor.eat("S");
    let digits = cursor.take_while(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
    if !cursor.eat("_") {
        return Err(if cursor.is_end() { cursor.unexpected() } else { start.unexpected() });
    }
    let invalid = start.error(ErrorKind::InvalidSubstitution);
    match digits {
        "" => Ok(0),
        "0" => Ok(1),
        _ if digits.starts_with('0') => Err(invalid),
        _ => usize::from_str_radix(digits, 36).ok().and_then(|id| id.checked_add(1)).ok_or(invalid),
    }
}

/// Writes the substitution with number `index`.
pub(crate) fn write_number(out: &mut String, index: usize) {
    out.push('S');
    if let Some(id) = index.checked_sub(1) {
        write_base36(out, id);
    }
    out.push('_');
}

fn write_base36(out: &mut String, value: usize) {
    if value >= 36 {
        write_base36(out, value / 36);
    }
    let digit = u32::try_from(value % 36).ok().and_then(|digit| char::from_digit(digit, 36));
    out.extend(digit.map(|digit| digit.to_ascii_uppercase()));
}

/// The size of a component.
#[derive(Clone, Copy)]
struct Size {
    depth: usize,
    parts: usize,
}

impl Size {
    fn of(component: ComponentRef<'_>) -> Self {
        match component {
            ComponentRef::Type(ty) => Self::of_type(ty),
            ComponentRef::Pointee(pointer) => Self::of_type(&pointer.pointee),
        }
    }

    fn of_type(ty: &Type) -> Self {
        match ty {
            Type::Vector(_, inner) | Type::Atomic(inner) | Type::BlockPointer(inner) => Self::of_type(inner).nest(1),
            Type::Pointer(pointer) => Self::of_type(&pointer.pointee).nest(1),
            Type::Function(types) => types.iter().map(Self::of_type).fold(Self::EMPTY, Self::beside).nest(1),
            Type::Named(name) => Self::EMPTY.nest(1 + name.len() / 16),
            _ => Self::EMPTY.nest(1),
        }
    }

    const EMPTY: Self = Self { depth: 0, parts: 0 };

    fn nest(self, parts: usize) -> Self {
        Self { depth: self.depth + 1, parts: self.parts + parts }
    }

    fn beside(self, other: Self) -> Self {
        Self { depth: self.depth.max(other.depth), parts: self.parts + other.parts }
    }
}
