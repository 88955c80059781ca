//! Reachability from many starts: calls of functions, uses of variables.
//!
//! Most modules have many entry points that reach nearly the same items. So the set of a node is computed once, callees
//! first, as long as it is small; if it is large, each start walks the graph.

use crate::binary::builder::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The greatest size of a set that is shared: more than the number of builtin variables that kernels read.
const LITTLE: usize = 64;

/// A graph of functions and variables.
#[derive(Debug, Default)]
pub struct Graph {
    numbers: FxHashMap<Id, usize>,
    nodes: Vec<Node>,
}

/// A node: its own items, its edges, and whether it is marked.
#[derive(Debug, Default)]
struct Node {
    edges: Vec<usize>,
    items: BTreeSet<Id>,
    is_marked: bool,
}

/// A graph with the reached set of each node.
#[derive(Debug)]
pub struct Reaches {
    graph: Graph,
    /// The set that each node reaches, including its own items, if the set is small.
    little: Vec<Option<Rc<BTreeSet<Id>>>>,
    /// Whether each node reaches a marked node.
    marked: Vec<bool>,
}

impl Graph {
    fn number(&mut self, id: Id) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.nodes.push(Node::default());
        }
        number
    }

    fn node(&mut self, id: Id) -> Option<&mut Node> {
        let number = self.number(id);
        self.nodes.get_mut(number)
    }

    /// `from` reaches `to` directly.
    pub fn edge(&mut self, from: Id, to: Id) {
        let to = self.number(to);
        if let Some(node) = self.node(from) {
            node.edges.push(to);
        }
    }

    /// Adds items to the node `id`.
    pub fn add(&mut self, id: Id, items: impl IntoIterator<Item = Id>) {
        if let Some(node) = self.node(id) {
            node.items.extend(items);
        }
    }

    /// Marks the node `id`.
    pub fn mark(&mut self, id: Id) {
        if let Some(node) = self.node(id) {
            node.is_marked = true;
        }
    }

    /// Works out what is reached.
    pub fn close(self) -> Reaches {
        let (little, marked) = (vec![None; self.nodes.len()], vec![false; self.nodes.len()]);
        let mut reaches = Reaches { graph: self, little, marked };
        for group in groups(&reaches.graph.nodes) {
            reaches.close_group(&group);
        }
        reaches
    }
}

impl Reaches {
    /// Computes the set of nodes that all reach each other, and therefore reach the same items; the sets of other nodes
    /// that they reach are known.
    fn close_group(&mut self, group: &[usize]) {
        let nodes = || group.iter().filter_map(|node| self.graph.nodes.get(*node));
        let inside: FxHashSet<usize> = group.iter().copied().collect();
        let outside: Vec<usize> =
            nodes().flat_map(|node| &node.edges).copied().filter(|n| !inside.contains(n)).collect();
        let is_marked = nodes().any(|n| n.is_marked) || outside.iter().any(|n| self.marked.get(*n) == Some(&true));
        let own: BTreeSet<Id> = nodes().flat_map(|node| &node.items).copied().collect();
        let little = self.union(own, &outside);
        for node in group {
            self.little.get_mut(*node).into_iter().for_each(|place| place.clone_from(&little));
            self.marked.get_mut(*node).into_iter().for_each(|place| *place = is_marked);
        }
    }

    /// Returns the union of `own` and the sets of `others`, if it is small; an existing set is shared if it contains the union.
    fn union(&self, mut own: BTreeSet<Id>, others: &[usize]) -> Option<Rc<BTreeSet<Id>>> {
        let mut sets: Vec<&Rc<BTreeSet<Id>>> = Vec::new();
        for other in others {
            let set = self.little.get(*other)?.as_ref()?;
            if sets.last().is_none_or(|last| !Rc::ptr_eq(last, set)) {
                sets.push(set);
            }
        }
        let largest = sets.iter().max_by_key(|set| set.len());
        if let Some(largest) = largest
            && own.is_subset(largest)
            && sets.iter().all(|set| Rc::ptr_eq(set, largest) || set.is_subset(largest))
        {
            return Some(Rc::clone(largest));
        }
        for set in sets {
            own.extend(set.iter());
            if own.len() > LITTLE {
                return None;
            }
        }
        (own.len() <= LITTLE).then(|| Rc::new(own))
    }

    /// Returns the items that a node reaches, and whether a marked one is among them.
    pub fn from(&self, id: Id) -> (BTreeSet<Id>, bool) {
        let Some(&start) = self.graph.numbers.get(&id) else { return Default::default() };
        let (mut found, mut seen, mut open) = (BTreeSet::new(), FxHashSet::from_iter([start]), vec![start]);
        while let Some(node) = open.pop() {
            match (self.little.get(node), self.graph.nodes.get(node)) {
                (Some(Some(set)), _) => found.extend(set.iter()),
                (_, Some(node)) => {
                    found.extend(&node.items);
                    open.extend(node.edges.iter().copied().filter(|to| seen.insert(*to)));
                }
                _ => {}
            }
        }
        (found, self.marked.get(start) == Some(&true))
    }
}

/// Returns the nodes in groups that reach each other, each group after the groups that it reaches: Tarjan's strongly
/// connected components, without recursion.
fn groups(nodes: &[Node]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    const DONE: usize = usize::MAX - 1;
    let (mut low, mut groups, mut waiting, mut counter) = (vec![NEW; nodes.len()], Vec::new(), Vec::new(), 0);
    let at = |low: &[usize], node: usize| low.get(node).copied().unwrap_or(DONE);
    for start in 0..nodes.len() {
        let mut path = Vec::new();
        if at(&low, start) == NEW {
            path.push((start, 0, counter));
        }
        while let Some((node, next, index)) = path.pop() {
            if next == 0 {
                low.get_mut(node).into_iter().for_each(|low| *low = index);
                waiting.push(node);
                counter += 1;
            }
            match nodes.get(node).and_then(|node| node.edges.get(next)).copied() {
                Some(to) => {
                    path.push((node, next + 1, index));
                    if at(&low, to) == NEW {
                        path.push((to, 0, counter));
                    } else if at(&low, to) != DONE {
                        lower(&mut low, node, to);
                    }
                }
                None => {
                    if at(&low, node) == index {
                        let from = waiting.iter().rposition(|other| *other == node).unwrap_or_default();
                        let group = waiting.split_off(from);
                        for node in &group {
                            if let Some(low) = low.get_mut(*node) {
                                *low = DONE;
                            }
                        }
                        groups.push(group);
                    } else if let Some((parent, ..)) = path.last() {
                        lower(&mut low, *parent, node);
                    }
                }
            }
        }
    }
    groups
}

fn lower(low: &mut [usize], node: usize, to: usize) {
    let below = low.get(to).copied();
    if let (Some(low), Some(below)) = (low.get_mut(node), below) {
        *low = below.min(*low);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reaches(edges: &[(Id, Id)], items: &[(Id, Id)]) -> Reaches {
        let mut graph = Graph::default();
        edges.iter().for_each(|(from, to)| graph.edge(*from, *to));
        items.iter().for_each(|(id, item)| graph.add(*id, [*item]));
        graph.mark(3);
        graph.close()
    }

    #[test]
    fn cycles_and_what_they_lead_to() {
        let all = reaches(&[(1, 2), (2, 1), (2, 3), (4, 1), (3, 5), (6, 5), (5, 5)], &[(2, 20), (5, 50), (4, 40)]);
        assert_eq!(all.from(1), (BTreeSet::from([20, 50]), true));
        assert_eq!(all.from(2), (BTreeSet::from([20, 50]), true));
        assert_eq!(all.from(4), (BTreeSet::from([20, 40, 50]), true));
        assert_eq!(all.from(6), (BTreeSet::from([50]), false));
        assert_eq!(all.from(7), (BTreeSet::new(), false));
    }

    #[test]
    fn what_is_much_is_found_as_well() {
        let chain: Vec<_> = (10..300).map(|n| (n, n + 1)).collect();
        let items: Vec<_> = (10..=300).map(|n| (n, 1000 + n)).collect();
        let all = reaches(&chain, &items);
        assert_eq!(all.from(10).0.len(), 291);
        assert_eq!(all.from(290).0.len(), 11);
    }
}
