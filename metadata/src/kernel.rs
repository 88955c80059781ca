//! Metadata of a kernel about itself and its arguments (S3-72 to S3-76).

use crate::arg_info::ArgInfo;
use crate::decorations::ParameterDecorations;
use crate::error::{Error, ErrorKind, Result};
use crate::node::Node;
use crate::tuple::{Named, Tuple};
use crate::type_hint::VecTypeHint;

/// The required size of a work-group; `LocalSize` in SPIR-V.
pub const REQD_WORK_GROUP_SIZE: &str = "reqd_work_group_size";
/// The probable size of a work-group; `LocalSizeHint` in SPIR-V.
pub const WORK_GROUP_SIZE_HINT: &str = "work_group_size_hint";
/// The required size of a subgroup; `SubgroupSize` in SPIR-V.
pub const REQD_SUB_GROUP_SIZE: &str = "intel_reqd_sub_group_size";
/// The name without the vendor prefix, which is also accepted.
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
    /// Reads the attachments of a function. Names that do not belong to a kernel are skipped.
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

    /// Reads an attachment if its name is one of these; returns whether it is.
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

    /// Returns the attachments.
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
}

/// Reads one to three sizes; missing ones are 1.
pub(crate) fn read_size<V>(node: &Node<V>) -> Result<[u32; 3]> {
    let given = node.operands()?.rest(Node::as_word)?;
    match given[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(Error::new(ErrorKind::Count { of: "sizes", expected: 3, found: given.len() })),
    }
}

/// Reads exactly one word.
pub(crate) fn read_word<V>(node: &Node<V>) -> Result<u32> {
    let mut operands = node.operands()?;
    let word = operands.read("the number", Node::as_word)?;
    operands.end()?;
    Ok(word)
}

#[cfg(test)]
#[path = "kernel_tests.rs"]
mod tests;
