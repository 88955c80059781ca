//! Arguments of old intrinsics in a text.
//!
//! In: the arguments of each `@llvm.name(...)`. Out: an error where one is not what the parser takes it for
//! ([`old_intrinsics`]).

use crate::error::{Code, Result};
use crate::llvm::guard::old_intrinsics;

/// Checks the arguments of an intrinsic, which stand between `start` and `end`, with these commas between them.
pub fn check(name: &[u8], text: &[u8], start: usize, commas: &[usize], end: usize) -> Result<()> {
    let Some(form) = old_intrinsics::form_of(name, commas.len() + 1) else { return Ok(()) };
    let from = form.index.checked_sub(1).map_or(Some(start), |before| commas.get(before).map(|comma| comma + 1));
    let to = commas.get(form.index).copied().unwrap_or(end);
    let argument = from.and_then(|from| text.get(from..to)).unwrap_or_default();
    match value(argument) {
        Value::Missing => Ok(()),
        Value::Number(number) => form.check(name, Some(number), Code::Assembly, "assembly"),
        Value::Other => form.check(name, None, Code::Assembly, "assembly"),
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
