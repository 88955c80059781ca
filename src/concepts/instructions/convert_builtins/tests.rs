//! Each conversion of OpenCL C, there and back in each spelling.

use super::*;
use crate::concepts::builtins::testing::{Calls, stays, to_assembly, to_words};

const SCALARS: [Type; 11] = [
    Type::Char,
    Type::UChar,
    Type::Short,
    Type::UShort,
    Type::Int,
    Type::UInt,
    Type::Long,
    Type::ULong,
    Type::Half,
    Type::Float,
    Type::Double,
];

fn planned(base: &str, from: Type) -> Option<Plan> {
    plan(&parse(&Name { params: vec![from], ..Name::plain(format!("convert_{base}")) })?)
}

#[test]
fn names_say_instructions() {
    let decorated = |op, saturated, rounding| Some(Plan { op: Some(op), saturated, rounding });
    let copy = Some(Plan { op: None, saturated: false, rounding: None });
    assert_eq!(planned("uchar_sat_rte", Type::Float), decorated(Op::ConvertFToU, true, Some(Rounding::Rte)));
    assert_eq!(planned("char_sat", Type::Int), decorated(Op::SConvert, true, None));
    assert_eq!(planned("uchar_sat", Type::Int), decorated(Op::SatConvertSToU, false, None));
    assert_eq!(planned("char_sat_rtz", Type::UChar), decorated(Op::SatConvertUToS, false, None));
    assert_eq!(planned("long", Type::Int), decorated(Op::SConvert, false, None));
    assert_eq!(planned("short", Type::Int), decorated(Op::UConvert, false, None));
    assert_eq!(planned("uint", Type::Int), copy);
    assert_eq!(planned("float_rtp", Type::Float), copy);
    assert_eq!(planned("half_rtp", Type::Float), decorated(Op::FConvert, false, Some(Rounding::Rtp)));
    assert_eq!(planned("nothing", Type::Float), None);
}

/// Returns calls of all conversions between vectors of `lanes` components.
fn all(lanes: u32) -> Calls {
    let of = |ty: &Type| if lanes == 1 { ty.clone() } else { Type::vector(lanes, ty.clone()) };
    let mut calls = Calls::new();
    for (from, to) in SCALARS.iter().flat_map(|from| SCALARS.iter().map(move |to| (of(from), of(to)))) {
        let saturations: &[&str] = if to.is_float() { &[""] } else { &["", "_sat"] };
        for sat in saturations {
            for mode in ["", "_rte", "_rtz", "_rtp", "_rtn"] {
                calls.add(&to, &format!("convert_{}{sat}{mode}", to.spelling().unwrap()), std::slice::from_ref(&from));
            }
        }
    }
    calls
}

#[test]
fn opencl_c() {
    for lanes in [1, 2, 3, 4, 8, 16] {
        let words = to_words(all(lanes).assembly());
        stays(&words);
        let assembly = to_assembly(&words, BuiltinSpelling::Cl12);
        assert!(!assembly.contains("__spirv_"), "{assembly}");
    }
}

#[test]
fn bits_of_three_components() {
    let mut calls = Calls::new();
    calls.add(&Type::vector(4, Type::Int), "as_int4", &[Type::vector(3, Type::Float)]);
    calls.add(&Type::vector(3, Type::Int), "as_int3", &[Type::vector(4, Type::Float)]);
    calls.add(&Type::vector(3, Type::Int), "as_int3", &[Type::vector(3, Type::Float)]);
    calls.add(&Type::Int, "as_int", &[Type::Float]);
    calls.add(&Type::UInt, "as_uint", &[Type::Int]);
    stays(&to_words(calls.assembly()));
}
