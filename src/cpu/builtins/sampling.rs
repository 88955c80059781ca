//! Instructions of shaders that sample images: the host answers a question that is laid down in memory.

use super::images::{class, coordinates, given, is_unsigned, returned};
use super::{Body, Declared, Definitions};
use crate::error::Result;

/// The words of a question before the offsets (`runner/src/host/sampling.rs`), and of all of it.
const BEFORE_OFFSETS: usize = 13;
const WORDS: usize = BEFORE_OFFSETS + 12;

/// An instruction: what is asked.
struct Kind {
    is_gather: bool,
    has_depth: bool,
    is_projected: bool,
}

fn kind(op: &str) -> Option<Kind> {
    let is_gather = matches!(op, "ImageGather" | "ImageDrefGather");
    let rest = op
        .strip_prefix("ImageSample")
        .and_then(|rest| rest.strip_suffix("ExplicitLod").or_else(|| rest.strip_suffix("ImplicitLod")));
    let is_projected = rest.is_some_and(|rest| rest.starts_with("Proj"));
    let has_depth = op == "ImageDrefGather" || rest.is_some_and(|rest| rest.ends_with("Dref"));
    let is_known = is_gather || rest.is_some_and(|rest| matches!(rest, "" | "Proj" | "Dref" | "ProjDref"));
    is_known.then_some(Kind { is_gather, has_depth, is_projected })
}

/// The numbers of an image's type: dimensions, depth, arrayed, samples, sampled.
pub fn shape(declared: &Declared<'_>) -> Vec<u32> {
    let (_, shape) = declared.symbol.split_once("Image__").unwrap_or_default();
    shape.split('_').filter_map(|part| part.parse().ok()).collect()
}

/// Returns the body of an instruction that samples an image as shaders do, or an image of layers; nothing of another.
pub fn asked(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<Option<String>> {
    let (Some(kind), shape) = (kind(declared.op), shape(declared)) else { return Ok(None) };
    let &[dim, _, arrayed, samples, sampled, ..] = shape.as_slice() else { return Ok(None) };
    // What OpenCL says of filters differs from what Vulkan says.
    if sampled != 1 {
        return Ok(None);
    }
    if samples == 1 {
        return Err(declared.unsupported());
    }
    let mut body = Body::default();
    let image = body.value("extractvalue { ptr, ptr } %p0, 0");
    let sampler = body.value("extractvalue { ptr, ptr } %p0, 1");
    let bits = body.value(format!("ptrtoint ptr {sampler} to i64"));
    let question = body.value(format!("alloca [{WORDS} x i32], align 16"));
    body.line(format!("store [{WORDS} x i32] zeroinitializer, ptr {question}, align 16"));
    let place = declared.param(1)?;
    body.line(format!("store {} %p1, ptr {question}, align 16", place.text));
    let has_reference = kind.has_depth;
    if has_reference {
        word(&mut body, &question, 4, "float", "%p2");
    }
    let numbers = [
        (5, u32::from(place.is_float())),
        (6, u32::from(kind.is_gather)),
        (7, u32::from(has_reference)),
        (9, dim),
        (10, arrayed),
        (11, u32::from(kind.is_projected)),
    ];
    for (at, number) in numbers {
        word(&mut body, &question, at, "i32", &number.to_string());
    }
    let has_channel = kind.is_gather && !has_reference;
    if has_channel {
        word(&mut body, &question, 8, "i32", "%p2");
    }
    operands(&mut body, declared, &question, 2 + usize::from(has_reference || has_channel))?;
    let texel = body.value("alloca [4 x i32], align 16");
    let class = class(&declared.result, is_unsigned(declared));
    let given = given(&[("ptr", &image), ("i64", &bits), ("ptr", &question), ("i32", class), ("ptr", &texel)]);
    body.line(definitions.external("void", "spirv_image_ask", &given));
    returned(&mut body, declared, &texel);
    Ok(Some(body.text))
}

fn word(body: &mut Body, question: &str, at: usize, ty: &str, value: &str) {
    let place = body.value(format!("getelementptr i32, ptr {question}, i64 {at}"));
    body.line(format!("store {ty} {value}, ptr {place}, align 4"));
}

/// The image operands behind their mask: those that are whole numbers are offsets, as samples are none of sampled images.
fn operands(body: &mut Body, declared: &Declared<'_>, question: &str, mask: usize) -> Result<()> {
    for (index, ty) in declared.params.iter().enumerate().skip(mask + 1) {
        let at = body.value(format!("getelementptr i32, ptr {question}, i64 {BEFORE_OFFSETS}"));
        if ty.text.starts_with('[') {
            word(body, question, BEFORE_OFFSETS - 1, "i32", "1");
            for number in 0..4 {
                let offset = body.value(format!("extractvalue {} %p{index}, {number}", ty.text));
                let place = body.value(format!("getelementptr i32, ptr {at}, i64 {}", 3 * number));
                body.line(format!("store <2 x i32> {offset}, ptr {place}, align 4"));
            }
        } else if ty.scalar == "i32" {
            body.line(format!("store {} %p{index}, ptr {at}, align 4", ty.text));
        } else if !ty.is_float() {
            return Err(declared.unsupported());
        }
    }
    Ok(())
}

/// Returns the coordinates of a texel that is fetched, moved by the offset; of the level, the only one, nothing is asked.
pub fn fetched(body: &mut Body, declared: &Declared<'_>) -> Result<String> {
    let place = declared.param(1)?;
    let at = coordinates(body, place, "%p1");
    let numbers = shape(declared);
    let &[dim, _, _, samples, ..] = numbers.as_slice() else { return Ok(at) };
    if samples == 1 {
        return Err(declared.unsupported());
    }
    // A mask, the level, the offset.
    let is_row = dim == 0;
    for (index, ty) in declared.params.iter().enumerate().skip(4).filter(|(_, ty)| ty.lanes > 0 || is_row) {
        for lane in 0..ty.lanes.max(1) {
            let offset = body.lane(ty, &format!("%p{index}"), lane);
            let to = body.value(format!("getelementptr i32, ptr {at}, i64 {lane}"));
            let old = body.value(format!("load i32, ptr {to}, align 4"));
            let new = body.value(format!("add i32 {old}, {offset}"));
            body.line(format!("store i32 {new}, ptr {to}, align 4"));
        }
    }
    Ok(at)
}
