//! The functions by which kernels access the device's queue (OpenCL C 3.0, 6.15.17).

use super::named::named;
use crate::abi::Item;
use crate::context::Context;
use crate::launch::{self, MOST_ITEMS};
use crate::queue::{Command, Enqueued, Job, Queue};
use crate::{Argument, Grid, errors};
use std::slice;

/// The error codes of OpenCL's functions.
const INVALID_EVENTS: i32 = -57;
const INVALID_SIZE: i32 = -51;
const INVALID_QUEUE: i32 = -102;
const INVALID_RANGE: i32 = -160;
const FAILURE: i32 = -101;

/// The contents of an nd-range: dimensions; offset, global and local size.
type Range = [u64; 10];

/// Returns the queue of a context's launch; `None` with a host that calls the cpu form itself.
fn queue<'q>(context: *const Context) -> Option<&'q Queue> {
    // SAFETY: the context of this thread; the queue lives as long as the launch.
    unsafe { context.as_ref() }.and_then(Context::queue)
}

fn kernel(queue: &Queue, invoke: usize) -> Option<&Enqueued> {
    let found = queue.kernels.iter().find(|kernel| kernel.group == invoke);
    if found.is_none() {
        queue.fail(errors::execution("a kernel enqueues another that the cpu form lacks"));
    }
    found
}

/// Returns the grid of an nd-range for a kernel.
fn grid(queue: &Queue, range: &Range, kernel: &Enqueued) -> Grid {
    let dimensions = u32::try_from(range[0]).unwrap_or(0);
    let of = |first: usize, d: usize| range.get(first + d).copied().filter(|_| (d as u64) < range[0]);
    let global = [0, 1, 2].map(|d| of(4, d).unwrap_or(1));
    let local = [0, 1, 2].map(|d| of(7, d).unwrap_or(1));
    let offset = [0, 1, 2].map(|d| of(1, d).unwrap_or(0));
    let chosen = kernel.facts.required_size.unwrap_or_else(|| Grid::dividing(global));
    let local = if local.contains(&0) { chosen } else { local };
    Grid { dimensions, global, local, offset, ..queue.grid.clone() }
}

/// Reads events from the module's memory.
unsafe fn events(queue: &Queue, count: i32, list: *const u8) -> Option<Vec<usize>> {
    let count = usize::try_from(count).ok()?;
    if (count == 0) != list.is_null() && count != 0 {
        return None;
    }
    let event = |index: usize| {
        let mut bytes = [0; 8];
        // SAFETY: as many events as the kernel says, in its own memory.
        let read = unsafe { slice::from_raw_parts(list.add(index * queue.address_bytes), queue.address_bytes) };
        bytes.iter_mut().zip(read).for_each(|(to, from)| *to = *from);
        usize::from_le_bytes(bytes)
    };
    Some((0..count).map(event).collect())
}

/// Adds a command, and stores its event.
unsafe fn add(queue: &Queue, item: *const Item, job: Option<Job>, waits: Vec<usize>, made: *mut u8) -> i32 {
    // SAFETY: the work-item that enqueues it.
    let [x, y, z] = unsafe { (*item).group() };
    let command = Command { group: [z, y, x], job, waits, event: None };
    let Some(event) = queue.add(command, !made.is_null()) else { return INVALID_EVENTS };
    if !made.is_null() {
        let bytes = event.to_le_bytes();
        // SAFETY: room for an event, in the kernel's own memory.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), made, queue.address_bytes) };
    }
    0
}

/// Implements `OpEnqueueKernel`. The flags state the earliest start: starting after the end of the grid satisfies all
/// of them.
unsafe extern "C" fn spirv_queue_kernel(
    context: *const Context,
    item: *const Item,
    flags: i32,
    range: &Range,
    count: i32,
    waits: *const u8,
    made: *mut u8,
    invoke: usize,
    block: *const u8,
    size: i32,
    locals: *const u64,
    local_count: i32,
) -> i32 {
    let Some(queue) = queue(context) else { return INVALID_QUEUE };
    let Some(kernel) = kernel(queue, invoke).filter(|_| (0..=2).contains(&flags)) else { return FAILURE };
    // SAFETY: the kernel's own memory: its events, what its block has captured, and the sizes.
    let (waits, block, sizes) = unsafe {
        let Some(waits) = events(queue, count, waits) else { return INVALID_EVENTS };
        let block = slice::from_raw_parts(block, usize::try_from(size).unwrap_or(0)).to_vec();
        (waits, block, slice::from_raw_parts(locals, usize::try_from(local_count).unwrap_or(0)))
    };
    let grid = grid(queue, range, kernel);
    if launch::check_grid(&kernel.facts, &grid).is_err() {
        return INVALID_RANGE;
    }
    let mut arguments = vec![Argument::Buffer(block)];
    arguments.extend(sizes.iter().map(|size| Argument::Local(*size)));
    if crate::bound::check(&kernel.facts, &arguments).is_err() {
        return INVALID_SIZE;
    }
    let job = Job { kernel: kernel.number, grid, arguments };
    // SAFETY: the work-item of this thread, and its memory.
    unsafe { add(queue, item, Some(job), waits, made) }
}

/// Implements `OpEnqueueMarker`.
unsafe extern "C" fn spirv_queue_marker(
    context: *const Context,
    item: *const Item,
    count: i32,
    waits: *const u8,
    made: *mut u8,
) -> i32 {
    let Some(queue) = queue(context) else { return INVALID_QUEUE };
    // SAFETY: as of a kernel.
    unsafe {
        match events(queue, count, waits).filter(|waits| !waits.is_empty()) {
            Some(waits) => add(queue, item, None, waits, made),
            None => INVALID_EVENTS,
        }
    }
}

unsafe extern "C" fn spirv_event_create(context: *const Context, _: *const Item) -> usize {
    queue(context).map_or(0, Queue::create_event)
}

unsafe extern "C" fn spirv_event_set(context: *const Context, _: *const Item, event: usize, status: i32) {
    queue(context).into_iter().for_each(|queue| queue.set_event(event, status));
}

unsafe extern "C" fn spirv_event_retain(context: *const Context, _: *const Item, event: usize) {
    queue(context).into_iter().for_each(|queue| queue.refer(event, true));
}

unsafe extern "C" fn spirv_event_release(context: *const Context, _: *const Item, event: usize) {
    queue(context).into_iter().for_each(|queue| queue.refer(event, false));
}

unsafe extern "C" fn spirv_event_valid(context: *const Context, _: *const Item, event: usize) -> i32 {
    i32::from(queue(context).is_some_and(|queue| queue.has_event(event)))
}

/// Implements `OpCaptureEventProfilingInfo` for its only kind: the time of the command, and that including its
/// children.
unsafe extern "C" fn spirv_event_times(context: *const Context, _: *const Item, event: usize, what: i32, to: usize) {
    if what == 1 && to != 0 {
        queue(context).into_iter().for_each(|queue| queue.times(event, to));
    }
}

/// Returns the maximum group size of a kernel.
fn most(queue: &Queue, invoke: usize) -> u64 {
    let required = kernel(queue, invoke).and_then(|kernel| kernel.facts.required_size);
    required.map_or(MOST_ITEMS, |size| size.iter().product())
}

fn number(value: u64) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

unsafe extern "C" fn spirv_kernel_size(context: *const Context, _: *const Item, invoke: usize) -> i32 {
    queue(context).map_or(0, |queue| number(most(queue, invoke)))
}

unsafe extern "C" fn spirv_kernel_multiple(context: *const Context, _: *const Item, _: usize) -> i32 {
    queue(context).map_or(0, |queue| queue.grid.sub_group.cast_signed())
}

/// Returns the group size of an nd-range.
fn items(queue: &Queue, range: &Range, invoke: usize) -> u64 {
    kernel(queue, invoke).map_or(0, |kernel| grid(queue, range, kernel).local.iter().product())
}

unsafe extern "C" fn spirv_kernel_sub_groups(
    context: *const Context,
    _: *const Item,
    range: &Range,
    invoke: usize,
) -> i32 {
    let count = |queue: &Queue| items(queue, range, invoke).div_ceil(u64::from(queue.grid.sub_group));
    queue(context).map_or(0, |queue| number(count(queue)))
}

unsafe extern "C" fn spirv_kernel_sub_group_size(
    context: *const Context,
    _: *const Item,
    range: &Range,
    invoke: usize,
) -> i32 {
    let size = |queue: &Queue| items(queue, range, invoke).min(u64::from(queue.grid.sub_group));
    queue(context).map_or(0, |queue| number(size(queue)))
}

/// Returns the size of a group with this number of subgroups; 0 if there is none.
unsafe extern "C" fn spirv_kernel_local_size(
    context: *const Context,
    _: *const Item,
    count: i32,
    invoke: usize,
) -> i32 {
    let size = |queue: &Queue| {
        let size = u64::try_from(count).unwrap_or(0) * u64::from(queue.grid.sub_group);
        if size <= most(queue, invoke) { size } else { 0 }
    };
    queue(context).map_or(0, |queue| number(size(queue)))
}

unsafe extern "C" fn spirv_kernel_most_sub_groups(context: *const Context, _: *const Item, invoke: usize) -> i32 {
    let count = |queue: &Queue| most(queue, invoke).div_ceil(u64::from(queue.grid.sub_group));
    queue(context).map_or(0, |queue| number(count(queue)))
}

/// Returns the names and addresses of these functions.
pub fn symbols() -> Vec<(String, usize)> {
    named![
        spirv_queue_kernel,
        spirv_queue_marker,
        spirv_event_create,
        spirv_event_set,
        spirv_event_retain,
        spirv_event_release,
        spirv_event_valid,
        spirv_event_times,
        spirv_kernel_size,
        spirv_kernel_multiple,
        spirv_kernel_sub_groups,
        spirv_kernel_sub_group_size,
        spirv_kernel_local_size,
        spirv_kernel_most_sub_groups
    ]
}
