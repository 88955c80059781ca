//! The decisions that all entry points of a module share.

use super::Grid;
use crate::error::Result;
use crate::legalize::kernels::places::{self, Places};
use crate::legalize::kernels::{images, work_items};
use crate::llvm::{Module, Value};
use crate::options::{Buffers, Options, Reflection};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The set of the program's samplers.
const SAMPLERS: u32 = 0;

/// The decisions for a module.
#[derive(Debug)]
pub struct Plan {
    /// Set if reflection passes facts about the module to the host.
    pub is_told: bool,
    /// Set for `--buffers=addresses`, where arguments are addresses of buffers.
    pub is_by_address: bool,
    /// The size limit of push constants in bytes.
    pub limit: u64,
    /// The places that the options choose.
    pub places: Places,
    /// The set of the descriptors of arguments.
    pub set: u32,
    /// The triples about the grid that kernels query.
    pub grid: Vec<Grid>,
    /// The first `SpecId` that the program does not use.
    pub first: u32,
    /// Set if one constant is the workgroup size of all entry points.
    pub is_shared: bool,
    /// The places of the program's samplers, by their numbers, where all entry points share them.
    samplers: RefCell<BTreeMap<u64, (u32, u32)>>,
}

impl Plan {
    /// Makes the decisions for a module with these entry points, in which all other functions are inlined.
    pub fn of<'m>(
        module: &'m Module<'m>,
        options: &Options,
        entries: &[Value<'m>],
        (places, is_shared): (Places, bool),
    ) -> Result<Self> {
        let is_told = options.reflection != Reflection::None;
        let has_samplers = is_told && entries.iter().any(|entry| images::has_literals(*entry));
        let own = if has_samplers { SAMPLERS + 1 } else { 0 };
        Ok(Self {
            is_told,
            is_by_address: options.buffers == Buffers::Addresses,
            limit: limit(options),
            set: places.set(places::ARGUMENTS).unwrap_or(own),
            places,
            grid: if options.reflection == Reflection::Grid { work_items::asked(module) } else { Vec::new() },
            first: work_items::first_free(module),
            is_shared,
            samplers: RefCell::default(),
        })
    }

    /// Returns set and binding of a sampler of the program that all entry points share; none where each has its own.
    pub fn sampler(&self, number: u64) -> Result<Option<(u32, u32)>> {
        if !self.is_told {
            return Ok(None);
        }
        let mut samplers = self.samplers.borrow_mut();
        if let Some(known) = samplers.get(&number) {
            return Ok(Some(*known));
        }
        let set = self.places.set(places::SAMPLERS).unwrap_or(SAMPLERS);
        let next = places::free(set, 0, |place| samplers.values().any(|taken| *taken == place));
        let place = self.places.place(&format!("sampler.{number}"))?.unwrap_or((set, next));
        samplers.insert(number, place);
        Ok(Some(place))
    }

    /// Returns the set, binding and number of each shared sampler that is used.
    pub fn samplers(&self) -> Vec<[u32; 3]> {
        let samplers = self.samplers.borrow();
        let mut all: Vec<_> = samplers.iter().map(|(number, place)| [place.0, place.1, *number as u32]).collect();
        all.sort_unstable();
        all
    }
}

/// Returns the size limit of push constants from the options, or else the size that every device supports.
fn limit(options: &Options) -> u64 {
    let of_each = if options.environment.vulkan_name() == "vulkan1.4" { 256 } else { 128 };
    options.push_constant_limit.map_or(of_each, u64::from)
}
