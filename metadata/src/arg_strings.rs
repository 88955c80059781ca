//! Argument types and qualifiers kept in an `OpString`: `kernel_arg_type.<kernel>.<type>,<type>,`.
//!
//! SPIR-V has no place for the types as written. With `--preserve-ocl-kernel-arg-type-metadata-through-string` they are
//! in a string; each entry ends in a comma.

use crate::error::Result;
use crate::node::Node;
use crate::tuple::{Named, Tuple};

/// The lists of a kernel's arguments that are derived from the types of SPIR-V, because there was no string for them:
/// `!{ptr @kernel, !"kernel_arg_type", ...}`. No string is written for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedArgs<V> {
    /// The kernel.
    pub function: V,
    /// The names of the lists, as the metadata of the function have them.
    pub lists: Vec<String>,
}

impl<V> Named for DerivedArgs<V> {
    const NAME: &'static str = "spirv.DerivedKernelArgs";
}

impl<V: Clone> Tuple<V> for DerivedArgs<V> {
    fn read(node: &Node<V>) -> Result<Self> {
        let mut operands = node.operands()?;
        let function = operands.read("the function", Node::as_value)?.clone();
        let lists = operands.rest(|node| node.as_string().map(str::to_owned))?;
        Ok(DerivedArgs { function, lists })
    }

    fn write(&self) -> Node<V> {
        let mut nodes = vec![Node::Value(self.function.clone())];
        nodes.extend(self.lists.iter().map(Node::string));
        Node::List(nodes)
    }
}

/// The kind of list in the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgStringKind {
    /// `kernel_arg_type`.
    Type,
    /// `kernel_arg_type_qual`.
    TypeQual,
}

impl ArgStringKind {
    /// Returns the name of the function metadata, which is also the first word of the string.
    pub fn name(self) -> &'static str {
        match self {
            ArgStringKind::Type => "kernel_arg_type",
            ArgStringKind::TypeQual => "kernel_arg_type_qual",
        }
    }
}

/// A string with a list about the arguments of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgString {
    /// The kind of list.
    pub kind: ArgStringKind,
    /// The name of the kernel.
    pub kernel: String,
    /// The entries, one for each argument.
    pub entries: Vec<String>,
}

impl ArgString {
    /// Parses the text of an `OpString`, if it is about one of these kernels. A kernel name may contain dots: the
    /// longest matching name is taken.
    pub fn read<'a>(text: &str, kernels: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let (kind, rest) = [ArgStringKind::Type, ArgStringKind::TypeQual]
            .into_iter()
            .find_map(|kind| Some((kind, text.strip_prefix(kind.name())?.strip_prefix('.')?)))?;
        let list = |kernel: &str| rest.strip_prefix(kernel)?.strip_prefix('.');
        let kernel = kernels.into_iter().filter(|kernel| list(kernel).is_some()).max_by_key(|kernel| kernel.len())?;
        Some(ArgString { kind, kernel: kernel.to_owned(), entries: split(list(kernel)?) })
    }

    /// Returns the text of the `OpString`.
    pub fn write(&self) -> String {
        let mut text = format!("{}.{}.", self.kind.name(), self.kernel);
        for entry in &self.entries {
            text.push_str(entry);
            text.push(',');
        }
        text
    }
}

/// Returns the entries between commas, except commas within brackets: `vec<float, 4>*,` is one. A last entry without a
/// comma counts if it is not empty.
fn split(list: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                entries.push(list[start..at].to_owned());
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < list.len() {
        entries.push(list[start..].to_owned());
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both_ways(text: &str, kind: ArgStringKind, kernel: &str, entries: &[&str]) {
        let entries = entries.iter().map(|&entry| entry.to_owned()).collect();
        let string = ArgString { kind, kernel: kernel.to_owned(), entries };
        assert_eq!(string.write(), text);
        assert_eq!(ArgString::read(text, ["other", kernel]), Some(string));
    }

    #[test]
    fn types() {
        let types = ["image_kernel_data*", "myInt", "struct struct_name*"];
        both_ways(
            "kernel_arg_type.foo.image_kernel_data*,myInt,struct struct_name*,",
            ArgStringKind::Type,
            "foo",
            &types,
        );
        both_ways("kernel_arg_type.foo.", ArgStringKind::Type, "foo", &[]);
    }

    #[test]
    fn commas_within_brackets_are_of_the_type() {
        let types = ["cl::tt::vec<float, 4>*", "int (*)(int, int)"];
        both_ways("kernel_arg_type.k.cl::tt::vec<float, 4>*,int (*)(int, int),", ArgStringKind::Type, "k", &types);
    }

    #[test]
    fn qualifiers_may_be_empty() {
        let text = "kernel_arg_type_qual.test.volatile,const,,";
        both_ways(text, ArgStringKind::TypeQual, "test", &["volatile", "const", ""]);
    }

    #[test]
    fn the_longest_kernel_name_is_taken() {
        let string = ArgString::read("kernel_arg_type.a.b.int,", ["a", "a.b"]);
        assert_eq!(string.map(|string| (string.kernel, string.entries)), Some(("a.b".into(), vec!["int".into()])));
    }

    #[test]
    fn other_strings_are_not_these() {
        assert_eq!(ArgString::read("kernel_arg_type.foo.int,", ["bar"]), None);
        assert_eq!(ArgString::read("a.cl", ["a"]), None);
        let unfinished = ArgString::read("kernel_arg_type.f.vec<int,", ["f"]);
        assert_eq!(unfinished.map(|string| string.entries), Some(vec!["vec<int,".to_owned()]));
    }
}
