//! Irreducible control flow: a cycle with several entries gets a dispatch node as its only entry.

use super::graph::{Choice, Graph, Origin};
use crate::graph::components::cycles;
use crate::graph::flow::Flow;

/// Gives each cycle a single entry.
pub fn unify(graph: &mut Graph) {
    let flow = Flow::new(graph.successors());
    let is_reducible = flow.order.iter().all(|from| {
        flow.successors[*from].iter().all(|to| flow.rank[*to] > flow.rank[*from] || flow.dominates(*to, *from))
    });
    if is_reducible {
        return;
    }
    let mut nodes = flow.order.clone();
    // The cycle that each node is in, without its header; 0 for headers and for what is in none.
    let mut cycle = vec![1; graph.nodes.len()];
    while !nodes.is_empty() {
        let flow = Flow::new(graph.successors());
        let targets = |node: usize| {
            let same = |to: &usize| cycle.get(*to) == cycle.get(node);
            graph.nodes[node].exits.iter().map(|exit| exit.to).filter(same).collect()
        };
        let components = cycles(&nodes, targets);
        let mut found = vec![0; graph.nodes.len()];
        for (number, component) in (1..).zip(&components) {
            component.iter().for_each(|node| found[*node] = number);
        }
        nodes.clear();
        let mut inner = Vec::new();
        for (number, component) in (1..).zip(components) {
            let from_outside = |node: &usize| flow.predecessors[*node].iter().any(|from| found[*from] != number);
            let (entries, others) = component.into_iter().partition(|node| *node == 0 || from_outside(node));
            let rest = unify_entries(graph, &flow, entries, others);
            inner.extend(rest.iter().map(|node| (*node, number)));
            nodes.extend(rest);
        }
        cycle = vec![0; graph.nodes.len()];
        inner.into_iter().for_each(|(node, number)| cycle[node] = number);
    }
}

/// Gives a cycle a single entry, and returns its other nodes. Since `flow` was computed, the graph has changed in other
/// cycles only.
fn unify_entries(graph: &mut Graph, flow: &Flow, entries: Vec<usize>, others: Vec<usize>) -> Vec<usize> {
    if entries.len() < 2 {
        return others;
    }
    let dispatches = dispatch(graph, &entries);
    for (entry, first) in entries.iter().zip(dispatches.iter().take(1).cycle()) {
        let mut before = flow.predecessors[*entry].clone();
        before.dedup();
        for from in before {
            for exit in 0..graph.nodes[from].exits.len() {
                if graph.target((from, exit)) == *entry {
                    graph.choose((from, exit), *first, Choice::Is(*entry));
                }
            }
        }
    }
    [entries, others, dispatches.into_iter().skip(1).collect()].concat()
}

/// Adds dispatch nodes that lead to each target, and returns them in order.
fn dispatch(graph: &mut Graph, targets: &[usize]) -> Vec<usize> {
    let Some((last, others)) = targets.split_last() else { return Vec::new() };
    let made: Vec<usize> = others.iter().map(|to| graph.add(Origin::Dispatch(*to), &[*to])).collect();
    for pair in made.windows(2) {
        if let [before, next] = pair {
            let (node, exit) = graph.add_exit(*before, *next);
            graph.nodes[node].exits[exit].choices.push((*next, Choice::Same));
        }
    }
    if let Some(node) = made.last() {
        graph.add_exit(*node, *last);
    }
    made
}
