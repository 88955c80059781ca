//! Tests of constants that contain another constant twice, over forty levels, as bitcode can express but text cannot.
//! The translation must examine each of them once.

use crate::binary::{Module as Spirv, Words};
use crate::llvm::{Context, Linkage, Module, Opcode, Room, Value};
use crate::options::{Extensions, Options};
use crate::{Llvm, llvm_to_spirv, spirv_to_llvm};

const LEVELS: u32 = 40;

/// Returns a constant that contains another one 2^40 times, in arrays or structs.
fn doubled<'m>(context: &'m Context, part: Value<'m>, in_structs: bool) -> Value<'m> {
    (0..LEVELS).fold(part, |part, _| {
        let ty = part.ty();
        match in_structs {
            true => context.const_struct(context.struct_type(&[ty, ty], false).unwrap(), &[part, part]).unwrap(),
            false => context.const_array(ty, &[part, part]).unwrap(),
        }
    })
}

/// Adds an internal variable with an initialiser.
fn add_variable<'m>(module: &'m Module<'m>, name: &str, value: Value<'m>) -> Value<'m> {
    let global = module.add_global(name, value.ty(), 1).unwrap();
    global.set_initializer(value).unwrap();
    global.set_linkage(Linkage::Internal).unwrap();
    global
}

/// Translates the module to SPIR-V and back. Returns whether SPIR-V can express it; either way it must terminate.
fn translate(module: &Module<'_>, extensions: Extensions) -> bool {
    let options = Options { extensions, ..Options::default() };
    let bitcode = module.write_bitcode().unwrap();
    let Ok(output) = llvm_to_spirv(&bitcode, &options) else { return false };
    assert!(output.bytes.len() < 40 * bitcode.len() + (64 << 10), "{} became {}", bitcode.len(), output.bytes.len());
    Spirv::index(&Words::read(&output.bytes).unwrap()).unwrap();
    let _ = spirv_to_llvm(&output.bytes, &options, Llvm::Bitcode);
    true
}

/// Checks modules in which a variable is initialised with such a constant, or a function uses it.
fn check(part: impl for<'m> Fn(&'m Context, &'m Module<'m>) -> Value<'m>, works: bool) {
    for (in_structs, in_function, all) in
        [(false, false, false), (true, false, true), (false, true, false), (true, true, true)]
    {
        let context = Context::new();
        let module = context.create_module("shared", Room::default());
        module.set_triple("spir64-unknown-unknown");
        let value = doubled(&context, part(&context, &module), in_structs);
        // LLVM's writer of bitcode looks at such a constant in a function once, if a variable has it too.
        add_variable(&module, "g", value);
        if in_function {
            let place = context.pointer_type(1).unwrap();
            let ty = context.function_type(context.void_type(), &[place], false).unwrap();
            let function = module.add_function("f", ty).unwrap();
            let builder = crate::llvm::Builder::new(&module);
            builder.position_at_end(module.append_block(function, "").unwrap());
            builder.store(value, function.param(0).unwrap()).unwrap();
            builder.ret_void().unwrap();
        }
        let extensions = if all { Extensions::all() } else { Extensions::none() };
        let done = translate(&module, extensions);
        assert!(done || !works || in_function, "in structs: {in_structs}, in a function: {in_function}");
    }
}

#[test]
fn of_numbers() {
    check(|context, _| context.const_int(context.int_type(32).unwrap(), 7).unwrap(), true);
    check(|context, _| context.const_int(context.int_type(24).unwrap(), 7).unwrap(), true);
    check(|context, _| context.const_int(context.int_type(200).unwrap(), 7).unwrap(), true);
    check(|context, _| context.const_int(context.bool_type(), 1).unwrap(), true);
    check(
        |context, _| {
            let number = context.const_int(context.int_type(32).unwrap(), 7).unwrap();
            context.const_vector(&[number; 7]).unwrap()
        },
        true,
    );
}

#[test]
fn of_nothing() {
    check(|context, _| context.undef(context.float_type()).unwrap(), true);
    check(|context, _| context.poison(context.int_type(24).unwrap()).unwrap(), true);
    check(|context, _| context.const_null(context.pointer_type(1).unwrap()).unwrap(), true);
}

#[test]
fn of_long_arrays() {
    const LENGTH: usize = 65_540;
    check(|context, _| context.const_data_array(context.int_type(8).unwrap(), &[7; LENGTH]).unwrap(), true);
}

#[test]
fn of_addresses() {
    fn other<'m>(context: &'m Context, module: &'m Module<'m>) -> Value<'m> {
        add_variable(module, "other", context.const_int(context.int_type(32).unwrap(), 7).unwrap())
    }
    check(other, true);
    check(
        |context, module| {
            let address = other(context, module);
            context.const_cast(Opcode::PtrToInt, address, context.int_type(64).unwrap()).unwrap()
        },
        true,
    );
}

/// A variable whose initialiser names the variable itself 2^40 times.
#[test]
fn of_the_variable_that_holds_them() {
    for in_structs in [false, true] {
        let context = Context::new();
        let module = context.create_module("cyclic", Room::default());
        module.set_triple("spir64-unknown-unknown");
        let pointer = context.pointer_type(1).unwrap();
        let ty = doubled(&context, context.const_null(pointer).unwrap(), in_structs).ty();
        let global = module.add_global("g", ty, 1).unwrap();
        global.set_initializer(doubled(&context, global, in_structs)).unwrap();
        let options = Options { max_version: crate::options::Version::new(1, 4), ..Options::default() };
        let output = llvm_to_spirv(&module.write_bitcode().unwrap(), &options).unwrap();
        Spirv::index(&Words::read(&output.bytes).unwrap()).unwrap();
    }
}
