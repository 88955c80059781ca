//! The minimisation of failing functions: nodes of the tree are removed, and their values replaced by zero, while the
//! function fails in the same way. Large parts are tried first, then small ones, until nothing can be removed.

use crate::generate::Function;
use crate::tree::{Choice, Loop, Node, Step};
use crate::types::Ty;

/// Tries to remove each node, or to replace a choice by one arm or a loop by its body.
pub fn minimise(function: &Function, fails: impl Fn(&Function) -> bool) -> Function {
    let mut best = function.clone();
    loop {
        let mut improved = halves(&mut best, &fails);
        let mut at = 0;
        while at < count(&best.nodes) {
            let smaller = (0..4).filter_map(|edit| edited(&best, at, edit)).find(|smaller| fails(smaller));
            match smaller {
                Some(smaller) => {
                    best = smaller;
                    improved = true;
                }
                None => at += 1,
            }
        }
        if !improved {
            return best;
        }
    }
}

/// Removes runs of nodes of the outermost list, longer ones first.
fn halves(best: &mut Function, fails: &impl Fn(&Function) -> bool) -> bool {
    let mut improved = false;
    let mut length = best.nodes.len() / 2;
    while length > 1 {
        let mut at = 0;
        while at < best.nodes.len() {
            let mut smaller = best.clone();
            let end = (at + length).min(smaller.nodes.len());
            let taken: Vec<_> = smaller.nodes.drain(at..end).collect();
            let gone = taken.iter().flat_map(made).collect::<Vec<_>>();
            replace_all(&mut smaller.nodes, &gone);
            if fails(&smaller) {
                *best = smaller;
                improved = true;
            } else {
                at = end;
            }
        }
        length /= 2;
    }
    improved
}

/// Returns the number of nodes, including nested ones.
fn count(nodes: &[Node]) -> usize {
    nodes.iter().map(|node| 1 + lists(node).map(|nodes| count(nodes)).sum::<usize>()).sum()
}

fn lists(node: &Node) -> impl Iterator<Item = &Vec<Node>> {
    let (arms, body) = match node {
        Node::Step(_) => (None, None),
        Node::Choice(choice) => (Some(&choice.arms), None),
        Node::Loop(looped) => (None, Some(&looped.body)),
    };
    arms.into_iter().flatten().chain(body)
}

fn lists_mut(node: &mut Node) -> impl Iterator<Item = &mut Vec<Node>> {
    let (arms, body) = match node {
        Node::Step(_) => (None, None),
        Node::Choice(choice) => (Some(&mut choice.arms), None),
        Node::Loop(looped) => (None, Some(&mut looped.body)),
    };
    arms.into_iter().flatten().chain(body)
}

/// Returns the values of a node that are available to others.
fn made(node: &Node) -> Vec<(String, Ty)> {
    match node {
        Node::Step(step) => step.outs.clone(),
        Node::Choice(choice) => choice.merges.iter().map(|merge| (merge.name.clone(), merge.ty.clone())).collect(),
        Node::Loop(looped) => looped.carried.iter().map(|c| (c.name.clone(), c.ty.clone())).collect(),
    }
}

/// Returns the function with the `at`-th node edited; `None` if there is no such edit.
fn edited(function: &Function, at: usize, edit: usize) -> Option<Function> {
    let mut function = function.clone();
    let mut left = at;
    let replaced = edit_list(&mut function.nodes, &mut left, edit)??;
    replace_all(&mut function.nodes, &replaced);
    Some(function)
}

type Replaced = Vec<(String, Ty)>;

/// Finds the node, and edits it. Returns the values that were removed; `Some(None)` if the edit does not apply.
fn edit_list(nodes: &mut Vec<Node>, left: &mut usize, edit: usize) -> Option<Option<Replaced>> {
    let mut index = 0;
    while index < nodes.len() {
        if *left == 0 {
            return Some(edit_node(nodes, index, edit));
        }
        *left -= 1;
        for inner in nodes.get_mut(index).into_iter().flat_map(lists_mut) {
            if let Some(found) = edit_list(inner, left, edit) {
                return Some(found);
            }
        }
        index += 1;
    }
    None
}

/// Removes the node for edit 0; any other edit replaces it by its `edit - 1`-th list of nodes.
fn edit_node(nodes: &mut Vec<Node>, index: usize, edit: usize) -> Option<Replaced> {
    let node = nodes.get(index)?.clone();
    let mut inner = match edit {
        0 => Vec::new(),
        _ => lists(&node).nth(edit - 1)?.clone(),
    };
    // What an arm leaves is given its name by a step that changes nothing.
    let kept: Vec<(String, String, Ty)> = match (&node, edit) {
        (Node::Choice(choice), 1..) => named(choice, edit - 1),
        (Node::Loop(looped), 1..) => first_round(looped, &mut inner),
        _ => Vec::new(),
    };
    let mut end = Vec::new();
    for (name, value, ty) in kept {
        let line = format!("{name} = select i1 true, {ty} {value}, {ty} {value}");
        let step = Step { lines: vec![line], outs: vec![(name, ty)], ..Step::default() };
        end.push(Node::Step(step));
    }
    let mut gone = made(&node);
    if edit > 0 {
        gone.clear();
    }
    if matches!(node, Node::Loop(_)) {
        end.append(&mut inner);
        inner = end;
    } else {
        inner.append(&mut end);
    }
    nodes.splice(index..=index, inner);
    Some(gone)
}

fn named(choice: &Choice, arm: usize) -> Vec<(String, String, Ty)> {
    let merges = choice.merges.iter();
    merges.filter_map(|merge| Some((merge.name.clone(), merge.from.get(arm)?.clone(), merge.ty.clone()))).collect()
}

/// Replaces a loop by its body: returns the initial values in place of the carried ones, and makes the iteration count
/// zero.
fn first_round(looped: &Loop, body: &mut [Node]) -> Vec<(String, String, Ty)> {
    replace_all(body, &[(format!("%i{}", looped.id), Ty::Int(32))]);
    looped.carried.iter().map(|c| (c.name.clone(), c.first.clone(), c.ty.clone())).collect()
}

/// Replaces the removed values by zeros.
fn replace_all(nodes: &mut [Node], gone: &[(String, Ty)]) {
    for node in nodes.iter_mut() {
        let change = |text: &mut String| {
            for (name, ty) in gone {
                *text = replace(text, name, ty.zero());
            }
        };
        match node {
            Node::Step(step) => step.lines.iter_mut().for_each(change),
            Node::Choice(choice) => {
                change(&mut choice.on.0);
                choice.merges.iter_mut().flat_map(|merge| merge.from.iter_mut()).for_each(change);
            }
            Node::Loop(looped) => {
                change(&mut looped.rounds);
                looped.carried.iter_mut().flat_map(|c| [&mut c.first, &mut c.next]).for_each(change);
            }
        }
        lists_mut(node).for_each(|inner| replace_all(inner, gone));
        if let Node::Choice(choice) = node {
            agree(choice);
        }
    }
}

/// Gives all edges between the same two blocks the same values.
pub(crate) fn agree(choice: &mut Choice) {
    let empty: Vec<_> =
        choice.arms.iter().enumerate().filter(|(_, arm)| arm.is_empty()).map(|(index, _)| index).collect();
    let Some(first) = empty.first().copied().filter(|_| !choice.cases.is_empty()) else { return };
    for merge in &mut choice.merges {
        let Some(value) = merge.from.get(first).cloned() else { continue };
        for arm in &empty {
            if let Some(from) = merge.from.get_mut(*arm) {
                from.clone_from(&value);
            }
        }
    }
}

/// Returns the text with a name replaced, except where it is the prefix of a longer one.
fn replace(text: &str, name: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, found) = rest.split_at(at);
        let after = &found[name.len()..];
        let longer = after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        out.push_str(before);
        out.push_str(if longer { name } else { by });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::replace;

    #[test]
    fn whole_names_are_replaced() {
        assert_eq!(replace("add i8 %v1, %v12, %v1", "%v1", "0"), "add i8 0, %v12, 0");
    }
}
