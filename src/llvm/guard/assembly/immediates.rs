//! Arguments of old intrinsics that LLVM's parser takes for numbers while it replaces the intrinsics: where one is none, it reads
//! what is not there, and where an alignment is no power of two, it ends the process.
//!
//! In: the arguments of each `@llvm.name(...)`. Out: an error where one is not what the parser takes it for. The intrinsics
//! of processors have hundreds of old forms, and the parser trusts the types of each; SPIR-V has none of them, so that all are refused.

use crate::error::{Code, Error, Result, Subject};

/// The number that an argument must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Immediate {
    Any,
    /// A power of two.
    Alignment,
    /// A power of two, or 0.
    AlignmentOrNone,
}

/// The beginning of a name, the number of arguments in the old form, and the argument that is a number.
const IMMEDIATES: &[(&str, usize, usize, Immediate)] = &[
    ("llvm.masked.load.", 4, 1, Immediate::Alignment),
    ("llvm.masked.store.", 4, 2, Immediate::Alignment),
    ("llvm.masked.gather.", 4, 1, Immediate::AlignmentOrNone),
    ("llvm.masked.scatter.", 4, 2, Immediate::AlignmentOrNone),
    ("llvm.memcpy.", 5, 3, Immediate::AlignmentOrNone),
    ("llvm.memmove.", 5, 3, Immediate::AlignmentOrNone),
    ("llvm.memset.", 5, 3, Immediate::AlignmentOrNone),
    ("llvm.nvvm.ldg.global.", 2, 1, Immediate::Alignment),
    ("llvm.riscv.aes32", 3, 2, Immediate::Any),
    ("llvm.riscv.sm4", 3, 2, Immediate::Any),
];

/// The beginnings of the names of intrinsics of processors.
const PROCESSORS: [&[u8]; 3] = [b"llvm.x86.", b"llvm.arm.", b"llvm.aarch64."];

/// The greatest alignment, as an exponent of two.
const MAX_ALIGNMENT: u32 = 32;

/// Returns an error for an intrinsic of a processor.
pub fn check_processor(name: &[u8]) -> Result<()> {
    if !PROCESSORS.iter().any(|start| name.starts_with(start)) {
        return Ok(());
    }
    let name = String::from_utf8_lossy(name).into_owned();
    Err(Error::of(Code::Intrinsic, format!("the intrinsic {name}, which is of another processor"))
        .about(Subject::Intrinsic { name }))
}

/// Checks the arguments of an intrinsic, which stand between `start` and `end`, with these commas between them.
pub fn check(name: &[u8], text: &[u8], start: usize, commas: &[usize], end: usize) -> Result<()> {
    let is_row =
        |row: &&(&str, usize, usize, Immediate)| name.starts_with(row.0.as_bytes()) && commas.len() + 1 == row.1;
    let Some((_, _, index, immediate)) = IMMEDIATES.iter().find(is_row) else { return Ok(()) };
    let from = index.checked_sub(1).map_or(Some(start), |before| commas.get(before).map(|comma| comma + 1));
    let to = commas.get(*index).copied().unwrap_or(end);
    let argument = from.and_then(|from| text.get(from..to)).unwrap_or_default();
    match value(argument) {
        Value::Missing => Ok(()),
        Value::Number(number) if fits(number, *immediate) => Ok(()),
        _ => Err(Error::of(
            Code::Assembly,
            format!(
                "not readable as LLVM assembly: argument {index} of {} is no {}",
                String::from_utf8_lossy(name),
                if *immediate == Immediate::Any { "number" } else { "alignment" }
            ),
        )),
    }
}

/// The value of an argument, as far as it counts here.
enum Value {
    /// A type alone: this is a declaration.
    Missing,
    Number(u64),
    Other,
}

/// Returns the value behind the type and the attributes of an argument.
fn value(argument: &[u8]) -> Value {
    let lines = argument.split(|byte| *byte == b'\n');
    let code = lines.map(|line| line.split(|byte| *byte == b';').next().unwrap_or_default());
    let mut words = code.flat_map(|line| line.split(u8::is_ascii_whitespace)).filter(|word| !word.is_empty());
    let last = words.next_back().and_then(|word| std::str::from_utf8(word).ok()).unwrap_or_default();
    let is_type = last.strip_prefix('i').is_some_and(|width| width.parse::<u32>().is_ok());
    match last.parse() {
        Ok(number) => Value::Number(number),
        Err(_) if is_type || ["immarg", "noundef"].contains(&last) => Value::Missing,
        Err(_) => Value::Other,
    }
}

fn fits(number: u64, immediate: Immediate) -> bool {
    let is_alignment = number.is_power_of_two() && number.trailing_zeros() <= MAX_ALIGNMENT;
    match immediate {
        Immediate::Any => true,
        Immediate::Alignment => is_alignment,
        Immediate::AlignmentOrNone => number == 0 || is_alignment,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::accepts_and_refuses;

    #[test]
    fn refuses_immediates_that_crash_the_parser() {
        accepts_and_refuses(
            &[
                "declare <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1), i32 immarg, <2 x i1>, <2 x i32>)",
                "call <2 x i32> @llvm.masked.load.v2i32.p1(ptr %p, i32 ; 6, 7\n 8, <2 x i1> %m, <2 x i32> %x)",
                "call <2 x i32> @llvm.masked.load.v2i32.p1(ptr align 6 %p, <2 x i1> %m, <2 x i32> %x)",
                "call void @llvm.masked.scatter.v2i8.v2p1(<2 x i8> %x, <2 x ptr> %p, i32 0, <2 x i1> <i1 1, i1 0>)",
                "call void @llvm.memset.p1.i64(ptr %p, i8 %x, i64 %n, i32 4, i1 false)",
                "call void @llvm.memset.p1.i64(ptr %p, i8 %x, i64 %n, i1 %v)",
            ],
            &[
                "call <2 x i32> @llvm.masked.load.v2i32.p1(ptr %p, i32 0, <2 x i1> %m, <2 x i32> %x)",
                "call <2 x i32> @llvm.masked.load.v2i32.p1(ptr %p, i32 6, <2 x i1> %m, <2 x i32> %x)",
                "call <2 x i32> @llvm.masked.load.v2i32.p1(ptr %p, i32 %a ; 4\n, <2 x i1> %m, <2 x i32> %x)",
                "call <2 x i32> @llvm.masked.gather.v2i32.v2p1(<2 x ptr> %p, i32 -1, <2 x i1> %m, <2 x i32> %x)",
                "call void @llvm.masked.store.v2i32.p1(<2 x i32> %x, ptr %p, i32 undef, <2 x i1> %m)",
                "call void @llvm.memcpy.p1.p1.i64(ptr %p, ptr %q, i64 %n, i32 poison, i1 false)",
                "call i32 @llvm.riscv.aes32dsi(i32 %a, i32 %b, i8 %c)",
                "call <16 x i8> @llvm.x86.xop.vpcomb(<16 x i8> %v, <16 x i8> %v, i8 0)",
                "declare i32 @\"llvm.aarch64.sve.tuple.get\"(i32, i32)",
            ],
        );
    }
}
