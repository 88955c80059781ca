//! Samplers: those of parameters, and those that the program defines by a number, each of which becomes a descriptor,
//! too.

use super::TRANSLATE;
use super::handles::{Images, Role, Shape, roots};
use crate::error::Result;
use crate::legalize::kernels::descriptors::Descriptors;
use crate::legalize::kernels::host::Plan;
use crate::legalize::kernels::places;
use crate::llvm::{Opcode, Value};
use llvm_spirv_mangling::{Name, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// The bit of a sampler's number for normalized coordinates.
pub const NORMALIZED: u64 = 1;
/// The bit in a sampler's number for the filter "nearest".
pub const NEAREST: u64 = 0x10;

/// The reflection instruction for the push constant in which the host passes the number of a sampler.
const MASK: &str = "NormalizedSamplerMaskPushConstant";

/// A sampler as it is used to read an image.
#[derive(Clone, Copy, Debug)]
pub struct Sampler<'m> {
    pub handle: Value<'m>,
    pub coordinates: Coordinates<'m>,
    /// Set if the nearest texel is read, without interpolation.
    pub is_nearest: bool,
}

/// The conversion of coordinates that a sampler requires.
#[derive(Clone, Copy, Debug)]
pub enum Coordinates<'m> {
    /// The coordinates stay unchanged.
    Same,
    /// The coordinates are divided by the size of the image.
    Divided,
    /// The coordinates are divided if this number of a sampler states at run time that they are not normalized.
    Asked(Value<'m>),
}

/// The samplers that the program defines, and the use of those from parameters.
#[derive(Debug)]
pub struct Literals<'a, 'm> {
    plan: &'a Plan,
    descriptors: &'a Descriptors<'m>,
    /// The loaded sampler for each number.
    made: FxHashMap<u64, Value<'m>>,
    /// The set for samplers that this entry point does not share, and its next binding.
    next: (u32, u32),
    /// The parameters for which the host binds a sampler with normalized coordinates, and passes the number of the
    /// original one.
    asked: FxHashSet<Value<'m>>,
}

impl<'a, 'm> Literals<'a, 'm> {
    pub fn of(descriptors: &'a Descriptors<'m>, plan: &'a Plan, calls: &[(Value<'m>, Name)]) -> Self {
        let asked = asked(calls, plan.is_told);
        let set = plan.places.set(places::SAMPLERS).unwrap_or(plan.set);
        let next = if set == plan.set { descriptors.behind() } else { 0 };
        Self { plan, descriptors, made: FxHashMap::default(), next: (set, next), asked }
    }

    /// Returns the first free binding of the set of arguments.
    pub fn next(&self) -> u32 {
        let (set, next) = self.next;
        let next = if set == self.plan.set { next } else { self.descriptors.behind() };
        self.descriptors.free(self.plan.set, next)
    }

    /// Returns the set and binding of a sampler with a name and number.
    fn place(&mut self, name: &str, number: u64) -> Result<(u32, u32)> {
        if let Some(place) = self.plan.sampler(number)? {
            return Ok(place);
        }
        if let Some(place) = self.plan.places.place(name)? {
            return Ok(place);
        }
        let set = self.next.0;
        let binding = self.descriptors.free(set, self.next.1);
        self.next.1 = binding.saturating_add(1);
        Ok((set, binding))
    }
}

impl<'m> Images<'_, 'm> {
    /// Returns a sampler to read an image of this shape.
    pub fn sampler(&mut self, old: Value<'m>, shape: Shape, are_integers: bool) -> Result<Sampler<'m>> {
        let roots = roots(old);
        let numbers: Vec<_> = roots.iter().filter_map(|root| number(*root)).collect();
        let are_known = numbers.len() == roots.len();
        let is_all = |bit: u64, on: bool| are_known && numbers.iter().all(|number| (number & bit != 0) == on);
        let is_asked = roots.iter().any(|root| self.literals.asked.contains(root));
        let coordinates = match is_asked || shape.is_normalized() {
            false => Coordinates::Same,
            true if are_integers || is_all(NORMALIZED, false) => Coordinates::Divided,
            true if is_all(NORMALIZED, true) => Coordinates::Same,
            true => Coordinates::Asked(self.mask(old, &roots)?),
        };
        if is_asked && self.literals.plan.is_told {
            // The host binds the sampler with normalized coordinates where it is asked, whatever comes of the answer.
            self.mask(old, &roots)?;
        }
        let role = if matches!(coordinates, Coordinates::Same) { Role::Itself } else { Role::Normalized };
        for root in &roots {
            if let Some(number) = number(*root) {
                self.literal(*root, number, role)?;
            }
        }
        Ok(Sampler { handle: self.handle(old, role)?, coordinates, is_nearest: are_integers || is_all(NEAREST, true) })
    }

    /// Returns the number of a sampler that is known only at run time; the host passes the numbers of parameters.
    fn mask(&mut self, old: Value<'m>, roots: &[Value<'m>]) -> Result<Value<'m>> {
        let word = self.place.context.int_type(32)?;
        for root in roots {
            let known = match (number(*root), self.known.get(&(*root, Role::Mask))) {
                (_, Some(known)) => *known,
                (Some(number), None) => self.place.context.const_int(word, number)?,
                (None, None) => {
                    self.begin()?;
                    let said = self.emit.builder.freeze(self.place.context.poison(word)?)?;
                    self.ask(*root, said, ("sampler_mask", MASK));
                    said
                }
            };
            self.known.insert((*root, Role::Mask), known);
        }
        self.handle(old, Role::Mask)
    }

    /// Adds the variable for a sampler with this number, if there is none yet.
    fn literal(&mut self, root: Value<'m>, number: u64, role: Role) -> Result<()> {
        let number = if role == Role::Normalized { number | NORMALIZED } else { number };
        let handle = match self.literals.made.get(&number) {
            Some(known) => *known,
            None => {
                let name = format!("{}.sampler.{number}", self.function.name());
                let ty = self.place.context.target_type("spirv.Sampler", &[], &[])?;
                let (set, binding) = self.literals.place(&name, number)?;
                let made = self.variable(&name, ty, set, binding)?;
                self.literals.made.insert(number, made);
                made
            }
        };
        self.known.insert((root, role), handle);
        Ok(())
    }
}

/// Returns the sampler parameters whose coordinates may or may not be normalized, although Vulkan requires normalized
/// ones: those that read volumes and arrays at floating-point coordinates, and those that read other images, too. With
/// reflection, these are all samplers that read volumes and arrays, since the host otherwise assumes that the
/// coordinates are the sampler's own.
fn asked<'m>(calls: &[(Value<'m>, Name)], is_told: bool) -> FxHashSet<Value<'m>> {
    let (mut divided, mut plain, mut asked) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    let mut reads = Vec::new();
    for (call, name) in calls {
        let (Some(sampler), Some(image), Some(at)) = (of(*call, name), call.call_arg(0), call.call_arg(2)) else {
            continue;
        };
        let Ok(shape) = Shape::of(image.ty()) else { continue };
        let params: Vec<_> = roots(sampler).into_iter().filter(|root| number(*root).is_none()).collect();
        let is_said = at.ty().scalar().is_int() && !is_told;
        match (shape.is_normalized(), is_said) {
            (false, _) => plain.extend(params.iter().copied()),
            (true, true) => divided.extend(params.iter().copied()),
            (true, false) => asked.extend(params.iter().copied()),
        }
        reads.push(params);
    }
    asked.extend(divided.intersection(&plain).copied());
    // What is chosen from is of one kind.
    let mut count = 0;
    while count != asked.len() {
        count = asked.len();
        let joined = reads.iter().filter(|params| params.iter().any(|param| asked.contains(param)));
        let joined: Vec<_> = joined.flatten().copied().collect();
        asked.extend(joined);
    }
    asked
}

/// Returns the sampler argument of a call.
pub fn of<'m>(call: Value<'m>, name: &Name) -> Option<Value<'m>> {
    let is_named = matches!(name.params.get(1), Some(Type::Named(name)) if name.contains("sampler"));
    call.call_arg(1).filter(|sampler| sampler.ty().target_name() == Some("spirv.Sampler") || is_named)
}

/// Returns whether the program defines a sampler, or one of those that it is chosen from.
pub fn has_number(sampler: Value<'_>) -> bool {
    roots(sampler).into_iter().any(|root| number(root).is_some())
}

/// Returns the number by which the program defines a sampler.
fn number(sampler: Value<'_>) -> Option<u64> {
    // clang wrote samplers as numbers before they had a type.
    if sampler.ty().is_int() {
        return sampler.int_value().filter(|_| sampler.is_constant());
    }
    let is_made = sampler.is_op(Opcode::Call) && sampler.called_function().is_some_and(|f| f.name() == TRANSLATE);
    sampler.call_arg(0).filter(|_| is_made).and_then(Value::int_value)
}
