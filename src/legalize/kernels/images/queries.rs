//! OpenCL C's queries about images: sizes, levels and samples.

use super::handles::{Image, Images};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::functions::call::Call;
use crate::llvm::{Type, Value};

/// The queries that only the host can answer, each with the reflection instruction that states its push constant.
const FOR_HOST: [(&str, &str); 2] = [
    ("get_image_channel_data_type", "ImageArgumentInfoChannelDataTypePushConstant"),
    ("get_image_channel_order", "ImageArgumentInfoChannelOrderPushConstant"),
];

/// The queries for one component of the size.
const SIZES: [&str; 3] = ["get_image_width", "get_image_height", "get_image_depth"];

/// The queries that one SPIR-V instruction answers.
const COUNTS: [(&str, &str); 2] =
    [("get_image_num_mip_levels", "ImageQueryLevels"), ("get_image_num_samples", "ImageQuerySamples")];

pub fn is_for_host(base: &str) -> bool {
    FOR_HOST.iter().any(|row| row.0 == base)
}

/// Returns the reflection instruction that states the push constant for a query.
pub fn instruction(base: &str) -> &'static str {
    FOR_HOST.iter().find(|row| row.0 == base).map_or("", |row| row.1)
}

/// Returns the result of a query.
pub fn answer<'m>(images: &mut Images<'_, 'm>, call: &Call<'_, 'm>) -> Result<Value<'m>> {
    let image = images.image(call)?;
    let base = call.name.base.as_str();
    if let Some((_, op)) = COUNTS.iter().find(|row| row.0 == base) {
        return call.friendly(&format!("__spirv_{op}_Rint"), call.ty(), &[image.handle], false);
    }
    let size = size(call, image)?;
    if base == "get_image_dim" {
        return dimensions(call, image, size);
    }
    let dimensions = image.shape.dimensions();
    let index = match base {
        "get_image_array_size" => Some(dimensions).filter(|_| image.shape.is_arrayed),
        _ => (0..dimensions).zip(SIZES).find(|row| row.1 == base).map(|row| row.0),
    };
    let unknown = || Error::of(Code::BuiltinCall, format!("{base} of an image that does not have it"));
    let number = component(call, size, index.ok_or_else(unknown)?)?;
    call.emit.resize(number, call.ty(), false)
}

/// Returns the size of an image, followed by the number of layers of an array.
pub fn size<'m>(call: &Call<'_, 'm>, image: Image<'m>) -> Result<Value<'m>> {
    let shape = image.shape;
    let (ty, name) = words(call, shape.coordinates())?;
    match shape.is_storage() || shape.is_multisampled || shape.is_buffer() {
        true => call.friendly(&format!("__spirv_ImageQuerySize_R{name}"), ty, &[image.handle], false),
        false => {
            let args = [image.handle, call.emit.index(0)?];
            call.friendly(&format!("__spirv_ImageQuerySizeLod_R{name}"), ty, &args, false)
        }
    }
}

/// Returns the vector type of `count` integers (a scalar for one), and its name.
fn words<'m>(call: &Call<'_, 'm>, count: u32) -> Result<(Type<'m>, String)> {
    let word = call.place.context.int_type(32)?;
    match count {
        1 => Ok((word, "uint".to_owned())),
        _ => Ok((call.place.context.vector_type(word, count)?, format!("uint{count}"))),
    }
}

fn component<'m>(call: &Call<'_, 'm>, size: Value<'m>, index: u32) -> Result<Value<'m>> {
    if size.ty().is_vector() { call.emit.builder.extract_element(size, call.emit.index(index)?) } else { Ok(size) }
}

/// Returns the dimensions of an image: two numbers, or, for a volume, three and a zero.
fn dimensions<'m>(call: &Call<'_, 'm>, image: Image<'m>, size: Value<'m>) -> Result<Value<'m>> {
    let mut whole = call.place.context.const_null(call.ty())?;
    for index in 0..image.shape.dimensions() {
        whole = call.emit.builder.insert_element(whole, component(call, size, index)?, call.emit.index(index)?)?;
    }
    Ok(whole)
}
