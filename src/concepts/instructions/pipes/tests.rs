//! Each function on pipes, there and back in each spelling.

use super::{ENDS, QUERIES, ROWS};
use crate::concepts::builtins::testing::{Calls, opcodes, stays, to_assembly, to_words};
use crate::options::BuiltinSpelling;
use ::spirv::Op;
use llvm_spirv_mangling::Type;

fn pipe(name: &str) -> String {
    format!("target(\"spirv.Pipe\", {})", u32::from(name.contains("write") || name.ends_with("_wo")))
}

fn packets(calls: &mut Calls, result: &str, name: &str, types: &[&str]) {
    let mut args = vec![(pipe(name), None)];
    args.extend(types.iter().map(|ty| ((*ty).to_owned(), None)));
    args.extend([4, 4].map(|number: u32| ("i32".to_owned(), Some(number.to_string()))));
    calls.add_with(result, name, &args);
}

#[test]
fn s3_47_pipes_of_storage() {
    let mut calls = Calls::new();
    for (end, access) in [("read", 0), ("write", 1)] {
        let symbol = llvm_spirv_mangling::write(
            &format!("__spirv_CreatePipeFromPipeStorage_{end}"),
            &[Type::pointer(1, Type::named("__spirv_PipeStorage"))],
        );
        let storage = "target(\"spirv.PipeStorage\")".to_owned();
        calls.add_symbol(&format!("target(\"spirv.Pipe\", {access})"), &symbol, &[storage]);
    }
    let words = to_words(calls.assembly());
    assert_eq!(opcodes(&words), [[Op::CreatePipeFromPipeStorage]; 2]);
    stays(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::SpvIr);
    assert!(assembly.contains("@_Z38__spirv_CreatePipeFromPipeStorage_readPU3AS119__spirv_PipeStorage("));
}

#[test]
fn s3_19_functions_on_pipes() {
    let mut calls = Calls::new();
    let (id, pointer) = ("target(\"spirv.ReserveId\")", "ptr addrspace(4)");
    let mut wanted = Vec::new();
    // Those that wait are of an extension, and have a file test.
    for (name, op, _) in ROWS.iter().filter(|row| !row.0.ends_with("_bl")) {
        match name {
            _ if name.contains("reserve") => packets(&mut calls, id, name, &["i32"]),
            _ if name.contains("commit") => packets(&mut calls, "void", name, &[id]),
            _ if name.ends_with('4') => packets(&mut calls, "i32", name, &[id, "i32", pointer]),
            _ => packets(&mut calls, "i32", name, &[pointer]),
        }
        wanted.push([*op]);
    }
    for ((name, op), end) in QUERIES.iter().flat_map(|row| ENDS.map(|end| (row, end))) {
        packets(&mut calls, "i32", &format!("{name}{end}"), &[]);
        wanted.push([*op]);
    }
    let words = to_words(calls.assembly());
    assert_eq!(opcodes(&words), wanted);
    stays(&words);
    let assembly = to_assembly(&words, BuiltinSpelling::Cl20);
    assert!(!assembly.contains("__spirv_"), "{assembly}");
    assert!(to_assembly(&words, BuiltinSpelling::SpvIr).contains("__spirv_ReadPipePU3AS115__spirv_Pipe__0"));
    assert!(opcodes(&words).iter().flatten().all(|op| *op != Op::FunctionCall));
}
