//! The numbers that all entry points of a module share.

use super::Grid;
use crate::error::Result;
use crate::legalize::kernels::{images, work_items};
use crate::llvm::{Module, Value};
use crate::options::{Options, Reflection};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The set of the program's samplers.
const SAMPLERS: u32 = 0;

/// The decisions for the module as a whole.
#[derive(Debug)]
pub struct Plan {
    /// Whether the host is told of it.
    pub is_told: bool,
    /// The bytes that push constants may have.
    pub limit: u64,
    /// The set of the descriptors of arguments.
    pub set: u32,
    /// The triples that kernels ask for.
    pub grid: Vec<Grid>,
    /// The first specialization constant that is not the program's own.
    pub first: u32,
    /// Whether a constant says the size of all workgroups.
    pub is_shared: bool,
    /// The bindings of the program's samplers, by their numbers, where all entry points share them.
    samplers: RefCell<BTreeMap<u64, u32>>,
}

impl Plan {
    /// Returns the plan for a module with such entry points, which is inlined already.
    pub fn of<'m>(module: &'m Module<'m>, options: &Options, entries: &[Value<'m>], is_shared: bool) -> Result<Self> {
        let is_told = options.reflection != Reflection::None;
        let has_samplers = is_told && entries.iter().any(|entry| images::has_literals(*entry));
        Ok(Self {
            is_told,
            limit: limit(options),
            set: if has_samplers { SAMPLERS + 1 } else { 0 },
            grid: if options.reflection == Reflection::Grid { work_items::asked(module) } else { Vec::new() },
            first: work_items::first_free(module),
            is_shared,
            samplers: RefCell::default(),
        })
    }

    /// Returns set and binding of a sampler of the program that all entry points share; none where each has its own.
    pub fn sampler(&self, number: u64) -> Option<(u32, u32)> {
        let mut samplers = self.samplers.borrow_mut();
        let next = samplers.len() as u32;
        self.is_told.then(|| (SAMPLERS, *samplers.entry(number).or_insert(next)))
    }

    /// Returns the samplers that are used: set, binding and number.
    pub fn samplers(&self) -> Vec<[u32; 3]> {
        let mut all: Vec<_> = self.samplers.borrow().iter().map(|row| [SAMPLERS, *row.1, *row.0 as u32]).collect();
        all.sort_unstable();
        all
    }
}

/// Returns the bytes of push constants that the options allow, or that each device has.
fn limit(options: &Options) -> u64 {
    let of_each = if options.environment.vulkan_name() == "vulkan1.4" { 256 } else { 128 };
    options.push_constant_limit.map_or(of_each, u64::from)
}
