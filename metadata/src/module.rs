//! Declarations that a SPIR-V module has once, as named metadata (S3-60 to S3-67).

use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::tuple::{Named, Tuple};

/// `OpSource`: `!{i32 language, i32 version, !{!"file"}}`, the file being optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The source language: a [`spirv::SourceLanguage`], or a number that has no name.
    pub language: u32,
    /// Any word; see [`crate::opencl::Version::of_source`].
    pub version: u32,
    /// The text of the `OpString` that `File` names.
    pub file: Option<String>,
}

impl Named for Source {
    const NAME: &'static str = "spirv.Source";
}

impl<V> Tuple<V> for Source {
    /// Reads the node. The file may be a string, or a node with a string, as in the document.
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let language = operands.read("the source language", Node::as_word)?;
        let version = operands.read("the version", Node::as_word)?;
        let file = operands.optional(|node| match node {
            Node::List(_) => only_text(node, "the file name"),
            _ => node.as_string().map(str::to_owned),
        })?;
        operands.end()?;
        Ok(Source { language, version, file })
    }

    fn write(&self) -> Node<V> {
        let mut operands = vec![Node::word(self.language), Node::word(self.version)];
        operands.extend(self.file.as_ref().map(|file| Node::strings(&[file])));
        Node::List(operands)
    }
}

/// `OpMemoryModel`: `!{i32 addressing, i32 memory}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryModel {
    /// The addressing model: a [`spirv::AddressingModel`], or a number that has no name.
    pub addressing: u32,
    /// The memory model: a [`spirv::MemoryModel`], or a number that has no name.
    pub memory: u32,
}

impl Named for MemoryModel {
    const NAME: &'static str = "spirv.MemoryModel";
}

impl<V> Tuple<V> for MemoryModel {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let addressing = operands.read("the addressing model", Node::as_word)?;
        let memory = operands.read("the memory model", Node::as_word)?;
        operands.end()?;
        Ok(MemoryModel { addressing, memory })
    }

    fn write(&self) -> Node<V> {
        Node::words(&[self.addressing, self.memory])
    }
}

/// Word 2 of a SPIR-V module: `!{i16 id, i16 version}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The tool that wrote the module, as registered with Khronos.
    pub id: u16,
    /// The version of the generator.
    pub version: u16,
}

impl Generator {
    /// Splits word 2 of the header.
    pub fn from_word(word: u32) -> Self {
        Generator { id: (word >> 16) as u16, version: word as u16 }
    }

    /// Returns word 2 of the header.
    pub fn word(self) -> u32 {
        u32::from(self.id) << 16 | u32::from(self.version)
    }
}

impl Named for Generator {
    const NAME: &'static str = "spirv.Generator";
}

impl<V> Tuple<V> for Generator {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let id = operands.read("the generator id", |node| node.as_int(16))? as u16;
        let version = operands.read("the generator version", |node| node.as_int(16))? as u16;
        operands.end()?;
        Ok(Generator { id, version })
    }

    fn write(&self) -> Node<V> {
        Node::List(vec![Node::half(self.id), Node::half(self.version)])
    }
}

/// `OpCapability`: `!{i32 capability}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capability(
    /// The capability: a [`spirv::Capability`], or a number that has no name.
    pub u32,
);

impl Named for Capability {
    const NAME: &'static str = "spirv.Capability";
}

impl<V> Tuple<V> for Capability {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let capability = operands.read("the capability", Node::as_word)?;
        operands.end()?;
        Ok(Capability(capability))
    }

    fn write(&self) -> Node<V> {
        Node::words(&[self.0])
    }
}

/// Defines conventions with one string per node.
macro_rules! string_tuples {
    ($($(#[$doc:meta])* $type:ident = $name:literal),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $type(
            /// The string.
            pub String,
        );

        impl Named for $type {
            const NAME: &'static str = $name;
        }

        impl<V> Tuple<V> for $type {
            fn read(node: &Node<V>) -> Result<Self> {
                only_string(node, "the name").map($type)
            }

            fn write(&self) -> Node<V> {
                Node::strings(&[&self.0])
            }
        }
    )*};
}

string_tuples! {
    /// `OpSourceExtension`: `!{!"cl_khr_fp16"}`.
    SourceExtension = "spirv.SourceExtension",
    /// `OpExtension`: `!{!"SPV_KHR_expect_assume"}`.
    Extension = "spirv.Extension",
    /// `OpModuleProcessed`: `!{!"by some tool"}`.
    ModuleProcessed = "spirv.ModuleProcessed",
}

impl Extension {
    /// Returns whether the name can be that of a SPIR-V extension. The document's large example lists `cl_khr_fp16`
    /// here, which is a source extension (S3-63) and deserves a warning.
    pub fn is_spirv(&self) -> bool {
        self.0.starts_with("SPV_")
    }
}

/// Reads a node with one operand, a non-empty string.
fn only_string<V>(node: &Node<V>, what: &'static str) -> Result<String> {
    let text = only_text(node, what)?;
    if text.is_empty() { Err(Error::new(ErrorKind::Missing(what)).within(0)) } else { Ok(text) }
}

/// Returns the string that is the only operand of a node; it may be empty.
fn only_text<V>(node: &Node<V>, what: &'static str) -> Result<String> {
    let mut operands = node.operands()?;
    let text = operands.read(what, Node::as_string)?.to_owned();
    operands.end()?;
    Ok(text)
}

#[cfg(test)]
#[path = "module_tests.rs"]
mod tests;
