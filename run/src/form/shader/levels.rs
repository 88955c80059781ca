//! Levels of images that fragments sample: without an explicit level, it follows from the derivatives of the
//! coordinates within the quad. Compute shaders have no derivatives, and use the first level, or the bias.

use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{Builder, Context, Module, Opcode, Type, Value};
use llvm_spirv_mangling as mangling;

/// The bits of image operands.
const BIAS: u64 = 1;
const GRAD: u64 = 4;

/// Adds the derivatives of the coordinates to instructions of fragments that sample without a level.
pub fn derive(module: &Module<'_>) -> Result<()> {
    let context = module.context();
    let instructions = module.functions().flat_map(Value::blocks).flat_map(|block| block.instructions());
    for call in instructions.filter(|inst| inst.is_call()).collect::<Vec<_>>() {
        let Some(callee) = call.called_function() else { continue };
        let base = mangling::base_name(callee.name()).unwrap_or_default().to_owned();
        let is_sample = base.starts_with("__spirv_ImageSample") && base.contains("ImplicitLod");
        if is_sample || base.starts_with("__spirv_ImageQueryLod") {
            Deriving { module, context: &context, builder: Builder::new(module), call }.replace(callee, &base)?;
        }
    }
    Ok(())
}

struct Deriving<'m, 'c> {
    module: &'m Module<'c>,
    context: &'m Context,
    builder: Builder<'m>,
    call: Value<'m>,
}

impl<'m> Deriving<'m, '_> {
    /// Replaces the call by one with gradients after the bias.
    fn replace(&self, callee: Value<'m>, base: &str) -> Result<()> {
        let mut given: Vec<_> = self.call.call_args().collect();
        let at = if base.contains("Dref") { 3 } else { 2 };
        let mask = given.get(at).map_or(Some(0), |mask| mask.int_value());
        let (Some(mask), Some(place)) = (mask, given.get(1).copied()) else { return Ok(()) };
        let ints = self.context.int_type(32)?;
        let rest = given.split_off((at + 1).min(given.len()));
        given.truncate(at);
        given.push(self.context.const_int(ints, mask | GRAD)?);
        let (bias, others) = rest.split_at_checked(usize::from(mask & BIAS != 0)).unwrap_or_default();
        given.extend(bias);
        self.builder.position_before(self.call)?;
        let place = self.place(place, callee.name(), base.contains("Proj"))?;
        for direction in ["DPdx", "DPdy"] {
            given.push(self.derivative(direction, place)?);
        }
        given.extend(others);
        let types: Vec<Type<'m>> = given.iter().map(|value| value.ty()).collect();
        let explicit = base.replace("Implicit", "Explicit");
        let rest = callee.name().split_once(base).map_or("", |(_, rest)| rest);
        let name = format!("_Z{}{explicit}{rest}.grad{mask}", explicit.len());
        let called = self.builder.call(self.function(&name, self.call.ty(), &types)?, &given)?;
        self.call.replace_uses(called)?;
        self.call.erase()
    }

    fn function(&self, name: &str, result: Type<'m>, params: &[Type<'m>]) -> Result<Value<'m>> {
        match self.module.function(name) {
            Some(known) => Ok(known),
            None => self.module.add_function(name, self.context.function_type(result, params, false)?),
        }
    }

    /// Returns the coordinates for filtering, without the layer; projected ones are divided.
    fn place(&self, place: Value<'m>, name: &str, is_projected: bool) -> Result<Value<'m>> {
        let ints = self.context.int_type(32)?;
        let count = match name.split_once("Image__").and_then(|(_, shape)| shape.split('_').nth(1)) {
            Some("0") => 1_u32,
            Some("2" | "3") => 3,
            _ => 2,
        };
        if !place.ty().is_vector() {
            return Ok(place);
        }
        let lane = |index: u32| self.builder.extract_element(place, self.context.const_int(ints, index.into())?);
        let divided = |index: u32| {
            let part = lane(index)?;
            if is_projected { self.builder.binary(Opcode::FDiv, part, lane(count)?) } else { Ok(part) }
        };
        if count == 1 {
            return divided(0);
        }
        let ty = self.context.vector_type(place.ty().scalar(), count)?;
        let mut parts = self.context.poison(ty)?;
        for index in 0..count {
            let number = self.context.const_int(ints, index.into())?;
            parts = self.builder.insert_element(parts, divided(index)?, number)?;
        }
        Ok(parts)
    }

    fn derivative(&self, op: &str, place: Value<'m>) -> Result<Value<'m>> {
        if place.ty().scalar().float_width() != 32 {
            return Err(errors::unsupported("coordinates of an image that are no 32-bit floats, on the cpu"));
        }
        let suffix = if place.ty().is_vector() { format!("Dv{}_f", place.ty().count()) } else { "f".to_owned() };
        let name = format!("_Z12__spirv_{op}{suffix}");
        self.builder.call(self.function(&name, place.ty(), &[place.ty()])?, &[place])
    }
}
