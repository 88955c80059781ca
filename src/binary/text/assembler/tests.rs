//! Tests of each form of operand, and of each error with its place and hint.

use super::{AssemblyOptions, assemble};
use crate::binary::Words;
use crate::binary::text::{DisassemblyOptions, disassemble};

const TYPES: &str = "%void = OpTypeVoid\n%u8 = OpTypeInt 8 0\n%i8 = OpTypeInt 8 1\n%i16 = OpTypeInt 16 1\n\
                     %u32 = OpTypeInt 32 0\n%i32 = OpTypeInt 32 1\n%u64 = OpTypeInt 64 0\n%i64 = OpTypeInt 64 1\n\
                     %half = OpTypeFloat 16\n%float = OpTypeFloat 32\n%double = OpTypeFloat 64\n\
                     %bf16 = OpTypeFloat 16 BFloat16KHR\n%e4m3 = OpTypeFloat 8 Float8E4M3EXT\n\
                     %e5m2 = OpTypeFloat 8 Float8E5M2EXT\n%e2m3 = OpTypeFloat 6 Float6E2M3EXT\n\
                     %e3m2 = OpTypeFloat 6 Float6E3M2EXT\n%e2m1 = OpTypeFloat 4 Float4E2M1EXT\n\
                     %e8m0 = OpTypeFloat 8 Float8UnsignedE8M0EXT\n%mx = OpTypeFloat 8 MXInt8EXT\n";

fn words(text: &str) -> Vec<u32> {
    assemble(text.as_bytes(), AssemblyOptions::default()).unwrap_or_else(|error| unreachable!("{error}: {text}"))
}

/// Returns the words of the last instruction after [`TYPES`], without the first one.
fn last(instruction: &str) -> Vec<u32> {
    let before = words(TYPES).len();
    words(&format!("{TYPES}{instruction}")).get(before + 1..).unwrap_or_default().to_vec()
}

/// Line, column, sentence and hint of the error in a text.
fn fault(text: &str) -> (u32, u32, String, Option<String>) {
    let Err(error) = assemble(text.as_bytes(), AssemblyOptions::default()) else {
        unreachable!("it is refused: {text}")
    };
    let (line, column) = error.place().source.as_ref().map_or((0, 0), |source| (source.line, source.column));
    (line, column, error.message().to_owned(), error.help().map(str::to_owned))
}

#[test]
fn constants_by_their_type() {
    let rows: &[(&str, &[u32])] = &[
        ("%u8 255", &[255]),
        ("%i8 -128", &[0xFFFF_FF80]),
        ("%i8 0xFF", &[0xFFFF_FFFF]),
        ("%i16 0x7fff", &[0x7FFF]),
        ("%u32 4294967295", &[u32::MAX]),
        ("%u32 +7", &[7]),
        ("%u32 017", &[15]),
        ("%i32 -0x80000000", &[0x8000_0000]),
        ("%u64 0x100000002", &[2, 1]),
        ("%i64 -1", &[u32::MAX, u32::MAX]),
        ("%half 0x1.8p+0", &[0x3E00]),
        ("%half -0x1p-24", &[0x8001]),
        ("%half 65519", &[0x7BFF]),
        ("%half 0x1p+16", &[0x7C00]),
        ("%half 0.1", &[0x2E66]),
        ("%float 0.1", &[0x3DCC_CCCD]),
        ("%float -.5e1", &[0xC0A0_0000]),
        ("%float 1e-50", &[0]),
        ("%float 0x1p+128", &[0x7F80_0000]),
        ("%float -0x1.800002p+128", &[0xFFC0_0001]),
        ("%float 0x0.8p-126", &[0x0040_0000]),
        ("%float 0X.00001p+0", &[0x3580_0000]),
        ("%float 0x1p-400", &[0]),
        ("%float -0", &[0x8000_0000]),
        ("%double 0.1", &[0x9999_999A, 0x3FB9_9999]),
        ("%double 0x1p-1074", &[1, 0]),
        ("%double 0x1.fffffffffffff8p+0", &[0xFFFF_FFFF, 0x3FFF_FFFF]),
        ("%bf16 1.005", &[0x3F80]),
        ("%bf16 0x1p+127", &[0x7F00]),
        ("%e4m3 448", &[0x7E]),
        ("%e4m3 0x1.cp+8", &[0x7E]),
        ("%e4m3 0.001953125", &[1]),
        ("%e5m2 -57344", &[0xFB]),
        ("%e2m3 7.5", &[0x1F]),
        ("%e3m2 -28", &[0x3F]),
        ("%e2m1 6", &[7]),
        ("%e2m1 0.5", &[1]),
        ("%e8m0 1", &[127]),
        ("%e8m0 0x1p+127", &[254]),
        ("%mx -1.5", &[0xA0]),
    ];
    for (constant, expected) in rows {
        assert_eq!(last(&format!("%x = OpConstant {constant}")).get(2..), Some(*expected), "{constant}");
        assert_eq!(last(&format!("%x = OpSpecConstant {constant} ; so")).get(2..), Some(*expected), "{constant}");
    }
}

#[test]
fn constants_that_their_type_lacks() {
    let rows = [
        "%u8 256",
        "%u8 -1",
        "%i8 128",
        "%i8 0x100",
        "%u32 1.5",
        "%u32 08",
        "%u32 0x",
        "%u32 1a",
        "%u64 18446744073709551616",
        "%half 65536",
        "%float 1e39",
        "%float inf",
        "%float nan",
        "%float 0x1",
        "%float 0x1P+1",
        "%float 0x1p",
        "%float 1e",
        "%float --1",
        "%float +-1",
        "%float .",
        "%float 0x1.gp1",
        "%float 0x1p+",
        "%e4m3 449",
        "%e4m3 0x1p+9",
        "%e2m1 7",
        "%e8m0 3",
        "%e8m0 0",
        "%e8m0 -1",
        "%mx 2",
        "%mx 0.001",
        "%void 1",
        "%undefined 1",
        "%u32 x",
        "%u32 \"1\"",
    ];
    for constant in rows {
        let (line, ..) = fault(&format!("{TYPES}%x = OpConstant {constant}"));
        assert_eq!(line, 20, "{constant}");
    }
}

#[test]
fn switches_by_their_selector() {
    let text = "%v = OpUndef %u64\nOpSwitch %v %d 0x1FFFFFFFF %a 2 %b";
    assert_eq!(last(text), [7, 20, 9 << 16 | 251, 20, 21, u32::MAX, 1, 22, 2, 0, 23]);
    let (line, column, message, _) = fault("OpSwitch %v %d 1 %a");
    assert_eq!((line, column), (1, 16), "{message}");
}

#[test]
fn strings() {
    let string = |text: &str| last(&format!("%x = OpString {text}")).get(1..).map(<[u32]>::to_vec);
    assert_eq!(string("\"\""), Some(vec![0]));
    assert_eq!(string("\"a\\\"b\""), Some(vec![0x0062_2261]));
    assert_eq!(string("\"a\\\\b\\nc\""), Some(vec![0x6E62_5C61, 0x63]));
    assert_eq!(string("\"; no\ncomment\"").map(|words| words.len()), Some(4));
    assert_eq!(string("\"a\"b\"c\""), Some(vec![0x2262_2261, 0x63]));
    for text in ["abc", "12", "\"abc", "\"abc\\\"", "%x", "\""] {
        assert_eq!(fault(&format!("{TYPES}%x = OpString {text}")).0, 20, "{text}");
    }
}

#[test]
fn masks_and_their_parameters() {
    assert_eq!(last("OpStore %a %b Nontemporal|Aligned 16"), [20, 21, 6, 16]);
    assert_eq!(last("OpStore %a %b None"), [20, 21, 0]);
    assert_eq!(last("OpLoopMerge %a %b PartialCount|PeelCount 1 2"), [20, 21, 384, 1, 2]);
    assert_eq!(last("OpExecutionMode %a LocalSize 1 2 3"), [20, 17, 1, 2, 3]);
    assert_eq!(last("OpDecorate %a LinkageAttributes \"f\" Import"), [20, 41, 0x66, 1]);
    assert_eq!(last("OpCapability GroupNonUniformPartitionedNV"), [5297]);
    let (_, column, message, hint) = fault("OpStore %a %b Aligned|Volatil 16");
    assert_eq!((column, message.as_str()), (15, "MemoryAccess has no value Volatil"));
    assert_eq!(hint.as_deref(), Some("did you mean Volatile?"));
}

#[test]
fn operations_and_extended_instructions() {
    assert_eq!(last("%x = OpSpecConstantOp %u32 IAdd %a %b"), [5, 20, 128, 21, 22]);
    assert_eq!(last("%x = OpSpecConstantOp %u32 CompositeExtract %a 1 2"), [5, 20, 81, 21, 1, 2]);
    let tail = |set: &str, call: &str| {
        let text = format!("%set = OpExtInstImport \"{set}\"\n%void = OpTypeVoid\n%x = OpExtInst %void %set {call}");
        words(&text).last_chunk::<2>().copied()
    };
    assert_eq!(tail("OpenCL.std", "sqrt %a"), Some([61, 4]));
    assert_eq!(tail("GLSL.std.450", "Sqrt %a"), Some([31, 4]));
    assert_eq!(tail("NonSemantic.New", "77 %a"), Some([77, 4]));
    assert_eq!(tail("NonSemantic.Shader.DebugInfo.200", "DebugScope %a"), Some([23, 4]));
    assert_eq!(tail("NonSemantic.ClspvReflection.6", "SpecConstantWorkDim %a"), Some([14, 4]));
    let (_, _, message, hint) = fault("%1 = OpExtInstImport \"OpenCl.std\"");
    assert_eq!(
        (message.as_str(), hint.as_deref()),
        ("there is no extended instruction set OpenCl.std", Some("did you mean OpenCL.std?"))
    );
    let (line, _, message, hint) = fault("%1 = OpExtInstImport \"OpenCL.std\"\n%2 = OpExtInst %3 %1 sqr %4");
    assert_eq!(
        (line, message.as_str(), hint.as_deref()),
        (2, "the set OpenCL.std has no instruction sqr", Some("did you mean sqrt?"))
    );
    assert_eq!(fault("%2 = OpExtInst %3 %1 sqrt %4").2, "%1 is no extended instruction set");
    let (_, _, _, hint) = fault("%1 = OpSpecConstantOp %2 OpIAdd %3 %4");
    assert_eq!(hint.as_deref(), Some("the operation is written without Op: IAdd"));
    assert_eq!(fault("%1 = OpSpecConstantOp %2 Load %3").2, "Load is no operation of constants");
}

#[test]
fn words_that_stand_for_themselves() {
    assert_eq!(last("!0x00020013 %x"), [20]);
    assert_eq!(last("%x = OpConstant !7 12 \"ab\" %y 1.5 -1 !9"), [7, 20, 12, 0x6261, 21, 0x3FC0_0000, u32::MAX, 9]);
    assert_eq!(last("OpStore %a !5 %b 3"), [20, 5, 21, 3]);
    assert_eq!(last("OpUnknown(65535, 3) 1 %a"), [1, 20]);
    assert_eq!(words("OpUnknown ( 9 , 2 ) 7").get(5..), Some([2 << 16 | 9, 7].as_slice()));
    for text in [
        "!",
        "!x",
        "!-1",
        "!4294967296",
        "OpStore %a !",
        "!5 = OpNop",
        "OpNop !1 =",
        "OpUnknown",
        "OpUnknown(1)",
        "OpUnknown(1,0)",
        "OpUnknown(1,3) 2",
        "OpUnknown(1,3) 2 OpNop",
        "OpUnknown(70000,1)",
        "%a = OpUnknown(1,1)",
        "!1 ,",
        "OpStore %a !1 ,",
    ] {
        fault(text);
    }
}

#[test]
fn numbers_of_ids() {
    let ids = |text: &str, keep_numbers| {
        let options = AssemblyOptions { keep_numbers, ..AssemblyOptions::default() };
        let words = assemble(text.as_bytes(), options).unwrap_or_default();
        (
            words.get(3).copied(),
            words.get(5..).unwrap_or_default().iter().skip(1).step_by(2).copied().collect::<Vec<_>>(),
        )
    };
    let text = "%9 = OpTypeVoid\n%void = OpTypeVoid\n%1 = OpTypeVoid\n%0x3 = OpTypeVoid\n%x = OpTypeVoid";
    assert_eq!(ids(text, false), (Some(6), vec![1, 2, 3, 4, 5]));
    assert_eq!(ids(text, true), (Some(10), vec![9, 2, 1, 3, 4]));
    assert_eq!(ids("%4294967294 = OpTypeVoid", true), (Some(u32::MAX), vec![u32::MAX - 1]));
    assert_eq!(ids("%a = OpTypeVoid", true), (Some(2), vec![1]));
}

#[test]
fn headers() {
    let text = "; SPIR-V\n; Version: 1.3\n; Generator: Khronos LLVM/SPIR-V Translator; 14\n; Bound: 40\n; Schema: 0\n";
    let header = |options| assemble(text.as_bytes(), options).unwrap_or_default().get(1..).unwrap_or_default().to_vec();
    let plain = AssemblyOptions::default();
    assert_eq!(header(plain), [0x1_0300, 7 << 16, 1, 0]);
    assert_eq!(header(AssemblyOptions { keep_header: true, ..plain }), [0x1_0300, 6 << 16 | 14, 40, 0]);
    assert_eq!(
        header(AssemblyOptions { version: Some(crate::options::Version::V1_0), ..plain }),
        [0x1_0000, 7 << 16, 1, 0]
    );
    assert_eq!(words("").get(1), Some(&0x1_0600));
    let old = AssemblyOptions { version: Some(crate::options::Version::V1_0), ..plain };
    let refused = assemble(b"%1 = OpCopyLogical %2 %3", old).map_err(|error| error.message().to_owned());
    assert_eq!(refused, Err("OpCopyLogical is not of the version of SPIR-V that the module is for".to_owned()));
}

#[test]
fn faults_have_a_place_and_a_hint() {
    let rows: &[(&str, u32, u32, &str, Option<&str>)] = &[
        ("%a = OpTypeVod", 1, 6, "there is no instruction OpTypeVod", Some("did you mean OpTypeVoid?")),
        (
            "; x\n  OpTypeVoid %a",
            2,
            3,
            "OpTypeVoid has a result, which stands in front of it",
            Some("write: %name = OpTypeVoid ..."),
        ),
        ("%a = OpReturn", 1, 1, "OpReturn has no result", Some("write: OpReturn ...")),
        ("%a OpTypeVoid", 1, 4, "'=' and an instruction should follow %a", None),
        ("%a =", 1, 5, "an instruction should follow %a =", None),
        ("%a = TypeVoid", 1, 6, "an instruction should follow %a =", None),
        ("OpCapability Kernl", 1, 14, "Capability has no value Kernl", Some("did you mean Kernel?")),
        ("OpCapability", 1, 13, "OpCapability lacks an operand (Capability): the text ends", None),
        ("OpCapability\nOpNop", 2, 1, "OpCapability lacks an operand (Capability): OpNop follows", None),
        ("OpName a \"b\"", 1, 8, "a stands where an id should", Some("the name of an id begins with %")),
        ("OpName %a-b \"b\"", 1, 8, "a-b is no name of an id: letters, digits and _ make one", None),
        ("OpName %a b", 1, 11, "b stands where a string should", Some("write: \"b\"")),
        (
            "typeVoid",
            1,
            1,
            "an instruction, or %name =, should begin here, not typeVoid",
            Some("did you mean OpTypeVoid?"),
        ),
        ("OpNop\n,", 2, 1, "an instruction, or %name =, should begin here", None),
        ("OpMemberName %a -1 \"x\"", 1, 17, "-1 does not fit an unsigned integer of 32 bits", None),
        ("%a = OpTypeVoid\n%a = OpTypeVoid", 2, 1, "the type is defined twice", None),
        ("%a = OpTypeFloat 8 BFloat16KHR", 1, 1, "BFloat16KHR has 16 bits, not 8", None),
        ("OpReturn %x", 1, 12, "'=' and an instruction should follow %x", None),
    ];
    for (text, line, column, message, hint) in rows {
        assert_eq!(fault(text), (*line, *column, (*message).to_owned(), hint.map(str::to_owned)), "{text}");
    }
}

#[test]
fn long_instructions_are_refused() {
    let most = format!("%s = OpTypeStruct{}", " %a".repeat(65_533));
    assert_eq!(words(&most).get(5), Some(&(0xFFFF << 16 | 30)));
    assert!(fault(&format!("{most} %a")).2.contains("65536 words"));
    let string = "x".repeat(4 * 65_535);
    assert!(fault(&format!("%s = OpString \"{string}\"")).2.contains("more than 65535"));
}

#[test]
fn no_text_is_too_strange() {
    let pieces = [
        "%a",
        "=",
        "OpNop",
        "OpConstant",
        "\"",
        "\\",
        "!",
        "!1",
        ",",
        "(",
        ")",
        ";",
        "\n",
        "\0",
        "-",
        "0x",
        "|",
        "%",
        "OpUnknown",
        "é",
        "1.5",
    ];
    for first in pieces {
        for second in pieces {
            for third in pieces {
                let text = format!("{first}{second} {third}");
                // Whatever it says, it ends and says a place within the text.
                if let Err(error) =
                    assemble(text.as_bytes(), AssemblyOptions { keep_numbers: true, ..AssemblyOptions::default() })
                {
                    assert!(
                        error.place().source.as_ref().is_some_and(|source| source.column as usize <= text.len() + 1)
                    );
                }
            }
        }
    }
}

#[test]
fn text_comes_back() {
    let text = "               OpCapability Kernel\n               OpMemoryModel Physical64 OpenCL\n               \
                OpName %f \"f\"\n       %void = OpTypeVoid\n        %int = OpTypeInt 32 1\n      %int_3 = OpConstant %int 3\n";
    let words = words(text);
    let again = Words::of(words)
        .map(|words| disassemble(&words, DisassemblyOptions { header: false, ..DisassemblyOptions::default() }));
    assert_eq!(again.as_deref(), Ok(text));
}
