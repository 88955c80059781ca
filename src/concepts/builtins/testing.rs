//! Round trips over small modules, for the tests of builtins.

use crate::binary::{Instruction, Module, Op, Words, write};
use crate::llvm::Context;
use crate::options::{BuiltinSpelling, Options};
use crate::{forward, reverse};
use llvm_spirv_mangling::Type;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The ways to spell builtins.
pub const SPELLINGS: [BuiltinSpelling; 3] = [BuiltinSpelling::SpvIr, BuiltinSpelling::Cl12, BuiltinSpelling::Cl20];

/// LLVM assembly to the words of a SPIR-V module.
pub fn to_words(assembly: &str) -> Vec<u32> {
    to_words_with(assembly, &Options::default())
}

/// LLVM assembly to the words of a SPIR-V module, with all extensions.
pub fn to_words_extended(assembly: &str) -> Vec<u32> {
    to_words_with(assembly, &Options { extensions: crate::options::Extensions::all(), ..Options::default() })
}

fn to_words_with(assembly: &str, options: &Options) -> Vec<u32> {
    let context = Context::new();
    let module = context.parse(assembly.as_bytes(), "test.ll").unwrap_or_else(|error| panic!("{error}"));
    let translated = forward::translate(&module, options).unwrap_or_else(|error| panic!("{error}"));
    translated.binary.words()
}

/// Returns LLVM assembly for the words of a SPIR-V module.
pub fn to_assembly(words: &[u32], spelling: BuiltinSpelling) -> String {
    let options = Options { builtin_spelling: spelling, ..Options::default() };
    let context = Context::new();
    let translated = reverse::translate(&read(words), &options, &context).unwrap_or_else(|error| panic!("{error}"));
    translated.module.print()
}

/// Returns the words after a round trip over LLVM.
pub fn round_trip(words: &[u32], spelling: BuiltinSpelling) -> Vec<u32> {
    to_words(&to_assembly(words, spelling))
}

/// Returns the words after a round trip over LLVM, with all extensions.
pub fn round_trip_extended(words: &[u32], spelling: BuiltinSpelling) -> Vec<u32> {
    to_words_extended(&to_assembly(words, spelling))
}

pub fn read(words: &[u32]) -> Words<'_> {
    Words::of(words).unwrap()
}

/// Returns the results of `see` for the instructions of each function with a body.
pub fn look<T>(words: &[u32], see: impl Fn(Instruction<'_>) -> Option<T>) -> Vec<Vec<T>> {
    let words = read(words);
    let module = Module::index(&words).unwrap();
    let defined = module.functions().filter(|function| !function.is_declaration());
    let seen = defined.map(|function| {
        let instructions = function.blocks.iter().flat_map(|block| block.instructions());
        instructions.filter_map(&see).collect()
    });
    seen.collect()
}

/// The opcodes of each function but for label, return and pointer casts.
pub fn opcodes(words: &[u32]) -> Vec<Vec<Op>> {
    look(words, |inst| Some(inst.opcode()).filter(|op| !matches!(op, Op::Return | Op::ReturnValue | Op::Bitcast)))
}

/// Fails where SPIRV-Tools does not accept the module.
pub fn validate(words: &[u32]) {
    llvm_spirv_validator::validate(&write::bytes(words)).unwrap_or_else(|complaint| panic!("{complaint}"));
}

/// Translates there and back in each spelling, with all extensions, and expects unchanged words after the first round trip.
pub fn assert_stable_extended(words: &[u32]) {
    for spelling in SPELLINGS {
        let assembly = to_assembly(words, spelling);
        let second = to_words_extended(&assembly);
        assert_eq!(opcodes(&second), opcodes(words), "{spelling:?}\n{assembly}");
        let third = to_words_extended(&to_assembly(&second, spelling));
        assert!(third == second, "{spelling:?}: the second round trip differs\n{assembly}");
    }
}

/// Translates there and back in each spelling, and expects unchanged words after the first round trip.
pub fn stays(words: &[u32]) {
    validate(words);
    for spelling in SPELLINGS {
        let second = round_trip(words, spelling);
        assert_eq!(opcodes(&second), opcodes(words), "{spelling:?}\n{}", to_assembly(words, spelling));
        assert!(second == words, "{spelling:?}: the first round trip differs");
    }
}

/// Translates there and back in each spelling, and expects equal words after two round trips: ids may change in the first.
pub fn assert_stable(words: &[u32]) {
    validate(words);
    for spelling in SPELLINGS {
        let second = round_trip(words, spelling);
        assert_eq!(opcodes(&second), opcodes(words), "{spelling:?}\n{}", to_assembly(words, spelling));
        assert!(round_trip(&second, spelling) == second, "{spelling:?}: the second round trip differs");
    }
}

/// A module of functions that each call one builtin.
#[derive(Debug)]
pub struct Calls {
    declared: BTreeSet<String>,
    text: String,
    /// The number of elements.
    pub count: usize,
}

impl Calls {
    pub fn new() -> Self {
        let text = "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512\
                    -v1024:1024-n8:16:32:64\"\ntarget triple = \"spir64-unknown-unknown\"\n";
        Self { declared: BTreeSet::new(), text: text.to_owned(), count: 0 }
    }

    /// Adds a call of the builtin with this declaration in OpenCL C.
    pub fn add(&mut self, result: &Type, base: &str, params: &[Type]) {
        let symbol = llvm_spirv_mangling::write(base, params);
        let types: Vec<_> = params.iter().map(llvm_type).collect();
        self.add_symbol(&llvm_type(result), &symbol, &types);
    }

    /// A call of the function of this symbol and these types of LLVM.
    pub fn add_symbol(&mut self, result: &str, symbol: &str, types: &[String]) {
        let args: Vec<_> = types.iter().map(|ty| (ty.clone(), None)).collect();
        self.add_with(result, symbol, &args);
    }

    /// Adds a call of the function of this symbol, where some arguments are constants.
    pub fn add_with(&mut self, result: &str, symbol: &str, args: &[(String, Option<String>)]) {
        let types: Vec<_> = args.iter().map(|(ty, _)| ty.as_str()).collect();
        let list = types.join(", ");
        if self.declared.insert(symbol.to_owned()) {
            writeln!(self.text, "declare spir_func {result} @{symbol}({list})").unwrap();
        }
        let value = |(index, (ty, constant)): (usize, &(String, Option<String>))| match constant {
            Some(constant) => format!("{ty} {constant}"),
            None => format!("{ty} %{index}"),
        };
        let (values, number) = (args.iter().enumerate().map(value).collect::<Vec<_>>().join(", "), args.len() + 1);
        writeln!(self.text, "define spir_func {result} @test{}({list}) {{", self.count).unwrap();
        match result {
            "void" => writeln!(self.text, "  call spir_func void @{symbol}({values})\n  ret void\n}}").unwrap(),
            _ => writeln!(
                self.text,
                "  %{number} = call spir_func {result} @{symbol}({values})\n  ret {result} %{number}\n}}"
            )
            .unwrap(),
        }
        self.count += 1;
    }

    /// The assembly.
    pub fn assembly(&self) -> &str {
        &self.text
    }
}

/// Returns the LLVM type of an OpenCL C type.
pub fn llvm_type(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_owned(),
        Type::Half => "half".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Double => "double".to_owned(),
        Type::Vector(lanes, element) => format!("<{lanes} x {}>", llvm_type(element)),
        Type::Pointer(pointer) if pointer.address_space == 0 => "ptr".to_owned(),
        Type::Pointer(pointer) => format!("ptr addrspace({})", pointer.address_space),
        other => format!("i{}", other.bit_width().unwrap()),
    }
}
