//! Loops that replace one instruction: each is emitted as a function, which is inlined at once.

use super::emit::Emit;
use super::place::Place;
use crate::error::{Error, Result};
use crate::llvm::{AttributePlace, Builder, Linkage, Opcode, Predicate, Value};

/// The 32-bit loop counter: its first value, its step, and its end, which is excluded.
pub struct Range<'m> {
    pub first: Value<'m>,
    pub step: Value<'m>,
    pub end: Value<'m>,
}

/// Emits a loop in front of an instruction. The body gets the counter, the accumulated value and the arguments, and
/// returns the new accumulated value.
pub fn run<'m>(
    place: &Place<'m>,
    before: Value<'m>,
    range: &Range<'m>,
    start: Value<'m>,
    args: &[Value<'m>],
    body: impl FnOnce(&Emit<'m>, Value<'m>, Value<'m>, &[Value<'m>]) -> Result<Value<'m>>,
) -> Result<Value<'m>> {
    let context = place.context;
    let mut values = vec![range.first, range.step, range.end, start];
    values.extend(args);
    let types: Vec<_> = values.iter().map(|value| value.ty()).collect();
    let function = place.module.add_function("spirv.loop", context.function_type(start.ty(), &types, false)?)?;
    function.set_linkage(Linkage::Internal)?;
    function.add_attribute(AttributePlace::Function, "convergent", 0)?;
    let params: Vec<_> = function.params().collect();
    let [first, step, end, start, args @ ..] = params.as_slice() else {
        return Err(Error::internal("a loop without its range"));
    };
    let emit = Emit { context, builder: Builder::new(place.module) };
    let [entry, header, inside, exit] = ["", "", "", ""].map(|name| place.module.append_block(function, name));
    let (entry, header, inside, exit) = (entry?, header?, inside?, exit?);
    emit.builder.position_at_end(entry);
    emit.builder.br(header)?;
    emit.builder.position_at_end(header);
    let (index, sum) = (emit.builder.phi(first.ty())?, emit.builder.phi(start.ty())?);
    let goes_on = emit.builder.compare_int(Predicate::Ult, index, *end)?;
    emit.builder.cond_br(goes_on, inside, exit)?;
    emit.builder.position_at_end(inside);
    let next_sum = body(&emit, index, sum, args)?;
    let next = emit.builder.binary(Opcode::Add, index, *step)?;
    emit.builder.br(header)?;
    for (phi, from_entry, from_inside) in [(index, *first, next), (sum, *start, next_sum)] {
        emit.builder.add_incoming(phi, from_entry, entry)?;
        emit.builder.add_incoming(phi, from_inside, inside)?;
    }
    emit.builder.position_at_end(exit);
    emit.builder.ret(sum)?;
    place.builder.position_before(before)?;
    let call = place.builder.call(function, &values)?;
    // What the loop gives outlives the call: it is added to nothing.
    let result = place.builder.freeze(call)?;
    if !call.inline()? {
        return Err(Error::internal("a loop that cannot be inlined"));
    }
    function.delete_global()?;
    place.builder.position_before(before)?;
    Ok(result)
}
