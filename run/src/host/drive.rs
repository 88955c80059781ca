//! The scheduler of work-items: each runs until it ends or waits, and continues when those it waits for have arrived.

use crate::abi::Item;
use crate::context::Context;
use crate::wrong::Stuck;

/// The step function of a work-item.
pub type Step = extern "C" fn(*mut Context, *mut Item) -> i32;

/// Runs one group.
///
/// # Safety The context must belong to a launch, with memory for the items and frames of a group, and the step to its
/// kernel.
pub unsafe extern "C" fn spirv_drive(
    context: *mut Context,
    x: u64,
    y: u64,
    z: u64,
    step: Step,
    keys: u64,
    resumes: bool,
) {
    // SAFETY: as the caller says.
    let state = unsafe { &mut *context };
    let group = [x, y, z];
    let size = [0, 1, 2].map(|d| state.local_size[d].min(state.global[d] - group[d] * state.local_size[d]));
    let count = (size[0] * size[1] * size[2]) as usize;
    // SAFETY: where a group's function has come to no common point, it has left that of each there.
    let left = resumes.then(|| unsafe { std::slice::from_raw_parts(state.items.cast::<i32>(), count) }.to_vec());
    // SAFETY: there is room for the items of a whole group.
    let items = unsafe { std::slice::from_raw_parts_mut(state.items, count) };
    for (index, item) in (0..).zip(items.iter_mut()) {
        let local = [index % size[0], index / size[0] % size[1], index / (size[0] * size[1])];
        let offset = (index * keys * 4) as usize;
        // SAFETY: there is room for a frame for each; keys are at their beginning, side by side.
        let keys = unsafe { state.frames.add(offset) };
        let point = left.as_ref().and_then(|left| left.get(index as usize)).copied().unwrap_or(0);
        *item = Item { keys, index, local, group, size, point, padding: 0, active: 0, copies: std::ptr::null() };
    }
    let mut order: Vec<usize> = (0..count).collect();
    let sub_group = state.sub_group as usize;
    let mut seed = state.seed | 1;
    loop {
        if state.is_shuffled {
            shuffle(&mut order, &mut seed);
        }
        if state.is_checked()
            && let Some(stuck) = left_behind(items, &state.local_size)
        {
            return state.stop(stuck);
        }
        match round(context, items, &order, (sub_group, keys as usize), step) {
            Round::Ran => {}
            Round::Ended => return,
            Round::Stuck(stuck) => return state.stop(stuck),
        }
    }
}

enum Round {
    Ran,
    Ended,
    Stuck(Stuck),
}

impl Item {
    fn is_live(&self) -> bool {
        self.point >= 0
    }

    /// Returns the position of its group.
    pub fn group(&self) -> [u64; 3] {
        self.group
    }

    /// Returns its position in the grid, for groups of this size.
    pub fn global(&self, size: &[u64; 3]) -> [u64; 3] {
        [0, 1, 2].map(|d| self.group[d] * size[d] + self.local[d])
    }

    /// Returns whether it waits for its subgroup, and not for the whole group.
    fn waits_for_few(&self) -> bool {
        self.point & 1 == 1
    }

    /// Returns the key of the place where it waits; the item with the least key continues first.
    fn key(&self, words: usize) -> (&[u32], i32) {
        // SAFETY: the step has left so many words there.
        let key = if words == 0 { &[] } else { unsafe { std::slice::from_raw_parts(self.keys.cast(), words) } };
        (key, self.point)
    }
}

/// Selects the items of a sub-group that continue: those at the least place, if sub-groups wait there.
fn few(group: &mut [Item], ready: &mut [bool], keys: usize) {
    let Some(least) = group.iter().filter(|item| item.is_live()).min_by(|a, b| a.key(keys).cmp(&b.key(keys))).copied()
    else {
        return;
    };
    if !least.waits_for_few() {
        return;
    }
    let mut active = 0_u64;
    for (lane, (item, ready)) in group.iter().zip(ready.iter_mut()).enumerate() {
        *ready = item.is_live() && item.key(keys) == least.key(keys);
        active |= u64::from(*ready) << lane.min(63);
    }
    group.iter_mut().zip(ready).filter(|(_, ready)| **ready).for_each(|(item, _)| item.active = active);
}

/// Runs all items that can continue. Items at a barrier of the group can when all that have not ended are at that
/// barrier.
fn round(
    context: *mut Context,
    items: &mut [Item],
    order: &[usize],
    (sub_group, keys): (usize, usize),
    step: Step,
) -> Round {
    let mut live = items.iter().filter(|item| item.is_live());
    let Some(first) = live.next() else { return Round::Ended };
    let together = !first.waits_for_few() && live.all(|item| item.point == first.point);
    let mut ready: Vec<bool> = vec![together; items.len()];
    if !together {
        for (group, ready) in items.chunks_mut(sub_group).zip(ready.chunks_mut(sub_group)) {
            few(group, ready, keys);
        }
    }
    // SAFETY: the context of this thread.
    let size = unsafe { (*context).local_size };
    let mut ran = false;
    for &index in order {
        let is_ready = ready.get(index).copied().unwrap_or(false);
        if let Some(item) = items.get_mut(index).filter(|item| is_ready && item.is_live()) {
            item.point = step(context, item);
            ran = true;
        }
    }
    if ran { Round::Ran } else { Round::Stuck(apart(items, &size)) }
}

/// Returns two work-items that wait at different points.
fn apart(items: &[Item], size: &[u64; 3]) -> Stuck {
    let mut live = items.iter().filter(|item| item.is_live());
    let first = live.next().or(items.first());
    let other = live.find(|item| first.is_some_and(|first| first.point != item.point)).or(first);
    Stuck { items: [first, other].map(|item| item.map_or(([0; 3], -1), |item| (item.global(size), item.point))) }
}

/// Returns a work-item that waits for its group although another one has ended.
fn left_behind(items: &[Item], size: &[u64; 3]) -> Option<Stuck> {
    let ended = items.iter().find(|item| !item.is_live())?;
    let waits = items.iter().find(|item| item.is_live() && item.point > 0 && !item.waits_for_few())?;
    Some(Stuck { items: [waits, ended].map(|item| (item.global(size), item.point)) })
}

/// Shuffles the order, deterministically for a seed.
fn shuffle(order: &mut [usize], seed: &mut u64) {
    for last in (1..order.len()).rev() {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        order.swap(last, (*seed % (last as u64 + 1)) as usize);
    }
}
