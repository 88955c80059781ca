//! Tests of constant expressions that nest very deeply, or name one of their own parts again and again, as bitcode can
//! express but text cannot. The translation must neither recurse nor take more time than in proportion to the number of
//! parts.

use crate::binary::{Module as Spirv, Words};
use crate::llvm::{Builder, Context, Module, Opcode, Room, Value};
use crate::options::Options;
use crate::{Llvm, Output, forward, llvm_to_spirv, spirv_to_llvm};

/// The place where an expression is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Variable,
    Function,
    Phi,
}

/// A function that builds an expression from a smaller one.
type Step = for<'m> fn(&'m Context, Value<'m>) -> Value<'m>;

fn left<'m>(context: &'m Context, part: Value<'m>) -> Value<'m> {
    context.const_binary(Opcode::Sub, part, context.const_int(part.ty(), 5).unwrap()).unwrap()
}

fn right<'m>(context: &'m Context, part: Value<'m>) -> Value<'m> {
    context.const_binary(Opcode::Sub, context.const_int(part.ty(), 5).unwrap(), part).unwrap()
}

/// Returns an expression with one part twice that LLVM cannot fold.
fn both<'m>(context: &'m Context, part: Value<'m>) -> Value<'m> {
    context.const_binary(Opcode::Sub, left(context, part), right(context, part)).unwrap()
}

/// Builds a module with a nested expression of `width` bits.
fn module(context: &Context, width: u32, levels: usize, step: Step, place: Place) -> Module<'_> {
    let module = context.create_module("expressions", Room::default());
    module.set_triple("spir64-unknown-unknown");
    let number = context.int_type(width).unwrap();
    let named = module.add_global("named", context.int_type(32).unwrap(), 1).unwrap();
    named.set_initializer(context.const_null(context.int_type(32).unwrap()).unwrap()).unwrap();
    let address = context.const_cast(Opcode::PtrToInt, named, number).unwrap();
    let expression = (0..levels).fold(address, |part, _| step(context, part));
    match place {
        Place::Variable => module.add_global("g", number, 1).unwrap().set_initializer(expression).unwrap(),
        Place::Function => add_function(context, &module, expression),
        Place::Phi => add_phi(context, &module, expression),
    }
    module
}

fn bitcode(module: &Module<'_>) -> Vec<u8> {
    module.write_bitcode().unwrap()
}

fn add_function<'m>(context: &'m Context, module: &'m Module<'m>, result: Value<'m>) {
    let ty = context.function_type(result.ty(), &[], false).unwrap();
    let builder = Builder::new(module);
    builder.position_at_end(module.append_block(module.add_function("f", ty).unwrap(), "").unwrap());
    builder.ret(result).unwrap();
}

/// Adds a function with a phi that gets the value from two edges of one switch, and a parameter from another block.
fn add_phi<'m>(context: &'m Context, module: &'m Module<'m>, value: Value<'m>) {
    let ty = context.function_type(value.ty(), &[value.ty()], false).unwrap();
    let function = module.add_function("f", ty).unwrap();
    let [entry, other, end] = ["entry", "other", "end"].map(|name| module.append_block(function, name).unwrap());
    let builder = Builder::new(module);
    builder.position_at_end(entry);
    let switch = builder.switch(function.param(0).unwrap(), other).unwrap();
    for case in 1..3 {
        builder.add_case(switch, context.const_int(value.ty(), case).unwrap(), end).unwrap();
    }
    builder.position_at_end(other);
    builder.br(end).unwrap();
    builder.position_at_end(end);
    let phi = builder.phi(value.ty()).unwrap();
    for (value, from) in [(value, entry), (value, entry), (function.param(0).unwrap(), other)] {
        builder.add_incoming(phi, value, from).unwrap();
    }
    builder.ret(phi).unwrap();
}

/// Translates bitcode to SPIR-V and back, twice; returns the sizes of the bitcode and the SPIR-V.
fn sizes(bitcode: &[u8]) -> (usize, usize) {
    let options = Options::default();
    let forward = |bytes: &[u8]| llvm_to_spirv(bytes, &options).unwrap_or_else(|error| panic!("{error}"));
    let back = |output: &Output| spirv_to_llvm(&*output.bytes, &options, Llvm::Bitcode).unwrap().bytes;
    let first = forward(bitcode);
    Spirv::index(&Words::read(&first.bytes).unwrap()).unwrap();
    let second = forward(&back(&first));
    assert_eq!(back(&second), back(&first));
    (bitcode.len(), first.bytes.len())
}

/// Returns the tested widths and places. Initialisers cannot have expressions of integers that SPIR-V lacks.
fn cases() -> impl Iterator<Item = (u32, Place)> {
    let places = [Place::Variable, Place::Function, Place::Phi];
    let all = [64, 24, 100].into_iter().flat_map(move |width| places.map(|place| (width, place)));
    all.filter(|(width, place)| *width == 64 || *place != Place::Variable)
}

#[test]
fn as_deep_as_they_are() {
    for ((width, place), step) in cases().flat_map(|case| [(case, left as Step), (case, right as Step)]) {
        // Three limbs take ten instructions, and each of them is an instruction of LLVM IR before.
        let levels = if width == 100 { 2_000 } else { 20_000 };
        let (before, after) = sizes(&bitcode(&module(&Context::new(), width, levels, step, place)));
        assert!(after < 100 * before, "{width} bits, {place:?}: {before} bytes became {after}");
    }
}

#[test]
fn as_many_parts_as_they_have() {
    for (width, place) in cases() {
        let context = Context::new();
        let module = module(&context, width, 60, both, place);
        // LLVM's writer would go through all parts of what a function uses, each as often as it is named.
        let translated = forward::translate(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        let words = translated.binary.words();
        assert!(words.len() < 60 * 200, "{width} bits, {place:?}: {}", words.len());
        Spirv::index(&Words::of(&words).unwrap()).unwrap();
    }
}

/// A thousand uses of one expression, each of which could repeat all of its parts.
#[test]
fn however_often_they_are_used() {
    let context = Context::new();
    let module = context.create_module("uses", Room::default());
    module.set_triple("spir64-unknown-unknown");
    let number = context.int_type(64).unwrap();
    let named = module.add_global("named", number, 1).unwrap();
    let address = context.const_cast(Opcode::PtrToInt, named, number).unwrap();
    let expression = (0..1_000).fold(address, |part, _| right(&context, part));
    let function = module.add_function("f", context.function_type(context.void_type(), &[], false).unwrap()).unwrap();
    let builder = Builder::new(&module);
    builder.position_at_end(module.append_block(function, "").unwrap());
    for _ in 0..1_000 {
        builder.store(expression, named).unwrap();
    }
    builder.ret_void().unwrap();
    let (before, after) = sizes(&bitcode(&module));
    assert!(after < 20 * before, "{before} bytes became {after}");
}

/// LLVM's verifier follows the aliasee of an alias without recursion.
#[test]
fn those_of_aliases_are_verified() {
    let context = Context::new();
    let module = module(&context, 64, 100_000, right, Place::Variable);
    let number = module.global("g").unwrap().initializer().unwrap();
    let address = context.const_cast(Opcode::IntToPtr, number, context.pointer_type(1).unwrap()).unwrap();
    module.add_alias("a", context.int_type(8).unwrap(), address).unwrap();
    forward::verify(&bitcode(&module)).unwrap();
}

/// Deleting a function, for which LLVM examines the constants that name it, needs no recursion.
#[test]
fn those_of_functions_are_let_go_of() {
    let context = Context::new();
    let module = context.create_module("functions", Room::default());
    let function = module.add_function("f", context.function_type(context.void_type(), &[], false).unwrap()).unwrap();
    let address = context.const_cast(Opcode::PtrToInt, function, context.int_type(64).unwrap()).unwrap();
    let expression = (0..100_000).fold(address, |part, _| right(&context, part));
    assert!(expression.is_constant_expression());
    drop(context);
}

#[test]
fn they_may_be_deeper_than_any_stack() {
    let context = Context::new();
    let module = module(&context, 64, 300_000, right, Place::Variable);
    assert!(forward::translate(&module, &Options::default()).is_ok());
    // Nor does its owner go down so far to let go of it.
    drop(context);
}
