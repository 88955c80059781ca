//! Properties of a loop, the operands of `!llvm.loop` after the first: `!{!"llvm.loop.unroll.count", i32 8}`.
//!
//! A loop control without a name in LLVM IR is the property `spirv.loop.<LoopControl>` with its literals. The document
//! of the Khronos translator has that name as an attachment of the branch; it is also read there, and written into
//! `!llvm.loop`, which passes preserve. Unknown bits are `spirv.loop.Raw`, mask first.
//!
//! `llvm.loop.peeled.count` is not `PeelCount`: it states that a loop *was* peeled, `PeelCount` requests peeling.

use crate::error::{Error, ErrorKind, Result};
use crate::loop_accesses::Accesses;
use crate::loop_controls::{Controls, Literals, Row, bit, by_llvm_name, by_spirv_name, row};
use crate::node::Node;
use crate::tuple::Named;

const RAW: &str = "spirv.loop.Raw";
const UNROLL_FULL: &str = "llvm.loop.unroll.full";
const COALESCE: &str = "llvm.loop.coalesce.enable";
/// The parts of `LoopCountINTEL` in the order of its words, each an `i64`; all ones if not known.
const COUNTS: [&str; 3] =
    ["llvm.loop.intel.loopcount_min", "llvm.loop.intel.loopcount_max", "llvm.loop.intel.loopcount_avg"];

/// The properties of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop<V> {
    /// The hints with a loop control in SPIR-V.
    pub controls: Controls,
    /// Groups of memory accesses.
    pub accesses: Vec<Accesses<V>>,
    /// The other properties, unchanged: `llvm.loop.mustprogress`, the source range of the loop.
    pub others: Vec<Node<V>>,
}

impl<V> Named for Loop<V> {
    const NAME: &'static str = "llvm.loop";
}

impl<V> Default for Loop<V> {
    fn default() -> Self {
        Loop { controls: Controls::default(), accesses: Vec::new(), others: Vec::new() }
    }
}

impl<V: Clone> Loop<V> {
    /// Reads the operands of `!llvm.loop` without the first, which is the loop itself.
    pub fn read(properties: &[Node<V>]) -> Result<Self> {
        let mut all = Self::default();
        for (index, property) in properties.iter().enumerate() {
            all.read_property(property).map_err(|error| error.within(index))?;
        }
        // As in LLVM, a loop that must not be unrolled is not, whatever else is said.
        if all.controls.known.contains_key(&bit::DONT_UNROLL) {
            all.controls.known.remove(&bit::UNROLL);
        }
        Ok(all)
    }

    /// Returns the operands of `!llvm.loop` after the first: the controls in the order of their bits, then the others.
    pub fn write(&self) -> Vec<Node<V>> {
        let controls = &self.controls;
        let full = controls.is_full_unroll();
        let mut all: Vec<Node<V>> = full.then(|| property(UNROLL_FULL, &[])).into_iter().collect();
        // The words of `DependencyArrayINTEL` are ids, which mean nothing here: `accesses` stands for them.
        for (&bit, words) in controls.known.range(..bit::DEPENDENCY_ARRAY_ALTERA) {
            match bit {
                bit::UNROLL | bit::PARTIAL_COUNT if full => {}
                _ => all.extend(write_control(bit, words)),
            }
        }
        all.extend(self.accesses.iter().map(Accesses::write));
        for (&bit, words) in controls.known.range(bit::DEPENDENCY_ARRAY_ALTERA + 1..) {
            all.extend(write_control(bit, words));
        }
        all.extend(controls.raw.iter().map(|(mask, words)| property(RAW, &[&[*mask], &words[..]].concat())));
        all.extend(self.others.iter().cloned());
        all
    }

    fn read_property(&mut self, node: &Node<V>) -> Result<()> {
        let Some((name, literals)) = name_and_literals(node) else {
            self.others.push(node.clone());
            return Ok(());
        };
        self.read_named(name, literals, node).map_err(|error| error.past_the_name())
    }

    fn read_named(&mut self, name: &str, literals: &[Node<V>], node: &Node<V>) -> Result<()> {
        let known = &mut self.controls.known;
        if name == UNROLL_FULL {
            known.insert(bit::UNROLL, vec![]);
            known.insert(bit::PARTIAL_COUNT, vec![1]);
        } else if name == COALESCE {
            known.entry(bit::LOOP_COALESCE_ALTERA).or_insert_with(|| vec![0]);
        } else if name == RAW {
            self.controls.raw = words(literals)?.split_first().map(|(mask, words)| (*mask, words.to_vec()));
        } else if name == Accesses::<V>::NAME {
            self.accesses.push(Accesses::read(literals)?);
        } else if let Some(part) = COUNTS.iter().position(|count| *count == name) {
            let counts = known.entry(bit::LOOP_COUNT_ALTERA).or_insert_with(|| vec![u32::MAX; 6]);
            read_count(counts, part, literals)?;
        } else if let Some(row) = by_llvm_name(name).or_else(|| by_spirv_name(name)) {
            self.read_row(row, literals)?;
        } else {
            self.others.push(node.clone());
        }
        Ok(())
    }

    /// Reads a property by its row. `i1 false` switches a control without literals off.
    fn read_row(&mut self, row: &Row, literals: &[Node<V>]) -> Result<()> {
        let Literals::Words(expected) = row.literals else {
            self.accesses.push(Accesses::read(literals)?);
            return Ok(());
        };
        let words = words(literals)?;
        match (expected, &words[..]) {
            (0, [0]) => {}
            (0, [_]) => drop(self.controls.known.insert(row.bit, vec![])),
            _ if words.len() == expected => drop(self.controls.known.insert(row.bit, words)),
            _ => return Err(Error::new(ErrorKind::Count { of: "literals", expected, found: words.len() })),
        }
        Ok(())
    }
}

/// Splits a property into name and literals; the Khronos translator may wrap it in another node.
fn name_and_literals<V>(node: &Node<V>) -> Option<(&str, &[Node<V>])> {
    let Node::List(nodes) = node else { return None };
    let nodes = match &nodes[..] {
        [Node::List(inner)] => inner,
        _ => nodes,
    };
    match nodes.split_first()? {
        (Node::String(name), literals) => Some((name, literals)),
        _ => None,
    }
}

fn words<V>(literals: &[Node<V>]) -> Result<Vec<u32>> {
    let word = |(index, literal): (usize, &Node<V>)| literal.as_word().map_err(|error| error.within(index));
    literals.iter().enumerate().map(word).collect()
}

fn property<V>(name: &str, words: &[u32]) -> Node<V> {
    Node::List(std::iter::once(Node::string(name)).chain(words.iter().copied().map(Node::word)).collect())
}

fn write_control<V>(bit: u32, words: &[u32]) -> Vec<Node<V>> {
    match (bit, words) {
        (bit::LOOP_COALESCE_ALTERA, [0]) => vec![property(COALESCE, &[])],
        (bit::LOOP_COUNT_ALTERA, &[_, _, _, _, _, _]) if words.iter().any(|word| *word != u32::MAX) => {
            write_counts(words)
        }
        _ => row(bit).into_iter().map(|row| write_row(row, words)).collect(),
    }
}

fn write_row<V>(row: &Row, words: &[u32]) -> Node<V> {
    match row.llvm {
        Some(name) => property(name, words),
        None => property(&row.spirv_name(), words),
    }
}

fn read_count<V>(counts: &mut [u32], part: usize, literals: &[Node<V>]) -> Result<()> {
    let [literal] = literals else {
        return Err(Error::new(ErrorKind::Count { of: "literals", expected: 1, found: literals.len() }));
    };
    let count = literal.as_int(64).map_err(|error| error.within(0))?;
    let halves = [count as u32, (count >> 32) as u32];
    counts.iter_mut().skip(2 * part).zip(halves).for_each(|(word, half)| *word = half);
    Ok(())
}

/// Writes the counts that are known.
fn write_counts<V>(words: &[u32]) -> Vec<Node<V>> {
    let counts = words.chunks_exact(2).map(|halves| u64::from(halves[1]) << 32 | u64::from(halves[0]));
    let known = COUNTS.iter().zip(counts).filter(|(_, count)| *count != u64::MAX);
    known.map(|(name, count)| Node::List(vec![Node::string(*name), Node::long(count)])).collect()
}

#[cfg(test)]
#[path = "loops_tests.rs"]
mod tests;
