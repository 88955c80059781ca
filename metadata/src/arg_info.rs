//! `kernel_arg_*`: the metadata about the arguments of a kernel (S3-72 to S3-76).

use crate::error::Result;
use crate::node::Node;

/// The `kernel_arg_*` arrays, with one entry for each argument. Each array is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgInfo {
    /// `kernel_arg_addr_space`: the address space of a pointer, otherwise 0.
    pub addr_space: Option<Vec<u32>>,
    /// `kernel_arg_access_qual`: `none`, `read_only`, `write_only`, `read_write`. Only for reflection: the type of an
    /// image has its access.
    pub access_qual: Option<Vec<String>>,
    /// `kernel_arg_type`: the type as written.
    pub ty: Option<Vec<String>>,
    /// `kernel_arg_type_qual`: `const`, `restrict`, `volatile`, `pipe`, or several with blanks between.
    pub type_qual: Option<Vec<String>>,
    /// `kernel_arg_base_type`: the type with its typedefs resolved.
    pub base_type: Option<Vec<String>>,
    /// `kernel_arg_name`: the name.
    pub name: Option<Vec<String>>,
}

impl ArgInfo {
    /// Returns the arrays of strings with their names, in the order of writing.
    fn strings(&self) -> [(&'static str, &Option<Vec<String>>); 5] {
        [
            ("kernel_arg_access_qual", &self.access_qual),
            ("kernel_arg_type", &self.ty),
            ("kernel_arg_type_qual", &self.type_qual),
            ("kernel_arg_base_type", &self.base_type),
            ("kernel_arg_name", &self.name),
        ]
    }

    /// Returns the array of strings with a name.
    fn strings_mut(&mut self, name: &str) -> Option<&mut Option<Vec<String>>> {
        Some(match name {
            "kernel_arg_access_qual" => &mut self.access_qual,
            "kernel_arg_type" => &mut self.ty,
            "kernel_arg_type_qual" => &mut self.type_qual,
            "kernel_arg_base_type" => &mut self.base_type,
            "kernel_arg_name" => &mut self.name,
            _ => return None,
        })
    }

    /// Stores the attachment if it is one of these; returns whether it did.
    pub fn set<V>(&mut self, name: &str, node: &Node<V>) -> Result<bool> {
        if name == "kernel_arg_addr_space" {
            self.addr_space = Some(node.operands()?.rest(Node::as_word)?);
        } else if let Some(strings) = self.strings_mut(name) {
            *strings = Some(node.operands()?.rest(|node| node.as_string().map(str::to_owned))?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Returns the attachments.
    pub fn write<V>(&self) -> Vec<(&'static str, Node<V>)> {
        let addr_space = self.addr_space.iter().map(|spaces| ("kernel_arg_addr_space", Node::words(spaces)));
        let strings =
            self.strings().into_iter().filter_map(|(name, texts)| Some((name, Node::strings(texts.as_ref()?))));
        addr_space.chain(strings).collect()
    }
}
