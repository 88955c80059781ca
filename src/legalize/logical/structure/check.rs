//! The rules of structured control flow (SPIR-V 2.11 "Structured Control Flow", 2.16.2 "Validation Rules for Shader
//! Capabilities").
//!
//! In: the shape of a function, with the merge instructions that its headers declare. Out: the first violated rule, and
//! the block that violates it. Each edge is examined once for each construct that it leaves.

use super::cases;
use crate::graph::structured::{Construct, Constructs, Kind, Merge, Shape};
use std::fmt;

/// The rules that are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A block is the merge block of at most one construct.
    OneMerge,
    /// A header strictly structurally dominates its merge block.
    MergeDominated,
    /// A header structurally dominates its continue target.
    TargetDominated,
    /// A back edge goes to a loop header, which dominates the block that it leaves.
    BackEdge,
    /// A loop has exactly one back edge.
    OneBackEdge,
    /// Every path from a continue target leads to the block with the back edge.
    BackEdgePostDominates,
    /// Edges that leave a construct go to its merge block, or to a block to which an enclosing construct may be left.
    Exit,
    /// A construct is entered through its header.
    Entry,
    /// Edges to a continue target start inside of its loop.
    TargetEntry,
    /// A switch declares its merge block, and so does a conditional branch unless one of its targets is an exit.
    Selection,
    /// A switch dominates its cases.
    CaseDominated,
    /// Edges that leave a case go to another case of its switch, or out of the switch.
    CaseExit,
    /// A case falls through to at most one other case, which must be the next one and has no other case falling through
    /// to it.
    FallThrough,
}

/// A violation of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The violated rule.
    pub rule: Rule,
    /// The block that violates it.
    pub block: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {} breaks the rule {:?} of structured control flow", self.block, self.rule)
    }
}

/// The outcome of a check.
pub type Checked = Result<(), Fault>;

/// Returns the violation of a rule by a block.
pub fn fault(rule: Rule, block: usize) -> Checked {
    Err(Fault { rule, block })
}

/// Returns the violation of a rule by a block unless `holds` is set.
pub fn require(holds: bool, rule: Rule, block: usize) -> Checked {
    if holds { Ok(()) } else { fault(rule, block) }
}

/// Checks the shape of a function.
pub fn check(shape: &Shape) -> Checked {
    let constructs = shape.constructs();
    let check = Check { shape, constructs: &constructs };
    check.merges()?;
    check.back_edges()?;
    check.edges()?;
    check.selections()?;
    cases::check(shape, &constructs)
}

struct Check<'s> {
    shape: &'s Shape,
    constructs: &'s Constructs,
}

impl Check<'_> {
    /// Returns the reachable blocks that declare a merge instruction.
    fn headers(&self) -> impl Iterator<Item = (usize, Merge)> {
        let order = self.constructs.flow.order.iter().copied();
        order.filter_map(|block| Some((block, self.shape.merges.get(block).copied().flatten()?)))
    }

    /// Returns the edges between reachable blocks.
    fn all_edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let order = self.constructs.flow.order.iter().copied();
        order.flat_map(|from| self.shape.successors[from].iter().map(move |to| (from, *to)))
    }

    fn merges(&self) -> Checked {
        let mut taken = vec![false; self.shape.successors.len()];
        for (header, declared) in self.headers() {
            let (merge, flow) = (declared.block(), &self.constructs.flow);
            require(!std::mem::replace(&mut taken[merge], true), Rule::OneMerge, merge)?;
            require(merge != header && flow.dominates(header, merge), Rule::MergeDominated, header)?;
            let target = declared.target();
            require(target.is_none_or(|target| flow.dominates(header, target)), Rule::TargetDominated, header)?;
            require(target != Some(merge), Rule::OneMerge, merge)?;
        }
        Ok(())
    }

    fn back_edges(&self) -> Checked {
        let flow = &self.constructs.flow;
        let mut latches = vec![None; self.shape.successors.len()];
        for (from, to) in self.all_edges().filter(|(from, to)| flow.rank[*to] <= flow.rank[*from]) {
            let is_loop = matches!(self.shape.merges[to], Some(Merge::Loop { .. }));
            require(is_loop && flow.dominates(to, from), Rule::BackEdge, from)?;
            let before = latches[to].replace(from);
            require(before.is_none_or(|before| before == from), Rule::OneBackEdge, to)?;
        }
        for (header, declared) in self.headers() {
            let Some(target) = declared.target() else { continue };
            let Some(latch) = latches[header] else { return fault(Rule::OneBackEdge, header) };
            require(flow.dominates(target, latch), Rule::BackEdgePostDominates, target)?;
            self.leads_to(target, latch)?;
            // What comes behind the block that goes back is no part of the construct.
            let may_follow = |to: &usize| *to == header || *to == declared.block() || !flow.dominates(target, *to);
            require(flow.successors[latch].iter().all(may_follow), Rule::BackEdgePostDominates, latch)?;
        }
        Ok(())
    }

    /// Checks that all paths from a continue target lead to the block with the back edge.
    fn leads_to(&self, target: usize, latch: usize) -> Checked {
        let (mut open, mut seen) = (vec![target], std::collections::BTreeSet::from([target]));
        while let Some(block) = open.pop().filter(|_| target != latch) {
            if block == latch {
                continue;
            }
            let flow = &self.constructs.flow;
            let is_inside = flow.dominates(target, block) && !flow.successors[block].is_empty();
            require(is_inside, Rule::BackEdgePostDominates, target)?;
            open.extend(flow.successors[block].iter().copied().filter(|to| seen.insert(*to)));
        }
        Ok(())
    }

    fn edges(&self) -> Checked {
        let all = self.constructs;
        for (from, to) in self.all_edges() {
            let left = all.enclosing(from).take_while(|(index, _)| !all.contains(*index, to));
            for (_, construct) in left {
                require(self.may_leave(construct, to), Rule::Exit, from)?;
            }
            // A construct that the target opens itself may be entered there.
            let entered = all.outward(all.around[to]).next();
            require(entered.is_none_or(|(index, _)| all.contains(index, from)), Rule::Entry, from)?;
        }
        self.target_entries()
    }

    /// Returns whether an edge from a construct to a block may leave it.
    fn may_leave(&self, construct: &Construct, to: usize) -> bool {
        let is_exit = |around: &Construct| match around.kind {
            Kind::Loop => to == around.merge || Some(to) == around.target,
            Kind::Continue => {
                let target = self.shape.merges[around.header].and_then(Merge::target);
                to == around.merge || to == around.header || Some(to) == target
            }
            _ => to == around.merge,
        };
        if is_exit(construct) || matches!(construct.kind, Kind::Loop | Kind::Continue) {
            return is_exit(construct);
        }
        let mut may_break = construct.kind != Kind::Switch;
        for (_, around) in self.constructs.outward(construct.outer) {
            match around.kind {
                Kind::Loop => return is_exit(around),
                Kind::Continue => return is_exit(around) && to != around.header,
                Kind::Switch if std::mem::take(&mut may_break) && is_exit(around) => return true,
                _ => {}
            }
        }
        false
    }

    fn target_entries(&self) -> Checked {
        let all = self.constructs;
        for (index, construct) in all.all.iter().enumerate().filter(|(_, construct)| construct.kind == Kind::Loop) {
            let Some(target) = construct.target.filter(|target| *target != construct.header) else { continue };
            let enters = |from: &usize| self.shape.successors[*from].contains(&target);
            for from in all.flow.predecessors[target].iter().filter(|from| enters(from)) {
                let is_inside = all.contains(index, *from) || all.flow.dominates(target, *from);
                require(is_inside, Rule::TargetEntry, *from)?;
            }
        }
        Ok(())
    }

    /// Checks that selections are declared. A conditional branch needs no merge block if one of its targets is an exit:
    /// a block that was declared before, a case, or the header of a loop. Validators also accept a target that another
    /// branch went to before, but drivers do not.
    fn selections(&self) -> Checked {
        let mut exits = vec![false; self.shape.successors.len()];
        for block in self.constructs.flow.order.iter().copied() {
            let declared = self.shape.merges[block];
            let named = declared.iter().flat_map(|merge| [Some(merge.block()), merge.target()]).flatten();
            named.for_each(|named| exits[named] = true);
            exits[block] |= matches!(declared, Some(Merge::Loop { .. }));
            let targets = &self.shape.successors[block];
            let is_known = targets.iter().any(|to| exits[*to]);
            targets.iter().filter(|_| self.shape.is_switch[block]).for_each(|to| exits[*to] = true);
            let is_declared = matches!(declared, Some(Merge::Selection { .. }));
            let is_branch = matches!(targets[..], [yes, no] if yes != no) && !self.shape.is_switch[block];
            require(is_declared || !(self.shape.is_switch[block] || is_branch && !is_known), Rule::Selection, block)?;
            require(!is_declared || targets.len() > 1 || self.shape.is_switch[block], Rule::Selection, block)?;
        }
        Ok(())
    }
}
