//! The survival of specialization constants in round trips, wherever a constant may be used: the same constants can be
//! set, and setting them before or after the round trip gives the same module. An optimiser in between changes only
//! computations with them.

use crate::support::{check_all, compile, programs, root, run, validate};
use llvm_spirv::binary::{Instruction, Op, Words, passes::specialize, write};
use llvm_spirv::options::Options;
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The kinds of constants that can be set, and expressions of one: name, type, definitions.
const KINDS: [(&str, &str, &str); 8] = [
    ("scalar", "uint", "%c = OpSpecConstant %uint 4"),
    ("long", "ulong", "%c = OpSpecConstant %ulong 4"),
    ("float", "float", "%c = OpSpecConstant %float 4"),
    ("bool", "bool", "%c = OpSpecConstantTrue %bool"),
    ("composite", "v2uint", "%s = OpSpecConstant %uint 4\n%c = OpSpecConstantComposite %v2uint %s %two"),
    ("operation", "uint", "%s = OpSpecConstant %uint 4\n%c = OpSpecConstantOp %uint IAdd %s %two"),
    (
        "nested",
        "v2uint",
        "%s = OpSpecConstant %uint 4\n%t = OpSpecConstantOp %uint IMul %s %s\n%c = OpSpecConstantComposite %v2uint %t %s",
    ),
    (
        "part",
        "uint",
        "%s = OpSpecConstant %uint 4\n%t = OpSpecConstantComposite %v2uint %s %two\n\
         %c = OpSpecConstantOp %uint CompositeExtract %t 0",
    ),
];

/// The places where a constant may be used: name, the types that may be used there, execution modes or decorations,
/// globals, the body of the kernel.
const PLACES: [(&str, &[&str], &str, &str, &str); 16] = [
    ("unused", &["uint", "ulong", "float", "bool", "v2uint"], "", "", ""),
    (
        "initialiser",
        &["uint", "ulong", "float", "v2uint"],
        "",
        "%p = OpTypePointer CrossWorkgroup %TYPE\n%g = OpVariable %p CrossWorkgroup %c",
        "%v = OpLoad %TYPE %g Aligned 8\nOpStore %g %v Aligned 8",
    ),
    (
        "initialiser in a composite",
        &["uint", "ulong", "float", "v2uint"],
        "",
        "%struct = OpTypeStruct %TYPE %uint\n%whole = OpSpecConstantComposite %struct %c %two\n\
         %p = OpTypePointer CrossWorkgroup %struct\n%g = OpVariable %p CrossWorkgroup %whole",
        "",
    ),
    (
        "length of a variable of a work-group",
        &["uint", "ulong"],
        "",
        "%array = OpTypeArray %uint %c\n%p = OpTypePointer Workgroup %array\n%pe = OpTypePointer Workgroup %uint\n\
         %g = OpVariable %p Workgroup",
        "%e = OpInBoundsPtrAccessChain %pe %g %zero %i\nOpStore %e %two Volatile|Aligned 4",
    ),
    (
        "length of lengths",
        &["uint", "ulong"],
        "",
        "%array = OpTypeArray %uint %c\n%square = OpTypeArray %array %c\n%p = OpTypePointer Workgroup %square\n\
         %pe = OpTypePointer Workgroup %uint\n%g = OpVariable %p Workgroup",
        "%e = OpInBoundsPtrAccessChain %pe %g %zero %i %i\nOpStore %e %two Volatile|Aligned 4",
    ),
    (
        "length of a variable of a function",
        &["uint", "ulong"],
        "",
        "%array = OpTypeArray %uint %c\n%p = OpTypePointer Function %array\n%pe = OpTypePointer Function %uint",
        "%g = OpVariable %p Function\n%e = OpInBoundsPtrAccessChain %pe %g %zero %i\nOpStore %e %two Volatile|Aligned 4",
    ),
    ("size of work-groups", &["uint"], "OpExecutionModeId %kernel LocalSizeId %c %two %two", "", ""),
    ("hint at the size", &["uint"], "OpExecutionModeId %kernel LocalSizeHintId %two %c %two", "", ""),
    (
        "alignment of a variable",
        &["uint"],
        "OpDecorateId %g AlignmentId %c",
        "%p = OpTypePointer Workgroup %uint\n%g = OpVariable %p Workgroup",
        "OpStore %g %two Volatile|Aligned 4",
    ),
    (
        "alignment of a variable of a function",
        &["uint"],
        "OpDecorateId %g AlignmentId %c",
        "%p = OpTypePointer Function %uint",
        "%g = OpVariable %p Function\nOpStore %g %two Volatile|Aligned 4",
    ),
    ("alignment of a parameter", &["uint"], "OpDecorateId %o AlignmentId %c", "", ""),
    ("size behind a parameter", &["uint"], "OpDecorateId %o MaxByteOffsetId %c", "", ""),
    (
        "lengths behind a parameter",
        &["uint", "ulong"],
        "",
        "%array = OpTypeArray %uint %c\n%square = OpTypeArray %array %c\n%ps = OpTypePointer Workgroup %square\n\
         %pe = OpTypePointer Workgroup %uint\n%ft = OpTypeFunction %void %ps %uint",
        "OpReturn\nOpFunctionEnd\n%f = OpFunction %void None %ft\n%g = OpFunctionParameter %ps\n\
         %j = OpFunctionParameter %uint\n%start = OpLabel\n\
         %e = OpInBoundsPtrAccessChain %pe %g %zero %j %j\nOpStore %e %two Volatile|Aligned 4",
    ),
    (
        "rows of a matrix",
        &["uint"],
        "",
        "MATRIX %matrix %uint %three %c %two %zero",
        "MATRIX_LOAD %matrix %m %o %zero %i\nMATRIX_STORE %o %m %zero %i",
    ),
    (
        "rows and columns of a constant matrix",
        &["uint"],
        "",
        "MATRIX %matrix %uint %three %c %c %zero\n%m = OpConstantComposite %matrix %two",
        "MATRIX_STORE %o %m %zero %i\nMATRIX_LENGTH %uint %length %matrix\nOpStore %o %length Volatile|Aligned 4",
    ),
    (
        "operand",
        &["uint", "ulong", "float", "v2uint"],
        "",
        "%p = OpTypePointer CrossWorkgroup %TYPE\n%null = OpConstantNull %TYPE\n%g = OpVariable %p CrossWorkgroup %null",
        "OpStore %g %c Volatile|Aligned 8",
    ),
];

fn program(kind: usize, place: usize) -> Option<String> {
    let ((_, ty, definitions), (_, types, modes, globals, body)) = (KINDS[kind], PLACES[place]);
    let scalar = if definitions.contains("%s =") { "%s" } else { "%c" };
    types.contains(&ty).then(|| {
        let globals = globals.replace("TYPE", ty);
        let (variables, code): (Vec<_>, Vec<_>) = body.lines().partition(|line| line.contains("OpVariable"));
        let (decorations, modes): (Vec<_>, Vec<_>) = modes.lines().partition(|line| line.contains("OpDecorate"));
        let (decorations, modes) = (decorations.join("\n"), modes.join("\n"));
        let body = [variables.join("\n"), code.join("\n").replace("TYPE", ty)].join("\n");
        let matrices = "OpCapability !6022\nOpExtension \"SPV_KHR_cooperative_matrix\"";
        let matrices = if globals.contains("MATRIX") { matrices } else { "" };
        format!(
            "OpCapability Addresses\nOpCapability Linkage\nOpCapability Kernel\nOpCapability Int64\n{matrices}\n\
             OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %kernel \"kernel\"\n{modes}\nOpName %kernel \"kernel\"\n\
             OpDecorate {scalar} SpecId 7\n{decorations}\n%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n\
             %ulong = OpTypeInt 64 0\n%float = OpTypeFloat 32\n%v2uint = OpTypeVector %uint 2\n%zero = OpConstant %uint 0\n\
             %two = OpConstant %uint 2\n%three = OpConstant %uint 3\n{definitions}\n%po = OpTypePointer CrossWorkgroup %uint\n{globals}\n\
             %type = OpTypeFunction %void %uint %po\n%kernel = OpFunction %void None %type\n\
             %i = OpFunctionParameter %uint\n%o = OpFunctionParameter %po\n%entry = OpLabel\n{body}\nOpReturn\n\
             OpFunctionEnd\n"
        )
    })
}

/// The first words of instructions that older assemblers do not know.
const WORDS: [(&str, Op, u32); 4] = [
    ("MATRIX ", Op::TypeCooperativeMatrixKHR, 7),
    ("MATRIX_LOAD ", Op::CooperativeMatrixLoadKHR, 6),
    ("MATRIX_STORE ", Op::CooperativeMatrixStoreKHR, 5),
    ("MATRIX_LENGTH ", Op::CooperativeMatrixLengthKHR, 4),
];

fn assembled(text: &str) -> Result<Vec<u8>, String> {
    let word = |text: String, (name, op, count): &(&str, Op, u32)| {
        text.replace(name, &format!("!{} ", count << 16 | *op as u32))
    };
    let text = WORDS.iter().fold(text.to_owned(), word);
    run(Command::new("spirv-as").args(["--target-env", "spv1.2", "-o", "-", "-"]), text.as_bytes())
}

/// Returns the constants that can be set: `SpecId`, opcode of the constant, literal; sorted.
fn can_be_set(words: &Words<'_>) -> Vec<(u32, Op, Vec<u32>)> {
    let is_spec_id = |inst: &Instruction<'_>| inst.opcode() == Op::Decorate && inst.operands().get(1) == Some(&1);
    let mut found = Vec::new();
    for decoration in words.instructions().filter(is_spec_id) {
        let constant =
            words.instructions().find(|inst| inst.result_id() == decoration.operands().first().copied()).unwrap();
        found.push((decoration.operands()[2], constant.opcode(), constant.in_operands().to_vec()));
    }
    found.sort_by_key(|(spec_id, _, literal)| (*spec_id, literal.clone()));
    found
}

/// Returns the ids of constants and types that an instruction outside of functions uses.
fn named<'w>(inst: &Instruction<'w>) -> &'w [u32] {
    let operands = inst.in_operands();
    match inst.opcode() {
        Op::Variable => operands.get(1..).unwrap_or_default(),
        Op::SpecConstantOp => match Op::from_u32(operands[0]) {
            Some(Op::CompositeExtract) => &operands[1..2],
            Some(Op::CompositeInsert | Op::VectorShuffle) => &operands[1..3],
            _ => &operands[1..],
        },
        Op::TypeCooperativeMatrixKHR
        | Op::SpecConstantComposite
        | Op::ConstantComposite
        | Op::TypeArray
        | Op::TypeStruct => operands,
        _ => &[],
    }
}

/// Returns the opcodes outside of functions that use a constant that can be set, or an expression of one; sorted.
fn uses_outside(words: &Words<'_>) -> Vec<String> {
    let mut ids: Vec<u32> = Vec::new();
    let mut uses = Vec::new();
    let definitions = || words.instructions().take_while(|inst| inst.opcode() != Op::Function);
    for inst in definitions().filter(|inst| inst.result_id().is_some()) {
        let is_scalar = matches!(inst.opcode(), Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        let is_made_of_one = named(&inst).iter().any(|id| ids.contains(id));
        if is_scalar || is_made_of_one {
            ids.extend(inst.result_id());
        }
        uses.extend(is_made_of_one.then(|| format!("{:?}", inst.opcode())));
    }
    let modes = definitions().filter(|inst| inst.opcode() == Op::ExecutionModeId);
    let modes = modes.filter(|inst| inst.operands().iter().skip(2).any(|id| ids.contains(id)));
    uses.extend(modes.map(|inst| format!("mode {}", inst.operands()[1])));
    let decorations = words.instructions().filter(|inst| inst.opcode() == Op::DecorateId);
    let decorations = decorations.filter(|inst| inst.operands().iter().skip(2).any(|id| ids.contains(id)));
    uses.extend(decorations.map(|inst| format!("decoration {}", inst.operands()[1])));
    uses.sort();
    uses
}

/// Returns a module with other values, after two round trips, which fix the order of ids.
fn specialized(words: &Words<'_>, values: &BTreeMap<u32, u64>) -> Result<Vec<u32>, String> {
    let plain = specialize::specialize(words, values);
    let options = Options::default();
    let once = llvm_spirv_roundtrip::round_trip(&plain, &options).map_err(|error| error.to_string())?;
    llvm_spirv_roundtrip::round_trip(&once, &options).map_err(|error| error.to_string())
}

/// Returns the instructions without the numbers of ids and without order.
fn shape(words: &[u32]) -> Vec<String> {
    let words = Words::of(words.to_vec()).unwrap();
    let mut lines: Vec<_> =
        llvm_spirv::disassemble(&write::bytes(words.words())).unwrap().lines().map(masked).collect();
    lines.sort();
    lines
}

/// Returns a line with `%` for each id.
fn masked(line: &str) -> String {
    line.split_whitespace().map(|word| if word.starts_with('%') { "%" } else { word }).collect::<Vec<_>>().join(" ")
}

fn check(start: &[u8]) -> Result<(), String> {
    let options = Options::default();
    let start = Words::read(start).map_err(|error| error.to_string())?;
    let ir = spirv_to_llvm(write::bytes(start.words()), &options, Llvm::Assembly).map_err(|error| error.to_string())?;
    if let Some(warning) = ir.warnings.iter().find(|warning| warning.contains("specialization")) {
        return Err(warning.clone());
    }
    let back = llvm_to_spirv(&ir.bytes, &options).map_err(|error| error.to_string())?;
    validate(&back.bytes)?;
    let back = Words::read(&back.bytes).map_err(|error| error.to_string())?;
    same("can be set", can_be_set(&start), can_be_set(&back))?;
    same("uses outside of functions", uses_outside(&start), uses_outside(&back))?;
    for value in [1, 4, 9] {
        let values = can_be_set(&start).iter().map(|(spec_id, ..)| (*spec_id, value)).collect();
        same("specialised", shape(&specialized(&start, &values)?), shape(&specialized(&back, &values)?))?;
    }
    let optimised = run(Command::new("opt-22").args(["-O2", "-S"]), &ir.bytes)?;
    let optimised = llvm_to_spirv(&optimised, &options).map_err(|error| format!("after -O2: {error}"))?;
    validate(&optimised.bytes)?;
    let optimised = Words::read(&optimised.bytes).map_err(|error| error.to_string())?;
    same("can be set after -O2", can_be_set(&start), can_be_set(&optimised))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: T, found: T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: {expected:?}\nand then {found:?}")) }
}

#[test]
fn each_kind_survives_in_each_place() {
    let all = (0..KINDS.len()).flat_map(|kind| (0..PLACES.len()).map(move |place| (kind, place)));
    let all: Vec<_> = all.filter_map(|(kind, place)| Some((kind, place, program(kind, place)?))).collect();
    assert!(all.len() >= 40, "{}", all.len());
    check_all("specialization constants", &all, |(kind, place, text)| {
        let name = format!("{} as {}", KINDS[*kind].0, PLACES[*place].0);
        assembled(text).and_then(|start| check(&start)).map_err(|error| format!("{name}: {error}\n{text}"))
    });
}

/// Checks that initialisers and sizes survive an optimiser, with everything that they use.
#[test]
fn uses_outside_of_functions_outlive_an_optimiser() {
    for place in ["initialiser", "initialiser in a composite", "size of work-groups", "hint at the size"] {
        let place = PLACES.iter().position(|(name, ..)| *name == place).unwrap();
        for text in (0..KINDS.len()).filter_map(|kind| program(kind, place)) {
            // What nothing sees from outside, an optimiser may do away with.
            let text = text.replace("%void =", "OpDecorate %g LinkageAttributes \"g\" Export\n%void =");
            let text = if text.contains("%g =") {
                text
            } else {
                text.replace("OpDecorate %g LinkageAttributes \"g\" Export\n", "")
            };
            let start = assembled(&text).unwrap();
            let ir = spirv_to_llvm(&start[..], &Options::default(), Llvm::Assembly).unwrap();
            let optimised = run(Command::new("opt-22").args(["-O2", "-S"]), &ir.bytes).unwrap();
            let back = llvm_to_spirv(&optimised, &Options::default()).unwrap();
            let [start, back] = [&start, &back.bytes].map(|bytes| uses_outside(&Words::read(bytes).unwrap()));
            assert_eq!(start, back, "{text}");
        }
    }
}

/// Checks the file tests that have such constants.
#[test]
fn specialization_constants_of_the_file_tests_survive() {
    let folder = root().join("tests/filetests/spec_constants");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        if path.extension().is_none_or(|extension| extension != "spvasm") || !text.contains("SpecId") {
            continue;
        }
        count += 1;
        let start = assembled(&text).unwrap();
        let options = Options::default();
        let back = llvm_spirv_roundtrip::round_trip(Words::read(&start).unwrap().words(), &options).unwrap();
        let [start, back] = [Words::read(&start).unwrap(), Words::of(back).unwrap()];
        assert_eq!(can_be_set(&start), can_be_set(&back), "{}", path.display());
        assert_eq!(uses_outside(&start), uses_outside(&back), "{}", path.display());
    }
    assert!(count >= 4);
}

/// Returns whether an opcode computes with numbers, so that its constants may be ones that can be set.
fn computes(op: Op) -> bool {
    use Op::{BitwiseAnd, BitwiseOr, BitwiseXor, IAdd, IEqual, IMul, INotEqual, ISub, SGreaterThan, SLessThan, Select};
    use Op::{ShiftLeftLogical, ShiftRightLogical, UGreaterThan, ULessThan};
    let bits = matches!(op, BitwiseAnd | BitwiseOr | BitwiseXor | ShiftLeftLogical | ShiftRightLogical);
    let compares = matches!(op, IEqual | INotEqual | SLessThan | SGreaterThan | ULessThan | UGreaterThan);
    bits || compares || matches!(op, IAdd | ISub | IMul | Select)
}

/// Returns the module with each constant of 32 bits that only such instructions use turned into one that can be set,
/// and the number of these.
fn with_spec_constants(module: &[u32]) -> (Vec<u32>, usize) {
    let words = Words::of(module).unwrap();
    let is_number = |inst: &Instruction<'_>| inst.opcode() == Op::Constant && inst.in_operands().len() == 1;
    let mut numbers: Vec<u32> = words.instructions().filter(is_number).filter_map(|inst| inst.result_id()).collect();
    for inst in words.instructions().filter(|inst| !computes(inst.opcode()) && inst.opcode() != Op::Constant) {
        numbers.retain(|id| !inst.operands().contains(id));
    }
    let (mut out, mut is_decorated) = (module[..5].to_vec(), false);
    for inst in words.instructions() {
        // Annotations stand before all types.
        if inst.name().starts_with("OpType") && !is_decorated {
            is_decorated = true;
            let decorations = (0..).zip(&numbers).flat_map(|(n, id)| [4 << 16 | Op::Decorate as u32, *id, 1, n]);
            out.extend(decorations);
        }
        let is_set = inst.opcode() == Op::Constant && inst.result_id().is_some_and(|id| numbers.contains(&id));
        match is_set {
            true => out.extend([4 << 16 | Op::SpecConstant as u32].iter().chain(inst.operands())),
            false => out.extend_from_slice(inst.words()),
        }
    }
    (out, numbers.len())
}

/// Checks each program of the corpus, with its numbers as specialization constants.
#[test]
fn programs_with_specialization_constants_survive() {
    // An optimiser chooses between its samplers by `select`, which SPIR-V does not have for them.
    let programs: Vec<_> =
        programs().into_iter().filter(|source| !source.ends_with("images/choose_sampler.cl")).collect();
    let count = AtomicUsize::new(0);
    check_all("programs with specialization constants", &programs, |source| {
        let module =
            llvm_to_spirv(&compile(source, "spir64", "O1")?, &Options::default()).map_err(|e| e.to_string())?;
        let (module, constants) = with_spec_constants(Words::read(&module.bytes).map_err(|e| e.to_string())?.words());
        count.fetch_add(constants, Ordering::Relaxed);
        let name = source.strip_prefix(root()).unwrap_or(source).display();
        check(&write::bytes(&module))
            .map_err(|error| format!("{name}: {}", error.chars().take(2000).collect::<String>()))
    });
    let count = count.into_inner();
    assert!(count >= 250, "{count} constants");
}
