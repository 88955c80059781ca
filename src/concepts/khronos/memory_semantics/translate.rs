//! Scopes and semantics as OpenCL C's arguments, in the Khronos translator's form: constants where the values are
//! known, else calls of functions that are added to the module, with a `switch` over the possible values.

use crate::binary::Id;
use crate::concepts::instructions::memory_semantics::{FLAGS, ORDER_MASK, ORDERS, SCOPES, cl_order, cl_scope, flags};
use crate::conventions::calling::SPIR_FUNC;
use crate::error::{Code, Error, Result};
use crate::llvm::{Block, Builder, Linkage, Opcode, Value};
use crate::state::Reverse;

/// A conversion of SPIR-V's numbers to OpenCL C's.
struct Table {
    /// The name of the function that computes the conversion.
    name: &'static str,
    /// The function for the inverse conversion, which the way to SPIR-V adds.
    inverse: Option<&'static str>,
    /// The mask of the bits that are converted, if not all.
    mask: Option<u32>,
    rows: Vec<(u32, u32)>,
}

/// A translator of the arguments of a builtin's call, with the calls emitted for them.
#[derive(Debug, Default)]
pub struct Translator<'m> {
    calls: Vec<Value<'m>>,
}

impl<'m> Translator<'m> {
    /// Returns the `memory_scope` for a scope.
    pub fn scope(&mut self, r: &mut Reverse<'m>, id: Id) -> Result<Value<'m>> {
        let rows = || SCOPES.iter().map(|row| (row.2 as u32, row.0)).collect();
        let inverse = Some(super::OCL_SCOPE);
        let table = || Table { name: "__translate_spirv_memory_scope", inverse, mask: None, rows: rows() };
        self.number(r, id, cl_scope, table)
    }

    /// Returns the `memory_order` for semantics.
    pub fn order(&mut self, r: &mut Reverse<'m>, id: Id) -> Result<Value<'m>> {
        let rows = || ORDERS.iter().map(|row| (row.2.bits(), row.0)).collect();
        let (inverse, mask) = (Some(super::OCL_ORDER), Some(ORDER_MASK));
        let table = || Table { name: "__translate_spirv_memory_order", inverse, mask, rows: rows() };
        self.number(r, id, cl_order, table)
    }

    /// Returns the `cl_mem_fence_flags` for semantics.
    pub fn flags(&mut self, r: &mut Reverse<'m>, id: Id) -> Result<Value<'m>> {
        let known = |semantics: u64| {
            let named = FLAGS.iter().filter(|row| semantics & u64::from(row.1.bits()) != 0);
            Some(named.fold(0, |cl, row| cl | row.0))
        };
        let rows = || (1..8).map(|cl| (flags(cl), cl)).collect();
        let table =
            || Table { name: "__translate_spirv_memory_fence", inverse: None, mask: Some(flags(7)), rows: rows() };
        self.number(r, id, known, table)
    }

    /// Names the calls, after the builtin's call has its name.
    pub fn finish(self) {
        self.calls.iter().for_each(|call| call.set_name("call"));
    }

    fn number(
        &mut self,
        r: &mut Reverse<'m>,
        id: Id,
        known: impl FnOnce(u64) -> Option<u32>,
        table: impl FnOnce() -> Table,
    ) -> Result<Value<'m>> {
        if let Ok(constant) = r.constant(id) {
            let number = known(constant);
            let number = number
                .ok_or_else(|| Error::of(Code::SpirvInstruction, format!("{constant} as a scope or as semantics")))?;
            return r.context.const_int(r.context.int_type(32)?, number.into());
        }
        let (value, table) = (r.value(id)?, table());
        let callee = value.called_value().filter(|_| value.opcode() == Some(Opcode::Call));
        if callee.is_some_and(|callee| table.inverse == Some(callee.name())) {
            return value.call_arg(0).ok_or_else(|| Error::internal("a call without its argument"));
        }
        let function = r.declare_builtin(table.name, |r| write(r, &table))?;
        let call = r.builder.call(function, &[value])?;
        call.set_call_conv(SPIR_FUNC)?;
        self.calls.push(call);
        Ok(call)
    }
}

/// Writes the function of a conversion.
fn write<'m>(r: &mut Reverse<'m>, table: &Table) -> Result<Value<'m>> {
    let word = r.context.int_type(32)?;
    let function = r.module.add_function(table.name, r.context.function_type(word, &[word], false)?)?;
    function.set_linkage(Linkage::Private)?;
    function.set_call_conv(SPIR_FUNC)?;
    let key = function.param(0).ok_or_else(|| Error::internal("a function without its parameter"))?;
    key.set_name("key");
    let builder = Builder::new(r.module);
    builder.position_at_end(r.module.append_block(function, "entry")?);
    let result = builder.alloca(word, None)?;
    result.set_name("result");
    let masked = match table.mask {
        Some(mask) => {
            let masked = builder.binary(Opcode::And, r.context.const_int(word, mask.into())?, key)?;
            masked.set_name("key.masked");
            masked
        }
        None => key,
    };
    let default = r.module.append_block(function, "default")?;
    let switch = builder.switch(masked, default)?;
    builder.position_at_end(default);
    builder.unreachable()?;
    let cases = cases(r, table, function, &builder, result)?;
    let exit = r.module.append_block(function, "exit")?;
    for (key, block) in &cases {
        builder.add_case(switch, *key, *block)?;
        builder.position_at_end(*block);
        builder.br(exit)?;
    }
    builder.position_at_end(exit);
    let value = builder.load(word, result)?;
    value.set_name("retVal");
    builder.ret(value)?;
    Ok(function)
}

/// The blocks of the cases, each of which stores its number.
fn cases<'m>(
    r: &Reverse<'m>,
    table: &Table,
    function: Value<'m>,
    builder: &Builder<'m>,
    result: Value<'m>,
) -> Result<Vec<(Value<'m>, Block<'m>)>> {
    let word = r.context.int_type(32)?;
    let mut cases = Vec::with_capacity(table.rows.len());
    for (key, number) in &table.rows {
        let block = r.module.append_block(function, &format!("case.{key}"))?;
        builder.position_at_end(block);
        builder.store(r.context.const_int(word, (*number).into())?, result)?;
        cases.push((r.context.const_int(word, (*key).into())?, block));
    }
    Ok(cases)
}
