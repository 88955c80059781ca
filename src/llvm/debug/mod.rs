//! Debug information: any node of metadata as a table of its fields, both ways; records; locations.
//!
//! In: nodes of metadata. Out: [`Node`], whose fields are asked by name; and nodes made of the same. A class of nodes
//! is one entry of `shim.cpp` for reading and one for making, so that what is above knows fields alone.

mod node;
mod record;
mod records;
mod shim;

pub use node::{Class, Link, Node, Number, unit_bits};
pub use record::{Part, Record, RecordKind};

use crate::error::{Error, Result};
use crate::llvm::broken::broken;
use crate::llvm::diagnostics::take_message;
use crate::llvm::{Builder, Context, Metadata, MetadataKind as Kind, Module, Snapshot, Value};
use llvm_sys::debuginfo::{LLVMDIBuilderCreateDebugLocation, LLVMDILocationGetInlinedAt};
use node::fits;
use std::ptr;

impl<'m> Metadata<'m> {
    /// Returns the fields of a node of debug information.
    pub fn debug_node(self) -> Node<'m> {
        let mut node = Node::new(Class::Other);
        // SAFETY: live metadata, and arrays of the lengths that C++ has, which holds pointers to live metadata and null.
        let class = unsafe { shim::spirv_debug_read(self.raw(), &mut node.fields) };
        node.class = Class::ALL.get(class as usize).copied().unwrap_or(Class::Other);
        (node.is_distinct, node.is_temporary) = (self.is_distinct(), self.is_temporary());
        node
    }

    /// Returns the class of a node of debug information.
    pub fn debug_class(self) -> Class {
        Class::of(self.kind())
    }

    /// Returns the scope of a location, a variable or a scope in a function; none for other nodes.
    pub fn debug_scope(self) -> Option<Metadata<'m>> {
        // SAFETY: live metadata, of which the shim looks at the class.
        Metadata::from_raw(unsafe { shim::spirv_debug_scope(self.raw()) })
    }

    /// Returns the call at which the instructions of a location were inlined.
    pub fn debug_inlined_at(self) -> Option<Metadata<'m>> {
        let is_location = self.kind() == Kind::Location;
        // SAFETY: a live location.
        is_location.then(|| Metadata::from_raw(unsafe { LLVMDILocationGetInlinedAt(self.raw()) })).flatten()
    }

    /// Returns the numbers that an expression of debug information is made of.
    pub fn expression_words(self) -> Vec<u64> {
        let mut words = ptr::null();
        // SAFETY: live metadata; the words are those of the node, which lives as long.
        unsafe {
            let count = shim::spirv_debug_expression(self.raw(), &mut words);
            if count == 0 || words.is_null() { Vec::new() } else { std::slice::from_raw_parts(words, count).to_vec() }
        }
    }

    /// Returns whether the node is one that [`Metadata::unify_debug_node`] is still to be called for.
    pub fn is_temporary(self) -> bool {
        // SAFETY: live metadata.
        unsafe { shim::spirv_debug_is_temporary(self.raw()) }
    }

    /// Lets a temporary node be one with an equal one, which takes its place everywhere: it is gone, if there is one.
    pub fn unify_debug_node(self) -> Self {
        // SAFETY: live metadata; the shim looks whether it is temporary. What is left of it is live.
        Metadata::from_raw(unsafe { shim::spirv_debug_unify(self.raw()) }).unwrap_or(self)
    }

    /// Says that circles through a node hold nothing temporary any more.
    pub fn resolve_debug_node(self) {
        // SAFETY: live metadata, none of which is temporary.
        unsafe { shim::spirv_debug_resolve(self.raw()) }
    }

    /// Sets a field of a distinct node; returns whether it is one that may be set.
    pub fn set_debug_link(self, which: Link, value: Metadata<'m>) -> bool {
        // SAFETY: live metadata; the shim looks at the class. The kind of the value is checked.
        fits(which, value.kind()) && unsafe { shim::spirv_debug_link(self.raw(), which as u32, value.raw()) }
    }
}

impl Context {
    /// Makes a node of debug information of its fields.
    pub fn debug_node<'m>(&'m self, node: &Node<'m>) -> Result<Metadata<'m>> {
        for (link, value) in Link::ALL.iter().zip(&node.fields.links) {
            if value.is_some_and(|value| !fits(*link, value.kind())) {
                return Err(Error::internal(format!("metadata of another kind in {:?} of {:?}", link, node.class)));
            }
        }
        let storage = if node.is_temporary { 2 } else { node.is_distinct.into() };
        // SAFETY: a live context; fields of the kinds that LLVM takes.
        let made = unsafe { shim::spirv_debug_make(self.raw(), node.class as u32, storage, &node.fields) };
        Metadata::from_raw(made).ok_or_else(|| Error::internal(format!("no node of class {:?}", node.class)))
    }

    /// Makes a location of a line, a column, the scope and the call at which it was inlined.
    pub fn debug_location<'m>(
        &'m self,
        [line, column]: [u32; 2],
        scope: Metadata<'m>,
        inlined: Option<Metadata<'m>>,
    ) -> Result<Metadata<'m>> {
        if !fits(Link::Scope, scope.kind()) || inlined.is_some_and(|call| !fits(Link::InlinedAt, call.kind())) {
            return Err(Error::internal("metadata of another kind in a location"));
        }
        let inlined = inlined.map_or(ptr::null_mut(), Metadata::raw);
        // SAFETY: a live context; metadata of the kinds that LLVM takes.
        let made = unsafe { LLVMDIBuilderCreateDebugLocation(self.raw(), line, column, scope.raw(), inlined) };
        Metadata::from_raw(made).ok_or_else(|| Error::internal("no location"))
    }

    /// Makes an expression of debug information, if it is one that LLVM takes.
    pub fn debug_expression(&self, words: &[u64]) -> Option<Metadata<'_>> {
        // SAFETY: a live context; pointer and length belong together.
        Metadata::from_raw(unsafe { shim::spirv_debug_make_expression(self.raw(), words.as_ptr(), words.len()) })
    }
}

impl<'m> Value<'m> {
    /// Returns what debug information says of a function.
    pub fn subprogram(self) -> Option<Metadata<'m>> {
        // SAFETY: a live value; null for all but functions that have one.
        Metadata::from_raw(unsafe { shim::spirv_debug_subprogram(self.raw()) })
    }

    /// Attaches what debug information says to a function.
    pub fn set_subprogram(self, to: Metadata<'m>) {
        if self.is_function() {
            // SAFETY: a function and live metadata, of which the shim looks at the class.
            unsafe { shim::spirv_debug_set_subprogram(self.raw(), to.raw()) }
        }
    }

    /// Returns what debug information says of a module-scope variable, in order.
    pub fn debug_globals(self) -> Vec<Metadata<'m>> {
        if !self.is_global_variable() {
            return Vec::new();
        }
        // SAFETY: a variable; as many nodes are written as there is room for.
        unsafe {
            let count = shim::spirv_debug_of_global(self.raw(), ptr::null_mut(), 0);
            let mut all = vec![ptr::null_mut(); count];
            shim::spirv_debug_of_global(self.raw(), all.as_mut_ptr(), count);
            all.into_iter().filter_map(Metadata::from_raw).collect()
        }
    }

    /// Attaches what debug information says to a module-scope variable.
    pub fn add_debug_global(self, expression: Metadata<'m>) {
        if self.is_global_variable() {
            // SAFETY: a variable and live metadata, of which the shim looks at the class.
            unsafe { shim::spirv_debug_add_to_global(self.raw(), expression.raw()) }
        }
    }
}

impl<'m> Builder<'m> {
    /// Gives the instructions that are made from now on a location, or none.
    pub fn set_debug_location(&self, location: Option<Metadata<'m>>) {
        let location = location.map_or(ptr::null_mut(), Metadata::raw);
        // SAFETY: a live builder; null, or live metadata, of which the shim looks at the class.
        unsafe { shim::spirv_debug_set_location(self.raw(), location) }
    }
}

impl Module<'_> {
    /// Checks LLVM's own rules, and removes all debug information where LLVM does not accept that; returns what is left, and its
    /// first complaint about it.
    pub fn verify_or_drop_debug_info(&self) -> Result<(Snapshot<'_>, Option<String>)> {
        self.check_debug_nodes()?;
        let (mut dropped, mut message) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: a live module; both messages are handed over.
        let (fails, dropped, message) = unsafe {
            let fails = shim::spirv_debug_verify(self.raw(), &mut dropped, &mut message);
            (fails, (!dropped.is_null()).then(|| take_message(dropped)), take_message(message))
        };
        if fails { Err(broken(&message)) } else { Ok((self.snapshot(), dropped)) }
    }

    /// Adds a flag of the module, with LLVM's number for what linking it with another value does.
    pub fn add_debug_flag(&self, behaviour: u32, name: &str, value: u32) {
        // SAFETY: a live module; pointer and length of one string.
        unsafe { shim::spirv_debug_flag(self.raw(), behaviour, name.as_ptr().cast(), name.len(), value) }
    }

    /// Adds a flag of the module that is a list.
    pub fn add_debug_list(&self, behaviour: u32, name: &str, list: Metadata<'_>) {
        // SAFETY: a live module; pointer and length of one string; live metadata.
        unsafe { shim::spirv_debug_list(self.raw(), behaviour, name.as_ptr().cast(), name.len(), list.raw()) }
    }

    /// The value of a flag of the module that is a number.
    pub fn debug_flag(&self, name: &str) -> Option<u64> {
        let mut value = 0;
        // SAFETY: a live module; pointer and length of one string.
        unsafe { shim::llvmspirv_number_flag(self.raw(), name.as_ptr().cast(), name.len(), &mut value) }
            .then_some(value)
    }
}
