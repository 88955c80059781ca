//! Debug information: any node of metadata as a table of its fields, in both directions; records; locations.
//!
//! In: nodes of metadata. Out: [`Node`], whose fields are read by name; and new nodes built from it. A row for each
//! class of nodes serves both directions.

mod fields;
mod guard;
mod node;
mod record;
mod records;
mod rows;
mod upgrade;

pub use node::{Class, Link, Node, Number, unit_bits};
pub use record::{Part, Record, RecordKind};

use crate::error::{Error, Result};
use crate::llvm::handles::refused;
use crate::llvm::{Builder, Context, Metadata, MetadataKind as Kind, Value};
use llvm_ir::metadata::is_valid;
use node::fits;
use rows::Row;

/// The kind number of `!dbg` attachments.
const DBG: u32 = 0;
/// The largest column that a location has.
const MOST_COLUMN: u32 = u16::MAX as u32;

impl<'m> Metadata<'m> {
    /// Returns the fields of a node of debug information.
    pub fn debug_node(self) -> Node<'m> {
        Node::read(self)
    }

    /// Returns the class of a node of debug information.
    pub fn debug_class(self) -> Class {
        Class::of(self.kind())
    }

    /// Returns the scope of a location, a variable or a scope in a function; `None` for other nodes.
    pub fn debug_scope(self) -> Option<Metadata<'m>> {
        let class = self.debug_class();
        let is_scoped = matches!(
            class,
            Class::Location | Class::Block | Class::BlockFile | Class::Function | Class::Global | Class::Local
        );
        let place = Row::of(class).filter(|_| is_scoped)?.place(Link::Scope)?;
        self.0.reference_at(place).map(Self)
    }

    /// Returns the inlined-at location of a location.
    pub fn debug_inlined_at(self) -> Option<Metadata<'m>> {
        let place = Row::of(self.debug_class())?.place(Link::InlinedAt)?;
        self.0.reference_at(place).map(Self)
    }

    /// Returns the words of a debug information expression.
    pub fn expression_words(self) -> Vec<u64> {
        let is_expression = self.kind() == Kind::Expression;
        if is_expression { self.0.words().split_off(1) } else { Vec::new() }
    }

    /// Returns whether the node is temporary: [`Metadata::unify_debug_node`] must still be called for it.
    pub fn is_temporary(self) -> bool {
        self.0.is_temporary()
    }

    /// Merges a temporary node with an equal one, if there is one, which replaces it everywhere.
    pub fn unify_debug_node(self) -> Self {
        Self(self.0.unify())
    }

    /// Marks cycles through a node as free of temporary nodes.
    pub fn resolve_debug_node(self) {}

    /// Sets a field of a distinct node; returns whether the field may be set.
    pub fn set_debug_link(self, which: Link, value: Metadata<'m>) -> bool {
        let place = Row::of(self.debug_class()).and_then(|row| row.later(which));
        let place = place.filter(|_| fits(which, value.kind()));
        place.is_some_and(|place| self.0.set_reference(place, Some(value.0)).is_ok())
    }
}

impl Context {
    /// Builds a node of debug information from its fields.
    pub fn debug_node<'m>(&'m self, node: &Node<'m>) -> Result<Metadata<'m>> {
        let none = || Error::internal(format!("no node of class {:?}", node.class));
        let row = Row::of(node.class).ok_or_else(none)?;
        if let Some((link, _)) = row.links.iter().find(|(link, _)| node.misfits(*link)) {
            return Err(Error::internal(format!("metadata of another kind in {:?} of {:?}", link, node.class)));
        }
        fields::make(self.draft(), node, row).map(Metadata).map_err(refused)
    }

    /// Builds a location from a line, a column, the scope and the inlined-at location.
    pub fn debug_location<'m>(
        &'m self,
        [line, column]: [u32; 2],
        scope: Metadata<'m>,
        inlined: Option<Metadata<'m>>,
    ) -> Result<Metadata<'m>> {
        if !fits(Link::Scope, scope.kind()) || inlined.is_some_and(|call| !fits(Link::InlinedAt, call.kind())) {
            return Err(Error::internal("metadata of another kind in a location"));
        }
        let column = if column > MOST_COLUMN { 0 } else { column };
        let inlined = inlined.map_or(0, |call| call.0.reference());
        // It is not implicit, and belongs to no group of atoms.
        let words = [0, line.into(), column.into(), scope.0.reference(), inlined, 0, 0, 0];
        self.draft().md_node(Kind::Location, &words).map(Metadata).map_err(refused)
    }

    /// Builds an expression of debug information; `None` if it is invalid.
    pub fn debug_expression(&self, words: &[u64]) -> Option<Metadata<'_>> {
        is_valid(words).then(|| Metadata(self.draft().md_expression(words)))
    }
}

impl<'m> Value<'m> {
    /// Returns the subprogram attached to a function.
    pub fn subprogram(self) -> Option<Metadata<'m>> {
        let node = self.is_function().then(|| self.0.metadata(DBG)).flatten().map(Metadata);
        node.filter(|node| node.kind() == Kind::Subprogram)
    }

    /// Attaches a subprogram to a function.
    pub fn set_subprogram(self, to: Metadata<'m>) {
        if self.is_function() && to.kind() == Kind::Subprogram {
            // A function is a global.
            let _ = self.0.set_metadata(DBG, Some(to.0));
        }
    }

    /// Returns the debug information expressions attached to a module-scope variable, in order.
    pub fn debug_globals(self) -> Vec<Metadata<'m>> {
        let all = if self.is_global_variable() { self.0.all_metadata(DBG) } else { Vec::new() };
        all.into_iter().map(Metadata).collect()
    }

    /// Attaches a debug information expression to a module-scope variable.
    pub fn add_debug_global(self, expression: Metadata<'m>) {
        if self.is_global_variable() && expression.kind() == Kind::GlobalVariableExpression {
            // A variable is a global.
            let _ = self.0.add_metadata(DBG, expression.0);
        }
    }
}

impl<'m> Builder<'m> {
    /// Sets the location for new instructions, or clears it.
    pub fn set_debug_location(&self, location: Option<Metadata<'m>>) {
        let location = location.filter(|location| location.kind() == Kind::Location);
        self.made.set_location(location.map(|location| location.0));
    }
}
