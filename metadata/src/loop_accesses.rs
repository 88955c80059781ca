//! Groups of memory accesses that do not depend on each other between the iterations of a loop.

use crate::error::Result;
use crate::node::Node;
use crate::tuple::Named;

/// `!{!"llvm.loop.parallel_access_indices", !group, ..., i32 safelen}`: memory accesses of these groups do not depend
/// on each other between iterations. In SPIR-V `DependencyArrayINTEL` names pointers instead; the caller must map
/// groups to pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accesses<V> {
    /// The groups, distinct nodes.
    pub groups: Vec<V>,
    /// The number of iterations within which this holds; unbounded if `None`.
    pub safelen: Option<u32>,
}

impl<V> Named for Accesses<V> {
    const NAME: &'static str = "llvm.loop.parallel_access_indices";
}

impl<V: Clone> Accesses<V> {
    /// Reads the operands after the name: groups, or lists of groups, and a safe length, where 0 means unbounded.
    pub fn read(literals: &[Node<V>]) -> Result<Self> {
        let (mut groups, mut safelen) = (Vec::new(), None);
        for (index, literal) in literals.iter().enumerate() {
            match literal {
                Node::Distinct(group) => groups.push(group.clone()),
                Node::List(inner) => groups.extend(inner.iter().filter_map(as_group).cloned()),
                _ => {
                    safelen = Some(literal.as_word().map_err(|error| error.within(index))?).filter(|length| *length > 0)
                }
            }
        }
        Ok(Accesses { groups, safelen })
    }

    /// Writes the property.
    pub fn write(&self) -> Node<V> {
        let mut nodes = vec![Node::string(Self::NAME)];
        nodes.extend(self.groups.iter().cloned().map(Node::Distinct));
        nodes.extend(self.safelen.map(Node::word));
        Node::List(nodes)
    }
}

fn as_group<V>(node: &Node<V>) -> Option<&V> {
    match node {
        Node::Distinct(group) => Some(group),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Plain = Node<&'static str>;

    #[test]
    fn accesses_both_ways() {
        for safelen in [None, Some(5)] {
            let accesses = Accesses { groups: vec!["!28", "!31"], safelen };
            let mut nodes = vec![Plain::string(Accesses::<&str>::NAME), Node::Distinct("!28"), Node::Distinct("!31")];
            nodes.extend(safelen.map(Node::word));
            assert_eq!(accesses.write(), Node::List(nodes.clone()));
            assert_eq!(Accesses::read(&nodes[1..]), Ok(accesses));
        }
    }

    #[test]
    fn a_list_of_groups_is_its_groups_and_0_is_without_bound() {
        let literals = [Plain::List(vec![Node::Distinct("!11"), Node::Distinct("!14")]), Node::word(0)];
        assert_eq!(Accesses::read(&literals), Ok(Accesses { groups: vec!["!11", "!14"], safelen: None }));
        assert!(Accesses::read(&[Plain::Null]).is_err());
    }
}
