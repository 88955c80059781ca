//! Every instruction of OpenCL.std in every overload of OpenCL C, there and back in each spelling.

use super::rows::{Arg, Numbers, ROWS, Row};
use crate::binary::Op;
use crate::concepts::builtins::testing::{Calls, SPELLINGS, look, opcodes, round_trip, validate};
use llvm_spirv_mangling::{Pointer, Type};

const LANES: [u32; 6] = [1, 2, 3, 4, 8, 16];
const FLOATS: [Type; 3] = [Type::Half, Type::Float, Type::Double];
const SIGNED: [Type; 4] = [Type::Char, Type::Short, Type::Int, Type::Long];
const UNSIGNED: [Type; 4] = [Type::UChar, Type::UShort, Type::UInt, Type::ULong];
const SPACES: [u32; 4] = [0, 1, 3, 4];
const SIZE: Type = Type::ULong;

/// Result, name and parameters of an overload.
type Overload = (Type, String, Vec<Type>);

fn of(lanes: u32, element: &Type) -> Type {
    if lanes == 1 { element.clone() } else { Type::vector(lanes, element.clone()) }
}

fn constant(space: u32, pointee: &Type) -> Type {
    Pointer { constant: true, ..Pointer::new(space, pointee.clone()) }.into()
}

fn elements(numbers: Numbers) -> Vec<Type> {
    match numbers {
        Numbers::Float => FLOATS.to_vec(),
        Numbers::Signed => SIGNED.to_vec(),
        Numbers::Unsigned => UNSIGNED.to_vec(),
        Numbers::Integer => [&SIGNED[..], &UNSIGNED].concat(),
        Numbers::Any => [&FLOATS[..], &SIGNED, &UNSIGNED].concat(),
    }
}

/// Returns the type among `of` that is as wide as `element`.
fn integer(element: &Type, of: &[Type]) -> Type {
    of.iter().find(|ty| ty.bit_width() == element.bit_width()).unwrap().clone()
}

/// Returns the type among `of` that is twice as wide as `element`.
fn wider(element: &Type, of: &[Type]) -> Option<Type> {
    of.iter().find(|ty| ty.bit_width() == element.bit_width().map(|bits| bits * 2)).cloned()
}

/// All overloads of a row.
fn overloads(row: &Row) -> Vec<Overload> {
    match row.name {
        name if name.starts_with("vload") => loads(row),
        name if name.starts_with("vstore") => stores(row),
        "shuffle" | "shuffle2" => shuffles(row),
        "prefetch" => prefetches(),
        // Not mangled, and with variable arguments: see below.
        "printf" => Vec::new(),
        "nan" => nans(),
        "ilogb" => uniform(row, &LANES, |lanes, _| of(lanes, &Type::Int)),
        "s_upsample" | "u_upsample" => upsamples(row),
        "s_abs" | "s_abs_diff" => uniform(row, &LANES, |lanes, element| of(lanes, &integer(element, &UNSIGNED))),
        "cross" => uniform(row, &[3, 4], of),
        "distance" | "length" | "fast_distance" | "fast_length" => {
            uniform(row, &[1, 2, 3, 4], |_, element| element.clone())
        }
        "normalize" | "fast_normalize" => uniform(row, &[1, 2, 3, 4], of),
        "ldexp" | "pown" | "rootn" => with_integers(row),
        "select" => selects(row),
        "fract" | "modf" | "sincos" => with_pointer(row, |element| element.clone()),
        "frexp" | "lgamma_r" | "remquo" => with_pointer(row, |_| Type::Int),
        _ => [uniform(row, &LANES, of), with_scalars(row)].concat(),
    }
}

/// Returns the types of elements that the first operand may have.
fn first_elements(row: &Row) -> Vec<Type> {
    let Some(Arg::Value(numbers)) = row.args.first() else { panic!("{}", row.name) };
    let elements = elements(*numbers);
    let only = |wanted: &[Type]| elements.iter().filter(|element| wanted.contains(element)).cloned().collect();
    match row.name {
        name if name.starts_with("half_") || name.starts_with("native_") || name.starts_with("fast_") => {
            only(&[Type::Float])
        }
        name if name.contains("24") => only(&[Type::Int, Type::UInt]),
        "clz" | "ctz" | "popcount" | "rotate" => elements.into_iter().filter(|element| !element.is_float()).collect(),
        _ => elements,
    }
}

/// Returns the overloads in which all operands have one type.
fn uniform(row: &Row, lanes: &[u32], result: impl Fn(u32, &Type) -> Type) -> Vec<Overload> {
    let mut out = Vec::new();
    for element in first_elements(row) {
        for lanes in lanes {
            let params = vec![of(*lanes, &element); row.args.len()];
            out.push((result(*lanes, &element), row.opencl.to_owned(), params));
        }
    }
    out
}

/// The overloads that take scalars beside vectors.
fn with_scalars(row: &Row) -> Vec<Overload> {
    let scalars: &[usize] = match row.opencl {
        "fmax" | "fmin" | "max" | "min" => &[1],
        "clamp" => &[1, 2],
        "mix" => &[2],
        "step" => &[0],
        "smoothstep" => &[0, 1],
        _ => return Vec::new(),
    };
    let mut out = uniform(row, &LANES[1..], of);
    for (_, _, params) in &mut out {
        for at in scalars {
            params[*at] = params[*at].element().clone();
        }
    }
    out
}

fn with_integers(row: &Row) -> Vec<Overload> {
    let mut out = uniform(row, &LANES, of);
    for (result, _, params) in &mut out {
        params[1] = of(result.lanes(), &Type::Int);
    }
    let scalar = out.iter().filter(|(result, name, _)| name == "ldexp" && result.lanes() > 1).cloned();
    let scalar: Vec<_> =
        scalar.map(|(result, name, params)| (result, name, vec![params[0].clone(), Type::Int])).collect();
    [out, scalar].concat()
}

fn with_pointer(row: &Row, pointee: impl Fn(&Type) -> Type) -> Vec<Overload> {
    let mut out = Vec::new();
    for (result, name, params) in uniform(row, &LANES, of) {
        for space in SPACES {
            let mut params = params.clone();
            let pointee = of(result.lanes(), &pointee(result.element()));
            *params.last_mut().unwrap() = Type::pointer(space, pointee);
            out.push((result.clone(), name.clone(), params));
        }
    }
    out
}

fn selects(row: &Row) -> Vec<Overload> {
    let mut out = Vec::new();
    for (result, name, params) in uniform(row, &LANES, of) {
        for integers in [&SIGNED, &UNSIGNED] {
            let mut params = params.clone();
            params[2] = of(result.lanes(), &integer(result.element(), integers));
            out.push((result.clone(), name.clone(), params));
        }
    }
    out
}

fn nans() -> Vec<Overload> {
    let mut out = Vec::new();
    for element in FLOATS {
        for lanes in LANES {
            out.push((of(lanes, &element), "nan".to_owned(), vec![of(lanes, &integer(&element, &UNSIGNED))]));
        }
    }
    out
}

fn upsamples(row: &Row) -> Vec<Overload> {
    let integers = if row.name.starts_with('s') { SIGNED } else { UNSIGNED };
    let mut out = Vec::new();
    for element in &integers {
        let Some(wide) = wider(element, &integers) else { continue };
        for lanes in LANES {
            let params = vec![of(lanes, element), of(lanes, &integer(element, &UNSIGNED))];
            out.push((of(lanes, &wide), row.opencl.to_owned(), params));
        }
    }
    out
}

fn shuffles(row: &Row) -> Vec<Overload> {
    let mut out = Vec::new();
    for element in elements(Numbers::Any) {
        for from in [2, 4, 8, 16] {
            for to in [2, 4, 8, 16] {
                let mut params = vec![of(from, &element); row.args.len()];
                *params.last_mut().unwrap() = of(to, &integer(&element, &UNSIGNED));
                out.push((of(to, &element), row.opencl.to_owned(), params));
            }
        }
    }
    out
}

fn prefetches() -> Vec<Overload> {
    let mut out = Vec::new();
    for element in elements(Numbers::Any) {
        for lanes in LANES {
            out.push((Type::Void, "prefetch".to_owned(), vec![constant(1, &of(lanes, &element)), SIZE]));
        }
    }
    out
}

fn loads(row: &Row) -> Vec<Overload> {
    let is_half = row.name.contains("half");
    let elements = if is_half { vec![Type::Half] } else { elements(Numbers::Any) };
    let lanes = if row.opencl.contains('#') { &LANES[1..] } else { &LANES[..1] };
    let mut out = Vec::new();
    for element in elements {
        let result = if is_half { Type::Float } else { element.clone() };
        for lanes in lanes {
            for space in 0..5 {
                let name = row.opencl.replace('#', &lanes.to_string());
                out.push((of(*lanes, &result), name, vec![SIZE, constant(space, &element)]));
            }
        }
    }
    out
}

fn stores(row: &Row) -> Vec<Overload> {
    let is_half = row.name.contains("half");
    let elements = if is_half { vec![Type::Float, Type::Double] } else { elements(Numbers::Any) };
    let lanes = if row.opencl.contains('#') { &LANES[1..] } else { &LANES[..1] };
    let modes: &[&str] = if row.opencl.contains('@') { &["rte", "rtz", "rtp", "rtn"] } else { &[""] };
    let mut out = Vec::new();
    for element in elements {
        let pointee = if is_half { Type::Half } else { element.clone() };
        for lanes in lanes {
            for (mode, space) in modes.iter().flat_map(|mode| SPACES.map(|space| (mode, space))) {
                let name = row.opencl.replace('#', &lanes.to_string()).replace('@', mode);
                out.push((Type::Void, name, vec![of(*lanes, &element), SIZE, Type::pointer(space, pointee.clone())]));
            }
        }
    }
    out
}

/// The numbers of the extended instructions of each function.
fn numbers(words: &[u32]) -> Vec<Vec<u32>> {
    look(words, |inst| (inst.opcode() == Op::ExtInst).then(|| inst.operand(1).unwrap()))
}

#[test]
fn s3_51_every_overload_there_and_back() {
    let mut calls = Calls::new();
    let mut wanted = Vec::new();
    for row in ROWS {
        for (result, name, params) in overloads(row) {
            calls.add(&result, &name, &params);
            wanted.push(vec![row.number]);
        }
    }
    // No overload gets lost when the generator is changed.
    assert_eq!(calls.count, 4603);
    let words = crate::concepts::builtins::testing::to_words(calls.assembly());
    assert_eq!(numbers(&words), wanted);
    validate(&words);
    for spelling in SPELLINGS {
        let second = round_trip(&words, spelling);
        assert_eq!(opcodes(&second), opcodes(&words), "{spelling:?}");
        assert_eq!(numbers(&second), wanted, "{spelling:?}");
        assert!(round_trip(&second, spelling) == second, "{spelling:?}: the second round trip differs from the first");
        assert!(second == words, "{spelling:?}: the first round trip differs");
    }
}
