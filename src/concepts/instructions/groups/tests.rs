//! Each overload of the asynchronous copies, there and back in each spelling.

use crate::concepts::builtins::testing::{Calls, opcodes, stays, to_assembly, to_words};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use llvm_spirv_mangling::{Pointer, Type, write};

const ELEMENTS: [Type; 11] = [
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

fn copy(calls: &mut Calls, ty: &Type, to: u32, from: u32, strided: bool) {
    let source = Pointer { constant: true, ..Pointer::new(from, ty.clone()) };
    let mut params = vec![Type::pointer(to, ty.clone()), source.into(), Type::ULong];
    let mut types = vec![format!("ptr addrspace({to})"), format!("ptr addrspace({from})"), "i64".to_owned()];
    if strided {
        params.push(Type::ULong);
        types.push("i64".to_owned());
    }
    params.push(Type::named("ocl_event"));
    let event = "target(\"spirv.Event\")";
    types.push(event.to_owned());
    let base = if strided { super::STRIDED_COPY } else { super::COPY };
    calls.add_symbol(event, &write(base, &params), &types);
}

#[test]
fn opencl_c() {
    let mut calls = Calls::new();
    for ty in ELEMENTS {
        for lanes in [1, 2, 3, 4, 8, 16] {
            let ty = if lanes == 1 { ty.clone() } else { Type::vector(lanes, ty.clone()) };
            for (to, from, strided) in [(1, 3, false), (3, 1, false), (1, 3, true), (3, 1, true)] {
                copy(&mut calls, &ty, to, from, strided);
            }
        }
    }
    for space in [0, 4] {
        let symbol = write(super::WAIT, &[Type::Int, Type::pointer(space, Type::named("ocl_event"))]);
        let pointer = if space == 0 { "ptr".to_owned() } else { format!("ptr addrspace({space})") };
        calls.add_symbol("void", &symbol, &["i32".to_owned(), pointer]);
    }
    let words = to_words(calls.assembly());
    assert!(opcodes(&words).iter().all(|body| matches!(body[..], [Op::GroupAsyncCopy | Op::GroupWaitEvents])));
    stays(&words);
    assert!(!to_assembly(&words, BuiltinSpelling::Cl20).contains("__spirv_"));
}
