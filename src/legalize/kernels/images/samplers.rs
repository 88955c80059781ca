//! Samplers: those of parameters, and those that the program says by a number, of which each is a descriptor, too.

use super::TRANSLATE;
use super::handles::{Images, Shape, roots};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::descriptors::Descriptors;
use crate::legalize::kernels::host::Plan;
use crate::llvm::{Opcode, Value};
use llvm_spirv_mangling::{Name, Type};
use rustc_hash::FxHashMap;

/// The bit of a sampler's number for normalized coordinates.
const NORMALIZED: u64 = 1;
/// The bit for the filter that takes the nearest texel.
const NEAREST: u64 = 0x10;

/// A sampler where it reads an image.
#[derive(Clone, Copy, Debug)]
pub struct Sampler<'m> {
    pub handle: Value<'m>,
    /// Whether coordinates are divided by the size of the image.
    pub divides: bool,
    /// Whether the nearest texel is taken, whatever lies between.
    pub is_nearest: bool,
}

/// The samplers of numbers so far, and how those of parameters are used.
#[derive(Debug)]
pub struct Literals<'a, 'm> {
    plan: &'a Plan,
    /// The set of those that this entry point has for itself.
    set: u32,
    /// The values that are loaded from the variable of each number.
    made: FxHashMap<u64, Value<'m>>,
    /// The first free binding.
    next: u32,
    /// Whether the coordinates of parameters are divided.
    divides: FxHashMap<Value<'m>, bool>,
}

impl<'a> Literals<'a, '_> {
    pub fn behind(descriptors: &Descriptors<'_>, plan: &'a Plan) -> Self {
        Self {
            plan,
            set: plan.set,
            made: FxHashMap::default(),
            next: descriptors.behind(),
            divides: FxHashMap::default(),
        }
    }

    /// Returns the first free binding.
    pub fn next(&self) -> u32 {
        self.next
    }
}

impl<'m> Images<'_, 'm> {
    /// Returns a sampler that reads an image with such coordinates.
    pub fn sampler(&mut self, old: Value<'m>, shape: Shape, are_integers: bool) -> Result<Sampler<'m>> {
        let roots = roots(old);
        let numbers: Vec<_> = roots.iter().filter_map(|root| number(*root)).collect();
        let is_all = |bit: u64, on: bool| numbers.iter().all(|number| (number & bit != 0) == on);
        let divides = match shape.is_normalized() {
            false => false,
            true if are_integers => true,
            true if numbers.len() == roots.len() && is_all(NORMALIZED, false) => true,
            true if numbers.len() == roots.len() && is_all(NORMALIZED, true) => false,
            true => {
                let unknown = "a volume or an array of images that is read with a sampler of which it is not known whether \
                               coordinates are normalized";
                return Err(
                    Error::of(Code::Builtin, unknown).hint("use a constant sampler, or coordinates of integers")
                );
            }
        };
        for root in &roots {
            match number(*root) {
                Some(number) => self.literal(*root, number, divides)?,
                None => self.same_use(*root, divides)?,
            }
        }
        let is_nearest = are_integers || numbers.len() == roots.len() && is_all(NEAREST, true);
        Ok(Sampler { handle: self.handle(old, divides)?, divides, is_nearest })
    }

    /// Makes the variable of a number, if there is none yet.
    fn literal(&mut self, root: Value<'m>, number: u64, divides: bool) -> Result<()> {
        let number = if divides { number | NORMALIZED } else { number };
        let handle = match self.literals.made.get(&number) {
            Some(known) => *known,
            None => {
                let name = format!("{}.sampler.{number}", self.function.name());
                let ty = self.place.context.target_type("spirv.Sampler", &[], &[])?;
                let shared = self.literals.plan.sampler(number);
                let (set, binding) = shared.unwrap_or((self.literals.set, self.literals.next));
                let made = self.variable(&name, ty, set, binding)?;
                self.literals.next += u32::from(shared.is_none());
                self.literals.made.insert(number, made);
                made
            }
        };
        self.known.insert((root, divides), handle);
        Ok(())
    }

    /// A sampler of the host has coordinates of one kind.
    fn same_use(&mut self, param: Value<'m>, divides: bool) -> Result<()> {
        if *self.literals.divides.entry(param).or_insert(divides) == divides {
            return Ok(());
        }
        let both = "a sampler that reads images of one or two dimensions, and volumes or arrays as well";
        Err(Error::of(Code::Builtin, both).hint("pass two samplers, the second of normalized coordinates"))
    }
}

/// Returns the sampler that a call names.
pub fn of<'m>(call: Value<'m>, name: &Name) -> Option<Value<'m>> {
    let is_named = matches!(name.params.get(1), Some(Type::Named(name)) if name.contains("sampler"));
    call.call_arg(1).filter(|sampler| sampler.ty().target_name() == Some("spirv.Sampler") || is_named)
}

/// Returns whether the program says a sampler, or one of those that it is chosen from.
pub fn has_number(sampler: Value<'_>) -> bool {
    roots(sampler).into_iter().any(|root| number(root).is_some())
}

/// Returns the number that a sampler is made of by the program.
fn number(sampler: Value<'_>) -> Option<u64> {
    // clang wrote samplers as numbers before they had a type.
    if sampler.ty().is_int() {
        return sampler.int_value().filter(|_| sampler.is_constant());
    }
    let is_made = sampler.is_op(Opcode::Call) && sampler.called_function().is_some_and(|f| f.name() == TRANSLATE);
    sampler.call_arg(0).filter(|_| is_made).and_then(Value::int_value)
}
