//! Pure loops become functions, with a version for one work-item and versions for several at once: LLVM vectorises a
//! loop over work-items that calls functions with variants for vectors, but none that has a loop within.
//!
//! ```text
//! step: loop { ... }   ->   step: call @spirv.loop.0(values)      "vector-function-abi-variant"
//!                           @spirv.loop.0, @spirv.loop.0.4, .8, .16: one block, repeated while any work-item goes on
//! ```

mod even;
mod results;
mod shape;
mod widen;

use super::made::Made;
use crate::errors;
use llvm_spirv::error::Result;
use llvm_spirv::llvm::{AttributePlace, Block, Builder, Linkage, Opcode, Type, Value};
use shape::{Out, Shape};
use std::ops::Range;

/// The numbers of work-items that variants are for.
pub const WIDTHS: [u32; 3] = [4, 8, 16];

/// The depth of calls to which functions with variants are searched.
const DEPTH: u32 = 3;

/// The limit on loops of a step that are replaced.
const MOST_LOOPS: usize = 16;

/// The limit on the blocks of a step that is analysed.
const MOST_BLOCKS: u32 = 4096;

/// The prefix of the functions' names.
const NAME: &str = "spirv.loop.";

/// The prefixes of the names of other functions with variants (`builtins/turns.rs`).
const TURNS: [&str; 2] = ["spirv.sin", "spirv.cos"];

/// Replaces the innermost pure loops of a step. In a step that is not cut at waits, loops may also have uniform loads.
pub fn replace<'m>(made: Made<'m, '_>, step: Value<'m>, is_whole: bool) -> Result<()> {
    for _ in 0..MOST_LOOPS {
        if step.block_count() > MOST_BLOCKS || !shape::inline_lanes(step, is_whole)? {
            break;
        }
        let Some(shape) = shape::first(step, is_whole)? else { break };
        let mut functions = Vec::new();
        for call in &shape.calls {
            functions.push(function(made, &shape, call.clone())?);
        }
        Replacement { made, builder: Builder::new(made.module), shape: &shape }.put(step, &functions)?;
    }
    // Functions with variants take their time: it pays to have no vectors, with which LLVM does not vectorise the loop over work-items.
    if has_variants(step, DEPTH) { step.take_vectors_apart() } else { Ok(()) }
}

/// Creates the function of a loop, and its variants, which returns some of the loop's results.
fn function<'m>(made: Made<'m, '_>, shape: &Shape<'m>, parts: Range<usize>) -> Result<Value<'m>> {
    let taken = made.module.functions().filter(|function| is_loop(*function)).count() / (WIDTHS.len() + 1);
    let name = format!("{NAME}{taken}");
    let one = widen::function(made, shape, (&name, parts.clone()), 1)?;
    one.add_attribute(AttributePlace::Function, "noinline", 0)?;
    for width in WIDTHS {
        widen::function(made, shape, (&format!("{name}.{width}"), parts.clone()), width)?;
    }
    Ok(one)
}

/// Returns whether a step, or a function that it calls, calls functions with variants.
fn has_variants(function: Value<'_>, depth: u32) -> bool {
    let calls = function.blocks().flat_map(|block| block.instructions()).filter_map(|inst| inst.called_function());
    let is_one = |callee: &Value<'_>| is_loop(*callee) || TURNS.iter().any(|name| callee.name().starts_with(name));
    calls.into_iter().any(|callee| is_one(&callee) || (depth > 0 && has_variants(callee, depth - 1)))
}

fn is_loop(function: Value<'_>) -> bool {
    function.name().starts_with(NAME)
}

/// Prevents LLVM from changing the functions' signatures, so that the variants still match the attributes of calls.
pub fn hold(made: Made<'_, '_>) -> Result<()> {
    let has_variants =
        |function: &Value<'_>| is_loop(*function) || TURNS.iter().any(|name| function.name().starts_with(name));
    let functions: Vec<_> = made.module.functions().filter(has_variants).collect();
    if functions.is_empty() {
        return Ok(());
    }
    let context = made.context;
    let pointer = context.pointer_type(0)?;
    let list = made.module.add_global("llvm.compiler.used", context.array_type(pointer, functions.len() as u64)?, 0)?;
    list.set_linkage(Linkage::Appending)?;
    list.set_section("llvm.metadata")?;
    list.set_initializer(context.const_array(pointer, &functions)?)
}

struct Replacement<'s, 'm, 'c> {
    made: Made<'m, 'c>,
    builder: Builder<'m>,
    shape: &'s Shape<'m>,
}

impl<'m> Replacement<'_, 'm, '_> {
    /// Replaces the loop by calls of the functions.
    fn put(&self, step: Value<'m>, functions: &[Value<'m>]) -> Result<()> {
        let shape = self.shape;
        let block = self.made.module.append_block(step, "")?;
        self.builder.position_at_end(block);
        let given: Vec<_> = self.given()?.into_iter().chain(self.lanes()?).collect();
        let kinds = "v".repeat(given.len());
        let mut parts = Vec::new();
        for (function, call) in functions.iter().zip(&shape.calls) {
            let result = self.builder.call(*function, &given)?;
            let name = function.name();
            let variants = WIDTHS.map(|width| format!("_ZGV_LLVM_M{width}{kinds}_{name}({name}.{width})"));
            result.add_string_attribute(
                AttributePlace::Function,
                "vector-function-abi-variant",
                &variants.join(","),
            )?;
            let types = shape.parts();
            let types = types.get(call.clone()).unwrap_or_default();
            parts.extend(results::unpacked(self.made, &self.builder, result, types)?);
        }
        let results = self.results(&parts)?;
        self.builder.br(shape.exit)?;
        for (out, result) in shape.outs.iter().zip(results) {
            match out {
                Out::Phi(phi) => self.builder.add_incoming(*phi, result, block)?,
                Out::Value(value) => self.outside(*value, result)?,
            }
        }
        self.redirect(block)?;
        // Without the ways between blocks first: phis that lose their last one are gone.
        shape.blocks.iter().filter_map(|block| block.terminator()).try_for_each(Value::end_block)?;
        shape.blocks.iter().filter_map(|block| block.first_instruction()).try_for_each(Value::end_block)
    }

    /// Returns the uniform inputs. Addresses are passed as integers: LLVM does not vectorise calls with pointers that
    /// may read memory.
    fn given(&self) -> Result<Vec<Value<'m>>> {
        let long = self.made.context.int_type(64)?;
        let each = self.shape.given.iter().map(|value| match value.ty().is_pointer() {
            true => self.builder.cast(Opcode::PtrToInt, *value, long),
            false => Ok(*value),
        });
        each.collect()
    }

    /// Returns the inputs that differ between work-items: scalars, and the components of vectors.
    fn lanes(&self) -> Result<Vec<Value<'m>>> {
        let mut lanes = Vec::new();
        for value in &self.shape.ins {
            for number in 0..count(value.ty()) {
                lanes.push(match value.ty().is_vector() {
                    true => self.builder.extract_element(*value, self.number(number)?)?,
                    false => *value,
                });
            }
        }
        Ok(lanes)
    }

    fn number(&self, number: u32) -> Result<Value<'m>> {
        self.made.context.const_int(self.made.context.int_type(32)?, number.into())
    }

    /// Returns the results of the loop, with vectors reassembled.
    fn results(&self, parts: &[Value<'m>]) -> Result<Vec<Value<'m>>> {
        let (mut parts, mut results) = (parts.iter(), Vec::new());
        for out in &self.shape.outs {
            let ty = out.ty();
            let mut whole = self.made.context.poison(ty)?;
            for (lane, part) in (0..count(ty)).zip(parts.by_ref()) {
                whole = match ty.is_vector() {
                    true => self.builder.insert_element(whole, *part, self.number(lane)?)?,
                    false => *part,
                };
            }
            results.push(whole);
        }
        Ok(results)
    }

    /// Replaces the uses of a value after the loop.
    fn outside(&self, value: Value<'m>, result: Value<'m>) -> Result<()> {
        let users: Vec<_> = value.uses().filter(|user| !self.shape.holds(*user)).collect();
        users.into_iter().try_for_each(|user| super::shell::replace_operands(user, value, result))
    }

    /// Redirects branches to the loop to the block with the call.
    fn redirect(&self, to: Block<'m>) -> Result<()> {
        let end = self.shape.before.terminator().ok_or_else(|| errors::internal("a block without an end"))?;
        let ways: Vec<_> = (0..).zip(end.successors().collect::<Vec<_>>()).collect();
        let into = ways.into_iter().filter(|(_, block)| *block == self.shape.header);
        into.map(|(index, _)| index).try_for_each(|index| end.set_successor(index, to))
    }
}

/// The number of components of a vector, or 1.
fn count(ty: Type<'_>) -> u32 {
    if ty.is_vector() { u32::try_from(ty.count()).unwrap_or(0) } else { 1 }
}

/// Returns whether an instruction computes lanes of its result from the same lanes of its operands, and does nothing else.
pub fn is_lane_by_lane(inst: Value<'_>) -> bool {
    use Opcode::{
        AShr, Add, And, BitCast, FAdd, FCmp, FDiv, FMul, FNeg, FSub, FpExt, FpToSi, FpToUi, FpTrunc, Freeze, ICmp,
        LShr, Mul, Or, Phi, SExt, Select, Shl, SiToFp, Sub, Trunc, UiToFp, Xor, ZExt,
    };
    const OPCODES: &[Opcode] = &[
        AShr, Add, And, BitCast, FAdd, FCmp, FDiv, FMul, FNeg, FpExt, FpToSi, FpToUi, FpTrunc, FSub, Freeze, ICmp,
        LShr, Mul, Or, Phi, SExt, SiToFp, Select, Shl, Sub, Trunc, UiToFp, Xor, ZExt,
    ];
    match inst.opcode() {
        Some(Opcode::Call) => inst.called_function().and_then(intrinsic).is_some(),
        Some(opcode) => OPCODES.contains(&opcode),
        None => false,
    }
}

/// Lane-wise intrinsics; the flag marks those whose last operand is a constant for all lanes.
const INTRINSICS: &[(&str, bool)] = &[
    ("llvm.abs", true),
    ("llvm.bitreverse", false),
    ("llvm.bswap", false),
    ("llvm.ceil", false),
    ("llvm.copysign", false),
    ("llvm.ctlz", true),
    ("llvm.ctpop", false),
    ("llvm.cttz", true),
    ("llvm.fabs", false),
    ("llvm.floor", false),
    ("llvm.fma", false),
    ("llvm.fmuladd", false),
    ("llvm.fshl", false),
    ("llvm.fshr", false),
    ("llvm.maxnum", false),
    ("llvm.minnum", false),
    ("llvm.rint", false),
    ("llvm.round", false),
    ("llvm.roundeven", false),
    ("llvm.sadd.sat", false),
    ("llvm.smax", false),
    ("llvm.smin", false),
    ("llvm.sqrt", false),
    ("llvm.ssub.sat", false),
    ("llvm.trunc", false),
    ("llvm.uadd.sat", false),
    ("llvm.umax", false),
    ("llvm.umin", false),
    ("llvm.usub.sat", false),
];

fn intrinsic(function: Value<'_>) -> Option<(&'static str, bool)> {
    let name = function.intrinsic_name()?;
    INTRINSICS.iter().find(|(known, _)| *known == name).copied()
}
