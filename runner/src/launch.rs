//! A launch: memory for arguments, groups over threads.
#![allow(unsafe_code, reason = "kernels are called by address")]

use crate::host::drive::{self, Item};
use crate::wrong::{Fault, Local, Stuck, Wrong};
use crate::{Program, Result};
use llvm_spirv::cpu::{Checks, Kernel, Param};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The most work-items of a group.
const MOST_ITEMS: u64 = 1 << 16;

/// The grid of a launch.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The number of dimensions, 1 to 3.
    pub dimensions: u32,
    /// Work-items in each dimension.
    pub global: [u64; 3],
    /// Work-items of a group in each dimension.
    pub local: [u64; 3],
    /// Added to each global id.
    pub offset: [u64; 3],
    /// The size of sub-groups.
    pub sub_group: u32,
    /// Seeds the order of work-items, where it is to be random.
    pub seed: Option<u64>,
    /// Says how many threads run groups; 0 for as many as there are cores.
    pub threads: usize,
}

/// An argument of a kernel.
#[derive(Debug)]
pub enum Argument {
    /// A value, as it lies in memory.
    Value(Vec<u8>),
    /// A buffer, which the kernel may change.
    Buffer(Vec<u8>),
    /// So many bytes of local memory.
    Local(u64),
    /// An image.
    Image(Image),
    /// A sampler, by its bits.
    Sampler(u32),
    /// The buffers of a descriptor, or of an array of them, which the shader may change.
    Buffers(Vec<Vec<u8>>),
    /// The push constants.
    Push(Vec<u8>),
}

/// An image as the host's functions take it (`host/images.rs`).
#[derive(Clone, Debug)]
pub struct Image {
    /// The texels.
    pub data: Vec<u8>,
    /// Width, height, depth.
    pub size: [u32; 3],
    /// The number of dimensions.
    pub dimensions: u32,
    /// Channels of a texel.
    pub channels: u32,
    /// OpenCL's number of the channels' order.
    pub order: u32,
    /// OpenCL's number of the channels' type.
    pub kind: u32,
}

/// `%spirv.context` of the cpu form, and what `drive` needs besides.
#[repr(C)]
pub struct Context {
    args: *const *const c_void,
    local: *mut u8,
    pub(crate) slots: *mut u8,
    dimensions: u32,
    pub(crate) sub_group: u32,
    pub(crate) global: [u64; 3],
    pub(crate) local_size: [u64; 3],
    offset: [u64; 3],
    groups: [u64; 3],
    /// Memory that nobody reads.
    spare: *mut u8,
    pub(crate) items: *mut Item,
    pub(crate) frames: *mut u8,
    local_end: *mut u8,
    frames_end: *mut u8,
    /// Where this thread's stack was when it began.
    stack: usize,
    pub(crate) seed: u64,
    pub(crate) is_shuffled: bool,
    pub(crate) failed: *const AtomicU32,
    wrong: *const Wrong,
    /// With checks, a byte for each of local memory: 1 where that has been written.
    shadow: *mut u8,
}

impl Context {
    /// Returns whether the launch is with checks.
    pub(crate) fn is_checked(&self) -> bool {
        !self.shadow.is_null()
    }

    /// Returns what is known of so many bytes of local memory, and where they are in it.
    pub(crate) fn known<'s>(&self, place: *const u8, bytes: u64) -> Option<(&'s mut [u8], u64)> {
        let offset = (place as usize).wrapping_sub(self.local as usize);
        let size = self.local_end as usize - self.local as usize;
        if !self.is_checked() || offset >= size {
            return None;
        }
        let length = usize::try_from(bytes).unwrap_or(size).min(size - offset);
        // SAFETY: as many bytes as local memory has, of this thread.
        Some((unsafe { std::slice::from_raw_parts_mut(self.shadow.add(offset), length) }, offset as u64))
    }

    /// Leaves the first access that must not be.
    pub(crate) fn tell(&self, fault: Fault) {
        // SAFETY: what is wrong outlives the launch; a host of the document's has none.
        _ = unsafe { self.wrong.as_ref() }.map(|wrong| wrong.fault.set(fault));
    }

    /// Leaves the first work-items that never meet.
    pub(crate) fn stop(&self, stuck: Stuck) {
        // SAFETY: as of the access; the counter lives as long as the launch.
        unsafe {
            _ = self.wrong.as_ref().map(|wrong| wrong.stuck.set(stuck));
            (*self.failed).store(1, Ordering::Relaxed);
        }
    }

    /// Returns SPIR-V's storage class of what a pointer is into: Workgroup, Function or CrossWorkgroup.
    pub(crate) fn storage_class(&self, pointer: *const u8) -> i32 {
        if (self.local.cast_const()..self.local_end.cast_const()).contains(&pointer) {
            return 4;
        }
        let is_framed = (self.frames.cast_const()..self.frames_end.cast_const()).contains(&pointer);
        // Stacks grow downwards.
        let is_on_stack = (here(&0)..self.stack).contains(&(pointer as usize));
        if is_framed || is_on_stack { 7 } else { 5 }
    }
}

/// Returns an address on this thread's stack.
fn here(local: &u8) -> usize {
    std::ptr::from_ref(local) as usize
}

/// Memory that is aligned as any type is.
struct Aligned(*mut u8, Layout);

impl Aligned {
    fn new(size: u64) -> Result<Self> {
        let size = usize::try_from(size.max(1)).map_err(|error| error.to_string())?;
        let layout = Layout::from_size_align(size, 128).map_err(|error| error.to_string())?;
        // SAFETY: a layout that is not empty.
        let memory = unsafe { alloc_zeroed(layout) };
        if memory.is_null() { Err(format!("no memory for {size} bytes")) } else { Ok(Self(memory, layout)) }
    }

    fn holding(bytes: &[u8]) -> Result<Self> {
        let memory = Self::new(bytes.len() as u64)?;
        // SAFETY: as many bytes as there are.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), memory.0, bytes.len()) };
        Ok(memory)
    }

    fn take(&self, length: usize) -> Vec<u8> {
        // SAFETY: no more bytes than the memory has, all of them initialised.
        unsafe { std::slice::from_raw_parts(self.0, length.min(self.1.size())).to_vec() }
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        // SAFETY: of the global allocator, by that layout.
        unsafe { dealloc(self.0, self.1) }
    }
}

/// Says what the arguments are in memory.
struct Bound {
    memory: Vec<Aligned>,
    values: Values,
}

/// Says what all threads read.
struct Values {
    /// The bytes of each argument's value; for local memory, its offset and size.
    all: Vec<Value>,
    /// The bytes of local memory, of which each thread has its own.
    local: u64,
}

enum Value {
    Bytes(Vec<u8>),
    Local(u64, u64),
}

fn matches(param: &Param, argument: &Argument) -> bool {
    match (param, argument) {
        (Param::Value(size), Argument::Value(bytes)) => *size == bytes.len() as u64,
        (Param::Pointer, Argument::Buffer(_)) | (Param::Local, Argument::Local(_)) => true,
        (Param::Object(name), Argument::Image(_)) => name == "spirv.Image",
        (Param::Object(name), Argument::Sampler(_)) => name == "spirv.Sampler",
        (Param::Binding(binding), Argument::Buffers(buffers)) => {
            binding.object.is_none() && (binding.count == 0 || binding.count == buffers.len() as u64)
        }
        (Param::Binding(binding), Argument::Image(_)) => {
            binding.object.as_ref().is_some_and(|name| name.ends_with("Image"))
        }
        (Param::Push(size), Argument::Push(bytes)) => *size <= bytes.len() as u64,
        _ => false,
    }
}

fn check(kernel: &Kernel, arguments: &[Argument]) -> Result<()> {
    if kernel.params.len() != arguments.len() {
        let (needs, has) = (kernel.params.len(), arguments.len());
        return Err(format!("the kernel `{}` has {needs} parameters, not {has}", kernel.name));
    }
    for (index, (param, argument)) in kernel.params.iter().zip(arguments).enumerate() {
        if !matches(param, argument) {
            let given = match argument {
                Argument::Value(bytes) => format!("a value of {} bytes", bytes.len()),
                Argument::Buffer(_) => "a buffer".to_owned(),
                Argument::Local(_) => "local memory".to_owned(),
                Argument::Image(_) => "an image".to_owned(),
                Argument::Sampler(_) => "a sampler".to_owned(),
                Argument::Buffers(buffers) => format!("{} buffers", buffers.len()),
                Argument::Push(bytes) => format!("{} bytes of push constants", bytes.len()),
            };
            return Err(format!("parameter {index} of `{}` is {param:?}, and {given} is given for it", kernel.name));
        }
    }
    Ok(())
}

fn bind(arguments: &[Argument], module_local: u64) -> Result<Bound> {
    let mut bound = Bound { memory: Vec::new(), values: Values { all: Vec::new(), local: module_local } };
    for argument in arguments {
        let value = match argument {
            Argument::Value(bytes) => Value::Bytes(bytes.clone()),
            Argument::Local(size) => {
                let begin = bound.values.local.next_multiple_of(128);
                bound.values.local = begin.checked_add(*size).ok_or("too much local memory")?;
                Value::Local(begin, *size)
            }
            Argument::Sampler(bits) => Value::Bytes(u64::from(*bits).to_le_bytes().to_vec()),
            Argument::Buffer(bytes) => {
                let memory = Aligned::holding(bytes)?;
                let words = [memory.0 as u64, bytes.len() as u64];
                bound.memory.push(memory);
                Value::Bytes(words.map(u64::to_le_bytes).concat())
            }
            Argument::Buffers(buffers) => Value::Bytes(table(buffers, &mut bound.memory)?),
            Argument::Push(bytes) => Value::Bytes(table(std::slice::from_ref(bytes), &mut bound.memory)?),
            Argument::Image(image) => {
                let texels = Aligned::holding(&image.data)?;
                let mut header = (texels.0 as u64).to_le_bytes().to_vec();
                let words = [
                    image.size[0],
                    image.size[1],
                    image.size[2],
                    image.dimensions,
                    image.channels,
                    image.order,
                    image.kind,
                ];
                header.extend(words.into_iter().flat_map(u32::to_le_bytes));
                let header = Aligned::holding(&header)?;
                let address = header.0 as u64;
                bound.memory.push(texels);
                bound.memory.push(header);
                Value::Bytes(address.to_le_bytes().to_vec())
            }
        };
        bound.values.all.push(value);
    }
    Ok(bound)
}

/// The table of a shader's buffers: address and size of each.
fn table(buffers: &[Vec<u8>], memory: &mut Vec<Aligned>) -> Result<Vec<u8>> {
    let mut table = Vec::new();
    for bytes in buffers {
        let held = Aligned::holding(bytes)?;
        table.extend((held.0 as u64).to_le_bytes());
        table.extend((bytes.len() as u64).to_le_bytes());
        memory.push(held);
    }
    Ok(table)
}

/// Gives back what buffers and images hold now, in the order in which they were bound.
fn unbind(arguments: &mut [Argument], bound: &Bound) {
    let mut memory = bound.memory.iter();
    for argument in arguments {
        match argument {
            Argument::Buffer(bytes) => {
                if let Some(held) = memory.next() {
                    *bytes = held.take(bytes.len());
                }
            }
            Argument::Buffers(buffers) => {
                for (bytes, held) in buffers.iter_mut().zip(memory.by_ref()) {
                    *bytes = held.take(bytes.len());
                }
            }
            Argument::Push(_) => _ = memory.next(),
            Argument::Image(image) => {
                if let (Some(held), Some(_)) = (memory.next(), memory.next()) {
                    image.data = held.take(image.data.len());
                }
            }
            _ => {}
        }
    }
}

fn check_grid(kernel: &Kernel, grid: &Grid) -> Result<()> {
    if !(1..=3).contains(&grid.dimensions) || grid.sub_group == 0 || grid.sub_group > 64 {
        return Err("a grid has 1 to 3 dimensions, and sub-groups 1 to 64 work-items".to_owned());
    }
    let items = grid.local.iter().try_fold(1_u64, |product, size| product.checked_mul(*size));
    if grid.local.contains(&0) || items.is_none_or(|items| items > MOST_ITEMS) {
        return Err(format!("work-groups have 1 to {MOST_ITEMS} work-items"));
    }
    match kernel.required_size {
        Some(size) if size != grid.local => {
            Err(format!("the kernel `{}` needs work-groups of {}x{}x{}", kernel.name, size[0], size[1], size[2]))
        }
        _ => Ok(()),
    }
}

/// Runs a kernel for a grid; buffers and images hold what it has written then. Returns the time that the groups took.
///
/// # Errors
/// Arguments or sizes that do not fit the kernel, and work-items that wait for each other at different barriers.
pub fn launch(program: &Program, name: &str, grid: &Grid, arguments: &mut [Argument]) -> Result<Duration> {
    let kernel = program.kernels.iter().find(|kernel| kernel.name == name);
    let kernel = kernel.ok_or_else(|| {
        if let Some((_, why)) = program.left_out.iter().find(|(left_out, _)| left_out == name) {
            return why.clone();
        }
        let names: Vec<_> = program.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        format!("the module has no kernel `{name}`; it has: {}", names.join(", "))
    })?;
    check(kernel, arguments)?;
    check_grid(kernel, grid)?;
    let bound = bind(arguments, program.local_size)?;
    let code = Entry {
        group: program.code.address(&format!("{name}.group"))?,
        step: grid.seed.map(|_| program.code.address(&format!("{name}.step"))).transpose()?.unwrap_or(0),
        begin: grid.seed.map(|_| program.code.address(&format!("{name}.begin"))).transpose()?.unwrap_or(0),
    };
    let wrong = Wrong::default();
    let begin = Instant::now();
    run(kernel, grid, &bound.values, &code, (&wrong, program.checks))?;
    let time = begin.elapsed();
    unbind(arguments, &bound);
    match (wrong.fault.get(), wrong.stuck.get()) {
        (Some(fault), _) => Err(fault.text(kernel, &locals(program, &bound.values))),
        (None, Some(stuck)) => Err(stuck.text(kernel)),
        (None, None) => Ok(time),
    }
}

/// The parts of local memory, with names for messages.
fn locals(program: &Program, values: &Values) -> Vec<Local> {
    let named = program.locals.iter().map(|(name, begin, end)| (format!("`{name}`"), *begin, *end));
    let given = values.all.iter().enumerate().filter_map(|(number, value)| match value {
        Value::Local(begin, size) => Some((format!("the local memory of argument {number}"), *begin, begin + size)),
        Value::Bytes(_) => None,
    });
    named.chain(given).collect()
}

struct Entry {
    group: usize,
    /// The step, and what a group begins with, where the order of work-items is random.
    step: usize,
    begin: usize,
}

fn run(kernel: &Kernel, grid: &Grid, bound: &Values, code: &Entry, wrong: (&Wrong, Checks)) -> Result<()> {
    let groups = [0, 1, 2].map(|d| grid.global[d].div_ceil(grid.local[d]));
    let count = groups.iter().try_fold(1_u64, |product, n| product.checked_mul(*n)).ok_or("too many work-groups")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if grid.threads == 0 { cores } else { grid.threads }.min(usize::try_from(count).unwrap_or(1)).max(1);
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        let work = || worker(kernel, grid, bound, code, wrong, (&next, count, groups));
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread has died".to_owned())?)
    })
}

/// Runs groups until none is left.
fn worker(
    kernel: &Kernel,
    grid: &Grid,
    bound: &Values,
    code: &Entry,
    (wrong, checks): (&Wrong, Checks),
    (next, count, groups): (&AtomicU64, u64, [u64; 3]),
) -> Result<()> {
    let items = grid.local.iter().product::<u64>();
    let frame = kernel.frame_size.next_multiple_of(128);
    let (local, slots) = (Aligned::new(bound.local)?, Aligned::new(items * 128)?);
    let frames = Aligned::new(items.checked_mul(frame).ok_or("too much memory for work-items")?)?;
    let records = Aligned::new(items * size_of::<Item>() as u64)?;
    let spare = Aligned::new(4096)?;
    let shadow = if checks == Checks::Reported { Some(Aligned::new(local.1.size() as u64)?) } else { None };
    let values: Vec<Vec<u8>> = bound.all.iter().map(|value| bytes_of(value, &local)).collect();
    let pointers: Vec<*const c_void> = values.iter().map(|value| value.as_ptr().cast()).collect();
    let mut context = Context {
        args: pointers.as_ptr(),
        local: local.0,
        slots: slots.0,
        dimensions: grid.dimensions,
        sub_group: grid.sub_group,
        global: grid.global,
        local_size: grid.local,
        offset: grid.offset,
        groups,
        spare: spare.0,
        items: records.0.cast(),
        frames: frames.0,
        local_end: local.0.wrapping_add(local.1.size()),
        frames_end: frames.0.wrapping_add(frames.1.size()),
        stack: here(&0),
        seed: grid.seed.unwrap_or(0),
        is_shuffled: grid.seed.is_some(),
        failed: &raw const wrong.failed,
        wrong,
        shadow: shadow.as_ref().map_or(std::ptr::null_mut(), |shadow| shadow.0),
    };
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= count || wrong.failed.load(Ordering::Relaxed) != 0 {
            return Ok(());
        }
        if let Some((known, _)) = context.known(local.0, u64::MAX) {
            known.fill(0);
        }
        let (x, y, z) = (index % groups[0], index / groups[0] % groups[1], index / groups[0] / groups[1]);
        context.seed = grid.seed.unwrap_or(0) ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if grid.seed.is_some() {
            // SAFETY: functions of this kernel, with a context of this launch.
            unsafe {
                let begin = std::mem::transmute::<usize, extern "C" fn(*mut Context)>(code.begin);
                begin(&raw mut context);
                drive::spirv_drive(
                    &raw mut context,
                    x,
                    y,
                    z,
                    std::mem::transmute::<usize, drive::Step>(code.step),
                    kernel.key_words,
                    false,
                )
            };
            continue;
        }
        // SAFETY: the compiled function has this type (`shell.rs` of the cpu form), and the context all that it reads.
        unsafe {
            let group = std::mem::transmute::<usize, extern "C" fn(*mut Context, u64, u64, u64)>(code.group);
            group(&raw mut context, x, y, z);
        }
    }
}

fn bytes_of(value: &Value, local: &Aligned) -> Vec<u8> {
    match value {
        Value::Bytes(bytes) => bytes.clone(),
        Value::Local(offset, size) => [local.0 as u64 + offset, *size].map(u64::to_le_bytes).concat(),
    }
}
