//! `write_image*`.

use super::Texel;
use super::handles::Images;
use super::reads::{coordinates, four};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::functions::call::Call;
use crate::llvm::{Opcode, Value};

/// The number of arguments of a call that names no level.
const PLAIN: u32 = 3;

/// Replaces a call that writes a texel.
pub fn write<'m>(images: &mut Images<'_, 'm>, call: &Call<'_, 'm>, texel: Texel) -> Result<()> {
    let image = images.image(call)?;
    if call.inst.call_arg_count() != PLAIN {
        return Err(Error::of(Code::Builtin, format!("{} to a level, which Vulkan does not have", call.name.base))
            .hint("pass an image of that level alone"));
    }
    let at = coordinates(call, call.arg(1)?, image.shape)?;
    let value = whole(call, call.arg(2)?, texel)?;
    let void = call.place.context.void_type();
    let args = [image.handle, at, value];
    call.friendly("__spirv_ImageWrite", void, &args, texel == Texel::Signed).map(drop)
}

/// Returns the value to write as a vector of four 32-bit components; a depth is the first one.
fn whole<'m>(call: &Call<'_, 'm>, value: Value<'m>, texel: Texel) -> Result<Value<'m>> {
    let ty = four(call, texel)?;
    let value = match texel {
        Texel::Half => call.emit.cast(Opcode::FpExt, value, call.emit.like(value.ty(), ty.scalar())?)?,
        _ => value,
    };
    if value.ty().is_vector() {
        return Ok(value);
    }
    call.emit.builder.insert_element(call.place.context.const_null(ty)?, value, call.emit.index(0)?)
}
