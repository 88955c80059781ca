//! The comparison of debug information in two modules, independently of the numbers of nodes.
//!
//! The nodes of both are coloured until equal colours imply equal graphs: at first by a node's own fields, then also by
//! the colours of its operands. Nodes in cycles are equal if no path distinguishes them.

use super::nodes::{CALL, DECLARED, INSTRUCTION, Module, Node, PHI, Value, read};
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The fields that are not compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// Fields of a class, or of all classes (`*`).
    pub lost: &'static [(&'static str, &'static str)],
    /// Flags of nodes.
    pub flags: &'static [&'static str],
    /// True if locations are compared instruction by instruction: otherwise their number is ignored.
    pub by_instruction: bool,
    /// True if locations of phis are compared.
    pub phis: bool,
}

/// Fields with unordered lists.
const SETS: &[&str] = &["retainedTypes", "globals", "enums", "imports", "retainedNodes", "macros"];

/// The tags of members.
const MEMBERS: &[&str] = &["DW_TAG_member", "DW_TAG_variable", "DW_TAG_inheritance"];

/// Compares two modules.
///
/// # Errors
///
/// A description of the difference: the place that refers to the nodes, and the path of fields to the difference.
pub fn compare(before: &str, after: &str, rules: &Rules) -> Result<(), String> {
    let (before, after) = (read(before), read(after));
    let mut colours = Colours::new(&before, &after, rules);
    colours.refine();
    let (first, second) = (colours.roots(&before, 0), colours.roots(&after, before.nodes.len()));
    for (label, all) in &first {
        // Builtins become instructions.
        if label.starts_with(DECLARED) && !second.contains_key(label) {
            continue;
        }
        let others = second.get(label).map(Vec::as_slice).unwrap_or_default();
        let differs = match rules.by_instruction {
            true => differs(all, others),
            false => lost(all, others),
        };
        if let Some((one, other)) = differs {
            return Err(format!("{label}: {}", colours.difference(one, other)));
        }
    }
    let added = second.keys().find(|label| !first.contains_key(*label) && !label.starts_with(DECLARED));
    if let Some(label) = added {
        return Err(format!("{label}: only afterwards"));
    }
    if rules.by_instruction { colours.types(before.nodes.len()) } else { Ok(()) }
}

/// Two places that differ, one of which may be missing.
type Pair<'s> = (Option<&'s Seen>, Option<&'s Seen>);

/// Returns the first pair of entries that differ in two lists.
fn differs<'s>(all: &'s [Seen], others: &'s [Seen]) -> Option<Pair<'s>> {
    let pairs = (0..all.len().max(others.len())).map(|place| (all.get(place), others.get(place)));
    pairs.into_iter().find(|(one, other)| one.map(|one| one.0) != other.map(|other| other.0))
}

/// Returns a place that is only in one of two sets: calls may be removed, and locations of variables may become
/// unknown.
fn lost<'s>(all: &'s [Seen], others: &'s [Seen]) -> Option<Pair<'s>> {
    let whole = |seen: &Seen| seen.0;
    let nodes = |seen: &Seen| seen.2;
    let (before, after): (HashSet<u64>, HashSet<u64>) =
        (all.iter().map(nodes).collect(), others.iter().map(nodes).collect());
    let exact: HashSet<u64> = others.iter().map(whole).collect();
    let killed: HashSet<u64> = others.iter().filter(|seen| seen.1.contains("nowhere")).map(nodes).collect();
    let is_lost = |seen: &&Seen| match seen.1.as_str() {
        CALL => false,
        "" => !after.contains(&seen.2),
        _ => !exact.contains(&seen.0) && !killed.contains(&seen.2),
    };
    let gone = all.iter().find(is_lost);
    let new = others.iter().find(|seen| !before.contains(&seen.2));
    (gone.is_some() || new.is_some()).then_some((gone, new))
}

/// A place that refers to nodes: its colour, its text, the colour of the nodes alone, and the nodes.
type Seen = (u64, String, u64, Vec<usize>);

struct Colours<'r> {
    nodes: Vec<Node>,
    colours: Vec<u64>,
    /// The first colours: by each node's own fields.
    own: Vec<u64>,
    rules: &'r Rules,
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

impl<'r> Colours<'r> {
    fn new(before: &Module, after: &Module, rules: &'r Rules) -> Self {
        let moved = |node: &Node| {
            let by = before.nodes.len();
            let moved = |value: &Value| match value {
                Value::Node(number) => Value::Node(number + by),
                text => text.clone(),
            };
            Node {
                class: node.class.clone(),
                fields: node.fields.iter().map(|(name, value)| (name.clone(), moved(value))).collect(),
            }
        };
        let nodes: Vec<_> = before.nodes.iter().cloned().chain(after.nodes.iter().map(moved)).collect();
        let mut all = Self { colours: Vec::new(), own: Vec::new(), nodes, rules };
        for node in &mut all.nodes {
            node.fields.retain(|field| !is_lost(rules, &node.class, field));
            super::forms::unify(node, rules.flags);
        }
        all.drop_outer_scopes();
        all.own = (0..all.nodes.len()).map(|number| hash(all.own(number))).collect();
        all.colours = all.own.clone();
        all
    }

    /// Removes files and units as scopes of types and variables at module level.
    fn drop_outer_scopes(&mut self) {
        let is_outer = |node: &Node| ["DIFile", "DICompileUnit"].contains(&node.class.as_str());
        let outer: Vec<_> = self.nodes.iter().map(is_outer).collect();
        const OUTSIDE: [&str; 3] = ["DIDerivedType", "DICompositeType", "DIGlobalVariable"];
        for node in self.nodes.iter_mut().filter(|node| OUTSIDE.contains(&node.class.as_str())) {
            // A member is found by its composite.
            let tag = node.fields.iter().find(|field| field.0 == "tag").map(|field| &field.1);
            let is_member =
                tag.is_some_and(|tag| MEMBERS.iter().any(|member| *tag == Value::Text((*member).to_owned())));
            let is_outer = |value: &Value| match value {
                Value::Node(number) => is_member || outer.get(*number) == Some(&true),
                Value::Text(_) => true,
            };
            node.fields.retain(|(name, value)| name != "scope" || !is_outer(value));
        }
    }

    /// Returns the fields of a node that do not refer to other nodes.
    fn own(&self, number: usize) -> Vec<(&str, &str)> {
        let node = &self.nodes[number];
        let texts = node.fields.iter().filter_map(|(name, value)| match value {
            Value::Text(text) => Some((name.as_str(), text.as_str())),
            Value::Node(_) => None,
        });
        std::iter::once((node.class.as_str(), "")).chain(texts).collect()
    }

    fn colour(&self, number: usize) -> u64 {
        self.colours.get(number).copied().unwrap_or_default()
    }

    /// Returns the colour of a field's target.
    fn colour_of(&self, name: &str, target: usize) -> u64 {
        let is_list = self.nodes.get(target).is_some_and(|node| node.class.is_empty());
        if !is_list {
            return self.colour(target);
        }
        let mut all: Vec<_> =
            self.list(target).into_iter().map(|entry| entry.map(|entry| self.colour(entry))).collect();
        if SETS.contains(&name) {
            all.sort_unstable();
        }
        hash(all)
    }

    fn list(&self, number: usize) -> Vec<Option<usize>> {
        let entry = |value: &Value| match value {
            Value::Node(number) => Some(*number),
            Value::Text(_) => None,
        };
        self.nodes[number].fields.iter().map(|(_, value)| entry(value)).collect()
    }

    fn refine(&mut self) {
        let mut count = 0;
        loop {
            let next: Vec<_> = (0..self.nodes.len()).map(|number| self.next(number)).collect();
            self.colours = next;
            let now = self.colours.iter().collect::<HashSet<_>>().len();
            if now == count {
                return;
            }
            count = now;
        }
    }

    fn next(&self, number: usize) -> u64 {
        let links = self.nodes[number].fields.iter().filter_map(|(name, value)| match value {
            Value::Node(target) => Some((name, self.colour_of(name, *target))),
            Value::Text(_) => None,
        });
        hash((self.colour(number), self.own.get(number), links.collect::<Vec<_>>()))
    }

    /// Returns the places that refer to nodes, by label.
    fn roots(&self, module: &Module, by: usize) -> BTreeMap<String, Vec<Seen>> {
        let mut all: BTreeMap<String, Vec<Seen>> = BTreeMap::new();
        for root in &module.roots {
            let nodes: Vec<_> = root.nodes.iter().map(|number| number + by).collect();
            let colours: Vec<_> = nodes.iter().map(|number| self.colour(*number)).collect();
            let is_phi = root.label.ends_with(PHI);
            let says_nothing = match root.label.ends_with(INSTRUCTION) || is_phi {
                true => nodes.is_empty() && !self.rules.by_instruction || is_phi && !self.rules.phis,
                false => nodes.is_empty() && !root.label.starts_with(DECLARED),
            };
            if says_nothing {
                continue;
            }
            all.entry(root.label.clone()).or_default().push((
                hash((&colours, &root.text)),
                root.text.clone(),
                hash(&colours),
                nodes,
            ));
        }
        all
    }

    /// Compares the types and variables of the first `count` nodes with those of the rest.
    fn types(&self, count: usize) -> Result<(), String> {
        let is_kept = |number: &usize| {
            let class = self.nodes[*number].class.as_str();
            class.ends_with("Type") && class != "DISubroutineType" || class == "DILocalVariable"
        };
        let all = |from: std::ops::Range<usize>| from.filter(is_kept).map(|number| (self.colour(number), number));
        let (first, second): (BTreeMap<_, _>, BTreeMap<_, _>) =
            (all(0..count).collect(), all(count..self.nodes.len()).collect());
        let gone = first.iter().find(|one| !second.contains_key(one.0));
        let new = second.iter().find(|one| !first.contains_key(one.0));
        match gone.or(new) {
            Some((_, number)) => Err(format!("{:?} is in one module alone", self.nodes[*number])),
            None => Ok(()),
        }
    }

    /// Returns the difference between two places.
    fn difference(&self, one: Option<&Seen>, other: Option<&Seen>) -> String {
        let (Some(one), Some(other)) = (one, other) else {
            let shown = |seen: Option<&Seen>| seen.map(|seen| format!("{} {:?}", seen.1, self.shown(&seen.3)));
            return format!("{:?} became {:?}", shown(one), shown(other));
        };
        match one.1 == other.1 {
            true => format!("{}{}", one.1, self.path(&one.3, &other.3)),
            false => format!("{:?} {:?} became {:?} {:?}", one.1, self.shown(&one.3), other.1, self.shown(&other.3)),
        }
    }

    fn shown(&self, nodes: &[usize]) -> Vec<Vec<(&str, &str)>> {
        nodes.iter().map(|node| self.own(*node)).collect()
    }

    /// Returns the path of fields to the first difference.
    fn path(&self, first: &[usize], second: &[usize]) -> String {
        let (mut path, mut seen) = (String::new(), HashSet::new());
        let differs = |pair: &(usize, usize)| self.colour(pair.0) != self.colour(pair.1);
        if first.len() != second.len() {
            return format!(": names {} nodes, then {}", first.len(), second.len());
        }
        let mut next = first.iter().copied().zip(second.iter().copied()).find(differs);
        while let Some((one, other)) = next.filter(|pair| seen.insert(*pair)) {
            let (before, after) = (&self.nodes[one], &self.nodes[other]);
            if self.own(one) != self.own(other) || before.fields.len() != after.fields.len() {
                return format!("{path}: {before:?} became {after:?}");
            }
            let links = before.fields.iter().zip(&after.fields).filter_map(|pair| match pair {
                ((name, Value::Node(one)), (_, Value::Node(other))) => Some((name.clone(), *one, *other)),
                _ => None,
            });
            let unseen = |link: &(String, usize, usize)| !seen.contains(&(link.1, link.2));
            let step = links.filter(|link| self.colour_of(&link.0, link.1) != self.colour_of(&link.0, link.2));
            let Some((name, one, other)) = step.into_iter().find(unseen) else { break };
            path = format!("{path}.{name}");
            next = Some((one, other));
        }
        format!("{path}: nodes that other nodes tell apart")
    }
}

fn is_lost(rules: &Rules, class: &str, (name, _): &(String, Value)) -> bool {
    rules.lost.iter().any(|(of, field)| (*of == "*" || *of == class) && field == name)
}
