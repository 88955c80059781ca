//! Sine and cosine of `float`: functions with vector variants, like those for loops (`lockstep`).

use crate::form::lockstep::WIDTHS;
use std::fmt::Write as _;

const TEMPLATE: &str = include_str!("../turns.ll");

/// The functions, and the number of quarter turns by which each leads the sine.
const FUNCTIONS: [(&str, u32); 2] = [("sin", 0), ("cos", 1)];

/// Returns whether there is such a function.
pub fn has(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name)
}

/// Returns the definitions of a function and its variants; for large arguments they call libm.
pub fn definitions(name: &str) -> String {
    [1].into_iter().chain(WIDTHS).map(|width| definition(name, width)).collect()
}

/// Returns the call of a function.
pub fn call(name: &str, value: &str) -> String {
    let variants = WIDTHS.map(|width| format!("_ZGV_LLVM_M{width}v_spirv.{name}(spirv.{name}.{width})"));
    format!("call float @spirv.{name}(float {value}) \"vector-function-abi-variant\"=\"{}\"", variants.join(","))
}

fn definition(name: &str, width: u32) -> String {
    let ty = |scalar: &str| if width == 1 { scalar.to_owned() } else { format!("<{width} x {scalar}>") };
    let by = FUNCTIONS.iter().find(|(known, _)| *known == name).map_or(0, |(_, by)| *by);
    let mut text = constants(TEMPLATE, width);
    for (mark, value) in [
        ("{NAME}", if width == 1 { name.to_owned() } else { format!("{name}.{width}") }),
        ("{MASK}", if width == 1 { String::new() } else { format!(", <{width} x i1> %mask") }),
        ("{ASKED}", if width == 1 { String::new() } else { format!("  %asked = and <{width} x i1> %large, %mask\n") }),
        ("{ANY}", any(width)),
        ("{SLOW}", slow(name, width)),
        ("{BY}", by.to_string()),
        ("{d}", if width == 1 { "f64".to_owned() } else { format!("v{width}f64") }),
        ("{F}", ty("float")),
        ("{D}", ty("double")),
        ("{I}", ty("i32")),
        ("{L}", ty("i64")),
        ("{B}", ty("i1")),
    ] {
        text = text.replace(mark, &value);
    }
    text
}

/// Expands constants: `K(i64 1)` is 1 for width 1, and a vector of ones for a larger width.
fn constants(template: &str, width: u32) -> String {
    let mut parts = template.split("K(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (constant, rest) = part.split_once(')').unwrap_or((part, ""));
        let (ty, value) = constant.split_once(' ').unwrap_or(("", constant));
        match (ty, width) {
            ("", _) => text.push_str("K()"),
            (_, 1) => text.push_str(value),
            _ => _ = write!(text, "splat ({constant})"),
        }
        text.push_str(rest);
    }
    text
}

/// Returns the condition that any active lane has a large argument.
fn any(width: u32) -> String {
    match width {
        1 => "or i1 %large, false".to_owned(),
        _ => format!("call i1 @llvm.vector.reduce.or.v{width}i1(<{width} x i1> %asked)"),
    }
}

/// Returns the path for large arguments: a call of libm for width 1, otherwise a call of the scalar function for each
/// lane.
fn slow(name: &str, width: u32) -> String {
    if width == 1 {
        return format!("  %one = call float @{name}f(float %x)\n  ret float %one\n");
    }
    let (mut text, mut all) = (String::new(), "poison".to_owned());
    for lane in 0..width {
        let _ = writeln!(
            text,
            "  %x{lane} = extractelement <{width} x float> %x, i32 {lane}\n  \
             %r{lane} = call float @spirv.{name}(float %x{lane})\n  \
             %all{lane} = insertelement <{width} x float> {all}, float %r{lane}, i32 {lane}"
        );
        all = format!("%all{lane}");
    }
    let _ = writeln!(text, "  ret <{width} x float> {all}");
    text
}
