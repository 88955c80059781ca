//! A control-flow graph whose edges can be redirected.
//!
//! Nodes below the number of blocks are the blocks of the function, each with its distinct targets in order. Further
//! nodes are blocks to be added: forwarding blocks, dispatch blocks that branch by a number, and unreachable blocks.

use crate::graph::structured::Merge;

/// The origin of the block of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A block of the function.
    Block,
    /// A block that takes over the terminator of this loop header.
    Tail(usize),
    /// A block that branches to its only target.
    Forward,
    /// A block that branches to its first target if the number it receives is this one, otherwise to its second target.
    Dispatch(usize),
    /// An unreachable block.
    Dead,
}

/// The number that an edge passes to a dispatch node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A constant number.
    Is(usize),
    /// The number of the dispatch node that the edge leaves.
    Same,
}

/// An edge, as the node that it leaves and the index of the exit.
pub type Edge = (usize, usize);

/// The target of an exit of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The current target.
    pub to: usize,
    /// The original target.
    pub aim: usize,
    /// The numbers that the edge passes to dispatch nodes, by dispatch node.
    pub choices: Vec<(usize, Choice)>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The origin of the node's block.
    pub origin: Origin,
    /// The outgoing edges of the node.
    pub exits: Vec<Exit>,
}

/// A control-flow graph under construction.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The nodes; the first is the entry.
    pub nodes: Vec<Node>,
    /// Whether each block ends in a switch.
    pub is_switch: Vec<bool>,
    /// Whether each block has a convergent call.
    pub is_convergent: Vec<bool>,
    /// The merge instruction that each node declares.
    pub merges: Vec<Option<Merge>>,
    /// The number of blocks of the function.
    pub blocks: usize,
}

impl Graph {
    /// Creates the graph of the blocks with these successors.
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

    /// Inserts an empty block into an edge; returns the edge that leaves the block.
    pub fn step(&mut self, edge: Edge) -> Edge {
        let step = self.add(Origin::Forward, &[self.target(edge)]);
        self.nodes[edge.0].exits[edge.1].to = step;
        (step, 0)
    }

    /// Redirects an edge to another target.
    pub fn lead(&mut self, edge: Edge, to: usize) {
        self.nodes[edge.0].exits[edge.1].to = to;
    }

    /// Redirects an edge to a dispatch node, with a number; inserts a block into the edge if its node has another edge
    /// to the dispatch node.
    pub fn choose(&mut self, edge: Edge, dispatch: usize, choice: Choice) {
        let is_twice = self.nodes[edge.0].exits.iter().any(|exit| exit.to == dispatch);
        let edge = if is_twice { self.step(edge) } else { edge };
        let exit = &mut self.nodes[edge.0].exits[edge.1];
        exit.to = dispatch;
        exit.choices.push((dispatch, choice));
    }
}
