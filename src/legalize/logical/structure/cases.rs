//! The rules of the cases of a switch (SPIR-V 2.11 "Structured Control Flow", 2.16.2).

use super::check::{Checked, Rule, require};
use crate::graph::structured::{Construct, Constructs, Kind, Shape};
use rustc_hash::FxHashMap;

/// Checks the cases of all switches.
pub fn check(shape: &Shape, constructs: &Constructs) -> Checked {
    let switches = || constructs.all.iter().filter(|construct| construct.kind == Kind::Switch);
    let mut cases = Cases { of_target: FxHashMap::default(), by_place: FxHashMap::default() };
    for switch in switches() {
        cases.add(shape, constructs, switch)?;
    }
    let mut falls = FxHashMap::default();
    for from in &constructs.flow.order {
        for to in &shape.successors[*from] {
            require(cases.may_go(constructs, *from, *to), Rule::CaseExit, *from)?;
            let Some(switch) = cases.of_target.get(to).filter(|switch| *switch != from) else { continue };
            let Some(case) = cases.around(constructs, *switch, *from).filter(|case| case != to) else { continue };
            let other = *falls.entry(case).or_insert(*to);
            require(other == *to, Rule::FallThrough, case)?;
        }
    }
    for switch in switches() {
        in_order(&shape.successors[switch.header], switch, &falls)?;
    }
    Ok(())
}

/// The cases of switches.
struct Cases {
    /// The switch of each block that is a case.
    of_target: FxHashMap<usize, usize>,
    /// The cases of each switch, by their depth-first numbers in the dominator tree.
    by_place: FxHashMap<usize, Vec<(usize, usize)>>,
}

impl Cases {
    fn add(&mut self, shape: &Shape, constructs: &Constructs, switch: &Construct) -> Checked {
        let (header, flow) = (switch.header, &constructs.flow);
        let mut places = Vec::new();
        for target in shape.successors[header].iter().copied().filter(|target| *target != switch.merge) {
            require(flow.dominates(header, target), Rule::CaseDominated, header)?;
            if self.of_target.insert(target, header) != Some(header) {
                places.push((flow.dominators.depth_first(target), target));
            }
        }
        places.sort_unstable();
        self.by_place.insert(header, places);
        Ok(())
    }

    /// Returns whether an edge may leave a case: it must go to another case, or out of the switch.
    fn may_go(&self, constructs: &Constructs, from: usize, to: usize) -> bool {
        let around = constructs.enclosing(from).find(|(index, _)| constructs.contains(*index, to));
        let Some((_, switch)) = around.filter(|(_, construct)| construct.kind == Kind::Switch) else { return true };
        let is_case = self.of_target.get(&to) == Some(&switch.header);
        let left = self.around(constructs, switch.header, from).filter(|case| !constructs.flow.dominates(*case, to));
        is_case || left.is_none()
    }

    /// Returns the case of a switch that a block is in.
    fn around(&self, constructs: &Constructs, switch: usize, block: usize) -> Option<usize> {
        let places = self.by_place.get(&switch)?;
        let place = constructs.flow.dominators.depth_first(block);
        let next = places.partition_point(|(start, _)| *start <= place);
        let (_, case) = places.get(next.checked_sub(1)?)?;
        constructs.flow.dominates(*case, block).then_some(*case)
    }
}

/// Checks that each case falls through only to the next one, and that no two cases fall through to the same one. If the
/// default case has no literal, a case that falls through to it counts as falling through to the target of the
/// default's own fall-through.
fn in_order(targets: &[usize], switch: &Construct, falls: &FxHashMap<usize, usize>) -> Checked {
    let Some((default, literals)) = targets.split_first() else { return Ok(()) };
    let has_literal = literals.contains(default);
    let mut reached = FxHashMap::default();
    let mut distinct: Vec<usize> = targets.iter().copied().filter(|target| *target != switch.merge).collect();
    distinct.sort_unstable();
    distinct.dedup();
    for case in distinct {
        if let Some(next) = falls.get(&case) {
            require(reached.insert(*next, case).is_none(), Rule::FallThrough, *next)?;
        }
    }
    let groups: Vec<usize> = literals.chunk_by(|a, b| a == b).filter_map(|same| same.first().copied()).collect();
    for (place, case) in groups.iter().enumerate() {
        let mut next = falls.get(case).copied();
        if next == Some(*default) && !has_literal {
            next = falls.get(default).copied();
        }
        require(next.is_none_or(|next| groups.get(place + 1) == Some(&next)), Rule::FallThrough, *case)?;
    }
    Ok(())
}
