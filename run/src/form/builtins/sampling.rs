//! Instructions of shaders that sample images: the host answers a query stored in memory.

use super::images::{class, coordinates, given, is_unsigned, returned};
use super::{Body, Declared, Definitions, Ty};
use crate::abi::{Question, word};
use llvm_spirv::error::Result;

/// The number of words of a query.
const WORDS: usize = size_of::<Question>() / 4;

/// An instruction: the kind of query.
struct Kind {
    /// 1 for a gather, 2 for a query of the level.
    what: u32,
    has_depth: bool,
    is_projected: bool,
}

fn kind(op: &str) -> Option<Kind> {
    let what = match op {
        "ImageGather" | "ImageDrefGather" => 1,
        "ImageQueryLod" => 2,
        _ => 0,
    };
    let rest = op
        .strip_prefix("ImageSample")
        .and_then(|rest| rest.strip_suffix("ExplicitLod").or_else(|| rest.strip_suffix("ImplicitLod")));
    let is_projected = rest.is_some_and(|rest| rest.starts_with("Proj"));
    let has_depth = op == "ImageDrefGather" || rest.is_some_and(|rest| rest.ends_with("Dref"));
    let is_known = what != 0 || rest.is_some_and(|rest| matches!(rest, "" | "Proj" | "Dref" | "ProjDref"));
    is_known.then_some(Kind { what, has_depth, is_projected })
}

/// Returns the numbers in an image's type: dimensionality, depth, arrayed, samples, sampled.
pub fn shape(declared: &Declared<'_>) -> Vec<u32> {
    let (_, shape) = declared.symbol.split_once("Image__").unwrap_or_default();
    shape.split('_').filter_map(|part| part.parse().ok()).collect()
}

/// Returns the body of an instruction that samples an image as shaders do, or an arrayed image; `None` for other
/// instructions.
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
        word(&mut body, &question, word!(depth), "float", "%p2");
    }
    let numbers = [
        (word!(is_float), u32::from(place.is_float())),
        (word!(what), kind.what),
        (word!(has_depth), u32::from(has_reference)),
        (word!(dim), dim),
        (word!(is_arrayed), arrayed),
        (word!(is_projected), u32::from(kind.is_projected)),
    ];
    for (at, number) in numbers {
        word(&mut body, &question, at, "i32", &number.to_string());
    }
    let has_channel = kind.what == 1 && !has_reference;
    if has_channel {
        word(&mut body, &question, word!(channel), "i32", "%p2");
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

/// Stores the image operands after their mask: integers are offsets, as sampled images have no sample operand; floats
/// are stored in order, and the host identifies them by the mask.
fn operands(body: &mut Body, declared: &Declared<'_>, question: &str, mask: usize) -> Result<()> {
    let mut floats = word!(floats);
    if declared.params.len() > mask {
        word(body, question, word!(mask), "i32", &format!("%p{mask}"));
    }
    for (index, ty) in declared.params.iter().enumerate().skip(mask + 1) {
        let at = body.value(format!("getelementptr i32, ptr {question}, i64 {}", word!(offsets)));
        if ty.text.starts_with('[') {
            word(body, question, word!(has_offsets), "i32", "1");
            for number in 0..4 {
                let offset = body.value(format!("extractvalue {} %p{index}, {number}", ty.text));
                let place = body.value(format!("getelementptr i32, ptr {at}, i64 {}", 3 * number));
                body.line(format!("store <2 x i32> {offset}, ptr {place}, align 4"));
            }
        } else if ty.scalar == "i32" {
            body.line(format!("store {} %p{index}, ptr {at}, align 4", ty.text));
        } else if ty.scalar == "float" {
            for lane in 0..ty.lanes.max(1) {
                let part = body.lane(ty, &format!("%p{index}"), lane);
                word(body, question, floats, "float", &part);
                floats += 1;
            }
        } else {
            return Err(declared.unsupported());
        }
    }
    if floats > word!(offsets) { Err(declared.unsupported()) } else { Ok(()) }
}

/// The texel that an instruction fetches.
pub struct Fetched {
    /// Its coordinates in memory, moved by the offset.
    pub at: String,
    pub level: String,
    pub sample: String,
}

/// The bits of image operands: a level, offsets.
const LOD: u32 = 2;
const OFFSETS: u32 = 24;

/// Returns the texel that a fetch, a read or a write accesses; `mask` is the parameter with the mask of image operands.
pub fn fetched(body: &mut Body, declared: &Declared<'_>, mask: usize) -> Result<Fetched> {
    let at = coordinates(body, declared.param(1)?, "%p1");
    let mut texel = Fetched { at, level: "0".to_owned(), sample: "0".to_owned() };
    let shape = shape(declared);
    let &[dim, _, _, samples, ..] = shape.as_slice() else { return Ok(texel) };
    for (index, ty) in declared.params.iter().enumerate().skip(mask + 1) {
        let value = format!("%p{index}");
        if !ty.scalar.starts_with('i') || ty.text.starts_with('[') {
            return Err(declared.unsupported());
        }
        if ty.lanes > 0 {
            moved(body, ty, &value, &texel.at);
            continue;
        }
        let (number, is_first) = (word_of(body, ty, &value), index == mask + 1);
        if is_first && samples == 1 {
            texel.sample = number;
            continue;
        }
        let [is_level, is_offset] = [LOD, OFFSETS].map(|bits| {
            let set = body.value(format!("and i32 %p{mask}, {bits}"));
            body.value(format!("icmp ne i32 {set}, 0"))
        });
        let mut offset = body.value(format!("select i1 {is_offset}, i32 {number}, i32 0"));
        if is_first {
            texel.level = body.value(format!("select i1 {is_level}, i32 {number}, i32 0"));
            offset = body.value(format!("select i1 {is_level}, i32 0, i32 {offset}"));
        }
        // Of a row, an offset is a number, as a level is.
        if dim == 0 {
            moved(body, &ty.with("i32"), &offset, &texel.at);
        }
    }
    Ok(texel)
}

fn word_of(body: &mut Body, ty: &Ty, value: &str) -> String {
    match ty.bits() {
        32 => value.to_owned(),
        bits => body.value(format!("{} {} {value} to i32", if bits < 32 { "sext" } else { "trunc" }, ty.text)),
    }
}

/// Adds an offset to coordinates.
fn moved(body: &mut Body, ty: &Ty, value: &str, at: &str) {
    for lane in 0..ty.lanes.max(1) {
        let offset = body.lane(ty, value, lane);
        let to = body.value(format!("getelementptr i32, ptr {at}, i64 {lane}"));
        let old = body.value(format!("load i32, ptr {to}, align 4"));
        let new = body.value(format!("add i32 {old}, {offset}"));
        body.line(format!("store i32 {new}, ptr {to}, align 4"));
    }
}
