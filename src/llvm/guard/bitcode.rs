//! Old intrinsics in bitcode: LLVM's reader replaces them, and trusts their arguments ([`old_intrinsics`]).
//!
//! In: the file. Out: an error where an argument is not what the reader takes it for. The names of a file's globals lie in one
//! place since LLVM 5, so that a file which names none of these intrinsics is looked at no further; in one that does, the
//! types of declarations tell whether they have the old form, and only then is it read by our own reader.

use super::old_intrinsics;
use crate::error::{Code, Result};
use llvm_ir::{Function, Instruction, Module};

/// The beginning of the names of all intrinsics.
const INTRINSIC: &[u8] = b"llvm.";

/// Refuses bitcode with such arguments. What our reader cannot read is for LLVM's to refuse.
pub fn check(file: &[u8]) -> Result<()> {
    let Ok(names) = llvm_ir::names(file) else { return Ok(()) };
    if !names.is_empty() && !names_any(names) {
        return Ok(());
    }
    let Ok(declared) = llvm_ir::read_declarations(file) else { return Ok(()) };
    declared.functions().try_for_each(|function| old_intrinsics::check_processor(function.name().as_bytes()))?;
    if !declared.functions().any(|function| form_of(function).is_some()) {
        return Ok(());
    }
    llvm_ir::read(file).map_or(Ok(()), |module| check_calls(&module))
}

/// Returns whether one of the names may be that of such an intrinsic.
fn names_any(names: &[u8]) -> bool {
    let starts = names.windows(INTRINSIC.len()).enumerate().filter(|(_, window)| *window == INTRINSIC);
    starts.filter_map(|(at, _)| names.get(at..)).any(old_intrinsics::may_be_old)
}

fn check_calls(module: &Module) -> Result<()> {
    module.functions().flat_map(Function::instructions).try_for_each(check_call)
}

fn check_call(call: Instruction<'_>) -> Result<()> {
    let mut values = call.values();
    let callee = values.next().filter(|_| call.opcode().is_call()).and_then(|callee| callee.function());
    let Some((callee, form)) = callee.and_then(|callee| Some((callee, form_of(callee)?))) else { return Ok(()) };
    let number = values.nth(form.index).and_then(|argument| argument.integer());
    form.check(callee.name().as_bytes(), number, Code::Bitcode, "bitcode")
}

fn form_of(function: Function<'_>) -> Option<&'static old_intrinsics::Form> {
    let count = function.ty().parts().count().checked_sub(1)?;
    old_intrinsics::form_of(function.name().as_bytes(), count)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::llvm::Context;

    /// Bitcode of a text, in which `_` of names is a dot: LLVM's parser of assembly would replace the intrinsics.
    fn bitcode(text: &str) -> Vec<u8> {
        let context = Context::new();
        let module = context.parse(text.replace("@llvm.", "@llvm_").as_bytes(), "test").unwrap();
        let mut file = module.write_bitcode().unwrap();
        for at in 0..file.len() {
            if file[at..].starts_with(b"llvm_") {
                file[at + 4] = b'.';
            }
        }
        file
    }

    #[test]
    fn refuses_arguments_that_end_the_process() {
        let load = |align: &str| {
            bitcode(&format!(
                "declare <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1), i32, <2 x i1>, <2 x i32>)\n\
                 define <2 x i32> @f(ptr addrspace(1) %p, <2 x i1> %m, i32 %a) {{\n\
                 %x = call <2 x i32> @llvm.masked.load.v2i32.p1(ptr addrspace(1) %p, i32 {align}, <2 x i1> %m, <2 x i32> undef)\n\
                 ret <2 x i32> %x\n}}\n"
            ))
        };
        let copy = |align: &str| {
            bitcode(&format!(
                "declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i32, i1)\n\
                 define void @f(ptr addrspace(1) %p, i32 %a) {{\n\
                 call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %p, ptr addrspace(1) %p, i64 8, i32 {align}, i1 false)\n\
                 ret void\n}}\n"
            ))
        };
        for align in ["8", "1", "16"] {
            assert!(check(&load(align)).is_ok() && check(&copy(align)).is_ok(), "{align}");
        }
        for align in ["6", "%a", "undef", "-1"] {
            assert!(check(&load(align)).is_err() && check(&copy(align)).is_err(), "{align}");
        }
        assert!(check(&load("0")).is_err() && check(&copy("0")).is_ok());
        assert!(check(&bitcode("declare i32 @llvm.x86.thing(i32)\n")).is_err());
        assert!(check(&bitcode("declare i32 @llvm.memcpy.x86.thing(i32)\n")).is_ok());
    }
}
