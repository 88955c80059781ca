//! Metadata of a kernel about itself and its arguments (S3-72 to S3-76).
//!
//! LLVM IR of SPIR 1.2 has the same in the named metadata `opencl.kernels`, a node a kernel, the name of each
//! attachment being the first operand of its node: `!{ptr @f, !{!"kernel_arg_addr_space", i32 1}, ...}`. Both are read
//! into the same struct.

use crate::arg_info::ArgInfo;
use crate::decorations::ParameterDecorations;
use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::tuple::{Named, Tuple};
use crate::type_hint::VecTypeHint;

/// The named metadata of SPIR 1.2 that lists the kernels.
pub const LEGACY_NAME: &str = "opencl.kernels";

/// The required size of a work-group; `LocalSize` in SPIR-V.
pub const REQD_WORK_GROUP_SIZE: &str = "reqd_work_group_size";
/// The probable size of a work-group; `LocalSizeHint` in SPIR-V.
pub const WORK_GROUP_SIZE_HINT: &str = "work_group_size_hint";
/// The required size of a subgroup; `SubgroupSize` in SPIR-V.
pub const REQD_SUB_GROUP_SIZE: &str = "intel_reqd_sub_group_size";
/// The name without the vendor, which is read too.
pub const REQD_SUB_GROUP_SIZE_PLAIN: &str = "reqd_sub_group_size";

/// The metadata of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel<V> {
    /// The metadata of the arguments.
    pub args: ArgInfo,
    /// [`REQD_WORK_GROUP_SIZE`]: x, y, z.
    pub reqd_work_group_size: Option<[u32; 3]>,
    /// [`WORK_GROUP_SIZE_HINT`]: x, y, z.
    pub work_group_size_hint: Option<[u32; 3]>,
    /// `vec_type_hint`.
    pub vec_type_hint: Option<VecTypeHint<V>>,
    /// [`REQD_SUB_GROUP_SIZE`]; `u32::MAX`, written `i32 -1`, asks for the primary size of the device.
    pub sub_group_size: Option<u32>,
    /// `spirv.ParameterDecorations`.
    pub parameter_decorations: Option<ParameterDecorations>,
}

impl<V> Default for Kernel<V> {
    fn default() -> Self {
        Kernel {
            args: ArgInfo::default(),
            reqd_work_group_size: None,
            work_group_size_hint: None,
            vec_type_hint: None,
            sub_group_size: None,
            parameter_decorations: None,
        }
    }
}

impl<V: Clone> Kernel<V> {
    /// From the attachments of a function. Names that are not of a kernel are passed over.
    pub fn read<'a>(attachments: impl IntoIterator<Item = (&'a str, &'a Node<V>)>) -> Result<Self>
    where
        V: 'a,
    {
        let mut kernel = Self::default();
        for (index, (name, node)) in attachments.into_iter().enumerate() {
            kernel.set(name, node).map_err(|error| error.within(index))?;
        }
        Ok(kernel)
    }

    /// Takes the attachment if it is one of these; says whether it did.
    pub fn set(&mut self, name: &str, node: &Node<V>) -> Result<bool> {
        match name {
            REQD_WORK_GROUP_SIZE => self.reqd_work_group_size = Some(read_size(node)?),
            WORK_GROUP_SIZE_HINT => self.work_group_size_hint = Some(read_size(node)?),
            REQD_SUB_GROUP_SIZE | REQD_SUB_GROUP_SIZE_PLAIN => self.sub_group_size = Some(read_word(node)?),
            _ if name == VecTypeHint::<V>::NAME => self.vec_type_hint = Some(VecTypeHint::read(node)?),
            _ if name == ParameterDecorations::NAME => {
                self.parameter_decorations = Some(ParameterDecorations::read(node)?);
            }
            _ => return self.args.set(name, node),
        }
        Ok(true)
    }

    /// The attachments.
    pub fn write(&self) -> Vec<(&'static str, Node<V>)> {
        let size = |name, size: &Option<[u32; 3]>| size.map(|size| (name, Node::words(&size)));
        let mut all = self.args.write();
        all.extend(self.parameter_decorations.as_ref().map(|lists| (ParameterDecorations::NAME, lists.write())));
        all.extend(size(REQD_WORK_GROUP_SIZE, &self.reqd_work_group_size));
        all.extend(size(WORK_GROUP_SIZE_HINT, &self.work_group_size_hint));
        all.extend(self.vec_type_hint.as_ref().map(|hint| (VecTypeHint::<V>::NAME, hint.write())));
        all.extend(self.sub_group_size.map(|size| (REQD_SUB_GROUP_SIZE, Node::words(&[size]))));
        all
    }

    /// From an operand of `opencl.kernels`: the function, and what is said of it.
    pub fn read_legacy(node: &Node<V>) -> Result<(V, Self)> {
        let mut kernel = Self::default();
        let mut operands = node.operands()?;
        let function = operands.read("the function", Node::as_value)?.clone();
        operands.rest(|node| match node {
            Node::List(nodes) => {
                let (name, rest) = nodes.split_first().ok_or_else(|| Error::new(ErrorKind::Missing("the name")))?;
                let name = name.as_string().map_err(|error| error.within(0))?;
                kernel.set(name, &Node::List(rest.to_vec()))
            }
            other => Err(other.not("a list")),
        })?;
        Ok((function, kernel))
    }

    /// To an operand of `opencl.kernels`.
    pub fn write_legacy(&self, function: V) -> Node<V> {
        let attachment = |(name, node): (&str, Node<V>)| {
            let mut nodes = vec![Node::string(name)];
            if let Node::List(operands) = node {
                nodes.extend(operands);
            }
            Node::List(nodes)
        };
        let mut nodes = vec![Node::Value(function)];
        nodes.extend(self.write().into_iter().map(attachment));
        Node::List(nodes)
    }
}

/// One to three sizes; those left out are 1.
pub(crate) fn read_size<V>(node: &Node<V>) -> Result<[u32; 3]> {
    let given = node.operands()?.rest(Node::as_word)?;
    match given[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(Error::new(ErrorKind::Count { of: "sizes", expected: 3, found: given.len() })),
    }
}

/// Exactly one word.
pub(crate) fn read_word<V>(node: &Node<V>) -> Result<u32> {
    let mut operands = node.operands()?;
    let word = operands.read("the number", Node::as_word)?;
    operands.end()?;
    Ok(word)
}

#[cfg(test)]
#[path = "kernel_tests.rs"]
mod tests;
