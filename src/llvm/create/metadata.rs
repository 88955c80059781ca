//! Metadata: strings, nodes, and where they are attached.

use super::check::{raw_metadata, require_constant};
use super::fitting::check_node;
use super::shim;
use crate::error::{Code, Error, Result};
use crate::llvm::{Context, Metadata, MetadataKind as Kind, Module, Value};
use llvm_sys::core;
use llvm_sys::prelude::{LLVMContextRef, LLVMMetadataRef};

impl Context {
    /// `!"text"`
    pub fn md_string(&self, text: &str) -> Metadata<'_> {
        // SAFETY: a string with its length.
        live(unsafe { core::LLVMMDStringInContext2(self.raw(), text.as_ptr().cast(), text.len()) })
    }

    /// `!{...}`, unique by its operands.
    pub fn md_node<'m>(&'m self, operands: &[Option<Metadata<'m>>]) -> Metadata<'m> {
        let n = operands.len();
        // SAFETY: operands, null for `None`; LLVM copies them.
        live(unsafe { core::LLVMMDNodeInContext2(self.raw(), raw_metadata(operands), n) })
    }

    /// `distinct !{...}`
    pub fn md_distinct<'m>(&'m self, operands: &[Option<Metadata<'m>>]) -> Metadata<'m> {
        // SAFETY: operands, null for `None`; LLVM copies them.
        live(unsafe { shim::spirv_md_distinct(self.raw(), raw_metadata(operands), operands.len()) })
    }

    /// `distinct !{!self, ...}`: how loops (`llvm.loop`), access groups and alias scopes are named.
    pub fn md_loop<'m>(&'m self, operands: &[Metadata<'m>]) -> Metadata<'m> {
        let mut all = Vec::with_capacity(operands.len() + 1);
        all.push(None);
        all.extend(operands.iter().copied().map(Some));
        let node = self.md_distinct(&all);
        // SAFETY: a node with at least one operand.
        unsafe { shim::spirv_md_replace_operand(node.raw(), 0, node.raw()) }
        node
    }

    /// A constant as metadata.
    pub fn md_value<'m>(&'m self, v: Value<'m>) -> Result<Metadata<'m>> {
        require_constant(v)?;
        // SAFETY: a constant.
        Ok(live(unsafe { core::LLVMValueAsMetadata(v.raw()) }))
    }

    /// `iN value` as metadata.
    pub fn md_int(&self, bits: u32, value: u64) -> Result<Metadata<'_>> {
        self.md_value(self.const_int(self.int_type(bits)?, value)?)
    }
}

impl Module<'_> {
    /// Adds an operand to the named metadata `name`.
    pub fn add_named_metadata<'m>(&'m self, name: &str, node: Metadata<'m>) -> Result<()> {
        // SAFETY: a name with its length; the shim checks that it is a node.
        let done = unsafe { shim::spirv_add_named_metadata(self.raw(), name.as_ptr().cast(), name.len(), node.raw()) };
        if done { Ok(()) } else { Err(Error::of(Code::Operands, format!("!{name} does not take this operand"))) }
    }

    /// Makes sure that there is named metadata `name`, without operands if it is new: of some, being there says it all.
    pub fn insert_named_metadata(&self, name: &str) {
        // SAFETY: a live module, and a name with its length.
        unsafe { core::LLVMGetOrInsertNamedMetadata(self.raw(), name.as_ptr().cast(), name.len()) };
    }

    /// Takes named metadata away, if there is such.
    pub fn drop_named_metadata(&self, name: &str) {
        // SAFETY: a live module, and a name with its length.
        unsafe { shim::spirv_drop_named_metadata(self.raw(), name.as_ptr().cast(), name.len()) };
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
        check_node(kind, node, Kind::Location)?;
        // SAFETY: an instruction, a node, and for `!dbg` a location.
        unsafe {
            let context = core::LLVMGetValueContext(self.raw());
            shim::spirv_set_metadata(self.raw(), kind_id(context, kind), node.raw());
        }
        Ok(())
    }

    /// Takes off an instruction, function or variable what is attached under the kind, if anything is.
    pub fn drop_metadata(self, kind: u32) {
        if !self.has_metadata() {
            return;
        }
        // SAFETY: an instruction or global object, since it has metadata.
        unsafe {
            match self.is_instruction() {
                true => core::LLVMSetMetadata(self.raw(), kind, std::ptr::null_mut()),
                false => core::LLVMGlobalEraseMetadata(self.raw(), kind),
            }
        }
    }

    /// Attaches a node to a function; `!dbg` takes a subprogram.
    pub fn set_function_metadata(self, kind: &str, node: Metadata<'m>) -> Result<()> {
        if !self.is_function() {
            return Err(Error::of(Code::Operands, format!("!{kind} is for a function")));
        }
        check_node(kind, node, Kind::Subprogram)?;
        self.set_object_metadata(kind, node);
        Ok(())
    }

    /// Attaches a node to a global variable; `!dbg` takes a global variable's expression.
    pub fn set_global_metadata(self, kind: &str, node: Metadata<'m>) -> Result<()> {
        if !self.is_global_variable() {
            return Err(Error::of(Code::Operands, format!("!{kind} is for a global variable")));
        }
        check_node(kind, node, Kind::GlobalVariableExpression)?;
        self.set_object_metadata(kind, node);
        Ok(())
    }

    fn set_object_metadata(self, kind: &str, node: Metadata<'m>) {
        // SAFETY: only called on functions and global variables, with a node.
        unsafe {
            let id = kind_id(core::LLVMGetValueContext(self.raw()), kind);
            core::LLVMGlobalSetMetadata(self.raw(), id, node.raw());
        }
    }
}

/// The number of a kind of attachment.
fn kind_id(context: LLVMContextRef, kind: &str) -> u32 {
    // SAFETY: a name with its length.
    unsafe { core::LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len().try_into().unwrap_or(0)) }
}

/// Metadata that LLVM just made.
fn live<'m>(raw: LLVMMetadataRef) -> Metadata<'m> {
    // SAFETY: only called with what LLVM's constructors return: never null.
    unsafe { Metadata::from_raw(raw).unwrap_unchecked() }
}
