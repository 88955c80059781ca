//! Initialisers that name their own variables: the strongly connected components of constants, by Tarjan's algorithm,
//! without recursion.

use crate::concepts::base::globals::{is_internal_to_llvm, may_name_globals, part};
use crate::concepts::intrinsics::rows;
use crate::llvm::{Module, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The constants of a cycle, each of which leads back to itself through its operands.
pub type Cyclic<'m> = FxHashSet<Value<'m>>;

/// The CrossWorkgroup address space, whose variables kernels can write.
const CROSS_WORKGROUP: u32 = 1;

/// Returns the variables that kernels can write and whose initialisers lead back to them, each with the constants of
/// its cycle.
pub fn find<'m>(module: &'m Module<'_>) -> Vec<(Value<'m>, std::rc::Rc<Cyclic<'m>>)> {
    let mut search = Search::default();
    for global in module.globals().filter(|global| leads_on(*global)) {
        search.run(global);
    }
    search.found
}

fn leads_on(global: Value<'_>) -> bool {
    global.initializer().is_some_and(may_name_globals) && !is_internal_to_llvm(global, rows::role_of_call)
}

#[derive(Default)]
struct Search<'m> {
    /// The number of each constant in the order of the search, from 1 on.
    order: FxHashMap<Value<'m>, usize>,
    /// The constants whose strongly connected component is not complete yet.
    open: Vec<Value<'m>>,
    is_open: FxHashSet<Value<'m>>,
    found: Vec<(Value<'m>, std::rc::Rc<Cyclic<'m>>)>,
}

/// A constant on the path of the search: the index of its next operand, and the earliest constant that it leads back
/// to.
struct Step<'m> {
    constant: Value<'m>,
    next: u32,
    lowest: usize,
}

impl<'m> Search<'m> {
    fn run(&mut self, root: Value<'m>) {
        let mut path: Vec<_> = self.enter(root).into_iter().collect();
        while let Some(step) = path.last_mut() {
            let Some(part) = part(step.constant, step.next) else {
                let lowest = step.lowest;
                if let Some(done) = path.pop() {
                    self.leave(&done);
                }
                if let Some(above) = path.last_mut() {
                    above.lowest = above.lowest.min(lowest);
                }
                continue;
            };
            step.next += 1;
            match self.order.get(&part) {
                Some(order) if self.is_open.contains(&part) => step.lowest = step.lowest.min(*order),
                Some(_) => {}
                None => path.extend(self.enter(part)),
            }
        }
    }

    fn enter(&mut self, constant: Value<'m>) -> Option<Step<'m>> {
        let order = self.order.len() + 1;
        if self.order.contains_key(&constant) {
            return None;
        }
        self.order.insert(constant, order);
        self.open.push(constant);
        self.is_open.insert(constant);
        Some(Step { constant, next: 0, lowest: order })
    }

    fn leave(&mut self, done: &Step<'m>) {
        if self.order.get(&done.constant) != Some(&done.lowest) {
            return;
        }
        let start = self.open.iter().rposition(|open| *open == done.constant).unwrap_or_default();
        let component: Vec<_> = self.open.split_off(start);
        for constant in &component {
            self.is_open.remove(constant);
        }
        if component.len() < 2 && done.constant.initializer() != Some(done.constant) {
            return;
        }
        let cyclic = std::rc::Rc::new(Cyclic::from_iter(component.iter().copied()));
        let is_written =
            |global: &&Value<'m>| global.is_global_variable() && global.ty().address_space() == CROSS_WORKGROUP;
        self.found.extend(component.iter().filter(is_written).map(|global| (*global, cyclic.clone())));
    }
}
