//! Positions in the source, from the debug info of instructions, functions and variables.

use super::debug::{Class, Link, Node, Number};
use super::{Metadata, Value};
use crate::error::place::Source;

impl<'m> Value<'m> {
    /// Returns the source position of an instruction, a function or a variable, if debug info has it; for an
    /// instruction without one, the position of its function.
    pub fn source(self) -> Option<Source> {
        if self.is_instruction() {
            return self.instruction_source().or_else(|| self.parent_function()?.source());
        }
        if self.is_function() { self.function_source() } else { self.variable_source() }
    }

    fn instruction_source(self) -> Option<Source> {
        let location = self.debug_location()?.debug_node();
        position(file_of(location.link(Link::Scope)?), &location, location.word(Number::Column))
    }

    fn function_source(self) -> Option<Source> {
        let node = self.subprogram()?.debug_node();
        position(node.link(Link::File), &node, 0)
    }

    fn variable_source(self) -> Option<Source> {
        let expression = self.debug_globals().first().copied()?;
        let node = expression.debug_node().link(Link::Variable)?.debug_node();
        position(node.link(Link::File), &node, 0)
    }
}

/// Returns the file of a scope.
fn file_of(scope: Metadata<'_>) -> Option<Metadata<'_>> {
    if scope.debug_class() == Class::File { Some(scope) } else { scope.debug_node().link(Link::File) }
}

/// Returns a position, if the file is known and the line is not 0.
fn position(file: Option<Metadata<'_>>, node: &Node<'_>, column: u32) -> Option<Source> {
    let (file, line) = (file?.debug_node(), node.word(Number::Line));
    if line == 0 {
        return None;
    }
    let text = |which| super::handles::text(file.bytes(which)).to_owned();
    Some(Source { file: text(Link::Name), directory: text(Link::Directory), line, column })
}
