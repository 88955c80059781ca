//! LLVM's metadata as the plain trees that the crate `llvm_spirv_metadata` reads and writes.

use crate::error::{Code, Error, Result};
use crate::llvm::{Context, Metadata, MetadataKind, Module};
use crate::state::{Forward, Reverse};
use llvm_spirv_metadata::module::SourceExtension;
use llvm_spirv_metadata::opencl::UsedExtensions;
use llvm_spirv_metadata::{Node, Tuple};

/// The depth to which metadata is read; nodes of the conventions are flat, so deeper ones are none of them.
const MAX_DEPTH: u32 = 16;

// --- LLVM to SPIR-V ---

/// Reads a metadata node and its operands as a tree.
pub fn read(metadata: Metadata<'_>) -> Node<Metadata<'_>> {
    read_to(metadata, MAX_DEPTH)
}

fn read_to(metadata: Metadata<'_>, depth: u32) -> Node<Metadata<'_>> {
    if let Some(text) = metadata.as_string() {
        return Node::string(text);
    }
    if let Some(value) = metadata.as_value() {
        return match value.int_value() {
            Some(number) if value.is_constant() => Node::Int { bits: value.ty().int_width(), value: number },
            _ => Node::Value(metadata),
        };
    }
    if depth == 0 || metadata.is_distinct() || !matches!(metadata.kind(), MetadataKind::Tuple) {
        return Node::Distinct(metadata);
    }
    Node::List(children(metadata, depth))
}

/// Reads a node of a named metadata as a tree, also a distinct one: LLVM makes a node distinct when a global that it
/// names is deleted.
fn read_row(metadata: Metadata<'_>) -> Node<Metadata<'_>> {
    match metadata.kind() {
        MetadataKind::Tuple => Node::List(children(metadata, MAX_DEPTH)),
        _ => read(metadata),
    }
}

fn children(metadata: Metadata<'_>, depth: u32) -> Vec<Node<Metadata<'_>>> {
    metadata.operands().into_iter().map(|operand| operand.map_or(Node::Null, |o| read_to(o, depth - 1))).collect()
}

/// The properties of an `!llvm.loop` node: its operands without the first, which is the node itself.
pub fn loop_properties(metadata: Metadata<'_>) -> Vec<Node<Metadata<'_>>> {
    children(metadata, MAX_DEPTH).into_iter().skip(1).collect()
}

/// Reads all nodes of the named metadata of a convention.
pub fn all<'m, T: Tuple<Metadata<'m>>>(f: &Forward<'m>) -> Result<Vec<T>> {
    all_of(f.module)
}

/// Reads all nodes of the named metadata of a convention, without a translation in progress.
pub fn all_of<'m, T: Tuple<Metadata<'m>>>(module: &'m Module<'m>) -> Result<Vec<T>> {
    each(module.named_metadata_nodes(T::NAME))
}

/// Reads nodes of a named metadata as the rows of a convention.
pub fn each<'m, T: Tuple<Metadata<'m>>>(nodes: impl IntoIterator<Item = Metadata<'m>>) -> Result<Vec<T>> {
    let nodes: Vec<_> = nodes.into_iter().map(read_row).collect();
    T::read_all(&nodes).map_err(|e| Error::of(Code::Metadata, format!("metadata !{}: {e}", T::NAME)))
}

/// Returns the names of the source-language extensions that the module declares.
pub fn used_extensions(f: &Forward<'_>) -> Result<Vec<String>> {
    let mut names: Vec<String> = all::<SourceExtension>(f)?.into_iter().map(|e| e.0).collect();
    names.extend(all::<UsedExtensions>(f)?.into_iter().flat_map(|list| list.0));
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    Ok(names)
}

// --- SPIR-V to LLVM ---

/// Builds the LLVM metadata (a node, a string or a constant) of a tree.
pub fn reverse<'m>(r: &Reverse<'m>, node: &Node<Metadata<'m>>) -> Result<Metadata<'m>> {
    write(r.context, node)
}

/// Builds the LLVM metadata of a tree in a context.
pub fn write<'m>(context: &'m Context, node: &Node<Metadata<'m>>) -> Result<Metadata<'m>> {
    match node {
        Node::Null => Ok(context.md_node(&[])),
        Node::String(text) => Ok(context.md_string(text)),
        Node::Int { bits, value } => context.md_int(*bits, *value),
        Node::Value(value) | Node::Distinct(value) => Ok(*value),
        Node::List(nodes) => {
            let operand = |node: &Node<_>| match node {
                Node::Null => Ok(None),
                node => write(context, node).map(Some),
            };
            Ok(context.md_node(&nodes.iter().map(operand).collect::<Result<Vec<_>>>()?))
        }
    }
}

/// Adds a node to the named metadata of a convention.
pub fn add<'m, T: Tuple<Metadata<'m>>>(r: &Reverse<'m>, convention: &T) -> Result<()> {
    r.module.add_named_metadata(T::NAME, reverse(r, &convention.write())?)
}
