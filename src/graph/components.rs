//! Strongly connected components: sets of nodes each of which leads to each other.

use llvm_ir::sorting::Sorting;
/// Returns the strongly connected components of the subgraph with these nodes and the edges between them, by
/// `successors`; only components with a cycle, each in the order of `nodes`.
pub fn cycles(nodes: &[usize], successors: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
    let count = nodes.iter().max().map_or(0, |most| most + 1);
    let mut search =
        Search { number: vec![0; count], low: vec![0; count], waits: vec![false; count], open: Vec::new() };
    let (mut next, mut found) = (1, Vec::new());
    for start in nodes {
        if search.number[*start] != 0 {
            continue;
        }
        let mut stack = vec![(*start, successors(*start), 0)];
        search.enter(*start, &mut next);
        while let Some((node, targets, at)) = stack.pop() {
            let Some(to) = targets.get(at).copied() else {
                if let Some((above, ..)) = stack.last() {
                    search.low[*above] = search.low[*above].min(search.low[node]);
                }
                if search.low[node] == search.number[node] {
                    let component = search.leave(node);
                    let is_cycle = component.len() > 1 || targets.contains(&node);
                    found.extend(is_cycle.then_some(component));
                }
                continue;
            };
            stack.push((node, targets, at + 1));
            if search.number[to] == 0 {
                search.enter(to, &mut next);
                stack.push((to, successors(to), 0));
            } else if search.waits[to] {
                search.low[node] = search.low[node].min(search.number[to]);
            }
        }
    }
    let mut place = vec![0; count];
    nodes.iter().enumerate().for_each(|(index, node)| place[*node] = index);
    found.iter_mut().for_each(|component: &mut Vec<usize>| component.arrange_by_key(|node| place[*node]));
    found.arrange_by_key(|component| component.first().map_or(0, |node| place[*node]));
    found
}

/// The state of Tarjan's algorithm.
struct Search {
    /// The order in which each node was visited, from 1.
    number: Vec<usize>,
    /// The earliest visited node to which each node leads back.
    low: Vec<usize>,
    /// True for a node that is not in a component yet.
    waits: Vec<bool>,
    /// The nodes of the components that are open.
    open: Vec<usize>,
}

impl Search {
    fn enter(&mut self, node: usize, next: &mut usize) {
        (self.number[node], self.low[node], self.waits[node]) = (*next, *next, true);
        *next += 1;
        self.open.push(node);
    }

    fn leave(&mut self, first: usize) -> Vec<usize> {
        let mut component = Vec::new();
        while let Some(node) = self.open.pop() {
            self.waits[node] = false;
            component.push(node);
            if node == first {
                break;
            }
        }
        component
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_within_a_list() {
        let edges = [vec![1], vec![2, 4], vec![1, 3], vec![3], vec![0]];
        let all = |without: usize| {
            let nodes: Vec<_> = (0..5).filter(|node| *node != without).collect();
            cycles(&nodes, |node| edges[node].iter().copied().filter(|to| *to != without).collect())
        };
        assert_eq!(all(9), [vec![0, 1, 2, 4], vec![3]]);
        assert_eq!(all(0), [vec![1, 2], vec![3]]);
        assert_eq!(all(1), [vec![3]]);
    }
}
