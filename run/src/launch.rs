//! A launch: the memory for arguments, and the groups, distributed over threads.
#![allow(unsafe_code, reason = "kernels are called by address")]

use crate::abi::{Item, SLOT};
use crate::bound::{Bound, Value, Values, bind, check, unbind};
use crate::context::{Context, here};
use crate::form::{Checks, Kernel, Stage};
use crate::host::drive;
use crate::host::pipes::Storages;
use crate::memory::{Aligned, Room, threads};
use crate::order::Order;
use crate::queue::{Enqueued, Job, Queue};
use crate::wrong::{Local, Wrong};
use crate::{Program, errors};
use llvm_spirv::error::Result;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limit on work-items of a group.
pub const MOST_ITEMS: u64 = 1 << 16;

/// The limit on groups that a thread takes at once.
const MOST_GROUPS: u64 = 64;

/// The grid of a launch.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The number of dimensions, 1 to 3.
    pub dimensions: u32,
    /// Work-items in each dimension.
    pub global: [u64; 3],
    /// Work-items of a group in each dimension.
    pub local: [u64; 3],
    /// The offset added to each global id.
    pub offset: [u64; 3],
    /// The size of sub-groups.
    pub sub_group: u32,
    /// The seed for a random order of work-groups and work-items; in order without one.
    pub seed: Option<u64>,
    /// The number of threads that run groups; 0 means one per core.
    pub threads: usize,
}

impl Grid {
    /// Returns a grid of one dimension, of `global` work-items in groups of `local`, in sub-groups of 8, in order, on all cores.
    #[must_use]
    pub const fn line(global: u64, local: u64) -> Self {
        let (global, local) = ([global, 1, 1], [local, 1, 1]);
        Self { dimensions: 1, global, local, offset: [0; 3], sub_group: 8, seed: None, threads: 0 }
    }

    /// Returns the largest group sizes up to 16 that divide the grid in each dimension.
    #[must_use]
    pub fn dividing(global: [u64; 3]) -> [u64; 3] {
        global.map(|size| (1..=16).rev().find(|divisor| size % divisor == 0).unwrap_or(1))
    }
}

/// An argument of a kernel.
#[derive(Debug)]
pub enum Argument {
    /// A value, as laid out in memory.
    Value(Vec<u8>),
    /// A buffer, which the kernel may change.
    Buffer(Vec<u8>),
    /// Local memory of this many bytes.
    Local(u64),
    /// An image.
    Image(Image),
    /// A sampler, by its bits.
    Sampler(u32),
    /// An image with a sampler, by its bits.
    Sampled(Image, u32),
    /// The buffers of a descriptor, or of an array of them, which the shader may change.
    Buffers(Vec<Vec<u8>>),
    /// Images, samplers, or both together, in an array of descriptors.
    Array(Vec<Argument>),
    /// The push constants.
    Push(Vec<u8>),
    /// A pipe.
    Pipe(Pipe),
    /// The memory of an earlier argument: for another variable with the same descriptor.
    Same(usize),
    /// No memory, for a parameter that the entry point never reaches.
    Nothing,
    /// A buffer without a parameter, after the arguments for all parameters, which is accessed by address.
    Beside(Vec<u8>),
}

/// A byte in the memory of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The argument, and the index in it if it consists of several buffers.
    pub holder: (usize, usize),
    /// The byte offset.
    pub offset: usize,
}

/// An address of 8 bytes, stored in memory when the launch begins. If it is unchanged at the end, the original content
/// is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The place where it is stored.
    pub at: Place,
    /// The place to which it points.
    pub to: Place,
}

/// An image in the form for the host's functions (`host/images.rs`).
#[derive(Clone, Debug)]
pub struct Image {
    /// The texels.
    pub data: Vec<u8>,
    /// Width, height, depth.
    pub size: [u32; 3],
    /// The number of dimensions.
    pub dimensions: u32,
    /// The number of channels of a texel.
    pub channels: u32,
    /// OpenCL's number for the channel order.
    pub order: u32,
    /// OpenCL's number for the channel type.
    pub kind: u32,
    /// The number of levels, which are stored one after the other.
    pub levels: u32,
    /// The number of samples of a texel, which are stored side by side.
    pub samples: u32,
    /// The number of dimensions that are halved from level to level: layers are not.
    pub shrinking: u32,
}

impl Image {
    /// Returns the number of samples in all levels.
    #[must_use]
    pub fn texels(&self) -> u64 {
        let mut size = self.size.map(u64::from);
        let mut sum = 0_u64;
        for _ in 0..self.levels {
            sum += size.iter().product::<u64>() * u64::from(self.samples);
            size.iter_mut().take(self.shrinking as usize).for_each(|size| *size = (*size / 2).max(1));
        }
        sum
    }
}

/// A pipe in the form for the host's functions (`host/pipes.rs`).
#[derive(Clone, Debug)]
pub struct Pipe {
    /// The packets in it, the oldest first.
    pub packets: Vec<u8>,
    /// The bytes of a packet.
    pub packet: u32,
    /// The maximum number of packets.
    pub capacity: u32,
}

/// Rejects sizes that do not fit the kernel.
pub fn check_grid(kernel: &Kernel, grid: &Grid) -> Result<()> {
    if !(1..=3).contains(&grid.dimensions) || grid.sub_group == 0 || grid.sub_group > 64 {
        return Err(errors::launch("a grid has 1 to 3 dimensions, and sub-groups 1 to 64 work-items"));
    }
    let items = grid.local.iter().try_fold(1_u64, |product, size| product.checked_mul(*size));
    if grid.local.contains(&0) || items.is_none_or(|items| items > MOST_ITEMS) {
        return Err(errors::launch(format!("work-groups have 1 to {MOST_ITEMS} work-items")));
    }
    if kernel.stage == Stage::Fragment && (grid.sub_group != 4 || grid.global[0] % 2 + grid.global[1] % 2 != 0) {
        let text = "fragments are in quads: width and height are even, and sub-groups have 4";
        return Err(errors::launch(text));
    }
    match kernel.required_size {
        Some([x, y, z]) if [x, y, z] != grid.local => {
            Err(errors::launch(format!("the kernel `{}` needs work-groups of {x}x{y}x{z}", kernel.name)))
        }
        _ => Ok(()),
    }
}

/// Runs a kernel for a grid, which updates the buffers and images. Returns the time that the groups took.
///
/// # Errors
///
/// Arguments or sizes that do not fit the kernel, and work-items that wait for each other at different barriers.
pub fn launch(program: &Program, name: &str, grid: &Grid, arguments: &mut [Argument]) -> Result<Duration> {
    launch_with(program, name, grid, arguments, &[])
}

/// Runs a kernel for a grid as [`launch`] does, with addresses in memory.
///
/// # Errors
///
/// The errors of [`launch`], and invalid addresses.
pub fn launch_with(
    program: &Program,
    name: &str,
    grid: &Grid,
    arguments: &mut [Argument],
    addresses: &[Address],
) -> Result<Duration> {
    let ready = Ready::new(program, name, grid, (arguments, addresses))?;
    let result = ready.run();
    unbind(arguments, &ready.bound);
    result
}

/// Runs a kernel several times on the same memory, without updating the arguments; returns the least time.
///
/// # Errors
///
/// The errors of [`launch`].
pub fn time(
    program: &Program,
    name: &str,
    grid: &Grid,
    (arguments, addresses): (&[Argument], &[Address]),
    times: u32,
) -> Result<Option<Duration>> {
    let ready = Ready::new(program, name, grid, (arguments, addresses))?;
    let all = (0..times).map(|_| ready.run()).collect::<Result<Vec<_>>>()?;
    Ok(all.into_iter().min())
}

/// A launch with all its resources.
struct Ready<'l> {
    program: &'l Program,
    kernel: &'l Kernel,
    grid: &'l Grid,
    bound: Bound,
    code: Entry<'l>,
}

impl<'l> Ready<'l> {
    fn new(
        program: &'l Program,
        name: &str,
        grid: &'l Grid,
        (arguments, addresses): (&[Argument], &[Address]),
    ) -> Result<Self> {
        let kernel = kernel(program, name)?;
        check(kernel, arguments)?;
        check_grid(kernel, grid)?;
        let code = Entry::of(program, name, grid)?;
        let bound = bind(arguments, addresses, program.local_size, program.room)?;
        Ok(Self { program, kernel, grid, bound, code })
    }

    fn run(&self) -> Result<Duration> {
        let queue = queue(self.program, self.grid)?;
        let begin = Instant::now();
        run_grid(self.program, self.kernel, self.grid, (&self.bound.values, &self.code), &queue)?;
        while let Some((job, event)) = queue.next()? {
            let begin = Instant::now();
            run_job(self.program, &job, &queue)?;
            queue.done(event, begin.elapsed());
        }
        Ok(begin.elapsed())
    }
}

/// Returns an empty queue for the commands that a launch enqueues.
fn queue(program: &Program, grid: &Grid) -> Result<Queue> {
    let kernels = program.kernels.iter().enumerate().filter(|(_, kernel)| kernel.is_enqueued);
    let kernels = kernels.map(|(number, kernel)| {
        let group = program.code.address(&format!("{}.group", kernel.name))?;
        Ok(Enqueued { group, number, facts: kernel.clone() })
    });
    Ok(Queue::new(kernels.collect::<Result<Vec<_>>>()?, grid, program.room.address_bytes()))
}

/// Runs an enqueued grid.
fn run_job(program: &Program, job: &Job, queue: &Queue) -> Result<()> {
    let kernel = program.kernels.get(job.kernel);
    let kernel = kernel.ok_or_else(|| errors::internal("an enqueued kernel that is not there"))?;
    let bound = bind(&job.arguments, &[], program.local_size, program.room)?;
    let code = Entry::of(program, &kernel.name, &job.grid)?;
    run_grid(program, kernel, &job.grid, (&bound.values, &code), queue)
}

/// Runs the groups of a grid, and returns an error for the first fault.
fn run_grid(
    program: &Program,
    kernel: &Kernel,
    grid: &Grid,
    (values, code): (&Values, &Entry<'_>),
    queue: &Queue,
) -> Result<()> {
    let wrong = Wrong::default();
    run(kernel, grid, values, (code, program.room), (&wrong, program.checks), queue)?;
    match (wrong.fault.get(), wrong.stuck.get()) {
        (Some(fault), _) => Err(fault.error(kernel, &locals(program, values), &program.sources)),
        (None, Some(stuck)) => Err(errors::execution(stuck.text(kernel))),
        (None, None) => Ok(()),
    }
}

/// Returns the kernel with that name, or the reason why there is none.
fn kernel<'l>(program: &'l Program, name: &str) -> Result<&'l Kernel> {
    program.kernels.iter().find(|kernel| kernel.name == name).ok_or_else(|| {
        if let Some((_, why)) = program.left_out.iter().find(|(left_out, _)| left_out == name) {
            return why.clone();
        }
        let names: Vec<_> = program.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        let error = errors::launch(format!("the module has no kernel `{name}`"));
        error.hint(format!("it has {}", if names.is_empty() { "none".to_owned() } else { names.join(", ") }))
    })
}

/// Returns the parts of local memory, with names for messages.
fn locals(program: &Program, values: &Values) -> Vec<Local> {
    let named = program.locals.iter().map(|(name, begin, end)| (format!("`{name}`"), *begin, *end));
    let given = values.all.iter().enumerate().filter_map(|(number, value)| match value {
        Value::Local(begin, size) => Some((format!("the local memory of argument {number}"), *begin, begin + size)),
        Value::Bytes(_) | Value::Table(..) => None,
    });
    named.chain(given).collect()
}

struct Entry<'p> {
    group: usize,
    /// The functions for a work-item and the beginning of a group, if the order of work-items is random.
    step: usize,
    begin: usize,
    /// The program's pipes.
    storages: &'p Storages,
}

impl<'p> Entry<'p> {
    fn of(program: &'p Program, name: &str, grid: &Grid) -> Result<Self> {
        let of_order = |part: &str| match grid.seed {
            Some(_) => program.code.address(&format!("{name}.{part}")),
            None => Ok(0),
        };
        let group = program.code.address(&format!("{name}.group"))?;
        let (step, begin) = (of_order("step")?, of_order("begin")?);
        Ok(Self { group, step, begin, storages: &program.storages })
    }
}

fn run(
    kernel: &Kernel,
    grid: &Grid,
    bound: &Values,
    (code, room): (&Entry<'_>, Room),
    wrong: (&Wrong, Checks),
    queue: &Queue,
) -> Result<()> {
    let groups = [0, 1, 2].map(|d| grid.global[d].div_ceil(grid.local[d]));
    let count = groups
        .iter()
        .try_fold(1_u64, |product, n| product.checked_mul(*n))
        .ok_or_else(|| errors::launch("too many work-groups"))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = if grid.threads == 0 { cores } else { grid.threads }.min(usize::try_from(count).unwrap_or(1)).max(1);
    let next = AtomicU64::new(0);
    let some = (count / (16 * workers as u64)).clamp(1, MOST_GROUPS);
    let work = || worker(kernel, grid, bound, (code, room), (wrong, queue), (&next, some, count, groups));
    threads(room, workers, &work)
}

/// Runs groups until none is left.
fn worker(
    kernel: &Kernel,
    grid: &Grid,
    bound: &Values,
    (code, room): (&Entry<'_>, Room),
    ((wrong, checks), queue): ((&Wrong, Checks), &Queue),
    (next, some, count, groups): (&AtomicU64, u64, u64, [u64; 3]),
) -> Result<()> {
    let memory = |size| Aligned::new(size, room);
    let items = grid.local.iter().product::<u64>();
    let frame = kernel.frame_size.next_multiple_of(128);
    let (local, slots) = (memory(bound.local)?, memory(items * SLOT)?);
    let frames = memory(items.checked_mul(frame).ok_or_else(|| errors::launch("too much memory for work-items"))?)?;
    let records = memory(items * size_of::<Item>() as u64)?;
    let spare = memory(4096)?;
    let shadow = if checks == Checks::Reported { Some(memory(local.1.size() as u64)?) } else { None };
    let values = bound.all.iter().map(|value| Aligned::holding(&bytes_of(value, &local), room));
    let values = values.collect::<Result<Vec<_>>>()?;
    let pointers: Vec<*const c_void> =
        values.iter().map(|value| value.0.wrapping_add(HEAD).cast_const().cast()).collect();
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
        stack: here(),
        seed: grid.seed.unwrap_or(0),
        is_shuffled: grid.seed.is_some(),
        failed: &raw const wrong.failed,
        wrong: std::ptr::from_ref(wrong).cast(),
        shadow: shadow.as_ref().map_or(std::ptr::null_mut(), |shadow| shadow.0),
        queue: std::ptr::from_ref(queue).cast(),
        values: std::ptr::from_ref(bound).cast(),
        storages: std::ptr::from_ref(code.storages).cast(),
    };
    let order = Order::of(grid.seed, count);
    loop {
        let first = next.fetch_add(some, Ordering::Relaxed);
        if first >= count {
            return Ok(());
        }
        for index in first..count.min(first + some) {
            if wrong.failed.load(Ordering::Relaxed) != 0 {
                return Ok(());
            }
            let index = order.at(index);
            let group = [index % groups[0], index / groups[0] % groups[1], index / groups[0] / groups[1]];
            context.seed = grid.seed.unwrap_or(0) ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            one(&mut context, kernel, code, group);
        }
    }
}

/// Runs a group.
fn one(context: &mut Context, kernel: &Kernel, code: &Entry<'_>, [x, y, z]: [u64; 3]) {
    if let Some((known, _)) = context.known(context.local, u64::MAX) {
        known.fill(0);
    }
    // SAFETY: the compiled functions have these types (`shell.rs` of the cpu form), and the context all that they read.
    unsafe {
        if context.is_shuffled {
            let begin = std::mem::transmute::<usize, extern "C" fn(*mut Context)>(code.begin);
            let step = std::mem::transmute::<usize, drive::Step>(code.step);
            begin(&raw mut *context);
            drive::spirv_drive(&raw mut *context, x, y, z, step, kernel.key_words, false);
        } else {
            let group = std::mem::transmute::<usize, extern "C" fn(*mut Context, u64, u64, u64)>(code.group);
            group(&raw mut *context, x, y, z);
        }
    }
}

/// The size of the header before a value: the largest alignment of any type.
const HEAD: usize = 128;

/// Returns the bytes of a value, after a header that ends with two words: the number of descriptors of a table, and 0.
fn bytes_of(value: &Value, local: &Aligned) -> Vec<u8> {
    let count = if let Value::Table(count, _) = value { *count } else { 1 };
    let words = [count, 0].map(u64::to_le_bytes).concat();
    [vec![0; HEAD - words.len()], words, content_of(value, local)].concat()
}

fn content_of(value: &Value, local: &Aligned) -> Vec<u8> {
    match value {
        Value::Bytes(bytes) | Value::Table(_, bytes) => bytes.clone(),
        Value::Local(offset, size) => [local.0 as u64 + offset, *size].map(u64::to_le_bytes).concat(),
    }
}
