//! Images and samplers: objects of the host, which reads and writes their elements.

use super::sampling::{self, Fetched};
use super::{Body, Declared, Definitions, Ty};
use llvm_spirv::error::Result;

/// The function that initializes a literal sampler, which is the host's object with these bits.
pub const SAMPLER: &str = "define internal ptr @__translate_sampler_initializer(i32 %p0) alwaysinline {
  %b = zext i32 %p0 to i64
  %r = inttoptr i64 %b to ptr
  ret ptr %r
}
";

/// Defines an instruction of images.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if declared.extended {
        return Ok(false);
    }
    let body = match declared.op {
        "SampledImage" => {
            "  %t = insertvalue { ptr, ptr } poison, ptr %p0, 0\n  %r = insertvalue { ptr, ptr } %t, ptr %p1, 1\n  \
                           ret { ptr, ptr } %r\n"
                .to_owned()
        }
        "Image" => "  %r = extractvalue { ptr, ptr } %p0, 0\n  ret ptr %r\n".to_owned(),
        "ImageSampleExplicitLod" => sample(definitions, declared)?,
        "ImageRead" if sampling::shape(declared).first() == Some(&SUBPASS) => return of_subpass(definitions, declared),
        "ImageFetch" | "ImageRead" => read(definitions, declared)?,
        "ImageWrite" => write(definitions, declared)?,
        "ImageTexelPointer" => texel(definitions, declared)?,
        "ImageQuerySize" | "ImageQuerySizeLod" => size(definitions, declared),
        "ImageQueryFormat" => query(definitions, declared, "spirv_image_format"),
        "ImageQueryOrder" => query(definitions, declared, "spirv_image_order"),
        "ImageQueryLevels" => query(definitions, declared, "spirv_image_levels"),
        "ImageQuerySamples" => query(definitions, declared, "spirv_image_samples"),
        _ => match sampling::asked(definitions, declared)? {
            Some(body) => body,
            None => return Ok(false),
        },
    };
    definitions.function(declared, &body);
    Ok(true)
}

/// Stores the coordinates as four 32-bit numbers, unconverted.
pub fn coordinates(body: &mut Body, ty: &Ty, value: &str) -> String {
    let room = body.value("alloca [4 x i32], align 16");
    body.line(format!("store [4 x i32] zeroinitializer, ptr {room}, align 16"));
    body.line(format!("store {} {value}, ptr {room}, align 16", ty.text));
    room
}

/// Returns the class of a texel: a float, a signed or an unsigned integer.
pub fn class(ty: &Ty, is_unsigned: bool) -> &'static str {
    match (ty.is_float(), is_unsigned) {
        (true, _) => "0",
        (false, false) => "1",
        (false, true) => "2",
    }
}

pub fn returned(body: &mut Body, declared: &Declared<'_>, texel: &str) {
    let result = &declared.result;
    if result.scalar == "half" {
        let wide = result.with("float").text;
        let value = body.value(format!("load {wide}, ptr {texel}, align 16"));
        let half = body.value(format!("fptrunc {wide} {value} to {}", result.text));
        body.line(format!("ret {} {half}", result.text));
        return;
    }
    let value = body.value(format!("load {}, ptr {texel}, align 16", result.text));
    body.line(format!("ret {} {value}", result.text));
}

pub fn given(values: &[(&str, &str)]) -> Vec<(String, String)> {
    values.iter().map(|(ty, value)| ((*ty).to_owned(), (*value).to_owned())).collect()
}

pub fn is_unsigned(declared: &Declared<'_>) -> bool {
    declared.postfix.return_type.is_some_and(|name| name.starts_with('u'))
}

fn sample(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<String> {
    if let Some(text) = sampling::asked(definitions, declared)? {
        return Ok(text);
    }
    let (mut body, place) = (Body::default(), declared.param(1)?);
    let image = body.value("extractvalue { ptr, ptr } %p0, 0");
    let sampler = body.value("extractvalue { ptr, ptr } %p0, 1");
    let at = coordinates(&mut body, place, "%p1");
    let texel = body.value("alloca [4 x i32], align 16");
    // The bits of the host's `spirv_image_sample`.
    let is_arrayed = sampling::shape(declared).get(2) == Some(&1);
    let kind = (u32::from(place.is_float()) + 2 * u32::from(is_arrayed)).to_string();
    let level = level(definitions, &mut body, declared, &image);
    let class = class(&declared.result, is_unsigned(declared));
    let given = given(&[
        ("ptr", &image),
        ("ptr", &sampler),
        ("ptr", &at),
        ("i32", &kind),
        ("float", &level),
        ("i32", class),
        ("ptr", &texel),
    ]);
    body.line(definitions.external("void", "spirv_image_sample", &given));
    returned(&mut body, declared, &texel);
    Ok(body.text)
}

/// Returns the level that a kernel samples: the operand after the mask, or the level of two gradients; 0 for all other
/// instructions.
fn level(definitions: &mut Definitions, body: &mut Body, declared: &Declared<'_>, image: &str) -> String {
    match declared.params.get(3..) {
        Some([level]) if level.text == "float" => "%p3".to_owned(),
        Some([x, y]) if x.scalar == "float" && y.scalar == "float" => {
            let places = [(x, "%p3"), (y, "%p4")].map(|(ty, value)| coordinates(body, ty, value));
            let given = given(&[("ptr", image), ("ptr", &places[0]), ("ptr", &places[1])]);
            body.value(definitions.external("float", "spirv_image_level", &given))
        }
        _ => "0.0".to_owned(),
    }
}

/// The dimensionality `SubpassData` of SPIR-V.
const SUBPASS: u32 = 6;

/// Reads an input attachment: coordinates are relative to the fragment.
fn of_subpass(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    let mut body = Body::default();
    let texel = sampling::fetched(&mut body, declared, 2)?;
    for lane in 0..2 {
        let place = body.value(format!("call i64 @spirv.GlobalInvocationId(ptr %c, ptr %i, i32 {lane})"));
        let place = body.value(format!("trunc i64 {place} to i32"));
        let to = body.value(format!("getelementptr i32, ptr {}, i64 {lane}", texel.at));
        let old = body.value(format!("load i32, ptr {to}, align 4"));
        let new = body.value(format!("add i32 {old}, {place}"));
        body.line(format!("store i32 {new}, ptr {to}, align 4"));
    }
    let text = read_at(definitions, declared, body, texel);
    definitions.item_function(declared, &text);
    Ok(true)
}

fn read(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<String> {
    let mut body = Body::default();
    let texel = sampling::fetched(&mut body, declared, 2)?;
    Ok(read_at(definitions, declared, body, texel))
}

fn read_at(definitions: &mut Definitions, declared: &Declared<'_>, mut body: Body, from: Fetched) -> String {
    let Fetched { at, level, sample } = from;
    let texel = body.value("alloca [4 x i32], align 16");
    let class = class(&declared.result, is_unsigned(declared));
    let given =
        given(&[("ptr", "%p0"), ("ptr", &at), ("i32", &level), ("i32", &sample), ("i32", class), ("ptr", &texel)]);
    body.line(definitions.external("void", "spirv_image_read", &given));
    returned(&mut body, declared, &texel);
    body.text
}

fn write(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<String> {
    let (mut body, data) = (Body::default(), declared.param(2)?);
    let Fetched { at, level, sample } = sampling::fetched(&mut body, declared, 3)?;
    let texel = body.value("alloca [4 x i32], align 16");
    if data.scalar == "half" {
        let wide = data.with("float").text;
        let value = body.value(format!("fpext {} %p2 to {wide}", data.text));
        body.line(format!("store {wide} {value}, ptr {texel}, align 16"));
    } else {
        body.line(format!("store {} %p2, ptr {texel}, align 16", data.text));
    }
    let class = class(data, declared.is_unsigned(2));
    let given =
        given(&[("ptr", "%p0"), ("ptr", &at), ("i32", &level), ("i32", &sample), ("i32", class), ("ptr", &texel)]);
    body.line(definitions.external("void", "spirv_image_write", &given));
    body.line("ret void");
    Ok(body.text)
}

/// Defines an access by the address of a texel; the image variable holds the host's object.
fn texel(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<String> {
    let mut body = Body::default();
    let image = body.value("load ptr, ptr %p0, align 8");
    let at = coordinates(&mut body, declared.param(1)?, "%p1");
    let given = given(&[("ptr", &image), ("ptr", &at), ("i32", "%p2")]);
    let place = body.value(definitions.external("ptr", "spirv_image_texel", &given));
    body.line(format!("ret ptr {place}"));
    Ok(body.text)
}

/// The dimensionality `Cube` of SPIR-V.
const CUBE: u32 = 3;

fn size(definitions: &mut Definitions, declared: &Declared<'_>) -> String {
    let (mut body, result) = (Body::default(), &declared.result);
    let level = if declared.op == "ImageQuerySizeLod" { "%p1" } else { "0" };
    let mut lanes = Vec::new();
    for lane in 0..result.lanes.max(1) {
        let dimension = lane.to_string();
        let given = given(&[("ptr", "%p0"), ("i32", &dimension), ("i32", level)]);
        let call = definitions.external("i32", "spirv_image_size", &given);
        lanes.push(body.value(call));
    }
    // Six faces are a cube.
    if let ([CUBE, ..], Some(last)) = (sampling::shape(declared).as_slice(), lanes.get_mut(2)) {
        *last = body.value(format!("udiv i32 {last}, 6"));
    }
    let value = body.vector(result, &lanes);
    body.line(format!("ret {} {value}", result.text));
    body.text
}

fn query(definitions: &mut Definitions, declared: &Declared<'_>, function: &str) -> String {
    let mut body = Body::default();
    let value = body.value(definitions.external("i32", function, &given(&[("ptr", "%p0")])));
    body.line(format!("ret {} {value}", declared.result.text));
    body.text
}
