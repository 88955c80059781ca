//! Names of instructions as builtins (S3-36, S3-37, S3-39): from a declaration of each name to SPIR-V, and back to the
//! same names.

use llvm_spirv::binary::{Instruction, Op, Words, grammar};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use llvm_spirv_mangling::{self as mangling, Type};

/// Scalar types as LLVM IR and mangled names spell them.
const SCALARS: [(&str, &str, Type); 12] = [
    ("i8", "char", Type::Char),
    ("i8", "uchar", Type::UChar),
    ("i16", "short", Type::Short),
    ("i16", "ushort", Type::UShort),
    ("i32", "int", Type::Int),
    ("i32", "uint", Type::UInt),
    ("i64", "long", Type::Long),
    ("i64", "ulong", Type::ULong),
    ("half", "half", Type::Half),
    ("float", "float", Type::Float),
    ("double", "double", Type::Double),
    ("i1", "bool", Type::Bool),
];

/// Lengths of vectors; 1 is the scalar.
const LANES: [u32; 6] = [1, 2, 3, 4, 8, 16];

/// A call of a declared function.
struct Call {
    symbol: String,
    result: String,
    arguments: Vec<String>,
}

/// Returns the LLVM type of a scalar or vector.
fn llvm(scalar: &str, lanes: u32) -> String {
    if lanes == 1 { scalar.to_owned() } else { format!("<{lanes} x {scalar}>") }
}

/// Returns the name of a scalar or vector type in a postfix.
fn spelled(scalar: &str, lanes: u32) -> String {
    if lanes == 1 { scalar.to_owned() } else { format!("{scalar}{lanes}") }
}

/// Returns the type of a scalar or vector in a mangled name.
fn mangled(scalar: &Type, lanes: u32) -> Type {
    if lanes == 1 { scalar.clone() } else { Type::vector(lanes, scalar.clone()) }
}

/// Returns a module with a function for each call, whose parameters are the arguments; arguments with a value are
/// constants.
fn module(calls: &[Call]) -> String {
    let mut text = "target triple = \"spir64-unknown-unknown\"\n".to_owned();
    for (number, Call { symbol, result, arguments }) in calls.iter().enumerate() {
        let is_constant = |argument: &String| argument.starts_with("i32 ");
        let types: Vec<_> = arguments.iter().map(|ty| if is_constant(ty) { "i32" } else { ty }).collect();
        let params = arguments.iter().enumerate().filter(|(_, argument)| !is_constant(argument));
        let params: Vec<_> = params.map(|(at, ty)| format!("{ty} %p{at}")).collect();
        let value = |(at, ty): (usize, &String)| if is_constant(ty) { ty.clone() } else { format!("{ty} %p{at}") };
        let values: Vec<_> = arguments.iter().enumerate().map(value).collect();
        let call = if result == "void" { "call" } else { "%r = call" };
        text += &format!(
            "declare spir_func {result} @{symbol}({})\ndefine spir_func void @f{number}({}) {{\n  \
             {call} spir_func {result} @{symbol}({})\n  ret void\n}}\n",
            types.join(", "),
            params.join(", "),
            values.join(", ")
        );
    }
    text
}

fn forward(text: &[u8]) -> Vec<u8> {
    llvm_to_spirv(text, &Options::default()).unwrap_or_else(|error| panic!("{error}")).bytes
}

fn reverse(spirv: &[u8]) -> String {
    String::from_utf8(spirv_to_llvm(spirv, &Options::default(), Llvm::Assembly).unwrap().bytes).unwrap()
}

/// Returns the opcodes in the functions of a module, without those of functions, parameters and blocks themselves, and
/// without the casts that give a pointer its pointee.
fn opcodes(spirv: &[u8]) -> Vec<Op> {
    const FRAME: [Op; 6] = [Op::Function, Op::FunctionParameter, Op::FunctionEnd, Op::Label, Op::Return, Op::Bitcast];
    let words = Words::read(spirv).unwrap();
    let body = words.instructions().skip_while(|inst: &Instruction<'_>| inst.opcode() != Op::Function);
    body.map(|inst| inst.opcode()).filter(|op| !FRAME.contains(op)).collect()
}

/// Checks that each call becomes one instruction, `op`, that it comes back as a call of the symbol that `canonical`
/// returns for the first one, and that the second SPIR-V is the first.
fn check(op: Op, calls: &[Call], canonical: impl Fn(&str) -> String) {
    let spirv = forward(module(calls).as_bytes());
    assert_eq!(opcodes(&spirv), vec![op; calls.len()], "{}", llvm_spirv::disassemble(&spirv).unwrap());
    let back = reverse(&spirv);
    for (number, Call { symbol, result, .. }) in calls.iter().enumerate() {
        let body = back.split(&format!(" void @f{number}(")).nth(1).unwrap().split("\n}").next().unwrap();
        let call = format!("spir_func {result} @{}(", canonical(symbol));
        assert!(body.contains(&call), "{call} is not in {body}");
    }
    assert_eq!(forward(back.as_bytes()), spirv);
}

/// Checks instructions with a variable number of arguments of one type; integers come back as signed ones.
#[test]
fn s3_37_numbers_of_all_types() {
    let mut of_integers = Vec::new();
    let mut of_floats = Vec::new();
    for (scalar, _, ty) in SCALARS.iter().filter(|row| row.0 != "i1") {
        for lanes in LANES {
            let (is_float, ty) = (ty.is_float(), mangled(ty, lanes));
            let base = if is_float { "__spirv_FMod" } else { "__spirv_SMod" };
            let symbol = mangling::write(base, &[ty.clone(), ty]);
            let calls = if is_float { &mut of_floats } else { &mut of_integers };
            calls.push(Call { symbol, result: llvm(scalar, lanes), arguments: vec![llvm(scalar, lanes); 2] });
        }
    }
    let signed = |symbol: &str| {
        let mut name = mangling::parse(symbol).unwrap();
        for param in &mut name.params {
            let same_width = |row: &&(&str, &str, Type)| row.2.bit_width() == param.element().bit_width();
            let signed = SCALARS.iter().find(|row| same_width(row) && row.2.is_signed_integer()).unwrap();
            *param = mangled(&signed.2, param.lanes());
        }
        mangling::write(&name.base, &name.params)
    };
    assert_eq!((of_integers.len(), of_floats.len()), (48, 18));
    check(Op::SMod, &of_integers, signed);
    check(Op::FMod, &of_floats, str::to_owned);
}

/// Checks arguments that are booleans, vectors next to scalars, pointers, and values of opaque types.
#[test]
fn s3_37_other_types() {
    const IMAGE: &str = "target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)";
    const DEVICE_EVENT: &str = "target(\"spirv.DeviceEvent\")";
    const RESERVE_ID: &str = "target(\"spirv.ReserveId\")";
    const QUEUE: &str = "target(\"spirv.Queue\")";
    let rows: [(Op, &str, &str, &[&str]); 19] = [
        (Op::Any, "_Z11__spirv_AnyDv2_b", "i1", &["<2 x i1>"]),
        (Op::All, "_Z11__spirv_AllDv16_b", "i1", &["<16 x i1>"]),
        (Op::Dot, "_Z11__spirv_DotDv3_DhS_", "half", &["<3 x half>", "<3 x half>"]),
        (Op::Dot, "_Z11__spirv_DotDv8_dS_", "double", &["<8 x double>", "<8 x double>"]),
        (Op::VectorTimesScalar, "_Z25__spirv_VectorTimesScalarDv4_ff", "<4 x float>", &["<4 x float>", "float"]),
        (Op::AtomicLoad, "_Z18__spirv_AtomicLoadPU3AS1iii", "i32", &["ptr addrspace(1)", "i32 2", "i32 2"]),
        (Op::AtomicLoad, "_Z18__spirv_AtomicLoadPU3AS3lii", "i64", &["ptr addrspace(3)", "i32 2", "i32 2"]),
        (Op::AtomicLoad, "_Z18__spirv_AtomicLoadPU3AS4dii", "double", &["ptr addrspace(4)", "i32 2", "i32 2"]),
        (Op::AtomicLoad, "_Z18__spirv_AtomicLoadPiii", "i32", &["ptr", "i32 2", "i32 2"]),
        (Op::GenericPtrMemSemantics, "_Z30__spirv_GenericPtrMemSemanticsPU3AS4Kc", "i32", &["ptr addrspace(4)"]),
        (Op::GroupIAdd, "_Z17__spirv_GroupIAddiil", "i64", &["i32 2", "i32 2", "i64"]),
        (Op::GroupFMax, "_Z17__spirv_GroupFMaxiif", "float", &["i32 2", "i32 2", "float"]),
        (
            Op::ImageQueryFormat,
            "_Z24__spirv_ImageQueryFormatPU3AS133__spirv_Image__void_1_0_0_0_0_0_0",
            "i32",
            &[IMAGE],
        ),
        (Op::ImageQueryOrder, "_Z23__spirv_ImageQueryOrderPU3AS133__spirv_Image__void_1_0_0_0_0_0_0", "i32", &[IMAGE]),
        (Op::RetainEvent, "_Z19__spirv_RetainEventP19__spirv_DeviceEvent", "void", &[DEVICE_EVENT]),
        (Op::IsValidEvent, "_Z20__spirv_IsValidEventP19__spirv_DeviceEvent", "i1", &[DEVICE_EVENT]),
        (Op::IsValidReserveId, "_Z24__spirv_IsValidReserveIdP17__spirv_ReserveId", "i1", &[RESERVE_ID]),
        (
            Op::GetNumPipePackets,
            "_Z25__spirv_GetNumPipePacketsPU3AS115__spirv_Pipe__0ii",
            "i32",
            &["target(\"spirv.Pipe\", 0)", "i32 2", "i32 2"],
        ),
        (
            Op::EnqueueMarker,
            "_Z21__spirv_EnqueueMarkerP13__spirv_QueuejPU3AS4cS2_",
            "i32",
            &[QUEUE, "i32 2", "ptr addrspace(4)", "ptr addrspace(4)"],
        ),
    ];
    for (op, symbol, result, arguments) in rows {
        let arguments = arguments.iter().map(|ty| (*ty).to_owned()).collect();
        let call = Call { symbol: symbol.to_owned(), result: result.to_owned(), arguments };
        check(op, &[call], str::to_owned);
    }
}

/// Checks a conversion to each scalar and vector type, with a modifier that makes it a call: saturation for integers, a
/// rounding mode for floating point.
#[test]
fn s3_39_results_of_conversions() {
    for (op, postfix, from) in [
        (Op::ConvertFToS, "sat", ("float", Type::Float)),
        (Op::ConvertFToU, "sat", ("float", Type::Float)),
        (Op::ConvertSToF, "rtz", ("i32", Type::Int)),
    ] {
        let gives = |ty: &Type| match op {
            Op::ConvertFToS => ty.is_signed_integer(),
            Op::ConvertFToU => ty.is_unsigned_integer(),
            _ => ty.is_float(),
        };
        let mut calls = Vec::new();
        for (scalar, name, _) in SCALARS.iter().filter(|row| gives(&row.2)) {
            for lanes in LANES {
                let base = format!("__spirv_{}_R{}_{postfix}", name_of(op), spelled(name, lanes));
                let symbol = mangling::write(&base, &[mangled(&from.1, lanes)]);
                calls.push(Call { symbol, result: llvm(scalar, lanes), arguments: vec![llvm(from.0, lanes)] });
            }
        }
        assert_eq!(calls.len(), if op == Op::ConvertSToF { 18 } else { 24 });
        check(op, &calls, str::to_owned);
    }
}

/// Checks that `bool` and vectors of it are read. No instruction needs them in the postfix of the name that is written,
/// since its arguments determine such results.
#[test]
fn s3_39_booleans() {
    let call = |lanes| Call {
        symbol: mangling::write(&format!("__spirv_IsNan_R{}", spelled("bool", lanes)), &[mangled(&Type::Float, lanes)]),
        result: llvm("i1", lanes),
        arguments: vec![llvm("float", lanes)],
    };
    let without_result = |symbol: &str| {
        let params = mangling::parse(symbol).unwrap().params;
        mangling::write("__spirv_IsNan", &params)
    };
    check(Op::IsNan, &LANES.map(call), without_result);
}

/// Returns the name of an opcode as builtins spell it.
fn name_of(op: Op) -> &'static str {
    grammar::name(op).strip_prefix("Op").unwrap()
}

/// Checks that no name of an opcode has an underscore, so that the first one after the prefix begins a postfix, and
/// each further one the next postfix. A name with an underscore within that of the opcode is an ordinary function.
#[test]
fn s3_36_no_underscores_within_a_part() {
    for info in grammar::instructions() {
        assert!(!info.name.contains('_'), "{}", info.name);
    }
    let call = |base: &str| Call {
        symbol: mangling::write(base, &[Type::Float]),
        result: "i8".to_owned(),
        arguments: vec!["float".to_owned()],
    };
    let spirv = forward(module(&[call("__spirv_ConvertFToS_Rchar_sat_rtz")]).as_bytes());
    assert_eq!(opcodes(&spirv), [Op::ConvertFToS]);
    let written = reverse(&spirv);
    let symbol = written.split(['@', '(']).find(|word| word.starts_with("_Z")).unwrap();
    let base = mangling::base_name(symbol).unwrap();
    assert_eq!(base.split('_').collect::<Vec<_>>(), ["", "", "spirv", "ConvertFToS", "Rchar", "sat", "rtz"]);
    for base in ["__spirv_Convert_FToS_Rchar", "__spirv_Bit_Reverse"] {
        check(Op::FunctionCall, &[call(base)], str::to_owned);
    }
}

/// Checks casts of bits to each type of numbers, from the integer of its size or, for integers, from the floating-point
/// type; in the reverse translation they are LLVM's own casts.
#[test]
fn s3_43_bitcasts_to_all_types() {
    const SOURCES: [(&str, &str, Type); 6] = [
        ("half", "i16", Type::Short),
        ("float", "i32", Type::Int),
        ("double", "i64", Type::Long),
        ("i16", "half", Type::Half),
        ("i32", "float", Type::Float),
        ("i64", "double", Type::Double),
    ];
    for (scalar, name, _) in SCALARS.iter().filter(|row| row.0 != "i1" && row.0 != "i8") {
        let (_, from, from_type) = SOURCES.iter().find(|row| row.0 == *scalar).unwrap();
        for lanes in LANES {
            let symbol =
                mangling::write(&format!("__spirv_Bitcast_R{}", spelled(name, lanes)), &[mangled(from_type, lanes)]);
            let (result, argument) = (llvm(scalar, lanes), llvm(from, lanes));
            let cast = format!("bitcast {argument} %p0 to {result}");
            let spirv = forward(module(&[Call { symbol, result, arguments: vec![argument] }]).as_bytes());
            let casts = Words::read(&spirv).unwrap().instructions().filter(|inst| inst.opcode() == Op::Bitcast).count();
            assert_eq!(casts, 1, "{cast}");
            let back = reverse(&spirv);
            assert!(back.contains(&cast), "{cast} is not in {back}");
            assert_eq!(forward(back.as_bytes()), spirv);
        }
    }
}

/// An instruction, its mangled argument types, its result, its arguments, and those of older IR.
type Row<'a> = (Op, &'a str, &'a str, &'a [&'a str], &'a [&'a str]);

/// Names of opaque types without operands in mangled names; a pointer of older IR stands for the same type.
#[test]
fn s3_20_to_s3_25_mangled_names() {
    let rows: [Row<'_>; 5] = [
        (Op::RetainEvent, "P19__spirv_DeviceEvent", "void", &["target(\"spirv.DeviceEvent\")"], &["ptr"]),
        (Op::IsValidEvent, "P19__spirv_DeviceEvent", "i1", &["target(\"spirv.DeviceEvent\")"], &["ptr"]),
        (Op::IsValidReserveId, "P17__spirv_ReserveId", "i1", &["target(\"spirv.ReserveId\")"], &["ptr"]),
        (Op::ReleaseEvent, "P19__spirv_DeviceEvent", "void", &["target(\"spirv.DeviceEvent\")"], &["ptr"]),
        (
            Op::SampledImage,
            "PU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler",
            "target(\"spirv.SampledImage\", void, 1, 0, 0, 0, 0, 0, 0)",
            &["target(\"spirv.Image\", void, 1, 0, 0, 0, 0, 0, 0)", "target(\"spirv.Sampler\")"],
            &["ptr addrspace(1)", "ptr addrspace(2)"],
        ),
    ];
    for (op, types, result, arguments, older) in rows {
        let base = format!("__spirv_{}", name_of(op));
        let symbol = format!("_Z{}{base}{types}", base.len());
        let call = |arguments: &[&str]| Call {
            symbol: symbol.clone(),
            result: result.to_owned(),
            arguments: arguments.iter().map(|ty| (*ty).to_owned()).collect(),
        };
        check(op, &[call(arguments)], str::to_owned);
        // The types of parameters are known by the calls that they are passed to.
        assert_eq!(
            forward(module(&[call(older)]).as_bytes()),
            forward(module(&[call(arguments)]).as_bytes()),
            "{symbol}"
        );
    }
}

/// Checks that the first postfix of an extended instruction has two underscores before it, since its name may contain
/// some, and each further one has one.
#[test]
fn s3_52_postfixes_of_extended_instructions() {
    let base = "__spirv_ocl_vload_halfn__Rfloat4_sat_rtz";
    let parts = mangling::Builtin::parse(base).unwrap();
    assert_eq!((parts.extended, parts.op, parts.postfix.return_type), (true, "vload_halfn", Some("float4")));
    assert!(parts.postfix.sat && parts.postfix.rounding == Some(mangling::Rounding::Rtz));
    assert_eq!(parts.to_string(), base);
    let call = Call {
        symbol: "_Z32__spirv_ocl_vload_halfn__Rfloat4mPU3AS1KDhi".to_owned(),
        result: "<4 x float>".to_owned(),
        arguments: ["i64", "ptr addrspace(1)", "i32 4"].map(str::to_owned).into(),
    };
    check_extended(&call);
}

/// Checks that a call becomes an extended instruction, and comes back under its name.
fn check_extended(call: &Call) {
    let spirv = forward(module(std::slice::from_ref(call)).as_bytes());
    assert_eq!(opcodes(&spirv), [Op::ExtInst]);
    let back = reverse(&spirv);
    assert!(back.contains(&format!("spir_func {} @{}(", call.result, call.symbol)), "{back}");
    assert_eq!(forward(back.as_bytes()), spirv);
}
