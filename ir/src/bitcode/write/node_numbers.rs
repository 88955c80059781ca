//! The numbers of metadata: strings, values, distinct nodes, other nodes; the metadata of a function follows that of the module.
//!
//! Source: `EnumerateMetadata` of `llvm/lib/Bitcode/Writer/ValueEnumerator.cpp`. A node follows the nodes that it refers to, except
//! for distinct nodes, which are deferred until the uniqued nodes are numbered.

use crate::metadata::{Node, NodeKind};
use crate::module::{LOCAL, Module, NONE};

/// The mark of a node that was met and has no number yet.
const SEEN: u32 = NONE - 1;
/// The bit of a word that holds a number instead of a reference.
const RAW: u64 = crate::bitcode::RAW;

/// The numbers of metadata.
#[derive(Default)]
pub(super) struct NodeNumbers {
    /// The number of each node, or NONE.
    numbers: Vec<u32>,
    pub(super) strings: Vec<u32>,
    pub(super) values: Vec<u32>,
    distinct: Vec<u32>,
    uniqued: Vec<u32>,
    /// The nodes whose operands are being listed, each with its next operand.
    stack: Vec<(u32, u32)>,
}

/// Returns the node that operand `i` refers to, if any; the outer `None` means that there is no operand `i`.
fn operand(m: &Module, node: &Node, i: u32) -> Option<Option<u32>> {
    let words = m.metadata.words(node);
    let word = match node.kind {
        NodeKind::Tuple => *words.get(1 + i as usize)?,
        NodeKind::Generic => *words.get(3 + i as usize)?,
        NodeKind::ArgList => words.get(i as usize)?.saturating_add(1),
        kind => words.get(*kind.operands().get(i as usize)? as usize).copied().unwrap_or(0),
    };
    Some(if word & RAW != 0 { None } else { word.checked_sub(1).map(|n| n.min(SEEN as u64) as u32) })
}

/// True for metadata that belongs to a function: locals, and lists of arguments.
fn is_local(m: &Module, node: &Node) -> bool {
    match node.kind {
        NodeKind::ArgList => true,
        NodeKind::Value => m.metadata.words(node).get(1).is_some_and(|&v| v as u32 & LOCAL != 0),
        _ => false,
    }
}

impl NodeNumbers {
    pub(super) fn new(m: &Module) -> NodeNumbers {
        NodeNumbers { numbers: vec![NONE; m.metadata.nodes.len()], ..NodeNumbers::default() }
    }

    /// Returns whether a node was met before, and marks it.
    #[inline]
    fn was_seen(&mut self, node: u32) -> bool {
        match self.numbers.get_mut(node as usize) {
            Some(slot) if *slot == NONE => {
                *slot = SEEN;
                false
            }
            _ => true,
        }
    }

    /// Returns whether a node of the module was not met before.
    #[inline(always)]
    pub(super) fn is_new(&self, node: u32) -> bool {
        self.numbers.get(node as usize) == Some(&NONE)
    }

    /// Lists the operands of a module's node, and then the node. Constants go to `values`, metadata of functions to `locals`.
    pub(super) fn list(&mut self, m: &Module, node: u32, locals: &mut Vec<u32>) {
        let mut waiting = Vec::new();
        let mut stack = std::mem::take(&mut self.stack);
        stack.extend(self.visit(m, node, locals, &mut waiting, true));
        while let Some((number, mut next)) = stack.pop() {
            let Some(node) = m.metadata.get(number) else { continue };
            let is_distinct = m.metadata.is_distinct(node);
            let inner = loop {
                let Some(operand) = operand(m, node, next) else { break None };
                next += 1;
                let inner = operand.and_then(|operand| self.visit(m, operand, locals, &mut waiting, is_distinct));
                if inner.is_some() {
                    break inner;
                }
            };
            if let Some(inner) = inner {
                stack.extend([(number, next), inner]);
                continue;
            }
            if is_distinct {
                self.distinct.push(number)
            } else {
                self.uniqued.push(number)
            }
            let is_top = stack.last().and_then(|&(n, _)| m.metadata.get(n)).is_none_or(|n| m.metadata.is_distinct(n));
            if is_top {
                stack.extend(waiting.drain(..).map(|n| (n, 0)));
            }
        }
        self.stack = stack;
    }

    /// Lists metadata that is met for the first time; returns a node whose operands must be listed before, and its first operand.
    fn visit(
        &mut self,
        m: &Module,
        number: u32,
        locals: &mut Vec<u32>,
        waiting: &mut Vec<u32>,
        of_distinct: bool,
    ) -> Option<(u32, u32)> {
        let node = m.metadata.get(number)?;
        if self.was_seen(number) {
            return None;
        }
        match node.kind {
            _ if is_local(m, node) => locals.push(number),
            NodeKind::String => self.strings.push(number),
            NodeKind::Value => self.values.push(number),
            _ if !of_distinct && m.metadata.is_distinct(node) => waiting.push(number),
            _ => return Some((number, 0)),
        }
        None
    }

    /// Numbers the listed metadata; returns the count.
    pub(super) fn end(&mut self) -> u32 {
        let mut count = 0;
        for &node in self.strings.iter().chain(&self.values).chain(&self.distinct).chain(&self.uniqued) {
            if let Some(slot) = self.numbers.get_mut(node as usize) {
                *slot = count;
                count += 1;
            }
        }
        count
    }

    /// Clears the numbers of a function's metadata, so that it counts as not met.
    pub(super) fn forget(&mut self, nodes: &[u32]) {
        nodes.iter().for_each(|&node| self.assign(node, NONE));
    }

    /// Gives metadata of a function its number.
    pub(super) fn assign(&mut self, node: u32, number: u32) {
        if let Some(slot) = self.numbers.get_mut(node as usize) {
            *slot = number;
        }
    }

    /// The nodes with fields, in order.
    pub(super) fn nodes(&self) -> impl Iterator<Item = u32> {
        self.distinct.iter().chain(&self.uniqued).copied()
    }

    /// The number of a node, or NONE.
    #[inline]
    pub(super) fn number(&self, node: u32) -> u32 {
        self.numbers.get(node as usize).copied().filter(|&n| n != SEEN).unwrap_or(NONE)
    }
}
