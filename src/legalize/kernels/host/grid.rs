//! Facts about the grid that only the host knows, since it starts the grid in regions of one workgroup size. Each is a
//! push constant of three numbers.

use crate::error::Result;
use crate::legalize::kit::place::Place;
use crate::llvm::{Type, Value};
use std::collections::BTreeMap;

/// A triple of numbers that the host passes, in the order of push constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grid {
    /// The offset of the whole grid.
    GlobalOffset,
    /// The size of workgroups, except for smaller ones at the ends of the grid.
    EnqueuedLocalSize,
    /// The number of work-items of the whole grid.
    GlobalSize,
    /// The first work-item of the region, the offset included.
    RegionOffset,
    /// The number of workgroups of the whole grid.
    NumWorkgroups,
    /// The first workgroup of the region.
    RegionGroupOffset,
}

/// The triples that an entry point has loaded.
pub type Answers<'m> = BTreeMap<Grid, Value<'m>>;

impl Grid {
    /// Returns the reflection instruction that states the offset of the triple.
    pub fn instruction(self) -> &'static str {
        match self {
            Self::GlobalOffset => "PushConstantGlobalOffset",
            Self::EnqueuedLocalSize => "PushConstantEnqueuedLocalSize",
            Self::GlobalSize => "PushConstantGlobalSize",
            Self::RegionOffset => "PushConstantRegionOffset",
            Self::NumWorkgroups => "PushConstantNumWorkgroups",
            Self::RegionGroupOffset => "PushConstantRegionGroupOffset",
        }
    }

    /// Returns the name of the member.
    pub fn name(self) -> &'static str {
        match self {
            Self::GlobalOffset => "global_offset",
            Self::EnqueuedLocalSize => "enqueued_local_size",
            Self::GlobalSize => "global_size",
            Self::RegionOffset => "region_offset",
            Self::NumWorkgroups => "num_workgroups",
            Self::RegionGroupOffset => "region_group_offset",
        }
    }

    /// The size in bytes.
    pub const SIZE: u64 = 12;

    /// Returns the type of a triple in memory: an array, since a vector of three is padded in some layouts.
    pub fn ty<'m>(place: &Place<'m>) -> Result<Type<'m>> {
        place.context.array_type(place.context.int_type(32)?, 3)
    }

    /// Loads a triple.
    pub fn load<'m>(place: &Place<'m>, pointer: Value<'m>) -> Result<Value<'m>> {
        let word = place.context.int_type(32)?;
        let mut whole = place.context.poison(place.context.vector_type(word, 3)?)?;
        for index in 0..3 {
            let index = place.context.const_int(word, index)?;
            let part = place.builder.gep(word, pointer, &[index], false)?;
            whole = place.builder.insert_element(whole, place.builder.load(word, part)?, index)?;
        }
        Ok(whole)
    }
}
