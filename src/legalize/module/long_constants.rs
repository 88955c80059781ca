//! Initialisers with more elements than an instruction has operands for: long arrays become structs of shorter arrays,
//! which have the same layout in memory. Uses of the variable need no change, as pointers are opaque.

use crate::concepts::base::globals::is_internal_to_llvm;
use crate::concepts::intrinsics::rows;
use crate::error::{Code, Error, Result};
use crate::llvm::{Context, Module, Type, Value};
use crate::options::Options;
use crate::state::availability;
use rustc_hash::FxHashMap;

/// The number of constituents that fit into an `OpConstantComposite`, beside its type and id.
const MOST_ELEMENTS: u64 = 65_532;

/// Splits the initialisers that are too long, unless SPV_INTEL_long_composites is allowed and splits them in SPIR-V.
pub fn run(module: &Module<'_>, options: &Options) -> Result<()> {
    if availability::allows(options, "SPV_INTEL_long_composites") {
        return Ok(());
    }
    let context = module.context();
    let mut splitter = Splitter { context: &context, long: FxHashMap::default(), split: FxHashMap::default() };
    let mut replaced = Vec::new();
    let long = module.globals().filter(|global| global.initializer().is_some_and(|value| splitter.is_long(value, 0)));
    // The name is asked last: to find it takes longest.
    for old in long.filter(|global| !is_internal_to_llvm(*global, rows::role_of_call)).collect::<Vec<_>>() {
        let Some(value) = old.initializer() else { continue };
        let value = splitter.split(value)?;
        let new =
            crate::legalize::types::globals::anew(module, old, (value.ty(), old.ty().address_space()), Some(value))?;
        if new.alignment() == 0 {
            new.set_alignment(module.layout().abi_alignment(value.ty()).unwrap_or(1))?;
        }
        replaced.push((old, new));
    }
    // That changes constants, of which some are known from before.
    for (old, new) in replaced {
        old.replace_uses(new)?;
        old.delete_global()?;
    }
    Ok(())
}

/// Splits constants. Each is examined once, since bitcode may repeat a constant as a part of another any number of
/// times.
struct Splitter<'m> {
    context: &'m Context,
    /// The constants that were examined, and `true` for those of which a part is too long.
    long: FxHashMap<Value<'m>, bool>,
    /// The replacements of constants that were split.
    split: FxHashMap<Value<'m>, Value<'m>>,
}

/// The types that were examined, and `true` for those whose constants may have too many elements somewhere. Each is
/// examined once, since a type may be a part of another any number of times.
#[derive(Default)]
pub struct LongTypes<'m>(FxHashMap<Type<'m>, bool>);

impl<'m> LongTypes<'m> {
    /// Returns whether constants of a type may have too many elements; types that nest too deeply count as such.
    pub fn has(&mut self, ty: Type<'m>, depth: u32) -> bool {
        if !crate::legalize::kit::kinds::is_aggregate(ty) {
            return false;
        }
        if let Some(known) = self.0.get(&ty) {
            return *known;
        }
        let is_long = depth > crate::legalize::types::scan::MAX_DEPTH
            || ty.is_array() && ty.count() > MOST_ELEMENTS
            || ty.element().into_iter().chain(ty.fields()).any(|part| self.has(part, depth + 1));
        self.0.insert(ty, is_long);
        is_long
    }
}

impl<'m> Splitter<'m> {
    /// Returns whether a part of a constant is too long. A zero or undefined constant is not, since one instruction
    /// defines it.
    fn is_long(&mut self, value: Value<'m>, depth: u32) -> bool {
        let ty = value.ty();
        if !crate::legalize::kit::kinds::is_aggregate(ty) {
            return false;
        }
        if value.is_null() || value.is_undef() || depth > crate::legalize::types::scan::MAX_DEPTH {
            return false;
        }
        if let Some(known) = self.long.get(&value) {
            return *known;
        }
        let is_long = ty.is_array() && ty.count() > MOST_ELEMENTS
            || value.data_bytes().is_none() && value.operands().any(|part| self.is_long(part, depth + 1));
        self.long.insert(value, is_long);
        is_long
    }

    fn split(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        if !self.is_long(value, 0) {
            return Ok(value);
        }
        if let Some(known) = self.split.get(&value) {
            return Ok(*known);
        }
        let split = self.split_long(value)?;
        self.split.insert(value, split);
        Ok(split)
    }

    fn split_long(&mut self, value: Value<'m>) -> Result<Value<'m>> {
        let (ty, context) = (value.ty(), self.context);
        let missing = || Error::internal("a constant lacks an element");
        if ty.is_struct() {
            let members =
                (0..ty.field_count()).map(|index| self.split(value.aggregate_element(index).ok_or_else(missing)?));
            return whole(context, &members.collect::<Result<Vec<_>>>()?, ty.is_packed());
        }
        let element = ty.element().ok_or_else(missing)?;
        if let Some(bytes) = value.data_bytes() {
            let size = bytes.len() / usize::try_from(ty.count()).unwrap_or(usize::MAX).max(1);
            let parts = bytes.chunks(size.max(1) * MOST_ELEMENTS as usize);
            let parts = parts.map(|bytes| context.const_data_array(element, bytes)).collect::<Result<Vec<_>>>()?;
            return whole(context, &parts, false);
        }
        let count =
            u32::try_from(ty.count()).map_err(|_| Error::of(Code::Constant, format!("a constant of type {ty}")))?;
        let elements = (0..count).map(|index| self.split(value.aggregate_element(index).ok_or_else(missing)?));
        let elements = elements.collect::<Result<Vec<_>>>()?;
        let parts = elements.chunks(MOST_ELEMENTS as usize).map(|part| array(context, element, part));
        match parts.collect::<Result<Vec<_>>>()?.as_slice() {
            [one] => Ok(*one),
            parts => whole(context, parts, false),
        }
    }
}

/// Returns an array of these elements, or a struct where splitting has made them differ in type.
fn array<'m>(context: &'m Context, element: Type<'m>, values: &[Value<'m>]) -> Result<Value<'m>> {
    match values.iter().all(|value| value.ty() == element) {
        true => context.const_array(element, values),
        false => whole(context, values, false),
    }
}

fn whole<'m>(context: &'m Context, members: &[Value<'m>], packed: bool) -> Result<Value<'m>> {
    let types: Vec<_> = members.iter().map(|member| member.ty()).collect();
    context.const_struct(context.struct_type(&types, packed)?, members)
}
