//! LLVM IR to LLVM IR, in Khronos mode: intrinsics for which the Khronos translator calls functions of its own, and
//! constants that it copies into functions (`private_constants`).
//!
//! In: a module. Out: the same module, where calls of some intrinsics are calls of functions that are added to the
//! module, one for each intrinsic and type, named after the intrinsic: `spirv.llvm_fshl_i32`. [`row`] lists them, and
//! `bodies` writes their blocks.

mod bodies;
mod booleans;
mod conversions;
mod memory;
mod private_constants;
pub mod products;
mod vectors;

use crate::concepts::extensions::bfloat16;
use crate::concepts::intrinsics::rows;
use crate::conventions::rules::KhronosFunction;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::llvm::{AttributePlace, Builder, Module, Type, Value, call_conv};
use crate::options::Options;
use crate::state::availability;

/// Writes the blocks of a function.
type Body = for<'a, 'm> fn(&'a Maker<'a, 'm>) -> Result<()>;

/// The rewriting of the calls of an intrinsic.
struct Row {
    /// The prefix of the function's name.
    prefix: &'static str,
    /// Returns whether a call is rewritten.
    applies: fn(Value<'_>) -> bool,
    body: Body,
}

/// A function under construction.
struct Maker<'a, 'm> {
    module: &'m Module<'m>,
    emit: &'a Emit<'m>,
    function: Value<'m>,
    /// The call that the function is made for.
    call: Value<'m>,
}

impl<'m> Maker<'_, 'm> {
    fn param(&self, index: u32) -> Result<Value<'m>> {
        self.function.param(index).ok_or_else(|| Error::internal("a helper without its parameter"))
    }

    /// Returns the result type of the function.
    fn result(&self) -> Result<Type<'m>> {
        let ty = self.function.function_type().and_then(Type::function_return);
        ty.ok_or_else(|| Error::internal("a helper that returns nothing"))
    }
}

/// Returns the rewriting of the calls of an intrinsic with a given result type; `None` for calls that stay.
fn row(function: KhronosFunction, ty: Type<'_>, options: &Options) -> Option<Row> {
    let spirv = |body: Body| Row { prefix: "spirv.", applies: |_| true, body };
    let plain = |body: Body| Row { prefix: "", applies: |_| true, body };
    Some(match function {
        KhronosFunction::Funnel(true) => spirv(bodies::funnel_left),
        KhronosFunction::Funnel(false) => spirv(bodies::funnel_right),
        KhronosFunction::SwapBytes => spirv(bodies::swap_bytes),
        KhronosFunction::MultiplyUnsigned => spirv(bodies::multiply),
        KhronosFunction::Set => {
            let body = if options.policy.writes_memset_as_later { memory::set_as_later } else { memory::set };
            Row { applies: memory::is_variable_set, ..spirv(body) }
        }
        KhronosFunction::AddSigned if is_addable(ty) => plain(bodies::add),
        KhronosFunction::ReverseBits if is_reversed(ty, options) => plain(bodies::reverse),
        KhronosFunction::AddSigned | KhronosFunction::ReverseBits => return None,
    })
}

/// Returns whether a function adds integers of this type with an overflow flag.
fn is_addable(ty: Type<'_>) -> bool {
    ty.field(0).is_some_and(|ty| ty.is_int() && matches!(ty.int_width(), 16 | 32 | 64))
}

/// Returns whether a function rather than an instruction reverses the bits of integers of this type.
fn is_reversed(ty: Type<'_>, options: &Options) -> bool {
    let small = availability::allows(options, "SPV_INTEL_arbitrary_precision_integers");
    let width = match ty.scalar().int_width() {
        8 | 16 | 32 | 64 => true,
        2 | 4 => small,
        _ => false,
    };
    let lanes = !ty.is_vector() || matches!(ty.count(), 2 | 3 | 4 | 8 | 16);
    width && lanes && !availability::allows(options, "SPV_KHR_bit_instructions")
}

/// Replaces intrinsics by calls of functions, and rewrites every other instruction that the Khronos translator writes
/// differently.
pub fn run<'m>(module: &'m Module<'m>, options: &Options) -> Result<()> {
    private_constants::run(module)?;
    let context = module.context();
    let emit = Emit { context: &context, builder: Builder::new(module) };
    name_builtins(module);
    booleans::run(module, &emit)?;
    conversions::run(module, &emit)?;
    vectors::run(module, &emit, options)?;
    intrinsics(module, &emit, options)
}

/// Renames builtin functions to the names of their SPIR-V instructions.
fn name_builtins(module: &Module<'_>) {
    for function in module.functions().filter(|function| function.is_declaration()) {
        let name = bfloat16::friendly_name(function).filter(|name| module.function(name).is_none());
        name.into_iter().for_each(|name| function.set_name(&name));
    }
}

fn intrinsics<'m>(module: &'m Module<'m>, emit: &Emit<'m>, options: &Options) -> Result<()> {
    let intrinsics = module.functions().filter(|function| function.is_declaration()).collect::<Vec<_>>();
    for intrinsic in intrinsics {
        let Some(ty) = intrinsic.function_type().and_then(Type::function_return) else { continue };
        let function = rows::of(intrinsic).and_then(|row| row.khronos_function);
        if let Some(row) = function.and_then(|function| row(function, ty, options)) {
            calls(module, emit, intrinsic, &row)?;
        }
    }
    Ok(())
}

fn calls<'m>(module: &'m Module<'m>, emit: &Emit<'m>, intrinsic: Value<'m>, row: &Row) -> Result<()> {
    // The order of uses differs between assembly and bitcode, but all calls that share a function are alike.
    let is_call =
        |user: &Value<'m>| user.is_call() && user.called_function() == Some(intrinsic) && (row.applies)(*user);
    let calls: Vec<_> = intrinsic.uses().filter(is_call).collect();
    for call in calls {
        let volatile = if memory::is_volatile(call) { ".volatile" } else { "" };
        let name = format!("{}{}{volatile}", row.prefix, intrinsic.name().replace('.', "_"));
        let function = match module.function(&name) {
            Some(function) => function,
            None => make(module, emit, intrinsic, call, &name, row.body)?,
        };
        if function.function_type() != intrinsic.function_type() {
            return Err(Error::of(
                Code::BuiltinCall,
                format!("the function {name} has another type than its name says"),
            ));
        }
        call.set_operand(call.operand_count().saturating_sub(1), function)?;
    }
    Ok(())
}

fn make<'m>(
    module: &'m Module<'m>,
    emit: &Emit<'m>,
    intrinsic: Value<'m>,
    call: Value<'m>,
    name: &str,
    body: Body,
) -> Result<Value<'m>> {
    let ty = intrinsic.function_type().ok_or_else(|| Error::internal("an intrinsic without a type"))?;
    let function = module.add_function(name, ty)?;
    function.set_call_conv(call_conv::SPIR_FUNC)?;
    function.add_attribute(AttributePlace::Function, "nounwind", 0)?;
    body(&Maker { module, emit, function, call })?;
    Ok(function)
}
