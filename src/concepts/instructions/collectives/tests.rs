//! Each collective function of OpenCL C, with each type that it takes, there and back in each spelling.

use super::rows::{self, ARITHMETIC, BLOCKS, COUNTS, FUNCTIONS, HOW, Numbers, Shape, VENDOR};
use crate::concepts::builtins::testing::{
    Calls, assert_stable, assert_stable_extended, llvm_type, opcodes, to_assembly, to_words, to_words_extended,
};
use crate::options::BuiltinSpelling;
use ::spirv::{GroupOperation, Op};
use llvm_spirv_mangling::{Pointer, Type, write};

const SIGNED: [Type; 4] = [Type::Int, Type::Long, Type::Short, Type::Char];
const UNSIGNED: [Type; 4] = [Type::UInt, Type::ULong, Type::UShort, Type::UChar];
const FLOATS: [Type; 3] = [Type::Float, Type::Half, Type::Double];

fn types(numbers: Numbers) -> Vec<Type> {
    match numbers {
        Numbers::Integer => [SIGNED, UNSIGNED].concat(),
        Numbers::Signed => SIGNED.to_vec(),
        Numbers::Unsigned => UNSIGNED.to_vec(),
        Numbers::Float => FLOATS.to_vec(),
        Numbers::Boolean => vec![Type::Int],
    }
}

/// Returns whether the instruction belongs to core SPIR-V.
fn is_core(op: Op) -> bool {
    !format!("{op:?}").ends_with("KHR")
}

fn arithmetic(core: bool) -> Calls {
    let mut calls = Calls::new();
    for (start, _, how, non_uniform) in HOW {
        for (what, numbers, uniform_op, other_op) in ARITHMETIC {
            let op = if *non_uniform { *other_op } else { *uniform_op };
            for ty in types(*numbers).iter().filter(|_| is_core(op) == core) {
                let mut args = vec![(llvm_type(ty), None)];
                let mut params = vec![ty.clone()];
                if *how == GroupOperation::ClusteredReduce {
                    args.push(("i32".to_owned(), Some("4".to_owned())));
                    params.push(Type::UInt);
                }
                let symbol = write(&format!("{start}{what}"), &params);
                assert_eq!(rows::by_name(&format!("{start}{what}"), Some(ty)).unwrap().op, op, "{symbol}");
                calls.add_with(&llvm_type(ty), &symbol, &args);
            }
        }
    }
    calls
}

#[test]
fn s3_34_reductions_and_scans() {
    let calls = arithmetic(true);
    let words = to_words(calls.assembly());
    assert!(!opcodes(&words).iter().flatten().any(|op| *op == Op::FunctionCall));
    assert_stable(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl20).contains("__spirv_"));
}

#[test]
fn s3_34_reductions_and_scans_of_extensions() {
    let calls = arithmetic(false);
    let words = to_words_extended(calls.assembly());
    assert!(!opcodes(&words).iter().flatten().any(|op| *op == Op::FunctionCall));
    assert_stable_extended(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl20).contains("__spirv_"));
}

/// Returns the types of the parameters after the first, as OpenCL C declares them.
fn others(name: &str) -> Vec<Type> {
    match name {
        "work_group_broadcast" => vec![Type::ULong],
        "sub_group_clustered_rotate" => vec![Type::Int, Type::UInt],
        "sub_group_rotate" => vec![Type::Int],
        _ if name.contains("shuffle") || name.ends_with("_broadcast") || name.ends_with("bit_extract") => {
            vec![Type::UInt]
        }
        _ => Vec::new(),
    }
}

fn functions(core: bool) -> Calls {
    let mut calls = Calls::new();
    let bits = Type::vector(4, Type::UInt);
    for (name, _, op, shape) in FUNCTIONS.iter().filter(|row| is_core(row.2) == core) {
        let firsts = match shape {
            Shape::Vote | Shape::Ballot => vec![Type::Int],
            Shape::Bits => vec![bits.clone()],
            Shape::Test if name.contains("ballot") => vec![bits.clone()],
            Shape::Test if *name == "sub_group_elect" => vec![Type::Void],
            _ => [&SIGNED[..], &FLOATS[..]].concat(),
        };
        for first in firsts {
            let mut params = if first == Type::Void { Vec::new() } else { vec![first.clone()] };
            params.extend(others(name));
            let result = match shape {
                Shape::Vote | Shape::Test => Type::Int,
                Shape::Bits => Type::UInt,
                Shape::Ballot => bits.clone(),
                _ => first.clone(),
            };
            // A work-item to broadcast from, and the size of a cluster, are constants.
            let constant = |index: usize| index > 0 && (*op == Op::GroupNonUniformBroadcast || index == 2);
            let arg = |(index, ty): (usize, &Type)| (llvm_type(ty), constant(index).then(|| "4".to_owned()));
            let args: Vec<_> = params.iter().enumerate().map(arg).collect();
            calls.add_with(&llvm_type(&result), &write(name, &params), &args);
        }
    }
    calls
}

#[test]
fn s3_34_votes_broadcasts_ballots_shuffles() {
    let mut calls = functions(true);
    for (name, _) in COUNTS {
        calls.add(&Type::UInt, name, &[Type::vector(4, Type::UInt)]);
    }
    let words = to_words(calls.assembly());
    assert!(!opcodes(&words).iter().flatten().any(|op| *op == Op::FunctionCall));
    assert_stable(&words);
}

#[test]
fn s3_34_rotations() {
    let words = to_words_extended(functions(false).assembly());
    assert!(!opcodes(&words).iter().flatten().any(|op| *op == Op::FunctionCall));
    assert_stable_extended(&words);
}

#[test]
fn s3_34_shuffles_and_blocks_of_a_vendor() {
    let mut calls = Calls::new();
    for (name, _) in VENDOR {
        for ty in [&SIGNED[..], &FLOATS[..]].concat() {
            let two = name.ends_with("_up") || name.ends_with("_down");
            let params = if two { vec![ty.clone(), ty.clone(), Type::UInt] } else { vec![ty.clone(), Type::UInt] };
            calls.add(&ty, name, &params);
        }
    }
    for (end, ty) in [("", Type::UInt), ("_us", Type::UShort), ("_ul", Type::ULong), ("_uc", Type::UChar)] {
        for lanes in [1, 2, 4, 8] {
            let block = if lanes == 1 { ty.clone() } else { Type::vector(lanes, ty.clone()) };
            let end = if lanes == 1 { end.to_owned() } else { format!("{end}{lanes}") };
            let source = Pointer { constant: true, ..Pointer::new(1, ty.clone()) };
            calls.add(&block, &format!("{}{end}", BLOCKS[0].0), &[source.into()]);
            calls.add(&Type::Void, &format!("{}{end}", BLOCKS[1].0), &[Type::pointer(1, ty.clone()), block.clone()]);
            let of_image = |base: &str, access: &str| {
                write(
                    &format!("{base}{end}"),
                    &[Type::named(format!("ocl_image2d_{access}")), Type::vector(2, Type::Int)],
                )
            };
            let image = |access: u32| format!("target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, {access})");
            calls.add_symbol(&llvm_type(&block), &of_image(BLOCKS[0].0, "ro"), &[image(0), "<2 x i32>".to_owned()]);
        }
    }
    let words = to_words_extended(calls.assembly());
    assert!(!opcodes(&words).iter().flatten().any(|op| *op == Op::FunctionCall));
    assert_stable_extended(&words);
}

#[test]
fn s3_34_broadcast_from_a_place() {
    let mut calls = Calls::new();
    calls.add(&Type::Int, "work_group_broadcast", &[Type::Int, Type::ULong, Type::ULong]);
    calls.add(&Type::Float, "work_group_broadcast", &[Type::Float, Type::ULong, Type::ULong, Type::ULong]);
    let words = to_words(calls.assembly());
    let put_in = |count| [vec![Op::CompositeInsert; count], vec![Op::GroupBroadcast]].concat();
    assert_eq!(opcodes(&words), [put_in(2), put_in(3)]);
}
