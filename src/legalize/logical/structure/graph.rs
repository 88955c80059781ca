//! A control-flow graph whose edges can be led elsewhere.
//!
//! Nodes below the number of blocks are the blocks of the function; each has its different targets once, in order. Nodes
//! behind them are blocks to be made: some only go on, some choose by a number where to go, some are never reached.

use crate::graph::structured::Merge;

/// The origin of the block of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A block of the function.
    Block,
    /// A block that takes over the terminator of this block, which is the header of a loop.
    Tail(usize),
    /// A block that branches to its only target.
    Forward,
    /// A block that branches to its first target if its number is this one, otherwise to its second one.
    Dispatch(usize),
    /// A block that is not reached.
    Dead,
}

/// The number that an edge brings to a dispatch node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This one.
    Is(usize),
    /// That of the dispatch node that the edge leaves.
    Same,
}

/// An edge, named by the node that it leaves and its place among its exits.
pub type Edge = (usize, usize);

/// The target of an exit of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The target.
    pub to: usize,
    /// The target that it had first.
    pub aim: usize,
    /// The numbers that it brings, by the dispatch nodes that they are for.
    pub choices: Vec<(usize, Choice)>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The origin of its block.
    pub origin: Origin,
    /// Its exits.
    pub exits: Vec<Exit>,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The nodes; the first is the entry.
    pub nodes: Vec<Node>,
    /// Whether each block ends in a switch.
    pub is_switch: Vec<bool>,
    /// Whether each block has a convergent call.
    pub is_convergent: Vec<bool>,
    /// The merge that each node declares.
    pub merges: Vec<Option<Merge>>,
    /// The number of blocks of the function.
    pub blocks: usize,
}

impl Graph {
    /// The graph of blocks with these successors.
    pub fn new(successors: &[Vec<usize>], is_switch: Vec<bool>, is_convergent: Vec<bool>) -> Self {
        let mut graph = Self { is_switch, is_convergent, blocks: successors.len(), ..Self::default() };
        for targets in successors {
            let mut distinct: Vec<usize> = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            distinct.extend(targets.iter().copied().filter(|to| seen.insert(*to)));
            graph.add(Origin::Block, &distinct);
        }
        graph
    }

    /// Adds a node; returns its number.
    pub fn add(&mut self, origin: Origin, targets: &[usize]) -> usize {
        let exits = targets.iter().map(|to| Exit { to: *to, aim: *to, choices: Vec::new() }).collect();
        self.nodes.push(Node { origin, exits });
        self.merges.push(None);
        self.nodes.len() - 1
    }

    /// Returns the targets of all nodes.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        self.nodes.iter().map(|node| node.exits.iter().map(|exit| exit.to).collect()).collect()
    }

    /// Returns whether the node ends in a switch with several targets.
    pub fn is_switch(&self, node: usize) -> bool {
        let Some(Node { origin, exits }) = self.nodes.get(node) else { return false };
        let block = if let Origin::Tail(block) = origin { *block } else { node };
        exits.len() > 1 && self.is_switch.get(block).copied().unwrap_or(false)
    }

    /// Returns the target of an edge.
    pub fn target(&self, (node, exit): Edge) -> usize {
        self.nodes[node].exits[exit].to
    }

    /// Adds an exit to a node.
    pub fn add_exit(&mut self, node: usize, to: usize) -> Edge {
        self.nodes[node].exits.push(Exit { to, aim: to, choices: Vec::new() });
        (node, self.nodes[node].exits.len() - 1)
    }

    /// Leads an edge through an empty block of its own; returns the edge that leaves this.
    pub fn step(&mut self, edge: Edge) -> Edge {
        let step = self.add(Origin::Forward, &[self.target(edge)]);
        self.nodes[edge.0].exits[edge.1].to = step;
        (step, 0)
    }

    /// Leads an edge to another target.
    pub fn lead(&mut self, edge: Edge, to: usize) {
        self.nodes[edge.0].exits[edge.1].to = to;
    }

    /// Leads an edge to a dispatch node, with a number; through a block of its own where its node goes there already.
    pub fn choose(&mut self, edge: Edge, dispatch: usize, choice: Choice) {
        let is_twice = self.nodes[edge.0].exits.iter().any(|exit| exit.to == dispatch);
        let edge = if is_twice { self.step(edge) } else { edge };
        let exit = &mut self.nodes[edge.0].exits[edge.1];
        exit.to = dispatch;
        exit.choices.push((dispatch, choice));
    }
}
