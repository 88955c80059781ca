//! Derivatives: differences within a quad, which is a subgroup of four work-items in two rows.

use super::groups::Members;
use super::{Body, Declared, Definitions, Kind, Ty, Wait};
use llvm_spirv::error::Result;

/// Returns the directions of a derivative, as bits of the position in a quad, by instruction name without `Fine` and
/// `Coarse`.
fn directions(op: &str) -> Option<&'static [u32]> {
    Some(match op.trim_end_matches("Fine").trim_end_matches("Coarse") {
        "DPdx" => &[1],
        "DPdy" => &[2],
        "Fwidth" => &[1, 2],
        _ => return None,
    })
}

/// Returns what an instruction requires of the step.
pub fn kind(op: &str) -> Option<Kind> {
    directions(op).map(|_| Kind::Waits(Wait::Quad))
}

/// Returns what an instruction of GLSL.std.450 requires of the step.
pub fn kind_of_glsl(op: &str) -> Option<Kind> {
    (op == OFFSET).then_some(Kind::Waits(Wait::Quad))
}

/// The instruction that reads an input at an offset in the fragment.
const OFFSET: &str = "InterpolateAtOffset";

/// Defines a derivative.
pub fn define(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    if declared.glsl && declared.op.starts_with("InterpolateAt") {
        return interpolated(definitions, declared);
    }
    let Some(directions) = directions(declared.op).filter(|_| !declared.extended) else { return Ok(false) };
    if !definitions.has_quads {
        return Err(declared.unsupported());
    }
    let (mut body, ty) = (Body::default(), &declared.result);
    let members = Members::within(&mut body, "3");
    // Of coarse ones, a quad has one in each direction.
    let is_coarse = declared.op.ends_with("Coarse");
    let mut all = Vec::new();
    for bit in directions {
        let low = if is_coarse {
            "0".to_owned()
        } else {
            body.value(format!("and i64 {}, {}", members.me(), !i64::from(*bit)))
        };
        let high = body.value(format!("or i64 {low}, {bit}"));
        let [from, to] = [low, high].map(|number| {
            let slot = members.slot(&mut body, &number);
            body.value(format!("load {}, ptr {slot}, align 16", ty.text))
        });
        all.push(body.value(format!("fsub {} {to}, {from}", ty.text)));
    }
    let result = match all.as_slice() {
        [x, y] => {
            let [x, y] = [x, y].map(|part| magnitude(&mut body, ty, part));
            body.value(format!("fadd {} {x}, {y}", ty.text))
        }
        _ => all.concat(),
    };
    body.line(format!("ret {} {result}", ty.text));
    definitions.item_function(declared, &body.text);
    Ok(true)
}

/// Defines the interpolation of an input elsewhere in the fragment. There is one sample, in the middle, where the
/// inputs are given; from there values are extrapolated with the differences between the quad's fragments.
fn interpolated(definitions: &mut Definitions, declared: &Declared<'_>) -> Result<bool> {
    let (mut body, ty) = (Body::default(), &declared.result);
    if !definitions.has_quads || !matches!(declared.op, OFFSET | "InterpolateAtCentroid" | "InterpolateAtSample") {
        return Err(declared.unsupported());
    }
    let own = body.value(format!("load {}, ptr %p0, align 1", ty.text));
    if declared.op != OFFSET {
        body.line(format!("ret {} {own}", ty.text));
        definitions.function(declared, &body.text);
        return Ok(true);
    }
    let (members, offset) = (Members::within(&mut body, "3"), declared.param(1)?);
    let mut value = own;
    for (lane, bit) in [(0, 1), (1, 2)] {
        let low = body.value(format!("and i64 {}, {}", members.me(), !i64::from(bit)));
        let high = body.value(format!("or i64 {low}, {bit}"));
        let [from, to] = [low, high].map(|number| {
            let slot = members.slot(&mut body, &number);
            body.value(format!("load {}, ptr {slot}, align 16", ty.text))
        });
        let slope = body.value(format!("fsub {} {to}, {from}", ty.text));
        let part = body.lane(offset, "%p1", lane);
        let parts = vec![part; usize::try_from(ty.lanes.max(1)).unwrap_or(1)];
        let parts = body.vector(ty, &parts);
        let step = body.value(format!("fmul {} {slope}, {parts}", ty.text));
        value = body.value(format!("fadd {} {value}, {step}", ty.text));
    }
    body.line(format!("ret {} {value}", ty.text));
    definitions.item_function(declared, &body.text);
    Ok(true)
}

fn magnitude(body: &mut Body, ty: &Ty, value: &str) -> String {
    let lanes = if ty.lanes == 0 { String::new() } else { format!("v{}", ty.lanes) };
    body.value(format!("call {0} @llvm.fabs.{lanes}{1}({0} {value})", ty.text, ty.suffix()))
}
