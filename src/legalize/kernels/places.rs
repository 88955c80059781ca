//! The sets and bindings of descriptors that the options choose, by the names of variables in the module of shaders.
//!
//! The other descriptors get the first free bindings. A choice for a parameter becomes the attribute that LLVM IR has
//! for this purpose, so that both are treated in one way.

use super::descriptors::{self, VARIABLE};
use super::spaces;
use crate::concepts::base::kernels;
use crate::error::{Code, Error, Result};
use crate::llvm::{AttributePlace, Value};
use crate::options::Options;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A set, and optionally a binding in it; without one, the descriptors keep their bindings.
pub type Chosen = (u32, Option<u32>);

/// The kinds of descriptors that a set can be chosen for.
pub const ARGUMENTS: &str = "arguments";
pub const SAMPLERS: &str = "samplers";
pub const VARIABLES: &str = "variables";

/// The choices of the options, and the names that were looked up.
#[derive(Debug)]
pub struct Places {
    chosen: BTreeMap<String, Chosen>,
    known: RefCell<BTreeSet<String>>,
}

impl Places {
    /// Reads the choices of the options. Those for parameters and results are added to the functions as attributes.
    pub fn of(options: &Options, entries: &[Value<'_>]) -> Result<Self> {
        let places = Self { chosen: options.descriptors.clone(), known: RefCell::default() };
        if !places.chosen.is_empty() {
            entries.iter().try_for_each(|entry| places.mark(*entry))?;
        }
        Ok(places)
    }

    /// Returns the set that is chosen for a kind.
    pub fn set(&self, kind: &str) -> Option<u32> {
        self.find(kind).map(|chosen| chosen.0)
    }

    /// Returns set and binding that are chosen for a variable.
    pub fn place(&self, name: &str) -> Result<Option<(u32, u32)>> {
        match self.find(name) {
            Some((set, Some(binding))) => Ok(Some((set, binding))),
            Some((set, None)) => Err(wrong(format!("the descriptor {name} in the set {set} without a binding"))
                .hint(format!("--descriptor={name}={set},0 is the binding 0 of it; a set alone is for {ARGUMENTS}, {SAMPLERS} and {VARIABLES}"))),
            None => Ok(None),
        }
    }

    /// Rejects a choice for a name that the module does not have.
    pub fn check(&self) -> Result<()> {
        let known = self.known.borrow();
        let Some(name) = self.chosen.keys().find(|name| !known.contains(*name)) else { return Ok(()) };
        let names: Vec<_> = known.iter().map(String::as_str).collect();
        Err(wrong(format!("the descriptor {name}, which the module does not have"))
            .hint(format!("it has {}", names.join(", "))))
    }

    /// Rejects two variables of an entry point at the same set and binding.
    pub fn separate(&self, variables: Vec<(String, (u32, u32))>) -> Result<()> {
        let mut taken = BTreeMap::new();
        for (name, place) in variables.into_iter().filter(|_| !self.chosen.is_empty()) {
            if let Some(other) = taken.insert(place, name.clone()) {
                let (set, binding) = place;
                let text = format!("{other} and {name}, both at set {set}, binding {binding}");
                return Err(wrong(text).hint("--descriptor chooses another place for one of them"));
            }
        }
        Ok(())
    }

    /// Returns the choice for a name, and records the name as known.
    pub fn find(&self, name: &str) -> Option<Chosen> {
        self.known.borrow_mut().insert(name.to_owned());
        self.chosen.get(name).copied()
    }

    /// Adds the choices for the parameters and the result of a function as attributes. A parameter is identified by its
    /// name or index.
    fn mark(&self, function: Value<'_>) -> Result<()> {
        let said = kernels::kernel_metadata(function)?.0.args.name.unwrap_or_default();
        for (index, param) in (0..).zip(function.params().collect::<Vec<_>>()) {
            if param.ty().is_pointer() && param.ty().address_space() == spaces::LOCAL {
                continue;
            }
            let mut place = self.place(&descriptors::name(function, param))?;
            let number = index.to_string();
            for name in said.get(index as usize).into_iter().chain([&number]) {
                place = place.or(self.place(&format!("{}.{name}", function.name()))?);
            }
            if let Some((set, binding)) = place {
                function.add_string_attribute(AttributePlace::Param(index), VARIABLE, &format!("{set},{binding}"))?;
            }
        }
        if descriptors::returns(function)
            && let Some((set, binding)) = self.place(&format!("{}.result", function.name()))?
        {
            function.add_string_attribute(AttributePlace::Return, VARIABLE, &format!("{set},{binding}"))?;
        }
        Ok(())
    }
}

/// Returns the first free binding of a set, at or after `from`.
pub fn free(set: u32, from: u32, is_taken: impl Fn((u32, u32)) -> bool) -> u32 {
    (from..u32::MAX).find(|binding| !is_taken((set, *binding))).unwrap_or(u32::MAX)
}

fn wrong(what: String) -> Error {
    Error::of(Code::CommandLine, what)
}
