//! Metadata: strings, nodes, and where they are attached.

use super::check::require_constant;
use super::fitting::check_node;
use crate::error::{Code, Error, Result};
use crate::llvm::handles::refused;
use crate::llvm::{Context, Metadata, MetadataKind as Kind, Module, Value};
use llvm_ir::draft;

fn inner<'m>(operands: &[Option<Metadata<'m>>]) -> Vec<Option<draft::Metadata<'m>>> {
    operands.iter().map(|operand| operand.map(|operand| operand.0)).collect()
}

impl Context {
    /// `!"text"`
    pub fn md_string(&self, text: &str) -> Metadata<'_> {
        Metadata(self.draft().md_string(text.as_bytes()))
    }

    /// `!{...}`, unique by its operands.
    pub fn md_node<'m>(&'m self, operands: &[Option<Metadata<'m>>]) -> Metadata<'m> {
        Metadata(self.draft().md_tuple(&inner(operands)))
    }

    /// `distinct !{...}`
    pub fn md_distinct<'m>(&'m self, operands: &[Option<Metadata<'m>>]) -> Metadata<'m> {
        Metadata(self.draft().md_distinct(&inner(operands)))
    }

    /// Returns `distinct !{!self, ...}`, the form of identities of loops (`llvm.loop`), access groups and alias scopes.
    pub fn md_loop<'m>(&'m self, operands: &[Metadata<'m>]) -> Metadata<'m> {
        let operands: Vec<_> = operands.iter().map(|operand| Some(operand.0)).collect();
        Metadata(self.draft().md_loop(&operands))
    }

    /// A constant as metadata.
    pub fn md_value<'m>(&'m self, v: Value<'m>) -> Result<Metadata<'m>> {
        require_constant(v)?;
        self.draft().md_value(v.0).map(Metadata).map_err(refused)
    }

    /// `iN value` as metadata.
    pub fn md_int(&self, bits: u32, value: u64) -> Result<Metadata<'_>> {
        self.md_value(self.const_int(self.int_type(bits)?, value)?)
    }
}

/// The named metadata whose nodes LLVM casts before its verifier checks them.
const UNITS: &str = "llvm.dbg.cu";
const FLAGS: &str = "llvm.module.flags";

/// Returns whether a node may be in a list of named metadata.
fn is_listed(name: &str, node: Metadata<'_>) -> bool {
    let is_int = |operand: Metadata<'_>| operand.as_value().is_some_and(|value| !value.int_words().is_empty());
    match name {
        UNITS => node.kind() == Kind::CompileUnit,
        FLAGS => match node.operands()[..] {
            [Some(behaviour), Some(key), Some(_)] => is_int(behaviour) && key.as_bytes().is_some(),
            _ => false,
        },
        _ => node.kind().has_fields(),
    }
}

impl Module<'_> {
    /// Adds an operand to the named metadata `name`.
    pub fn add_named_metadata<'m>(&'m self, name: &str, node: Metadata<'m>) -> Result<()> {
        if !is_listed(name, node) {
            return Err(Error::of(Code::Operands, format!("!{name} does not take this operand")));
        }
        self.draft().add_named_metadata(name.as_bytes(), node.0);
        Ok(())
    }

    /// Ensures that the named metadata `name` exists, without operands if it is new: for some names existence is all
    /// that counts.
    pub fn insert_named_metadata(&self, name: &str) {
        self.draft().insert_named_metadata(name.as_bytes());
    }

    /// Deletes named metadata, if it exists.
    pub fn drop_named_metadata(&self, name: &str) {
        self.draft().drop_named_metadata(name.as_bytes());
    }
}

impl<'m> Value<'m> {
    /// Attaches a node to an instruction; `!dbg` takes a location, and only that.
    pub fn set_metadata(self, kind: &str, node: Metadata<'m>) -> Result<()> {
        if !self.is_instruction() {
            return Err(Error::of(
                Code::Operands,
                format!("!{kind}: only instructions, functions and globals carry metadata"),
            ));
        }
        self.attach(kind, node, Kind::Location)
    }

    /// Removes the attachment of this kind from an instruction, function or variable, if there is one.
    pub fn drop_metadata(self, kind: u32) {
        if self.has_metadata() {
            // Refused where there is nothing to take off.
            let _ = self.0.set_metadata(kind, None);
        }
    }

    /// Attaches a node to a function; `!dbg` takes a subprogram.
    pub fn set_function_metadata(self, kind: &str, node: Metadata<'m>) -> Result<()> {
        if !self.is_function() {
            return Err(Error::of(Code::Operands, format!("!{kind} is for a function")));
        }
        self.attach(kind, node, Kind::Subprogram)
    }

    /// Attaches a node to a global variable; `!dbg` takes a global variable's expression.
    pub fn set_global_metadata(self, kind: &str, node: Metadata<'m>) -> Result<()> {
        if !self.is_global_variable() {
            return Err(Error::of(Code::Operands, format!("!{kind} is for a global variable")));
        }
        self.attach(kind, node, Kind::GlobalVariableExpression)
    }

    fn attach(self, kind: &str, node: Metadata<'m>, debug: Kind) -> Result<()> {
        check_node(kind, node, debug)?;
        self.0.set_metadata(self.draft().metadata_kind(kind.as_bytes()), Some(node.0)).map_err(refused)
    }
}
